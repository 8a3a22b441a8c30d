//! A cell of a sweep as a file: what was asked for, and what each match says.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::figures::Scope;
use super::grid::{Axis, MOST_CELLS, cells, values};
use super::leads::PLAYOUTS;
use super::measures::Measure;
use super::subject::Row;

/// The version of the form of parts.
pub const PART_FORMAT: u32 = 1;
/// Most matches of a cell.
pub const MOST_PART_GAMES: u64 = 100_000;
/// Most bytes of a part.
pub const MOST_PART_BYTES: u64 = 64 << 20;
/// Most measures of a sweep.
const MOST_MEASURES: usize = 200;
/// Most rounds to win, as in any ruleset.
const MOST_TARGET: u32 = 1000;

/// What a sweep was asked for. Parts of one sweep have the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// [`PART_FORMAT`].
    pub format: u32,
    /// The version of the program.
    pub salle: String,
    /// The ruleset.
    pub ruleset: String,
    /// Its fingerprint.
    pub fingerprint: String,
    /// What `--set` changed in it.
    pub changes: Vec<String>,
    /// Its parameters before any is varied.
    pub parameters: serde_json::Value,
    /// What bots like.
    pub weights: BTreeMap<String, u32>,
    /// The changes that make the base cell, as `--set` takes them.
    pub against: Vec<String>,
    /// What is varied.
    pub axes: Vec<Axis>,
    /// Who plays both sides.
    pub bot: String,
    /// Playouts from each point that is looked at.
    pub playouts: u8,
    /// The seed of the run.
    pub seed: u64,
    /// Matches of a cell.
    pub games: u64,
    /// The keys of the measures, each with how large a difference must be to matter.
    pub measures: Vec<(String, f64)>,
}

impl Head {
    /// Names the first thing in which another head differs.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        let same = [
            ("format", self.format == other.format),
            ("version of salle", self.salle == other.salle),
            ("ruleset", self.ruleset == other.ruleset),
            ("rules (fingerprint)", self.fingerprint == other.fingerprint),
            ("changes", self.changes == other.changes),
            ("parameters", self.parameters == other.parameters),
            ("weights of bots", self.weights == other.weights),
            ("base", self.against == other.against),
            ("varied values", self.axes == other.axes),
            ("bot", self.bot == other.bot),
            ("number of playouts", self.playouts == other.playouts),
            ("seed", self.seed == other.seed),
            ("number of matches", self.games == other.games),
            ("measures", self.measures == other.measures),
        ];
        let other = same.into_iter().find(|(_, same)| !same);
        other.map(|(what, _)| what)
    }

    /// Returns how many cells there are, the base, which is cell 0, among them.
    #[must_use]
    pub fn cells(&self) -> usize {
        1 + cells(&self.axes).unwrap_or_default()
    }

    /// Returns the values of a cell, one for each axis; none for the base.
    #[must_use]
    pub fn values(&self, cell: usize) -> Vec<&str> {
        match cell {
            0 => Vec::new(),
            cell => values(&self.axes, cell - 1),
        }
    }

    /// Returns the measures; `None` if one is unknown.
    #[must_use]
    pub fn scope(&self) -> Option<Scope> {
        let measures = self.measures.iter();
        let measures = measures.map(|(key, within)| Some((Measure::from_key(key)?, *within)));
        Some(Scope {
            measures: measures.collect::<Option<_>>()?,
        })
    }

    fn check(&self) -> Result<(), &'static str> {
        let scope = self
            .scope()
            .ok_or("it has a measure that is not known here")?;
        let fits = |within: f64| within.is_finite() && within > 0.0;
        if scope.measures.is_empty() || scope.measures.len() > MOST_MEASURES {
            Err("it has no measures, or too many")
        } else if !scope.measures.iter().all(|(_, within)| fits(*within)) {
            Err("a difference that matters is not above 0")
        } else if self.format != PART_FORMAT || self.playouts != PLAYOUTS {
            Err("it was made by another version of salle")
        } else if !(1..=MOST_PART_GAMES).contains(&self.games) {
            Err("its number of matches is out of range")
        } else if self.axes.iter().any(|axis| axis.values.is_empty()) || cells(&self.axes).is_none()
        {
            Err("it varies nothing, or too much")
        } else {
            Ok(())
        }
    }
}

/// What came of a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The matches were played.
    Played {
        /// Rounds to win.
        target: u32,
        /// What each match says, in their order.
        rows: Vec<Row>,
    },
    /// There are no such rules, or they fail in a match.
    Refused(String),
}

/// A cell of a sweep.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// What the sweep was asked for.
    pub head: Head,
    /// Which cell; 0 is the base.
    pub cell: usize,
    /// What came of it.
    pub outcome: Outcome,
}

/// The first line of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct First {
    #[serde(rename = "type")]
    kind: Kind,
    cell: usize,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    target: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    refused: Option<String>,
    sweep: Head,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Part,
}

/// The last line of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Last {
    /// SHA-256 of the lines before, with their line breaks.
    sha256: String,
}

impl Last {
    fn of(lines: &str) -> Self {
        let mut sha256 = String::with_capacity(64);
        for byte in Sha256::digest(lines) {
            let _ = write!(sha256, "{byte:02x}");
        }
        Self { sha256 }
    }
}

/// Why a text is no part.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct PartError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl Part {
    /// Writes it: a line of JSON for what was asked for, one for each match, and one with their sum,
    /// by which it is seen whether they were changed.
    #[must_use]
    pub fn to_text(&self) -> String {
        let (target, refused, rows) = match &self.outcome {
            Outcome::Played { target, rows } => (Some(*target), None, rows.as_slice()),
            Outcome::Refused(why) => (None, Some(why.clone()), [].as_slice()),
        };
        let first = First {
            kind: Kind::Part,
            cell: self.cell,
            target,
            refused,
            sweep: self.head.clone(),
        };
        // Neither has a key that is no text, so both can be written.
        let mut text = serde_json::to_string(&first).unwrap_or_default();
        text.push('\n');
        for row in rows {
            let _ = writeln!(text, "{}", serde_json::to_string(row).unwrap_or_default());
        }
        let last = Last::of(&text);
        let _ = writeln!(text, "{}", serde_json::to_string(&last).unwrap_or_default());
        text
    }

    /// Reads a part.
    ///
    /// # Errors
    /// If it is none, is not whole, holds what no match can say, or was changed.
    pub fn read(text: &str) -> Result<Self, PartError> {
        let fail = |line, message: &dyn std::fmt::Display| PartError {
            line,
            message: message.to_string(),
        };
        let begin_of_last = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
        let (body, last) = text.split_at(begin_of_last);
        let (body, last) = match serde_json::from_str::<Last>(last) {
            Ok(last) => (body, Some(last)),
            Err(_) => (text, None),
        };
        let mut lines = body.lines();
        let first: First =
            serde_json::from_str(lines.next().unwrap_or_default()).map_err(|error| {
                fail(
                    1,
                    &format!("it does not begin as a part of a sweep: {error}"),
                )
            })?;
        let head = first.sweep;
        head.check().map_err(|why| fail(1, &why))?;
        if first.cell > MOST_CELLS || first.cell >= head.cells() {
            return Err(fail(1, &"the sweep has no such cell"));
        }
        let outcome = match (first.target, first.refused) {
            (None, Some(why)) => Outcome::Refused(why),
            (Some(target), None) if (1..=MOST_TARGET).contains(&target) => {
                let scope = head.scope().unwrap_or(Scope {
                    measures: Vec::new(),
                });
                let mut rows = Vec::new();
                for (number, line) in (2..).zip(lines.by_ref()) {
                    let row: Row =
                        serde_json::from_str(line).map_err(|error| fail(number, &error))?;
                    if !is_possible(&row, &scope, target) {
                        return Err(fail(number, &"no match can have these values"));
                    }
                    rows.push(row);
                }
                if rows.len() as u64 != head.games {
                    let message = format!("it has {} of {} matches", rows.len(), head.games);
                    return Err(fail(rows.len() + 1, &message));
                }
                Outcome::Played { target, rows }
            }
            _ => {
                return Err(fail(
                    1,
                    &"it has either a `target` from 1 to 1000 or a `refused`",
                ));
            }
        };
        if lines.next().is_some() {
            return Err(fail(2, &"nothing follows in a cell that was refused"));
        }
        let end = body.lines().count() + 1;
        match last {
            None => return Err(fail(end, &"it is cut short: its last line has a `sha256`")),
            Some(last) if last.sha256 != Last::of(body).sha256 => {
                return Err(fail(end, &"it was changed since it was written"));
            }
            Some(_) => {}
        }
        Ok(Self {
            head,
            cell: first.cell,
            outcome,
        })
    }
}

/// Tells whether a match can have these values.
fn is_possible(row: &Row, scope: &Scope, target: u32) -> bool {
    row.is_empty()
        || row.len() == scope.measures.len()
            && row
                .iter()
                .zip(&scope.measures)
                .all(|(value, (measure, _))| {
                    value.is_none_or(|value| {
                        let (low, high) = measure.range(target).unwrap_or((0.0, 1e9));
                        value.of > 0 && (low..=high).contains(&value.value())
                    })
                })
}

#[cfg(test)]
mod tests;
