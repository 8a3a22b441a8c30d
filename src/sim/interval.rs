//! How sure a share is.

/// The two-sided 95 % point of the standard normal distribution: its 0.975 quantile.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// An interval of shares, 0–1, low end first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The low end.
    pub low: f64,
    /// The high end.
    pub high: f64,
}

/// Returns the 95 % score interval of a share of `count` in `of`; `None` for nothing in nothing.
///
/// Wilson: *Probable inference, the law of succession, and statistical inference*, Journal of the
/// American Statistical Association 22 (1927). Unlike the textbook interval it stays within 0–1
/// and keeps a width where `count` is 0 or `of`.
#[must_use]
pub fn wilson(count: u64, of: u64) -> Option<Interval> {
    if of == 0 {
        return None;
    }
    let (n, share) = (real(of), real(count.min(of)) / real(of));
    let z2 = Z_95 * Z_95;
    let middle = share + z2 / (2.0 * n);
    let half = Z_95 * ((share * (1.0 - share) + z2 / (4.0 * n)) / n).sqrt();
    let whole = 1.0 + z2 / n;
    // Exactly 0 and 1 at the ends, where rounding would leave a speck.
    let low = if count == 0 {
        0.0
    } else {
        (middle - half) / whole
    };
    let high = if count >= of {
        1.0
    } else {
        (middle + half) / whole
    };
    Some(Interval { low, high })
}

/// Makes a real number of a count.
#[allow(
    clippy::cast_precision_loss,
    reason = "nobody plays 2^53 matches, and a statistic of them would not miss the last digit"
)]
pub(super) fn real(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe: *Two-sided confidence intervals for the single proportion*, Statistics in
    /// Medicine 17 (1998), table I, method 3 (score, without continuity correction).
    #[test]
    fn published_intervals_are_met() {
        for (count, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0000, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(count, of).unwrap();
            assert!(
                (found.low - low).abs() < 0.000_05,
                "{count}/{of}: {found:?}"
            );
            assert!(
                (found.high - high).abs() < 0.000_05,
                "{count}/{of}: {found:?}"
            );
        }
    }

    #[test]
    fn nothing_in_nothing_has_no_interval() {
        assert_eq!(wilson(0, 0), None);
    }

    #[test]
    fn the_interval_stays_within_bounds_and_holds_the_share() {
        for of in 1..60 {
            for count in 0..=of {
                let Interval { low, high } = wilson(count, of).unwrap();
                let share = real(count) / real(of);
                assert!(0.0 <= low && low <= share && share <= high && high <= 1.0);
                // Counting what did not happen mirrors it.
                let other = wilson(of - count, of).unwrap();
                assert!((low - (1.0 - other.high)).abs() < 1e-12);
            }
        }
    }
}
