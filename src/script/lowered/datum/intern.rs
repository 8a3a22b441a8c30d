//! Values that are kept once each, so that those that are alike take memory once and are told by
//! their place in it.

use std::hash::{BuildHasher, Hasher};
use std::rc::Rc;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use super::{Datum, Items, List, Map};
use crate::game::Held;
use crate::script::lowered::code::Closure;

/// What an entry of the table takes, about.
const ENTRY: usize = 2 * size_of::<(u64, Datum)>();

/// Values of lowered scripts, each kept once.
#[derive(Debug, Default)]
pub(in crate::script::lowered) struct Interner {
    known: HashTable<(u64, Datum)>,
    hasher: FixedState,
    /// What the data of moves takes.
    held: Held,
    /// What all else takes.
    bytes: usize,
}

impl Interner {
    /// Returns the one value that is kept of those like this. What cannot be compared is kept as
    /// often as it comes, but what is in it is kept once.
    pub(in crate::script::lowered) fn datum(&mut self, datum: &Datum) -> Datum {
        if datum.own_bytes() == 0 {
            return datum.clone();
        }
        let hash = self.hash(datum);
        let find = |hash| self.known.find(hash, |(_, known)| known.is_like(datum));
        if let Some((_, known)) = hash.and_then(find) {
            return known.clone();
        }
        let datum = match datum {
            Datum::List(list) => Datum::List(Rc::new(List {
                items: self.items(&list.items),
                size: list.size,
            })),
            Datum::Map(map) => Datum::Map(Rc::new(Map {
                items: self.items(&map.items),
                ..Map::clone(map)
            })),
            Datum::Closure(closure) => Datum::Closure(Rc::new(Closure {
                taken: self.items(&closure.taken).into_vec(),
                ..**closure
            })),
            other => other.clone(),
        };
        if let Datum::Move(chosen) = &datum {
            self.held.add(&chosen.data);
        }
        self.bytes += datum.own_bytes();
        if let Some(hash) = hash {
            self.bytes += ENTRY;
            let entry = (hash, datum.clone());
            self.known.insert_unique(hash, entry, |(hash, _)| *hash);
        }
        datum
    }

    fn items(&mut self, items: &[Datum]) -> Items {
        items.iter().map(|item| self.datum(item)).collect()
    }

    fn hash(&self, datum: &Datum) -> Option<u64> {
        let mut hasher = self.hasher.build_hasher();
        datum.hash_into(&mut hasher)?;
        Some(hasher.finish())
    }

    /// Returns how much memory is taken, about.
    pub(in crate::script::lowered) const fn bytes(&self) -> usize {
        self.bytes + self.held.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Size;
    use super::*;
    use crate::game::Value;
    use crate::script::lowered::code::FunctionId;

    fn pair() -> Datum {
        let map = Datum::from(&Value::map([("name", Value::text("a"))]));
        Datum::list([map.clone(), map])
    }

    fn is_same(one: &Datum, other: &Datum) -> bool {
        match (one, other) {
            (Datum::List(one), Datum::List(other)) => Rc::ptr_eq(one, other),
            (Datum::Map(one), Datum::Map(other)) => Rc::ptr_eq(one, other),
            _ => panic!("neither lists nor maps: {one:?}, {other:?}"),
        }
    }

    #[test]
    fn values_that_are_alike_are_kept_once() {
        let mut interner = Interner::default();
        let one = interner.datum(&pair());
        assert!(one.is_like(&pair()) && !is_same(&one, &pair()));
        let bytes = interner.bytes();
        assert!(bytes > 0);
        assert!(is_same(&one, &interner.datum(&pair())));
        assert_eq!(interner.bytes(), bytes);
    }

    #[test]
    fn values_that_are_alike_in_others_are_kept_once() {
        let mut interner = Interner::default();
        let Datum::List(pair) = interner.datum(&pair()) else {
            panic!("it is no list");
        };
        assert!(is_same(&pair.items[0], &pair.items[1]));
        let around = interner.datum(&Datum::list([pair.items[0].clone(), Datum::Int(1)]));
        let Datum::List(around) = around else {
            panic!("it is no list");
        };
        assert!(is_same(&around.items[0], &pair.items[0]));
    }

    #[test]
    fn what_cannot_be_compared_is_counted_as_often_as_it_comes() {
        let mut interner = Interner::default();
        let closure = Closure {
            function: FunctionId(0),
            taken: Vec::new(),
            size: Size::default(),
        };
        let list = Datum::list([Datum::Closure(Rc::new(closure)), Datum::Int(1)]);
        interner.datum(&list);
        let bytes = interner.bytes();
        interner.datum(&list);
        assert_eq!(interner.bytes(), 2 * bytes);
    }
}
