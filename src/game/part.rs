//! Questions that rules ask themselves on the way to an answer, such as "which of my cards may be
//! played?". What was answered once need not be asked again, as with the questions of the host.

use std::cell::RefCell;
use std::fmt;
use std::hash::BuildHasher;
use std::rc::Rc;

use foldhash::fast::FixedState;
use smallvec::SmallVec;

use super::layout::PileId;
use super::moves::Moves;
use super::rules::Effects;
use super::value::Value;
use super::verdict::Verdict;
use super::view::{Fact, View};

/// The number of a question that some rules ask themselves, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PartId(pub u16);

/// An answer of rules, to the host or to themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Plain data.
    Value(Value),
    /// A list of moves.
    Moves(Moves),
    /// A list of effects.
    Effects(Effects),
    /// Whether a round has ended, and how.
    Verdict(Option<Verdict>),
}

/// What an answer depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// A fact of the position.
    Fact(Fact),
    /// How many cards of each kind a pile holds, as far as one of the numbers of the layout's census
    /// tells. All of them are read together.
    Counts(PileId, u8),
    /// The answer to a question that the rules asked themselves, whatever it depends on: a flag, a
    /// number or the like, which tells apart fewer positions than what it depends on does.
    Part(PartId),
}

/// An answer to a part that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// The answer.
    pub answer: Answer,
    /// The operations that it took at first.
    pub cost: u64,
    /// Those of them that parts in `path` take.
    pub(super) of_parts: u64,
    /// What a question in which it is used depends on: what it depends on itself, or the part.
    pub(super) path: Vec<Step>,
}

/// Where the answers of parts are kept.
pub(super) trait Keeper {
    /// Returns the answer for a view.
    fn find(&self, part: PartId, view: &View) -> Option<Known>;

    /// Keeps an answer by what it depends on. `cost` are its operations without those of the parts
    /// among that. Tells whether the part may stand for what the answer depends on.
    fn keep(&self, part: PartId, view: &View, path: &[Step], answer: Answer, cost: u64) -> bool;
}

/// What rules read while they make an answer, part by part.
pub struct Record {
    keeper: Rc<dyn Keeper>,
    /// One for each question in progress: the innermost last.
    frames: RefCell<Vec<Frame>>,
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record")
            .field("frames", &self.frames)
            .finish_non_exhaustive()
    }
}

/// What one question has come to so far.
#[derive(Debug, Default)]
pub(super) struct Frame {
    /// What was read, each fact once; a part as often as it was asked, since it costs each time.
    pub(super) path: Vec<Step>,
    /// Operations of the parts in it.
    pub(super) of_parts: u64,
    /// Whether a part was answered from what is kept.
    pub(super) uses_kept: bool,
    /// A bit for each fact in the path, which some share: most facts are new, and need not be looked for.
    seen: u128,
    /// The piles of which all kinds were counted.
    counted: SmallVec<[PileId; 4]>,
}

impl Frame {
    fn read(&mut self, step: Step) {
        let is_known = match step {
            Step::Part(_) => false,
            Step::Fact(Fact::Count(pile, _)) if self.counted.contains(&pile) => true,
            Step::Fact(fact) => {
                let bit = 1 << (FixedState::default().hash_one(fact) % 128);
                let may_be_known = self.seen & bit != 0;
                self.seen |= bit;
                may_be_known && self.path.contains(&step)
            }
            Step::Counts(pile, _) => {
                let may_be_known = self.counted.contains(&pile);
                if !may_be_known {
                    self.counted.push(pile);
                }
                may_be_known && self.path.contains(&step)
            }
        };
        if !is_known {
            self.path.push(step);
        }
    }

    /// Takes in what the answer to a part depends on, and the operations of the parts in that.
    fn take_in(&mut self, path: &[Step], of_parts: u64) {
        for step in path {
            self.read(*step);
        }
        self.of_parts += of_parts;
    }
}

impl Record {
    pub(super) fn new(keeper: Rc<dyn Keeper>) -> Self {
        Self {
            keeper,
            frames: RefCell::new(vec![Frame::default()]),
        }
    }

    /// Returns what the whole answer depends on.
    pub(super) fn finish(&self) -> Frame {
        self.frames.borrow_mut().pop().unwrap_or_default()
    }

    pub(super) fn read(&self, fact: Fact) {
        if let Some(frame) = self.frames.borrow_mut().last_mut() {
            frame.read(Step::Fact(fact));
        }
    }

    /// Notes that all kinds of a pile were counted, which so many numbers tell.
    pub(super) fn counted(&self, pile: PileId, numbers: u8) {
        if let Some(frame) = self.frames.borrow_mut().last_mut() {
            for number in 0..numbers {
                frame.read(Step::Counts(pile, number));
            }
        }
    }

    /// Returns the answer to a part for a view, if it is known. Whoever uses it says so by
    /// [`Record::used`].
    #[must_use]
    pub fn known(&self, part: PartId, view: &View) -> Option<Known> {
        self.keeper.find(part, view)
    }

    /// Tells that a known answer to a part was used.
    pub fn used(&self, known: &Known) {
        if let Some(frame) = self.frames.borrow_mut().last_mut() {
            frame.uses_kept = true;
            frame.take_in(&known.path, known.of_parts);
        }
    }

    /// Forgets what was read so far: the question is asked once more, from the start.
    pub fn restart(&self) {
        let mut frames = self.frames.borrow_mut();
        frames.clear();
        frames.push(Frame::default());
    }

    /// Tells that what is read from now on is read for a part, until [`Record::end`].
    pub fn begin(&self) {
        self.frames.borrow_mut().push(Frame::default());
    }

    /// Ends a part, which took so many operations. If there is no answer that can be kept, whatever
    /// was read for it was read by the question around it.
    pub fn end(&self, part: PartId, view: &View, answer: Option<Answer>, cost: u64) {
        let Some(frame) = self.frames.borrow_mut().pop() else {
            return;
        };
        let own = cost.saturating_sub(frame.of_parts);
        let stands =
            answer.is_some_and(|answer| self.keeper.keep(part, view, &frame.path, answer, own));
        if let Some(around) = self.frames.borrow_mut().last_mut() {
            around.uses_kept |= frame.uses_kept;
            if stands {
                around.take_in(&[Step::Part(part)], cost);
            } else {
                around.take_in(&frame.path, frame.of_parts);
            }
        }
    }
}
