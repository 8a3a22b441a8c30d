//! Choosing by the kind of move.

use super::Weights;
use crate::chance::Generator;
use crate::game::Move;

/// Chooses a kind by its weight, then each move of the kind equally often. If no kind has any weight,
/// each move is equally likely.
///
/// Returns the place of the move; 0 of none.
pub fn by_weight(weights: &Weights, legal: &[Move], generator: &mut Generator) -> usize {
    let mut kinds: Vec<(&str, u64, Vec<usize>)> = Vec::new();
    for (index, one) in legal.iter().enumerate() {
        let kind = one.kind();
        if let Some((_, _, places)) = kinds.iter_mut().find(|(name, ..)| *name == kind) {
            places.push(index);
        } else {
            let weight = weights.get(kind).copied().unwrap_or(1);
            kinds.push((kind, u64::from(weight), vec![index]));
        }
    }
    let total: u64 = kinds.iter().map(|(_, weight, _)| weight).sum();
    if total == 0 {
        return generator.index(legal.len());
    }
    let mut ticket = generator.below(total);
    for (_, weight, places) in &kinds {
        if ticket < *weight {
            return places[generator.index(places.len())];
        }
        ticket -= weight;
    }
    0
}
