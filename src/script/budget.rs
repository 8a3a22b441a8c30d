//! What the scripts of a game use up between two decisions: counted on every operation, so that
//! the calls a script makes through `map`, `filter` and their like count too.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use rhai::{Dynamic, Engine};

use super::limits::LIMITS;

/// Operations between two looks at the thread's own clock; a call with fewer is never timed.
const EVERY: u64 = 256;

/// Operations between two glances at the wall clock, which costs less; a call with fewer is never
/// timed.
const GLANCE: u64 = 16;

/// So many operations take a few microseconds. If they take this long, they may be copying a great
/// deal: from then on, every operation of the call is looked at.
const LONG: Duration = Duration::from_millis(1);

/// A call that takes less is not looked at any closer.
const SHORT: Duration = Duration::from_millis(2);

/// The shortest time between two looks at the memory between decisions: a look takes some
/// microseconds.
const BETWEEN: Duration = Duration::from_millis(10);

/// What a script has used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exhausted {
    /// Operations: the same on every machine.
    Operations,
    /// Time: a script whose operations are very slow.
    Time,
    /// Memory that the process has taken.
    Memory,
    /// Memory that it has taken from decision to decision.
    Kept,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operations => write!(f, "{} operations", LIMITS.operations),
            Self::Time => write!(f, "{} milliseconds", LIMITS.time.as_millis()),
            Self::Memory => write!(f, "{} MiB of memory", LIMITS.memory >> 20),
            Self::Kept => write!(f, "{} MiB of memory in all", LIMITS.kept >> 20),
        }
    }
}

/// The count of one engine.
#[derive(Debug, Clone)]
pub(super) struct Budget(Rc<Spent>);

#[derive(Debug)]
struct Spent {
    /// Operations since the last decision, and how many there may be.
    operations: Cell<u64>,
    most: u64,
    /// Operations before the call in progress.
    before: Cell<u64>,
    /// Whether time and memory are looked at, too.
    looks: bool,
    /// Time that this thread was at work in earlier calls, and since when it is in this one: what
    /// other programs do to the machine does not count.
    time: Cell<Duration>,
    began: Cell<Option<ThreadTime>>,
    glanced: Cell<Option<Instant>>,
    careful: Cell<bool>,
    /// After what time of the call the memory was last looked at, and how much there was at first.
    looked: Cell<Duration>,
    memory: Cell<Option<u64>>,
    at_start: Option<u64>,
    /// When the memory was last looked at between decisions, and whether it was too much then.
    looked_between: Cell<Option<Instant>>,
    full: Cell<bool>,
}

impl Budget {
    /// Starts a count.
    pub(super) fn new(most: u64) -> Self {
        Self::count(most, true)
    }

    /// Starts the count of a call that is made once more and goes as it went before. What time and
    /// memory it takes now tells of the machine and not of the scripts.
    pub(super) fn again(most: u64) -> Self {
        Self::count(most, false)
    }

    fn count(most: u64, looks: bool) -> Self {
        Self(Rc::new(Spent {
            looks,
            operations: Cell::new(0),
            most,
            before: Cell::new(0),
            time: Cell::new(Duration::ZERO),
            began: Cell::new(None),
            glanced: Cell::new(None),
            careful: Cell::new(false),
            looked: Cell::new(Duration::ZERO),
            memory: Cell::new(None),
            at_start: memory(),
            looked_between: Cell::new(None),
            full: Cell::new(false),
        }))
    }

    /// Makes an engine count.
    pub(super) fn watch(&self, engine: &mut Engine) {
        let spent = Rc::clone(&self.0);
        engine.on_progress(move |_| spent.operation().map(Dynamic::from));
    }

    /// Starts the count anew: a decision has been reached or made.
    pub(super) fn renew(&self) {
        self.0.operations.set(0);
        self.0.time.set(Duration::ZERO);
        self.0.memory.set(None);
        self.0.look_between();
    }

    /// Goes on from another count.
    pub(super) fn set_operations(&self, operations: u64) {
        self.0.operations.set(operations);
    }

    /// Counts operations that were not made, as their outcome was known; tells whether so many were
    /// left. If not, none are counted.
    pub(super) fn spend(&self, operations: u64) -> bool {
        let sum = self.0.operations.get().saturating_add(operations);
        if sum > self.0.most {
            return false;
        }
        self.0.operations.set(sum);
        true
    }

    /// Returns how many operations are left.
    pub(super) fn left(&self) -> u64 {
        self.0.most.saturating_sub(self.0.operations.get())
    }

    /// Counts what a call uses up.
    pub(super) fn call<T>(&self, call: impl FnOnce() -> T) -> T {
        let spent = &self.0;
        spent.before.set(spent.operations.get());
        spent.began.set(None);
        spent.glanced.set(None);
        spent.careful.set(false);
        let answer = call();
        if let Some(began) = spent.began.get() {
            spent
                .time
                .set(spent.time.get().saturating_add(began.elapsed()));
        }
        answer
    }

    /// Returns the operations of the last call.
    pub(super) fn of_last_call(&self) -> u64 {
        self.0.operations.get() - self.0.before.get()
    }

    /// Returns the operations counted.
    pub(super) fn operations(&self) -> u64 {
        self.0.operations.get()
    }
}

impl Spent {
    fn operation(&self) -> Option<Exhausted> {
        let operations = self.operations.get() + 1;
        self.operations.set(operations);
        if operations > self.most {
            return Some(Exhausted::Operations);
        }
        if !self.looks {
            return None;
        }
        if self.full.get() {
            return Some(Exhausted::Kept);
        }
        if operations.is_multiple_of(GLANCE) || self.careful.get() {
            return self.glance(operations);
        }
        None
    }

    fn glance(&self, operations: u64) -> Option<Exhausted> {
        let now = Instant::now();
        let before = self.glanced.replace(Some(now));
        if before.is_some_and(|before| now.saturating_duration_since(before) > LONG) {
            self.careful.set(true);
            return self.look(true);
        }
        if operations.is_multiple_of(EVERY) {
            return self.look(false);
        }
        None
    }

    #[cold]
    fn look(&self, at_memory: bool) -> Option<Exhausted> {
        let began = match self.began.get() {
            Some(began) => began,
            None if at_memory => ThreadTime::now(),
            None => {
                self.began.set(Some(ThreadTime::now()));
                self.looked.set(Duration::ZERO);
                return None;
            }
        };
        self.began.set(Some(began));
        let taken = began.elapsed();
        if self.time.get().saturating_add(taken) > LIMITS.time {
            return Some(Exhausted::Time);
        }
        let is_due = taken >= SHORT && taken.saturating_sub(self.looked.get()) >= SHORT;
        if !is_due && !at_memory {
            return None;
        }
        self.looked.set(taken);
        let held = memory()?;
        let Some(first) = self.memory.get() else {
            self.memory.set(Some(held));
            return None;
        };
        if self.keeps_too_much(held) {
            return Some(Exhausted::Kept);
        }
        (held.saturating_sub(first) > LIMITS.memory).then_some(Exhausted::Memory)
    }

    fn keeps_too_much(&self, held: u64) -> bool {
        held.saturating_sub(self.at_start.unwrap_or(held)) > LIMITS.kept
    }

    /// Looks at the memory between decisions: a script may leave a little behind in calls that are
    /// each too short to be looked at.
    fn look_between(&self) {
        let now = Instant::now();
        let is_due = match self.looked_between.get() {
            Some(last) => now.saturating_duration_since(last) >= BETWEEN,
            None => true,
        };
        if is_due {
            self.looked_between.set(Some(now));
            let keeps = memory().is_some_and(|held| self.keeps_too_much(held));
            self.full.set(keeps);
        }
    }
}

/// Returns the bytes of memory that the process holds, where the system tells.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
