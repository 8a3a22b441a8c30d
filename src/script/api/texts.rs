//! Texts: what would make one very long in a single step.

use rhai::{Engine, ImmutableString};

use super::context::{Fallible, problem};
use super::entry::{Entry, How, Type, entry, form};
use crate::script::limits::LIMITS;

/// What is said of the functions below.
pub(super) const ENTRIES: &[Entry] = &[entry(
    &[
        form(
            How::Method,
            "replace",
            &[
                ("text", Type::Text),
                ("old", Type::Text),
                ("new", Type::Text),
            ],
            Type::Nothing,
        ),
        form(
            How::Method,
            "replace",
            &[
                ("text", Type::Text),
                ("old", Type::Letter),
                ("new", Type::Text),
            ],
            Type::Nothing,
        ),
    ],
    "puts a text in place of another, or of a letter, wherever that stands, and changes the text itself",
    "if the text grows too long",
)];

/// Rhai's own `replace` measures a text when it has been made: a short text of one letter each, put
/// in place of every letter, has taken gigabytes by then.
pub(super) fn register(engine: &mut Engine) {
    engine
        .register_fn(
            "replace",
            |text: &mut ImmutableString, old: ImmutableString, new: ImmutableString| {
                replace(text, &old, &new)
            },
        )
        .register_fn(
            "replace",
            |text: &mut ImmutableString, old: char, new: ImmutableString| {
                replace(text, old.encode_utf8(&mut [0; 4]), &new)
            },
        );
}

fn replace(text: &mut ImmutableString, old: &str, new: &str) -> Fallible<()> {
    let times = text.matches(old).count();
    if text.len() + times.saturating_mul(new.len()) > LIMITS.text + times * old.len() {
        let message = format!("a text grew to more than {} bytes", LIMITS.text);
        return Err(problem("limit", message, None));
    }
    *text = text.replace(old, new).into();
    Ok(())
}
