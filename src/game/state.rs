//! A position: everything that changes during a match.

use super::event::Event;
use super::layout::{Card, Kind, Layout, Named, PileId, PileSpec, VarId};
use super::side::{BySide, Side};
use super::value::Value;

/// A position, seen by nobody in particular: everything in it is known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    /// The number of the round, from 1; 0 before the first.
    pub round: u32,
    /// Who began the round.
    pub first: Side,
    /// Whose decision is next.
    pub turn: Side,
    /// Rounds won.
    pub score: BySide<u32>,
    /// Decisions made in the match.
    pub decisions: u64,
    /// The spaces of the figures, 1-based from the left end; 0 without a track.
    pub spaces: BySide<i64>,
    /// The piles in the layout's order. An ordered pile has its top card last, another is sorted
    /// by deck order.
    pub piles: Vec<Vec<Card>>,
    /// The variables in the layout's order.
    pub variables: Vec<Value>,
}

impl State {
    /// Makes the position before the first round.
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        let laid_out = |spec| {
            let mut cards = Vec::new();
            lay_out(&mut cards, spec);
            cards
        };
        Self {
            round: 0,
            first: Side::Left,
            turn: Side::Left,
            score: BySide::default(),
            decisions: 0,
            spaces: spaces_at_start(layout),
            piles: layout.piles.iter().map(laid_out).collect(),
            variables: layout
                .variables
                .iter()
                .map(|spec| spec.start.clone())
                .collect(),
        }
    }

    /// Returns the cards of a pile: top last if ordered, else in deck order.
    #[must_use]
    pub fn pile(&self, id: PileId) -> &[Card] {
        &self.piles[id.index()]
    }

    /// Returns how many cards of a kind a pile holds.
    #[must_use]
    pub fn count(&self, layout: &Layout, id: PileId, kind: Kind) -> usize {
        let of_kind = |card: &&Card| layout.kind_of(**card) == kind;
        self.pile(id).iter().filter(of_kind).count()
    }

    /// Returns the value of a variable.
    #[must_use]
    pub fn variable(&self, id: VarId) -> &Value {
        &self.variables[id.index()]
    }

    /// Returns the spaces between a figure and its own end of the track.
    #[must_use]
    pub fn behind(&self, layout: &Layout, side: Side) -> i64 {
        match side {
            Side::Left => self.spaces.left - 1,
            Side::Right => {
                layout.track.as_ref().map_or(0, |track| track.length) - self.spaces.right
            }
        }
    }

    /// Returns the difference of the two spaces.
    #[must_use]
    pub fn distance(&self) -> i64 {
        self.spaces.right - self.spaces.left
    }

    /// Carries an event out. Events that hide something from an observer change nothing there.
    #[allow(
        clippy::inline_always,
        reason = "measured: where an event is made it is known which one it is"
    )]
    #[inline(always)]
    pub fn apply(&mut self, event: &Event, layout: &Layout) {
        match event {
            Event::RoundBegan { number, first } => {
                self.round = *number;
                self.first = *first;
                self.turn = *first;
                self.spaces = spaces_at_start(layout);
                if !layout.keeps_cards {
                    for (cards, spec) in self.piles.iter_mut().zip(&layout.piles) {
                        cards.clear();
                        lay_out(cards, spec);
                    }
                }
                for (value, spec) in self.variables.iter_mut().zip(&layout.variables) {
                    if !spec.keep {
                        *value = spec.start.clone();
                    }
                }
            }
            Event::Shuffled { pile, order } => {
                self.piles[pile.index()] = order.known().iter().rev().copied().collect();
            }
            Event::Renewed { pile, from, order } => {
                self.piles[from.index()].clear();
                let added: Vec<Card> = order.known().iter().rev().copied().collect();
                self.piles[pile.index()].splice(0..0, added);
            }
            Event::Drew {
                from, to, cards, ..
            } => {
                for card in cards.known() {
                    // From the top: the recorded card may lie deeper where no order was recorded.
                    self.take(*from, *card, true);
                    self.lay(layout, *to, *card);
                }
            }
            Event::Revealed { from, to, card, .. } => {
                self.take(*from, *card, true);
                self.lay(layout, *to, *card);
            }
            Event::Picked {
                from, to, cards, ..
            }
            | Event::Put {
                from,
                to,
                cards,
                place: None,
            } => {
                let top_first = layout.pile(*from).ordered;
                for card in cards.known() {
                    self.take(*from, *card, top_first);
                    self.lay(layout, *to, *card);
                }
            }
            Event::Put {
                from,
                to,
                place: Some(place),
                ..
            } => {
                let cards = &mut self.piles[from.index()];
                if let Some(index) = cards.len().checked_sub(place + 1) {
                    let card = cards.remove(index);
                    self.lay(layout, *to, card);
                }
            }
            Event::Tossed { var, heads } => {
                if let Some(heads) = heads {
                    self.variables[var.index()] = Value::Bool(*heads);
                }
            }
            Event::Thrown { var, number } => {
                if let Some(number) = number {
                    self.variables[var.index()] = Value::Int(*number);
                }
            }
            Event::Decided { number, .. } => self.decisions = *number,
            Event::Stood { side, space } => self.spaces[*side] = *space,
            Event::Set { var, value } => {
                // Often it is that already, and who holds it is counted for all threads.
                if let Some(value) = value
                    && !self.variable(*var).is_same(value)
                {
                    self.variables[var.index()] = value.clone();
                }
            }
            Event::Turned(side) => self.turn = *side,
            Event::RoundEnded {
                score, next_first, ..
            } => {
                self.score = *score;
                self.first = *next_first;
            }
            Event::Named { .. } | Event::MatchEnded { .. } => {}
        }
    }

    fn take(&mut self, pile: PileId, card: Card, top_first: bool) {
        let cards = &mut self.piles[pile.index()];
        let place = if top_first {
            cards.iter().rposition(|held| *held == card)
        } else {
            cards.iter().position(|held| *held == card)
        };
        debug_assert!(place.is_some(), "a card left a pile that does not hold it");
        match place {
            Some(place) if place + 1 == cards.len() => {
                cards.pop();
            }
            Some(place) => {
                cards.remove(place);
            }
            None => {}
        }
    }

    #[inline]
    fn lay(&mut self, layout: &Layout, pile: PileId, card: Card) {
        let cards = &mut self.piles[pile.index()];
        cards.push(card);
        if !layout.pile(pile).ordered {
            // Few cards lie above it, as most such piles are hands.
            for place in (1..cards.len()).rev() {
                if cards[place - 1] <= card {
                    break;
                }
                cards.swap(place - 1, place);
            }
        }
    }

    /// Describes the position in the words of the ruleset, the top card of a pile first.
    #[must_use]
    pub fn describe(&self, layout: &Layout) -> Value {
        describe(
            layout,
            self.head(layout),
            |pile| {
                let faces = faces_from_top(layout, pile, self.pile(pile));
                Value::list(faces)
            },
            |var| Some(self.variable(var).clone()),
        )
    }

    /// Returns the part of the description that every game has.
    pub(super) fn head(&self, layout: &Layout) -> Vec<(&'static str, Value)> {
        let pair = |left: i64, right: i64| {
            Value::map([("left", Value::Int(left)), ("right", Value::Int(right))])
        };
        let mut head = vec![
            ("round", Value::Int(i64::from(self.round))),
            ("first", Value::text(self.first.word())),
            ("turn", Value::text(self.turn.word())),
            (
                "score",
                pair(i64::from(self.score.left), i64::from(self.score.right)),
            ),
        ];
        if layout.track.is_some() {
            head.push(("space", pair(self.spaces.left, self.spaces.right)));
        }
        head
    }
}

/// Returns the faces of cards that are stored with the top last, the top first.
pub(super) fn faces_from_top(
    layout: &Layout,
    pile: PileId,
    cards: &[Card],
) -> Box<dyn Iterator<Item = Value>> {
    let mut faces: Vec<Value> = cards
        .iter()
        .map(|card| Value::Text(layout.card_name(*card, pile)))
        .collect();
    if layout.pile(pile).ordered {
        faces.reverse();
    }
    Box::new(faces.into_iter())
}

/// Lays a description out: the head, the piles, the variables; pairs as `{left, right}`.
pub(super) fn describe(
    layout: &Layout,
    head: Vec<(&'static str, Value)>,
    pile: impl Fn(PileId) -> Value,
    variable: impl Fn(VarId) -> Option<Value>,
) -> Value {
    let mut entries: Vec<(String, Value)> = head
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    let mut seen: Vec<&str> = Vec::new();
    let sides = |make: &dyn Fn(u8) -> Option<Value>| {
        let both = [("left", make(0)), ("right", make(1))];
        Value::map(
            both.into_iter()
                .filter_map(|(side, value)| Some((side, value?))),
        )
    };
    for name in layout.names() {
        if seen.contains(&name) {
            continue;
        }
        seen.push(name);
        let value = match layout.named(name) {
            Some(Named::Pile(id)) => Some(pile(id)),
            Some(Named::Piles(id)) => Some(sides(&|offset| Some(pile(PileId(id.0 + offset))))),
            Some(Named::Var(id)) => variable(id),
            Some(Named::Vars(id)) => Some(sides(&|offset| variable(VarId(id.0 + offset)))),
            None => None,
        };
        if let Some(value) = value {
            entries.push((name.to_owned(), value));
        }
    }
    Value::map(entries)
}

fn spaces_at_start(layout: &Layout) -> BySide<i64> {
    let track = layout.track.as_ref();
    BySide {
        left: track.map_or(0, |track| track.left),
        right: track.map_or(0, |track| track.right),
    }
}

/// Lays a pile out as a round starts: the first card of the deck on top.
fn lay_out(cards: &mut Vec<Card>, spec: &PileSpec) {
    let deck = spec.holds.iter().copied();
    if spec.ordered {
        cards.extend(deck.rev());
    } else {
        cards.extend(deck);
    }
}
