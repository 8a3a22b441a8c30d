//! What is counted of matches. Whole numbers only, so that the order in which they are added
//! makes no difference; shares and means are made of them at the end.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::histogram::Histogram;
use crate::game::{BySide, Decision, Event, Layout, Observer, Side, State};

/// How often each side won, and how often nobody did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcomes {
    /// Won, by side.
    pub won: BySide<u64>,
    /// Won by nobody.
    pub nobody: u64,
    /// Won by the side that began.
    pub by_beginner: u64,
}

impl Outcomes {
    fn add(&mut self, winner: Option<Side>, first: Side) {
        match winner {
            Some(side) => self.won[side] += 1,
            None => self.nobody += 1,
        }
        self.by_beginner += u64::from(winner == Some(first));
    }

    fn merge(&mut self, other: &Self) {
        for (side, won) in other.won.iter() {
            self.won[side] += won;
        }
        self.nobody += other.nobody;
        self.by_beginner += other.by_beginner;
    }

    /// Returns how many somebody won.
    #[must_use]
    pub const fn decided(&self) -> u64 {
        self.won.left + self.won.right
    }

    /// Returns how many there were.
    #[must_use]
    pub const fn all(&self) -> u64 {
        self.decided() + self.nobody
    }
}

/// The counts of some matches.
///
/// A round that was broken off because its match ran out of decisions is no round here; its
/// decisions count among `choices`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    /// Matches; those that nobody won are unfinished.
    pub matches: Outcomes,
    /// Matches that a side lost because it forfeited them, by that side.
    pub forfeits: BySide<u64>,
    /// Rounds; those that nobody won are drawn.
    pub rounds: Outcomes,
    /// Rounds by the reason of their end.
    pub endings: BTreeMap<Arc<str>, Outcomes>,
    /// Rounds in which a named event happened, by its name.
    pub events: BTreeMap<Arc<str>, u64>,
    /// Rounds of a match.
    pub rounds_per_match: Histogram,
    /// Decisions of a round.
    pub decisions_per_round: Histogram,
    /// Legal moves of a decision.
    pub choices: Histogram,
}

impl Tally {
    /// Adds what another has counted. The order of additions makes no difference.
    pub fn merge(&mut self, other: &Self) {
        self.matches.merge(&other.matches);
        for (side, forfeits) in other.forfeits.iter() {
            self.forfeits[side] += forfeits;
        }
        self.rounds.merge(&other.rounds);
        for (reason, outcomes) in &other.endings {
            self.endings
                .entry(Arc::clone(reason))
                .or_default()
                .merge(outcomes);
        }
        for (name, count) in &other.events {
            *self.events.entry(Arc::clone(name)).or_default() += count;
        }
        self.rounds_per_match.merge(&other.rounds_per_match);
        self.decisions_per_round.merge(&other.decisions_per_round);
        self.choices.merge(&other.choices);
    }

    /// Returns the decisions made, those of broken-off rounds among them.
    #[must_use]
    pub fn decisions(&self) -> u64 {
        self.choices.count()
    }
}

/// Counts one match while it is played.
#[derive(Debug, Clone)]
pub struct Counter {
    tally: Tally,
    began_match: Side,
    began_round: Side,
    decisions: u64,
    events: BTreeSet<Arc<str>>,
}

impl Default for Counter {
    fn default() -> Self {
        Self {
            tally: Tally::default(),
            began_match: Side::Left,
            began_round: Side::Left,
            decisions: 0,
            events: BTreeSet::new(),
        }
    }
}

impl Counter {
    /// Returns who began the match.
    #[must_use]
    pub const fn began(&self) -> Side {
        self.began_match
    }

    /// Returns the counts of the match.
    #[must_use]
    pub fn into_tally(self) -> Tally {
        self.tally
    }

    /// Counts the match as lost by a side that forfeits it. The round in progress is no round.
    pub fn forfeited(&mut self, side: Side) {
        self.tally.forfeits[side] += 1;
        self.end_match(Some(side.other()));
    }

    // Most events are none of these four.

    #[cold]
    fn begin_round(&mut self, number: u32, first: Side) {
        if number == 1 {
            self.began_match = first;
        }
        self.began_round = first;
        self.decisions = 0;
        self.events.clear();
    }

    #[cold]
    fn named(&mut self, name: &Arc<str>) {
        if !self.events.contains(name) {
            self.events.insert(Arc::clone(name));
        }
    }

    #[cold]
    fn end_match(&mut self, winner: Option<Side>) {
        self.tally.matches.add(winner, self.began_match);
        let rounds = self.tally.rounds.all();
        self.tally.rounds_per_match.add(rounds);
    }

    #[cold]
    fn end_round(&mut self, winner: Option<Side>, reason: &Arc<str>) {
        let tally = &mut self.tally;
        tally.rounds.add(winner, self.began_round);
        tally
            .endings
            .entry(Arc::clone(reason))
            .or_default()
            .add(winner, self.began_round);
        tally.decisions_per_round.add(self.decisions);
        for name in std::mem::take(&mut self.events) {
            *tally.events.entry(name).or_default() += 1;
        }
    }
}

impl Observer for Counter {
    #[inline]
    fn event(&mut self, event: &Event, _state: &State, _layout: &Layout) {
        match event {
            Event::RoundBegan { number, first } => self.begin_round(*number, *first),
            Event::Named { name, .. } => self.named(name),
            Event::RoundEnded { winner, reason, .. } => self.end_round(*winner, reason),
            Event::MatchEnded { winner } => self.end_match(*winner),
            _ => {}
        }
    }

    fn decision(&mut self, decision: &Decision<'_>) {
        self.decisions += 1;
        self.tally.choices.add(decision.legal.len() as u64);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Tells a counter of a match: rounds as (who begins, who wins, reason), and who wins it.
    fn told(rounds: &[(Side, Option<Side>, &str)], winner: Option<Side>) -> Tally {
        let layout = Layout::default();
        let state = State::new(&layout);
        let mut counter = Counter::default();
        for (number, (first, winner, reason)) in (1..).zip(rounds) {
            let ended = Event::RoundEnded {
                winner: *winner,
                reason: Arc::from(*reason),
                score: BySide::default(),
                next_first: first.other(),
            };
            let first = *first;
            counter.event(&Event::RoundBegan { number, first }, &state, &layout);
            for _ in 0..2 {
                // Twice in a round is still one round with it.
                let name = Arc::from("bell");
                let data = crate::game::Value::Null;
                counter.event(&Event::Named { name, data }, &state, &layout);
            }
            counter.event(&ended, &state, &layout);
        }
        counter.event(&Event::MatchEnded { winner }, &state, &layout);
        counter.into_tally()
    }

    const L: Side = Side::Left;
    const R: Side = Side::Right;

    #[test]
    fn winners_and_beginners_are_told_apart() {
        let tally = told(
            &[(R, Some(L), "a"), (L, Some(L), "b"), (R, None, "b")],
            Some(L),
        );
        assert_eq!((tally.matches.won.left, tally.matches.by_beginner), (1, 0));
        assert_eq!((tally.rounds.won.left, tally.rounds.nobody), (2, 1));
        assert_eq!(tally.rounds.by_beginner, 1);
        assert_eq!(tally.endings["b"].nobody, 1);
        assert_eq!(tally.events["bell"], 3);
        assert_eq!(tally.rounds_per_match.max(), Some(3));
    }

    fn side() -> impl Strategy<Value = Side> {
        prop_oneof![Just(L), Just(R)]
    }

    fn tally() -> impl Strategy<Value = Tally> {
        let reason = prop_oneof![Just("a"), Just("b"), Just("c")];
        let round = (side(), proptest::option::of(side()), reason);
        (
            proptest::collection::vec(round, 0..6),
            proptest::option::of(side()),
        )
            .prop_map(|(rounds, winner)| told(&rounds, winner))
    }

    proptest! {
        #[test]
        fn the_order_of_additions_makes_no_difference(a in tally(), b in tally(), c in tally()) {
            let sum = |parts: [&Tally; 3]| {
                let mut sum = Tally::default();
                for part in parts {
                    sum.merge(part);
                }
                sum
            };
            prop_assert_eq!(sum([&a, &b, &c]), sum([&c, &a, &b]));
            let mut grouped = b.clone();
            grouped.merge(&c);
            grouped.merge(&a);
            prop_assert_eq!(sum([&a, &b, &c]), grouped);
        }
    }
}
