//! The cells of a sweep: played, or taken over from files.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use super::changes;
use crate::cli::args::RulesetArgs;
use crate::cli::compare::failure;
use crate::cli::error::CliError;
use crate::cli::merge::read;
use crate::cli::progress::Progress;
use crate::game::Rules;
use crate::measure::{self, Head, MeasureError, Outcome, Part, Plan, Row};
use crate::parallel::Ending;
use crate::repl::rules::about;
use crate::replay::Draft;
use crate::ruleset::{Loader, Ruleset};
use crate::text::Faults;

/// What it takes to have cells.
pub(super) struct Cells<'a> {
    pub(super) loader: &'a Loader,
    pub(super) ruleset: &'a RulesetArgs,
    pub(super) plan: &'a Plan,
    pub(super) head: &'a Head,
    pub(super) jobs: NonZeroUsize,
    /// Where finished cells are written, if anywhere.
    pub(super) folder: Option<&'a Path>,
    pub(super) stop: &'a AtomicBool,
    pub(super) progress: Progress,
}

impl Cells<'_> {
    /// Makes the folder, and looks whether there are rules for the base, and parameters of those names.
    pub(super) fn begin(&self) -> Result<(), CliError> {
        if let Some(folder) = self.folder {
            std::fs::create_dir_all(folder).map_err(|error| CliError::File {
                what: "make the folder",
                path: folder.to_owned(),
                error,
            })?;
        }
        self.load(0)?;
        match self.load(1) {
            Err(faults) if faults.iter().any(|fault| fault.code == "unknown-key") => {
                Err(faults.into())
            }
            _ => Ok(()),
        }
    }

    /// Returns a cell; `None` if the run was stopped before it was finished.
    pub(super) fn part(&mut self, cell: usize) -> Result<Option<Part>, CliError> {
        let path = self.folder.map(|folder| folder.join(name_of(cell)));
        if let Some(path) = path.as_ref().filter(|path| path.exists()) {
            return self.taken_over(path, cell).map(Some);
        }
        let outcome = match self.load(cell) {
            Ok((ruleset, target)) => match self.played(cell, &ruleset)? {
                Ok(rows) => Outcome::Played { target, rows },
                Err(None) => return Ok(None),
                Err(Some(why)) => Outcome::Refused(why),
            },
            Err(faults) => Outcome::Refused(first_of(&faults)),
        };
        let part = Part {
            head: self.head.clone(),
            cell,
            outcome,
        };
        if let Some(path) = path {
            write(&path, &part)?;
        }
        Ok(Some(part))
    }

    fn load(&self, cell: usize) -> Result<(Ruleset, u32), Faults> {
        let changes = changes(self.ruleset, self.head, cell);
        let ruleset = self.loader.load(&self.ruleset.ruleset, &changes)?;
        let target = ruleset.rules()?.terms().target;
        Ok((ruleset, target))
    }

    /// Plays a cell. Returns why not: nothing if it was stopped, words if a match failed; but without
    /// the base there is no sweep.
    fn played(
        &mut self,
        cell: usize,
        ruleset: &Ruleset,
    ) -> Result<Result<Vec<Row>, Option<String>>, CliError> {
        let rules = |_| Ok::<_, CliError>(ruleset.rules()? as Rc<dyn Rules>);
        let mut rows = Vec::new();
        let ended = measure::run(
            self.plan,
            &[about(ruleset)],
            1..=self.head.games,
            self.jobs,
            rules,
            self.stop,
            |_, of_deal| {
                rows.extend(of_deal);
                self.progress.dealt();
                Ok(true)
            },
        );
        match ended {
            Ok(Ending::Done) => Ok(Ok(rows)),
            Ok(Ending::Stopped) => Ok(Err(None)),
            Err(error @ MeasureError::Match { .. }) if cell > 0 => Ok(Err(Some(error.to_string()))),
            Err(error) => Err(failure(error, |_| ruleset.id.clone())),
        }
    }

    /// Reads a cell that was played before.
    fn taken_over(&mut self, path: &Path, cell: usize) -> Result<Part, CliError> {
        let part = read(path)?;
        let other = part.head.difference(self.head);
        let other = other.or((part.cell != cell).then_some("combination"));
        if let Some(what) = other {
            return Err(CliError::call(
                format!("{} is of another sweep: its {what} differs", path.display()),
                "name another folder with `--out`, or take the old files away",
            ));
        }
        for _ in 0..self.head.games {
            self.progress.dealt();
        }
        Ok(part)
    }
}

/// Returns the name of a cell's file.
fn name_of(cell: usize) -> PathBuf {
    format!("cell-{cell:04}.jsonl").into()
}

/// Writes a cell: the file is whole, or not there.
fn write(path: &Path, part: &Part) -> Result<(), CliError> {
    let mut draft = Draft::begin(path)?;
    draft.write(part.to_text().as_bytes())?;
    Ok(draft.keep(true)?)
}

fn first_of(faults: &Faults) -> String {
    let first = faults.iter().next();
    first.map(|fault| fault.message.clone()).unwrap_or_default()
}
