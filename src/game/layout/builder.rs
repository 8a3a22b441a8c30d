//! From a declaration to a layout, with every fault on the way.

use std::sync::Arc;

use super::{
    Card, CardSpec, Kind, Layout, MOST, MOST_CARDS, MOST_SPACES, Named, PileId, PileSpec, RESERVED,
    VarId, VarSpec,
};
use crate::game::declaration::{
    CardDeclaration, Declaration, LayoutError, PileDeclaration, Seen, Track,
};
use crate::game::side::Side;
use crate::game::value::Value;

pub(super) struct Builder<'a> {
    declaration: &'a Declaration,
    layout: Layout,
    errors: Vec<LayoutError>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(declaration: &'a Declaration) -> Self {
        Self {
            declaration,
            layout: Layout::default(),
            errors: Vec::new(),
        }
    }

    /// Builds the layout without its track.
    pub(super) fn build(mut self) -> Result<Layout, Vec<LayoutError>> {
        self.track();
        self.piles();
        self.variables();
        self.renewals();
        self.keep();
        self.gap();
        if self.errors.is_empty() {
            Ok(self.layout)
        } else {
            Err(self.errors)
        }
    }

    fn track(&mut self) {
        if let Some(track) = &self.declaration.track {
            let &Track {
                length,
                left,
                right,
            } = track;
            if !(2..=MOST_SPACES).contains(&length) || left < 1 || right > length || left >= right {
                self.errors.push(LayoutError::Track {
                    length,
                    left,
                    right,
                });
            }
        }
    }

    /// Gives the next position in a list of at most [`MOST`] entries.
    fn next(&mut self, what: &'static str, length: usize) -> Option<u8> {
        if length < MOST {
            return u8::try_from(length).ok();
        }
        self.too_many(what, length + 1, MOST);
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
        if total > MOST_CARDS {
            self.too_many("cards in a pile", total, MOST_CARDS);
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

    fn face_fault(&self, face: &str, deck: PileId) -> Option<String> {
        let same = |card: &CardSpec| card.deck == deck && *card.face == *face;
        if face.is_empty() {
            return Some("it is empty".to_owned());
        }
        let unfit = face
            .chars()
            .find(|c| " ,+\"\\".contains(*c) || c.is_control());
        if let Some(found) = unfit {
            let found = match found {
                ' ' => "a space".to_owned(),
                found if found.is_control() => "a control character".to_owned(),
                found => format!("`{found}`"),
            };
            return Some(format!("it holds {found}"));
        }
        let again = "two entries of one deck have this face; give one entry a higher count";
        let mut cards = self.layout.cards.iter();
        cards.any(same).then(|| again.to_owned())
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

    fn gap(&mut self) {
        let Some(name) = &self.declaration.gap else {
            return;
        };
        let why = match self.layout.named(name) {
            Some(Named::Var(_)) if self.declaration.track.is_some() => {
                "the figures on the track show how far apart the sides are"
            }
            Some(Named::Var(variable)) => {
                self.layout.gap = Some(variable);
                return;
            }
            _ => "it takes the name of a variable in `vars`",
        };
        self.errors.push(LayoutError::Gap {
            name: name.clone(),
            why,
        });
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
