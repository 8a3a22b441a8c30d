//! Some cards in order: a list that needs no memory of its own as long as it is short.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use super::layout::Card;

/// Most cards of a list that holds them itself; most draws are of far fewer.
const FEW: usize = 30;

/// Some cards in order. Nearly every event and every answer of chance carries one.
#[derive(Clone)]
pub struct CardList(Held);

#[derive(Clone)]
enum Held {
    /// As `Few`, but quicker: nearly every card moves alone.
    One([Card; 1]),
    Few {
        count: u8,
        cards: [Card; FEW],
    },
    Many(Vec<Card>),
}

impl Deref for CardList {
    type Target = [Card];

    fn deref(&self) -> &[Card] {
        match &self.0 {
            Held::One(card) => card,
            Held::Few { count, cards } => &cards[..usize::from(*count)],
            Held::Many(cards) => cards,
        }
    }
}

impl CardList {
    /// Makes a list of one card.
    #[must_use]
    pub const fn one(card: Card) -> Self {
        Self(Held::One([card]))
    }

    /// Makes a list of the topmost cards of a pile, the top one first: so many, or as many as there are.
    #[must_use]
    #[inline]
    pub fn top_of(pile: &[Card], count: usize) -> Self {
        let top = &pile[pile.len().saturating_sub(count)..];
        let from_top = top.iter().rev();
        if top.len() > FEW {
            return Self(Held::Many(from_top.copied().collect()));
        }
        let mut cards = [Card(0); FEW];
        for (place, card) in cards.iter_mut().zip(from_top) {
            *place = *card;
        }
        Self(Held::few(top.len(), cards))
    }
}

impl Held {
    /// Holds the first of some cards.
    #[allow(clippy::cast_possible_truncation, reason = "there are few")]
    const fn few(count: usize, cards: [Card; FEW]) -> Self {
        let count = count as u8;
        Self::Few { count, cards }
    }
}

impl FromIterator<Card> for CardList {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut from = cards.into_iter();
        let mut cards = [Card(0); FEW];
        for (count, place) in cards.iter_mut().enumerate() {
            let Some(card) = from.next() else {
                return Self(Held::few(count, cards));
            };
            *place = card;
        }
        let mut many = cards.to_vec();
        many.extend(from);
        if many.len() == FEW {
            return Self(Held::few(FEW, cards));
        }
        Self(Held::Many(many))
    }
}

impl From<&[Card]> for CardList {
    fn from(cards: &[Card]) -> Self {
        cards.iter().copied().collect()
    }
}

impl From<Vec<Card>> for CardList {
    fn from(cards: Vec<Card>) -> Self {
        cards.as_slice().into()
    }
}

impl fmt::Debug for CardList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for CardList {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for CardList {}

impl Hash for CardList {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_holds_what_it_is_made_of_however_long_it_is() {
        for length in [0, 1, 2, 29, 30, 31, 90, 250] {
            let cards: Vec<Card> = (0..length).map(Card).collect();
            let list: CardList = cards.iter().copied().collect();
            assert_eq!(*list, *cards);
            assert_eq!(list, CardList::from(&*cards));
            if let [card] = cards[..] {
                assert_eq!(list, CardList::one(card));
            }
            let bottom_first: Vec<Card> = cards.iter().rev().copied().collect();
            assert_eq!(list, CardList::top_of(&bottom_first, cards.len()));
            assert_eq!(
                cards[..cards.len().min(3)],
                *CardList::top_of(&bottom_first, 3)
            );
        }
    }
}
