//! Questions: why, and what would be under other rules.

use std::path::Path;
use std::rc::Rc;

use super::{Refused, Response, Session, failed, fault_lines, refused, texts};
use crate::game::Rules;
use crate::repl::line::Point;
use crate::repl::moves::Found;
use crate::repl::vocabulary::Vocabulary;
use crate::repl::why::Question;
use crate::repl::{moves, rules};
use crate::replay::{FileError, Record, Recording, Timeline, compare, read_one, timeline};
use crate::report::{Look, Names, difference, difference_lines};
use crate::ruleset::Override;
use crate::text::list_or;

impl Session {
    pub(super) fn why(&mut self, text: &str) -> Result<Response, Refused> {
        let point = Rc::clone(self.tree.point());
        if point.is_over() {
            return Err(refused("the match is over, so no move is legal"));
        }
        if !self.screen().sees_moves(&point) {
            let side = self.look.words.side(point.state().turn);
            return Err(refused(format!(
                "{side} decides, and only {side} knows why"
            )));
        }
        let text = match moves::find(text, point.legal(), &self.look) {
            Found::Move(index) => point.legal()[index].text.to_string(),
            Found::Several => {
                let mut lines = vec![format!("which of these? Several begin with `{text}`:")];
                lines.extend(self.screen().moves(&point, text));
                return Ok(Response::told(lines));
            }
            Found::None(_) => self.look.words.canonical(text),
        };
        let rules = Rc::clone(&self.rules) as Rc<dyn Rules>;
        let line = self.tree.current();
        let vocabulary = self.vocabulary.get_or_insert_with(|| {
            let mut vocabulary = Vocabulary::of(&rules);
            for after in 0..=line.len() {
                let point = line.point(after);
                vocabulary.hear(point.state());
                for legal in point.legal() {
                    vocabulary.hear_text(&legal.text);
                }
            }
            vocabulary
        });
        let question = Question::new(&*rules, point.state(), vocabulary);
        let reply = question
            .why(&text, &self.patience)
            .map_err(|error| failed(&error))?;
        let mut lines = self.screen().why(&text, &reply.why);
        if let Some(sentence) = reply.sentence {
            lines.extend(self.look.wrap("  ", &[sentence]));
        }
        Ok(Response::told(lines))
    }

    /// Refuses what shows both sides' hands to the eyes of one.
    pub(super) fn open_eyed(&self) -> Result<(), Refused> {
        match self.eyes {
            None => Ok(()),
            Some(side) => Err(refused(format!(
                "this shows more than {} knows: first type `as all`",
                self.look.words.side(side)
            ))),
        }
    }

    pub(super) fn diff(&self, name: &str) -> Result<Response, Refused> {
        self.open_eyed()?;
        let rules = || Rc::clone(&self.rules) as Rc<dyn Rules>;
        let this = self.tree.current().recording(&self.head);
        let one = timeline(rules(), &this).map_err(|error| failed(&error))?;
        let other = if let Some(line) = self.tree.line(name) {
            timeline(rules(), &line.recording(&self.head))
        } else {
            let recording = self.read(name)?;
            let (_, rules) = rules::of_recording(&self.loader, &recording, None)
                .map_err(|faults| fault_lines(&faults))?;
            timeline(rules, &recording)
        };
        let other = other.map_err(|error| failed(&error))?;
        Ok(self.compared((&one, &other), &this.name, name))
    }

    pub(super) fn compared(
        &self,
        lines: (&Timeline, &Timeline),
        one: &str,
        other: &str,
    ) -> Response {
        let comparison = compare(lines.0, lines.1);
        let report = difference(&comparison, lines, other, &self.look);
        let names = Names { one, other };
        let text = difference_lines(&report, lines, names, Some(""), &self.look);
        Response::told(
            text.iter()
                .flat_map(|text| text.split('\n'))
                .map(str::to_owned)
                .collect(),
        )
    }

    /// Reads a recording; what is no file of one is refused with the lines there are.
    pub(super) fn read(&self, name: &str) -> Result<Recording, Refused> {
        read_one(Path::new(name)).map_err(|error| match error {
            FileError::Unreadable(error) => {
                let names = self.tree.names();
                refused(format!(
                    "`{name}` is neither a line ({}) nor a file that can be read: {error}",
                    list_or(&names)
                ))
            }
            FileError::Several => refused(format!("`{name}` holds more than one match")),
            FileError::Faults(faults) => fault_lines(&faults),
        })
    }

    /// Shows what this line becomes under other rules: here, and from its first difference on.
    pub(super) fn under(
        &self,
        id: &str,
        changes: Vec<Override>,
        name: &str,
    ) -> Result<Response, Refused> {
        self.open_eyed()?;
        let mut this = self.tree.current().recording(&self.head);
        this.head.parameters = self.ruleset.values().clone();
        let (_, other_rules) = rules::other(&self.loader, &this, id, changes)
            .map_err(|faults| fault_lines(&faults))?;
        let rules = Rc::clone(&self.rules) as Rc<dyn Rules>;
        let one = timeline(rules, &this).map_err(|error| failed(&error))?;
        let seed = self.head.seed.unwrap_or_default();
        let other = one
            .under(other_rules, seed)
            .map_err(|error| failed(&error))?;
        let at = self.tree.at();
        let mut response = self.compared((&one, &other), &this.name, name);
        response.lines.insert(
            0,
            here_under(self.tree.point(), &other, at, name, &self.look),
        );
        Ok(response)
    }
}

/// Says what other rules make of the position.
fn here_under(point: &Point, other: &Timeline, at: usize, name: &str, look: &Look) -> String {
    let decisions = other
        .moments
        .iter()
        .filter_map(|moment| match &moment.record {
            Record::Decision { legal, .. } => Some(legal.clone().unwrap_or_default()),
            _ => None,
        });
    let ends = (!other.legal.is_empty()).then(|| other.legal.clone());
    let Some(theirs) = decisions.chain(ends).nth(at) else {
        return format!("this position is not reached under {name}");
    };
    let ours = texts(point);
    let without = |from: &[String], of: &[String]| -> Vec<String> {
        let left = from.iter().filter(|text| !of.contains(text));
        left.map(|text| look.words.move_text(text)).collect()
    };
    let (gained, lost) = (without(&theirs, &ours), without(&ours, &theirs));
    match (&gained[..], &lost[..]) {
        ([], []) => format!("here the same moves are legal under {name}"),
        (gained, []) => format!("here under {name}: gained {}", gained.join(", ")),
        ([], lost) => format!("here under {name}: lost {}", lost.join(", ")),
        (gained, lost) => format!(
            "here under {name}: gained {}; lost {}",
            gained.join(", "),
            lost.join(", ")
        ),
    }
}
