//! The scenarios of the rulesets, and `salle test` that runs them.

use std::path::Path;
use std::process::{Command, Output};

use salle::game::Value;
use salle::scenario::ScenarioFile;
use salle::text::Source;

/// Runs `salle test` in a folder, with the rulesets that are built in.
fn test_in(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_salle"))
        .arg("test")
        .args(args)
        .current_dir(folder)
        .env_remove("SALLE_RULESETS")
        .env("LC_ALL", "C")
        .env("NO_COLOR", "1")
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// Writes a file of scenarios into a fresh folder.
fn with(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("some.yaml"), text).unwrap();
    folder
}

#[test]
fn all_scenarios_of_the_rulesets_hold_and_each_ruleset_has_some() {
    let here = tempfile::tempdir().unwrap();
    let output = test_in(here.path(), &["--format", "json"]);
    let results: Value = serde_json::from_slice(&output.stdout).unwrap();
    let runs = results.get("results").unwrap().items();
    let failed: Vec<String> = runs
        .iter()
        .filter(|run| run.get("holds") != Some(&Value::Bool(true)))
        .map(ToString::to_string)
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));

    let list = Command::new(env!("CARGO_BIN_EXE_salle"))
        .args(["list", "--format", "json"])
        .current_dir(here.path())
        .env_remove("SALLE_RULESETS")
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    let list: Value = serde_json::from_slice(&list.stdout).unwrap();
    for ruleset in list.items() {
        let id = ruleset.get("id");
        // En Garde has no game for children.
        assert_ne!(id, Some(&Value::text("en-garde/kids")));
        let count = runs.iter().filter(|run| run.get("ruleset") == id).count();
        assert!(count > 0, "{ruleset} has no scenarios");
    }
}

const FAILING: &str = "\
rulesets: [touche/basic]
scenarios:
  - name: a move too few and one too many
    because: An attack matches the distance.
    position:
      space: {left: 6, right: 10}
      hand: {left: [1, 2, 3, 4, 4], right: [1, 2, 3, 5, 5]}
      turn: left
    expect:
      turn: right
      legal: [advance 1, advance 2, advance 3, advance 4, retreat 1, retreat 2, retreat 3, attack 4,
              attack 4x2]
      includes: [attack 4, attack 3]
      excludes: [attack 4x2]
  - name: another state
    because: One card is drawn for one played.
    set: {piste: 19}
    position:
      space: {left: 6, right: 12}
      hand: {left: [1, 2, 3, 4, 4], right: [1, 2, 3, 5, 5]}
      pile: [5, 1, 4]
      turn: left
    play: [retreat 1]
    expect:
      winner: left
      score: {left: 1, right: 0}
      state:
        space: {left: 5, right: 12}
        hand: {left: [2, 3, 4, 4, 4]}
        discard: {top: 1, size: 1}
        pile: 3
        attack: {value: 3}
      sees: {right: {hand: {left: [2, 3]}}}
  - name: an illegal move
    because: Nobody moves onto the opponent.
    position:
      space: {left: 6, right: 9}
      hand: {left: [1, 3, 3, 4, 4], right: [1, 2, 2, 5, 5]}
      turn: left
    play:
      - atack 3
    expect: {winner: left}
  - name: after the end
    because: A round that has ended goes on with the next one only if the scenario says so.
    position:
      space: {left: 6, right: 9}
      hand: {left: [1, 3, 3, 4, 4], right: [1, 2, 2, 5, 5]}
      turn: left
    play: [attack 3, advance 1]
    expect: {winner: left}
  - name: chance that nobody asks for
    because: A hit ends the round.
    position:
      space: {left: 6, right: 9}
      hand: {left: [1, 3, 3, 4, 4], right: [1, 2, 2, 5, 5]}
      pile: [1, 2]
      turn: left
    play:
      - attack 3
      - {draw: left, cards: [2]}
      - {draw: right, cards: [1]}
    expect: {winner: left}
  - name: the wrong side draws
    because: Who played draws.
    position:
      space: {left: 6, right: 12}
      hand: {left: [1, 3, 3, 4, 4], right: [1, 2, 2, 5, 5]}
      pile: [1, 2]
      turn: left
    play:
      - advance 1
      - {draw: right, cards: [2]}
    expect: {turn: right}
";

#[test]
fn a_failure_says_what_was_expected_and_what_came() {
    let folder = with(FAILING);
    let output = test_in(folder.path(), &["some.yaml"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output), "");
    insta::assert_snapshot!(stdout(&output), @r"
    FAIL some.yaml: 6 scenarios, 6 runs, 6 fail

    some.yaml:3: a move too few and one too many (touche/basic)
      because: An attack matches the distance.
      - expected  + came
      turn:
        - right
        + left
      legal:
          retreat 1
          retreat 2
          retreat 3
        + retreat 4
          attack 4
          attack 4x2
        - advance 4
      includes:
          retreat 4
          attack 4
          attack 4x2
        - attack 3
      excludes:
          retreat 3
          retreat 4
          attack 4
        + attack 4x2

    some.yaml:15: another state (touche/basic piste=19)
      because: One card is drawn for one played.
      - expected  + came
      winner:
        - left
        + (no round has ended: right decides)
      score:
        - left: 1
        + left: 0
          right: 0
      state:
          space.left: 5
          space.right: 12
        - hand.left: [2, 3, 4, 4, 4]
        + hand.left: [2, 3, 4, 4, 5]
          discard.top: 1
        - discard.size: 1
        - pile: 3
        - attack: {value: 3}
        + discard.size: 13
        + pile: 2
        + attack: null
      sees.right:
        - hand.left: [2, 3]
        + hand.left: 5

    some.yaml:34: an illegal move (touche/basic)
      because: Nobody moves onto the opponent.
      line 41: `atack 3` is not a legal move of left
      did you mean `attack 3`?
      legal: `advance 1`, `retreat 1`, `retreat 3`, `retreat 4`, `attack 3` or `attack 3x2`

    some.yaml:43: after the end (touche/basic)
      because: A round that has ended goes on with the next one only if the scenario says so.
      line 49: `advance 1` cannot be played: the round is over, won by left (hit)

    some.yaml:51: chance that nobody asks for (touche/basic)
      because: A hit ends the round.
      line 61: chance was never asked for this

    some.yaml:63: the wrong side draws (touche/basic)
      because: Who played draws.
      line 72: a draw is due, of left, and the next answer given is for right

    6 of 6 runs failed
    ");
}

#[test]
fn a_failure_as_data() {
    let folder = with(FAILING);
    let output = test_in(
        folder.path(),
        &["some.yaml", "--format", "jsonl", "--filter", "an illegal"],
    );
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(stdout(&output), @r#"
    {"file":"some.yaml","line":34,"name":"an illegal move","because":"Nobody moves onto the opponent.","ruleset":"touche/basic","set":[],"holds":false,"broken":{"line":41,"message":"`atack 3` is not a legal move of left","legal":["advance 1","retreat 1","retreat 3","retreat 4","attack 3","attack 3x2"],"nearest":"attack 3"}}
    "#);
}

#[test]
fn a_filter_that_matches_nothing_is_a_bad_call() {
    let here = tempfile::tempdir().unwrap();
    let output = test_in(here.path(), &["touche/basic", "--filter", "the last crad"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "");
    insta::assert_snapshot!(stderr(&output), @r"
    error: no scenario's and no snapshot's name contains `the last crad`
    help: the text stands anywhere in the name, in the same case
    ");
    let output = test_in(here.path(), &["touche/basic", "--filter", "a match begins"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    insta::assert_snapshot!(stdout(&output), @r"
    ok   built-in:lib/scenarios/rounds.yaml: 1 scenario, 1 run
    1 run in 1 file: all hold
    ");
}

#[test]
fn bad_calls_and_bad_files() {
    let folder = with(
        "rulesets: [touche/bsaic]\nscenarios:\n  - name: one\n    because: so\n    expect: {turn: left}\n",
    );
    let output = test_in(folder.path(), &["touche/basics"]);
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(stderr(&output), @r"
    error: `touche/basics` is no ruleset, no game, no file and no folder
    help: the nearest is `touche/basic`
    ");
    let output = test_in(folder.path(), &["some.yaml"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "");
    insta::assert_snapshot!(stderr(&output), @r"
    error[unknown-ruleset]: there is no ruleset `touche/bsaic`
     --> some.yaml:1:12
      |
    1 | rulesets: [touche/bsaic]
      |            ^^^^^^^^^^^^
      |
      = help: the nearest is `touche/basic`; `salle list` shows all
    ");
    let output = test_in(folder.path(), &["."]);
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(stderr(&output), @r"
    error: there are no scenarios and no snapshots below `.`
    help: they lie in folders called `scenarios` and `snapshots`
    ");
}

#[test]
fn what_an_edit_breaks_shows_in_the_scenarios() {
    let here = tempfile::tempdir().unwrap();
    let output = test_in(here.path(), &["touche", "--set", "last_attack=false"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        text.contains(": one last attack after a move (touche/basic)"),
        "{text}"
    );
    assert!(!text.contains("en-garde"), "{text}");
}

#[test]
fn a_designers_own_ruleset_has_its_scenarios_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("my games");
    std::fs::create_dir_all(game.join("scenarios")).unwrap();
    let ruleset = "title: Mine\nextends: touche/basic\nparameters: {piste: 9}\n";
    std::fs::write(game.join("mine.yaml"), ruleset).unwrap();
    let scenarios = "\
rulesets: [mine.yaml]
scenarios:
  - name: a short piste
    because: Mine has 9 spaces.
    expect: {state: {space: {right: 9}}}
";
    std::fs::write(game.join("scenarios/all mine.yaml"), scenarios).unwrap();
    for argument in [
        "my games",
        "my games/mine.yaml",
        "my games/scenarios",
        "my games/scenarios/all mine.yaml",
    ] {
        let output = test_in(folder.path(), &[argument]);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{argument}: {}",
            stderr(&output)
        );
        assert!(
            stdout(&output).ends_with("1 run in 1 file: all hold\n"),
            "{argument}"
        );
    }
}

#[test]
fn the_example_of_the_documentation_holds() {
    let text = include_str!("../../docs/scenarios.md");
    let blocks = text.split("```yaml\n").skip(1);
    let examples = blocks.filter_map(|block| block.split("```").next());
    let whole: Vec<&str> = examples
        .filter(|block| block.contains("scenarios:"))
        .collect();
    assert!(!whole.is_empty());
    for example in whole {
        ScenarioFile::read(&Source::new("example.yaml", example)).unwrap();
        let folder = with(example);
        let output = test_in(folder.path(), &["some.yaml"]);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}{}",
            stdout(&output),
            stderr(&output)
        );
    }
}
