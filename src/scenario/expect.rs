//! What a scenario expects.

use crate::game::{BySide, Side};
use crate::scenario::reader::{choice, side, word, words};
use crate::text::tree::{Node, check_keys};
use crate::text::{Fault, Faults, Span, list_and};

/// Who won, as a scenario says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winner {
    /// A side.
    Side(Side),
    /// Neither side.
    Nobody,
}

impl Winner {
    /// Makes it of what a game says.
    #[must_use]
    pub fn of(winner: Option<Side>) -> Self {
        winner.map_or(Self::Nobody, Self::Side)
    }

    /// Returns its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Side(side) => side.word(),
            Self::Nobody => "nobody",
        }
    }
}

/// A word of the ruleset and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// What is expected once everything has been played; whatever is left out does not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expect {
    /// Who decides.
    pub turn: Option<Side>,
    /// The legal moves, all of them.
    pub legal: Option<Vec<String>>,
    /// Moves that are legal.
    pub includes: Option<Vec<String>>,
    /// Moves that are not.
    pub excludes: Option<Vec<String>>,
    /// Who won the round that ended last.
    pub winner: Option<Winner>,
    /// Why.
    pub reason: Option<Word>,
    /// Who won the match.
    pub match_winner: Option<Winner>,
    /// Rounds won.
    pub score: Option<BySide<i64>>,
    /// Any part of the position.
    pub state: Option<Node>,
    /// Any part of what a side sees of it.
    pub sees: BySide<Option<Node>>,
    /// The named events since the start, in order.
    pub events: Option<Vec<Word>>,
}

/// The keys of `expect`, with their meaning.
pub const EXPECT_KEYS: [(&str, &str); 11] = [
    ("turn", "Who decides next"),
    ("legal", "The legal moves, all of them, in any order"),
    ("includes", "Moves that are legal; there may be others"),
    (
        "excludes",
        "Moves that are not legal, while somebody is to decide",
    ),
    ("winner", "Who won the round that ended last"),
    ("reason", "Why: one of the ruleset's reasons"),
    (
        "match",
        "Who won the match; `nobody` if it ran into its limit",
    ),
    ("score", "Rounds won"),
    (
        "state",
        "Any part of the position; only what is written is compared",
    ),
    ("sees", "Any part of what a side sees of the position"),
    (
        "events",
        "The named events of the ruleset since the start, in order",
    ),
];

/// Who can have won, by their words.
pub const WINNERS: [(&str, Winner); 3] = [
    ("left", Winner::Side(Side::Left)),
    ("right", Winner::Side(Side::Right)),
    ("nobody", Winner::Nobody),
];

impl Expect {
    pub(super) fn read(node: &Node, faults: &mut Faults) -> Option<Self> {
        check_keys(node, &EXPECT_KEYS.map(|(key, _)| key), "`expect`", faults);
        let entries = node.as_map(faults, "expect")?;
        if entries.is_empty() {
            faults.push(nothing(node.span.clone()));
            return None;
        }
        let mut expect = Self::default();
        for entry in entries {
            let (key, value) = (entry.key.as_str(), &entry.value);
            match key {
                "turn" => expect.turn = side(value, faults, key),
                "legal" => expect.legal = words(value, faults, key),
                "includes" => expect.includes = some(words(value, faults, key), value, key, faults),
                "excludes" => expect.excludes = some(words(value, faults, key), value, key, faults),
                "winner" => expect.winner = choice(value, faults, key, &WINNERS),
                "match" => expect.match_winner = choice(value, faults, key, &WINNERS),
                "reason" => expect.reason = spanned(value, faults, key),
                "score" => expect.score = score(value, faults),
                "state" => expect.state = data(value, faults, key),
                "sees" => expect.sees = sees(value, faults),
                "events" => {
                    let items = value.as_list(faults, key).unwrap_or_default();
                    let words = items.iter().map(|item| spanned(item, faults, key));
                    expect.events = words.collect();
                }
                // Refused above.
                _ => {}
            }
        }
        Some(expect)
    }
}

/// Makes the fault of a scenario that expects nothing.
pub(super) fn nothing(span: Span) -> Fault {
    Fault::new(
        "expects-nothing",
        "the scenario expects nothing, so it cannot fail",
    )
    .at(span)
    .help(format!(
        "`expect` takes {}",
        list_and(&EXPECT_KEYS.map(|(key, _)| key))
    ))
}

fn spanned(node: &Node, faults: &mut Faults, what: &str) -> Option<Word> {
    Some(Word {
        text: word(node, faults, what)?,
        span: node.span.clone(),
    })
}

/// Refuses an empty list, which would hold always.
fn some(
    list: Option<Vec<String>>,
    node: &Node,
    key: &str,
    faults: &mut Faults,
) -> Option<Vec<String>> {
    if list.as_ref().is_some_and(Vec::is_empty) {
        let fault = Fault::new("expects-nothing", format!("`{key}` lists no move"));
        faults.push(fault.at(node.span.clone()));
        return None;
    }
    list
}

fn score(node: &Node, faults: &mut Faults) -> Option<BySide<i64>> {
    check_keys(node, &["left", "right"], "`score`", faults);
    node.as_map(faults, "score")?;
    let mut of = |side: Side| {
        let entry = node.entry(side.word());
        if entry.is_none() {
            let fault = Fault::new("missing-key", format!("`score` lacks `{side}`"));
            faults.push(fault.at(node.span.clone()));
        }
        entry?.value.as_int(faults, side.word())
    };
    let (left, right) = (of(Side::Left), of(Side::Right));
    Some(BySide {
        left: left?,
        right: right?,
    })
}

fn sees(node: &Node, faults: &mut Faults) -> BySide<Option<Node>> {
    check_keys(node, &["left", "right"], "`sees`", faults);
    if node.as_map(faults, "sees").is_some_and(<[_]>::is_empty) {
        faults.push(nothing(node.span.clone()));
    }
    BySide::new_with(|side| data(&node.entry(side.word())?.value, faults, side.word()))
}

/// Takes a map of data that is not empty.
fn data(node: &Node, faults: &mut Faults, what: &str) -> Option<Node> {
    if node.as_map(faults, what)?.is_empty() {
        faults.push(nothing(node.span.clone()));
        return None;
    }
    node.as_data(faults, what)?;
    Some(node.clone())
}
