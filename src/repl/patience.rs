//! The patience of whoever waits for a long answer.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long an answer may take before something is shown, and then between two signs of life.
const SILENCE: Duration = Duration::from_millis(100);

/// Asked now and then by what takes long: shows signs of life, and tells when to give up.
#[derive(Clone)]
pub struct Patience {
    stop: Arc<AtomicBool>,
    /// Shows how far an answer is; an empty text takes that away.
    show: Rc<dyn Fn(&str)>,
    last: Rc<Cell<Instant>>,
    shown: Rc<Cell<bool>>,
}

impl fmt::Debug for Patience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Patience").finish_non_exhaustive()
    }
}

impl Patience {
    /// Makes the patience of somebody who can set `stop`, and sees what `show` shows.
    #[must_use]
    pub fn new(stop: Arc<AtomicBool>, show: Rc<dyn Fn(&str)>) -> Self {
        Self {
            stop,
            show,
            last: Rc::new(Cell::new(Instant::now())),
            shown: Rc::default(),
        }
    }

    /// Begins to wait.
    pub fn begin(&self) {
        self.stop.store(false, Ordering::Relaxed);
        self.last.set(Instant::now());
    }

    /// Tells whether to go on, and shows how far it is if that has not been seen for a while.
    #[must_use]
    pub fn goes_on(&self, how_far: impl FnOnce() -> String) -> bool {
        if self.last.get().elapsed() > SILENCE {
            (self.show)(&how_far());
            self.shown.set(true);
            self.last.set(Instant::now());
        }
        !self.stop.load(Ordering::Relaxed)
    }

    /// Returns the flag that tells to give up.
    #[must_use]
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Ends the waiting.
    pub fn end(&self) {
        if self.shown.replace(false) {
            (self.show)("");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn signs_of_life_come_after_a_while_and_go() {
        let seen = Rc::new(RefCell::new(Vec::new()));
        let sink = Rc::clone(&seen);
        let show = Rc::new(move |text: &str| sink.borrow_mut().push(text.to_owned()));
        let stop = Arc::new(AtomicBool::new(false));
        let patience = Patience::new(Arc::clone(&stop), show);
        patience.begin();
        patience.end();
        assert!(seen.borrow().is_empty());
        patience
            .last
            .set(Instant::now().checked_sub(SILENCE * 2).unwrap());
        assert!(patience.goes_on(|| "half".to_owned()));
        patience.end();
        assert_eq!(*seen.borrow(), ["half", ""]);
        stop.store(true, Ordering::Relaxed);
        assert!(!patience.goes_on(String::new));
    }
}
