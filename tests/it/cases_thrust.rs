//! Positions of Thrust and Parry with their right answers: `tests/cases/thrust.jsonl`. Each is a
//! position with its legal moves, or with steps after which something holds.

use std::collections::BTreeSet;

use salle::chance::Given;
use salle::game::{Event, Game, Layout, Nobody, Observer, Side, State, Stop, Value, position};

use crate::cases::rules;

fn description(from: &Value) -> Value {
    let copied = [
        "phase",
        "distance",
        "right_of_way",
        "off_target",
        "startled",
        "startling",
        "attacks",
        "lunge",
        "score",
        "pile",
    ];
    let mut entries: Vec<(&str, Value)> = copied
        .into_iter()
        .map(|key| (key, from.get(key).unwrap().clone()))
        .collect();
    entries.push(("turn", from.get("side").unwrap().clone()));
    entries.push(("hand", from.get("hands").unwrap().clone()));
    entries.push(("discard", from.get("discards").unwrap().clone()));
    Value::map(entries)
}

fn texts(value: &Value) -> Vec<String> {
    value.items().iter().map(Value::to_string).collect()
}

#[test]
fn every_position_of_thrust_and_parry_is_answered_rightly() {
    let text = include_str!("../cases/thrust.jsonl");
    let mut wrong = Vec::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        if let Err(why) = answer(&case) {
            wrong.push(format!("{}: {why}", case.get("id").unwrap()));
        }
    }
    assert!(text.lines().count() >= 37);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What came after the steps.
#[derive(Default)]
struct After {
    events: Vec<(String, Option<Side>)>,
}

impl Observer for After {
    fn event(&mut self, event: &Event, _state: &State, _layout: &Layout) {
        match event {
            Event::RoundEnded { winner, .. } => self.events.push(("round_end".into(), *winner)),
            Event::MatchEnded { winner } => self.events.push(("match_end".into(), *winner)),
            _ => {}
        }
    }
}

fn answer(case: &Value) -> Result<(), String> {
    let rules = rules("thrust-and-parry/foil");
    let layout = std::rc::Rc::clone(rules.layout());
    let state = position::read(&layout, &description(case.get("position").unwrap()))
        .map_err(|faults| faults.join("; "))?;
    let empty = Value::list([]);
    let steps = case.get("steps").unwrap_or(&empty);
    let answers =
        steps
            .items()
            .iter()
            .filter_map(|step| match (step.get("cards"), step.get("card")) {
                (Some(cards), _) => Some(texts(cards)),
                (_, Some(card)) => Some(vec![card.to_string()]),
                _ => None,
            });
    let mut chance = Given::new(answers, 1);
    let mut game = Game::at(rules, state);
    let mut after = After::default();
    let mut stop = game
        .proceed(&mut chance, &mut after)
        .map_err(|e| e.to_string())?;
    for step in steps.items() {
        let Some(text) = step.get("move").and_then(Value::as_text) else {
            continue;
        };
        game.play(text, &mut Nobody).map_err(|e| {
            let legal: Vec<&str> = game.legal().iter().map(|legal| &*legal.text).collect();
            format!("{e}; legal: {legal:?}")
        })?;
        stop = game
            .proceed(&mut chance, &mut after)
            .map_err(|e| e.to_string())?;
    }
    if let Some(right) = case.get("legal") {
        let right: BTreeSet<String> = texts(right).into_iter().collect();
        let found: BTreeSet<String> = game.legal().iter().map(|m| m.text.to_string()).collect();
        if right != found {
            let missing: Vec<_> = right.difference(&found).collect();
            let extra: Vec<_> = found.difference(&right).collect();
            return Err(format!("missing {missing:?}, extra {extra:?}"));
        }
    }
    if let Some(count) = case.get("legal_count").and_then(Value::as_int)
        && game.legal().len() != usize::try_from(count).unwrap()
    {
        return Err(format!(
            "{} legal moves instead of {count}",
            game.legal().len()
        ));
    }
    for text in case.get("illegal").map(texts).unwrap_or_default() {
        if game.legal().iter().any(|legal| *legal.text == *text) {
            return Err(format!("`{text}` is legal"));
        }
    }
    match case.get("expect") {
        Some(expect) => expected(expect, &game, &stop, &after, &layout),
        None => Ok(()),
    }
}

fn expected(
    expect: &Value,
    game: &Game,
    stop: &Stop,
    after: &After,
    layout: &Layout,
) -> Result<(), String> {
    let state = game.state().describe(layout);
    let mut came: Vec<(String, Option<Side>)> = after.events.clone();
    if let Stop::Decision(side) = stop {
        came.push(("decision".to_owned(), Some(*side)));
    }
    let pair = |value: &Value| {
        let items = value.items();
        (
            items[0].to_string(),
            items[1].as_text().and_then(Side::from_word),
        )
    };
    for (key, right) in expect.entries() {
        let fits = match &**key {
            "next" => came.first() == Some(&pair(right)),
            "then" => {
                let right: Vec<_> = right.items().iter().map(pair).collect();
                came.starts_with(&right)
            }
            // The opponent of the side to act has right of way: its attack is pending.
            "pending" => {
                let holder = state.get("right_of_way").and_then(Value::as_text);
                let valid = state.get("distance") == Some(&Value::Int(1))
                    && state.get("off_target") == Some(&Value::Bool(false));
                let acting = game.state().turn;
                let pending = valid && holder == Some(acting.other().word());
                *right == Value::Bool(pending)
            }
            "hand_size" => right.entries().iter().all(|(side, size)| {
                let hand = state.at(&format!("hand.{side}")).unwrap();
                size.as_int() == Some(i64::try_from(hand.items().len()).unwrap())
            }),
            key => state.get(key) == Some(right),
        };
        if !fits {
            return Err(format!("`{key}` is not {right}: {came:?}, {state}"));
        }
    }
    Ok(())
}
