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

/// The keys of an item of `play` that is no move, with their meaning. Each item has one of them, and
/// those in [`WITH_CARDS`] have [`CARDS`] besides.
pub const STEP_KEYS: [(&str, &str); 7] = [
    (
        "draw",
        "The side that draws the next cards, all of them, in order",
    ),
    (
        "reveal",
        "The side that is to decide while the next card is turned up",
    ),
    ("pick", "The side that loses the next card taken at random"),
    (
        "begins",
        "The side that begins the match, where chance decides",
    ),
    ("coin", "How the next coin falls"),
    ("die", "What the next die shows"),
    ("next", "The round has ended, and the next one begins"),
];

/// Which of them come with cards.
pub const WITH_CARDS: [&str; 3] = ["draw", "reveal", "pick"];

/// The key of those cards, with its meaning.
pub const CARDS: (&str, &str) = ("cards", "The cards, by face or kind");

/// How a coin can fall.
pub const COIN: [(&str, i64); 2] = [("heads", 1), ("tails", 0)];

/// What `next` can begin.
pub const NEXT: [(&str, ()); 1] = [("round", ())];

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
    let mut keys = STEP_KEYS.map(|(key, _)| key).to_vec();
    // Behind those that it goes with.
    keys.insert(WITH_CARDS.len(), CARDS.0);
    check_keys(node, &keys, "an item of `play`", faults);
    let entries = node.as_map(faults, "play")?;
    let mut heads = entries.iter().filter(|entry| entry.key != CARDS.0);
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
        _ if WITH_CARDS.contains(&key) => {
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
            let heads = choice(value, faults, key, &COIN)?;
            (About::Coin, number(heads))
        }
        "die" => (About::Die, number(value.as_int(faults, key)?)),
        "next" => {
            choice(value, faults, key, &NEXT)?;
            return no_cards(node, key, faults).then_some(Action::NextRound);
        }
        // Refused above.
        _ => return None,
    };
    no_cards(node, key, faults).then_some(Action::Chance(Answer { about, words }))
}

fn cards(node: &Node, key: &str, faults: &mut Faults) -> Option<Vec<String>> {
    if let Some(entry) = node.entry(CARDS.0) {
        return words(&entry.value, faults, CARDS.0);
    }
    let fault = Fault::new("missing-key", format!("`{key}` needs `cards`"))
        .at(node.span.clone())
        .help(format!("such as `{{{key}: left, cards: [1]}}`"));
    faults.push(fault);
    None
}

fn no_cards(node: &Node, key: &str, faults: &mut Faults) -> bool {
    let cards = node.entry(CARDS.0);
    if let Some(entry) = cards {
        let fault = Fault::new("unknown-key", format!("`{key}` takes no `cards`"));
        faults.push(fault.at(entry.key_span.clone()));
    }
    cards.is_none()
}
