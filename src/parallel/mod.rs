//! Work that several threads share, and whose results are handed over in its own order.

mod queue;

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use queue::Queue;

/// Stack of a worker: scripts may nest deeply, and a debug build needs room for that.
const STACK: usize = 64 << 20;

/// Results that may wait to be handed over, for each worker.
pub(crate) const AHEAD: usize = 64;

/// How long results are let gather before they are handed over: to be woken for each costs more than
/// a short piece of work.
const PAUSE: Duration = Duration::from_millis(1);

/// How work ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// All of it was done.
    Done,
    /// It was stopped; the results handed over are the first ones.
    Stopped,
}

/// Why work was broken off.
#[derive(Debug, thiserror::Error)]
pub enum Broken<E> {
    /// A worker could not be made, or a result could not be taken.
    #[error("{0}")]
    Caller(E),
    /// No thread could be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
}

/// Does a piece of work for every item.
///
/// `worker` makes what does the work on one thread, `deliver` takes the results over: on the calling
/// thread, in the order of the items, whatever the number of threads. A piece that takes long holds
/// the others up after a while, so that the memory in use does not grow with their number. Once
/// `stop` is set, the pieces in progress are finished and no more are begun.
///
/// # Errors
/// An error of the caller's functions ends the work.
pub fn in_order<I, W, R, E>(
    items: I,
    jobs: NonZeroUsize,
    stop: &AtomicBool,
    worker: impl Fn() -> Result<W, E> + Sync,
    deliver: impl FnMut(R) -> Result<(), E>,
) -> Result<Ending, Broken<E>>
where
    I: IntoIterator<Item: Send, IntoIter: Send>,
    W: FnMut(I::Item) -> R,
    R: Send,
    E: Send,
{
    let items = items.into_iter();
    let most = items.size_hint().1.unwrap_or(usize::MAX).max(1);
    let jobs = jobs.get().min(most);
    let queue = &Queue::new(items, jobs * AHEAD, stop);
    let worker = &worker;
    thread::scope(|scope| {
        let (sender, results) = channel();
        let mut workers = Vec::new();
        for _ in 0..jobs {
            let sender = sender.clone();
            match spawn(scope, move || work(queue, worker, &sender)) {
                Ok(worker) => workers.push(worker),
                Err(error) if workers.is_empty() => return Err(Broken::Thread(error)),
                // Fewer workers give the same results.
                Err(_) => break,
            }
        }
        drop(sender);
        let ending = collect(queue, &results, deliver);
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
enum Report<R, E> {
    Done(usize, R),
    NoWorker(E),
}

fn work<I: Iterator, W: FnMut(I::Item) -> R, R, E>(
    queue: &Queue<'_, I>,
    worker: &impl Fn() -> Result<W, E>,
    reports: &Sender<Report<R, E>>,
) {
    let _guard = EndOnPanic(queue);
    let mut worker = match worker() {
        Ok(worker) => worker,
        Err(error) => {
            queue.end();
            // Nobody listens any more: the work has ended.
            let _ = reports.send(Report::NoWorker(error));
            return;
        }
    };
    while let Some((number, item)) = queue.take() {
        if reports.send(Report::Done(number, worker(item))).is_err() {
            return;
        }
    }
}

/// Ends the work if a worker panics: the others would wait for its result for ever.
struct EndOnPanic<'a, I: Iterator>(&'a Queue<'a, I>);

impl<I: Iterator> Drop for EndOnPanic<'_, I> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}

/// Hands the results over in order.
fn collect<I: Iterator, R, E>(
    queue: &Queue<'_, I>,
    reports: &Receiver<Report<R, E>>,
    mut deliver: impl FnMut(R) -> Result<(), E>,
) -> Result<Ending, Broken<E>> {
    let mut due = 0;
    let mut waiting = BTreeMap::new();
    let mut failure = None;
    while let Ok(first) = reports.recv() {
        for report in std::iter::once(first).chain(reports.try_iter()) {
            match report {
                Report::NoWorker(error) => {
                    failure.get_or_insert(error);
                }
                Report::Done(number, result) => {
                    waiting.insert(number, result);
                }
            }
        }
        while failure.is_none()
            && let Some(result) = waiting.remove(&due)
        {
            due += 1;
            if let Err(error) = deliver(result) {
                queue.end();
                failure = Some(error);
            }
            queue.handed_over(due);
        }
        thread::sleep(PAUSE);
    }
    match failure {
        Some(error) => Err(Broken::Caller(error)),
        None if queue.is_exhausted() => Ok(Ending::Done),
        None => Ok(Ending::Stopped),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn squares(numbers: u64, jobs: usize) -> (Vec<u64>, Result<Ending, Broken<()>>) {
        let mut taken = Vec::new();
        let jobs = NonZeroUsize::new(jobs).unwrap();
        let worker = || Ok(|number: u64| number * number);
        let ending = in_order(
            1..=numbers,
            jobs,
            &AtomicBool::new(false),
            worker,
            |square| {
                taken.push(square);
                Ok(())
            },
        );
        (taken, ending)
    }

    #[test]
    fn results_come_in_the_order_of_the_items_whatever_the_number_of_workers() {
        let expected: Vec<u64> = (1..=500).map(|number| number * number).collect();
        for jobs in [1, 2, 7] {
            let (taken, ending) = squares(500, jobs);
            assert_eq!(taken, expected);
            assert_eq!(ending.unwrap(), Ending::Done);
        }
        assert_eq!(squares(0, 3).1.unwrap(), Ending::Done);
    }

    #[test]
    fn an_error_of_the_one_who_takes_ends_the_work() {
        let jobs = NonZeroUsize::new(2).unwrap();
        let (worker, begun) = (|| Ok(|number: u64| number), AtomicUsize::new(0));
        let counted = (0..1_000_000).inspect(|_| {
            begun.fetch_add(1, Ordering::Relaxed);
        });
        let ending = in_order(counted, jobs, &AtomicBool::new(false), worker, |number| {
            if number < 5 { Ok(()) } else { Err("enough") }
        });
        assert!(matches!(ending, Err(Broken::Caller("enough"))));
        assert!(begun.into_inner() <= 6 + 2 * AHEAD);
    }

    #[test]
    fn an_error_of_a_worker_ends_the_work() {
        let none = || -> Result<fn(u64) -> u64, &str> { Err("none") };
        let jobs = NonZeroUsize::new(3).unwrap();
        let ending = in_order(0..9, jobs, &AtomicBool::new(false), none, |_| Ok(()));
        assert!(matches!(ending, Err(Broken::Caller("none"))));
    }
}
