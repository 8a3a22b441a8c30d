//! Plays the matches of a run on several threads.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::panic::resume_unwind;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Scope, ScopedJoinHandle};

use super::queue::Queue;
use super::stats::{Counter, Tally};
use crate::bots::{Bot, Weights};
use crate::chance::{Seeded, match_seed};
use crate::game::{BySide, Decision, Event, Game, Layout, Nobody, Observer, Rules, Side, State};
use crate::play::{Finished, Player, RunError, play_match};

/// Stack of a worker: scripts may nest deeply, and a debug build needs room for that.
const STACK: usize = 64 << 20;

/// Results that may wait for a slower match before them, for each worker.
const AHEAD: u64 = 8;

/// The matches of a run.
#[derive(Debug, Clone)]
pub struct Batch {
    /// The seed of the run, of which each match takes its own ([`match_seed`]).
    pub seed: u64,
    /// The numbers of the matches to play, from 1.
    pub numbers: RangeInclusive<u64>,
    /// Who plays.
    pub bots: BySide<Bot>,
    /// What the bots like.
    pub weights: Weights,
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
    /// Returns it as bytes; `whole` tells whether the match was played to its end.
    fn close(self, whole: bool) -> Vec<u8>;
}

impl Account for Nobody {
    fn close(self, _whole: bool) -> Vec<u8> {
        Vec::new()
    }
}

/// A match played to its end.
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

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Every match was played.
    Done,
    /// It was stopped; the matches handed over are the first ones.
    Stopped,
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
/// matches over: on the calling thread, in the order of their numbers, whatever the number of
/// workers. A match that takes long holds the others up after a while, so that the memory in use
/// does not grow with their number. Once `stop` is set, the matches in progress are finished and no
/// more are begun.
///
/// # Errors
/// A match that fails ends the run; so does an error of the caller's functions.
pub fn run<A, E>(
    batch: &Batch,
    rules: impl Fn() -> Result<Rc<dyn Rules>, E> + Sync,
    account: impl Fn(Ticket) -> A + Sync,
    stop: &AtomicBool,
    deliver: impl FnMut(Played) -> Result<(), E>,
) -> Result<Ending, BatchError<E>>
where
    A: Account,
    E: Send,
{
    let matches = batch.numbers.end().saturating_sub(*batch.numbers.start());
    let jobs = (batch.jobs.get() as u64).min(matches.saturating_add(1));
    let queue = &Queue::new(&batch.numbers, jobs * AHEAD, stop);
    let (rules, account) = (&rules, &account);
    thread::scope(|scope| {
        let (sender, results) = channel();
        let mut workers = Vec::new();
        for _ in 0..jobs {
            let sender = sender.clone();
            let worker = move || work(batch, queue, rules, account, &sender);
            match spawn(scope, worker) {
                Ok(worker) => workers.push(worker),
                Err(error) if workers.is_empty() => return Err(BatchError::Thread(error)),
                // Fewer workers give the same results.
                Err(_) => break,
            }
        }
        drop(sender);
        let ending = collect(batch, queue, &results, deliver);
        for worker in workers {
            if let Err(panic) = worker.join() {
                resume_unwind(panic);
            }
        }
        ending
    })
}

fn spawn<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    worker: impl FnOnce() + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, ()>> {
    let builder = thread::Builder::new().stack_size(STACK);
    builder.spawn_scoped(scope, worker)
}

/// What a worker has to say.
enum Report<E> {
    Match(u64, Box<Result<Played, Box<Failed>>>),
    NoRules(E),
}

fn work<A: Account, E>(
    batch: &Batch,
    queue: &Queue<'_>,
    rules: &impl Fn() -> Result<Rc<dyn Rules>, E>,
    account: &impl Fn(Ticket) -> A,
    reports: &Sender<Report<E>>,
) {
    let _guard = EndOnPanic(queue);
    let rules = match rules() {
        Ok(rules) => rules,
        Err(error) => {
            queue.end_at(0);
            // Nobody listens any more: the run has ended.
            let _ = reports.send(Report::NoRules(error));
            return;
        }
    };
    let weights = Rc::new(batch.weights.clone());
    while let Some(number) = queue.take() {
        let ticket = Ticket {
            number,
            seed: match_seed(batch.seed, number),
        };
        let result = one(batch, &rules, &weights, ticket, account(ticket));
        if result.is_err() {
            queue.end_at(number);
        }
        if reports
            .send(Report::Match(number, Box::new(result)))
            .is_err()
        {
            return;
        }
    }
}

/// Ends the run if the worker panics: the others would wait for its match for ever.
struct EndOnPanic<'a>(&'a Queue<'a>);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end_at(0);
        }
    }
}

/// Plays one match.
fn one<A: Account>(
    batch: &Batch,
    rules: &Rc<dyn Rules>,
    weights: &Rc<Weights>,
    ticket: Ticket,
    account: A,
) -> Result<Played, Box<Failed>> {
    let mut both = Both {
        counter: Counter::default(),
        account,
    };
    let player = |side: Side| batch.bots[side].player(rules, weights, ticket.seed, side);
    let (mut left, mut right) = (player(Side::Left), player(Side::Right));
    let players: BySide<&mut dyn Player> = BySide {
        left: &mut *left,
        right: &mut *right,
    };
    let mut game = Game::new(Rc::clone(rules));
    let result = play_match(&mut game, &mut Seeded::new(ticket.seed), players, &mut both);
    let account = both.account.close(result.is_ok());
    match result {
        Ok(finished) => Ok(Played {
            ticket,
            first: both.counter.began(),
            finished,
            tally: both.counter.into_tally(),
            account,
        }),
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

/// Hands the results over in order.
fn collect<E>(
    batch: &Batch,
    queue: &Queue<'_>,
    reports: &Receiver<Report<E>>,
    mut deliver: impl FnMut(Played) -> Result<(), E>,
) -> Result<Ending, BatchError<E>> {
    let mut due = *batch.numbers.start();
    let mut waiting = BTreeMap::new();
    let mut failure = None;
    for report in reports {
        match report {
            Report::NoRules(error) => {
                failure.get_or_insert(BatchError::Caller(error));
            }
            Report::Match(number, result) => {
                waiting.insert(number, result);
            }
        }
        while failure.is_none()
            && let Some(result) = waiting.remove(&due)
        {
            due += 1;
            let delivered = match *result {
                Ok(played) => deliver(played).map_err(BatchError::Caller),
                Err(failed) => Err(BatchError::Match(failed)),
            };
            if let Err(error) = delivered {
                queue.end_at(0);
                failure = Some(error);
            }
            queue.handed_over(due);
        }
    }
    match failure {
        Some(error) => Err(error),
        None if due > *batch.numbers.end() => Ok(Ending::Done),
        None => Ok(Ending::Stopped),
    }
}

#[cfg(test)]
mod tests;
