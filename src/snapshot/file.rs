//! An accepted snapshot as a file: a head that says what it is of, and the transcript.

use std::fmt;
use std::sync::Arc;

use super::transcript::Transcript;
use crate::text::{Fault, Faults, Source, Span};

/// What is added to the name of a snapshot that waits to be accepted.
pub const PENDING: &str = ".new";

/// What a head begins with.
const TITLE: &str =
    "Snapshot of a match. `salle test` compares it, `salle test --accept` writes it.";

/// A snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The ruleset, as it is named where the match is asked for.
    pub ruleset: String,
    /// Which match it is of.
    pub of: String,
    /// Why it was accepted; empty while it waits for that.
    pub because: String,
    /// The match.
    pub transcript: Transcript,
}

impl Snapshot {
    /// Reads a snapshot.
    ///
    /// # Errors
    /// The first line that does not belong into one.
    pub fn read(source: &Arc<Source>) -> Result<Self, Faults> {
        let text = source.text();
        let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
        let key = |key: &str| {
            let mut lines = head.lines().skip(1);
            let value = lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
            value.map(|value| value.trim().to_owned())
        };
        let bad = |line: usize, message: &str| {
            let fault = Fault::new("damaged", message).at(Span::whole_line(source, line));
            Faults::from(fault.help("take the file away, and accept the snapshot anew"))
        };
        let (Some(ruleset), Some(of)) = (key("ruleset"), key("match")) else {
            return Err(bad(
                1,
                "this is no snapshot: it has no `ruleset:` and no `match:`",
            ));
        };
        let before = head.lines().count() + 1;
        let transcript = Transcript::read(body)
            .map_err(|line| bad(before + line, "this line is none of a snapshot"))?;
        Ok(Self {
            ruleset,
            of,
            because: key("because").unwrap_or_default(),
            transcript,
        })
    }
}

impl fmt::Display for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}")?;
        let line = |text: &str| text.replace(['\n', '\r'], " ");
        writeln!(f, "ruleset: {}", line(&self.ruleset))?;
        writeln!(f, "match: {}", line(&self.of))?;
        if !self.because.is_empty() {
            writeln!(f, "because: {}", line(&self.because))?;
        }
        write!(f, "\n{}", self.transcript)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_is_written_and_read_back() {
        let snapshot = Snapshot {
            ruleset: "basic.yaml".to_owned(),
            of: "seed 1".to_owned(),
            because: "the first one".to_owned(),
            transcript: Transcript::read("round 1, left begins\nmatch ends: left wins").unwrap(),
        };
        let source = Source::new("one.txt", snapshot.to_string());
        assert_eq!(Snapshot::read(&source), Ok(snapshot));
    }

    #[test]
    fn what_is_no_snapshot_is_refused_with_the_line() {
        let refused = |text: &str| {
            let faults = Snapshot::read(&Source::new("one.txt", text)).unwrap_err();
            faults.to_string()
        };
        assert!(refused("hello").starts_with("one.txt:1:1: this is no snapshot"));
        let text = "title\nruleset: a\nmatch: b\n\nround 1, left begins\nwhat\n";
        assert!(refused(text).starts_with("one.txt:6:1: this line is none"));
    }
}
