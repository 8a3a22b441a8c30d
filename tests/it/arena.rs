//! `salle arena`, as a process.

use serde_json::Value;

use crate::process::{Call, Outcome};

const SHORT: [&str; 12] = [
    "arena",
    "greedy",
    "random",
    "mcts:5",
    "--ruleset",
    "touche/kids",
    "--set",
    "target=1",
    "--games",
    "6",
    "--seed",
    "7",
];

/// The output of a call that was done; how fast it went is no matter.
fn done(outcome: &Outcome) -> String {
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    outcome.stdout.clone()
}

fn json(more: &[&str]) -> String {
    let args = [&SHORT[..], &["--format", "jsonl"], more].concat();
    done(&Call::new().run(&args))
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    assert_eq!(json(&["--jobs", "1"]), json(&["--jobs", "3"]));
}

#[test]
fn pairs_play_the_same_deals_from_both_sides() {
    let printed = json(&[]);
    let lines: Vec<Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (last, matches) = lines.split_last().unwrap();
    assert_eq!(matches.len(), 18);
    for deal in 1..=3 {
        let of_deal = matches.iter().filter(|line| line["deal"] == deal);
        let mut met: Vec<String> = of_deal
            .clone()
            .map(|line| format!("{} {}", line["players"]["left"], line["players"]["right"]))
            .collect();
        met.sort();
        met.dedup();
        assert_eq!(met.len(), 6);
        let mut seeds: Vec<&Value> = of_deal.map(|line| &line["seed"]).collect();
        seeds.dedup();
        assert_eq!(seeds.len(), 1);
    }
    assert_eq!(last["type"], "arena");
    assert_eq!(last["played"], 18);
    let bots = last["bots"].as_array().unwrap();
    let sum = |key: &str| {
        bots.iter()
            .map(|bot| bot[key].as_u64().unwrap())
            .sum::<u64>()
    };
    assert_eq!(
        (sum("won"), sum("won") + sum("lost") + sum("drawn")),
        (sum("lost"), 36)
    );
    let ratings: Vec<f64> = bots
        .iter()
        .map(|bot| bot["rating"].as_f64().unwrap())
        .collect();
    assert!(ratings.is_sorted_by(|one, other| one >= other));
    assert!(ratings.iter().sum::<f64>().abs() < 0.5);
    let pairs = last["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 3);
}

/// The deal of a seed is that of `salle simulate`, whoever plays.
#[test]
fn a_deal_comes_from_the_seed_alone() {
    let printed = json(&[]);
    let first: Value = serde_json::from_str(printed.lines().next().unwrap()).unwrap();
    let args = [
        "simulate",
        "touche/kids",
        "--seed",
        "7",
        "--games",
        "1",
        "--format",
        "jsonl",
    ];
    let simulated = done(&Call::new().run(&args));
    let simulated: Value = serde_json::from_str(simulated.lines().next().unwrap()).unwrap();
    assert_eq!(first["seed"], simulated["seed"]);
}

#[test]
fn a_table_stands_at_the_end() {
    let printed = done(&Call::new().run(&[&SHORT[..], &["--jobs", "2"]].concat()));
    insta::assert_snapshot!(printed);
}

#[test]
fn what_is_no_arena_is_refused() {
    let refused = |args: &[&str]| Call::new().run(args).refused().to_owned();
    let with = |bots: &[&str], more: &[&str]| {
        refused(&[&["arena"], bots, &["--ruleset", "touche/kids"], more].concat())
    };
    insta::assert_snapshot!(
        [
            with(&["random"], &[]),
            with(&["random", "greedy", "random"], &[]),
            with(&["random", "mtcs"], &[]),
            with(&["random", "mcts:0"], &[]),
            with(&["random", "exec:"], &[]),
            with(&["random", "greedy"], &["--games", "7"]),
        ]
        .join("\n")
    );
}
