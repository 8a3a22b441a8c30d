//! How far a sum may go, at any time, before it tells against what was believed: the
//! gamma-exponential mixture.

use statrs::function::gamma::{checked_gamma_lr, ln_gamma};

/// The shape of the mixture. With 6 the bound is tightest where the variance adds up to about 100,
/// which is a few hundred to a thousand matches; before and after it is a little wider.
const SHAPE: f64 = 6.0;

/// Returns the logarithm of how much a sum tells against a mean of 0: of a wealth that starts at 1
/// and, if the mean is 0 or less, does not grow on the average, so that it reaches 1/α at any time
/// with a probability of α at most (Ville's inequality).
///
/// `sum` is that of numbers in a range of width 1, `variance` the sum of their squared distances from
/// guesses that were made before each was known. Howard, Ramdas, `McAuliffe`, Sekhon: *Time-uniform,
/// nonparametric, nonasymptotic confidence sequences*, Annals of Statistics 49 (2021): theorem 4 with
/// proposition 9, for c = 1. A sum below 0 tells as little
/// as one of 0.
#[must_use]
pub(super) fn log_wealth(sum: f64, variance: f64) -> f64 {
    let sum = sum.max(0.0);
    let (shape, rate) = (SHAPE + variance, SHAPE + variance + sum);
    SHAPE * SHAPE.ln() - ln_gamma(SHAPE) - ln_lower(SHAPE, SHAPE)
        + ln_gamma(shape)
        + ln_lower(shape, rate)
        - shape * rate.ln()
        + variance
        + sum
}

/// Returns the logarithm of the regularized lower incomplete gamma function; of nothing where it
/// has no value, as if the sum told nothing.
fn ln_lower(shape: f64, x: f64) -> f64 {
    checked_gamma_lr(shape, x).map_or(f64::NEG_INFINITY, f64::ln)
}

/// Returns the least sum that tells as much: whose [`log_wealth`] is `log`, which is above 0.
#[must_use]
pub(super) fn bound(variance: f64, log: f64) -> f64 {
    let mut high = 1.0;
    while log_wealth(high, variance) < log && high < f64::MAX / 4.0 {
        high *= 2.0;
    }
    let mut low = 0.0;
    // As exact as numbers are.
    for _ in 0..80 {
        let middle = f64::midpoint(low, high);
        if log_wealth(middle, variance) < log {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mixture, integrated by the midpoint rule: over λ from 0 to 1 of
    /// exp(λ·s + v·(ln(1 − λ) + λ)), weighted by a gamma density of 1 − λ.
    fn integrated(sum: f64, variance: f64) -> f64 {
        let (mut above, mut below) = (0.0, 0.0);
        for step in 0..200_000 {
            let u = (f64::from(step) + 0.5) / 200_000.0;
            let weight = ((SHAPE - 1.0) * u.ln() - SHAPE * u).exp();
            above += weight * ((1.0 - u) * (sum + variance) + variance * u.ln()).exp();
            below += weight;
        }
        (above / below).ln()
    }

    #[test]
    fn the_closed_form_is_the_integral() {
        for (sum, variance) in [(1.0, 0.0), (14.0, 0.0), (10.0, 25.0), (40.0, 100.0)] {
            let (closed, sure) = (log_wealth(sum, variance), integrated(sum, variance));
            assert!((closed - sure).abs() < 1e-4, "{closed} {sure}");
        }
        assert!(log_wealth(0.0, 0.0).abs() < 1e-12);
        assert!(log_wealth(0.0, 50.0) < 0.0);
    }

    #[test]
    fn the_bound_is_where_the_wealth_is_reached() {
        for variance in [0.0, 1.0, 100.0, 1e5] {
            let sum = bound(variance, 6.0);
            assert!((log_wealth(sum, variance) - 6.0).abs() < 1e-6, "{variance}");
            // A normal sum looked at once stays within 3.09 deviations with a chance of 1 in 1000,
            // which e^-6 is nearly: looking at any time costs more.
            assert!(sum > 2.8 * f64::sqrt(variance));
            assert!(sum < 15.0 + 5.5 * f64::sqrt(variance), "{sum}");
        }
    }
}
