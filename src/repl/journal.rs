//! What was typed in a session, written down as it is typed, so that a session which was not ended
//! can be taken back.
//!
//! A journal is a file of JSON lines: what was opened, then each line typed. A session holds a lock
//! on its journal, which the system lets go however the session ends: a journal that nobody holds
//! and in which something was typed is one of a session that was not ended.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::opening::Opening;

/// Most bytes of a journal that are read.
const MOST: u64 = 16 << 20;
/// Most sessions without a file at one time.
const SLOTS: usize = 100;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Entry {
    Opened(Opening),
    Typed(String),
}

/// A session that was not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leftover {
    /// What it was begun with.
    pub opening: Opening,
    /// What was typed in it.
    pub typed: Vec<String>,
}

/// The journal of a running session.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// What came of looking for a journal.
#[derive(Debug)]
pub enum Begun {
    /// It is this session's own; perhaps another one was not ended.
    Own(Journal, Option<Leftover>),
    /// Another session holds it.
    Busy,
}

/// Returns the folder of journals and of the history of lines: `SALLE_STATE`, or where the system
/// keeps such things.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("SALLE_STATE").filter(|name| !name.is_empty()) {
        return Some(PathBuf::from(folder));
    }
    let folders = directories::ProjectDirs::from("", "", "salle")?;
    let state = folders.state_dir();
    Some(state.unwrap_or_else(|| folders.data_local_dir()).to_owned())
}

impl Journal {
    /// Begins the journal of a session on a replay.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn of_file(folder: &Path, opening: &Opening, file: &Path) -> io::Result<Begun> {
        let path = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let digest = Sha256::digest(path.as_os_str().as_encoded_bytes());
        let name = digest[..8]
            .iter()
            .fold(0_u64, |name, byte| name << 8 | u64::from(*byte));
        Self::begin(&folder.join(format!("file-{name:016x}.jsonl")), opening)
    }

    /// Begins the journal of a session without a replay.
    ///
    /// # Errors
    /// If none can be written.
    pub fn of_match(folder: &Path, opening: &Opening) -> io::Result<Begun> {
        let slots = (1..=SLOTS).map(|slot| folder.join(format!("match-{slot}.jsonl")));
        let mut free = None;
        for path in slots {
            if !path.exists() {
                free = free.or(Some(path));
                // Slots are taken in order, with gaps only where a session has ended since.
                continue;
            }
            match Self::begin(&path, opening)? {
                Begun::Own(journal, Some(leftover)) => {
                    return Ok(Begun::Own(journal, Some(leftover)));
                }
                Begun::Own(_, None) => free = free.or(Some(path)),
                Begun::Busy => {}
            }
        }
        match free {
            Some(path) => Self::begin(&path, opening),
            None => Ok(Begun::Busy),
        }
    }

    fn begin(path: &Path, opening: &Opening) -> io::Result<Begun> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(Begun::Busy),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let mut text = String::new();
        // What is no text was no journal.
        let _ = (&mut file).take(MOST).read_to_string(&mut text);
        let leftover = leftover(&text);
        if leftover.is_some() {
            // Kept until it is taken back or the next one is found.
            std::fs::write(path.with_extension("lost"), &text)?;
        }
        let mut journal = Self {
            file,
            path: path.to_owned(),
        };
        journal.restart(opening, &[])?;
        Ok(Begun::Own(journal, leftover))
    }

    /// Begins anew, with what was typed so far.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn restart(&mut self, opening: &Opening, typed: &[String]) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.write(&Entry::Opened(opening.clone()))?;
        for line in typed {
            self.typed(line)?;
        }
        Ok(())
    }

    /// Writes down a line that was typed.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn typed(&mut self, line: &str) -> io::Result<()> {
        self.write(&Entry::Typed(line.to_owned()))
    }

    fn write(&mut self, entry: &Entry) -> io::Result<()> {
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        // One call: after a kill there is the whole line or none of it.
        self.file.write_all(&line)
    }

    /// Ends the session: there is nothing left to take back.
    pub fn end(self) {
        // A journal that stays is offered again, which loses nothing.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Reads a journal; nothing if nothing was typed. A last line that is torn is left out.
fn leftover(text: &str) -> Option<Leftover> {
    let mut entries = text
        .lines()
        .map_while(|line| serde_json::from_str(line).ok());
    let Some(Entry::Opened(opening)) = entries.next() else {
        return None;
    };
    let typed: Vec<String> = entries
        .filter_map(|entry| match entry {
            Entry::Typed(line) => Some(line),
            Entry::Opened(_) => None,
        })
        .collect();
    (!typed.is_empty()).then_some(Leftover { opening, typed })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

    use super::*;

    fn opening() -> Opening {
        Opening {
            file: None,
            ruleset: Some("game/variant".to_owned()),
            set: Vec::new(),
            seed: 7,
            players: ["human".to_owned(), "random".to_owned()],
        }
    }

    fn own(begun: io::Result<Begun>) -> (Journal, Option<Leftover>) {
        match begun.unwrap() {
            Begun::Own(journal, leftover) => (journal, leftover),
            Begun::Busy => panic!("the journal is held by nobody"),
        }
    }

    #[test]
    fn a_session_that_was_not_ended_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, leftover) = own(Journal::of_match(folder.path(), &opening()));
        assert_eq!(leftover, None);
        journal.typed("go 1").unwrap();
        journal.typed("note \"so\"").unwrap();
        drop(journal);
        let (journal, leftover) = own(Journal::of_match(folder.path(), &opening()));
        let typed = vec!["go 1".to_owned(), "note \"so\"".to_owned()];
        assert_eq!(leftover.unwrap().typed, typed);
        drop(journal);
        // It is offered once; a copy stays.
        assert_eq!(own(Journal::of_match(folder.path(), &opening())).1, None);
        assert!(folder.path().join("match-1.lost").exists());
    }

    #[test]
    fn a_session_that_was_ended_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, _) = own(Journal::of_match(folder.path(), &opening()));
        journal.typed("go 1").unwrap();
        journal.end();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_replay_has_one_session_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("match.jsonl");
        let begin = || Journal::of_file(folder.path(), &opening(), &file);
        let (first, _) = own(begin());
        assert!(matches!(begin().unwrap(), Begun::Busy));
        drop(first);
        own(begin());
    }

    #[test]
    fn sessions_without_a_replay_have_each_a_journal() {
        let folder = tempfile::tempdir().unwrap();
        let (_first, _) = own(Journal::of_match(folder.path(), &opening()));
        let (_second, _) = own(Journal::of_match(folder.path(), &opening()));
        assert!(folder.path().join("match-2.jsonl").exists());
    }

    #[test]
    fn a_torn_line_is_left_out() {
        let line = |entry: &Entry| serde_json::to_string(entry).unwrap();
        let whole = [
            line(&Entry::Opened(opening())),
            line(&Entry::Typed("a".into())),
        ]
        .join("\n");
        assert_eq!(
            leftover(&format!("{whole}\n{{\"typed\":\"b"))
                .unwrap()
                .typed,
            ["a"]
        );
        assert_eq!(leftover("no journal"), None);
    }
}
