//! Cards as faces, and back.

use crate::game::{Card, ChanceError, Layout, PileId, lookup};

/// Returns the faces of cards.
pub(super) fn faces(layout: &Layout, cards: &[Card]) -> Vec<String> {
    cards
        .iter()
        .map(|card| layout.card(*card).face.to_string())
        .collect()
}

/// Finds cards by their faces among those that a pile holds, from the top; where no card has that
/// face, a kind is good enough.
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
        match lookup::find(layout, from_top, face, |_| true) {
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
