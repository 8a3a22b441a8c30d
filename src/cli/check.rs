//! `salle check`: what is wrong with rulesets, and what is probably not meant.

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde::Serialize;

use super::args::{Changes, Format};
use super::error::{Answer, CliError};
use super::out::Out;
use super::recordings;
use super::sample::{Sample, survey};
use crate::check::{Finding, Ticket, findings, record};
use crate::game::Rules;
use crate::parallel::Broken;
use crate::replay::{Draft, Head, Record};
use crate::report::number::whole;
use crate::ruleset::{Loader, Ruleset, is_file};
use crate::text::{Fault, Severity, count, count_of, leads_out, render};

/// The codes of faults of which the ruleset itself, not what stands in it, is missing.
const UNREADABLE: [&str; 3] = ["unknown-ruleset", "file", "missing"];

/// Look for mistakes in rulesets, in their files and by playing
///
/// Reads the files, then plays random matches and watches them. Exit code 0: nothing is wrong (there
/// may be notes), 1: something is, 2: there is no such ruleset.
///
/// Example: salle check RULESET
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Ids of rulesets, games, or paths of YAML files; without any, all there are
    #[arg(value_name = "RULESET")]
    rulesets: Vec<String>,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    sample: Sample,
    /// The folder for the matches that show what is wrong [default: `check` where Salle keeps its
    /// journals]
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// How to print what is found
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// What is said of one ruleset.
#[derive(Debug, Serialize)]
struct Report {
    ruleset: String,
    matches: u64,
    decisions: u64,
    seed: u64,
    findings: Vec<Entry>,
    #[serde(skip)]
    texts: Vec<String>,
}

/// A finding as data.
#[derive(Debug, Serialize)]
struct Entry {
    code: &'static str,
    severity: &'static str,
    message: String,
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    notes: Vec<String>,
    help: Option<String>,
    #[serde(rename = "match")]
    number: Option<u64>,
    seed: Option<u64>,
    replay: Option<PathBuf>,
}

impl Report {
    fn grave(&self, severity: Severity) -> usize {
        let lines = self.findings.iter();
        lines
            .filter(|line| line.severity == severity.word())
            .count()
    }

    fn is_bad(&self) -> bool {
        self.grave(Severity::Error) + self.grave(Severity::Warning) > 0
    }

    fn add(&mut self, finding: Finding, replay: Option<PathBuf>, colour: bool) {
        let Finding {
            mut fault,
            shown_by,
        } = finding;
        self.findings.push(Entry {
            code: fault.code,
            severity: fault.severity.word(),
            message: fault.message.clone(),
            file: fault
                .span
                .as_ref()
                .map(|span| span.source().name().to_owned()),
            line: fault.span.as_ref().map(crate::text::Span::line),
            column: fault.span.as_ref().map(crate::text::Span::column),
            notes: fault.notes.iter().map(|note| note.text.clone()).collect(),
            help: fault.help.clone(),
            number: shown_by.map(|ticket| ticket.number),
            seed: shown_by.map(|ticket| ticket.seed),
            replay: replay.clone(),
        });
        if let Some(Ticket { number, seed }) = shown_by {
            // A recording opens no file elsewhere by itself.
            let elsewhere = leads_out(Path::new(""), Path::new(&self.ruleset));
            let under = if elsewhere && is_file(&self.ruleset) {
                format!(" --ruleset {}", self.ruleset)
            } else {
                String::new()
            };
            fault = fault.note(match &replay {
                Some(path) => format!(
                    "match {number} (seed {seed}); look at it with\n`salle replay step {}{under}`",
                    path.display()
                ),
                None => format!("match {number} (seed {seed})"),
            });
        }
        self.texts.push(render(&fault, colour));
    }
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let mut reports = Vec::new();
        let mut is_bad = false;
        for (index, name) in rulesets(loader, &self.rulesets)?.iter().enumerate() {
            let report = self.check(name, loader, out)?;
            is_bad |= report.is_bad();
            match self.format {
                Format::Table => {
                    if index > 0 {
                        out.line("")?;
                    }
                    print(&report, out)?;
                }
                Format::Jsonl => {
                    out.line(serde_json::to_string(&report).unwrap_or_default())?;
                }
                Format::Json | Format::Yaml => reports.push(report),
            }
        }
        match self.format {
            Format::Json => out.json(&reports)?,
            Format::Yaml => out.yaml(&reports)?,
            Format::Table | Format::Jsonl => {}
        }
        Ok(if is_bad { Answer::No } else { Answer::Yes })
    }

    fn check(&self, name: &str, loader: &Loader, out: &mut Out) -> Result<Report, CliError> {
        let mut report = Report {
            ruleset: name.to_owned(),
            matches: 0,
            decisions: 0,
            seed: self.sample.seed,
            findings: Vec::new(),
            texts: Vec::new(),
        };
        let matches = self.sample.matches()?;
        let ruleset = loader.load(name, &self.changes.overrides());
        let checked = ruleset.and_then(|ruleset| match survey(&ruleset, &matches, out) {
            Ok(survey) => Ok(Ok((ruleset, survey))),
            Err(Broken::Caller(faults)) => Err(faults),
            Err(Broken::Thread(error)) => Ok(Err(CliError::Thread(error))),
        });
        match checked {
            Ok(checked) => {
                let (ruleset, survey) = checked?;
                report.matches = survey.played;
                report.decisions = survey.coverage.decisions;
                for (index, finding) in findings(&ruleset, &survey).into_iter().enumerate() {
                    let replay = self.write(&ruleset, &finding, index)?;
                    report.add(finding, replay, out.colour);
                }
            }
            Err(faults) => {
                let is_there =
                    |fault: &Fault| fault.span.is_some() || !UNREADABLE.contains(&fault.code);
                if !faults.iter().any(is_there) {
                    return Err(faults.into());
                }
                for fault in faults {
                    let finding = Finding {
                        fault,
                        shown_by: None,
                    };
                    report.add(finding, None, out.colour);
                }
            }
        }
        Ok(report)
    }

    /// Writes down the match that shows a finding; returns its file.
    fn write(
        &self,
        ruleset: &Ruleset,
        finding: &Finding,
        index: usize,
    ) -> Result<Option<PathBuf>, CliError> {
        let Some(Ticket { number, seed }) = finding.shown_by else {
            return Ok(None);
        };
        let default = || crate::repl::journal::folder().map(|folder| folder.join("check"));
        let Some(folder) = self.record.clone().or_else(default) else {
            return Ok(None);
        };
        fs::create_dir_all(&folder).map_err(|error| CliError::File {
            what: "make the folder",
            path: folder.clone(),
            error,
        })?;
        let name = ruleset.id.trim_end_matches(".yaml");
        let name: Vec<&str> = name.rsplit(['/', '\\']).take(2).collect();
        let name: Vec<&str> = name.into_iter().rev().collect();
        let code = finding.fault.code;
        let path = folder.join(format!("{}-{code}-{}.jsonl", name.join("-"), index + 1));
        let rules: Rc<dyn Rules> = ruleset.rules()?;
        let records = record(&rules, seed);
        let is_whole = matches!(records.last(), Some(Record::MatchEnd { .. }));
        let mut draft = Draft::begin(&path)?;
        draft.records(&[Record::Match(Head {
            game: Some(number),
            partial: !is_whole,
            ..recordings::head(ruleset, seed, ["random", "random"])
        })])?;
        draft.records(&records)?;
        draft.keep(true)?;
        Ok(Some(path))
    }
}

fn print(report: &Report, out: &mut Out) -> Result<(), CliError> {
    for text in &report.texts {
        out.line(text)?;
        out.line("")?;
    }
    let found: Vec<String> = [Severity::Error, Severity::Warning, Severity::Note]
        .into_iter()
        .map(|severity| (report.grave(severity), severity.word()))
        .filter(|(number, _)| *number > 0)
        .map(|(number, word)| count(number, word))
        .collect();
    let found = if found.is_empty() {
        "nothing found".to_owned()
    } else {
        found.join(", ")
    };
    let played = match report.matches {
        0 => "no match played".to_owned(),
        matches => format!(
            "{} with {} decisions played, seed {}",
            count_of(
                usize::try_from(matches).unwrap_or(usize::MAX),
                "match",
                "matches"
            ),
            whole(report.decisions),
            report.seed
        ),
    };
    out.line(format!("{}: {found} ({played})", report.ruleset))
}

/// Returns the ids and paths of the rulesets that are meant: those of a game, or all there are.
pub(super) fn rulesets(loader: &Loader, given: &[String]) -> Result<Vec<String>, CliError> {
    let ids = loader.ids();
    if given.is_empty() {
        if ids.is_empty() {
            return Err(CliError::call("there are no rulesets", "name one"));
        }
        return Ok(ids);
    }
    let mut named: Vec<String> = Vec::new();
    for name in given {
        let game = format!("{}/", name.trim_end_matches('/'));
        let of_game = ids.iter().filter(|id| id.starts_with(&game)).cloned();
        let of_game: Vec<String> = of_game.collect();
        let more = if ids.contains(name) || of_game.is_empty() {
            vec![name.clone()]
        } else {
            of_game
        };
        for id in more {
            if !named.contains(&id) {
                named.push(id);
            }
        }
    }
    Ok(named)
}
