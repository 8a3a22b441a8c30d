//! The scores of an arena as ratings, shares and intervals: plain data, for reports and files.

use serde::Serialize;

use super::arena::Scores;
use super::interval::real;
use super::rating::ratings;
use super::summary::{Share, rounded};

/// How a bot did against all others.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    /// Its name.
    pub bot: String,
    /// Its rating on the Elo scale, in points ([`ratings`]); the mean of all is 0.
    pub rating: f64,
    /// The low end of its 95 % interval.
    pub low: f64,
    /// The high end of its 95 % interval.
    pub high: f64,
    /// Matches won.
    pub won: u64,
    /// Matches lost.
    pub lost: u64,
    /// Matches that nobody won.
    pub drawn: u64,
    /// Those of the lost ones that it forfeited.
    pub forfeited: u64,
}

/// How the matches of two bots ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairSummary {
    /// The first.
    pub bot: String,
    /// The second.
    pub against: String,
    /// Won by the first, of those that somebody won.
    pub won: Share,
    /// Won by the second.
    pub lost: u64,
    /// Won by nobody.
    pub drawn: u64,
}

/// What came of an arena.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standings {
    /// Matches played.
    pub played: u64,
    /// The bots, the highest rating first.
    pub bots: Vec<Standing>,
    /// Their pairs, in the order of the ratings.
    pub pairs: Vec<PairSummary>,
}

impl Standings {
    /// Sums the scores of bots up.
    #[must_use]
    pub fn new(names: &[String], scores: &Scores) -> Self {
        let bots = 0..names.len();
        let points: Vec<Vec<f64>> = bots
            .clone()
            .map(|one| {
                let against = |other| {
                    let met = scores.between(one, other);
                    real(met.won) + real(met.drawn) / 2.0
                };
                bots.clone().map(against).collect()
            })
            .collect();
        let ratings = ratings(&points);
        let mut order: Vec<usize> = bots.collect();
        order.sort_by(|one, other| ratings[*other].points.total_cmp(&ratings[*one].points));
        let standing = |one: &usize| {
            let rating = ratings[*one];
            let met = order.iter().map(|other| scores.between(*one, *other));
            let (won, lost, drawn) = met.fold((0, 0, 0), |(won, lost, drawn), met| {
                (won + met.won, lost + met.lost, drawn + met.drawn)
            });
            Standing {
                bot: names[*one].clone(),
                rating: tenth(rating.points),
                low: tenth(rating.points - rating.half),
                high: tenth(rating.points + rating.half),
                won,
                lost,
                drawn,
                forfeited: scores.forfeits[*one],
            }
        };
        let bots: Vec<Standing> = order.iter().map(standing).collect();
        let pair = |(one, other): (usize, usize)| {
            let met = scores.between(one, other);
            PairSummary {
                bot: names[one].clone(),
                against: names[other].clone(),
                won: Share::new(met.won, met.won + met.lost),
                lost: met.lost,
                drawn: met.drawn,
            }
        };
        let pairs = order
            .iter()
            .enumerate()
            .flat_map(|(place, one)| order[place + 1..].iter().map(|other| pair((*one, *other))));
        Self {
            played: scores
                .encounters
                .iter()
                .flatten()
                .map(super::arena::Encounter::all)
                .sum(),
            pairs: pairs.collect(),
            bots,
        }
    }
}

/// Rounds to a tenth of a point: more would be noise.
fn tenth(points: f64) -> f64 {
    rounded((points * 10.0).round() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_stands_first_and_every_match_counts_once() {
        let mut scores = Scores::new(2);
        scores.encounters[0][1].lost = 5;
        scores.encounters[1][0].won = 3;
        scores.encounters[1][0].lost = 1;
        scores.encounters[1][0].drawn = 1;
        scores.forfeits[0] = 2;
        let names = ["a".to_owned(), "b".to_owned()];
        let standings = Standings::new(&names, &scores);
        assert_eq!(standings.played, 10);
        let first = &standings.bots[0];
        assert_eq!(
            (first.bot.as_str(), first.won, first.lost, first.drawn),
            ("b", 8, 1, 1)
        );
        assert_eq!(standings.bots[1].forfeited, 2);
        // 8.5 and the half of a draw of 11: odds of 9 to 2, 400·log10(4.5) = 261.3.
        assert!((first.rating - 261.3 / 2.0).abs() < 0.1, "{first:?}");
        let pair = &standings.pairs[0];
        assert_eq!((pair.won.count, pair.won.of, pair.lost), (8, 9, 1));
    }
}
