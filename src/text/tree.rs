//! A YAML file as a tree in which everything knows its place.
//!
//! [`parse`] builds the tree and refuses what these files do not use: anchors, aliases, tags, merge
//! keys, more than one document. Readers then take typed values out of it ([`Node::as_int`] and its
//! like) and collect a fault for each value that does not fit, so that one run reports them all.

mod parse;
mod read;
mod scalar;

use std::sync::Arc;

use serde_yaml::Value;

use crate::text::{Source, Span};

pub use parse::{MAX_DEPTH, MAX_NODES, parse, parse_with};
pub use read::check_keys;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The value's place. A value that was left out stands at its key.
    pub span: Span,
    /// The value.
    pub data: Data,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// `null`, `~`, or nothing.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number in its one plain form: `0`, `12`, `-3`.
    Int(i64),
    /// A text: quoted, a block, or a plain one that nobody could take for anything else.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A map, in the order of the file, each key once.
    Map(Vec<Entry>),
    /// A plain word that YAML readers understand differently (`no`, `05`, `1.5`), and how. The file
    /// does not say what was meant, so every reader refuses it and asks for a clear form.
    Doubtful(String, &'static str),
}

/// A key of a map and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key, as written: a key is always a text, even `1` and `no`.
    pub key: String,
    /// The key's place.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

impl Entry {
    /// Returns the entry with the places of its value moved into another source, which holds the
    /// value's own after so many bytes.
    #[must_use]
    pub fn moved(mut self, source: &Arc<Source>, before: usize) -> Self {
        self.value.shift(source, before);
        self
    }
}

impl Node {
    fn shift(&mut self, source: &Arc<Source>, before: usize) {
        self.span = self.span.moved(source, before);
        match &mut self.data {
            Data::List(items) => items.iter_mut().for_each(|item| item.shift(source, before)),
            Data::Map(entries) => {
                for entry in entries {
                    entry.key_span = entry.key_span.moved(source, before);
                    entry.value.shift(source, before);
                }
            }
            _ => {}
        }
    }

    /// Returns what the value is, for use in a message: `a text`, `a whole number`, `a list`.
    #[must_use]
    pub fn kind_name(&self) -> &'static str {
        match self.data {
            Data::Null => "nothing",
            Data::Bool(_) => "a truth value",
            Data::Int(_) => "a whole number",
            Data::Text(_) => "a text",
            Data::List(_) => "a list",
            Data::Map(_) => "a map",
            Data::Doubtful(..) => "an unclear value",
        }
    }

    /// Returns the entry of a key, or `None` if there is none or this is no map.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        let Data::Map(entries) = &self.data else {
            return None;
        };
        entries.iter().find(|entry| entry.key == key)
    }

    /// Returns the value without its places, for writing. A doubtful word becomes a text.
    ///
    /// `serde_yaml` writes some texts without the quotes that [`parse`] asks for, such as `no`.
    #[must_use]
    pub fn to_yaml(&self) -> Value {
        match &self.data {
            Data::Null => Value::Null,
            Data::Bool(value) => Value::Bool(*value),
            Data::Int(value) => Value::Number((*value).into()),
            Data::Text(text) | Data::Doubtful(text, _) => Value::String(text.clone()),
            Data::List(items) => Value::Sequence(items.iter().map(Self::to_yaml).collect()),
            Data::Map(entries) => {
                let pairs = entries
                    .iter()
                    .map(|entry| (Value::String(entry.key.clone()), entry.value.to_yaml()));
                Value::Mapping(pairs.collect())
            }
        }
    }
}
