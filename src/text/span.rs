//! A stretch of a file.

use std::sync::Arc;

use crate::text::Source;

/// A stretch of a source, in bytes; possibly empty, always on character boundaries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    source: Arc<Source>,
    start: usize,
    end: usize,
}

impl Span {
    /// Marks a byte range, moved into the text and onto character boundaries where it is not.
    #[must_use]
    pub fn new(source: &Arc<Source>, start: usize, end: usize) -> Self {
        let start = source.floor(start);
        Self {
            source: Arc::clone(source),
            start,
            end: source.floor(end).max(start),
        }
    }

    /// Marks the word at a line and column, both from 1.
    ///
    /// A script position has no length; a mark under a whole name reads better than one under its
    /// first letter. Where no word stands, the one character there is marked, and at a line's end
    /// nothing.
    #[must_use]
    pub fn at(source: &Arc<Source>, line: usize, column: usize) -> Self {
        Self::around(source, source.offset(line, column))
    }

    /// Marks the word around a byte offset, like [`Span::at`].
    #[must_use]
    pub fn around(source: &Arc<Source>, offset: usize) -> Self {
        let offset = source.floor(offset);
        let (before, after) = source.text().split_at(offset);
        let right = length(after.chars());
        if right > 0 {
            let left = length(before.chars().rev());
            return Self::new(source, offset - left, offset + right);
        }
        let one = after.chars().next().filter(|c| !matches!(c, '\n' | '\r'));
        Self::new(source, offset, offset + one.map_or(0, char::len_utf8))
    }

    /// Marks a line without the blanks at its ends; a line past the last means the last.
    #[must_use]
    pub fn whole_line(source: &Arc<Source>, line: usize) -> Self {
        let start = source.offset(line, 1);
        let (line, _) = source.position(start);
        let text = source.line(line).unwrap_or_default();
        let indent = text.len() - text.trim_start().len();
        Self::new(source, start + indent, start + text.trim_end().len())
    }

    /// Returns the same stretch in another source, which holds this one's text after so many bytes.
    #[must_use]
    pub fn moved(&self, source: &Arc<Source>, before: usize) -> Self {
        Self::new(source, self.start + before, self.end + before)
    }

    /// Returns the source it lies in.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Returns the byte offset of its first character.
    #[must_use]
    pub fn start(&self) -> usize {
        self.start
    }

    /// Returns the byte offset after its last character.
    #[must_use]
    pub fn end(&self) -> usize {
        self.end
    }

    /// Returns the line it starts on, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.source.position(self.start).0
    }

    /// Returns the column it starts at, from 1, in characters.
    #[must_use]
    pub fn column(&self) -> usize {
        self.source.position(self.start).1
    }

    /// Returns where it starts, as `name:line:column`.
    #[must_use]
    pub fn location(&self) -> String {
        let (line, column) = self.source.position(self.start);
        format!("{}:{line}:{column}", self.source.name())
    }

    /// Returns the marked text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.source.text()[self.start..self.end]
    }
}

/// Counts the bytes of the word that `chars` starts with.
fn length(chars: impl Iterator<Item = char>) -> usize {
    chars
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .map(char::len_utf8)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_moved_onto_boundaries() {
        let source = Source::new("a.rhai", "aéb");
        assert_eq!(Span::new(&source, 0, 2).text(), "a");
        assert_eq!(Span::new(&source, 2, 99).text(), "éb");
        assert_eq!(Span::new(&source, 3, 1).text(), "");
        assert_eq!(Span::new(&source, 50, 60).location(), "a.rhai:1:4");
    }

    #[test]
    fn a_position_is_widened_to_its_word() {
        let source = Source::new("a.rhai", "let größe_2 = x+1;\r\nend");
        assert_eq!(Span::at(&source, 1, 5).text(), "größe_2");
        assert_eq!(Span::at(&source, 1, 7).text(), "größe_2");
        assert_eq!(Span::at(&source, 1, 7).location(), "a.rhai:1:5");
        assert_eq!(Span::at(&source, 1, 16).text(), "+");
        assert_eq!(Span::at(&source, 1, 19).text(), "");
        assert_eq!(Span::at(&source, 9, 9).location(), "a.rhai:2:4");
    }

    #[test]
    fn a_whole_line_has_no_blanks_around() {
        let source = Source::new("a.rhai", "  one \r\n\ntwo");
        assert_eq!(Span::whole_line(&source, 1).text(), "one");
        assert_eq!(Span::whole_line(&source, 2).text(), "");
        assert_eq!(Span::whole_line(&source, 3).location(), "a.rhai:3:1");
        assert_eq!(Span::whole_line(&source, 9).text(), "two");
    }
}
