//! A match as a list of moments, each with the position before it.

use std::rc::Rc;

use super::format::{Record, Recording};
use super::mismatch::Mismatch;
use super::recorder::Recorder;
use super::redeal::{Deals, Redeal};
use super::tape::Tape;
use super::verify::replay;
use crate::game::{Decision, Event, Game, GameError, Layout, Observer, Rules, State, Stop};

/// Something that happened in a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// The number of the round.
    pub round: u32,
    /// The number of the decision in the round, from 1: the one made, or the one that comes next.
    pub ply: u32,
    /// What happened.
    pub record: Record,
    /// The same as an event, of which each side may have seen less.
    pub event: Option<Event>,
    /// The position before it.
    pub before: State,
}

/// A match, moment by moment, as far as it could be played.
#[derive(Debug, Clone)]
pub struct Timeline {
    /// What happened.
    pub moments: Vec<Moment>,
    /// The position at the end.
    pub last: State,
    /// The legal moves at the end.
    pub legal: Vec<String>,
    /// Why it goes no further, if it was not played to its end.
    pub broken: Option<Mismatch>,
    /// What the ruleset declares.
    pub layout: Rc<Layout>,
    deals: Rc<Deals>,
}

/// Plays a recording as far as it holds.
///
/// # Errors
/// Faults of the rules.
pub fn timeline(rules: Rc<dyn Rules>, recording: &Recording) -> Result<Timeline, GameError> {
    match timeline_to_fault(rules, recording) {
        (timeline, None) => Ok(timeline),
        (_, Some(error)) => Err(error),
    }
}

/// Plays a recording as far as it holds, or up to where the rules fail, and returns that fault.
pub fn timeline_to_fault(
    rules: Rc<dyn Rules>,
    recording: &Recording,
) -> (Timeline, Option<GameError>) {
    let tape = Tape::new(recording);
    let mut game = Game::new(rules);
    let mut log = Log::new(&game);
    let error = replay(&mut game, &tape, &mut log).err();
    (log.finish(&game, tape.mismatch()), error)
}

impl Timeline {
    /// Returns the chance that deals this match again, and from a seed what it leaves open.
    #[must_use]
    pub fn redeal(&self, seed: u64) -> Redeal {
        Redeal::new(&self.deals, seed)
    }

    /// Plays the decisions of this match under other rules, with the same cards, for as long as
    /// they are legal there.
    ///
    /// # Errors
    /// Faults of the rules.
    pub fn under(&self, rules: Rc<dyn Rules>, seed: u64) -> Result<Self, GameError> {
        let mut game = Game::new(rules);
        let mut log = Log::new(&game);
        let mut chance = self.redeal(seed);
        let mut decisions = self
            .moments
            .iter()
            .filter_map(|moment| match &moment.record {
                Record::Decision { chosen, side, .. } => Some((chosen, *side)),
                _ => None,
            });
        loop {
            match game.proceed(&mut chance, &mut log)? {
                Stop::RoundOver(_) => {}
                Stop::MatchOver { .. } => return Ok(log.finish(&game, None)),
                Stop::Decision(side) => {
                    let next = decisions.next();
                    let fits = next
                        .filter(|(_, who)| *who == side)
                        .and_then(|(chosen, _)| {
                            game.legal()
                                .iter()
                                .position(|legal| *legal.text == **chosen)
                        });
                    let Some(index) = fits else {
                        let broken = next.map(|(chosen, who)| Mismatch {
                            line: 0,
                            what: "move",
                            expected: format!("a decision of {side}"),
                            recorded: if who == side {
                                format!("`{chosen}`")
                            } else {
                                format!("`{chosen}` of {who}, where {side} decides,")
                            },
                        });
                        return Ok(log.finish(&game, broken));
                    };
                    game.play_nth(index, &mut log)?;
                }
            }
        }
    }
}

/// Collects moments.
struct Log {
    moments: Vec<Moment>,
    before: State,
    ply: u32,
    deals: Deals,
}

impl Log {
    fn new(game: &Game) -> Self {
        Self {
            moments: Vec::new(),
            before: game.state().clone(),
            ply: 1,
            deals: Deals::default(),
        }
    }

    fn push(&mut self, record: Record, event: Option<Event>, round: u32) {
        self.moments.push(Moment {
            round,
            ply: self.ply,
            record,
            event,
            before: self.before.clone(),
        });
    }

    fn finish(mut self, game: &Game, broken: Option<Mismatch>) -> Timeline {
        self.deals.close(game.state(), game.layout());
        Timeline {
            moments: self.moments,
            last: game.state().clone(),
            legal: game
                .legal()
                .iter()
                .map(|legal| legal.text.to_string())
                .collect(),
            broken,
            layout: Rc::clone(game.layout()),
            deals: Rc::new(self.deals),
        }
    }
}

impl Observer for Log {
    fn decision(&mut self, decision: &Decision<'_>) {
        let mut made = None;
        Recorder::new(|record| made = Some(record)).decision(decision);
        if let Some(record) = made {
            // Its event comes next.
            self.push(record, None, decision.state.round);
        }
    }

    fn event(&mut self, event: &Event, state: &State, layout: &Layout) {
        self.deals.event(event, state, layout);
        match event {
            Event::RoundBegan { .. } => self.ply = 1,
            Event::Decided { .. } => self.ply += 1,
            _ => {}
        }
        let mut made = None;
        Recorder::new(|record| made = Some(record)).event(event, state, layout);
        if let Some(record) = made {
            self.push(record, Some(event.clone()), state.round);
        } else if let (Event::Decided { .. }, Some(last)) = (event, self.moments.last_mut()) {
            last.event = Some(event.clone());
        }
        self.before.clone_from(state);
    }
}
