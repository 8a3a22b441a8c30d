//! Where the answers of chance come from: a seeded generator, or a list of given answers.

mod generator;
mod scripted;
mod seeded;

pub use generator::{Generator, Stream, derive, match_seed};
pub use scripted::{About, Answer, Given};
pub use seeded::Seeded;
