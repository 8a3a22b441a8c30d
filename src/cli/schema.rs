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

/// Print the JSON Schema of files of rulesets, scenarios or snapshots, for editors
///
/// Example: salle schema ruleset RULESET --write schema
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Which files (default: ruleset; with --write: all)
    #[arg(value_name = "FILES")]
    kind: Option<Kind>,
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
        let ruleset = match &self.ruleset {
            Some(id) => Some(loader.load(id, &[])?),
            None => None,
        };
        let Some(folder) = &self.write else {
            let kind = self.kind.unwrap_or(Kind::Ruleset);
            with_known(ruleset.as_ref(), |known| out.json(&kind.schema(known)))?;
            return Ok(Answer::Yes);
        };
        let kinds = match &self.kind {
            Some(kind) => std::slice::from_ref(kind),
            None => &Kind::ALL,
        };
        for path in write(folder, kinds, ruleset.as_ref())? {
            out.line(path.display().to_string())?;
        }
        Ok(Answer::Yes)
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
