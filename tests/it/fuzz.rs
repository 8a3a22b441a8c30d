//! Real files, damaged at random, and rules written at random: whatever comes of them, it is no
//! panic, it is the same every time, and every fault has its place in its file.
//!
//! `PROPTEST_CASES` says how many are tried: 256 means as many as CI tries, 25600 a hundred times as
//! many.

mod edits;
mod faults;
mod readers;
mod scripts;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestCaseResult, TestRunner};

/// Tries so many cases, or more if more are asked for.
fn try_cases<S: Strategy>(cases: u32, strategy: &S, test: impl Fn(S::Value) -> TestCaseResult) {
    let asked = Config::default();
    let config = Config {
        cases: (u64::from(cases) * u64::from(asked.cases))
            .div_ceil(256)
            .try_into()
            .unwrap(),
        failure_persistence: None,
        ..asked
    };
    if let Err(error) = TestRunner::new(config).run(strategy, test) {
        panic!("{error}");
    }
}
