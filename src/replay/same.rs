//! Comparing parts of recordings, and wording what differs.

use crate::game::{Side, Value};

pub(super) fn nobody(winner: Option<Side>) -> String {
    winner.map_or_else(|| "nobody".to_owned(), |side| side.to_string())
}

/// Returns the texts of one list that the other, which is sorted, does not have.
pub(super) fn without<'t>(texts: &[&'t str], others: &[&str]) -> Vec<&'t str> {
    let rest = texts
        .iter()
        .filter(|text| others.binary_search(text).is_err());
    rest.copied().collect()
}

pub(super) fn quoted(texts: &[&str]) -> String {
    let mut shown: Vec<String> = texts
        .iter()
        .take(12)
        .map(|text| format!("`{text}`"))
        .collect();
    if texts.len() > shown.len() {
        shown.push(format!("and {} more", texts.len() - shown.len()));
    }
    shown.join(", ")
}

pub(super) fn one_of(texts: &[&str]) -> String {
    format!("one of {}", quoted(texts))
}

/// Compares parts of positions; lists of cards count as bags where one of them is not in order.
pub(super) fn same(expected: &Value, recorded: &Value) -> bool {
    match (expected, recorded) {
        (Value::List(one), Value::List(other)) => {
            let sorted = |items: &[Value]| {
                let mut texts: Vec<String> = items.iter().map(Value::to_string).collect();
                texts.sort_unstable();
                texts
            };
            one == other || sorted(one) == sorted(other)
        }
        (Value::Map(one), Value::Map(_)) => {
            one.len() == recorded.entries().len()
                && one.iter().all(|(key, value)| {
                    recorded
                        .get(key)
                        .is_some_and(|recorded| same(value, recorded))
                })
        }
        _ => expected == recorded,
    }
}
