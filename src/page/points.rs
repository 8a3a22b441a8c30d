//! Probabilities and their differences as people read them: in points of a hundred.

use crate::analysis::{Analysis, Estimate};
use crate::report::number::whole;

/// Writes a probability in per cent: `56.3`.
pub(super) fn percent(probability: f64) -> String {
    unsigned(format!("{:.1}", probability * 100.0))
}

/// Writes an estimate with the half-width of its 95 % interval: `56.3 ± 2.1`.
pub(super) fn around(estimate: Estimate) -> String {
    with_margin(percent(estimate.value), estimate)
}

/// Writes an estimated difference with its sign: `+5.2 ± 1.1`.
pub(super) fn change(estimate: Estimate) -> String {
    let text = percent(estimate.value);
    let is_nothing = text == "0.0";
    let text = if is_nothing || text.starts_with('-') {
        text
    } else {
        format!("+{text}")
    };
    with_margin(text, estimate)
}

fn with_margin(text: String, estimate: Estimate) -> String {
    if estimate.error > 0.0 {
        format!("{text} ± {}", percent(estimate.margin()))
    } else {
        text
    }
}

/// What rounds to 0 has no sign.
fn unsigned(text: String) -> String {
    if text == "-0.0" {
        "0.0".to_owned()
    } else {
        text
    }
}

/// Says what the numbers of an analysis rest on, and whose knowledge they go by.
pub(super) fn rests_on(analysis: &Analysis) -> String {
    format!(
        "Estimated with {} playouts, seed {}; ± is half of a 95 % interval. The probability of a \
         move is that of winning the round by what its side could know; the curve and chance go by \
         the full position. A round that nobody wins counts half. Points are hundredths of a round won.",
        whole(u64::from(analysis.budget)),
        analysis.seed
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_written_in_points_of_a_hundred() {
        // 1.96 × 0.01 = 0.0196.
        let estimate = |value, error| Estimate { value, error };
        assert_eq!(around(estimate(0.5634, 0.01)), "56.3 ± 2.0");
        assert_eq!(around(estimate(1.0, 0.0)), "100.0");
        assert_eq!(change(estimate(0.052, 0.0)), "+5.2");
        assert_eq!(change(estimate(-0.052, 0.0)), "-5.2");
        assert_eq!(change(estimate(-0.0001, 0.0)), "0.0");
    }
}
