//! A position of a match, told: what happened, what is seen of it, and what could be played.

use serde::Serialize;

use super::match_page::Match;
use super::points::{around, change};
use super::step::{At, Step};
use crate::analysis;
use crate::game::{Observation, Side};
use crate::replay::{Moment, Record};
use crate::report::number::whole;
use crate::report::{Look, board, event_line, record_line};
use crate::text::count;

#[derive(Debug, Serialize)]
pub(super) struct Position {
    id: String,
    number: usize,
    /// What stands there: who decides, or that a round has ended.
    name: String,
    /// The label of the decision made here, if it cost something for certain; a class of the style
    /// sheet.
    label: Option<&'static str>,
    round: u32,
    begins_round: bool,
    /// For everybody, for left, for right.
    views: [ViewOf; 3],
    chance: Option<String>,
    decision: Option<Decided>,
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct ViewOf {
    eye: &'static str,
    name: String,
    board: String,
    happened: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct Decided {
    side: &'static str,
    who: String,
    is_forced: bool,
    moves: Vec<Move>,
    verdict: Option<String>,
    worth: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct Move {
    text: String,
    is_played: bool,
    win: Option<String>,
    playouts: Option<String>,
}

/// Tells of positions.
pub(super) struct Teller<'a> {
    pub(super) page: &'a Match<'a>,
    pub(super) look: &'a Look,
}

impl Teller<'_> {
    pub(super) fn position(&self, step: &Step) -> Position {
        let words = &self.look.words;
        let decision = match step.at {
            At::Decision(index) => self.page.timeline.moments.get(index),
            At::RoundEnd | At::End => None,
        };
        let found = self
            .page
            .analysis
            .and_then(|analysis| step.decision(analysis));
        let name = match (step.at, decision.map(|moment| &moment.record)) {
            (_, Some(Record::Decision { side, .. })) => format!("{} decides", words.side(*side)),
            (At::RoundEnd, _) => format!("round {} has ended", step.round),
            _ => "the recording ends".to_owned(),
        };
        Position {
            id: step.id.clone(),
            number: step.number,
            name,
            label: found
                .filter(|found| is_sure(found))
                .map(|found| found.label.word()),
            round: step.round,
            begins_round: step.is_first,
            views: [None, Some(Side::Left), Some(Side::Right)].map(|eye| self.view(step, eye)),
            chance: self.chance(step),
            decision: decision.and_then(|moment| self.decided(&moment.record, found)),
            notes: self.notes_at(step),
        }
    }

    /// What a side knows of a position, or everything.
    fn view(&self, step: &Step, eye: Option<Side>) -> ViewOf {
        let layout = &self.page.timeline.layout;
        let described = match eye {
            None => step.state.describe(layout),
            Some(side) => Observation::new(&step.state, layout, side).describe(layout),
        };
        let moments = self.page.timeline.moments.get(step.since.clone());
        let lines = moments
            .unwrap_or_default()
            .iter()
            .filter_map(|moment| self.line(moment, eye));
        ViewOf {
            eye: eye.map_or("all", Side::word),
            name: match eye {
                None => "Everything".to_owned(),
                Some(side) => format!("What {} knows", self.look.words.side(side)),
            },
            board: board(&described, layout, self.look),
            happened: lines.collect(),
        }
    }

    /// Tells a moment as a side saw it, or as it was.
    fn line(&self, moment: &Moment, eye: Option<Side>) -> Option<String> {
        let layout = &self.page.timeline.layout;
        let text = match (eye, &moment.event) {
            (None, _) => record_line(&moment.record, self.look),
            (Some(side), Some(event)) => {
                event_line(&event.seen_by(side, layout), layout, self.look)
            }
            // What is not known to be seen is not told.
            (Some(_), None) => None,
        }?;
        let Record::RoundEnd {
            reason: Some(reason),
            ..
        } = &moment.record
        else {
            return Some(text);
        };
        let meaning = self.page.reasons.iter().find(|(word, _)| word == reason);
        Some(meaning.map_or_else(
            || text.clone(),
            |(_, meaning)| format!("{text} ({meaning})"),
        ))
    }

    fn chance(&self, step: &Step) -> Option<String> {
        let swing = step.swing(self.page.analysis?)?;
        let left = self.look.words.side(Side::Left);
        Some(format!("Chance brought {left} {} points.", change(swing)))
    }

    fn decided(&self, record: &Record, found: Option<&analysis::Decision>) -> Option<Decided> {
        let Record::Decision {
            side,
            legal,
            chosen,
            ..
        } = record
        else {
            return None;
        };
        let words = &self.look.words;
        let legal = legal.as_deref().unwrap_or(std::slice::from_ref(chosen));
        let choices = found.map_or(&[][..], |found| &found.choices);
        let estimated: Vec<Move> = choices
            .iter()
            .map(|choice| Move {
                text: words.move_text(&choice.text),
                is_played: choice.text == *chosen,
                win: (choice.playouts > 0).then(|| around(choice.win)),
                playouts: (choice.playouts > 0).then(|| whole(u64::from(choice.playouts))),
            })
            .collect();
        // The best first; then those of which nothing is known.
        let others = legal
            .iter()
            .filter(|text| choices.iter().all(|choice| choice.text != **text));
        let others = others.map(|text| Move {
            text: words.move_text(text),
            is_played: text == chosen,
            win: None,
            playouts: None,
        });
        Some(Decided {
            side: side.word(),
            who: words.side(*side).to_owned(),
            is_forced: legal.len() == 1,
            moves: estimated.into_iter().chain(others).collect(),
            verdict: found.map(verdict),
            worth: found.map(|found| {
                format!(
                    "Worth to {}: {} points by what it could know, {} by what it could not.",
                    words.side(*side),
                    change(found.skill),
                    change(found.hidden)
                )
            }),
        })
    }

    /// The notes and marks of the match itself after so many decisions.
    fn notes_at(&self, step: &Step) -> Vec<String> {
        let texts = self.page.asides.iter().filter_map(|aside| match aside {
            Record::Note {
                after,
                branch: None,
                text,
            } if *after == step.decisions => Some(text.clone()),
            Record::Mark {
                after,
                branch: None,
                name,
            } if *after == step.decisions => Some(format!("mark: {name}")),
            _ => None,
        });
        texts.collect()
    }
}

/// Tells whether a decision cost something for certain.
pub(super) fn is_sure(found: &analysis::Decision) -> bool {
    found.label.is_costly() && !found.uncertain
}

/// Says what a decision cost.
fn verdict(found: &analysis::Decision) -> String {
    let unsure = if found.uncertain {
        " (the interval allows another label)"
    } else {
        ""
    };
    let loss = if found.label.is_costly() || found.loss.value > 0.0 {
        format!(": {} points lost", around(found.loss))
    } else {
        String::new()
    };
    let word = found.label.word();
    let (first, rest) = word.split_at(1);
    let alternatives = count(found.choices.len(), "move");
    format!(
        "{}{rest}{loss}, of {alternatives}{unsure}.",
        first.to_uppercase()
    )
}
