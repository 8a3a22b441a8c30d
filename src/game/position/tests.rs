#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

use super::*;
use crate::game::testing::{DECK, LEFT_HAND, RIGHT_HAND, WASTE, layout};

fn value(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

fn faults(json: &str) -> Vec<String> {
    read(&layout(), &value(json)).expect_err("a faulty position was accepted")
}

/// The one fault of a position begins so.
fn fault(json: &str, begins: &str) {
    let faults = faults(json);
    assert!(
        faults.len() == 1 && faults[0].starts_with(begins),
        "{faults:?} instead of `{begins}`"
    );
}

#[test]
fn what_is_left_out_is_as_at_the_start() {
    let layout = layout();
    let mut start = State::new(&layout);
    start.round = 1;
    assert_eq!(read(&layout, &value("{}")).unwrap(), start);
    let some = value("{\"space\": {\"left\": 3}, \"score\": {\"right\": 2}}");
    let state = read(&layout, &some).unwrap();
    assert_eq!(state.spaces, BySide { left: 3, right: 5 });
    assert_eq!(state.score, BySide { left: 0, right: 2 });
}

#[test]
fn cards_go_where_they_are_written_and_the_rest_to_where_they_start() {
    let layout = layout();
    let text = "{\"waste\": [\"b\", \"a\"], \"hand\": {\"left\": [\"e\", \"a\"], \"right\": []}}";
    let state = read(&layout, &value(text)).unwrap();
    let faces = |pile| -> Vec<&str> {
        let cards = state.pile(pile).iter();
        cards.map(|card| &*layout.card(*card).face).collect()
    };
    // The top stands last; what has no order stands in deck order.
    assert_eq!(faces(WASTE), ["a", "b"]);
    assert_eq!(faces(LEFT_HAND), ["a", "e"]);
    assert_eq!(faces(RIGHT_HAND), Vec::<&str>::new());
    assert_eq!(faces(DECK), ["d", "c"]);
}

#[test]
fn every_kind_of_fault_is_told() {
    fault("[]", "a position is a map");
    fault("{\"hands\": 1}", "a position has no `hands`");
    fault("{\"round\": -1}", "`round`: expected a whole number from 0");
    fault("{\"turn\": \"up\"}", "`turn`: expected `left` or `right`");
    fault("{\"first\": 1}", "`first`: expected `left` or `right`");
    fault("{\"deck\": 3}", "`deck`: expected a list of cards");
    fault(
        "{\"hand\": []}",
        "`hand`: expected a map with `left` and `right`",
    );
    fault("{\"hand\": {\"up\": []}}", "`hand` has no side `up`");
    fault(
        "{\"space\": {\"left\": 5}}",
        "`space`: 5 and 5 are no places",
    );
    fault(
        "{\"space\": {\"right\": 6}}",
        "`space`: 1 and 6 are no places",
    );
    fault(
        "{\"space\": {\"left\": 0}}",
        "`space`: 0 and 5 are no places",
    );
}

#[test]
fn cards_are_neither_made_nor_lost() {
    let three = "{\"waste\": [\"a\", \"a\", \"a\"]}";
    fault(three, "there is no `a` left for the waste");
    let nowhere = "{\"deck\": [], \"waste\": [\"a\"], \"hand\": {\"left\": [], \"right\": []}}";
    fault(nowhere, "the cards a, b, c, d, e lie nowhere");
}

/// A number below 0 is no score; it was once read as 0.
#[test]
fn a_negative_score_is_a_fault() {
    let faults = faults("{\"score\": {\"left\": -1}}");
    assert_eq!(faults.len(), 1);
    assert!(faults[0].ends_with("expected a whole number from 0, found a whole number"));
}

#[test]
fn faults_are_told_all_at_once() {
    let text = "{\"turn\": 1, \"deck\": 2, \"what\": 3, \"space\": {\"left\": 9}}";
    assert_eq!(faults(text).len(), 4);
}
