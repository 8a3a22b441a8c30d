//! What a ruleset declares before play, unchecked, and what can be wrong with it.

use super::layout::MOST_SPACES;
use super::value::Value;

/// A row of spaces, numbered from 1 at the left end, on which each side has one figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Track {
    /// Number of spaces.
    pub length: i64,
    /// Where the left figure starts a round.
    pub left: i64,
    /// Where the right figure starts a round.
    pub right: i64,
}

/// Who sees the faces in a pile. How many cards it holds is always public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seen {
    /// Both sides see every card.
    All,
    /// Both sides see the top card.
    Top,
    /// The side that the pile belongs to sees every card.
    Owner,
    /// Nobody sees any card.
    Nobody,
}

impl Seen {
    /// The words of scripts, with their meaning.
    pub const WORDS: [(&'static str, Self); 4] = [
        ("all", Self::All),
        ("top", Self::Top),
        ("owner", Self::Owner),
        ("nobody", Self::Nobody),
    ];
}

/// A number of equal cards, as a ruleset declares them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardDeclaration {
    /// What is printed on the card, for people and records.
    pub face: String,
    /// What the rules tell it by: a whole number or a text.
    pub kind: Value,
    /// How many there are.
    pub count: usize,
}

/// A pile as a ruleset declares it, unchecked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PileDeclaration {
    /// Its name.
    pub name: String,
    /// Whether each side has one of its own.
    pub per_side: bool,
    /// Whether the order of its cards matters.
    pub ordered: bool,
    /// Who sees its cards.
    pub seen: Seen,
    /// The cards in it when a round starts, in deck order.
    pub holds: Vec<CardDeclaration>,
    /// The pile whose cards are shuffled into this one when a card must be drawn and none is left.
    pub renewed_from: Option<String>,
}

/// A variable as a ruleset declares it, unchecked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariableDeclaration {
    /// Its name.
    pub name: String,
    /// Whether each side has one of its own.
    pub per_side: bool,
    /// Whether only its owner sees it.
    pub secret: bool,
    /// Its value when a round starts.
    pub start: Value,
}

/// Everything that a ruleset declares, unchecked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Declaration {
    /// The track, if the game has one.
    pub track: Option<Track>,
    /// The variable that holds how far apart the sides are, in a game without a track.
    pub gap: Option<String>,
    /// The piles, in the order in which they are shown.
    pub piles: Vec<PileDeclaration>,
    /// The variables, in the order in which they are shown.
    pub variables: Vec<VariableDeclaration>,
    /// Names of piles and variables that a new round leaves as they are.
    pub keep: Vec<String>,
}

/// A fault in a declaration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// A name is declared twice or means something else already.
    #[error("the name `{name}` {why}")]
    Name {
        /// The name.
        name: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A track that cannot be stood on.
    #[error(
        "a track of {length} spaces with starts on {left} and {right}: it takes 2 to {most} spaces, and the left figure starts below the right one",
        most = MOST_SPACES
    )]
    Track {
        /// Number of spaces.
        length: i64,
        /// Left start.
        left: i64,
        /// Right start.
        right: i64,
    },
    /// A shared pile has no owner to see it.
    #[error("the pile `{pile}` belongs to nobody, so `owner` cannot see it")]
    NoOwner {
        /// The pile.
        pile: String,
    },
    /// Only ordered piles have a top.
    #[error("the pile `{pile}` has no order, so it has no top card to see or to draw")]
    NoTop {
        /// The pile.
        pile: String,
    },
    /// `renew` names no fitting pile.
    #[error("the pile `{pile}` cannot be renewed from `{from}`: {why}")]
    Renewal {
        /// The pile that is renewed.
        pile: String,
        /// The pile named.
        from: String,
        /// What is wrong.
        why: &'static str,
    },
    /// `gap` names no shared variable, or there is a track as well.
    #[error("`gap` names `{name}`: {why}")]
    Gap {
        /// The name.
        name: String,
        /// What is wrong.
        why: &'static str,
    },
    /// `keep` names nothing that is declared.
    #[error("`keep` names `{name}`, which is neither a pile nor a variable")]
    Keep {
        /// The name.
        name: String,
    },
    /// Some piles are kept and others are not, which would make or lose cards.
    #[error(
        "`keep` names some piles only; between rounds either all piles are kept or none, else cards would be made or lost"
    )]
    KeepSome,
    /// A card's name cannot be used in the text of a move.
    #[error("the card `{face}` cannot be told apart in the text of a move: {why}")]
    Face {
        /// The face.
        face: String,
        /// What is wrong.
        why: String,
    },
    /// Too much of something.
    #[error("{count} {what}, at most {most} are possible")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many.
        count: usize,
        /// How many are allowed.
        most: usize,
    },
}
