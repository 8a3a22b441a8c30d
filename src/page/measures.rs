//! What rules do to a game, as pages and charts.

use serde::Serialize;

use super::chart::Chart;
use super::error::PageError;
use super::heat::{Heat, Spot};
use super::intervals::{Intervals, Row};
use super::lines::Lines;
use super::sheet::{Panel, sheet, single};
use super::templates;
use crate::measure::{Cell, Comparison, Estimate, Heading, Sweep, Verdict};
use crate::report::figure::{interval, signed, signed_interval, value, verdict};
use crate::report::letter;
use crate::report::number::whole;

/// Draws a comparison: for each measure the value under each ruleset, and what the others have more
/// than the first.
///
/// # Errors
/// If Salle is wrong.
pub fn comparison_chart(comparison: &Comparison) -> Result<Chart, PageError> {
    let about = About::comparison(comparison);
    let panels =
        (0..comparison.measures.len()).flat_map(|index| comparison_panels(comparison, index));
    sheet(&about.title, &about.all(), &panels.collect::<Vec<_>>())
}

/// Draws a sweep, measure by measure: a line for one varied parameter, a map for two, intervals for
/// more.
///
/// # Errors
/// If Salle is wrong.
pub fn sweep_chart(sweep: &Sweep) -> Result<Chart, PageError> {
    let about = About::sweep(sweep);
    let panels = (0..sweep.measures.len()).map(|index| sweep_panel(sweep, index));
    sheet(&about.title, &about.all(), &panels.collect::<Vec<_>>())
}

/// Makes the page of a comparison: one file that needs no other.
///
/// # Errors
/// If Salle is wrong.
pub fn comparison_page(comparison: &Comparison) -> Result<String, PageError> {
    let measures = (comparison.measures.iter().enumerate()).map(|(index, compared)| {
        let heading = &compared.heading;
        let rows = compared.values.iter().enumerate().map(|(number, found)| {
            let difference = number
                .checked_sub(1)
                .and_then(|other| compared.differences.get(other));
            let [change, around, known] = difference.map_or_else(Default::default, |found| {
                [
                    signed(heading, found.value),
                    signed_interval(heading, found.low, found.high),
                    verdict(heading, found.verdict),
                ]
            });
            TableRow::new(letter(number), heading, found, [change, around, known])
        });
        measure(
            heading,
            "ruleset",
            rows.collect(),
            &comparison_panels(comparison, index),
        )
    });
    page(
        About::comparison(comparison),
        measures.collect::<Result<_, _>>()?,
    )
}

/// Makes the page of a sweep: one file that needs no other.
///
/// # Errors
/// If Salle is wrong.
pub fn sweep_page(sweep: &Sweep) -> Result<String, PageError> {
    let parameters: Vec<&str> = (sweep.axes.iter())
        .map(|axis| axis.parameter.as_str())
        .collect();
    let measures = sweep.measures.iter().enumerate().map(|(index, heading)| {
        let rows = sweep.cells.iter().filter_map(|cell| {
            let figure = cell.figures.get(index)?;
            let known = figure
                .difference
                .as_ref()
                .map_or_else(Default::default, |shift| {
                    [
                        signed(heading, shift.value),
                        signed_interval(heading, shift.low, shift.high),
                        verdict(heading, shift.verdict),
                    ]
                });
            Some(TableRow::new(name(cell), heading, &figure.value, known))
        });
        let panel = sweep_panel(sweep, index);
        measure(heading, &parameters.join(", "), rows.collect(), &[panel])
    });
    page(About::sweep(sweep), measures.collect::<Result<_, _>>()?)
}

fn page(about: About, measures: Vec<Measured>) -> Result<String, PageError> {
    templates::plain("measures.html", &Page { about, measures })
}

#[derive(Debug, Serialize)]
struct Page {
    about: About,
    measures: Vec<Measured>,
}

/// What a page or a chart is about, and what it rests on.
#[derive(Debug, Serialize)]
struct About {
    title: String,
    /// What is compared.
    subjects: Vec<String>,
    /// How it was measured.
    method: Vec<String>,
    /// How to read it.
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Measured {
    name: String,
    first: String,
    charts: Vec<Chart>,
    rows: Vec<TableRow>,
}

#[derive(Debug, Serialize)]
struct TableRow {
    name: String,
    matches: String,
    value: String,
    interval: String,
    change: String,
    around: String,
    verdict: String,
}

impl TableRow {
    fn new(name: String, heading: &Heading, found: &Estimate, known: [String; 3]) -> Self {
        let [change, around, verdict] = known;
        Self {
            name,
            matches: whole(found.count),
            value: value(heading, found.value),
            interval: interval(heading, found.low, found.high),
            change,
            around,
            verdict,
        }
    }
}

fn measure(
    heading: &Heading,
    first: &str,
    rows: Vec<TableRow>,
    panels: &[Panel],
) -> Result<Measured, PageError> {
    Ok(Measured {
        name: titled(heading),
        first: first.to_owned(),
        charts: panels.iter().map(single).collect::<Result<_, _>>()?,
        rows,
    })
}

impl About {
    fn comparison(comparison: &Comparison) -> Self {
        let rulesets = comparison.rulesets.iter().enumerate();
        let named = rulesets.map(|(number, ruleset)| {
            let forfeited = match comparison.forfeited.get(number) {
                None | Some(0) => String::new(),
                Some(count) => format!(" ({} forfeited and not counted)", whole(*count)),
            };
            format!("{}: {}{forfeited}", letter(number), ruleset.name)
        });
        Self {
            title: "Rulesets side by side".to_owned(),
            subjects: named.collect(),
            method: vec![format!(
                "{} matches each on the same deals, {} plays both sides, seed {}{}. Who plays knows \
                 only what its side may see.",
                whole(comparison.played),
                comparison.bot,
                comparison.seed,
                interrupted(comparison.interrupted)
            )],
            notes: vec![
                "Dots are means, lines 95 % intervals that hold however often one looks. Beside 0, \
                 the shaded zone is what is too small to matter; a full dot there differs. All \
                 verdicts together are wrong 5 times in 100 at most."
                    .to_owned(),
            ],
        }
    }

    fn sweep(sweep: &Sweep) -> Self {
        let mut subjects = vec![match &sweep.changes[..] {
            [] => sweep.ruleset.clone(),
            changes => format!("{} with {}", sweep.ruleset, changes.join(", ")),
        }];
        let axes = sweep.axes.iter();
        subjects.extend(axes.map(|axis| format!("{}: {}", axis.parameter, axis.values.join(", "))));
        subjects.push(match &sweep.against[..] {
            [] => "base: nothing varied".to_owned(),
            changes => format!("base: with {}", changes.join(", ")),
        });
        let refused = sweep.cells.iter().filter_map(|cell| {
            let why = cell.refused.as_ref()?;
            Some(format!("{} could not be played: {why}", name(cell)))
        });
        subjects.extend(refused);
        let forfeited = sweep.cells.iter().filter(|cell| cell.forfeited > 0);
        subjects.extend(forfeited.map(|cell| {
            let name = if cell.cell == 0 {
                "base".to_owned()
            } else {
                name(cell)
            };
            format!(
                "{name}: {} forfeited and not counted",
                whole(cell.forfeited)
            )
        }));
        Self {
            title: "What varied parameters do".to_owned(),
            subjects,
            method: vec![format!(
                "{} matches of each combination on the same deals, {} plays both sides, seed {}{}. \
                 Who plays knows only what its side may see.",
                whole(sweep.games),
                sweep.bot,
                sweep.seed,
                interrupted(sweep.interrupted)
            )],
            notes: vec![match sweep.axes.len() {
                2 => "The stronger the colour, the higher. A star differs from the base, all such verdicts \
                      together being wrong 5 times in 100 at most (Holm)."
                    .to_owned(),
                _ => {
                    "Dots are means, lines 95 % intervals, each by itself; the dashed line is the \
                      base. A full dot differs from it, all such verdicts together being wrong 5 \
                      times in 100 at most (Holm)."
                        .to_owned()
                }
            }],
        }
    }

    fn all(&self) -> Vec<String> {
        let mut lines = vec![self.title.clone()];
        for part in [&self.subjects, &self.method, &self.notes] {
            lines.extend(part.iter().cloned());
        }
        lines
    }
}

const fn interrupted(interrupted: bool) -> &'static str {
    if interrupted { ", interrupted" } else { "" }
}

/// Names a measure with its unit.
fn titled(heading: &Heading) -> String {
    if heading.unit == "share" {
        format!("{}, per cent", heading.name)
    } else {
        heading.name.clone()
    }
}

/// Returns what a figure is multiplied with to be in the unit of its axis.
fn unit(heading: &Heading) -> f64 {
    if heading.unit == "share" { 100.0 } else { 1.0 }
}

fn span(heading: &Heading, ends: [Option<f64>; 3]) -> Option<[f64; 3]> {
    let unit = unit(heading);
    match ends {
        [Some(low), Some(value), Some(high)] => Some([low, value, high].map(|end| end * unit)),
        _ => None,
    }
}

fn name(cell: &Cell) -> String {
    match &cell.values[..] {
        [] => "base".to_owned(),
        values => values.join(", "),
    }
}

fn comparison_panels(comparison: &Comparison, index: usize) -> Vec<Panel> {
    let Some(compared) = comparison.measures.get(index) else {
        return Vec::new();
    };
    let heading = &compared.heading;
    let values = compared
        .values
        .iter()
        .enumerate()
        .map(|(number, found)| Row {
            name: letter(number),
            span: span(heading, [found.low, found.value, found.high]),
            differs: false,
        });
    let first = letter(0);
    let differences = compared.differences.iter().enumerate();
    let differences = differences.map(|(number, found)| Row {
        name: format!("{} − {first}", letter(number + 1)),
        span: span(heading, [found.low, found.value, found.high]),
        differs: found.verdict == Verdict::Differs,
    });
    let panel = |title, rows, within| {
        Panel::Intervals(Intervals {
            title,
            rows,
            within,
        })
    };
    vec![
        panel(titled(heading), values.collect(), None),
        panel(
            format!("difference: {}", titled(heading)),
            differences.collect(),
            Some(heading.within * unit(heading)),
        ),
    ]
}

fn sweep_panel(sweep: &Sweep, index: usize) -> Panel {
    let heading = &sweep.measures[index];
    let title = titled(heading);
    let row = |cell: &Cell| {
        let figure = cell.figures.get(index);
        let shift = figure.and_then(|figure| figure.difference.as_ref());
        Row {
            name: name(cell),
            span: figure.and_then(|figure| {
                let found = &figure.value;
                span(heading, [found.low, found.value, found.high])
            }),
            differs: shift.is_some_and(|shift| shift.verdict == Verdict::Differs),
        }
    };
    match &sweep.axes[..] {
        [axis] => Panel::Lines(Lines {
            title,
            parameter: axis.parameter.clone(),
            rows: sweep.cells.iter().skip(1).map(row).collect(),
            base: sweep.cells.first().and_then(|cell| {
                let value = cell.figures.get(index)?.value.value?;
                Some(value * unit(heading))
            }),
        }),
        [down, across] => {
            let spot = |cell: &Cell| {
                let found = cell.figures.get(index)?.value.value?;
                let star = if row(cell).differs { "*" } else { "" };
                Some(Spot {
                    value: found,
                    text: format!("{}{star}", value(heading, Some(found))),
                })
            };
            let pairs = (down.values.iter())
                .flat_map(|from| across.values.iter().map(move |to| [from, to]));
            Panel::Heat(Heat {
                title,
                parameters: [down.parameter.clone(), across.parameter.clone()],
                spots: pairs
                    .map(|pair| {
                        let mut cells = sweep.cells.iter();
                        let found = cells.find(|cell| cell.values.iter().eq(pair))?;
                        spot(found)
                    })
                    .collect(),
                down: down.values.clone(),
                across: across.values.clone(),
            })
        }
        _ => Panel::Intervals(Intervals {
            title,
            rows: sweep.cells.iter().map(row).collect(),
            within: None,
        }),
    }
}

#[cfg(test)]
mod tests;
