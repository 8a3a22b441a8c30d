//! `salle replay`: show recordings, and check that they hold.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde::Serialize;

use super::args::Format;
use super::error::{Answer, CliError};
use super::out::Out;
use super::pages;
use super::recordings::{Edited, RulesOf, one, open, refuse_existing};
use super::repl::{Exec, run};
use crate::analysis::Analysis;
use crate::game::{Game, Nobody};
use crate::page::{Match, PageError, match_page};
use crate::repl::opening::Opening;
use crate::replay::{Mismatch, Moment, Record, Recording, Timeline, Verified, timeline, verify};
use crate::report::{Look, board, record_line};
use crate::ruleset::{Loader, Ruleset};
use crate::text::count;

/// Show recorded matches, check that they hold, or step through them
///
/// Example: salle replay verify replays/RULESET/a-hit.jsonl
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Show(Show),
    Verify(Verify),
    Step(Step),
}

/// Print a recorded match, for people or as a complete trace
///
/// Example: salle replay show replays/RULESET/a-hit.jsonl --boards
#[derive(Debug, clap::Args)]
struct Show {
    /// A recording or a trace; `-` is standard input
    file: PathBuf,
    /// How to print it: a table for people, or the trace as jsonl (or json, yaml)
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Draw the position before each decision
    #[arg(long)]
    boards: bool,
    /// Write it as a page for browsers to this file, which needs no other, in place of printing it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "boards"])]
    html: Option<PathBuf>,
    /// Replace the page if the file exists already
    #[arg(long, requires = "html")]
    force: bool,
    /// Read it under this ruleset instead of the one that it names
    #[arg(long, value_name = "RULESET")]
    ruleset: Option<String>,
}

/// Check that every move is legal and every outcome right
///
/// Example: salle replay verify my-match.jsonl
#[derive(Debug, clap::Args)]
struct Verify {
    /// Recordings or traces; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// How to print the findings
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Read them under this ruleset instead of the one that they name
    #[arg(long, value_name = "RULESET")]
    ruleset: Option<String>,
}

/// Step through a recorded match, ask why, try other moves, write notes
///
/// Example: salle replay step replays/RULESET/a-hit.jsonl
#[derive(Debug, clap::Args)]
struct Step {
    /// A recording; branches and notes are kept in it
    file: PathBuf,
    /// Read it under this ruleset instead of the one that it names
    #[arg(long, value_name = "RULESET")]
    ruleset: Option<String>,
    #[command(flatten)]
    exec: Exec,
}

impl Step {
    fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let opening = Opening {
            file: Some(self.file),
            ruleset: self.ruleset,
            ..Opening::default()
        };
        let ended = run(opening, self.exec, (false, false), loader, out)?;
        Ok(if ended.failed {
            Answer::Bad
        } else {
            Answer::Yes
        })
    }
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        match self.verb {
            Verb::Show(args) => args.run(loader, out),
            Verb::Verify(args) => args.run(loader, out),
            Verb::Step(args) => args.run(loader, out),
        }
    }
}

impl Show {
    fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        if let Some(page) = &self.html {
            return self.page(page, loader, out);
        }
        let mut reader = open(&self.file)?;
        let mut rules_of = RulesOf::default();
        let mut edited = Edited::default();
        let mut answer = Answer::Yes;
        let mut all = Vec::new();
        while let Some(recording) = reader.next_match()? {
            let (ruleset, rules) =
                rules_of.recording(&recording, self.ruleset.as_deref(), loader)?;
            edited.see(&recording, &ruleset);
            let line = timeline(rules, &recording)?;
            let head = complete_head(&recording, &ruleset);
            match self.format {
                Format::Table => self.table(&recording, &ruleset, &line, out)?,
                Format::Jsonl => {
                    out.line(head.to_line())?;
                    for moment in &line.moments {
                        out.line(moment.record.to_line())?;
                    }
                    for aside in &recording.asides {
                        out.line(aside.to_line())?;
                    }
                }
                Format::Json | Format::Yaml => {
                    all.push(head);
                    all.extend(line.moments.iter().map(|moment| moment.record.clone()));
                    all.extend(recording.asides.iter().cloned());
                }
            }
            if let Some(mismatch) = &line.broken {
                answer = Answer::No;
                out.flush()?;
                out.say(no_further(&recording, mismatch));
            }
        }
        match self.format {
            Format::Json => out.json(&all)?,
            Format::Yaml => out.yaml(&all)?,
            Format::Table | Format::Jsonl => {}
        }
        edited.warn(out);
        Ok(answer)
    }

    /// Writes the match of a file as a page.
    fn page(&self, path: &Path, loader: &Loader, out: &Out) -> Result<Answer, CliError> {
        refuse_existing(path, self.force)?;
        let recording = one(&self.file)?;
        let mut rules_of = RulesOf::default();
        let (ruleset, rules) = rules_of.recording(&recording, self.ruleset.as_deref(), loader)?;
        let mut edited = Edited::default();
        edited.see(&recording, &ruleset);
        edited.warn(out);
        let line = timeline(rules, &recording)?;
        let text = page_of(
            &recording,
            &ruleset,
            &line,
            None,
            &out.look(&ruleset.labels),
        )?;
        pages::write(path, &text, self.force)?;
        let Some(mismatch) = &line.broken else {
            return Ok(Answer::Yes);
        };
        out.say(no_further(&recording, mismatch));
        Ok(Answer::No)
    }

    fn table(
        &self,
        recording: &Recording,
        ruleset: &Ruleset,
        line: &Timeline,
        out: &mut Out,
    ) -> Result<(), CliError> {
        let head = &recording.head;
        let look = out.look(&ruleset.labels);
        let mut title = format!("{} ({})", ruleset.title, ruleset.id);
        if let Some(game) = head.game {
            title = format!("{title}, match {game}");
        }
        if let Some(seed) = head.seed {
            title = format!("{title}, seed {seed}");
        }
        out.tell(title)?;
        if let Some(players) = &head.players {
            out.tell(format!("left: {}, right: {}", players.left, players.right))?;
        }
        for moment in &line.moments {
            if let Record::Round { .. } = moment.record {
                out.line("")?;
            }
            if self.boards && matches!(moment.record, Record::Decision { .. }) {
                out.line("")?;
                let position = moment.before.describe(&line.layout);
                out.tell(board(&position, &line.layout, &look))?;
            }
            if let Some(text) = moment_line(moment, ruleset, &look) {
                out.tell(text)?;
            }
        }
        for text in recording
            .asides
            .iter()
            .filter_map(|aside| record_line(aside, &look))
        {
            out.tell(text)?;
        }
        Ok(())
    }
}

/// Tells a moment, decisions with their number and how many choices there were.
fn moment_line(moment: &Moment, ruleset: &Ruleset, look: &Look) -> Option<String> {
    let text = record_line(&moment.record, look)?;
    Some(match &moment.record {
        Record::Decision { number, legal, .. } => {
            let number = number.unwrap_or_default();
            let choices = legal.as_ref().map_or(0, Vec::len);
            let choices = if choices == 1 {
                "forced".to_owned()
            } else {
                format!("of {choices}")
            };
            format!("{number:>4}  {text:<40} {choices}")
        }
        Record::Round { .. } | Record::MatchEnd { .. } => text,
        Record::RoundEnd {
            reason: Some(reason),
            ..
        } => {
            let meaning = ruleset.reasons.iter().find(|(word, _)| word == reason);
            match meaning {
                Some((_, meaning)) => format!("      {text}\n      ({meaning})"),
                None => format!("      {text}"),
            }
        }
        _ => look.wrap("      ", &[text]).join("\n"),
    })
}

/// Makes the page of a recorded match, perhaps with what an analysis found in it.
pub(super) fn page_of(
    recording: &Recording,
    ruleset: &Ruleset,
    line: &Timeline,
    analysis: Option<&Analysis>,
    look: &Look,
) -> Result<String, PageError> {
    match_page(&Match {
        title: &ruleset.title,
        head: &recording.head,
        timeline: line,
        asides: &recording.asides,
        look,
        reasons: &ruleset.reasons,
        analysis,
    })
}

/// Says where a recording stops to hold.
pub(super) fn no_further(recording: &Recording, mismatch: &Mismatch) -> String {
    format!(
        "{}:{}: the recording goes no further: {}: expected {}, recorded {}",
        recording.name, mismatch.line, mismatch.what, mismatch.expected, mismatch.recorded
    )
}

/// The head with all that is known now.
fn complete_head(recording: &Recording, ruleset: &Ruleset) -> Record {
    let mut head = recording.head.clone();
    head.parameters = ruleset.values().clone();
    head.format = Some(crate::replay::FORMAT);
    head.fingerprint = Some(ruleset.fingerprint.clone());
    Record::Match(head)
}

#[derive(Debug, Serialize)]
struct Finding {
    file: String,
    line: usize,
    ruleset: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<u64>,
    holds: bool,
    rounds: u32,
    decisions: u64,
    /// The winner's word, `nobody`, or null if the match was not played to its end.
    winner: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mismatch: Option<MismatchFound>,
    unchecked: Vec<String>,
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct MismatchFound {
    line: usize,
    what: &'static str,
    expected: String,
    recorded: String,
    position: crate::game::Value,
    legal: Vec<String>,
}

impl Verify {
    fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let mut rules_of = RulesOf::default();
        let mut findings = Vec::new();
        let (mut matches, mut broken) = (0_usize, 0_usize);
        for file in &self.files {
            let mut reader = open(file)?;
            let mut edited = Edited::default();
            while let Some(recording) = reader.next_match()? {
                let (ruleset, rules) =
                    rules_of.recording(&recording, self.ruleset.as_deref(), loader)?;
                edited.see(&recording, &ruleset);
                let layout = std::rc::Rc::clone(crate::game::Rules::layout(&*rules));
                let verified = verify(Game::new(rules), &recording, &mut Nobody)?;
                matches += 1;
                broken += usize::from(verified.mismatch.is_some());
                let finding = finding(&recording, &ruleset, &verified, &layout);
                match self.format {
                    Format::Table => report(&finding, &layout, &out.look(&ruleset.labels), out)?,
                    Format::Jsonl => {
                        out.line(serde_json::to_string(&finding).unwrap_or_default())?;
                    }
                    Format::Json | Format::Yaml => findings.push(finding),
                }
            }
            edited.warn(out);
        }
        match self.format {
            Format::Json => out.json(&findings)?,
            Format::Yaml => out.yaml(&findings)?,
            Format::Table if matches > 1 => {
                let held = matches - broken;
                let verb = if held == 1 { "holds" } else { "hold" };
                let held = count_of_matches(held);
                out.line(format!("{held} of {matches} {verb}"))?;
            }
            Format::Table | Format::Jsonl => {}
        }
        Ok(if broken == 0 { Answer::Yes } else { Answer::No })
    }
}

fn count_of_matches(number: usize) -> String {
    crate::text::count_of(number, "match", "matches")
}

fn finding(
    recording: &Recording,
    ruleset: &Ruleset,
    verified: &Verified,
    layout: &crate::game::Layout,
) -> Finding {
    let winner = verified
        .ended
        .map(|winner| winner.map_or_else(|| "nobody".to_owned(), |side| side.to_string()));
    Finding {
        file: recording.name.clone(),
        line: recording.line,
        ruleset: ruleset.id.clone(),
        game: recording.head.game,
        holds: verified.mismatch.is_none(),
        rounds: verified.state.round,
        decisions: verified.state.decisions,
        winner,
        mismatch: verified.mismatch.as_ref().map(|mismatch| MismatchFound {
            line: mismatch.line,
            what: mismatch.what,
            expected: mismatch.expected.clone(),
            recorded: mismatch.recorded.clone(),
            position: verified.state.describe(layout),
            legal: verified.legal.clone(),
        }),
        unchecked: verified
            .unchecked
            .counts
            .iter()
            .map(|(what, times)| format!("{what} ({})", count(*times, "time")))
            .collect(),
        notes: recording.notes.clone(),
    }
}

fn report(
    finding: &Finding,
    layout: &crate::game::Layout,
    look: &Look,
    out: &mut Out,
) -> Result<(), CliError> {
    let place = format!("{}:{}", finding.file, finding.line);
    let length = format!(
        "{}, {}",
        count(finding.rounds as usize, "round"),
        count(
            usize::try_from(finding.decisions).unwrap_or(usize::MAX),
            "decision"
        )
    );
    match &finding.mismatch {
        None => {
            let end = match finding.winner.as_deref() {
                Some("nobody") => "unfinished".to_owned(),
                Some(side) => format!("{side} wins"),
                None => "written down only so far".to_owned(),
            };
            out.tell(format!(
                "{place}: holds: {}, {length}, {end}",
                finding.ruleset
            ))?;
        }
        Some(mismatch) => {
            out.tell(format!(
                "{}:{}: does not hold: {}",
                finding.file, mismatch.line, mismatch.what
            ))?;
            out.tell(format!("  expected  {}", mismatch.expected))?;
            out.tell(format!("  recorded  {}", mismatch.recorded))?;
            out.tell(format!("  round {}, after {length}:", finding.rounds))?;
            for line in board(&mismatch.position, layout, look).lines() {
                out.tell(format!("  {line}"))?;
            }
        }
    }
    for note in &finding.notes {
        out.tell(format!("  note: {note}"))?;
    }
    if !finding.unchecked.is_empty() {
        out.tell(format!(
            "  left out in the recording, so not checked: {}",
            finding.unchecked.join(", ")
        ))?;
    }
    Ok(())
}
