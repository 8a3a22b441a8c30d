//! Who leads within a round: by playouts from a few of its positions.
//!
//! The lead is that of one who sees everything, also the order of the piles: what is still open is
//! what the players will choose, and what chance does later than the position. Playouts are played by
//! the bots of the match.

use std::rc::Rc;

use super::fraction::Fraction;
use super::subject::{Plan, Subject};
use super::watch::{FirstRound, changes, leader};
use crate::chance::{Seeded, match_seed};
use crate::game::{BySide, Game, Nobody, Side, State};
use crate::play::{Player, RunError, play_round};

/// The points of a round that are looked at: its first decision, and the ones at a quarter, a half
/// and three quarters of its decisions.
const POINTS: usize = 4;
/// Playouts from each point.
pub const PLAYOUTS: u8 = 4;
/// How often the lead can change: from point to point, and to the winner.
pub const MOST_CHANGES: f64 = 4.0;
/// The least that [`Lead::settled`] can be: of four playouts each side wins two, (0 − 4) / 12.
pub const LEAST_SETTLED: f64 = -1.0 / 3.0;

/// What came of the playouts from a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lead {
    /// Rounds won, by side; the others nobody won.
    pub won: BySide<u8>,
}

impl Lead {
    /// Returns who wins more.
    #[must_use]
    pub fn leader(&self) -> Option<Side> {
        leader(&self.won)
    }

    /// Returns how much of the result is settled: the mean of xᵢ·xⱼ over all pairs of playouts, where
    /// x is 1 if the left side won, −1 if the right side did and 0 if nobody did.
    ///
    /// Its expectation is the square of the expected x, whatever the number of playouts, as two
    /// playouts from the same position have nothing else in common (a U-statistic of degree 2;
    /// Hoeffding: *A class of statistics with asymptotically normal distribution*, Annals of
    /// Mathematical Statistics 19, 1948). Over many deals that is the part of the variance of results,
    /// about an even one, which the position explains: the variance component between groups
    /// (Fisher: *Statistical methods for research workers*, 1925, the intraclass correlation), where
    /// every round has a winner.
    #[must_use]
    pub fn settled(&self) -> Option<Fraction> {
        let (left, right) = (i64::from(self.won.left), i64::from(self.won.right));
        let playouts = u64::from(PLAYOUTS);
        let pairs = (left - right).pow(2) - (left + right);
        Fraction::new(pairs, playouts * (playouts - 1))
    }
}

/// The leads of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leads {
    points: [Lead; POINTS],
    winner: Option<Side>,
}

impl Leads {
    /// Returns the lead before the first decision.
    #[must_use]
    pub const fn deal(&self) -> Lead {
        self.points[0]
    }

    /// Returns the lead at half of the decisions.
    #[must_use]
    pub const fn half(&self) -> Lead {
        self.points[POINTS / 2]
    }

    /// Returns how often the lead went from one side to the other, the winner being the last leader.
    #[must_use]
    pub fn changes(&self) -> u64 {
        let leaders = self.points.iter().map(Lead::leader).chain([self.winner]);
        changes(&leaders.flatten().collect::<Vec<_>>())
    }

    /// Tells whether the other side led at half of the decisions; `None` if nobody won.
    #[must_use]
    pub fn won_from_behind(&self) -> Option<bool> {
        let winner = self.winner?;
        Some(self.half().leader() == Some(winner.other()))
    }
}

/// Finds the leads of the first round of the match with this seed; `None` if no positions of it were
/// kept.
///
/// # Errors
/// If a playout fails.
pub(super) fn leads(
    subject: &Subject,
    plan: &Plan,
    round: &FirstRound,
    seed: u64,
) -> Result<Option<Leads>, RunError> {
    let length = round.decisions.len();
    if length == 0 {
        return Ok(None);
    }
    let mut points = [Lead::default(); POINTS];
    // Playouts are the matches of a run whose seed is that of the match.
    let mut number = 0;
    for (point, lead) in points.iter_mut().enumerate() {
        let state = &round.decisions[length * point / POINTS];
        for _ in 0..PLAYOUTS {
            number += 1;
            let winner = playout(subject, plan, state.clone(), match_seed(seed, number))?;
            if let Some(winner) = winner {
                lead.won[winner] += 1;
            }
        }
    }
    let winner = round.winner;
    Ok(Some(Leads { points, winner }))
}

/// Plays a round on from a position.
fn playout(
    subject: &Subject,
    plan: &Plan,
    state: State,
    seed: u64,
) -> Result<Option<Side>, RunError> {
    let mut left = subject.player(&plan.bot, seed, Side::Left);
    let mut right = subject.player(&plan.bot, seed, Side::Right);
    let players: BySide<&mut dyn Player> = BySide {
        left: &mut *left,
        right: &mut *right,
    };
    let mut game = Game::at(Rc::clone(subject.rules()), state);
    let verdict = play_round(&mut game, &mut Seeded::new(seed), players, &mut Nobody)?;
    Ok(verdict.and_then(|verdict| verdict.winner))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lead(left: u8, right: u8) -> Lead {
        Lead {
            won: BySide { left, right },
        }
    }

    #[test]
    fn what_is_settled_is_the_mean_product_of_pairs() {
        let settled = |left, right| lead(left, right).settled().map(Fraction::value);
        // All six pairs agree.
        assert_eq!(settled(4, 0), Some(1.0));
        assert_eq!(settled(0, 4), Some(1.0));
        // Three pairs agree and three do not.
        assert_eq!(settled(3, 1), Some(0.0));
        // Two pairs agree and four do not.
        assert_eq!(settled(2, 2), Some(LEAST_SETTLED));
        // One pair was won by the same side, of six.
        assert_eq!(settled(2, 0), Some(1.0 / 6.0));
        assert_eq!(settled(0, 0), Some(0.0));
    }

    #[test]
    fn leads_change_from_side_to_side_and_to_the_winner() {
        let leads = Leads {
            points: [lead(3, 1), lead(2, 2), lead(1, 3), lead(0, 4)],
            winner: Some(Side::Left),
        };
        assert_eq!(leads.changes(), 2);
        assert_eq!(leads.won_from_behind(), Some(true));
        let drawn = Leads {
            winner: None,
            ..leads
        };
        assert_eq!(drawn.changes(), 1);
        assert_eq!(drawn.won_from_behind(), None);
    }
}
