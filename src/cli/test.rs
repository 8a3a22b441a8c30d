//! `salle test`: the scenarios and snapshots of rulesets.

mod changes;
pub(super) mod find;
mod print;
mod rules;
mod snapshots;

use std::path::Path;

use std::collections::HashSet;

use super::args::{Changes, Format};
use super::error::{Answer, CliError};
use super::out::Out;
use crate::game::Nobody;
use crate::ruleset::Loader;
use crate::scenario::{Failure, Scenario, ScenarioFile, run};
use crate::text::{Fault, Faults, list_or, nearest};
use find::{Sort, Target};
use rules::{Loaded, Shelf};
use snapshots::Snapshots;

/// Run the tests of rulesets: positions with their right answers, and snapshots of matches
///
/// They lie in `scenarios/` and `snapshots/` beside the rulesets. Exit code 0: all hold, 1: some do
/// not, 2: a file or the call is bad. What a snapshot is now lies beside it, under its name with
/// `.new`, until it is accepted.
///
/// Example: salle test RULESET --filter "last card"
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Ruleset ids, games, files or folders of tests; without any, the tests of all rulesets
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// Run only scenarios and snapshots whose name contains this
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Accept the snapshots that changed, or those of one group only
    #[arg(long, value_name = "GROUP", num_args = 0..=1, conflicts_with_all = ["review", "set"])]
    #[allow(
        clippy::option_option,
        reason = "so the command line has it: not given, given, given with a group"
    )]
    accept: Option<Option<String>>,
    /// Why the snapshots are right as they are now; it is kept in them
    #[arg(long, value_name = "REASON", requires = "accept")]
    because: Option<String>,
    /// Go through the snapshots that changed, group by group, and ask
    #[arg(long, conflicts_with = "set")]
    review: bool,
    /// Write nothing; so it is too with `--set`, and where `CI` is set and nothing is to be accepted
    #[arg(long, conflicts_with_all = ["accept", "review"])]
    read_only: bool,
    /// Show the whole of each example, however long it is
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    changes: Changes,
    /// How to print the results
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// One scenario under one ruleset.
#[derive(Debug)]
struct Run {
    file: String,
    scenario: Scenario,
    loaded: Loaded,
    failure: Option<Failure>,
}

/// A file whose scenarios were run.
#[derive(Debug)]
struct Report {
    file: String,
    scenarios: usize,
    runs: Vec<Run>,
}

impl Report {
    fn failed(&self) -> usize {
        self.runs.iter().filter(|run| run.failure.is_some()).count()
    }
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let targets = find::targets(loader, &self.paths)?;
        let mut known = Shelf::new(loader, self.changes.overrides());
        let mut faults = Faults::new();
        let mut reports = Vec::new();
        let mut names = Vec::new();
        for target in targets
            .iter()
            .filter(|target| target.sort == Sort::Scenarios)
        {
            let mut file = match ScenarioFile::read(&target.found.source) {
                Ok(file) => file,
                Err(more) => {
                    faults.extend(more);
                    continue;
                }
            };
            names.extend(file.scenarios.iter().map(|scenario| scenario.name.clone()));
            file.scenarios
                .retain(|scenario| self.is_wanted(&scenario.name));
            let report = report(file, target, &mut known);
            let report = match report {
                Ok(report) => report,
                // What several files share is at fault once.
                Err(more) => {
                    add_new(&mut faults, more);
                    continue;
                }
            };
            if !report.runs.is_empty() {
                if self.format == Format::Table {
                    print::report(&report, out)?;
                }
                reports.push(report);
            }
        }
        let mut snapshots = Snapshots::default();
        for target in &targets {
            let is_wanted = |name: &str| {
                names.push(name.to_owned());
                self.is_wanted(name)
            };
            if let Err(more) = snapshots.add(target, &mut known, loader, is_wanted) {
                add_new(&mut faults, more);
            }
        }
        if faults.is_empty() && reports.is_empty() && snapshots.cases.is_empty() {
            return Err(self.nothing(&names));
        }
        if faults.is_empty() && self.filter.is_none() {
            snapshots.find_orphans(&targets, loader);
        }
        let settled = self.settle(&snapshots, out)?;
        let how = (faults.is_empty(), self.accept.is_some() || self.review);
        print::summary(self.format, &reports, &snapshots, how, out)?;
        faults.into_result(())?;
        let failed = reports.iter().any(|report| report.failed() > 0);
        Ok(if failed || !settled {
            Answer::No
        } else {
            Answer::Yes
        })
    }

    fn is_wanted(&self, name: &str) -> bool {
        let filter = self.filter.as_ref();
        filter.is_none_or(|filter| name.contains(filter))
    }

    /// Shows what changed in the snapshots, and accepts it if that is asked for. Tells whether nothing
    /// is left to be accepted.
    fn settle(&self, snapshots: &Snapshots, out: &mut Out) -> Result<bool, CliError> {
        let (groups, new) = snapshots.groups();
        let changes = changes::Changes {
            groups: &groups,
            new: &new,
            all: snapshots.cases.len(),
            full: self.full,
        };
        if let Some(group) = &self.accept {
            let because = self.because.as_deref().map(str::trim).unwrap_or_default();
            if because.is_empty() {
                return Err(CliError::call(
                    "a snapshot is accepted with a reason",
                    "say why it is right now: `--because \"…\"`; it is kept in the file",
                ));
            }
            return changes.accept(group.as_deref(), because, out);
        }
        if self.review {
            return changes.review(out);
        }
        if self.format == Format::Table {
            changes.print(out)?;
        }
        let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
        // What another parameter makes of a match is no result of the ruleset.
        let is_tried = !self.changes.texts().is_empty();
        if !self.read_only && !is_ci && !is_tried {
            for case in &snapshots.cases {
                case.put_off()?;
            }
        }
        Ok(groups.is_empty() && new.is_empty())
    }

    /// Makes the error of a call that runs no scenario.
    fn nothing(&self, names: &[String]) -> CliError {
        match &self.filter {
            Some(filter) if !names.is_empty() => {
                let near = nearest(filter, names.iter().map(String::as_str));
                let help = match near {
                    Some(near) => format!("the nearest is `{near}`"),
                    None => "the text stands anywhere in the name, in the same case".to_owned(),
                };
                let message = format!("no scenario's and no snapshot's name contains `{filter}`");
                CliError::call(message, help)
            }
            _ => {
                let of = if self.paths.is_empty() {
                    String::new()
                } else {
                    format!(" of {}", list_or(&self.paths))
                };
                CliError::call(
                    format!("there are no scenarios and no snapshots{of}"),
                    "they lie in `scenarios/` and `snapshots/`, in the folder of the ruleset's YAML file",
                )
            }
        }
    }
}

/// Adds the faults that are not there yet.
fn add_new(faults: &mut Faults, more: Faults) {
    // Not by line and column: to count those takes its time in a long line.
    let key = |fault: &Fault| {
        let span = fault.span.as_ref();
        let place = span.map(|span| (span.source().name().to_owned(), span.start()));
        (place, fault.message.clone())
    };
    let mut known: HashSet<_> = faults.iter().map(key).collect();
    for fault in more {
        if known.insert(key(&fault)) {
            faults.push(fault);
        }
    }
}

/// Runs the scenarios of a file; if any is at fault, none.
fn report(file: ScenarioFile, target: &Target, known: &mut Shelf) -> Result<Report, Faults> {
    let name = file.source.name().to_owned();
    let mut faults = Faults::new();
    let mut ready = Vec::new();
    let mut scenarios = 0;
    for scenario in file.scenarios {
        let before = ready.len();
        for ruleset in &scenario.rulesets {
            let Some(id) = target.resolve(&ruleset.text) else {
                continue;
            };
            if target.leads_out(&ruleset.text) {
                let message = format!("`{}` leads out of the folder of the rulesets", ruleset.text);
                let fault = Fault::new("file", message).at(ruleset.span.clone());
                add_new(&mut faults, fault.into());
                continue;
            }
            let checked = known
                .load(&id, &ruleset.span, &scenario.sets)
                .and_then(|loaded| {
                    let layout = crate::game::Rules::layout(&*loaded.rules);
                    let start = scenario.start(layout, &loaded.vocabulary)?;
                    Ok((loaded, start))
                });
            match checked {
                Ok((loaded, start)) => ready.push((scenario.clone(), loaded, start)),
                // What two scenarios or rulesets share is at fault once.
                Err(more) => add_new(&mut faults, more),
            }
        }
        scenarios += usize::from(ready.len() > before);
    }
    faults.into_result(())?;
    let runs = ready.into_iter().map(|(scenario, loaded, start)| Run {
        file: name.clone(),
        failure: run(&scenario, loaded.rules.clone(), start, &mut Nobody).err(),
        scenario,
        loaded,
    });
    Ok(Report {
        runs: runs.collect(),
        file: name,
        scenarios,
    })
}

/// Accepts the snapshots that a file asks for as they are now.
pub(super) fn accept_all(file: &Path, because: &str, loader: &Loader) -> Result<(), CliError> {
    let mut known = Shelf::new(loader, Vec::new());
    let mut snapshots = Snapshots::default();
    for target in find::targets(loader, &[file.display().to_string()])? {
        snapshots.add(&target, &mut known, loader, |_| true)?;
    }
    for case in &snapshots.cases {
        case.accept(because)?;
    }
    Ok(())
}
