//! The random matches by which verbs get to know a ruleset.

use super::error::CliError;
use super::jobs::{Jobs, interrupts};
use super::out::Out;
use super::progress::Progress;
use crate::check::{self, Matches, Survey};
use crate::parallel::Broken;
use crate::ruleset::Ruleset;
use crate::text::Faults;

/// Which matches are played.
#[derive(Debug, clap::Args)]
pub(super) struct Sample {
    /// How many matches to play; 0 plays none
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(super) games: u64,
    /// The seed of the matches
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
    #[command(flatten)]
    jobs: Jobs,
}

impl Sample {
    /// Returns the matches.
    pub(super) fn matches(&self) -> Result<Matches, CliError> {
        Ok(Matches {
            seed: self.seed,
            games: self.games,
            jobs: self.jobs.number()?,
        })
    }
}

/// Plays matches and watches them, and shows how far that is.
pub(super) fn survey(
    ruleset: &Ruleset,
    matches: &Matches,
    out: &Out,
) -> Result<Survey, Broken<Faults>> {
    let mut progress = Progress::begin(matches.games, out.progress);
    let survey = check::survey(ruleset, matches, &interrupts(), |decisions| {
        progress.played(decisions);
    });
    progress.end();
    survey
}
