#![allow(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

use super::*;
use crate::chance::Stream;
use crate::game::declaration::{CardDeclaration, Declaration, PileDeclaration, Seen};
use crate::game::{Card, Cards, PileId, Value};

/// A stock of `a b c d e`, the first on top, and a face-down row with an order; an open heap whose
/// top is seen; a hand for each side.
fn layout() -> Layout {
    let pile = |name: &str, per_side, ordered, seen| PileDeclaration {
        name: name.to_owned(),
        per_side,
        ordered,
        seen,
        holds: Vec::new(),
        renewed_from: None,
    };
    let mut stock = pile("stock", false, true, Seen::Nobody);
    stock.holds = ["a", "b", "c", "d", "e"]
        .map(|face| CardDeclaration {
            face: face.to_owned(),
            kind: Value::text(face),
            count: 1,
        })
        .into();
    Layout::new(Declaration {
        piles: vec![
            stock,
            pile("row", false, true, Seen::Nobody),
            pile("heap", false, true, Seen::Top),
            pile("hand", true, false, Seen::Owner),
        ],
        ..Declaration::default()
    })
    .unwrap()
}

const STOCK: PileId = PileId(0);
const ROW: PileId = PileId(1);
const HEAP: PileId = PileId(2);
const LEFT: PileId = PileId(3);
const RIGHT: PileId = PileId(4);

/// A round in which everything that happens is told to left, and happens.
struct Table {
    layout: Layout,
    state: State,
    left: Knowledge,
}

impl Table {
    fn new() -> Self {
        let layout = layout();
        let mut table = Self {
            state: State::new(&layout),
            layout,
            left: Knowledge::new(Side::Left),
        };
        table.happens(Event::RoundBegan {
            number: 1,
            first: Side::Left,
        });
        table
    }

    fn happens(&mut self, event: Event) {
        self.state.apply(&event, &self.layout);
        self.left
            .told(&event.seen_by(Side::Left, &self.layout), &self.layout);
    }

    /// Shuffles so that the cards lie in this order, the top one first.
    fn shuffled(&mut self, faces: &str) {
        let order = self.cards(faces);
        self.happens(Event::Shuffled { pile: STOCK, order });
    }

    fn draws(&mut self, to: PileId, count: usize) {
        let stock = self.state.pile(STOCK).iter().rev().take(count);
        let cards = Cards::Known(stock.copied().collect());
        let side = Side::Left;
        self.happens(Event::Drew {
            from: STOCK,
            to,
            side,
            cards,
        });
    }

    fn puts(&mut self, from: PileId, to: PileId, faces: &str) {
        let (cards, place) = (self.cards(faces), None);
        self.happens(Event::Put {
            from,
            to,
            cards,
            place,
        });
    }

    fn cards(&self, faces: &str) -> Cards {
        let card = |face: char| {
            let is = |spec: &crate::game::layout::CardSpec| *spec.face == *face.to_string();
            let place = self.layout.cards.iter().position(is).unwrap();
            Card(u8::try_from(place).unwrap())
        };
        Cards::Known(faces.chars().map(card).collect())
    }

    /// Returns the different contents that a pile has in many worlds, the top first, sorted.
    fn contents(&self, pile: PileId) -> Vec<String> {
        let observation = Observation::new(&self.state, &self.layout, Side::Left);
        let worlds = self.left.worlds(&observation, &self.layout);
        assert!(worlds.ledger.is_some(), "the ledger does not fit");
        let mut generator = Generator::new(1, Stream::Worlds, 0);
        let mut contents: Vec<String> = (0..2000)
            .map(|_| {
                let world = worlds.draw(&mut generator);
                let again = Observation::new(&world, &self.layout, Side::Left);
                assert_eq!(again, observation);
                let cards = world.pile(pile).iter().rev();
                cards.map(|card| &*self.layout.card(*card).face).collect()
            })
            .collect();
        contents.sort();
        contents.dedup();
        contents
    }
}

#[test]
fn what_was_not_shuffled_lies_as_it_was_laid_out() {
    assert_eq!(Table::new().contents(STOCK), ["abcde"]);
    let mut table = Table::new();
    table.shuffled("edcba");
    assert_eq!(table.contents(STOCK).len(), 120);
}

#[test]
fn a_card_seen_to_go_to_the_other_hand_stays_there_until_it_is_seen_to_leave() {
    let mut table = Table::new();
    table.shuffled("abcde");
    table.draws(LEFT, 1);
    table.draws(RIGHT, 1);
    table.puts(LEFT, HEAP, "a");
    // From the open heap by way of a hand: left sees both ways.
    table.puts(HEAP, LEFT, "a");
    assert_eq!(table.contents(RIGHT), ["b", "c", "d", "e"]);
    table.puts(LEFT, RIGHT, "a");
    // A hand has no order; the first in deck order stands last.
    assert_eq!(table.contents(RIGHT), ["ba", "ca", "da", "ea"]);
    table.puts(RIGHT, HEAP, "b");
    assert_eq!(table.contents(RIGHT), ["a"]);
    assert_eq!(table.contents(STOCK).len(), 6);
}

#[test]
fn a_card_that_may_have_left_unseen_is_known_no_more() {
    let mut table = Table::new();
    table.shuffled("abcde");
    table.draws(LEFT, 1);
    table.draws(RIGHT, 1);
    table.puts(LEFT, RIGHT, "a");
    table.puts(RIGHT, ROW, "b");
    assert_eq!(table.contents(ROW), ["a", "b", "c", "d", "e"]);
    // All that is left of the hand follows.
    table.puts(RIGHT, ROW, "a");
    assert_eq!(table.contents(RIGHT), [""]);
}

#[test]
fn cards_under_an_open_top_are_known_by_whoever_saw_them_laid() {
    let mut table = Table::new();
    table.shuffled("abcde");
    for _ in 0..3 {
        table.draws(HEAP, 1);
    }
    assert_eq!(table.contents(HEAP), ["cba"]);
    // Turned over as a whole, one by one, they lie the other way round.
    for face in ["c", "b"] {
        let cards = table.cards(face);
        table.happens(Event::Drew {
            from: HEAP,
            to: ROW,
            side: Side::Left,
            cards,
        });
    }
    assert_eq!(table.contents(ROW), ["bc"]);
    assert_eq!(table.contents(HEAP), ["a"]);
}

#[test]
fn a_renewed_pile_is_known_by_its_cards_and_keeps_its_upper_part() {
    let mut table = Table::new();
    table.shuffled("abcde");
    table.draws(HEAP, 2);
    let order = table.cards("ba");
    table.happens(Event::Renewed {
        pile: STOCK,
        from: HEAP,
        order,
    });
    let stock = table.contents(STOCK);
    // Three in any order above two in any order.
    assert_eq!(stock.len(), 12);
    assert!(
        stock
            .iter()
            .all(|all| all.ends_with("ab") || all.ends_with("ba"))
    );
    // Two drawn unseen come from the upper three.
    table.draws(RIGHT, 2);
    assert_eq!(table.contents(RIGHT).len(), 3);
    table.draws(RIGHT, 2);
    assert!(table.contents(STOCK) == ["a", "b"]);
    assert_eq!(table.contents(RIGHT).len(), 2);
}

#[test]
fn a_card_put_at_a_place_is_known_by_whoever_sees_the_place() {
    let mut table = Table::new();
    table.shuffled("abcde");
    table.draws(HEAP, 3);
    // The order of a draw is seen: c lies on b on a.
    let cards = table.cards("b");
    table.happens(Event::Put {
        from: HEAP,
        to: LEFT,
        cards,
        place: Some(1),
    });
    assert_eq!(table.contents(HEAP), ["ca"]);
}

#[test]
fn a_side_that_was_not_told_of_everything_keeps_to_what_it_sees() {
    let mut table = Table::new();
    table.shuffled("abcde");
    table.draws(LEFT, 2);
    for unaware in [
        Knowledge::new(Side::Left),
        // Told of the start alone.
        {
            let mut knowledge = Knowledge::new(Side::Left);
            let (number, first) = (1, Side::Left);
            knowledge.told(&Event::RoundBegan { number, first }, &table.layout);
            knowledge
        },
    ] {
        let observation = Observation::new(&table.state, &table.layout, Side::Left);
        let mut generator = Generator::new(1, Stream::Worlds, 0);
        let world = unaware.world(&observation, &table.layout, &mut generator);
        let again = Observation::new(&world, &table.layout, Side::Left);
        assert_eq!(again, observation);
    }
}

/// Each of the 6 hands of two among four comes up as often: 1000 expected, standard deviation 29.
#[test]
fn worlds_are_equally_likely() {
    let mut table = Table::new();
    table.shuffled("abcde");
    table.draws(LEFT, 1);
    table.draws(RIGHT, 2);
    let observation = Observation::new(&table.state, &table.layout, Side::Left);
    let worlds = table.left.worlds(&observation, &table.layout);
    let mut generator = Generator::new(1, Stream::Worlds, 0);
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..6000 {
        let world = worlds.draw(&mut generator);
        *counts.entry(world.pile(RIGHT).to_vec()).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 6);
    assert!(
        counts.values().all(|count| (850..=1150).contains(count)),
        "{counts:?}"
    );
}
