#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

use super::*;
use crate::game::MoveSpec;
use crate::game::testing::{DECK, LEFT_HAND, LEFT_SECRET, OPEN, RIGHT_HAND, WASTE, layout};

const CARD: Card = Card(1);

fn known() -> Cards {
    Cards::Known(vec![CARD].into())
}

/// Tells which sides see something of an event.
fn seen(event: &Event, shows: impl Fn(&Event) -> bool) -> Vec<Side> {
    let layout = layout();
    let sides = Side::BOTH.into_iter();
    sides
        .filter(|side| shows(&event.seen_by(*side, &layout)))
        .collect()
}

#[test]
fn an_order_is_seen_by_nobody() {
    let shuffled = Event::Shuffled {
        pile: DECK,
        order: known(),
    };
    let renewed = Event::Renewed {
        pile: DECK,
        from: WASTE,
        order: known(),
    };
    for event in [shuffled, renewed] {
        let sides = seen(&event, |event| match event {
            Event::Shuffled { order, .. } | Event::Renewed { order, .. } => {
                !order.known().is_empty()
            }
            _ => false,
        });
        assert_eq!(sides, []);
    }
}

#[test]
fn a_moved_card_is_seen_by_whoever_sees_where_it_was_or_is() {
    let (left, right) = (Side::Left, Side::Right);
    for (from, to, sides) in [
        (DECK, LEFT_HAND, vec![left]),
        (RIGHT_HAND, DECK, vec![right]),
        (RIGHT_HAND, LEFT_HAND, vec![left, right]),
        (DECK, DECK, vec![]),
        (DECK, WASTE, vec![left, right]),
        (LEFT_HAND, WASTE, vec![left, right]),
    ] {
        let drew = Event::Drew {
            from,
            to,
            side: left,
            cards: known(),
        };
        let picked = Event::Picked {
            from,
            to,
            side: left,
            cards: known(),
        };
        let put = Event::Put {
            from,
            to,
            cards: known(),
            place: Some(0),
        };
        for event in [drew, picked, put] {
            let shown = seen(&event, |event| match event {
                Event::Drew { cards, .. } | Event::Picked { cards, .. } => {
                    assert_eq!(cards.len(), 1);
                    *cards == known()
                }
                Event::Put { cards, place, .. } => {
                    assert_eq!(cards.len(), 1);
                    assert_eq!(place.is_some(), *cards == known());
                    *cards == known()
                }
                _ => false,
            });
            assert_eq!(shown, sides, "{event:?}");
        }
    }
}

/// What chance throws into a secret is as secret as what a rule sets it to.
#[test]
fn a_secret_is_seen_by_its_owner_only() {
    for (var, sides) in [(OPEN, &Side::BOTH[..]), (LEFT_SECRET, &[Side::Left])] {
        let set = Event::Set {
            var,
            value: Some(Value::Int(3)),
        };
        let tossed = Event::Tossed {
            var,
            heads: Some(true),
        };
        let thrown = Event::Thrown {
            var,
            number: Some(3),
        };
        for event in [set, tossed, thrown] {
            let shown = seen(&event, |event| match event {
                Event::Set { value, .. } => value.is_some(),
                Event::Tossed { heads, .. } => heads.is_some(),
                Event::Thrown { number, .. } => number.is_some(),
                _ => false,
            });
            assert_eq!(shown, sides, "{event:?}");
        }
    }
}

#[test]
fn a_secret_move_is_seen_by_whoever_made_it() {
    for (secret, sides) in [(false, &Side::BOTH[..]), (true, &[Side::Right])] {
        let chosen = Move::from(MoveSpec {
            text: "go".into(),
            data: Value::Null,
            secret,
        });
        let decided = Event::Decided {
            number: 1,
            side: Side::Right,
            chosen: Some(chosen),
        };
        let shown = seen(
            &decided,
            |event| matches!(event, Event::Decided { chosen, .. } if chosen.is_some()),
        );
        assert_eq!(shown, sides);
    }
}

#[test]
fn what_is_not_seen_changes_nothing() {
    let layout = layout();
    let before = super::super::state::State::new(&layout);
    for event in [
        Event::Set {
            var: LEFT_SECRET,
            value: None,
        },
        Event::Tossed {
            var: LEFT_SECRET,
            heads: None,
        },
        Event::Thrown {
            var: LEFT_SECRET,
            number: None,
        },
        Event::Drew {
            from: DECK,
            to: LEFT_HAND,
            side: Side::Left,
            cards: Cards::Hidden(2),
        },
    ] {
        let mut state = before.clone();
        state.apply(&event, &layout);
        assert_eq!(state, before);
    }
}
