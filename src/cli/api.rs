//! `salle api`: what scripts can use.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::error::{Answer, CliError};
use super::out::Out;
use crate::replay::Draft;
use crate::script::describe;

/// Print what scripts can use: hooks, functions, properties and limits
///
/// Example: salle api --format rhai --write definitions
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// As what to print it
    #[arg(long, value_enum, default_value = "markdown")]
    format: As,
    /// Write it into this folder, over what is there
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum As {
    /// Text for people
    Markdown,
    /// Definition files, for editors that know Rhai
    Rhai,
}

impl Args {
    pub(super) fn run(self, out: &mut Out) -> Result<Answer, CliError> {
        let files: Vec<(&str, String)> = match self.format {
            As::Markdown => vec![("api.md", describe::markdown())],
            As::Rhai => describe::definitions().into(),
        };
        match &self.write {
            Some(folder) => {
                for (name, text) in files {
                    out.line(write(folder, name, &text)?.display().to_string())?;
                }
            }
            None => {
                for (_, text) in files {
                    out.line(text.trim_end())?;
                }
            }
        }
        Ok(Answer::Yes)
    }
}

fn write(folder: &Path, name: &str, text: &str) -> Result<PathBuf, CliError> {
    std::fs::create_dir_all(folder).map_err(|error| CliError::File {
        what: "make",
        path: folder.to_owned(),
        error,
    })?;
    let path = folder.join(name);
    let mut draft = Draft::begin(&path)?;
    draft.write(text.as_bytes())?;
    draft.keep(true)?;
    Ok(path)
}
