//! Bots against each other: every pair, on the same deals, from both sides.

use std::num::NonZeroUsize;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use super::batch::{BatchError, Played, Ticket, one};
use crate::bots::{About, Bot, Setting};
use crate::chance::match_seed;
use crate::game::{Nobody, Rules, Side};
use crate::parallel::{Broken, Ending, in_order};

/// A round robin.
#[derive(Debug, Clone)]
pub struct Arena {
    /// The seed of the run, of which each deal takes its own ([`match_seed`]).
    pub seed: u64,
    /// Deals for each pair; each is played twice, with the sides swapped.
    pub deals: u64,
    /// Who plays; at least two.
    pub bots: Vec<Bot>,
    /// What the bots may know of the ruleset beside its rules.
    pub about: About,
    /// How many threads play. The results do not depend on it.
    pub jobs: NonZeroUsize,
}

/// Two bots at one deal, by their places in [`Arena::bots`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meeting {
    /// The number of the deal, from 1.
    pub deal: u64,
    /// Who plays left.
    pub left: usize,
    /// Who plays right.
    pub right: usize,
}

impl Meeting {
    /// Returns who plays a side.
    #[must_use]
    pub const fn bot(&self, side: Side) -> usize {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }
}

/// How the matches of a pair ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Encounter {
    /// Won by the first.
    pub won: u64,
    /// Won by the second.
    pub lost: u64,
    /// Won by nobody.
    pub drawn: u64,
}

impl Encounter {
    /// Returns how many there were.
    #[must_use]
    pub const fn all(&self) -> u64 {
        self.won + self.lost + self.drawn
    }

    /// Returns the same as the second sees it.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self {
            won: self.lost,
            lost: self.won,
            drawn: self.drawn,
        }
    }
}

/// What came of an arena so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scores {
    /// Of each bot against each, by their places.
    pub encounters: Vec<Vec<Encounter>>,
    /// Matches that each bot forfeited.
    pub forfeits: Vec<u64>,
}

impl Scores {
    /// Makes the scores of so many bots that have not met.
    #[must_use]
    pub fn new(bots: usize) -> Self {
        Self {
            encounters: vec![vec![Encounter::default(); bots]; bots],
            forfeits: vec![0; bots],
        }
    }

    /// Adds a match.
    pub fn add(&mut self, meeting: &Meeting, played: &Played) {
        let encounter = &mut self.encounters[meeting.left][meeting.right];
        match played.finished.winner {
            Some(Side::Left) => encounter.won += 1,
            Some(Side::Right) => encounter.lost += 1,
            None => encounter.drawn += 1,
        }
        if let Some(forfeit) = &played.forfeit {
            self.forfeits[meeting.bot(forfeit.side)] += 1;
        }
    }

    /// Returns how the matches of two bots ended, whoever sat where.
    #[must_use]
    pub fn between(&self, one: usize, other: usize) -> Encounter {
        let (here, there) = (
            self.encounters[one][other],
            self.encounters[other][one].swapped(),
        );
        Encounter {
            won: here.won + there.won,
            lost: here.lost + there.lost,
            drawn: here.drawn + there.drawn,
        }
    }
}

/// Plays an arena: deal by deal, so that what was played when it is stopped is of all pairs alike.
///
/// `rules` makes the rules of one worker; `deliver` takes the matches over in their order, as
/// [`in_order`] has it.
///
/// # Errors
/// A match that fails ends the run; so does an error of the caller's functions.
pub fn play_arena<E: Send>(
    arena: &Arena,
    rules: impl Fn() -> Result<Rc<dyn Rules>, E> + Sync,
    stop: &AtomicBool,
    mut deliver: impl FnMut(Meeting, Played) -> Result<(), E>,
) -> Result<Ending, BatchError<E>> {
    let worker = || {
        let setting = Setting {
            rules: rules().map_err(BatchError::Caller)?,
            about: Rc::new(arena.about.clone()),
        };
        Ok(move |meeting: Meeting| {
            let ticket = Ticket {
                number: meeting.deal,
                seed: match_seed(arena.seed, meeting.deal),
            };
            let bots = [meeting.left, meeting.right].map(|place| &arena.bots[place]);
            one(bots, &setting, ticket, Nobody).map(|played| (meeting, played))
        })
    };
    let deliver = |result| match result {
        Ok((meeting, played)) => {
            let played: Box<Played> = played;
            deliver(meeting, *played).map_err(BatchError::Caller)
        }
        Err(failed) => Err(BatchError::Match(failed)),
    };
    let ended = in_order(meetings(arena), arena.jobs, stop, worker, deliver);
    ended.map_err(|broken| match broken {
        Broken::Caller(error) => error,
        Broken::Thread(error) => BatchError::Thread(error),
    })
}

/// Returns the matches of an arena in their order.
fn meetings(arena: &Arena) -> impl Iterator<Item = Meeting> + Send + use<> {
    let count = arena.bots.len();
    let seats: Vec<[usize; 2]> = (0..count)
        .flat_map(|one| (one + 1..count).flat_map(move |other| [[one, other], [other, one]]))
        .collect();
    (1..=arena.deals).flat_map(move |deal| {
        let at = move |[left, right]: [usize; 2]| Meeting { deal, left, right };
        seats.clone().into_iter().map(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_plays_every_deal_from_both_sides() {
        let arena = Arena {
            seed: 1,
            deals: 2,
            bots: vec![Bot::Random, Bot::Greedy, Bot::Random],
            about: About::default(),
            jobs: NonZeroUsize::MIN,
        };
        let met: Vec<String> = meetings(&arena)
            .map(|met| format!("{}:{}{}", met.deal, met.left, met.right))
            .collect();
        assert_eq!(
            met.join(" "),
            "1:01 1:10 1:02 1:20 1:12 1:21 2:01 2:10 2:02 2:20 2:12 2:21"
        );
    }

    #[test]
    fn an_encounter_is_the_same_from_both_ends() {
        let mut scores = Scores::new(2);
        scores.encounters[0][1].won = 3;
        scores.encounters[1][0].won = 2;
        scores.encounters[1][0].drawn = 1;
        let between = scores.between(0, 1);
        assert_eq!((between.won, between.lost, between.drawn), (3, 2, 1));
        assert_eq!(scores.between(1, 0), between.swapped());
    }
}
