//! What a side has seen of the cards, and the worlds that fit it.
//!
//! A view shows a side the present; what it saw before is more: the cards that went under a pile
//! one by one, those that the other side took from where everybody saw them, the order in which
//! cards were put back. [`Knowledge`] follows the events as the side saw them and draws worlds in
//! which every card lies where it can lie.
//!
//! Drawn are deals of each lot of cards to its places, all equally likely. Two things are left out,
//! both of them on purpose. Where a card leaves unseen, the cards that it may have been are mixed
//! with those it lay among, wherever they lie now: such worlds are a few too many, though none that
//! is possible is missing. And nothing is concluded from what the other side chose: a card that it
//! would hardly have kept is as likely as any other.

mod ledger;

use self::ledger::Ledger;
use super::determinize::determinize;
use crate::chance::Generator;
use crate::game::{Event, Layout, Observation, Side, State};

/// How often a deal is tried again in which the backs of cards are not those that the side sees.
const DEALS: usize = 16;

/// What a side has seen of the cards in a match.
#[derive(Debug, Clone)]
pub struct Knowledge {
    side: Side,
    /// None until a round lays the cards out, or if the side was not told of everything.
    ledger: Option<Ledger>,
}

impl Knowledge {
    /// Makes the knowledge of a side that has seen nothing.
    #[must_use]
    pub const fn new(side: Side) -> Self {
        Self { side, ledger: None }
    }

    /// Returns the side.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Takes an event into account. What the side does not see of it is passed over.
    pub fn told(&mut self, event: &Event, layout: &Layout) {
        if let Event::RoundBegan { number, .. } = event {
            if *number == 1 || !layout.keeps_cards {
                self.ledger = Some(Ledger::start(layout));
            }
            return;
        }
        if let Some(ledger) = &mut self.ledger
            && ledger.follow(&event.seen_by(self.side, layout)).is_none()
        {
            self.ledger = None;
        }
    }

    /// Prepares the worlds that fit all that the side has seen and what it sees now. If it was not
    /// told of everything, they fit what it sees now ([`determinize`]).
    #[must_use]
    pub fn worlds<'a>(&self, observation: &'a Observation, layout: &'a Layout) -> Worlds<'a> {
        Worlds {
            observation,
            layout,
            blank: observation.blank(layout),
            ledger: self.ledger.clone().and_then(|mut ledger| {
                for (pile, seen) in observation.piles.iter().enumerate() {
                    if ledger.size(pile) != seen.size() {
                        return None;
                    }
                    ledger.see(pile, &seen.known)?;
                }
                Some(ledger)
            }),
        }
    }

    /// Draws one world: [`Knowledge::worlds`], for a single use.
    #[must_use]
    pub fn world(
        &self,
        observation: &Observation,
        layout: &Layout,
        generator: &mut Generator,
    ) -> State {
        self.worlds(observation, layout).draw(generator)
    }
}

/// The worlds that fit what a side knows at one decision.
#[derive(Debug)]
pub struct Worlds<'a> {
    observation: &'a Observation,
    layout: &'a Layout,
    blank: State,
    ledger: Option<Ledger>,
}

impl Worlds<'_> {
    /// Returns the side whose knowledge it is.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.observation.side
    }

    /// Tells whether what the side saw earlier counts, and not only what it sees now.
    #[must_use]
    pub const fn remember(&self) -> bool {
        self.ledger.is_some()
    }

    /// Tells whether the cards of a position lie where they can lie.
    #[must_use]
    pub fn allow(&self, state: &State) -> bool {
        let seen = Observation::new(state, self.layout, self.observation.side);
        if seen.piles != self.observation.piles {
            return false;
        }
        let Some(mut ledger) = self.ledger.clone() else {
            return true;
        };
        let mut piles = state.piles.iter().enumerate();
        piles.all(|(pile, cards)| ledger.see(pile, cards).is_some())
    }

    /// Draws a world. Another side's secrets are taken as they start.
    #[must_use]
    pub fn draw(&self, generator: &mut Generator) -> State {
        let (observation, layout) = (self.observation, self.layout);
        let Some(ledger) = &self.ledger else {
            return determinize(observation, layout, generator);
        };
        let mut state = self.blank.clone();
        for _ in 0..DEALS {
            state.piles = ledger.deal(generator);
            let fits =
                || Observation::new(&state, layout, observation.side).piles == observation.piles;
            if !ledger.mixes_backs(layout) || fits() {
                return state;
            }
        }
        determinize(observation, layout, generator)
    }
}

#[cfg(test)]
mod tests;
