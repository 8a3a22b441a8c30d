//! What can be told of scripts without running them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rhai::{AST, ASTNode, Dynamic, Expr, Position, Stmt};

use super::api::{self, How, Type};
use super::convert::to_value;
use super::files::Files;
use super::hooks::HOOKS;
use super::shape;
use crate::game::Value;
use crate::text::Span;

/// Numbers below this stand for so many things that the same one twice tells nothing.
const TELLING: i64 = 10;

/// What stands in a game's scripts.
#[derive(Debug, Clone, Default)]
pub struct Study {
    /// Functions that neither the host nor any script calls.
    pub idle_functions: Vec<(String, Span)>,
    /// Calls that make an effect, a verdict or a move which then goes nowhere.
    pub thrown_away: Vec<(String, Span)>,
    /// Names that are given a plain value: of variables, of functions that do nothing else.
    pub given: Vec<(String, Value, Span)>,
    /// Entries of maps that are given a plain value.
    pub entries: Vec<(String, Value, Span)>,
    /// Numbers of two digits or more, and where they stand.
    pub numbers: Vec<(i64, Span)>,
    /// The first words of the texts of moves, as far as they are written out.
    pub moves: BTreeMap<String, Span>,
    /// The words in all texts, and the names of entries.
    pub words: BTreeSet<String>,
    /// Everything that the scripts say, for [`Study::mentions`].
    code: String,
}

impl Study {
    pub(super) fn new(files: &Files, used: &HashSet<String>) -> Self {
        let mut study = Self::default();
        let mut used = used.clone();
        for ast in files.asts() {
            used.extend(shape::called(ast));
            study.look_at(ast, files);
        }
        for text in files.texts() {
            for line in text.lines() {
                study.code.push_str(line.split("//").next().unwrap_or(line));
                study.code.push('\n');
            }
        }
        for (name, parameters, span) in files.functions() {
            let is_hook = HOOKS.iter().any(|hook| hook.name == name);
            if parameters == 0
                && let Some(value) = only_value(&span)
            {
                study.given.push((name.to_owned(), value, span.clone()));
            }
            if !is_hook && !used.contains(name) {
                study.idle_functions.push((name.to_owned(), span));
            }
        }
        study
    }

    /// Tells whether scripts read a parameter by its path, such as `p.first.second`.
    #[must_use]
    pub fn mentions(&self, path: &str) -> bool {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let wanted = format!("p.{path}");
        self.code.match_indices(&wanted).any(|(at, _)| {
            let (before, after) = (&self.code[..at], &self.code[at + wanted.len()..]);
            !before.ends_with(is_part) && !after.starts_with(is_part)
        })
    }

    fn look_at(&mut self, ast: &AST, files: &Files) {
        ast.walk(&mut |path: &[ASTNode<'_>]| {
            match path.last() {
                Some(ASTNode::Stmt(Stmt::Var(variable, _, place))) => {
                    let (name, expression, _) = &**variable;
                    let given = given(name.as_str(), expression, *place, files);
                    self.given.extend(given);
                }
                Some(ASTNode::Stmt(Stmt::FnCall(call, place))) => {
                    self.thrown_away(call.name.as_str(), *place, files);
                }
                Some(ASTNode::Expr(expression)) => self.look_at_expression(expression, files),
                _ => {}
            }
            true
        });
        shape::each_call(ast, |call, _| {
            if call.name == "move" {
                let text = call.args.first();
                self.made(text, files);
            }
        });
    }

    fn look_at_expression(&mut self, expression: &Expr, files: &Files) {
        match expression {
            Expr::Map(map, _) => {
                for (name, value) in &map.0 {
                    self.words.insert(name.as_str().to_owned());
                    let given = given(name.as_str(), value, name.pos, files);
                    self.entries.extend(given);
                }
            }
            Expr::DynamicConstant(value, place) => self.constant(value, *place, files),
            Expr::StringConstant(text, _) => self.text(text),
            Expr::IntegerConstant(number, place) if number.abs() >= TELLING => {
                self.numbers
                    .extend(files.span(*place).map(|span| (*number, span)));
            }
            _ => {}
        }
    }

    /// Looks into a list or a map of plain values, which is one constant by now.
    fn constant(&mut self, value: &Dynamic, place: Position, files: &Files) {
        let Ok(value) = to_value(value) else {
            return;
        };
        self.values(&value, place, files);
    }

    fn values(&mut self, value: &Value, place: Position, files: &Files) {
        match value {
            Value::Text(text) => self.text(text),
            Value::List(items) => {
                for item in items.iter() {
                    self.values(item, place, files);
                }
            }
            Value::Map(_) => {
                for (name, part) in value.entries() {
                    self.words.insert(name.to_string());
                    if !matches!(part, Value::Map(_) | Value::List(_)) {
                        let span = files.span(place);
                        self.entries
                            .extend(span.map(|span| (name.to_string(), part.clone(), span)));
                    }
                    self.values(part, place, files);
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        let words = text.split(|c: char| " ,+:".contains(c));
        self.words
            .extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
    }

    /// Notes a call whose value is not used, if the call does nothing but make a value.
    fn thrown_away(&mut self, name: &str, place: Position, files: &Files) {
        let makes = api::forms().any(|form| {
            let is_made = matches!(form.returns, Type::Effect | Type::Verdict | Type::Move);
            form.how == How::Function && form.name == name && is_made
        });
        if makes
            && let Some(span) = files.span(place)
            && !is_last(&span)
        {
            self.thrown_away.push((name.to_owned(), span));
        }
    }

    /// Notes the kind of a move that is made, if its text begins with a word that is written out.
    fn made(&mut self, text: Option<&Expr>, files: &Files) {
        let (start, is_whole, place) = match text {
            Some(Expr::StringConstant(text, place)) => (text, true, *place),
            Some(Expr::InterpolatedString(parts, place)) => match parts.first() {
                Some(Expr::StringConstant(text, _)) => (text, false, *place),
                _ => return,
            },
            _ => return,
        };
        let mut words = start.split(' ');
        let kind = words.next().unwrap_or_default();
        if kind.is_empty() || (!is_whole && words.next().is_none()) {
            return;
        }
        if let Some(span) = files.span(place) {
            self.moves.entry(kind.to_owned()).or_insert(span);
        }
    }
}

/// Returns a name with its plain value, if it is given one.
fn given(
    name: &str,
    expression: &Expr,
    place: Position,
    files: &Files,
) -> Option<(String, Value, Span)> {
    let value = to_value(&expression.get_literal_value(None)?).ok()?;
    Some((name.to_owned(), value, files.span(place)?))
}

/// Tells whether a call is the last statement of its block, whose value is that of the block.
fn is_last(call: &Span) -> bool {
    let rest = &call.source().text()[call.start()..];
    let mut depth = 0_usize;
    let mut quote = None;
    let mut letters = rest.char_indices();
    let end = letters.find_map(|(at, letter)| {
        match (quote, letter) {
            (Some(open), _) => quote = (letter != open).then_some(open),
            (None, '"' | '`') => quote = Some(letter),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        (letter == ')' && depth == 0 && quote.is_none()).then_some(at + 1)
    });
    let mut after = end.map_or("", |end| rest[end..].trim_start());
    loop {
        after = after.trim_start_matches(';').trim_start();
        match after.strip_prefix("//") {
            Some(comment) => {
                let (_, rest) = comment.split_once('\n').unwrap_or_default();
                after = rest.trim_start();
            }
            // A closure may be an argument.
            None => return after.is_empty() || after.starts_with(['}', ')', ',']),
        }
    }
}

/// Returns the value of a function that does nothing but return it.
fn only_value(name: &Span) -> Option<Value> {
    let rest = &name.source().text()[name.end()..];
    let (_, rest) = rest.split_once('{')?;
    let (body, _) = rest.split_once('}')?;
    let body = body
        .trim()
        .trim_end_matches(';')
        .trim_start_matches("return ");
    let text = body
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    match text {
        Some(text) => (!text.contains('"')).then(|| Value::text(text)),
        None => body.parse().ok().map(Value::Int),
    }
}
