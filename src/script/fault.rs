//! Script errors as faults: the innermost place is marked, the calls that led there are notes.

use std::sync::Arc;

use rhai::{EvalAltResult, LexError, ParseErrorType};

use super::advice;
use super::api::{PILE_PROPERTIES, Problem, functions};
use super::budget::Exhausted;
use super::convert::kind_word;
use super::files::{Files, is_closure};
use super::limits::LIMITS;
use super::parts::written_name;
use crate::game::GameError;
use crate::text::{Fault, Source, Span, count, count_of, list_and, list_or, nearest};

/// The most calls that are shown of those that led to a fault. A deep recursion repeats itself.
const MOST_CALLS: usize = 4;

/// Makes a fault of an error that came out of a call of `hook`.
pub(super) fn fault(files: &Files, hook: &str, error: &EvalAltResult) -> Fault {
    let mut calls: Vec<(Span, String)> = Vec::new();
    let mut error = error;
    loop {
        let (inner, place, text) = match error {
            EvalAltResult::ErrorInFunctionCall(name, _, inner, place)
                if is_closure(name) && written_name(name).is_none() =>
            {
                (inner, *place, "the closure is called here".to_owned())
            }
            EvalAltResult::ErrorInFunctionCall(name, _, inner, place) => {
                let name = written_name(name).unwrap_or(name);
                (inner, *place, format!("`{name}` is called here"))
            }
            EvalAltResult::ErrorInModule(name, inner, place) => {
                (inner, *place, format!("`{name}` is imported here"))
            }
            _ => break,
        };
        if let Some(span) = files.span(place) {
            calls.push((span, text));
        }
        error = inner;
    }
    let place = files.span(error.position());
    let mut fault = leaf(files, error, place.as_ref());
    let hook_at = || files.definition(hook, None);
    if let Some(span) = place
        .or_else(|| calls.pop().map(|(span, _)| span))
        .or_else(hook_at)
    {
        fault = fault.at(span);
    }
    let mut shown: Vec<Span> = fault.span.iter().cloned().collect();
    for (span, text) in calls.into_iter().rev() {
        if shown.len() > MOST_CALLS {
            break;
        }
        if !shown.contains(&span) {
            shown.push(span.clone());
            fault = fault.note_at(span, text);
        }
    }
    fault
}

/// Makes a fault of what keeps a game from going on: where it stands in the scripts, if that is
/// known, and where in the match it happened.
#[must_use]
pub fn fault_of(error: &GameError) -> Fault {
    let GameError::Rules { place, fault } = error else {
        return Fault::new("rules", error.to_string());
    };
    let source = fault.source.as_ref();
    match source.and_then(|source| source.downcast_ref::<Fault>()) {
        Some(source) => source.clone().note(place),
        None => Fault::new("rules", fault.to_string()).note(place),
    }
}

/// Tells whether an error loses its place on its way out of functions.
pub(super) fn loses_its_place(error: &EvalAltResult) -> bool {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => loses_its_place(inner),
        EvalAltResult::ErrorTooManyVariables(_)
        | EvalAltResult::ErrorDataTooLarge(..)
        | EvalAltResult::ErrorDataRace(..)
        | EvalAltResult::ErrorStackOverflow(_)
        | EvalAltResult::ErrorTerminated(..) => true,
        _ => false,
    }
}

/// Makes the fault of a file that does not parse.
pub(super) fn parse_fault(files: &Files, source: &Arc<Source>, error: &rhai::ParseError) -> Fault {
    let place = files.span(error.position());
    let fault = syntax(error.err_type(), place.as_ref());
    fault.at(place.unwrap_or_else(|| Span::at(source, 1, 1)))
}

fn leaf(files: &Files, error: &EvalAltResult, place: Option<&Span>) -> Fault {
    use EvalAltResult as E;
    match error {
        E::ErrorRuntime(value, _) => match value.read_lock::<Problem>() {
            Some(problem) => {
                let fault = Fault::new(problem.code, problem.message.clone());
                match &problem.help {
                    Some(help) => fault.help(help.clone()),
                    None => fault,
                }
            }
            None => Fault::new("script-thrown", format!("the script threw: {value}")),
        },
        E::ErrorParsing(kind, _) => syntax(kind, place),
        E::ErrorFunctionNotFound(signature, _) => no_function(files, signature),
        E::ErrorVariableNotFound(name, _) => no_variable(name, place),
        E::ErrorPropertyNotFound(name, _) => no_entry(name),
        E::ErrorIndexNotFound(name, _) => no_entry(&name.to_string()),
        E::ErrorDotExpr(text, _) => property(text),
        E::ErrorModuleNotFound(name, _) => {
            Fault::new("import", format!("there is no script `{name}`"))
        }
        E::ErrorArithmetic(text, _) => Fault::new("arithmetic", lower(text)),
        E::ErrorArrayBounds(length, index, _) => Fault::new(
            "out-of-range",
            format!(
                "there is no item {index} in a list of {}",
                count(*length, "item")
            ),
        )
        .help("the first item has the number 0"),
        E::ErrorMismatchDataType(expected, found, _) => Fault::new(
            "wrong-type",
            format!(
                "expected {}, found {}",
                kind_word(expected),
                kind_word(found)
            ),
        ),
        E::ErrorIndexingType(kind, _) => {
            let kind = kind.split(['[', ' ']).next().unwrap_or(kind);
            Fault::new(
                "wrong-type",
                format!("{} has no parts that `[…]` could pick", kind_word(kind)),
            )
        }
        E::ErrorDataRace(..) => Fault::new(
            "closure",
            "a list, a map or a variable that is set again is used by a closure while it is being gone through or changed",
        )
        .help("copy it first: `let copy = it;`, and let the closure use the copy"),
        E::ErrorFor(_) => Fault::new("wrong-type", "`for` cannot go through this")
            .help("go through `.cards` or `.kinds` of a pile, `.keys()` of a map, or a list"),
        E::ErrorUnboundThis(_) => Fault::new("unknown-name", "there is no `this` here"),
        E::ErrorTerminated(token, _) => match token.read_lock::<Exhausted>() {
            Some(exhausted) => exhausted_fault(*exhausted),
            None => Fault::new("limit", "the script was stopped"),
        },
        E::ErrorStackOverflow(_) => limit(&format!("{} calls within calls", LIMITS.call_depth))
            .help("does a function call itself for ever?"),
        E::ErrorTooManyVariables(_) => limit(&format!("{} variables", LIMITS.variables)),
        E::ErrorTooManyModules(_) => limit(&format!("{} imports", LIMITS.modules)),
        E::ErrorDataTooLarge(text, _) => too_large(text),
        other => {
            let text = other.to_string();
            // Rhai appends the place, which is shown on its own.
            let text = text.split(" (line ").next().unwrap_or(&text);
            Fault::new("script-error", lower(text))
        }
    }
}

fn exhausted_fault(exhausted: Exhausted) -> Fault {
    let fault = limit(&format!("{exhausted} for one decision"));
    fault.help(match exhausted {
        Exhausted::Operations => "is there a loop that never ends?",
        Exhausted::Time | Exhausted::Memory | Exhausted::Kept => {
            "is there a loop that never ends, or one that copies long lists?"
        }
    })
}

fn too_large(text: &str) -> Fault {
    let text = text.to_lowercase();
    let (what, most) = if text.contains("string") {
        ("text", format!("{} bytes", LIMITS.text))
    } else if text.contains("map") {
        ("map", count_of(LIMITS.map, "entry", "entries"))
    } else {
        ("list", count(LIMITS.list, "item"))
    };
    Fault::new("limit", format!("a {what} grew to more than {most}"))
        .help("what lists and maps hold inside them counts too")
}

fn no_entry(name: &str) -> Fault {
    Fault::new("unknown-name", format!("this map has no `{name}`"))
        .help("`contains(map, \"name\")` asks first; `map?.name` is nothing if there is none")
}

fn no_variable(name: &str, place: Option<&Span>) -> Fault {
    let fault = Fault::new("unknown-name", format!("there is no variable `{name}`"));
    let Some(source) = place.map(Span::source) else {
        return fault;
    };
    let known = variables(source.text());
    if let Some(help) = advice::on_variable(name, place) {
        return fault.help(help);
    }
    if known.contains(&name) {
        return fault.help(format!(
            "it belongs to another place; a function sees its parameters and what it defines itself: a value for all of them is a function, `fn {name}() {{ … }}`"
        ));
    }
    match nearest(name, known) {
        Some(near) => fault.help(format!("the nearest is `{near}`")),
        None => fault,
    }
}

/// Returns the names that a script defines for variables and parameters.
pub(super) fn variables(text: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = Vec::new();
    let mut words = text.split(|c| !is_part(c)).filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        if matches!(word, "let" | "const" | "for") {
            names.extend(words.next());
        }
    }
    for head in text.split("fn ").skip(1) {
        let inside = head
            .split_once('(')
            .and_then(|(_, rest)| rest.split_once(')'));
        let inside = inside.map_or("", |(inside, _)| inside);
        names.extend(
            inside
                .split(',')
                .map(str::trim)
                .filter(|name| !name.is_empty() && name.chars().all(is_part)),
        );
    }
    names
}

fn no_function(files: &Files, signature: &str) -> Fault {
    let Some((name, takes)) = signature.split_once(" (") else {
        // Some built-in functions say in this way what is wrong with their arguments.
        return if signature.contains(' ') {
            Fault::new("wrong-type", lower(signature))
        } else {
            unknown_function(files, signature, "")
        };
    };
    let name = name.rsplit("::").next().unwrap_or(name);
    unknown_function(files, name, takes.trim_end_matches(')'))
}

pub(super) fn unknown_function(files: &Files, name: &str, takes: &str) -> Fault {
    let kinds: Vec<String> = takes
        .split(", ")
        .filter(|kind| !kind.is_empty())
        .map(kind_word)
        .collect();
    let is_operator = !name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if is_operator {
        let message = format!("`{name}` does not go with {}", together(&kinds));
        return Fault::new("wrong-type", message);
    }
    let own = files.parameters_of(name);
    let built_in = functions().find(|(known, _)| *known == name);
    if own.is_empty() && built_in.is_none() {
        let fault = Fault::new("unknown-function", format!("there is no function `{name}`"));
        if is_chance(name) {
            return fault.help(CHANCE);
        }
        let names = files.function_names();
        let names = names.chain(functions().map(|(known, _)| *known));
        return match nearest(name, names) {
            Some(near) => fault.help(format!("the nearest is `{near}`")),
            None => fault,
        };
    }
    let given = together(&kinds);
    let fault = Fault::new(
        "wrong-arguments",
        format!("`{name}` is called with {given}"),
    );
    let forms = built_in.map_or_else(
        || {
            let counts: Vec<String> = own.iter().map(|n| count(*n, "argument")).collect();
            format!("`{name}` takes {}", counts.join(" or "))
        },
        |(_, forms)| format!("it is called {}", list_or(forms)),
    );
    fault.help(forms)
}

/// Where chance comes from, for those who look for a function that returns a random number.
const CHANCE: &str =
    "chance comes only through the effects `shuffle`, `draw`, `reveal`, `pick`, `coin` and `die`";

/// Tells whether a name is one that functions of chance have elsewhere.
fn is_chance(name: &str) -> bool {
    let name = name.to_lowercase();
    let words = ["rand", "dice", "roll", "flip", "toss", "chance", "sample"];
    words.iter().any(|word| name.contains(word))
}

/// Lists kinds of values: `a pile, a pile and a text`.
fn together(kinds: &[String]) -> String {
    match kinds {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn syntax(kind: &ParseErrorType, place: Option<&Span>) -> Fault {
    match kind {
        ParseErrorType::VariableUndefined(name) => no_variable(name, place),
        ParseErrorType::ExprTooDeep => {
            let most = LIMITS.expression_depth;
            limit(&format!("{most} expressions within expressions"))
                .help("give the parts names with `let`, or make functions of them")
        }
        ParseErrorType::TooManyFunctions => {
            limit(&format!("{} functions in one file", LIMITS.functions))
        }
        ParseErrorType::LiteralTooLarge(what, _) => too_large(what),
        ParseErrorType::BadInput(LexError::StringTooLong(_)) => too_large("string"),
        ParseErrorType::BadInput(error) if error.to_string().contains("reserved keyword") => {
            let word = error.to_string();
            let word = word.split('\'').nth(1).unwrap_or_default().to_owned();
            Fault::new("script-syntax", format!("rules have no `{word}`")).help(
                match word.as_str() {
                    "curry" => "write a closure: `|x| name(value, x)`",
                    "eval" => "a text cannot be run; write a function",
                    _ => "rules print nothing; `throw \"text\"` stops and shows the text",
                },
            )
        }
        kind => {
            let fault = Fault::new("script-syntax", in_ticks(&lower(&kind.to_string())));
            match advice::on_syntax(kind, place) {
                Some(help) => fault.help(help),
                None => fault,
            }
        }
    }
}

fn limit(what: &str) -> Fault {
    Fault::new("limit", format!("the script takes more than {what}"))
}

/// Turns "Unknown property 'x' - a getter is not registered for type 'i64'" into our words.
fn property(text: &str) -> Fault {
    let mut quoted = text.split('\'').skip(1).step_by(2);
    let (Some(name), Some(of)) = (quoted.next(), quoted.next()) else {
        return Fault::new("unknown-name", lower(text));
    };
    let of = kind_word(of);
    if text.contains("setter") {
        return Fault::new(
            "read-only",
            format!("nothing in {of} can be changed from a script"),
        )
        .help(match of.as_str() {
            "a view" => format!("return an effect: `set(\"{name}\", value)`"),
            "a side's part of a view" => {
                format!("return an effect, such as `set(v.me, \"{name}\", value)`")
            }
            "a pile" => "return an effect, such as `put` or `draw`".to_owned(),
            "a move" => "a move is made anew: `move(text, data)`".to_owned(),
            _ => "it is what the ruleset says; `let` takes a copy".to_owned(),
        });
    }
    if of == "nothing" {
        let message = format!("there is nothing here that could have `{name}`");
        return Fault::new("unknown-name", message);
    }
    let fault = Fault::new("unknown-name", format!("{of} has no property `{name}`"));
    if of != "a pile" {
        return fault;
    }
    fault.help(match nearest(name, PILE_PROPERTIES) {
        Some(near) => format!("the nearest is `{near}`"),
        None => format!("it has {}", list_and(&PILE_PROPERTIES)),
    })
}

/// Writes quoted words as all messages do.
fn in_ticks(text: &str) -> String {
    if text.matches('\'').count().is_multiple_of(2) {
        text.replace('\'', "`")
    } else {
        text.to_owned()
    }
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}
