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
/// Most sessions that were not ended and are kept.
const MOST_KEPT: usize = 50;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Entry {
    Opened(Opening),
    Typed(String),
}

/// A session that was not ended, in a file of its own until it is taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leftover {
    /// The file.
    path: PathBuf,
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
    /// It is this session's own.
    Own(Journal),
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
        let mut own = None;
        for slot in 1..=SLOTS {
            let path = folder.join(format!("match-{slot}.jsonl"));
            // Every slot that nobody holds is looked at: it may be of a session that was not ended.
            if own.is_some() && !path.exists() {
                continue;
            }
            if let Begun::Own(journal) = Self::begin(&path, opening)? {
                match own {
                    None => own = Some(journal),
                    Some(_) => journal.end(),
                }
            }
        }
        Ok(own.map_or(Begun::Busy, Begun::Own))
    }

    fn begin(path: &Path, opening: &Opening) -> io::Result<Begun> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true);
        let mut file = options.truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(Begun::Busy),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let mut text = String::new();
        // What is no text was no journal.
        let _ = (&mut file).take(MOST).read_to_string(&mut text);
        if read(&text).is_some() {
            keep(path, &text)?;
        }
        let mut journal = Self {
            file,
            path: path.to_owned(),
        };
        journal.restart(opening, &[])?;
        Ok(Begun::Own(journal))
    }

    /// Tells whether what is typed is really kept: the file may have been taken away.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.path.exists()
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

/// Puts a journal of a session that was not ended aside, under a name of its own.
fn keep(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let name = |number: usize| folder.join(format!("kept-{number}.jsonl"));
    let last = (1..)
        .take(MOST_KEPT)
        .filter(|number| name(*number).exists())
        .last();
    let next = last.unwrap_or_default() + 1;
    if next > MOST_KEPT {
        // The oldest makes room.
        for number in 1..MOST_KEPT {
            std::fs::rename(name(number + 1), name(number))?;
        }
    }
    std::fs::write(name(next.min(MOST_KEPT)), text)
}

/// Returns the sessions that were not ended, on this replay or without one; the latest first.
#[must_use]
pub fn leftovers(folder: &Path, file: Option<&Path>) -> Vec<Leftover> {
    let whole = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let file = file.map(whole);
    let kept = (1..=MOST_KEPT).rev().filter_map(|number| {
        let path = folder.join(format!("kept-{number}.jsonl"));
        let (opening, typed) = read(&std::fs::read_to_string(&path).ok()?)?;
        let same = opening.file.as_deref().map(whole) == file;
        same.then_some(Leftover {
            path,
            opening,
            typed,
        })
    });
    kept.collect()
}

impl Leftover {
    /// Forgets the session: it has been taken back, and another journal has it.
    pub fn forget(&self) {
        // One that stays is offered again, which loses nothing.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Reads a journal; nothing if nothing was typed. A last line that is torn is left out.
fn read(text: &str) -> Option<(Opening, Vec<String>)> {
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
    (!typed.is_empty()).then_some((opening, typed))
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

    fn own(begun: io::Result<Begun>) -> Journal {
        match begun.unwrap() {
            Begun::Own(journal) => journal,
            Begun::Busy => panic!("the journal is held by nobody"),
        }
    }

    fn typed_in(folder: &Path) -> Vec<Vec<String>> {
        let found = leftovers(folder, None).into_iter();
        found.map(|leftover| leftover.typed).collect()
    }

    #[test]
    fn sessions_that_were_not_ended_are_found_until_they_are_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        let begin = || own(Journal::of_match(folder.path(), &opening()));
        let mut journal = begin();
        assert!(typed_in(folder.path()).is_empty());
        journal.typed("go 1").unwrap();
        journal.typed("note \"so\"").unwrap();
        drop(journal);
        let mut second = begin();
        second.typed("go 2").unwrap();
        drop(second);
        let _third = begin();
        let one = vec!["go 1".to_owned(), "note \"so\"".to_owned()];
        assert_eq!(
            typed_in(folder.path()),
            [vec!["go 2".to_owned()], one.clone()]
        );
        leftovers(folder.path(), None)[0].forget();
        assert_eq!(typed_in(folder.path()), [one]);
    }

    #[test]
    fn a_session_that_was_ended_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = own(Journal::of_match(folder.path(), &opening()));
        journal.typed("go 1").unwrap();
        assert!(journal.is_kept());
        journal.end();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_replay_has_one_session_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("match.jsonl");
        let begin = || Journal::of_file(folder.path(), &opening(), &file);
        let first = own(begin());
        assert!(matches!(begin().unwrap(), Begun::Busy));
        drop(first);
        own(begin());
    }

    #[test]
    fn sessions_without_a_replay_have_each_a_journal() {
        let folder = tempfile::tempdir().unwrap();
        let _first = own(Journal::of_match(folder.path(), &opening()));
        let _second = own(Journal::of_match(folder.path(), &opening()));
        assert!(folder.path().join("match-2.jsonl").exists());
    }

    #[test]
    fn no_more_sessions_are_kept_than_can_be_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..MOST_KEPT + 3 {
            let mut journal = own(Journal::of_match(folder.path(), &opening()));
            journal.typed(&format!("go {number}")).unwrap();
        }
        let _last = own(Journal::of_match(folder.path(), &opening()));
        let typed = typed_in(folder.path());
        assert_eq!(typed.len(), MOST_KEPT);
        assert_eq!(typed[0], [format!("go {}", MOST_KEPT + 2)]);
    }

    #[test]
    fn a_torn_line_is_left_out() {
        let line = |entry: &Entry| serde_json::to_string(entry).unwrap();
        let whole = [
            line(&Entry::Opened(opening())),
            line(&Entry::Typed("a".into())),
        ]
        .join("\n");
        assert_eq!(read(&format!("{whole}\n{{\"typed\":\"b")).unwrap().1, ["a"]);
        assert_eq!(read("no journal"), None);
    }
}
