//! `salle simulate`: many matches between bots.

mod outputs;
mod scribe;

use std::io::IsTerminal;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::rc::Rc;

use serde::Serialize;

use self::outputs::{Records, Trace};
use self::scribe::Scribe;
use super::args::{Format, RulesetArgs};
use super::bot::{Forfeits, Patience, bot};
use super::error::{Answer, CliError};
use super::jobs::{Jobs, interrupts};
use super::out::Out;
use super::progress::Progress;
use super::recordings;
use crate::chance::fresh_seed;
use crate::game::{BySide, Rules, Side, Value};
use crate::parallel::Ending;
use crate::repl::rules::about;
use crate::replay::Head;
use crate::report;
use crate::ruleset::{Loader, Ruleset};
use crate::sim::{self, Batch, BatchError, Played, Summary, Tally, Ticket};

/// Most matches of a run.
const MOST_GAMES: u64 = 1_000_000_000_000;

/// Play many matches between bots and count what comes of them
///
/// Example: salle simulate RULESET --games 10000 --seed 7
///
/// One match of that run again, move by move:
/// salle simulate RULESET --seed 7 --only 17 --trace -
///
/// The same ruleset, bots and seed give the same matches, on every machine and with any number of
/// jobs. Ctrl-C ends the run after the matches in progress and prints what there is.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("written").args(["trace", "record"]).multiple(true))]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    #[command(flatten)]
    ruleset: RulesetArgs,
    /// Who plays the left side: random, greedy, mcts, mcts:N or exec:COMMAND
    #[arg(long, value_name = "BOT", default_value = "random")]
    left: String,
    /// Who plays the right side: random, greedy, mcts, mcts:N or exec:COMMAND
    #[arg(long, value_name = "BOT", default_value = "random")]
    right: String,
    /// How many matches to play [default: 1000]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// The seed of the run; left out, a fresh one is taken and printed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    patience: Patience,
    #[command(flatten)]
    jobs: Jobs,
    /// Play only match number N of the run
    #[arg(long, value_name = "N", requires = "seed")]
    only: Option<u64>,
    /// Write the matches to a file, one JSON record a line; `-` is standard output, and what is
    /// counted then goes to standard error
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Write each match to a file of its own in this folder
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Let `--trace` and `--record` write over files
    #[arg(long, requires = "written")]
    force: bool,
    /// How to print what is counted; `jsonl` adds a line for each match
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// What is printed at the end.
#[derive(Debug, Serialize)]
struct Report<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    ruleset: &'a str,
    parameters: &'a Value,
    fingerprint: &'a str,
    players: BySide<String>,
    seed: u64,
    games: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    only: Option<u64>,
    interrupted: bool,
    #[serde(flatten)]
    summary: Summary,
}

/// What came of one match.
#[derive(Debug, Serialize)]
struct Line {
    #[serde(rename = "type")]
    kind: &'static str,
    game: u64,
    seed: u64,
    first: Side,
    winner: Option<Side>,
    score: BySide<u32>,
    rounds: u64,
    decisions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    forfeited: Option<Side>,
}

impl From<&Played> for Line {
    fn from(played: &Played) -> Self {
        Self {
            kind: "result",
            game: played.ticket.number,
            seed: played.ticket.seed,
            first: played.first,
            winner: played.finished.winner,
            score: played.finished.score,
            rounds: played.tally.rounds.all(),
            decisions: played.finished.decisions,
            forfeited: played.forfeit.as_ref().map(|forfeit| forfeit.side),
        }
    }
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let (ruleset, _) = self.ruleset.load(loader)?;
        let batch = self.batch(&ruleset)?;
        let mut run = Run {
            trace: Trace::begin(self.trace.as_deref(), self.force)?,
            records: match &self.record {
                Some(folder) => Some(Records::begin(folder, &batch.numbers, self.force)?),
                None => None,
            },
            lines: self.format == Format::Jsonl && !self.traces_to_stdout(),
            tally: Tally::default(),
            forfeits: Forfeits::default(),
        };
        let mut progress = Progress::begin(count(&batch.numbers), self.shows_progress(out));
        let ended = run.play(&ruleset, &batch, &mut progress, out);
        let rate = progress.end();
        // Whatever ended the run: the matches played are kept.
        let kept = run.trace.keep();
        let ending = ended?;
        kept?;
        let report = Report {
            kind: "summary",
            ruleset: &ruleset.id,
            parameters: ruleset.values(),
            fingerprint: &ruleset.fingerprint,
            players: names(&batch),
            seed: batch.seed,
            games: count(&batch.numbers),
            only: self.only,
            interrupted: ending == Ending::Stopped,
            summary: Summary::from(&run.tally),
        };
        self.print(&ruleset, &report, out)?;
        // Data before words: on a terminal they would come in the wrong order.
        out.flush()?;
        run.forfeits.tell(out);
        out.say(rate);
        if ending == Ending::Done {
            return Ok(Answer::Yes);
        }
        out.say(format!(
            "stopped: {} of {} {} played",
            report.summary.matches.played,
            report.games,
            if report.games == 1 {
                "match was"
            } else {
                "matches were"
            }
        ));
        Ok(Answer::Interrupted)
    }

    fn batch(&self, ruleset: &Ruleset) -> Result<Batch, CliError> {
        let games = self.games.unwrap_or(1000);
        if !(1..=MOST_GAMES).contains(&games) {
            return Err(CliError::call(
                format!("cannot play {games} matches"),
                format!("`--games` takes a number from 1 to {MOST_GAMES}"),
            ));
        }
        let last = if self.games.is_some() {
            games
        } else {
            MOST_GAMES
        };
        let numbers = match self.only {
            None => 1..=games,
            Some(number) if (1..=last).contains(&number) => number..=number,
            Some(number) => {
                return Err(CliError::call(
                    format!("the run has no match number {number}"),
                    format!("`--only` takes a number from 1 to {last}"),
                ));
            }
        };
        Ok(Batch {
            seed: self.seed.unwrap_or_else(fresh_seed),
            numbers,
            bots: BySide {
                left: bot(&self.left)?.within(self.patience.duration()),
                right: bot(&self.right)?.within(self.patience.duration()),
            },
            about: about(ruleset),
            jobs: self.jobs.number()?,
        })
    }

    fn traces_to_stdout(&self) -> bool {
        self.trace
            .as_ref()
            .is_some_and(|path| path.as_os_str() == "-")
    }

    /// A bar would stand between lines that go to the same terminal.
    fn shows_progress(&self, out: &Out) -> bool {
        let lines = self.traces_to_stdout() || self.format == Format::Jsonl;
        out.progress && !(lines && std::io::stdout().is_terminal())
    }

    fn print(&self, ruleset: &Ruleset, report: &Report<'_>, out: &mut Out) -> Result<(), CliError> {
        if self.traces_to_stdout() {
            let text = match self.format {
                Format::Table => self.table(ruleset, report),
                Format::Json => serde_json::to_string_pretty(report).unwrap_or_default(),
                Format::Jsonl => serde_json::to_string(report).unwrap_or_default(),
                Format::Yaml => serde_yaml::to_string(report).unwrap_or_default(),
            };
            out.say(text.trim_end());
            return Ok(());
        }
        match self.format {
            Format::Table => out.tell(self.table(ruleset, report)),
            Format::Json => out.json(report),
            Format::Jsonl => out.line(serde_json::to_string(report).unwrap_or_default()),
            Format::Yaml => out.yaml(report),
        }
    }

    fn table(&self, ruleset: &Ruleset, report: &Report<'_>) -> String {
        let BySide { left, right } = &report.players;
        let changes = self.ruleset.changes.texts();
        let with = if changes.is_empty() {
            String::new()
        } else {
            format!("with {}\n", changes.join(", "))
        };
        let matches = match report.only {
            Some(number) => format!("match {number} alone"),
            None if report.games == 1 => "1 match".to_owned(),
            None => format!("{} matches", report::number::whole(report.games)),
        };
        format!(
            "{}: {}\n{with}left {left}, right {right}, seed {}, {matches}{}\n\n{}",
            ruleset.id,
            ruleset.title,
            report.seed,
            if report.interrupted {
                ", interrupted"
            } else {
                ""
            },
            report::simulation(&report.summary)
        )
    }
}

fn count(numbers: &RangeInclusive<u64>) -> u64 {
    numbers.end() - numbers.start() + 1
}

fn names(batch: &Batch) -> BySide<String> {
    BySide::new_with(|side| batch.bots[side].to_string())
}

/// A run, with whatever takes its matches.
struct Run {
    trace: Trace,
    records: Option<Records>,
    lines: bool,
    tally: Tally,
    forfeits: Forfeits,
}

impl Run {
    fn play(
        &mut self,
        ruleset: &Ruleset,
        batch: &Batch,
        progress: &mut Progress,
        out: &mut Out,
    ) -> Result<Ending, CliError> {
        let writes = self.records.is_some() || !matches!(self.trace, Trace::None);
        let scribe = |ticket| Scribe::new(writes.then(|| head(ruleset, batch, ticket)));
        let rules = || Ok(ruleset.rules()? as Rc<dyn Rules>);
        let deliver = |played: Played| {
            progress.played(played.finished.decisions);
            self.forfeits.add("match", &played);
            self.tally.merge(&played.tally);
            if self.lines {
                let line = serde_json::to_string(&Line::from(&played));
                out.line(line.unwrap_or_default())?;
            }
            self.write(played.ticket, &played.account, out)
        };
        match sim::run(batch, rules, scribe, &interrupts(), deliver) {
            Ok(ending) => Ok(ending),
            Err(BatchError::Caller(error)) => Err(error),
            Err(BatchError::Thread(error)) => Err(CliError::Thread(error)),
            Err(BatchError::Match(failed)) => {
                let Ticket { number, seed } = failed.ticket;
                self.write(failed.ticket, &failed.account, out)?;
                Err(CliError::Run {
                    context: format!("match {number} (seed {seed}): "),
                    error: failed.error,
                })
            }
        }
    }

    fn write(&mut self, ticket: Ticket, match_: &[u8], out: &mut Out) -> Result<(), CliError> {
        self.trace.write(match_, out)?;
        match &self.records {
            Some(records) => records.write(ticket.number, match_),
            None => Ok(()),
        }
    }
}

fn head(ruleset: &Ruleset, batch: &Batch, ticket: Ticket) -> Head {
    let BySide { left, right } = names(batch);
    Head {
        game: Some(ticket.number),
        ..recordings::head(ruleset, ticket.seed, [&left, &right])
    }
}
