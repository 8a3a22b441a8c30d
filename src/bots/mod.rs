//! Players that are programs. None is given anything but the view of its side and the rules.

mod determinize;
mod greedy;
mod random;

use std::collections::BTreeMap;
use std::rc::Rc;

pub use determinize::determinize;
pub use greedy::Greedy;
pub use random::Random;

use crate::game::{Rules, Side};
use crate::play::Player;

/// The names of the bots.
pub const NAMES: [&str; 2] = ["random", "greedy"];

/// Weights by kind of move; a kind that is not listed has the weight 1.
pub type Weights = BTreeMap<String, u32>;

/// A bot that can be made by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bot {
    /// Every legal text equally likely.
    Random,
    /// A move that surely wins the round, else by the weights.
    Greedy,
}

impl Bot {
    /// Finds a bot by its name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "random" => Some(Self::Random),
            "greedy" => Some(Self::Greedy),
            _ => None,
        }
    }

    /// Returns the bot's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
        }
    }

    /// Makes a player for one side of the match with this seed.
    #[must_use]
    pub fn player(
        self,
        rules: &Rc<dyn Rules>,
        weights: &Rc<Weights>,
        seed: u64,
        side: Side,
    ) -> Box<dyn Player> {
        match self {
            Self::Random => Box::new(Random::new(seed, side)),
            Self::Greedy => Box::new(Greedy::new(
                Rc::clone(rules),
                Rc::clone(weights),
                seed,
                side,
            )),
        }
    }
}
