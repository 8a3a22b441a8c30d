//! What does not hold in a recording, and what it leaves out.

/// The first thing in a recording that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The line of the record; the last line if one is missing.
    pub line: usize,
    /// What is compared: `draw`, `legal moves`, `reason` …
    pub what: &'static str,
    /// What the rules make of it.
    pub expected: String,
    /// What is recorded.
    pub recorded: String,
}

/// What a recording leaves out and so could not be checked: how often each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unchecked {
    /// What is missing in words, and how many times.
    pub counts: Vec<(&'static str, usize)>,
}

impl Unchecked {
    pub(super) fn add(&mut self, what: &'static str) {
        match self.counts.iter_mut().find(|(name, _)| *name == what) {
            Some((_, count)) => *count += 1,
            None => self.counts.push((what, 1)),
        }
    }
}
