//! Plays deals under several rulesets, on several threads.

use std::io;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use super::subject::{Plan, Row, Subject};
use crate::bots::{About, Setting};
use crate::chance::match_seed;
use crate::game::Rules;
use crate::parallel::{Broken, Ending, in_order};
use crate::play::RunError;
use crate::sim::Ticket;

/// Why deals were broken off.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError<E> {
    /// A match failed: the first one in the order of deals.
    #[error("match {}: {error}", ticket.number)]
    Match {
        /// Under which of the rulesets, from 0.
        ruleset: usize,
        /// Which deal.
        ticket: Ticket,
        /// Why.
        error: RunError,
    },
    /// A worker got no rules, or what was played could not be taken.
    #[error("{0}")]
    Caller(E),
    /// No thread could be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
}

/// Plays deals, each under every ruleset, of which `about` has one entry each.
///
/// `rules` makes the rules of one worker by their number, from 0. `deliver` takes what a deal says of
/// each ruleset, in the order of deals, and tells whether more is wanted. Whatever the number of
/// threads, it is asked the same. Once `stop` is set, the deals in progress are finished and no more
/// are begun.
///
/// # Errors
/// A match that fails ends the run; so does an error of the caller's functions.
pub fn run<E: Send>(
    plan: &Plan,
    about: &[About],
    deals: RangeInclusive<u64>,
    jobs: NonZeroUsize,
    rules: impl Fn(usize) -> Result<Rc<dyn Rules>, E> + Sync,
    stop: &AtomicBool,
    mut deliver: impl FnMut(u64, Vec<Row>) -> Result<bool, E>,
) -> Result<Ending, MeasureError<E>> {
    let worker = || {
        let subjects = about.iter().enumerate().map(|(number, about)| {
            let setting = Setting {
                rules: rules(number).map_err(End::failed)?,
                about: Rc::new(about.clone()),
            };
            Ok(Subject { setting })
        });
        let subjects: Vec<Subject> = subjects.collect::<Result<_, End<E>>>()?;
        Ok(move |number| deal(&subjects, plan, number))
    };
    let take_over = |result: Result<Dealt, Box<Failed>>| {
        let Dealt { number, rows } = result.map_err(|failed| {
            End::Broken(MeasureError::Match {
                ruleset: failed.ruleset,
                ticket: failed.ticket,
                error: failed.error,
            })
        })?;
        if deliver(number, rows).map_err(End::failed)? {
            Ok(())
        } else {
            Err(End::Enough)
        }
    };
    match in_order(deals, jobs, stop, worker, take_over) {
        Ok(ending) => Ok(ending),
        Err(Broken::Caller(End::Enough)) => Ok(Ending::Done),
        Err(Broken::Caller(End::Broken(error))) => Err(error),
        Err(Broken::Thread(error)) => Err(MeasureError::Thread(error)),
    }
}

/// Why a run ends before its last deal.
enum End<E> {
    /// What is there is enough.
    Enough,
    Broken(MeasureError<E>),
}

impl<E> End<E> {
    const fn failed(error: E) -> Self {
        Self::Broken(MeasureError::Caller(error))
    }
}

/// What a deal says of each ruleset.
struct Dealt {
    number: u64,
    rows: Vec<Row>,
}

struct Failed {
    ruleset: usize,
    ticket: Ticket,
    error: RunError,
}

fn deal(subjects: &[Subject], plan: &Plan, number: u64) -> Result<Dealt, Box<Failed>> {
    let one = |(ruleset, subject): (usize, &Subject)| {
        subject.measure(plan, number).map_err(|error| {
            let seed = match_seed(plan.seed, number);
            Box::new(Failed {
                ruleset,
                ticket: Ticket { number, seed },
                error,
            })
        })
    };
    let rows = subjects
        .iter()
        .enumerate()
        .map(one)
        .collect::<Result<_, _>>()?;
    Ok(Dealt { number, rows })
}
