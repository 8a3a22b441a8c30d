//! Numbers as people read them. A number that there is none of is a dash.

use crate::sim::Share;

/// What stands for a number that there is none of.
pub(super) const NONE: &str = "–";

/// Writes a whole number with its digits in groups of three: `39 142`.
#[must_use]
pub fn whole(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Writes a size, or a dash.
#[must_use]
pub fn size(number: Option<u64>) -> String {
    number.map_or_else(|| NONE.to_owned(), whole)
}

/// Writes a mean with two places, or a dash.
#[must_use]
pub fn mean(mean: Option<f64>) -> String {
    mean.map_or_else(|| NONE.to_owned(), |mean| format!("{mean:.2}"))
}

/// Writes a share in per cent with one place, or a dash.
#[must_use]
pub fn percent(share: &Share) -> String {
    share.share.map_or_else(|| NONE.to_owned(), one_place)
}

/// Writes the interval of a share in per cent: `48.1–54.3`, or a dash.
#[must_use]
pub fn interval(share: &Share) -> String {
    match (share.low, share.high) {
        (Some(low), Some(high)) => format!("{}–{}", one_place(low), one_place(high)),
        _ => NONE.to_owned(),
    }
}

fn one_place(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups_of_three() {
        let written = [0, 999, 1000, 39_142, 1_000_000].map(whole);
        assert_eq!(written, ["0", "999", "1 000", "39 142", "1 000 000"]);
    }

    #[test]
    fn a_share_is_written_in_per_cent() {
        // Newcombe (1998), table I: 81 of 263 gives 0.2553 to 0.3662.
        let share = Share::new(81, 263);
        assert_eq!(percent(&share), "30.8");
        assert_eq!(interval(&share), "25.5–36.6");
        assert_eq!(percent(&Share::new(0, 0)), "–");
        assert_eq!(interval(&Share::new(0, 0)), "–");
    }

    #[test]
    fn what_is_not_there_is_a_dash() {
        assert_eq!((size(None), mean(None)), ("–".to_owned(), "–".to_owned()));
        assert_eq!(mean(Some(14.6)), "14.60");
    }
}
