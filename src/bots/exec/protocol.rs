//! What is said to a program that plays, and what it answers: one JSON object a line.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::game::{Cards, Event, Layout, Side, Value};
use crate::replay::record;

/// The version of the protocol. Programs ignore keys and types that they do not know; whatever is
/// not an addition raises the number.
pub(super) const PROTOCOL: u32 = 1;

/// A message to the program.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum ToBot<'a> {
    /// The first message.
    Hello {
        protocol: u32,
        ruleset: &'a str,
        parameters: &'a Value,
        side: Side,
        /// For the program's own choices; it tells nothing of the cards.
        seed: u64,
    },
    /// Something happened.
    Event { event: Json },
    /// A move is asked for.
    Choose {
        number: u64,
        side: Side,
        observation: Value,
        legal: Vec<&'a str>,
    },
    /// The last message. Nobody wins a match that is broken off.
    End { winner: Option<Side> },
}

impl ToBot<'_> {
    /// Returns the message as a line.
    pub(super) fn to_line(&self) -> String {
        // Texts, numbers and maps with text keys: what JSON can always write.
        let mut line = serde_json::to_string(self).unwrap_or_default();
        line.push('\n');
        line
    }
}

/// Returns the record of an event as a side saw it; `count` stands in place of cards that it did not
/// see. What follows by the rules alone has none: the next observation shows it.
pub(super) fn seen(event: &Event, layout: &Layout) -> Option<Json> {
    if let Event::Decided {
        number,
        side,
        chosen,
    } = event
    {
        let mut decision = json!({ "type": "decision", "number": number, "side": side });
        if let Some(chosen) = chosen {
            decision["move"] = json!(&*chosen.text);
        }
        return Some(decision);
    }
    let mut json = serde_json::to_value(record(event, layout)?).ok()?;
    let hidden = match event {
        Event::Shuffled { order, .. } | Event::Renewed { order, .. } => Some(order),
        Event::Drew { cards, .. } | Event::Picked { cards, .. } => Some(cards),
        _ => None,
    };
    if let (Some(Cards::Hidden(count)), Some(entries)) = (hidden, json.as_object_mut()) {
        entries.remove("order");
        entries.remove("cards");
        entries.insert("count".to_owned(), json!(count));
    }
    Some(json)
}

/// Reads an answer: `{"move": "…"}`. Other keys are passed over.
pub(super) fn moved(line: &str) -> Result<String, String> {
    #[derive(Deserialize)]
    struct Answer {
        #[serde(rename = "move")]
        text: String,
    }
    match serde_json::from_str(line) {
        Ok(Answer { text }) => Ok(text),
        Err(_) if !line.trim_start().starts_with('{') => {
            Err("expected a JSON object such as {\"move\": \"…\"}".to_owned())
        }
        Err(error) => Err(error.to_string()),
    }
}
