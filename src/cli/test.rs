//! `salle test`: the scenarios of rulesets.

mod find;
mod print;
mod rules;

use std::collections::HashSet;

use super::args::{Changes, Format};
use super::error::{Answer, CliError};
use super::out::Out;
use crate::ruleset::Loader;
use crate::scenario::{Failure, Scenario, ScenarioFile, run};
use crate::text::{Fault, Faults, list_or, nearest};
use find::Target;
use rules::{Loaded, Shelf};

/// Run the scenarios of rulesets: positions with their right answers
///
/// They lie in `scenarios/` beside the rulesets. Exit code 0: all hold, 1: some fail, 2: a file or
/// the call is bad.
///
/// Example: salle test RULESET --filter "last card"
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Ruleset ids, games, scenario files or folders; without any, the scenarios of all rulesets
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// Run only scenarios whose name contains this
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
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
        for target in &targets {
            let mut file = match ScenarioFile::read(&target.found.source) {
                Ok(file) => file,
                Err(more) => {
                    faults.extend(more);
                    continue;
                }
            };
            if let Some(filter) = &self.filter {
                names.extend(file.scenarios.iter().map(|scenario| scenario.name.clone()));
                file.scenarios
                    .retain(|scenario| scenario.name.contains(filter));
            }
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
        if faults.is_empty() && reports.is_empty() {
            return Err(self.nothing(&names));
        }
        print::summary(self.format, &reports, faults.is_empty(), out)?;
        faults.into_result(())?;
        let failed = reports.iter().any(|report| report.failed() > 0);
        Ok(if failed { Answer::No } else { Answer::Yes })
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
                CliError::call(format!("no scenario's name contains `{filter}`"), help)
            }
            _ => {
                let of = if self.paths.is_empty() {
                    String::new()
                } else {
                    format!(" of {}", list_or(&self.paths))
                };
                CliError::call(
                    format!("there are no scenarios{of}"),
                    "they lie in `scenarios/`, in the folder of the ruleset's YAML file",
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
        failure: run(&scenario, loaded.rules.clone(), start).err(),
        scenario,
        loaded,
    });
    Ok(Report {
        runs: runs.collect(),
        file: name,
        scenarios,
    })
}
