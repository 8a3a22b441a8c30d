//! `salle diff`: two matches side by side, or one match under other rules.

use std::path::PathBuf;

use comfy_table::{Table, presets};
use serde::Serialize;

use super::args::{Changes, Format};
use super::error::{Answer, CliError};
use super::out::Out;
use super::recordings::{RulesOf, one};
use crate::game::Value;
use crate::replay::{Comparison, Moment, Record, Timeline, compare, timeline};
use crate::report::{Look, board, record_line};
use crate::ruleset::{Loader, Override};

/// Most rows that are shown after the first difference.
const ROWS: usize = 12;

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

#[derive(Debug, Serialize)]
struct Report {
    same: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_difference: Option<Difference>,
    /// Where and why the second match goes no further, if it was broken off.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<Parts>,
    /// From the first difference on.
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Parts {
    /// The number of the decision in the match.
    decision: u64,
    reason: String,
    position: Value,
    legal: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Difference {
    aspect: &'static str,
    round: u32,
    decision: u32,
    one: Option<Record>,
    other: Option<Record>,
    position_one: Value,
    position_other: Value,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves_gained: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves_lost: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Row {
    round: u32,
    decision: u32,
    one: Vec<String>,
    other: Vec<String>,
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
            let mut overrides = Vec::new();
            // The same ruleset keeps what the recording sets; another one has its own, but for
            // the terms that every match has.
            let recorded = &recording.head.parameters;
            let kept = if *id == recording.head.ruleset {
                recorded.clone()
            } else {
                let terms = ["target", "first", "limits"];
                let kept = recorded
                    .entries()
                    .iter()
                    .filter(|(key, _)| terms.contains(&&**key));
                Value::map(kept.cloned())
            };
            let place = format!("{}:{}: parameters", recording.name, recording.line);
            overrides.push(Override::Map(place, kept));
            overrides.extend(self.changes.overrides());
            let ruleset = loader.load(id, &overrides)?;
            let rules = ruleset.rules()?;
            let seed = recording.head.seed.unwrap_or_default();
            (first.under(rules, seed)?, self.changes.name(id))
        };
        let comparison = compare(&first, &second);
        let report = report(&comparison, (&first, &second), &name, &look);
        match self.format {
            Format::Table => self.table(&report, (&first, &second), &name, &look, out)?,
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

    fn table(
        &self,
        report: &Report,
        lines: (&Timeline, &Timeline),
        name: &str,
        look: &Look,
        out: &mut Out,
    ) -> Result<(), CliError> {
        let Some(difference) = &report.first_difference else {
            return out.line("no difference");
        };
        out.line(format!(
            "first difference: round {}, decision {} of the round: {}",
            difference.round, difference.decision, difference.aspect
        ))?;
        for (title, moves) in [
            ("gained", &difference.moves_gained),
            ("lost", &difference.moves_lost),
        ] {
            if !moves.is_empty() {
                out.line(format!("moves {title}: {}", moves.join(", ")))?;
            }
        }
        let one = board(&difference.position_one, &lines.0.layout, look);
        let other = board(&difference.position_other, &lines.1.layout, look);
        if one == other {
            out.line(format!("\nthe position in both:\n{one}"))?;
        } else {
            out.line(format!("\nthe position in {}:\n{one}", self.one.display()))?;
            out.line(format!("\nthe position in {name}:\n{other}"))?;
        }
        self.rows(&report.rows, name, out)?;
        if let Some(parts) = &report.parts {
            out.line(format!("\n{}", parts.reason))?;
            out.line(board(&parts.position, &lines.1.layout, look))?;
            out.line(format!("legal there: {}", parts.legal.join(", ")))?;
        }
        Ok(())
    }

    /// Prints both matches from the first row in which something else happens.
    fn rows(&self, rows: &[Row], name: &str, out: &mut Out) -> Result<(), CliError> {
        let Some(start) = rows.iter().position(|row| row.one != row.other) else {
            return out.line("\nfrom there on the same happens in both");
        };
        if start > 0 {
            out.line(format!(
                "\nthe same happens in both until round {}, decision {} of the round",
                rows[start].round, rows[start].decision
            ))?;
        } else {
            out.line("")?;
        }
        let rows = &rows[start..];
        let shown = if self.all {
            rows.len()
        } else {
            rows.len().min(ROWS)
        };
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["", &self.one.display().to_string(), name]);
        for row in &rows[..shown] {
            let mark = if row.one == row.other { ' ' } else { '*' };
            table.add_row([
                format!("{mark} {}.{}", row.round, row.decision),
                row.one.join("\n"),
                row.other.join("\n"),
            ]);
        }
        out.line(table.trim_fmt())?;
        if rows.len() > shown {
            out.line(format!("… and {} more, with --all", rows.len() - shown))?;
        }
        Ok(())
    }
}

fn report(
    comparison: &Comparison<'_>,
    lines: (&Timeline, &Timeline),
    name: &str,
    look: &Look,
) -> Report {
    let (first, second) = lines;
    let legal = |moment: Option<&Moment>| match moment.map(|moment| &moment.record) {
        Some(Record::Decision { legal, .. }) => legal.clone().unwrap_or_default(),
        _ => Vec::new(),
    };
    let texts = |moments: &[&Moment]| -> Vec<String> {
        let wanted = |moment: &&&Moment| !matches!(moment.record, Record::Shuffle { .. });
        moments
            .iter()
            .filter(wanted)
            .filter_map(|moment| record_line(&moment.record, look))
            .collect()
    };
    let first_difference = comparison.parting.as_ref().map(|parting| {
        let one = legal(parting.one);
        // Where the second line stops for want of a legal move, its legal moves still count.
        let other = match parting.other {
            None if second.broken.is_some() => second.legal.clone(),
            moment => legal(moment),
        };
        let without = |from: &[String], of: &[String]| -> Vec<String> {
            from.iter()
                .filter(|text| !of.contains(text))
                .cloned()
                .collect()
        };
        let comparable = !one.is_empty() && !other.is_empty();
        Difference {
            aspect: parting.aspect.word(),
            round: parting.round,
            decision: parting.ply,
            one: parting.one.map(|moment| moment.record.clone()),
            other: parting.other.map(|moment| moment.record.clone()),
            position_one: parting.before_one.describe(&first.layout),
            position_other: parting.before_other.describe(&second.layout),
            moves_gained: if comparable {
                without(&other, &one)
            } else {
                Vec::new()
            },
            moves_lost: if comparable {
                without(&one, &other)
            } else {
                Vec::new()
            },
        }
    });
    let parts = second.broken.as_ref().map(|mismatch| {
        let decision = second.last.decisions + 1;
        Parts {
            decision,
            reason: format!(
                "decision {decision}: {} is not legal under {name}",
                mismatch.recorded
            ),
            position: second.last.describe(&second.layout),
            legal: second.legal.clone(),
        }
    });
    Report {
        same: comparison.parting.is_none(),
        first_difference,
        parts,
        rows: comparison
            .rows
            .iter()
            .map(|row| Row {
                round: row.round,
                decision: row.ply,
                one: texts(&row.one),
                other: texts(&row.other),
            })
            .collect(),
    }
}
