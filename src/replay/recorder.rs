//! Writes down what happens in a match.

use super::faces::faces;
use super::format::Record;
use crate::game::{Decision, Event, Layout, Observer, State, Value};

/// An observer that turns what happens into records and hands each of them on.
#[derive(Debug)]
pub struct Recorder<F> {
    sink: F,
}

impl<F: FnMut(Record)> Recorder<F> {
    /// Makes a recorder that hands its records to `sink`.
    pub const fn new(sink: F) -> Self {
        Self { sink }
    }
}

impl<F: FnMut(Record)> Observer for Recorder<F> {
    fn decision(&mut self, decision: &Decision<'_>) {
        let legal = decision.legal.iter();
        (self.sink)(Record::Decision {
            number: Some(decision.number),
            side: decision.side,
            legal: Some(legal.map(|legal| legal.text.to_string()).collect()),
            chosen: decision.chosen.text.to_string(),
            state: Some(decision.state.describe(decision.layout)),
        });
    }

    fn event(&mut self, event: &Event, _state: &State, layout: &Layout) {
        if let Some(record) = record(event, layout) {
            (self.sink)(record);
        }
    }
}

/// Returns the record of an event; what follows from a decision by the rules alone has none.
#[must_use]
pub fn record(event: &Event, layout: &Layout) -> Option<Record> {
    Some(match event {
        Event::RoundBegan { number, first } => Record::Round {
            number: Some(u64::from(*number)),
            first: *first,
        },
        Event::Shuffled { pile, order } | Event::Renewed { pile, order, .. } => {
            let spec = layout.pile(*pile);
            Record::Shuffle {
                pile: spec.name.to_string(),
                side: spec.owner,
                order: faces(layout, *pile, order.known()),
            }
        }
        Event::Drew {
            from, side, cards, ..
        } => Record::Draw {
            side: *side,
            cards: faces(layout, *from, cards.known()),
        },
        Event::Revealed {
            from, side, card, ..
        } => Record::Reveal {
            side: *side,
            cards: faces(layout, *from, &[*card]),
        },
        Event::Picked {
            from, side, cards, ..
        } => Record::Chance {
            kind: "card".to_owned(),
            side: Some(*side),
            cards: Some(faces(layout, *from, cards.known())),
            value: None,
        },
        Event::Tossed { heads, .. } => number("coin", heads.map(i64::from)),
        Event::Thrown { number: thrown, .. } => number("die", *thrown),
        Event::Named { name, data } => Record::Event {
            name: name.to_string(),
            data: (*data != Value::Null).then(|| data.clone()),
        },
        Event::RoundEnded {
            winner,
            reason,
            score,
            ..
        } => Record::RoundEnd {
            winner: *winner,
            reason: Some(reason.to_string()),
            score: Some(*score),
        },
        Event::MatchEnded { winner } => Record::MatchEnd { winner: *winner },
        Event::Decided { .. }
        | Event::Put { .. }
        | Event::Stood { .. }
        | Event::Set { .. }
        | Event::Turned(_) => return None,
    })
}

fn number(kind: &str, value: Option<i64>) -> Record {
    Record::Chance {
        kind: kind.to_owned(),
        side: None,
        cards: None,
        value,
    }
}
