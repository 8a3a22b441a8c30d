//! What happens in a scenario before its result is looked at.

use crate::chance::{About, Answer};
use crate::game::Side;
use crate::scenario::reader::{choice, side, word, words};
use crate::text::tree::{Data, Node, check_keys};
use crate::text::{Fault, Faults, Span};

/// An item of `play`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub action: Action,
}

/// What an item of `play` is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// A move of the side that decides.
    Move(String),
    /// What chance must give next.
    Chance(Answer),
    /// The round is over and the next one begins.
    NextRound,
}

const KEYS: [&str; 8] = [
    "draw", "reveal", "pick", "cards", "begins", "coin", "die", "next",
];

impl Step {
    pub(super) fn read(node: &Node, faults: &mut Faults) -> Option<Self> {
        let action = match &node.data {
            Data::Map(_) => action(node, faults)?,
            _ => Action::Move(word(node, faults, "play")?),
        };
        Some(Self {
            span: node.span.clone(),
            action,
        })
    }
}

fn action(node: &Node, faults: &mut Faults) -> Option<Action> {
    check_keys(node, &KEYS, "an item of `play`", faults);
    let entries = node.as_map(faults, "play")?;
    let mut heads = entries.iter().filter(|entry| entry.key != "cards");
    let (Some(head), None) = (heads.next(), heads.next()) else {
        let fault = Fault::new("wrong-type", "an item of `play` says one thing")
            .at(node.span.clone())
            .help("such as `advance 1`, `{draw: left, cards: [1]}` or `{next: round}`");
        faults.push(fault);
        return None;
    };
    let (key, value) = (head.key.as_str(), &head.value);
    let number = |number: i64| vec![number.to_string()];
    let (about, words) = match key {
        "draw" | "reveal" | "pick" => {
            let cards = cards(node, key, faults);
            let about = match (key, side(value, faults, key)?) {
                ("draw", side) => About::Draw(side),
                ("reveal", side) => About::Reveal(side),
                (_, side) => About::Pick(side),
            };
            return Some(Action::Chance(Answer {
                about,
                words: cards?,
            }));
        }
        "begins" => {
            let first: Side = side(value, faults, key)?;
            (About::Beginner, vec![first.word().to_owned()])
        }
        "coin" => {
            let heads = choice(value, faults, key, &[("heads", 1), ("tails", 0)])?;
            (About::Coin, number(heads))
        }
        "die" => (About::Die, number(value.as_int(faults, key)?)),
        "next" => {
            choice(value, faults, key, &[("round", ())])?;
            return no_cards(node, key, faults).then_some(Action::NextRound);
        }
        // Refused above.
        _ => return None,
    };
    no_cards(node, key, faults).then_some(Action::Chance(Answer { about, words }))
}

fn cards(node: &Node, key: &str, faults: &mut Faults) -> Option<Vec<String>> {
    if let Some(entry) = node.entry("cards") {
        return words(&entry.value, faults, "cards");
    }
    let fault = Fault::new("missing-key", format!("`{key}` needs `cards`"))
        .at(node.span.clone())
        .help(format!("such as `{{{key}: left, cards: [1]}}`"));
    faults.push(fault);
    None
}

fn no_cards(node: &Node, key: &str, faults: &mut Faults) -> bool {
    let cards = node.entry("cards");
    if let Some(entry) = cards {
        let fault = Fault::new("unknown-key", format!("`{key}` takes no `cards`"));
        faults.push(fault.at(entry.key_span.clone()));
    }
    cards.is_none()
}
