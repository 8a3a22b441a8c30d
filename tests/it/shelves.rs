//! Where rulesets are found: built in, and file by file in folders laid over that.

use std::path::Path;
use std::process::Output;

use crate::harness::{here, salle};
use crate::process::Call;

/// Runs the program in a folder.
fn run(folder: &Path, args: &[&str]) -> Output {
    salle().current_dir(folder).args(args).output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Copies a shipped file with a change into a folder.
fn overlay(folder: &Path, name: &str, from: &str, to: &str) {
    let shipped = std::fs::read_to_string(here().join("rulesets").join(name)).unwrap();
    assert!(shipped.contains(from));
    write(&folder.join(name), &shipped.replace(from, to));
}

#[test]
fn in_an_empty_folder_everything_is_built_in() {
    let folder = tempfile::tempdir().unwrap();
    let list = text(&run(folder.path(), &["list"]));
    for id in [
        "touche/basic",
        "touche/lunge",
        "touche/kids",
        "en-garde/classic",
        "en-garde/advanced",
    ] {
        assert!(list.contains(&format!("{id} ")), "{list}");
    }
    for line in list.lines().skip(1) {
        assert!(line.contains("built-in:"), "{line}");
    }
    let recorded = [
        "--seed",
        "3",
        "--set",
        "target=1",
        "--record",
        "match.jsonl",
    ];
    let mut args = vec![
        "play",
        "touche/lunge",
        "--left",
        "greedy",
        "--right",
        "random",
    ];
    args.extend(recorded);
    text(&run(folder.path(), &args));
    let verified = text(&run(folder.path(), &["replay", "verify", "match.jsonl"]));
    assert!(
        verified.starts_with("match.jsonl:1: holds: touche/lunge, 1 round"),
        "{verified}"
    );
}

/// One file of the folder `rulesets` hides the built-in one; its parent, its script and its
/// children come from where they were.
#[test]
fn a_single_file_is_laid_over_the_built_in_ones() {
    let folder = tempfile::tempdir().unwrap();
    overlay(
        &folder.path().join("rulesets"),
        "lib/duel.yaml",
        "  piste: 23",
        "  piste: 17",
    );
    let shown = text(&run(folder.path(), &["show", "touche/kids"]));
    assert!(
        shown.contains("17 spaces, left starts on 1, right on 17"),
        "{shown}"
    );
    assert!(shown.contains("ruleset  rulesets/lib/duel.yaml"), "{shown}");
    assert!(shown.contains("script   built-in:lib/duel.rhai"), "{shown}");
    assert!(
        shown.contains("ruleset  built-in:touche/kids.yaml"),
        "{shown}"
    );
}

/// A folder given comes before `SALLE_RULESETS`, that before `./rulesets`, that before built in.
#[test]
fn the_first_shelf_that_has_a_file_gives_it() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = |name: &str, spaces: &str| {
        overlay(
            &folder.path().join(name),
            "lib/duel.yaml",
            "  piste: 23",
            &format!("  piste: {spaces}"),
        );
    };
    let spaces = |args: &[&str], variable: Option<&str>| {
        let mut command = salle();
        command
            .current_dir(folder.path())
            .args(args)
            .args(["show", "touche/basic"]);
        if let Some(value) = variable {
            command.env("SALLE_RULESETS", value);
        }
        let shown = text(&command.output().unwrap());
        let line = shown
            .lines()
            .find(|line| line.contains(" spaces, "))
            .unwrap();
        line.trim().split(' ').next().unwrap().to_owned()
    };
    assert_eq!(spaces(&[], None), "23");
    shelf("rulesets", "21");
    assert_eq!(spaces(&[], None), "21");
    shelf("variable", "19");
    assert_eq!(spaces(&[], Some("variable")), "19");
    shelf("first", "17");
    shelf("second", "15");
    let both = ["--rulesets", "first", "--rulesets", "second"];
    assert_eq!(spaces(&both, Some("variable")), "17");
    assert_eq!(spaces(&both[2..], Some("variable")), "15");
}

/// A ruleset given by its path finds its scripts beside it, then in the shared folder.
#[test]
fn a_path_is_a_ruleset_too() {
    let folder = tempfile::tempdir().unwrap();
    let variant = "title: A short one\nextends: en-garde/classic\nparameters:\n  piste: 9\n";
    write(&folder.path().join("my game/short.yaml"), variant);
    let shown = text(&run(folder.path(), &["show", "my game/short.yaml"]));
    assert!(
        shown.starts_with("my game/short.yaml: A short one"),
        "{shown}"
    );
    assert!(shown.contains("9 spaces"), "{shown}");
}

#[test]
fn the_files_of_a_built_in_ruleset_can_be_read() {
    let told = Call::new().run(&["show", "touche/lunge", "--source"]);
    let text = told.done();
    for file in [
        "==> built-in:lib/duel.yaml <==",
        "==> built-in:touche/lunge.yaml <==",
        "==> built-in:lib/duel.rhai <==",
    ] {
        assert!(text.contains(file), "{file}");
    }
    assert!(text.contains("fn own_moves(v)"));
}
