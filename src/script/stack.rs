//! Room for scripts: how deeply they may nest must not depend on the thread that runs them.

/// A stack that has room for every script within its limits, in every build.
pub const STACK: usize = 128 << 20;

/// What must be left of a stack to run a script on it. The deepest scripts within the limits take
/// some 40 MiB in a build without optimisation.
const NEEDED: usize = 64 << 20;

/// Runs something that calls scripts; on a thread with a smaller stack it gets one of its own.
pub(super) fn with_room<T>(run: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(NEEDED, STACK, run)
}
