//! Results of scenarios as text and as data.

use serde::Serialize;
use similar::{ChangeTag, TextDiff};

use super::snapshots::{Case, NEW, Snapshots};
use super::{Report, Run};
use crate::cli::args::Format;
use crate::cli::error::CliError;
use crate::cli::out::Out;
use crate::scenario::{Broken, Difference, Failure};
use crate::text::{count, list_or, render, shown, visible};

/// Lines that stay around a change.
pub(super) const CONTEXT: usize = 3;

/// Prints a line for a file, then its failures.
pub(super) fn report(report: &Report, out: &mut Out) -> Result<(), CliError> {
    let failed = report.failed();
    let word = if failed == 0 { "ok  " } else { "FAIL" };
    let colour = if failed == 0 { GREEN } else { RED };
    let counts = format!(
        "{}, {}",
        count(report.scenarios, "scenario"),
        count(report.runs.len(), "run")
    );
    let failures = match failed {
        0 => String::new(),
        1 => ", 1 fails".to_owned(),
        many => format!(", {many} fail"),
    };
    let word = paint(word, colour, out);
    out.line(format!(
        "{word} {}: {counts}{failures}",
        visible(&report.file)
    ))?;
    for run in &report.runs {
        if let Some(failure) = &run.failure {
            out.line("")?;
            failed_run(run, failure, out)?;
        }
    }
    if failed > 0 {
        out.line("")?;
    }
    Ok(())
}

fn failed_run(run: &Run, failure: &Failure, out: &mut Out) -> Result<(), CliError> {
    let scenario = &run.scenario;
    let under = std::iter::once(run.loaded.id.clone()).chain(run.loaded.set.iter().cloned());
    let under: Vec<String> = under.collect();
    let place = format!("{}:{}", run.file, scenario.span.line());
    let head = format!(
        "{}: {} ({})",
        visible(&place),
        scenario.name,
        under.join(" ")
    );
    out.line(paint(&shown(&head), RED, out))?;
    for (index, line) in scenario.because.lines().enumerate() {
        let lead = if index == 0 {
            "  because: "
        } else {
            "           "
        };
        out.tell(format!("{lead}{line}"))?;
    }
    match failure {
        Failure::Broken(broken) => broken_run(broken, out),
        Failure::Differs(differences) => {
            out.line("  - expected  + came")?;
            for difference in differences {
                differs(difference, out)?;
            }
            Ok(())
        }
    }
}

fn broken_run(broken: &Broken, out: &mut Out) -> Result<(), CliError> {
    let place = match &broken.span {
        Some(span) => format!("line {}: ", span.line()),
        None => String::new(),
    };
    out.tell(format!("  {place}{}", visible(&broken.message)))?;
    if let Some(nearest) = &broken.nearest {
        out.line(format!("  did you mean `{}`?", visible(nearest)))?;
    }
    if !broken.legal.is_empty() {
        out.tell(format!("  legal: {}", list_or(&broken.legal)))?;
    }
    if let Some(fault) = &broken.fault {
        out.line(render(fault, out.colour))?;
    }
    Ok(())
}

fn differs(difference: &Difference, out: &mut Out) -> Result<(), CliError> {
    out.tell(format!("  {}:", difference.key))?;
    let (old, new): (Vec<&str>, Vec<&str>) = (
        difference.expected.iter().map(String::as_str).collect(),
        difference.found.iter().map(String::as_str).collect(),
    );
    let diff = TextDiff::from_slices(&old, &new);
    for (index, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
        if index > 0 {
            out.line("      …")?;
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let text = visible(change.value());
            let text = shown(&text);
            let line = match change.tag() {
                ChangeTag::Equal => format!("      {text}"),
                ChangeTag::Delete => paint(&format!("    - {text}"), RED, out),
                ChangeTag::Insert => paint(&format!("    + {text}"), GREEN, out),
            };
            out.line(line)?;
        }
    }
    Ok(())
}

pub(super) const RED: &str = "31";
pub(super) const GREEN: &str = "32";

pub(super) fn paint(text: &str, colour: &str, out: &Out) -> String {
    if out.colour {
        format!("\u{1b}[{colour}m{text}\u{1b}[0m")
    } else {
        text.to_owned()
    }
}

#[derive(Debug, Serialize)]
struct Summary {
    scenarios: usize,
    runs: usize,
    failed: usize,
}

#[derive(Debug, Serialize)]
struct FileResult<'a> {
    file: &'a str,
    #[serde(flatten)]
    summary: Summary,
}

#[derive(Debug, Serialize)]
struct RunResult<'a> {
    file: &'a str,
    line: usize,
    name: &'a str,
    because: &'a str,
    ruleset: &'a str,
    set: &'a [String],
    holds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    broken: Option<BrokenResult<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<DifferenceResult<'a>>,
}

#[derive(Debug, Serialize)]
struct BrokenResult<'a> {
    line: Option<usize>,
    message: &'a str,
    legal: &'a [String],
    nearest: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct DifferenceResult<'a> {
    key: &'a str,
    expected: &'a [String],
    found: &'a [String],
}

#[derive(Debug, Serialize)]
struct Document<'a> {
    summary: Summary,
    files: Vec<FileResult<'a>>,
    results: Vec<RunResult<'a>>,
    snapshots: Vec<SnapshotResult<'a>>,
    orphans: &'a [String],
}

impl<'a> RunResult<'a> {
    fn new(run: &'a Run) -> Self {
        let (broken, differences) = match &run.failure {
            None => (None, &[][..]),
            Some(Failure::Broken(broken)) => (Some(&**broken), &[][..]),
            Some(Failure::Differs(differences)) => (None, &differences[..]),
        };
        Self {
            file: &run.file,
            line: run.scenario.span.line(),
            name: &run.scenario.name,
            because: &run.scenario.because,
            ruleset: &run.loaded.id,
            set: &run.loaded.set,
            holds: run.failure.is_none(),
            broken: broken.map(|broken| BrokenResult {
                line: broken.span.as_ref().map(crate::text::Span::line),
                message: &broken.message,
                legal: &broken.legal,
                nearest: broken.nearest.as_deref(),
            }),
            differences: differences
                .iter()
                .map(|difference| DifferenceResult {
                    key: difference.key,
                    expected: &difference.expected,
                    found: &difference.found,
                })
                .collect(),
        }
    }
}

fn sum(reports: &[Report]) -> Summary {
    Summary {
        scenarios: reports.iter().map(|report| report.scenarios).sum(),
        runs: reports.iter().map(|report| report.runs.len()).sum(),
        failed: reports.iter().map(Report::failed).sum(),
    }
}

/// A snapshot as data.
#[derive(Debug, Serialize)]
struct SnapshotResult<'a> {
    snapshot: &'a str,
    ruleset: &'a str,
    #[serde(rename = "match")]
    of: &'a str,
    holds: bool,
    /// The group of what is otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    /// What is otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<String>,
    /// How many decisions were made before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    decisions: Option<u64>,
}

impl<'a> SnapshotResult<'a> {
    fn new(case: &'a Case) -> Self {
        let difference = case.difference.as_ref();
        let unknown = || case.accepted.is_none().then(|| NEW.to_owned());
        Self {
            snapshot: &case.name,
            ruleset: &case.now.ruleset,
            of: &case.now.of,
            holds: case.holds(),
            group: difference.map(|(cause, _)| cause.slug()).or_else(unknown),
            cause: difference.map(|(cause, _)| cause.to_string()),
            decisions: difference.map(|(_, made)| *made),
        }
    }
}

/// Prints what is left to print once all files are done: the sums, or everything as data. `is_all`
/// tells whether no file was at fault, `accepts` whether snapshots have been accepted since.
pub(super) fn summary(
    format: Format,
    reports: &[Report],
    snapshots: &Snapshots,
    (is_all, accepts): (bool, bool),
    out: &mut Out,
) -> Result<(), CliError> {
    let runs = || {
        reports
            .iter()
            .flat_map(|report| &report.runs)
            .map(RunResult::new)
    };
    let results = || Document {
        summary: sum(reports),
        files: reports
            .iter()
            .map(|report| FileResult {
                file: &report.file,
                summary: sum(std::slice::from_ref(report)),
            })
            .collect(),
        results: runs().collect(),
        snapshots: snapshots.cases.iter().map(SnapshotResult::new).collect(),
        orphans: &snapshots.orphans,
    };
    match format {
        Format::Table => {
            for orphan in &snapshots.orphans {
                out.line(format!(
                    "no match belongs to the snapshot {}; take it away if that is meant",
                    visible(orphan)
                ))?;
            }
            if !reports.is_empty() {
                out.line(runs_line(reports, is_all))?;
            }
            // Once some are accepted, the sums would be those from before.
            if snapshots.cases.is_empty() || accepts {
                return Ok(());
            }
            let holding = snapshots.cases.iter().filter(|case| case.holds()).count();
            let all = count(snapshots.cases.len(), "snapshot");
            out.line(if holding == snapshots.cases.len() {
                format!("{all}: all hold")
            } else {
                format!("{all}: {holding} hold")
            })
        }
        Format::Json => out.json(&results()),
        Format::Yaml => out.yaml(&results()),
        Format::Jsonl => {
            for run in runs() {
                out.line(serde_json::to_string(&run).unwrap_or_default())?;
            }
            for case in &snapshots.cases {
                let result = SnapshotResult::new(case);
                out.line(serde_json::to_string(&result).unwrap_or_default())?;
            }
            Ok(())
        }
    }
}

fn runs_line(reports: &[Report], is_all: bool) -> String {
    let Summary { runs, failed, .. } = sum(reports);
    let runs = count(runs, "run");
    let files = count(reports.len(), "file");
    match (failed, is_all) {
        (0, true) => format!("{runs} in {files}: all hold"),
        (0, false) => format!("{runs} in {files}: all hold; other files are at fault"),
        (failed, true) => format!("{failed} of {runs} failed"),
        (failed, false) => format!("{failed} of {runs} failed; other files are at fault"),
    }
}
