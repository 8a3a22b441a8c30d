//! Carrying effects out: each becomes an event, or is refused.

use super::Observer;
use crate::game::card_list::CardList;
use crate::game::chance::{Chance, ChanceError, Outcome, Question};
use crate::game::effect::Effect;
use crate::game::event::{Cards, Event};
use crate::game::layout::{Card, Kind, Layout, PileId, VarId};
use crate::game::side::Side;
use crate::game::state::State;

/// Why an effect was not carried out.
pub(super) enum Refused {
    /// It asks for what cannot be: why.
    Effect(String),
    /// Chance gave no usable answer.
    Chance(ChanceError),
}

impl From<ChanceError> for Refused {
    fn from(error: ChanceError) -> Self {
        Self::Chance(error)
    }
}

/// A position on which effects are carried out, whoever answers chance, and whoever is told.
pub(super) struct Carrier<'a> {
    pub(super) state: &'a mut State,
    pub(super) layout: &'a Layout,
    pub(super) chance: &'a mut dyn Chance,
    pub(super) observer: &'a mut dyn Observer,
}

impl Carrier<'_> {
    pub(super) fn carry_out(&mut self, effect: &Effect) -> Result<(), Refused> {
        match *effect {
            Effect::Put {
                from,
                to,
                kind,
                count,
            } => {
                // Measured: nearly every card moves alone, and a list that is filled card by card and
                // then handed on is waited for.
                if count == 1
                    && let Some(card) = self.topmost(from, kind)
                {
                    self.happen(&put(from, to, CardList::one(card)));
                } else {
                    let cards = self.first_of_kind(from, kind, count)?;
                    self.put(from, to, cards);
                }
            }
            Effect::PutAt { from, to, place } => self.put_at(from, to, place)?,
            Effect::PutAll { from, to } => {
                let cards = self.state.pile(from).into();
                self.put(from, to, cards);
            }
            Effect::Draw { from, to, count } => self.draw(from, to, count)?,
            Effect::Fill { from, to, size } => {
                let count = size.saturating_sub(self.state.pile(to).len());
                self.draw(from, to, count)?;
            }
            Effect::Shuffle(pile) => self.shuffle(pile)?,
            Effect::Reveal { from, to } => self.reveal(from, to)?,
            Effect::Pick { from, to } => self.pick(from, to)?,
            Effect::Step { side, by } => {
                let forward = match side {
                    Side::Left => by,
                    Side::Right => by.saturating_neg(),
                };
                self.stand(side, self.state.spaces[side].saturating_add(forward))?;
            }
            Effect::Place { side, space } => self.stand(side, space)?,
            Effect::Plain(ref plain) => self.happen(plain.event()),
            Effect::Coin(var) => self.toss(var)?,
            Effect::Die { var, faces } => self.throw(var, faces)?,
        }
        Ok(())
    }

    #[allow(
        clippy::inline_always,
        reason = "measured: where an event is made it is known which one it is"
    )]
    #[inline(always)]
    fn happen(&mut self, event: &Event) {
        self.state.apply(event, self.layout);
        self.observer.event(event, self.state, self.layout);
    }

    /// Returns the topmost card of a kind; of a pile without order, the first in deck order.
    fn topmost(&self, from: PileId, kind: Kind) -> Option<Card> {
        let mut held = self.state.pile(from).iter().copied();
        let is_of_kind = |card: &Card| self.layout.kind_of(*card) == kind;
        if self.layout.pile(from).ordered {
            held.rev().find(is_of_kind)
        } else {
            held.find(is_of_kind)
        }
    }

    fn first_of_kind(&self, from: PileId, kind: Kind, count: usize) -> Result<CardList, Refused> {
        let layout = self.layout;
        let held = self.state.pile(from);
        let of_kind = |card: &Card| layout.kind_of(*card) == kind;
        let cards: CardList = if layout.pile(from).ordered {
            held.iter()
                .rev()
                .copied()
                .filter(of_kind)
                .take(count)
                .collect()
        } else {
            held.iter().copied().filter(of_kind).take(count).collect()
        };
        if cards.len() == count {
            return Ok(cards);
        }
        Err(Refused::Effect(format!(
            "cannot take {count} of {} from the {}: it holds {}",
            layout.kinds[kind.index()],
            layout.pile_name(from),
            cards.len()
        )))
    }

    fn put(&mut self, from: PileId, to: PileId, cards: CardList) {
        if !cards.is_empty() {
            self.happen(&put(from, to, cards));
        }
    }

    fn put_at(&mut self, from: PileId, to: PileId, place: usize) -> Result<(), Refused> {
        let held = self.state.pile(from);
        let Some(card) = held.iter().rev().nth(place) else {
            return Err(Refused::Effect(format!(
                "cannot take the card at place {place} of the {}: it holds {}, the top one at place 0",
                self.layout.pile_name(from),
                held.len()
            )));
        };
        let put = Event::Put {
            from,
            to,
            cards: Cards::Known(CardList::one(*card)),
            place: Some(place),
        };
        self.happen(&put);
        Ok(())
    }

    /// Draws up to `count` cards; the pile is renewed if it would run short.
    fn draw(&mut self, from: PileId, to: PileId, count: usize) -> Result<(), Refused> {
        self.renew(from, count)?;
        let held = self.state.pile(from);
        let count = count.min(held.len());
        if count == 0 {
            return Ok(());
        }
        let side = self.layout.pile(to).owner.unwrap_or(self.state.turn);
        let question = Question::Draw {
            from,
            side,
            cards: held,
            count,
        };
        let outcome = (self.chance).answer(self.state.round, &question, self.layout)?;
        // One card alone, as in `carry_out`.
        if let (Outcome::Top, 1, Some(card)) = (&outcome, count, held.last()) {
            self.happen(&drew(from, to, side, CardList::one(*card)));
        } else {
            let cards = question.cards(outcome)?;
            self.happen(&drew(from, to, side, cards));
        }
        Ok(())
    }

    /// Shuffles the pile that renews `pile` and lays it under `pile`, if `count` cards are more
    /// than it has. Done before the draw, this equals renewing it in the midst of the draw.
    fn renew(&mut self, pile: PileId, count: usize) -> Result<(), Refused> {
        let Some(from) = self.layout.pile(pile).renewed_from else {
            return Ok(());
        };
        if count <= self.state.pile(pile).len() || self.state.pile(from).is_empty() {
            return Ok(());
        }
        let order = self.shuffled(pile, from)?;
        self.happen(&Event::Renewed { pile, from, order });
        Ok(())
    }

    fn shuffled(&mut self, pile: PileId, from: PileId) -> Result<Cards, Refused> {
        // Asked in deck order: what lay where before must not change what a seed gives. From the top, as
        // a pile that was not shuffled yet is in that order.
        let mut cards: Vec<Card> = self.state.pile(from).iter().rev().copied().collect();
        cards.sort_unstable();
        let question = Question::Shuffle {
            pile,
            cards: &cards,
        };
        Ok(Cards::Known(cards_of(
            &question,
            self.state,
            self.layout,
            self.chance,
        )?))
    }

    fn shuffle(&mut self, pile: PileId) -> Result<(), Refused> {
        if self.state.pile(pile).is_empty() {
            return Ok(());
        }
        let order = self.shuffled(pile, pile)?;
        self.happen(&Event::Shuffled { pile, order });
        Ok(())
    }

    fn reveal(&mut self, from: PileId, to: PileId) -> Result<(), Refused> {
        self.renew(from, 1)?;
        if self.state.pile(from).is_empty() {
            return Ok(());
        }
        let side = self.state.turn;
        let question = Question::Reveal {
            from,
            side,
            cards: self.state.pile(from),
        };
        if let [card] = cards_of(&question, self.state, self.layout, self.chance)?[..] {
            let revealed = Event::Revealed {
                from,
                to,
                side,
                card,
            };
            self.happen(&revealed);
        }
        Ok(())
    }

    fn pick(&mut self, from: PileId, to: PileId) -> Result<(), Refused> {
        if self.state.pile(from).is_empty() {
            return Ok(());
        }
        let owner = self.layout.pile(from).owner;
        let side = owner.unwrap_or(self.state.turn);
        let question = Question::Pick {
            from,
            side,
            cards: self.state.pile(from),
        };
        let cards = Cards::Known(cards_of(&question, self.state, self.layout, self.chance)?);
        let picked = Event::Picked {
            from,
            to,
            side,
            cards,
        };
        self.happen(&picked);
        Ok(())
    }

    fn toss(&mut self, var: VarId) -> Result<(), Refused> {
        let question = Question::Coin;
        let outcome = (self.chance).answer(self.state.round, &question, self.layout)?;
        let heads = question.number(&outcome)? == 1;
        let tossed = Event::Tossed {
            var,
            heads: Some(heads),
        };
        self.happen(&tossed);
        Ok(())
    }

    fn throw(&mut self, var: VarId, faces: i64) -> Result<(), Refused> {
        let question = Question::Die { faces };
        let outcome = (self.chance).answer(self.state.round, &question, self.layout)?;
        let number = Some(question.number(&outcome)?);
        self.happen(&Event::Thrown { var, number });
        Ok(())
    }

    fn stand(&mut self, side: Side, space: i64) -> Result<(), Refused> {
        let Some(track) = &self.layout.track else {
            return Err(Refused::Effect(
                "cannot move a figure: this game has no track".to_owned(),
            ));
        };
        let opponent = self.state.spaces[side.other()];
        let passes = match side {
            Side::Left => space >= opponent,
            Side::Right => space <= opponent,
        };
        if !(1..=track.length).contains(&space) || passes {
            return Err(Refused::Effect(format!(
                "cannot move the figure of {side} from space {} to {space}: the track has {} spaces and the opponent stands on {opponent}",
                self.state.spaces[side], track.length
            )));
        }
        self.happen(&Event::Stood { side, space });
        Ok(())
    }
}

const fn put(from: PileId, to: PileId, cards: CardList) -> Event {
    Event::Put {
        from,
        to,
        cards: Cards::Known(cards),
        place: None,
    }
}

const fn drew(from: PileId, to: PileId, side: Side, cards: CardList) -> Event {
    Event::Drew {
        from,
        to,
        side,
        cards: Cards::Known(cards),
    }
}

/// Asks chance for cards, and takes them if they fit.
fn cards_of(
    question: &Question<'_>,
    state: &State,
    layout: &Layout,
    chance: &mut dyn Chance,
) -> Result<CardList, Refused> {
    let outcome = chance.answer(state.round, question, layout)?;
    Ok(question.cards(outcome)?)
}
