//! Values of parameters, under `parameters` and `set`: by whole names, in maps that the dots of
//! names lead into, and as single entries of maps.

use serde_json::{Map, Value as Json, json};

use super::known::Known;
use super::shape::{described, inside};
use crate::game::Value;
use crate::ruleset::{Declared, Kind};

/// The names that any parameter may have, or an entry of one.
const ANY_NAME: &str = r"^[a-z][a-z0-9_]*(\..+)?$";

/// A parameter, with what it is where a map of parameters is being written.
struct Place<'a> {
    /// Its name, or the rest of it inside a map.
    rest: &'a str,
    of: &'a Declared,
    value: &'a Value,
    /// Whose value that is.
    whose: Option<&'a str>,
}

/// A map of values: of any parameters, or of those of a ruleset.
pub(super) fn values(of: Option<&Known<'_>>) -> Json {
    let every_match = Declared::of_every_match();
    let places: Vec<Place<'_>> = match of {
        Some(known) => of_ruleset(known),
        None => every_match
            .iter()
            .map(|(of, value)| Place {
                rest: &of.path,
                of,
                value,
                whose: None,
            })
            .collect(),
    };
    let mut shape = map(&places);
    if of.is_none() {
        shape["propertyNames"] = json!({ "pattern": ANY_NAME });
    }
    shape
}

/// A map that holds no names but those of a ruleset's parameters.
pub(super) fn only(known: &Known<'_>) -> Json {
    names(&of_ruleset(known))
}

fn of_ruleset<'a>(known: &Known<'a>) -> Vec<Place<'a>> {
    let place = |parameter: &'a crate::ruleset::Parameter| Place {
        rest: &parameter.declared.path,
        of: &parameter.declared,
        value: &parameter.value,
        whose: Some(&known.ruleset.id),
    };
    known.ruleset.parameters.iter().map(place).collect()
}

/// The beginnings of names that lead into maps, each once.
fn heads<'a>(places: &[Place<'a>]) -> Vec<&'a str> {
    let mut heads = Vec::new();
    for place in places {
        for (dot, _) in place.rest.match_indices('.') {
            let head = &place.rest[..dot];
            if !heads.contains(&head) {
                heads.push(head);
            }
        }
    }
    heads
}

/// What lies in the map that a beginning leads into.
fn below<'a>(places: &[Place<'a>], head: &str) -> Vec<Place<'a>> {
    let rest = |place: &Place<'a>| {
        Some(Place {
            rest: place.rest.strip_prefix(head)?.strip_prefix('.')?,
            ..*place
        })
    };
    places.iter().filter_map(rest).collect()
}

fn map(places: &[Place<'_>]) -> Json {
    let (mut properties, mut patterns) = (Map::new(), Map::new());
    for place in places {
        properties.insert(place.rest.to_owned(), whole(place));
        if let Some(entry) = entry(&place.of.kind) {
            let about = format!("An entry of `{}`", place.of.path);
            patterns.insert(inside(place.rest), described(&about, entry));
        }
    }
    for head in heads(places) {
        let parts = below(places, head);
        let list: Vec<&str> = parts.iter().map(|part| part.rest).collect();
        let about = format!("A map with {}", list.join(", "));
        properties.insert(head.to_owned(), described(&about, map(&parts)));
    }
    let mut shape = json!({ "type": "object", "properties": properties });
    if !patterns.is_empty() {
        shape["patternProperties"] = Json::Object(patterns);
    }
    shape
}

fn names(places: &[Place<'_>]) -> Json {
    let heads = heads(places);
    let whole = places.iter().map(|place| place.rest);
    let list: Vec<&str> = whole.chain(heads.iter().copied()).collect();
    let mut forms = vec![json!({ "enum": list })];
    for place in places.iter().filter(|place| place.of.has_entries()) {
        forms.push(json!({ "pattern": inside(place.rest) }));
    }
    let mut shape = json!({ "propertyNames": { "anyOf": forms } });
    let inside: Map<String, Json> = heads
        .iter()
        .map(|head| ((*head).to_owned(), names(&below(places, head))))
        .collect();
    if !inside.is_empty() {
        shape["properties"] = Json::Object(inside);
    }
    shape
}

/// The value of a parameter, with its default and all that is known of it.
fn whole(place: &Place<'_>) -> Json {
    let declared = place.of;
    let mut about = format!("{} ({}", declared.about, declared.range());
    let is_short = !matches!(place.value, Value::Map(_) | Value::List(_));
    if let (Some(whose), true) = (place.whose, is_short) {
        about = format!("{about}; {} in {whose}", place.value);
    }
    about.push(')');
    let mut shape = described(&about, value(declared, place.value));
    shape["default"] = serde_json::to_value(place.value).unwrap_or_default();
    shape
}

/// What a parameter may be.
fn value(declared: &Declared, now: &Value) -> Json {
    let typed = |word: &str| {
        if declared.optional {
            json!({ "type": [word, "null"] })
        } else {
            json!({ "type": word })
        }
    };
    match &declared.kind {
        Kind::Number { min, max } => ranged(typed("integer"), *min, *max),
        Kind::Flag => typed("boolean"),
        Kind::Text => typed("string"),
        Kind::Choice(words) => {
            let words = words.iter().map(|word| json!(word));
            let nothing = declared.optional.then_some(Json::Null);
            json!({ "enum": words.chain(nothing).collect::<Vec<_>>() })
        }
        Kind::Numbers { min, max } => {
            let number = ranged(json!({ "type": "integer" }), *min, *max);
            let mut shape = typed("object");
            let known = now.entries().iter();
            let known: Map<String, Json> = known
                .map(|(name, _)| (name.to_string(), number.clone()))
                .collect();
            shape["properties"] = Json::Object(known);
            shape["additionalProperties"] = number;
            shape
        }
        Kind::Data => json!({}),
    }
}

/// What an entry of a parameter may be, if it has entries.
fn entry(kind: &Kind) -> Option<Json> {
    match kind {
        Kind::Numbers { min, max } => Some(ranged(json!({ "type": "integer" }), *min, *max)),
        Kind::Data => Some(json!({})),
        _ => None,
    }
}

fn ranged(mut shape: Json, min: i64, max: i64) -> Json {
    if min != i64::MIN {
        shape["minimum"] = json!(min);
    }
    if max != i64::MAX {
        shape["maximum"] = json!(max);
    }
    shape
}
