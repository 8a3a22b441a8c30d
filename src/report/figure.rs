//! Figures of measures as people read them: shares in per cent, numbers with two places.

use super::number::NONE;
use crate::measure::{Heading, Verdict};

/// Writes a value, or a dash.
#[must_use]
pub fn value(heading: &Heading, value: Option<f64>) -> String {
    value.map_or_else(|| NONE.to_owned(), |value| plain(heading, value))
}

/// Writes a difference with its sign, or a dash.
#[must_use]
pub fn signed(heading: &Heading, value: Option<f64>) -> String {
    value.map_or_else(|| NONE.to_owned(), |value| with_sign(plain(heading, value)))
}

/// Writes an interval, or a dash.
#[must_use]
pub fn interval(heading: &Heading, low: Option<f64>, high: Option<f64>) -> String {
    match (low, high) {
        (Some(low), Some(high)) => {
            format!("{} to {}", plain(heading, low), plain(heading, high))
        }
        _ => NONE.to_owned(),
    }
}

/// Writes the interval of a difference, or a dash.
#[must_use]
pub fn signed_interval(heading: &Heading, low: Option<f64>, high: Option<f64>) -> String {
    match (low, high) {
        (Some(low), Some(high)) => format!(
            "{} to {}",
            with_sign(plain(heading, low)),
            with_sign(plain(heading, high))
        ),
        _ => NONE.to_owned(),
    }
}

/// Writes what is known of a difference.
#[must_use]
pub fn verdict(heading: &Heading, verdict: Verdict) -> String {
    match verdict {
        Verdict::Within => format!("within {}", plain(heading, heading.within)),
        other => short(other).to_owned(),
    }
}

/// Writes what is known of a difference, but for how large one matters.
#[must_use]
pub const fn short(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Differs => "differs",
        Verdict::Within => "within",
        Verdict::Open => "not yet",
        Verdict::None => NONE,
    }
}

fn plain(heading: &Heading, value: f64) -> String {
    let text = if heading.unit == "share" {
        format!("{:.1}", value * 100.0)
    } else {
        format!("{value:.2}")
    };
    // What rounds to 0 has no sign.
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|digit| "0.".contains(digit)) => rest.to_owned(),
        _ => text,
    }
}

fn with_sign(text: String) -> String {
    let is_zero = text.chars().all(|digit| "0.".contains(digit));
    if is_zero || text.starts_with('-') {
        text
    } else {
        format!("+{text}")
    }
}
