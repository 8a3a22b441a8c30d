//! Cards as faces, and back.

use crate::game::{Card, ChanceError, Layout, PileId, lookup};

/// Returns the names of cards that lie, or lay, in a pile.
pub(super) fn faces(layout: &Layout, pile: PileId, cards: &[Card]) -> Vec<String> {
    cards
        .iter()
        .map(|card| layout.card_name(*card, pile).to_string())
        .collect()
}

/// Finds cards by their names among those that a pile holds, from the top.
///
/// # Errors
/// Names the first that the pile does not hold.
pub(super) fn find(
    layout: &Layout,
    pile: PileId,
    held: &[Card],
    faces: &[String],
) -> Result<Vec<Card>, ChanceError> {
    let mut rest = held.to_vec();
    let mut found = Vec::with_capacity(faces.len());
    for face in faces {
        let from_top = rest.iter().rev().copied();
        match lookup::find(layout, pile, from_top, face, |_| true) {
            Some(place) => found.push(rest.remove(rest.len() - 1 - place)),
            None => {
                return Err(ChanceError::Recording(format!(
                    "`{face}` cannot come from the {}, which does not hold it",
                    layout.pile_name(pile)
                )));
            }
        }
    }
    Ok(found)
}
