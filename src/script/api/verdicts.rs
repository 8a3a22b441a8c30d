//! Verdicts: what `verdict` and `no_moves` return.

use rhai::{Dynamic, Engine, ImmutableString};

use super::context::{Context, Fallible, problem, side};
use super::entry::{Entry, Type, entry, function};
use super::seats::Seat;
use crate::game::{Side, Verdict};
use crate::script::convert::kind_word;

/// What is said of the functions and properties below.
pub(super) const ENTRIES: &[Entry] = &[
    entry(
        &[function(
            "win",
            &[("side", Type::Any), ("reason", Type::Text)],
            Type::Verdict,
        )],
        "this side, a seat or a word, wins the round",
        "if the reason is not in `reasons`",
    ),
    entry(
        &[function("nobody", &[("reason", Type::Text)], Type::Verdict)],
        "nobody wins it",
        "likewise",
    ),
    entry(
        &[
            function(
                "win",
                &[
                    ("side", Type::Any),
                    ("reason", Type::Text),
                    ("first", Type::Any),
                ],
                Type::Verdict,
            ),
            function(
                "nobody",
                &[("reason", Type::Text), ("first", Type::Any)],
                Type::Verdict,
            ),
        ],
        "and this side begins the next round",
        "likewise",
    ),
];

pub(super) fn register(engine: &mut Engine, context: &Context) {
    engine.register_type_with_name::<Verdict>("verdict");
    let verdict = {
        let context = context.clone();
        move |winner: Option<Side>, reason: &str, next_first: Option<Side>| -> Fallible<Verdict> {
            Ok(Verdict {
                winner,
                reason: context.reason(reason)?,
                next_first,
            })
        }
    };
    let win = verdict.clone();
    engine.register_fn("win", move |winner: Dynamic, reason: ImmutableString| {
        win(Some(either(&winner)?), &reason, None)
    });
    let win = verdict.clone();
    engine.register_fn(
        "win",
        move |winner: Dynamic, reason: ImmutableString, first: Dynamic| {
            win(Some(either(&winner)?), &reason, Some(either(&first)?))
        },
    );
    let nobody = verdict.clone();
    engine
        .register_fn("nobody", move |reason: ImmutableString| {
            nobody(None, &reason, None)
        })
        .register_fn("nobody", move |reason: ImmutableString, first: Dynamic| {
            verdict(None, &reason, Some(either(&first)?))
        });
}

/// Reads a side, given as a seat or by its word.
fn either(named: &Dynamic) -> Fallible<Side> {
    if let Some(seat) = named.read_lock::<Seat>() {
        return Ok(seat.side());
    }
    match named.as_immutable_string_ref() {
        Ok(word) => side(&word),
        Err(kind) => {
            let message = format!("a side was expected, not {}", kind_word(kind));
            Err(problem("wrong-type", message, None))
        }
    }
}
