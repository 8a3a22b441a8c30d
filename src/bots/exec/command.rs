//! The command of a program that plays.

use std::fmt;
use std::time::Duration;

/// How long a program may think, if nothing else is said.
const PATIENCE: Duration = Duration::from_secs(10);

/// A program with its arguments, and how long it may think.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CommandLine {
    /// At least one.
    words: Vec<String>,
    patience: Duration,
}

/// Why a text is no command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// There is nothing in it.
    #[error("it names no program")]
    Empty,
    /// A quotation mark has no partner.
    #[error("a quotation mark is not closed")]
    Open,
}

impl CommandLine {
    /// Splits a text into words as a shell does. No shell is run: nothing is expanded, and there are
    /// no pipes.
    ///
    /// # Errors
    /// If there is no word in it, or a quotation mark is open.
    pub fn from_text(text: &str) -> Result<Self, CommandError> {
        let words = shell_words::split(text).map_err(|_| CommandError::Open)?;
        if words.first().is_none_or(String::is_empty) {
            return Err(CommandError::Empty);
        }
        Ok(Self {
            words,
            patience: PATIENCE,
        })
    }

    /// Sets how long it may think about a decision.
    #[must_use]
    pub const fn within(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Returns the program and its arguments.
    pub(super) fn words(&self) -> &[String] {
        &self.words
    }

    /// Returns how long it may think about a decision.
    #[must_use]
    pub const fn patience(&self) -> Duration {
        self.patience
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shell_words::join(&self.words))
    }
}
