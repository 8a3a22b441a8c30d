//! Bots by name, how long they may think, and what is told of those that fail.

use std::time::Duration;

use super::error::CliError;
use super::out::Out;
use crate::bots::{Bot, BotError};
use crate::sim::Played;
use crate::text::count_of;

/// Forfeits that are told one by one.
const TOLD: usize = 10;

/// Finds the bot that was named.
pub(super) fn bot(name: &str) -> Result<Bot, CliError> {
    name.parse()
        .map_err(|error: BotError| CliError::call(error.to_string(), error.help()))
}

/// How long programs may think.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct Patience {
    /// How long a bot `exec:COMMAND` may think about a decision before it loses the match
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    bot_timeout: u64,
}

impl Patience {
    /// Returns it as a time.
    pub(super) const fn duration(self) -> Duration {
        Duration::from_secs(self.bot_timeout)
    }
}

/// Matches that were forfeited.
#[derive(Debug, Default)]
pub(super) struct Forfeits {
    told: Vec<String>,
    more: usize,
}

impl Forfeits {
    /// Takes a match into account; `context` says what its number counts.
    pub(super) fn add(&mut self, context: &str, played: &Played) {
        let Some(forfeit) = &played.forfeit else {
            return;
        };
        if self.told.len() == TOLD {
            self.more += 1;
            return;
        }
        self.told.push(format!(
            "{context} {}: {} forfeits: {}",
            played.ticket.number, forfeit.side, forfeit.why
        ));
    }

    /// Tells of them on standard error.
    pub(super) fn tell(&self, out: &Out) {
        for line in &self.told {
            out.say(line);
        }
        if self.more > 0 {
            let matches = count_of(self.more, "more match", "more matches");
            out.say(format!("and {matches} forfeited"));
        }
    }
}
