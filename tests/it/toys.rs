//! The toy rulesets: each proves something general that the shipped ones do not need.

use std::rc::Rc;

use salle::chance::Seeded;
use salle::game::layout::Named;
use salle::game::{Event, Game, Nobody, Observation, Rules, Side, State, Stop, Value, position};

use crate::harness::{Played, loader, played, recording, rules, salle, shipped, toys};

fn happens(played: &Played, what: impl Fn(&Event) -> bool) -> usize {
    let events = played.events.iter();
    events.filter(|happened| what(&happened.event)).count()
}

fn at(rules: &Rc<dyn Rules>, position: &str) -> Game {
    let description: Value = serde_json::from_str(position).unwrap();
    let state = position::read(rules.layout(), &description).unwrap();
    let mut game = Game::at(Rc::clone(rules), state);
    game.proceed(&mut Seeded::new(1), &mut Nobody).unwrap();
    game
}

fn plays(game: &mut Game, text: &str) -> Stop {
    game.play(text, &mut Nobody).unwrap();
    game.proceed(&mut Seeded::new(1), &mut Nobody).unwrap()
}

fn texts(game: &Game) -> Vec<&str> {
    game.legal().iter().map(|legal| &*legal.text).collect()
}

/// A variable of a side.
fn variable(state: &State, rules: &Rc<dyn Rules>, name: &str, side: Side) -> Value {
    let of_side = state.describe(rules.layout());
    of_side.at(&format!("{name}.{side}")).unwrap().clone()
}

#[test]
fn the_toys_are_found_beside_the_shipped_rulesets() {
    let shipped = shipped().ids();
    let toys: Vec<String> = loader()
        .ids()
        .into_iter()
        .filter(|id| !shipped.contains(id))
        .collect();
    assert_eq!(
        toys,
        [
            "market/row",
            "morra/plain",
            "quay/basic",
            "quay/bottle",
            "quay/short",
            "raid/open"
        ]
    );
}

/// Morra: no cards, no track; the first choice stays hidden until the second is made.
#[test]
fn a_simultaneous_choice_is_hidden_until_both_have_chosen() {
    let rules = rules("morra/plain");
    assert!(rules.layout().piles.is_empty() && rules.layout().track.is_none());
    let mut game = at(&rules, "{}");
    assert_eq!(
        texts(&game),
        [
            "show 1 guess 2",
            "show 1 guess 3",
            "show 2 guess 3",
            "show 2 guess 4"
        ]
    );
    assert_eq!(
        plays(&mut game, "show 1 guess 3"),
        Stop::Decision(Side::Right)
    );
    let right = Observation::new(game.state(), rules.layout(), Side::Right);
    let known = right.describe(rules.layout());
    assert_eq!(known.at("choice.left"), None);
    let left = Observation::new(game.state(), rules.layout(), Side::Left);
    let known = left.describe(rules.layout());
    assert_eq!(known.at("choice.left.guess"), Some(&Value::Int(3)));
    // 1 and 2 fingers are 3: left alone has guessed it.
    let stop = plays(&mut game, "show 2 guess 4");
    let Stop::RoundOver(verdict) = stop else {
        panic!("{stop:?}")
    };
    assert_eq!(
        (verdict.winner, &*verdict.reason),
        (Some(Side::Left), "guess")
    );
    assert_eq!(
        variable(game.state(), &rules, "fingers", Side::Right),
        Value::Int(2)
    );
    assert_eq!(
        variable(game.state(), &rules, "choice", Side::Right),
        Value::Null
    );
}

#[test]
fn a_secret_move_is_told_to_the_other_side_as_made_only() {
    let played = played(&rules("morra/plain"), 5);
    for happened in &played.events {
        let Event::Decided { side, .. } = &happened.event else {
            continue;
        };
        for eye in Side::BOTH {
            let Event::Decided { chosen, .. } = happened.event.seen_by(eye, &played.layout) else {
                panic!()
            };
            assert_eq!(chosen.is_some(), eye == *side);
        }
    }
}

/// Raid: everything that chance can do comes up in a match, and is recorded.
#[test]
fn each_kind_of_chance_comes_up_and_is_replayed() {
    let rules = rules("raid/open");
    let played = played(&rules, 2);
    assert!(happens(&played, |event| matches!(event, Event::Shuffled { .. })) == 2);
    for (what, count) in [
        (
            "tossed",
            happens(&played, |e| matches!(e, Event::Tossed { .. })),
        ),
        (
            "thrown",
            happens(&played, |e| matches!(e, Event::Thrown { .. })),
        ),
        (
            "revealed",
            happens(&played, |e| matches!(e, Event::Revealed { .. })),
        ),
        (
            "picked",
            happens(&played, |e| matches!(e, Event::Picked { .. })),
        ),
        (
            "renewed",
            happens(&played, |e| matches!(e, Event::Renewed { .. })),
        ),
    ] {
        assert!(count > 0, "nothing was {what}");
    }
    let recording = recording(&played.lines);
    let verified = salle::replay::verify(Game::new(rules), &recording, &mut Nobody).unwrap();
    assert_eq!(
        (verified.mismatch, verified.unchecked.counts),
        (None, vec![])
    );
}

/// A well-formed recording that cannot be is one that does not hold, and no failure of the program.
#[test]
fn chance_that_cannot_be_is_a_mismatch() {
    let rules = rules("raid/open");
    let lines = played(&rules, 2).lines;
    let mismatch = |from: &str, to: &str| {
        let place = lines.iter().position(|line| line.contains(from)).unwrap();
        let mut changed = lines.clone();
        changed[place] = changed[place].replace(from, to);
        let recording = recording(&changed);
        let game = Game::new(Rc::clone(&rules));
        let verified = salle::replay::verify(game, &recording, &mut Nobody).unwrap();
        let mismatch = verified.mismatch.unwrap();
        assert_eq!(mismatch.line, place + 1);
        (mismatch.what, mismatch.expected, mismatch.recorded)
    };
    let texts =
        |what, expected: &str, recorded: &str| (what, expected.to_owned(), recorded.to_owned());
    assert_eq!(
        mismatch("\"coin\",\"value\":1", "\"coin\",\"value\":2"),
        texts("coin", "1 for heads or 0 for tails", "2")
    );
    assert_eq!(
        mismatch("\"die\",\"value\":", "\"die\",\"value\":7"),
        texts(
            "die",
            "a number from 1 to 6",
            &format!("7{}", first_die(&lines))
        )
    );
    let (loser, other) = (first_loser(&lines), first_loser(&lines).other());
    let stolen = |side: Side| format!("\"card\",\"side\":\"{side}\"");
    assert_eq!(
        mismatch(&stolen(loser), &stolen(other)),
        texts("side that loses a card", loser.word(), other.word())
    );
}

fn first_die(lines: &[String]) -> i64 {
    let mut dice = lines
        .iter()
        .filter(|line| line.contains("\"kind\":\"die\""));
    let record: Value = serde_json::from_str(dice.next().unwrap()).unwrap();
    record.get("value").and_then(Value::as_int).unwrap()
}

fn first_loser(lines: &[String]) -> Side {
    let mut cards = lines
        .iter()
        .filter(|line| line.contains("\"kind\":\"card\""));
    let record: Value = serde_json::from_str(cards.next().unwrap()).unwrap();
    Side::from_word(record.get("side").and_then(Value::as_text).unwrap()).unwrap()
}

#[test]
fn what_a_ruleset_keeps_stays_between_rounds() {
    let played = played(&rules("raid/open"), 2);
    let layout = &played.layout;
    let Some(Named::Vars(raids)) = layout.named("raids") else {
        panic!()
    };
    let mut begun = 0;
    for happened in &played.events {
        if let Event::RoundBegan { number, .. } = happened.event {
            if number > 1 {
                assert_eq!(happened.after.piles, happened.before.piles);
                assert_eq!(
                    happened.after.variable(raids),
                    happened.before.variable(raids)
                );
                // What is not kept starts anew.
                assert_eq!(
                    happened.after.describe(layout).get("turns"),
                    Some(&Value::Int(0))
                );
            }
            begun += 1;
        }
    }
    assert!(begun > 2);
}

#[test]
fn a_verdict_may_name_who_begins_the_next_round() {
    let played = played(&rules("raid/open"), 2);
    let mut before: Option<(Option<Side>, Side)> = None;
    for happened in &played.events {
        match &happened.event {
            Event::RoundBegan { first, .. } => match before {
                Some((Some(winner), _)) => assert_eq!(*first, winner.other()),
                Some((None, began)) => assert_eq!(*first, began),
                None => assert_eq!(*first, Side::Left),
            },
            Event::RoundEnded { winner, .. } => before = Some((*winner, happened.before.first)),
            _ => {}
        }
    }
}

/// A stolen card is told apart from the own card with the same face, and read back so.
#[test]
fn cards_of_equal_faces_keep_their_decks() {
    let rules = rules("raid/open");
    let layout = rules.layout();
    let text = "{\"hand\": {\"left\": [\"3\", \"3 of deck of right\", \"5\"], \"right\": []}}";
    let state = position::read(layout, &serde_json::from_str(text).unwrap()).unwrap();
    let hand = state.describe(layout).at("hand.left").unwrap().to_string();
    assert_eq!(hand, "[3, 5, 3 of deck of right]");
    let again = position::read(layout, &state.describe(layout)).unwrap();
    assert_eq!(again, state);
    // The backs are public: the other side sees that one of the three is a card of its own deck.
    let other = Observation::new(&state, layout, Side::Right);
    let Some(Named::Piles(hands)) = layout.named("hand") else {
        panic!()
    };
    let backs: Vec<usize> = other.piles[hands.index()]
        .hidden
        .iter()
        .map(|(_, count)| *count)
        .collect();
    assert_eq!(backs, [2, 1]);
}

/// Market: cards are taken by their place in an open row, and one side decides several times.
#[test]
fn a_card_is_taken_by_its_place_even_where_another_is_equal() {
    let rules = rules("market/row");
    let mut game = at(
        &rules,
        "{\"turn\": \"left\", \"row\": [\"fig\", \"pear\", \"fig\", \"kiwi\"]}",
    );
    assert_eq!(
        texts(&game),
        [
            "buy 1 worth 1",
            "buy 2 worth 2",
            "buy 3 worth 1",
            "buy 4 worth 3",
            "done"
        ]
    );
    // The second fig, not the first: two coins. The same side goes on.
    assert_eq!(
        plays(&mut game, "buy 3 worth 1"),
        Stop::Decision(Side::Left)
    );
    let row = game.state().describe(rules.layout());
    assert_eq!(row.get("row").unwrap().to_string(), "[fig, pear, kiwi]");
    // One coin is left, and one card more makes each a coin dearer.
    assert_eq!(texts(&game), ["buy 1 worth 1", "done"]);
    assert_eq!(
        plays(&mut game, "buy 1 worth 1"),
        Stop::Decision(Side::Left)
    );
    assert_eq!(texts(&game), ["done"]);
    assert_eq!(plays(&mut game, "done"), Stop::Decision(Side::Right));
    let row = game.state().describe(rules.layout());
    // Two new cards at the head, the old ones in their order behind them.
    assert!(
        row.get("row")
            .unwrap()
            .to_string()
            .ends_with(", pear, kiwi]")
    );
    assert_eq!(row.get("row").unwrap().items().len(), 4);
}

#[test]
fn the_binary_plays_a_toy_from_a_folder() {
    let output = salle()
        .args(["play", "raid/open", "--left", "random", "--right", "greedy"])
        .args(["--seed", "4", "--rulesets"])
        .arg(toys())
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(shown.contains("the match ends"), "{shown}");
}

/// Lanterns on the Quay: a deck that both share and that is renewed, a distance without a track, and
/// variants that change single entries of the deck.
#[test]
fn the_scenarios_of_the_quay_hold() {
    let output = salle()
        .args(["test", "quay", "--rulesets"])
        .arg(toys())
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(shown.contains("31 runs in 4 files: all hold"), "{shown}");
}

#[test]
fn thirty_matches_of_each_brawl_on_the_quay_hold() {
    let folder = tempfile::tempdir().unwrap();
    for variant in ["basic", "bottle", "short"] {
        let trace = folder.path().join(variant);
        let output = salle()
            .args(["simulate", &format!("quay/{variant}"), "--rulesets"])
            .arg(toys())
            .args(["--games", "30", "--seed", "5", "--set", "target=1"])
            .arg("--trace")
            .arg(&trace)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let output = salle()
            .args(["replay", "verify", "--rulesets"])
            .arg(toys())
            .arg(&trace)
            .output()
            .unwrap();
        let shown = String::from_utf8_lossy(&output.stdout);
        assert!(shown.ends_with("30 matches of 30 hold\n"), "{shown}");
    }
}

#[test]
fn a_variant_changes_one_kind_of_card() {
    let cards = |id: &str, kind: &str| {
        let rules = rules(id);
        let layout = rules.layout();
        let kind = layout.kind(&Value::text(kind));
        let is_it = |card: &&salle::game::Card| Some(layout.card(**card).kind) == kind;
        let held = layout.piles.iter().flat_map(|pile| &pile.holds);
        held.filter(is_it).count()
    };
    assert_eq!(
        (cards("quay/basic", "feint"), cards("quay/short", "feint")),
        (4, 8)
    );
    assert_eq!(
        (cards("quay/basic", "jab"), cards("quay/short", "jab")),
        (7, 7)
    );
    assert_eq!(cards("quay/bottle", "bottle"), 3);
}
