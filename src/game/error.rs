//! What can go wrong in a game.

use super::chance::ChanceError;
use super::side::Side;

/// A fault of the rules: they failed, or asked for something that cannot be.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct RuleFault {
    /// The function that failed or asked.
    pub hook: &'static str,
    /// What is wrong.
    pub message: String,
    /// Where in the ruleset's files, if the rules can tell.
    #[source]
    pub source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl RuleFault {
    /// Makes a fault that is found by the host rather than in a file.
    #[must_use]
    pub fn new(hook: &'static str, message: impl Into<String>) -> Self {
        Self {
            hook,
            message: message.into(),
            source: None,
        }
    }
}

/// Why a game could not go on.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// The rules are at fault.
    #[error("{place}: the function `{}` is at fault: {fault}", fault.hook)]
    Rules {
        /// Where in the match, in words.
        place: String,
        /// The fault.
        #[source]
        fault: RuleFault,
    },
    /// Chance gave no usable answer.
    #[error(transparent)]
    Chance(#[from] ChanceError),
    /// A move that is not legal here.
    #[error("`{text}` is not a legal move of {side}")]
    Illegal {
        /// The text given.
        text: String,
        /// Whose decision it is.
        side: Side,
    },
    /// A decision was made where none is due.
    #[error("no decision is due")]
    NoDecision,
}
