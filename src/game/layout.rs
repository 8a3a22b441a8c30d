//! What a ruleset declares before play: track, piles, cards and variables, checked.

use std::collections::HashMap;
use std::sync::Arc;

use super::side::Side;
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
        most = Layout::MOST_SPACES
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
        why: &'static str,
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

impl Layout {
    /// Most spaces of a track.
    pub const MOST_SPACES: i64 = 1000;
    const MOST: usize = 250;
    const MOST_CARDS: usize = 2000;

    /// Checks a declaration.
    ///
    /// # Errors
    /// Every fault found, in the order of the declaration.
    pub fn new(declaration: Declaration) -> Result<Self, Vec<LayoutError>> {
        let mut builder = Builder::new(&declaration);
        builder.track();
        builder.piles();
        builder.variables();
        builder.renewals();
        builder.keep();
        if builder.errors.is_empty() {
            let mut layout = builder.layout;
            layout.mark_unique();
            layout.track = declaration.track;
            Ok(layout)
        } else {
            Err(builder.errors)
        }
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

struct Builder<'a> {
    declaration: &'a Declaration,
    layout: Layout,
    errors: Vec<LayoutError>,
}

impl<'a> Builder<'a> {
    fn new(declaration: &'a Declaration) -> Self {
        Self {
            declaration,
            layout: Layout::default(),
            errors: Vec::new(),
        }
    }

    fn track(&mut self) {
        if let Some(track) = &self.declaration.track {
            let &Track {
                length,
                left,
                right,
            } = track;
            if !(2..=Layout::MOST_SPACES).contains(&length)
                || left < 1
                || right > length
                || left >= right
            {
                self.errors.push(LayoutError::Track {
                    length,
                    left,
                    right,
                });
            }
        }
    }

    /// Gives the next position in a list of at most [`Layout::MOST`] entries.
    fn next(&mut self, what: &'static str, length: usize) -> Option<u8> {
        if length < Layout::MOST {
            return u8::try_from(length).ok();
        }
        self.too_many(what, length + 1, Layout::MOST);
        None
    }

    /// Notes that there is too much of something, once.
    fn too_many(&mut self, what: &'static str, count: usize, most: usize) {
        let fault = LayoutError::TooMany { what, count, most };
        if !self.errors.contains(&fault) {
            self.errors.push(fault);
        }
    }

    fn name(&mut self, name: &str, named: Named) {
        let fault = |why| LayoutError::Name {
            name: name.to_owned(),
            why,
        };
        let mut letters = name.chars();
        let starts_well = letters.next().is_some_and(|c| c.is_ascii_lowercase());
        if !starts_well
            || !letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        {
            self.errors
                .push(fault("takes small letters, digits and `_`, a letter first"));
        } else if RESERVED.contains(&name)
            || (name == "distance" && self.declaration.track.is_some())
        {
            self.errors
                .push(fault("has a meaning of its own in every game"));
        } else if self.layout.names.insert(Arc::from(name), named).is_some() {
            self.errors.push(fault("is declared twice"));
        }
    }

    fn piles(&mut self) {
        let declaration = self.declaration;
        for pile in &declaration.piles {
            let owners = owners(pile.per_side);
            if pile.seen == Seen::Owner && !pile.per_side {
                self.errors.push(LayoutError::NoOwner {
                    pile: pile.name.clone(),
                });
            }
            if pile.seen == Seen::Top && !pile.ordered {
                self.errors.push(LayoutError::NoTop {
                    pile: pile.name.clone(),
                });
            }
            for (place, owner) in owners.iter().enumerate() {
                let Some(index) = self.next("piles", self.layout.piles.len()) else {
                    return;
                };
                let id = PileId(index);
                if place == 0 {
                    let named = if pile.per_side {
                        Named::Piles(id)
                    } else {
                        Named::Pile(id)
                    };
                    self.name(&pile.name, named);
                }
                let holds = self.deck(id, &pile.holds);
                self.layout.piles.push(PileSpec {
                    name: Arc::from(pile.name.as_str()),
                    owner: *owner,
                    ordered: pile.ordered,
                    seen: pile.seen,
                    holds,
                    renewed_from: None,
                });
            }
        }
    }

    fn deck(&mut self, deck: PileId, cards: &[CardDeclaration]) -> Vec<Card> {
        let total = cards
            .iter()
            .fold(0, |total: usize, card| total.saturating_add(card.count));
        if total > Layout::MOST_CARDS {
            self.too_many("cards in a pile", total, Layout::MOST_CARDS);
            return Vec::new();
        }
        let mut holds = Vec::with_capacity(total);
        for declared in cards {
            let Some(kind) = self.kind(&declared.kind) else {
                return holds;
            };
            let Some(index) = self.next("distinct cards", self.layout.cards.len()) else {
                return holds;
            };
            if let Some(why) = self.face_fault(&declared.face, deck) {
                self.errors.push(LayoutError::Face {
                    face: declared.face.clone(),
                    why,
                });
            }
            self.layout.cards.push(CardSpec {
                face: Arc::from(declared.face.as_str()),
                kind,
                deck,
                unique: true,
            });
            holds.extend(std::iter::repeat_n(Card(index), declared.count));
        }
        holds
    }

    fn face_fault(&self, face: &str, deck: PileId) -> Option<&'static str> {
        let same = |card: &CardSpec| card.deck == deck && *card.face == *face;
        if face.is_empty()
            || face
                .chars()
                .any(|c| " ,+\"\\".contains(c) || c.is_control())
        {
            Some("it is empty, or holds a space, a comma, a plus sign or a quotation mark")
        } else if self.layout.cards.iter().any(same) {
            Some("two entries of one deck have this face; give one entry a higher count")
        } else {
            None
        }
    }

    fn kind(&mut self, value: &Value) -> Option<Kind> {
        if let Some(kind) = self.layout.kind(value) {
            return Some(kind);
        }
        let index = self.next("kinds of card", self.layout.kinds.len())?;
        self.layout.kinds.push(value.clone());
        Some(Kind(index))
    }

    fn variables(&mut self) {
        let declaration = self.declaration;
        for variable in &declaration.variables {
            for (place, owner) in owners(variable.per_side).iter().enumerate() {
                let Some(index) = self.next("variables", self.layout.variables.len()) else {
                    return;
                };
                let id = VarId(index);
                if place == 0 {
                    let named = if variable.per_side {
                        Named::Vars(id)
                    } else {
                        Named::Var(id)
                    };
                    self.name(&variable.name, named);
                }
                self.layout.variables.push(VarSpec {
                    name: Arc::from(variable.name.as_str()),
                    owner: *owner,
                    secret: variable.secret,
                    start: variable.start.clone(),
                    keep: declaration.keep.contains(&variable.name),
                });
            }
        }
    }

    fn renewals(&mut self) {
        let declaration = self.declaration;
        for pile in &declaration.piles {
            let Some(from) = &pile.renewed_from else {
                continue;
            };
            let fault = |why| LayoutError::Renewal {
                pile: pile.name.clone(),
                from: from.clone(),
                why,
            };
            if !pile.ordered {
                self.errors.push(LayoutError::NoTop {
                    pile: pile.name.clone(),
                });
            } else if from == &pile.name {
                self.errors.push(fault("it is the same pile"));
            } else {
                let pair = (self.layout.named(&pile.name), self.layout.named(from));
                match pair {
                    (Some(Named::Pile(id)), Some(Named::Pile(source))) => {
                        self.layout.piles[id.index()].renewed_from = Some(source);
                    }
                    (Some(Named::Piles(id)), Some(Named::Piles(source))) => {
                        for offset in 0..2 {
                            self.layout.piles[id.index() + offset].renewed_from =
                                Some(PileId(source.0 + u8::from(offset == 1)));
                        }
                    }
                    (Some(Named::Piles(id)), Some(Named::Pile(source))) => {
                        for offset in 0..2 {
                            self.layout.piles[id.index() + offset].renewed_from = Some(source);
                        }
                    }
                    (Some(Named::Pile(_)), Some(Named::Piles(_))) => self
                        .errors
                        .push(fault("each side has one of those, and this pile is shared")),
                    _ => self.errors.push(fault("there is no such pile")),
                }
            }
        }
    }

    fn keep(&mut self) {
        let declaration = self.declaration;
        for name in &declaration.keep {
            if self.layout.named(name).is_none() {
                self.errors.push(LayoutError::Keep { name: name.clone() });
            }
        }
        let kept = |pile: &PileDeclaration| declaration.keep.contains(&pile.name);
        self.layout.keeps_cards = declaration.piles.iter().any(kept);
        if self.layout.keeps_cards && !declaration.piles.iter().all(kept) {
            self.errors.push(LayoutError::KeepSome);
        }
    }
}

const fn owners(per_side: bool) -> &'static [Option<Side>] {
    if per_side {
        &[Some(Side::Left), Some(Side::Right)]
    } else {
        &[None]
    }
}

#[cfg(test)]
mod tests;
