//! Parts of a description against the whole.

use crate::game::{Layout, Named, PileId, Value, lookup};
use crate::scenario::reader::value;
use crate::text::tree::{Data, Entry, Node};

/// The lines of a comparison: a line a key that was asked for, the same where it fits.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) expected: Vec<String>,
    pub(super) found: Vec<String>,
}

/// Compares a part of a description, key by key. What a side sees is taken literally; of a
/// position, a pile may also be asked for its size or its top card.
pub(super) fn compare(layout: &Layout, part: &Node, whole: &Value, literal: bool) -> Lines {
    let mut comparison = Comparison {
        layout,
        literal,
        lines: Lines::default(),
    };
    for entry in entries(part) {
        let found = whole.get(&entry.key);
        let key = &entry.key;
        match layout.named(key) {
            Some(Named::Pile(id)) => comparison.pile(key, id, &entry.value, found),
            Some(Named::Piles(id)) => {
                for side in entries(&entry.value) {
                    let found = found.and_then(|both| both.get(&side.key));
                    // Both piles of a pair are alike.
                    comparison.pile(&format!("{key}.{}", side.key), id, &side.value, found);
                }
            }
            _ => comparison.data(key, &entry.value, found),
        }
    }
    comparison.lines
}

fn entries(node: &Node) -> &[Entry] {
    match &node.data {
        Data::Map(entries) => entries,
        _ => &[],
    }
}

struct Comparison<'a> {
    layout: &'a Layout,
    literal: bool,
    lines: Lines,
}

impl Comparison<'_> {
    fn line(&mut self, path: &str, expected: &str, found: &str) {
        self.lines.expected.push(format!("{path}: {expected}"));
        self.lines.found.push(format!("{path}: {found}"));
    }

    /// Compares data: of a map only the keys that are asked for.
    fn data(&mut self, path: &str, part: &Node, found: Option<&Value>) {
        if let (Data::Map(entries), Some(Value::Map(_))) = (&part.data, found)
            && !entries.is_empty()
        {
            for entry in entries {
                let found = found.and_then(|map| map.get(&entry.key));
                self.data(&format!("{path}.{}", entry.key), &entry.value, found);
            }
            return;
        }
        let expected = value(part);
        match found {
            Some(found) if same(&expected, found) => {
                self.line(path, &expected.to_string(), &expected.to_string());
            }
            Some(found) => self.line(path, &expected.to_string(), &found.to_string()),
            None => self.line(path, &expected.to_string(), "(there is none)"),
        }
    }

    fn pile(&mut self, path: &str, id: PileId, part: &Node, found: Option<&Value>) {
        let Some(found) = found else {
            return self.data(path, part, None);
        };
        match (&part.data, found) {
            (Data::List(names), Value::List(faces)) => self.cards(path, id, names, faces),
            (Data::Int(_), Value::List(faces)) if !self.literal => {
                self.data(path, part, Some(&size(faces)));
            }
            (Data::Map(entries), Value::List(faces)) if !self.literal => {
                for entry in entries {
                    let path = format!("{path}.{}", entry.key);
                    match entry.key.as_str() {
                        "top" => self.top(&path, &entry.value, faces.first()),
                        _ => self.data(&path, &entry.value, Some(&size(faces))),
                    }
                }
            }
            (Data::Map(entries), Value::Map(_)) => {
                for entry in entries {
                    let path = format!("{path}.{}", entry.key);
                    let found = found.get(&entry.key);
                    match entry.key.as_str() {
                        "top" => self.top(&path, &entry.value, found),
                        _ => self.data(&path, &entry.value, found),
                    }
                }
            }
            _ => self.data(path, part, Some(found)),
        }
    }

    fn top(&mut self, path: &str, part: &Node, found: Option<&Value>) {
        let found = found.cloned().unwrap_or_default();
        let name = value(part);
        if self.fits(&found, &name.to_string()) {
            self.line(path, &name.to_string(), &name.to_string());
        } else {
            self.data(path, part, Some(&found));
        }
    }

    /// Tells whether a name means a card, given by its face.
    fn fits(&self, face: &Value, name: &str) -> bool {
        let face = face.to_string();
        face == name || lookup::face_of(&face) == name || self.kinds(&face).any(|kind| kind == name)
    }

    /// Returns the kinds of the cards with the face in a name: one, unless decks differ.
    fn kinds(&self, name: &str) -> impl Iterator<Item = String> {
        let face = lookup::face_of(name);
        let cards = self
            .layout
            .cards
            .iter()
            .filter(move |card| *card.face == *face);
        cards.map(|card| self.layout.kinds[card.kind.index()].to_string())
    }

    fn cards(&mut self, path: &str, id: PileId, names: &[Node], faces: &[Value]) {
        let names: Vec<String> = names.iter().map(|name| value(name).to_string()).collect();
        let shown = if self.layout.pile(id).ordered {
            self.in_order(&names, faces)
        } else {
            self.in_any_order(&names, faces)
        };
        let list = |words: &[String]| format!("[{}]", words.join(", "));
        self.line(path, &list(&names), &list(&shown));
    }

    /// Names cards as they are asked for where they fit.
    fn in_order(&self, names: &[String], faces: &[Value]) -> Vec<String> {
        let mut asked = names.iter();
        let shown = faces.iter().map(|face| match asked.next() {
            Some(name) if self.fits(face, name) => name.clone(),
            _ => self.name(face, names),
        });
        shown.collect()
    }

    /// The same where the order does not matter: the cards asked for first.
    fn in_any_order(&self, names: &[String], faces: &[Value]) -> Vec<String> {
        let mut rest: Vec<&Value> = faces.iter().collect();
        let mut taken = vec![false; names.len()];
        // Faces first: a kind must not take the very card that another name asks for.
        for by_face in [true, false] {
            for (name, taken) in names.iter().zip(&mut taken) {
                let is_it = |face: &&Value| {
                    (face.to_string() == *name) || (!by_face && self.fits(face, name))
                };
                if !*taken && let Some(place) = rest.iter().position(is_it) {
                    rest.remove(place);
                    *taken = true;
                }
            }
        }
        let fitting = names.iter().zip(taken).filter(|(_, taken)| *taken);
        let mut shown: Vec<String> = fitting.map(|(name, _)| name.clone()).collect();
        shown.extend(rest.into_iter().map(|face| self.name(face, names)));
        shown
    }

    /// Names a card that was not asked for: by its face if the others are named so.
    fn name(&self, face: &Value, names: &[String]) -> String {
        let face = face.to_string();
        let is_face = |name: &String| self.layout.cards.iter().any(|card| *card.face == **name);
        if names.iter().any(is_face) {
            return face;
        }
        let kind = self.kinds(&face).next();
        kind.unwrap_or(face)
    }
}

fn size(faces: &[Value]) -> Value {
    Value::Int(i64::try_from(faces.len()).unwrap_or(i64::MAX))
}

/// Tells whether two values hold the same data; the order of keys does not matter.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::List(ones), Value::List(others)) => {
            ones.len() == others.len() && ones.iter().zip(others.iter()).all(|(a, b)| same(a, b))
        }
        (Value::Map(ones), Value::Map(others)) => {
            let has = |key: &str, one| other.get(key).is_some_and(|other| same(one, other));
            ones.len() == others.len() && ones.iter().all(|(key, one)| has(key, one))
        }
        _ => one == other,
    }
}
