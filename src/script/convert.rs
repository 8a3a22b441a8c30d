//! Script values to game values and back.

use rhai::{Array, Dynamic, ImmutableString, Map};

use super::api::Parameters;
use crate::game::Value;

/// Deepest nesting of data that a script may hand over.
const DEEPEST: usize = 16;

/// Makes a script value of a game value.
pub(super) fn to_script(value: &Value) -> Dynamic {
    match value {
        Value::Null => Dynamic::UNIT,
        Value::Bool(flag) => Dynamic::from_bool(*flag),
        Value::Int(number) => Dynamic::from_int(*number),
        Value::Text(text) => ImmutableString::from(&**text).into(),
        Value::List(items) => items.iter().map(to_script).collect::<Array>().into(),
        Value::Map(entries) => {
            let map: Map = entries
                .iter()
                .map(|(key, value)| ((&**key).into(), to_script(value)))
                .collect();
            map.into()
        }
    }
}

/// Makes a game value of a script value.
///
/// # Errors
/// What cannot be data, in words.
pub(super) fn to_value(value: &Dynamic) -> Result<Value, String> {
    nested(value, 0)
}

fn nested(value: &Dynamic, depth: usize) -> Result<Value, String> {
    if depth > DEEPEST {
        return Err(format!("data is nested more than {DEEPEST} deep"));
    }
    if value.is_unit() {
        Ok(Value::Null)
    } else if let Ok(flag) = value.as_bool() {
        Ok(Value::Bool(flag))
    } else if let Ok(number) = value.as_int() {
        Ok(Value::Int(number))
    } else if let Ok(text) = value.as_immutable_string_ref() {
        Ok(Value::text(&text))
    } else if let Ok(letter) = value.as_char() {
        Ok(Value::text(letter.encode_utf8(&mut [0; 4])))
    } else if let Ok(items) = value.as_array_ref() {
        let items: Result<Vec<Value>, String> =
            items.iter().map(|item| nested(item, depth + 1)).collect();
        Ok(Value::list(items?))
    } else if let Ok(map) = value.as_map_ref() {
        let mut entries = Vec::with_capacity(map.len());
        for (key, item) in map.iter() {
            entries.push((key.as_str(), nested(item, depth + 1)?));
        }
        Ok(Value::map(entries))
    } else if let Some(parameters) = value.read_lock::<Parameters>() {
        Ok(parameters.value().clone())
    } else {
        Err(format!("{} is no plain data", kind_name(value)))
    }
}

/// Names the kind of a script value, with its article.
pub(super) fn kind_name(value: &Dynamic) -> String {
    match value.type_name() {
        "()" => "nothing".to_owned(),
        "bool" => "true or false".to_owned(),
        "i64" => "a whole number".to_owned(),
        "string" | "char" => "a text".to_owned(),
        "array" => "a list".to_owned(),
        "map" => "a map".to_owned(),
        "range" | "range=" => "a range".to_owned(),
        "Fn" => "a function".to_owned(),
        other => {
            let name = other.rsplit("::").next().unwrap_or(other).to_lowercase();
            let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
                "an"
            } else {
                "a"
            };
            format!("{article} {name}")
        }
    }
}
