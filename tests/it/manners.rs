//! How the program behaves as a process: pipes, closed ends, colours, files that exist or cannot be
//! written, and input of any kind at the prompt.

use std::fs;

use crate::process::Call;

const BOTS: &str = "play touche/kids --left random --right random --seed 1";
const HUMAN: [&str; 6] = ["play", "touche/kids", "--seed", "1", "--right", "random"];

fn bots<'a>(more: &[&'a str]) -> Vec<&'a str> {
    BOTS.split(' ').chain(more.iter().copied()).collect()
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let call = Call::new();
    call.run(&bots(&["--record", "a.jsonl"])).done();
    for verb in [
        "list",
        "show touche/basic",
        "show touche/basic --format json",
        BOTS,
        "replay show a.jsonl --boards",
        "replay show a.jsonl --format jsonl",
        "replay verify a.jsonl a.jsonl a.jsonl",
        "--help",
    ] {
        let line = format!("{{ \"$SALLE\" {verb}; echo $? >code; }} | head -n 1 >out; cat code");
        assert_eq!(call.shell(&line).done(), "0", "{verb}");
    }
}

#[cfg(unix)]
#[test]
fn ends_that_are_closed_do_no_harm() {
    let call = Call::new();
    let code = |line: &str| call.shell(&format!("{line}; echo $?")).done().to_owned();
    assert_eq!(code("\"$SALLE\" list >&-"), "0");
    assert_eq!(code(&format!("\"$SALLE\" {BOTS} >&-")), "0");
    assert_eq!(code("\"$SALLE\" show nothing 2>&-"), "2");
    assert_eq!(code("\"$SALLE\" show nothing >&- 2>&-"), "2");
    assert_eq!(code("\"$SALLE\" play touche/kids <&- >out 2>&1"), "0");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = "error: cannot write the output: No space left on device (os error 28)";
    let call = Call::new();
    for verb in ["list", BOTS, "show touche/basic --format yaml"] {
        let line = format!("\"$SALLE\" {verb} >/dev/full");
        assert_eq!(call.shell(&line).refused(), full);
    }
}

#[test]
fn colours_are_for_terminals() {
    let call = Call::new();
    let outcome = call.run(&["show", "nothing"]);
    assert!(!outcome.refused().contains('\u{1b}'));
    let outcome = call.run(&["show", "touche/basic"]);
    assert!(!outcome.done().contains('\u{1b}'));
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_colours_unless_it_asks_for_none() {
    let call = Call::new();
    let seen = |set: &str| {
        // `script` runs a command on a terminal of its own.
        let line = format!(
            "command -v script >/dev/null || exit 77; {set} script -qec '\"$SALLE\" show nothing' /dev/null"
        );
        call.shell(&line)
    };
    let plain = seen("NO_COLOR=1");
    if plain.code == Some(77) {
        return;
    }
    assert!(!plain.stdout.contains('\u{1b}'), "{plain:?}");
    assert!(seen("TERM=xterm").stdout.contains('\u{1b}'));
    assert!(!seen("TERM=dumb").stdout.contains('\u{1b}'));
}

#[test]
fn a_recording_replaces_nothing_unless_that_is_asked_for() {
    let call = Call::new()
        .file("old.jsonl", "old\n")
        .file("folder/inside", "");
    assert_eq!(
        call.run(&bots(&["--record", "old.jsonl"])).refused(),
        "error: old.jsonl exists already\nhelp: name another file, or say `--force` to replace it"
    );
    assert_eq!(
        call.run(&bots(&["--record", "nowhere/new.jsonl"]))
            .refused(),
        "error: cannot write nowhere/new.jsonl: there is no folder `nowhere`"
    );
    assert_eq!(
        call.run(&bots(&["--record", "folder"])).refused(),
        "error: folder exists already\nhelp: name another file, or say `--force` to replace it"
    );
    let errors = call.run(&bots(&["--record", "folder", "--force"]));
    assert!(
        errors.refused().ends_with("Is a directory (os error 21)"),
        "{errors:?}"
    );
    assert_eq!(fs::read(call.folder().join("old.jsonl")).unwrap(), b"old\n");
    call.run(&bots(&["--record", "old.jsonl", "--force"]))
        .done();
    call.run(&["replay", "verify", "old.jsonl"]).done();
    // Nothing else is left behind.
    assert_eq!(fs::read_dir(call.folder()).unwrap().count(), 2);
}

#[cfg(unix)]
#[test]
fn a_folder_without_leave_is_told_before_the_match() {
    let call = Call::new();
    let line = format!(
        "mkdir locked && chmod 555 locked; touch locked/x 2>/dev/null || \"$SALLE\" {BOTS} --record locked/a.jsonl"
    );
    let outcome = call.shell(&line);
    // The superuser may write everywhere.
    if outcome.code != Some(0) {
        let error = "error: cannot write locked/a.jsonl: permission denied";
        assert_eq!(outcome.refused(), error);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_recording_that_cannot_be_written_leaves_the_old_one_whole() {
    let call = Call::new();
    call.run(&bots(&["--record", "a.jsonl"])).done();
    let old = fs::read(call.folder().join("a.jsonl")).unwrap();
    // A file may grow to half a KiB, and who writes more is told so.
    let line =
        format!("trap '' XFSZ; ulimit -f 1; \"$SALLE\" {BOTS} --record a.jsonl --force >/dev/null");
    let outcome = call.shell(&line);
    assert_eq!(
        outcome.refused(),
        "error: cannot write a.jsonl: file too large"
    );
    assert_eq!(fs::read(call.folder().join("a.jsonl")).unwrap(), old);
    assert_eq!(fs::read_dir(call.folder()).unwrap().count(), 1);
}

/// A device is written to, and never replaced by a file of its name.
#[cfg(target_os = "linux")]
#[test]
fn devices_and_links_stay_what_they_are() {
    let call = Call::new();
    let line = format!(
        "\"$SALLE\" {BOTS} --record /dev/null --force >/dev/null && test -c /dev/null \
         && ! \"$SALLE\" {BOTS} --record /dev/full --force >/dev/null && test -c /dev/full"
    );
    let outcome = call.shell(&line);
    let error = "error: cannot write /dev/full: No space left on device (os error 28)\n";
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), error));
    let line = format!(
        "echo old >file && ln -s file link && \"$SALLE\" {BOTS} --record link --force >/dev/null \
         && test -L link && \"$SALLE\" replay verify file >/dev/null"
    );
    call.shell(&line).done();
}

#[test]
fn a_match_that_is_left_early_is_kept_as_far_as_it_went() {
    for input in [
        "",
        "advance 1\n",
        "advance 1\nquit\nadvance 1\n",
        "1\n\n\nquit",
    ] {
        let call = Call::new().input(input);
        let mut args = HUMAN.to_vec();
        args.extend(["--record", "a.jsonl"]);
        call.run(&args).done();
        let verified = call.run(&["replay", "verify", "a.jsonl"]);
        let found = verified
            .done()
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned();
        assert!(found.ends_with("written down only so far"), "{found}");
    }
}

#[test]
fn a_match_that_a_fault_ends_is_kept_as_far_as_it_went() {
    let folder = crate::harness::here().join("tests/broken/script");
    let file = |name: &str| fs::read(folder.join(name)).unwrap();
    let call = Call::new()
        .file("t.yaml", file("t.yaml"))
        .file("base.rhai", file("base.rhai"))
        .file(
            "s.rhai",
            "fn play(v, m) { [set(\"n\", 3 / (2 - v.n) * 0 + v.n + 1), turn(v.foe)] }",
        );
    let args = [
        "play", "t.yaml", "--left", "random", "--right", "random", "--record", "a.jsonl",
    ];
    let outcome = call.run(&args);
    assert!(
        outcome
            .broke_off()
            .starts_with("error[arithmetic]: division by zero: 3 / 0")
    );
    let recording = fs::read_to_string(call.folder().join("a.jsonl")).unwrap();
    assert!(recording.contains("\"partial\":true"));
    assert_eq!(recording.matches("\"type\":\"decision\"").count(), 2);
}

#[test]
fn anything_may_be_typed() {
    let long = "x".repeat(5_000_000);
    let inputs: [&[u8]; 5] = [
        b"\x00\x01\x1b[2J foo\n\n   \nquit\n",
        b"999999999999999999999999\n-1\n0\n+1\n1.5\nquit\n",
        b"\xff\xfe\xc0\nquit\n",
        "\u{202e}advance 1\nquit\n".as_bytes(),
        long.as_bytes(),
    ];
    for input in inputs {
        let outcome = Call::new().input(input).run(&HUMAN);
        // What was typed was bad, and says so; nothing else is amiss.
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(2), ""));
        let output = &outcome.stdout;
        assert!(
            !output.contains(['\u{1b}', '\u{0}', '\u{202e}']),
            "{output}"
        );
        assert!(!output.contains("left: advance 1"), "{output}");
        assert!(output.len() < 5_000, "{}", output.len());
    }
}

#[test]
fn bad_calls_say_what_would_be_right() {
    let call = Call::new();
    assert_eq!(
        call.run(&["play", "touche/kids", "--left", "greddy"])
            .refused(),
        "error: there is no player `greddy`\nhelp: the nearest is `greedy`"
    );
    for args in [
        &["frobnicate"][..],
        &["show"],
        &["play", "touche/kids", "--seed", "x"],
        &["replay", "verify"],
        &["show", "touche/basic", "--format", "xml"],
        &[],
    ] {
        let outcome = call.run(args);
        assert!(!outcome.refused().is_empty(), "{args:?}");
    }
}
