//! Bots by name.

use super::error::CliError;
use crate::bots::{Bot, BotError};

/// Finds the bot that was named.
pub(super) fn bot(name: &str) -> Result<Bot, CliError> {
    name.parse()
        .map_err(|error: BotError| CliError::call(error.to_string(), error.help()))
}
