//! What lowered scripts compute with: a value that is cheap to copy.

mod alike;
mod intern;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use foldhash::HashMap;
use smallvec::SmallVec;

pub(super) use self::intern::Interner;
use super::code::Closure;
use crate::game::{Answer, Effect, Move, PileId, Side, Value, Verdict};
use crate::script::convert::MOST_VALUES;

/// A value of a lowered script. Lists and maps are shared until one of those who hold them changes
/// his own.
#[derive(Debug, Clone, Default)]
pub(super) enum Datum {
    #[default]
    Unit,
    Bool(bool),
    Int(i64),
    Text(Arc<str>),
    List(Rc<List>),
    Map(Rc<Map>),
    /// The position that is asked about.
    View,
    Seat(Side),
    Pile(PileId),
    Parameters(Rc<Parameters>),
    Move(Move),
    Effect(Rc<Effect>),
    Verdict(Rc<Verdict>),
    Closure(Rc<Closure>),
}

/// A map of parameters, in the order of the file; maps in it are such maps, too.
#[derive(Debug)]
pub(super) struct Parameters {
    pub(super) entries: Vec<(Arc<str>, Datum)>,
    places: HashMap<Arc<str>, usize>,
    value: Value,
}

/// Items of a list or map: a few need no memory of their own.
pub(super) type Items = SmallVec<[Datum; 4]>;

/// A list.
#[derive(Debug, Clone, Default)]
pub(super) struct List {
    pub(super) items: Items,
    size: Size,
}

/// A map: its keys in order, as Rhai keeps them, which it shares with all that were made of it, and
/// an item for each.
#[derive(Debug, Clone)]
pub(super) struct Map {
    keys: Keys,
    items: Items,
    size: Size,
    /// It as plain data, once it was asked for: a map may become part of many others.
    value: OnceCell<Value>,
    hash: OnceCell<u64>,
}

/// Keys in order.
pub(super) type Keys = Rc<[Arc<str>]>;

/// Where a key stood in a map that was looked at, with the keys of that map.
pub(super) type Cache = RefCell<Option<(Keys, usize)>>;

/// How large something is, about: never less than it is. What is near the limits of scripts is left
/// to Rhai, which keeps them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Size {
    weight: u32,
    depth: u16,
}

impl Size {
    /// Weights are such that whatever weighs less is within every limit of scripts: of 50 000 items,
    /// 40 000 bytes of text and 1 000 entries of maps.
    const HEAVIEST: u32 = 40_000;
    const ENTRY: u32 = 40;
    const DEEPEST: u16 = 12;

    /// The size of what holds an item besides.
    fn with(self, item: Self, own: u32) -> Self {
        Self {
            weight: self.weight.saturating_add(item.weight).saturating_add(own),
            depth: self.depth.max(item.depth.saturating_add(1)),
        }
    }

    /// The size of what holds everything that two others do.
    fn and(self, other: Self) -> Self {
        Self {
            weight: self.weight.saturating_add(other.weight),
            depth: self.depth.max(other.depth),
        }
    }

    /// The size of what holds these items.
    pub(super) fn of(items: &[Datum]) -> Self {
        let sizes = items.iter().map(Datum::size);
        sizes.fold(Self::default(), |all, size| all.with(size, 1))
    }

    /// Tells whether to look through all of it takes little time.
    pub(super) const fn is_light(self) -> bool {
        self.weight < 2_000
    }

    /// Tells whether it is well within all limits.
    pub(super) const fn is_small(self) -> bool {
        self.weight < Self::HEAVIEST && self.depth < Self::DEEPEST
    }
}

impl Parameters {
    pub(super) fn new(value: &Value) -> Self {
        let entries = value.entries().iter().map(|(key, value)| {
            let datum = match value {
                Value::Map(_) => Datum::Parameters(Rc::new(Self::new(value))),
                value => Datum::from(value),
            };
            (Arc::clone(key), datum)
        });
        let entries: Vec<(Arc<str>, Datum)> = entries.collect();
        let keys = entries.iter().map(|(key, _)| Arc::clone(key));
        Self {
            places: keys.zip(0..).collect(),
            entries,
            value: value.clone(),
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<&Datum> {
        let place = *self.places.get(key)?;
        Some(&self.entries[place].1)
    }
}

impl List {
    pub(super) fn new(items: Items) -> Self {
        let size = Size::of(&items);
        Self { items, size }
    }

    pub(super) fn push(&mut self, item: Datum) {
        self.size = self.size.with(item.size(), 1);
        self.items.push(item);
    }

    pub(super) fn insert(&mut self, index: usize, item: Datum) {
        self.size = self.size.with(item.size(), 1);
        self.items.insert(index, item);
    }

    /// Puts an item in the place of another; `None` if there is none.
    pub(super) fn set(&mut self, index: usize, item: Datum) -> Option<()> {
        let place = self.items.get_mut(index)?;
        self.size = self.size.with(item.size(), 1);
        *place = item;
        Some(())
    }

    pub(super) fn append(&mut self, other: &Self) {
        self.size = self.size.and(other.size);
        self.items.extend(other.items.iter().cloned());
    }
}

impl Map {
    /// Makes a map of keys in order and an item for each.
    pub(super) fn new(keys: Keys, items: Items) -> Self {
        let sizes = items.iter().map(Datum::size);
        let size = sizes.fold(Size::default(), |all, size| all.with(size, Size::ENTRY));
        Self {
            keys,
            items,
            size,
            value: OnceCell::new(),
            hash: OnceCell::new(),
        }
    }

    /// Makes a map of different keys, in any order, and an item for each.
    fn sorted(mut entries: Vec<(Arc<str>, Datum)>) -> Self {
        if !entries.is_sorted_by(|(one, _), (other, _)| one < other) {
            entries.sort_by(|(one, _), (other, _)| one.cmp(other));
        }
        let (keys, items): (Vec<Arc<str>>, Items) = entries.into_iter().unzip();
        Self::new(keys.into(), items)
    }

    /// Forgets what was made of it.
    fn changed(&mut self) {
        self.value = OnceCell::new();
        self.hash = OnceCell::new();
    }

    fn find(&self, key: &str) -> Result<usize, usize> {
        self.keys.binary_search_by(|known| (**known).cmp(key))
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = Datum> {
        self.keys.iter().map(|key| Datum::Text(Arc::clone(key)))
    }

    pub(super) fn items(&self) -> &[Datum] {
        &self.items
    }

    pub(super) fn get(&self, key: &str) -> Option<&Datum> {
        let index = self.find(key).ok()?;
        Some(&self.items[index])
    }

    /// Returns the item of a key, which mostly stands where it stood in the map before.
    pub(super) fn get_cached(&self, key: &str, cache: &Cache) -> Option<&Datum> {
        if let Some((keys, index)) = &*cache.borrow()
            && Rc::ptr_eq(keys, &self.keys)
        {
            return self.items.get(*index);
        }
        let index = self.find(key).ok()?;
        cache.replace(Some((Rc::clone(&self.keys), index)));
        Some(&self.items[index])
    }

    pub(super) fn set(&mut self, key: &Arc<str>, item: Datum) {
        self.size = self.size.with(item.size(), Size::ENTRY);
        self.changed();
        match self.find(key) {
            Ok(index) => self.items[index] = item,
            Err(index) => {
                let (before, after) = self.keys.split_at(index);
                self.keys = [before, &[Arc::clone(key)], after].concat().into();
                self.items.insert(index, item);
            }
        }
    }

    /// Takes an entry out, to be set again; nothing, if there is none.
    pub(super) fn take(&mut self, key: &str) -> Datum {
        self.changed();
        let index = self.find(key).ok();
        index.map_or(Datum::Unit, |index| std::mem::take(&mut self.items[index]))
    }

    /// Takes over the entries of another map; they replace those with the same keys.
    pub(super) fn merge(&mut self, other: &Self) {
        for (key, item) in other.keys.iter().zip(&other.items) {
            self.set(key, item.clone());
        }
    }
}

impl Datum {
    pub(super) fn text(text: &str) -> Self {
        Self::Text(Arc::from(text))
    }

    pub(super) fn list(items: impl IntoIterator<Item = Self>) -> Self {
        Self::List(Rc::new(List::new(items.into_iter().collect())))
    }

    pub(super) fn size(&self) -> Size {
        match self {
            Self::Text(text) => Size {
                weight: u32::try_from(text.len()).unwrap_or(u32::MAX),
                depth: 0,
            },
            Self::List(list) => list.size,
            Self::Map(map) => map.size,
            Self::Closure(closure) => closure.size,
            _ => Size::default(),
        }
    }

    /// Tells whether it is a value of the host, for which Rhai asks registered functions first.
    pub(super) const fn is_of_host(&self) -> bool {
        matches!(
            self,
            Self::View
                | Self::Seat(_)
                | Self::Pile(_)
                | Self::Parameters(_)
                | Self::Move(_)
                | Self::Effect(_)
                | Self::Verdict(_)
        )
    }

    /// Returns it as plain data; `None` if it is none, or is large.
    pub(super) fn to_value(&self) -> Option<Value> {
        self.is_data(true).then(|| self.plain())
    }

    /// Returns it as plain data that comes back as it is: parameters do not.
    fn to_kept_value(&self) -> Option<Value> {
        self.is_data(false).then(|| self.plain())
    }

    fn is_data(&self, with_parameters: bool) -> bool {
        let count = self.values(with_parameters);
        self.size().is_small() && count.is_some_and(|count| count <= MOST_VALUES)
    }

    /// How many values there are in it, with itself; `None` if one is no data.
    fn values(&self, with_parameters: bool) -> Option<usize> {
        let mut count = 1;
        match self {
            Self::Unit | Self::Bool(_) | Self::Int(_) | Self::Text(_) => {}
            Self::List(list) => {
                for item in &list.items {
                    count += item.values(with_parameters)?;
                }
            }
            Self::Map(map) => {
                for item in map.items() {
                    count += item.values(with_parameters)?;
                }
            }
            Self::Parameters(_) if with_parameters => {}
            _ => return None,
        }
        Some(count)
    }

    /// What is data as such.
    fn plain(&self) -> Value {
        match self {
            Self::Bool(flag) => Value::Bool(*flag),
            Self::Int(number) => Value::Int(*number),
            Self::Text(text) => Value::Text(Arc::clone(text)),
            Self::List(list) => Value::List(list.items.iter().map(Self::plain).collect()),
            Self::Map(map) => {
                let plain = |(key, item): (&Arc<str>, &Self)| (Arc::clone(key), item.plain());
                let made = || {
                    let entries = map.keys.iter().zip(&map.items);
                    Value::Map(entries.map(plain).collect())
                };
                map.value.get_or_init(made).clone()
            }
            Self::Parameters(parameters) => parameters.value.clone(),
            _ => Value::Null,
        }
    }

    /// Returns it as an answer that can be kept; see `parts::keepable`, which does the same for
    /// Rhai.
    pub(super) fn to_answer(&self) -> Option<Answer> {
        if let Self::List(list) = self {
            match list.items.first() {
                Some(Self::Move(_)) => {
                    let of = |item: &Self| match item {
                        Self::Move(chosen) => Some(chosen.clone()),
                        _ => None,
                    };
                    let moves = list.items.iter().map(of).collect::<Option<Vec<Move>>>();
                    return Some(Answer::Moves(moves?.into()));
                }
                Some(Self::Effect(_)) => {
                    let of = |item: &Self| match item {
                        Self::Effect(effect) => Some(Effect::clone(effect)),
                        _ => None,
                    };
                    let effects = list.items.iter().map(of).collect::<Option<Vec<Effect>>>();
                    return Some(Answer::Effects(effects?.into()));
                }
                _ => {}
            }
        }
        self.to_kept_value().map(Answer::Value)
    }
}

impl From<&Value> for Datum {
    fn from(value: &Value) -> Self {
        match value {
            Value::Null => Self::Unit,
            Value::Bool(flag) => Self::Bool(*flag),
            Value::Int(number) => Self::Int(*number),
            Value::Text(text) => Self::Text(Arc::clone(text)),
            Value::List(items) => Self::list(items.iter().map(Self::from)),
            Value::Map(entries) => {
                let entries = entries.iter();
                let entries = entries.map(|(key, item)| (Arc::clone(key), Self::from(item)));
                Self::Map(Rc::new(Map::sorted(entries.collect())))
            }
        }
    }
}

impl From<&Answer> for Datum {
    fn from(answer: &Answer) -> Self {
        match answer {
            Answer::Value(value) => Self::from(value),
            Answer::Moves(moves) => {
                let moves = moves.iter().cloned();
                Self::list(moves.map(Self::Move))
            }
            Answer::Effects(effects) => {
                let effects = effects.iter().cloned();
                Self::list(effects.map(|effect| Self::Effect(Rc::new(effect))))
            }
            Answer::Verdict(_) => Self::Unit,
        }
    }
}
