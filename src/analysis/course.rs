//! A recorded match as the points at which a side decided, with what that side knew there.

use std::rc::Rc;
use std::sync::Arc;

use crate::bots::Knowledge;
use crate::game::{BySide, Decision, Event, Game, GameError, Layout, Observer, Rules, Side, State};
use crate::replay::{Mismatch, Record, Recorder, Recording, verify};

/// A decision to come.
#[derive(Debug, Clone)]
pub struct Point {
    /// The full position.
    pub state: State,
    /// The number of the decision in the match, from 1.
    pub number: u64,
    /// Who decides.
    pub side: Side,
    /// The texts of the legal moves, in the ruleset's order.
    pub legal: Vec<Arc<str>>,
    /// The place of the move made among them.
    pub played: usize,
    /// What the side has seen so far.
    pub knowledge: Knowledge,
}

/// A round.
#[derive(Debug, Clone)]
pub struct Span {
    /// The position before it began.
    pub begin: State,
    /// Its number, from 1.
    pub number: u32,
    /// Its decisions.
    pub points: Vec<Point>,
    /// What chance answered before each decision, and after the last: records as in a trace.
    pub chance: Vec<Vec<serde_json::Value>>,
    /// Who won it and why; none if the recording breaks it off.
    pub ended: Option<(Option<Side>, String)>,
    /// The last position of it.
    pub last: State,
}

/// A match, round by round.
#[derive(Debug, Clone)]
pub struct Course {
    /// The rounds.
    pub spans: Vec<Span>,
    /// Why it goes no further, if it was not played to its end.
    pub broken: Option<Mismatch>,
}

impl Course {
    /// Plays a recording as far as it holds.
    ///
    /// # Errors
    /// Faults of the rules.
    pub fn of(rules: Rc<dyn Rules>, recording: &Recording) -> Result<Self, GameError> {
        let game = Game::new(rules);
        let mut log = Log {
            before: game.state().clone(),
            knowledge: BySide::new_with(Knowledge::new),
            spans: Vec::new(),
        };
        let verified = verify(game, recording, &mut log)?;
        Ok(Self {
            spans: log.spans,
            broken: verified.mismatch,
        })
    }

    /// Returns the number of decisions.
    #[must_use]
    pub fn decisions(&self) -> usize {
        self.spans.iter().map(|span| span.points.len()).sum()
    }
}

struct Log {
    before: State,
    knowledge: BySide<Knowledge>,
    spans: Vec<Span>,
}

impl Observer for Log {
    fn decision(&mut self, decision: &Decision<'_>) {
        let Some(span) = self.spans.last_mut() else {
            return;
        };
        let texts = decision.legal.iter().map(|legal| &legal.text);
        span.points.push(Point {
            state: decision.state.clone(),
            number: decision.number,
            side: decision.side,
            legal: texts.clone().map(Arc::clone).collect(),
            played: texts
                .clone()
                .position(|text| *text == decision.chosen.text)
                .unwrap_or_default(),
            knowledge: self.knowledge[decision.side].clone(),
        });
        span.chance.push(Vec::new());
    }

    fn event(&mut self, event: &Event, state: &State, layout: &Layout) {
        if let Event::RoundBegan { number, .. } = event {
            self.spans.push(Span {
                begin: self.before.clone(),
                number: *number,
                points: Vec::new(),
                chance: vec![Vec::new()],
                ended: None,
                last: state.clone(),
            });
        }
        for side in Side::BOTH {
            self.knowledge[side].told(event, layout);
        }
        if let Some(span) = self.spans.last_mut() {
            let mut outcome = None;
            let mut recorder = Recorder::new(|record| outcome = of_chance(&record));
            recorder.event(event, state, layout);
            if let (Some(outcome), Some(outcomes)) = (outcome, span.chance.last_mut()) {
                outcomes.push(outcome);
            }
            if let Event::RoundEnded { winner, reason, .. } = event {
                span.ended = Some((*winner, reason.to_string()));
            }
            span.last.clone_from(state);
        }
        self.before.clone_from(state);
    }
}

/// Returns what chance answered, if a record is of that. The order of a pile that was shuffled is
/// known to nobody, so it tells nothing yet.
fn of_chance(record: &Record) -> Option<serde_json::Value> {
    match record {
        Record::Draw { .. } | Record::Reveal { .. } | Record::Chance { .. } => {
            serde_json::to_value(record).ok()
        }
        _ => None,
    }
}
