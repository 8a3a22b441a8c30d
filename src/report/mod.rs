//! Plain data as text for people. Nothing here computes anything of a game.

mod board;
mod comparison;
mod csv;
mod difference;
pub mod figure;
mod frame;
mod look;
mod moments;
pub mod number;
mod review;
mod simulation;
mod standings;
mod sweep;
mod table;

pub use board::board;
pub use comparison::{comparison, letter};
pub use csv::{comparison_csv, sweep_csv};
pub use difference::{Difference, Names, difference, difference_lines};
pub use frame::{Frame, fill};
pub use look::{Look, WIDEST};
pub use moments::{event_line, event_text, record_line};
pub use review::{choices, review, verdict_on};
pub use simulation::simulation;
pub use standings::standings;
pub use sweep::sweep;
