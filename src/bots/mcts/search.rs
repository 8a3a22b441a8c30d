//! Information-set Monte Carlo tree search with one observer.
//!
//! Cowling, Powley, Whitehouse: *Information Set Monte Carlo Tree Search*, IEEE Transactions on
//! Computational Intelligence and AI in Games 4 (2012), the algorithm SO-ISMCTS: one tree whose
//! nodes are what one side can tell apart; every iteration draws a fresh world, goes down the tree
//! by the moves that are legal in it, adds a node, plays on at random, and counts who won.
//!
//! The other side is taken to choose by its own success in the same tree. Its nodes are what the
//! *searching* side sees, so it cannot tell its hands apart there, while it reacts to secrets of the
//! searching side: an opponent that is careless with its own cards and wary of the others'.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::tree::{EdgeId, NodeId, ROOT, Tree};
use crate::bots::knowledge::Worlds;
use crate::chance::Generator;
use crate::game::{Game, Move, Moves, Nobody, Observation, Rules, Side, Stop};

/// Decisions after which an iteration is counted as won by nobody.
const MOST_DECISIONS: usize = 1000;

/// Worlds that are drawn for an iteration at most, and those that may fail in a row at the start:
/// nobody knows what the other side keeps secret, so a world may be one that cannot be.
const MOST_DRAWS: u32 = 32;

/// What a search found out about a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Iterations that began with it.
    pub visits: u32,
    /// The mean of what came of them, 0–1: 1 for a round won by the side, ½ for one that nobody won
    /// or that went on too long. ½ if there were none.
    pub mean: f64,
}

impl Estimate {
    /// Returns the standard error of the mean, for rewards of 0 and 1, which spread most;
    /// two iterations are added, one won and one lost, so that a few are not taken for certain.
    #[must_use]
    pub fn error(&self) -> f64 {
        let visits = f64::from(self.visits) + 2.0;
        let mean = (self.mean * f64::from(self.visits) + 1.0) / visits;
        (mean * (1.0 - mean) / visits).sqrt()
    }
}

/// Searches from decisions of one game.
pub struct Search<'a> {
    rules: Rc<dyn Rules>,
    stop: Option<&'a AtomicBool>,
}

impl std::fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").finish_non_exhaustive()
    }
}

impl<'a> Search<'a> {
    /// Makes a search by these rules.
    #[must_use]
    pub fn new(rules: Rc<dyn Rules>) -> Self {
        Self { rules, stop: None }
    }

    /// Lets the search end early once `stop` is set: with what it has found by then.
    #[must_use]
    pub fn until(self, stop: &'a AtomicBool) -> Self {
        Self {
            stop: Some(stop),
            ..self
        }
    }

    /// Returns an estimate for each of the legal moves, in their order, by trying all of them alike
    /// often, then the better half of them twice as often, and so on; a move at the place `kept`
    /// stays among them to the end. No move has any visits if the rules come to this decision in
    /// none of the worlds.
    ///
    /// Sequential halving (Karnin, Koren, Somekh: *Almost Optimal Exploration in Multi-Armed
    /// Bandits*, 2013) at the root, the search as it is below it (Pepels and others: *Minimizing
    /// Simple and Cumulative Regret in Monte-Carlo Tree Search*, 2014).
    #[must_use]
    pub fn compare(
        &self,
        worlds: &Worlds<'_>,
        legal: &[&str],
        iterations: u32,
        kept: Option<usize>,
        generator: &mut Generator,
    ) -> Vec<Estimate> {
        let mut run = Run::new(self, worlds, legal, generator);
        let mut places: Vec<usize> = (0..legal.len()).collect();
        let phases = legal.len().next_power_of_two().ilog2().max(1);
        for _ in 0..phases {
            let count = u32::try_from(places.len()).unwrap_or(u32::MAX).max(1);
            let times = (iterations / phases / count).max(1);
            for place in &places {
                let mut missed = 0;
                for _ in 0..times {
                    missed = if run.iterate(Some(*place)) {
                        0
                    } else {
                        missed + 1
                    };
                    if missed == MOST_DRAWS {
                        break;
                    }
                }
            }
            let mean = |place: &usize| run.estimate(legal[*place]).mean;
            places.sort_by(|one, other| mean(other).total_cmp(&mean(one)));
            let half = places.len().div_ceil(2);
            if let Some(kept) = kept
                && places[half..].contains(&kept)
            {
                places[half - 1] = kept;
            }
            places.truncate(half);
        }
        legal.iter().map(|text| run.estimate(text)).collect()
    }

    /// Returns an estimate for each of the legal moves, in their order. No move has any visits if
    /// the rules come to this decision in none of the worlds.
    #[must_use]
    pub fn estimates(
        &self,
        worlds: &Worlds<'_>,
        legal: &[Move],
        iterations: u32,
        generator: &mut Generator,
    ) -> Vec<Estimate> {
        let texts: Vec<&str> = legal.iter().map(|one| &*one.text).collect();
        let mut run = Run::new(self, worlds, &texts, generator);
        let mut missed = 0;
        for _ in 0..iterations {
            if run.iterate(None) {
                missed = 0;
            } else {
                missed += 1;
                if missed == MOST_DRAWS {
                    break;
                }
            }
        }
        texts.iter().map(|text| run.estimate(text)).collect()
    }
}

/// One search.
struct Run<'a> {
    rules: &'a Rc<dyn Rules>,
    stop: Option<&'a AtomicBool>,
    worlds: &'a Worlds<'a>,
    /// The texts of the legal moves.
    legal: &'a [&'a str],
    side: Side,
    tree: Tree,
    /// The choices of an iteration within the tree, with who made them.
    path: Vec<(NodeId, EdgeId, Side)>,
    generator: &'a mut Generator,
    /// The list of moves that was last found to be the legal ones.
    same: Option<Moves>,
}

impl<'a> Run<'a> {
    fn new(
        search: &'a Search<'a>,
        worlds: &'a Worlds<'a>,
        legal: &'a [&'a str],
        generator: &'a mut Generator,
    ) -> Self {
        Self {
            rules: &search.rules,
            stop: search.stop,
            worlds,
            legal,
            side: worlds.side(),
            tree: Tree::new(),
            path: Vec::new(),
            generator,
            same: None,
        }
    }

    fn estimate(&self, text: &str) -> Estimate {
        let edge = self.tree.tried(text);
        Estimate {
            visits: edge.visits,
            mean: edge.mean(),
        }
    }

    /// Plays one iteration, which begins with the legal move at a place if one is given. `false` if
    /// there was no world for it, the rules fail in it, or the search is stopped: nothing is counted
    /// then.
    fn iterate(&mut self, first: Option<usize>) -> bool {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return false;
        }
        let Some(game) = self.world() else {
            return false;
        };
        self.path.clear();
        let Some(reward) = self.play(game, first) else {
            return false;
        };
        for (node, edge, side) in self.path.drain(..) {
            let reward = if side == Side::Left {
                reward
            } else {
                1.0 - reward
            };
            self.tree.reward(node, edge, reward);
        }
        true
    }

    /// Draws a world in which the rules come to this decision.
    fn world(&mut self) -> Option<Game> {
        for _ in 0..MOST_DRAWS {
            let world = self.worlds.draw(self.generator);
            let mut game = Game::at(Rc::clone(self.rules), world);
            let stop = game.proceed(self.generator, &mut Nobody);
            if matches!(stop, Ok(Stop::Decision(side)) if side == self.side) && self.is_this(&game)
            {
                return Some(game);
            }
        }
        None
    }

    fn is_this(&mut self, game: &Game) -> bool {
        let Some(moves) = game.moves() else {
            return false;
        };
        if self
            .same
            .as_ref()
            .is_some_and(|same| Rc::ptr_eq(same, &moves))
        {
            return true;
        }
        if moves.len() != self.legal.len()
            || moves
                .iter()
                .zip(self.legal)
                .any(|(one, legal)| *one.text != **legal)
        {
            return false;
        }
        self.same = Some(moves);
        true
    }

    /// Plays to the end of the round: through the tree, then at random. Returns the reward to the
    /// left side, 0–1; `None` if the rules fail.
    fn play(&mut self, mut game: Game, mut first: Option<usize>) -> Option<f64> {
        let mut node = Some(ROOT);
        // The choice that leads to the next node.
        let mut from = None;
        for _ in 0..MOST_DECISIONS {
            let legal = game.moves()?;
            let side = game.state().turn;
            if legal.len() > 1
                && let Some((parent, edge)) = from.take()
            {
                let (child, new) = self.tree.child(parent, edge, self.sight(&game));
                node = (!new).then_some(child);
            }
            let place = match node {
                Some(node) if legal.len() > 1 => {
                    let (place, edge) = match first.take() {
                        Some(place) => (place, self.tree.edge(node, &legal, place)),
                        None => self.tree.choose(node, &legal, self.generator),
                    };
                    self.path.push((node, edge, side));
                    let veiled = legal[place].secret && side != self.side;
                    from = Some((node, (!veiled).then_some(edge)));
                    place
                }
                _ => self.generator.index(legal.len()),
            };
            game.play_nth(place, &mut Nobody).ok()?;
            match game.proceed(self.generator, &mut Nobody).ok()? {
                Stop::Decision(_) => {}
                Stop::RoundOver(verdict) => {
                    return Some(match verdict.winner {
                        Some(Side::Left) => 1.0,
                        Some(Side::Right) => 0.0,
                        None => 0.5,
                    });
                }
                Stop::MatchOver { .. } => return Some(0.5),
            }
        }
        Some(0.5)
    }

    /// Returns a number for what the searching side sees: equal for what looks alike to it.
    fn sight(&self, game: &Game) -> u64 {
        let mut hasher = DefaultHasher::new();
        Observation::new(game.state(), game.layout(), self.side).hash(&mut hasher);
        hasher.finish()
    }
}
