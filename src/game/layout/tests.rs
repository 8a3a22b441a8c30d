#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

use super::*;
use crate::game::declaration::{CardDeclaration, PileDeclaration, VariableDeclaration};

fn pile(name: &str) -> PileDeclaration {
    PileDeclaration {
        name: name.to_owned(),
        per_side: false,
        ordered: false,
        seen: Seen::All,
        holds: Vec::new(),
        renewed_from: None,
    }
}

fn card(face: &str, count: usize) -> CardDeclaration {
    CardDeclaration {
        face: face.to_owned(),
        kind: Value::text(face),
        count,
    }
}

fn variable(name: &str) -> VariableDeclaration {
    VariableDeclaration {
        name: name.to_owned(),
        per_side: false,
        secret: false,
        start: Value::Null,
    }
}

fn of(piles: Vec<PileDeclaration>) -> Declaration {
    Declaration {
        piles,
        ..Declaration::default()
    }
}

/// Returns the faults of a declaration, in words.
fn faults(declaration: Declaration) -> Vec<String> {
    let errors = Layout::new(declaration).expect_err("a faulty declaration was accepted");
    errors.iter().map(ToString::to_string).collect()
}

fn track(length: i64, left: i64, right: i64) -> Declaration {
    Declaration {
        track: Some(Track {
            length,
            left,
            right,
        }),
        ..Declaration::default()
    }
}

#[test]
fn names_are_small_letters_and_mean_one_thing() {
    let why = |name: &str| faults(of(vec![pile(name)]));
    let letters = "takes small letters, digits and `_`, a letter first";
    for name in ["", "Deck", "2nd", "_deck", "de-ck", "dück"] {
        assert_eq!(why(name), [format!("the name `{name}` {letters}")]);
    }
    for name in RESERVED {
        let message = format!("the name `{name}` has a meaning of its own in every game");
        assert_eq!(why(name), [message]);
    }
    let twice = Declaration {
        variables: vec![variable("deck")],
        ..of(vec![pile("deck")])
    };
    assert_eq!(faults(twice), ["the name `deck` is declared twice"]);
}

#[test]
fn the_distance_is_a_name_of_games_with_a_track() {
    let mut with_track = track(9, 1, 9);
    with_track.variables.push(variable("distance"));
    assert_eq!(
        faults(with_track),
        ["the name `distance` has a meaning of its own in every game"]
    );
    let without = Declaration {
        variables: vec![variable("distance")],
        ..Declaration::default()
    };
    assert!(Layout::new(without).is_ok());
}

#[test]
fn figures_start_on_the_track_and_left_of_one_another() {
    for (length, left, right) in [
        (1, 1, 1),
        (9, 0, 9),
        (9, 1, 10),
        (9, 5, 5),
        (9, 6, 5),
        (1001, 1, 2),
    ] {
        let message = format!(
            "a track of {length} spaces with starts on {left} and {right}: it takes 2 to 1000 \
             spaces, and the left figure starts below the right one"
        );
        assert_eq!(faults(track(length, left, right)), [message]);
    }
    assert!(Layout::new(track(2, 1, 2)).is_ok());
    assert!(Layout::new(track(1000, 1, 1000)).is_ok());
}

#[test]
fn only_an_owner_sees_as_owner_and_only_order_has_a_top() {
    let mut shared = pile("hand");
    shared.seen = Seen::Owner;
    let mut heap = pile("heap");
    heap.seen = Seen::Top;
    assert_eq!(
        faults(of(vec![shared, heap])),
        [
            "the pile `hand` belongs to nobody, so `owner` cannot see it",
            "the pile `heap` has no order, so it has no top card to see or to draw"
        ]
    );
}

#[test]
fn a_pile_is_renewed_from_another_that_fits() {
    let renewed = |from: &str, per_side: bool, ordered: bool| {
        let mut deck = pile("deck");
        deck.per_side = per_side;
        deck.ordered = ordered;
        deck.renewed_from = Some(from.to_owned());
        let mut own = pile("own");
        own.per_side = true;
        of(vec![deck, own, pile("shared")])
    };
    assert_eq!(
        faults(renewed("deck", false, true)),
        ["the pile `deck` cannot be renewed from `deck`: it is the same pile"]
    );
    assert_eq!(
        faults(renewed("shard", false, true)),
        ["the pile `deck` cannot be renewed from `shard`: there is no such pile"]
    );
    assert_eq!(
        faults(renewed("own", false, true)),
        [
            "the pile `deck` cannot be renewed from `own`: each side has one of those, and this \
             pile is shared"
        ]
    );
    assert_eq!(
        faults(renewed("shared", false, false)),
        ["the pile `deck` has no order, so it has no top card to see or to draw"]
    );
    let sources = |layout: &Layout| -> Vec<Option<PileId>> {
        let piles = layout.piles.iter();
        piles.map(|pile| pile.renewed_from).collect()
    };
    // deck of left and right, own of left and right, shared.
    let own = Layout::new(renewed("own", true, true)).unwrap();
    assert_eq!(
        sources(&own)[..2],
        [Some(PileId(2)), Some(PileId(3))],
        "each side's deck has its own discards"
    );
    let shared = Layout::new(renewed("shared", true, true)).unwrap();
    assert_eq!(sources(&shared)[..2], [Some(PileId(4)), Some(PileId(4))]);
}

#[test]
fn cards_are_kept_between_rounds_all_or_none() {
    let kept = |keep: &[&str]| Declaration {
        variables: vec![variable("tally")],
        keep: keep.iter().map(|name| (*name).to_owned()).collect(),
        ..of(vec![pile("deck"), pile("heap")])
    };
    assert_eq!(
        faults(kept(&["tale"])),
        ["`keep` names `tale`, which is neither a pile nor a variable"]
    );
    assert_eq!(
        faults(kept(&["deck"])),
        [
            "`keep` names some piles only; between rounds either all piles are kept or none, else \
             cards would be made or lost"
        ]
    );
    let all = Layout::new(kept(&["heap", "tally", "deck"])).unwrap();
    assert!(all.keeps_cards && all.variables[0].keep);
    let none = Layout::new(kept(&["tally"])).unwrap();
    assert!(!none.keeps_cards && none.variables[0].keep);
}

#[test]
fn a_face_can_stand_in_the_text_of_a_move() {
    let holding = |faces: &[&str]| {
        let mut deck = pile("deck");
        deck.holds = faces.iter().map(|face| card(face, 1)).collect();
        of(vec![deck])
    };
    for (face, why) in [
        ("", "it is empty"),
        ("a b", "it holds a space"),
        ("a,b", "it holds `,`"),
        ("a+b", "it holds `+`"),
        ("a\"b", "it holds `\"`"),
        ("a\\b", "it holds `\\`"),
        ("a\nb", "it holds a control character"),
    ] {
        let message =
            format!("the card `{face}` cannot be told apart in the text of a move: {why}");
        assert_eq!(faults(holding(&[face])), [message]);
    }
    assert_eq!(
        faults(holding(&["7", "7"])),
        [
            "the card `7` cannot be told apart in the text of a move: two entries of one deck \
             have this face; give one entry a higher count"
        ]
    );
}

#[test]
fn there_is_not_too_much_of_anything() {
    let many = |count: usize| -> Vec<String> { (0..count).map(|n| format!("n{n}")).collect() };
    let piles = many(251).iter().map(|name| pile(name)).collect();
    assert_eq!(faults(of(piles)), ["251 piles, at most 250 are possible"]);
    let variables = Declaration {
        variables: many(251).iter().map(|name| variable(name)).collect(),
        ..Declaration::default()
    };
    assert_eq!(
        faults(variables),
        ["251 variables, at most 250 are possible"]
    );
    let holding = |holds: Vec<CardDeclaration>| {
        let mut deck = pile("deck");
        deck.holds = holds;
        of(vec![deck])
    };
    let distinct = many(251).iter().map(|face| card(face, 1)).collect();
    assert_eq!(
        faults(holding(distinct)),
        ["251 kinds of card, at most 250 are possible"]
    );
    let alike = many(251)
        .iter()
        .map(|face| CardDeclaration {
            kind: Value::Int(1),
            ..card(face, 1)
        })
        .collect();
    assert_eq!(
        faults(holding(alike)),
        ["251 distinct cards, at most 250 are possible"]
    );
    assert_eq!(
        faults(holding(vec![card("x", 2001)])),
        ["2001 cards in a pile, at most 2000 are possible"]
    );
    assert!(Layout::new(holding(vec![card("x", 2000)])).is_ok());
}

/// Counts that do not fit into a number of their own are too many, no more.
#[test]
fn absurd_counts_are_too_many() {
    let mut deck = pile("deck");
    deck.per_side = true;
    deck.holds = vec![card("x", usize::MAX), card("y", usize::MAX)];
    assert_eq!(
        faults(of(vec![deck])),
        [format!(
            "{} cards in a pile, at most 2000 are possible",
            usize::MAX
        )]
    );
}

#[test]
fn every_fault_is_told_at_once() {
    let mut hand = pile("Hand");
    hand.seen = Seen::Owner;
    let mut all = of(vec![hand]);
    all.track = Some(Track {
        length: 1,
        left: 1,
        right: 1,
    });
    all.keep = vec!["what".to_owned()];
    assert_eq!(faults(all).len(), 4);
}

#[test]
fn a_card_is_named_by_its_deck_where_its_face_means_another() {
    let mut deck = pile("deck");
    deck.per_side = true;
    deck.holds = vec![card("7", 1)];
    let mut extra = pile("extra");
    extra.holds = vec![card("7", 1), card("9", 1)];
    let layout = Layout::new(of(vec![deck, extra])).unwrap();
    let (left, right, shared) = (PileId(0), PileId(1), PileId(2));
    let name = |card: u8, pile| layout.card_name(Card(card), pile).to_string();
    assert_eq!([name(0, left), name(1, right)], ["7", "7"]);
    assert_eq!(name(0, right), "7 of deck of left");
    assert_eq!(name(1, left), "7 of deck of right");
    assert_eq!(name(2, left), "7 of extra");
    // In a pile of nobody the face alone means the first in deck order.
    assert_eq!(
        [name(0, shared), name(1, shared)],
        ["7", "7 of deck of right"]
    );
    assert_eq!(name(3, left), "9");
}

#[test]
fn a_gap_is_a_shared_variable_of_a_game_without_a_track() {
    let gap = |name: &str| Declaration {
        gap: Some(name.to_owned()),
        variables: vec![
            variable("apart"),
            VariableDeclaration {
                per_side: true,
                ..variable("stance")
            },
        ],
        ..of(vec![pile("deck")])
    };
    let layout = Layout::new(gap("apart")).unwrap();
    assert_eq!(layout.gap, Some(VarId(0)));
    for name in ["stance", "deck", "far"] {
        let message = format!("`gap` names `{name}`: it takes the name of a variable in `vars`");
        assert_eq!(faults(gap(name)), [message]);
    }
    let both = Declaration {
        track: track(9, 1, 9).track,
        ..gap("apart")
    };
    assert_eq!(
        faults(both),
        ["`gap` names `apart`: the figures on the track show how far apart the sides are"]
    );
}
