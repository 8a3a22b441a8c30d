//! What playing a ruleset tells of it: what comes up and what never does, and what is wrong with it
//! though it can be read.
//!
//! A [`survey`] plays random matches with everything watched: a [`Coverage`] of moves, endings, events
//! and lines of the scripts, and each [`Trouble`] with the match that shows it. [`findings`] adds what
//! can be told of the files themselves, and makes faults of it all.

mod coverage;
mod findings;
mod idle;
mod slow;
mod survey;
mod trial;
mod twice;

pub use coverage::{Coverage, Seen, Watch};
pub use findings::{Finding, findings};
pub use survey::{Matches, Sighting, Survey, survey};
pub use trial::{Ticket, Trouble, record};
