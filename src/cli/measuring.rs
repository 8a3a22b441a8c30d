//! Arguments and steps that the verbs which measure rulesets share.

use clap::ValueEnum;

use super::error::CliError;
use crate::measure::{CHOICES, Measure, Scale, Scope};
use crate::ruleset::Ruleset;
use crate::text::{list_or, nearest};

/// Most matches under each ruleset.
const MOST_GAMES: u64 = 1_000_000_000;

/// What is measured, and with which matches.
#[derive(Debug, clap::Args)]
pub(super) struct Measuring {
    /// Who plays both sides
    #[arg(long, value_name = "BOT", default_value = "random")]
    pub(super) bot: String,
    /// The seed of the run; left out, a fresh one is taken and printed
    #[arg(long, value_name = "S")]
    pub(super) seed: Option<u64>,
    /// Measure only this (may be given more than once, or as a list with commas) [default: everything]
    #[arg(long = "measure", value_name = "NAME", value_delimiter = ',')]
    measures: Vec<String>,
    /// Say how large a difference matters, such as `draws=2%` or `length=1` (may be given more than
    /// once)
    #[arg(long, value_name = "NAME=D")]
    within: Vec<String>,
}

/// How figures are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Table,
    /// One JSON document
    Json,
    /// Comma-separated values, a line for each figure
    Csv,
}

impl Measuring {
    /// Returns the measures in their order, each with how large a difference must be to matter.
    pub(super) fn scope(&self, rulesets: &[&Ruleset]) -> Result<Scope, CliError> {
        for word in &self.measures {
            known(word)?;
        }
        let mut reasons: Vec<String> = Vec::new();
        for (reason, _) in rulesets.iter().flat_map(|ruleset| &ruleset.reasons) {
            if !reasons.contains(reason) {
                reasons.push(reason.clone());
            }
        }
        let wanted = |word: &&str| {
            self.measures.is_empty() || self.measures.iter().any(|chosen| chosen == word)
        };
        let chosen = CHOICES.iter().copied().filter(wanted);
        let mut measures: Vec<(Measure, f64)> = chosen
            .flat_map(|word| Measure::chosen(word, &reasons))
            .map(|measure| {
                let within = measure.within();
                (measure, within)
            })
            .collect();
        if measures.is_empty() {
            return Err(CliError::call(
                "there is nothing to measure",
                "the rulesets name no reasons for how rounds end: name other measures",
            ));
        }
        for text in &self.within {
            let (word, within) = margin(text)?;
            let mut named = measures.iter_mut();
            let mut named = named.by_ref().filter(|(measure, _)| measure.word() == word);
            let Some((_, limit)) = named.next() else {
                return Err(CliError::call(
                    format!("`--within {text}` is of no use: `{word}` is not measured"),
                    format!("add `--measure {word}`, or leave `--within {text}` out"),
                ));
            };
            *limit = within;
            for (_, limit) in named {
                *limit = within;
            }
        }
        Ok(Scope { measures })
    }
}

/// Reads `draws=2%` or `length=1`.
fn margin(text: &str) -> Result<(&str, f64), CliError> {
    let (word, number) = text.split_once('=').unwrap_or((text, ""));
    known(word)?;
    let any = Measure::chosen(word, &[String::new()]).pop();
    let is_share = any.is_some_and(|measure| measure.scale() == Scale::Share);
    let value = match number.strip_suffix('%') {
        Some(percent) if is_share => percent.trim().parse().map(|value: f64| value / 100.0),
        _ => number.trim().parse(),
    };
    let most = if is_share { 1.0 } else { f64::MAX };
    let value = value.ok().filter(|value| *value > 0.0 && *value <= most);
    let value = value.ok_or_else(|| {
        let (what, example) = if is_share {
            ("a share above 0 and up to 1, or in per cent", "2%")
        } else {
            ("a number above 0", "0.5")
        };
        CliError::call(
            format!("`{text}` does not say how large a difference matters"),
            format!("`--within` takes {what}, such as `{word}={example}`"),
        )
    })?;
    Ok((word, value))
}

fn known(word: &str) -> Result<(), CliError> {
    if CHOICES.contains(&word) {
        return Ok(());
    }
    let help = match nearest(word, CHOICES) {
        Some(near) => format!("the nearest is `{near}`"),
        None => format!("there is {}", list_or(&CHOICES)),
    };
    Err(CliError::call(
        format!("there is no measure `{word}`"),
        help,
    ))
}

/// Checks a number of matches.
pub(super) fn games(games: u64, most: u64) -> Result<u64, CliError> {
    let most = most.min(MOST_GAMES);
    if (1..=most).contains(&games) {
        return Ok(games);
    }
    Err(CliError::call(
        format!("cannot play {games} matches"),
        format!("`--games` takes a number from 1 to {most}"),
    ))
}

/// Returns the parameters of a ruleset as JSON.
pub(super) fn parameters(ruleset: &Ruleset) -> serde_json::Value {
    // A map with texts for keys can always be written.
    serde_json::to_value(ruleset.values()).unwrap_or_default()
}
