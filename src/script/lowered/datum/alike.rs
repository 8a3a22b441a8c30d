//! Which values are alike for all that scripts can see, and how much memory they take.

use std::hash::{BuildHasher, Hash, Hasher};
use std::rc::Rc;

use foldhash::fast::FixedState;

use super::{Datum, List, Map};

impl Datum {
    /// Hashes it, for [`Datum::is_like`]. `None` if values of its kind cannot be compared.
    pub(in crate::script::lowered) fn hash_into(&self, hasher: &mut impl Hasher) -> Option<()> {
        std::mem::discriminant(self).hash(hasher);
        match self {
            Self::Unit | Self::View => {}
            Self::Bool(flag) => flag.hash(hasher),
            Self::Int(number) => number.hash(hasher),
            Self::Text(text) => text.hash(hasher),
            Self::List(list) => {
                list.items.len().hash(hasher);
                for item in &list.items {
                    item.hash_into(hasher)?;
                }
            }
            Self::Map(map) => map.hash()?.hash(hasher),
            Self::Seat(side) => side.hash(hasher),
            Self::Pile(pile) => pile.hash(hasher),
            Self::Parameters(parameters) => Rc::as_ptr(parameters).hash(hasher),
            Self::Move(chosen) => chosen.hash(hasher),
            Self::Effect(effect) => effect.hash(hasher),
            Self::Verdict(verdict) => verdict.hash(hasher),
            Self::Closure(_) => return None,
        }
        Some(())
    }

    /// Tells whether two values of one position are alike.
    pub(in crate::script::lowered) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unit, Self::Unit) | (Self::View, Self::View) => true,
            (Self::Bool(one), Self::Bool(other)) => one == other,
            (Self::Int(one), Self::Int(other)) => one == other,
            (Self::Text(one), Self::Text(other)) => one == other,
            (Self::List(one), Self::List(other)) => {
                Rc::ptr_eq(one, other) || all_alike(&one.items, &other.items)
            }
            (Self::Map(one), Self::Map(other)) => {
                Rc::ptr_eq(one, other)
                    || one.keys == other.keys && all_alike(&one.items, &other.items)
            }
            (Self::Seat(one), Self::Seat(other)) => one == other,
            (Self::Pile(one), Self::Pile(other)) => one == other,
            // There are no two of one map of parameters.
            (Self::Parameters(one), Self::Parameters(other)) => Rc::ptr_eq(one, other),
            (Self::Move(one), Self::Move(other)) => one == other,
            (Self::Effect(one), Self::Effect(other)) => Rc::ptr_eq(one, other) || one == other,
            (Self::Verdict(one), Self::Verdict(other)) => one == other,
            _ => false,
        }
    }

    /// Returns how many bytes of memory it takes besides itself, about, without those of the values
    /// in it and of the data of a move.
    pub(super) fn own_bytes(&self) -> usize {
        match self {
            Self::Text(text) => 32 + text.len(),
            Self::List(list) => size_of::<List>() + list.items.len() * size_of::<Self>(),
            // As plain data, too: it mostly becomes that.
            Self::Map(map) => size_of::<Map>() + map.items.len() * (48 + size_of::<Self>()),
            Self::Move(chosen) => 96 + chosen.text.len(),
            Self::Effect(_) | Self::Verdict(_) => 96,
            Self::Closure(closure) => 64 + closure.taken.len() * size_of::<Self>(),
            _ => 0,
        }
    }
}

fn all_alike(one: &[Datum], other: &[Datum]) -> bool {
    let mut pairs = one.iter().zip(other);
    one.len() == other.len() && pairs.all(|(one, other)| one.is_like(other))
}

impl Map {
    /// Its hash is made once: a map is mostly handed on from call to call.
    fn hash(&self) -> Option<u64> {
        if let Some(hash) = self.hash.get() {
            return Some(*hash);
        }
        let mut hasher = FixedState::default().build_hasher();
        for item in &self.items {
            item.hash_into(&mut hasher)?;
        }
        Some(*self.hash.get_or_init(|| hasher.finish()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Effect, Move, PileId, Side, Value, Verdict};

    fn hash(datum: &Datum) -> Option<u64> {
        let mut hasher = FixedState::default().build_hasher();
        datum.hash_into(&mut hasher)?;
        Some(hasher.finish())
    }

    /// A value of each kind, made anew, with some that are nearly alike.
    fn values() -> Vec<Datum> {
        let map = |entries: &[(&str, i64)]| {
            let entries = entries
                .iter()
                .map(|(key, number)| (*key, Value::Int(*number)));
            Datum::from(&Value::map(entries))
        };
        let verdict = |winner| {
            Datum::Verdict(Rc::new(Verdict {
                winner,
                reason: "over".into(),
                next_first: None,
            }))
        };
        vec![
            Datum::Unit,
            Datum::Bool(false),
            Datum::Bool(true),
            Datum::Int(0),
            Datum::Int(1),
            Datum::text(""),
            Datum::text("a"),
            Datum::list([]),
            Datum::list([Datum::Int(1)]),
            Datum::list([Datum::Int(1), Datum::Int(1)]),
            Datum::list([Datum::list([Datum::Int(1)])]),
            map(&[]),
            map(&[("a", 1)]),
            map(&[("b", 1)]),
            map(&[("a", 1), ("b", 1)]),
            Datum::View,
            Datum::Seat(Side::Left),
            Datum::Seat(Side::Right),
            Datum::Pile(PileId(0)),
            Datum::Pile(PileId(1)),
            Datum::Move(Move::new("go", Value::Null)),
            Datum::Move(Move::new("go", Value::Int(1))),
            Datum::Effect(Rc::new(Effect::turn(Side::Left))),
            Datum::Effect(Rc::new(Effect::turn(Side::Right))),
            verdict(None),
            verdict(Some(Side::Left)),
        ]
    }

    #[test]
    fn values_are_like_those_that_were_made_in_the_same_way_and_no_others() {
        for (index, one) in values().iter().enumerate() {
            for (other_index, other) in values().iter().enumerate() {
                assert_eq!(
                    one.is_like(other),
                    index == other_index,
                    "{one:?} {other:?}"
                );
            }
            assert!(hash(one).is_some());
            assert_eq!(hash(one), hash(&values()[index]), "{one:?}");
        }
    }

    #[test]
    fn a_map_that_is_changed_is_another() {
        let Datum::Map(map) = Datum::from(&Value::map([("a", Value::Int(1))])) else {
            panic!("it is no map");
        };
        let mut changed = Map::clone(&map);
        assert_eq!(changed.hash(), map.hash());
        changed.set(&"a".into(), Datum::Int(2));
        assert_ne!(changed.hash(), map.hash());
        changed.take("a");
        changed.set(&"a".into(), Datum::Int(1));
        assert_eq!(changed.hash(), map.hash());
        assert!(Datum::Map(Rc::new(changed)).is_like(&Datum::Map(map)));
    }
}
