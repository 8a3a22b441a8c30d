//! A fault, and the collection of many.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::text::{Source, Span, visible};

/// How grave a fault is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It is worth knowing.
    Note,
    /// It is probably not meant.
    Warning,
    /// It is wrong.
    #[default]
    Error,
}

impl Severity {
    /// Names it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A mistake an author made in a file: what it is, where it stands, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// A short word for the kind of mistake, such as `unknown-key`; never changes once published.
    pub code: &'static str,
    /// How grave it is.
    pub severity: Severity,
    /// What is wrong, in lower case, naming the thing in ticks.
    pub message: String,
    /// Where it is wrong, if it is wrong at one place.
    pub span: Option<Span>,
    /// What is said at the mark, such as what was expected there; may be empty.
    pub label: String,
    /// What else is worth knowing, such as where a name was given first.
    pub notes: Vec<Note>,
    /// What to do about it.
    pub help: Option<String>,
}

/// A remark that goes with a fault, possibly about another place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The remark.
    pub text: String,
    /// The place it is about, if not the fault's own.
    pub span: Option<Span>,
}

impl Fault {
    /// Starts an error with no place yet.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            span: None,
            label: String::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// Makes it a warning: it is probably not meant, but may stay.
    #[must_use]
    pub const fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// Makes it a remark: it is worth knowing, and may be meant.
    #[must_use]
    pub const fn remark(mut self) -> Self {
        self.severity = Severity::Note;
        self
    }

    /// Says where it is.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Says what stands at the mark.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a remark.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(Note {
            text: text.into(),
            span: None,
        });
        self
    }

    /// Adds a remark about another place.
    #[must_use]
    pub fn note_at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.notes.push(Note {
            text: text.into(),
            span: Some(span),
        });
        self
    }

    /// Moves what points into one source into another, which holds it after so many bytes.
    #[must_use]
    pub fn moved(mut self, from: &Arc<Source>, to: &Arc<Source>, before: usize) -> Self {
        let spans = self.notes.iter_mut().map(|note| &mut note.span);
        for span in spans.chain([&mut self.span]).flatten() {
            if Arc::ptr_eq(span.source(), from) {
                *span = span.moved(to, before);
            }
        }
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Fault {
    /// Writes one line: `file:line:column: message`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(span) = &self.span {
            write!(formatter, "{}: ", visible(&span.location()))?;
        }
        write!(formatter, "{}", visible(&self.message))
    }
}

impl Error for Fault {}

/// Many faults: a collector while reading, an error afterwards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    faults: Vec<Fault>,
}

impl Faults {
    /// Starts with none.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// Tells whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.faults.is_empty()
    }

    /// Returns how many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.faults.len()
    }

    /// Goes through them in the order they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Fault> {
        self.faults.iter()
    }

    /// Returns `ok` if there are none.
    pub fn into_result<T>(self, ok: T) -> Result<T, Self> {
        if self.is_empty() { Ok(ok) } else { Err(self) }
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self {
            faults: vec![fault],
        }
    }
}

impl FromIterator<Fault> for Faults {
    fn from_iter<I: IntoIterator<Item = Fault>>(faults: I) -> Self {
        Self {
            faults: faults.into_iter().collect(),
        }
    }
}

impl Extend<Fault> for Faults {
    fn extend<I: IntoIterator<Item = Fault>>(&mut self, faults: I) {
        self.faults.extend(faults);
    }
}

impl IntoIterator for Faults {
    type Item = Fault;
    type IntoIter = std::vec::IntoIter<Fault>;

    fn into_iter(self) -> Self::IntoIter {
        self.faults.into_iter()
    }
}

impl<'a> IntoIterator for &'a Faults {
    type Item = &'a Fault;
    type IntoIter = std::slice::Iter<'a, Fault>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Faults {
    /// Writes one line for each.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.iter().enumerate() {
            if index > 0 {
                formatter.write_str("\n")?;
            }
            write!(formatter, "{fault}")?;
        }
        Ok(())
    }
}

impl Error for Faults {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_one_line() {
        let source = Source::new("a.yaml", "x: 1\ny: 2\n");
        let fault = Fault::new("unknown-key", "unknown key `y\n`").at(Span::at(&source, 2, 1));
        assert_eq!(fault.to_string(), "a.yaml:2:1: unknown key `y␊`");
        assert_eq!(
            Fault::new("empty", "nothing here").to_string(),
            "nothing here"
        );
    }

    #[test]
    fn faults_are_a_result() {
        let mut faults = Faults::new();
        assert_eq!(faults.clone().into_result(3), Ok(3));
        faults.push(Fault::new("one", "first"));
        faults.extend(Faults::from(Fault::new("two", "second")));
        assert_eq!(faults.len(), 2);
        assert_eq!(faults.to_string(), "first\nsecond");
        assert_eq!(faults.clone().into_result(3), Err(faults));
    }
}
