//! A match as lines of text that people read and that can be read back.

use std::collections::BTreeMap;
use std::fmt;

use crate::game::{BySide, Side, Value};
use crate::replay::Record;

/// What a line tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A round begins.
    Round,
    /// Cards or numbers that chance gave.
    Chance,
    /// A side decides: the number of the decision, and which side.
    Decision,
    /// What is otherwise in the position than at the decision before.
    Position,
    /// The legal moves.
    Legal,
    /// The move made.
    Move,
    /// A named event.
    Event,
    /// A round ends.
    RoundEnd,
    /// The match ends.
    MatchEnd,
    /// The match goes no further, and why.
    Stop,
}

impl Kind {
    /// The kinds, with what their lines begin with.
    const ALL: [(Self, &'static str); 10] = [
        (Self::RoundEnd, "round ends: "),
        (Self::Round, "round "),
        (Self::MatchEnd, "match ends: "),
        (Self::Stop, "stops: "),
        (Self::Decision, "decision "),
        (Self::Chance, "  chance    "),
        (Self::Position, "  position  "),
        (Self::Legal, "  legal     "),
        (Self::Move, "  plays     "),
        (Self::Event, "  event     "),
    ];

    fn start(self) -> &'static str {
        let mut kinds = Self::ALL.iter();
        kinds
            .find(|(kind, _)| *kind == self)
            .map_or("", |(_, start)| start)
    }
}

/// What stands between the legal moves of a line, and between the parts of a position.
pub(super) const BETWEEN: &str = " | ";

/// A line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What it tells.
    pub kind: Kind,
    /// The text after the word for that.
    pub text: String,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind.start(), self.text)
    }
}

/// A match, line by line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transcript {
    /// The lines.
    pub lines: Vec<Line>,
}

/// Tells a match record by record.
#[derive(Debug, Default)]
struct Teller {
    told: Transcript,
    rounds: u64,
    decisions: u64,
    /// The position at the decision before.
    before: BTreeMap<String, String>,
}

impl Transcript {
    /// Makes a transcript of records; heads of matches, notes and shuffles, whose cards are told when
    /// they are drawn, have no lines.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut teller = Teller::default();
        for record in records {
            teller.add(record);
        }
        teller.told
    }

    /// Says why the match goes no further.
    pub fn stop(&mut self, why: &str) {
        self.push(Kind::Stop, why.to_owned());
    }

    /// Says that a side would decide next.
    pub(super) fn goes_on(&mut self, side: Side) {
        let made = self.lines.iter().filter(|line| line.kind == Kind::Move);
        let number = made.count() + 1;
        self.push(Kind::Decision, format!("{number}, {side}"));
    }

    fn push(&mut self, kind: Kind, text: String) {
        // A line is one line, whatever a ruleset puts into its texts.
        let text = text.replace(['\n', '\r'], " ");
        let text = text.trim_end().to_owned();
        self.lines.push(Line { kind, text });
    }

    /// Reads lines back.
    ///
    /// # Errors
    /// The number of the first line, from 1, that is none of a transcript.
    pub fn read(text: &str) -> Result<Self, usize> {
        let mut transcript = Self::default();
        for (index, line) in text.lines().enumerate() {
            let mut kinds = Kind::ALL.iter();
            let found = kinds.find_map(|(kind, start)| {
                // An empty text leaves no blanks at the end of its line.
                let rest = line.strip_prefix(start);
                rest.or_else(|| (line == start.trim_end()).then_some(""))
                    .map(|rest| (*kind, rest))
            });
            let (kind, text) = found.ok_or(index + 1)?;
            transcript.push(kind, text.to_owned());
        }
        Ok(transcript)
    }
}

impl Teller {
    fn add(&mut self, record: &Record) {
        match record {
            Record::Round { first, .. } => {
                self.before.clear();
                self.rounds += 1;
                let number = self.rounds;
                self.told
                    .push(Kind::Round, format!("{number}, {first} begins"));
            }
            Record::Draw { side, cards } => {
                self.told
                    .push(Kind::Chance, format!("{side} draws {}", cards.join(" ")));
            }
            Record::Reveal { side, cards } => {
                self.told
                    .push(Kind::Chance, format!("{side} turns up {}", cards.join(" ")));
            }
            Record::Chance {
                kind,
                side,
                cards,
                value,
            } => {
                let side = side.map_or_else(String::new, |side| format!("{side} "));
                let cards = cards.as_deref().unwrap_or_default().join(" ");
                let value = value.map_or_else(String::new, |value| value.to_string());
                self.told
                    .push(Kind::Chance, format!("{side}{kind} {cards}{value}"));
            }
            Record::Decision {
                side,
                legal,
                chosen,
                state,
                ..
            } => {
                self.decisions += 1;
                let number = self.decisions;
                self.told.push(Kind::Decision, format!("{number}, {side}"));
                if let Some(state) = state {
                    self.position(state);
                }
                if let Some(legal) = legal {
                    self.told.push(Kind::Legal, legal.join(BETWEEN));
                }
                self.told.push(Kind::Move, chosen.clone());
            }
            Record::Event { name, data } => {
                let data = data
                    .as_ref()
                    .map_or_else(String::new, |data| format!(" {data}"));
                self.told.push(Kind::Event, format!("{name}{data}"));
            }
            Record::RoundEnd {
                winner,
                reason,
                score,
            } => {
                let reason = reason
                    .as_ref()
                    .map_or_else(String::new, |reason| format!(", {reason}"));
                let score = score.map_or_else(String::new, |BySide { left, right }| {
                    format!(", {left} to {right}")
                });
                self.told
                    .push(Kind::RoundEnd, format!("{}{reason}{score}", wins(*winner)));
            }
            Record::MatchEnd { winner } => self.told.push(Kind::MatchEnd, wins(*winner)),
            Record::Match(_)
            | Record::Shuffle { .. }
            | Record::Note { .. }
            | Record::Mark { .. }
            | Record::Branch { .. } => {}
        }
    }

    fn position(&mut self, state: &Value) {
        let mut now = BTreeMap::new();
        flatten("", state, &mut now);
        // What the lines around it tell.
        for told in ["round", "first", "turn", "score.left", "score.right"] {
            now.remove(told);
        }
        let changed = now
            .iter()
            .filter(|(path, value)| self.before.get(*path) != Some(value));
        let changed: Vec<String> = changed
            .map(|(path, value)| format!("{path} {value}"))
            .collect();
        self.before = now;
        self.told.push(Kind::Position, changed.join(BETWEEN));
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            let line = line.to_string();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

fn wins(winner: Option<Side>) -> String {
    match winner {
        Some(side) => format!("{side} wins"),
        None => "nobody wins".to_owned(),
    }
}

/// Lays a description out as paths with their values. Of a long pile only its size and its first card
/// are told: the rest is told as it is drawn.
fn flatten(path: &str, value: &Value, paths: &mut BTreeMap<String, String>) {
    const LONG: usize = 8;
    let text = match value {
        Value::Map(_) => {
            for (key, part) in value.entries() {
                let path = if path.is_empty() {
                    key.to_string()
                } else {
                    format!("{path}.{key}")
                };
                flatten(&path, part, paths);
            }
            return;
        }
        Value::List(items) if items.is_empty() => "-".to_owned(),
        Value::List(items) if items.len() > LONG => {
            format!("{} … ({})", items[0], items.len())
        }
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(ToString::to_string).collect();
            items.join(" ")
        }
        other => other.to_string(),
    };
    paths.insert(path.to_owned(), text);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(number: u64, state: &str, legal: &[&str], chosen: &str) -> Record {
        let json: serde_json::Value = serde_json::from_str(state).unwrap();
        let entries = json.as_object().unwrap().iter();
        let entries = entries.map(|(key, value)| (key, Value::Int(value.as_i64().unwrap())));
        Record::Decision {
            number: Some(number),
            side: Side::Left,
            legal: Some(legal.iter().map(ToString::to_string).collect()),
            chosen: chosen.to_owned(),
            state: Some(Value::map(entries)),
        }
    }

    #[test]
    fn a_match_is_told_and_read_back() {
        let records = [
            Record::Round {
                number: Some(1),
                first: Side::Left,
            },
            Record::Draw {
                side: Side::Left,
                cards: vec!["a".to_owned(), "b".to_owned()],
            },
            decision(1, r#"{"n": 1, "m": 2}"#, &["go", "stay"], "go"),
            Record::Event {
                name: "bell".to_owned(),
                data: None,
            },
            decision(2, r#"{"n": 1, "m": 3}"#, &["go"], "go"),
            decision(3, r#"{"n": 1, "m": 3}"#, &[], "go"),
            Record::RoundEnd {
                winner: None,
                reason: Some("tired".to_owned()),
                score: Some(BySide { left: 0, right: 0 }),
            },
            Record::MatchEnd {
                winner: Some(Side::Right),
            },
        ];
        let transcript = Transcript::of(&records);
        let text = transcript.to_string();
        assert_eq!(
            text,
            "\
round 1, left begins
  chance    left draws a b
decision 1, left
  position  m 2 | n 1
  legal     go | stay
  plays     go
  event     bell
decision 2, left
  position  m 3
  legal     go
  plays     go
decision 3, left
  position
  legal
  plays     go
round ends: nobody wins, tired, 0 to 0
match ends: right wins
"
        );
        assert_eq!(Transcript::read(&text), Ok(transcript));
        assert_eq!(Transcript::read("round 1, left begins\nelse\n"), Err(2));
    }
}
