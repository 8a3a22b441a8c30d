//! Moving along a line and between positions.

use super::{Refused, Response, Session, refused};
use crate::game::Event;
use crate::repl::tree::Remark;
use crate::text::{count, list_or, nearest};

/// Decisions of which `step` tells what happened.
const TOLD: usize = 3;

impl Session {
    /// Draws the position with its notes, and the legal moves or the move made there.
    pub(super) fn here(&self) -> Vec<String> {
        let (point, line, at) = (self.tree.point(), self.tree.current(), self.tree.at());
        let screen = self.screen();
        let mut lines = vec![String::new()];
        lines.extend(screen.position(point));
        let here = |remark: &&Remark| remark.line == line.name && remark.after == at;
        for mark in self.tree.marks.iter().filter(here) {
            lines.push(format!("  mark: {}", mark.text));
        }
        for note in self.tree.notes.iter().filter(here) {
            lines.extend(self.look.wrap("  note: ", std::slice::from_ref(&note.text)));
        }
        match line.made(at) {
            Some(made) if self.eyes.is_none() => {
                let choices = point.legal().len();
                let choices = if choices == 1 {
                    "forced".to_owned()
                } else {
                    format!("of {choices}")
                };
                lines.push(format!(
                    "  next: {}: {}, {choices}",
                    self.look.words.side(point.state().turn),
                    self.look.words.move_text(made)
                ));
            }
            Some(_) => {}
            None if point.is_over() => {}
            None => lines.extend(screen.moves(point, "")),
        }
        if at == line.len() {
            lines.extend(line.broken.clone());
        }
        lines
    }

    pub(super) fn go(&mut self, after: usize, note: Option<String>) -> Response {
        self.tree.go(after);
        let mut lines: Vec<String> = note.into_iter().collect();
        lines.extend(self.here());
        Response::told(lines)
    }

    pub(super) fn step(&mut self, number: usize) -> Response {
        let (at, length) = (self.tree.at(), self.tree.current().len());
        let to = at.saturating_add(number).min(length);
        let clamped = (to - at < number).then(|| "this is the end of the line".to_owned());
        let first = (at + 1).max((to + 1).saturating_sub(TOLD));
        let screen = self.screen();
        let mut lines: Vec<String> = (first..=to)
            .flat_map(|after| screen.happened(self.tree.current().point(after)))
            .collect();
        lines.extend(clamped);
        self.tree.go(to);
        lines.extend(self.here());
        Response::told(lines)
    }

    pub(super) fn goto(&mut self, place: &str) -> Result<Response, Refused> {
        if let Some(mark) = self.tree.marks.iter().find(|mark| mark.text == place) {
            let (line, after) = (mark.line.clone(), mark.after);
            self.tree.switch(&line);
            return Ok(self.go(after, None));
        }
        let Ok(number) = place.parse::<usize>() else {
            let marks = self.tree.marks.iter().map(|mark| mark.text.as_str());
            let near = nearest(place, marks).map_or_else(
                || "`notes` lists marks".to_owned(),
                |near| format!("the nearest is `{near}`"),
            );
            return Err(refused(format!(
                "`{place}` is no number and no mark; {near}"
            )));
        };
        let length = self.tree.current().len();
        let note = match number {
            0 => Some("this is the start".to_owned()),
            number if number > length => {
                Some(format!("this line has {}", count(length, "decision")))
            }
            _ => None,
        };
        Ok(self.go(number.saturating_sub(1), note))
    }

    pub(super) fn round(&mut self, number: u32) -> Response {
        let line = self.tree.current();
        let points = 0..=line.len();
        let found = points
            .clone()
            .find(|after| line.point(*after).state().round >= number);
        if let Some(after) = found {
            let note = (number == 0).then(|| "rounds are counted from 1".to_owned());
            return self.go(after, note);
        }
        let last = line.last().state().round;
        let first = points
            .clone()
            .find(|after| line.point(*after).state().round == last);
        let note = format!("this line has {}", count(last as usize, "round"));
        self.go(first.unwrap_or_default(), Some(note))
    }

    pub(super) fn next(&mut self, name: &str) -> Result<Response, Refused> {
        let names = self.event_names();
        if !names.iter().any(|known| known == name) {
            let near = match nearest(name, names.iter().map(String::as_str)) {
                Some(near) => format!("the nearest is `{near}`"),
                None => format!("there is {}", list_or(&names)),
            };
            return Err(refused(format!("nothing here is called `{name}`; {near}")));
        }
        let line = self.tree.current();
        let found = (self.tree.at() + 1..=line.len()).find(|after| {
            line.point(*after)
                .happened
                .iter()
                .any(|h| is_called(&h.event, name))
        });
        match found {
            Some(after) => {
                let mut lines = self.screen().happened(line.point(after));
                self.tree.go(after);
                lines.extend(self.here());
                Ok(Response::told(lines))
            }
            None => Ok(Response::line(format!(
                "no `{name}` comes after this on this line"
            ))),
        }
    }
}

fn is_called(event: &Event, name: &str) -> bool {
    match event {
        Event::Named { name: word, .. } | Event::RoundEnded { reason: word, .. } => **word == *name,
        Event::Decided { chosen, .. } => {
            chosen.as_ref().is_some_and(|chosen| chosen.kind() == name)
        }
        Event::RoundBegan { .. } => name == "round",
        Event::Shuffled { .. } | Event::Renewed { .. } => name == "shuffle",
        Event::Drew { .. } => name == "draw",
        Event::Revealed { .. } => name == "reveal",
        _ => false,
    }
}
