//! How much memory values take that are kept for long.

use foldhash::HashSet;

use super::value::Value;

/// The memory that some values take. What several of them share counts once.
///
/// All of them must be kept as long as this: a value is told by its place in memory.
#[derive(Debug, Default)]
pub struct Held {
    places: HashSet<usize>,
    bytes: usize,
}

impl Held {
    /// Counts a value that is held from now on.
    pub fn add(&mut self, value: &Value) {
        let is_new = value.place().is_some_and(|place| self.places.insert(place));
        if is_new {
            self.bytes += 2 * size_of::<usize>() + value.own_bytes();
            value.items().iter().for_each(|item| self.add(item));
            let entries = value.entries().iter();
            entries.for_each(|(_, item)| self.add(item));
        }
    }

    /// Returns how many bytes they take besides the values themselves, about.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_values_share_counts_once() {
        let mut held = Held::default();
        held.add(&Value::Int(7));
        assert_eq!(held.bytes(), 0);
        let text = Value::text("a text of some length");
        held.add(&text);
        let of_text = held.bytes();
        assert!(of_text > 21);
        held.add(&text);
        assert_eq!(held.bytes(), of_text);

        let list = Value::list([text.clone(), text.clone()]);
        held.add(&list);
        let of_list = held.bytes() - of_text;
        assert!((2 * size_of::<Value>()..of_text + 80).contains(&of_list));
        held.add(&Value::map([("key", list)]));
        let of_map = held.bytes() - of_text - of_list;
        assert!((3..of_list).contains(&of_map));
        held.add(&Value::text("a text of some length"));
        assert_eq!(held.bytes(), 2 * of_text + of_list + of_map);
    }
}
