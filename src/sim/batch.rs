//! Plays the matches of a run on several threads.

use std::io;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use super::stats::{Counter, Tally};
use crate::bots::{About, Bot, Setting};
use crate::chance::{Seeded, match_seed};
use crate::game::{BySide, Decision, Event, Game, Layout, Nobody, Observer, Rules, Side, State};
use crate::parallel::{Broken, Ending, in_order};
use crate::play::{Finished, Player, PlayerError, RunError, play_match};

/// The matches of a run.
#[derive(Debug, Clone)]
pub struct Batch {
    /// The seed of the run, of which each match takes its own ([`match_seed`]).
    pub seed: u64,
    /// The numbers of the matches to play, from 1.
    pub numbers: RangeInclusive<u64>,
    /// Who plays.
    pub bots: BySide<Bot>,
    /// What the bots may know of the ruleset beside its rules.
    pub about: About,
    /// How many threads play. The results do not depend on it.
    pub jobs: NonZeroUsize,
}

/// Which match it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ticket {
    /// Its number in the run, from 1.
    pub number: u64,
    /// Its seed.
    pub seed: u64,
}

/// What is written down of one match while it is played.
pub trait Account: Observer {
    /// Tells that a side has forfeited the match after so many decisions: it ends there, and what
    /// is written down is not whole.
    fn forfeited(&mut self, forfeit: &Forfeit, decisions: u64) {
        let _ = (forfeit, decisions);
    }

    /// Returns it as bytes; `whole` tells whether the match was played to its end.
    fn close(self, whole: bool) -> Vec<u8>;
}

impl Account for Nobody {
    fn close(self, _whole: bool) -> Vec<u8> {
        Vec::new()
    }
}

/// A match that a side lost because it could not go on, by its own fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forfeit {
    /// Who lost it.
    pub side: Side,
    /// Why.
    pub why: String,
}

/// A match that somebody won, by the rules or because the other side forfeited it, or that ran into
/// its limit.
#[derive(Debug)]
pub struct Played {
    /// Which one.
    pub ticket: Ticket,
    /// Who began it.
    pub first: Side,
    /// How it ended.
    pub finished: Finished,
    /// What was counted.
    pub tally: Tally,
    /// Who forfeited it, if anybody did.
    pub forfeit: Option<Forfeit>,
    /// What was written down.
    pub account: Vec<u8>,
}

/// A match that could not be played to its end.
#[derive(Debug)]
pub struct Failed {
    /// Which one.
    pub ticket: Ticket,
    /// Why.
    pub error: RunError,
    /// What was written down so far.
    pub account: Vec<u8>,
}

/// Why a run was broken off.
#[derive(Debug, thiserror::Error)]
pub enum BatchError<E> {
    /// A match failed: the first one in the order of numbers. All before it were handed over.
    #[error("match {}: {}", .0.ticket.number, .0.error)]
    Match(Box<Failed>),
    /// A worker got no rules, or what was played could not be taken.
    #[error("{0}")]
    Caller(E),
    /// No thread could be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
}

/// Plays the matches of a run.
///
/// `rules` makes the rules of one worker, `account` what writes down one match, `deliver` takes the
/// matches over, in the order of their numbers, as [`in_order`] has it. Once `stop` is set, the
/// matches in progress are finished and no more are begun.
///
/// # Errors
/// A match that fails ends the run; so does an error of the caller's functions.
pub fn run<A, E>(
    batch: &Batch,
    rules: impl Fn() -> Result<Rc<dyn Rules>, E> + Sync,
    account: impl Fn(Ticket) -> A + Sync,
    stop: &AtomicBool,
    mut deliver: impl FnMut(Played) -> Result<(), E>,
) -> Result<Ending, BatchError<E>>
where
    A: Account,
    E: Send,
{
    let account = &account;
    let worker = || {
        let setting = Setting {
            rules: rules().map_err(BatchError::Caller)?,
            about: Rc::new(batch.about.clone()),
        };
        Ok(move |number| {
            let ticket = Ticket {
                number,
                seed: match_seed(batch.seed, number),
            };
            one(
                [&batch.bots.left, &batch.bots.right],
                &setting,
                ticket,
                account(ticket),
            )
        })
    };
    let deliver = |result: Result<Box<Played>, Box<Failed>>| match result {
        Ok(played) => deliver(*played).map_err(BatchError::Caller),
        Err(failed) => Err(BatchError::Match(failed)),
    };
    in_order(batch.numbers.clone(), batch.jobs, stop, worker, deliver).map_err(
        |broken| match broken {
            Broken::Caller(error) => error,
            Broken::Thread(error) => BatchError::Thread(error),
        },
    )
}

/// Plays one match between a left and a right bot.
pub(super) fn one<A: Account>(
    [left, right]: [&Bot; 2],
    setting: &Setting,
    ticket: Ticket,
    account: A,
) -> Result<Box<Played>, Box<Failed>> {
    let mut both = Both {
        counter: Counter::default(),
        account,
    };
    let mut left = left.player(setting, ticket.seed, Side::Left);
    let mut right = right.player(setting, ticket.seed, Side::Right);
    let players: BySide<&mut dyn Player> = BySide {
        left: &mut *left,
        right: &mut *right,
    };
    let mut game = Game::new(Rc::clone(&setting.rules));
    let result = play_match(&mut game, &mut Seeded::new(ticket.seed), players, &mut both);
    let (result, forfeit) = match result {
        Err(RunError::Player {
            side,
            error: PlayerError::Forfeit(why),
        }) => {
            let forfeit = Forfeit { side, why };
            let finished = Finished {
                winner: Some(side.other()),
                score: game.state().score,
                decisions: game.state().decisions,
            };
            both.counter.forfeited(side);
            both.account.forfeited(&forfeit, finished.decisions);
            (Ok(finished), Some(forfeit))
        }
        result => (result, None),
    };
    let account = both.account.close(result.is_ok() && forfeit.is_none());
    match result {
        Ok(finished) => Ok(Box::new(Played {
            ticket,
            first: both.counter.began(),
            finished,
            tally: both.counter.into_tally(),
            forfeit,
            account,
        })),
        Err(error) => Err(Box::new(Failed {
            ticket,
            error,
            account,
        })),
    }
}

struct Both<A> {
    counter: Counter,
    account: A,
}

impl<A: Observer> Observer for Both<A> {
    fn event(&mut self, event: &Event, state: &State, layout: &Layout) {
        self.counter.event(event, state, layout);
        self.account.event(event, state, layout);
    }

    fn decision(&mut self, decision: &Decision<'_>) {
        self.counter.decision(decision);
        self.account.decision(decision);
    }
}

#[cfg(test)]
mod tests;
