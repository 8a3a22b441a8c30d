//! What the moves of a match were worth, as tables.

use comfy_table::CellAlignment;

use super::number::{NONE, whole};
use super::table::{table, written};
use crate::analysis::{
    Analysis, Chance, Choice, Decision, Estimate, Label, Moment, Round, Summary,
};
use crate::game::Side;

/// Swings of chance that are told of a round.
const SWINGS: usize = 3;

/// Widest text of a move in a table.
const WIDEST: usize = 14;

/// What the numbers are.
const LEGEND: &str = "\
wins: the probability of winning the round after a move, by what its side could
know; per cent, with the half-width of the 95 % interval. loss: what the move
made has less than the best, in points of a hundred. ?: the label is uncertain,
as the interval of the loss crosses a threshold; it is not counted, and more
playouts tell. Decisions count if there was a choice and the round was open.
Luck, skill and hidden information go by the full position, in points summed
over the rounds; of luck only the largest swings that are no noise have a line.";

/// Writes an analysis: a table of decisions for each round, the largest swings of chance, and sums.
/// Ends without a line break.
#[must_use]
pub fn review(analysis: &Analysis) -> String {
    let mut parts: Vec<String> = analysis.rounds.iter().map(of_round).collect();
    parts.push(sums(analysis));
    parts.push(LEGEND.to_owned());
    parts.join("\n\n")
}

fn of_round(round: &Round) -> String {
    let mut lines = vec![head(round)];
    let decisions = round.moments.iter().filter_map(|moment| match moment {
        Moment::Decision(decision) => Some(decision),
        Moment::Chance(_) => None,
    });
    let mut rows = table(["", "", "move", "wins", "best", "wins", "loss", ""]);
    for decision in decisions {
        rows.add_row(row(decision));
    }
    for column in [1, 2, 4, 7] {
        if let Some(column) = rows.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Left);
        }
    }
    lines.push(written(&rows));
    lines.extend(swings(round));
    lines.join("\n")
}

fn head(round: &Round) -> String {
    let ended = match &round.reason {
        Some(reason) => format!("ends with `{reason}`, {} for left", result(round.end.value)),
        None => format!("is broken off, at {} for left", share(round.end)),
    };
    let (number, start) = (round.number, share(round.start));
    format!("Round {number}: begins at {start} for left, {ended}")
}

fn result(value: f64) -> &'static str {
    match value {
        value if value > 0.5 => "1",
        value if value < 0.5 => "0",
        _ => "½",
    }
}

fn row(decision: &Decision) -> [String; 8] {
    let wins = |text: &str| {
        let choice = decision.choices.iter().find(|choice| choice.text == text);
        choice.map_or_else(|| NONE.to_owned(), |choice| share(choice.win))
    };
    let best = decision.choices.first();
    let is_best = matches!(decision.label, Label::Best | Label::Forced)
        || best.is_none_or(|best| best.text == decision.played);
    let sure = if decision.uncertain { " ?" } else { "" };
    [
        decision.number.to_string(),
        decision.side.word().to_owned(),
        shortened(&decision.played),
        wins(&decision.played),
        best.filter(|_| !is_best)
            .map_or_else(String::new, |best| shortened(&best.text)),
        best.filter(|_| !is_best)
            .map_or_else(String::new, |best| share(best.win)),
        if is_best {
            String::new()
        } else {
            points(decision.loss)
        },
        format!("{}{sure}", decision.label.word()),
    ]
}

/// Says in a line what the move made at a decision cost.
#[must_use]
pub fn verdict_on(decision: &Decision) -> String {
    let sure = if decision.uncertain {
        ", uncertain"
    } else {
        ""
    };
    let better = match decision.choices.first() {
        Some(best) if best.text != decision.played => format!("; `{}` was better", best.text),
        _ => String::new(),
    };
    format!(
        "decision {}, `{}` of {}: {}{sure}, {} points{better}",
        decision.number,
        decision.played,
        decision.side,
        decision.label.word(),
        points(decision.loss)
    )
}

/// Writes what moves are worth, the best first. Ends without a line break.
#[must_use]
pub fn choices(choices: &[Choice]) -> String {
    let mut rows = table(["move", "wins", "playouts"]);
    for choice in choices {
        let playouts = whole(u64::from(choice.playouts));
        rows.add_row([choice.text.clone(), share(choice.win), playouts]);
    }
    format!(
        "{}\n\nwins: the probability of winning the round, by what the side can know: per cent,\n\
         with the half-width of the 95 % interval.",
        written(&rows)
    )
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= WIDEST {
        return text.to_owned();
    }
    let kept: String = text.chars().take(WIDEST - 1).collect();
    format!("{kept}…")
}

/// The swings of chance that were the largest, and larger than their error.
fn swings(round: &Round) -> Vec<String> {
    let chances = round.moments.iter().filter_map(|moment| match moment {
        Moment::Chance(chance) if !chance.outcomes.is_empty() => Some(chance),
        _ => None,
    });
    let mut swings: Vec<&Chance> = chances
        .filter(|chance| chance.swing.value.abs() > chance.swing.margin())
        .collect();
    swings.sort_by(|one, other| other.swing.value.abs().total_cmp(&one.swing.value.abs()));
    swings.truncate(SWINGS);
    swings.sort_by_key(|chance| chance.after);
    swings.into_iter().map(swing).collect()
}

fn swing(chance: &Chance) -> String {
    let when = match chance.after {
        Some(number) => format!("after {number}"),
        None => "the deal".to_owned(),
    };
    let gains = if chance.swing.value < 0.0 {
        Side::Right
    } else {
        Side::Left
    };
    let worth = points(chance.swing.seen_by(gains));
    format!("Luck, {when}: {worth} for {gains}")
}

fn sums(analysis: &Analysis) -> String {
    let mut rows = table(["in all", "left", "right"]);
    let mut add = |name: &str, cell: &dyn Fn(&Summary) -> String| {
        let [left, right] = Side::BOTH.map(|side| cell(&analysis.sides[side]));
        rows.add_row([name.to_owned(), left, right]);
    };
    add("decisions that count", &|one| whole(one.decisions));
    for (name, label) in [
        ("best", Label::Best),
        ("fine", Label::Fine),
        ("inaccuracies", Label::Inaccuracy),
        ("mistakes", Label::Mistake),
        ("blunders", Label::Blunder),
    ] {
        add(name, &|one| whole(one.of(label)));
    }
    add("uncertain", &|one| whole(one.uncertain));
    add("mean loss", &|one| match one.decisions {
        0 => NONE.to_owned(),
        _ => points(one.mean_loss),
    });
    add("skill", &|one| points(one.skill));
    add("hidden information", &|one| points(one.hidden));
    add("luck", &|one| points(one.luck));
    written(&rows)
}

/// Writes a probability in per cent, with the half-width of its interval: `52 ±4`.
fn share(one: Estimate) -> String {
    format!("{:.0} ±{:.0}", one.value * 100.0, one.margin() * 100.0)
}

/// Writes a difference of probabilities in points of a hundred: `+5 ±4`.
fn points(one: Estimate) -> String {
    format!("{:+.0} ±{:.0}", one.value * 100.0, one.margin() * 100.0)
}
