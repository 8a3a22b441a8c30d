//! Players that are programs. None is given anything but the view of its side and the rules.

mod bot;
mod determinize;
mod exec;
mod greedy;
pub mod knowledge;
pub mod mcts;
mod random;
mod weights;

pub use bot::{About, Bot, BotError, NAMES, Setting, Weights};
pub use determinize::determinize;
pub use exec::{CommandLine, Exec, end_all};
pub use greedy::Greedy;
pub use knowledge::Knowledge;
pub use mcts::Mcts;
pub use random::Random;
pub use weights::by_weight;
