//! What rules may ask the host to do. Effects are carried out in order, each on the state that
//! the ones before it left.

use std::sync::Arc;

use super::event::Event;
use super::layout::{Kind, PileId, VarId};
use super::side::Side;
use super::value::Value;

/// A change that rules ask for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Moves `count` cards of one kind; all of them must be there. From an ordered pile the topmost
    /// go, from another the first in deck order.
    Put {
        /// The pile that holds them.
        from: PileId,
        /// The pile that they are laid on.
        to: PileId,
        /// Which cards.
        kind: Kind,
        /// How many.
        count: usize,
    },
    /// Moves the card at a place of an ordered pile; it must be there.
    PutAt {
        /// An ordered pile.
        from: PileId,
        /// The pile that it is laid on.
        to: PileId,
        /// The place, counted from the top, from 0.
        place: usize,
    },
    /// Moves every card of a pile.
    PutAll {
        /// The pile that is emptied.
        from: PileId,
        /// The pile that they are laid on.
        to: PileId,
    },
    /// Draws `count` cards from the top, or as many as there are.
    Draw {
        /// An ordered pile.
        from: PileId,
        /// The pile that they go to.
        to: PileId,
        /// How many.
        count: usize,
    },
    /// Draws until `to` holds `size` cards, or as many as there are.
    Fill {
        /// An ordered pile.
        from: PileId,
        /// The pile that they go to.
        to: PileId,
        /// How many cards it holds afterwards.
        size: usize,
    },
    /// Turns the top card of a pile up, for everybody to see, and lays it on another.
    Reveal {
        /// An ordered pile.
        from: PileId,
        /// The pile that it is laid on.
        to: PileId,
    },
    /// Moves one card, each equally likely.
    Pick {
        /// The pile that loses it.
        from: PileId,
        /// The pile that it is laid on.
        to: PileId,
    },
    /// Shuffles an ordered pile.
    Shuffle(PileId),
    /// Moves a figure towards the opponent (positive) or away (negative).
    Step {
        /// Whose figure.
        side: Side,
        /// Spaces.
        by: i64,
    },
    /// Puts a figure on a space.
    Place {
        /// Whose figure.
        side: Side,
        /// The space, 1-based from the left end.
        space: i64,
    },
    /// Lets something happen as it stands, whatever the position: see [`Effect::set`],
    /// [`Effect::turn`] and [`Effect::event`].
    Plain(Plain),
    /// Tosses a coin into a variable: true or false.
    Coin(VarId),
    /// Throws a die into a variable: 1 to `faces`.
    Die {
        /// The variable.
        var: VarId,
        /// Number of faces.
        faces: i64,
    },
}

/// What happens as it stands: made once, and told as often as it happens.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Plain(Event);

impl Plain {
    /// Returns what happens.
    #[must_use]
    pub const fn event(&self) -> &Event {
        &self.0
    }
}

impl Effect {
    /// Gives a variable a value.
    #[must_use]
    pub const fn set(var: VarId, value: Value) -> Self {
        let value = Some(value);
        Self::Plain(Plain(Event::Set { var, value }))
    }

    /// Hands the next decision to a side.
    #[must_use]
    pub const fn turn(side: Side) -> Self {
        Self::Plain(Plain(Event::Turned(side)))
    }

    /// Says that something happened, by a word of the ruleset, and whatever else there is to say of it.
    #[must_use]
    pub const fn event(name: Arc<str>, data: Value) -> Self {
        Self::Plain(Plain(Event::Named { name, data }))
    }
}
