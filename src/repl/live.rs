//! Watches the files of a ruleset.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::ruleset::Ruleset;

/// The state of a folder's rules: each file with its size and when it was written.
type State = BTreeSet<(PathBuf, u64, Option<SystemTime>)>;

/// Watches the folders that a ruleset's files lie in. What is built in cannot change.
pub(super) struct Watch {
    folders: Vec<PathBuf>,
    seen: State,
    _watcher: RecommendedWatcher,
}

impl Watch {
    /// Begins to watch; `changed` is called, from another thread, when something may have changed.
    /// Nothing if there is no file to watch, or the system does not tell.
    pub(super) fn new(ruleset: &Ruleset, changed: impl Fn() + Send + 'static) -> Option<Self> {
        let folders: BTreeSet<PathBuf> = ruleset
            .files
            .iter()
            .map(|file| PathBuf::from(&file.name))
            .filter(|path| path.is_file())
            .filter_map(|path| path.parent().map(Path::to_owned))
            .collect();
        if folders.is_empty() {
            return None;
        }
        let folders: Vec<PathBuf> = folders.into_iter().collect();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            // To read a file is an event as well, and reading is what follows.
            if !matches!(event.map(|event| event.kind), Ok(EventKind::Access(_))) {
                changed();
            }
        })
        .ok()?;
        for folder in &folders {
            watcher.watch(folder, RecursiveMode::NonRecursive).ok()?;
        }
        Some(Self {
            seen: state(&folders),
            folders,
            _watcher: watcher,
        })
    }

    /// Tells whether a file of rules has changed since this was asked last.
    pub(super) fn has_changed(&mut self) -> bool {
        let now = state(&self.folders);
        let changed = now != self.seen;
        self.seen = now;
        changed
    }
}

fn state(folders: &[PathBuf]) -> State {
    let entries = folders
        .iter()
        .filter_map(|folder| std::fs::read_dir(folder).ok())
        .flatten()
        .filter_map(Result::ok);
    let rules = entries.filter(|entry| {
        let name = entry.path();
        let ending = name.extension().and_then(|ending| ending.to_str());
        matches!(ending, Some("yaml" | "rhai"))
    });
    rules
        .filter_map(|entry| {
            let found = entry.metadata().ok()?;
            Some((entry.path(), found.len(), found.modified().ok()))
        })
        .collect()
}
