//! What rules read of a position: facts, one at a time.

use std::cell::RefCell;
use std::rc::Rc;

use super::declaration::Seen;
use super::layout::{Kind, Layout, PileId, VarId};
use super::part::Record;
use super::side::Side;
use super::state::State;
use super::value::Value;

/// Whose eyes a view has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Eye {
    /// Everything is seen.
    All,
    /// Only what this side may see.
    Of(Side),
}

/// One thing that can be read of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fact {
    /// Whose decision is next: a side's word.
    Turn,
    /// Who began the round: a side's word.
    First,
    /// The number of the round.
    Round,
    /// Rounds won by a side.
    Score(Side),
    /// The difference of the two spaces.
    Distance,
    /// The space of a figure.
    Space(Side),
    /// The spaces between a figure and its own end.
    Behind(Side),
    /// How many cards a pile holds.
    Size(PileId),
    /// How many cards of a kind a pile holds.
    Count(PileId, Kind),
    /// The kind of the n-th card from the top, from 0; null below the last.
    Card(PileId, u16),
    /// The value of a variable.
    Var(VarId),
}

impl Fact {
    /// Tells whether it is a number, whatever the position.
    #[must_use]
    pub const fn is_number(self) -> bool {
        !matches!(
            self,
            Self::Turn | Self::First | Self::Card(..) | Self::Var(_)
        )
    }
}

/// A fact that the reader may not see.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{side} may not see {what}")]
pub struct Hidden {
    /// Who asked.
    pub side: Side,
    /// What was asked for, in words.
    pub what: String,
}

/// A position as rules read it, with the eyes of nobody in particular or of one side.
#[derive(Debug, Clone)]
pub struct View {
    layout: Rc<Layout>,
    state: Rc<State>,
    eye: Eye,
    probe: Option<Rc<Probe>>,
    record: Option<Rc<Record>>,
}

/// What is asked about how rules read a position: which facts, in which order, and what they would
/// have answered if some facts were others.
#[derive(Debug, Default)]
pub struct Probe {
    /// Facts that are told otherwise than they are.
    pub changes: Vec<(Fact, Value)>,
    /// The read, from 0, that fails: rules then say where they are.
    pub fails_at: Option<usize>,
    reads: RefCell<Vec<(Fact, Value)>>,
}

impl Probe {
    /// Makes a probe that tells some facts otherwise than they are.
    #[must_use]
    pub fn telling(changes: Vec<(Fact, Value)>) -> Self {
        Self {
            changes,
            ..Self::default()
        }
    }

    /// Returns what was read, in the order in which it was read.
    #[must_use]
    pub fn reads(&self) -> Vec<(Fact, Value)> {
        self.reads.borrow().clone()
    }

    fn told(&self, fact: Fact, value: Value) -> Option<Value> {
        let mut reads = self.reads.borrow_mut();
        if self.fails_at == Some(reads.len()) {
            return None;
        }
        let change = self.changes.iter().find(|(changed, _)| *changed == fact);
        let value = change.map_or(value, |(_, other)| other.clone());
        reads.push((fact, value.clone()));
        Some(value)
    }
}

impl View {
    /// Makes a view of a position.
    #[must_use]
    pub const fn new(layout: Rc<Layout>, state: Rc<State>, eye: Eye) -> Self {
        Self {
            layout,
            state,
            eye,
            probe: None,
            record: None,
        }
    }

    /// Returns the same position with the eyes of a side.
    #[must_use]
    pub(super) const fn seen_by(mut self, side: Side) -> Self {
        self.eye = Eye::Of(side);
        self
    }

    /// Returns the same view with a probe in it.
    #[must_use]
    pub fn probed(mut self, probe: Rc<Probe>) -> Self {
        self.probe = Some(probe);
        self
    }

    /// Returns the same view with a record of what is read in it.
    #[must_use]
    pub(super) fn recorded(mut self, record: Rc<Record>) -> Self {
        self.record = Some(record);
        self
    }

    /// Returns the same view without a record.
    #[must_use]
    pub fn unrecorded(mut self) -> Self {
        self.record = None;
        self
    }

    /// Returns the record of what is read, if there is one: then questions that rules ask
    /// themselves may be answered from it.
    #[must_use]
    pub const fn record(&self) -> Option<&Rc<Record>> {
        self.record.as_ref()
    }

    /// Returns what the ruleset declared.
    #[must_use]
    pub const fn layout(&self) -> &Rc<Layout> {
        &self.layout
    }

    /// Returns whose eyes the view has.
    #[must_use]
    pub const fn eye(&self) -> Eye {
        self.eye
    }

    /// Tells whether there is a probe in it.
    #[must_use]
    pub const fn is_probed(&self) -> bool {
        self.probe.is_some()
    }

    /// Returns the whole position, for what reads facts in the place of a view.
    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// Returns the position to be changed, and the layout. Other views of it see it as it was.
    pub(super) fn state_mut(&mut self) -> (&mut State, &Layout) {
        (Rc::make_mut(&mut self.state), &self.layout)
    }

    /// Returns whose decision is next. It never changes while one view is read.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.state.turn
    }

    /// Reads a fact.
    ///
    /// # Errors
    /// [`Hidden`] if the view is a side's and that side may not see it.
    pub fn read(&self, fact: Fact) -> Result<Value, Hidden> {
        self.allowed(fact)?;
        let value = self.value(fact);
        if let Some(record) = &self.record {
            record.read(fact);
        }
        let Some(probe) = &self.probe else {
            return Ok(value);
        };
        // A side that may not see a thing fails in the same way.
        probe.told(fact, value).ok_or_else(|| Hidden {
            side: self.state.turn,
            what: "what the probe stops at".to_owned(),
        })
    }

    /// Returns the number that a fact is; 0 if it is none.
    pub(super) fn number(&self, fact: Fact) -> i64 {
        self.value(fact).as_int().unwrap_or_default()
    }

    fn value(&self, fact: Fact) -> Value {
        let state = &*self.state;
        let number = |count: usize| Value::Int(i64::try_from(count).unwrap_or(i64::MAX));
        match fact {
            Fact::Turn => Value::text(state.turn.word()),
            Fact::First => Value::text(state.first.word()),
            Fact::Round => Value::Int(i64::from(state.round)),
            Fact::Score(side) => Value::Int(i64::from(state.score[side])),
            Fact::Distance => Value::Int(state.distance()),
            Fact::Space(side) => Value::Int(state.spaces[side]),
            Fact::Behind(side) => Value::Int(state.behind(&self.layout, side)),
            Fact::Size(pile) => number(state.pile(pile).len()),
            Fact::Count(pile, kind) => number(state.count(&self.layout, pile, kind)),
            Fact::Card(pile, place) => {
                let card = state.pile(pile).iter().rev().nth(usize::from(place));
                card.map_or(Value::Null, |card| {
                    self.layout.kinds[self.layout.kind_of(*card).index()].clone()
                })
            }
            Fact::Var(var) => state.variable(var).clone(),
        }
    }

    /// Reads how many cards of each kind a pile holds, in the order of kinds.
    ///
    /// # Errors
    /// [`Hidden`] as [`View::read`].
    pub fn counts(&self, pile: PileId) -> Result<Vec<usize>, Hidden> {
        let kinds = self.layout.kinds.len();
        if self.is_probed() {
            let facts = (0..=u8::MAX).map(|kind| Fact::Count(pile, Kind(kind)));
            let count = |fact| {
                let count = self.read(fact)?.as_int().unwrap_or_default();
                Ok(usize::try_from(count).unwrap_or_default())
            };
            return facts.take(kinds).map(count).collect();
        }
        self.allowed(Fact::Count(pile, Kind(0)))?;
        let mut counts = vec![0; kinds];
        for card in self.state.pile(pile) {
            counts[self.layout.kind_of(*card).index()] += 1;
        }
        if let Some(record) = &self.record {
            record.counted(pile, self.layout.census().numbers());
        }
        Ok(counts)
    }

    fn allowed(&self, fact: Fact) -> Result<(), Hidden> {
        let Eye::Of(side) = self.eye else {
            return Ok(());
        };
        let layout = &self.layout;
        let (open, what): (bool, &dyn Fn() -> String) = match &fact {
            Fact::Count(pile, _) => (layout.pile(*pile).open_to(side), &|| {
                format!("which cards the {} holds", layout.pile_name(*pile))
            }),
            Fact::Card(pile, place) => {
                let spec = layout.pile(*pile);
                let top = spec.seen == Seen::Top && *place == 0;
                (top || spec.open_to(side), &|| {
                    format!("the order of the {}", layout.pile_name(*pile))
                })
            }
            Fact::Var(var) => (layout.variable(*var).open_to(side), &|| {
                format!("the secret `{}`", layout.variable(*var).name)
            }),
            _ => (true, &String::new),
        };
        if open {
            Ok(())
        } else {
            Err(Hidden { side, what: what() })
        }
    }
}
