//! Which cards may lie where: an account that is kept from events as one side saw them.

use crate::chance::Generator;
use crate::game::{Card, Cards, Event, Layout, PileId, State};

/// Cards that the side cannot tell apart by what it saw. A lot holds as many cards as there are
/// places that belong to it; which of them lies in which place is not known.
type Lot = Vec<Card>;

/// Neighbouring places of a pile in an unknown order: for each of them, the lot it belongs to. A
/// pile without an order is one stretch.
type Stretch = Vec<usize>;

/// What a side knows of all piles. The position as it is always fits it.
///
/// A known card is a lot of one. Where cards leave unseen, the lots they may have come from become
/// one: what is known then is weaker than what could be known, and never wrong.
#[derive(Debug, Clone)]
pub(super) struct Ledger {
    lots: Vec<Lot>,
    /// The stretches of each pile, the lowest first.
    piles: Vec<Vec<Stretch>>,
    /// Which piles have an order.
    ordered: Vec<bool>,
}

impl Ledger {
    /// Makes the ledger of piles as they are laid out at the start: everybody knows them.
    pub(super) fn start(layout: &Layout) -> Self {
        let mut ledger = Self {
            lots: Vec::new(),
            piles: vec![Vec::new(); layout.piles.len()],
            ordered: layout.piles.iter().map(|pile| pile.ordered).collect(),
        };
        for (pile, cards) in State::new(layout).piles.iter().enumerate() {
            for card in cards {
                let lot = ledger.open(*card);
                ledger.lay(pile, lot);
            }
        }
        ledger
    }

    /// Returns how many cards a pile holds.
    pub(super) fn size(&self, pile: usize) -> usize {
        self.piles[pile].iter().map(Vec::len).sum()
    }

    /// Takes an event into account. `None` if it cannot have happened as far as the ledger goes:
    /// the side was not told of everything.
    pub(super) fn follow(&mut self, event: &Event) -> Option<()> {
        match event {
            Event::Shuffled { pile, .. } => self.collapse(pile.index()),
            Event::Renewed { pile, from, .. } => {
                self.collapse(from.index());
                let under = std::mem::take(&mut self.piles[from.index()]);
                self.piles[pile.index()].splice(0..0, under);
            }
            Event::Drew {
                from, to, cards, ..
            } => self.draw(*from, *to, cards)?,
            Event::Revealed { from, to, card, .. } => {
                let lot = self.take_top(from.index(), *card)?;
                self.lay(to.index(), lot);
            }
            Event::Picked {
                from, to, cards, ..
            }
            | Event::Put {
                from,
                to,
                cards,
                place: None,
            } => self.put(*from, *to, cards)?,
            Event::Put {
                from,
                to,
                cards,
                place: Some(place),
            } => {
                for card in cards.known() {
                    let stretch = self.stretch_at(from.index(), *place)?;
                    let lot = self.take(from.index(), stretch, *card)?;
                    self.lay(to.index(), lot);
                }
            }
            _ => {}
        }
        Some(())
    }

    /// Takes into account what is seen of a pile now, the top last.
    pub(super) fn see(&mut self, pile: usize, seen: &[Card]) -> Option<()> {
        let mut lots = Vec::with_capacity(seen.len());
        for card in seen.iter().rev() {
            lots.push(self.take_top(pile, *card)?);
        }
        for lot in lots.into_iter().rev() {
            self.lay(pile, lot);
        }
        Some(())
    }

    /// Deals each lot at random to its places: the piles of a world, the top last.
    pub(super) fn deal(&self, generator: &mut Generator) -> Vec<Vec<Card>> {
        let mut lots = self.lots.clone();
        for lot in &mut lots {
            generator.shuffle(lot);
        }
        let mut piles = Vec::with_capacity(self.piles.len());
        for (stretches, ordered) in self.piles.iter().zip(&self.ordered) {
            let mut dealt: Vec<Card> = Vec::new();
            for stretch in stretches {
                let start = dealt.len();
                dealt.extend(stretch.iter().filter_map(|lot| lots[*lot].pop()));
                generator.shuffle(&mut dealt[start..]);
            }
            if !ordered {
                dealt.sort_unstable();
            }
            piles.push(dealt);
        }
        piles
    }

    /// Tells whether cards of several backs are in one lot: a deal may then put a back where the
    /// side sees another.
    pub(super) fn mixes_backs(&self, layout: &Layout) -> bool {
        let deck = |card: &Card| layout.card(*card).deck;
        self.lots
            .iter()
            .any(|lot| lot.iter().any(|card| deck(card) != deck(&lot[0])))
    }

    fn draw(&mut self, from: PileId, to: PileId, cards: &Cards) -> Option<()> {
        for place in 0..cards.len() {
            let lot = if let Some(card) = cards.known().get(place) {
                self.take_top(from.index(), *card)?
            } else {
                let top = self.piles[from.index()].len().checked_sub(1)?;
                self.take_unseen(from.index(), top)?
            };
            self.lay(to.index(), lot);
        }
        Some(())
    }

    fn put(&mut self, from: PileId, to: PileId, cards: &Cards) -> Option<()> {
        if let Cards::Known(cards) = cards {
            for card in cards.iter() {
                let lot = self.take_topmost(from.index(), *card)?;
                self.lay(to.index(), lot);
            }
            return Some(());
        }
        // From which places, and in which order they came, is not known.
        let pile = from.index();
        self.collapse(pile);
        let mut unseen = Stretch::new();
        if cards.len() == self.size(pile) {
            unseen = self.piles[pile].pop().unwrap_or_default();
        } else {
            for _ in 0..cards.len() {
                unseen.push(self.take_unseen(pile, 0)?);
            }
        }
        if self.ordered[to.index()] {
            self.piles[to.index()].push(unseen);
        } else {
            for lot in unseen {
                self.lay(to.index(), lot);
            }
        }
        Some(())
    }

    /// Makes one stretch of a pile: its order is not known any more.
    fn collapse(&mut self, pile: usize) {
        let all: Stretch = self.piles[pile].drain(..).flatten().collect();
        if !all.is_empty() {
            self.piles[pile].push(all);
        }
    }

    fn lay(&mut self, pile: usize, lot: usize) {
        let stretches = &mut self.piles[pile];
        match stretches.last_mut() {
            Some(only) if !self.ordered[pile] => only.push(lot),
            _ => stretches.push(vec![lot]),
        }
    }

    /// Finds the stretch at a depth of a pile, from 0 at the top.
    fn stretch_at(&self, pile: usize, mut depth: usize) -> Option<usize> {
        for (place, stretch) in self.piles[pile].iter().enumerate().rev() {
            match depth.checked_sub(stretch.len()) {
                Some(deeper) => depth = deeper,
                None => return Some(place),
            }
        }
        None
    }

    /// Takes a card that is seen from the top of a pile, or from further down where the order in
    /// which a recording was written by hand is not that of the pile.
    fn take_top(&mut self, pile: usize, card: Card) -> Option<usize> {
        let top = self.piles[pile].len().checked_sub(1)?;
        if self.may_hold(pile, top, card) {
            self.take(pile, top, card)
        } else {
            self.take_topmost(pile, card)
        }
    }

    /// Takes a card that is seen and was the topmost of its sort, wherever it lay.
    fn take_topmost(&mut self, pile: usize, card: Card) -> Option<usize> {
        let holds = |place: &usize| self.may_hold(pile, *place, card);
        let mut places = (0..self.piles[pile].len()).rev().filter(holds);
        let topmost = places.next()?;
        let sure = places.next().is_none() || self.whole(pile, topmost, card).is_some();
        if sure {
            return self.take(pile, topmost, card);
        }
        self.collapse(pile);
        self.take(pile, 0, card)
    }

    fn may_hold(&self, pile: usize, place: usize, card: Card) -> bool {
        let stretch = &self.piles[pile][place];
        stretch.iter().any(|lot| self.lots[*lot].contains(&card))
    }

    /// Returns a lot with this card that lies in the stretch as a whole: the stretch surely holds
    /// the card.
    fn whole(&self, pile: usize, place: usize, card: Card) -> Option<usize> {
        let stretch = &self.piles[pile][place];
        let size = |lot: usize| stretch.iter().filter(|other| **other == lot).count();
        let here =
            |lot: &usize| self.lots[*lot].contains(&card) && size(*lot) == self.lots[*lot].len();
        stretch.iter().copied().find(here)
    }

    /// Takes a card that is seen out of a stretch; returns the lot that it is alone in now.
    ///
    /// From a lot that is there as a whole this loses nothing: whichever of two equal cards went,
    /// the rest is the same.
    fn take(&mut self, pile: usize, place: usize, card: Card) -> Option<usize> {
        let lot = if let Some(lot) = self.whole(pile, place, card) {
            lot
        } else {
            let mut holders = self.piles[pile][place].clone();
            holders.retain(|lot| self.lots[*lot].contains(&card));
            self.join(holders)?
        };
        self.remove(pile, place, lot)?;
        let held = self.lots[lot].iter().position(|other| *other == card)?;
        self.lots[lot].swap_remove(held);
        if self.lots[lot].is_empty() {
            self.lots[lot].push(card);
            return Some(lot);
        }
        Some(self.open(card))
    }

    /// Takes a card that nobody saw out of a stretch; returns its lot.
    fn take_unseen(&mut self, pile: usize, place: usize) -> Option<usize> {
        let lot = self.join(self.piles[pile].get(place)?.clone())?;
        self.remove(pile, place, lot)?;
        Some(lot)
    }

    fn remove(&mut self, pile: usize, place: usize, lot: usize) -> Option<()> {
        let stretch = &mut self.piles[pile][place];
        let held = stretch.iter().rposition(|other| *other == lot)?;
        stretch.remove(held);
        if stretch.is_empty() {
            self.piles[pile].remove(place);
        }
        Some(())
    }

    /// Makes one lot of several; `None` of none.
    fn join(&mut self, mut joined: Vec<usize>) -> Option<usize> {
        joined.sort_unstable();
        joined.dedup();
        let (into, others) = joined.split_first()?;
        for lot in others {
            let cards = std::mem::take(&mut self.lots[*lot]);
            self.lots[*into].extend(cards);
        }
        if !others.is_empty() {
            let places = self.piles.iter_mut().flatten().flatten();
            for place in places.filter(|lot| others.contains(lot)) {
                *place = *into;
            }
        }
        Some(*into)
    }

    /// Opens a lot for a known card.
    fn open(&mut self, card: Card) -> usize {
        if let Some(free) = self.lots.iter().position(Vec::is_empty) {
            self.lots[free].push(card);
            return free;
        }
        self.lots.push(vec![card]);
        self.lots.len() - 1
    }
}
