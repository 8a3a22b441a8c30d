//! Whole sessions at a terminal, and sessions that end otherwise.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rexpect::session::{PtySession, spawn_command};

use crate::harness::{here, salle};

/// A machine with load is slow: how long to wait before a test fails, in milliseconds.
const PATIENCE: u64 = 60_000;

/// A folder with a recording and a place for journals.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let from = here().join("replays/touche/lunge/a-lunge-answered-by-a-retreat.jsonl");
        fs::copy(from, folder.path().join("match.jsonl")).unwrap();
        Self { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = salle();
        command
            .current_dir(self.path())
            .env("SALLE_STATE", self.path().join("state"))
            .env("TERM", "xterm")
            .args(args);
        command
    }

    fn at_terminal(&self, args: &[&str]) -> PtySession {
        spawn_command(self.command(args), Some(PATIENCE)).unwrap()
    }

    fn records(&self) -> String {
        fs::read_to_string(self.path().join("match.jsonl")).unwrap()
    }

    /// Runs commands that are given instead of typed, and returns the output.
    fn given(&self, args: &[&str], lines: &[&str]) -> (String, Option<i32>) {
        let mut command = self.command(args);
        for line in lines {
            command.args(["--exec", line]);
        }
        let output = command.output().unwrap();
        (
            String::from_utf8(output.stdout).unwrap(),
            output.status.code(),
        )
    }
}

const STEP: [&str; 3] = ["replay", "step", "match.jsonl"];

#[test]
fn a_replay_is_stepped_through_noted_and_saved() {
    let place = Place::new();
    let mut terminal = place.at_terminal(&STEP);
    terminal.exp_string("[main 1/7] left> ").unwrap();
    terminal.send_line("step 3").unwrap();
    terminal.exp_string("L on 10, R on 19, distance 9").unwrap();
    terminal.exp_string("[main 4/7] right> ").unwrap();
    // Tab completes what is unique.
    terminal.send("hist\t").unwrap();
    terminal.send_line("").unwrap();
    terminal.exp_string("4  right: lunge 4 5").unwrap();
    terminal.exp_string("[main 4/7] right> ").unwrap();
    // Ctrl-C drops the line, not the session.
    terminal.send("note nonsense").unwrap();
    terminal.send_control('c').unwrap();
    terminal.exp_string("[main 4/7] right> ").unwrap();
    terminal.send_line("note a long step").unwrap();
    terminal.exp_string("noted").unwrap();
    terminal.exp_string("[main 4/7] right> ").unwrap();
    terminal.send_control('d').unwrap();
    terminal.exp_string("written to match.jsonl").unwrap();
    terminal.exp_eof().unwrap();
    assert!(
        place
            .records()
            .ends_with("{\"type\":\"note\",\"after\":3,\"text\":\"a long step\"}\n")
    );
    assert!(!place.records().contains("nonsense"));
}

#[test]
fn a_match_is_played_against_a_bot() {
    let place = Place::new();
    let args = [
        "play",
        "touche/basic",
        "--seed",
        "17",
        "--record",
        "mine.jsonl",
    ];
    let mut terminal = place.at_terminal(&args);
    terminal.exp_string("left> ").unwrap();
    terminal.send_line("advance 2").unwrap();
    terminal.exp_string("right draws 1 card").unwrap();
    terminal.exp_string("left> ").unwrap();
    terminal.send_line("quit").unwrap();
    terminal.exp_string("written to mine.jsonl").unwrap();
    terminal.exp_eof().unwrap();
    let record = fs::read_to_string(place.path().join("mine.jsonl")).unwrap();
    assert!(record.contains("\"partial\":true"));
    assert_eq!(record.matches("\"type\":\"decision\"").count(), 2);
}

#[test]
fn saved_rules_are_read_while_a_line_is_typed() {
    let place = Place::new();
    let rules = place.path().join("rulesets/high-card");
    fs::create_dir_all(&rules).unwrap();
    for name in ["basic.yaml", "high-card.rhai"] {
        let from = here().join("docs/examples/rulesets/high-card").join(name);
        fs::copy(from, rules.join(name)).unwrap();
    }
    let mut terminal = place.at_terminal(&["repl", "high-card/basic", "--seed", "4"]);
    terminal.exp_string("left> ").unwrap();
    terminal.send("no").unwrap();
    let script = rules.join("high-card.rhai");
    let text = fs::read_to_string(&script).unwrap();
    fs::write(&script, text.replace("`play ${n}`", "`lay ${n}`")).unwrap();
    terminal
        .exp_string("the rules of high-card/basic have changed")
        .unwrap();
    terminal.exp_string("moves gained here: lay").unwrap();
    terminal.exp_string("moves lost here: play").unwrap();
    fs::write(&script, "fn setup(v) {").unwrap();
    terminal.exp_string("the old rules stay in force").unwrap();
    terminal.send_line("te so far").unwrap();
    terminal.exp_string("noted").unwrap();
    terminal.send_line("lay 1").unwrap();
    terminal.exp_string("left: lay 1").unwrap();
    terminal.send_line("quit").unwrap();
    terminal.exp_eof().unwrap();
}

/// Starts a session whose lines come through a pipe.
fn piped(place: &Place, args: &[&str]) -> Child {
    place
        .command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn whatever_was_typed_is_taken_back_after_a_kill() {
    // Killed after each number of answers.
    let lines = [
        "step 3",
        "advance 1",
        "note so",
        "mark here",
        "rename other",
        "2",
        "note two",
    ];
    for typed in 1..=lines.len() {
        let place = Place::new();
        let mut child = piped(&place, &STEP);
        let mut input = child.stdin.take().unwrap();
        let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
        for (index, line) in lines[..typed].iter().enumerate() {
            writeln!(input, "{line}").unwrap();
            // An answer that was shown is not lost.
            read_until(&mut output, &format!("marker-{index}"), &mut input);
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let before = place.records();
        let mut whole = vec!["recover"];
        whole.push("branches");
        whole.push("notes");
        let (found, code) = place.given(&STEP, &whole);
        assert_eq!(code, Some(0), "{found}");
        // The same session, not interrupted.
        let other = Place::new();
        let mut all = lines[..typed].to_vec();
        all.push("branches");
        all.push("notes");
        let (expected, _) = other.given(&STEP, &all);
        let tail = |text: &str| text[text.rfind("> branches").unwrap()..].to_owned();
        assert_eq!(tail(&found), tail(&expected), "after {typed} lines");
        assert_eq!(place.records(), other.records());
        assert!(before.len() <= place.records().len());
    }
}

/// Waits until a session has answered: a command that it does not know comes back in its answer.
fn read_until(output: &mut impl std::io::BufRead, marker: &str, input: &mut impl Write) {
    writeln!(input, "help {marker}").unwrap();
    let mut line = String::new();
    loop {
        line.clear();
        assert!(
            output.read_line(&mut line).unwrap() > 0,
            "the session ended"
        );
        if line.contains(&format!("no command `{marker}`")) {
            return;
        }
    }
}

#[test]
fn a_second_session_on_a_file_is_read_only() {
    let place = Place::new();
    let mut first = piped(&place, &STEP);
    let mut input = first.stdin.take().unwrap();
    let mut output = std::io::BufReader::new(first.stdout.take().unwrap());
    read_until(&mut output, "marker", &mut input);
    let before = place.records();
    let second = place
        .command(&STEP)
        .args(["--exec", "note second"])
        .output()
        .unwrap();
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(
        said.contains("match.jsonl is read-only here: another session has it open"),
        "{said}"
    );
    let told = String::from_utf8(second.stdout).unwrap();
    assert!(told.contains("match.jsonl is not written: another session has it open; a copy is in"));
    assert_eq!(place.records(), before);
    let copy = place.path().join("state/match-copy-1.jsonl");
    assert!(
        fs::read_to_string(copy)
            .unwrap()
            .contains("\"text\":\"second\"")
    );
    writeln!(input, "note first").unwrap();
    drop(input);
    first.wait().unwrap();
    assert!(place.records().contains("\"text\":\"first\""));
}

#[test]
fn a_file_that_somebody_else_has_changed_is_not_written_over() {
    let place = Place::new();
    let mut child = piped(&place, &STEP);
    let mut input = child.stdin.take().unwrap();
    let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
    read_until(&mut output, "marker", &mut input);
    let theirs = place.records() + "{\"type\":\"note\",\"after\":1,\"text\":\"theirs\"}\n";
    fs::write(place.path().join("match.jsonl"), &theirs).unwrap();
    writeln!(input, "note mine").unwrap();
    drop(input);
    child.wait().unwrap();
    assert_eq!(place.records(), theirs);
    let copy = fs::read_to_string(place.path().join("state/match-copy-1.jsonl")).unwrap();
    assert!(copy.contains("\"text\":\"mine\""));
}

#[test]
fn the_lines_of_the_match_stay_as_they_are() {
    let place = Place::new();
    let hand = here().join("replays/touche/basic/written-by-hand.jsonl");
    fs::copy(hand, place.path().join("match.jsonl")).unwrap();
    let before = place.records();
    place.given(&STEP, &["step", "note here", "back", "note there"]);
    let after = place.records();
    assert!(after.starts_with(before.trim_end()), "{after}");
    assert_eq!(after.lines().count(), before.lines().count() + 2);
    // Nothing changed, nothing written.
    place.given(&STEP, &["step", "show", "history"]);
    assert_eq!(place.records(), after);
    // A note that is taken back is gone.
    let (told, _) = place.given(&STEP, &["notes"]);
    assert!(
        told.contains("[main 2] here") && told.contains("[main 1] there"),
        "{told}"
    );
}

#[test]
fn lines_from_a_pipe_may_end_in_any_way() {
    let place = Place::new();
    let mut child = piped(&place, &STEP);
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"step\r\nhistory\r\n\nback")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains('\r') && !text.contains('\u{1b}'));
    assert!(text.contains("[main 2/7] right> back"), "{text}");
}

#[test]
fn the_exit_code_tells_whether_a_command_failed() {
    let place = Place::new();
    assert_eq!(place.given(&STEP, &["step", "back"]).1, Some(0));
    assert_eq!(place.given(&STEP, &["step", "stepp", "back"]).1, Some(2));
    assert_eq!(place.given(&STEP, &["attack 77"]).1, Some(2));
    assert_eq!(
        place
            .given(&["repl", "touche/basic"], &["1", "quit", "nonsense"])
            .1,
        Some(0)
    );
}

#[test]
fn every_session_that_was_not_ended_can_be_taken_back() {
    let place = Place::new();
    let play = ["repl", "touche/basic", "--seed", "3"];
    for note in ["first", "second"] {
        let mut child = piped(&place, &play);
        let mut input = child.stdin.take().unwrap();
        let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
        writeln!(input, "note {note}").unwrap();
        read_until(&mut output, "marker", &mut input);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let mut terminal = place.at_terminal(&play);
    terminal
        .exp_string("`recover` takes it back (then 1 more)")
        .unwrap();
    terminal.exp_string("left> ").unwrap();
    terminal.send_line("note third").unwrap();
    terminal.exp_string("noted").unwrap();
    // What is in no file is not thrown away for another session.
    terminal.send_line("recover").unwrap();
    terminal.exp_string("first `save`, or `quit`").unwrap();
    terminal.send_line("undo").unwrap();
    terminal.exp_string("taken back: note third").unwrap();
    terminal.send_line("recover").unwrap();
    terminal.exp_string("note: second").unwrap();
    terminal.send_line("save second.jsonl").unwrap();
    terminal.exp_string("written to second.jsonl").unwrap();
    terminal.send_line("recover").unwrap();
    terminal.exp_string("note: first").unwrap();
    terminal.send_line("quit").unwrap();
    terminal.exp_eof().unwrap();
}

#[test]
fn lines_that_are_pasted_are_done_one_after_the_other() {
    let place = Place::new();
    let mut terminal = place.at_terminal(&STEP);
    terminal.exp_string("[main 1/7] left> ").unwrap();
    // As a terminal pastes, and as one that knows no pasting.
    terminal
        .send("\u{1b}[200~note a\nstep\nnote b\u{1b}[201~\r")
        .unwrap();
    terminal.flush().unwrap();
    terminal.exp_string("[main 2/7] right> ").unwrap();
    terminal.send("note c\rstep\rnote d\r").unwrap();
    terminal.flush().unwrap();
    terminal.exp_string("[main 3/7] left> ").unwrap();
    terminal.send_line("notes").unwrap();
    for note in ["[main 1] a", "[main 2] b", "[main 2] c", "[main 3] d"] {
        terminal.exp_string(note).unwrap();
    }
    terminal.send_control('d').unwrap();
    terminal.exp_eof().unwrap();
}

#[test]
fn what_stands_in_a_file_does_not_steer_the_terminal() {
    let place = Place::new();
    let hostile = "{\"type\":\"note\",\"after\":0,\"text\":\"red\\u001b[31m\\u0007\\nnew\"}\n";
    fs::write(place.path().join("match.jsonl"), place.records() + hostile).unwrap();
    let (told, code) = place.given(&STEP, &["notes", "show"]);
    assert_eq!(code, Some(0));
    assert!(!told.contains(['\u{1b}', '\u{7}']), "{told}");
    assert!(told.contains("note: red"), "{told}");
}

#[test]
fn a_fault_says_at_a_terminal_where_to_read_more() {
    let place = Place::new();
    let mut terminal = place.at_terminal(&["show", "touche/bsic"]);
    terminal
        .exp_string("more: salle explain unknown-ruleset")
        .unwrap();
}
