//! `salle sweep`: what varied parameters do to the game.

mod cells;

use std::path::PathBuf;

use self::cells::Cells;
use super::args::RulesetArgs;
use super::bot::bot;
use super::error::{Answer, CliError};
use super::jobs::{Jobs, interrupts};
use super::measuring::{Format, Measuring, games, parameters};
use super::out::Out;
use super::pages::Pages;
use super::progress::Progress;
use super::settings::split;
use crate::chance::fresh_seed;
use crate::measure::grid::MOST_CELLS;
use crate::measure::leads::PLAYOUTS;
use crate::measure::{Axis, Head, MOST_PART_GAMES, PART_FORMAT, Plan, Sweep, Sweeping, grid};
use crate::page;
use crate::report;
use crate::ruleset::{Loader, Override, Ruleset};
use crate::text::count;

/// Vary parameters and measure what each value does to the game
///
/// Plays the same deals with every combination of values, and compares each with the ruleset as it is,
/// or with the changes of `--against`.
///
/// Example: salle sweep RULESET --vary target=1..5:2 --vary first=left,right
///
/// In pieces, on any machines; then joined:
/// salle sweep RULESET --vary target=1..5 --seed 7 --out parts --shard 1/2
/// salle merge parts
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    #[command(flatten)]
    ruleset: RulesetArgs,
    /// A parameter and its values: `KEY=4,5,6`, `KEY=15..27`, `KEY=15..27:2` (may be given more than
    /// once: all combinations are played)
    #[arg(long = "vary", value_name = "KEY=VALUES", required = true)]
    vary: Vec<String>,
    /// Compare with the ruleset with this change (may be given more than once) [default: no change]
    #[arg(long = "against", value_name = "KEY=VALUE")]
    against: Vec<String>,
    /// Matches of each combination
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    #[command(flatten)]
    measuring: Measuring,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    pages: Pages,
    /// Write each combination to a file in this folder once it is played, and take over those that are
    /// there
    #[arg(long, value_name = "DIR", requires = "seed")]
    out: Option<PathBuf>,
    /// Play only the I-th of N shares of the combinations
    #[arg(long, value_name = "I/N", requires = "out", conflicts_with_all = ["html", "svg"])]
    shard: Option<String>,
    /// How to print it
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let games = games(self.games, MOST_PART_GAMES)?;
        let jobs = self.jobs.number()?;
        self.pages.check()?;
        let shard = self.shard()?;
        let axes = self.axes()?;
        let (ruleset, _) = self.ruleset.load(loader)?;
        let scope = self.measuring.scope(&[&ruleset])?;
        let plan = Plan {
            seed: self.measuring.seed.unwrap_or_else(fresh_seed),
            bot: bot(&self.measuring.bot)?,
            measures: scope
                .measures
                .iter()
                .map(|(measure, _)| measure.clone())
                .collect(),
        };
        let measures = scope.measures.iter();
        let head = Head {
            measures: measures
                .map(|(measure, within)| (measure.to_string(), *within))
                .collect(),
            ..self.head(&ruleset, axes, &plan, games)
        };
        let all = head.cells();
        let mine = (0..all).filter(|cell| shard.is_none_or(|(index, of)| cell % of == index));
        let mine: Vec<usize> = mine.collect();
        let stop = interrupts();
        let total = games.saturating_mul(mine.len() as u64);
        let mut cells = Cells {
            loader,
            ruleset: &self.ruleset,
            plan: &plan,
            head: &head,
            jobs,
            folder: self.out.as_deref(),
            stop: &stop,
            progress: Progress::begin_deals(total, out.progress),
        };
        let mut sweeping = Sweeping::new(head.clone()).filter(|_| shard.is_none());
        cells.begin()?;
        let mut done = 0;
        for cell in &mine {
            let Some(part) = cells.part(*cell)? else {
                break;
            };
            done += 1;
            if let Some(sweeping) = &mut sweeping {
                sweeping.take(part);
            }
        }
        cells.progress.clear();
        let stopped = done < mine.len();
        match (sweeping, &self.out) {
            (Some(sweeping), _) => {
                let sweep = sweeping.finish(stopped);
                print(&sweep, self.format, &self.pages, out)?;
                let mut varied = sweep.cells.iter().skip(1);
                if !stopped && varied.len() > 0 && varied.all(|cell| cell.refused.is_some()) {
                    out.flush()?;
                    out.say("no combination could be played: each was refused");
                    return Ok(Answer::Bad);
                }
            }
            (None, Some(folder)) if !stopped => out.say(format!(
                "{} in {}; once all shares are there, `salle merge {1}` joins them",
                count_written(done),
                folder.display()
            )),
            (None, _) => {}
        }
        if !stopped {
            return Ok(Answer::Yes);
        }
        out.flush()?;
        out.say(format!(
            "stopped: {done} of {} were finished",
            count(mine.len(), "combination")
        ));
        Ok(Answer::Interrupted)
    }

    /// Returns the share of the cells to play: its place from 0, and how many there are.
    fn shard(&self) -> Result<Option<(usize, usize)>, CliError> {
        let Some(text) = &self.shard else {
            return Ok(None);
        };
        let read = || {
            let (index, of) = text.split_once('/')?;
            let (index, of): (usize, usize) = (index.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&index).then(|| (index - 1, of))
        };
        read().map(Some).ok_or_else(|| {
            CliError::call(
                format!("`{text}` is no share"),
                "`--shard` takes `I/N`, with I from 1 to N, such as `1/4`",
            )
        })
    }

    fn axes(&self) -> Result<Vec<Axis>, CliError> {
        let mut axes: Vec<Axis> = Vec::new();
        for text in &self.vary {
            let varied = Axis::read(text, split).map_err(|error| {
                CliError::call(
                    error.to_string(),
                    "`--vary` takes `KEY=4,5,6`, `KEY=15..27` or `KEY=15..27:2`",
                )
            })?;
            if axes.iter().any(|other| other.parameter == varied.parameter) {
                return Err(CliError::call(
                    format!("`{}` is varied twice", varied.parameter),
                    format!(
                        "give all its values at once: `--vary {}=4,6..8`",
                        varied.parameter
                    ),
                ));
            }
            axes.push(varied);
        }
        if grid::cells(&axes).is_none() {
            return Err(CliError::call(
                "these are too many combinations",
                format!(
                    "a sweep has {MOST_CELLS} at most: give fewer values, or a range with a step"
                ),
            ));
        }
        Ok(axes)
    }

    fn head(&self, ruleset: &Ruleset, axes: Vec<Axis>, plan: &Plan, games: u64) -> Head {
        Head {
            format: PART_FORMAT,
            salle: env!("CARGO_PKG_VERSION").to_owned(),
            ruleset: ruleset.id.clone(),
            fingerprint: ruleset.fingerprint.clone(),
            changes: self.ruleset.changes.texts().to_vec(),
            parameters: parameters(ruleset),
            weights: ruleset.weights.clone(),
            against: self.against.clone(),
            axes,
            bot: plan.bot.to_string(),
            playouts: PLAYOUTS,
            seed: plan.seed,
            games,
            measures: Vec::new(),
        }
    }
}

fn count_written(done: usize) -> String {
    format!(
        "{} {} written",
        count(done, "combination"),
        if done == 1 { "is" } else { "are" }
    )
}

/// Returns the changes that make a cell.
fn changes(ruleset: &RulesetArgs, head: &Head, cell: usize) -> Vec<Override> {
    let typed = |option: &str, text: String| Override::Typed {
        before: format!("{option} "),
        text,
    };
    let mut changes = ruleset.changes.overrides();
    if cell == 0 {
        let against = head.against.iter().cloned();
        changes.extend(against.map(|text| typed("--against", text)));
    }
    let pairs = head.axes.iter().zip(head.values(cell));
    let set = pairs.map(|(axis, value)| format!("{}={value}", axis.parameter));
    changes.extend(set.map(|text| typed("--vary", text)));
    changes
}

/// Prints a sweep, and writes its page and chart.
pub(super) fn print(
    sweep: &Sweep,
    format: Format,
    pages: &Pages,
    out: &mut Out,
) -> Result<(), CliError> {
    pages.write(|| page::sweep_page(sweep), || page::sweep_chart(sweep))?;
    match format {
        Format::Table => out.tell(report::sweep(sweep)),
        Format::Json => out.json(sweep),
        Format::Csv => out.line(report::sweep_csv(sweep).trim_end()),
    }
}
