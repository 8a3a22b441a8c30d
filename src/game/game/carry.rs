//! Carrying effects out: each becomes an event, or is refused.

use std::rc::Rc;
use std::sync::Arc;

use super::{Game, Observer};
use crate::game::card_list::CardList;
use crate::game::chance::{Chance, Question};
use crate::game::effect::Effect;
use crate::game::error::{GameError, RuleFault};
use crate::game::event::{Cards, Event};
use crate::game::layout::{Card, Kind, PileId, VarId};
use crate::game::side::Side;

impl Game {
    pub(super) fn carry_out(
        &mut self,
        effect: &Effect,
        chance: &mut dyn Chance,
        observer: &mut dyn Observer,
    ) -> Result<(), GameError> {
        match *effect {
            Effect::Put {
                from,
                to,
                kind,
                count,
            } => {
                let cards = self.first_of_kind(from, kind, count)?;
                self.put(from, to, cards, observer);
            }
            Effect::PutAt { from, to, place } => self.put_at(from, to, place, observer)?,
            Effect::PutAll { from, to } => {
                let cards = self.state.pile(from).into();
                self.put(from, to, cards, observer);
            }
            Effect::Draw { from, to, count } => self.draw(from, to, count, chance, observer)?,
            Effect::Fill { from, to, size } => {
                let count = size.saturating_sub(self.state.pile(to).len());
                self.draw(from, to, count, chance, observer)?;
            }
            Effect::Shuffle(pile) => self.shuffle(pile, chance, observer)?,
            Effect::Reveal { from, to } => self.reveal(from, to, chance, observer)?,
            Effect::Pick { from, to } => self.pick(from, to, chance, observer)?,
            Effect::Step { side, by } => {
                let forward = match side {
                    Side::Left => by,
                    Side::Right => by.saturating_neg(),
                };
                self.stand(
                    side,
                    self.state.spaces[side].saturating_add(forward),
                    observer,
                )?;
            }
            Effect::Place { side, space } => self.stand(side, space, observer)?,
            Effect::Set { var, ref value } => {
                let set = Event::Set {
                    var,
                    value: Some(value.clone()),
                };
                self.happen(&set, observer);
            }
            Effect::Turn(side) => self.happen(&Event::Turned(side), observer),
            Effect::Coin(var) => self.toss(var, chance, observer)?,
            Effect::Die { var, faces } => self.throw(var, faces, chance, observer)?,
            Effect::Event { ref name, ref data } => {
                let (name, data) = (Arc::clone(name), data.clone());
                self.happen(&Event::Named { name, data }, observer);
            }
        }
        Ok(())
    }

    fn refuse(&self, message: String) -> GameError {
        self.fault(RuleFault::new(self.asked, message))
    }

    fn first_of_kind(&self, from: PileId, kind: Kind, count: usize) -> Result<CardList, GameError> {
        let layout = &self.layout;
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
        Err(self.refuse(format!(
            "cannot take {count} of {} from the {}: it holds {}",
            layout.kinds[kind.index()],
            layout.pile_name(from),
            cards.len()
        )))
    }

    fn put(&mut self, from: PileId, to: PileId, cards: CardList, observer: &mut dyn Observer) {
        if !cards.is_empty() {
            let cards = Cards::Known(cards);
            let put = Event::Put {
                from,
                to,
                cards,
                place: None,
            };
            self.happen(&put, observer);
        }
    }

    fn put_at(
        &mut self,
        from: PileId,
        to: PileId,
        place: usize,
        observer: &mut dyn Observer,
    ) -> Result<(), GameError> {
        let held = self.state.pile(from);
        let Some(card) = held.iter().rev().nth(place) else {
            return Err(self.refuse(format!(
                "cannot take the card at place {place} of the {}: it holds {}, the top one at place 0",
                self.layout.pile_name(from),
                held.len()
            )));
        };
        let put = Event::Put {
            from,
            to,
            cards: Cards::Known(vec![*card].into()),
            place: Some(place),
        };
        self.happen(&put, observer);
        Ok(())
    }

    /// Draws up to `count` cards; the pile is renewed if it would run short.
    fn draw(
        &mut self,
        from: PileId,
        to: PileId,
        count: usize,
        chance: &mut dyn Chance,
        observer: &mut dyn Observer,
    ) -> Result<(), GameError> {
        self.renew(from, count, chance, observer)?;
        let layout = Rc::clone(&self.layout);
        let state = Rc::clone(&self.state);
        let held = state.pile(from);
        let count = count.min(held.len());
        if count == 0 {
            return Ok(());
        }
        let side = layout.pile(to).owner.unwrap_or(state.turn);
        let question = Question::Draw {
            from,
            side,
            cards: held,
            count,
        };
        let cards = self.asked(&question, chance)?;
        drop(state);
        let drew = Event::Drew {
            from,
            to,
            side,
            cards: Cards::Known(cards),
        };
        self.happen(&drew, observer);
        Ok(())
    }

    /// Shuffles the pile that renews `pile` and lays it under `pile`, if `count` cards are more
    /// than it has. Done before the draw, this equals renewing it in the midst of the draw.
    fn renew(
        &mut self,
        pile: PileId,
        count: usize,
        chance: &mut dyn Chance,
        observer: &mut dyn Observer,
    ) -> Result<(), GameError> {
        let layout = Rc::clone(&self.layout);
        let Some(from) = layout.pile(pile).renewed_from else {
            return Ok(());
        };
        if count <= self.state.pile(pile).len() || self.state.pile(from).is_empty() {
            return Ok(());
        }
        let order = self.shuffled(pile, from, chance)?;
        self.happen(&Event::Renewed { pile, from, order }, observer);
        Ok(())
    }

    fn shuffled(
        &self,
        pile: PileId,
        from: PileId,
        chance: &mut dyn Chance,
    ) -> Result<Cards, GameError> {
        // Asked in deck order: what lay where before must not change what a seed gives. From the top, as
        // a pile that was not shuffled yet is in that order.
        let mut cards: Vec<Card> = self.state.pile(from).iter().rev().copied().collect();
        cards.sort_unstable();
        let question = Question::Shuffle {
            pile,
            cards: &cards,
        };
        Ok(Cards::Known(self.asked(&question, chance)?))
    }

    /// Asks chance for cards, and takes them if they fit.
    fn asked(
        &self,
        question: &Question<'_>,
        chance: &mut dyn Chance,
    ) -> Result<CardList, GameError> {
        let outcome = chance.answer(self.state.round, question, &self.layout)?;
        Ok(question.cards(outcome)?)
    }

    fn shuffle(
        &mut self,
        pile: PileId,
        chance: &mut dyn Chance,
        observer: &mut dyn Observer,
    ) -> Result<(), GameError> {
        if self.state.pile(pile).is_empty() {
            return Ok(());
        }
        let order = self.shuffled(pile, pile, chance)?;
        self.happen(&Event::Shuffled { pile, order }, observer);
        Ok(())
    }

    fn reveal(
        &mut self,
        from: PileId,
        to: PileId,
        chance: &mut dyn Chance,
        observer: &mut dyn Observer,
    ) -> Result<(), GameError> {
        self.renew(from, 1, chance, observer)?;
        if self.state.pile(from).is_empty() {
            return Ok(());
        }
        let side = self.state.turn;
        let question = Question::Reveal {
            from,
            side,
            cards: self.state.pile(from),
        };
        if let [card] = self.asked(&question, chance)?[..] {
            let revealed = Event::Revealed {
                from,
                to,
                side,
                card,
            };
            self.happen(&revealed, observer);
        }
        Ok(())
    }

    fn pick(
        &mut self,
        from: PileId,
        to: PileId,
        chance: &mut dyn Chance,
        observer: &mut dyn Observer,
    ) -> Result<(), GameError> {
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
        let cards = Cards::Known(self.asked(&question, chance)?);
        let picked = Event::Picked {
            from,
            to,
            side,
            cards,
        };
        self.happen(&picked, observer);
        Ok(())
    }

    fn toss(
        &mut self,
        var: VarId,
        chance: &mut dyn Chance,
        observer: &mut dyn Observer,
    ) -> Result<(), GameError> {
        let question = Question::Coin;
        let outcome = chance.answer(self.state.round, &question, &self.layout)?;
        let heads = question.number(&outcome)? == 1;
        let tossed = Event::Tossed {
            var,
            heads: Some(heads),
        };
        self.happen(&tossed, observer);
        Ok(())
    }

    fn throw(
        &mut self,
        var: VarId,
        faces: i64,
        chance: &mut dyn Chance,
        observer: &mut dyn Observer,
    ) -> Result<(), GameError> {
        let question = Question::Die { faces };
        let outcome = chance.answer(self.state.round, &question, &self.layout)?;
        let number = Some(question.number(&outcome)?);
        self.happen(&Event::Thrown { var, number }, observer);
        Ok(())
    }

    fn stand(
        &mut self,
        side: Side,
        space: i64,
        observer: &mut dyn Observer,
    ) -> Result<(), GameError> {
        let Some(track) = &self.layout.track else {
            return Err(self.refuse("cannot move a figure: this game has no track".to_owned()));
        };
        let opponent = self.state.spaces[side.other()];
        let passes = match side {
            Side::Left => space >= opponent,
            Side::Right => space <= opponent,
        };
        if !(1..=track.length).contains(&space) || passes {
            return Err(self.refuse(format!(
                "cannot move the figure of {side} from space {} to {space}: the track has {} spaces and the opponent stands on {opponent}",
                self.state.spaces[side], track.length
            )));
        }
        self.happen(&Event::Stood { side, space }, observer);
        Ok(())
    }
}
