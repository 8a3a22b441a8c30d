//! A match between two players: who chooses, and the loop that asks them.

mod player;
mod run;

pub use player::{Player, PlayerError, Seat};
pub use run::{Finished, RunError, play_match, play_round};
