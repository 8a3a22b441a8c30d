//! `salle arena`: bots against each other.

use std::io::IsTerminal;
use std::rc::Rc;

use serde::Serialize;

use super::args::{Changes, Format};
use super::bot::{Forfeits, Patience, bot};
use super::error::{Answer, CliError};
use super::jobs::{Jobs, interrupts};
use super::out::Out;
use super::progress::Progress;
use crate::chance::fresh_seed;
use crate::game::{BySide, Rules, Side, Value};
use crate::parallel::Ending;
use crate::repl::rules::about;
use crate::report;
use crate::ruleset::{Loader, Ruleset};
use crate::sim::{Arena, BatchError, Meeting, Played, Scores, Standings, play_arena};
use crate::text::count_of;

/// Most matches of a pair.
const MOST_GAMES: u64 = 1_000_000_000;

/// Most bots: a table of them is still read.
const MOST_BOTS: usize = 20;

/// Let bots play against each other and rate them
///
/// Example: salle arena mcts greedy random --ruleset RULESET --games 100 --seed 7
///
/// Every pair plays the same deals, each of them twice with the sides swapped. The same ruleset, bots
/// and seed give the same matches, on every machine and with any number of jobs. Ctrl-C ends the
/// run after the matches in progress and prints what there is.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    /// Who plays: random, greedy, mcts, mcts:N or exec:COMMAND, at least two
    #[arg(value_name = "BOT", required = true)]
    bots: Vec<String>,
    /// A ruleset's id (see `salle list`) or the path of its YAML file
    #[arg(long, value_name = "RULESET")]
    ruleset: String,
    #[command(flatten)]
    changes: Changes,
    /// How many matches each pair plays: an even number, as each deal is played from both sides
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: u64,
    /// The seed of the run; left out, a fresh one is taken and printed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    patience: Patience,
    #[command(flatten)]
    jobs: Jobs,
    /// How to print the standings; `jsonl` adds a line for each match
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
    seed: u64,
    games: u64,
    interrupted: bool,
    #[serde(flatten)]
    standings: Standings,
}

/// What came of one match.
#[derive(Debug, Serialize)]
struct Line<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    deal: u64,
    seed: u64,
    players: BySide<&'a str>,
    first: Side,
    winner: Option<Side>,
    score: BySide<u32>,
    decisions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    forfeited: Option<Side>,
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let ruleset = loader.load(&self.ruleset, &self.changes.overrides())?;
        let arena = self.arena(&ruleset)?;
        let names: Vec<String> = arena.bots.iter().map(ToString::to_string).collect();
        let pairs = names.len() * (names.len() - 1) / 2;
        let matches = self.games.saturating_mul(pairs as u64);
        let mut run = Run {
            names: &names,
            lines: self.format == Format::Jsonl,
            scores: Scores::new(names.len()),
            forfeits: Forfeits::default(),
        };
        let mut progress = Progress::begin(matches, self.shows_progress(out));
        let ended = run.play(&ruleset, &arena, &mut progress, out);
        let rate = progress.end();
        let ending = ended?;
        let Run {
            scores, forfeits, ..
        } = run;
        let report = Report {
            kind: "arena",
            ruleset: &ruleset.id,
            parameters: ruleset.values(),
            fingerprint: &ruleset.fingerprint,
            seed: arena.seed,
            games: self.games,
            interrupted: ending == Ending::Stopped,
            standings: Standings::new(&names, &scores),
        };
        match self.format {
            Format::Table => out.tell(self.table(&ruleset, &report))?,
            Format::Json => out.json(&report)?,
            Format::Jsonl => out.line(serde_json::to_string(&report).unwrap_or_default())?,
            Format::Yaml => out.yaml(&report)?,
        }
        // Data before words: on a terminal they would come in the wrong order.
        out.flush()?;
        forfeits.tell(out);
        out.say(rate);
        if ending == Ending::Done {
            return Ok(Answer::Yes);
        }
        let played = report.standings.played;
        out.say(format!(
            "stopped: {played} of {matches} matches were played"
        ));
        Ok(Answer::Interrupted)
    }

    fn arena(&self, ruleset: &Ruleset) -> Result<Arena, CliError> {
        if !(2..=MOST_GAMES).contains(&self.games) || !self.games.is_multiple_of(2) {
            return Err(CliError::call(
                format!("a pair cannot play {} matches", self.games),
                format!(
                    "`--games` takes an even number from 2 to {MOST_GAMES}: each deal is played from both sides"
                ),
            ));
        }
        let mut bots = Vec::with_capacity(self.bots.len());
        for name in &self.bots {
            let bot = bot(name)?.within(self.patience.duration());
            if bots.contains(&bot) {
                return Err(CliError::call(
                    format!("the bot `{bot}` is named twice"),
                    "a bot plays against others, not against itself; `salle simulate` has both sides played by one",
                ));
            }
            bots.push(bot);
        }
        if !(2..=MOST_BOTS).contains(&bots.len()) {
            return Err(CliError::call(
                format!("an arena of {}", count_of(bots.len(), "bot", "bots")),
                format!("name 2 to {MOST_BOTS} bots, such as `mcts greedy random`"),
            ));
        }
        Ok(Arena {
            seed: self.seed.unwrap_or_else(fresh_seed),
            deals: self.games / 2,
            bots,
            about: about(ruleset),
            jobs: self.jobs.number()?,
        })
    }

    /// A bar would stand between lines that go to the same terminal.
    fn shows_progress(&self, out: &Out) -> bool {
        let lines = self.format == Format::Jsonl;
        out.progress && !(lines && std::io::stdout().is_terminal())
    }

    fn table(&self, ruleset: &Ruleset, report: &Report<'_>) -> String {
        format!(
            "{}: {}\n{} on {}, seed {}{}\n\n{}",
            self.changes.name(&ruleset.id),
            ruleset.title,
            matches_of_a_pair(report.games),
            deals(report.games / 2),
            report.seed,
            if report.interrupted {
                ", interrupted"
            } else {
                ""
            },
            report::standings(&report.standings)
        )
    }
}

fn matches_of_a_pair(games: u64) -> String {
    format!("{} matches of each pair", report::number::whole(games))
}

fn deals(deals: u64) -> String {
    match deals {
        1 => "1 deal".to_owned(),
        deals => format!("{} deals", report::number::whole(deals)),
    }
}

/// A run, with whatever takes its matches.
struct Run<'a> {
    names: &'a [String],
    lines: bool,
    scores: Scores,
    forfeits: Forfeits,
}

impl Run<'_> {
    fn play(
        &mut self,
        ruleset: &Ruleset,
        arena: &Arena,
        progress: &mut Progress,
        out: &mut Out,
    ) -> Result<Ending, CliError> {
        let rules = || Ok(ruleset.rules()? as Rc<dyn Rules>);
        let deliver = |meeting: Meeting, played: Played| {
            progress.played(played.finished.decisions);
            self.scores.add(&meeting, &played);
            let players = self.players(&meeting);
            let context = format!("{} against {}, deal", players.left, players.right);
            self.forfeits.add(&context, &played);
            if self.lines {
                let line = self.line(&meeting, &played);
                out.line(serde_json::to_string(&line).unwrap_or_default())?;
            }
            Ok(())
        };
        match play_arena(arena, rules, &interrupts(), deliver) {
            Ok(ending) => Ok(ending),
            Err(BatchError::Caller(error)) => Err(error),
            Err(BatchError::Thread(error)) => Err(CliError::Thread(error)),
            Err(BatchError::Match(failed)) => Err(CliError::Run {
                context: format!(
                    "deal {} (seed {}): ",
                    failed.ticket.number, failed.ticket.seed
                ),
                error: failed.error,
            }),
        }
    }

    fn players(&self, meeting: &Meeting) -> BySide<&str> {
        BySide::new_with(|side| &*self.names[meeting.bot(side)])
    }

    fn line(&self, meeting: &Meeting, played: &Played) -> Line<'_> {
        Line {
            kind: "result",
            deal: meeting.deal,
            seed: played.ticket.seed,
            players: self.players(meeting),
            first: played.first,
            winner: played.finished.winner,
            score: played.finished.score,
            decisions: played.finished.decisions,
            forfeited: played.forfeit.as_ref().map(|forfeit| forfeit.side),
        }
    }
}
