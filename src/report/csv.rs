//! Figures as comma-separated values, a line each, for spreadsheets.

use csv::Writer;

use crate::measure::{Comparison, Sweep, Verdict};
use crate::text::visible;

/// Writes a comparison: a line for each measure under each ruleset.
#[must_use]
pub fn comparison_csv(comparison: &Comparison) -> String {
    let header = [
        "measure",
        "unit",
        "ruleset",
        "matches",
        "value",
        "low",
        "high",
        "pairs",
        "same",
        "difference",
        "difference_low",
        "difference_high",
        "within",
        "verdict",
    ];
    let mut lines = vec![header.map(str::to_owned).to_vec()];
    for compared in &comparison.measures {
        let heading = &compared.heading;
        for (number, (named, found)) in
            (comparison.rulesets.iter().zip(&compared.values)).enumerate()
        {
            let mut line = vec![
                heading.measure.clone(),
                heading.unit.clone(),
                named.name.clone(),
                found.count.to_string(),
                text(found.value),
                text(found.low),
                text(found.high),
            ];
            let difference = number
                .checked_sub(1)
                .and_then(|place| compared.differences.get(place));
            line.extend(match difference {
                Some(of) => [
                    of.count.to_string(),
                    of.same.to_string(),
                    text(of.value),
                    text(of.low),
                    text(of.high),
                    heading.within.to_string(),
                    word(of.verdict).to_owned(),
                ],
                None => std::array::from_fn(|_| String::new()),
            });
            lines.push(line);
        }
    }
    written(&lines)
}

/// Writes a sweep: a line for each measure in each cell, with a column for each varied parameter.
#[must_use]
pub fn sweep_csv(sweep: &Sweep) -> String {
    let mut header = vec!["cell".to_owned()];
    header.extend(sweep.axes.iter().map(|axis| axis.parameter.clone()));
    let columns = [
        "measure",
        "unit",
        "matches",
        "value",
        "low",
        "high",
        "pairs",
        "same",
        "difference",
        "difference_low",
        "difference_high",
        "p",
        "adjusted",
        "within",
        "verdict",
        "refused",
    ];
    header.extend(columns.map(str::to_owned));
    let mut lines = vec![header];
    for cell in &sweep.cells {
        let mut begin = vec![cell.cell.to_string()];
        let values = sweep.axes.iter().enumerate();
        begin.extend(values.map(|(place, _)| cell.values.get(place).cloned().unwrap_or_default()));
        if let Some(why) = &cell.refused {
            let empty = columns.iter().skip(1).map(|_| String::new());
            lines.push(
                begin
                    .into_iter()
                    .chain(empty)
                    .chain([why.clone()])
                    .collect(),
            );
            continue;
        }
        for (heading, figure) in sweep.measures.iter().zip(&cell.figures) {
            let found = &figure.value;
            let mut line = begin.clone();
            line.extend([
                heading.measure.clone(),
                heading.unit.clone(),
                found.count.to_string(),
                text(found.value),
                text(found.low),
                text(found.high),
            ]);
            line.extend(match &figure.difference {
                Some(of) => [
                    of.count.to_string(),
                    of.same.to_string(),
                    text(of.value),
                    text(of.low),
                    text(of.high),
                    of.p.to_string(),
                    of.adjusted.to_string(),
                    heading.within.to_string(),
                    word(of.verdict).to_owned(),
                ],
                None => std::array::from_fn(|_| String::new()),
            });
            line.push(String::new());
            lines.push(line);
        }
    }
    written(&lines)
}

fn text(value: Option<f64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Differs => "differs",
        Verdict::Within => "within",
        Verdict::Open => "open",
        Verdict::None => "none",
    }
}

/// Writes lines of fields, with quotes where they are needed. Words come from files, which may be those
/// of strangers.
fn written(lines: &[Vec<String>]) -> String {
    let mut writer = Writer::from_writer(Vec::new());
    for line in lines {
        // Memory takes any line, and all have as many fields.
        let _ = writer.write_record(line.iter().map(|field| visible(field).into_owned()));
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}
