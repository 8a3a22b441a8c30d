//! Rulesets side by side, match for match on the same deals.

use serde::{Deserialize, Serialize};

use super::figures::{ERROR, Estimate, Heading, Scope, Verdict, rounded, take, take_difference};
use super::gauge::Gauge;
use super::subject::Row;

/// How many deals are played between two looks at the verdicts.
const LOOK: u64 = 50;

/// Rulesets side by side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// `comparison`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The rulesets; the others are compared with the first.
    pub rulesets: Vec<Named>,
    /// Who plays both sides.
    pub bot: String,
    /// The seed of the run.
    pub seed: u64,
    /// Most deals to play.
    pub games: u64,
    /// Deals played under each ruleset.
    pub played: u64,
    /// Those of them that a player forfeited, under each ruleset, if any were: they count for
    /// nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forfeited: Vec<u64>,
    /// Whether the run was stopped before everything was decided.
    pub interrupted: bool,
    /// How many differences are judged together.
    pub tests: usize,
    /// What was found.
    pub measures: Vec<Compared>,
}

/// A ruleset that is compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Named {
    /// Its id and what is changed in it.
    pub name: String,
    /// Its id.
    pub ruleset: String,
    /// Its parameters.
    pub parameters: serde_json::Value,
    /// Its fingerprint.
    pub fingerprint: String,
}

/// What was found of one measure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The measure.
    #[serde(flatten)]
    pub heading: Heading,
    /// Under each ruleset, in their order.
    pub values: Vec<Estimate>,
    /// Between the first ruleset and each of the others, in their order.
    pub differences: Vec<Difference>,
}

/// How another ruleset differs from the first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// Deals on which both have a value.
    pub count: u64,
    /// Those of them on which the values are equal.
    pub same: u64,
    /// The mean of what the other has more than the first.
    pub value: Option<f64>,
    /// The low end of its interval. All intervals of differences together leave one true difference
    /// out with a probability of 5 % at most, however often one looks.
    pub low: Option<f64>,
    /// The high end.
    pub high: Option<f64>,
    /// What is known of it.
    pub verdict: Verdict,
}

/// Rulesets that are being compared.
#[derive(Debug, Clone)]
pub struct Comparing {
    scope: Scope,
    values: Vec<Vec<Gauge>>,
    differences: Vec<Vec<Gauge>>,
    taken: u64,
    forfeited: Vec<u64>,
    /// The error that the interval of each difference may have (Bonferroni: the error of all, shared
    /// out evenly).
    error: f64,
}

impl Comparing {
    /// Begins to compare rulesets whose matches go to so many rounds won; the first one is what the
    /// others are compared with.
    #[must_use]
    pub fn new(scope: Scope, targets: &[u32]) -> Self {
        let first = targets.first().copied().unwrap_or(1);
        let others = targets.iter().skip(1);
        let differences: Vec<_> = others
            .map(|target| scope.differences(first.max(*target)))
            .collect();
        let mut comparing = Self {
            values: targets.iter().map(|target| scope.gauges(*target)).collect(),
            differences,
            scope,
            taken: 0,
            forfeited: vec![0; targets.len()],
            error: ERROR,
        };
        #[allow(clippy::cast_precision_loss, reason = "a number of tests")]
        let tests = comparing.tests().max(1) as f64;
        comparing.error = ERROR / tests;
        comparing
    }

    /// Returns how many differences are judged.
    #[must_use]
    pub fn tests(&self) -> usize {
        self.differences.iter().map(Vec::len).sum()
    }

    /// Takes what a deal says of each ruleset, in their order.
    pub fn take(&mut self, rows: &[Row]) {
        self.taken += 1;
        for (forfeited, row) in self.forfeited.iter_mut().zip(rows) {
            *forfeited += u64::from(row.is_empty());
        }
        for (gauges, row) in self.values.iter_mut().zip(rows) {
            take(gauges, row);
        }
        if let Some((base, others)) = rows.split_first() {
            for (gauges, other) in self.differences.iter_mut().zip(others) {
                take_difference(gauges, base, other);
            }
        }
    }

    /// Returns how many deals were taken.
    #[must_use]
    pub const fn taken(&self) -> u64 {
        self.taken
    }

    /// Returns how many of them were forfeited under each ruleset; nothing if none was.
    #[must_use]
    pub fn forfeited(&self) -> Vec<u64> {
        let any = self.forfeited.iter().any(|count| *count > 0);
        if any {
            self.forfeited.clone()
        } else {
            Vec::new()
        }
    }

    /// Tells whether it is time to look at the verdicts, and none is open. The times are numbers of
    /// deals, so that they do not depend on who plays faster.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        self.taken.is_multiple_of(LOOK) && self.is_decided()
    }

    /// Tells whether no verdict is open.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.differences.iter().all(|gauges| {
            let mut pairs = gauges.iter().zip(&self.scope.measures);
            pairs.all(|(gauge, (_, within))| {
                self.difference(gauge, *within).verdict != Verdict::Open
            })
        })
    }

    /// Returns what was found of each measure.
    #[must_use]
    pub fn found(&self) -> Vec<Compared> {
        let headings = self.scope.headings().into_iter().enumerate();
        headings
            .map(|(index, heading)| Compared {
                values: (self.values.iter())
                    .map(|gauges| Estimate::new(&gauges[index], ERROR))
                    .collect(),
                differences: (self.differences.iter())
                    .map(|gauges| self.difference(&gauges[index], heading.within))
                    .collect(),
                heading,
            })
            .collect()
    }

    fn difference(&self, gauge: &Gauge, within: f64) -> Difference {
        let interval = gauge.interval(self.error);
        let verdict = match interval {
            None => Verdict::None,
            Some(_) if gauge.is_too_few() => Verdict::Open,
            Some(interval) if interval.low > 0.0 || interval.high < 0.0 => Verdict::Differs,
            Some(interval) if -within <= interval.low && interval.high <= within => Verdict::Within,
            Some(_) => Verdict::Open,
        };
        Difference {
            count: gauge.count(),
            same: gauge.zeros(),
            value: gauge.mean().map(rounded),
            low: interval.map(|interval| rounded(interval.low)),
            high: interval.map(|interval| rounded(interval.high)),
            verdict,
        }
    }
}

#[cfg(test)]
mod tests;
