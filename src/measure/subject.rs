//! The rules that are measured, and what one deal says of them.

use std::rc::Rc;

use super::fraction::Fraction;
use super::leads::{Leads, leads};
use super::measures::Measure;
use super::watch::Watch;
use crate::bots::{Bot, Setting};
use crate::chance::{Seeded, match_seed};
use crate::game::{BySide, Game, Observer, Rules, Side};
use crate::play::{Finished, Player, PlayerError, RunError, play_match};
use crate::sim::Outcomes;

/// What is measured, and how.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The seed of the run, of which each deal takes its own ([`match_seed`]).
    pub seed: u64,
    /// Who plays both sides.
    pub bot: Bot,
    /// What is measured.
    pub measures: Vec<Measure>,
}

/// What a match says of each measure, in their order; nothing if a player forfeited it.
pub type Row = Vec<Option<Fraction>>;

/// The rules that are measured, on one thread.
pub struct Subject {
    /// The rules, and what bots may know of them.
    pub setting: Setting,
}

impl std::fmt::Debug for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subject").finish_non_exhaustive()
    }
}

impl Subject {
    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &Rc<dyn Rules> {
        &self.setting.rules
    }

    /// Plays a match.
    ///
    /// # Errors
    /// As [`play_match`].
    pub fn play(
        &self,
        bots: BySide<&Bot>,
        seed: u64,
        observer: &mut dyn Observer,
    ) -> Result<Finished, RunError> {
        let (mut left, mut right) = (
            self.player(bots.left, seed, Side::Left),
            self.player(bots.right, seed, Side::Right),
        );
        let players: BySide<&mut dyn Player> = BySide {
            left: &mut *left,
            right: &mut *right,
        };
        let mut game = Game::new(Rc::clone(self.rules()));
        play_match(&mut game, &mut Seeded::new(seed), players, observer)
    }

    /// Makes the player of a side.
    #[must_use]
    pub fn player(&self, bot: &Bot, seed: u64, side: Side) -> Box<dyn Player> {
        bot.player(&self.setting, seed, side)
    }

    /// Plays whatever a plan has of a deal, by its number from 1. The same deal is the same cards, as
    /// far as rules leave them the same, and the same choices of bots, as far as they have the same
    /// to choose from.
    ///
    /// # Errors
    /// If a match fails.
    pub fn measure(&self, plan: &Plan, number: u64) -> Result<Row, RunError> {
        match self.row(plan, number) {
            Err(RunError::Player {
                error: PlayerError::Forfeit(_),
                ..
            }) => Ok(Row::new()),
            row => row,
        }
    }

    fn row(&self, plan: &Plan, number: u64) -> Result<Row, RunError> {
        let seed = match_seed(plan.seed, number);
        let needs_playouts = plan.measures.iter().any(Measure::needs_playouts);
        let mut watch = Watch::new(needs_playouts);
        let bots = BySide {
            left: &plan.bot,
            right: &plan.bot,
        };
        let finished = self.play(bots, seed, &mut watch)?;
        let leads = leads(self, plan, watch.first_round(), seed)?;
        let sight = Seen {
            target: self.rules().terms().target,
            watch,
            leads,
            winner: finished.winner,
        };
        let one = |measure: &Measure| match measure {
            Measure::Skill(pair) => pair.play(self, number, seed),
            other => Ok(sight.value(other)),
        };
        plan.measures.iter().map(one).collect()
    }
}

/// What was seen of a match.
struct Seen {
    target: u32,
    watch: Watch,
    leads: Option<Leads>,
    winner: Option<Side>,
}

impl Seen {
    fn value(&self, measure: &Measure) -> Option<Fraction> {
        let (tally, watch) = (self.watch.tally(), &self.watch);
        let (rounds, choices) = (&tally.rounds, &tally.choices);
        match measure {
            Measure::FirstPlayer => {
                let won = i64::try_from(rounds.by_beginner).unwrap_or(i64::MAX);
                let decided = i64::try_from(rounds.decided()).unwrap_or(i64::MAX);
                Fraction::new(won - (decided - won), rounds.all())
            }
            Measure::Draws => Fraction::of(rounds.nobody, rounds.all()),
            Measure::Unfinished => Some(Fraction::yes(self.winner.is_none())),
            Measure::Ending(reason) => {
                let ended = tally.endings.get(reason.as_str());
                Fraction::of(ended.map_or(0, Outcomes::all), rounds.all())
            }
            Measure::Length => Fraction::of(tally.decisions_per_round.total(), rounds.all()),
            Measure::Choices => Fraction::of(choices.total(), choices.count()),
            Measure::RealChoices => Fraction::of(choices.count() - choices.of(1), choices.count()),
            Measure::LeadChanges if self.target > 1 => Fraction::of(watch.lead_changes(), 1),
            Measure::Comebacks if self.target > 1 => {
                let winner = self.winner?;
                Some(Fraction::yes(watch.led(winner.other())))
            }
            Measure::RoundLeadChanges => Fraction::of(self.leads?.changes(), 1),
            Measure::RoundComebacks => self.leads?.won_from_behind().map(Fraction::yes),
            Measure::Luck => self.leads?.deal().settled(),
            Measure::Decisiveness => self.leads?.half().settled(),
            Measure::LeadChanges | Measure::Comebacks | Measure::Skill(_) => None,
        }
    }
}
