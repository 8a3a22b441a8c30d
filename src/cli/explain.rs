//! `salle explain`: what the codes of faults mean.

use comfy_table::{Table, presets};

use super::args::Format;
use super::error::{Answer, CliError};
use super::out::Out;
use crate::text::{Explanation, nearest};

/// Explain a fault: what its code means, and how to mend it
///
/// Example: salle explain unknown-key
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The code, as in `error[unknown-key]` (default: list them all)
    code: Option<String>,
    /// How to print it
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

impl Args {
    pub(super) fn run(self, out: &mut Out) -> Result<Answer, CliError> {
        match &self.code {
            Some(code) => self.one(&find(code)?, out)?,
            None => self.all(out)?,
        }
        Ok(Answer::Yes)
    }

    fn one(&self, found: &Explanation, out: &mut Out) -> Result<(), CliError> {
        match self.format {
            Format::Table => out.line(format!("{}\n\n{}", found.code, found.plain())),
            Format::Json => out.json(found),
            Format::Yaml => out.yaml(found),
            Format::Jsonl => out.line(serde_json::to_string(found).unwrap_or_default()),
        }
    }

    fn all(&self, out: &mut Out) -> Result<(), CliError> {
        let sections: Vec<Explanation> = Explanation::all().collect();
        match self.format {
            Format::Table => {
                let mut table = Table::new();
                table.load_style(presets::NOTHING);
                for section in &sections {
                    table.add_row([section.code, &section.about()]);
                }
                out.line(table.trim_fmt())
            }
            Format::Json => out.json(&sections),
            Format::Yaml => out.yaml(&sections),
            Format::Jsonl => sections.iter().try_for_each(|section| {
                out.line(serde_json::to_string(section).unwrap_or_default())
            }),
        }
    }
}

/// Finds a code, whether it is written alone or as messages write it.
fn find(code: &str) -> Result<Explanation, CliError> {
    let bare = code.strip_prefix("error").unwrap_or(code);
    let bare = bare.strip_prefix('[').unwrap_or(code);
    let bare = bare.strip_suffix(']').unwrap_or(bare);
    Explanation::of(bare).ok_or_else(|| {
        let known = Explanation::all().map(|section| section.code);
        CliError::call(
            format!("there is no code `{code}`"),
            match nearest(bare, known) {
                Some(near) => format!("the nearest is `{near}`"),
                None => "`salle explain` lists all".to_owned(),
            },
        )
    })
}
