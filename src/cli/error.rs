//! The answer of a verb, and what can keep it from answering.

use std::io;
use std::path::PathBuf;

use crate::game::GameError;
use crate::page::PageError;
use crate::play::{PlayerError, RunError};
use crate::replay::DraftError;
use crate::text::{Fault, Faults};

/// What a verb found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Done, or: yes.
    Yes,
    /// No: a test fails, replays differ, a replay does not hold.
    No,
    /// A command of a session was bad.
    Bad,
    /// The user stopped a long run.
    Interrupted,
}

/// Why a verb could not answer.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// Files that are at fault.
    #[error("{0}")]
    Faults(#[from] Faults),
    /// A call that makes no sense.
    #[error("{message}")]
    Call {
        /// What is wrong with it.
        message: String,
        /// What would be right.
        help: Option<String>,
    },
    /// A file that cannot be read or written.
    #[error("cannot {what} {}: {error}", path.display())]
    File {
        /// What was tried: `read`, `write`.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        #[source]
        error: io::Error,
    },
    /// A match that could not go on.
    #[error("{context}{error}")]
    Run {
        /// Which match, in words; empty or ends in a colon and a space.
        context: String,
        /// Why.
        #[source]
        error: RunError,
    },
    /// The system gives no thread to work with.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
    /// A page that cannot be made.
    #[error(transparent)]
    Page(#[from] PageError),
    /// Output that cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[source] io::Error),
}

impl CliError {
    /// Makes the error for a bad call.
    pub(super) fn call(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Call {
            message: message.into(),
            help: Some(help.into()),
        }
    }

    /// Returns the faults to be shown, if files are at fault.
    pub(super) fn faults(&self) -> Option<Faults> {
        match self {
            Self::Faults(faults) => Some(faults.clone()),
            Self::Run { context, error } => {
                let (who, error) = match error {
                    RunError::Game(error) => (String::new(), error),
                    RunError::Player {
                        side,
                        error: PlayerError::Game(error),
                    } => (format!(", while {side} thought ahead"), error),
                    RunError::Player { .. } => return None,
                };
                let GameError::Rules { place, fault } = error else {
                    return None;
                };
                let source = fault.source.as_ref()?.downcast_ref::<Fault>()?;
                let place = format!("{context}{place}{who}");
                Some(source.clone().note(place).into())
            }
            _ => None,
        }
    }
}

impl From<DraftError> for CliError {
    fn from(DraftError { path, error }: DraftError) -> Self {
        Self::File {
            what: "write",
            path,
            error,
        }
    }
}

impl From<RunError> for CliError {
    fn from(error: RunError) -> Self {
        Self::Run {
            context: String::new(),
            error,
        }
    }
}

impl From<GameError> for CliError {
    fn from(error: GameError) -> Self {
        RunError::from(error).into()
    }
}
