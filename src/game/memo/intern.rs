//! Values that are kept once each, so that two that are alike are mostly the same one and can be
//! told by their place in memory.

use std::mem::size_of;
use std::rc::Rc;
use std::sync::Arc;

use foldhash::{HashMap, HashSet};

use crate::game::effect::Effect;
use crate::game::moves::{Move, Moves};
use crate::game::part::Answer;
use crate::game::rules::Effects;
use crate::game::value::Value;

/// Moves that are found at once, by where they lie in memory. A power of two.
const QUICK: usize = 256;

/// What an entry of a table takes besides what it holds, about.
const ENTRY: usize = 32;

/// Values, texts and moves, each kept once.
#[derive(Debug, Default)]
pub(super) struct Interner {
    values: HashSet<Value>,
    texts: HashSet<Arc<str>>,
    moves: HashMap<Move, usize>,
    quick: Vec<Quick>,
    lists: HashSet<Moves>,
    effects: HashSet<Effects>,
    bytes: usize,
}

/// A move by where its parts lie in memory, and its number. The move itself is kept, so that no
/// other comes to lie there.
#[derive(Debug, Clone, Copy, Default)]
struct Quick {
    text: usize,
    data: usize,
    secret: bool,
    number: u32,
}

impl Quick {
    /// Returns the slot for a move, and what would be in it; `None` if its data is no value that
    /// lies anywhere.
    fn of(chosen: &Move) -> Option<(usize, Self)> {
        let text = Arc::as_ptr(&chosen.text).cast::<u8>().addr();
        let data = match &chosen.data {
            Value::Null => 0,
            Value::Text(text) => Arc::as_ptr(text).cast::<u8>().addr(),
            Value::List(items) => Arc::as_ptr(items).cast::<u8>().addr(),
            Value::Map(entries) => Arc::as_ptr(entries).cast::<u8>().addr(),
            Value::Bool(_) | Value::Int(_) => return None,
        };
        let quick = Self {
            text,
            data,
            secret: chosen.secret,
            number: 0,
        };
        Some(((text ^ (text >> 8)) >> 4 & (QUICK - 1), quick))
    }
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
                if let Some(known) = self.lists.get(&moves) {
                    return Answer::Moves(Rc::clone(known));
                }
                self.bytes += ENTRY + 32 + moves.len() * size_of::<Move>();
                let moves: Moves = moves.iter().map(|legal| self.one_move(legal)).collect();
                self.lists.insert(Rc::clone(&moves));
                Answer::Moves(moves)
            }
            Answer::Effects(effects) => {
                if let Some(known) = self.effects.get(&effects) {
                    return Answer::Effects(Rc::clone(known));
                }
                self.bytes += ENTRY + 32 + effects.len() * size_of::<Effect>();
                let effects = effects.iter().map(|effect| match effect {
                    Effect::Set { var, value } => Effect::Set {
                        var: *var,
                        value: self.value(value),
                    },
                    other => other.clone(),
                });
                let effects: Effects = effects.collect();
                self.effects.insert(Rc::clone(&effects));
                Answer::Effects(effects)
            }
            Answer::Value(value) => Answer::Value(self.value(&value)),
            Answer::Verdict(verdict) => Answer::Verdict(verdict),
        }
    }

    /// Returns the number of a move that was added.
    #[inline]
    pub(super) fn number(&self, chosen: &Move) -> Option<usize> {
        if let Some((slot, quick)) = Quick::of(chosen)
            && let Some(known) = self.quick.get(slot)
            && (known.text, known.data, known.secret) == (quick.text, quick.data, quick.secret)
        {
            return Some(known.number as usize);
        }
        self.moves.get(chosen).copied()
    }

    /// Gives a move a number.
    pub(super) fn add_move(&mut self, chosen: &Move) {
        if self.quick.is_empty() {
            self.quick.resize(QUICK, Quick::default());
            self.bytes += QUICK * size_of::<Quick>();
        }
        let chosen = self.one_move(chosen);
        let next = self.moves.len();
        let place = Quick::of(&chosen);
        let number = *self.moves.entry(chosen).or_insert(next);
        if number == next {
            self.bytes += ENTRY + size_of::<Move>();
        }
        if let (Some((slot, quick)), Ok(number)) = (place, u32::try_from(number)) {
            self.quick[slot] = Quick { number, ..quick };
        }
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
