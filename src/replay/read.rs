//! Reads recordings line by line: every fault with its line, unknown keys and types noted.

use std::io::{BufRead, Read};
use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::format::{FORMAT, Head, Numbered, Record, Recording};
use super::json::{Strict, TWICE, data, values};
use crate::game::{BySide, Side, Value};
use crate::text::{Fault, Faults, Source, Span, nearest};

/// Longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// Most lines of one match: some ten thousand decisions.
const MOST_LINES: usize = 250_000;

/// Most bytes of one match: it is held as a whole.
const MOST_BYTES: usize = 48 << 20;

/// Most values (texts, numbers, lists, objects) of one match: a short one takes far more room than
/// it has bytes in the file.
const MOST_VALUES: usize = 2_500_000;

/// Most notes, marks and branches of one match: each branch is played when a session opens the file.
const MOST_ASIDES: usize = 10_000;

/// Most cards in one record: more lie in no pile.
const MOST_CARDS: usize = 2_000;

/// Most notes that are kept of a match; what more there is to note is only counted.
const MOST_NOTES: usize = 20;

/// Reads the matches of a file, one after the other.
#[derive(Debug)]
pub struct Reader<R> {
    name: String,
    lines: R,
    line: usize,
    /// The last line that holds a record, with its number.
    last: Option<(usize, Arc<Source>)>,
    /// The head of the next match, met while reading the one before.
    ahead: Option<(usize, Head)>,
    /// What has been read of the match so far.
    size: Size,
    /// Whether a match has been read.
    any: bool,
    notes: Notes,
}

/// How much has been read of a match.
#[derive(Debug, Default)]
struct Size {
    lines: usize,
    bytes: usize,
    values: usize,
}

impl Size {
    /// Says what there is too much of.
    fn excess(&self) -> Option<String> {
        let sizes = [
            (self.lines, MOST_LINES, "lines"),
            (self.bytes, MOST_BYTES, "bytes"),
            (self.values, MOST_VALUES, "values"),
        ];
        let (_, most, what) = sizes.into_iter().find(|(size, most, _)| size > most)?;
        Some(format!("a match of more than {most} {what}"))
    }
}

/// What is noted of a match.
#[derive(Debug, Default)]
struct Notes {
    kept: Vec<String>,
    more: usize,
}

impl Notes {
    fn push(&mut self, note: impl FnOnce() -> String) {
        if self.kept.len() < MOST_NOTES {
            self.kept.push(note());
        } else {
            self.more += 1;
        }
    }

    fn take(&mut self) -> Vec<String> {
        let mut notes = std::mem::take(&mut self.kept);
        if self.more > 0 {
            notes.push(format!("… and {} more like these", self.more));
        }
        self.more = 0;
        notes
    }
}

impl<R: BufRead> Reader<R> {
    /// Makes a reader; `name` is the file's name in messages.
    pub fn new(name: impl Into<String>, lines: R) -> Self {
        Self {
            name: name.into(),
            lines,
            line: 0,
            last: None,
            ahead: None,
            size: Size::default(),
            any: false,
            notes: Notes::default(),
        }
    }

    /// Reads the next match; `None` at the end of the file.
    ///
    /// # Errors
    /// Every fault of the match's records, up to the first line that cannot be read at all. The
    /// file is then spent.
    pub fn next_match(&mut self) -> Result<Option<Recording>, Faults> {
        let (line, head) = match self.ahead.take() {
            Some(ahead) => ahead,
            None => match self.next_record()? {
                None if !self.any => {
                    return Err(self.fault("damaged", "the recording is empty").into());
                }
                None => return Ok(None),
                Some(Numbered {
                    line,
                    record: Record::Match(head),
                }) => (line, head),
                Some(other) => {
                    let message = format!("the recording begins with {}", other.record.name());
                    let help = "the first line is the head: {\"type\":\"match\",\"ruleset\":…}";
                    return Err(self.fault("damaged", message).help(help).into());
                }
            },
        };
        self.any = true;
        let mut records = Vec::new();
        let mut asides = Vec::new();
        while let Some(numbered) = self.next_record()? {
            if let Record::Match(head) = numbered.record {
                self.ahead = Some((numbered.line, head));
                self.size = Size::default();
                break;
            }
            if numbered.record.is_aside() {
                if asides.len() == MOST_ASIDES {
                    let message = format!("more than {MOST_ASIDES} notes, marks and branches");
                    return Err(self.fault("limit", message).into());
                }
                asides.push(numbered.record);
            } else {
                records.push(numbered);
            }
        }
        let ended = records
            .iter()
            .any(|numbered| matches!(numbered.record, Record::MatchEnd { .. }));
        if !ended && !head.partial {
            let message = "the recording is damaged: it stops before the end of the match";
            let help = "a match that was written down only so far says `\"partial\":true` in its first line";
            let fault = Fault::new("damaged", message).help(help);
            return Err(fault.at(self.last_record()).into());
        }
        Ok(Some(Recording {
            name: self.name.clone(),
            line,
            head,
            records,
            asides,
            notes: self.notes.take(),
        }))
    }

    /// Makes a fault at the last line read, with what stands there if it could be read.
    fn fault(&self, code: &'static str, message: impl Into<String>) -> Fault {
        let fault = Fault::new(code, message);
        if self
            .last
            .as_ref()
            .is_some_and(|(line, _)| *line == self.line)
        {
            return fault.at(self.last_record());
        }
        let source = Source::of_line(&self.name, "", self.line.max(1));
        fault.at(Span::at(&source, self.line.max(1), 1))
    }

    /// Returns the place of the last record that was read.
    fn last_record(&self) -> Span {
        match &self.last {
            Some((line, source)) => Span::whole_line(source, *line),
            None => Span::at(&Source::of_line(&self.name, "", 1), 1, 1),
        }
    }

    fn next_record(&mut self) -> Result<Option<Numbered>, Faults> {
        loop {
            let mut bytes = Vec::new();
            let mut limited = (&mut self.lines).take(LONGEST_LINE);
            let read = limited.read_until(b'\n', &mut bytes);
            self.line += 1;
            match read {
                Err(error) => {
                    return Err(self
                        .fault("file", format!("it cannot be read: {error}"))
                        .into());
                }
                Ok(0) => {
                    self.line -= 1;
                    return Ok(None);
                }
                Ok(_) => {}
            }
            let whole = bytes.last() == Some(&b'\n');
            if !whole && bytes.len() as u64 == LONGEST_LINE {
                let message =
                    format!("the recording is damaged: a line of more than {LONGEST_LINE} bytes");
                return Err(self.fault("damaged", message).into());
            }
            self.size.lines += 1;
            self.size.bytes += bytes.len();
            if let Some(message) = self.size.excess() {
                return Err(self.fault("limit", message).into());
            }
            let Ok(text) = String::from_utf8(bytes) else {
                return Err(self
                    .fault(
                        "damaged",
                        "the recording is damaged: this line is no UTF-8 text",
                    )
                    .into());
            };
            let text = text.trim_start_matches('\u{feff}').trim();
            if text.is_empty() {
                continue;
            }
            let source = Source::of_line(&self.name, text, self.line);
            self.last = Some((self.line, Arc::clone(&source)));
            if let Some(record) = self.record(text, &source, whole)? {
                return Ok(Some(Numbered {
                    line: self.line,
                    record,
                }));
            }
        }
    }

    /// Reads one line; `None` for a type of record that is not known.
    fn record(
        &mut self,
        text: &str,
        source: &Arc<Source>,
        whole: bool,
    ) -> Result<Option<Record>, Faults> {
        let Strict(json) = serde_json::from_str(text).map_err(|error| {
            let mut message = "the recording is damaged: this line is no JSON object".to_owned();
            if !whole && error.is_eof() {
                "the recording is damaged: it ends in the midst of a record"
                    .clone_into(&mut message);
            } else if error.to_string().starts_with(TWICE) {
                let text = error.to_string();
                let text = text.split(" at line ").next().unwrap_or_default();
                message = format!("the recording is damaged: {text}");
            }
            let fault = Fault::new("damaged", message);
            fault.at(Span::at(source, self.line, error.column()))
        })?;
        self.size.values += values(&json);
        let Json::Object(fields) = json else {
            let fault = Fault::new(
                "damaged",
                "the recording is damaged: this line is no JSON object",
            );
            return Err(fault.at(Span::at(source, self.line, 1)).into());
        };
        let mut fields = Fields {
            left: fields,
            source: Arc::clone(source),
            line: self.line,
            faults: Faults::new(),
            asked: vec!["type"],
        };
        let Some(kind) = fields.text("type") else {
            fields.missing("type");
            return Err(fields.faults);
        };
        let record = fields.record(&kind);
        if record.is_none() && fields.faults.is_empty() {
            let line = self.line;
            self.notes.push(|| {
                let near = nearest(&kind, TYPES)
                    .map_or_else(String::new, |near| format!(", the nearest is `{near}`"));
                format!("line {line}: a record of the type `{kind}` was read over{near}")
            });
        } else {
            fields.note_unknown(&mut self.notes);
        }
        fields.faults.into_result(record)
    }
}

const TYPES: [&str; 13] = [
    "match",
    "round",
    "shuffle",
    "draw",
    "reveal",
    "chance",
    "decision",
    "event",
    "round_end",
    "match_end",
    "note",
    "mark",
    "branch",
];

/// The fields of one line, taken out one by one.
struct Fields {
    left: Map<String, Json>,
    source: Arc<Source>,
    line: usize,
    faults: Faults,
    asked: Vec<&'static str>,
}

impl Fields {
    fn record(&mut self, kind: &str) -> Option<Record> {
        Some(match kind {
            "match" => Record::Match(self.head()?),
            "round" => Record::Round {
                number: self.number("number"),
                first: self.must("first", Self::side)?,
            },
            "shuffle" => Record::Shuffle {
                pile: self.must("pile", Self::text)?,
                side: self.side("side"),
                order: self.must("order", Self::cards)?,
            },
            "draw" => Record::Draw {
                side: self.must("side", Self::side)?,
                cards: self.must("cards", Self::cards)?,
            },
            "reveal" => Record::Reveal {
                side: self.must("side", Self::side)?,
                cards: self.must("cards", Self::cards)?,
            },
            "chance" => Record::Chance {
                kind: self.must("kind", Self::text)?,
                side: self.side("side"),
                cards: self.cards("cards"),
                value: self.int("value"),
            },
            "decision" => Record::Decision {
                number: self.number("number"),
                side: self.must("side", Self::side)?,
                legal: self.texts("legal"),
                chosen: self.must("move", Self::text)?,
                state: self.map("state"),
            },
            "event" => Record::Event {
                name: self.must("name", Self::text)?,
                data: self.data("data"),
            },
            "round_end" => Record::RoundEnd {
                winner: self.winner()?,
                reason: self.text("reason"),
                score: self.score(),
            },
            "match_end" => Record::MatchEnd {
                winner: self.winner()?,
            },
            "note" => Record::Note {
                after: self.must("after", Self::number)?,
                branch: self.text("branch"),
                text: self.must("text", Self::text)?,
            },
            "mark" => Record::Mark {
                after: self.must("after", Self::number)?,
                branch: self.text("branch"),
                name: self.must("name", Self::text)?,
            },
            "branch" => Record::Branch {
                name: self.must("name", Self::text)?,
                of: self.text("of"),
                after: self.must("after", Self::number)?,
                records: self.must("records", Self::records)?,
            },
            _ => return None,
        })
    }

    /// Takes the records of a branch: those of a match, without its head.
    fn records(&mut self, key: &'static str) -> Option<Vec<Record>> {
        let Json::Array(items) = self.take(key)? else {
            return self.wrong(key, "a list of records");
        };
        let mut records = Vec::with_capacity(items.len());
        for item in items {
            let Json::Object(left) = item else {
                return self.wrong(key, "a list of records");
            };
            let mut fields = Fields {
                left,
                source: std::sync::Arc::clone(&self.source),
                line: self.line,
                faults: Faults::new(),
                asked: vec!["type"],
            };
            let kind = fields.text("type").unwrap_or_default();
            let record = match kind.as_str() {
                "match" | "note" | "mark" | "branch" => None,
                kind => fields.record(kind),
            };
            self.faults.extend(fields.faults);
            match record {
                Some(record) => records.push(record),
                None => return self.wrong(key, "a list of what can happen in a match"),
            }
        }
        Some(records)
    }

    fn head(&mut self) -> Option<Head> {
        let format = self.number("salle");
        if format.is_some_and(|format| format > FORMAT) {
            let message = format!(
                "this recording has a newer format than {FORMAT}, the newest known here; a newer version of the program may read it"
            );
            self.fault("salle", message);
            return None;
        }
        Some(Head {
            ruleset: self.must("ruleset", Self::text)?,
            parameters: self
                .data("parameters")
                .unwrap_or_else(|| Value::map::<&str>([])),
            seed: self.number("seed"),
            game: self.number("game"),
            players: self.players(),
            format,
            fingerprint: self.text("fingerprint"),
            partial: self.flag("partial").unwrap_or_default(),
        })
    }

    /// Takes a field that is there and not null.
    fn take(&mut self, key: &'static str) -> Option<Json> {
        self.asked.push(key);
        let value = self.left.get_mut(key).map(Json::take);
        value.filter(|value| !value.is_null())
    }

    fn fault(&mut self, key: &str, message: String) {
        let at = self
            .source
            .text()
            .find(&format!("\"{key}\""))
            .unwrap_or_default();
        let span = Span::new(&self.source, at, at + key.len() + 2);
        self.faults.push(Fault::new("record", message).at(span));
    }

    fn missing(&mut self, key: &'static str) {
        let names = self.left.keys().map(String::as_str);
        let asked = &self.asked;
        let near = nearest(key, names.filter(|name| !asked.contains(name)));
        let mut message = format!("the record has no `{key}`");
        if let Some(near) = near {
            message = format!("{message}; is `{near}` meant to be it?");
        }
        let span = Span::whole_line(&self.source, self.line);
        self.faults.push(Fault::new("record", message).at(span));
    }

    fn must<T>(
        &mut self,
        key: &'static str,
        get: fn(&mut Self, &'static str) -> Option<T>,
    ) -> Option<T> {
        let before = self.faults.len();
        let value = get(self, key);
        if value.is_none() && self.faults.len() == before {
            self.missing(key);
        }
        value
    }

    fn wrong<T>(&mut self, key: &'static str, expected: &str) -> Option<T> {
        self.fault(key, format!("`{key}` is not {expected}"));
        None
    }

    fn text(&mut self, key: &'static str) -> Option<String> {
        match self.take(key)? {
            Json::String(text) => Some(text),
            _ => self.wrong(key, "a text"),
        }
    }

    fn flag(&mut self, key: &'static str) -> Option<bool> {
        match self.take(key)? {
            Json::Bool(flag) => Some(flag),
            _ => self.wrong(key, "true or false"),
        }
    }

    fn number(&mut self, key: &'static str) -> Option<u64> {
        match self.take(key)?.as_u64() {
            Some(number) => Some(number),
            None => self.wrong(key, "a whole number from 0"),
        }
    }

    fn int(&mut self, key: &'static str) -> Option<i64> {
        match self.take(key)?.as_i64() {
            Some(number) => Some(number),
            None => self.wrong(key, "a whole number"),
        }
    }

    fn side(&mut self, key: &'static str) -> Option<Side> {
        let value = self.take(key)?;
        match value.as_str().and_then(Side::from_word) {
            Some(side) => Some(side),
            None => self.wrong(key, "\"left\" or \"right\""),
        }
    }

    /// Takes the faces of cards.
    fn cards(&mut self, key: &'static str) -> Option<Vec<String>> {
        let cards = self.texts(key)?;
        if cards.len() > MOST_CARDS {
            self.fault(key, format!("`{key}` holds more than {MOST_CARDS} cards"));
            return None;
        }
        Some(cards)
    }

    /// Takes a list of texts; whole numbers count as their digits.
    fn texts(&mut self, key: &'static str) -> Option<Vec<String>> {
        let value = self.take(key)?;
        let text = |item: &Json| match item {
            Json::String(text) => Some(text.clone()),
            Json::Number(number) if number.is_i64() => Some(number.to_string()),
            _ => None,
        };
        let texts = value
            .as_array()
            .and_then(|items| items.iter().map(text).collect());
        match texts {
            Some(texts) => Some(texts),
            None => self.wrong(key, "a list of texts"),
        }
    }

    fn data(&mut self, key: &'static str) -> Option<Value> {
        let value = self.take(key)?;
        match data(&value, key) {
            Ok(value) => Some(value),
            Err(message) => {
                self.fault(key, message);
                None
            }
        }
    }

    fn map(&mut self, key: &'static str) -> Option<Value> {
        match self.data(key)? {
            map @ Value::Map(_) => Some(map),
            _ => self.wrong(key, "an object"),
        }
    }

    /// Takes the winner, null for nobody; `None` is a fault, as the key must be there.
    #[allow(clippy::option_option, reason = "a missing winner is no drawn round")]
    fn winner(&mut self) -> Option<Option<Side>> {
        if self.left.get("winner") == Some(&Json::Null) {
            self.asked.push("winner");
            return Some(None);
        }
        self.must("winner", Self::side).map(Some)
    }

    fn score(&mut self) -> Option<BySide<u32>> {
        let value = self.take("score")?;
        match serde_json::from_value(value) {
            Ok(score) => Some(score),
            Err(_) => self.wrong("score", "{\"left\":…,\"right\":…} with whole numbers"),
        }
    }

    fn players(&mut self) -> Option<BySide<String>> {
        let value = self.take("players")?;
        match serde_json::from_value(value) {
            Ok(players) => Some(players),
            Err(_) => self.wrong("players", "{\"left\":…,\"right\":…} with texts"),
        }
    }

    /// Notes the keys that nobody asked for.
    fn note_unknown(&self, notes: &mut Notes) {
        for key in self.left.keys() {
            if !self.asked.contains(&key.as_str()) {
                notes.push(|| format!("line {}: the key `{key}` was read over", self.line));
            }
        }
    }
}
