//! Worlds that fit what a side knows.

use crate::chance::Generator;
use crate::game::{Card, Layout, Observation, State};

/// Makes a full position that the observation does not rule out: the cards that are not seen are
/// dealt at random to the places that are not seen, each card under its own back. Another side's
/// secrets are taken as they start.
#[must_use]
pub fn determinize(observation: &Observation, layout: &Layout, generator: &mut Generator) -> State {
    let mut state = observation.blank(layout);
    let mut unseen = unseen(observation, layout);
    generator.shuffle(&mut unseen);
    for (index, pile) in observation.piles.iter().enumerate() {
        let mut dealt = Vec::new();
        for (deck, count) in &pile.hidden {
            for _ in 0..*count {
                let of_deck = |card: &Card| layout.card(*card).deck == *deck;
                if let Some(place) = unseen.iter().rposition(of_deck) {
                    dealt.push(unseen.swap_remove(place));
                }
            }
        }
        if layout.piles[index].ordered {
            // The unseen ones lie under the seen ones.
            dealt.extend_from_slice(&pile.known);
        } else {
            dealt.extend_from_slice(&pile.known);
            dealt.sort_unstable();
        }
        state.piles[index] = dealt;
    }
    state
}

/// Returns the cards that the side does not see, in deck order.
fn unseen(observation: &Observation, layout: &Layout) -> Vec<Card> {
    let mut cards: Vec<Card> = layout
        .piles
        .iter()
        .flat_map(|pile| pile.holds.iter().copied())
        .collect();
    cards.sort_unstable();
    for seen in observation.piles.iter().flat_map(|pile| &pile.known) {
        if let Ok(place) = cards.binary_search(seen) {
            cards.remove(place);
        }
    }
    cards
}
