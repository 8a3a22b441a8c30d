//! Values that are kept once each, so that two that are alike are mostly the same one and can be
//! told by their place in memory.

use std::hash::BuildHasher;
use std::mem::size_of;
use std::rc::Rc;
use std::sync::Arc;

use foldhash::HashMap;
use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::game::effect::Effect;
use crate::game::moves::{Move, Moves};
use crate::game::part::Answer;
use crate::game::rules::Effects;
use crate::game::value::Value;

/// Moves that are found at once, by where they lie in memory. A power of two.
const QUICK: usize = 256;

/// What an entry of a table takes besides what it holds, about.
const ENTRY: usize = 32;

/// Values and moves, each kept once.
#[derive(Debug, Default)]
pub(super) struct Interner {
    values: Kept<Value>,
    moves: Kept<Move>,
    numbers: HashMap<Move, usize>,
    quick: Vec<Quick>,
    lists: Kept<Moves>,
    effects: Kept<Effects>,
    hasher: FixedState,
    bytes: usize,
}

/// Things with their hashes, which take long to make.
#[derive(Debug)]
struct Kept<T>(HashTable<(u64, T)>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(HashTable::new())
    }
}

impl<T: Clone + PartialEq> Kept<T> {
    fn get(&self, hash: u64, thing: &T) -> Option<T> {
        let found = self.0.find(hash, |(_, known)| known == thing);
        found.map(|(_, known)| known.clone())
    }

    fn insert(&mut self, hash: u64, thing: T) {
        self.0.insert_unique(hash, (hash, thing), |(hash, _)| *hash);
    }
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
        let hash = self.hasher.hash_one(value);
        if let Some(known) = self.values.get(hash, value) {
            return known;
        }
        self.bytes += ENTRY + deep(value);
        self.values.insert(hash, value.clone());
        value.clone()
    }

    fn one_move(&mut self, hash: u64, chosen: &Move) -> Move {
        if let Some(known) = self.moves.get(hash, chosen) {
            return known;
        }
        self.bytes += ENTRY + 32 + chosen.text.len() + size_of::<Move>() + deep(&chosen.data);
        self.moves.insert(hash, chosen.clone());
        chosen.clone()
    }

    /// Makes an answer of values that are kept.
    pub(super) fn answer(&mut self, answer: Answer) -> Answer {
        match answer {
            Answer::Moves(moves) => {
                let hashes = moves.iter().map(|legal| self.hasher.hash_one(legal));
                let hashes: Vec<u64> = hashes.collect();
                let hash = self.hasher.hash_one(&hashes);
                if let Some(known) = self.lists.get(hash, &moves) {
                    return Answer::Moves(known);
                }
                self.bytes += ENTRY + 32 + moves.len() * size_of::<Move>();
                let legal = hashes.iter().zip(&*moves);
                let moves: Moves = legal
                    .map(|(hash, legal)| self.one_move(*hash, legal))
                    .collect();
                self.lists.insert(hash, Rc::clone(&moves));
                Answer::Moves(moves)
            }
            Answer::Effects(effects) => {
                let hash = self.hasher.hash_one(&effects);
                if let Some(known) = self.effects.get(hash, &effects) {
                    return Answer::Effects(known);
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
                self.effects.insert(hash, Rc::clone(&effects));
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
        self.numbers.get(chosen).copied()
    }

    /// Gives a move a number.
    pub(super) fn add_move(&mut self, chosen: &Move) {
        if self.quick.is_empty() {
            self.quick.resize(QUICK, Quick::default());
            self.bytes += QUICK * size_of::<Quick>();
        }
        let chosen = self.one_move(self.hasher.hash_one(chosen), chosen);
        let next = self.numbers.len();
        let place = Quick::of(&chosen);
        let number = *self.numbers.entry(chosen).or_insert(next);
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
