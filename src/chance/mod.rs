//! Where the answers of chance come from: a seeded generator, or a list of given answers.

mod fresh;
mod generator;
mod scripted;
mod seeded;

pub use fresh::fresh_seed;
pub use generator::{Generator, Stream, derive, match_seed, secret_seed};
pub use scripted::{About, Answer, Given};
pub use seeded::Seeded;
