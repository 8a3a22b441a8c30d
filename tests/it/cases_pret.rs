//! Positions of Prêt? Allez! with their right answers: `tests/cases/pret.jsonl`. Each is a position
//! at a decision, the card of the turn already drawn; some play a move and look at the position
//! before the next card is drawn.

use std::collections::BTreeSet;

use salle::chance::Seeded;
use salle::game::{BySide, Event, Game, Layout, Observer, Side, State, Stop, Value, position};

use crate::cases::rules;

/// Keeps the position as it was before a card was drawn: after a named event, or after a decision.
#[derive(Default)]
struct Before {
    armed: bool,
    last: Option<State>,
    kept: Option<State>,
    drawn: usize,
    event: Option<String>,
}

impl Observer for Before {
    fn event(&mut self, event: &Event, state: &State, _layout: &Layout) {
        match event {
            Event::Named { name, .. } => {
                self.event.get_or_insert(name.to_string());
                self.armed = true;
            }
            Event::Decided { .. } => self.armed = true,
            // A turn is over when the next side is to act.
            Event::Turned(_) if self.armed && self.event.is_none() => {
                let kept = self.kept.get_or_insert(state.clone());
                kept.turn = state.turn;
                self.armed = false;
            }
            Event::Drew { cards, .. } if self.armed => {
                self.drawn += cards.len();
                self.kept = self.kept.take().or(self.last.clone());
            }
            Event::Turned(side) => {
                if let Some(kept) = &mut self.kept {
                    kept.turn = *side;
                }
            }
            _ => {}
        }
        self.last = Some(state.clone());
    }
}

fn description(case: &Value) -> Value {
    let from = case.get("position").unwrap();
    let sides = |key: &str| {
        let of = |side: &str| from.at(&format!("{side}.{key}")).unwrap().clone();
        Value::map([("left", of("left")), ("right", of("right"))])
    };
    let priority = from.get("priority").unwrap().clone();
    Value::map([
        ("turn", from.get("to_move").unwrap().clone()),
        ("space", sides("space")),
        ("hand", sides("hand")),
        ("deck", sides("deck")),
        ("discard", sides("discard")),
        ("priority", priority),
        ("drawn", Value::Bool(true)),
        ("last", from.get("last").unwrap().clone()),
    ])
}

#[test]
fn every_position_of_pret_allez_is_answered_rightly() {
    let text = include_str!("../cases/pret.jsonl");
    let mut wrong = Vec::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        if let Err(why) = answer(&case) {
            wrong.push(format!("{}: {why}", case.get("id").unwrap()));
        }
    }
    assert!(text.lines().count() >= 45);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn answer(case: &Value) -> Result<(), String> {
    let rules = rules("pret-allez/foil");
    let layout = std::rc::Rc::clone(rules.layout());
    let state = position::read(&layout, &description(case)).map_err(|faults| faults.join("; "))?;
    let mover = state.turn;
    let mut game = Game::at(rules, state);
    let mut chance = Seeded::new(1);
    let mut before = Before::default();
    let mut stop = game
        .proceed(&mut chance, &mut before)
        .map_err(|error| error.to_string())?;
    if let Some(text) = case.get("move").and_then(Value::as_text) {
        before = Before::default();
        game.play(text, &mut before)
            .map_err(|error| format!("{error}; legal: {:?}", game.legal()))?;
        stop = game
            .proceed(&mut chance, &mut before)
            .map_err(|error| error.to_string())?;
    }
    let found = found(&stop, &game, &before, &layout, mover);
    let expect = case.get("expect").unwrap();
    for (key, right) in expect.entries() {
        let Some(found) = found.get(key) else {
            return Err(format!("nothing to compare `{key}` with"));
        };
        // Of the position only the keys named are meant.
        let same = match right {
            Value::Map(entries) => entries
                .iter()
                .all(|(key, right)| found.get(key).is_some_and(|found| part(found, right))),
            _ => part(found, right),
        };
        if !same {
            return Err(format!("`{key}` is {found} instead of {right}"));
        }
    }
    Ok(())
}

/// Compares as the files mean it: lists as bags, of maps only the keys that are named.
fn part(found: &Value, right: &Value) -> bool {
    match (found, right) {
        (Value::List(_), Value::List(_)) => {
            let sorted = |value: &Value| {
                let mut texts: Vec<String> = value.items().iter().map(Value::to_string).collect();
                texts.sort();
                texts
            };
            sorted(found) == sorted(right)
        }
        (Value::Map(_), Value::Map(entries)) => entries
            .iter()
            .all(|(key, right)| found.get(key).is_some_and(|found| part(found, right))),
        _ => found == right,
    }
}

fn found(stop: &Stop, game: &Game, before: &Before, layout: &Layout, mover: Side) -> Value {
    let corps = before.event.as_deref() == Some("corps-a-corps");
    let mut entries = Vec::new();
    let mut verdict = Value::Null;
    let mut winner = Value::Null;
    if corps {
        verdict = Value::text("corps-a-corps");
    } else if let Stop::RoundOver(end) = stop {
        verdict = Value::text(&end.reason);
        winner = end
            .winner
            .map_or(Value::Null, |side| Value::text(side.word()));
    }
    let legal: BTreeSet<&str> = game.legal().iter().map(|legal| &*legal.text).collect();
    let legal = if verdict == Value::Null {
        legal
    } else {
        BTreeSet::new()
    };
    let state = before
        .kept
        .as_ref()
        .or(before.last.as_ref())
        .unwrap_or(game.state());
    let position = state.describe(layout);
    let sizes = |name: &str| {
        let sizes = BySide::new_with(|side| {
            position
                .at(&format!("{name}.{side}"))
                .unwrap()
                .items()
                .len()
        });
        Value::map([
            ("left", Value::Int(i64::try_from(sizes.left).unwrap())),
            ("right", Value::Int(i64::try_from(sizes.right).unwrap())),
        ])
    };
    let _ = mover;
    entries.push(("verdict", verdict));
    entries.push(("winner", winner));
    entries.push(("legal", Value::list(legal.into_iter().map(Value::text))));
    entries.push(("spaces", position.get("space").unwrap().clone()));
    entries.push(("priority", position.get("priority").unwrap().clone()));
    entries.push(("to_move", position.get("turn").unwrap().clone()));
    entries.push(("hands", position.get("hand").unwrap().clone()));
    entries.push(("last", position.get("last").unwrap().clone()));
    entries.push(("draws", Value::Int(i64::try_from(before.drawn).unwrap())));
    entries.push(("deck_sizes", sizes("deck")));
    entries.push(("discard_sizes", sizes("discard")));
    Value::map(entries)
}
