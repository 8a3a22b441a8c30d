//! Whoever makes the decisions of one side.

use crate::game::{Event, GameError, Layout, Move, Observation, Side, State};

/// Why a player did not choose.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// The player leaves the match.
    #[error("the player left")]
    Left,
    /// The player failed.
    #[error("{0}")]
    Failed(String),
    /// The player cannot go on, by its own fault, and loses the match.
    #[error("forfeits the match: {0}")]
    Forfeit(String),
    /// The rules failed while the player thought ahead.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// What a player is shown when a decision is due. The position itself stays closed: what a side
/// may know of it comes out as an [`Observation`], a value with nothing hidden in it.
#[derive(Debug, Clone, Copy)]
pub struct Seat<'a> {
    side: Side,
    number: u64,
    legal: &'a [Move],
    layout: &'a Layout,
    state: &'a State,
}

impl<'a> Seat<'a> {
    /// Makes the seat of the side to act.
    #[must_use]
    pub fn new(state: &'a State, layout: &'a Layout, legal: &'a [Move]) -> Self {
        Self {
            side: state.turn,
            number: state.decisions + 1,
            legal,
            layout,
            state,
        }
    }

    /// Returns the side that decides.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Returns the number of the decision in the match, from 1.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Returns the legal moves; there is at least one.
    #[must_use]
    pub const fn legal(&self) -> &'a [Move] {
        self.legal
    }

    /// Returns what the ruleset declares.
    #[must_use]
    pub const fn layout(&self) -> &'a Layout {
        self.layout
    }

    /// Returns what the side knows.
    #[must_use]
    pub fn observe(&self) -> Observation {
        Observation::new(self.state, self.layout, self.side)
    }
}

/// A player: told what its side sees, asked when its side must decide.
pub trait Player {
    /// Tells of an event as this player's side saw it.
    fn told(&mut self, event: &Event, layout: &Layout) {
        let _ = (event, layout);
    }

    /// Tells whether [`Player::told`] does anything; if not, nothing is prepared for it. Asked when
    /// a match begins.
    fn listens(&self) -> bool {
        false
    }

    /// Chooses a move: its place in [`Seat::legal`].
    ///
    /// # Errors
    /// If the player leaves or fails.
    fn choose(&mut self, seat: &Seat<'_>) -> Result<usize, PlayerError>;
}
