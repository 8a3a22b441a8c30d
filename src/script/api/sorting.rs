//! Sorting by a script's comparison. Rhai's own takes whatever fails for "equal", and Rust's sort
//! panics when it is lied to; this one reports the first, and bears the second.

use std::cmp::Ordering;

use rhai::{Array, Dynamic, Engine, FnPtr, NativeCallContext};

use super::context::{Fallible, problem};
use super::entry::{Entry, How, Type, entry, form};
use crate::script::convert::kind_name;

/// What is said of the functions and properties below.
pub(super) const ENTRIES: &[Entry] = &[
    entry(
        &[
            form(
                How::Method,
                "sort",
                &[("list", Type::List), ("compare", Type::Closure)],
                Type::Nothing,
            ),
            form(
                How::Method,
                "sort_by",
                &[("list", Type::List), ("compare", Type::Closure)],
                Type::Nothing,
            ),
        ],
        "sorts the list itself by a comparison of your own, such as `|a, b| a - b`: below 0, 0 or above 0; equal items keep their order",
        "if the comparison does",
    ),
    entry(
        &[
            form(
                How::Method,
                "order",
                &[("list", Type::List), ("compare", Type::Closure)],
                Type::List,
            ),
            form(
                How::Method,
                "order_by",
                &[("list", Type::List), ("compare", Type::Closure)],
                Type::List,
            ),
        ],
        "a sorted copy, likewise",
        "likewise",
    ),
];

pub(super) fn register(engine: &mut Engine) {
    engine
        .register_fn("sort", sort)
        .register_fn("sort_by", sort)
        .register_fn("order", in_order)
        .register_fn("order_by", in_order);
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "the form that the engine calls"
)]
fn sort(context: NativeCallContext<'_>, list: &mut Array, compare: FnPtr) -> Fallible<()> {
    *list = sorted(&context, std::mem::take(list), &compare)?;
    Ok(())
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "the form that the engine calls"
)]
fn in_order(context: NativeCallContext<'_>, list: &mut Array, compare: FnPtr) -> Fallible<Array> {
    sorted(&context, list.clone(), &compare)
}

fn sorted(context: &NativeCallContext<'_>, list: Array, compare: &FnPtr) -> Fallible<Array> {
    merge_sorted(list, |a, b| {
        order(&compare.call_within_context(context, (a.clone(), b.clone()))?)
    })
}

/// Sorts a list by merging ever longer sorted runs; equal items keep their order.
///
/// # Errors
/// The first error of `compare`.
pub(in crate::script) fn merge_sorted<T, E>(
    list: impl IntoIterator<Item = T>,
    mut compare: impl FnMut(&T, &T) -> Result<Ordering, E>,
) -> Result<Vec<T>, E> {
    let mut runs: Vec<Vec<T>> = list.into_iter().map(|item| vec![item]).collect();
    while runs.len() > 1 {
        let mut longer = Vec::with_capacity(runs.len().div_ceil(2));
        let mut rest = runs.into_iter();
        while let Some(left) = rest.next() {
            longer.push(match rest.next() {
                Some(right) => merged(left, right, &mut compare)?,
                None => left,
            });
        }
        runs = longer;
    }
    Ok(runs.pop().unwrap_or_default())
}

fn merged<T, E>(
    left: Vec<T>,
    right: Vec<T>,
    compare: &mut impl FnMut(&T, &T) -> Result<Ordering, E>,
) -> Result<Vec<T>, E> {
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let first = if compare(a, b)? == Ordering::Greater {
            right.next()
        } else {
            left.next()
        };
        merged.extend(first);
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}

fn order(answer: &Dynamic) -> Fallible<Ordering> {
    if let Ok(number) = answer.as_int() {
        return Ok(number.cmp(&0));
    }
    if let Ok(comes_first) = answer.as_bool() {
        return Ok(if comes_first {
            Ordering::Less
        } else {
            Ordering::Greater
        });
    }
    let message = format!("a comparison returned {}", kind_name(answer));
    let help = "it returns a number below 0 if the first item comes first, 0 if they are alike, else one above 0";
    Err(problem("wrong-type", message, Some(help.to_owned())))
}
