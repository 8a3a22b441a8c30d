//! Sums over a round, and over all of them.

use super::label::Label;
use super::review::{Account, Chance, Decision, Estimate, Moment, Round, Summary};
use crate::game::{BySide, Side};

/// Adds numbers whose errors are independent.
#[derive(Default, Clone, Copy)]
struct Sum {
    value: f64,
    variance: f64,
}

impl Sum {
    fn add(&mut self, one: Estimate) {
        self.value += one.value;
        self.variance += one.error * one.error;
    }

    fn get(self) -> Estimate {
        Estimate {
            value: self.value,
            error: self.variance.sqrt(),
        }
    }
}

/// Adds up what chance and decisions brought in a round.
pub(super) fn of_round(moments: &[Moment]) -> Account {
    let (mut luck, mut skill, mut hidden) = (
        Sum::default(),
        BySide::<Sum>::default(),
        BySide::<Sum>::default(),
    );
    for moment in moments {
        match moment {
            Moment::Chance(Chance { swing, .. }) => luck.add(*swing),
            Moment::Decision(decision) => {
                skill[decision.side].add(decision.skill);
                hidden[decision.side].add(decision.hidden);
            }
        }
    }
    let both = |sums: BySide<Sum>| BySide::new_with(|side| sums[side].get());
    Account {
        luck: luck.get(),
        skill: both(skill),
        hidden: both(hidden),
    }
}

/// Adds up what a side did in all rounds.
pub(super) fn of_side(rounds: &[Round], side: Side) -> Summary {
    let mut summary = Summary::default();
    let (mut losses, mut luck, mut skill, mut hidden) = (
        Sum::default(),
        Sum::default(),
        Sum::default(),
        Sum::default(),
    );
    for round in rounds {
        luck.add(round.account.luck.seen_by(side));
        skill.add(round.account.skill[side]);
        hidden.add(round.account.hidden[side]);
        let decisions = round.moments.iter().filter_map(|moment| match moment {
            Moment::Decision(decision) if decision.side == side => Some(decision),
            _ => None,
        });
        for decision in decisions {
            count(&mut summary, decision);
            if !matches!(decision.label, Label::Forced | Label::Decided) {
                losses.add(decision.loss);
            }
        }
    }
    let losses = losses.get();
    // A match has far fewer decisions than a number of this kind can hold.
    let decisions = u32::try_from(summary.decisions).unwrap_or(u32::MAX);
    if decisions > 0 {
        summary.mean_loss = Estimate {
            value: losses.value / f64::from(decisions),
            error: losses.error / f64::from(decisions),
        };
    }
    summary.luck = luck.get();
    summary.skill = skill.get();
    summary.hidden = hidden.get();
    summary
}

fn count(summary: &mut Summary, decision: &Decision) {
    let counter = match decision.label {
        Label::Forced | Label::Decided => return,
        Label::Best => &mut summary.best,
        Label::Fine => &mut summary.fine,
        Label::Inaccuracy => &mut summary.inaccuracies,
        Label::Mistake => &mut summary.mistakes,
        Label::Blunder => &mut summary.blunders,
    };
    summary.decisions += 1;
    if decision.uncertain {
        summary.uncertain += 1;
    } else {
        *counter += 1;
    }
}
