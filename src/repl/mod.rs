//! The session in which a person plays, steps through, analyses and edits: [`session::Session`] takes
//! commands and gives answers, and knows no terminal; [`shell`] reads them and prints these.

pub mod command;
mod complete;
pub mod desk;
pub mod help;
pub mod journal;
pub mod line;
mod live;
pub mod moves;
pub mod opening;
pub mod patience;
pub mod rules;
pub mod screen;
pub mod session;
pub mod shell;
pub mod tree;
pub mod vocabulary;
pub mod why;
