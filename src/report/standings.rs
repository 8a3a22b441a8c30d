//! What came of an arena, as tables.

use super::number::{interval, percent, whole};
use super::table::{table, written};
use crate::sim::{PairSummary, Standing, Standings};

/// Writes standings as tables, a blank line between them. Ends without a line break.
#[must_use]
pub fn standings(standings: &Standings) -> String {
    [ranking(standings), cross(standings), pairs(standings)].join("\n\n")
}

fn ranking(standings: &Standings) -> String {
    let forfeited = standings.bots.iter().any(|one| one.forfeited > 0);
    let mut header = vec!["rating", "points", "95 % interval", "won", "lost", "drawn"];
    if forfeited {
        header.push("forfeited");
    }
    let mut ranking = table(header);
    for one in &standings.bots {
        let mut row = vec![
            one.bot.clone(),
            signed(one.rating),
            format!("{} to {}", signed(one.low), signed(one.high)),
            whole(one.won),
            whole(one.lost),
            whole(one.drawn),
        ];
        if forfeited {
            row.push(whole(one.forfeited));
        }
        ranking.add_row(row);
    }
    written(&ranking)
}

/// A row for each bot: how many in a hundred of the decided matches it won against each other one.
fn cross(standings: &Standings) -> String {
    let numbers = 1..=standings.bots.len();
    let mut header = vec!["per cent won against".to_owned()];
    header.extend(numbers.map(|number| format!("({number})")));
    let mut cross = table(header);
    for (number, one) in (1..).zip(&standings.bots) {
        let mut row = vec![format!("({number}) {}", one.bot)];
        row.extend(
            standings
                .bots
                .iter()
                .map(|other| won(standings, one, other)),
        );
        cross.add_row(row);
    }
    written(&cross)
}

fn won(standings: &Standings, one: &Standing, other: &Standing) -> String {
    let is =
        |pair: &&PairSummary, bot: &str, against: &str| pair.bot == bot && pair.against == against;
    let mut pairs = standings.pairs.iter();
    if let Some(pair) = pairs.clone().find(|pair| is(pair, &one.bot, &other.bot)) {
        return percent(&pair.won);
    }
    pairs
        .find(|pair| is(pair, &other.bot, &one.bot))
        .map_or_else(|| "·".to_owned(), |pair| percent(&pair.won.complement()))
}

fn pairs(standings: &Standings) -> String {
    let mut pairs = table(vec![
        "matches",
        "won",
        "lost",
        "drawn",
        "per cent",
        "95 % interval",
    ]);
    for pair in &standings.pairs {
        pairs.add_row(vec![
            format!("{} against {}", pair.bot, pair.against),
            whole(pair.won.count),
            whole(pair.lost),
            whole(pair.drawn),
            percent(&pair.won),
            interval(&pair.won),
        ]);
    }
    written(&pairs)
}

/// Writes points without places, with their sign.
fn signed(points: f64) -> String {
    let text = format!("{points:+.0}");
    if text == "-0" { "+0".to_owned() } else { text }
}
