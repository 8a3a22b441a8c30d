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
    Few { count: u8, cards: [Card; FEW] },
    Many(Vec<Card>),
}

impl Deref for CardList {
    type Target = [Card];

    fn deref(&self) -> &[Card] {
        match &self.0 {
            Held::Few { count, cards } => &cards[..usize::from(*count)],
            Held::Many(cards) => cards,
        }
    }
}

impl FromIterator<Card> for CardList {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut from = cards.into_iter();
        let mut cards = [Card(0); FEW];
        let mut count = 0;
        for (place, card) in cards.iter_mut().zip(&mut from) {
            *place = card;
            count += 1;
        }
        if let Some(card) = from.next() {
            let mut many = cards.to_vec();
            many.push(card);
            many.extend(from);
            return Self(Held::Many(many));
        }
        Self(Held::Few { count, cards })
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
        for length in [0, 1, 29, 30, 31, 90, 250] {
            let cards: Vec<Card> = (0..length).map(Card).collect();
            let list: CardList = cards.iter().copied().collect();
            assert_eq!(*list, *cards);
            assert_eq!(list, CardList::from(cards));
        }
    }
}
