//! The schema of ruleset files: of any, or of a variant of one.

use serde_json::{Value as Json, json};

use super::headed;
use super::known::Known;
use super::parameters;
use super::shape::{SIDES, best_of, closed, described, named, text};
use crate::ruleset::{
    DECLARATION_KEYS, EVERY_LANGUAGE, FALLBACK, Group, KEYS, KINDS, LANGUAGE_PATTERN, MOST_WEIGHT,
    NAME_PATTERN, PHRASES, RULING_KEYS,
};

/// Makes the schema of ruleset files, or of those that extend a ruleset.
#[must_use]
pub fn ruleset(of: Option<&Known<'_>>) -> Json {
    let mut shape = closed(&KEYS, |key| value(key, of));
    shape["required"] = json!(["title"]);
    let Some(known) = of else {
        let about = "A ruleset of Salle: what a game or a variant of one is made of";
        return headed("Ruleset", about, shape);
    };
    // What a file declares itself it may also set.
    shape["if"] = json!({ "not": { "required": ["declare"] } });
    shape["then"] = json!({ "properties": { "parameters": parameters::only(known) } });
    let id = &known.ruleset.id;
    let about = format!("A variant of {id}, {}", known.ruleset.title);
    headed(&format!("Variant of {id}"), &about, shape)
}

/// What stands under a key of a ruleset file.
fn value(key: &str, of: Option<&Known<'_>>) -> Json {
    match key {
        "title" | "source" | "about" => text(),
        "extends" => match of {
            Some(known) => {
                json!({ "type": "string", "default": known.ruleset.id, "examples": [known.ruleset.id] })
            }
            None => text(),
        },
        "script" => json!({
            "type": "array",
            "items": { "type": "string", "pattern": r"\.rhai$" },
        }),
        "declare" => json!({
            "type": "object",
            "propertyNames": { "pattern": NAME_PATTERN },
            "additionalProperties": declaration(),
        }),
        "parameters" => parameters::values(of),
        "reasons" => meanings(of.map(|known| known.ruleset.reasons.as_slice())),
        "events" => meanings(of.map(|known| known.ruleset.events.as_slice())),
        "labels" => labels(of),
        "weights" => weights(of),
        "rulings" => json!({ "type": "array", "items": ruling(of) }),
        _ => json!({}),
    }
}

/// Texts for words that may have been given a meaning already.
fn meanings(known: Option<&[(String, String)]>) -> Json {
    let known = known.unwrap_or_default().iter();
    let known: Vec<(&str, &str)> = known
        .map(|(word, about)| (word.as_str(), about.as_str()))
        .collect();
    named(&known, &text())
}

/// An entry of `declare`: which keys it has depends on its kind.
fn declaration() -> Json {
    let mut shape = closed(&DECLARATION_KEYS, |key| match key {
        // What editors know of this is what they show beside each word.
        "kind" => json!({
            "enum": KINDS.map(|(kind, ..)| kind),
            "enumDescriptions": KINDS.map(|(_, about, _)| about),
        }),
        "about" => text(),
        "min" | "max" => json!({ "type": "integer" }),
        "of" => json!({ "type": "array", "minItems": 1, "items": text() }),
        "optional" => json!({ "type": "boolean" }),
        _ => json!({}),
    });
    shape["description"] = json!("A parameter: what it may be and means");
    shape["required"] = json!(["kind"]);
    let rules = KINDS.map(|(kind, _, takes)| {
        let idle = ["min", "max", "of"].into_iter();
        let idle = idle.filter(|key| !takes.contains(key));
        let refused: serde_json::Map<String, Json> =
            idle.map(|key| (key.to_owned(), json!(false))).collect();
        let mut then = json!({ "properties": refused });
        if takes.contains(&"of") {
            then["required"] = json!(["of"]);
        }
        json!({
            "if": { "required": ["kind"], "properties": { "kind": { "const": kind } } },
            "then": then,
        })
    });
    shape["allOf"] = json!(rules);
    shape
}

fn labels(of: Option<&Known<'_>>) -> Json {
    let language = |about: &str| described(about, words(of));
    json!({
        "type": "object",
        "properties": {
            EVERY_LANGUAGE: language("Words that hold in every language"),
            FALLBACK: language("English: also what is said where a language has no word of its own"),
        },
        "patternProperties": {
            LANGUAGE_PATTERN: language("The words of a language, by its code: `de`, `de-AT`"),
        },
        "additionalProperties": false,
    })
}

/// The words of a language.
fn words(of: Option<&Known<'_>>) -> Json {
    let keys = Group::ALL.map(|(key, _, about)| (key, about));
    closed(&keys, |key| {
        let group = Group::ALL.iter().find(|(known, ..)| *known == key);
        let Some((_, group, _)) = group else {
            return json!({});
        };
        match group {
            Group::Sides => closed(&SIDES, |_| text()),
            Group::Piles => named(&of.map(Known::piles).unwrap_or_default(), &text()),
            Group::Variables => {
                // A name before the value, or a phrase for each value.
                let shape = json!({ "anyOf": [text(), named(&PHRASES, &text())] });
                named(&of.map(Known::variables).unwrap_or_default(), &shape)
            }
            Group::Words => named(&[], &text()),
            Group::Cards => named(&of.map(Known::faces).unwrap_or_default(), &text()),
            Group::Reasons => meanings(of.map(|known| known.ruleset.reasons.as_slice())),
            Group::Events => meanings(of.map(|known| known.ruleset.events.as_slice())),
        }
    })
}

fn weights(of: Option<&Known<'_>>) -> Json {
    let weight = json!({ "type": "integer", "minimum": 0, "maximum": MOST_WEIGHT });
    let known = of.map(|known| &known.ruleset.weights).into_iter().flatten();
    let known: serde_json::Map<String, Json> = known
        .map(|(word, now)| {
            let about = "How much `greedy` likes this kind of move";
            let mut shape = described(about, weight.clone());
            shape["default"] = json!(now);
            (word.clone(), shape)
        })
        .collect();
    json!({ "type": "object", "properties": known, "additionalProperties": weight })
}

fn ruling(of: Option<&Known<'_>>) -> Json {
    let parameters = of.map(|known| known.ruleset.parameters.as_slice());
    let parameters: Vec<&str> = parameters
        .unwrap_or_default()
        .iter()
        .map(|parameter| parameter.declared.path.as_str())
        .collect();
    let mut shape = closed(&RULING_KEYS, |key| match key {
        "ruling" | "because" => text(),
        "option" => best_of(&parameters, text()),
        _ => json!({}),
    });
    shape["required"] = json!(["ruling"]);
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_shape() {
        for (key, _) in KEYS {
            assert_ne!(
                value(key, None),
                json!({}),
                "give `{key}` a shape in `value`"
            );
        }
        for entry in [declaration(), ruling(None)] {
            for (key, shape) in entry["properties"].as_object().into_iter().flatten() {
                let keys = shape.as_object().map_or(0, serde_json::Map::len);
                assert!(keys > 1, "`{key}` has no more than a meaning");
            }
        }
    }
}
