//! What happened, a line each.

use crate::game::{Cards, Event, Layout, Value};
use crate::replay::Record;

/// Tells a record in a few words; the head of a match has no such line.
#[must_use]
pub fn record_line(record: &Record) -> Option<String> {
    let winner = |winner: &Option<crate::game::Side>| match winner {
        Some(side) => format!("{side} wins"),
        None => "nobody wins".to_owned(),
    };
    Some(match record {
        Record::Match(_) => return None,
        Record::Round { number, first } => match number {
            Some(number) => format!("round {number}, {first} begins"),
            None => format!("a round, {first} begins"),
        },
        Record::Shuffle { pile, side, order } => {
            let pile = side.map_or(pile.clone(), |side| format!("{pile} of {side}"));
            let count = crate::text::count(order.len(), "card");
            format!("the {pile} is shuffled, {count}")
        }
        Record::Draw { side, cards } => format!("{side} draws {}", cards.join(" ")),
        Record::Reveal { side, cards } => format!("{} is turned up for {side}", cards.join(" ")),
        Record::Chance {
            kind,
            side,
            cards,
            value,
        } => match (side, cards, value) {
            (Some(side), Some(cards), _) => {
                format!("chance takes {} from {side}", cards.join(" "))
            }
            (_, _, Some(value)) => format!("the {kind} shows {value}"),
            _ => format!("the {kind} falls"),
        },
        Record::Decision { side, chosen, .. } => format!("{side}: {chosen}"),
        Record::Event { name, data } => match data {
            Some(data) => format!("{name} ({data})"),
            None => name.clone(),
        },
        Record::RoundEnd {
            winner: who,
            reason,
            score,
        } => {
            let reason = reason
                .as_ref()
                .map_or_else(String::new, |reason| format!(": {reason}"));
            let score = score.map_or_else(String::new, |score| {
                format!(", {} to {}", score.left, score.right)
            });
            format!("the round ends, {}{reason}{score}", winner(who))
        }
        Record::MatchEnd { winner: Some(side) } => format!("the match ends, {side} wins"),
        Record::MatchEnd { winner: None } => "the match ends unfinished".to_owned(),
    })
}

/// Tells an event as one side saw it; what everybody can see on the table has no line.
#[must_use]
pub fn event_line(event: &Event, layout: &Layout) -> Option<String> {
    let cards = |cards: &Cards| match cards {
        Cards::Known(known) => {
            let faces: Vec<&str> = known.iter().map(|card| &*layout.card(*card).face).collect();
            faces.join(" ")
        }
        Cards::Hidden(count) => crate::text::count(*count, "card"),
    };
    Some(match event {
        Event::RoundBegan { number, first } => format!("round {number}, {first} begins"),
        Event::Shuffled { pile, .. } => format!("the {} is shuffled", layout.pile_name(*pile)),
        Event::Renewed { pile, .. } => format!("the {} is renewed", layout.pile_name(*pile)),
        Event::Drew {
            side, cards: drawn, ..
        } => format!("{side} draws {}", cards(drawn)),
        Event::Revealed { side, card, .. } => {
            format!("{} is turned up for {side}", layout.card(*card).face)
        }
        Event::Picked {
            side,
            cards: picked,
            ..
        } => {
            format!("chance takes {} from {side}", cards(picked))
        }
        Event::Tossed { heads, .. } => match heads {
            Some(true) => "the coin shows heads".to_owned(),
            Some(false) => "the coin shows tails".to_owned(),
            None => "a coin is tossed in secret".to_owned(),
        },
        Event::Thrown { number, .. } => match number {
            Some(number) => format!("the die shows {number}"),
            None => "a die is thrown in secret".to_owned(),
        },
        Event::Decided { side, chosen, .. } => match chosen {
            Some(chosen) => format!("{side}: {}", chosen.text),
            None => format!("{side} has chosen"),
        },
        Event::Named { name, data } if *data == Value::Null => name.to_string(),
        Event::Named { name, data } => format!("{name} ({data})"),
        Event::RoundEnded {
            winner,
            reason,
            score,
            ..
        } => {
            let who = winner.map_or("nobody".to_owned(), |side| side.to_string());
            format!(
                "the round ends, {who} wins: {reason}, {} to {}",
                score.left, score.right
            )
        }
        Event::MatchEnded { winner: Some(side) } => format!("the match ends, {side} wins"),
        Event::MatchEnded { winner: None } => "the match ends unfinished".to_owned(),
        Event::Put { .. } | Event::Stood { .. } | Event::Set { .. } | Event::Turned(_) => {
            return None;
        }
    })
}
