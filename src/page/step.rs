//! A match as positions to be stepped through.

use crate::analysis::{self, Analysis, Estimate};
use crate::game::State;
use crate::replay::{Moment, Record, Timeline};

/// A position that one can stand at.
#[derive(Debug, Clone)]
pub(super) struct Step {
    /// Its number, from 1.
    pub(super) number: usize,
    /// By which other parts of the page lead here.
    pub(super) id: String,
    /// The number of its round.
    pub(super) round: u32,
    /// What kind of position it is.
    pub(super) at: At,
    /// Decisions made before it.
    pub(super) decisions: u64,
    /// The position.
    pub(super) state: State,
    /// What happened since the position before: moments of the timeline.
    pub(super) since: std::ops::Range<usize>,
    /// Whether it is the first of its round.
    pub(super) is_first: bool,
}

/// What kind of position it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    /// A side decides: the moment of the timeline.
    Decision(usize),
    /// A round has ended.
    RoundEnd,
    /// Here the recording ends.
    End,
}

/// Returns the positions of a match: before each decision, at the end of each round, and where the
/// recording ends if that is elsewhere.
pub(super) fn steps(timeline: &Timeline) -> Vec<Step> {
    let moments = &timeline.moments;
    let mut steps: Vec<Step> = Vec::new();
    let mut begin = 0;
    for (index, moment) in moments.iter().enumerate() {
        let (at, end) = match &moment.record {
            Record::Decision { .. } => (At::Decision(index), index),
            Record::RoundEnd { .. } => (At::RoundEnd, after_match_end(moments, index + 1)),
            _ => continue,
        };
        push(&mut steps, moment.round, at, &moment.before, begin..end);
        // The decision itself is the first thing that happens after its position.
        begin = end;
    }
    let is_decided = matches!(
        steps.last(),
        Some(Step {
            at: At::RoundEnd,
            ..
        })
    );
    if begin < moments.len() || !is_decided {
        let last = &timeline.last;
        push(&mut steps, last.round, At::End, last, begin..moments.len());
    }
    steps
}

/// The end of the match belongs to the end of its last round.
fn after_match_end(moments: &[Moment], index: usize) -> usize {
    match moments.get(index).map(|moment| &moment.record) {
        Some(Record::MatchEnd { .. }) => index + 1,
        _ => index,
    }
}

fn push(steps: &mut Vec<Step>, round: u32, at: At, state: &State, since: std::ops::Range<usize>) {
    let number = steps.len() + 1;
    steps.push(Step {
        number,
        id: format!("position-{number}"),
        round,
        at,
        decisions: state.decisions,
        state: state.clone(),
        since,
        is_first: steps.last().is_none_or(|last| last.round != round),
    });
}

impl Step {
    /// Returns the number of the decision that is made here.
    pub(super) const fn decides(&self) -> Option<u64> {
        match self.at {
            At::Decision(_) => Some(self.decisions + 1),
            At::RoundEnd | At::End => None,
        }
    }

    /// Returns what an analysis says of its round.
    pub(super) fn round_of<'a>(&self, analysis: &'a Analysis) -> Option<&'a analysis::Round> {
        let mut rounds = analysis.rounds.iter();
        rounds.find(|round| round.number == self.round)
    }

    /// Returns what an analysis says of the decision that is made here.
    pub(super) fn decision<'a>(&self, analysis: &'a Analysis) -> Option<&'a analysis::Decision> {
        let number = self.decides()?;
        let mut decisions = analysis.decisions();
        decisions.find(|decision| decision.number == number)
    }

    /// Returns what chance was worth to left since the position before.
    pub(super) fn swing(&self, analysis: &Analysis) -> Option<Estimate> {
        let round = self.round_of(analysis)?;
        let before = (!self.is_first).then_some(self.decisions);
        let swings = round.moments.iter().filter_map(|moment| match moment {
            analysis::Moment::Chance(chance) if chance.after == before => Some(chance.swing),
            _ => None,
        });
        swings.reduce(|sum, swing| Estimate {
            value: sum.value + swing.value,
            error: sum.error.hypot(swing.error),
        })
    }
}
