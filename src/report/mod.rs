//! Plain data as text for people. Nothing here computes anything of a game.

pub mod number;
mod simulation;

pub use simulation::simulation;
