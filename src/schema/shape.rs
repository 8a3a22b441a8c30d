//! The shapes that schemas are made of.

use serde_json::{Map, Value as Json, json};

use crate::game::Side;

/// Says what a value means, before what it may be.
pub(super) fn described(about: &str, shape: Json) -> Json {
    let mut whole = Map::new();
    whole.insert("description".to_owned(), json!(about));
    if let Json::Object(shape) = shape {
        whole.extend(shape);
    }
    Json::Object(whole)
}

/// Makes the properties of a map, from its keys with their meanings.
pub(super) fn properties(keys: &[(&str, &str)], shape: impl Fn(&str) -> Json) -> Json {
    let entries = keys
        .iter()
        .map(|(key, about)| ((*key).to_owned(), described(about, shape(key))));
    Json::Object(entries.collect())
}

/// A map with these keys and no others.
pub(super) fn closed(keys: &[(&str, &str)], shape: impl Fn(&str) -> Json) -> Json {
    json!({
        "type": "object",
        "properties": properties(keys, shape),
        "additionalProperties": false,
    })
}

/// A text.
pub(super) fn text() -> Json {
    json!({ "type": "string" })
}

/// A word: a text, or a number that stands for one, such as a card.
pub(super) fn word() -> Json {
    json!({ "type": ["string", "integer"] })
}

/// A whole number that is not negative.
pub(super) fn count() -> Json {
    json!({ "type": "integer", "minimum": 0 })
}

/// A list that is not empty.
pub(super) fn some(item: Json) -> Json {
    json!({ "type": "array", "minItems": 1, "items": item })
}

/// One of some words.
pub(super) fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> Json {
    json!({ "enum": words.into_iter().collect::<Vec<_>>() })
}

/// A word that is best one of those known, where others may be known elsewhere.
pub(super) fn best_of(words: &[&str], otherwise: Json) -> Json {
    if words.is_empty() {
        return otherwise;
    }
    json!({ "anyOf": [one_of(words.iter().copied()), otherwise] })
}

/// A map in which any name has the same shape, and some names are known with their meaning.
pub(super) fn named(known: &[(&str, &str)], shape: &Json) -> Json {
    json!({
        "type": "object",
        "properties": properties(known, |_| shape.clone()),
        "additionalProperties": shape,
    })
}

/// The sides, as keys with their meaning.
pub(super) const SIDES: [(&str, &str); 2] = [
    (Side::Left.word(), "Of the left side"),
    (Side::Right.word(), "Of the right side"),
];

/// A side.
pub(super) fn side() -> Json {
    one_of(Side::BOTH.map(Side::word))
}

/// A map with a value for each side, or for one of them.
pub(super) fn sides(of: &Json) -> Json {
    closed(&SIDES, |_| of.clone())
}

/// A pattern for names that begin with a text and go on after a dot.
pub(super) fn inside(head: &str) -> String {
    let mut pattern = String::from("^");
    for letter in head.chars() {
        if letter == '.' {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push_str(r"\..+$");
    pattern
}
