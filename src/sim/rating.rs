//! Ratings from the matches of bots.

use nalgebra::{DMatrix, DVector};

use super::interval::{Z_95, real};

/// Rating points for a factor of e in the odds: with 400 points more, 10 of 11 are won (Elo: *The
/// Rating of Chessplayers*, 1978).
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// Matches drawn between each two players that are added to those played, half a point for either.
/// Without them a player that wins every match would be infinitely strong.
const PRIOR: f64 = 1.0;

/// Rounds of improvement at most; a handful of players takes a few hundred.
const MOST_ROUNDS: usize = 100_000;

/// A change of strength that is small enough to stop at, relative.
const CLOSE: f64 = 1e-12;

/// A rating on the Elo scale. The mean of all is 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// The rating, in points.
    pub points: f64,
    /// Half the width of its 95 % interval, in points: to the mean of all.
    pub half: f64,
}

/// Rates players by the points that each won against each (a draw is half a point for both).
///
/// The model of Bradley and Terry (*Rank analysis of incomplete block designs I*, Biometrika 39,
/// 1952): one of strength a beats one of strength b with the chance a/(a+b). The most likely
/// strengths are found by Hunter's algorithm (*MM algorithms for generalized Bradley–Terry models*,
/// Annals of Statistics 32, 2004, equation 3), with a few draws added. The intervals are those
/// of large samples: by the inverse of the information, with the mean held at 0.
#[must_use]
pub fn ratings(points: &[Vec<f64>]) -> Vec<Rating> {
    let players = points.len();
    if players < 2 {
        return vec![
            Rating {
                points: 0.0,
                half: 0.0
            };
            players
        ];
    }
    let won = |one: usize, other: usize| points[one][other] + PRIOR / 2.0;
    let met = |one: usize, other: usize| won(one, other) + won(other, one);
    let others = |one: usize| (0..players).filter(move |other| *other != one);
    let mut strengths = DVector::from_element(players, 1.0);
    for _ in 0..MOST_ROUNDS {
        let mut next = DVector::from_fn(players, |one, _| {
            let all: f64 = others(one).map(|other| won(one, other)).sum();
            let each = |other: usize| met(one, other) / (strengths[one] + strengths[other]);
            all / others(one).map(each).sum::<f64>()
        });
        let mean = next.map(f64::ln).mean().exp();
        next /= mean;
        let moved = next
            .zip_map(&strengths, |new: f64, old| (new / old - 1.0).abs())
            .max();
        strengths = next;
        if moved < CLOSE {
            break;
        }
    }
    let chance = |one: usize, other: usize| strengths[one] / (strengths[one] + strengths[other]);
    let weight =
        |one: usize, other: usize| met(one, other) * chance(one, other) * chance(other, one);
    // The rows of the information sum to nothing; with the mean held its inverse is that of the
    // matrix plus the projection on the mean, less that projection.
    let mean = 1.0 / real(players as u64);
    let information = DMatrix::from_fn(players, players, |one, other| {
        let entry = if one == other {
            others(one).map(|other| weight(one, other)).sum()
        } else {
            -weight(one, other)
        };
        entry + mean
    });
    let covariance = information.try_inverse();
    let rating = |one: usize| {
        let variance = covariance
            .as_ref()
            .map_or(f64::INFINITY, |found| found[(one, one)] - mean);
        Rating {
            points: POINTS * strengths[one].ln(),
            half: POINTS * Z_95 * variance.max(0.0).sqrt(),
        }
    };
    (0..players).map(rating).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With the added draw one has 76 of 101 points: odds of 76 to 25, a difference of
    /// 400·log10(3.04) = 193.15 points. The information about the difference of the logarithms is
    /// 101·(76/101)·(25/101) = 18.812; a rating is half a difference from the mean, so its standard
    /// error is 173.718·√(1/18.812)/2 = 20.026 points.
    #[test]
    fn two_players_are_rated_by_their_odds() {
        let [one, other] = ratings(&[vec![0.0, 75.5], vec![24.5, 0.0]])[..] else {
            panic!("two ratings");
        };
        assert!((one.points - other.points - 193.15).abs() < 0.01, "{one:?}");
        assert!((one.points + other.points).abs() < 1e-9);
        assert!((one.half - 1.96 * 20.026).abs() < 0.01, "{one:?}");
        assert!((one.half - other.half).abs() < 1e-9);
    }

    /// Strengths 4, 2 and 1, and matches as often won as they say: these are the most likely ones,
    /// and the added draws are too few to matter.
    #[test]
    fn strengths_that_explain_the_matches_are_found() {
        let strengths = [4.0, 2.0, 1.0];
        let points: Vec<Vec<f64>> = strengths
            .iter()
            .map(|one| {
                strengths
                    .iter()
                    .map(|other| 6e6 * one / (one + other))
                    .collect()
            })
            .collect();
        let found = ratings(&points);
        for (place, expected) in [
            (0, POINTS * 2_f64.ln()),
            (1, 0.0),
            (2, -POINTS * 2_f64.ln()),
        ] {
            assert!((found[place].points - expected).abs() < 0.01, "{found:?}");
        }
    }

    #[test]
    fn a_player_that_always_wins_has_a_rating() {
        let found = ratings(&[vec![0.0, 10.0], vec![0.0, 0.0]]);
        // 10.5 of 11 points: 400·log10(21) = 528.9.
        assert!(
            (found[0].points - found[1].points - 528.9).abs() < 0.1,
            "{found:?}"
        );
        assert!(found[0].half.is_finite());
        assert_eq!(ratings(&[vec![0.0]]).len(), 1);
    }

    #[test]
    fn players_that_have_not_met_are_equal_and_nothing_is_sure() {
        let found = ratings(&vec![vec![0.0; 3]; 3]);
        assert!(
            found
                .iter()
                .all(|one| one.points.abs() < 1e-9 && one.half > 200.0),
            "{found:?}"
        );
    }
}
