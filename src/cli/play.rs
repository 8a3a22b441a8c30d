//! `salle play`: a match at the prompt.

use std::path::PathBuf;
use std::str::FromStr;

use super::args::RulesetArgs;
use super::error::{Answer, CliError};
use super::out::Out;
use super::recordings::refuse_existing;
use super::repl::{Exec, run};
use crate::bots::{Bot, BotError, NAMES};
use crate::chance::fresh_seed;
use crate::repl::opening::Opening;
use crate::replay::Draft;
use crate::ruleset::Loader;
use crate::text::{list_or, nearest};

/// Play a match at the prompt, against a bot or each other
///
/// Example: salle play RULESET --right greedy --record my-match.jsonl
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    ruleset: RulesetArgs,
    /// Who plays left: `human` or a bot (random, greedy, mcts, mcts:N, exec:COMMAND)
    #[arg(long, default_value = "human", value_name = "WHO")]
    left: String,
    /// Who plays right: `human` or a bot (random, greedy, mcts, mcts:N, exec:COMMAND)
    #[arg(long, default_value = "greedy", value_name = "WHO")]
    right: String,
    /// The seed of the cards and of the bots; without it, each match is another one
    #[arg(long)]
    seed: Option<u64>,
    /// Write the match down in this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    exec: Exec,
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let left = player(self.left)?;
        let right = player(self.right)?;
        let unattended = ![&left, &right].contains(&&"human".to_owned());
        // Begun now: a file that cannot be written must not be found out after the match.
        let draft = match &self.record {
            Some(path) => {
                refuse_existing(path, self.force)?;
                Some(Draft::begin(path)?)
            }
            None => None,
        };
        let opening = Opening {
            file: None,
            ruleset: Some(self.ruleset.ruleset.clone()),
            set: self.ruleset.changes.texts().to_vec(),
            seed: self.seed.unwrap_or_else(fresh_seed),
            players: [left, right],
        };
        let ended = run(
            opening,
            self.exec,
            (unattended, draft.is_some()),
            loader,
            out,
        )?;
        if let (Some(mut draft), Some(path)) = (draft, &self.record) {
            draft.records(&ended.session.records())?;
            draft.keep(self.force)?;
            out.tell(format!("written to {}", path.display()))?;
        }
        if ended.failed {
            return Ok(Answer::Bad);
        }
        Ok(Answer::Yes)
    }
}

/// Checks the name of a player.
fn player(name: String) -> Result<String, CliError> {
    if name == "human" {
        return Ok(name);
    }
    match Bot::from_str(&name) {
        Ok(_) => Ok(name),
        Err(BotError::Unknown { name }) => {
            let names: Vec<&str> = std::iter::once("human").chain(NAMES).collect();
            let help = match nearest(&name, names.iter().copied()) {
                Some(near) => format!("the nearest is `{near}`"),
                None => format!("there is {}", list_or(&names)),
            };
            Err(CliError::call(format!("there is no player `{name}`"), help))
        }
        Err(error) => Err(CliError::call(error.to_string(), error.help())),
    }
}
