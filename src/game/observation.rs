//! What one side knows of a position: a value with nothing hidden in it.

use super::declaration::Seen;
use super::layout::{Card, Layout, PileId};
use super::side::{BySide, Side};
use super::state::{State, describe, faces_from_top};
use super::value::Value;

/// A pile as one side sees it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SeenPile {
    /// The cards that are seen: all of them, or the top one. The top stands last.
    pub known: Vec<Card>,
    /// How many unseen cards of which deck lie under them: the backs are public.
    pub hidden: Vec<(PileId, usize)>,
}

impl SeenPile {
    /// Returns how many cards the pile holds.
    #[must_use]
    pub fn size(&self) -> usize {
        let hidden: usize = self.hidden.iter().map(|(_, count)| count).sum();
        self.known.len() + hidden
    }
}

/// A position as one side knows it. Equal observations cannot be told apart by that side.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Observation {
    /// Whose knowledge it is.
    pub side: Side,
    /// Whose decision is next.
    pub turn: Side,
    /// Who began the round.
    pub first: Side,
    /// The number of the round.
    pub round: u32,
    /// Rounds won.
    pub score: BySide<u32>,
    /// Decisions made in the match.
    pub decisions: u64,
    /// The spaces of the figures; 0 without a track.
    pub spaces: BySide<i64>,
    /// The piles in the layout's order.
    pub piles: Vec<SeenPile>,
    /// The variables in the layout's order; `None` where they are another side's secret.
    pub variables: Vec<Option<Value>>,
}

impl Observation {
    /// Takes from a position what `side` knows of it.
    #[must_use]
    pub fn new(state: &State, layout: &Layout, side: Side) -> Self {
        let piles = layout.piles.iter().zip(&state.piles);
        Self {
            side,
            turn: state.turn,
            first: state.first,
            round: state.round,
            score: state.score,
            decisions: state.decisions,
            spaces: state.spaces,
            piles: piles
                .map(|(spec, cards)| {
                    let seen = match spec.seen {
                        _ if spec.open_to(side) => cards.len(),
                        Seen::Top => cards.len().min(1),
                        _ => 0,
                    };
                    let (under, known) = cards.split_at(cards.len() - seen);
                    SeenPile {
                        known: known.to_vec(),
                        hidden: backs(layout, under),
                    }
                })
                .collect(),
            variables: layout
                .variables
                .iter()
                .zip(&state.variables)
                .map(|(spec, value)| spec.open_to(side).then(|| value.clone()))
                .collect(),
        }
    }

    /// Describes the observation in the words of the ruleset: as [`State::describe`], but a
    /// closed pile is its size, and a pile with an open top is `{top, size}`.
    #[must_use]
    pub fn describe(&self, layout: &Layout) -> Value {
        let head = self.blank(layout).head(layout);
        describe(
            layout,
            head,
            |pile| {
                let seen = &self.piles[pile.index()];
                let size = Value::Int(i64::try_from(seen.size()).unwrap_or(i64::MAX));
                let mut faces = faces_from_top(layout, pile, &seen.known);
                if layout.pile(pile).open_to(self.side) {
                    Value::list(faces)
                } else if layout.pile(pile).seen == Seen::Top {
                    let top = faces.next().unwrap_or(Value::Null);
                    Value::map([("top", top), ("size", size)])
                } else {
                    size
                }
            },
            |var| self.variables[var.index()].clone(),
        )
    }

    /// Makes a state with everything public in it, closed piles empty and unknown variables at
    /// their start: what a determinization fills up.
    #[must_use]
    pub fn blank(&self, layout: &Layout) -> State {
        let mut state = State::new(layout);
        state.round = self.round;
        state.first = self.first;
        state.turn = self.turn;
        state.score = self.score;
        state.decisions = self.decisions;
        state.spaces = self.spaces;
        for (cards, seen) in state.piles.iter_mut().zip(&self.piles) {
            cards.clone_from(&seen.known);
        }
        for (value, known) in state.variables.iter_mut().zip(&self.variables) {
            if let Some(known) = known {
                *value = known.clone();
            }
        }
        state
    }
}

fn backs(layout: &Layout, cards: &[Card]) -> Vec<(PileId, usize)> {
    let mut backs: Vec<(PileId, usize)> = Vec::new();
    for card in cards {
        let deck = layout.card(*card).deck;
        match backs.iter_mut().find(|(back, _)| *back == deck) {
            Some((_, count)) => *count += 1,
            None => backs.push((deck, 1)),
        }
    }
    backs.sort_unstable();
    backs
}
