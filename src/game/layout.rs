//! What a ruleset declares before play: track, piles, cards and variables, checked.

mod builder;
mod census;

use std::collections::HashMap;
use std::sync::Arc;

use self::builder::Builder;
use self::census::Census;
use super::declaration::{Declaration, LayoutError, Seen, Track};
use super::side::Side;
use super::value::Value;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u8);

        impl $name {
            /// Returns the position in the layout's list.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// One card, told by its face and deck: a position in [`Layout::cards`]. Equal cards are one.
    Card
}
id! {
    /// What rules tell cards by: a position in [`Layout::kinds`].
    Kind
}
id! {
    /// A pile of one owner: a position in [`Layout::piles`].
    PileId
}
id! {
    /// A variable of one owner: a position in [`Layout::variables`].
    VarId
}

/// A card's face, kind and deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardSpec {
    /// What is printed on it.
    pub face: Arc<str>,
    /// What the rules tell it by.
    pub kind: Kind,
    /// The pile that held it at the start: its back, which everybody sees.
    pub deck: PileId,
    /// Whether no card of another deck has its face.
    pub unique: bool,
}

/// A pile of one owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PileSpec {
    /// Its name, the same for both sides.
    pub name: Arc<str>,
    /// Whose it is; nobody's if shared.
    pub owner: Option<Side>,
    /// Whether the order of its cards matters.
    pub ordered: bool,
    /// Who sees its cards.
    pub seen: Seen,
    /// The cards in it at the start, in deck order.
    pub holds: Vec<Card>,
    /// The pile that renews it.
    pub renewed_from: Option<PileId>,
}

impl PileSpec {
    /// Tells whether `side` sees every card in the pile.
    #[must_use]
    pub fn open_to(&self, side: Side) -> bool {
        match self.seen {
            Seen::All => true,
            Seen::Owner => self.owner == Some(side),
            Seen::Top | Seen::Nobody => false,
        }
    }
}

/// A variable of one owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VarSpec {
    /// Its name, the same for both sides.
    pub name: Arc<str>,
    /// Whose it is; nobody's if shared.
    pub owner: Option<Side>,
    /// Whether only its owner sees it.
    pub secret: bool,
    /// Its value at the start.
    pub start: Value,
    /// Whether a new round leaves it as it is.
    pub keep: bool,
}

impl VarSpec {
    /// Tells whether `side` sees the variable.
    #[must_use]
    pub fn open_to(&self, side: Side) -> bool {
        !self.secret || self.owner == Some(side)
    }
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// A shared pile.
    Pile(PileId),
    /// The left one of a pair of piles; the right one follows it.
    Piles(PileId),
    /// A shared variable.
    Var(VarId),
    /// The left one of a pair of variables; the right one follows it.
    Vars(VarId),
}

/// A checked declaration: everything about a game that does not change during a match.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Layout {
    /// The track, if any.
    pub track: Option<Track>,
    /// The variable that holds how far apart the sides are, if there is no track but a distance.
    pub gap: Option<VarId>,
    /// The piles; of a pair, left stands before right.
    pub piles: Vec<PileSpec>,
    /// The distinct cards, in deck order.
    pub cards: Vec<CardSpec>,
    /// The distinct kinds, in the order of their first card.
    pub kinds: Vec<Value>,
    /// The variables; of a pair, left stands before right.
    pub variables: Vec<VarSpec>,
    /// Whether the cards stay where they are between rounds.
    pub keeps_cards: bool,
    names: HashMap<Arc<str>, Named>,
    /// The kinds of the cards once more, close together: they are looked at all the time.
    kinds_of_cards: Vec<Kind>,
    census: Census,
}

/// Names with a meaning of their own in views and states.
pub const RESERVED: [&str; 15] = [
    "me",
    "foe",
    "left",
    "right",
    "p",
    "kinds",
    "turn",
    "first",
    "round",
    "score",
    "decisions",
    "side",
    "space",
    "behind",
    "track",
];

/// Most spaces of a track.
pub const MOST_SPACES: i64 = 1000;
/// Most entries of a list that is counted in one byte: piles, variables, distinct cards, kinds.
const MOST: usize = 250;
/// Most cards that a pile starts with.
const MOST_CARDS: usize = 2000;

impl Layout {
    /// Checks a declaration.
    ///
    /// # Errors
    /// Every fault found, in the order of the declaration.
    pub fn new(declaration: Declaration) -> Result<Self, Vec<LayoutError>> {
        let mut layout = Builder::new(&declaration).build()?;
        layout.mark_unique();
        layout.track = declaration.track;
        layout.census = Census::new(&layout.cards, &layout.piles, layout.kinds.len());
        layout.kinds_of_cards = layout.cards.iter().map(|card| card.kind).collect();
        Ok(layout)
    }

    /// Looks a name up.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Named> {
        self.names.get(name).copied()
    }

    /// Returns the names of all piles and variables.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let piles = self.piles.iter().map(|pile| &*pile.name);
        piles.chain(self.variables.iter().map(|variable| &*variable.name))
    }

    /// Returns a pile.
    #[must_use]
    pub fn pile(&self, id: PileId) -> &PileSpec {
        &self.piles[id.index()]
    }

    /// Returns a card.
    #[must_use]
    pub fn card(&self, card: Card) -> &CardSpec {
        &self.cards[card.index()]
    }

    /// Returns what tells in few numbers how many cards of each kind a pile holds.
    pub(super) const fn census(&self) -> &Census {
        &self.census
    }

    /// Returns what rules tell a card by.
    #[must_use]
    pub fn kind_of(&self, card: Card) -> Kind {
        self.kinds_of_cards[card.index()]
    }

    /// Returns a variable.
    #[must_use]
    pub fn variable(&self, id: VarId) -> &VarSpec {
        &self.variables[id.index()]
    }

    /// Finds the kind that rules name with `value`.
    #[must_use]
    pub fn kind(&self, value: &Value) -> Option<Kind> {
        let index = self.kinds.iter().position(|kind| kind == value)?;
        u8::try_from(index).ok().map(Kind)
    }

    /// Names a card that lies in a pile: by its face or, if a card of another deck would be taken
    /// for it there, by face and deck (`7 of deck of right`).
    #[must_use]
    pub fn card_name(&self, card: Card, pile: PileId) -> Arc<str> {
        let spec = self.card(card);
        if spec.unique || self.first_with_face(&spec.face, pile) == Some(card) {
            return Arc::clone(&spec.face);
        }
        self.full_card_name(card)
    }

    /// Names a card by face and deck: `7 of deck of right`.
    #[must_use]
    pub fn full_card_name(&self, card: Card) -> Arc<str> {
        let spec = self.card(card);
        format!("{} of {}", spec.face, self.pile_name(spec.deck)).into()
    }

    /// Finds the card that a face alone means in a pile: the first in deck order, if there is one
    /// among those of the pile's own side and those of nobody.
    fn first_with_face(&self, face: &str, pile: PileId) -> Option<Card> {
        let owner = self.pile(pile).owner;
        let fits = |spec: &CardSpec| {
            let deck = self.pile(spec.deck).owner;
            deck.is_none() || owner.is_none() || deck == owner
        };
        let same = |spec: &&CardSpec| *spec.face == *face;
        let mut all = self.cards.iter();
        let first = all.position(|spec| same(&spec) && fits(spec));
        let first = first.or_else(|| self.cards.iter().position(|spec| same(&spec)));
        first.and_then(|index| u8::try_from(index).ok()).map(Card)
    }

    fn mark_unique(&mut self) {
        let mut faces: HashMap<Arc<str>, usize> = HashMap::new();
        for spec in &self.cards {
            *faces.entry(Arc::clone(&spec.face)).or_default() += 1;
        }
        for spec in &mut self.cards {
            spec.unique = faces.get(&spec.face) == Some(&1);
        }
    }

    /// Names a pile for people: `hand of left`, `discard`.
    #[must_use]
    pub fn pile_name(&self, id: PileId) -> String {
        let pile = self.pile(id);
        match pile.owner {
            Some(side) => format!("{} of {side}", pile.name),
            None => pile.name.to_string(),
        }
    }
}

#[cfg(test)]
mod tests;
