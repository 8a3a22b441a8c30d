//! What happened, a line each.

use super::board::cards_text;
use super::look::Look;
use crate::game::{Cards, Event, Layout, Side, Value};
use crate::replay::Record;
use crate::ruleset::Group;

/// Tells a record in a few words; the head of a match has no such line.
#[must_use]
pub fn record_line(record: &Record, look: &Look) -> Option<String> {
    let words = &look.words;
    let side = |side: Side| words.side(side);
    let cards = |faces: &[String]| cards_text(faces.iter().cloned(), None, look);
    let winner = |winner: Option<Side>| match winner {
        Some(winner) => format!("{} wins", side(winner)),
        None => "nobody wins".to_owned(),
    };
    Some(match record {
        Record::Match(_) => return None,
        Record::Round { number, first } => match number {
            Some(number) => format!("round {number}, {} begins", side(*first)),
            None => format!("a round, {} begins", side(*first)),
        },
        Record::Shuffle {
            pile,
            side: owner,
            order,
        } => {
            let pile = pile_name(pile, *owner, look);
            let count = crate::text::count(order.len(), "card");
            format!("the {pile} is shuffled, {count}")
        }
        Record::Draw {
            side: who,
            cards: drawn,
        } => {
            format!("{} draws {}", side(*who), cards(drawn))
        }
        Record::Reveal {
            side: who,
            cards: shown,
        } => {
            format!("{} is turned up for {}", cards(shown), side(*who))
        }
        Record::Chance {
            kind,
            side: who,
            cards: taken,
            value,
        } => match (who, taken, value) {
            (Some(who), Some(taken), _) => {
                format!("chance takes {} from {}", cards(taken), side(*who))
            }
            (_, _, Some(value)) => format!("the {kind} shows {value}"),
            _ => format!("the {kind} falls"),
        },
        Record::Decision {
            side: who, chosen, ..
        } => {
            format!("{}: {}", side(*who), words.move_text(chosen))
        }
        Record::Event { name, data } => named(name, data.as_ref().unwrap_or(&Value::Null), look),
        Record::RoundEnd {
            winner: who,
            reason,
            score,
        } => {
            let reason = reason.as_ref().map_or_else(String::new, |reason| {
                format!(": {}", words.of(Group::Reasons, reason))
            });
            let score = score.map_or_else(String::new, |score| {
                format!(", {} to {}", score.left, score.right)
            });
            format!("the round ends, {}{reason}{score}", winner(*who))
        }
        Record::MatchEnd { winner: Some(who) } => format!("the match ends, {} wins", side(*who)),
        Record::Note {
            after,
            branch,
            text,
        } => format!("note{}: {text}", place(*after, branch.as_deref())),
        Record::Mark {
            after,
            branch,
            name,
        } => format!("mark{}: {name}", place(*after, branch.as_deref())),
        Record::Branch {
            name,
            of,
            after,
            records,
        } => {
            let decisions = records.iter();
            let decisions = decisions.filter(|record| matches!(record, Record::Decision { .. }));
            let length = crate::text::count(decisions.count(), "decision");
            format!("branch `{name}`{}: {length}", place(*after, of.as_deref()))
        }
        Record::MatchEnd { winner: None } => "the match ends unfinished".to_owned(),
    })
}

/// Tells an event as one side saw it; what everybody can see on the table has no line.
#[must_use]
pub fn event_line(event: &Event, layout: &Layout, look: &Look) -> Option<String> {
    let words = &look.words;
    let side = |side: Side| words.side(side);
    let cards = |cards: &Cards| match cards {
        Cards::Known(known) => {
            let faces = known.iter().map(|card| layout.card(*card).face.to_string());
            cards_text(faces, Some(layout), look)
        }
        Cards::Hidden(count) => crate::text::count(*count, "card"),
    };
    let pile = |pile| {
        let spec = layout.pile(pile);
        pile_name(&spec.name, spec.owner, look)
    };
    Some(match event {
        Event::RoundBegan { number, first } => {
            format!("round {number}, {} begins", side(*first))
        }
        Event::Shuffled { pile: which, .. } => format!("the {} is shuffled", pile(*which)),
        Event::Renewed { pile: which, .. } => format!("the {} is renewed", pile(*which)),
        Event::Drew {
            side: who,
            cards: drawn,
            ..
        } => format!("{} draws {}", side(*who), cards(drawn)),
        Event::Revealed {
            side: who, card, ..
        } => {
            let card = cards(&Cards::Known(vec![*card]));
            format!("{card} is turned up for {}", side(*who))
        }
        Event::Picked {
            side: who,
            cards: picked,
            ..
        } => {
            format!("chance takes {} from {}", cards(picked), side(*who))
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
        Event::Decided {
            side: who, chosen, ..
        } => match chosen {
            Some(chosen) => format!("{}: {}", side(*who), words.move_text(&chosen.text)),
            None => format!("{} has chosen", side(*who)),
        },
        Event::Named { name, data } => named(name, data, look),
        Event::RoundEnded {
            winner,
            reason,
            score,
            ..
        } => {
            let who = winner.map_or("nobody", side);
            let reason = words.of(Group::Reasons, reason);
            format!(
                "the round ends, {who} wins: {reason}, {} to {}",
                score.left, score.right
            )
        }
        Event::MatchEnded { winner: Some(who) } => format!("the match ends, {} wins", side(*who)),
        Event::MatchEnded { winner: None } => "the match ends unfinished".to_owned(),
        Event::Put { .. } | Event::Stood { .. } | Event::Set { .. } | Event::Turned(_) => {
            return None;
        }
    })
}

/// Tells any event as one side saw it.
#[must_use]
pub fn event_text(event: &Event, layout: &Layout, look: &Look) -> String {
    if let Some(line) = event_line(event, layout, look) {
        return line;
    }
    let words = &look.words;
    let pile = |id| {
        let spec = layout.pile(id);
        pile_name(&spec.name, spec.owner, look)
    };
    match event {
        Event::Put {
            from, to, cards, ..
        } => {
            let cards = match cards {
                Cards::Known(known) => {
                    let faces = known.iter().map(|card| layout.card(*card).face.to_string());
                    cards_text(faces, Some(layout), look)
                }
                Cards::Hidden(count) => crate::text::count(*count, "card"),
            };
            format!("{cards}: from the {} to the {}", pile(*from), pile(*to))
        }
        Event::Stood { side, space } => format!("{} stands on {space}", words.side(*side)),
        Event::Set { var, value } => {
            let spec = layout.variable(*var);
            let name = words.of(Group::Variables, &spec.name);
            let owner = spec
                .owner
                .map_or_else(String::new, |side| format!(" of {}", words.side(side)));
            match value {
                Some(value) => format!("{name}{owner} is {}", words.value(value)),
                None => format!("{name}{owner} is set in secret"),
            }
        }
        Event::Turned(side) => format!("the next decision is {}'s", words.side(*side)),
        // All others have a line.
        _ => String::new(),
    }
}

/// Names a position by the decisions made before it.
fn place(after: u64, branch: Option<&str>) -> String {
    let branch = branch.map_or_else(String::new, |name| format!(" of `{name}`"));
    match after {
        0 => format!(" at the start{branch}"),
        number => format!(" after decision {number}{branch}"),
    }
}

fn pile_name(name: &str, owner: Option<Side>, look: &Look) -> String {
    let name = look.words.of(Group::Piles, name);
    match owner {
        Some(side) => format!("{name} of {}", look.words.side(side)),
        None => name.to_owned(),
    }
}

fn named(name: &str, data: &Value, look: &Look) -> String {
    let word = look.words.of(Group::Events, name);
    match data {
        Value::Null => word.to_owned(),
        data => format!("{word} ({})", look.words.value(data)),
    }
}
