//! Values of full positions, by playing on from them many times.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::review::Estimate;
use crate::bots::{Weights, by_weight};
use crate::chance::Generator;
use crate::game::declaration::Seen;
use crate::game::{Game, Layout, Nobody, Rules, Side, State, Stop};

/// Decisions after which a playout is counted as won by nobody.
const MOST_DECISIONS: usize = 1000;

/// Plays on from positions: both sides choose by the weights of the ruleset, whatever they know, and
/// chance answers anew.
pub(super) struct Playouts<'a> {
    pub(super) rules: &'a Rc<dyn Rules>,
    pub(super) weights: &'a Weights,
    /// Once it is set, nothing is played any more.
    pub(super) stop: &'a AtomicBool,
    /// How many were played.
    pub(super) made: Cell<u64>,
}

impl Playouts<'_> {
    /// Estimates the value of a position for left, 0–1, or after one of its moves. What nobody has
    /// seen of the order of a pile is not in a position: it is shuffled each time.
    pub(super) fn value(
        &self,
        state: &State,
        played: Option<&str>,
        times: u32,
        generator: &mut Generator,
    ) -> Estimate {
        mean((0..times).filter_map(|_| {
            let state = shuffled(state, self.rules.layout(), generator);
            self.reward(state, played, generator)
        }))
    }

    /// Estimates the value for left before a round begins, from the position before that.
    pub(super) fn of_round(
        &self,
        begin: &State,
        times: u32,
        generator: &mut Generator,
    ) -> Estimate {
        mean((0..times).filter_map(|_| {
            self.go_on()?;
            let mut game = Game::between_rounds(Rc::clone(self.rules), begin.clone());
            let stop = game.proceed(generator, &mut Nobody).ok()?;
            self.finish(game, stop, generator)
        }))
    }

    /// Plays on once, after a move if one is given. Returns the reward to left: 1, ½ or 0; `None` if
    /// the rules fail.
    pub(super) fn reward(
        &self,
        state: State,
        played: Option<&str>,
        generator: &mut Generator,
    ) -> Option<f64> {
        self.go_on()?;
        let mut game = Game::at(Rc::clone(self.rules), state);
        let mut stop = game.proceed(generator, &mut Nobody).ok()?;
        if let Some(text) = played {
            game.play(text, &mut Nobody).ok()?;
            stop = game.proceed(generator, &mut Nobody).ok()?;
        }
        self.finish(game, stop, generator)
    }

    /// Counts a playout, if it is to be made at all.
    fn go_on(&self) -> Option<()> {
        self.made.set(self.made.get() + 1);
        (!self.stop.load(Ordering::Relaxed)).then_some(())
    }

    fn finish(&self, mut game: Game, mut stop: Stop, generator: &mut Generator) -> Option<f64> {
        for _ in 0..MOST_DECISIONS {
            match stop {
                Stop::RoundOver(verdict) => return Some(reward(verdict.winner)),
                Stop::MatchOver { .. } => return Some(0.5),
                Stop::Decision(_) => {}
            }
            let place = by_weight(self.weights, game.legal(), generator);
            game.play_nth(place, &mut Nobody).ok()?;
            stop = game.proceed(generator, &mut Nobody).ok()?;
        }
        Some(0.5)
    }
}

/// What a result is worth to left.
pub(super) fn reward(winner: Option<Side>) -> f64 {
    match winner {
        Some(Side::Left) => 1.0,
        Some(Side::Right) => 0.0,
        None => 0.5,
    }
}

fn shuffled(state: &State, layout: &Layout, generator: &mut Generator) -> State {
    let mut state = state.clone();
    for (pile, spec) in state.piles.iter_mut().zip(&layout.piles) {
        if spec.ordered && spec.seen == Seen::Nobody {
            generator.shuffle(pile);
        }
    }
    state
}

/// Returns the mean of numbers with its standard error, from their own spread. Two numbers are
/// added to them, as Agresti and Coull do for shares (*Approximate is better than "exact"*, The
/// American Statistician 52, 1998): a few that happen to be alike do not make it certain.
pub(super) fn mean(numbers: impl Iterator<Item = f64>) -> Estimate {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for number in numbers {
        count += 1.0;
        sum += number;
        squares += number * number;
    }
    if count == 0.0 {
        return Estimate {
            value: 0.5,
            error: 0.5,
        };
    }
    let value = sum / count;
    let spread: f64 = squares / count - value * value;
    let added = (1.0 + 1.0) / 4.0 / (count + 2.0);
    Estimate {
        value,
        error: ((spread.max(0.0) * count / (count + 2.0) + added) / (count + 2.0)).sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_the_error_of_its_numbers() {
        // Of 100 numbers, half of them 1: 0.5 / √100, a little less for the two added.
        let half = mean((0..100).map(|number| f64::from(number % 2)));
        assert!((half.value - 0.5).abs() < 1e-12);
        assert!((half.error - 0.0495).abs() < 0.0005, "{half:?}");
        // Ten alike are not certain: √(½ ⁄ 12 ⁄ 12) = 0.059.
        let alike = mean((0..10).map(|_| 1.0));
        assert!((alike.value - 1.0).abs() < 1e-12);
        assert!((alike.error - 0.059).abs() < 0.001, "{alike:?}");
        // Nothing is known of nothing.
        assert!((mean(std::iter::empty()).error - 0.5).abs() < 1e-12);
    }
}
