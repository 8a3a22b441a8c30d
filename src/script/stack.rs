//! Room for scripts: how deeply they may nest must not depend on the thread that runs them.

/// A stack that has room for every script within its limits, in every build.
pub const STACK: usize = 128 << 20;

/// What must be left of a stack to run a script on it. Calls within calls take up to 2 MiB; to free
/// a chain of closures that hold one another, as long as operations allow, takes 16.
const NEEDED: usize = 32 << 20;

/// Runs something that calls scripts; on a thread with a smaller stack it gets one of its own.
pub(super) fn with_room<T>(run: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(NEEDED, STACK, run)
}
