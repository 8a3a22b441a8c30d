//! What helps those who write a script as they would in another language.

use rhai::{LexError, ParseErrorType};

use crate::text::Span;

/// Returns what helps with a fault of a script's form, if it is one that is often made.
pub(super) fn on_syntax(kind: &ParseErrorType, place: Option<&Span>) -> Option<String> {
    let word = place.map_or("", word_at);
    if let Some(operator) = operator(word) {
        return Some(format!("`{word}` is written `{operator}`"));
    }
    match kind {
        ParseErrorType::MissingToken(token, _) if token == ";" => Some(missing_end(place?)),
        ParseErrorType::MissingToken(token, _) if token == "{" && !word.is_empty() => {
            Some("`if`, `else`, `for`, `while` and `loop` take a block in `{` and `}`".to_owned())
        }
        ParseErrorType::WrongFnDefinition => {
            Some("a `}` is missing before this: each function must end before the next".to_owned())
        }
        ParseErrorType::Reserved(word) => nothing(word),
        ParseErrorType::BadInput(LexError::MalformedChar(text)) => {
            Some(format!("a text stands in double quotes: `\"{text}\"`"))
        }
        ParseErrorType::UnknownOperator(operator) if operator == "++" || operator == "--" => {
            let sign = &operator[..1];
            Some(format!("write `x {sign}= 1`"))
        }
        _ => None,
    }
}

/// Returns what helps with a name that is taken for that of a variable.
pub(super) fn on_variable(name: &str, place: Option<&Span>) -> Option<String> {
    if let Some(operator) = operator(name) {
        return Some(format!("`{name}` is written `{operator}`"));
    }
    let after = place.map_or("", |span| &span.source().text()[span.end()..]);
    if after.trim_start().starts_with(':') && !after.trim_start().starts_with("::") {
        return Some("a map begins with `#{`".to_owned());
    }
    let help = match name {
        "function" | "def" | "func" => "a function begins with `fn`",
        "elif" | "elseif" => "write `else if`",
        "True" => "write `true`",
        "False" => "write `false`",
        "var" => "a variable begins with `let`",
        name => return nothing(name),
    };
    Some(help.to_owned())
}

fn operator(word: &str) -> Option<&'static str> {
    match word {
        "and" | "AND" => Some("&&"),
        "or" | "OR" => Some("||"),
        "not" | "NOT" => Some("!"),
        _ => None,
    }
}

fn nothing(word: &str) -> Option<String> {
    let is_nothing =
        ["null", "nil", "none", "undefined", "void"].contains(&word.to_lowercase().as_str());
    is_nothing.then(|| "nothing is written `()`".to_owned())
}

/// Returns the word that a place begins with.
fn word_at(place: &Span) -> &str {
    let rest = &place.source().text()[place.start()..];
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
    &rest[..end.unwrap_or(rest.len())]
}

/// Says where a `;` is missing: behind what stands before a place.
fn missing_end(place: &Span) -> String {
    let before = &place.source().text()[..place.start()];
    let here = before.matches('\n').count() + 1;
    let is_code = |line: &str| {
        !line
            .split("//")
            .next()
            .unwrap_or_default()
            .trim()
            .is_empty()
    };
    let code = (1..)
        .zip(before.split('\n'))
        .filter(|(_, line)| is_code(line));
    match code.last() {
        Some((line, _)) if line < here => {
            format!("a `;` is missing at the end of line {line}")
        }
        _ => "a `;` is missing before this".to_owned(),
    }
}
