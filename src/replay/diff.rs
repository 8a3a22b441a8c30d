//! Two matches side by side.

use super::format::Record;
use super::timeline::{Moment, Timeline};
use crate::game::State;

/// In what two matches first differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aspect {
    /// Chance gave something else.
    Chance,
    /// Other moves were legal.
    Legal,
    /// Another move was made, or another side decided.
    Decision,
    /// Another named event.
    Event,
    /// A round or the match ended otherwise, or only in one of them.
    Outcome,
    /// Who begins, or the number of a round.
    Round,
}

impl Aspect {
    /// Names the aspect.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Chance => "chance",
            Self::Legal => "legal moves",
            Self::Decision => "decision",
            Self::Event => "event",
            Self::Outcome => "outcome",
            Self::Round => "round",
        }
    }
}

/// The first difference of two matches.
#[derive(Debug, Clone)]
pub struct Parting<'a> {
    /// What differs.
    pub aspect: Aspect,
    /// The round.
    pub round: u32,
    /// The decision in the round, from 1.
    pub ply: u32,
    /// What happened in the first match; `None` if it had ended.
    pub one: Option<&'a Moment>,
    /// What happened in the second.
    pub other: Option<&'a Moment>,
    /// The position before it in the first match.
    pub before_one: &'a State,
    /// The position before it in the second.
    pub before_other: &'a State,
}

/// Two matches laid side by side.
#[derive(Debug, Clone)]
pub struct Comparison<'a> {
    /// Where they part; `None` if they do not.
    pub parting: Option<Parting<'a>>,
    /// From the parting on: round, ply, and the moments of both there.
    pub rows: Vec<Row<'a>>,
}

/// The moments of two matches at one ply.
#[derive(Debug, Clone)]
pub struct Row<'a> {
    /// The round.
    pub round: u32,
    /// The decision in the round, from 1.
    pub ply: u32,
    /// The moments of the first match.
    pub one: Vec<&'a Moment>,
    /// The moments of the second.
    pub other: Vec<&'a Moment>,
}

/// Lays two matches side by side.
#[must_use]
pub fn compare<'a>(one: &'a Timeline, other: &'a Timeline) -> Comparison<'a> {
    let longest = one.moments.len().max(other.moments.len());
    let at = |line: &'a Timeline, index: usize| line.moments.get(index);
    let before = |line: &'a Timeline, index: usize| -> &'a State {
        at(line, index).map_or(&line.last, |moment| &moment.before)
    };
    let parting = (0..longest).find_map(|index| {
        let (a, b) = (at(one, index), at(other, index));
        let aspect = difference(a, b)?;
        let place = a.or(b)?;
        Some((
            index,
            Parting {
                aspect,
                round: place.round,
                ply: place.ply,
                one: a,
                other: b,
                before_one: before(one, index),
                before_other: before(other, index),
            },
        ))
    });
    let rows = parting
        .as_ref()
        .map(|(index, _)| rows(one.moments.get(*index..), other.moments.get(*index..)))
        .unwrap_or_default();
    Comparison {
        parting: parting.map(|(_, parting)| parting),
        rows,
    }
}

fn rows<'a>(one: Option<&'a [Moment]>, other: Option<&'a [Moment]>) -> Vec<Row<'a>> {
    let (one, other) = (one.unwrap_or_default(), other.unwrap_or_default());
    let mut places: Vec<(u32, u32)> = one
        .iter()
        .chain(other)
        .map(|moment| (moment.round, moment.ply))
        .collect();
    places.sort_unstable();
    places.dedup();
    let of = |list: &'a [Moment], place: (u32, u32)| -> Vec<&'a Moment> {
        let here = |moment: &&Moment| (moment.round, moment.ply) == place;
        list.iter().filter(here).collect()
    };
    places
        .into_iter()
        .map(|(round, ply)| Row {
            round,
            ply,
            one: of(one, (round, ply)),
            other: of(other, (round, ply)),
        })
        .collect()
}

fn difference(one: Option<&Moment>, other: Option<&Moment>) -> Option<Aspect> {
    let (Some(one), Some(other)) = (one, other) else {
        return (one.is_some() || other.is_some()).then_some(Aspect::Outcome);
    };
    match (&one.record, &other.record) {
        (
            Record::Decision {
                side: side_one,
                legal: legal_one,
                chosen: chosen_one,
                ..
            },
            Record::Decision {
                side: side_other,
                legal: legal_other,
                chosen: chosen_other,
                ..
            },
        ) => {
            if side_one != side_other {
                Some(Aspect::Decision)
            } else if sorted(legal_one.as_ref()) != sorted(legal_other.as_ref()) {
                Some(Aspect::Legal)
            } else {
                (chosen_one != chosen_other).then_some(Aspect::Decision)
            }
        }
        (one, other) if one == other => None,
        (Record::RoundEnd { .. } | Record::MatchEnd { .. }, _)
        | (_, Record::RoundEnd { .. } | Record::MatchEnd { .. }) => Some(Aspect::Outcome),
        (Record::Event { .. }, _) | (_, Record::Event { .. }) => Some(Aspect::Event),
        (Record::Round { .. }, _) | (_, Record::Round { .. }) => Some(Aspect::Round),
        (Record::Decision { .. }, _) | (_, Record::Decision { .. }) => Some(Aspect::Decision),
        _ => Some(Aspect::Chance),
    }
}

fn sorted(legal: Option<&Vec<String>>) -> Vec<&str> {
    let mut texts: Vec<&str> = legal.into_iter().flatten().map(String::as_str).collect();
    texts.sort_unstable();
    texts
}
