//! One random match, watched.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use super::coverage::{Coverage, Watch};
use crate::bots::Random;
use crate::chance::Seeded;
use crate::game::{
    BySide, Decision, Event, Eye, Game, GameError, Layout, Observer, Rules, Side, State, View,
};
use crate::play::{Player, PlayerError, RunError, play_match};
use crate::replay::{Record, Recorder};
use crate::script::fault_of;
use crate::text::{Fault, Span};

/// Which match it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ticket {
    /// Its number in the run, from 1.
    pub number: u64,
    /// Its seed.
    pub seed: u64,
}

/// What is wrong with rules in a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// They failed.
    Fault(Box<Fault>),
    /// A move changed nothing, so that it can be made for ever.
    Idle {
        /// The kind of move.
        kind: String,
        /// Its text.
        text: String,
        /// The number of the decision.
        decision: u64,
        /// Where the rules offer it.
        offered: Option<Span>,
    },
    /// The match ran into its limit of decisions.
    Unfinished {
        /// The limit.
        decisions: u64,
    },
}

impl Trouble {
    /// Tells whether another one is the same trouble in another match.
    pub(super) fn is_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Fault(one), Self::Fault(other)) => {
                (one.code, &one.span) == (other.code, &other.span)
            }
            (Self::Idle { kind: one, .. }, Self::Idle { kind: other, .. }) => one == other,
            (Self::Unfinished { .. }, Self::Unfinished { .. }) => true,
            _ => false,
        }
    }
}

/// A match that was played and watched.
#[derive(Debug)]
pub(super) struct Trial {
    pub(super) ticket: Ticket,
    pub(super) coverage: Coverage,
    pub(super) troubles: Vec<Trouble>,
    /// The decision at which a position came up that the round had seen before.
    pub(super) comes_back: Option<u64>,
}

/// Plays a match between two players who choose blindly.
pub(super) fn trial(rules: &Rc<dyn Rules>, ticket: Ticket) -> Trial {
    let mut audit = Audit {
        watch: Watch::new(ticket.number),
        seen: HashSet::new(),
        made: None,
        idle: Vec::new(),
        comes_back: None,
    };
    let mut game = Game::new(Rc::clone(rules));
    let result = played(&mut game, ticket.seed, &mut audit);
    let idle = audit.idle.into_iter().map(|made| made.trouble(rules));
    let mut troubles: Vec<Trouble> = idle.collect();
    match result {
        Ok(None) => troubles.push(Trouble::Unfinished {
            decisions: game.state().decisions,
        }),
        Ok(Some(_)) => {}
        Err(error) => troubles.push(Trouble::Fault(Box::new(fault_of(&error)))),
    }
    Trial {
        ticket,
        coverage: audit.watch.into_coverage(),
        troubles,
        comes_back: audit.comes_back,
    }
}

/// Plays the match again and writes it down, as far as it goes.
pub fn record(rules: &Rc<dyn Rules>, seed: u64) -> Vec<Record> {
    let mut records = Vec::new();
    let mut recorder = Recorder::new(|record| records.push(record));
    let mut game = Game::new(Rc::clone(rules));
    // How it ends is known.
    let _ = played(&mut game, seed, &mut recorder);
    records
}

/// A decision that was made, and the position before it.
#[derive(Debug)]
struct Made {
    before: State,
    kind: String,
    text: String,
    decision: u64,
}

impl Made {
    fn trouble(self, rules: &Rc<dyn Rules>) -> Trouble {
        let eye = Eye::Of(self.before.turn);
        let view = View::new(Rc::clone(rules.layout()), Rc::new(self.before), eye);
        let origin = rules.origin(&view, &self.text);
        let fault = origin.and_then(|origin| origin.source);
        let fault = fault.and_then(|source| source.downcast::<Fault>().ok());
        Trouble::Idle {
            offered: fault.and_then(|fault| fault.span),
            kind: self.kind,
            text: self.text,
            decision: self.decision,
        }
    }
}

/// Watches a match for what should not be.
#[derive(Debug)]
struct Audit {
    watch: Watch,
    /// The positions of the round, as their hashes.
    seen: HashSet<u64>,
    made: Option<Made>,
    /// The moves that changed nothing, the first of each kind.
    idle: Vec<Made>,
    comes_back: Option<u64>,
}

impl Observer for Audit {
    fn event(&mut self, event: &Event, state: &State, layout: &Layout) {
        self.watch.event(event, state, layout);
        if let Event::RoundBegan { .. } = event {
            self.seen.clear();
            self.made = None;
        }
    }

    fn decision(&mut self, decision: &Decision<'_>) {
        self.watch.decision(decision);
        // A position is the same whatever the number of decisions that led to it.
        let mut position = decision.state.clone();
        position.decisions = 0;
        if let Some(made) = self.made.take()
            && made.before == position
            && !self.idle.iter().any(|idle| idle.kind == made.kind)
        {
            self.idle.push(made);
        }
        let mut hasher = DefaultHasher::new();
        position.hash(&mut hasher);
        if !self.seen.insert(hasher.finish()) {
            self.comes_back.get_or_insert(decision.number);
        }
        self.made = Some(Made {
            before: position,
            kind: decision.chosen.kind().to_owned(),
            text: decision.chosen.text.to_string(),
            decision: decision.number,
        });
    }
}

fn played(
    game: &mut Game,
    seed: u64,
    observer: &mut dyn Observer,
) -> Result<Option<Side>, GameError> {
    let mut left = Random::new(seed, Side::Left);
    let mut right = Random::new(seed, Side::Right);
    let players: BySide<&mut dyn Player> = BySide {
        left: &mut left,
        right: &mut right,
    };
    match play_match(game, &mut Seeded::new(seed), players, observer) {
        Ok(finished) => Ok(finished.winner),
        Err(RunError::Game(error)) => Err(error),
        Err(RunError::Player { error, .. }) => match error {
            PlayerError::Game(error) => Err(error),
            // Nobody who chooses blindly leaves.
            PlayerError::Left | PlayerError::Failed(_) | PlayerError::Forfeit(_) => Ok(None),
        },
    }
}
