//! Bots by name.

use super::error::CliError;
use crate::bots::{Bot, NAMES};
use crate::text::{list_or, nearest};

/// Finds the bot that was named.
pub(super) fn bot(name: &str) -> Result<Bot, CliError> {
    Bot::from_name(name).ok_or_else(|| {
        let help = match nearest(name, NAMES) {
            Some(near) => format!("the nearest is `{near}`"),
            None => format!("there is {}", list_or(&NAMES)),
        };
        CliError::call(format!("there is no bot `{name}`"), help)
    })
}
