//! `salle coverage`: what of a ruleset comes up in matches and in its scenarios, and what never does.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use comfy_table::{Cell, CellAlignment, Table, presets};
use serde::Serialize;

use super::args::{Format, RulesetArgs};
use super::error::{Answer, CliError};
use super::out::Out;
use super::sample::{Sample, survey};
use super::test::find;
use crate::chance::match_seed;
use crate::check::{Coverage, Seen, Survey, Watch};
use crate::game::Rules;
use crate::parallel::Broken;
use crate::report::number::whole;
use crate::ruleset::{Loader, Override, Ruleset};
use crate::scenario::{ScenarioFile, Vocabulary, run};
use crate::script::{Part, ScriptedRules, Trace};
use crate::text::{Faults, Source, count, count_of};

/// Show what of a ruleset comes up: functions, lines, moves, endings and events
///
/// Counts it in random matches and in the ruleset's scenarios, and names what never came up. Each
/// match can be looked at again: `salle play RULESET --left random --right random --seed S --record FILE`.
///
/// Example: salle coverage RULESET --lines
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    ruleset: RulesetArgs,
    #[command(flatten)]
    sample: Sample,
    /// Print the scripts, each line with how often it was reached
    #[arg(long)]
    lines: bool,
    /// How to print what came up
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// How often something came up, and where first.
#[derive(Debug, Serialize)]
struct Row {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    in_matches: u64,
    in_scenarios: u64,
    /// The seed of the first match.
    seed: Option<u64>,
    /// The first scenario.
    scenario: Option<String>,
}

impl Row {
    fn is_idle(&self) -> bool {
        self.in_matches + self.in_scenarios == 0
    }
}

#[derive(Debug, Serialize)]
struct Report {
    ruleset: String,
    matches: u64,
    decisions: u64,
    scenarios: usize,
    moves: Vec<Row>,
    endings: Vec<Row>,
    events: Vec<Row>,
    functions: Vec<Row>,
    lines: Vec<Row>,
    #[serde(skip)]
    sources: Vec<Arc<Source>>,
}

/// What came up in the scenarios, and their names.
#[derive(Debug, Default)]
struct InScenarios {
    coverage: Coverage,
    names: Vec<String>,
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let ruleset = loader.load(&self.ruleset.ruleset, &self.ruleset.changes.overrides())?;
        let survey = survey(&ruleset, &self.sample.matches()?, out);
        let survey = survey.map_err(|broken| match broken {
            Broken::Caller(faults) => faults.into(),
            Broken::Thread(error) => CliError::Thread(error),
        })?;
        let scenarios = self.scenarios(&ruleset, loader)?;
        let report = report(&ruleset, &survey, &scenarios, self.sample.seed);
        match self.format {
            Format::Table if self.lines => listing(&report, out)?,
            Format::Table => print(&report, out)?,
            Format::Json => out.json(&report)?,
            Format::Jsonl => out.line(serde_json::to_string(&report).unwrap_or_default())?,
            Format::Yaml => out.yaml(&report)?,
        }
        if survey.broken_off || !survey.troubles.is_empty() {
            out.say(format!(
                "warning: something is wrong in the matches, {} of {} were played: `salle check {}` tells what",
                survey.played, self.sample.games, ruleset.id
            ));
        }
        Ok(Answer::Yes)
    }

    /// Runs the scenarios of the ruleset and watches them. Whether they hold is not asked here.
    fn scenarios(&self, ruleset: &Ruleset, loader: &Loader) -> Result<InScenarios, CliError> {
        let mut watched = InScenarios::default();
        let mut known: HashMap<String, Result<(Rc<ScriptedRules>, Trace), Faults>> = HashMap::new();
        for target in find::targets(loader, std::slice::from_ref(&ruleset.id))? {
            if target.sort != find::Sort::Scenarios {
                continue;
            }
            let file = ScenarioFile::read(&target.found.source)?;
            for scenario in &file.scenarios {
                let mut named = scenario.rulesets.iter();
                if !named.any(|name| target.resolve(&name.text).is_some()) {
                    continue;
                }
                let mut overrides = self.ruleset.changes.overrides();
                overrides.extend(scenario.sets.iter().cloned().map(Override::Tree));
                let key = format!("{:?}", scenario.sets);
                let rules = known.entry(key).or_insert_with(|| {
                    let ruleset = loader.load(&ruleset.id, &overrides)?;
                    ruleset.traced_rules()
                });
                let (rules, trace) = rules.as_ref().map_err(Clone::clone)?;
                let start = scenario.start(rules.layout(), &vocabulary(ruleset))?;
                let number = watched.names.len() as u64;
                watched.names.push(scenario.name.clone());
                let mut watch = Watch::new(number);
                drop(trace.take());
                let rules: Rc<dyn Rules> = Rc::clone(rules) as Rc<dyn Rules>;
                // One that fails has come up as far as it goes.
                let _ = run(scenario, rules, start, &mut watch);
                let mut coverage = watch.into_coverage();
                coverage.reached(&trace.take(), number);
                watched.coverage.merge(coverage);
            }
        }
        Ok(watched)
    }
}

fn vocabulary(ruleset: &Ruleset) -> Vocabulary {
    let words = |list: &[(String, String)]| list.iter().map(|(word, _)| word.clone()).collect();
    Vocabulary {
        reasons: words(&ruleset.reasons),
        events: words(&ruleset.events),
    }
}

fn report(ruleset: &Ruleset, survey: &Survey, scenarios: &InScenarios, seed: u64) -> Report {
    let row = |name: String, part: Option<&Part>, matches: Seen, in_scenarios: Seen| Row {
        name,
        file: part.map(|part| part.span.source().name().to_owned()),
        line: part.map(|part| part.span.line()),
        in_matches: matches.times,
        in_scenarios: in_scenarios.times,
        seed: matches.first.map(|number| match_seed(seed, number)),
        scenario: in_scenarios
            .first
            .and_then(|number| scenarios.names.get(usize::try_from(number).ok()?))
            .cloned(),
    };
    let named = |one: &BTreeMap<String, Seen>, other: &BTreeMap<String, Seen>, all: Vec<&str>| {
        let mut names: BTreeSet<&str> = all.into_iter().collect();
        names.extend(one.keys().chain(other.keys()).map(String::as_str));
        let in_map =
            |map: &BTreeMap<String, Seen>, name| map.get(name).copied().unwrap_or_default();
        names
            .into_iter()
            .map(|name| {
                row(
                    name.to_owned(),
                    None,
                    in_map(one, name),
                    in_map(other, name),
                )
            })
            .collect::<Vec<Row>>()
    };
    let words = |list: &'_ [(String, String)]| -> Vec<String> {
        list.iter().map(|(word, _)| word.clone()).collect()
    };
    let (reasons, events) = (words(&ruleset.reasons), words(&ruleset.events));
    let (mut functions, mut lines) = (Vec::new(), Vec::new());
    let mut sources: Vec<Arc<Source>> = Vec::new();
    for (index, part) in survey.parts.iter().enumerate() {
        let times = |coverage: &Coverage| coverage.parts.get(index).copied().unwrap_or_default();
        let (matches, in_scenarios) = (times(&survey.coverage), times(&scenarios.coverage));
        let source = part.span.source();
        if !sources.iter().any(|known| Arc::ptr_eq(known, source)) {
            sources.push(Arc::clone(source));
        }
        if let Some((name, _)) = &part.function {
            functions.push(row(name.clone(), Some(part), matches, in_scenarios));
        } else {
            let text = source.line(part.span.line()).unwrap_or_default().trim();
            lines.push(row(text.to_owned(), Some(part), matches, in_scenarios));
        }
    }
    let kinds = survey.study.moves.keys().map(String::as_str).collect();
    let (ours, theirs) = (&survey.coverage, &scenarios.coverage);
    Report {
        ruleset: ruleset.id.clone(),
        matches: survey.played,
        decisions: survey.coverage.decisions,
        scenarios: scenarios.names.len(),
        moves: named(&ours.played, &theirs.played, kinds),
        endings: named(
            &ours.endings,
            &theirs.endings,
            reasons.iter().map(String::as_str).collect(),
        ),
        events: named(
            &ours.events,
            &theirs.events,
            events.iter().map(String::as_str).collect(),
        ),
        functions,
        lines,
        sources,
    }
}

fn head(report: &Report) -> String {
    let matches = usize::try_from(report.matches).unwrap_or(usize::MAX);
    format!(
        "{}: {} with {} decisions, {}",
        report.ruleset,
        count_of(matches, "match", "matches"),
        whole(report.decisions),
        count(report.scenarios, "scenario")
    )
}

fn print(report: &Report, out: &mut Out) -> Result<(), CliError> {
    out.line(head(report))?;
    for (title, rows) in [
        ("move", &report.moves),
        ("ending", &report.endings),
        ("event", &report.events),
        ("function", &report.functions),
    ] {
        if !rows.is_empty() {
            out.line("")?;
            out.line(table(title, rows))?;
        }
    }
    let reached = report.lines.iter().filter(|row| !row.is_idle()).count();
    out.line("")?;
    out.line(format!(
        "lines: {reached} of {} reached; `--lines` shows each",
        report.lines.len()
    ))?;
    let idle = report.lines.iter().filter(|row| row.is_idle());
    for row in idle {
        out.line(format!(
            "  never: {}:{}: {}",
            row.file.as_deref().unwrap_or_default(),
            row.line.unwrap_or_default(),
            row.name
        ))?;
    }
    Ok(())
}

fn table(title: &str, rows: &[Row]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header([title, "in matches", "in scenarios", "first in"]);
    for row in rows {
        let number = |times: u64| {
            let text = if times == 0 {
                "never".to_owned()
            } else {
                whole(times)
            };
            Cell::new(text).set_alignment(CellAlignment::Right)
        };
        let first = match (row.seed, &row.scenario) {
            (Some(seed), _) => format!("seed {seed}"),
            (None, Some(scenario)) => format!("\"{}\"", shortened(scenario)),
            (None, None) => String::new(),
        };
        table.add_row([
            Cell::new(&row.name),
            number(row.in_matches),
            number(row.in_scenarios),
            Cell::new(first),
        ]);
    }
    let text = table.to_string();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// Cuts a name so that a line stays a line.
fn shortened(name: &str) -> String {
    const MOST: usize = 32;
    match name.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// Prints the scripts with the counts in front of their lines.
fn listing(report: &Report, out: &mut Out) -> Result<(), CliError> {
    out.line(head(report))?;
    for source in &report.sources {
        out.line("")?;
        out.line(format!("{} (in matches, in scenarios)", source.name()))?;
        for number in 1..=source.lines() {
            let text = source.line(number).unwrap_or_default();
            let mut rows = report.lines.iter();
            let row = rows
                .find(|row| row.line == Some(number) && row.file.as_deref() == Some(source.name()));
            let counts = match row {
                None => format!("{:>9} {:>6}", "", ""),
                Some(row) if row.is_idle() => format!("{:>9} {:>6}", "never", "never"),
                Some(row) => format!(
                    "{:>9} {:>6}",
                    whole(row.in_matches),
                    whole(row.in_scenarios)
                ),
            };
            out.line(format!("{counts} |{number:>4} {text}").trim_end())?;
        }
    }
    Ok(())
}
