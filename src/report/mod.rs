//! Plain data as text for people. Nothing here computes anything of a game.

mod board;
mod look;
mod moments;
pub mod number;
mod simulation;

pub use board::board;
pub use look::{Look, WIDEST};
pub use moments::{event_line, record_line};
pub use simulation::simulation;
