//! Rulesets side by side, as tables of at most 80 columns.

use super::figure::{interval, signed, signed_interval, value, verdict};
use super::number::whole;
use super::table::{table, written};
use crate::measure::{Comparison, Named};

/// Writes a comparison: what differs, then each value with its interval. Ends without a line break.
#[must_use]
pub fn comparison(comparison: &Comparison) -> String {
    let mut parts = vec![head(comparison)];
    for other in 1..comparison.rulesets.len() {
        parts.push(differences(comparison, other));
    }
    parts.push(NOTES.to_owned());
    for ruleset in 0..comparison.rulesets.len() {
        parts.push(values(comparison, ruleset));
    }
    parts.join("\n\n")
}

const NOTES: &str = "\
differs: there is a difference; within d: if there is one, it is at most d;
not yet: more matches are needed to tell; identical: the same on every deal so
far. All verdicts together are wrong 5 times in 100 at most. Shares are in per
cent.";

fn head(comparison: &Comparison) -> String {
    let mut lines: Vec<String> = (0..)
        .zip(&comparison.rulesets)
        .map(|(number, ruleset)| format!("{}  {}", letter(number), ruleset.name))
        .collect();
    lines.push(format!(
        "{} matches each on the same deals, {} plays both sides, seed {}{}",
        whole(comparison.played),
        comparison.bot,
        comparison.seed,
        if comparison.interrupted {
            ", interrupted"
        } else {
            ""
        }
    ));
    let forfeited = (0..)
        .zip(&comparison.forfeited)
        .filter(|(_, count)| **count > 0);
    lines.extend(forfeited.map(|(number, count)| {
        format!(
            "under {} {} forfeited and not counted",
            letter(number),
            whole(*count)
        )
    }));
    lines.join("\n")
}

fn differences(comparison: &Comparison, other: usize) -> String {
    let (first, letter) = (letter(0), letter(other));
    let gain = format!("{letter} - {first}");
    let header = ["", &first, &letter, &gain, "interval", "verdict"];
    let mut table = table(header.map(str::to_owned));
    for compared in &comparison.measures {
        let heading = &compared.heading;
        let (Some(difference), [base, ..]) =
            (compared.differences.get(other - 1), &compared.values[..])
        else {
            continue;
        };
        table.add_row([
            heading.name.clone(),
            value(heading, base.value),
            value(
                heading,
                compared.values.get(other).and_then(|found| found.value),
            ),
            signed(heading, difference.value),
            signed_interval(heading, difference.low, difference.high),
            if difference.count > 0 && difference.same == difference.count {
                "identical".to_owned()
            } else {
                verdict(heading, difference.verdict)
            },
        ]);
    }
    written(&table)
}

fn values(comparison: &Comparison, number: usize) -> String {
    let empty = Named {
        name: String::new(),
        ruleset: String::new(),
        parameters: serde_json::Value::Null,
        fingerprint: String::new(),
    };
    let named = comparison.rulesets.get(number).unwrap_or(&empty);
    let mut table = table(["", "matches", "value", "95 % interval"]);
    for compared in &comparison.measures {
        let heading = &compared.heading;
        if let Some(found) = compared.values.get(number) {
            table.add_row([
                heading.name.clone(),
                whole(found.count),
                value(heading, found.value),
                interval(heading, found.low, found.high),
            ]);
        }
    }
    format!("{}  {}\n{}", letter(number), named.name, written(&table))
}

/// Returns the letter of a ruleset.
#[must_use]
pub fn letter(number: usize) -> String {
    let letter = u8::try_from(number).ok().filter(|number| *number < 26);
    letter.map_or_else(
        || number.to_string(),
        |number| char::from(b'A' + number).to_string(),
    )
}
