//! JSON as recordings hold it: read strictly, and made plain data.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value as Json};

use crate::game::Value;

/// JSON in which no object has a key twice. Readers differ on which of the two counts.
pub(super) struct Strict(pub(super) Json);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any).map(Self)
    }
}

/// What the message of a key that stands twice begins with.
pub(super) const TWICE: &str = "the key `";

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Json, E> {
        Ok(Json::Bool(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Json, E> {
        Ok(Json::Number(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Json, E> {
        Ok(Json::Number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Json, E> {
        Ok(Number::from_f64(number).map_or(Json::Null, Json::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(Json::String(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Json, E> {
        Ok(Json::String(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        while let Some(Strict(item)) = list.next_element()? {
            items.push(item);
        }
        Ok(Json::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut entries = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if entries.contains_key(&key) {
                return Err(de::Error::custom(format!("{TWICE}{key}` stands twice")));
            }
            let Strict(value) = map.next_value()?;
            entries.insert(key, value);
        }
        Ok(Json::Object(entries))
    }
}

/// Counts the values in JSON, itself among them.
pub(super) fn values(json: &Json) -> usize {
    1 + match json {
        Json::Array(items) => items.iter().map(values).sum(),
        Json::Object(entries) => entries.values().map(values).sum(),
        _ => 0,
    }
}

/// Makes plain data of JSON.
///
/// # Errors
/// Names what is no plain data, by the keys that lead to it.
pub(super) fn data(json: &Json, path: &str) -> Result<Value, String> {
    Ok(match json {
        Json::Null => Value::Null,
        Json::Bool(flag) => Value::Bool(*flag),
        Json::Number(number) => match number.as_i64() {
            Some(number) => Value::Int(number),
            None => {
                return Err(format!(
                    "`{path}` is {number}, which is no whole number of at most 19 digits"
                ));
            }
        },
        Json::String(text) => Value::text(text),
        Json::Array(items) => {
            let items: Result<Vec<Value>, String> =
                items.iter().map(|item| data(item, path)).collect();
            Value::list(items?)
        }
        Json::Object(entries) => {
            let mut pairs = Vec::with_capacity(entries.len());
            for (key, value) in entries {
                pairs.push((key, data(value, &format!("{path}.{key}"))?));
            }
            Value::map(pairs)
        }
    })
}
