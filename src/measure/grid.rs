//! The parameters that a sweep varies, and the cells that they make.

use serde::{Deserialize, Serialize};

/// Most cells of a sweep.
pub const MOST_CELLS: usize = 10_000;

/// A parameter with the values that it takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axis {
    /// Its name.
    pub parameter: String,
    /// The values, as `--set` takes them.
    pub values: Vec<String>,
}

/// Why a text says no values.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AxisError {
    /// There is no `=` with something on both sides.
    #[error("`{0}` does not say which values")]
    NoValues(String),
    /// A range goes down, or its step is 0.
    #[error("the range `{0}` has no values")]
    Empty(String),
    /// An end or the step of a range is no whole number.
    #[error("the range `{0}` is none of whole numbers")]
    NotWhole(String),
    /// It has too many values.
    #[error("`{0}` has more than {MOST_CELLS} values")]
    TooMany(String),
    /// A value stands there twice.
    #[error("`{parameter}` takes the value `{value}` twice")]
    Twice {
        /// The parameter.
        parameter: String,
        /// The value.
        value: String,
    },
}

impl Axis {
    /// Reads `piece=4,5,6`, `piece=15..27` (both ends count) or `piece=15..27:2` (every second). The
    /// items of a list, which `split` takes apart, may be ranges.
    ///
    /// # Errors
    /// If it says no values, too many, or one twice.
    pub fn read(text: &str, split: impl Fn(&str) -> Vec<String>) -> Result<Self, AxisError> {
        let none = || AxisError::NoValues(text.to_owned());
        let (parameter, items) = text.split_once('=').ok_or_else(none)?;
        let parameter = parameter.trim().to_owned();
        let mut values: Vec<String> = Vec::new();
        for item in split(items) {
            let item = item.trim();
            match range(item) {
                Some((from, to, step)) => {
                    let step = usize::try_from(step).unwrap_or_default();
                    if from > to || step == 0 {
                        return Err(AxisError::Empty(item.to_owned()));
                    }
                    let more = (from..=to).step_by(step).take(MOST_CELLS + 1);
                    values.extend(more.map(|value| value.to_string()));
                }
                None if item.is_empty() => return Err(none()),
                None if is_like_range(item) => return Err(AxisError::NotWhole(item.to_owned())),
                None => values.push(item.to_owned()),
            }
            if values.len() > MOST_CELLS {
                return Err(AxisError::TooMany(text.to_owned()));
            }
        }
        if parameter.is_empty() || values.is_empty() {
            return Err(none());
        }
        let mut sorted: Vec<&String> = values.iter().collect();
        sorted.sort();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(AxisError::Twice {
                value: pair[0].clone(),
                parameter,
            });
        }
        Ok(Self { parameter, values })
    }
}

/// Reads `15..27` or `15..27:2`; `None` if it is no range of whole numbers.
fn range(text: &str) -> Option<(i64, i64, u64)> {
    let (from, rest) = text.split_once("..")?;
    let (to, step) = match rest.split_once(':') {
        Some((to, step)) => (to, step.trim().parse().ok()?),
        None => (rest, 1),
    };
    Some((from.trim().parse().ok()?, to.trim().parse().ok()?, step))
}

/// Tells whether a text looks like a range of numbers of some kind.
fn is_like_range(text: &str) -> bool {
    let begins = |part: &str| {
        let digits = part.trim().trim_start_matches(['-', '+', '.']);
        digits.starts_with(|letter: char| letter.is_ascii_digit())
    };
    text.split_once("..")
        .is_some_and(|(from, to)| begins(from) && begins(to))
}

/// Returns how many cells axes make; `None` if there are more than [`MOST_CELLS`].
#[must_use]
pub fn cells(axes: &[Axis]) -> Option<usize> {
    let mut lengths = axes.iter().map(|axis| axis.values.len());
    let cells = lengths.try_fold(1_usize, usize::checked_mul)?;
    (cells <= MOST_CELLS).then_some(cells)
}

/// Returns the values of a cell, one for each axis, by its number from 0; the last axis goes round
/// fastest.
#[must_use]
pub fn values(axes: &[Axis], cell: usize) -> Vec<&str> {
    let mut rest = cell;
    let mut values: Vec<&str> = Vec::with_capacity(axes.len());
    for axis in axes.iter().rev() {
        let length = axis.values.len().max(1);
        values.extend(axis.values.get(rest % length).map(String::as_str));
        rest /= length;
    }
    values.reverse();
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(text: &str) -> Result<Axis, AxisError> {
        Axis::read(text, |list| list.split(',').map(str::to_owned).collect())
    }

    fn read(text: &str) -> Vec<String> {
        axis(text).unwrap().values
    }

    #[test]
    fn ranges_and_lists_are_read() {
        assert_eq!(read("a=1..3"), ["1", "2", "3"]);
        assert_eq!(read("a=-1..6:3"), ["-1", "2", "5"]);
        assert_eq!(read("a=4,6..7, 9"), ["4", "6", "7", "9"]);
        assert_eq!(read("a=calm,wild"), ["calm", "wild"]);
        assert_eq!(
            read("a=0..9223372036854775807:9223372036854775807").len(),
            2
        );
    }

    #[test]
    fn what_says_no_values_is_refused() {
        for text in ["a", "a=", "=1", "a=1,,2"] {
            assert_eq!(
                axis(text),
                Err(AxisError::NoValues(text.to_owned())),
                "{text}"
            );
        }
        for text in ["3..1", "1..3:0"] {
            let found = axis(&format!("a={text}"));
            assert_eq!(found, Err(AxisError::Empty(text.to_owned())));
        }
        for text in ["1..3e2", "0.5..1.5", "1..9:x", "1..99999999999999999999"] {
            let found = axis(&format!("a={text}"));
            assert_eq!(found, Err(AxisError::NotWhole(text.to_owned())));
        }
        let many = "a=1..10001";
        assert_eq!(axis(many), Err(AxisError::TooMany(many.to_owned())));
        assert!(matches!(axis("a=1..3,2"), Err(AxisError::Twice { .. })));
    }

    #[test]
    fn cells_are_all_combinations() {
        let axes = [axis("a=1..2").unwrap(), axis("b=x,y,z").unwrap()];
        assert_eq!(cells(&axes), Some(6));
        let all: Vec<String> = (0..6).map(|cell| values(&axes, cell).concat()).collect();
        assert_eq!(all, ["1x", "1y", "1z", "2x", "2y", "2z"]);
        let many = vec![axis("a=1..10000").unwrap(); 2];
        assert_eq!(cells(&many), None);
    }
}
