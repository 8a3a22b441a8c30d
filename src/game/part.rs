//! Questions that rules ask themselves on the way to an answer, such as "which of my cards may be
//! played?". What was answered once need not be asked again, as with the questions of the host.

mod frame;

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

pub(super) use self::frame::{Frame, Step};
pub use self::frame::{Mark, Test};
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

impl From<Effects> for Answer {
    fn from(effects: Effects) -> Self {
        Self::Effects(effects)
    }
}

impl From<Moves> for Answer {
    fn from(moves: Moves) -> Self {
        Self::Moves(moves)
    }
}

impl From<Option<Verdict>> for Answer {
    fn from(verdict: Option<Verdict>) -> Self {
        Self::Verdict(verdict)
    }
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

/// How facts are read. One question may be asked in either way, and what was read is not the same then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Reading {
    /// Of a number that is only compared, it is told how.
    #[default]
    Comparing,
    /// Every fact is told as it is.
    Plain,
}

/// Where the answers of parts are kept.
pub(super) trait Keeper {
    /// Returns the answer for a view.
    fn find(&self, part: PartId, view: &View, reading: Reading) -> Option<Known>;

    /// Keeps an answer by what it depends on. `cost` are its operations without those of the parts
    /// among that. Tells whether the part may stand for what the answer depends on.
    fn keep(&self, part: PartId, view: &View, read: Read<'_>, answer: Answer, cost: u64) -> bool;
}

/// What was read for an answer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Read<'a> {
    pub(super) path: &'a [Step],
    pub(super) reading: Reading,
}

/// What rules read while they make an answer, part by part.
pub struct Record {
    keeper: Rc<dyn Keeper>,
    /// One for each question in progress: the innermost last.
    frames: RefCell<Vec<Frame>>,
    reading: Cell<Reading>,
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record")
            .field("frames", &self.frames)
            .finish_non_exhaustive()
    }
}

impl Record {
    pub(super) fn new(keeper: Rc<dyn Keeper>) -> Self {
        Self {
            keeper,
            frames: RefCell::new(vec![Frame::default()]),
            reading: Cell::default(),
        }
    }

    /// Returns what the whole answer depends on, and how that was read.
    pub(super) fn finish(&self) -> (Frame, Reading) {
        let frame = self.frames.borrow_mut().pop();
        (frame.unwrap_or_default(), self.reading.get())
    }

    /// Notes that a fact was read.
    pub fn read(&self, fact: Fact) {
        if let Some(frame) = self.frames.borrow_mut().last_mut() {
            frame.fact(fact);
        }
    }

    /// Notes that all kinds of a pile were counted, which so many numbers tell.
    pub(super) fn counted(&self, pile: PileId, numbers: u8) {
        if let Some(frame) = self.frames.borrow_mut().last_mut() {
            frame.counted(pile, numbers);
        }
    }

    /// Returns how much was read so far.
    #[must_use]
    pub fn length(&self) -> usize {
        let frames = self.frames.borrow();
        frames.last().map_or(0, |frame| frame.path.len())
    }

    /// Takes a fact back that was the last one to be read, if it was not known when no more than
    /// `length` was read. Whoever takes it back makes no use of it, or says which by
    /// [`Record::compared`].
    #[must_use]
    pub fn take_back(&self, fact: Fact, length: usize) -> bool {
        let mut frames = self.frames.borrow_mut();
        let frame = frames.last_mut();
        frame.is_some_and(|frame| frame.take_back(fact, length))
    }

    /// Notes that a fact that is this number was compared. Nothing else of it was used.
    pub fn compared(&self, test: Test, number: i64) {
        if let Some(frame) = self.frames.borrow_mut().last_mut() {
            frame.compared(test, number);
        }
    }

    /// Returns the answer to a part for a view, if it is known. Whoever uses it says so by
    /// [`Record::used`].
    #[must_use]
    pub fn known(&self, part: PartId, view: &View) -> Option<Known> {
        self.keeper.find(part, view, self.reading.get())
    }

    /// Tells that a known answer to a part was used.
    pub fn used(&self, known: &Known, view: &View) {
        if let Some(frame) = self.frames.borrow_mut().last_mut() {
            frame.uses_kept = true;
            frame.take_in(&known.path, known.of_parts, view);
        }
    }

    /// Forgets what was read so far: the question is asked once more, from the start, by other means
    /// that make no comparisons of their own.
    pub fn restart(&self) {
        let mut frames = self.frames.borrow_mut();
        frames.clear();
        frames.push(Frame::default());
        self.reading.set(Reading::Plain);
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
        let read = Read {
            path: &frame.path,
            reading: self.reading.get(),
        };
        let stands = answer.is_some_and(|answer| self.keeper.keep(part, view, read, answer, own));
        if let Some(around) = self.frames.borrow_mut().last_mut() {
            around.uses_kept |= frame.uses_kept;
            if stands {
                around.take_in(&[Step::Part(part)], cost, view);
            } else {
                around.take_in(&frame.path, frame.of_parts, view);
            }
        }
    }
}
