//! Pages and charts that verbs write beside what they print.

use std::path::{Path, PathBuf};

use super::error::CliError;
use super::recordings::refuse_existing;
use crate::page::{Chart, PageError};
use crate::replay::Draft;

/// Where a page and a chart go.
#[derive(Debug, clap::Args)]
pub(super) struct Pages {
    /// Write a page for browsers to this file; it needs no other, and opens offline
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the charts as one drawing to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Replace files that exist already
    #[arg(long)]
    force: bool,
}

impl Pages {
    /// Refuses what could not be written in the end, before anything else is done.
    pub(super) fn check(&self) -> Result<(), CliError> {
        if self.html.is_some() && self.html == self.svg {
            return Err(CliError::call(
                "the page and the chart would be the same file",
                "give `--html` and `--svg` two names",
            ));
        }
        let paths = self.html.iter().chain(&self.svg);
        for path in paths {
            refuse_existing(path, self.force)?;
        }
        Ok(())
    }

    /// Tells whether any is wanted.
    pub(super) const fn any(&self) -> bool {
        self.html.is_some() || self.svg.is_some()
    }

    /// Writes those that are wanted.
    pub(super) fn write(
        &self,
        page: impl FnOnce() -> Result<String, PageError>,
        chart: impl FnOnce() -> Result<Chart, PageError>,
    ) -> Result<(), CliError> {
        if let Some(path) = &self.html {
            write(path, &page()?, self.force)?;
        }
        if let Some(path) = &self.svg {
            write(path, &chart()?.to_svg()?, self.force)?;
        }
        Ok(())
    }
}

/// Writes a page to a file, which is there whole or not at all.
pub(super) fn write(path: &Path, text: &str, replace: bool) -> Result<(), CliError> {
    let mut draft = Draft::begin(path)?;
    draft.write(text.as_bytes())?;
    Ok(draft.keep(replace)?)
}
