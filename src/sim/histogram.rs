//! How often each size came up.

use std::collections::BTreeMap;

use super::interval::real;

/// Counts of sizes. Its memory depends on how many different sizes there are, not on how often
/// they came up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Histogram(BTreeMap<u64, u64>);

impl Histogram {
    /// Counts one more of a size.
    pub fn add(&mut self, size: u64) {
        *self.0.entry(size).or_default() += 1;
    }

    /// Adds what another has counted.
    pub fn merge(&mut self, other: &Self) {
        for (size, count) in &other.0 {
            *self.0.entry(*size).or_default() += count;
        }
    }

    /// Returns how many were counted.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// Returns how often a size came up.
    #[must_use]
    pub fn of(&self, size: u64) -> u64 {
        self.0.get(&size).copied().unwrap_or_default()
    }

    /// Returns the sum of the sizes.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().map(|(size, count)| size * count).sum()
    }

    /// Returns the largest size; `None` if nothing was counted.
    #[must_use]
    pub fn max(&self) -> Option<u64> {
        self.0.last_key_value().map(|(size, _)| *size)
    }

    /// Returns the mean; `None` if nothing was counted.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let count = self.count();
        (count > 0).then(|| real(self.total()) / real(count))
    }

    /// Returns a percentile by nearest rank: the smallest size that came up such that at least
    /// `percent` in a hundred of all were no larger. It is always a size that came up; the 50th is
    /// the (lower) median. `None` if nothing was counted.
    #[must_use]
    pub fn percentile(&self, percent: u8) -> Option<u64> {
        let hundredths = u128::from(self.count()) * u128::from(percent.min(100));
        let rank = hundredths.div_ceil(100).max(1);
        let mut below = 0;
        self.0.iter().find_map(|(size, count)| {
            below += u128::from(*count);
            (below >= rank).then_some(*size)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(sizes: &[u64]) -> Histogram {
        let mut histogram = Histogram::default();
        for size in sizes {
            histogram.add(*size);
        }
        histogram
    }

    /// The standard example of the nearest-rank method: of 15, 20, 35, 40, 50 the 5th, 30th, 40th,
    /// 50th and 100th percentiles are 15, 20, 20, 35 and 50.
    #[test]
    fn percentiles_are_nearest_ranks() {
        let histogram = of(&[40, 15, 50, 35, 20]);
        let found: Vec<_> = [5, 30, 40, 50, 100].map(|p| histogram.percentile(p)).into();
        assert_eq!(found, [15, 20, 20, 35, 50].map(Some));
        assert_eq!(of(&[1, 2]).percentile(50), Some(1));
    }

    #[test]
    fn nothing_counted_has_no_statistics() {
        let empty = Histogram::default();
        assert_eq!(
            (empty.mean(), empty.percentile(50), empty.max()),
            (None, None, None)
        );
    }

    #[test]
    fn merging_is_counting_together() {
        let mut merged = of(&[1, 5, 5]);
        merged.merge(&of(&[5, 9]));
        assert_eq!(merged, of(&[9, 5, 5, 5, 1]));
        // (1 + 5 + 5 + 5 + 9) / 5
        assert_eq!(merged.mean(), Some(5.0));
    }
}
