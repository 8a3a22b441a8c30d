//! A match as a page: positions to be stepped through, with what an analysis says of them.

use serde::Serialize;

use super::chart::Chart;
use super::curve::curve;
use super::error::PageError;
use super::points::{around, change, rests_on};
use super::position::{Position, Teller, is_sure};
use super::step::{Step, steps};
use super::templates;
use crate::analysis::{self, Analysis, Summary};
use crate::game::{BySide, Side};
use crate::replay::{Head, Record, Timeline};
use crate::report::number::whole;
use crate::report::{Look, record_line};

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

impl Teller<'_> {
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
}
