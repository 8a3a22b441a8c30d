//! `salle analyse`: what moves were worth.

use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::harness::{here, salle};

const HIT: &str = "replays/en-garde/classic/a-hit.jsonl";

fn analyse(args: &[&str]) -> Output {
    let mut command = salle();
    command.current_dir(here()).arg("analyse").args(args);
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn analysis(args: &[&str]) -> Value {
    let mut all = vec!["--format", "json", "--budget", "400"];
    all.extend(args);
    let ran = analyse(&all);
    assert_eq!(ran.status.code(), Some(0), "{}", text(&ran.stderr));
    serde_json::from_slice(&ran.stdout).unwrap()
}

fn number(value: &Value) -> f64 {
    value["value"].as_f64().unwrap()
}

fn decisions(round: &Value) -> impl Iterator<Item = &Value> {
    let moments = round["moments"].as_array().unwrap().iter();
    moments.filter(|moment| moment["type"] == "decision")
}

#[test]
fn luck_skill_and_hidden_information_add_up() {
    for file in [HIT, "replays/touche/basic/decided-by-ground.jsonl"] {
        let analysis = analysis(&[file]);
        for round in analysis["rounds"].as_array().unwrap() {
            let account = &round["account"];
            let sum = number(&account["luck"]) + number(&account["skill"]["left"])
                - number(&account["skill"]["right"])
                + number(&account["hidden"]["left"])
                - number(&account["hidden"]["right"]);
            let change = number(&round["end"]) - number(&round["start"]);
            assert!((sum - change).abs() < 1e-9, "{file}: {sum} {change}");
        }
    }
}

#[test]
fn every_decision_has_every_legal_move_and_a_label() {
    let recorded = fs::read_to_string(here().join(HIT)).unwrap();
    let recorded: Vec<Value> = recorded
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|record: &Value| record["type"] == "decision")
        .collect();
    let analysis = analysis(&[HIT]);
    let found: Vec<&Value> = decisions(&analysis["rounds"][0]).collect();
    assert_eq!(found.len(), recorded.len());
    for (one, record) in found.iter().zip(&recorded) {
        assert_eq!(one["played"], record["move"]);
        let mut texts: Vec<&str> = one["choices"]
            .as_array()
            .unwrap()
            .iter()
            .map(|choice| choice["move"].as_str().unwrap())
            .collect();
        texts.sort_unstable();
        let legal = record["legal"].as_array().unwrap();
        if legal.len() == 1 {
            assert_eq!(one["label"], "forced");
            continue;
        }
        let mut legal: Vec<&str> = legal.iter().map(|text| text.as_str().unwrap()).collect();
        legal.sort_unstable();
        assert_eq!(texts, legal);
        // The best first, then the others in order.
        let wins: Vec<f64> = one["choices"]
            .as_array()
            .unwrap()
            .iter()
            .map(|choice| number(&choice["win"]))
            .collect();
        assert!(
            wins[1..].is_sorted_by(|one, other| one >= other),
            "{wins:?}"
        );
        assert!(number(&one["loss"]) >= 0.0);
    }
    // The attack that hits was the best move there.
    assert_eq!(found.last().unwrap()["label"], "best");
}

#[test]
fn the_numbers_do_not_depend_on_the_number_of_jobs() {
    let one = analysis(&[HIT, "--jobs", "1"]);
    assert_eq!(one, analysis(&[HIT, "--jobs", "3"]));
    assert_ne!(one, analysis(&[HIT, "--seed", "2"]));
}

#[test]
fn a_recording_that_does_not_hold_is_analysed_as_far_as_it_goes() {
    let whole = fs::read_to_string(here().join(HIT)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("broken.jsonl");
    let broken = whole.replacen("\"number\":3,", "\"number\":9,", 1);
    assert_ne!(whole, broken);
    fs::write(&file, broken).unwrap();
    let ran = analyse(&[file.to_str().unwrap(), "--budget", "100"]);
    assert_eq!(ran.status.code(), Some(1), "{}", text(&ran.stderr));
    assert!(text(&ran.stdout).contains("is broken off"));
    assert!(text(&ran.stderr).contains("goes no further"));
}

#[test]
fn the_screen_says_what_every_number_is() {
    let ran = analyse(&[HIT, "--budget", "400", "--jobs", "1"]);
    let screen = text(&ran.stdout);
    let wide: Vec<&str> = screen
        .lines()
        .filter(|line| line.chars().count() > 80)
        .collect();
    assert_eq!(wide, [""; 0]);
    insta::assert_snapshot!(screen);
}
