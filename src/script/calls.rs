//! Calls of functions that exist nowhere: found when a script is read, not when it comes that far.

use std::collections::HashSet;

use rhai::{AST, Engine};

use super::api::is_function;
use super::fault::{unknown_function, variables};
use super::files::{Files, is_closure};
use super::shape;
use crate::text::Faults;

/// What Rhai itself understands where a function is called.
const BUILT_IN: [&str; 9] = [
    "call",
    "curry",
    "Fn",
    "type_of",
    "is_def_fn",
    "is_def_var",
    "is_shared",
    "this",
    "throw",
];

/// Finds calls of functions that neither the scripts nor the engine have.
pub(super) fn check(engine: &Engine, ast: &AST, files: &Files, faults: &mut Faults) {
    let own: HashSet<&str> = ast
        .iter_functions()
        .map(|function| function.name)
        .chain(files.function_names())
        .collect();
    let mut missing = Vec::new();
    shape::each_call(ast, |call, place| {
        let name = call.name.as_str();
        let is_known = call.is_qualified()
            || call.is_operator_call()
            || own.contains(name)
            || is_function(name)
            || is_closure(name)
            || BUILT_IN.contains(&name)
            || !name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !is_known {
            missing.push((name.to_owned(), place));
        }
    });
    if missing.is_empty() {
        return;
    }
    let registered = engine.collect_fn_metadata(
        None,
        |function| Some(function.metadata.name.to_string()),
        true,
    );
    let mut known: HashSet<String> = registered.into_iter().collect();
    for (name, place) in missing {
        // A variable or an entry of a map may hold a function.
        if known.contains(&name) || files.texts().any(|text| may_hold(text, &name)) {
            continue;
        }
        let fault = unknown_function(files, &name, "");
        faults.push(match files.span(place) {
            Some(span) => fault.at(span),
            None => fault,
        });
        // Once is enough.
        known.insert(name);
    }
}

fn may_hold(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].trim_end_matches('"');
        let after = text[at + name.len()..].trim_start_matches('"').trim_start();
        let is_whole = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        is_whole && (after.starts_with(':') || after.starts_with('=') && !after.starts_with("=="))
    }) || variables(text).contains(&name)
}
