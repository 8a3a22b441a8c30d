//! Many tests at once.

/// Adjusts p-values so that, of all hypotheses that are true, one is refused with a probability of α
/// at most if those with an adjusted value of α or less are refused, whatever depends on what.
///
/// Holm: *A simple sequentially rejective multiple test procedure*, Scandinavian Journal of Statistics 6
/// (1979): the smallest is multiplied by the number of tests, the next by one less, and so on; none
/// becomes smaller than the one before.
#[must_use]
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut adjusted = vec![1.0; values.len()];
    let mut least: f64 = 0.0;
    for (rank, place) in order.into_iter().enumerate() {
        #[allow(clippy::cast_precision_loss, reason = "a number of tests")]
        let left = (values.len() - rank) as f64;
        least = least.max((values[place] * left).min(1.0));
        adjusted[place] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R: `p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")` is 0.03 0.06 0.06 0.02.
    #[test]
    fn values_are_those_of_r() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, wanted) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - wanted).abs() < 1e-12, "{adjusted:?}");
        }
        assert_eq!(holm(&[]), [0.0; 0]);
    }
}
