//! What an analysis finds: plain data, for screens, pages and files.

use serde::{Deserialize, Serialize};

use super::label::Label;
use crate::bots::mcts;
use crate::game::{BySide, Side};

/// A number that was estimated, with its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Its standard error; 0 if it is known exactly.
    pub error: f64,
}

impl Estimate {
    /// A number that is known.
    #[must_use]
    pub const fn exactly(value: f64) -> Self {
        Self { value, error: 0.0 }
    }

    /// The difference to another, which was estimated independently.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self {
            value: self.value - other.value,
            error: self.error.hypot(other.error),
        }
    }

    /// The same as the other side has it.
    #[must_use]
    pub fn seen_by(self, side: Side) -> Self {
        match side {
            Side::Left => self,
            Side::Right => Self {
                value: -self.value,
                ..self
            },
        }
    }

    /// Returns the half-width of its 95 % interval.
    #[must_use]
    pub fn margin(self) -> f64 {
        crate::sim::Z_95 * self.error
    }
}

/// One of the moves that a side could have made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// The probability, 0–1, that the side wins the round after it, by what the side could know;
    /// a round that nobody wins counts half.
    pub win: Estimate,
    /// How many playouts it rests on.
    pub playouts: u32,
}

impl Choice {
    /// Makes choices of what a search found out about moves, in order: first the best of those that
    /// were tried most, then the others by their probability. Of many moves that were tried a few
    /// times each, one always happens to look best.
    #[must_use]
    pub fn ranked<T: Into<String>>(
        texts: impl IntoIterator<Item = T>,
        found: &[mcts::Estimate],
    ) -> Vec<Self> {
        let choice = |(text, one): (T, &mcts::Estimate)| Self {
            text: text.into(),
            win: Estimate {
                value: one.mean,
                error: one.error(),
            },
            playouts: one.visits,
        };
        let mut choices: Vec<Self> = texts.into_iter().zip(found).map(choice).collect();
        choices.sort_by(|one, other| other.win.value.total_cmp(&one.win.value));
        let most = choices.iter().map(|choice| choice.playouts).max();
        let best = choices
            .iter()
            .position(|choice| Some(choice.playouts) == most);
        if let Some(place) = best {
            choices[..=place].rotate_right(1);
        }
        choices
    }
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// Its number in the match, from 1.
    pub number: u64,
    /// Who decided.
    pub side: Side,
    /// The text of the move made.
    pub played: String,
    /// All legal moves: first the best of those that were tried most, then the others by their
    /// probability. Of a forced move nothing was estimated.
    pub choices: Vec<Choice>,
    /// How much smaller the probability of the move made is than that of the best; 0 or more.
    pub loss: Estimate,
    /// What that loss is called.
    pub label: Label,
    /// Whether the interval of the loss crosses a threshold, so that the label may be another.
    pub uncertain: bool,
    /// The value of the full position before the decision: the probability that *left* wins.
    pub before: Estimate,
    /// The value after it, before chance has its say.
    pub after: Estimate,
    /// What the move was worth to its side, against what is usually played, by what it could know.
    pub skill: Estimate,
    /// What else it came to, because of what the side could not know.
    pub hidden: Estimate,
}

/// What chance brought between two decisions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chance {
    /// The number of the decision before it; none for the deal at the start of a round.
    pub after: Option<u64>,
    /// Cards drawn and turned up, coins and dice, in order: records as they stand in a trace.
    pub outcomes: Vec<serde_json::Value>,
    /// The value for left after it, less the average over all that could have come.
    pub swing: Estimate,
}

/// What happened in a round, in order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Moment {
    /// A side decided.
    Decision(Decision),
    /// Chance had its say.
    Chance(Chance),
}

/// How it came to the result: the terms add up to the result less the value at the start.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Account {
    /// What chance was worth to left.
    pub luck: Estimate,
    /// What each side's moves were worth to it, by what it could know.
    pub skill: BySide<Estimate>,
    /// What each side's moves came to beyond that.
    pub hidden: BySide<Estimate>,
}

/// A round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// Its number, from 1.
    pub number: u32,
    /// The value for left before anything was dealt.
    pub start: Estimate,
    /// The result for left: 1, ½ or 0; of a round that the recording breaks off, the value there.
    pub end: Estimate,
    /// Why it ended; none if the recording breaks it off.
    pub reason: Option<String>,
    /// What happened.
    pub moments: Vec<Moment>,
    /// How it came to the result.
    pub account: Account,
}

/// What a side did in all rounds.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Decisions with more than one legal move, in positions not decided yet.
    pub decisions: u64,
    /// How many of them have this label for certain.
    pub best: u64,
    /// As above.
    pub fine: u64,
    /// As above.
    pub inaccuracies: u64,
    /// As above.
    pub mistakes: u64,
    /// As above.
    pub blunders: u64,
    /// How many have a label that is uncertain. Together with those above, they are all.
    pub uncertain: u64,
    /// The mean loss of a decision.
    pub mean_loss: Estimate,
    /// What its moves were worth, by what it could know: a sum over rounds.
    pub skill: Estimate,
    /// What they came to beyond that.
    pub hidden: Estimate,
    /// What chance was worth to it.
    pub luck: Estimate,
}

impl Summary {
    /// Returns how many decisions have a label, of those that count.
    #[must_use]
    pub const fn of(&self, label: Label) -> u64 {
        match label {
            Label::Forced | Label::Decided => 0,
            Label::Best => self.best,
            Label::Fine => self.fine,
            Label::Inaccuracy => self.inaccuracies,
            Label::Mistake => self.mistakes,
            Label::Blunder => self.blunders,
        }
    }
}

/// A match, analysed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// Playouts that were to be made in all, about.
    pub budget: u32,
    /// Playouts that were made: a search of a position counts each of its iterations.
    pub playouts: u64,
    /// The seed of the analysis.
    pub seed: u64,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// Each side's decisions and luck.
    pub sides: BySide<Summary>,
}

impl Analysis {
    /// Returns the decisions of all rounds.
    pub fn decisions(&self) -> impl Iterator<Item = &Decision> {
        let moments = self.rounds.iter().flat_map(|round| &round.moments);
        moments.filter_map(|moment| match moment {
            Moment::Decision(decision) => Some(decision),
            Moment::Chance(_) => None,
        })
    }
}
