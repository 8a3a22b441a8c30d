//! Script values to game values and back.

use rhai::{Array, Dynamic, ImmutableString, Map};

use super::api::Parameters;
use super::limits::LIMITS;
use crate::game::Value;

/// Deepest nesting of data that a script may hand over.
const DEEPEST: usize = 16;

/// Most values in data that a script may hand over.
pub(super) const MOST_VALUES: usize = 2_000;

/// Most bytes of the texts and keys in it.
const MOST_BYTES: usize = LIMITS.text;

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
    nested(value, 0, &mut Size::default())
}

/// How much data there is so far.
#[derive(Default)]
struct Size {
    values: usize,
    bytes: usize,
}

impl Size {
    fn value(&mut self) -> Result<(), String> {
        self.values += 1;
        if self.values > MOST_VALUES {
            return Err(format!("data holds more than {MOST_VALUES} values"));
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), String> {
        self.bytes += text.len();
        if self.bytes > MOST_BYTES {
            return Err(format!("data holds texts of more than {MOST_BYTES} bytes"));
        }
        Ok(())
    }
}

fn nested(value: &Dynamic, depth: usize, size: &mut Size) -> Result<Value, String> {
    size.value()?;
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
        size.text(&text)?;
        Ok(Value::text(&text))
    } else if let Ok(letter) = value.as_char() {
        Ok(Value::text(letter.encode_utf8(&mut [0; 4])))
    } else if let Ok(items) = value.as_array_ref() {
        let items: Result<Vec<Value>, String> = items
            .iter()
            .map(|item| nested(item, depth + 1, size))
            .collect();
        Ok(Value::list(items?))
    } else if let Ok(map) = value.as_map_ref() {
        let mut entries = Vec::with_capacity(map.len());
        for (key, item) in map.iter() {
            size.text(key)?;
            entries.push((key.as_str(), nested(item, depth + 1, size)?));
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
    kind_word(value.type_name())
}

/// Names a kind by the name of its type, with its article.
pub(super) fn kind_word(type_name: &str) -> String {
    // A text may be passed in several forms, which Rhai lists.
    let first = type_name.split(" | ").next().unwrap_or(type_name);
    let known = match first.rsplit("::").next().unwrap_or(first) {
        "()" => "nothing",
        "bool" => "true or false",
        "i64" => "a whole number",
        "string" | "char" | "&str" | "ImmutableString" | "String" => "a text",
        "array" | "Array" => "a list",
        "map" | "Map" => "a map",
        "range" | "range=" | "Range" | "RangeInclusive" => "a range",
        "Fn" | "FnPtr" => "a function",
        "Chosen" | "move" => "a move",
        "Position" | "view" => "a view",
        "Pile" | "pile" => "a pile",
        "Seat" | "seat" => "a side's part of a view",
        "Effect" | "effect" => "an effect",
        "Verdict" | "verdict" => "a verdict",
        "Parameters" | "parameters" => "the parameters",
        other => return format!("a value of the kind {other}"),
    };
    known.to_owned()
}
