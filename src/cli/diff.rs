//! `salle diff`: two matches side by side, or one match under other rules.

use std::path::PathBuf;

use super::args::{Changes, Format};
use super::error::{Answer, CliError};
use super::out::Out;
use super::recordings::{RulesOf, one};
use crate::repl::rules::other;
use crate::replay::{Timeline, compare, timeline};
use crate::report::{Names, difference, difference_lines};
use crate::ruleset::Loader;

/// Compare two recorded matches, or play one match's decisions under other rules
///
/// Example: salle diff a.jsonl --under RULESET --set target=3
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A recording
    one: PathBuf,
    /// Another recording
    #[arg(required_unless_present_any = ["under", "set"], conflicts_with = "under")]
    other: Option<PathBuf>,
    /// Play the decisions of the first one under this ruleset, with the same cards
    #[arg(long, value_name = "RULESET")]
    under: Option<String>,
    #[command(flatten)]
    changes: Changes,
    /// Show every row after the first difference
    #[arg(long)]
    all: bool,
    /// How to print it
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let recording = one(&self.one)?;
        let mut rules_of = RulesOf::default();
        let (ruleset, rules) = rules_of.recording(&recording, None, loader)?;
        let look = out.look(&ruleset.labels);
        let first = timeline(rules, &recording)?;
        if !Self::holds(&first, &self.one, out) {
            return Ok(Answer::No);
        }
        let (second, name) = if let Some(path) = &self.other {
            let recording = one(path)?;
            let (_, rules) = rules_of.recording(&recording, None, loader)?;
            let line = timeline(rules, &recording)?;
            if !Self::holds(&line, path, out) {
                return Ok(Answer::No);
            }
            (line, path.display().to_string())
        } else {
            let id = self.under.as_ref().unwrap_or(&recording.head.ruleset);
            let (_, rules) = other(loader, &recording, id, self.changes.overrides())?;
            let seed = recording.head.seed.unwrap_or_default();
            (first.under(rules, seed)?, self.changes.name(id))
        };
        let comparison = compare(&first, &second);
        let lines = (&first, &second);
        let report = difference(&comparison, lines, &name, &look);
        match self.format {
            Format::Table => {
                let one = self.one.display().to_string();
                let more = (!self.all).then_some(", with --all");
                let names = Names {
                    one: &one,
                    other: &name,
                };
                for line in difference_lines(&report, lines, names, more, &look) {
                    out.tell(line)?;
                }
            }
            Format::Json => out.json(&report)?,
            Format::Yaml => out.yaml(&report)?,
            Format::Jsonl => out.line(serde_json::to_string(&report).unwrap_or_default())?,
        }
        Ok(if report.same { Answer::Yes } else { Answer::No })
    }

    /// Tells whether a recording holds, and says so if it does not.
    fn holds(line: &Timeline, path: &std::path::Path, out: &Out) -> bool {
        if let Some(mismatch) = &line.broken {
            out.say(format!(
                "{}:{}: the recording does not hold: {}: expected {}, recorded {}",
                path.display(),
                mismatch.line,
                mismatch.what,
                mismatch.expected,
                mismatch.recorded
            ));
        }
        line.broken.is_none()
    }
}
