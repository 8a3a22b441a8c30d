//! Which match is played next, and how far ahead of the last one handed over.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The numbers of matches, given out one by one.
///
/// Numbers are given out in order under one lock, which also sees the flag that stops the run: so
/// the matches begun are always the first ones, without a gap. No number is given out that is
/// `window` or more beyond the next one to be handed over, so that no more than that many results
/// wait for a slow one.
#[derive(Debug)]
pub(super) struct Queue<'a> {
    places: Mutex<Places>,
    moved: Condvar,
    window: u64,
    stop: &'a AtomicBool,
}

#[derive(Debug)]
struct Places {
    /// The next number to be given out.
    next: u64,
    /// The next number to be handed over.
    due: u64,
    /// The first number that is not given out any more.
    end: u64,
}

impl<'a> Queue<'a> {
    pub(super) fn new(numbers: &RangeInclusive<u64>, window: u64, stop: &'a AtomicBool) -> Self {
        let places = Places {
            next: *numbers.start(),
            due: *numbers.start(),
            end: numbers.end().saturating_add(1),
        };
        Self {
            places: Mutex::new(places),
            moved: Condvar::new(),
            window: window.max(1),
            stop,
        }
    }

    /// Takes the next number, waiting if it is too far ahead; `None` when no more are given out.
    pub(super) fn take(&self) -> Option<u64> {
        let mut places = self.lock();
        loop {
            if places.next >= places.end || self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if places.next - places.due < self.window {
                let number = places.next;
                places.next += 1;
                return Some(number);
            }
            let woken = self.moved.wait(places);
            places = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Notes that everything before `due` has been handed over.
    pub(super) fn handed_over(&self, due: u64) {
        self.lock().due = due;
        self.moved.notify_all();
    }

    /// Gives out no number from `end` on.
    pub(super) fn end_at(&self, end: u64) {
        let mut places = self.lock();
        places.end = places.end.min(end);
        drop(places);
        self.moved.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Places> {
        // Numbers are whole at any moment, also when a worker has panicked.
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_in_order_and_end() {
        let stop = AtomicBool::new(false);
        let queue = Queue::new(&(3..=5), 9, &stop);
        let numbers: Vec<u64> = std::iter::from_fn(|| queue.take()).collect();
        assert_eq!(numbers, [3, 4, 5]);
    }

    #[test]
    fn nothing_is_given_out_after_a_stop() {
        let stop = AtomicBool::new(false);
        let queue = Queue::new(&(1..=9), 9, &stop);
        assert_eq!(queue.take(), Some(1));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(queue.take(), None);
    }

    #[test]
    fn nobody_runs_ahead_of_the_window() {
        let stop = AtomicBool::new(false);
        let queue = Queue::new(&(1..=9), 2, &stop);
        assert_eq!((queue.take(), queue.take()), (Some(1), Some(2)));
        std::thread::scope(|scope| {
            let third = scope.spawn(|| queue.take());
            queue.handed_over(2);
            assert_eq!(third.join().unwrap(), Some(3));
        });
    }

    #[test]
    fn an_end_wakes_those_who_wait() {
        let stop = AtomicBool::new(false);
        let queue = Queue::new(&(1..=9), 1, &stop);
        assert_eq!(queue.take(), Some(1));
        std::thread::scope(|scope| {
            let second = scope.spawn(|| queue.take());
            queue.end_at(1);
            assert_eq!(second.join().unwrap(), None);
        });
    }
}
