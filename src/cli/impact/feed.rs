//! Recorded matches of many files, one after the other.

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::vec::IntoIter;

use crate::cli::error::CliError;
use crate::cli::recordings::unreadable;
use crate::replay::{self, Reader, Recording};
use crate::ruleset::Loader;
use crate::text::{Fault, Faults};

/// The ending of recordings.
const ENDING: &str = "jsonl";

/// The matches of some files, in order. A file that is damaged gives its faults, and ends there.
pub(super) struct Feed {
    paths: IntoIter<PathBuf>,
    open: Option<Reader<Box<dyn BufRead + Send>>>,
}

impl Feed {
    /// Lists the files that some paths mean; a folder means all recordings in it and below.
    pub(super) fn new(loader: &Loader, paths: &[PathBuf]) -> Result<Self, CliError> {
        let mut files = Vec::new();
        for path in paths {
            if path.is_dir() {
                files.extend(loader.library().below(path, ENDING));
            } else {
                // Opened now, so that a wrong name is told before hours of work.
                replay::open(path).map_err(|error| unreadable(path, error))?;
                files.push(path.clone());
            }
        }
        Ok(Self {
            paths: files.into_iter(),
            open: None,
        })
    }
}

impl Iterator for Feed {
    type Item = Result<Recording, Faults>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(reader) = &mut self.open {
                match reader.next_match() {
                    Ok(Some(recording)) => return Some(Ok(recording)),
                    Ok(None) => self.open = None,
                    Err(faults) => {
                        self.open = None;
                        return Some(Err(faults));
                    }
                }
            }
            let path = self.paths.next()?;
            match replay::open(&path) {
                Ok(reader) => self.open = Some(reader),
                Err(error) => {
                    let message = format!("cannot read {}: {error}", path.display());
                    return Some(Err(Fault::new("file", message).into()));
                }
            }
        }
    }
}

/// Reads the match that begins on a line of a file again.
pub(super) fn at(path: &Path, line: usize) -> Result<Option<Recording>, CliError> {
    let Ok(mut reader) = replay::open(path) else {
        return Ok(None);
    };
    while let Some(recording) = reader.next_match()? {
        if recording.line == line {
            return Ok(Some(recording));
        }
    }
    Ok(None)
}
