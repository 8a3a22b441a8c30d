//! Cards as faces, and back.

use crate::game::{Card, ChanceError, Layout, PileId};

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
        let is_face = |card: &Card| *layout.card(*card).face == **face;
        let is_kind =
            |card: &Card| layout.kinds[layout.card(*card).kind.index()].to_string() == *face;
        let place = rest.iter().rposition(is_face);
        match place.or_else(|| rest.iter().rposition(is_kind)) {
            Some(place) => found.push(rest.remove(place)),
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
