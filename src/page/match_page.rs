//! A match as a page: positions to be stepped through, with what an analysis says of them.

use serde::Serialize;

use super::chart::Chart;
use super::curve::curve;
use super::error::PageError;
use super::points::{around, change, rests_on};
use super::step::{At, Step, steps};
use super::templates;
use crate::analysis::{self, Analysis, Summary};
use crate::game::{BySide, Observation, Side};
use crate::replay::{Head, Moment, Record, Timeline};
use crate::report::number::whole;
use crate::report::{Look, board, event_line, record_line};
use crate::text::count;

/// Columns of a drawn position: so few that a telephone shows them.
const COLUMNS: usize = 48;

/// A match that a page is made of.
#[derive(Debug, Clone, Copy)]
pub struct Match<'a> {
    /// What the ruleset is called.
    pub title: &'a str,
    /// The head of the recording.
    pub head: &'a Head,
    /// The match.
    pub timeline: &'a Timeline,
    /// Notes, marks and branches.
    pub asides: &'a [Record],
    /// In whose words it is told.
    pub look: &'a Look,
    /// What the reasons for the ends of rounds mean, by reason.
    pub reasons: &'a [(String, String)],
    /// What was found in it.
    pub analysis: Option<&'a Analysis>,
}

/// Makes the page of a match: one file that needs no other.
///
/// # Errors
/// If Salle is wrong.
pub fn match_page(page: &Match<'_>) -> Result<String, PageError> {
    let look = Look {
        narrow: Some(COLUMNS),
        ..page.look.clone()
    };
    let steps = steps(page.timeline);
    let teller = Teller { page, look: &look };
    let curve = match page.analysis {
        Some(analysis) => Some(curve(&steps, &[], analysis, &look.words)?),
        None => None,
    };
    let positions = steps.iter().map(|step| teller.position(step));
    let positions: Vec<Position> = positions.collect();
    let words = &look.words;
    templates::scripted(
        "match.html",
        &Page {
            title: page.title.to_owned(),
            ruleset: page.head.ruleset.clone(),
            language: match words.language.as_str() {
                "" => "en".to_owned(),
                language => language.to_owned(),
            },
            sides: BySide {
                left: words.side(Side::Left).to_owned(),
                right: words.side(Side::Right).to_owned(),
            },
            facts: facts(page.head),
            broken: page.timeline.broken.as_ref().map(|mismatch| {
                format!(
                    "the recording goes no further: {}: expected {}, recorded {}",
                    mismatch.what, mismatch.expected, mismatch.recorded
                )
            }),
            curve,
            mistakes: teller.mistakes(&steps, is_sure),
            doubtful: teller.mistakes(&steps, |found| found.label.is_costly() && found.uncertain),
            summary: page.analysis.map(summary),
            rests_on: page.analysis.map(rests_on),
            notes: teller.notes(&steps),
            positions,
        },
    )
}

#[derive(Debug, Serialize)]
struct Page {
    title: String,
    ruleset: String,
    language: String,
    sides: BySide<String>,
    facts: Vec<String>,
    broken: Option<String>,
    curve: Option<Chart>,
    mistakes: Vec<Mistake>,
    /// Those that may be none, or others.
    doubtful: Vec<Mistake>,
    summary: Option<Vec<[String; 3]>>,
    rests_on: Option<String>,
    notes: Vec<Link>,
    positions: Vec<Position>,
}

#[derive(Debug, Serialize)]
struct Position {
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
struct ViewOf {
    eye: &'static str,
    name: String,
    board: String,
    happened: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Decided {
    side: &'static str,
    who: String,
    is_forced: bool,
    moves: Vec<Move>,
    verdict: Option<String>,
    worth: Option<String>,
}

#[derive(Debug, Serialize)]
struct Move {
    text: String,
    is_played: bool,
    win: Option<String>,
    playouts: Option<String>,
}

#[derive(Debug, Serialize)]
struct Mistake {
    to: String,
    label: &'static str,
    text: String,
}

#[derive(Debug, Serialize)]
struct Link {
    to: Option<String>,
    text: String,
}

fn facts(head: &Head) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(players) = &head.players {
        facts.push(format!("left: {}, right: {}", players.left, players.right));
    }
    if let Some(game) = head.game {
        facts.push(format!("match {game}"));
    }
    if let Some(seed) = head.seed {
        facts.push(format!("seed {seed}"));
    }
    facts
}

/// The rows of the summary: what is counted, for left, for right.
fn summary(analysis: &Analysis) -> Vec<[String; 3]> {
    type Cell = fn(&Summary) -> String;
    let rows: [(&str, Cell); 11] = [
        ("decisions with a choice", |side| whole(side.decisions)),
        ("best", |side| whole(side.best)),
        ("fine", |side| whole(side.fine)),
        ("inaccuracies", |side| whole(side.inaccuracies)),
        ("mistakes", |side| whole(side.mistakes)),
        ("blunders", |side| whole(side.blunders)),
        ("labels that are uncertain", |side| whole(side.uncertain)),
        ("points lost per decision", |side| around(side.mean_loss)),
        ("points by skill", |side| change(side.skill)),
        ("points by what was hidden", |side| change(side.hidden)),
        ("points by chance", |side| change(side.luck)),
    ];
    let sides = &analysis.sides;
    let rows = rows.map(|(name, cell)| [name.to_owned(), cell(&sides.left), cell(&sides.right)]);
    rows.into()
}

/// Tells of positions.
struct Teller<'a> {
    page: &'a Match<'a>,
    look: &'a Look,
}

impl Teller<'_> {
    fn position(&self, step: &Step) -> Position {
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

    fn mistakes(
        &self,
        steps: &[Step],
        is_one: impl Fn(&analysis::Decision) -> bool,
    ) -> Vec<Mistake> {
        let Some(analysis) = self.page.analysis else {
            return Vec::new();
        };
        let words = &self.look.words;
        let found = steps.iter().filter_map(|step| {
            let decision = step.decision(analysis)?;
            let best = decision.choices.first()?;
            is_one(decision).then(|| Mistake {
                to: step.id.clone(),
                label: decision.label.word(),
                text: format!(
                    "{} played {}, where {} is better by {} points",
                    words.side(decision.side),
                    words.move_text(&decision.played),
                    words.move_text(&best.text),
                    around(decision.loss)
                ),
            })
        });
        found.collect()
    }

    /// All notes, marks and branches, each with the position it belongs to.
    fn notes(&self, steps: &[Step]) -> Vec<Link> {
        let lines = self.page.asides.iter().filter_map(|aside| {
            let (after, on_the_match) = match aside {
                Record::Note { after, branch, .. } | Record::Mark { after, branch, .. } => {
                    (*after, branch.is_none())
                }
                Record::Branch { after, of, .. } => (*after, of.is_none()),
                _ => return None,
            };
            let step = steps.iter().find(|step| step.decisions == after);
            Some(Link {
                to: step.filter(|_| on_the_match).map(|step| step.id.clone()),
                text: record_line(aside, self.look)?,
            })
        });
        lines.collect()
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
