//! Lists: items behind them, and what becomes of all their items together.

use rhai::{Array, Dynamic, Engine, ImmutableString, Map, Variant};

use super::context::{Fallible, data, problem};
use super::entry::{Entry, How, Type, entry, form};
use super::method;
use super::parameters::Parameters;
use crate::script::convert::kind_name;
use crate::script::limits::LIMITS;

/// What is said of the functions and properties below.
pub(super) const ENTRIES: &[Entry] = &[
    entry(
        &[form(
            How::Method,
            "join",
            &[("list", Type::List), ("text", Type::Text)],
            Type::Text,
        )],
        "a text of all items, with the text between them: `[\"a\", \"b\"].join(\"+\")` is `\"a+b\"`",
        "if an item is neither a text nor a number",
    ),
    entry(
        &[form(
            How::Method,
            "sum",
            &[("list", Type::List)],
            Type::Number,
        )],
        "the sum of the numbers in it",
        "if an item is no number",
    ),
    entry(
        &[form(
            How::Method,
            "count",
            &[("list", Type::List), ("item", Type::Any)],
            Type::Number,
        )],
        "how many items of it are this one",
        "if it is not plain data",
    ),
    entry(
        &[form(
            How::Method,
            "index_of",
            &[("list", Type::List), ("text", Type::Text)],
            Type::Number,
        )],
        "where the first item stands that is this text, counted from 0; -1 if none is",
        "",
    ),
    entry(
        &[form(
            How::Operator,
            "+",
            &[("list", Type::List), ("item", Type::Any)],
            Type::List,
        )],
        "a longer list, whatever the item is; a list has the items of both; `+=` does the same in place; effects and moves are joined by it into lists",
        "",
    ),
];

pub(super) fn register(engine: &mut Engine) {
    // A list and a text are a text in Rhai, and a list and another item are nothing.
    behind::<ImmutableString>(engine);
    behind::<char>(engine);
    behind::<i64>(engine);
    behind::<bool>(engine);
    behind::<()>(engine);
    behind::<Map>(engine);
    behind::<Parameters>(engine);
    engine
        .register_fn("join", |list: Array, between: ImmutableString| {
            join(&list, &between)
        })
        .register_fn("sum", |list: Array| sum(&list));
    method(engine, "count", |list: &mut Array, item: Dynamic| {
        count(list, &item)
    });
    // Rhai takes a text for the name of a function, if there is one.
    method(
        engine,
        "index_of",
        |list: &mut Array, text: ImmutableString| -> i64 {
            let is_it = |item: &Dynamic| {
                let item = item.as_immutable_string_ref();
                item.is_ok_and(|item| *item == text)
            };
            let index = list.iter().position(is_it);
            index.map_or(-1, |index| i64::try_from(index).unwrap_or(i64::MAX))
        },
    );
}

/// Registers `list + item`: the list with the item behind it, as `+=` does.
fn behind<T: Variant + Clone>(engine: &mut Engine) {
    engine.register_fn("+", |mut list: Array, item: T| {
        list.push(Dynamic::from(item));
        list
    });
}

fn join(list: &Array, between: &str) -> Fallible<ImmutableString> {
    let mut joined = String::new();
    for (index, item) in list.iter().enumerate() {
        if index > 0 {
            joined.push_str(between);
        }
        let plain = item.is_string() || item.is_char() || item.is_int() || item.is_bool();
        if !plain {
            let message = format!("`join` found {} in the list", kind_name(item));
            let help = "it joins texts and numbers; `list.map(|item| …)` makes them".to_owned();
            return Err(problem("wrong-type", message, Some(help)));
        }
        joined.push_str(&item.to_string());
        if joined.len() > LIMITS.text {
            let message = format!("a text grew to more than {} bytes", LIMITS.text);
            return Err(problem("limit", message, None));
        }
    }
    Ok(joined.into())
}

fn count(list: &Array, item: &Dynamic) -> Fallible<i64> {
    let mut count = 0;
    for other in list {
        let is_same = match (
            other.as_immutable_string_ref(),
            item.as_immutable_string_ref(),
        ) {
            (Ok(other), Ok(item)) => *other == *item,
            _ => data(other)? == data(item)?,
        };
        count += i64::from(is_same);
    }
    Ok(count)
}

fn sum(list: &Array) -> Fallible<i64> {
    let mut sum = 0_i64;
    for item in list {
        let Ok(number) = item.as_int() else {
            let message = format!("`sum` found {} in the list", kind_name(item));
            let help = "it adds whole numbers; `list.map(|item| …)` makes them".to_owned();
            return Err(problem("wrong-type", message, Some(help)));
        };
        sum = sum.checked_add(number).ok_or_else(|| {
            problem(
                "arithmetic",
                "the sum is too large for a whole number",
                None,
            )
        })?;
    }
    Ok(sum)
}
