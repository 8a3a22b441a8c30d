//! What the script host needs to make rules: sources and settled parameters, free to cross
//! threads, so that every worker builds an engine of its own from the same program.

use std::fmt;
use std::sync::Arc;

use crate::game::{Terms, Value};
use crate::text::{Faults, Source};

/// Finds the source of an imported script by its name without the ending.
pub type FindImport = dyn Fn(&str) -> Result<Arc<Source>, Faults> + Send + Sync;

/// The scripts of a ruleset with everything that they are given.
#[derive(Clone)]
pub struct Program {
    /// The scripts, in order: a function of a later one replaces that of an earlier one.
    pub scripts: Vec<Arc<Source>>,
    /// How imports are found.
    pub import: Arc<FindImport>,
    /// The parameters, settled.
    pub parameters: Value,
    /// The terms of a match.
    pub terms: Terms,
    /// The words that may be the reason of a round's end.
    pub reasons: Arc<[String]>,
    /// The names that events may have.
    pub events: Arc<[String]>,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program")
            .field("scripts", &self.scripts)
            .field("parameters", &self.parameters)
            .finish_non_exhaustive()
    }
}
