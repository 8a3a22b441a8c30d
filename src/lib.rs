//! Salle: a sandbox for the rules of two-player card duels, and an analyser of their replays.

pub mod analysis;
pub mod bots;
pub mod chance;
pub mod check;
pub mod cli;
pub mod game;
pub mod measure;
pub mod page;
pub mod parallel;
pub mod play;
pub mod repl;
pub mod replay;
pub mod report;
pub mod ruleset;
pub mod scenario;
pub mod schema;
pub mod script;
pub mod sim;
pub mod snapshot;
pub mod text;
