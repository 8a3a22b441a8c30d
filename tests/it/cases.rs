//! Positions with their right answers, worked out by hand from the rule texts: each line of
//! `tests/cases/duel.jsonl` is set up, played and asked.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use include_dir::{Dir, include_dir};
use salle::chance::Seeded;
use salle::game::{Game, Nobody, Rules, Stop, Value, position};
use salle::ruleset::Loader;
use salle::text::Library;

static RULESETS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rulesets");

pub(crate) fn rules(id: &str) -> Rc<dyn Rules> {
    let loader = Loader::new(Arc::new(Library::new(Vec::new(), &RULESETS)));
    loader.load(id, &[]).unwrap().rules().unwrap()
}

#[test]
fn every_position_of_the_duels_is_answered_rightly() {
    let text = include_str!("../cases/duel.jsonl");
    let mut wrong = Vec::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        if let Err(why) = answer(&case) {
            wrong.push(format!("{}: {why}", case.get("id").unwrap()));
        }
    }
    assert!(text.lines().count() >= 52);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn answer(case: &Value) -> Result<(), String> {
    let text = |key: &str| case.get(key).and_then(Value::as_text).unwrap();
    let rules = rules(text("ruleset"));
    let state = position::read(rules.layout(), case.get("position").unwrap())
        .map_err(|faults| faults.join("; "))?;
    let mut game = Game::at(rules, state);
    let mut chance = Seeded::new(1);
    let mut stop = game
        .proceed(&mut chance, &mut Nobody)
        .map_err(|e| e.to_string())?;
    for chosen in case.get("play").unwrap().items() {
        game.play(chosen.as_text().unwrap(), &mut Nobody)
            .map_err(|e| format!("{e}; legal: {:?}", game.legal()))?;
        stop = game
            .proceed(&mut chance, &mut Nobody)
            .map_err(|e| e.to_string())?;
    }
    let expect = case.get("expect").unwrap();
    match stop {
        Stop::Decision(side) => {
            let found: BTreeSet<&str> = game.legal().iter().map(|m| &*m.text).collect();
            let right: Option<BTreeSet<&str>> = expect
                .get("legal")
                .map(|list| list.items().iter().filter_map(Value::as_text).collect());
            if expect.get("acting").and_then(Value::as_text) != Some(side.word())
                || right.as_ref() != Some(&found)
            {
                return Err(format!("{side} has {found:?} instead of {expect}"));
            }
        }
        Stop::RoundOver(verdict) => {
            let winner = verdict
                .winner
                .map_or(Value::Null, |side| Value::text(side.word()));
            if expect.get("winner") != Some(&winner)
                || expect.get("reason").and_then(Value::as_text) != Some(&verdict.reason)
            {
                return Err(format!("{verdict:?} instead of {expect}"));
            }
        }
        Stop::MatchOver { .. } => return Err("the match is over".to_owned()),
    }
    Ok(())
}
