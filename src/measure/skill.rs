//! How much skill counts: what a better bot gets from a worse one.

use super::fraction::Fraction;
use super::subject::Subject;
use crate::bots::Bot;
use crate::game::{BySide, Nobody, Side};
use crate::play::RunError;

/// Two bots of which one is better in most games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// The better one, by its name.
    pub better: &'static str,
    /// The worse one, by its name.
    pub worse: &'static str,
    /// They play on the first of so many deals: 1 is every deal.
    pub every: u64,
}

/// The bots that play each other to tell how much skill counts: a line each.
pub const PAIRS: [Pair; 2] = [
    Pair {
        better: "greedy",
        worse: "random",
        every: 1,
    },
    // A search takes a thousand times as long.
    Pair {
        better: "mcts:100",
        worse: "greedy",
        every: 10,
    },
];

impl Pair {
    /// Plays the two matches of a deal, with the seats swapped, and returns what the better bot got of
    /// the points; `None` on deals that are not for this pair.
    ///
    /// # Errors
    /// If a match fails.
    pub fn play(
        &self,
        subject: &Subject,
        number: u64,
        seed: u64,
    ) -> Result<Option<Fraction>, RunError> {
        let bots = (self.better.parse::<Bot>(), self.worse.parse::<Bot>());
        let (Ok(better), Ok(worse)) = bots else {
            return Ok(None);
        };
        if !(number - 1).is_multiple_of(self.every) {
            return Ok(None);
        }
        let mut points = 0;
        for seat in Side::BOTH {
            let mut bots = BySide {
                left: &worse,
                right: &worse,
            };
            bots[seat] = &better;
            let finished = subject.play(bots, seed, &mut Nobody)?;
            points += match finished.winner {
                Some(winner) if winner == seat => 2,
                Some(_) => 0,
                None => 1,
            };
        }
        Ok(Fraction::new(points, 4))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pairs_are_of_bots_that_there_are() {
        for pair in PAIRS {
            assert!(pair.better.parse::<Bot>().is_ok(), "{}", pair.better);
            assert!(pair.worse.parse::<Bot>().is_ok(), "{}", pair.worse);
            assert!(pair.every > 0);
        }
    }
}
