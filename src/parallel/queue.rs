//! Which item is next, and how far ahead of the last result handed over.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Items, given out one by one, each with its number from 0.
///
/// They are given out in order under one lock, which also sees the flag that stops the work: so the
/// items begun are always the first ones, without a gap. None is given out that is `window` or more
/// beyond the next one to be handed over, so that no more than that many results wait for a slow one.
#[derive(Debug)]
pub(super) struct Queue<'a, I: Iterator> {
    places: Mutex<Places<I>>,
    moved: Condvar,
    window: usize,
    stop: &'a AtomicBool,
}

#[derive(Debug)]
struct Places<I> {
    items: I,
    /// The number of the next item to be given out.
    next: usize,
    /// The number of the next one to be handed over.
    due: usize,
    /// Whether nothing is given out any more.
    ended: bool,
    /// Whether there was nothing left to be given out.
    exhausted: bool,
}

impl<'a, I: Iterator> Queue<'a, I> {
    pub(super) fn new(items: I, window: usize, stop: &'a AtomicBool) -> Self {
        let places = Places {
            items,
            next: 0,
            due: 0,
            ended: false,
            exhausted: false,
        };
        Self {
            places: Mutex::new(places),
            moved: Condvar::new(),
            window: window.max(1),
            stop,
        }
    }

    /// Takes the next item, waiting if it is too far ahead; `None` when no more are given out.
    pub(super) fn take(&self) -> Option<(usize, I::Item)> {
        let mut places = self.lock();
        loop {
            if places.ended {
                return None;
            }
            if places.next - places.due < self.window {
                if self.stop.load(Ordering::Relaxed) {
                    places.ended = true;
                    return None;
                }
                let Some(item) = places.items.next() else {
                    places.ended = true;
                    places.exhausted = true;
                    drop(places);
                    self.moved.notify_all();
                    return None;
                };
                let number = places.next;
                places.next += 1;
                return Some((number, item));
            }
            let woken = self.moved.wait(places);
            places = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Notes that everything before `due` has been handed over.
    pub(super) fn handed_over(&self, due: usize) {
        self.lock().due = due;
        self.moved.notify_all();
    }

    /// Gives out nothing any more.
    pub(super) fn end(&self) {
        self.lock().ended = true;
        self.moved.notify_all();
    }

    /// Tells whether every item was given out.
    pub(super) fn is_exhausted(&self) -> bool {
        let places = self.lock();
        places.exhausted
    }

    fn lock(&self) -> MutexGuard<'_, Places<I>> {
        // Numbers are whole at any moment, also when a worker has panicked.
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_in_order_and_end() {
        let stop = AtomicBool::new(false);
        let queue = Queue::new(3..=5, 9, &stop);
        let items: Vec<(usize, u64)> = std::iter::from_fn(|| queue.take()).collect();
        assert_eq!(items, [(0, 3), (1, 4), (2, 5)]);
        assert!(queue.is_exhausted());
    }

    #[test]
    fn nothing_is_given_out_after_a_stop() {
        let stop = AtomicBool::new(false);
        let queue = Queue::new(1..=9, 9, &stop);
        assert_eq!(queue.take(), Some((0, 1)));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(queue.take(), None);
        assert!(!queue.is_exhausted());
    }

    #[test]
    fn nobody_runs_ahead_of_the_window() {
        let stop = AtomicBool::new(false);
        let queue = Queue::new(1..=9, 2, &stop);
        assert_eq!((queue.take(), queue.take()), (Some((0, 1)), Some((1, 2))));
        std::thread::scope(|scope| {
            let third = scope.spawn(|| queue.take());
            queue.handed_over(1);
            assert_eq!(third.join().unwrap(), Some((2, 3)));
        });
    }

    #[test]
    fn an_end_wakes_those_who_wait() {
        let stop = AtomicBool::new(false);
        let queue = Queue::new(1..=9, 1, &stop);
        assert_eq!(queue.take(), Some((0, 1)));
        std::thread::scope(|scope| {
            let second = scope.spawn(|| queue.take());
            queue.end();
            assert_eq!(second.join().unwrap(), None);
        });
    }
}
