//! Figures as plain data: for reports and files.

use serde::{Deserialize, Serialize};

use super::gauge::Gauge;
use super::measures::{Measure, Scale};
use super::subject::Row;

/// The error that intervals and all verdicts together may have.
pub const ERROR: f64 = 0.05;

/// A mean over matches with its 95 % interval; rounded to six places, none of nothing.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// Matches that have a value.
    pub count: u64,
    /// Their mean.
    pub value: Option<f64>,
    /// The low end of its interval, which holds however often one looked before.
    pub low: Option<f64>,
    /// The high end.
    pub high: Option<f64>,
}

impl Estimate {
    pub(super) fn new(gauge: &Gauge, error: f64) -> Self {
        let interval = gauge.interval(error);
        Self {
            count: gauge.count(),
            value: gauge.mean().map(rounded),
            low: interval.map(|interval| rounded(interval.low)),
            high: interval.map(|interval| rounded(interval.high)),
        }
    }
}

/// A measure, as files name and describe it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Heading {
    /// Its key.
    pub measure: String,
    /// What people call it.
    pub name: String,
    /// `share` or `number`.
    pub unit: String,
    /// How large a difference must be to matter.
    pub within: f64,
}

impl Heading {
    pub(super) fn new(measure: &Measure, within: f64) -> Self {
        Self {
            measure: measure.to_string(),
            name: measure.name(),
            unit: match measure.scale() {
                Scale::Share => "share",
                Scale::Number => "number",
            }
            .to_owned(),
            within,
        }
    }
}

/// What is known of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// There is one.
    Differs,
    /// If there is one, it is smaller than what matters.
    Within,
    /// Not enough matches were played to tell.
    Open,
    /// No match has a value under both.
    None,
}

/// Which measures are looked at, and how large a difference in each of them matters.
#[derive(Debug, Clone)]
pub struct Scope {
    /// The measures, each with how large a difference must be to matter.
    pub measures: Vec<(Measure, f64)>,
}

impl Scope {
    /// Returns the headings of the measures.
    #[must_use]
    pub fn headings(&self) -> Vec<Heading> {
        let measures = self.measures.iter();
        measures
            .map(|(measure, within)| Heading::new(measure, *within))
            .collect()
    }

    /// Makes gauges of the values of matches to so many rounds won.
    pub(super) fn gauges(&self, target: u32) -> Vec<Gauge> {
        let measures = self.measures.iter();
        measures
            .map(|(measure, within)| Gauge::new(measure.range(target), *within))
            .collect()
    }

    /// Makes gauges of differences of such values.
    pub(super) fn differences(&self, target: u32) -> Vec<Gauge> {
        let measures = self.measures.iter();
        measures
            .map(|(measure, within)| Gauge::of_differences(measure.range(target), *within))
            .collect()
    }
}

/// Takes the values of a match.
pub(super) fn take(gauges: &mut [Gauge], row: &Row) {
    for (gauge, value) in gauges.iter_mut().zip(row) {
        if let Some(value) = value {
            gauge.add(value.value());
        }
    }
}

/// Takes the differences between two matches on one deal, where both have a value.
pub(super) fn take_difference(gauges: &mut [Gauge], base: &Row, other: &Row) {
    for (gauge, pair) in gauges.iter_mut().zip(base.iter().zip(other)) {
        if let (Some(base), Some(other)) = pair {
            gauge.add(other.value() - base.value());
        }
    }
}

/// Rounds to six places: more would be noise, and files are easier to read.
pub(super) fn rounded(number: f64) -> f64 {
    let rounded = (number * 1e6).round() / 1e6;
    // No zero with a sign.
    if rounded == 0.0 { 0.0 } else { rounded }
}
