//! `salle simulate`, as a process.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn salle(line: &str) -> Command {
    let mut command = crate::harness::salle();
    command.args(line.split(' ')).stdin(Stdio::null());
    command
}

fn run(line: &str) -> Output {
    salle(line).output().unwrap()
}

/// Runs a call that must succeed, and returns what it prints.
fn stdout(line: &str) -> String {
    let output = run(line);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// A run of five short matches.
const SHORT: &str = "simulate en-garde/classic --set target=1 --seed 7 --games 5";

#[test]
fn the_number_of_jobs_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let with = |jobs: u32| {
        let trace = folder.path().join(format!("{jobs}.jsonl"));
        let line = format!("{SHORT} --jobs {jobs} --force --trace {}", trace.display());
        let printed = ["table", "jsonl"].map(|format| stdout(&format!("{line} --format {format}")));
        (printed, std::fs::read(trace).unwrap())
    };
    assert_eq!(with(1), with(3));
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 2, "temporary files were left: {left:?}");
}

/// Splits a trace into its matches.
fn matches(trace: &str) -> Vec<String> {
    let mut matches: Vec<String> = Vec::new();
    for line in trace.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        if record["type"] == "match" {
            matches.push(String::new());
        }
        let whole = matches.last_mut().expect("a trace begins with a match");
        whole.push_str(line);
        whole.push('\n');
    }
    matches
}

#[test]
fn one_match_alone_is_the_same_as_in_the_run() {
    let all = matches(&stdout(&format!("{SHORT} --trace -")));
    let one = stdout("simulate en-garde/classic --set target=1 --seed 7 --only 4 --trace -");
    assert_eq!(one, all[3]);
}

#[test]
fn a_trace_holds_the_matches_in_order() {
    let all = matches(&stdout(&format!("{SHORT} --jobs 2 --trace -")));
    for (number, text) in (1..).zip(&all) {
        let mut records = text.lines();
        let head: Value = serde_json::from_str(records.next().unwrap()).unwrap();
        assert_eq!(head["game"], number);
        assert_eq!(head["parameters"]["target"], 1);
        assert!(head["seed"].as_u64().unwrap() < 1 << 48);
        for key in ["ruleset", "players", "salle", "fingerprint"] {
            assert!(!head[key].is_null(), "the head has no `{key}`");
        }
        let last: Value = serde_json::from_str(records.next_back().unwrap()).unwrap();
        assert_eq!(last["type"], "match_end");
    }
    assert_eq!(all.len(), 5);
}

#[test]
fn recordings_are_the_matches_of_the_trace_and_are_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("new/records");
    let line = format!("{SHORT} --record {}", records.display());
    let all = matches(&stdout(&format!("{line} --trace -")));
    for (number, text) in (1..).zip(&all) {
        let path = records.join(format!("{number:06}.jsonl"));
        assert_eq!(std::fs::read_to_string(path).unwrap(), *text);
    }
    let third = records.join("000003.jsonl");
    for number in [1, 2, 4, 5] {
        std::fs::remove_file(records.join(format!("{number:06}.jsonl"))).unwrap();
    }
    std::fs::write(&third, "mine").unwrap();
    refused(&line, "000003.jsonl is there already");
    assert_eq!(std::fs::read_to_string(&third).unwrap(), "mine");
    assert_eq!(std::fs::read_dir(&records).unwrap().count(), 1);
    stdout(&format!("{line} --force"));
    assert_eq!(std::fs::read_to_string(&third).unwrap(), all[2]);
}

#[test]
#[allow(clippy::too_many_lines, reason = "the snapshot is long")]
fn what_is_counted_has_this_shape() {
    let text = stdout("simulate en-garde/classic --seed 7 --games 3 --format json");
    let mut report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["parameters"]["target"], 5);
    // Both change with the ruleset's files, which is not what this test is about.
    report["parameters"] = Value::Null;
    report["fingerprint"] = Value::Null;
    let shown = serde_yaml::to_string(&report).unwrap();
    insta::assert_snapshot!(shown, @r"
    type: summary
    ruleset: en-garde/classic
    parameters: null
    fingerprint: null
    players:
      left: random
      right: random
    seed: 7
    games: 3
    interrupted: false
    matches:
      played: 3
      left:
        count: 3
        of: 3
        share: 1.0
        low: 0.438503
        high: 1.0
      right:
        count: 0
        of: 3
        share: 0.0
        low: 0.0
        high: 0.561497
      unfinished:
        count: 0
        of: 3
        share: 0.0
        low: 0.0
        high: 0.561497
      beginner:
        count: 3
        of: 3
        share: 1.0
        low: 0.438503
        high: 1.0
      rounds:
        mean: 9.0
        median: 9
        p95: 11
        max: 11
    rounds:
      played: 27
      left:
        count: 15
        of: 27
        share: 0.555556
        low: 0.37313
        high: 0.724141
      right:
        count: 10
        of: 27
        share: 0.37037
        low: 0.215325
        high: 0.557708
      nobody:
        count: 2
        of: 27
        share: 0.074074
        low: 0.020555
        high: 0.233696
      beginner:
        count: 13
        of: 25
        share: 0.52
        low: 0.334985
        high: 0.699687
      endings:
      - reason: draw
        rounds:
          count: 2
          of: 27
          share: 0.074074
          low: 0.020555
          high: 0.233696
        left: 0
        right: 0
        nobody: 2
      - reason: ground
        rounds:
          count: 14
          of: 27
          share: 0.518519
          low: 0.339856
          high: 0.692568
        left: 9
        right: 5
        nobody: 0
      - reason: hand
        rounds:
          count: 6
          of: 27
          share: 0.222222
          low: 0.106072
          high: 0.407569
        left: 4
        right: 2
        nobody: 0
      - reason: hit
        rounds:
          count: 5
          of: 27
          share: 0.185185
          low: 0.081807
          high: 0.366987
        left: 2
        right: 3
        nobody: 0
      events: []
      decisions:
        mean: 14.37037
        median: 15
        p95: 15
        max: 15
    decisions:
      made: 388
      forced:
        count: 3
        of: 388
        share: 0.007732
        low: 0.002633
        high: 0.022483
      choices:
        mean: 5.154639
        median: 5
        p95: 8
        max: 10
    ");
}

#[test]
fn the_table_fits_eighty_columns() {
    let text = stdout("simulate en-garde/classic --seed 7 --games 3 --set hand=6");
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
        assert_eq!(line, line.trim_end());
    }
    insta::assert_snapshot!(text, @r"
    en-garde/classic: En Garde, classic rules
    with hand=6
    left random, right random, seed 7, 3 matches

    matches         count  of  per cent  95 % interval
    left wins           1   3      33.3       6.1–79.2
    right wins          2   3      66.7      20.8–93.9
    unfinished          0   3       0.0       0.0–56.1
    who began wins      1   3      33.3       6.1–79.2

    rounds          count  of  per cent  95 % interval
    left wins          13  26      50.0      32.1–67.9
    right wins         12  26      46.2      28.8–64.5
    nobody wins         1  26       3.8       0.7–18.9
    who began wins     12  25      48.0      30.0–66.5

    rounds ended by  count  per cent  95 % interval  left  right  nobody
    draw                 1       3.8       0.7–18.9     0      0       1
    ground              21      80.8      62.1–91.5    11     10       0
    hand                 1       3.8       0.7–18.9     1      0       0
    hit                  3      11.5       4.0–29.0     1      2       0

    decisions        count   of  per cent  95 % interval
    one choice only      3  332       0.9        0.3–2.6

                            mean  median  95th percentile  most
    rounds of a match       8.67       9                9     9
    decisions of a round   12.77      13               13    13
    choices of a decision   5.77       6                9    10
    ");
}

#[test]
fn a_fresh_seed_is_printed_and_repeats_the_run() {
    let line = "simulate en-garde/classic --set target=1 --games 2 --format jsonl";
    let text = stdout(line);
    let summary: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(stdout(&format!("{line} --seed {}", summary["seed"])), text);
}

/// Makes a call that must be refused, with these words among the reasons.
fn refused(line: &str, words: &str) {
    let output = run(line);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert!(errors.contains(words), "{line}: {errors}");
    assert!(output.stdout.is_empty(), "{line}");
}

#[test]
fn bad_calls_are_refused() {
    let simulate = "simulate en-garde/classic --seed 7";
    refused(&format!("{simulate} --games 0"), "cannot play 0 matches");
    refused(&format!("{simulate} --jobs 0"), "cannot work with 0 jobs");
    refused(&format!("{simulate} --only 0"), "no match number 0");
    refused(
        &format!("{simulate} --games 5 --only 6"),
        "no match number 6",
    );
    refused(
        &format!("{simulate} --left ramdom"),
        "there is no bot `ramdom`\nhelp: the nearest is `random`",
    );
    refused(
        &format!("{simulate} --right zebra"),
        "help: there is `random`",
    );
    refused("simulate en-garde/classic --only 3", "--seed");
    refused(
        &format!("{simulate} --games 1 --trace /no/such/folder/file"),
        "cannot write /no/such/folder/file",
    );
}

#[test]
#[cfg(unix)]
fn a_reader_that_has_seen_enough_ends_the_run_quietly() {
    let mut child = salle("simulate en-garde/classic --set target=1 --games 100000 --format jsonl")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    assert!(line.starts_with(r#"{"type":"result","game":1,"#), "{line}");
    drop(reader);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert!(output.status.success());
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_the_run_with_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace");
    let line = "simulate en-garde/classic --set target=1 --seed 7 --games 100000 --format jsonl";
    let mut child = salle(&format!("{line} --jobs 2 --trace {}", trace.display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    reader.read_line(&mut text).unwrap();
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    reader.read_to_string(&mut text).unwrap();
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{errors}");
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (summary, results) = lines.split_last().unwrap();
    assert_eq!(summary["interrupted"], true);
    assert_eq!(summary["matches"]["played"], results.len());
    assert!((1..).zip(results).all(|(n, result)| result["game"] == n));
    assert!(errors.contains(&format!("stopped: {} of 100000", results.len())));
    let traced = std::fs::read_to_string(trace).unwrap();
    assert_eq!(matches(&traced).len(), results.len());
}

/// A ruleset whose rules fail in some matches.
fn faulty(folder: &Path) {
    let yaml = "title: Dice\nscript: [dice.rhai]\nreasons: { high: Thrown high }\n";
    let script = r#"
fn table(p) { #{ piles: #{}, vars: #{ thrown: 50 } } }
fn setup(v) { [] }
fn verdict(v) {
    if v.thrown <= 5 { throw "the die fell off the table"; }
    if v.thrown > 80 { return win(v.foe, "high"); }
}
fn moves(v) { [move("throw")] }
fn play(v, m) { [die("thrown", 100), turn(v.foe)] }
"#;
    std::fs::create_dir_all(folder.join("toy")).unwrap();
    std::fs::write(folder.join("toy/dice.yaml"), yaml).unwrap();
    std::fs::write(folder.join("toy/dice.rhai"), script).unwrap();
}

#[test]
fn the_first_match_that_fails_is_named_whatever_the_jobs() {
    let folder = tempfile::tempdir().unwrap();
    faulty(folder.path());
    let failed = |jobs: u32| {
        let trace = folder.path().join(format!("{jobs}.jsonl"));
        let line = format!(
            "simulate toy/dice --rulesets {} --seed 7 --jobs {jobs} --trace {}",
            folder.path().display(),
            trace.display()
        );
        let output = run(&line);
        assert_eq!(output.status.code(), Some(2));
        let errors = String::from_utf8(output.stderr).unwrap();
        (errors, std::fs::read_to_string(trace).unwrap())
    };
    let (errors, trace) = failed(1);
    assert_eq!(failed(3), (errors.clone(), trace.clone()));
    let all = matches(&trace);
    let (last, whole) = all.split_last().unwrap();
    let head: Value = serde_json::from_str(last.lines().next().unwrap()).unwrap();
    assert_eq!(head["partial"], true);
    assert!(whole.iter().all(|text| text.contains("match_end")));
    let named = format!("match {} (seed {}): ", all.len(), head["seed"]);
    assert!(errors.contains(&named), "{errors}");
    assert!(errors.contains("dice.rhai:5:"), "{errors}");
}

#[test]
fn a_trace_replaces_no_file_unless_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace.jsonl");
    let line = format!("{SHORT} --trace {}", trace.display());
    std::fs::write(&trace, "mine").unwrap();
    let output = salle(&line).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("exists already"), "{errors}");
    assert_eq!(std::fs::read_to_string(&trace).unwrap(), "mine");
    stdout(&format!("{line} --force"));
    assert!(
        std::fs::read_to_string(&trace)
            .unwrap()
            .starts_with("{\"type\":\"match\"")
    );
    let output = salle(&format!("{SHORT} --force")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let one = stdout("simulate en-garde/classic --set target=1 --seed 7 --games 1");
    assert!(one.contains(", 1 match\n"), "{one}");
}
