//! `salle analyse`: what the moves of a recorded match were worth, and what chance was.

use std::path::PathBuf;
use std::rc::Rc;

use serde::Serialize;

use super::args::Format;
use super::error::{Answer, CliError};
use super::jobs::{Jobs, interrupts};
use super::out::Out;
use super::pages::Pages;
use super::progress::Progress;
use super::recordings::{Edited, RulesOf, one};
use super::replay::{no_further, page_of};
use crate::analysis::{self, AnalyseError, Analysis, Course, Plan, Round};
use crate::game::{Rules, Value};
use crate::page;
use crate::replay::timeline;
use crate::report;
use crate::ruleset::Loader;

/// Say of each decision of a recorded match what every move was worth, and what was luck
///
/// Example: salle analyse replays/RULESET/a-hit.jsonl
///
/// The numbers are probabilities of winning the round, in per cent, with the half-width of their
/// 95 % interval. The same seed gives the same numbers, with any number of jobs.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    /// A recording of one match; `-` is standard input
    file: PathBuf,
    /// How many playouts to make in all, about; they are shared among the decisions
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    budget: u32,
    /// The seed of the playouts
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    pages: Pages,
    /// Read it under this ruleset instead of the one that it names
    #[arg(long, value_name = "RULESET")]
    ruleset: Option<String>,
    /// How to print it; `jsonl` is a line for each round
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// What is printed.
#[derive(Debug, Serialize)]
struct Report<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    ruleset: &'a str,
    parameters: &'a Value,
    #[serde(flatten)]
    analysis: &'a Analysis,
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        self.pages.check()?;
        let recording = one(&self.file)?;
        let (ruleset, rules) =
            RulesOf::default().recording(&recording, self.ruleset.as_deref(), loader)?;
        let mut edited = Edited::default();
        edited.see(&recording, &ruleset);
        edited.warn(out);
        let course = Course::of(rules, &recording)?;
        let plan = Plan {
            budget: self.budget,
            seed: self.seed,
            jobs: self.jobs.number()?,
            weights: ruleset.weights.clone(),
        };
        let rules = || Ok::<_, CliError>(ruleset.rules()? as Rc<dyn Rules>);
        let stop = interrupts();
        let mut progress = Progress::begin_decisions(course.decisions(), out.progress);
        let analysed = analysis::analyse(&course, &plan, rules, &stop, |_| progress.dealt());
        progress.clear();
        let analysis = match analysed {
            Ok(analysis) => analysis,
            Err(AnalyseError::Stopped) => return Ok(Answer::Interrupted),
            Err(AnalyseError::Caller(error)) => return Err(error),
            Err(AnalyseError::Thread(error)) => return Err(CliError::Thread(error)),
        };
        if self.pages.any() {
            let line = timeline(rules()?, &recording)?;
            let look = out.look(&ruleset.labels);
            self.pages.write(
                || page_of(&recording, &ruleset, &line, Some(&analysis), &look),
                || page::curve_chart(&line, &analysis, &look.words),
            )?;
        }
        let report = Report {
            kind: "analysis",
            ruleset: &ruleset.id,
            parameters: ruleset.values(),
            analysis: &analysis,
        };
        match self.format {
            Format::Table => {
                out.tell(format!("{} ({})", ruleset.title, ruleset.id))?;
                out.tell(format!("\n{}", report::review(&analysis)))?;
            }
            Format::Jsonl => {
                for round in &analysis.rounds {
                    out.line(line(round))?;
                }
            }
            Format::Json => out.json(&report)?,
            Format::Yaml => out.yaml(&report)?,
        }
        if let Some(mismatch) = &course.broken {
            out.flush()?;
            out.say(no_further(&recording, mismatch));
            return Ok(Answer::No);
        }
        Ok(Answer::Yes)
    }
}

/// Writes a round as one line of JSON. It holds nothing that JSON cannot.
fn line(round: &Round) -> String {
    serde_json::to_string(round).unwrap_or_default()
}
