//! Two matches side by side, and one match under other rules.

use std::process::Output;

use crate::harness::{here, salle};

const LUNGE: &str = "replays/touche/lunge/a-lunge-answered-by-a-parry.jsonl";
const HIT: &str = "replays/touche/basic/a-hit.jsonl";

fn diff(args: &[&str]) -> Output {
    salle()
        .current_dir(here())
        .arg("diff")
        .args(args)
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_match_does_not_differ_from_itself() {
    let output = diff(&[HIT, HIT]);
    assert_eq!(stdout(&output), "no difference\n");
    assert_eq!(output.status.code(), Some(0));
    let under = diff(&[HIT, "--under", "touche/basic"]);
    assert_eq!(stdout(&under), "no difference\n");
    assert_eq!(under.status.code(), Some(0));
}

/// The lunge is no move of the basic game: the matches part where it is made, and say so.
#[test]
fn under_rules_without_a_move_the_match_goes_as_far_as_that_move() {
    let output = diff(&[LUNGE, "--under", "touche/basic", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let recording = std::fs::read_to_string(here().join(LUNGE)).unwrap();
    let lunge = recording
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .find(|record| {
            record["move"]
                .as_str()
                .is_some_and(|text| text.starts_with("lunge "))
        })
        .unwrap();
    assert_eq!(found["parts"]["decision"], lunge["number"]);
    let reason = format!(
        "decision {}: `{}` is not legal under touche/basic",
        lunge["number"],
        lunge["move"].as_str().unwrap()
    );
    assert_eq!(found["parts"]["reason"], reason);
    // The first difference is no later: some lunge was legal before, or is now.
    assert_eq!(found["first_difference"]["aspect"], "legal moves");
    for lost in found["first_difference"]["moves_lost"].as_array().unwrap() {
        assert!(lost.as_str().unwrap().starts_with("lunge "), "{lost}");
    }
    // The same cards are dealt: both positions hold the same hands.
    let position = |key: &str| found["first_difference"][key]["hand"].clone();
    assert_eq!(position("position_one"), position("position_other"));
}

/// Nothing that was played in this match reaches the far end, so a space less changes only where
/// the right one stands.
#[test]
fn under_another_parameter_the_first_difference_is_named() {
    let output = diff(&[HIT, "--set", "piste=22"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(
        text.starts_with("first difference: round 1, decision "),
        "{text}"
    );
    assert!(text.contains("piste=22"), "{text}");
}

/// Other cards: chance differs before anybody decides.
#[test]
fn other_cards_are_a_difference_of_chance() {
    let output = diff(&[HIT, "replays/touche/basic/a-drawn-round.jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(
        text.starts_with("first difference: round 1, decision 1 of the round: chance"),
        "{text}"
    );
}

#[test]
fn a_recording_that_does_not_hold_is_not_compared() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.jsonl");
    let text = std::fs::read_to_string(here().join(HIT)).unwrap();
    let changed = text.replacen("\"move\":\"advance ", "\"move\":\"advance 9", 1);
    std::fs::write(&broken, changed).unwrap();
    let output = diff(&[broken.to_str().unwrap(), HIT]);
    assert_eq!(output.status.code(), Some(1));
    let says = String::from_utf8(output.stderr).unwrap();
    assert!(says.contains("the recording does not hold: move"), "{says}");
}
