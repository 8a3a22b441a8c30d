//! Recordings in files.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::format::Recording;
use super::read::Reader;
use crate::text::Faults;

/// Why a file is no recording of one match.
#[derive(Debug)]
pub enum FileError {
    /// It cannot be read.
    Unreadable(io::Error),
    /// What stands in it is at fault.
    Faults(Faults),
    /// It holds more than one match.
    Several,
}

impl From<Faults> for FileError {
    fn from(faults: Faults) -> Self {
        Self::Faults(faults)
    }
}

/// Opens a recording; `-` is standard input.
///
/// # Errors
/// If it cannot be read, or is no regular file.
pub fn open(path: &Path) -> io::Result<Reader<Box<dyn BufRead + Send>>> {
    if path == Path::new("-") {
        return Ok(Reader::new(
            "standard input",
            Box::new(BufReader::new(io::stdin())),
        ));
    }
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    let file = File::open(path)?;
    Ok(Reader::new(
        path.display().to_string(),
        Box::new(BufReader::new(file)),
    ))
}

/// Reads a file that holds one match.
///
/// # Errors
/// If it cannot be read, is at fault, or holds more than one.
pub fn read_one(path: &Path) -> Result<Recording, FileError> {
    let mut reader = open(path).map_err(FileError::Unreadable)?;
    // A reader gives one match at least, or the fault of an empty file.
    let first = reader.next_match()?;
    match (first, reader.next_match()?) {
        (Some(recording), None) => Ok(recording),
        _ => Err(FileError::Several),
    }
}
