//! Many matches: played by workers, counted in whole numbers, summed up with intervals.
//!
//! A [`Batch`] says which matches; [`run`] plays them and hands them over in the order of their
//! numbers, whatever the number of workers. Each carries a [`Tally`]; tallies add up to one, of
//! which a [`Summary`] is made at the end. Nothing here depends on the clock or on the order in
//! which workers finish.

mod arena;
mod batch;
mod histogram;
mod interval;
mod rating;
mod standings;
mod stats;
mod summary;

pub use arena::{Arena, Encounter, Meeting, Scores, play_arena};
pub use batch::{Account, Batch, BatchError, Failed, Forfeit, Played, Ticket, run};
pub use histogram::Histogram;
pub use interval::{Interval, Z_95, wilson};
pub use rating::{Rating, ratings};
pub use standings::{PairSummary, Standing, Standings};
pub use stats::{Counter, Outcomes, Tally};
pub use summary::{
    DecisionSummary, EndingSummary, EventSummary, MatchSummary, RoundSummary, Share, Spread,
    Summary,
};
