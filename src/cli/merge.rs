//! `salle merge`: the parts of a sweep, joined.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::error::{Answer, CliError};
use super::measuring::Format;
use super::out::Out;
use super::pages::Pages;
use super::sweep::print;
use crate::measure::grid::MOST_CELLS;
use crate::measure::{Head, MOST_PART_BYTES, Part, Sweeping};
use crate::text::count;

/// Cells that a message names.
const NAMED: usize = 8;

/// Join the parts that `salle sweep --out` has written
///
/// Prints what one sweep that played all of them prints, to the byte.
///
/// Example: salle merge parts --format json
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folders of parts, or the files
    #[arg(value_name = "DIR|FILE", required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    pages: Pages,
    /// How to print it
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

impl Args {
    pub(super) fn run(self, out: &mut Out) -> Result<Answer, CliError> {
        self.pages.check()?;
        let mut head: Option<(PathBuf, Head)> = None;
        let mut cells: BTreeMap<usize, PathBuf> = BTreeMap::new();
        for path in self.files()? {
            let part = read(&path)?;
            let (first, head) = head.get_or_insert_with(|| (path.clone(), part.head.clone()));
            if let Some(what) = part.head.difference(head) {
                return Err(CliError::call(
                    format!(
                        "{} and {} are of two sweeps: their {what} differs",
                        first.display(),
                        path.display()
                    ),
                    "join the parts of one sweep only",
                ));
            }
            if let Some(other) = cells.insert(part.cell, path.clone()) {
                return Err(CliError::call(
                    format!(
                        "{} and {} are the same combination",
                        other.display(),
                        path.display()
                    ),
                    "name each part once",
                ));
            }
        }
        let sweeping = head
            .as_ref()
            .and_then(|(_, head)| Sweeping::new(head.clone()));
        let (Some((_, head)), Some(mut sweeping)) = (head, sweeping) else {
            return Err(CliError::call(
                "there are no parts",
                "name the folder of `salle sweep --out`",
            ));
        };
        whole(&head, &cells)?;
        // Read again one by one, in their order: all together they may be large.
        for path in cells.values() {
            sweeping.take(read(path)?);
        }
        print(&sweeping.finish(false), self.format, &self.pages, out)?;
        Ok(Answer::Yes)
    }

    /// Returns the files named, and those in the folders named.
    fn files(&self) -> Result<Vec<PathBuf>, CliError> {
        let mut files = Vec::new();
        for path in &self.paths {
            if !path.is_dir() {
                files.push(path.clone());
                continue;
            }
            let unread = |error| CliError::File {
                what: "read",
                path: path.clone(),
                error,
            };
            let mut found = Vec::new();
            for entry in std::fs::read_dir(path).map_err(unread)? {
                let entry = entry.map_err(unread)?.path();
                let name = entry.file_name().unwrap_or_default().to_string_lossy();
                if name.starts_with("cell-") && name.ends_with(".jsonl") {
                    found.push(entry.clone());
                }
            }
            if found.is_empty() {
                return Err(CliError::call(
                    format!("there are no parts in {}", path.display()),
                    "`salle sweep --out DIR` writes them, as `cell-0000.jsonl` and so on",
                ));
            }
            found.sort();
            files.extend(found);
        }
        if files.len() > MOST_CELLS + 1 {
            return Err(CliError::call(
                format!("cannot join {}", count(files.len(), "part")),
                format!("a sweep has {} at most", MOST_CELLS + 1),
            ));
        }
        Ok(files)
    }
}

/// Checks that every cell is there.
fn whole(head: &Head, cells: &BTreeMap<usize, PathBuf>) -> Result<(), CliError> {
    let missing: Vec<usize> = (0..head.cells())
        .filter(|cell| !cells.contains_key(cell))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing.iter().take(NAMED).map(ToString::to_string);
    let more = if missing.len() > NAMED { " …" } else { "" };
    Err(CliError::call(
        format!(
            "{} of {} missing: {}{more}",
            count_missing(missing.len()),
            head.cells(),
            names.collect::<Vec<_>>().join(", ")
        ),
        "play the shares that are missing, then join all parts; number 0 is the base",
    ))
}

fn count_missing(missing: usize) -> String {
    format!(
        "{} {}",
        count(missing, "part"),
        if missing == 1 { "is" } else { "are" }
    )
}

/// Reads a part from a file.
pub(super) fn read(path: &Path) -> Result<Part, CliError> {
    let unread = |error| CliError::File {
        what: "read",
        path: path.to_owned(),
        error,
    };
    let bad = |why: String| {
        CliError::call(
            format!(
                "{} is no part of a sweep that can be read: {why}",
                path.display()
            ),
            "`salle sweep --out DIR` writes parts: take this one away, and play it again",
        )
    };
    let about = std::fs::metadata(path).map_err(unread)?;
    if !about.is_file() {
        return Err(bad("it is no regular file".to_owned()));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unread)?;
    let read = file
        .take(MOST_PART_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(unread)?;
    if read as u64 > MOST_PART_BYTES {
        return Err(bad(format!("it has more than {MOST_PART_BYTES} bytes")));
    }
    let text = String::from_utf8(bytes).map_err(|_| bad("it is no UTF-8".to_owned()))?;
    Part::read(&text).map_err(|error| bad(error.to_string()))
}
