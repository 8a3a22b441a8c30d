//! `salle compare`: what rulesets do to the game, side by side.

use std::rc::Rc;

use super::args::Changes;
use super::bot::bot;
use super::error::{Answer, CliError};
use super::jobs::{Jobs, interrupts};
use super::measuring::{Format, Measuring, games, parameters};
use super::out::Out;
use super::pages::Pages;
use super::progress::Progress;
use super::settings::Variant;
use crate::bots::About;
use crate::chance::fresh_seed;
use crate::game::Rules;
use crate::measure::{self, Comparing, Comparison, MeasureError, Named, Plan};
use crate::page;
use crate::parallel::Ending;
use crate::repl::rules::about;
use crate::report;
use crate::ruleset::{Loader, Override, Ruleset};

/// Most rulesets: they are told apart by letters.
const MOST_RULESETS: usize = 26;

/// Compare what rulesets do to the game: length, draws, luck, skill and more
///
/// Each deal is played under every ruleset, by the same bots in the same seats, until every
/// difference is found, or is too small to matter, or the matches are used up. A ruleset may have
/// changes of its own, after a colon and with commas between them.
///
/// Example: salle compare RULESET RULESET:target=3,first=right
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    /// Rulesets, ids or paths, each perhaps with `:KEY=VALUE,KEY=VALUE`; the others are compared with
    /// the first
    #[arg(value_name = "RULESET", required = true)]
    rulesets: Vec<String>,
    #[command(flatten)]
    changes: Changes,
    /// Most matches of each ruleset
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    #[command(flatten)]
    measuring: Measuring,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    pages: Pages,
    /// How to print it
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// A ruleset that is compared.
struct Contender {
    name: String,
    ruleset: Ruleset,
    target: u32,
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let games = games(self.games, u64::MAX)?;
        let jobs = self.jobs.number()?;
        self.pages.check()?;
        let contenders = self.contenders(loader)?;
        let rulesets: Vec<&Ruleset> = contenders
            .iter()
            .map(|contender| &contender.ruleset)
            .collect();
        let scope = self.measuring.scope(&rulesets)?;
        let plan = Plan {
            seed: self.measuring.seed.unwrap_or_else(fresh_seed),
            bot: bot(&self.measuring.bot)?,
            measures: scope
                .measures
                .iter()
                .map(|(measure, _)| measure.clone())
                .collect(),
        };
        let targets: Vec<u32> = contenders
            .iter()
            .map(|contender| contender.target)
            .collect();
        let settings: Vec<About> = contenders
            .iter()
            .map(|contender| about(&contender.ruleset))
            .collect();
        let rules = |number: usize| {
            let ruleset = &contenders[number].ruleset;
            Ok::<_, CliError>(ruleset.rules()? as Rc<dyn Rules>)
        };
        let mut comparing = Comparing::new(scope, &targets);
        let mut progress = Progress::begin_deals(games, out.progress);
        let stop = interrupts();
        let ended = measure::run(
            &plan,
            &settings,
            1..=games,
            jobs,
            rules,
            &stop,
            |_, rows| {
                comparing.take(&rows);
                progress.dealt();
                Ok(!comparing.is_enough())
            },
        );
        progress.clear();
        let ending =
            ended.map_err(|error| failure(error, |number| contenders[number].name.clone()))?;
        let comparison = Comparison {
            kind: "comparison".to_owned(),
            rulesets: contenders.iter().map(named).collect(),
            bot: plan.bot.to_string(),
            seed: plan.seed,
            games,
            played: comparing.taken(),
            forfeited: comparing.forfeited(),
            interrupted: ending == Ending::Stopped,
            tests: comparing.tests(),
            measures: comparing.found(),
        };
        self.pages.write(
            || page::comparison_page(&comparison),
            || page::comparison_chart(&comparison),
        )?;
        match self.format {
            Format::Table => out.tell(report::comparison(&comparison))?,
            Format::Json => out.json(&comparison)?,
            Format::Csv => out.line(report::comparison_csv(&comparison).trim_end())?,
        }
        if ending == Ending::Done {
            return Ok(Answer::Yes);
        }
        out.flush()?;
        out.say(format!(
            "stopped after {} of {games} deals",
            comparison.played
        ));
        Ok(Answer::Interrupted)
    }

    fn contenders(&self, loader: &Loader) -> Result<Vec<Contender>, CliError> {
        match &self.rulesets[..] {
            [alone] => {
                return Err(CliError::call(
                    format!("`{alone}` has nothing to be compared with"),
                    format!(
                        "name another ruleset, or changes: `salle compare {alone} {alone}:target=3`"
                    ),
                ));
            }
            all if all.len() > MOST_RULESETS => {
                return Err(CliError::call(
                    format!("cannot compare {} rulesets", all.len()),
                    format!("`salle compare` takes {MOST_RULESETS} rulesets at most"),
                ));
            }
            _ => {}
        }
        self.rulesets
            .iter()
            .map(|text| self.contender(text, loader))
            .collect()
    }

    fn contender(&self, text: &str, loader: &Loader) -> Result<Contender, CliError> {
        let variant = Variant::read(text)?;
        let mut overrides = self.changes.overrides();
        let typed = variant.changes.iter().cloned();
        overrides.extend(typed.map(|text| Override::Typed {
            before: format!("{}:", variant.ruleset),
            text,
        }));
        let ruleset = loader.load(&variant.ruleset, &overrides)?;
        let target = ruleset.rules()?.terms().target;
        let changes: Vec<&str> = self
            .changes
            .texts()
            .iter()
            .chain(&variant.changes)
            .map(String::as_str)
            .collect();
        let name = if changes.is_empty() {
            ruleset.id.clone()
        } else {
            format!("{} with {}", ruleset.id, changes.join(", "))
        };
        Ok(Contender {
            name,
            ruleset,
            target,
        })
    }
}

fn named(contender: &Contender) -> Named {
    Named {
        name: contender.name.clone(),
        ruleset: contender.ruleset.id.clone(),
        parameters: parameters(&contender.ruleset),
        fingerprint: contender.ruleset.fingerprint.clone(),
    }
}

/// Words what ended a run, `name` being what the ruleset with a number is called.
pub(super) fn failure(error: MeasureError<CliError>, name: impl Fn(usize) -> String) -> CliError {
    match error {
        MeasureError::Caller(error) => error,
        MeasureError::Thread(error) => CliError::Thread(error),
        MeasureError::Match {
            ruleset,
            ticket,
            error,
        } => CliError::Run {
            context: format!(
                "{}, match {} (seed {}): ",
                name(ruleset),
                ticket.number,
                ticket.seed
            ),
            error,
        },
    }
}
