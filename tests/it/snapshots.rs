//! `salle test` on snapshots: what changed, by cause; accepted with a reason, and never unasked.

use std::fs;
use std::path::Path;

use crate::process::{Call, Outcome};

const YAML: &str = "\
title: Nine
script: [rules.rhai]
declare: { heap: { kind: number, min: 1, max: 99, about: What there is to take } }
parameters: { heap: 9, target: 1 }
reasons: { last: Took the last one }
";

/// Each side takes one, two or three of nine; who takes the last one wins.
const RHAI: &str = "\
fn table(p) { #{ piles: #{}, vars: #{ heap: p.heap } } }
fn setup(v) { [] }
fn moves(v) { [1, 2, 3].filter(|n| n <= v.heap).map(|n| move(`take ${n}`, #{ number: n })) }
fn play(v, m) { [set(\"heap\", v.heap - m.number), turn(v.foe)] }
fn verdict(v) { if v.heap == 0 { win(v.foe, \"last\") } }
";

const SET: &str = "rulesets: [basic.yaml]\nmatches: 5\n";

const FIRST: &str = "rulesets/nine/snapshots/first";

fn nine() -> Call {
    Call::new()
        .file("rulesets/nine/basic.yaml", YAML)
        .file("rulesets/nine/rules.rhai", RHAI)
        .file("rulesets/nine/snapshots/first.yaml", SET)
}

/// The game with its snapshots accepted.
fn accepted() -> Call {
    let call = nine();
    let outcome = call.run(&["test", "nine", "--accept", "--because", "the first ones"]);
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    call
}

/// Edits the rules.
fn edit(call: &Call, from: &str, to: &str) {
    call.edit("rulesets/nine/rules.rhai", from, to);
}

fn test(call: &Call, more: &[&str]) -> Outcome {
    let mut args = vec!["test", "nine"];
    args.extend(more);
    call.run(&args)
}

/// The names of the files in the folder of accepted snapshots, sorted.
fn files(call: &Call) -> Vec<String> {
    let folder = call.folder().join(FIRST);
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<String> = entries
        .map(name)
        .map(|name| name.into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn read(call: &Call, name: &str) -> String {
    fs::read_to_string(call.folder().join(FIRST).join(name)).unwrap()
}

#[test]
fn what_nobody_has_accepted_lies_beside_until_somebody_does() {
    let call = nine();
    let outcome = test(&call, &[]);
    assert_eq!(outcome.code, Some(1));
    assert!(outcome.stdout.contains("5 snapshots are not accepted yet"));
    assert_eq!(files(&call).len(), 5);
    assert!(files(&call).iter().all(|name| name.ends_with(".txt.new")));
    // Accepting takes a reason.
    let refused = test(&call, &["--accept"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("--because"), "{}", refused.stderr);
    assert_eq!(
        test(&call, &["--accept", "--because", "right so"]).code,
        Some(0)
    );
    assert!(files(&call).iter().all(|name| !name.contains(".new")));
    assert!(read(&call, "basic-1.txt").contains("\nbecause: right so\n"));
    assert_eq!(test(&call, &[]).code, Some(0));
}

#[test]
fn what_changed_is_told_by_cause_with_an_example() {
    let call = accepted();
    edit(&call, "[1, 2, 3].filter", "[1, 2].filter");
    let outcome = test(&call, &["--read-only"]);
    assert_eq!(outcome.code, Some(1));
    insta::assert_snapshot!(outcome.stdout);
}

#[test]
fn nothing_is_written_over_unasked_and_nothing_at_all_where_only_reading_is_allowed() {
    let call = accepted();
    let before = read(&call, "basic-1.txt");
    edit(&call, "[1, 2, 3].filter", "[1, 2].filter");
    assert_eq!(test(&call, &["--read-only"]).code, Some(1));
    assert_eq!(call.shell("CI=1 $SALLE test nine").code, Some(1));
    assert_eq!(files(&call).len(), 5);
    assert_eq!(test(&call, &[]).code, Some(1));
    assert_eq!(files(&call).len(), 10);
    assert_eq!(read(&call, "basic-1.txt"), before);
    assert!(read(&call, "basic-1.txt.new").contains("legal     take 1 | take 2\n"));
    // Once the edit is taken back, nothing waits any more.
    edit(&call, "[1, 2].filter", "[1, 2, 3].filter");
    assert_eq!(test(&call, &[]).code, Some(0));
    assert_eq!(files(&call).len(), 5);
}

#[test]
fn one_group_can_be_accepted_alone() {
    let call = accepted();
    // Some matches lose a move at first, others end otherwise.
    let one = "moves(v) { if v.heap == 9 { return [move(\"take 3\", #{ number: 3 })]; } [1";
    edit(&call, "moves(v) { [1", one);
    let outcome = test(&call, &["--accept", "lost-tke", "--because", "so"]);
    assert_eq!(outcome.code, Some(2));
    assert!(
        outcome.stderr.contains("the nearest is `lost-take`"),
        "{}",
        outcome.stderr
    );
    assert_eq!(
        test(&call, &["--accept", "lost-take", "--because", "so"]).code,
        Some(0)
    );
    assert!(read(&call, "basic-3.txt").contains("because: so\n"));
}

#[test]
fn a_review_asks_and_goes_on_without_a_terminal() {
    let call = accepted();
    edit(&call, "[1, 2, 3].filter", "[1, 2].filter");
    let call = call.input("n\nwhat\na\ns\n");
    let outcome = test(&call, &["--review"]);
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.stdout.contains("`what` is none of these"));
    assert!(outcome.stdout.contains("accepted with a reason"));
    assert!(read(&call, "basic-1.txt").contains("because: the first ones"));
    let call = call.input("a threes are gone\n");
    assert_eq!(test(&call, &["--review"]).code, Some(0));
    assert!(read(&call, "basic-1.txt").contains("because: threes are gone"));
    // Nobody there: nothing is accepted.
    edit(&call, "[1, 2].filter", "[1].filter");
    let call = call.input("");
    assert_eq!(test(&call, &["--review"]).code, Some(1));
    assert!(read(&call, "basic-1.txt").contains("because: threes are gone"));
}

#[test]
fn what_another_parameter_does_is_neither_kept_nor_accepted() {
    let call = accepted();
    assert_eq!(test(&call, &["--set", "heap=8"]).code, Some(1));
    assert_eq!(files(&call).len(), 5);
    let refused = test(&call, &["--set", "heap=8", "--accept", "--because", "so"]);
    assert!(refused.refused().contains("cannot be used with"));
    // What waits because of an edit goes on waiting.
    edit(&call, "[1, 2, 3].filter", "[1, 2].filter");
    assert_eq!(test(&call, &[]).code, Some(1));
    assert_eq!(files(&call).len(), 10);
    assert_eq!(test(&call, &["--set", "heap=8"]).code, Some(1));
    assert_eq!(files(&call).len(), 10);
}

#[test]
fn orphans_are_named_and_stay() {
    let call = accepted();
    let set = call.folder().join("rulesets/nine/snapshots/first.yaml");
    fs::write(set, SET.replace('5', "4")).unwrap();
    let outcome = test(&call, &[]);
    assert_eq!(outcome.code, Some(0));
    let orphan = Path::new(FIRST).join("basic-5.txt");
    let line = format!("no match belongs to the snapshot {}", orphan.display());
    assert!(outcome.stdout.contains(&line), "{}", outcome.stdout);
    assert!(call.folder().join(orphan).exists());
    // With a filter, what was left out is no orphan.
    assert!(
        !test(&call, &["--filter", "basic-1"])
            .stdout
            .contains("no match")
    );
}

#[test]
fn a_filter_that_fits_nothing_is_a_bad_call() {
    let outcome = test(&accepted(), &["--filter", "basic-9"]);
    assert!(
        outcome
            .refused()
            .contains("no snapshot's name contains `basic-9`")
    );
}

#[test]
fn recordings_among_snapshots_are_kept_too() {
    let call = accepted();
    let recording = call.run(&[
        "simulate",
        "nine/basic",
        "--games",
        "2",
        "--seed",
        "4",
        "--trace",
        "-",
    ]);
    let call = call.file("rulesets/nine/snapshots/real.jsonl", recording.stdout);
    assert_eq!(
        test(&call, &["--accept", "new", "--because", "played once"]).code,
        Some(0)
    );
    let folder = call.folder().join("rulesets/nine/snapshots");
    assert!(folder.join("real.txt").exists() && folder.join("real-2.txt").exists());
    assert_eq!(test(&call, &[]).code, Some(0));
    // A decision that is not legal any more is where it stops.
    edit(&call, "[1, 2, 3].filter", "[2].filter");
    let outcome = test(&call, &["--filter", "real"]);
    assert_eq!(outcome.code, Some(1));
    assert!(
        outcome.stdout.contains("2 of 2 snapshots differ"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn what_is_no_snapshot_is_refused_with_its_place() {
    let call = accepted();
    fs::write(call.folder().join(FIRST).join("basic-2.txt"), "hello\n").unwrap();
    let outcome = test(&call, &[]);
    assert_eq!(outcome.code, Some(2));
    let place = format!("{FIRST}/basic-2.txt:1:1");
    assert!(outcome.stderr.contains(&place), "{}", outcome.stderr);
    let call = call.file(
        "rulesets/nine/snapshots/bad.yaml",
        "rulesets: [basic.yaml]\nmatchs: 2\n",
    );
    let outcome = test(&call, &[]);
    assert_eq!(outcome.code, Some(2));
    assert!(
        outcome.stderr.contains("did you mean `matches`?"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn a_snapshot_of_another_match_is_no_snapshot_of_this_one() {
    let call = accepted();
    let text = read(&call, "basic-2.txt");
    let path = call.folder().join(FIRST).join("basic-2.txt");
    fs::write(
        path,
        text.replace("number 2 of seed 1", "number 7 of seed 3"),
    )
    .unwrap();
    let outcome = test(&call, &["--read-only"]);
    assert_eq!(outcome.code, Some(1));
    assert!(
        outcome.stdout.contains("it is of another match"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn rules_that_fail_are_a_difference_and_no_end_of_the_run() {
    let call = accepted();
    edit(&call, "win(v.foe, \"last\")", "win(v.foe, \"lst\")");
    let outcome = test(&call, &[]);
    assert_eq!(outcome.code, Some(1));
    assert!(
        outcome.stdout.contains("this ruleset has no reason `lst`"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn a_new_variant_and_a_new_game_pass_at_once() {
    let call = Call::new();
    for args in [
        ["new", "rulesets/mine", "--from", "touche/basic"].as_slice(),
        &["new", "rulesets/own", "--blank"],
    ] {
        assert_eq!(call.run(args).code, Some(0));
    }
    for args in [
        ["check", "mine", "own", "--games", "10"].as_slice(),
        &["test", "mine", "own"],
    ] {
        let outcome = call.run(args);
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
    }
}
