//! What of a ruleset's scripts runs slowly, though nothing is wrong with it.

use crate::ruleset::Ruleset;
use crate::text::{Fault, Span};

/// Names what is left to Rhai's evaluator, one place a line.
pub(super) fn slow(ruleset: &Ruleset) -> Option<Fault> {
    let rules = ruleset.plain_rules().ok()?;
    let places = rules.left_to_rhai();
    let (first, others) = places.split_first()?;
    let message = "this is left to Rhai's own evaluator, and so is every call that comes here";
    let mut fault = Fault::new("slow", message).remark().at(first.clone());
    let line = |span: &Span| (span.source().name().to_owned(), span.line());
    let mut lines = vec![line(first)];
    for other in others {
        if !lines.contains(&line(other)) {
            lines.push(line(other));
            fault = fault.note_at(other.clone(), "and here");
        }
    }
    Some(
        fault.help(
            "if matches take too long, say it in another way: `salle explain slow` tells which",
        ),
    )
}
