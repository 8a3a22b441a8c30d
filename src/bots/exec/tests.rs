#![allow(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

use std::time::{Duration, Instant};

use super::protocol::moved;
use super::*;

fn words(command: &str) -> Vec<String> {
    CommandLine::from_text(command).unwrap().words().to_vec()
}

#[test]
fn a_command_is_split_as_a_shell_does_and_written_back() {
    let line = "python3 'my bot.py' --depth 3";
    let command = CommandLine::from_text(line).unwrap();
    assert_eq!(command.words(), ["python3", "my bot.py", "--depth", "3"]);
    assert_eq!(command.to_string(), line);
    for (wrong, why) in [
        ("", "it names no program"),
        ("  ", "it names no program"),
        ("python3 'bot", "a quotation mark is not closed"),
    ] {
        let error = CommandLine::from_text(wrong).unwrap_err();
        assert_eq!(error.to_string(), why);
    }
}

#[test]
fn an_answer_is_an_object_with_a_move() {
    assert_eq!(moved(r#"{"move": "go 1", "thought": 3}"#).unwrap(), "go 1");
    for wrong in ["", "go 1", "{", "{}", "[]", r#"{"move": 1}"#] {
        assert!(moved(wrong).is_err(), "{wrong}");
    }
}

#[cfg(unix)]
#[test]
fn a_program_ends_with_whatever_it_started_and_its_last_words_are_kept() {
    let begun = Instant::now();
    let process =
        Process::start(&words("sh -c 'echo no idea >&2; sleep 600 & sleep 600'")).unwrap();
    let silence = process.answer(Duration::from_millis(300));
    assert_eq!(silence, Err(Silence::Timeout));
    // Its children hold its standard error open as long as they live.
    assert_eq!(process.kill(), "no idea\n");
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[cfg(unix)]
#[test]
fn a_flood_is_no_answer_and_takes_no_memory() {
    let process = Process::start(&words("sh -c 'yes | tr -d \"\\n\"'")).unwrap();
    assert_eq!(process.answer(Duration::from_secs(60)), Err(Silence::Long));
    let process = Process::start(&words("yes")).unwrap();
    assert_eq!(process.answer(Duration::from_secs(60)), Ok("y".to_owned()));
    let process = Process::start(&words("sh -c 'yes >&2'")).unwrap();
    assert_eq!(
        process.answer(Duration::from_millis(200)),
        Err(Silence::Timeout)
    );
    assert!(process.kill().len() <= 4096);
}
