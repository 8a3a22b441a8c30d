//! What one ruleset lends to a schema: its own names and values.

use crate::game::Layout;
use crate::game::layout::Named;
use crate::game::lookup::card_names;
use crate::ruleset::Ruleset;

/// A ruleset whose names a schema may offer.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    /// What its files say.
    pub ruleset: &'a Ruleset,
    /// What its scripts lay on the table.
    pub layout: &'a Layout,
}

impl Known<'_> {
    /// Returns its piles, each with what it is.
    pub(super) fn piles(&self) -> Vec<(&str, &'static str)> {
        let pile = |name| match self.layout.named(name)? {
            Named::Pile(_) => Some((name, "A pile")),
            Named::Piles(_) => Some((name, "A pile of each side")),
            _ => None,
        };
        self.layout.names().filter_map(pile).collect()
    }

    /// Returns its variables, each with what it is.
    pub(super) fn variables(&self) -> Vec<(&str, &'static str)> {
        let variable = |name| match self.layout.named(name)? {
            Named::Var(_) => Some((name, "A variable")),
            Named::Vars(_) => Some((name, "A variable of each side")),
            _ => None,
        };
        self.layout.names().filter_map(variable).collect()
    }

    /// Returns the faces of its cards, each once, with what they are.
    pub(super) fn faces(&self) -> Vec<(&str, &'static str)> {
        let mut faces: Vec<(&str, &str)> = Vec::new();
        for card in &self.layout.cards {
            if !faces.iter().any(|(face, _)| **face == *card.face) {
                faces.push((&card.face, "A card"));
            }
        }
        faces
    }

    /// Returns the names that cards may be given by.
    pub(super) fn cards(&self) -> Vec<String> {
        card_names(self.layout)
    }
}
