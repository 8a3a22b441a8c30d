//! Writes one match down as records, a line each.

use crate::game::{Decision, Event, Layout, Observer, State};
use crate::replay::{Head, Record, Recorder};
use crate::sim::{Account, Forfeit};

/// The records of a match so far. Without a head nothing is written.
#[derive(Debug)]
pub(super) struct Scribe {
    head: Option<Head>,
    lines: String,
}

impl Scribe {
    pub(super) const fn new(head: Option<Head>) -> Self {
        Self {
            head,
            lines: String::new(),
        }
    }

    fn recorder(&mut self) -> Option<Recorder<impl FnMut(Record)>> {
        self.head.as_ref()?;
        let lines = &mut self.lines;
        Some(Recorder::new(|record: Record| add(lines, &record)))
    }
}

fn add(lines: &mut String, record: &Record) {
    lines.push_str(&record.to_line());
    lines.push('\n');
}

impl Observer for Scribe {
    fn event(&mut self, event: &Event, state: &State, layout: &Layout) {
        if let Some(mut recorder) = self.recorder() {
            recorder.event(event, state, layout);
        }
    }

    fn decision(&mut self, decision: &Decision<'_>) {
        if let Some(mut recorder) = self.recorder() {
            recorder.decision(decision);
        }
    }
}

impl Account for Scribe {
    /// The records end with a note: by the rules the match is not over.
    fn forfeited(&mut self, forfeit: &Forfeit, decisions: u64) {
        let Forfeit { side, why } = forfeit;
        add(
            &mut self.lines,
            &Record::Note {
                after: decisions,
                branch: None,
                text: format!("{side} forfeits the match: {why}"),
            },
        );
    }

    fn close(self, whole: bool) -> Vec<u8> {
        let Some(mut head) = self.head else {
            return Vec::new();
        };
        head.partial = !whole;
        let mut text = String::with_capacity(self.lines.len() + 1024);
        add(&mut text, &Record::Match(head));
        text.push_str(&self.lines);
        text.into_bytes()
    }
}
