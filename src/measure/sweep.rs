//! What varied parameters do: every cell of a sweep against its base, as plain data.

use serde::{Deserialize, Serialize};

use super::figures::{ERROR, Estimate, Heading, Scope, Verdict, rounded, take, take_difference};
use super::gauge::Gauge;
use super::grid::Axis;
use super::holm::holm;
use super::part::{Head, Outcome, Part};
use super::subject::Row;

/// A sweep.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    /// `sweep`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The ruleset.
    pub ruleset: String,
    /// What `--set` changed in it.
    pub changes: Vec<String>,
    /// Its parameters before any is varied.
    pub parameters: serde_json::Value,
    /// Its fingerprint.
    pub fingerprint: String,
    /// The changes that make the base cell.
    pub against: Vec<String>,
    /// What is varied.
    pub axes: Vec<Axis>,
    /// Who plays both sides.
    pub bot: String,
    /// The seed of the run.
    pub seed: u64,
    /// Matches of a cell.
    pub games: u64,
    /// Whether cells are missing because the run was stopped.
    pub interrupted: bool,
    /// How many differences are judged together.
    pub tests: usize,
    /// What is measured.
    pub measures: Vec<Heading>,
    /// The cells; the first is the base.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Its number; 0 is the base.
    pub cell: usize,
    /// Its values, one for each axis; none for the base.
    pub values: Vec<String>,
    /// Why it could not be played.
    pub refused: Option<String>,
    /// Matches that a player forfeited: they count for nothing.
    #[serde(default, skip_serializing_if = "is_none")]
    pub forfeited: u64,
    /// What was found of each measure; none if it could not be played.
    pub figures: Vec<Figure>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
const fn is_none(count: &u64) -> bool {
    *count == 0
}

/// What was found of a measure in a cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Its value.
    #[serde(flatten)]
    pub value: Estimate,
    /// What it is more than in the base; `None` in the base.
    pub difference: Option<Shift>,
}

/// How a cell differs from the base.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shift {
    /// Deals on which both have a value.
    pub count: u64,
    /// Those of them on which the values are equal.
    pub same: u64,
    /// The mean of what the cell has more than the base.
    pub value: Option<f64>,
    /// The low end of its interval, 95 % by itself.
    pub low: Option<f64>,
    /// The high end.
    pub high: Option<f64>,
    /// How probable such a difference is at most if there is none.
    pub p: f64,
    /// The same, adjusted for all differences of the sweep ([`holm`]).
    pub adjusted: f64,
    /// What is known of it, all differences of the sweep together.
    pub verdict: Verdict,
}

/// A sweep while its cells come in.
#[derive(Debug)]
pub struct Sweeping {
    head: Head,
    scope: Scope,
    base: Option<(u32, Vec<Row>)>,
    cells: Vec<(Cell, Vec<Gauge>)>,
}

impl Sweeping {
    /// Begins a sweep; `None` if it has measures that are not known.
    #[must_use]
    pub fn new(head: Head) -> Option<Self> {
        Some(Self {
            scope: head.scope()?,
            head,
            base: None,
            cells: Vec::new(),
        })
    }

    /// Takes a cell of this sweep; the base must be the first one.
    pub fn take(&mut self, part: Part) {
        let values = self.head.values(part.cell);
        let mut cell = Cell {
            cell: part.cell,
            values: values.into_iter().map(str::to_owned).collect(),
            refused: None,
            forfeited: 0,
            figures: Vec::new(),
        };
        let mut differences = Vec::new();
        match part.outcome {
            Outcome::Refused(why) => cell.refused = Some(why),
            Outcome::Played { target, rows } => {
                let mut gauges = self.scope.gauges(target);
                for row in &rows {
                    cell.forfeited += u64::from(row.is_empty());
                    take(&mut gauges, row);
                }
                let figure = |gauge: &Gauge| Figure {
                    value: Estimate::new(gauge, ERROR),
                    difference: None,
                };
                cell.figures = gauges.iter().map(figure).collect();
                match &self.base {
                    Some((base_target, base)) if part.cell > 0 => {
                        differences = self.scope.differences(target.max(*base_target));
                        for (base, other) in base.iter().zip(&rows) {
                            take_difference(&mut differences, base, other);
                        }
                    }
                    _ if part.cell == 0 => self.base = Some((target, rows)),
                    _ => {}
                }
            }
        }
        self.cells.push((cell, differences));
    }

    /// Judges all differences together.
    #[must_use]
    pub fn finish(self, interrupted: bool) -> Sweep {
        let gauges = self.cells.iter().flat_map(|(_, gauges)| gauges);
        let judged = gauges.filter(|gauge| gauge.count() > 0);
        let p: Vec<f64> = judged.map(Gauge::against_zero).collect();
        let mut adjusted = holm(&p).into_iter();
        #[allow(clippy::cast_precision_loss, reason = "a number of tests")]
        let error = ERROR / p.len().max(1) as f64;
        let mut cells = Vec::with_capacity(self.cells.len());
        for (mut cell, gauges) in self.cells {
            let pairs = gauges.iter().zip(&self.scope.measures);
            for (figure, (gauge, (_, within))) in cell.figures.iter_mut().zip(pairs) {
                let adjusted = match gauge.count() {
                    0 => None,
                    _ => adjusted.next(),
                };
                figure.difference = Some(shift(gauge, *within, adjusted, error));
            }
            cells.push(cell);
        }
        let head = self.head;
        Sweep {
            kind: "sweep".to_owned(),
            ruleset: head.ruleset,
            changes: head.changes,
            parameters: head.parameters,
            fingerprint: head.fingerprint,
            against: head.against,
            axes: head.axes,
            bot: head.bot,
            seed: head.seed,
            games: head.games,
            interrupted,
            tests: p.len(),
            measures: self.scope.headings(),
            cells,
        }
    }
}

/// Judges a difference; `adjusted` is its p-value among all, if it is one of them, and `error` the one
/// that the interval of each may have.
fn shift(gauge: &Gauge, within: f64, adjusted: Option<f64>, error: f64) -> Shift {
    let strict = gauge.interval(error);
    let verdict = match (adjusted, strict) {
        (None, _) | (_, None) => Verdict::None,
        (Some(adjusted), _) if adjusted <= ERROR => Verdict::Differs,
        (_, Some(strict))
            if !gauge.is_too_few() && -within <= strict.low && strict.high <= within =>
        {
            Verdict::Within
        }
        _ => Verdict::Open,
    };
    let interval = gauge.interval(ERROR);
    Shift {
        count: gauge.count(),
        same: gauge.zeros(),
        value: gauge.mean().map(rounded),
        low: interval.map(|interval| rounded(interval.low)),
        high: interval.map(|interval| rounded(interval.high)),
        p: rounded(gauge.against_zero()),
        adjusted: rounded(adjusted.unwrap_or(1.0)),
        verdict,
    }
}
