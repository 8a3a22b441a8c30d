//! The player that chooses blindly.

use crate::chance::{Generator, Stream};
use crate::game::Side;
use crate::play::{Player, PlayerError, Seat};

/// Chooses each legal move equally often.
#[derive(Debug, Clone)]
pub struct Random(Generator);

impl Random {
    /// Makes the player of a side in the match with this seed.
    #[must_use]
    pub fn new(seed: u64, side: Side) -> Self {
        Self(choices(seed, side))
    }
}

/// Returns the stream of a side's choices.
pub(super) fn choices(seed: u64, side: Side) -> Generator {
    let stream = match side {
        Side::Left => Stream::LeftPlayer,
        Side::Right => Stream::RightPlayer,
    };
    Generator::new(seed, stream, 0)
}

impl Player for Random {
    fn choose(&mut self, seat: &Seat<'_>) -> Result<usize, PlayerError> {
        Ok(self.0.index(seat.legal().len()))
    }
}
