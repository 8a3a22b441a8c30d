//! Lines of play as a tree, with a place in it: everything that `undo` takes back.

use std::rc::Rc;

use super::line::{Line, Point};
use crate::game::GameError;
use crate::replay::Record;

/// The name of the match itself, as opposed to its branches.
pub const MAIN: &str = "main";

/// A note or a mark on a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The line that the position is on.
    pub line: String,
    /// Decisions made before it.
    pub after: usize,
    /// The note, or the name of the mark.
    pub text: String,
}

/// Lines of play and the place of the reader. Copies are cheap.
#[derive(Debug, Clone)]
pub struct Tree {
    lines: Vec<Rc<Line>>,
    current: usize,
    at: usize,
    /// Notes, in the order in which they were made.
    pub notes: Vec<Remark>,
    /// Marks.
    pub marks: Vec<Remark>,
}

impl Tree {
    /// Makes a tree of one line, at its start.
    #[must_use]
    pub fn new(line: Line) -> Self {
        Self {
            lines: vec![Rc::new(line)],
            current: 0,
            at: 0,
            notes: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Adds what was recorded beside a match. Returns what could not be added, in words.
    ///
    /// # Errors
    /// Faults of the rules.
    pub fn add_asides(&mut self, asides: &[Record]) -> Result<Vec<String>, GameError> {
        let mut left_out = Vec::new();
        for aside in asides {
            match aside {
                Record::Note {
                    after,
                    branch,
                    text,
                } => self.notes.push(remark(*after, branch.as_ref(), text)),
                Record::Mark {
                    after,
                    branch,
                    name,
                } => self.marks.push(remark(*after, branch.as_ref(), name)),
                Record::Branch {
                    name,
                    of,
                    after,
                    records,
                } => {
                    let of = of.as_deref().unwrap_or(MAIN);
                    let after = usize::try_from(*after).unwrap_or(usize::MAX);
                    match self.line(of).filter(|_| self.line(name).is_none()) {
                        Some(parent) if after <= parent.len() => {
                            let mut line = parent.branch(name.clone(), after);
                            left_out.extend(continue_with(&mut line, records)?);
                            self.lines.push(Rc::new(line));
                        }
                        _ => left_out.push(format!(
                            "the branch `{name}` leaves `{of}` after decision {after}, where it cannot"
                        )),
                    }
                }
                _ => {}
            }
        }
        Ok(left_out)
    }

    /// Returns what stands in a recording beside the match.
    pub fn asides(&self) -> impl Iterator<Item = Record> {
        let name = |line: &str| (line != MAIN).then(|| line.to_owned());
        let branches = self.lines.iter().filter_map(move |line| {
            let (of, after) = line.from.as_ref()?;
            let lean = |record: &Record| match record {
                // What the rules say of the position is left out: they say it again.
                Record::Decision { side, chosen, .. } => Record::Decision {
                    number: None,
                    side: *side,
                    legal: None,
                    chosen: chosen.clone(),
                    state: None,
                },
                other => other.clone(),
            };
            Some(Record::Branch {
                name: line.name.clone(),
                of: name(of),
                after: *after as u64,
                records: line.records_since(*after).map(lean).collect(),
            })
        });
        let notes = self.notes.iter().map(move |note| Record::Note {
            after: note.after as u64,
            branch: name(&note.line),
            text: note.text.clone(),
        });
        let marks = self.marks.iter().map(move |mark| Record::Mark {
            after: mark.after as u64,
            branch: name(&mark.line),
            name: mark.text.clone(),
        });
        branches.chain(notes).chain(marks)
    }

    /// Returns the lines, the match itself first.
    #[must_use]
    pub fn lines(&self) -> &[Rc<Line>] {
        &self.lines
    }

    /// Returns the names of the lines.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.lines.iter().map(|line| line.name.as_str()).collect()
    }

    /// Finds a line by its name.
    #[must_use]
    pub fn line(&self, name: &str) -> Option<&Rc<Line>> {
        self.lines.iter().find(|line| line.name == name)
    }

    /// Returns the line that is being read.
    #[must_use]
    pub fn current(&self) -> &Line {
        &self.lines[self.current]
    }

    /// Returns how many decisions were made before the point that is being looked at.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Returns the point that is being looked at.
    #[must_use]
    pub fn point(&self) -> &Rc<Point> {
        self.current().point(self.at)
    }

    /// Goes to the point after so many decisions; past the end, to the end.
    pub fn go(&mut self, after: usize) {
        self.at = after.min(self.current().len());
    }

    /// Goes to another line: to the same point, or to where the two part if that comes before.
    pub fn switch(&mut self, name: &str) -> bool {
        let Some(index) = self.lines.iter().position(|line| line.name == name) else {
            return false;
        };
        let (old, new) = (self.current(), &self.lines[index]);
        let parts = (0..self.at).find(|after| old.made(*after) != new.made(*after));
        self.at = parts.unwrap_or(self.at);
        self.current = index;
        true
    }

    /// Gives the current branch another name; the notes and branches that name it follow.
    pub fn rename(&mut self, old: &str, new: &str) {
        for line in &mut self.lines {
            if line.name == old {
                new.clone_into(&mut Rc::make_mut(line).name);
            }
            if line.from.as_ref().is_some_and(|(of, _)| of == old)
                && let Some((of, _)) = &mut Rc::make_mut(line).from
            {
                new.clone_into(of);
            }
        }
        for remark in self.notes.iter_mut().chain(&mut self.marks) {
            if remark.line == old {
                new.clone_into(&mut remark.line);
            }
        }
    }

    /// Makes a decision here: goes on along the line if it was made here, extends the line at its
    /// end, and starts a branch elsewhere. Returns the name of a branch that was started.
    ///
    /// # Errors
    /// If the move is not legal or the rules fail; the tree is then as it was.
    pub fn play(&mut self, text: &str) -> Result<Option<String>, GameError> {
        if self.current().made(self.at) == Some(text) {
            self.at += 1;
            return Ok(None);
        }
        let is_end = self.at == self.current().len() && self.current().broken.is_none();
        if is_end {
            Rc::make_mut(&mut self.lines[self.current]).play(text)?;
            self.at += 1;
            return Ok(None);
        }
        // The same decision may have been made here on another branch.
        let same = |line: &Line| {
            line.from
                .as_ref()
                .is_some_and(|(of, after)| *of == self.current().name && *after == self.at)
                && line.made(self.at) == Some(text)
        };
        if let Some(index) = self.lines.iter().position(|line| same(line)) {
            self.current = index;
            self.at += 1;
            return Ok(None);
        }
        let name = self.free_name();
        let mut line = self.current().branch(name.clone(), self.at);
        line.play(text)?;
        self.lines.push(Rc::new(line));
        self.current = self.lines.len() - 1;
        self.at += 1;
        Ok(Some(name))
    }

    fn free_name(&self) -> String {
        let mut number = self.lines.len();
        loop {
            let name = format!("branch-{number}");
            if self.line(&name).is_none() {
                return name;
            }
            number += 1;
        }
    }

    /// Replaces every line by what `remake` makes of it; the place stays as near as it can.
    ///
    /// # Errors
    /// Whatever `remake` fails with; the tree is then as it was.
    pub fn remade<E>(&self, mut remake: impl FnMut(&Line) -> Result<Line, E>) -> Result<Self, E> {
        let mut tree = self.clone();
        for line in &mut tree.lines {
            *line = Rc::new(remake(line)?);
        }
        tree.at = tree.at.min(tree.current().len());
        Ok(tree)
    }
}

fn remark(after: u64, branch: Option<&String>, text: &str) -> Remark {
    Remark {
        line: branch.map_or(MAIN, String::as_str).to_owned(),
        after: usize::try_from(after).unwrap_or(usize::MAX),
        text: text.to_owned(),
    }
}

/// Plays the decisions among records at the end of a line. Returns what no longer holds, in words.
fn continue_with(line: &mut Line, records: &[Record]) -> Result<Option<String>, GameError> {
    for record in records {
        let Record::Decision { chosen, .. } = record else {
            continue;
        };
        match line.play(chosen) {
            Ok(()) => {}
            Err(GameError::Illegal { .. } | GameError::NoDecision) => {
                return Ok(Some(format!(
                    "the branch `{}` goes no further than decision {}: `{chosen}` is not legal there",
                    line.name,
                    line.len()
                )));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}
