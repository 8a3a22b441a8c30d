//! One YAML file of a ruleset, read for what stands in it.

use std::sync::Arc;

use crate::text::tree::{Data, Node, check_keys, parse_with};
use crate::text::{Fault, Faults, Found};

/// The keys of a ruleset file, with their meaning.
pub const KEYS: [(&str, &str); 12] = [
    ("title", "What the variant is called"),
    ("source", "The rule text it follows: title and author"),
    ("about", "What is special about it"),
    ("extends", "The ruleset that it changes"),
    (
        "script",
        "Its scripts, in order: a later function replaces an earlier one of the same name",
    ),
    ("declare", "Its parameters: kind, range, meaning"),
    ("parameters", "The values of parameters"),
    (
        "reasons",
        "The words for how a round ends, with their meaning",
    ),
    ("events", "The names of events, with their meaning"),
    ("labels", "Words for people, by language"),
    ("weights", "How much the bot `greedy` likes a kind of move"),
    ("rulings", "How the rule text is read"),
];

/// The keys of an entry of `rulings`, with their meaning.
pub const RULING_KEYS: [(&str, &str); 3] = [
    ("ruling", "How the text is read"),
    ("because", "What in the text that rests on"),
    ("option", "The parameter that flips it; it must be declared"),
];

/// A parsed file.
#[derive(Debug)]
pub(super) struct Document {
    /// The file.
    pub(super) found: Found,
    /// What stands in it.
    pub(super) root: Node,
}

impl Document {
    pub(super) fn read(found: Found, faults: &mut Faults) -> Option<Self> {
        let root = parse_with(&Arc::clone(&found.source), faults)?;
        let keys = KEYS.map(|(key, _)| key);
        if !matches!(root.data, Data::Map(_)) {
            let message = format!("a ruleset is a map of keys, this is {}", root.kind_name());
            let fault = Fault::new("wrong-type", message).at(root.span.clone());
            faults.push(fault.help("it begins with `title: …`"));
            return None;
        }
        check_keys(&root, &keys, "a ruleset", faults);
        let document = Self { found, root };
        for key in ["title", "source", "about", "extends"] {
            if let Some(node) = document.get(key) {
                node.as_text(faults, key);
            }
        }
        Some(document)
    }

    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        self.root.entry(key).map(|entry| &entry.value)
    }

    /// Returns the text under a key.
    pub(super) fn text(&self, key: &str) -> Option<String> {
        match &self.get(key)?.data {
            Data::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    /// Returns the map of texts under a key.
    pub(super) fn texts(&self, key: &str, faults: &mut Faults) -> Vec<(String, String)> {
        let Some(node) = self.get(key) else {
            return Vec::new();
        };
        texts(node, key, faults)
    }
}

/// Reads a map of texts.
pub(super) fn texts(node: &Node, what: &str, faults: &mut Faults) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for entry in node.as_map(faults, what).unwrap_or_default() {
        if let Some(text) = entry
            .value
            .as_text(faults, &format!("{what}.{}", entry.key))
        {
            texts.push((entry.key.clone(), text.to_owned()));
        }
    }
    texts
}
