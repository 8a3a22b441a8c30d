//! How many cards of each kind a pile holds, in few numbers.

use super::{Card, CardSpec, PileSpec};

/// Bits of a number that are used: it stays positive.
const BITS: u32 = 63;

/// What each card adds to the numbers of a pile. A number counts as many kinds as it has room for:
/// each has so many bits that all cards of any kind fit in, wherever they lie.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::game) struct Census {
    /// By card: which number it adds to, and what.
    cards: Vec<(u8, i64)>,
    numbers: u8,
}

impl Census {
    pub(super) fn new(cards: &[CardSpec], piles: &[PileSpec], kinds: usize) -> Self {
        let mut totals = vec![0_usize; kinds];
        for card in piles.iter().flat_map(|pile| &pile.holds) {
            totals[cards[card.index()].kind.index()] += 1;
        }
        let most = totals.into_iter().max().unwrap_or_default();
        let bits = usize::BITS - most.leading_zeros();
        let together = (BITS / bits.max(1)) as usize;
        let adds = cards.iter().map(|card| {
            let (number, place) = (card.kind.index() / together, card.kind.index() % together);
            let number = u8::try_from(number).unwrap_or(u8::MAX);
            (number, 1 << (place * bits as usize))
        });
        Self {
            cards: adds.collect(),
            numbers: u8::try_from(kinds.div_ceil(together)).unwrap_or(u8::MAX),
        }
    }

    /// Returns how many numbers there are.
    pub(in crate::game) const fn numbers(&self) -> u8 {
        self.numbers
    }

    /// Returns a number of the cards of a pile.
    pub(in crate::game) fn of(&self, number: u8, cards: &[Card]) -> i64 {
        let adds = cards.iter().map(|card| self.cards[card.index()]);
        if self.numbers == 1 {
            return adds.map(|(_, add)| add).sum();
        }
        let own = adds.filter(|(to, _)| *to == number);
        own.map(|(_, add)| add).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::layout::{Kind, PileId};

    fn census(kinds: u8, copies: usize) -> Census {
        let cards: Vec<CardSpec> = (0..kinds)
            .map(|kind| CardSpec {
                face: kind.to_string().into(),
                kind: Kind(kind),
                deck: PileId(0),
                unique: true,
            })
            .collect();
        let holds = (0..kinds).flat_map(|kind| std::iter::repeat_n(Card(kind), copies));
        let pile = PileSpec {
            name: "pile".into(),
            owner: None,
            ordered: false,
            seen: crate::game::declaration::Seen::All,
            holds: holds.collect(),
            renewed_from: None,
        };
        Census::new(&cards, &[pile], usize::from(kinds))
    }

    /// Piles of one kind, the one of all cards, and that without one card.
    #[test]
    fn piles_that_differ_have_different_numbers() {
        for (kinds, copies, numbers) in [(5, 5, 1), (21, 7, 1), (22, 7, 2), (90, 300, 13)] {
            let census = census(kinds, copies);
            assert_eq!(census.numbers(), numbers);
            let all = |cards: &[Card]| -> Vec<i64> {
                (0..numbers)
                    .map(|number| census.of(number, cards))
                    .collect()
            };
            let mut seen = std::collections::HashSet::new();
            for kind in 0..kinds {
                for count in 1..=copies {
                    assert!(seen.insert(all(&vec![Card(kind); count])));
                }
            }
            assert!(seen.insert(all(&[])));
            let every: Vec<Card> = (0..kinds)
                .flat_map(|kind| vec![Card(kind); copies])
                .collect();
            assert!(seen.insert(all(&every)));
            assert!(seen.insert(all(&every[1..])));
        }
    }
}
