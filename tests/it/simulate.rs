//! `salle simulate`, as a process.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Makes a call in an empty folder's view of the world: only built-in rulesets.
fn salle(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_salle"));
    command
        .args(line.split(' '))
        .env_remove("SALLE_RULESETS")
        .env("NO_COLOR", "1")
        .stdin(Stdio::null());
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
        let line = format!("{SHORT} --jobs {jobs} --trace {}", trace.display());
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
fn what_is_counted_has_this_shape() {
    let text = stdout("simulate en-garde/classic --seed 7 --games 3 --format json");
    let mut report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["parameters"]["target"], 5);
    // Both change with the ruleset's files, which is not what this test is about.
    report["parameters"] = Value::Null;
    report["fingerprint"] = Value::Null;
    let shown = serde_yaml::to_string(&report).unwrap();
    insta::assert_snapshot!(shown, @"");
}

#[test]
fn the_table_fits_eighty_columns() {
    let text = stdout("simulate en-garde/classic --seed 7 --games 3 --set hand=6");
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
        assert_eq!(line, line.trim_end());
    }
    insta::assert_snapshot!(text, @"");
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
    refused(&format!("{simulate} --jobs 0"), "cannot play with 0 jobs");
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
