//! The player that takes a sure win and otherwise follows its weights.

use std::fmt;
use std::rc::Rc;

use super::Weights;
use super::determinize::determinize;
use super::random::choices;
use crate::chance::{Generator, Seeded, Stream, derive};
use crate::game::{Game, GameError, Nobody, Rules, Side, Stop};
use crate::play::{Player, PlayerError, Seat};

/// How many worlds a win must hold in.
const WORLDS: usize = 4;

/// Chooses a move that wins the round at once in every one of a few worlds that fit what its side
/// knows. If there is none it chooses by weight of the kind of move; among the moves of a kind
/// each is equally likely.
pub struct Greedy {
    rules: Rc<dyn Rules>,
    weights: Rc<Weights>,
    choices: Generator,
    worlds: Generator,
    seed: u64,
}

impl fmt::Debug for Greedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Greedy")
            .field("weights", &self.weights)
            .finish_non_exhaustive()
    }
}

impl Greedy {
    /// Makes the player of a side in the match with this seed.
    #[must_use]
    pub fn new(rules: Rc<dyn Rules>, weights: Rc<Weights>, seed: u64, side: Side) -> Self {
        let index = u64::from(side == Side::Right);
        Self {
            rules,
            weights,
            choices: choices(seed, side),
            worlds: Generator::new(seed, Stream::Worlds, index),
            seed: derive(seed, Stream::Worlds, index + 2),
        }
    }

    /// Makes a game of each of a few worlds, at the decision that is due.
    fn worlds(&mut self, seat: &Seat<'_>) -> Result<Vec<Game>, GameError> {
        let observation = seat.observe();
        let mut games = Vec::with_capacity(WORLDS);
        for _ in 0..WORLDS {
            let world = determinize(&observation, seat.layout(), &mut self.worlds);
            let mut game = Game::at(Rc::clone(&self.rules), world);
            game.proceed(&mut Seeded::new(self.seed), &mut Nobody)?;
            games.push(game);
        }
        Ok(games)
    }

    /// Tells whether a move wins the round at once in a world.
    fn wins(&self, world: &Game, side: Side, text: &str) -> Result<bool, GameError> {
        let mut game = world.clone();
        game.play(text, &mut Nobody)?;
        let stop = game.proceed(&mut Seeded::new(self.seed), &mut Nobody)?;
        Ok(matches!(stop, Stop::RoundOver(verdict) if verdict.winner == Some(side)))
    }

    fn by_weight(&mut self, seat: &Seat<'_>) -> usize {
        let mut kinds: Vec<(&str, u64, Vec<usize>)> = Vec::new();
        for (index, legal) in seat.legal().iter().enumerate() {
            let kind = legal.kind();
            match kinds.iter_mut().find(|(name, ..)| *name == kind) {
                Some((_, _, places)) => places.push(index),
                None => {
                    let weight = self.weights.get(kind).copied().unwrap_or(1);
                    kinds.push((kind, u64::from(weight), vec![index]));
                }
            }
        }
        let total: u64 = kinds.iter().map(|(_, weight, _)| weight).sum();
        if total == 0 {
            return self.choices.index(seat.legal().len());
        }
        let mut ticket = self.choices.below(total);
        for (_, weight, places) in &kinds {
            if ticket < *weight {
                return places[self.choices.index(places.len())];
            }
            ticket -= weight;
        }
        0
    }
}

impl Player for Greedy {
    fn choose(&mut self, seat: &Seat<'_>) -> Result<usize, PlayerError> {
        if seat.legal().len() == 1 {
            return Ok(0);
        }
        let worlds = self.worlds(seat)?;
        for (index, legal) in seat.legal().iter().enumerate() {
            let mut sure = true;
            for world in &worlds {
                sure = self.wins(world, seat.side(), &legal.text)?;
                if !sure {
                    break;
                }
            }
            if sure {
                return Ok(index);
            }
        }
        Ok(self.by_weight(seat))
    }
}
