//! How a round ends.

use std::sync::Arc;

use super::side::Side;

/// The end of a round, as the rules see it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// Who won it; nobody in a drawn round.
    pub winner: Option<Side>,
    /// The reason, a word of the ruleset.
    pub reason: Arc<str>,
    /// Who begins the next round, if the rules say so; else the beginner alternates.
    pub next_first: Option<Side>,
}
