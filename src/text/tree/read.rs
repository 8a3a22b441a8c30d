use serde_yaml::Value;

use crate::text::tree::scalar::clear_form;
use crate::text::tree::{Data, Entry, Node};
use crate::text::{Fault, Faults, list_and, nearest};

/// After so many faults no more nearest names are looked for.
const MOST_HELPED: usize = 100;

impl Node {
    /// Returns a whole number, or adds a fault that says what `what` should be.
    pub fn as_int(&self, faults: &mut Faults, what: &str) -> Option<i64> {
        match &self.data {
            Data::Int(value) => Some(*value),
            _ => self.refuse(faults, what, "a whole number"),
        }
    }

    /// Returns a truth value, or adds a fault that says what `what` should be.
    pub fn as_bool(&self, faults: &mut Faults, what: &str) -> Option<bool> {
        match &self.data {
            Data::Bool(value) => Some(*value),
            _ => self.refuse(faults, what, "`true` or `false`"),
        }
    }

    /// Returns a text, or adds a fault that says what `what` should be.
    pub fn as_text(&self, faults: &mut Faults, what: &str) -> Option<&str> {
        match &self.data {
            Data::Text(text) => Some(text),
            _ => self.refuse(faults, what, "a text"),
        }
    }

    /// Returns a list's items, or adds a fault that says what `what` should be.
    pub fn as_list(&self, faults: &mut Faults, what: &str) -> Option<&[Node]> {
        match &self.data {
            Data::List(items) => Some(items),
            Data::Text(text) if text.len() <= 60 && !text.contains(['\n', '[', ']']) => {
                let fault = self.wrong_type(what, "a list").at(self.span.clone());
                faults.push(fault.help(format!("a list of one is `[{text}]`")));
                None
            }
            _ => self.refuse(faults, what, "a list"),
        }
    }

    /// Returns a map's entries, or adds a fault that says what `what` should be.
    pub fn as_map(&self, faults: &mut Faults, what: &str) -> Option<&[Entry]> {
        match &self.data {
            Data::Map(entries) => Some(entries),
            _ => self.refuse(faults, what, "a map"),
        }
    }

    /// Returns any plain data, or adds a fault for each doubtful word in it. `what` leads to it.
    pub fn as_data(&self, faults: &mut Faults, what: &str) -> Option<Value> {
        let before = faults.len();
        self.check_data(faults, what);
        (faults.len() == before).then(|| self.to_yaml())
    }

    fn check_data(&self, faults: &mut Faults, what: &str) {
        match &self.data {
            Data::List(items) => items.iter().for_each(|item| item.check_data(faults, what)),
            Data::Map(entries) => {
                for entry in entries {
                    entry
                        .value
                        .check_data(faults, &format!("{what}.{}", entry.key));
                }
            }
            Data::Doubtful(..) => drop(self.as_text(faults, what)),
            _ => {}
        }
    }

    /// Adds the fault for a value of the wrong kind; always returns `None`, the getters' answer.
    fn refuse<T>(&self, faults: &mut Faults, what: &str, expected: &str) -> Option<T> {
        let fault = match &self.data {
            Data::Doubtful(text, why) => doubtful(text, why, what, expected),
            _ => self.wrong_type(what, expected),
        };
        faults.push(fault.at(self.span.clone()));
        None
    }

    fn wrong_type(&self, what: &str, expected: &str) -> Fault {
        let found = self.kind_name();
        let message = format!("expected {expected} for `{what}`, found {found}");
        let fault = Fault::new("wrong-type", message).label(format!("this is {found}"));
        match (&self.data, expected) {
            (Data::Bool(_) | Data::Int(_), "a text") => {
                fault.help("write it in quotes if it is a text")
            }
            _ => fault,
        }
    }
}

fn doubtful(text: &str, why: &str, what: &str, expected: &str) -> Fault {
    let message = format!("expected {expected} for `{what}`, found `{text}`");
    let fault = Fault::new("doubtful-value", message).label(why);
    // Only a form that would be right here is of any use.
    let clear = clear_form(text).filter(|clear| match expected {
        "a whole number" => clear.contains(|c: char| c.is_ascii_digit()),
        "`true` or `false`" => expected.contains(clear.as_str()),
        _ => false,
    });
    match clear {
        Some(clear) => fault.help(format!("write it as {clear}")),
        None if expected == "a text" => fault.help("write it in quotes"),
        None => fault,
    }
}

/// Adds a fault for each key of a map that is not allowed in `place` (such as `a card`).
///
/// Does nothing for a value that is no map: that is the getters' business.
pub fn check_keys(node: &Node, allowed: &[&str], place: &str, faults: &mut Faults) {
    let Data::Map(entries) = &node.data else {
        return;
    };
    for entry in entries {
        if allowed.contains(&entry.key.as_str()) {
            continue;
        }
        // Nobody reads so many, and to search names takes its time.
        if faults.len() > MOST_HELPED {
            let message = format!("unknown key `{}` in {place}", entry.key);
            faults.push(Fault::new("unknown-key", message).at(entry.key_span.clone()));
            continue;
        }
        let help = match nearest(&entry.key, allowed.iter().copied()) {
            Some(name) => format!("did you mean `{name}`?"),
            None if allowed.is_empty() => "no keys are known here".to_owned(),
            None => format!("the keys known here are {}", list_and(allowed)),
        };
        faults.push(
            Fault::new(
                "unknown-key",
                format!("unknown key `{}` in {place}", entry.key),
            )
            .at(entry.key_span.clone())
            .label("not a key that is known here")
            .help(help),
        );
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed setup is a failed test")]

    use super::*;
    use crate::text::tree::parse;
    use crate::text::{Source, render_all};

    fn tree(text: &str) -> Node {
        parse(&Source::new("a.yaml", text)).unwrap()
    }

    fn value<'a>(node: &'a Node, key: &str) -> &'a Node {
        &node.entry(key).unwrap().value
    }

    #[test]
    fn values_of_the_right_kind_are_returned() {
        let node = tree("i: 3\nb: true\nt: x\nl: [1]\nm: {a: 1}\n");
        let faults = &mut Faults::new();
        assert_eq!(value(&node, "i").as_int(faults, "i"), Some(3));
        assert_eq!(value(&node, "b").as_bool(faults, "b"), Some(true));
        assert_eq!(value(&node, "t").as_text(faults, "t"), Some("x"));
        assert_eq!(value(&node, "l").as_list(faults, "l").unwrap().len(), 1);
        assert_eq!(value(&node, "m").as_map(faults, "m").unwrap()[0].key, "a");
        assert!(faults.is_empty());
    }

    #[test]
    fn every_getter_refuses_other_kinds() {
        let node = tree("i: 3\nl:\n- 1\nd: no\n");
        let mut faults = Faults::new();
        let (int, list) = (value(&node, "i"), value(&node, "l"));
        assert_eq!(list.as_int(&mut faults, "piece"), None);
        assert_eq!(int.as_bool(&mut faults, "piece"), None);
        assert_eq!(int.as_text(&mut faults, "piece"), None);
        assert_eq!(int.as_list(&mut faults, "piece"), None);
        assert_eq!(int.as_map(&mut faults, "piece"), None);
        assert_eq!(
            faults.to_string(),
            "\
a.yaml:3:1: expected a whole number for `piece`, found a list
a.yaml:1:4: expected `true` or `false` for `piece`, found a whole number
a.yaml:1:4: expected a text for `piece`, found a whole number
a.yaml:1:4: expected a list for `piece`, found a whole number
a.yaml:1:4: expected a map for `piece`, found a whole number"
        );
        assert!(faults.iter().all(|fault| fault.code == "wrong-type"));
    }

    #[test]
    fn a_doubtful_word_is_refused_by_every_getter() {
        let node = tree("d: no\n");
        let doubtful = value(&node, "d");
        let mut faults = Faults::new();
        assert_eq!(doubtful.as_int(&mut faults, "d"), None);
        assert_eq!(doubtful.as_bool(&mut faults, "d"), None);
        assert_eq!(doubtful.as_list(&mut faults, "d"), None);
        assert_eq!(doubtful.as_map(&mut faults, "d"), None);
        assert!(faults.iter().all(|fault| fault.code == "doubtful-value"));
        let mut faults = Faults::new();
        assert_eq!(doubtful.as_text(&mut faults, "d"), None);
        assert_eq!(
            render_all(&faults, false),
            "\
error[doubtful-value]: expected a text for `d`, found `no`
 --> a.yaml:1:4
  |
1 | d: no
  |    ^^ some YAML readers take this for `false`
  |
  = help: write it in quotes"
        );
    }

    #[test]
    fn data_is_returned_unless_a_word_in_it_is_doubtful() {
        let node = tree("a: [1, x, {b: true}]\n");
        let mut faults = Faults::new();
        assert_eq!(node.as_data(&mut faults, "it"), Some(node.to_yaml()));
        assert!(faults.is_empty());
        let node = tree("a: [no, {b: 05}]\nc: x\n");
        assert_eq!(node.as_data(&mut faults, "it"), None);
        assert_eq!(
            faults.to_string(),
            "\
a.yaml:1:5: expected a text for `it.a`, found `no`
a.yaml:1:13: expected a text for `it.a.b`, found `05`"
        );
    }

    #[test]
    fn a_value_left_out_is_marked_at_its_key() {
        let node = tree("a: 1\nsome:\nb: 2\n");
        let mut faults = Faults::new();
        assert_eq!(value(&node, "some").as_int(&mut faults, "some"), None);
        assert_eq!(
            faults.to_string(),
            "a.yaml:2:1: expected a whole number for `some`, found nothing"
        );
    }

    #[test]
    fn unknown_keys_are_all_reported() {
        let node = tree("name: x\nconut: 3\nzebra: 1\n");
        let mut faults = Faults::new();
        check_keys(&node, &["name", "count"], "a card", &mut faults);
        assert_eq!(
            render_all(&faults, false),
            "\
error[unknown-key]: unknown key `conut` in a card
 --> a.yaml:2:1
  |
2 | conut: 3
  | ^^^^^ not a key that is known here
  |
  = help: did you mean `count`?

error[unknown-key]: unknown key `zebra` in a card
 --> a.yaml:3:1
  |
3 | zebra: 1
  | ^^^^^ not a key that is known here
  |
  = help: the keys known here are `name` and `count`"
        );
    }
}
