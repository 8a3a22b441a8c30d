//! What an answer depends on: the steps by which rules came to it.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use smallvec::SmallVec;

use super::PartId;
use crate::game::layout::PileId;
use crate::game::view::{Fact, View};

/// What an answer depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::game) enum Step {
    /// A fact of the position.
    Fact(Fact),
    /// How a fact that is a number compares with another one, and no more of it.
    Test(Test),
    /// How many cards of each kind a pile holds, as far as one of the numbers of the layout's census
    /// tells. All of them are read together.
    Counts(PileId, u8),
    /// The answer to a question that the rules asked themselves, whatever it depends on: a flag, a
    /// number or the like, which tells apart fewer positions than what it depends on does.
    Part(PartId),
}

impl Step {
    /// Returns what a fact is compared with, if it is.
    pub(in crate::game) const fn mark(&self) -> Option<i32> {
        match self {
            Self::Test(Test {
                with: Mark::AtMost(number) | Mark::Is(number),
                ..
            }) => Some(*number),
            _ => None,
        }
    }
}

/// A comparison of a fact that is a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Test {
    /// The fact.
    pub fact: Fact,
    /// What it is compared with.
    pub with: Mark,
}

/// What a number is compared with. Every comparison of whole numbers is one of these, or its contrary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Whether it is at most this.
    AtMost(i32),
    /// Whether it is this.
    Is(i32),
}

impl Mark {
    /// Tells whether a number passes.
    #[must_use]
    pub fn holds(self, number: i64) -> bool {
        match self {
            Self::AtMost(most) => number <= i64::from(most),
            Self::Is(one) => number == i64::from(one),
        }
    }
}

/// What is known of a fact that was only compared so far: between which numbers it lies.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    fact: Fact,
    least: i64,
    most: i64,
}

impl Bounds {
    const fn of(fact: Fact) -> Self {
        let least = match fact {
            Fact::Size(_) | Fact::Count(..) | Fact::Behind(_) => 0,
            _ => i64::MIN,
        };
        Self {
            fact,
            least,
            most: i64::MAX,
        }
    }

    /// Tells whether all numbers between the bounds compare alike.
    fn settle(self, with: Mark) -> bool {
        match with {
            Mark::AtMost(most) => self.most <= i64::from(most) || self.least > i64::from(most),
            Mark::Is(one) => {
                let one = i64::from(one);
                one < self.least || one > self.most || self.least == self.most
            }
        }
    }

    /// Takes in how the fact compares, which is this number.
    fn narrow(&mut self, with: Mark, number: i64) {
        match with {
            Mark::AtMost(most) if with.holds(number) => self.most = self.most.min(most.into()),
            Mark::AtMost(most) => self.least = self.least.max(i64::from(most) + 1),
            Mark::Is(_) if with.holds(number) => (self.least, self.most) = (number, number),
            Mark::Is(one) if i64::from(one) == self.least => self.least += 1,
            Mark::Is(one) if i64::from(one) == self.most => self.most -= 1,
            Mark::Is(_) => {}
        }
    }
}

/// What one question has come to so far.
#[derive(Debug, Default)]
pub(in crate::game) struct Frame {
    /// What was read, nothing of which follows from what stands before it; but a part as often as it
    /// was asked, since it costs each time.
    pub(in crate::game) path: Vec<Step>,
    /// Operations of the parts in it.
    pub(in crate::game) of_parts: u64,
    /// Whether a part was answered from what is kept.
    pub(in crate::game) uses_kept: bool,
    /// A bit for each fact in the path, which some share: most facts are new, and need not be looked for.
    seen: u128,
    /// The piles of which all kinds were counted.
    counted: SmallVec<[PileId; 4]>,
    /// What is known of facts that were only compared.
    bounds: SmallVec<[Bounds; 4]>,
}

impl Frame {
    /// Takes in that a fact was read.
    pub(super) fn fact(&mut self, fact: Fact) {
        if !self.knows(fact) {
            self.seen |= bit(fact);
            self.path.push(Step::Fact(fact));
        }
    }

    /// Takes in that all kinds of a pile were counted, which so many numbers tell.
    pub(super) fn counted(&mut self, pile: PileId, numbers: u8) {
        if !self.counted.contains(&pile) {
            self.counted.push(pile);
            let numbers = 0..numbers;
            self.path
                .extend(numbers.map(|number| Step::Counts(pile, number)));
        }
    }

    /// Takes in how a fact compares, which is this number.
    pub(super) fn compared(&mut self, test: Test, number: i64) {
        if self.knows(test.fact) {
            return;
        }
        let known = self.bounds.iter().position(|it| it.fact == test.fact);
        let place = known.unwrap_or_else(|| {
            self.bounds.push(Bounds::of(test.fact));
            self.bounds.len() - 1
        });
        let step = Step::Test(test);
        let bounds = &mut self.bounds[place];
        if !bounds.settle(test.with) && !self.path.contains(&step) {
            bounds.narrow(test.with, number);
            self.path.push(step);
        }
    }

    /// Takes in what the answer to a part depends on, and the operations of the parts in that.
    pub(super) fn take_in(&mut self, path: &[Step], of_parts: u64, view: &View) {
        for step in path {
            match step {
                Step::Part(_) => self.path.push(*step),
                Step::Fact(fact) => self.fact(*fact),
                Step::Test(test) => self.compared(*test, view.number(test.fact)),
                Step::Counts(pile, _) => self.counted(*pile, view.layout().census().numbers()),
            }
        }
        self.of_parts += of_parts;
    }

    /// Tells whether it follows from the path what a fact is.
    fn knows(&self, fact: Fact) -> bool {
        if let Fact::Count(pile, _) = fact
            && self.counted.contains(&pile)
        {
            return true;
        }
        let bounds = self.bounds.iter().find(|bounds| bounds.fact == fact);
        if bounds.is_some_and(|bounds| bounds.least == bounds.most) {
            return true;
        }
        self.seen & bit(fact) != 0 && self.path.contains(&Step::Fact(fact))
    }

    /// Takes a fact back that was read last, if it was new.
    pub(super) fn take_back(&mut self, fact: Fact, length: usize) -> bool {
        let is_new = self.path.len() > length && self.path.last() == Some(&Step::Fact(fact));
        if is_new {
            self.path.pop();
        }
        is_new
    }
}

/// Returns the bit of a fact.
fn bit(fact: Fact) -> u128 {
    1 << (FixedState::default().hash_one(fact) % 128)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FACT: Fact = Fact::Distance;

    /// Compares a number with marks, one after the other; returns the marks that are kept.
    fn kept(number: i64, marks: &[Mark]) -> Vec<Mark> {
        let mut frame = Frame::default();
        for with in marks {
            let test = Test {
                fact: FACT,
                with: *with,
            };
            frame.compared(test, number);
        }
        let steps = frame.path.iter().map(|step| match step {
            Step::Test(test) => test.with,
            other => panic!("{other:?} is no comparison"),
        });
        steps.collect()
    }

    #[test]
    fn what_follows_from_what_is_known_is_not_kept() {
        use Mark::{AtMost, Is};
        assert_eq!(kept(9, &[AtMost(3), AtMost(1), Is(2)]), [AtMost(3)]);
        assert_eq!(kept(2, &[AtMost(3), AtMost(5), Is(4)]), [AtMost(3)]);
        assert_eq!(kept(2, &[Is(2), AtMost(1), Is(3)]), [Is(2)]);
        assert_eq!(
            kept(4, &[AtMost(4), AtMost(3), Is(4)]),
            [AtMost(4), AtMost(3)]
        );
        assert_eq!(kept(9, &[Is(2), Is(2)]), [Is(2)]);
    }

    #[test]
    fn a_number_that_comparisons_tell_need_not_be_read() {
        let fact = Fact::Size(PileId(0));
        let with = Mark::AtMost(0);
        let test = Test { fact, with };
        let mut frame = Frame::default();
        frame.compared(test, 0);
        frame.fact(fact);
        assert_eq!(frame.path, [Step::Test(test)]);
        let mut frame = Frame::default();
        frame.fact(fact);
        frame.compared(test, 0);
        assert_eq!(frame.path, [Step::Fact(fact)]);
    }

    fn mark() -> impl Strategy<Value = Mark> {
        prop_oneof![(-5..15).prop_map(Mark::AtMost), (-5..15).prop_map(Mark::Is)]
    }

    proptest! {
        /// Two numbers that compare alike by what is kept compare alike by everything.
        #[test]
        fn what_is_kept_tells_all(
            number in -2_i64..6,
            other in -2_i64..6,
            marks in proptest::collection::vec(mark(), 0..5),
        ) {
            let alike = |marks: &[Mark]| {
                let mut marks = marks.iter();
                marks.all(|mark| mark.holds(number) == mark.holds(other))
            };
            let kept = kept(number, &marks);
            prop_assert_eq!(alike(&kept), alike(&marks));
        }
    }
}
