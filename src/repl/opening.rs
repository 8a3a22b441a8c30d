//! What a session is begun with, and how it is begun.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::patience::Patience;
use super::rules;
use super::session::{Beginning, Looks, Session};
use crate::game::{BySide, GameError};
use crate::replay::{FileError, read_one};
use crate::ruleset::{Loader, Override};
use crate::text::Faults;

/// What a session is begun with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The replay, if one is opened.
    pub file: Option<PathBuf>,
    /// The ruleset; of a replay, in place of its own.
    pub ruleset: Option<String>,
    /// Parameters set, as `key=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// The seed of the match.
    pub seed: u64,
    /// Who plays left and right: `human` or a bot.
    pub players: [String; 2],
}

/// Why a session could not be begun.
#[derive(Debug)]
pub enum OpenError {
    /// The replay's file.
    File(PathBuf, FileError),
    /// The ruleset.
    Faults(Faults),
    /// The rules, as they were played.
    Game(GameError),
    /// There is neither a replay nor a ruleset.
    Nothing,
}

impl From<Faults> for OpenError {
    fn from(faults: Faults) -> Self {
        Self::Faults(faults)
    }
}

impl From<GameError> for OpenError {
    fn from(error: GameError) -> Self {
        Self::Game(error)
    }
}

/// What sessions need of whoever runs them.
#[derive(Clone)]
pub struct Surroundings {
    /// Where rulesets are found.
    pub loader: Loader,
    /// How games are shown.
    pub looks: Looks,
    /// Set when a long answer is to be given up.
    pub stop: Arc<AtomicBool>,
    /// Shows how far a long answer is; an empty text takes that away.
    pub show: Rc<dyn Fn(&str)>,
}

impl std::fmt::Debug for Surroundings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Surroundings").finish_non_exhaustive()
    }
}

impl Opening {
    /// Begins the session. The lines tell what is amiss with a replay.
    ///
    /// # Errors
    /// If the replay or the ruleset cannot be read, or the rules fail.
    pub fn begin(&self, around: &Surroundings) -> Result<(Session, Vec<String>), OpenError> {
        let Surroundings {
            loader,
            looks,
            stop,
            show,
        } = around.clone();
        let patience = Patience::new(stop, show);
        let Some(path) = &self.file else {
            let Some(name) = &self.ruleset else {
                return Err(OpenError::Nothing);
            };
            let changes: Vec<Override> = self.set.iter().cloned().map(Override::Set).collect();
            let ready = rules::load(&loader, name, &changes)?;
            let [left, right] = &self.players;
            let bots = BySide {
                left: left.parse().ok(),
                right: right.parse().ok(),
            };
            let beginning = Beginning {
                ready,
                overrides: changes,
                seed: self.seed,
                bots,
            };
            let session = Session::begin(loader, looks, patience, beginning)?;
            return Ok((session, Vec::new()));
        };
        let recording = read_one(path).map_err(|error| OpenError::File(path.clone(), error))?;
        let ready = rules::of_recording(&loader, &recording, self.ruleset.as_deref())?;
        let mut notes = recording.notes.clone();
        let (session, told) = Session::open(loader, looks, patience, ready, &recording)?;
        notes.extend(told);
        Ok((session, notes))
    }
}
