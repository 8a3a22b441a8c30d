//! Transcripts of `tests/broken`: files, a call, and every word that the program then says of what
//! is wrong with them. With `SALLE_BROKEN=update` set, what it says is written down anew.
//!
//! A line `>>> name` begins a file, `>>> salle …` is the call, and `<<< code` begins what came of
//! it. Files of the same folder that are no transcripts lie beside those of every transcript.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::harness::here;
use crate::process::Call;

struct Transcript {
    path: PathBuf,
    /// Everything up to the call.
    asked: String,
    call: Call,
    args: Vec<String>,
    expected: String,
}

/// Runs every transcript of a folder and reports all that differ.
pub(crate) fn check(folder: &str) {
    let folder = here().join("tests/broken").join(folder);
    let mut entries: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    let (transcripts, common): (Vec<PathBuf>, Vec<PathBuf>) = entries
        .into_iter()
        .partition(|path| path.extension().is_some_and(|end| end == "txt"));
    assert!(transcripts.len() > 10);
    let update = std::env::var_os("SALLE_BROKEN").is_some_and(|word| word == "update");
    let mut wrong = String::new();
    for path in transcripts {
        let transcript = Transcript::read(&path, &common);
        let found = transcript.found();
        if found == transcript.expected {
            continue;
        }
        if update {
            let whole = format!("{}{found}", transcript.asked);
            fs::write(&transcript.path, whole).unwrap();
            continue;
        }
        let name = transcript.path.display();
        let expected = &transcript.expected;
        writeln!(wrong, "{name}\nexpected:\n{expected}\nfound:\n{found}").unwrap();
    }
    assert!(wrong.is_empty(), "{wrong}");
}

impl Transcript {
    fn read(path: &Path, common: &[PathBuf]) -> Self {
        let text = fs::read_to_string(path).unwrap();
        let asked_end = text.find("\n>>> salle ").unwrap() + 1;
        let asked_end = asked_end + text[asked_end..].find('\n').unwrap() + 1;
        let (asked, expected) = text.split_at(asked_end);
        let mut call = Call::new();
        for path in common {
            let name = path.file_name().unwrap().to_str().unwrap();
            call = call.file(name, fs::read(path).unwrap());
        }
        let mut args = Vec::new();
        let mut parts = asked.split("\n>>> ");
        assert!(
            parts.next().unwrap().starts_with("# "),
            "{}",
            path.display()
        );
        for part in parts {
            let (name, contents) = part.split_once('\n').unwrap_or((part, ""));
            match name.strip_prefix("salle ") {
                Some(line) => args = words(line),
                // The line break before the next mark ends the last line.
                None if contents.is_empty() => call = call.file(name, ""),
                None => call = call.file(name, format!("{contents}\n")),
            }
        }
        Self {
            path: path.to_owned(),
            asked: asked.to_owned(),
            call,
            args,
            expected: expected.to_owned(),
        }
    }

    fn found(&self) -> String {
        let args: Vec<&str> = self.args.iter().map(String::as_str).collect();
        let outcome = self.call.run(&args);
        let plays = args.contains(&"play");
        assert!(plays || outcome.stdout.is_empty(), "{}", outcome.stdout);
        let code = outcome
            .code
            .map_or_else(|| "a signal".to_owned(), |code| code.to_string());
        format!("<<< {code}\n{}", outcome.stderr)
    }
}

/// Splits a line into words; quotes hold one together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}
