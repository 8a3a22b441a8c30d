//! `salle coverage`: how often everything came up, with a seed that shows it.

use serde_json::Value;

use crate::process::Call;

fn report(args: &[&str]) -> Value {
    let mut all = vec!["coverage"];
    all.extend(args);
    all.extend(["--format", "json"]);
    let outcome = Call::new().run(&all);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    serde_json::from_str(&outcome.stdout).unwrap()
}

fn row<'a>(report: &'a Value, list: &str, name: &str) -> &'a Value {
    let rows = report[list].as_array().unwrap();
    rows.iter().find(|row| row["name"] == name).unwrap()
}

#[test]
fn everything_is_counted_in_matches_and_in_scenarios() {
    let report = report(&["touche/basic", "--games", "6"]);
    assert_eq!(report["matches"], 6);
    let number = |row: &Value, key: &str| row[key].as_u64().unwrap();
    // Every decision is made in `play`, and every one of them plays a move of some kind.
    let moves = report["moves"].as_array().unwrap();
    let played: u64 = moves.iter().map(|row| number(row, "in_matches")).sum();
    assert_eq!(played, report["decisions"].as_u64().unwrap());
    assert_eq!(
        number(row(&report, "functions", "play"), "in_matches"),
        played
    );
    // The deck with fewer cards than a round needs is a scenario, and no match.
    let stuck = row(&report, "endings", "stuck");
    assert_eq!(number(stuck, "in_matches"), 0);
    assert!(number(stuck, "in_scenarios") > 0);
    assert_eq!(stuck["seed"], Value::Null);
    assert!(stuck["scenario"].is_string());
}

#[test]
fn the_seed_shows_what_came_up() {
    let report = report(&["touche/basic", "--games", "6"]);
    let seed = row(&report, "endings", "hit")["seed"].to_string();
    let play = [
        "play",
        "touche/basic",
        "--left",
        "random",
        "--right",
        "random",
    ];
    let mut args = play.to_vec();
    args.extend(["--seed", &seed, "--record", "match.jsonl"]);
    let call = Call::new();
    assert_eq!(call.run(&args).code, Some(0));
    let shown = call.run(&["replay", "show", "match.jsonl", "--format", "jsonl"]);
    assert!(shown.stdout.contains("\"reason\":\"hit\""));
}

#[test]
fn lines_are_listed_with_their_counts() {
    let call = Call::new()
        .file("game.yaml", "title: Ring\nscript: [rules.rhai]\n")
        .file(
            "rules.rhai",
            "fn table(p) { #{ piles: #{}, vars: #{ n: 0 } } }\n\
             fn setup(v) { [] }\n\
             fn moves(v) {\n    [move(\"go\")]\n}\n\
             fn play(v, m) {\n    if v.n > 90 {\n        throw \"far\";\n    }\n    set(\"n\", v.n + 1) + turn(v.foe)\n}\n\
             fn verdict(v) { if v.n == 3 { win(\"left\", \"three\") } }\n",
        );
    let call = call.file(
        "game.yaml",
        "title: Ring\nscript: [rules.rhai]\nparameters: { target: 2 }\nreasons: { three: Three }\n",
    );
    let outcome = call.run(&["coverage", "game.yaml", "--games", "2", "--lines"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    insta::assert_snapshot!(outcome.stdout);
}
