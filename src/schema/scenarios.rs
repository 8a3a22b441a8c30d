//! The schema of scenario files: of any, or of those of a ruleset.

use serde_json::{Value as Json, json};

use super::headed;
use super::known::Known;
use super::parameters;
use super::position::{CARD, Use, card, position};
use super::shape::{best_of, closed, count, described, one_of, side, sides, some, text, word};
use crate::scenario::{
    CARDS, COIN, EXPECT_KEYS, KEYS, NEXT, SCENARIO_KEYS, STEP_KEYS, WINNERS, WITH_CARDS,
};

/// Makes the schema of scenario files, or of those of a ruleset.
#[must_use]
pub fn scenarios(of: Option<&Known<'_>>) -> Json {
    let mut shape = closed(&KEYS, |key| match key {
        "scenarios" => some(scenario(of)),
        other => shared(other, of),
    });
    shape["required"] = json!(["scenarios"]);
    // Each scenario is of some ruleset.
    let own = json!({ "scenarios": { "items": { "required": ["rulesets"] } } });
    shape["anyOf"] = json!([{ "required": ["rulesets"] }, { "properties": own }]);
    shape["$defs"] = json!({ "card": card(of) });
    match of {
        None => headed("Scenarios", "Tests of rulesets of Salle", shape),
        Some(known) => {
            let id = &known.ruleset.id;
            headed(
                &format!("Scenarios of {id}"),
                &format!("Tests of {id}, {}", known.ruleset.title),
                shape,
            )
        }
    }
}

/// What stands under a key that a file has as well as a scenario.
fn shared(key: &str, of: Option<&Known<'_>>) -> Json {
    match key {
        "rulesets" => {
            let mut shape = some(text());
            shape["uniqueItems"] = json!(true);
            shape
        }
        "set" => parameters::values(of),
        _ => json!({}),
    }
}

fn scenario(of: Option<&Known<'_>>) -> Json {
    let mut shape = closed(&SCENARIO_KEYS, |key| match key {
        "name" | "because" => {
            let mut shape = word();
            shape["pattern"] = json!(r"\S");
            shape
        }
        "position" => position(Use::Start, of),
        "seed" => count(),
        "play" => json!({ "type": "array", "items": step() }),
        "expect" => expect(of),
        other => shared(other, of),
    });
    shape["description"] = json!("A position, what is played from it, and what must come of it");
    shape["required"] = json!(["name", "because", "expect"]);
    shape
}

/// An item of `play`: a move, or one thing that chance gives.
fn step() -> Json {
    let forms = STEP_KEYS.map(|(key, about)| {
        let cards = WITH_CARDS.contains(&key);
        let keys = if cards {
            vec![(key, about), CARDS]
        } else {
            vec![(key, about)]
        };
        let mut shape = closed(&keys, |key| match key {
            "coin" => one_of(COIN.map(|(word, _)| word)),
            "next" => one_of(NEXT.map(|(word, ())| word)),
            "die" => json!({ "type": "integer" }),
            "draw" | "reveal" | "pick" | "begins" => side(),
            key if key == CARDS.0 => json!({ "type": "array", "items": { "$ref": CARD } }),
            _ => json!({}),
        });
        let needed: Vec<&str> = keys.iter().map(|(key, _)| *key).collect();
        shape["required"] = json!(needed);
        shape
    });
    let a_move = described("A move of the side that decides", word());
    let forms: Vec<Json> = std::iter::once(a_move).chain(forms).collect();
    json!({ "anyOf": forms })
}

fn expect(of: Option<&Known<'_>>) -> Json {
    let mut shape = closed(&EXPECT_KEYS, |key| expected(key, of));
    shape["minProperties"] = json!(1);
    shape
}

/// What stands under a key of `expect`.
fn expected(key: &str, of: Option<&Known<'_>>) -> Json {
    let names = |list: Option<&[(String, String)]>| -> Json {
        let list = list.unwrap_or_default().iter();
        best_of(
            &list.map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
            word(),
        )
    };
    match key {
        "turn" => side(),
        "legal" => json!({ "type": "array", "items": word() }),
        "includes" | "excludes" => some(word()),
        "winner" | "match" => one_of(WINNERS.map(|(word, _)| word)),
        "reason" => names(of.map(|known| known.ruleset.reasons.as_slice())),
        "score" => {
            let mut shape = sides(&json!({ "type": "integer" }));
            shape["required"] = json!(["left", "right"]);
            shape
        }
        "state" => position(Use::Compare, of),
        "sees" => {
            let mut shape = sides(&position(Use::Compare, of));
            shape["minProperties"] = json!(1);
            shape
        }
        "events" => {
            let event = names(of.map(|known| known.ruleset.events.as_slice()));
            json!({ "type": "array", "items": event })
        }
        _ => json!({}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_shape() {
        let whole = scenarios(None);
        let scenario = scenario(None);
        let steps = step();
        let steps = steps["anyOf"].as_array().into_iter().flatten().skip(1);
        let maps = [whole, scenario, expect(None)];
        let maps = maps.iter().chain(steps);
        let mut count = 0;
        for (key, shape) in maps
            .filter_map(|map| map["properties"].as_object())
            .flatten()
        {
            let keys = shape.as_object().map_or(0, serde_json::Map::len);
            assert!(keys > 1, "`{key}` has no more than a meaning");
            count += 1;
        }
        let keys = KEYS.len() + SCENARIO_KEYS.len() + EXPECT_KEYS.len() + STEP_KEYS.len();
        assert_eq!(count, keys + WITH_CARDS.len());
    }
}
