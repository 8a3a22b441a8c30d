//! Texts: what would make one very long in a single step.

use rhai::{Dynamic, Engine, ImmutableString};

use super::context::{Fallible, problem};
use super::entry::{Entry, How, Type, entry, form};
use crate::script::convert::kind_name;
use crate::script::limits::LIMITS;

/// What is said of the functions below.
pub(super) const ENTRIES: &[Entry] = &[entry(
    &[form(
        How::Method,
        "replace",
        &[
            ("text", Type::Text),
            ("old", Type::Any),
            ("new", Type::Text),
        ],
        Type::Nothing,
    )],
    "puts a text in place of another (or of a letter) wherever that stands, and changes the text itself",
    "if the text grows too long",
)];

/// Rhai's own `replace` measures a text when it has been made: a short text of one letter each, put
/// in place of every letter, has taken gigabytes by then.
pub(super) fn register(engine: &mut Engine) {
    engine.register_fn(
        "replace",
        |text: &mut ImmutableString, old: Dynamic, new: ImmutableString| {
            if !old.is_string() && !old.is_char() {
                let message = format!("`replace` looks for a text, this is {}", kind_name(&old));
                return Err(problem("wrong-type", message, None));
            }
            replace(text, &old.to_string(), &new)
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
