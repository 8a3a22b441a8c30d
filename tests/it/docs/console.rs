//! Runs the `console` blocks of the documents, each document in a folder of its own.
//!
//! A line that begins with `$ ` is a command for `sh`; the lines after it are what it prints, on
//! standard output or standard error. A line `...` stands for any number of lines. What follows a
//! prompt (`left> advance 3`) is typed in. A block that names a file (```` ```yaml a/b.yaml ````)
//! writes that file first, as the reader would.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::markdown::{Block, blocks};

#[test]
fn the_program_prints_what_the_documents_show() {
    let mut wrong = Vec::new();
    for path in super::documents() {
        let text = fs::read_to_string(&path).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        // From the last to the first, so that the numbers of lines stay right while updating.
        let mut changed: Vec<(usize, usize, Vec<String>)> = Vec::new();
        for block in blocks(&text) {
            if let Some(file) = block.file() {
                let path = folder.path().join(file);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, block.text()).unwrap();
            }
            if block.language() == "console" {
                let found = run(&block, folder.path());
                if !fits(&block.lines, &found) {
                    let place = format!("{}:{}", path.display(), block.line);
                    wrong.push(format!("{place}: it prints\n{}\n", found.join("\n")));
                    changed.push((block.line - 1, block.lines.len(), found));
                }
            }
        }
        if super::update() {
            for (start, length, found) in changed.into_iter().rev() {
                lines.splice(start..start + length, found);
            }
            fs::write(&path, lines.join("\n") + "\n").unwrap();
        }
    }
    assert!(super::update() || wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Runs the commands of a block; returns the block as it would be right.
fn run(block: &Block, folder: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    let mut code = 0;
    let mut rest = &block.lines[..];
    while let Some((first, after)) = rest.split_first() {
        let command = first
            .strip_prefix("$ ")
            .unwrap_or_else(|| panic!("line {}: a block begins with a command", block.line));
        let length = after
            .iter()
            .position(|line| line.starts_with("$ "))
            .unwrap_or(after.len());
        let (shown, next) = after.split_at(length);
        rest = next;
        let (output, ended) = shell(command, &typed(shown), folder, code);
        code = ended;
        lines.push(first.clone());
        let mut output: Vec<String> = output.lines().map(|line| line.trim_end().into()).collect();
        if shown.last().is_some_and(String::is_empty) && output.last() != shown.last() {
            // A blank line before the next command is for the eye.
            output.push(String::new());
        }
        if fits(shown, &output) {
            lines.extend_from_slice(shown);
        } else {
            lines.extend(output);
        }
    }
    lines
}

/// What is typed at prompts.
fn typed(shown: &[String]) -> String {
    let typed = shown.iter().filter_map(|line| {
        let (prompt, text) = line.split_once("> ")?;
        // `left`, or with the place before it: `[main 3/7] left`.
        let who = prompt.rsplit("] ").next().unwrap_or_default();
        matches!(who, "left" | "right" | "over").then(|| format!("{text}\n"))
    });
    typed.collect()
}

pub(super) fn shell(command: &str, input: &str, folder: &Path, last: i32) -> (String, i32) {
    let program = Path::new(env!("CARGO_BIN_EXE_salle"));
    let mut path = program.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(format!("exec 2>&1\n(exit {last})\n{command}"))
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .env_remove("SALLE_RULESETS")
        .env("LC_ALL", "C")
        .env("SALLE_STATE", crate::harness::state())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let code = output.status.code().unwrap_or(-1);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        (0..=2).contains(&code),
        "`{command}` ended with {code}: {text}"
    );
    (text, code)
}

/// Tells whether lines are as shown, where `...` stands for any number of them.
fn fits(shown: &[String], found: &[String]) -> bool {
    match shown.split_first() {
        None => found.is_empty(),
        Some((line, rest)) if line == "..." => (0..=found.len()).any(|n| fits(rest, &found[n..])),
        Some((line, rest)) => found
            .split_first()
            .is_some_and(|(first, others)| first == line && fits(rest, others)),
    }
}
