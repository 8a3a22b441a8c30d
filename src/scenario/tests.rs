//! Faults of scenario files, and the parts of descriptions.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed setup is a failed test"
)]

use super::{ScenarioFile, Vocabulary};
use crate::game::declaration::{
    CardDeclaration, Declaration, PileDeclaration, Seen, Track, VariableDeclaration,
};
use crate::game::{Layout, State, Value};
use crate::scenario::compare::compare;
use crate::text::tree::parse;
use crate::text::{Faults, Source, render_all};

/// A track of 9 spaces, red cards r1 and r2, a blue b1 twice, and two piles to lay them on.
fn layout() -> Layout {
    let card = |face: &str, kind: i64, count| CardDeclaration {
        face: face.to_owned(),
        kind: Value::Int(kind),
        count,
    };
    let pile = |name: &str, per_side, ordered, holds| PileDeclaration {
        name: name.to_owned(),
        per_side,
        ordered,
        seen: Seen::All,
        holds,
        renewed_from: None,
    };
    let variable = |name: &str, per_side, start| VariableDeclaration {
        name: name.to_owned(),
        per_side,
        secret: false,
        start,
    };
    let deck = vec![card("r1", 1, 1), card("r2", 2, 1), card("b1", 1, 2)];
    Layout::new(Declaration {
        gap: None,
        track: Some(Track {
            length: 9,
            left: 1,
            right: 9,
        }),
        piles: vec![
            pile("deck", false, true, deck),
            pile("hand", true, false, Vec::new()),
        ],
        variables: vec![
            variable("mood", false, Value::Null),
            variable("rest", false, Value::Int(3)),
            variable("calm", true, Value::Bool(false)),
        ],
        keep: Vec::new(),
    })
    .unwrap()
}

fn read(text: &str) -> Result<ScenarioFile, Faults> {
    ScenarioFile::read(&Source::new("a.yaml", text))
}

/// Reads a file with one scenario, whose remaining keys are given.
fn scenario(rest: &str) -> Result<Option<State>, Faults> {
    let text = format!("rulesets: [x/y]\nscenarios:\n- name: one\n  because: so\n{rest}");
    let words = Vocabulary {
        reasons: vec!["fell".to_owned()],
        events: vec!["bell".to_owned()],
    };
    read(&text)?.scenarios[0].start(&layout(), &words)
}

fn faults<T: std::fmt::Debug>(result: Result<T, Faults>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn a_whole_file_is_read_and_its_head_counts_for_all() {
    let file = read(
        "\
rulesets: [a/b, a/c]
set: {size: 1}
scenarios:
- name: one
  because: so
  expect: {turn: left}
- name: two
  because: so
  rulesets: [a/d]
  set: {size: 2}
  seed: 7
  play: [go 1, 2, {draw: left, cards: [1, r2]}, {next: round}]
  expect: {winner: nobody, reason: fell}
",
    )
    .unwrap();
    let [one, two] = &file.scenarios[..] else {
        panic!("two scenarios were written");
    };
    assert_eq!((one.rulesets.len(), one.sets.len(), one.seed), (2, 1, 1));
    assert_eq!((two.rulesets.len(), two.sets.len(), two.seed), (1, 2, 7));
    assert_eq!(two.play.len(), 4);
    assert_eq!(two.span.line(), 7);
}

#[test]
fn every_fault_of_a_file_is_reported_at_once() {
    let text = "\
rulset: [x/y]
scenarios:
- name: one
  because: so
  play: [{draw: left}, {drew: left, cards: [1]}, {coin: up}, {next: match}, {die: 1, coin: heads}]
  expect: {winer: left, turn: up, legal: 3, score: {left: 1}}
- name: one
  rulesets: []
  expect: {}
- because: so
  seed: -1
";
    insta::assert_snapshot!(faults(read(text)), @r"
    a.yaml:1:1: unknown key `rulset` in a file of scenarios
    a.yaml:3:3: the scenario is of no ruleset
    a.yaml:6:12: unknown key `winer` in `expect`
    a.yaml:6:31: `turn` cannot be `up`
    a.yaml:6:42: expected a list for `legal`, found a whole number
    a.yaml:6:52: `score` lacks `right`
    a.yaml:5:10: `draw` needs `cards`
    a.yaml:5:25: unknown key `drew` in an item of `play`
    a.yaml:5:57: `coin` cannot be `up`
    a.yaml:5:69: `next` cannot be `match`
    a.yaml:5:77: an item of `play` says one thing
    a.yaml:7:3: the scenario has no `because`
    a.yaml:8:3: `rulesets` names none
    a.yaml:9:11: the scenario expects nothing, so it cannot fail
    a.yaml:7:9: two scenarios are called `one`
    a.yaml:10:3: the scenario has no `name`
    a.yaml:10:3: the scenario is of no ruleset
    a.yaml:10:3: the scenario expects nothing, so it cannot fail
    a.yaml:11:9: `seed` cannot be -1
    ");
}

#[test]
fn a_scenario_that_expects_nothing_is_a_fault() {
    let empty = "rulesets: [x/y]\nscenarios: []\n";
    insta::assert_snapshot!(faults(read(empty)), @"a.yaml:1:1: the file has no scenarios");
    for expect in [
        "",
        "  expect: {}\n",
        "  expect: {state: {}}\n",
        "  expect: {sees: {}}\n",
    ] {
        assert!(
            faults(scenario(expect)).contains("expects nothing"),
            "{expect}"
        );
    }
    assert!(faults(scenario("  expect: {excludes: []}\n")).contains("lists no move"));
}

#[test]
fn names_that_the_ruleset_does_not_have_are_faults_at_their_place() {
    let rest =
        "  position: {space: {left: 3, rihgt: 4}, hnad: {}, hand: {left: [r1, r1], right: [r9]}}
  play: [{draw: left, cards: [g1]}]
  expect:
    reason: fall
    events: [ball]
    state: {mod: 1, deck: yellow, hand: {lft: 2, right: [1, r3]}}
    sees: {left: {deck: {tpo: r1}}}
";
    insta::assert_snapshot!(faults(scenario(rest)), @r"
    a.yaml:5:31: `space` has no side `rihgt`
    a.yaml:5:42: a position has no `hnad`
    a.yaml:5:70: there is no `r1` left for the hand of left
    a.yaml:5:83: there is no card `r9` for the hand of right
    a.yaml:6:10: there is no card `g1`
    a.yaml:8:13: the ruleset has no reason `fall`
    a.yaml:9:14: the ruleset has no event `ball`
    a.yaml:10:13: a position has no `mod`
    a.yaml:10:27: a pile cannot be a text
    a.yaml:10:42: `hand` has no side `lft`
    a.yaml:10:61: there is no card `r3`
    a.yaml:11:26: unknown key `tpo` in a pile
    ");
}

#[test]
fn a_fault_of_a_position_shows_the_nearest_name() {
    let rest = "  position: {hand: {left: [r1, rr]}}\n  expect: {turn: left}\n";
    insta::assert_snapshot!(render_all(&scenario(rest).unwrap_err(), false), @r"
    error[position]: there is no card `rr` for the hand of left
     --> a.yaml:5:32
      |
    5 |   position: {hand: {left: [r1, rr]}}
      |                                ^^
      |
      = help: did you mean `r1`?
    ");
}

#[test]
fn a_position_keeps_what_it_does_not_mention() {
    let rest = "  position: {space: {left: 4}}\n  expect: {turn: left}\n";
    let state = scenario(rest).unwrap().unwrap();
    assert_eq!((state.spaces.left, state.spaces.right), (4, 9));
    assert_eq!(scenario("  expect: {turn: left}\n").unwrap(), None);
}

/// Compares a part with the whole that a position describes; returns the lines that differ.
fn differ(part: &str, literal: bool) -> String {
    let rest = "  position: {hand: {left: [b1, r2], right: [r1]}, mood: {high: 1, low: [2]}}
  expect: {turn: left}
";
    let (layout, state) = (layout(), scenario(rest).unwrap().unwrap());
    let part = parse(&Source::new("part.yaml", part)).unwrap();
    let lines = compare(&layout, &part, &state.describe(&layout), literal);
    let pairs = lines.expected.iter().zip(&lines.found);
    let differing = pairs.filter(|(expected, found)| expected != found);
    let shown: Vec<String> = differing.map(|(_, found)| found.clone()).collect();
    shown.join("; ")
}

#[test]
fn parts_of_a_position_are_compared_key_by_key() {
    for fitting in [
        "hand: {left: [r2, b1]}",
        "hand: {left: [2, 1], right: [1]}",
        // The kind 1 must not take the card that is asked for by its face.
        "hand: {left: [1, r2]}",
        "hand: {left: 2, right: {size: 1}}",
        "deck: {top: 1, size: 1}",
        "deck: [b1]",
        "mood: {low: [2]}",
        "{space: {right: 9}, score: {left: 0, right: 0}, round: 1, turn: left}",
    ] {
        assert_eq!(differ(fitting, false), "", "{fitting}");
    }
    assert_eq!(differ("hand: {left: [1, 1]}", false), "hand.left: [1, 2]");
    assert_eq!(
        differ("hand: {left: [r1, r2]}", false),
        "hand.left: [r2, b1]"
    );
    assert_eq!(differ("hand: {left: 3}", false), "hand.left: 2");
    assert_eq!(differ("deck: {top: r1}", false), "deck.top: b1");
    assert_eq!(
        differ("mood: {low: [2, 2], mid: 1}", false),
        "mood.low: [2]; mood.mid: (there is none)"
    );
    assert_eq!(differ("mood: null", false), "mood: {high: 1, low: [2]}");
}

#[test]
fn what_a_side_sees_is_taken_literally() {
    assert_eq!(differ("hand: {left: [2, 1]}", true), "");
    assert_eq!(differ("hand: {left: 2}", true), "hand.left: [r2, b1]");
    assert_eq!(differ("deck: {top: b1, size: 1}", true), "deck: [b1]");
}

#[test]
fn a_variable_keeps_to_the_kind_that_it_starts_with() {
    let at = |position: &str| {
        scenario(&format!(
            "  position: {{{position}}}\n  expect: {{turn: left}}\n"
        ))
    };
    for fitting in [
        "rest: 2",
        "rest: null",
        "calm: {left: true}",
        "mood: [1, two]",
    ] {
        assert!(at(fitting).unwrap().is_some(), "{fitting}");
    }
    let found = faults(at("rest: two, calm: {left: true, right: 1}"));
    insta::assert_snapshot!(found, @r"
    a.yaml:5:20: `rest` cannot be a text
    a.yaml:5:51: `calm of right` cannot be a whole number
    ");
}
