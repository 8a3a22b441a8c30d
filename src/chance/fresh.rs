//! Seeds that nobody chose.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Returns a seed that differs from run to run. The caller prints it, so that the run can be
/// repeated. 48 bits: short to type, and exact in every JSON reader.
#[must_use]
pub fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 16
}
