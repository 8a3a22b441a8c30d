//! What is written down of a match while it is played.

use crate::game::{BySide, Decision, Event, Layout, Observer, Side, State};
use crate::sim::{Counter, Tally};

/// The first round of a match: where a side had to decide, and how it ended.
#[derive(Debug, Clone, Default)]
pub(super) struct FirstRound {
    /// The position before each decision.
    pub(super) decisions: Vec<State>,
    /// Who won it; nobody also if it was broken off.
    pub(super) winner: Option<Side>,
}

/// Watches a match.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    counter: Counter,
    tally: Tally,
    keeps_positions: bool,
    round: u32,
    first_round: FirstRound,
    /// Who led after each round in which somebody did, one after the other.
    leaders: Vec<Side>,
}

impl Watch {
    /// Begins to watch; the positions of the first round are kept only if they are needed.
    pub(super) fn new(keeps_positions: bool) -> Self {
        Self {
            counter: Counter::default(),
            tally: Tally::default(),
            keeps_positions,
            round: 0,
            first_round: FirstRound::default(),
            leaders: Vec::new(),
        }
    }

    /// Returns what was counted, once the match is over.
    pub(super) const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns the first round.
    pub(super) const fn first_round(&self) -> &FirstRound {
        &self.first_round
    }

    /// Returns how often the lead went from one side to the other.
    pub(super) fn lead_changes(&self) -> u64 {
        changes(&self.leaders)
    }

    /// Tells whether a side led at some time.
    pub(super) fn led(&self, side: Side) -> bool {
        self.leaders.contains(&side)
    }
}

/// Counts how often the one who leads is another than before.
pub(super) fn changes(leaders: &[Side]) -> u64 {
    let changes = leaders.windows(2).filter(|pair| pair[0] != pair[1]).count();
    changes as u64
}

/// Returns who has more; nobody if both have as many.
pub(super) fn leader<T: PartialOrd>(count: &BySide<T>) -> Option<Side> {
    if count.left > count.right {
        Some(Side::Left)
    } else if count.right > count.left {
        Some(Side::Right)
    } else {
        None
    }
}

impl Observer for Watch {
    fn event(&mut self, event: &Event, state: &State, layout: &Layout) {
        self.counter.event(event, state, layout);
        match event {
            Event::RoundBegan { number, .. } => self.round = *number,
            Event::RoundEnded { winner, score, .. } => {
                self.leaders.extend(leader(score));
                if self.round == 1 {
                    self.first_round.winner = *winner;
                }
            }
            Event::MatchEnded { .. } => {
                self.tally = std::mem::take(&mut self.counter).into_tally();
            }
            _ => {}
        }
    }

    fn decision(&mut self, decision: &Decision<'_>) {
        self.counter.decision(decision);
        if self.keeps_positions && self.round == 1 {
            self.first_round.decisions.push(decision.state.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Tells a watch of rounds won one after the other.
    fn watched(winners: &[Option<Side>]) -> Watch {
        let layout = Layout::default();
        let state = State::new(&layout);
        let mut watch = Watch::new(false);
        let mut score = BySide::default();
        for (number, winner) in (1..).zip(winners) {
            let first = Side::Left;
            watch.event(&Event::RoundBegan { number, first }, &state, &layout);
            if let Some(side) = winner {
                score[*side] += 1;
            }
            let ended = Event::RoundEnded {
                winner: *winner,
                reason: Arc::from("high"),
                score,
                next_first: first,
            };
            watch.event(&ended, &state, &layout);
        }
        let winner = leader(&score);
        watch.event(&Event::MatchEnded { winner }, &state, &layout);
        watch
    }

    #[test]
    fn the_lead_changes_when_another_side_has_more() {
        let (left, right) = (Some(Side::Left), Some(Side::Right));
        // 1:0, 1:0, 1:1, 1:2, 2:2, 3:2: the lead goes over at 1:2 and back at 3:2.
        let watch = watched(&[left, None, right, right, left, left]);
        assert_eq!(watch.lead_changes(), 2);
        assert!(watch.led(Side::Right));
        assert_eq!(watch.first_round().winner, left);
        assert_eq!(watch.tally().rounds.all(), 6);
        // 1:0, 1:1, 2:1: a tie takes the lead away and gives it to nobody.
        let watch = watched(&[left, right, left]);
        assert_eq!(watch.lead_changes(), 0);
        assert!(!watch.led(Side::Right));
    }
}
