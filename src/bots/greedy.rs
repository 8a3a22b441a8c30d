//! The player that takes a sure win and otherwise follows its weights.

use std::fmt;
use std::rc::Rc;

use super::Weights;
use super::determinize::determinize;
use super::random::choices;
use super::weights::by_weight;
use crate::chance::{Generator, Seeded, Stream, derive};
use crate::game::{Game, Nobody, Rules, Side, Stop};
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

    /// Makes a game of each of a few worlds, at the decision that is due; none if the rules do not
    /// come to that decision in each of them. A world may be one that cannot be, as nobody knows
    /// what the other side keeps secret, so that is no fault of the rules: it proves nothing.
    fn worlds(&mut self, seat: &Seat<'_>) -> Vec<Game> {
        let observation = seat.observe();
        let mut games = Vec::with_capacity(WORLDS);
        for _ in 0..WORLDS {
            let world = determinize(&observation, seat.layout(), &mut self.worlds);
            let mut game = Game::at(Rc::clone(&self.rules), world);
            match game.proceed(&mut Seeded::new(self.seed), &mut Nobody) {
                Ok(Stop::Decision(side)) if side == seat.side() => games.push(game),
                _ => return Vec::new(),
            }
        }
        games
    }

    /// Tells whether a move wins the round at once in a world.
    fn wins(&self, world: &Game, side: Side, text: &str) -> bool {
        let mut game = world.clone();
        if game.play(text, &mut Nobody).is_err() {
            return false;
        }
        let stop = game.proceed(&mut Seeded::new(self.seed), &mut Nobody);
        matches!(stop, Ok(Stop::RoundOver(verdict)) if verdict.winner == Some(side))
    }
}

impl Player for Greedy {
    fn choose(&mut self, seat: &Seat<'_>) -> Result<usize, PlayerError> {
        if seat.legal().len() == 1 {
            return Ok(0);
        }
        let worlds = self.worlds(seat);
        let sure = |text: &str| {
            let wins = |world| self.wins(world, seat.side(), text);
            !worlds.is_empty() && worlds.iter().all(wins)
        };
        let win = seat.legal().iter().position(|legal| sure(&legal.text));
        Ok(win.unwrap_or_else(|| by_weight(&self.weights, seat.legal(), &mut self.choices)))
    }
}
