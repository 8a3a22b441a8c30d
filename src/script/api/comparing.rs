//! Comparing. Rhai takes two values of different kinds for unequal, and neither for the greater;
//! that hides mistakes such as `v.me.hand > 7`. Here they are faults that say what was meant.

use rhai::{Array, Dynamic, Engine, ImmutableString, Map, Variant};

use super::context::{Fallible, problem, side};
use super::entry::{Entry, How, Type, entry, form};
use super::moves::Chosen;
use super::parameters::Parameters;
use super::piles::Pile;
use super::seats::Seat;
use crate::game::Side;
use crate::script::convert::kind_name;

/// How tightly `<` and its like bind in Rhai.
const PRECEDENCE: u8 = 130;

/// What is said of the functions and properties below.
pub(super) const ENTRIES: &[Entry] = &[
    entry(
        &[
            form(
                How::Operator,
                "==",
                &[("one", Type::Any), ("other", Type::Any)],
                Type::Flag,
            ),
            form(
                How::Operator,
                "!=",
                &[("one", Type::Any), ("other", Type::Any)],
                Type::Flag,
            ),
        ],
        "whether they are alike: values of different kinds differ, `()` among them; seats are equal if their side is, and a seat equals the word of its side",
        "for a pile, a move, parameters or a seat with anything else",
    ),
    entry(
        &[
            form(
                How::Operator,
                "<",
                &[("one", Type::Any), ("other", Type::Any)],
                Type::Flag,
            ),
            form(
                How::Operator,
                "<=",
                &[("one", Type::Any), ("other", Type::Any)],
                Type::Flag,
            ),
            form(
                How::Operator,
                ">",
                &[("one", Type::Any), ("other", Type::Any)],
                Type::Flag,
            ),
            form(
                How::Operator,
                ">=",
                &[("one", Type::Any), ("other", Type::Any)],
                Type::Flag,
            ),
        ],
        "which of two numbers, or of two texts, comes first",
        "for anything else",
    ),
];

pub(super) fn register(engine: &mut Engine) {
    order(engine);
    // `==` takes what it can from Rhai: only what is never equal there, and yet looks as if it
    // could be, is registered, and by its exact types; functions for all types would be looked
    // through whenever two plain values are compared.
    sides(engine);
    refused::<Seat, i64>(engine);
    refused::<Seat, Array>(engine);
    refused::<Seat, Pile>(engine);
    plain::<Pile>(engine);
    plain::<Chosen>(engine);
    plain::<Parameters>(engine);
    engine
        .register_fn("==", |one: Parameters, other: Parameters| {
            one.value() == other.value()
        })
        .register_fn("!=", |one: Parameters, other: Parameters| {
            one.value() != other.value()
        })
        .register_fn("==", |one: Pile, other: Pile| refuse("==", one, other))
        .register_fn("!=", |one: Pile, other: Pile| refuse("!=", one, other));
}

/// Registers which of two values comes first. Rhai never asks for functions that compare plain
/// values, unless the operator is one of our own.
fn order(engine: &mut Engine) {
    macro_rules! operator {
        ($name:literal, $compare:tt) => {
            engine.disable_symbol($name);
            let registered = engine.register_custom_operator($name, PRECEDENCE);
            debug_assert!(registered.is_ok(), "{registered:?}");
            engine
                .register_fn($name, |one: i64, other: i64| one $compare other)
                .register_fn($name, |one: bool, other: bool| one $compare other)
                .register_fn($name, |one: char, other: char| one $compare other)
                .register_fn($name, |one: ImmutableString, other: ImmutableString| {
                    one $compare other
                })
                .register_fn($name, |one: char, other: ImmutableString| {
                    *one.encode_utf8(&mut [0; 4]) $compare *other
                })
                .register_fn($name, |one: ImmutableString, other: char| {
                    *one $compare *other.encode_utf8(&mut [0; 4])
                })
                .register_fn($name, |one: Dynamic, other: Dynamic| {
                    refuse($name, one, other)
                });
        };
    }
    operator!("<", <);
    operator!("<=", <=);
    operator!(">", >);
    operator!(">=", >=);
}

/// Seats are the same if their side is; a side may be given by its word.
fn sides(engine: &mut Engine) {
    let same =
        |seat: &Seat, word: &ImmutableString| -> Fallible<bool> { Ok(seat.side() == side(word)?) };
    let same_letter = |seat: &Seat, word: char| -> Fallible<bool> {
        side(&word.to_string().into()).map(|side: Side| seat.side() == side)
    };
    engine
        .register_fn("==", |one: Seat, other: Seat| one.side() == other.side())
        .register_fn("!=", |one: Seat, other: Seat| one.side() != other.side())
        .register_fn("==", move |one: Seat, word: ImmutableString| {
            same(&one, &word)
        })
        .register_fn("==", move |word: ImmutableString, one: Seat| {
            same(&one, &word)
        })
        .register_fn("!=", move |one: Seat, word: ImmutableString| {
            same(&one, &word).map(|same| !same)
        })
        .register_fn("!=", move |word: ImmutableString, one: Seat| {
            same(&one, &word).map(|same| !same)
        })
        .register_fn("==", move |one: Seat, word: char| same_letter(&one, word))
        .register_fn("!=", move |one: Seat, word: char| same_letter(&one, word));
}

/// Refuses to take a value for a plain one.
fn plain<T: Variant + Clone>(engine: &mut Engine) {
    refused::<T, i64>(engine);
    refused::<T, bool>(engine);
    refused::<T, ImmutableString>(engine);
    refused::<T, Array>(engine);
    refused::<T, Map>(engine);
}

fn refused<T: Variant + Clone, U: Variant + Clone>(engine: &mut Engine) {
    engine
        .register_fn("==", |one: T, other: U| refuse("==", one, other))
        .register_fn("!=", |one: T, other: U| refuse("!=", one, other))
        .register_fn("==", |one: U, other: T| refuse("==", one, other))
        .register_fn("!=", |one: U, other: T| refuse("!=", one, other));
}

fn refuse(
    operator: &str,
    one: impl Variant + Clone,
    other: impl Variant + Clone,
) -> Fallible<bool> {
    let (one, other) = (Dynamic::from(one), Dynamic::from(other));
    let message = format!(
        "`{operator}` cannot compare {} with {}",
        kind_name(&one),
        kind_name(&other)
    );
    let help = meant(&one, &other).or_else(|| meant(&other, &one));
    Err(problem("wrong-type", message, help))
}

/// Says what of a value was probably meant, when it is compared with another.
fn meant(value: &Dynamic, other: &Dynamic) -> Option<String> {
    let help = if value.is::<Pile>() {
        if other.is_int() {
            "`.size` is how many cards a pile holds"
        } else {
            "compare `.size`, `.cards` or `.top` of a pile"
        }
    } else if value.is::<Seat>() {
        "name what of the side is meant, such as `.score`; `.side` is its word"
    } else if value.is::<Chosen>() {
        "`.text` is the text of a move, `.kind` its first word, `.NAME` an entry of its data"
    } else if value.is::<Parameters>() || value.is_map() {
        "name the entry of the map: `.NAME`"
    } else if value.is_array() {
        if other.is_int() {
            "`.len` is how many items a list holds"
        } else {
            "compare the items of a list one by one"
        }
    } else if value.is_unit() {
        "ask first whether there is a value: `x != () && …`"
    } else if value.is_string() && other.is_int() {
        "`parse_int(text)` makes a number of a text"
    } else {
        return None;
    };
    Some(help.to_owned())
}
