//! What a parameter may be: its kind and range, as `declare` gives them.

use crate::game::Value;
use crate::text::tree::{Data, Node, check_keys};
use crate::text::{Fault, Faults, Span, list_or, nearest};

/// The kind of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A whole number in a range.
    Number {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// True or false.
    Flag,
    /// One of some words.
    Choice(Vec<String>),
    /// Any text.
    Text,
    /// A map from names to whole numbers in a range, in the order of the file.
    Numbers {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// Any plain data.
    Data,
}

/// A declared parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// Its name; dots lead into maps: `start.left`.
    pub path: String,
    /// What it may be.
    pub kind: Kind,
    /// What it means.
    pub about: String,
    /// Whether it may be left without a value (`null`).
    pub optional: bool,
}

/// The kinds of parameters, as `declare` writes them: what a value is, and which keys of an entry
/// say more of it.
pub const KINDS: [(&str, &str, &[&str]); 6] = [
    (
        "number",
        "a whole number from `min` to `max`",
        &["min", "max"],
    ),
    ("flag", "`true` or `false`", &[]),
    ("choice", "one of the words in `of`", &["of"]),
    ("text", "a text", &[]),
    (
        "numbers",
        "a map from names to whole numbers from `min` to `max`, kept in its order",
        &["min", "max"],
    ),
    ("data", "anything without fractions", &[]),
];

/// The keys of an entry of `declare`, with their meaning.
pub const DECLARATION_KEYS: [(&str, &str); 6] = [
    ("kind", "What a value is"),
    ("about", "What the parameter means"),
    ("min", "The least number"),
    ("max", "The greatest number"),
    ("of", "The words to choose from"),
    (
        "optional",
        "Whether it may be `null`, which it is if nobody sets it",
    ),
];

/// The names of parameters as a regular expression: what the reader takes.
pub const NAME_PATTERN: &str = r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$";

impl Kind {
    /// Returns the word for it, as `declare` writes it.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Number { .. } => "number",
            Self::Flag => "flag",
            Self::Choice(_) => "choice",
            Self::Text => "text",
            Self::Numbers { .. } => "numbers",
            Self::Data => "data",
        }
    }
}

/// Says what lies between two numbers, either of which may be none at all.
fn between(min: i64, max: i64) -> String {
    match (min, max) {
        (i64::MIN, i64::MAX) => "any whole number".to_owned(),
        (min, i64::MAX) => format!("{min} or more"),
        (i64::MIN, max) => format!("{max} or less"),
        (min, max) => format!("{min} to {max}"),
    }
}

impl Declared {
    /// Says which values there may be: `1 to 9`, `calm, wild`.
    #[must_use]
    pub fn range(&self) -> String {
        let range = match &self.kind {
            Kind::Number { min, max } => between(*min, *max),
            Kind::Flag => "true, false".to_owned(),
            Kind::Choice(words) => words.join(", "),
            Kind::Text => "any text".to_owned(),
            Kind::Numbers { min, max } => format!("each {}", between(*min, *max)),
            Kind::Data => "any data".to_owned(),
        };
        if self.optional {
            format!("{range} or null")
        } else {
            range
        }
    }

    /// The parameters that every ruleset has, with their defaults.
    #[must_use]
    pub fn of_every_match() -> Vec<(Self, Value)> {
        let declared = |path: &str, kind, about: &str, value| {
            let declared = Self {
                path: path.to_owned(),
                kind,
                about: about.to_owned(),
                optional: false,
            };
            (declared, value)
        };
        let sides = ["left", "right", "random"].map(str::to_owned).to_vec();
        vec![
            declared(
                "target",
                Kind::Number { min: 1, max: 1000 },
                "Rounds to win the match",
                Value::Int(1),
            ),
            declared(
                "first",
                Kind::Choice(sides),
                "Who begins the first round",
                Value::text("left"),
            ),
            declared(
                "limits.decisions",
                Kind::Number {
                    min: 1,
                    max: 1_000_000,
                },
                "Decisions after which a match is broken off as unfinished",
                Value::Int(10_000),
            ),
        ]
    }

    /// Reads one entry of `declare`.
    pub(super) fn read(path: &str, key: &Span, node: &Node, faults: &mut Faults) -> Option<Self> {
        let place = format!("the declaration of `{path}`");
        check_keys(node, &DECLARATION_KEYS.map(|(key, _)| key), &place, faults);
        node.as_map(faults, &format!("declare.{path}"))?;
        let named_well = path.split('.').all(|part| {
            part.starts_with(|c: char| c.is_ascii_lowercase())
                && part
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        });
        if !named_well {
            let message = format!("`{path}` cannot be the name of a parameter");
            let fault = Fault::new("bad-name", message).at(key.clone());
            faults.push(fault.help(
                "it takes small letters, digits and `_`, a letter first; a dot leads into a map",
            ));
            return None;
        }
        let word = |key: &str, faults: &mut Faults| {
            let entry = node.entry(key)?;
            entry.value.as_text(faults, key).map(str::to_owned)
        };
        let number = |key: &str, default: i64, faults: &mut Faults| match node.entry(key) {
            Some(entry) => entry.value.as_int(faults, key).unwrap_or(default),
            None => default,
        };
        let kinds = KINDS.map(|(kind, ..)| kind);
        let Some(kind) = word("kind", faults) else {
            if node.entry("kind").is_none() {
                let missing = Fault::new("missing-key", format!("{place} has no `kind`"));
                faults.push(
                    missing
                        .at(node.span.clone())
                        .help(format!("it is {}", list_or(&kinds))),
                );
            }
            return None;
        };
        let (min, max) = (
            number("min", i64::MIN, faults),
            number("max", i64::MAX, faults),
        );
        if min > max {
            let message = format!("{place} allows nothing: from {min} to {max}");
            faults.push(Fault::new("out-of-range", message).at(node.span.clone()));
        }
        if let Some((.., takes)) = KINDS.iter().find(|(known, ..)| *known == kind) {
            let of_some = ["min", "max", "of"].into_iter();
            let idle = of_some.filter(|key| !takes.contains(key));
            for entry in idle.filter_map(|key| node.entry(key)) {
                let message = format!("`{}` means nothing for the kind `{kind}`", entry.key);
                faults.push(Fault::new("unknown-key", message).at(entry.key_span.clone()));
            }
        }
        let kind = match kind.as_str() {
            "number" => Kind::Number { min, max },
            "numbers" => Kind::Numbers { min, max },
            "flag" => Kind::Flag,
            "text" => Kind::Text,
            "data" => Kind::Data,
            "choice" => Kind::Choice(words(node, &place, faults)),
            other => {
                let known = match nearest(other, kinds) {
                    Some(near) => format!("the nearest is `{near}`"),
                    None => format!("it is {}", list_or(&kinds)),
                };
                let fault = Fault::new(
                    "unknown-name",
                    format!("there is no kind `{other}` of parameter"),
                );
                let span = node
                    .entry("kind")
                    .map_or(&node.span, |entry| &entry.value.span);
                faults.push(fault.at(span.clone()).help(known));
                return None;
            }
        };
        Some(Self {
            path: path.to_owned(),
            kind,
            about: word("about", faults).unwrap_or_default(),
            optional: node
                .entry("optional")
                .and_then(|entry| entry.value.as_bool(faults, "optional"))
                .unwrap_or_default(),
        })
    }

    /// Reads a value for this parameter.
    pub(super) fn value(&self, node: &Node, faults: &mut Faults) -> Option<Value> {
        let name = &self.path;
        if self.optional && node.data == Data::Null {
            return Some(Value::Null);
        }
        match &self.kind {
            Kind::Number { min, max } => {
                let number = node.as_int(faults, name)?;
                in_range(number, *min, *max, name, node, faults).map(Value::Int)
            }
            Kind::Flag => node.as_bool(faults, name).map(Value::Bool),
            Kind::Text => node.as_text(faults, name).map(Value::text),
            Kind::Choice(words) => {
                let word = node.as_text(faults, name)?;
                if words.iter().any(|known| known == word) {
                    return Some(Value::text(word));
                }
                let fault = Fault::new("unknown-name", format!("`{name}` cannot be `{word}`"));
                let expected = format!("expected {}", list_or(words));
                let fault = fault.at(node.span.clone()).label(expected);
                faults.push(match nearest(word, words.iter().map(String::as_str)) {
                    Some(near) => fault.help(format!("the nearest is `{near}`")),
                    None => fault,
                });
                None
            }
            Kind::Numbers { min, max } => {
                let mut entries = Vec::new();
                for entry in node.as_map(faults, name)? {
                    let path = format!("{name}.{}", entry.key);
                    let number = entry.value.as_int(faults, &path)?;
                    let number = in_range(number, *min, *max, &path, &entry.value, faults)?;
                    entries.push((entry.key.as_str(), Value::Int(number)));
                }
                Some(Value::map(entries))
            }
            Kind::Data => data(node, name, faults),
        }
    }

    /// Reads one entry of a map and puts it into the value that there is, in the place of an entry
    /// of the same name or behind all others. `rest` is the path of the entry in the map.
    pub(super) fn entry(
        &self,
        before: Option<&Value>,
        rest: &str,
        node: &Node,
        faults: &mut Faults,
    ) -> Option<Value> {
        let path = format!("{}.{rest}", self.path);
        let (keys, value) = match &self.kind {
            Kind::Numbers { min, max } => {
                let number = node.as_int(faults, &path)?;
                let number = in_range(number, *min, *max, &path, node, faults)?;
                (vec![rest], Value::Int(number))
            }
            _ => (rest.split('.').collect(), data(node, &path, faults)?),
        };
        let whole = with(before, &keys, value);
        if whole.is_none() {
            let message = format!("`{path}` leads into something that is no map");
            faults.push(Fault::new("wrong-type", message).at(node.span.clone()));
        }
        whole
    }

    /// Tells whether single entries of the value can be set.
    #[must_use]
    pub const fn has_entries(&self) -> bool {
        matches!(self.kind, Kind::Numbers { .. } | Kind::Data)
    }
}

/// Returns a map with a value in it where keys lead to, unless something on the way is no map.
fn with(map: Option<&Value>, keys: &[&str], value: Value) -> Option<Value> {
    let Some((key, rest)) = keys.split_first() else {
        return Some(value);
    };
    if !matches!(map, None | Some(Value::Null | Value::Map(_))) {
        return None;
    }
    let entries = map.map_or(&[][..], Value::entries);
    let old = entries.iter().find(|(known, _)| **known == **key);
    let new = with(old.map(|(_, value)| value), rest, value)?;
    let mut entries = entries.to_vec();
    match entries.iter_mut().find(|(known, _)| **known == **key) {
        Some((_, value)) => *value = new,
        None => entries.push(((*key).into(), new)),
    }
    Some(Value::Map(entries.into()))
}

fn in_range(
    number: i64,
    min: i64,
    max: i64,
    name: &str,
    node: &Node,
    faults: &mut Faults,
) -> Option<i64> {
    if (min..=max).contains(&number) {
        return Some(number);
    }
    let expected = format!("expected {}", between(min, max));
    let fault = Fault::new("out-of-range", format!("`{name}` cannot be {number}"));
    faults.push(fault.at(node.span.clone()).label(expected));
    None
}

fn words(node: &Node, place: &str, faults: &mut Faults) -> Vec<String> {
    let Some(entry) = node.entry("of") else {
        let fault = Fault::new(
            "missing-key",
            format!("{place} does not say what there is to choose"),
        );
        faults.push(fault.at(node.span.clone()).help("write `of: [one, other]`"));
        return Vec::new();
    };
    let items = entry.value.as_list(faults, "of").unwrap_or_default();
    let words = items.iter().filter_map(|item| item.as_text(faults, "of"));
    let words: Vec<String> = words.map(str::to_owned).collect();
    if items.is_empty() && entry.value.data == Data::List(Vec::new()) {
        let message = format!("{place} leaves nothing to choose");
        faults.push(Fault::new("missing-key", message).at(entry.value.span.clone()));
    }
    words
}

/// Reads any plain data.
fn data(node: &Node, name: &str, faults: &mut Faults) -> Option<Value> {
    // A tree holds nothing that a value could not.
    serde_yaml::from_value(node.as_data(faults, name)?).ok()
}
