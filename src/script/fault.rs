//! Script errors as faults: the innermost place is marked, the calls that led there are notes.

use std::collections::HashMap;
use std::sync::Arc;

use rhai::{AST, EvalAltResult, ParseErrorType, Position};

use super::api::Problem;
use super::limits::LIMITS;
use crate::text::{Fault, Source, Span, nearest};

/// The source name of the merged scripts: which file a function stands in is told by its name.
pub(super) const MERGED: &str = "*";

/// The files of a ruleset, for messages.
#[derive(Debug, Default)]
pub(super) struct Files {
    by_name: HashMap<String, Arc<Source>>,
    functions: HashMap<String, Arc<Source>>,
}

impl Files {
    /// Adds a file.
    pub(super) fn add(&mut self, source: &Arc<Source>) {
        self.by_name
            .insert(source.name().to_owned(), Arc::clone(source));
    }

    /// Adds the functions of a script; they replace those of the same name in earlier ones.
    pub(super) fn add_functions(&mut self, source: &Arc<Source>, ast: &AST) {
        self.add(source);
        for function in ast.iter_functions() {
            self.functions
                .insert(function.name.to_owned(), Arc::clone(source));
        }
    }

    /// Returns the span of a function's name where it is defined.
    pub(super) fn definition(&self, function: &str) -> Option<Span> {
        let source = self.functions.get(function)?;
        let head = format!("fn {function}");
        let mut line_number = 0;
        while let Some(line) = source.line(line_number + 1) {
            line_number += 1;
            let Some(at) = line.find(&head) else { continue };
            let after = line[at + head.len()..].trim_start();
            if after.starts_with('(') && !line[..at].contains("//") {
                let column = line[..at].chars().count() + "fn ".len() + 1;
                return Some(Span::at(source, line_number, column));
            }
        }
        Some(Span::at(source, 1, 1))
    }

    fn file(&self, function: &str, source: &str) -> Option<&Arc<Source>> {
        if source == MERGED || source.is_empty() {
            self.functions.get(function)
        } else {
            self.by_name.get(source)
        }
    }

    fn function_names(&self) -> impl Iterator<Item = &str> {
        self.functions.keys().map(String::as_str)
    }

    /// Makes a fault of an error that came out of a call of `hook`.
    pub(super) fn fault(&self, hook: &str, error: &EvalAltResult) -> Fault {
        let mut file: Option<&Arc<Source>> = None;
        let mut callers: Vec<(Span, String)> = Vec::new();
        let mut error = error;
        let mut function = hook.to_owned();
        loop {
            let (next, inner, place) = match error {
                EvalAltResult::ErrorInFunctionCall(name, source, inner, place) => {
                    function.clone_from(name);
                    (self.file(name, source).or(file), inner, *place)
                }
                EvalAltResult::ErrorInModule(name, inner, place) => {
                    (self.by_name.get(name).or(file), inner, *place)
                }
                _ => break,
            };
            if let Some(span) = file.and_then(|file| span(file, place)) {
                callers.push((span, format!("called here, from `{hook}`")));
            }
            file = next;
            error = inner;
        }
        let mut fault = self.leaf(error);
        if let Some(span) = file.and_then(|file| span(file, error.position())) {
            fault = fault.at(span);
        } else if let Some(span) = self.definition(&function).or_else(|| self.definition(hook)) {
            fault = fault.at(span);
        }
        // A deep recursion would repeat itself here.
        for (span, text) in callers.into_iter().rev().take(4) {
            fault = fault.note_at(span, text);
        }
        fault
    }

    fn leaf(&self, error: &EvalAltResult) -> Fault {
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
            E::ErrorParsing(kind, _) => syntax(kind),
            E::ErrorFunctionNotFound(signature, _) => self.no_function(signature),
            E::ErrorVariableNotFound(name, _) => {
                Fault::new("unknown-name", format!("there is no variable `{name}`"))
            }
            E::ErrorPropertyNotFound(name, _) => {
                Fault::new("unknown-name", format!("there is no property `{name}`"))
            }
            E::ErrorDotExpr(text, _) => Fault::new("unknown-name", property(text)),
            E::ErrorModuleNotFound(name, _) => {
                Fault::new("import", format!("there is no script `{name}`"))
            }
            E::ErrorArithmetic(text, _) => Fault::new("arithmetic", lower(text)),
            E::ErrorTooManyOperations(_) => {
                limit("operations", LIMITS.operations).help("is there a loop that never ends?")
            }
            E::ErrorStackOverflow(_) => limit("calls within calls", LIMITS.call_depth as u64)
                .help("does a function call itself for ever?"),
            E::ErrorTooManyVariables(_) => limit("variables", LIMITS.variables as u64),
            E::ErrorTooManyModules(_) => limit("imports", LIMITS.modules as u64),
            E::ErrorDataTooLarge(text, _) => {
                Fault::new("limit", format!("a value grew too large ({})", lower(text))).help(
                    format!(
                        "a text holds at most {} bytes, a list {} items, a map {} entries",
                        LIMITS.text, LIMITS.list, LIMITS.map
                    ),
                )
            }
            other => {
                let text = other.to_string();
                // Rhai appends the place, which is shown on its own.
                let text = text.split(" (line ").next().unwrap_or(&text);
                Fault::new("script-error", lower(text))
            }
        }
    }

    fn no_function(&self, signature: &str) -> Fault {
        let name = signature.split(" (").next().unwrap_or(signature);
        let name = name.rsplit("::").next().unwrap_or(name);
        let takes = signature
            .split_once(" (")
            .map_or("", |(_, rest)| rest.trim_end_matches(')'));
        let message = if takes.is_empty() {
            format!("there is no function `{name}()`")
        } else {
            format!("there is no function `{name}` that takes ({takes})")
        };
        let fault = Fault::new("unknown-function", message);
        if self.functions.contains_key(name) {
            return fault.help(format!("`{name}` takes other or more arguments"));
        }
        match nearest(name, self.function_names()) {
            Some(near) => fault.help(format!("the nearest is `{near}`")),
            None => fault,
        }
    }
}

/// Wraps an error that came out of a file, so that its place is looked up there.
pub(super) fn inside(file: &str, error: Box<EvalAltResult>) -> Box<EvalAltResult> {
    EvalAltResult::ErrorInModule(file.to_owned(), error, Position::NONE).into()
}

/// Makes the fault of a file that does not parse.
pub(super) fn parse_fault(source: &Arc<Source>, error: &rhai::ParseError) -> Fault {
    let fault = syntax(error.err_type());
    match span(source, error.position()) {
        Some(span) => fault.at(span),
        None => fault.at(Span::at(source, 1, 1)),
    }
}

fn syntax(kind: &ParseErrorType) -> Fault {
    match kind {
        ParseErrorType::VariableUndefined(name) => {
            Fault::new("unknown-name", format!("there is no variable `{name}`"))
        }
        ParseErrorType::ExprTooDeep => limit(
            "expressions within expressions",
            LIMITS.expression_depth as u64,
        ),
        ParseErrorType::TooManyFunctions => limit("functions", LIMITS.functions as u64),
        ParseErrorType::BadInput(error) if error.to_string().contains("reserved") => {
            let fault = Fault::new("script-syntax", lower(&error.to_string()));
            fault.help("rules have no `eval`, `print` or `debug`")
        }
        kind => Fault::new("script-syntax", lower(&kind.to_string())),
    }
}

fn limit(what: &str, most: u64) -> Fault {
    Fault::new("limit", format!("the script took more than {most} {what}"))
}

fn span(source: &Arc<Source>, place: Position) -> Option<Span> {
    let line = place.line()?;
    let column = place.position().unwrap_or(1);
    let text = source.line(line).unwrap_or_default();
    let mut from = text.chars().skip(column - 1);
    // A property is placed at its dot; its name is what should be marked.
    let at_dot = from.next() == Some('.') && from.next().is_some_and(char::is_alphabetic);
    Some(Span::at(source, line, column + usize::from(at_dot)))
}

/// Turns "Unknown property 'x' - a getter is not registered for type 'i64'" into our words.
fn property(text: &str) -> String {
    let mut quoted = text.split('\'').skip(1).step_by(2);
    match (quoted.next(), quoted.next()) {
        (Some(name), Some(of)) => format!("{of} has no property `{name}`"),
        _ => lower(text),
    }
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}
