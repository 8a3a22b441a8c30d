//! The player that searches: information-set Monte Carlo tree search.

mod search;
mod tree;

use std::rc::Rc;

pub use search::{Estimate, Search};

use super::knowledge::Knowledge;
use crate::chance::{Generator, Stream, derive};
use crate::game::{Event, Layout, Rules, Side};
use crate::play::{Player, PlayerError, Seat};

/// Iterations for a decision, if nothing else is said: a few hundredths of a second in the rulesets
/// that come with Salle.
pub const ITERATIONS: u32 = 400;

/// Searches before every decision that leaves a choice, and plays the move that was tried most.
#[derive(Debug)]
pub struct Mcts {
    search: Search<'static>,
    knowledge: Knowledge,
    iterations: u32,
    seed: u64,
}

impl Mcts {
    /// Makes the player of a side in the match with this seed.
    #[must_use]
    pub fn new(rules: Rc<dyn Rules>, iterations: u32, seed: u64, side: Side) -> Self {
        let index = u64::from(side == Side::Right);
        Self {
            search: Search::new(rules),
            knowledge: Knowledge::new(side),
            iterations,
            seed: derive(seed, Stream::Worlds, index),
        }
    }
}

impl Player for Mcts {
    fn told(&mut self, event: &Event, layout: &Layout) {
        self.knowledge.told(event, layout);
    }

    fn listens(&self) -> bool {
        true
    }

    fn choose(&mut self, seat: &Seat<'_>) -> Result<usize, PlayerError> {
        let legal = seat.legal();
        if legal.len() == 1 {
            return Ok(0);
        }
        let observation = seat.observe();
        let worlds = self.knowledge.worlds(&observation, seat.layout());
        // A stream for each decision: what was thought of earlier ones makes no difference.
        let mut generator = Generator::new(self.seed, Stream::Worlds, seat.number());
        let estimates = self
            .search
            .estimates(&worlds, legal, self.iterations, &mut generator);
        Ok(most_tried(&estimates).unwrap_or_else(|| generator.index(legal.len())))
    }
}

/// Returns the place of the move that was tried most often, of several the one that did best;
/// `None` if no move was tried.
fn most_tried(estimates: &[Estimate]) -> Option<usize> {
    let tried = estimates
        .iter()
        .enumerate()
        .filter(|(_, one)| one.visits > 0);
    let best = tried.max_by(|(a, one), (b, other)| {
        let visits = one.visits.cmp(&other.visits);
        // Of equals the first.
        visits.then(one.mean.total_cmp(&other.mean)).then(b.cmp(a))
    });
    best.map(|(place, _)| place)
}

#[cfg(test)]
mod tests;
