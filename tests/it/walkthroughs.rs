//! What the shipped recordings are: each holds, nothing in it is left out but in the one that was
//! written by hand, none is older than the rules, and one match of each ruleset is shown in full.

use std::path::{Path, PathBuf};
use std::process::Command;

fn replays() -> Vec<PathBuf> {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                below(&path, found);
            } else {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    below(&root().join("replays"), &mut found);
    found.sort();
    found
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs the program in the project's folder; standard output and standard error.
fn salle(args: &[&str]) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_salle"));
    let output = command
        .current_dir(root())
        .env("LC_ALL", "C")
        .args(args)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    assert!(output.status.success(), "{}", text(output.stderr));
    (text(output.stdout), text(output.stderr))
}

#[test]
fn every_recording_holds_and_is_complete() {
    let files = replays();
    assert!(files.len() >= 25);
    let mut args = vec!["replay", "verify", "--format", "jsonl"];
    args.extend(files.iter().map(|file| file.to_str().unwrap()));
    let (found, warnings) = salle(&args);
    assert_eq!(warnings, "", "a recording is older than its rules");
    for (line, file) in found.lines().zip(&files) {
        let by_hand = file.ends_with("written-by-hand.jsonl");
        assert!(line.contains("\"holds\":true"), "{line}");
        assert_eq!(line.contains("\"unchecked\":[]"), !by_hand, "{line}");
    }
    assert_eq!(found.lines().count(), files.len());
}

#[test]
fn a_match_of_each_ruleset_walked_through() {
    let (rulesets, _) = salle(&["list", "--format", "jsonl"]);
    for line in rulesets.lines() {
        let id = line.split('"').nth(3).unwrap();
        let folder = root().join("replays").join(id);
        let file = replays()
            .into_iter()
            .find(|file| file.starts_with(&folder))
            .unwrap_or_else(|| panic!("{id} has no recording"));
        let name = file.strip_prefix(root()).unwrap().to_str().unwrap();
        let (text, _) = salle(&["replay", "show", name, "--boards"]);
        insta::assert_snapshot!(id.replace('/', "-"), text, name);
    }
}
