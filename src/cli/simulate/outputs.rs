//! Where the matches of a run are written.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use crate::cli::error::CliError;
use crate::cli::out::Out;
use crate::cli::recordings::refuse_existing;
use crate::replay::Draft;

/// Digits of a file's name at least: so many that the files of most runs sort by number.
const DIGITS: usize = 6;

/// The ending of a recording's name.
const ENDING: &str = "jsonl";

/// One file, or standard output, with all matches.
#[derive(Debug)]
pub(super) enum Trace {
    None,
    Stdout,
    File(Draft, bool),
}

impl Trace {
    /// Begins the trace; `-` is standard output. A file is replaced only if that is asked for.
    pub(super) fn begin(path: Option<&Path>, replace: bool) -> Result<Self, CliError> {
        match path {
            None => Ok(Self::None),
            Some(path) if path == Path::new("-") => Ok(Self::Stdout),
            Some(path) => {
                refuse_existing(path, replace)?;
                Ok(Self::File(Draft::begin(path)?, replace))
            }
        }
    }

    pub(super) fn write(&mut self, match_: &[u8], out: &mut Out) -> Result<(), CliError> {
        match self {
            Self::None => Ok(()),
            Self::Stdout => out.write_all(match_).map_err(CliError::Output),
            Self::File(draft, _) => Ok(draft.write(match_)?),
        }
    }

    /// Gives the file its name.
    pub(super) fn keep(self) -> Result<(), CliError> {
        match self {
            Self::None | Self::Stdout => Ok(()),
            Self::File(draft, replace) => Ok(draft.keep(replace)?),
        }
    }
}

/// A folder with a file for each match.
#[derive(Debug)]
pub(super) struct Records {
    folder: PathBuf,
    replace: bool,
}

impl Records {
    /// Makes the folder, and looks for files that would be written over.
    pub(super) fn begin(
        folder: &Path,
        numbers: &RangeInclusive<u64>,
        replace: bool,
    ) -> Result<Self, CliError> {
        let failed = |what| {
            move |error| CliError::File {
                what,
                path: folder.to_owned(),
                error,
            }
        };
        std::fs::create_dir_all(folder).map_err(failed("make the folder"))?;
        if !replace {
            let mut taken = Vec::new();
            for entry in std::fs::read_dir(folder).map_err(failed("read"))? {
                let name = entry.map_err(failed("read"))?.file_name();
                taken.extend(number_of(Path::new(&name)).filter(|number| numbers.contains(number)));
            }
            if let Some(first) = taken.iter().min() {
                return Err(CliError::call(
                    format!(
                        "{} is there already",
                        folder.join(name_of(*first)).display()
                    ),
                    "name another folder, or let `--force` write over it",
                ));
            }
        }
        Ok(Self {
            folder: folder.to_owned(),
            replace,
        })
    }

    pub(super) fn write(&self, number: u64, match_: &[u8]) -> Result<(), CliError> {
        let mut draft = Draft::begin(&self.folder.join(name_of(number)))?;
        draft.write(match_)?;
        Ok(draft.keep(self.replace)?)
    }
}

/// Returns the name of a match's file.
fn name_of(number: u64) -> String {
    format!("{number:0DIGITS$}.{ENDING}")
}

/// Returns the number of the match whose file has this name.
fn number_of(name: &Path) -> Option<u64> {
    let number = name.file_stem()?.to_str()?.parse().ok()?;
    (Path::new(&name_of(number)) == name).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_padded_and_read_back() {
        assert_eq!(name_of(17), "000017.jsonl");
        assert_eq!(number_of(Path::new("000017.jsonl")), Some(17));
        assert_eq!(number_of(Path::new("1234567.jsonl")), Some(1_234_567));
        for other in ["17.jsonl", "000017.json", "notes.jsonl"] {
            assert_eq!(number_of(Path::new(other)), None, "{other}");
        }
    }
}
