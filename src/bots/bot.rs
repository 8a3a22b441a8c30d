//! Bots by name.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::str::FromStr;
use std::time::Duration;

use super::exec::{CommandLine, Exec};
use super::greedy::Greedy;
use super::mcts::{ITERATIONS, Mcts};
use super::random::Random;
use crate::game::{Rules, Side, Value};
use crate::play::Player;
use crate::text::{list_or, nearest};

/// The names of the bots that need nothing but their name.
pub const NAMES: [&str; 3] = ["random", "greedy", "mcts"];

/// Most iterations of a search: as many as a count of 32 bits comfortably holds.
const MOST_ITERATIONS: u32 = 1_000_000_000;

/// Weights by kind of move; a kind that is not listed has the weight 1.
pub type Weights = BTreeMap<String, u32>;

/// A bot that can be made by its name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Bot {
    /// Every legal text equally likely.
    Random,
    /// A move that surely wins the round, else by the weights.
    Greedy,
    /// A search.
    Mcts {
        /// Iterations for a decision.
        iterations: u32,
    },
    /// Another program.
    Exec(CommandLine),
}

/// Why a name names no bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// There is none of this name.
    #[error("there is no bot `{name}`")]
    Unknown {
        /// The name.
        name: String,
    },
    /// A search of no such length.
    #[error("`mcts` cannot search `{given}` times")]
    Iterations {
        /// What stands after the colon.
        given: String,
    },
    /// A program that cannot be meant.
    #[error("`exec:{given}` runs nothing: {why}")]
    Command {
        /// What stands after the colon.
        given: String,
        /// What is wrong with it.
        why: String,
    },
}

impl BotError {
    /// Says what would have been right.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::Unknown { name } => {
                if let Some(near) = nearest(name, NAMES) {
                    return format!("the nearest is `{near}`");
                }
                let names: Vec<&str> = NAMES.into_iter().chain(["exec:COMMAND"]).collect();
                format!("there is {}", list_or(&names))
            }
            Self::Iterations { .. } => format!(
                "`mcts:N` takes a whole number from 1 to {MOST_ITERATIONS}; `mcts` alone means \
                 `mcts:{ITERATIONS}`"
            ),
            Self::Command { .. } => {
                "name a program and its arguments, such as `exec:python3 my-bot.py`".to_owned()
            }
        }
    }
}

impl FromStr for Bot {
    type Err = BotError;

    fn from_str(text: &str) -> Result<Self, BotError> {
        let (name, more) = match text.split_once(':') {
            Some((name, more)) => (name, Some(more)),
            None => (text, None),
        };
        match (name, more) {
            ("random", None) => Ok(Self::Random),
            ("greedy", None) => Ok(Self::Greedy),
            ("mcts", None) => Ok(Self::Mcts {
                iterations: ITERATIONS,
            }),
            ("mcts", Some(given)) => match given.parse() {
                Ok(iterations) if (1..=MOST_ITERATIONS).contains(&iterations) => {
                    Ok(Self::Mcts { iterations })
                }
                _ => Err(BotError::Iterations {
                    given: given.to_owned(),
                }),
            },
            ("exec", given) => {
                let given = given.unwrap_or_default();
                let command = CommandLine::from_text(given);
                command.map(Self::Exec).map_err(|error| BotError::Command {
                    given: given.to_owned(),
                    why: error.to_string(),
                })
            }
            _ => Err(BotError::Unknown {
                name: text.to_owned(),
            }),
        }
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.pad("random"),
            Self::Greedy => f.pad("greedy"),
            Self::Mcts {
                iterations: ITERATIONS,
            } => f.pad("mcts"),
            Self::Mcts { iterations } => f.pad(&format!("mcts:{iterations}")),
            Self::Exec(command) => f.pad(&format!("exec:{command}")),
        }
    }
}

/// What a bot may know of a ruleset beside its rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// The ruleset's id.
    pub ruleset: String,
    /// Its parameters.
    pub parameters: Value,
    /// What bots like.
    pub weights: Weights,
}

/// What the players of a match are made for.
#[derive(Clone)]
pub struct Setting {
    /// The rules.
    pub rules: Rc<dyn Rules>,
    /// What else there is to know of them.
    pub about: Rc<About>,
}

impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setting")
            .field("about", &self.about)
            .finish_non_exhaustive()
    }
}

impl Setting {
    /// Makes the setting of rules of which nothing else is known.
    #[must_use]
    pub fn plain(rules: &Rc<dyn Rules>) -> Self {
        Self {
            rules: Rc::clone(rules),
            about: Rc::default(),
        }
    }
}

impl Bot {
    /// Sets how long a program may think about a decision; other bots take the time they take.
    #[must_use]
    pub fn within(self, patience: Duration) -> Self {
        match self {
            Self::Exec(command) => Self::Exec(command.within(patience)),
            other => other,
        }
    }

    /// Makes a player for one side of the match with this seed.
    #[must_use]
    pub fn player(&self, setting: &Setting, seed: u64, side: Side) -> Box<dyn Player> {
        let rules = || Rc::clone(&setting.rules);
        match self {
            Self::Random => Box::new(Random::new(seed, side)),
            Self::Greedy => {
                let weights = Rc::new(setting.about.weights.clone());
                Box::new(Greedy::new(rules(), weights, seed, side))
            }
            Self::Exec(command) => Box::new(Exec::new(command, setting, seed, side)),
            Self::Mcts { iterations } => Box::new(Mcts::new(rules(), *iterations, seed, side)),
        }
    }
}
