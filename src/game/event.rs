//! What happened. A state is its start and the events since: nothing else changes a state.

use std::sync::Arc;

use super::card_list::CardList;
use super::layout::{Card, Layout, PileId, VarId};
use super::moves::Move;
use super::side::{BySide, Side};
use super::value::Value;

/// The cards of an event, as somebody saw them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Cards {
    /// The cards, in the order in which they moved.
    Known(CardList),
    /// Only how many there were.
    Hidden(usize),
}

impl Cards {
    /// Returns the cards that are known; none if they are hidden.
    #[must_use]
    pub fn known(&self) -> &[Card] {
        match self {
            Self::Known(cards) => cards,
            Self::Hidden(_) => &[],
        }
    }

    /// Returns how many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Known(cards) => cards.len(),
            Self::Hidden(count) => *count,
        }
    }

    /// Tells whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn hide(&mut self) {
        *self = Self::Hidden(self.len());
    }
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Event {
    /// A round began, with piles, variables and figures at their start.
    RoundBegan {
        /// Its number, from 1.
        number: u32,
        /// Who begins.
        first: Side,
    },
    /// A pile was shuffled.
    Shuffled {
        /// The pile.
        pile: PileId,
        /// Its cards, the top one first.
        order: Cards,
    },
    /// The cards of one pile were shuffled and laid under another.
    Renewed {
        /// The pile that a card had to be drawn from.
        pile: PileId,
        /// The pile that was emptied.
        from: PileId,
        /// The cards added, the top one first.
        order: Cards,
    },
    /// Cards were drawn from the top of a pile.
    Drew {
        /// The pile drawn from.
        from: PileId,
        /// The pile that they went to.
        to: PileId,
        /// Who drew.
        side: Side,
        /// The cards, in the order drawn.
        cards: Cards,
    },
    /// A card was turned up.
    Revealed {
        /// The pile that it came from.
        from: PileId,
        /// The pile that it was laid on.
        to: PileId,
        /// Whose decision is pending.
        side: Side,
        /// The card.
        card: Card,
    },
    /// A card was picked at random.
    Picked {
        /// The pile that lost it.
        from: PileId,
        /// The pile that it was laid on.
        to: PileId,
        /// Who lost it, or whose decision is pending.
        side: Side,
        /// The one card.
        cards: Cards,
    },
    /// A coin was tossed.
    Tossed {
        /// The variable that took the outcome.
        var: VarId,
        /// The outcome; `None` where the variable is a secret kept from the observer.
        heads: Option<bool>,
    },
    /// A die was thrown.
    Thrown {
        /// The variable that took the outcome.
        var: VarId,
        /// The outcome, from 1; `None` where the variable is a secret kept from the observer.
        number: Option<i64>,
    },
    /// A side decided.
    Decided {
        /// Its number in the match, from 1.
        number: u64,
        /// Who.
        side: Side,
        /// The move; `None` where it is kept secret from the observer.
        chosen: Option<Move>,
    },
    /// Cards were laid from one pile on another.
    Put {
        /// The pile that lost them.
        from: PileId,
        /// The pile that they were laid on.
        to: PileId,
        /// The cards.
        cards: Cards,
        /// Where the one card lay, counted from the top, from 0; `None` if it, or each of them,
        /// was the topmost of its sort.
        place: Option<usize>,
    },
    /// A figure went to a space.
    Stood {
        /// Whose.
        side: Side,
        /// The space, 1-based from the left end.
        space: i64,
    },
    /// A variable changed.
    Set {
        /// The variable.
        var: VarId,
        /// Its new value; `None` where it is kept secret from the observer.
        value: Option<Value>,
    },
    /// The next decision went to a side.
    Turned(Side),
    /// An event with a name of the ruleset.
    Named {
        /// The name.
        name: Arc<str>,
        /// What else there is to say.
        data: Value,
    },
    /// A round ended.
    RoundEnded {
        /// Who won it.
        winner: Option<Side>,
        /// Why.
        reason: Arc<str>,
        /// The score of the match after it.
        score: BySide<u32>,
        /// Who begins the next one.
        next_first: Side,
    },
    /// The match ended.
    MatchEnded {
        /// Who won it; nobody if it ran into its limit.
        winner: Option<Side>,
    },
}

impl Event {
    /// Returns the event as `side` saw it: cards that go from and to piles closed to it, and
    /// what is secret, are left out.
    #[must_use]
    pub fn seen_by(&self, side: Side, layout: &Layout) -> Self {
        let open = |pile: PileId| layout.pile(pile).open_to(side);
        // A card laid on a pile whose top is open is seen by everybody as it is laid.
        let shown = |from, to| {
            open(from) || open(to) || layout.pile(to).seen == super::declaration::Seen::Top
        };
        let mut seen = self.clone();
        match &mut seen {
            Self::Shuffled { order, .. } | Self::Renewed { order, .. } => order.hide(),
            Self::Drew {
                from, to, cards, ..
            }
            | Self::Picked {
                from, to, cards, ..
            } => {
                if !shown(*from, *to) {
                    cards.hide();
                }
            }
            Self::Put {
                from,
                to,
                cards,
                place,
            } => {
                if !shown(*from, *to) {
                    cards.hide();
                    *place = None;
                }
            }
            Self::Decided {
                side: who, chosen, ..
            } => {
                if *who != side && chosen.as_ref().is_some_and(|chosen| chosen.secret) {
                    *chosen = None;
                }
            }
            Self::Set { var, value } => {
                if !layout.variable(*var).open_to(side) {
                    *value = None;
                }
            }
            Self::Tossed { var, heads } => {
                if !layout.variable(*var).open_to(side) {
                    *heads = None;
                }
            }
            Self::Thrown { var, number } => {
                if !layout.variable(*var).open_to(side) {
                    *number = None;
                }
            }
            Self::RoundBegan { .. }
            | Self::Revealed { .. }
            | Self::Stood { .. }
            | Self::Turned(_)
            | Self::Named { .. }
            | Self::RoundEnded { .. }
            | Self::MatchEnded { .. } => {}
        }
        seen
    }
}

#[cfg(test)]
mod tests;
