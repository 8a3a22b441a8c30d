//! The scripts of a ruleset as one text: every file begins on a line of its own number, so that a
//! position in any of them tells the file as well.

use std::sync::Arc;

use rhai::{AST, Position};

use super::limits::LIMITS;
use crate::text::{Fault, Faults, Source, Span};

/// The files of a ruleset, for messages.
#[derive(Debug, Default)]
pub(super) struct Files {
    placed: Vec<Placed>,
    functions: Vec<Function>,
    /// The functions of imported files: they replace nothing.
    imported: Vec<Function>,
    asts: Vec<AST>,
}

#[derive(Debug)]
struct Placed {
    source: Arc<Source>,
    /// The lines of all files before it.
    before: usize,
}

#[derive(Debug)]
struct Function {
    name: String,
    parameters: usize,
    source: Arc<Source>,
}

impl Files {
    /// Adds a file, and returns its text as it is to be compiled: after the lines of all others.
    ///
    /// # Errors
    /// If the file, or all of them together, are too long.
    pub(super) fn place(&mut self, source: &Arc<Source>) -> Result<String, Faults> {
        let too_long = |what: String| {
            let help = "put what is shared into a script of its own, and tables into the YAML file";
            let fault = Fault::new("limit", what).at(Span::at(source, 1, 1));
            Err(fault.help(help).into())
        };
        if source.text().len() > LIMITS.script {
            return too_long(format!("a script of more than {} bytes", LIMITS.script));
        }
        if let Some(at) = long_list_of_names(source.text()) {
            let fault = Fault::new("limit", "a very long list of names or numbers in brackets");
            return Err(fault
                .at(Span::around(source, at))
                .help("hand over a list or a map")
                .into());
        }
        let before = self.lines();
        if before + source.lines() > LIMITS.lines {
            return too_long(format!(
                "the scripts of a ruleset have more than {} lines",
                LIMITS.lines
            ));
        }
        self.placed.push(Placed {
            source: Arc::clone(source),
            before,
        });
        Ok("\n".repeat(before) + source.text())
    }

    fn lines(&self) -> usize {
        self.placed
            .last()
            .map_or(0, |last| last.before + last.source.lines())
    }

    /// Adds the functions of a script; they replace those of the same head in earlier ones.
    pub(super) fn add_functions(&mut self, source: &Arc<Source>, ast: &AST) {
        for function in ast.iter_functions() {
            let (name, parameters) = (function.name, function.params.len());
            self.functions
                .retain(|known| known.name != name || known.parameters != parameters);
            self.functions.push(Function {
                name: name.to_owned(),
                parameters,
                source: Arc::clone(source),
            });
        }
    }

    /// Adds the functions of an imported file.
    pub(super) fn add_imported(&mut self, source: &Arc<Source>, ast: &AST) {
        let functions = ast.iter_functions().map(|function| Function {
            name: function.name.to_owned(),
            parameters: function.params.len(),
            source: Arc::clone(source),
        });
        self.imported.extend(functions);
    }

    /// Keeps what a file, or all scripts together, were compiled to.
    pub(super) fn keep(&mut self, ast: AST) {
        self.asts.push(ast);
    }

    /// Returns what everything was compiled to: the scripts as one, and each import.
    pub(super) fn asts(&self) -> &[AST] {
        &self.asts
    }

    /// Returns the names and numbers of parameters of all functions, closures among them.
    pub(super) fn heads(&self) -> impl Iterator<Item = (&str, usize)> {
        let functions = self.functions.iter().chain(&self.imported);
        functions.map(|function| (function.name.as_str(), function.parameters))
    }

    /// Returns the functions that are not closures, in the order in which they stand in the files:
    /// name, number of parameters, place of the name.
    pub(super) fn functions(&self) -> Vec<(&str, usize, Span)> {
        let heads = self.heads().filter(|(name, _)| !is_closure(name));
        let mut functions: Vec<(&str, usize, Span)> = heads
            .filter_map(|(name, parameters)| {
                let span = self.definition(name, Some(parameters))?;
                Some((name, parameters, span))
            })
            .collect();
        let file = |span: &Span| {
            let mut placed = self.placed.iter();
            placed.position(|placed| Arc::ptr_eq(&placed.source, span.source()))
        };
        functions.sort_by_key(|(_, _, span)| (file(span), span.start()));
        functions
    }

    /// Returns the position of the first brace after a place, as the engine counts lines.
    pub(super) fn brace_after(&self, span: &Span) -> Option<Position> {
        let source = span.source();
        let at = span.end() + source.text()[span.end()..].find('{')?;
        let brace = Span::around(source, at);
        let mut placed = self.placed.iter();
        let placed = placed.find(|placed| Arc::ptr_eq(&placed.source, source))?;
        let line = u16::try_from(placed.before + brace.line()).ok()?;
        Some(Position::new(line, u16::try_from(brace.column()).ok()?))
    }

    /// Returns the texts of all files.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.placed.iter().map(|placed| placed.source.text())
    }

    /// Returns the names of all functions that are not closures.
    pub(super) fn function_names(&self) -> impl Iterator<Item = &str> {
        let names = self.functions.iter().map(|function| function.name.as_str());
        names.filter(|name| !is_closure(name))
    }

    /// Returns with how many parameters a function is defined, ascending.
    pub(super) fn parameters_of(&self, name: &str) -> Vec<usize> {
        let named = self.functions.iter().filter(|known| known.name == name);
        let mut counts: Vec<usize> = named.map(|known| known.parameters).collect();
        counts.sort_unstable();
        counts
    }

    /// Returns the place of a function's name where it is defined last; with this many parameters,
    /// if that is asked for.
    pub(super) fn definition(&self, name: &str, parameters: Option<usize>) -> Option<Span> {
        let mut named = self.functions.iter().rev().chain(&self.imported);
        let function = named.find(|known| {
            known.name == name && parameters.is_none_or(|count| known.parameters == count)
        })?;
        let source = &function.source;
        let mut found = None;
        for (line, at) in heads(source, name) {
            let column = source.line(line)?[..at].chars().count() + 1;
            let span = Span::at(source, line, column);
            if parameters_after(source, &span) == function.parameters {
                return Some(span);
            }
            found.get_or_insert(span);
        }
        found.or_else(|| Some(Span::at(source, 1, 1)))
    }

    /// Returns the place that a position stands for, if it is known.
    pub(super) fn span(&self, position: Position) -> Option<Span> {
        let line = position.line()?;
        let next = self.placed.partition_point(|placed| placed.before < line);
        let placed = self.placed.get(next.checked_sub(1)?)?;
        let source = &placed.source;
        let line = line - placed.before;
        let column = position.position().unwrap_or(1);
        // A missing property is given the place of the dot before it.
        let text = source.line(line).unwrap_or_default();
        let rest = || text.chars().skip(column - 1);
        let dots = rest().take_while(|c| ".?".contains(*c)).count();
        let start = source.offset(line, column + dots);
        // A text is marked with its quotes.
        let quoted = text[source.offset(line, column) - source.offset(line, 1)..].strip_prefix('"');
        Some(match quoted.and_then(|quoted| quoted.find('"')) {
            Some(length) => Span::new(source, start, start + length + 2),
            None => Span::around(source, start),
        })
    }
}

/// Tells whether a function is one that Rhai named itself.
pub(super) fn is_closure(name: &str) -> bool {
    name.starts_with("anon$")
}

/// Finds where a function's name follows `fn`, as lines and byte offsets; comments left out.
fn heads<'a>(source: &'a Source, name: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
    (1..=source.lines()).filter_map(move |number| {
        let line = source.line(number)?;
        let code = line.split("//").next().unwrap_or(line);
        let (at, _) = code.match_indices(name).find(|(at, _)| {
            let (before, after) = (&code[..*at], &code[at + name.len()..]);
            before.trim_end().ends_with("fn")
                && before.ends_with(char::is_whitespace)
                && after.trim_start().starts_with('(')
        })?;
        Some((number, at))
    })
}

/// Finds a list of parameters so long that Rhai would take seconds to read it.
fn long_list_of_names(text: &str) -> Option<usize> {
    const MOST: usize = 64;
    let mut names = None;
    for (at, letter) in text.char_indices() {
        names = match (letter, names) {
            ('(' | '|', _) => Some((at, 0)),
            (',', Some((start, MOST))) => return Some(start),
            (',', Some((start, count))) => Some((start, count + 1)),
            (other, names) if other.is_alphanumeric() || other == '_' || other.is_whitespace() => {
                names
            }
            _ => None,
        };
    }
    None
}

/// Counts the parameters in the brackets after a function's name.
fn parameters_after(source: &Source, name: &Span) -> usize {
    let rest = &source.text()[name.end()..];
    let inside = rest.split_once('(').map_or("", |(_, rest)| rest);
    let inside = inside.split(')').next().unwrap_or_default();
    inside
        .split(',')
        .filter(|part| !part.trim().is_empty())
        .count()
}
