//! Positions in scenarios: where one starts, and what must be the case of one.

use serde_json::{Map, Value as Json, json};

use super::known::Known;
use super::shape::{closed, count, described, properties, side, sides, word};
use crate::game::layout::Named;
use crate::game::position::HEAD;
use crate::game::{PileId, Value, VarId};
use crate::scenario::PILE_KEYS;

/// Where the schema of a card lies in the whole.
pub(super) const CARD: &str = "#/$defs/card";

/// What a position is described for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// To start from it.
    Start,
    /// To compare parts of it.
    Compare,
}

/// A description of a position, with the names of a ruleset if it is of one. Other names may be
/// those of another ruleset that the same file is about.
pub(super) fn position(purpose: Use, of: Option<&Known<'_>>) -> Json {
    let heads = HEAD.into_iter().filter(|(key, _)| match *key {
        "decisions" => purpose == Use::Start,
        "space" => of.is_none_or(|known| known.layout.track.is_some()),
        _ => true,
    });
    let heads: Vec<(&str, &str)> = heads.collect();
    let mut entries = properties(&heads, head);
    if let (Some(known), Json::Object(entries)) = (of, &mut entries) {
        entries.extend(names(purpose, known));
    }
    let mut shape = json!({ "type": "object", "properties": entries });
    if purpose == Use::Compare {
        shape["minProperties"] = json!(1);
        shape["properties"]["decisions"] = json!(false);
    }
    shape
}

fn head(key: &str) -> Json {
    match key {
        "first" | "turn" => side(),
        "score" | "space" => sides(&count()),
        _ => count(),
    }
}

/// The piles and variables of a ruleset.
fn names(purpose: Use, known: &Known<'_>) -> Map<String, Json> {
    let layout = known.layout;
    let shape = |name: &str| match layout.named(name)? {
        Named::Pile(id) => Some(described(&pile_about(known, id), pile(purpose))),
        Named::Piles(id) => Some(described(&pile_about(known, id), sides(&pile(purpose)))),
        Named::Var(id) => Some(described(&variable_about(known, id), variable(known, id))),
        Named::Vars(id) => {
            let shape = sides(&variable(known, id));
            Some(described(&variable_about(known, id), shape))
        }
    };
    let names = layout.names();
    names
        .filter_map(|name| Some((name.to_owned(), shape(name)?)))
        .collect()
}

fn pile_about(known: &Known<'_>, id: PileId) -> String {
    let pile = known.layout.pile(id);
    let order = if pile.ordered {
        "from the top"
    } else {
        "in any order"
    };
    match pile.owner {
        Some(_) => format!("A pile of each side: its cards {order}"),
        None => format!("A pile: its cards {order}"),
    }
}

fn variable_about(known: &Known<'_>, id: VarId) -> String {
    let spec = known.layout.variable(id);
    let of = if spec.owner.is_some() {
        "A variable of each side"
    } else {
        "A variable"
    };
    format!("{of}: it starts with {}", spec.start)
}

fn pile(purpose: Use) -> Json {
    let cards = json!({ "type": "array", "items": { "$ref": CARD } });
    if purpose == Use::Start {
        return cards;
    }
    let top = closed(&PILE_KEYS, |key| match key {
        "top" => json!({ "type": ["string", "integer", "null"] }),
        _ => json!({ "type": "integer" }),
    });
    json!({ "anyOf": [cards, { "type": "integer" }, top] })
}

/// A variable that starts with a number or a truth value holds such a value, or none.
fn variable(known: &Known<'_>, id: VarId) -> Json {
    match known.layout.variable(id).start {
        Value::Int(_) => json!({ "type": ["integer", "null"] }),
        Value::Bool(_) => json!({ "type": ["boolean", "null"] }),
        _ => json!({}),
    }
}

/// A card, by face or kind.
pub(super) fn card(of: Option<&Known<'_>>) -> Json {
    let names = of.map(Known::cards).unwrap_or_default();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    described(
        "A card, by its face or, where that does not matter, by its kind",
        super::shape::best_of(&names, word()),
    )
}
