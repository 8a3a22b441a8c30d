//! Where two matches part, and what follows, side by side.

use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;

use super::board::board;
use super::look::Look;
use super::moments::record_line;
use crate::game::Value;
use crate::replay::{Comparison, Moment, Record, Timeline};

/// Most rows that are shown after the first difference.
const ROWS: usize = 12;

/// How two matches differ: plain data.
#[derive(Debug, Serialize)]
pub struct Difference {
    /// Whether they do not differ.
    pub same: bool,
    /// Where they first do.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "first_difference")]
    first: Option<First>,
    /// Where and why the second match goes no further, if it was broken off.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<Parts>,
    /// How each ends.
    outcomes: [Outcome; 2],
    /// From the first difference on.
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Parts {
    /// The number of the decision in the match.
    decision: u64,
    reason: String,
    position: Value,
    legal: Vec<String>,
}

/// How a match ends.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Outcome {
    /// Decisions made.
    decisions: u64,
    /// Rounds won.
    score: crate::game::BySide<u32>,
    /// Whether it was played to its end.
    ended: bool,
}

impl Outcome {
    fn of(line: &Timeline) -> Self {
        let ended = line.moments.last();
        let ended = ended.is_some_and(|moment| matches!(moment.record, Record::MatchEnd { .. }));
        Self {
            decisions: line.last.decisions,
            score: line.last.score,
            ended,
        }
    }

    fn say(&self) -> String {
        let end = if self.ended { "ends" } else { "stops" };
        let decisions = usize::try_from(self.decisions).unwrap_or(usize::MAX);
        format!(
            "{end} after {}, {} to {}",
            crate::text::count(decisions, "decision"),
            self.score.left,
            self.score.right
        )
    }
}

#[derive(Debug, Serialize)]
struct First {
    aspect: &'static str,
    round: u32,
    decision: u32,
    one: Option<Record>,
    other: Option<Record>,
    position_one: Value,
    position_other: Value,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves_gained: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves_lost: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Row {
    round: u32,
    decision: u32,
    one: Vec<String>,
    other: Vec<String>,
}

/// What two matches are called.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a> {
    /// The first.
    pub one: &'a str,
    /// The second.
    pub other: &'a str,
}

/// Describes a comparison of two matches.
#[must_use]
pub fn difference(
    comparison: &Comparison<'_>,
    lines: (&Timeline, &Timeline),
    name: &str,
    look: &Look,
) -> Difference {
    let (first, second) = lines;
    let legal = |moment: Option<&Moment>| match moment.map(|moment| &moment.record) {
        Some(Record::Decision { legal, .. }) => legal.clone().unwrap_or_default(),
        _ => Vec::new(),
    };
    let texts = |moments: &[&Moment]| -> Vec<String> {
        let wanted = |moment: &&&Moment| !matches!(moment.record, Record::Shuffle { .. });
        moments
            .iter()
            .filter(wanted)
            .filter_map(|moment| record_line(&moment.record, look))
            .collect()
    };
    let first_difference = comparison.parting.as_ref().map(|parting| {
        let one = legal(parting.one);
        // Where the second line stops for want of a legal move, its legal moves still count.
        let other = match parting.other {
            None if second.broken.is_some() => second.legal.clone(),
            moment => legal(moment),
        };
        let without = |from: &[String], of: &[String]| -> Vec<String> {
            from.iter()
                .filter(|text| !of.contains(text))
                .cloned()
                .collect()
        };
        let comparable = !one.is_empty() && !other.is_empty();
        First {
            aspect: parting.aspect.word(),
            round: parting.round,
            decision: parting.ply,
            one: parting.one.map(|moment| moment.record.clone()),
            other: parting.other.map(|moment| moment.record.clone()),
            position_one: parting.before_one.describe(&first.layout),
            position_other: parting.before_other.describe(&second.layout),
            moves_gained: if comparable {
                without(&other, &one)
            } else {
                Vec::new()
            },
            moves_lost: if comparable {
                without(&one, &other)
            } else {
                Vec::new()
            },
        }
    });
    let parts = second.broken.as_ref().map(|mismatch| {
        let decision = second.last.decisions + 1;
        Parts {
            decision,
            reason: format!(
                "decision {decision}: {} is not legal under {name}",
                mismatch.recorded
            ),
            position: second.last.describe(&second.layout),
            legal: second.legal.clone(),
        }
    });
    Difference {
        same: comparison.parting.is_none(),
        outcomes: [Outcome::of(first), Outcome::of(second)],
        first: first_difference,
        parts,
        rows: comparison
            .rows
            .iter()
            .map(|row| Row {
                round: row.round,
                decision: row.ply,
                one: texts(&row.one),
                other: texts(&row.other),
            })
            .collect(),
    }
}

/// Lays a difference out as lines of text: all rows, or the first few and `more` said of the rest.
#[must_use]
pub fn difference_lines(
    report: &Difference,
    lines: (&Timeline, &Timeline),
    names: Names<'_>,
    more: Option<&str>,
    look: &Look,
) -> Vec<String> {
    let Some(first) = &report.first else {
        return vec!["no difference".to_owned()];
    };
    let mut out = vec![format!(
        "first difference: round {}, decision {} of the round: {}",
        first.round, first.decision, first.aspect
    )];
    for (title, moves) in [("gained", &first.moves_gained), ("lost", &first.moves_lost)] {
        if !moves.is_empty() {
            let moves: Vec<String> = moves
                .iter()
                .map(|text| look.words.move_text(text))
                .collect();
            out.extend(look.wrap("", &[format!("moves {title}: {}", moves.join(", "))]));
        }
    }
    let one = board(&first.position_one, &lines.0.layout, look);
    let other = board(&first.position_other, &lines.1.layout, look);
    if one == other {
        out.push(format!("\nthe position in both:\n{one}"));
    } else {
        out.push(format!("\nthe position in {}:\n{one}", names.one));
        out.push(format!("\nthe position in {}:\n{other}", names.other));
    }
    out.extend(rows(&report.rows, names, more, look));
    if let Some(parts) = &report.parts {
        out.push(format!("\n{}", parts.reason));
        out.push(board(&parts.position, &lines.1.layout, look));
        let legal = parts.legal.join(", ");
        out.extend(look.wrap("", &[format!("legal there: {legal}")]));
    }
    let [one, other] = &report.outcomes;
    if one != other {
        out.push(format!("\n{} {}", names.one, one.say()));
        out.push(format!("{} {}", names.other, other.say()));
    }
    out
}

/// Lays both matches side by side from the first row in which something else happens.
fn rows(rows: &[Row], names: Names<'_>, more: Option<&str>, look: &Look) -> Vec<String> {
    let Some(start) = rows.iter().position(|row| row.one != row.other) else {
        return vec!["\nfrom there on the same happens in both".to_owned()];
    };
    let mut out = vec![String::new()];
    if start > 0 {
        out.push(format!(
            "the same happens in both until round {}, decision {} of the round",
            rows[start].round, rows[start].decision
        ));
    }
    let rows = &rows[start..];
    let most = if more.is_some() { ROWS } else { rows.len() };
    let shown = rows.len().min(most);
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(look.width()).unwrap_or(u16::MAX));
    table.set_header(["", names.one, names.other]);
    for row in &rows[..shown] {
        let mark = if row.one == row.other { ' ' } else { '*' };
        table.add_row([
            format!("{mark} {}.{}", row.round, row.decision),
            row.one.join("\n"),
            row.other.join("\n"),
        ]);
    }
    out.push(table.trim_fmt());
    if rows.len() > shown {
        let more = more.unwrap_or_default();
        let more = format!("… and {} more{more}", rows.len() - shown);
        out.push(look.letters(&more).into_owned());
    }
    out
}
