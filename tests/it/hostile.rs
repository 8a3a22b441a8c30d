//! Files of a stranger who means harm: each is refused in words, in little memory, and with an end.
//!
//! Those of `tests/hostile` say in their first line what they try, and in their second what stops
//! them; those that are large are made here. How long each takes is measured by hand.

mod large;
mod places;

use std::fs;
use std::path::{Path, PathBuf};

use crate::harness::here;
use crate::process::{Call, Outcome};

/// Address space of a call: 256 MiB to work in; the rest is a stack for scripts, and what the system
/// and its libraries set aside but do not use.
#[cfg(unix)]
const KIBIBYTES: usize = (256 + 128 + 128) << 10;

/// The most that is said of anything, in bytes.
const LONGEST_ANSWER: usize = 20_000;

/// Runs the program in little memory.
#[cfg(unix)]
fn confined(call: &Call, args: &[&str]) -> Outcome {
    let args: Vec<String> = args.iter().map(|word| format!("'{word}'")).collect();
    call.shell(&format!(
        "ulimit -v {KIBIBYTES}; exec \"$SALLE\" {}",
        args.join(" ")
    ))
}

#[cfg(not(unix))]
fn confined(call: &Call, args: &[&str]) -> Outcome {
    call.run(args)
}

/// Checks that a call is refused, or that a replay which can be read does not hold; that it is said
/// why; and that this is not said at length.
fn stopped(call: &Call, args: &[&str], why: &str) -> Outcome {
    let outcome = confined(call, args);
    let (out, errors) = (&outcome.stdout, &outcome.stderr);
    assert!(
        matches!(outcome.code, Some(1 | 2)),
        "{args:?}: {:?}: {errors}",
        outcome.code
    );
    let said = if outcome.code == Some(2) {
        errors
    } else {
        &format!("{out}{errors}")
    };
    let shown: String = said.chars().take(2_000).collect();
    assert!(said.contains(why), "{args:?}: no `{why}` in {shown}");
    assert!(
        errors.len() <= LONGEST_ANSWER && out.len() <= LONGEST_ANSWER,
        "{args:?}: {} and {} bytes",
        out.len(),
        errors.len()
    );
    let steers = |text: &str| text.contains(['\u{1b}', '\u{9b}', '\u{202e}', '\0']);
    assert!(!steers(out) && !steers(errors), "{args:?}: {said:?}");
    outcome
}

/// A call with the small game that the broken scripts change as well.
fn small_game() -> Call {
    let folder = here().join("tests/broken/script");
    let file = |name: &str| fs::read(folder.join(name)).unwrap();
    Call::new()
        .file("t.yaml", file("t.yaml"))
        .file("base.rhai", file("base.rhai"))
        .file("s.rhai", "")
}

/// Returns the files of a folder of `tests/hostile`, each with what stops it.
fn files(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = here().join("tests/hostile").join(folder);
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() > 5);
    let with_reason = paths.into_iter().map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        let second = text.lines().nth(1).unwrap();
        let why = if let Some((_, why)) = second.split_once(" Stopped: ") {
            why.to_owned()
        } else {
            let comment: serde_json::Value = serde_json::from_str(second).unwrap();
            comment["stopped"].as_str().unwrap().to_owned()
        };
        (path, why)
    });
    with_reason.collect()
}

/// Tells whether an answer names a file and a line of it.
fn is_placed(outcome: &Outcome, file: &str) -> bool {
    let said = format!("{}{}", outcome.stdout, outcome.stderr);
    let before = format!("{file}:");
    let mut places = said.split(&before).skip(1);
    places.any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn name(path: &Path) -> &str {
    path.file_name().unwrap().to_str().unwrap()
}

#[test]
fn scripts_are_stopped() {
    let bots = ["--left", "random", "--right", "random"];
    for (path, why) in files("scripts") {
        let call = small_game().file("s.rhai", fs::read(&path).unwrap());
        let outcome = stopped(&call, &[&["play", "t.yaml"], &bots[..]].concat(), &why);
        assert!(
            is_placed(&outcome, "s.rhai") || is_placed(&outcome, "base.rhai"),
            "{}: {}",
            name(&path),
            outcome.stderr
        );
    }
}

#[test]
fn rulesets_are_refused() {
    for (path, why) in files("rulesets") {
        let call = small_game().file("game/x.yaml", fs::read(&path).unwrap());
        let call = call.file("game/s.rhai", "");
        let outcome = stopped(&call, &["show", "game/x.yaml"], &why);
        assert!(is_placed(&outcome, "game/x.yaml"), "{}", outcome.stderr);
        stopped(&call, &["simulate", "game/x.yaml", "--games", "1"], &why);
    }
}

#[test]
fn scenarios_are_refused() {
    for (path, why) in files("scenarios") {
        let call = small_game().file("game/scenarios/x.yaml", fs::read(&path).unwrap());
        let outcome = stopped(&call, &["test", "game"], &why);
        assert!(
            is_placed(&outcome, "game/scenarios/x.yaml"),
            "{}",
            outcome.stderr
        );
    }
}

#[test]
fn replays_are_refused_or_do_not_hold() {
    for (path, why) in files("replays") {
        let call = Call::new()
            .file("t.yaml", "title: T\nextends: touche/kids\n")
            .file("game/x.jsonl", fs::read(&path).unwrap());
        // From the folder of the replay everything beside it is above.
        for verb in [
            "replay verify",
            "replay show",
            "diff x.jsonl",
            "replay step",
        ] {
            let line = format!("cd game; ulimit -v {KIBIBYTES}; exec \"$SALLE\" {verb} x.jsonl");
            let outcome = call.shell(&line);
            check_replay(&outcome, verb, &why);
        }
    }
}

/// Checks what a verb says of a replay: `replay verify` gives the whole reason, the others may word
/// it otherwise where a replay can be read.
fn check_replay(outcome: &Outcome, verb: &str, why: &str) {
    let said = format!("{}{}", outcome.stdout, outcome.stderr);
    let is_readable = why.starts_with("does not hold");
    let code = match (is_readable, verb) {
        (false, _) => 2,
        // A session opens on a match as far as it goes.
        (true, "replay step") => 0,
        (true, _) => 1,
    };
    assert_eq!(outcome.code, Some(code), "{verb}: {said}");
    assert!(
        is_placed(outcome, "x.jsonl") || said.contains("(line "),
        "{verb}: {said}"
    );
    if !is_readable || verb == "replay verify" {
        assert!(said.contains(why), "{verb}: {said}");
    }
    assert!(said.len() <= LONGEST_ANSWER, "{verb}: {}", said.len());
    let steers = ['\u{1b}', '\u{9b}', '\u{202e}', '\0'];
    assert!(!said.contains(steers), "{verb}: {said:?}");
}
