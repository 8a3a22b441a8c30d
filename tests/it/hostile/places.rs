//! What is no file, leads elsewhere, or is larger than anything that anybody writes.

use std::fs::{self, File};

use super::{small_game, stopped};
use crate::process::Call;

/// A kind of file, where it lies, the call that reads it, and what is said of a large one.
type Kind = (&'static str, &'static [&'static str], &'static str);

const KINDS: &[Kind] = &[
    (
        "x.yaml",
        &["show", "x.yaml"],
        "`x.yaml` is larger than 1048576 bytes",
    ),
    (
        "s.rhai",
        &["show", "t.yaml"],
        "`s.rhai` is larger than 1048576 bytes",
    ),
    (
        "i.rhai",
        &["show", "u.yaml"],
        "`i.rhai` is larger than 1048576 bytes",
    ),
    (
        "g/a.yaml",
        &["--rulesets", ".", "show", "g/b"],
        "g/a.yaml` is larger than 1048576 bytes",
    ),
    (
        "g/scenarios/x.yaml",
        &["test", "g/scenarios/x.yaml"],
        "x.yaml` is larger than 1048576 bytes",
    ),
    (
        "g/scenarios/x.yaml",
        &["test", "g/scenarios"],
        "x.yaml` is larger than 1048576 bytes",
    ),
    (
        "x.jsonl",
        &["replay", "verify", "x.jsonl"],
        "a line of more than 1048576 bytes",
    ),
    (
        "x.jsonl",
        &["replay", "show", "x.jsonl"],
        "a line of more than 1048576 bytes",
    ),
    (
        "x.jsonl",
        &["replay", "step", "x.jsonl"],
        "a line of more than 1048576 bytes",
    ),
    (
        "x.jsonl",
        &["diff", "x.jsonl", "x.jsonl"],
        "a line of more than 1048576 bytes",
    ),
];

/// A call with files that name those of every kind, and the folder of one of them.
fn call(file: &str) -> Call {
    let call = small_game()
        .file("u.yaml", "title: U\nscript: [base.rhai, u.rhai]\n")
        .file("u.rhai", "import \"i\" as i;\n")
        .file("g/b.yaml", "title: B\nextends: g/a\n");
    let path = call.folder().join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let _ = fs::remove_file(path);
    call
}

/// Sparse: it takes no room.
#[test]
fn a_file_of_a_gibibyte_is_not_read() {
    for (file, args, why) in KINDS {
        let call = call(file);
        let large = File::create(call.folder().join(file)).unwrap();
        large.set_len(1 << 30).unwrap();
        stopped(&call, args, why);
    }
}

#[test]
fn a_folder_is_no_file() {
    for (file, args, _) in KINDS {
        let call = call(file);
        fs::create_dir(call.folder().join(file)).unwrap();
        let why = match args[0] {
            "test" => "there are no scenarios",
            _ => "regular file",
        };
        stopped(&call, args, why);
    }
}

/// Whoever opens a pipe waits for its other end: for ever, if there is none.
#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    for (file, args, _) in KINDS {
        let call = call(file);
        assert_eq!(call.shell(&format!("mkfifo {file}")).code, Some(0));
        let why = match args {
            // What is no regular file is none in a list of files.
            ["test", "g/scenarios"] => "there are no scenarios",
            ["test", ..] => "is no ruleset, no game, no file and no folder",
            _ => "regular file",
        };
        stopped(&call, args, why);
    }
}

#[cfg(unix)]
#[test]
fn a_link_leads_nowhere_else() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(
        outside.path().join("x"),
        "title: Secret\nscript: [x.rhai]\n",
    )
    .unwrap();
    let head =
        "{\"type\":\"match\",\"ruleset\":\"x.yaml\"}\n{\"type\":\"match_end\",\"winner\":null}\n";
    let scenario = "rulesets: [x.yaml]\nscenarios: [{ name: nothing, because: nothing, expect: { legal: [] } }]\n";
    for (file, args, why) in [
        (
            "g/x.rhai",
            &["show", "g/s.yaml"][..],
            "error[file]: `g/x.rhai` leads out of the folder `g`",
        ),
        (
            "g/x.yaml",
            &["--rulesets", ".", "show", "g/e"],
            "error[file]: `./g/x.yaml` leads out of the folder `.`",
        ),
        (
            "g/x.rhai",
            &["show", "g/i.yaml"],
            "error[import]: `g/x.rhai` leads out of the folder `g`",
        ),
        (
            "g/x.yaml",
            &["test", "g/scenarios/a.yaml"],
            "error[file]: `x.yaml` leads out of the folder of the rulesets",
        ),
        (
            "x.yaml",
            &["replay", "verify", "a.jsonl"],
            "error[file]: `x.yaml` leads out of the current folder",
        ),
        (
            "x.yaml",
            &["replay", "step", "a.jsonl"],
            "error[file]: `x.yaml` leads out of the current folder",
        ),
        (
            "x.yaml",
            &["diff", "a.jsonl", "a.jsonl"],
            "error[file]: `x.yaml` leads out of the current folder",
        ),
    ] {
        let call = Call::new()
            .file(
                "g/s.yaml",
                "title: S\nextends: touche/kids\nscript: [x.rhai]\n",
            )
            .file("g/e.yaml", "title: E\nextends: g/x\n")
            .file(
                "g/i.yaml",
                "title: I\nextends: touche/kids\nscript: [i.rhai]\n",
            )
            .file("g/i.rhai", "import \"x\" as x;\n")
            .file("g/scenarios/a.yaml", scenario)
            .file("a.jsonl", head);
        std::os::unix::fs::symlink(outside.path().join("x"), call.folder().join(file)).unwrap();
        let outcome = stopped(&call, args, why);
        assert!(!outcome.stderr.contains("Secret"), "{}", outcome.stderr);
    }
}

/// Whoever names a file may name any.
#[test]
fn a_user_may_read_a_replay_under_a_ruleset_of_any_folder() {
    let call = small_game();
    let line = "play t.yaml --left random --right random --seed 1 --record g/a.jsonl";
    fs::create_dir(call.folder().join("g")).unwrap();
    call.run(&line.split(' ').collect::<Vec<_>>()).done();
    let text = fs::read_to_string(call.folder().join("g/a.jsonl")).unwrap();
    let up = text.replace("\"ruleset\":\"t.yaml\"", "\"ruleset\":\"../t.yaml\"");
    assert_ne!(up, text);
    let call = call.file("g/a.jsonl", up);
    // Here it lies outside the folder as well.
    stopped(
        &call,
        &["replay", "verify", "g/a.jsonl"],
        "help: `--ruleset` reads a recording",
    );
    let chosen = ["replay", "verify", "g/a.jsonl", "--ruleset", "t.yaml"];
    assert!(call.run(&chosen).done().contains("holds: t.yaml"));
}
