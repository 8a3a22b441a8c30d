//! A tally as shares, means and intervals: plain data, for reports and files.

use std::sync::Arc;

use serde::Serialize;

use super::histogram::Histogram;
use super::interval::{real, wilson};
use super::stats::{Outcomes, Tally};
use crate::game::BySide;

/// A share with its 95 % interval ([`wilson`]), all 0–1 and rounded to six places; none of nothing.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// Of how many.
    pub of: u64,
    /// The share.
    pub share: Option<f64>,
    /// The low end of its interval.
    pub low: Option<f64>,
    /// The high end of its interval.
    pub high: Option<f64>,
}

impl Share {
    /// Makes the share of `count` in `of`.
    #[must_use]
    pub fn new(count: u64, of: u64) -> Self {
        let interval = wilson(count, of);
        Self {
            count,
            of,
            share: (of > 0).then(|| rounded(real(count) / real(of))),
            low: interval.map(|interval| rounded(interval.low)),
            high: interval.map(|interval| rounded(interval.high)),
        }
    }

    /// Returns the share of all the others.
    #[must_use]
    pub fn complement(&self) -> Self {
        Self::new(self.of - self.count, self.of)
    }
}

/// How sizes are spread; none if there were none.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spread {
    /// The mean, rounded to six places.
    pub mean: Option<f64>,
    /// The median ([`Histogram::percentile`]).
    pub median: Option<u64>,
    /// The 95th percentile.
    pub p95: Option<u64>,
    /// The largest.
    pub max: Option<u64>,
}

impl From<&Histogram> for Spread {
    fn from(histogram: &Histogram) -> Self {
        Self {
            mean: histogram.mean().map(rounded),
            median: histogram.percentile(50),
            p95: histogram.percentile(95),
            max: histogram.max(),
        }
    }
}

/// What came of matches.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatchSummary {
    /// Matches played.
    pub played: u64,
    /// Won by the left side, of all.
    pub left: Share,
    /// Won by the right side, of all.
    pub right: Share,
    /// Ended by the limit of decisions, of all.
    pub unfinished: Share,
    /// Forfeited by a side, which lost them; none if no match was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeited: Option<BySide<u64>>,
    /// Won by the side that began the match, of those that somebody won.
    pub beginner: Share,
    /// Rounds of a match.
    pub rounds: Spread,
}

/// How rounds ended for one reason.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EndingSummary {
    /// The reason.
    pub reason: String,
    /// Rounds that ended so, of all.
    pub rounds: Share,
    /// Won by the left side.
    pub left: u64,
    /// Won by the right side.
    pub right: u64,
    /// Won by nobody.
    pub nobody: u64,
}

/// How often an event happened.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EventSummary {
    /// Its name.
    pub name: String,
    /// Rounds in which it happened at least once, of all.
    pub rounds: Share,
}

/// What came of rounds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RoundSummary {
    /// Rounds played to their end.
    pub played: u64,
    /// Won by the left side, of all.
    pub left: Share,
    /// Won by the right side, of all.
    pub right: Share,
    /// Won by nobody, of all.
    pub nobody: Share,
    /// Won by the side that began the round, of those that somebody won.
    pub beginner: Share,
    /// By reason, in the alphabet's order.
    pub endings: Vec<EndingSummary>,
    /// Named events, in the alphabet's order.
    pub events: Vec<EventSummary>,
    /// Decisions of a round.
    pub decisions: Spread,
}

/// What there was to decide.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DecisionSummary {
    /// Decisions made.
    pub made: u64,
    /// Those with one legal move only, of all.
    pub forced: Share,
    /// Legal moves of a decision.
    pub choices: Spread,
}

/// What came of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// Of matches.
    pub matches: MatchSummary,
    /// Of rounds.
    pub rounds: RoundSummary,
    /// Of decisions.
    pub decisions: DecisionSummary,
}

impl From<&Tally> for Summary {
    fn from(tally: &Tally) -> Self {
        let rounds = tally.rounds.all();
        let of_rounds = |count| Share::new(count, rounds);
        let ending = |(reason, outcomes): (&Arc<str>, &Outcomes)| EndingSummary {
            reason: reason.to_string(),
            rounds: of_rounds(outcomes.all()),
            left: outcomes.won.left,
            right: outcomes.won.right,
            nobody: outcomes.nobody,
        };
        let event = |(name, count): (&Arc<str>, &u64)| EventSummary {
            name: name.to_string(),
            rounds: of_rounds(*count),
        };
        let beginner = |outcomes: &Outcomes| Share::new(outcomes.by_beginner, outcomes.decided());
        let matches = tally.matches.all();
        let of_matches = |count| Share::new(count, matches);
        Self {
            matches: MatchSummary {
                played: matches,
                left: of_matches(tally.matches.won.left),
                right: of_matches(tally.matches.won.right),
                unfinished: of_matches(tally.matches.nobody),
                forfeited: (tally.forfeits != BySide::default()).then_some(tally.forfeits),
                beginner: beginner(&tally.matches),
                rounds: Spread::from(&tally.rounds_per_match),
            },
            rounds: RoundSummary {
                played: rounds,
                left: of_rounds(tally.rounds.won.left),
                right: of_rounds(tally.rounds.won.right),
                nobody: of_rounds(tally.rounds.nobody),
                beginner: beginner(&tally.rounds),
                endings: tally.endings.iter().map(ending).collect(),
                events: tally.events.iter().map(event).collect(),
                decisions: Spread::from(&tally.decisions_per_round),
            },
            decisions: DecisionSummary {
                made: tally.decisions(),
                forced: Share::new(tally.choices.of(1), tally.decisions()),
                choices: Spread::from(&tally.choices),
            },
        }
    }
}

/// Rounds to six places: more would be noise, and files are easier to read.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_nothing_is_none() {
        let share = Share::new(0, 0);
        assert_eq!((share.share, share.low, share.high), (None, None, None));
        let summary = Summary::from(&Tally::default());
        assert_eq!(summary.rounds.decisions.mean, None);
        assert_eq!(summary.matches.beginner.of, 0);
    }

    #[test]
    fn a_share_carries_its_counts_and_interval() {
        // Newcombe (1998), table I: 81 of 263 gives 0.2553 to 0.3662.
        let share = serde_json::to_string(&Share::new(81, 263)).unwrap();
        insta::assert_snapshot!(share, @r#"{"count":81,"of":263,"share":0.307985,"low":0.255289,"high":0.36621}"#);
    }
}
