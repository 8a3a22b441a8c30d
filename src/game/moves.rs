//! A move: what a side may choose.

use std::cell::{Cell, OnceCell};
use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

use foldhash::fast::FixedState;

use super::value::Value;

/// A move of the side to act. Copies share what it consists of, and its hash.
#[derive(Clone)]
pub struct Move(Rc<Shared>);

struct Shared {
    spec: MoveSpec,
    hash: OnceCell<u64>,
    number: Cell<Number>,
}

/// The number that a move has where moves are numbered.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Number {
    /// Who numbers; 0 if nobody did yet.
    pub(super) by: u64,
    pub(super) number: usize,
}

/// What a move consists of.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct MoveSpec {
    /// The canonical text: lower case, unique among the legal moves of its position.
    pub text: Arc<str>,
    /// What the rules need to know to play it.
    pub data: Value,
    /// Whether the opponent learns only that a move was made, not which.
    pub secret: bool,
}

impl Move {
    /// Makes an open move.
    #[must_use]
    pub fn new(text: &str, data: Value) -> Self {
        Self::from(MoveSpec {
            text: Arc::from(text),
            data,
            secret: false,
        })
    }

    /// Returns the kind of move: the first word of its text.
    #[must_use]
    pub fn kind(&self) -> &str {
        kind_of(&self.text)
    }

    /// Returns the number that was given last.
    pub(super) fn number(&self) -> Number {
        self.0.number.get()
    }

    /// Gives it a number, in the place of any that it has.
    pub(super) fn set_number(&self, number: Number) {
        self.0.number.set(number);
    }
}

impl From<MoveSpec> for Move {
    fn from(spec: MoveSpec) -> Self {
        Self(Rc::new(Shared {
            spec,
            hash: OnceCell::new(),
            number: Cell::default(),
        }))
    }
}

impl Deref for Move {
    type Target = MoveSpec;

    fn deref(&self) -> &MoveSpec {
        &self.0.spec
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let made = || FixedState::default().hash_one(&**self);
        state.write_u64(*self.0.hash.get_or_init(made));
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// Returns the kind of move that a text names: its first word.
#[must_use]
pub fn kind_of(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// The legal moves of a position, in the ruleset's order.
pub type Moves = Rc<[Move]>;
