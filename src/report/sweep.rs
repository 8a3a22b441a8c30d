//! A sweep, as a table for each measure.

use super::figure::{interval, short, signed, signed_interval, value};
use super::number::whole;
use super::table::{table, written};
use crate::measure::{Axis, Cell, Figure, Heading, Sweep, Verdict};

/// Values of a parameter that are all told.
const MOST_VALUES: usize = 16;

/// Bars of eight heights.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Writes a sweep: cells that could not be played, then each measure over all cells. Ends without a
/// line break.
#[must_use]
pub fn sweep(sweep: &Sweep) -> String {
    let mut parts = vec![head(sweep)];
    let refused: Vec<String> = (sweep.cells.iter())
        .filter_map(|cell| {
            let why = cell.refused.as_ref()?;
            Some(format!("{} could not be played: {why}", name(sweep, cell)))
        })
        .collect();
    if !refused.is_empty() {
        parts.push(refused.join("\n"));
    }
    let forfeited: Vec<String> = (sweep.cells.iter())
        .filter(|cell| cell.forfeited > 0)
        .map(|cell| {
            let name = match &cell.values[..] {
                [] => "base".to_owned(),
                _ => name(sweep, cell),
            };
            format!(
                "{name}: {} forfeited and not counted",
                whole(cell.forfeited)
            )
        })
        .collect();
    if !forfeited.is_empty() {
        parts.push(forfeited.join("\n"));
    }
    for (index, heading) in sweep.measures.iter().enumerate() {
        parts.push(measure(sweep, heading, index));
    }
    parts.push(NOTES.to_owned());
    parts.join("\n\n")
}

const NOTES: &str = "\
differs: from the base, all such verdicts together being wrong 5 times in 100
at most (Holm); within: by no more than stands behind the name of the measure,
if at all; not yet: more matches are needed to tell. Each interval is a 95 %
interval by itself. Shares are in per cent.";

fn head(sweep: &Sweep) -> String {
    let ruleset = match &sweep.changes[..] {
        [] => sweep.ruleset.clone(),
        changes => format!("{} with {}", sweep.ruleset, changes.join(", ")),
    };
    let mut lines = vec![
        ruleset,
        format!(
            "{} matches of each combination on the same deals",
            whole(sweep.games)
        ),
    ];
    for axis in &sweep.axes {
        lines.push(varied(axis));
    }
    lines.push(match &sweep.against[..] {
        [] => "base: nothing varied".to_owned(),
        changes => format!("base: with {}", changes.join(", ")),
    });
    lines.push(format!(
        "{} plays both sides, seed {}{}",
        sweep.bot,
        sweep.seed,
        if sweep.interrupted {
            ", interrupted"
        } else {
            ""
        }
    ));
    lines.join("\n")
}

/// Says which values a parameter takes; of many the first and the last.
fn varied(axis: &Axis) -> String {
    let shown = match &axis.values[..] {
        [first @ .., last] if axis.values.len() > MOST_VALUES => format!(
            "{}, … {last} ({} values)",
            first[..MOST_VALUES / 2].join(", "),
            axis.values.len()
        ),
        all => all.join(", "),
    };
    format!("{}: {shown}", axis.parameter)
}

/// Names a cell by its values.
fn name(sweep: &Sweep, cell: &Cell) -> String {
    let pairs = sweep.axes.iter().zip(&cell.values);
    let names = pairs.map(|(axis, value)| format!("{}={value}", axis.parameter));
    names.collect::<Vec<_>>().join(" ")
}

fn measure(sweep: &Sweep, heading: &Heading, index: usize) -> String {
    let axes: Vec<&str> = (sweep.axes.iter())
        .map(|axis| axis.parameter.as_str())
        .collect();
    let label = axes.join(", ");
    let header = [
        &label, "matches", "value", "interval", "change", "interval", "verdict",
    ];
    let mut table = table(header);
    for cell in &sweep.cells {
        let Some(figure) = cell.figures.get(index) else {
            continue;
        };
        let label = match &cell.values[..] {
            [] => "base".to_owned(),
            values => values.join(", "),
        };
        table.add_row(row(heading, label, figure));
    }
    let matters = value(heading, Some(heading.within));
    let mut text = format!("{}, within {matters}\n{}", heading.name, written(&table));
    match &sweep.axes[..] {
        [_] => text.extend(chart(sweep, heading, index)),
        [down, across] => {
            text.push_str("\n\n");
            text.push_str(&map(sweep, heading, index, &down.values, &across.values));
        }
        _ => {}
    }
    text
}

fn row(heading: &Heading, name: String, figure: &Figure) -> [String; 7] {
    let found = &figure.value;
    let [change, around, known] = match &figure.difference {
        None => ["", "", ""].map(str::to_owned),
        Some(shift) => [
            signed(heading, shift.value),
            signed_interval(heading, shift.low, shift.high),
            short(shift.verdict).to_owned(),
        ],
    };
    [
        name,
        whole(found.count),
        value(heading, found.value),
        interval(heading, found.low, found.high),
        change,
        around,
        known,
    ]
}

/// Draws the values of one varied parameter as bars, the lowest to the highest.
fn chart(sweep: &Sweep, heading: &Heading, index: usize) -> Option<String> {
    let values: Vec<Option<f64>> = (sweep.cells.iter().skip(1))
        .map(|cell| {
            cell.figures
                .get(index)
                .and_then(|figure| figure.value.value)
        })
        .collect();
    let known = values.iter().flatten();
    let low = known.clone().copied().reduce(f64::min)?;
    let high = known.copied().reduce(f64::max)?;
    if values.len() < 3 || low >= high {
        return None;
    }
    let bars: String = values
        .iter()
        .map(|value| value.map_or(' ', |value| bar((value - low) / (high - low))))
        .collect();
    Some(format!(
        "\n {bars}  from {} to {}",
        value(heading, Some(low)),
        value(heading, Some(high))
    ))
}

/// Returns the bar of a height from 0 to 1.
fn bar(height: f64) -> char {
    let steps = (0..BARS.len()).rev();
    let mut below =
        steps.filter(|step| u32::try_from(*step).is_ok_and(|step| height * 8.0 >= f64::from(step)));
    BARS[below.next().unwrap_or_default()]
}

/// Draws the values of two varied parameters as a map, with a star at those that differ from the base.
fn map(
    sweep: &Sweep,
    heading: &Heading,
    index: usize,
    down: &[String],
    across: &[String],
) -> String {
    let axes: Vec<&str> = sweep
        .axes
        .iter()
        .map(|axis| axis.parameter.as_str())
        .collect();
    let corner = axes.join(" \\ ");
    let mut table = table([&corner].into_iter().chain(across));
    for from in down {
        let mut row = vec![from.clone()];
        for to in across {
            let cell = (sweep.cells.iter())
                .find(|cell| cell.values.first() == Some(from) && cell.values.get(1) == Some(to));
            row.push(match cell.and_then(|cell| cell.figures.get(index)) {
                Some(figure) => starred(heading, figure),
                None => "–".to_owned(),
            });
        }
        table.add_row(row);
    }
    written(&table)
}

fn starred(heading: &Heading, figure: &Figure) -> String {
    let differs = |shift: &crate::measure::Shift| shift.verdict == Verdict::Differs;
    let star = if figure.difference.as_ref().is_some_and(differs) {
        "*"
    } else {
        " "
    };
    format!("{}{star}", value(heading, figure.value.value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_go_from_the_lowest_to_the_highest() {
        let drawn: String = [0.0, 0.12, 0.13, 0.5, 0.99, 1.0].map(bar).iter().collect();
        assert_eq!(drawn, "▁▁▂▅██");
    }
}
