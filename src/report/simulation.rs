//! What came of a run, as tables of at most 80 columns.

use comfy_table::Table;

use super::number::{interval, mean, percent, size, whole};
use super::table::{table, written};
use crate::sim::{DecisionSummary, MatchSummary, RoundSummary, Share, Spread, Summary};

/// Writes a summary as tables, a blank line between them. Ends without a line break.
#[must_use]
pub fn simulation(summary: &Summary) -> String {
    let tables = [
        matches(&summary.matches),
        rounds(&summary.rounds),
        endings(&summary.rounds),
        decisions(&summary.decisions),
        sizes(summary),
    ];
    let tables: Vec<String> = tables.iter().map(written).collect();
    tables.join("\n\n")
}

const SHARES: [&str; 5] = ["", "count", "of", "per cent", "95 % interval"];

fn add(table: &mut Table, name: &str, share: &Share) {
    table.add_row([
        name,
        &whole(share.count),
        &whole(share.of),
        &percent(share),
        &interval(share),
    ]);
}

fn shares(what: &str) -> Table {
    let mut header = SHARES;
    header[0] = what;
    table(header)
}

fn matches(summary: &MatchSummary) -> Table {
    let mut table = shares("matches");
    add(&mut table, "left wins", &summary.left);
    add(&mut table, "right wins", &summary.right);
    add(&mut table, "unfinished", &summary.unfinished);
    if let Some(forfeited) = &summary.forfeited {
        for (side, count) in forfeited.iter() {
            let share = Share::new(*count, summary.played);
            add(&mut table, &format!("forfeited by {side}"), &share);
        }
    }
    add(&mut table, "who began wins", &summary.beginner);
    table
}

fn rounds(summary: &RoundSummary) -> Table {
    let mut table = shares("rounds");
    add(&mut table, "left wins", &summary.left);
    add(&mut table, "right wins", &summary.right);
    add(&mut table, "nobody wins", &summary.nobody);
    add(&mut table, "who began wins", &summary.beginner);
    for event in &summary.events {
        add(&mut table, &format!("with {}", event.name), &event.rounds);
    }
    table
}

fn endings(summary: &RoundSummary) -> Table {
    let mut table = table([
        "rounds ended by",
        "count",
        "per cent",
        "95 % interval",
        "left",
        "right",
        "nobody",
    ]);
    for ending in &summary.endings {
        table.add_row([
            ending.reason.as_str(),
            &whole(ending.rounds.count),
            &percent(&ending.rounds),
            &interval(&ending.rounds),
            &whole(ending.left),
            &whole(ending.right),
            &whole(ending.nobody),
        ]);
    }
    table
}

fn decisions(summary: &DecisionSummary) -> Table {
    let mut table = shares("decisions");
    add(&mut table, "one choice only", &summary.forced);
    table
}

fn sizes(summary: &Summary) -> Table {
    let mut table = table(["", "mean", "median", "95th percentile", "most"]);
    let mut add = |name: &str, spread: &Spread| {
        table.add_row([
            name,
            &mean(spread.mean),
            &size(spread.median),
            &size(spread.p95),
            &size(spread.max),
        ]);
    };
    add("rounds of a match", &summary.matches.rounds);
    add("decisions of a round", &summary.rounds.decisions);
    add("choices of a decision", &summary.decisions.choices);
    table
}
