//! The files of a session: the replay that is read and written, and the journal.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::journal::{Begun, Journal, Leftover, folder, leftovers};
use super::opening::Opening;
use super::session::Session;
use crate::replay::{Draft, DraftError, Record};

/// The replay that a session is about.
#[derive(Debug)]
struct Replay {
    path: PathBuf,
    /// Why it must not be written.
    closed: Option<String>,
    /// The file as it was when it was read or written.
    stamp: Option<Stamp>,
}

/// What tells that a file has changed.
type Stamp = (u64, SystemTime);

fn stamp(path: &Path) -> Option<Stamp> {
    let found = std::fs::metadata(path).ok()?;
    Some((found.len(), found.modified().ok()?))
}

/// The files of a session.
#[derive(Debug)]
pub struct Desk {
    replay: Option<Replay>,
    journal: Option<Journal>,
    opening: Opening,
    saved: Saved,
    /// Files that this session has made.
    written: Vec<PathBuf>,
}

/// What stands in the replay's file already.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Saved {
    decisions: usize,
    asides: Vec<Record>,
}

impl Saved {
    fn of(session: &Session) -> Self {
        Self {
            decisions: session.tree().lines()[0].len(),
            asides: session.tree().asides().collect(),
        }
    }
}

/// What there is to be said when a desk is laid out.
#[derive(Debug, Default)]
pub struct Laid {
    /// Things to be said.
    pub notices: Vec<String>,
    /// Sessions that were not ended, the latest first.
    pub leftovers: Vec<Leftover>,
}

impl Desk {
    /// Lays out the files of a session: takes the journal, and with it the replay.
    #[must_use]
    pub fn new(session: &Session, opening: Opening, is_journalled: bool) -> (Self, Laid) {
        let mut laid = Laid::default();
        let mut closed = None;
        let begun = match folder() {
            _ if !is_journalled => Ok(Begun::Busy),
            None => Err(io::Error::other("there is no folder for it")),
            Some(folder) => match &opening.file {
                Some(file) => Journal::of_file(&folder, &opening, file),
                None => Journal::of_match(&folder, &opening),
            },
        };
        let journal = match begun {
            Ok(Begun::Own(journal)) => {
                let folder = folder().unwrap_or_default();
                laid.leftovers = leftovers(&folder, opening.file.as_deref());
                Some(journal)
            }
            Ok(Begun::Busy) => {
                let why = "another session has it open";
                if let (Some(file), true) = (&opening.file, is_journalled) {
                    laid.notices
                        .push(format!("{} is read-only here: {why}", file.display()));
                    closed = Some(why.to_owned());
                }
                None
            }
            Err(error) => {
                laid.notices.push(format!(
                    "what is typed is not kept against a crash: {error}"
                ));
                None
            }
        };
        let replay = opening.file.as_ref().map(|path| Replay {
            path: path.clone(),
            closed,
            stamp: stamp(path),
        });
        let saved = if replay.is_some() {
            Saved::of(session)
        } else {
            Saved::default()
        };
        let desk = Self {
            replay,
            journal,
            opening,
            saved,
            written: Vec::new(),
        };
        (desk, laid)
    }

    /// Returns the path of the replay, if the session has one.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.replay.as_ref().map(|replay| replay.path.as_path())
    }

    /// Writes a line down that was typed. If that fails it is said, once.
    pub fn typed(&mut self, line: &str) -> Option<String> {
        let journal = self.journal.as_mut()?;
        let error = journal.typed(line).err()?;
        self.journal = None;
        Some(format!(
            "what is typed is no longer kept against a crash: {error}"
        ))
    }

    /// Begins the journal anew with what was typed in a session that is taken back.
    pub fn taken_back(&mut self, leftover: &Leftover) {
        self.opening = leftover.opening.clone();
        if let Some(journal) = &mut self.journal {
            // A journal that fails here fails at the next line, too, which says so.
            let restarted = journal.restart(&leftover.opening, &leftover.typed);
            if restarted.is_ok() {
                leftover.forget();
            }
        }
    }

    /// Tells whether what is typed is kept until the next session.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.journal.as_ref().is_some_and(Journal::is_kept)
    }

    /// Tells whether there is something that no file holds yet.
    #[must_use]
    pub fn is_unsaved(&self, session: &Session) -> bool {
        let now = Saved::of(session);
        now.decisions > self.saved.decisions || now.asides != self.saved.asides
    }

    /// Writes the replay: where it came from, or to a file named here. Returns what to say.
    ///
    /// # Errors
    /// If it cannot be written, or there is no name for it.
    pub fn save(&mut self, session: &Session, name: Option<&str>) -> Result<String, String> {
        let own = self.file().map(Path::to_owned);
        let name = name
            .map(|name| name.trim_matches('"'))
            .filter(|name| !name.is_empty());
        match (name.map(PathBuf::from), own) {
            (Some(path), own) if own.as_ref() != Some(&path) => self.save_as(session, path),
            (_, Some(own)) => self.save_own(session, &own),
            (_, None) => Err("name a file: `save FILE`".to_owned()),
        }
    }

    /// Writes a new file, which is the session's from then on unless it has one.
    fn save_as(&mut self, session: &Session, path: PathBuf) -> Result<String, String> {
        let is_ours = self.written.contains(&path);
        if path.exists() && !is_ours {
            return Err(format!(
                "{} exists already: name another file",
                path.display()
            ));
        }
        write(&path, session, None).map_err(|error| error.to_string())?;
        self.written.push(path.clone());
        let said = format!("written to {}", path.display());
        if self.replay.is_none() {
            self.saved = Saved::of(session);
            self.replay = Some(Replay {
                stamp: stamp(&path),
                path,
                closed: None,
            });
        }
        Ok(said)
    }

    /// Writes the session's own file; if that must not or cannot be, a copy.
    fn save_own(&mut self, session: &Session, path: &Path) -> Result<String, String> {
        let replay = self.replay.as_ref();
        // A file that is gone is written anew.
        let now = stamp(path);
        let changed = now.is_some() && replay.is_some_and(|replay| now != replay.stamp);
        let closed = replay.and_then(|replay| replay.closed.clone());
        let closed = closed.or_else(|| changed.then(|| "somebody else has changed it".to_owned()));
        // Where the match itself has not grown its lines stay as they are, also where it ends
        // earlier under rules that were edited meanwhile.
        let has_grown = session.tree().lines()[0].len() > self.saved.decisions;
        let kept = (!has_grown).then_some(path);
        let why = match closed {
            Some(why) => why,
            None => match writable(path).and_then(|()| write(path, session, kept)) {
                Ok(()) => {
                    self.is_written(session, path);
                    return Ok(format!("written to {}", path.display()));
                }
                Err(error) => error.error.to_string(),
            },
        };
        let copy = copy_of(path);
        write(&copy, session, None).map_err(|error| error.to_string())?;
        self.saved = Saved::of(session);
        // What comes later goes there, too.
        self.replay = Some(Replay {
            stamp: stamp(&copy),
            path: copy.clone(),
            closed: None,
        });
        Ok(format!(
            "{} is not written: {why}; a copy is in {}",
            path.display(),
            copy.display()
        ))
    }

    fn is_written(&mut self, session: &Session, path: &Path) {
        if let Some(replay) = &mut self.replay {
            replay.stamp = stamp(path);
        }
        self.saved = Saved::of(session);
        if let (Some(journal), Some(_)) = (&mut self.journal, &self.opening.file) {
            // What the file holds need not be typed again. A journal that fails here fails at the
            // next line, too, which says so.
            let _ = journal.restart(&self.opening, &[]);
        }
    }

    /// Ends the session. What is in no file is left to be taken back, if `keep` says so.
    pub fn end(self, keep: bool) {
        if let Some(journal) = self.journal
            && !keep
        {
            journal.end();
        }
    }
}

/// Tells whether a file may be written: to replace it would not ask.
fn writable(path: &Path) -> Result<(), DraftError> {
    let opened = std::fs::OpenOptions::new().write(true).open(path);
    match opened {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(DraftError {
            path: path.to_owned(),
            error,
        }),
        _ => Ok(()),
    }
}

/// Returns a name for a copy that is not taken, where copies can be written.
fn copy_of(path: &Path) -> PathBuf {
    let folder = folder().unwrap_or_else(std::env::temp_dir);
    let _ = std::fs::create_dir_all(&folder);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut number = 1;
    loop {
        let path = folder.join(format!("{stem}-copy-{number}.jsonl"));
        if !path.exists() {
            return path;
        }
        number += 1;
    }
}

/// Writes a session's replay. Where the match is as it was read, `kept` is the file whose lines
/// stay as they are; only notes, marks and branches are written anew.
fn write(path: &Path, session: &Session, kept: Option<&Path>) -> Result<(), DraftError> {
    let old = kept.and_then(|path| std::fs::read_to_string(path).ok());
    let mut draft = Draft::begin(path)?;
    match old {
        Some(text) => {
            for line in text.lines().filter(|line| !is_aside(line)) {
                draft.write(line.as_bytes())?;
                draft.write(b"\n")?;
            }
            let asides: Vec<Record> = session.tree().asides().collect();
            draft.records(&asides)?;
        }
        None => draft.records(&session.records())?,
    }
    draft.keep(true)
}

/// Tells whether a line of a replay is a note, a mark or a branch.
fn is_aside(line: &str) -> bool {
    let read: Option<serde_json::Value> = serde_json::from_str(line).ok();
    let kind = read.as_ref().and_then(|record| record.get("type"));
    kind.and_then(serde_json::Value::as_str)
        .is_some_and(|kind| ["note", "mark", "branch"].contains(&kind))
}
