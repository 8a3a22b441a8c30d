//! Lines of play, notes and marks.

use super::{Refused, Response, Session, refused};
use crate::repl::tree::{MAIN, Remark};
use crate::text::{count, list_or, nearest};

impl Session {
    pub(super) fn branches(&self) -> Vec<String> {
        let lines = self.tree.lines().iter();
        lines
            .map(|line| {
                let mark = if line.name == self.tree.current().name {
                    '>'
                } else {
                    ' '
                };
                let length = count(line.len(), "decision");
                let from = match &line.from {
                    Some((of, after)) => format!(", leaves `{of}` at decision {}", after + 1),
                    None => String::new(),
                };
                format!("{mark} {}: {length}{from}", line.name)
            })
            .collect()
    }

    pub(super) fn switch(&mut self, name: &str) -> Result<Response, Refused> {
        if self.tree.switch(name) {
            return Ok(Response::told(self.here()));
        }
        let names = self.tree.names();
        let near = match nearest(name, names.iter().copied()) {
            Some(near) => format!("the nearest is `{near}`"),
            None => format!("there is {}", list_or(&names)),
        };
        Err(refused(format!("there is no line `{name}`; {near}")))
    }

    pub(super) fn rename(&mut self, new: &str) -> Result<Response, Refused> {
        let old = self.tree.current().name.clone();
        if old == MAIN {
            return Err(refused(format!(
                "`{MAIN}` is the match itself and keeps its name"
            )));
        }
        if self.tree.line(new).is_some() {
            return Err(refused(format!("there is a line `{new}` already")));
        }
        self.remember(self.tree.clone());
        self.tree.rename(&old, new);
        Ok(Response::line(format!("`{old}` is now `{new}`")))
    }

    pub(super) fn remark(&mut self, text: &str, is_mark: bool) -> Response {
        self.remember(self.tree.clone());
        let remark = Remark {
            line: self.tree.current().name.clone(),
            after: self.tree.at(),
            text: text.to_owned(),
        };
        let what = if is_mark {
            self.tree.marks.retain(|mark| mark.text != text);
            self.tree.marks.push(remark);
            "marked"
        } else {
            self.tree.notes.push(remark);
            "noted"
        };
        Response::line(what)
    }

    pub(super) fn mark(&mut self, name: &str) -> Result<Response, Refused> {
        if name.parse::<usize>().is_ok() {
            return Err(refused("a mark is a name, not a number: `goto` takes both"));
        }
        Ok(self.remark(name, true))
    }

    pub(super) fn notes(&self) -> Vec<String> {
        let place = |remark: &Remark| {
            let line = self.tree.line(&remark.line);
            let place = line.map_or_else(|| "?".to_owned(), |line| line.place(remark.after));
            format!("[{} {place}]", remark.line)
        };
        let marks = self.tree.marks.iter();
        let marks = marks.map(|mark| format!("{} mark: {}", place(mark), mark.text));
        let notes = self.tree.notes.iter();
        let notes = notes.map(|note| format!("{} {}", place(note), note.text));
        let all: Vec<String> = marks.chain(notes).collect();
        if all.is_empty() {
            return vec!["there are none".to_owned()];
        }
        all
    }
}
