//! A move: what a side may choose.

use std::rc::Rc;
use std::sync::Arc;

use super::value::Value;

/// A move of the side to act.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Move {
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
        Self {
            text: Arc::from(text),
            data,
            secret: false,
        }
    }

    /// Returns the kind of move: the first word of its text.
    #[must_use]
    pub fn kind(&self) -> &str {
        kind_of(&self.text)
    }
}

/// Returns the kind of move that a text names: its first word.
#[must_use]
pub fn kind_of(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// The legal moves of a position, in the ruleset's order.
pub type Moves = Rc<[Move]>;
