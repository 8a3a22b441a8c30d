//! `salle list`: the rulesets there are.

use comfy_table::{Table, presets};
use serde::Serialize;

use super::args::Format;
use super::error::{Answer, CliError};
use super::out::Out;
use crate::ruleset::Loader;

/// List the rulesets there are
///
/// Example: salle list --format json
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How to print them
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

#[derive(Debug, Serialize)]
struct Row {
    id: String,
    title: String,
    extends: Option<String>,
    file: String,
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let mut rows = Vec::new();
        let mut broken = false;
        for id in loader.ids() {
            match loader.load(&id, &[]) {
                Ok(ruleset) => rows.push(Row {
                    file: ruleset
                        .files
                        .iter()
                        .rfind(|file| file.role == "ruleset")
                        .map(|file| file.name.clone())
                        .unwrap_or_default(),
                    id,
                    title: ruleset.title,
                    extends: ruleset.parent,
                }),
                Err(faults) => {
                    broken = true;
                    out.faults(&faults);
                }
            }
        }
        match self.format {
            Format::Table => {
                let mut table = Table::new();
                table
                    .load_style(presets::NOTHING)
                    .set_header(["ruleset", "title", "file"]);
                for row in &rows {
                    table.add_row([&row.id, &row.title, &row.file]);
                }
                out.tell(table.trim_fmt())?;
            }
            Format::Json => out.json(&rows)?,
            Format::Yaml => out.yaml(&rows)?,
            Format::Jsonl => {
                for row in &rows {
                    out.line(serde_json::to_string(row).unwrap_or_default())?;
                }
            }
        }
        if broken {
            return Err(CliError::call(
                "some rulesets are at fault",
                "the others are listed",
            ));
        }
        Ok(Answer::Yes)
    }
}
