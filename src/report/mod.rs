//! Plain data as text for people. Nothing here computes anything of a game.

mod board;
mod moments;

pub use board::board;
pub use moments::{event_line, record_line};
