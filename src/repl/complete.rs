//! What the line being typed can become.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::command::{self, Wants, Word};
use super::session::Session;
use crate::bots::NAMES;

/// The names that mean something at this point.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    moves: Vec<String>,
    lines: Vec<String>,
    marks: Vec<String>,
    rulesets: Vec<String>,
    events: Vec<String>,
    parameters: Vec<String>,
}

impl Names {
    pub(super) fn of(session: &Session) -> Self {
        let words = &session.look().words;
        let mut moves: Vec<String> = Vec::new();
        for legal in session.legal() {
            moves.push(legal.text.to_string());
            let shown = words.move_text(&legal.text);
            if shown != *legal.text {
                moves.push(shown);
            }
        }
        let tree = session.tree();
        let parameters = session.ruleset().parameters.iter();
        Self {
            moves,
            lines: tree.lines().iter().map(|line| line.name.clone()).collect(),
            marks: tree.marks.iter().map(|mark| mark.text.clone()).collect(),
            rulesets: session.loader().ids(),
            events: session.event_names(),
            parameters: parameters
                .map(|parameter| format!("{}=", parameter.declared.path))
                .collect(),
        }
    }

    /// Returns what a line can become: where the replaced part begins, and the candidates. Files
    /// are not among them.
    pub(super) fn candidates(&self, line: &str) -> (usize, Vec<String>) {
        let beginning = |names: &mut dyn Iterator<Item = &str>, typed: &str| -> Vec<String> {
            let fit = names.filter(|name| name.starts_with(typed));
            fit.map(str::to_owned).collect()
        };
        let texts = |names: &[String], typed: &str| -> Vec<String> {
            beginning(&mut names.iter().map(String::as_str), typed)
        };
        let start = line.len() - line.trim_start().len();
        let typed = &line[start..];
        let Some((first, rest)) = typed.split_once(' ') else {
            let mut all = beginning(&mut command::all().map(|spec| spec.name), typed);
            all.extend(texts(&self.moves, typed));
            return (start, all);
        };
        let moves = texts(&self.moves, typed);
        if command::named(first).is_none() && !moves.is_empty() {
            return (start, moves);
        }
        let spec = match command::word(first) {
            Word::Command(name) => command::named(name),
            _ => None,
        };
        let Some(spec) = spec else {
            return (start, Vec::new());
        };
        let rest_at = start + first.len() + 1;
        let found = match spec.wants {
            Wants::Nothing if spec.name == "goto" => texts(&self.marks, rest),
            Wants::Nothing => Vec::new(),
            Wants::Move => texts(&self.moves, rest),
            Wants::Line | Wants::FileOrLine => texts(&self.lines, rest),
            Wants::Ruleset => texts(&self.rulesets, rest),
            Wants::Event => texts(&self.events, rest),
            Wants::Command => beginning(&mut command::all().map(|spec| spec.name), rest),
            Wants::Bot => beginning(&mut NAMES.into_iter(), rest),
            Wants::Eyes => beginning(&mut ["left", "right", "all"].into_iter(), rest),
            Wants::Parameter => texts(&self.parameters, rest),
        };
        // A move may begin with the word of a command.
        if found.is_empty() && !moves.is_empty() {
            return (start, moves);
        }
        (rest_at, found)
    }

    /// Returns what a line wants to become, if there is only one thing; else what its command
    /// takes.
    pub(super) fn hint(&self, line: &str) -> Option<String> {
        if line.trim().is_empty() {
            return None;
        }
        let (start, found) = self.candidates(line);
        let typed = line.get(start..)?;
        match &found[..] {
            [only] if *only != typed => only.get(typed.len()..).map(str::to_owned),
            _ => {
                let spec = command::named(line.trim())?;
                let gap = if line.ends_with(' ') { "" } else { " " };
                (!spec.takes.is_empty()).then(|| format!("{gap}{}", spec.takes))
            }
        }
        .filter(|hint| !hint.is_empty())
    }
}

/// Completes lines as they are typed.
pub(super) struct Helping {
    names: Arc<Mutex<Names>>,
    files: FilenameCompleter,
    colour: bool,
}

impl Helping {
    pub(super) fn new(names: Arc<Mutex<Names>>, colour: bool) -> Self {
        Self {
            names,
            files: FilenameCompleter::new(),
            colour,
        }
    }

    fn names(&self) -> Names {
        // Names are replaced whole, so that even a thread that failed leaves good ones.
        self.names
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl Completer for Helping {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        place: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, names) = self.names().candidates(&line[..place]);
        let pairs = names.into_iter().map(|name| Pair {
            display: name.clone(),
            replacement: name,
        });
        let mut pairs: Vec<Pair> = pairs.collect();
        let word = line.split_whitespace().next().unwrap_or_default();
        if ["diff", "open", "save"].contains(&word) && line.contains(' ') {
            let (at, files) = self.files.complete(line, place, context)?;
            if pairs.is_empty() || at == start {
                pairs.extend(files);
                return Ok((at, pairs));
            }
        }
        Ok((start, pairs))
    }
}

impl Hinter for Helping {
    type Hint = String;

    fn hint(&self, line: &str, place: usize, _context: &Context<'_>) -> Option<String> {
        if place < line.len() {
            return None;
        }
        self.names().hint(line)
    }
}

impl Highlighter for Helping {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.colour {
            Cow::Owned(format!("\u{1b}[2m{hint}\u{1b}[0m"))
        } else {
            Cow::Borrowed("")
        }
    }
}

impl Validator for Helping {}
impl Helper for Helping {}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
        Names {
            moves: texts(&["go 1", "go 12", "stay", "play 3"]),
            lines: texts(&["main", "branch-1"]),
            marks: texts(&["turn"]),
            rulesets: texts(&["game/one"]),
            events: texts(&["hit"]),
            parameters: texts(&["target="]),
        }
    }

    #[test]
    fn a_first_word_is_a_command_or_a_move() {
        assert_eq!(names().candidates("st").1, ["step", "start", "stay"]);
        assert_eq!(names().candidates("go ").1, ["go 1", "go 12"]);
    }

    #[test]
    fn what_follows_is_what_the_command_wants() {
        assert_eq!(names().candidates("why s"), (4, vec!["stay".to_owned()]));
        assert_eq!(names().candidates("switch b").1, ["branch-1"]);
        assert_eq!(names().candidates("goto t").1, ["turn"]);
        assert_eq!(names().candidates("under g").1, ["game/one"]);
        assert_eq!(names().candidates("as l").1, ["left"]);
        assert_eq!(names().candidates("play s").1, ["stay"]);
        assert_eq!(names().candidates("play 3").1, ["play 3"]);
    }

    #[test]
    fn a_hint_is_the_rest_of_the_only_candidate() {
        assert_eq!(names().hint("sta"), None);
        assert_eq!(names().hint("stay"), None);
        assert_eq!(names().hint("hist").as_deref(), Some("ory"));
        assert_eq!(names().hint("step").as_deref(), Some(" [N]"));
    }
}
