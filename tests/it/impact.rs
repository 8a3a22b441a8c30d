//! `salle impact`: recorded matches under rules that were edited, or with other parameters.

use std::fs;

use serde_json::Value;

use crate::process::Call;

/// Each side takes one, two or three of nine; who takes the last one wins.
const RHAI: &str = "\
fn table(p) { #{ piles: #{}, vars: #{ heap: p.heap } } }
fn setup(v) { [] }
fn moves(v) {
    let list = [];
    for n in [1, 2, 3] {
        if n <= v.heap { list += move(`take ${n}`, #{ number: n }); }
    }
    list
}
fn play(v, m) {
    [set(\"heap\", v.heap - m.number), turn(v.foe)]
}
fn verdict(v) {
    if v.heap == 0 {
        return win(v.foe, \"last\");
    }
}
";

const YAML: &str = "\
title: Nine
script: [rules.rhai]
declare: { heap: { kind: number, min: 1, max: 99, about: What there is to take } }
parameters: { heap: 9, target: 1 }
reasons: { last: Took the last one }
events: { half: Half of it is gone }
";

/// Forty recorded matches of the game.
fn recorded() -> Call {
    let call = Call::new()
        .file("rulesets/nine/basic.yaml", YAML)
        .file("rulesets/nine/rules.rhai", RHAI);
    let args = [
        "simulate",
        "nine/basic",
        "--games",
        "40",
        "--seed",
        "5",
        "--record",
        "replays",
    ];
    assert_eq!(call.run(&args).code, Some(0));
    call
}

fn edit(call: &Call, from: &str, to: &str) {
    call.edit("rulesets/nine/rules.rhai", from, to);
}

fn impact(call: &Call, more: &[&str]) -> (Option<i32>, Value) {
    let mut args = vec!["impact", "nine/basic", "--format", "json"];
    args.extend(more);
    let outcome = call.run(&args);
    (
        outcome.code,
        serde_json::from_str(&outcome.stdout).expect(&outcome.stderr),
    )
}

#[test]
fn where_nothing_was_edited_all_stand() {
    let (code, report) = impact(&recorded(), &[]);
    assert_eq!(code, Some(0));
    assert_eq!(
        (&report["matches"], &report["stands"]),
        (&40.into(), &40.into())
    );
}

#[test]
fn a_move_that_is_gone_breaks_the_matches_in_which_it_was_played() {
    let call = recorded();
    edit(&call, "[1, 2, 3]", "[1, 2]");
    let played = |name: &str| {
        let text = fs::read_to_string(call.folder().join("replays").join(name)).unwrap();
        text.contains("\"move\":\"take 3\"")
    };
    let broken = (1..=40)
        .filter(|number| played(&format!("{number:06}.jsonl")))
        .count();
    let (code, report) = impact(&call, &[]);
    assert_eq!(code, Some(1));
    assert_eq!(report["breaks"], broken);
    // The others lost a choice that nobody took.
    assert_eq!(report["changes"], 40 - broken);
    let group = &report["groups"][0];
    assert_eq!(group["cause"], "`take 3` is not legal");
    assert_eq!(
        (&group["place"]["function"], &group["place"]["line"]),
        (&"moves".into(), &6.into())
    );
}

#[test]
fn a_round_that_ends_otherwise_is_told_with_the_line_that_ends_it() {
    let call = recorded();
    edit(&call, "win(v.foe, \"last\")", "win(v.me, \"last\")");
    let (code, report) = impact(&call, &[]);
    assert_eq!(code, Some(1));
    assert_eq!(report["ends_otherwise"], 40);
    let place = &report["groups"][0]["place"];
    assert_eq!(
        (&place["function"], &place["line"]),
        (&"verdict".into(), &15.into())
    );
}

#[test]
fn what_changes_on_the_way_is_no_break() {
    let call = recorded();
    edit(&call, "turn(v.foe)]\n", "turn(v.foe), event(\"half\")]\n");
    let (code, report) = impact(&call, &[]);
    assert_eq!(code, Some(1));
    assert_eq!(report["changes"], 40);
    assert_eq!(report["groups"][0]["cause"], "the event `half` happens");
    assert_eq!(report["groups"][0]["place"]["function"], "play");
}

#[test]
fn rules_that_fail_break_with_the_place_of_the_fault() {
    let call = recorded();
    edit(&call, "\"last\"", "\"lst\"");
    let (_, report) = impact(&call, &[]);
    assert_eq!(report["breaks"], 40);
    assert_eq!(report["groups"][0]["place"]["line"], 15);
}

#[test]
fn a_parameter_can_be_tried() {
    let outcome = recorded().run(&["impact", "nine/basic", "--set", "heap=10"]);
    assert_eq!(outcome.code, Some(1));
    insta::assert_snapshot!(outcome.stdout);
}

#[test]
fn every_match_has_a_line_and_the_number_of_jobs_makes_no_difference() {
    let call = recorded();
    edit(&call, "[1, 2, 3]", "[1, 3]");
    let with = |jobs: &str| {
        let args = ["impact", "nine/basic", "--format", "jsonl", "--jobs", jobs];
        call.run(&args).stdout
    };
    assert_eq!(with("1").lines().count(), 41);
    assert_eq!(with("1"), with("3"));
}

#[test]
fn matches_of_other_rulesets_are_left_out_unless_they_are_asked_for() {
    let call = recorded().file(
        "rulesets/nine/other.yaml",
        "title: Other\nextends: nine/basic\n",
    );
    let outcome = call.run(&["impact", "nine/other"]);
    assert_eq!(outcome.code, Some(2));
    assert!(
        outcome.stderr.contains("`--all` judges"),
        "{}",
        outcome.stderr
    );
    let outcome = call.run(&["impact", "nine/other", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stdout);
}

#[test]
fn a_damaged_file_is_told_and_the_others_are_judged() {
    let call = recorded().file("replays/000007.jsonl", "{\"type\":\"match\"");
    let outcome = call.run(&["impact", "nine/basic"]);
    assert_eq!(outcome.code, Some(2));
    assert!(
        outcome.stdout.contains("39 of 39 matches stand"),
        "{}",
        outcome.stdout
    );
    assert!(
        outcome.stderr.contains("replays/000007.jsonl:1"),
        "{}",
        outcome.stderr
    );
    let outcome = call.run(&["impact", "nine/basic", "no-such-folder"]);
    assert_eq!(outcome.code, Some(2));
}

#[test]
fn a_recording_by_hand_is_judged_by_what_it_tells() {
    let text = "\
{\"type\":\"match\",\"ruleset\":\"nine/basic\"}
{\"type\":\"round\",\"first\":\"left\"}
{\"type\":\"decision\",\"side\":\"left\",\"move\":\"take 3\"}
{\"type\":\"decision\",\"side\":\"right\",\"move\":\"take 3\"}
{\"type\":\"decision\",\"side\":\"left\",\"move\":\"take 3\"}
{\"type\":\"round_end\",\"winner\":\"left\"}
{\"type\":\"match_end\",\"winner\":\"left\"}
";
    let call = recorded().file("by-hand.jsonl", text);
    let (code, report) = impact(&call, &["by-hand.jsonl"]);
    assert_eq!((code, &report["stands"]), (Some(0), &1.into()));
    edit(&call, "[1, 2, 3]", "[3]");
    let (code, report) = impact(&call, &["by-hand.jsonl"]);
    // It does not tell which moves were legal.
    assert_eq!((code, &report["stands"]), (Some(0), &1.into()));
}
