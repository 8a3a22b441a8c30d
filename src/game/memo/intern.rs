//! Values that are kept once each, so that two that are alike are mostly the same one and can be
//! told by their place in memory.

use std::hash::BuildHasher;
use std::mem::size_of;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use foldhash::HashMap;
use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::game::effect::Effect;
use crate::game::event::Event;
use crate::game::held::Held;
use crate::game::moves::{Move, Moves, Number};
use crate::game::part::Answer;
use crate::game::rules::Effects;
use crate::game::value::Value;

/// What an entry of a table takes besides what it holds, about.
const ENTRY: usize = 32;

/// Values and moves, each kept once.
#[derive(Debug)]
pub(super) struct Interner {
    /// Tells it from others, so that the number that a move bears is known to be from here.
    id: u64,
    values: Kept<Value>,
    moves: Kept<Move>,
    numbers: HashMap<Move, usize>,
    lists: Kept<Moves>,
    effects: Kept<Effects>,
    hasher: FixedState,
    held: Held,
    /// What they take besides what values hold.
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

impl Default for Interner {
    fn default() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self {
            id: LAST.fetch_add(1, Ordering::Relaxed) + 1,
            values: Kept::default(),
            moves: Kept::default(),
            numbers: HashMap::default(),
            lists: Kept::default(),
            effects: Kept::default(),
            hasher: FixedState::default(),
            held: Held::default(),
            bytes: 0,
        }
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
        self.bytes += ENTRY;
        self.held.add(value);
        self.values.insert(hash, value.clone());
        value.clone()
    }

    fn one_move(&mut self, hash: u64, chosen: &Move) -> Move {
        if let Some(known) = self.moves.get(hash, chosen) {
            return known;
        }
        self.bytes += ENTRY + 96 + chosen.text.len();
        self.held.add(&chosen.data);
        self.moves.insert(hash, chosen.clone());
        chosen.clone()
    }

    fn effect(&mut self, effect: &Effect) -> Effect {
        if let Effect::Plain(plain) = effect {
            match plain.event() {
                Event::Set {
                    var,
                    value: Some(value),
                } => return Effect::set(*var, self.value(value)),
                Event::Named { data, .. } => self.held.add(data),
                _ => {}
            }
        }
        effect.clone()
    }

    /// Makes an answer of values that are kept.
    pub(super) fn answer(&mut self, answer: Answer) -> Answer {
        match answer {
            Answer::Moves(moves) => {
                let hashes: Vec<u64> = moves
                    .iter()
                    .map(|legal| self.hasher.hash_one(legal))
                    .collect();
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
                let effects = effects.iter().map(|effect| self.effect(effect));
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
        let known = chosen.number();
        if known.by == self.id {
            return Some(known.number);
        }
        self.search(chosen)
    }

    fn search(&self, chosen: &Move) -> Option<usize> {
        let number = *self.numbers.get(chosen)?;
        let by = self.id;
        chosen.set_number(Number { by, number });
        Some(number)
    }

    /// Gives a move a number.
    pub(super) fn add_move(&mut self, chosen: &Move) {
        let chosen = self.one_move(self.hasher.hash_one(chosen), chosen);
        let next = self.numbers.len();
        self.numbers.entry(chosen).or_insert(next);
        self.bytes += ENTRY + size_of::<Move>();
    }

    /// Returns how much memory is taken, about.
    pub(super) const fn bytes(&self) -> usize {
        self.bytes + self.held.bytes()
    }
}
