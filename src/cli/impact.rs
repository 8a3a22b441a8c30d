//! `salle impact`: what an edit or another parameter does to recorded matches.

mod feed;
mod place;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde::Serialize;

use self::feed::Feed;
use self::place::{Place, place};
use super::args::{Format, RulesetArgs};
use super::error::{Answer, CliError};
use super::jobs::{Jobs, interrupts};
use super::out::Out;
use super::progress::Progress;
use crate::game::Rules;
use crate::parallel::{Broken, Ending, in_order};
use crate::repl::rules::terms_of;
use crate::replay::Recording;
use crate::report::number::whole;
use crate::ruleset::{Loader, Override, Ruleset};
use crate::snapshot::{Cause, Fate, grouped, rejudge};
use crate::text::{Faults, count_of};

/// Where recordings are looked for if none are named.
const DEFAULT: &str = "replays";

/// Show what rules do to recorded matches: which stand, end otherwise or break
///
/// Plays the decisions of every match again under the ruleset as it is now, with the same cards, and
/// compares what happens with what was recorded. `target`, `first` and `limits` are those of the match,
/// all other parameters those of the ruleset. Exit code 0: all stand, 1: some do not, 2: a file or the
/// call is bad.
///
/// Example: salle impact RULESET replays --set target=3
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    ruleset: RulesetArgs,
    /// Recordings, or folders of them [default: replays]
    #[arg(value_name = "REPLAYS")]
    paths: Vec<PathBuf>,
    /// Judge matches of other rulesets as well
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    jobs: Jobs,
    /// How to print it; `jsonl` has a line for each match
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// What becomes of a match.
#[derive(Debug, Serialize)]
struct Row {
    file: String,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<u64>,
    ruleset: String,
    fate: &'static str,
    /// The number of the decision at which it is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<String>,
}

/// A match that was judged.
struct Judged {
    row: Row,
    fate: Fate,
    cause: Option<(Cause, u64)>,
}

/// What a worker has to say of an item of the feed.
enum Said {
    Judged(Box<Judged>),
    /// A match of another ruleset.
    Other,
    /// A file that could not be read to its end.
    Damaged(Faults),
}

/// Matches with one fate for one cause.
#[derive(Debug, Serialize)]
struct GroupRow {
    fate: &'static str,
    group: String,
    cause: String,
    matches: usize,
    /// The first one: file and line, and the decision.
    file: String,
    line: usize,
    decision: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Place>,
}

#[derive(Debug, Default, Serialize)]
struct Report {
    ruleset: String,
    matches: usize,
    stands: usize,
    changes: usize,
    ends_otherwise: usize,
    breaks: usize,
    /// Matches of other rulesets, which were left out.
    others: usize,
    groups: Vec<GroupRow>,
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let (ruleset, _) = self.ruleset.load(loader)?;
        let default = [PathBuf::from(DEFAULT)];
        let paths = if self.paths.is_empty() {
            &default[..]
        } else {
            &self.paths
        };
        let feed = Feed::new(loader, paths)?;
        let mut progress = Progress::begin_open(out.progress);
        let mut judged: Vec<Judged> = Vec::new();
        let mut faults = Faults::new();
        let mut others = 0;
        let stop = interrupts();
        let worker = || Ok::<_, CliError>(self.worker(loader));
        let ending = in_order(feed, self.jobs.number()?, &stop, worker, |result| {
            progress.played(0);
            match result? {
                Said::Judged(one) => judged.push(*one),
                Said::Other => others += 1,
                Said::Damaged(more) => faults.extend(more),
            }
            Ok(())
        });
        drop(progress.end());
        let ending = ending.map_err(|broken| match broken {
            Broken::Caller(error) => error,
            Broken::Thread(error) => CliError::Thread(error),
        })?;
        if judged.is_empty() && faults.is_empty() && ending == Ending::Done {
            return Err(self.nothing(others));
        }
        let report = self.report(&ruleset, loader, &judged, others)?;
        self.print(&report, judged, out)?;
        if !faults.is_empty() {
            return Err(faults.into());
        }
        if ending == Ending::Stopped {
            return Ok(Answer::Interrupted);
        }
        let all_stand = report.stands == report.matches;
        Ok(if all_stand { Answer::Yes } else { Answer::No })
    }

    fn nothing(&self, others: usize) -> CliError {
        let id = &self.ruleset.ruleset;
        if others > 0 {
            return CliError::call(
                format!(
                    "there is no match of {id} among {}",
                    count_of(others, "match", "matches")
                ),
                "`--all` judges matches of other rulesets as well",
            );
        }
        CliError::call(
            "there are no recorded matches",
            "name files or folders of recordings",
        )
    }

    /// Makes what judges matches on one thread; rules are made once for the terms of a match.
    fn worker<'a>(
        &'a self,
        loader: &'a Loader,
    ) -> impl FnMut(Result<Recording, Faults>) -> Result<Said, CliError> + 'a {
        let mut known: HashMap<String, Rc<dyn Rules>> = HashMap::new();
        move |item| {
            let recording = match item {
                Ok(recording) => recording,
                Err(faults) => return Ok(Said::Damaged(faults)),
            };
            if !self.all && !is_same(&recording.head.ruleset, &self.ruleset.ruleset) {
                return Ok(Said::Other);
            }
            let key = key(&recording);
            if !known.contains_key(&key) {
                let rules = self.under(&recording, loader)?.rules()?;
                known.insert(key.clone(), rules);
            }
            let rules = &known[&key];
            let judged = rejudge(rules, &recording);
            let cause = judged.cause;
            Ok(Said::Judged(Box::new(Judged {
                row: Row {
                    file: recording.name,
                    line: recording.line,
                    game: recording.head.game,
                    ruleset: recording.head.ruleset,
                    fate: judged.fate.word(),
                    decision: cause.as_ref().map(|(_, made)| made + 1),
                    group: cause.as_ref().map(|(cause, _)| cause.slug()),
                    cause: cause.as_ref().map(|(cause, _)| cause.to_string()),
                },
                fate: judged.fate,
                cause,
            })))
        }
    }

    /// Loads the ruleset with the terms of a match.
    fn under(&self, recording: &Recording, loader: &Loader) -> Result<Ruleset, Faults> {
        let mut overrides: Vec<Override> = vec![terms_of(recording)];
        overrides.extend(self.ruleset.changes.overrides());
        loader.load(&self.ruleset.ruleset, &overrides)
    }

    fn report(
        &self,
        ruleset: &Ruleset,
        loader: &Loader,
        judged: &[Judged],
        others: usize,
    ) -> Result<Report, CliError> {
        let number = |fate: Fate| judged.iter().filter(|one| one.fate == fate).count();
        let mut report = Report {
            ruleset: self.ruleset.changes.name(&ruleset.id),
            matches: judged.len(),
            stands: number(Fate::Stands),
            changes: number(Fate::Changes),
            ends_otherwise: number(Fate::EndsOtherwise),
            breaks: number(Fate::Breaks),
            others,
            groups: Vec::new(),
        };
        for fate in [Fate::Breaks, Fate::EndsOtherwise, Fate::Changes] {
            let of_fate = judged.iter().filter(|one| one.fate == fate);
            let causes = of_fate.filter_map(|one| Some((one.cause.clone()?.0, one)));
            for group in grouped(causes) {
                let Some(first) = group.members.first() else {
                    continue;
                };
                let made = first.cause.as_ref().map_or(0, |(_, made)| *made);
                let path = Path::new(&first.row.file);
                let recording = feed::at(path, first.row.line)?;
                let place = match recording {
                    Some(recording) => {
                        let ruleset = self.under(&recording, loader)?;
                        place(&ruleset, &recording, &group.cause, made)?
                    }
                    None => None,
                };
                report.groups.push(GroupRow {
                    fate: fate.word(),
                    group: group.slug,
                    cause: group.cause.to_string(),
                    matches: group.members.len(),
                    file: first.row.file.clone(),
                    line: first.row.line,
                    decision: made + 1,
                    place,
                });
            }
        }
        Ok(report)
    }

    fn print(&self, report: &Report, judged: Vec<Judged>, out: &mut Out) -> Result<(), CliError> {
        match self.format {
            Format::Table => table(report, out),
            Format::Json => out.json(report),
            Format::Yaml => out.yaml(report),
            Format::Jsonl => {
                for one in judged {
                    out.line(serde_json::to_string(&one.row).unwrap_or_default())?;
                }
                out.line(serde_json::to_string(report).unwrap_or_default())
            }
        }
    }
}

/// Tells whether a recording names a ruleset: by its id, or by a path to the same file.
fn is_same(recorded: &str, asked: &str) -> bool {
    if recorded == asked {
        return true;
    }
    let file = |name: &str| std::fs::canonicalize(name).ok();
    if file(asked).is_some_and(|asked| file(recorded) == Some(asked)) {
        return true;
    }
    // `rulesets/game/variant.yaml` holds `game/variant`.
    Path::new(asked).ends_with(format!("{recorded}.yaml"))
}

fn key(recording: &Recording) -> String {
    match terms_of(recording) {
        Override::Map(_, terms) => terms.to_string(),
        _ => String::new(),
    }
}

fn table(report: &Report, out: &mut Out) -> Result<(), CliError> {
    out.line(format!(
        "{}: {} of {} stand, {} change on the way, {} end otherwise, {} break",
        report.ruleset,
        whole(report.stands as u64),
        count_of(report.matches, "match", "matches"),
        whole(report.changes as u64),
        whole(report.ends_otherwise as u64),
        whole(report.breaks as u64),
    ))?;
    if report.others > 0 {
        out.line(format!(
            "{} of other rulesets left out; `--all` judges them too",
            count_of(report.others, "match", "matches")
        ))?;
    }
    for group in &report.groups {
        out.line("")?;
        out.line(format!(
            "{} {}: {}",
            count_of(group.matches, "match", "matches"),
            match (group.fate, group.matches) {
                ("breaks", 1) => "breaks",
                ("breaks", _) => "break",
                ("changes", 1) => "changes on the way",
                ("changes", _) => "change on the way",
                (_, 1) => "ends otherwise",
                _ => "end otherwise",
            },
            group.cause
        ))?;
        out.line(format!(
            "  first: {}:{}, at decision {}",
            group.file, group.line, group.decision
        ))?;
        if let Some(place) = &group.place {
            out.line(format!(
                "  by: `{}`, {}:{}: {}",
                place.function, place.file, place.line, place.text
            ))?;
        }
    }
    Ok(())
}
