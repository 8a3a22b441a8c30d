//! A ruleset's own tests: positions with their right answers, written by designers in YAML.
//!
//! [`ScenarioFile::read`] takes a file apart and reports every fault in it; [`Scenario::start`]
//! checks a scenario against what a ruleset declares; [`run`] plays it and tells what came out
//! otherwise than expected, as plain data. The rules come in as `Rules`: nothing here knows where
//! they are from.

mod compare;
mod expect;
mod file;
mod judge;
mod outcome;
mod reader;
mod run;
mod start;
mod step;
#[cfg(test)]
mod tests;

pub use expect::{EXPECT_KEYS, Expect, WINNERS, Winner, Word};
pub use file::{KEYS, SCENARIO_KEYS, Scenario, ScenarioFile};
pub use outcome::{Broken, Difference, Failure};
pub use run::run;
pub use start::{PILE_KEYS, Vocabulary};
pub use step::{Action, CARDS, COIN, NEXT, STEP_KEYS, Step, WITH_CARDS};
