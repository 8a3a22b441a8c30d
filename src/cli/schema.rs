//! `salle schema`: what editors check and complete the YAML files by.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::Value as Json;

use super::error::{Answer, CliError};
use super::out::Out;
use crate::game::Rules;
use crate::replay::Draft;
use crate::ruleset::{Loader, Ruleset};
use crate::schema::{self, Known};
use crate::text::list_and;

/// Print the JSON Schema of files of rulesets, scenarios or snapshots, for editors
///
/// Example: salle schema ruleset RULESET --write schema
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Which files: `ruleset` (the default), `scenarios` or `snapshots`; with --write the default is all
    #[arg(value_name = "FILES")]
    kind: Option<String>,
    /// Make it for variants of this ruleset, or for tests of it
    #[arg(value_name = "RULESET")]
    ruleset: Option<String>,
    /// Write ruleset.json, scenarios.json and snapshots.json into this folder, over those there are
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
}

/// What a schema is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    /// Rulesets
    Ruleset,
    /// Scenarios
    Scenarios,
    /// Snapshots
    Snapshots,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Ruleset, Self::Scenarios, Self::Snapshots];

    const fn word(self) -> &'static str {
        match self {
            Self::Ruleset => "ruleset",
            Self::Scenarios => "scenarios",
            Self::Snapshots => "snapshots",
        }
    }

    /// The file in which the schema lies.
    pub(super) const fn file(self) -> &'static str {
        match self {
            Self::Ruleset => "ruleset.json",
            Self::Scenarios => "scenarios.json",
            Self::Snapshots => "snapshots.json",
        }
    }

    fn schema(self, of: Option<&Known<'_>>) -> Json {
        match self {
            Self::Ruleset => schema::ruleset(of),
            Self::Scenarios => schema::scenarios(of),
            Self::Snapshots => schema::snapshots(of),
        }
    }
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let (kind, ruleset) = self.asked()?;
        let ruleset = match ruleset {
            Some(id) => Some(loader.load(id, &[])?),
            None => None,
        };
        let Some(folder) = &self.write else {
            let kind = kind.unwrap_or(Kind::Ruleset);
            with_known(ruleset.as_ref(), |known| out.json(&kind.schema(known)))?;
            return Ok(Answer::Yes);
        };
        let kinds = match &kind {
            Some(kind) => std::slice::from_ref(kind),
            None => &Kind::ALL,
        };
        for path in write(folder, kinds, ruleset.as_ref())? {
            out.line(path.display().to_string())?;
        }
        Ok(Answer::Yes)
    }
}

impl Args {
    /// Tells which files and which ruleset are meant: the first may be left out.
    fn asked(&self) -> Result<(Option<Kind>, Option<&str>), CliError> {
        let Some(first) = &self.kind else {
            return Ok((None, None));
        };
        match (Kind::from_str(first, false), &self.ruleset) {
            (Ok(kind), ruleset) => Ok((Some(kind), ruleset.as_deref())),
            (Err(_), None) if first.contains(['/', '.']) => Ok((None, Some(first))),
            (Err(_), _) => Err(CliError::call(
                format!("there are no files called `{first}`"),
                format!("there are {}", list_and(&Kind::ALL.map(Kind::word))),
            )),
        }
    }
}

/// Writes schemas, for any ruleset or for one, over those there are. Returns the files.
pub(super) fn write(
    folder: &Path,
    kinds: &[Kind],
    ruleset: Option<&Ruleset>,
) -> Result<Vec<PathBuf>, CliError> {
    std::fs::create_dir_all(folder).map_err(|error| CliError::File {
        what: "make",
        path: folder.to_owned(),
        error,
    })?;
    with_known(ruleset, |known| {
        let mut paths = Vec::new();
        for kind in kinds {
            let path = folder.join(kind.file());
            let text = serde_json::to_string_pretty(&kind.schema(known))
                .map_err(|error| CliError::Output(error.into()))?;
            let mut draft = Draft::begin(&path)?;
            draft.write(text.as_bytes())?;
            draft.write(b"\n")?;
            draft.keep(true)?;
            paths.push(path);
        }
        Ok(paths)
    })
}

/// Asks a ruleset's scripts for what lies on its table.
fn with_known<T>(
    ruleset: Option<&Ruleset>,
    run: impl FnOnce(Option<&Known<'_>>) -> Result<T, CliError>,
) -> Result<T, CliError> {
    let Some(ruleset) = ruleset else {
        return run(None);
    };
    let rules = ruleset.rules()?;
    let layout = rules.layout();
    run(Some(&Known { ruleset, layout }))
}
