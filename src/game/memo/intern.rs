//! Values that are kept once each, so that two that are alike are mostly the same one and can be
//! told by their place in memory.

use std::collections::{HashMap, HashSet};
use std::mem::size_of;
use std::rc::Rc;
use std::sync::Arc;

use super::Answer;
use crate::game::effect::Effect;
use crate::game::moves::Move;
use crate::game::value::Value;

/// Moves that are found at once, by the place of their text. A power of two.
const QUICK: usize = 512;

/// What an entry of a table takes besides what it holds, about.
const ENTRY: usize = 32;

/// Values, texts and moves, each kept once.
#[derive(Debug, Default)]
pub(super) struct Interner {
    values: HashSet<Value>,
    texts: HashSet<Arc<str>>,
    moves: HashMap<Move, usize>,
    quick: Vec<Option<(Move, usize)>>,
    bytes: usize,
}

/// Tells whether two values are the same one; if not, they may yet be alike.
pub(super) fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(one), Value::Bool(other)) => one == other,
        (Value::Int(one), Value::Int(other)) => one == other,
        (Value::Text(one), Value::Text(other)) => Arc::ptr_eq(one, other),
        (Value::List(one), Value::List(other)) => Arc::ptr_eq(one, other),
        (Value::Map(one), Value::Map(other)) => Arc::ptr_eq(one, other),
        _ => false,
    }
}

fn slot(chosen: &Move) -> usize {
    let text = Arc::as_ptr(&chosen.text).cast::<u8>().addr();
    (text ^ (text >> 9)) >> 4 & (QUICK - 1)
}

impl Interner {
    /// Returns the one value that is kept of those like this.
    pub(super) fn value(&mut self, value: &Value) -> Value {
        if matches!(value, Value::Null | Value::Bool(_) | Value::Int(_)) {
            return value.clone();
        }
        if let Some(known) = self.values.get(value) {
            return known.clone();
        }
        self.bytes += ENTRY + deep(value);
        self.values.insert(value.clone());
        value.clone()
    }

    fn text(&mut self, text: &Arc<str>) -> Arc<str> {
        if let Some(known) = self.texts.get(text) {
            return Arc::clone(known);
        }
        self.bytes += ENTRY + 32 + text.len();
        self.texts.insert(Arc::clone(text));
        Arc::clone(text)
    }

    fn one_move(&mut self, chosen: &Move) -> Move {
        Move {
            text: self.text(&chosen.text),
            data: self.value(&chosen.data),
            secret: chosen.secret,
        }
    }

    /// Makes an answer of values that are kept.
    pub(super) fn answer(&mut self, answer: Answer) -> Answer {
        match answer {
            Answer::Moves(moves) => {
                self.bytes += 32 + moves.len() * size_of::<Move>();
                let moves: Vec<Move> = moves.iter().map(|legal| self.one_move(legal)).collect();
                Answer::Moves(moves.into())
            }
            Answer::Effects(effects) => {
                self.bytes += 32 + effects.len() * size_of::<Effect>();
                let effects = effects.iter().map(|effect| match effect {
                    Effect::Set { var, value } => Effect::Set {
                        var: *var,
                        value: self.value(value),
                    },
                    other => other.clone(),
                });
                let effects: Vec<Effect> = effects.collect();
                Answer::Effects(Rc::from(effects))
            }
            Answer::Verdict(verdict) => Answer::Verdict(verdict),
        }
    }

    /// Returns the number of a move that was added.
    pub(super) fn number(&self, chosen: &Move) -> Option<usize> {
        if let Some(Some((known, number))) = self.quick.get(slot(chosen))
            && Arc::ptr_eq(&known.text, &chosen.text)
            && same(&known.data, &chosen.data)
            && known.secret == chosen.secret
        {
            return Some(*number);
        }
        self.moves.get(chosen).copied()
    }

    /// Gives a move a number.
    pub(super) fn add_move(&mut self, chosen: &Move) {
        if self.quick.is_empty() {
            self.quick.resize(QUICK, None);
            self.bytes += QUICK * size_of::<Option<(Move, usize)>>();
        }
        let chosen = self.one_move(chosen);
        let next = self.moves.len();
        let number = *self.moves.entry(chosen.clone()).or_insert(next);
        if number == next {
            self.bytes += ENTRY + size_of::<Move>();
        }
        let slot = slot(&chosen);
        self.quick[slot] = Some((chosen, number));
    }

    /// Returns how much memory is taken, about.
    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Returns how much memory a value takes, about.
fn deep(value: &Value) -> usize {
    let within = match value {
        Value::Null | Value::Bool(_) | Value::Int(_) => 0,
        Value::Text(text) => 32 + text.len(),
        Value::List(items) => 32 + items.iter().map(deep).sum::<usize>(),
        Value::Map(entries) => {
            let entry = |(key, value): &(Arc<str>, Value)| 48 + key.len() + deep(value);
            32 + entries.iter().map(entry).sum::<usize>()
        }
    };
    size_of::<Value>() + within
}
