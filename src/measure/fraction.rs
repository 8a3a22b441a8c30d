//! What one match says of one measure: a fraction of whole numbers.

use serde::{Deserialize, Serialize};

/// A fraction, written as a list of two whole numbers. Whole numbers are the same on every machine
/// and come back from a file as they were.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(i64, u64)", into = "(i64, u64)")]
pub struct Fraction {
    /// The part.
    pub part: i64,
    /// The whole. A fraction of nothing says nothing.
    pub of: u64,
}

impl Fraction {
    /// Makes a fraction; `None` of nothing.
    #[must_use]
    pub fn new(part: i64, of: u64) -> Option<Self> {
        (of > 0).then_some(Self { part, of })
    }

    /// Makes the fraction of a count in a count; `None` of nothing.
    #[must_use]
    pub fn of(count: u64, of: u64) -> Option<Self> {
        Self::new(i64::try_from(count).unwrap_or(i64::MAX), of)
    }

    /// Makes 1 of yes and 0 of no.
    #[must_use]
    pub fn yes(is_so: bool) -> Self {
        Self {
            part: i64::from(is_so),
            of: 1,
        }
    }

    /// Returns it as a number.
    #[must_use]
    #[allow(
        clippy::cast_precision_loss,
        reason = "nobody plays a match of 2^53 decisions"
    )]
    pub fn value(self) -> f64 {
        self.part as f64 / self.of as f64
    }
}

impl From<(i64, u64)> for Fraction {
    fn from((part, of): (i64, u64)) -> Self {
        Self { part, of }
    }
}

impl From<Fraction> for (i64, u64) {
    fn from(fraction: Fraction) -> Self {
        (fraction.part, fraction.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fraction_is_a_list_of_two_numbers() {
        let written = serde_json::to_string(&Fraction::new(-3, 4)).unwrap();
        assert_eq!(written, "[-3,4]");
        let read: Option<Fraction> = serde_json::from_str(&written).unwrap();
        assert_eq!(read.map(Fraction::value), Some(-0.75));
        assert_eq!(Fraction::of(0, 0), None);
    }
}
