//! A mean with an interval that holds at any time, however often one has looked before.

use super::mixture::{bound, log_wealth};
use crate::sim::Interval;

/// Values that must be there before numbers without bounds are judged: the law of large numbers must
/// have begun to work.
const ENOUGH: u64 = 100;
/// The precision of the prior of numbers without bounds: with 1/30 the interval is tightest at about
/// 500 values.
const PRECISION: f64 = 1.0 / 30.0;

/// Values that come one after the other, and their mean so far.
///
/// Its intervals are *confidence sequences*: the chance that the true mean is outside of the interval
/// at any time, ever, is the stated error at most. So one may look as often as one likes and stop
/// when one has seen enough.
#[derive(Debug, Clone)]
pub struct Gauge {
    range: Option<(f64, f64)>,
    /// A difference that matters: what a spread of 0 is judged by where there are no bounds.
    small: f64,
    count: u64,
    /// How many were exactly 0.
    zeros: u64,
    /// With bounds: the sum of the values, and of their squared distances from guesses, all in units of
    /// the range from its low end. Without: the mean and the sum of squares about it.
    sum: f64,
    squares: f64,
}

impl Gauge {
    /// Makes a gauge of values that lie in a range, or anywhere; `small` is a difference that matters.
    #[must_use]
    pub const fn new(range: Option<(f64, f64)>, small: f64) -> Self {
        Self {
            range,
            small,
            count: 0,
            zeros: 0,
            sum: 0.0,
            squares: 0.0,
        }
    }

    /// Makes a gauge of the differences of such values.
    #[must_use]
    pub fn of_differences(range: Option<(f64, f64)>, small: f64) -> Self {
        let widest = range.map(|(low, high)| (low - high, high - low));
        Self::new(widest, small)
    }

    /// Takes a value.
    pub fn add(&mut self, value: f64) {
        let before = real(self.count);
        self.count += 1;
        self.zeros += u64::from(value == 0.0);
        if let Some((low, high)) = self.range {
            let value = (value - low) / (high - low);
            // The mean so far, with the middle of the range as a first value.
            let guess = (0.5 + self.sum) / (before + 1.0);
            self.squares += (value - guess).powi(2);
            self.sum += value;
        } else {
            // Welford: *Note on a method for calculating corrected sums of squares and products*,
            // Technometrics 4 (1962).
            let step = value - self.sum;
            self.sum += step / (before + 1.0);
            self.squares += step * (value - self.sum);
        }
    }

    /// Returns how many values there were.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Returns how many values were exactly 0.
    #[must_use]
    pub const fn zeros(&self) -> u64 {
        self.zeros
    }

    /// Returns the mean; `None` of nothing.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| match self.range {
            Some((low, high)) => low + (high - low) * self.sum / real(self.count),
            None => self.sum,
        })
    }

    /// Returns the interval that leaves the mean out with a probability of `error` at most, over all
    /// times together; `None` of nothing.
    ///
    /// In bounds this holds for any number of values, with half of the error on each side: the
    /// gamma-exponential mixture of Howard, Ramdas, `McAuliffe`, Sekhon: *Time-uniform, nonparametric,
    /// nonasymptotic confidence sequences*, Annals of Statistics 49 (2021), theorem 4.
    /// Without bounds it holds in the limit of many: Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas:
    /// *Time-uniform central limit theory and asymptotic confidence sequences*, Annals of Statistics
    /// 52 (2024), theorem 2.2.
    #[must_use]
    pub fn interval(&self, error: f64) -> Option<Interval> {
        let (mean, count) = (self.mean()?, real(self.count));
        let half = if let Some((low, high)) = self.range {
            (high - low) * bound(self.squares, (2.0 / error).ln()) / count
        } else {
            let scaled = count * PRECISION;
            let spread = (scaled + 1.0) / scaled * ((scaled + 1.0) / error.powi(2)).ln();
            self.deviation() * (spread / count).sqrt()
        };
        let (low, high) = self.range.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        Some(Interval {
            low: (mean - half).max(low),
            high: (mean + half).min(high),
        })
    }

    /// Returns the least error for which the interval leaves 0 out: a p-value that holds at any time.
    #[must_use]
    pub fn against_zero(&self) -> f64 {
        let Some(mean) = self.mean() else { return 1.0 };
        let count = real(self.count);
        let log = match self.range {
            Some((low, high)) => {
                let sum = count * (mean / (high - low)).abs();
                2_f64.ln() - log_wealth(sum, self.squares)
            }
            None if self.is_too_few() => return 1.0,
            None => {
                let scaled = count * PRECISION;
                let far = count * (mean / self.deviation()).powi(2);
                0.5 * (scaled + 1.0).ln() - 0.5 * far * scaled / (scaled + 1.0)
            }
        };
        log.exp().min(1.0)
    }

    /// Tells whether there are too few values for a judgement.
    #[must_use]
    pub const fn is_too_few(&self) -> bool {
        match self.range {
            Some(_) => self.count == 0,
            None => self.count < ENOUGH,
        }
    }

    /// Returns the standard deviation of values without bounds. One value more, as far from the mean as
    /// a difference that matters, keeps it above 0.
    fn deviation(&self) -> f64 {
        let squares = self.squares + self.small.powi(2);
        (squares / real(self.count + 1)).sqrt()
    }
}

#[allow(
    clippy::cast_precision_loss,
    reason = "nobody plays 2^53 matches, and a statistic of them would not miss the last digit"
)]
fn real(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests;
