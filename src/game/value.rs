//! The one data type of parameters, variables and the data of moves.

use std::fmt;
use std::sync::Arc;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Plain data: whole numbers only, maps in the order in which they were written.
///
/// Two values are equal when they hold the same data in the same order. Copies are cheap.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Value {
    /// Nothing (`null` in files, `()` in scripts).
    #[default]
    Null,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text.
    Text(Arc<str>),
    /// A list.
    List(Arc<[Value]>),
    /// A map; its keys are unique.
    Map(Arc<[(Arc<str>, Value)]>),
}

impl Value {
    /// Makes a text.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Text(Arc::from(text))
    }

    /// Returns a copy that shares nothing with this value: where several threads count who holds the
    /// same thing, each waits for the others.
    #[must_use]
    pub fn unshared(&self) -> Self {
        match self {
            Self::Text(text) => Self::text(text),
            Self::List(items) => Self::list(items.iter().map(Self::unshared)),
            Self::Map(entries) => {
                Self::map(entries.iter().map(|(key, value)| (key, value.unshared())))
            }
            Self::Null | Self::Bool(_) | Self::Int(_) => self.clone(),
        }
    }

    /// Tells whether two values are the same one; if not, they may yet be alike.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(one), Self::Bool(other)) => one == other,
            (Self::Int(one), Self::Int(other)) => one == other,
            (Self::Text(one), Self::Text(other)) => Arc::ptr_eq(one, other),
            (Self::List(one), Self::List(other)) => Arc::ptr_eq(one, other),
            (Self::Map(one), Self::Map(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }

    /// Returns where in memory the rest of it is; `None` if there is no rest.
    pub(super) fn place(&self) -> Option<usize> {
        match self {
            Self::Null | Self::Bool(_) | Self::Int(_) => None,
            Self::Text(text) => Some(Arc::as_ptr(text).addr()),
            Self::List(items) => Some(Arc::as_ptr(items).addr()),
            Self::Map(entries) => Some(Arc::as_ptr(entries).addr()),
        }
    }

    /// Returns how many bytes this rest takes, about, without those of the values in it.
    pub(super) fn own_bytes(&self) -> usize {
        /// What an allocation takes besides what it holds.
        const ALLOCATION: usize = 32;

        match self {
            Self::Null | Self::Bool(_) | Self::Int(_) => 0,
            Self::Text(text) => ALLOCATION + text.len(),
            Self::List(items) => ALLOCATION + size_of_val(&**items),
            Self::Map(entries) => {
                let keys = entries.iter().map(|(key, _)| key.len());
                ALLOCATION + size_of_val(&**entries) + keys.sum::<usize>()
            }
        }
    }

    /// Makes a list.
    pub fn list(items: impl IntoIterator<Item = Self>) -> Self {
        Self::List(items.into_iter().collect())
    }

    /// Makes a map from pairs whose keys are unique.
    pub fn map<K: AsRef<str>>(entries: impl IntoIterator<Item = (K, Self)>) -> Self {
        Self::Map(
            entries
                .into_iter()
                .map(|(key, value)| (Arc::from(key.as_ref()), value))
                .collect(),
        )
    }

    /// Returns the value under `key`, if this is a map that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => entries
                .iter()
                .find_map(|(name, value)| (**name == *key).then_some(value)),
            _ => None,
        }
    }

    /// Returns the value at a dotted path such as `limits.decisions`.
    #[must_use]
    pub fn at(&self, path: &str) -> Option<&Self> {
        path.split('.').try_fold(self, |value, key| value.get(key))
    }

    /// Returns the number, if this is one.
    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the text, if this is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the entries of a map; none for anything else.
    #[must_use]
    pub fn entries(&self) -> &[(Arc<str>, Self)] {
        match self {
            Self::Map(entries) => entries,
            _ => &[],
        }
    }

    /// Returns the items of a list; none for anything else.
    #[must_use]
    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// Names the kind of data, with its article.
    #[must_use]
    pub const fn kind_name(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Bool(_) => "true or false",
            Self::Int(_) => "a whole number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
        }
    }
}

impl fmt::Display for Value {
    /// Writes the value as it would stand in a flow of YAML: `{value: 3, count: 1}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(flag) => write!(f, "{flag}"),
            Self::Int(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
            Self::List(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if index == 0 { "" } else { ", " })?;
                }
                f.write_str("]")
            }
            Self::Map(entries) => {
                f.write_str("{")?;
                for (index, (key, value)) in entries.iter().enumerate() {
                    write!(f, "{}{key}: {value}", if index == 0 { "" } else { ", " })?;
                }
                f.write_str("}")
            }
        }
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Bool(flag)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(flag) => serializer.serialize_bool(*flag),
            Self::Int(number) => serializer.serialize_i64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => serializer.collect_seq(items.iter()),
            Self::Map(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries.iter() {
                    map.serialize_entry(&**key, value)?;
                }
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Plain;

        impl<'de> Visitor<'de> for Plain {
            type Value = Value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("null, true, false, a whole number, a text, a list or a map")
            }

            fn visit_unit<E>(self) -> Result<Value, E> {
                Ok(Value::Null)
            }

            fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
                Ok(Value::Bool(flag))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
                Ok(Value::Int(number))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Value, E> {
                i64::try_from(number)
                    .map(Value::Int)
                    .map_err(|_| E::custom(format!("the number {number} is too large")))
            }

            fn visit_str<E>(self, text: &str) -> Result<Value, E> {
                Ok(Value::text(text))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element()? {
                    items.push(item);
                }
                Ok(Value::list(items))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
                let mut entries: Vec<(String, Value)> = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, Value>()? {
                    if entries.iter().any(|(name, _)| *name == key) {
                        return Err(de::Error::custom(format!("the key `{key}` stands twice")));
                    }
                    entries.push((key, value));
                }
                Ok(Value::map(entries))
            }
        }

        deserializer.deserialize_any(Plain)
    }
}
