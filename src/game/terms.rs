//! The terms of a match that every ruleset has: how long it goes and who begins.

use super::side::Side;

/// Who begins the first round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Beginner {
    /// This side.
    Side(Side),
    /// Chance decides.
    Random,
}

/// The terms of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Terms {
    /// Rounds to win (parameter `target`).
    pub target: u32,
    /// Who begins (parameter `first`).
    pub first: Beginner,
    /// After so many decisions a match without a winner is unfinished (`limits.decisions`).
    pub decisions: u64,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            target: 1,
            first: Beginner::Side(Side::Left),
            decisions: 10_000,
        }
    }
}

/// Times that `next` may ask for effects between two decisions before it is called endless.
pub const MOST_STEPS: u32 = 1000;
/// Effects that rules may ask for in one go.
pub const MOST_EFFECTS: usize = 1000;
/// Legal moves that a position may have.
pub const MOST_MOVES: usize = 20_000;
/// Rounds in a row that may end without any decision.
pub const MOST_IDLE_ROUNDS: u32 = 1000;
