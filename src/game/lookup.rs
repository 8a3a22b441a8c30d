//! Cards by the names that people write: a face, with its deck where the face alone would mean
//! another card ([`Layout::card_name`]), or a kind where the face does not matter.

use super::layout::{Card, Layout, PileId};

/// Tells whether `name` is the face of a card.
#[must_use]
pub fn is_face(layout: &Layout, card: Card, name: &str) -> bool {
    *layout.card(card).face == *name
}

/// Tells whether `name` is the kind of a card.
#[must_use]
pub fn is_kind(layout: &Layout, card: Card, name: &str) -> bool {
    layout.kinds[layout.kind_of(card).index()].to_string() == name
}

/// Returns the face in the name of a card: what stands before its deck.
#[must_use]
pub fn face_of(name: &str) -> &str {
    // A face holds no space.
    name.split(' ').next().unwrap_or(name)
}

/// Tells whether any card of the game has this name.
#[must_use]
pub fn is_card(layout: &Layout, name: &str) -> bool {
    let all = 0..layout.cards.len();
    all.filter_map(|index| u8::try_from(index).ok())
        .map(Card)
        .any(|card| {
            is_face(layout, card, name)
                || is_kind(layout, card, name)
                || *layout.full_card_name(card) == *name
        })
}

/// Returns the names that cards can be written by: faces, then kinds, each once.
#[must_use]
pub fn card_names(layout: &Layout) -> Vec<String> {
    let faces = layout.cards.iter().map(|card| card.face.to_string());
    let kinds = layout.kinds.iter().map(ToString::to_string);
    let mut names: Vec<String> = Vec::new();
    for name in faces.chain(kinds) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Finds the first of some cards of a pile by its name there, else by its face alone, else by its
/// kind: its place among them.
pub fn find(
    layout: &Layout,
    pile: PileId,
    cards: impl Iterator<Item = Card> + Clone,
    name: &str,
    fits: impl Fn(Card) -> bool,
) -> Option<usize> {
    let (mut names, mut faces) = (cards.clone(), cards.clone());
    names
        .position(|card| *layout.card_name(card, pile) == *name)
        .or_else(|| faces.position(|card| is_face(layout, card, name) && fits(card)))
        .or_else(|| {
            let mut kinds = cards;
            kinds.position(|card| is_kind(layout, card, name) && fits(card))
        })
}
