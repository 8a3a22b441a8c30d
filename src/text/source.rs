//! A file that was read, with its lines.

use std::fmt;
use std::sync::Arc;

/// A file that was read: its display name and its text.
///
/// Spans share it, so that any later stage can show the line it speaks of. Lines and columns count
/// from 1, columns in characters. A byte order mark at the start is dropped, and a carriage return
/// before a line's end is no part of the line.
#[derive(Clone, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
    line_starts: Vec<usize>,
    lines_before: usize,
}

impl Source {
    /// Takes a text under the name a user would type for it.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        let mut text = text.into();
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        let after_breaks = text.match_indices('\n').map(|(offset, _)| offset + 1);
        let line_starts = std::iter::once(0).chain(after_breaks).collect();
        Arc::new(Self {
            name: name.into(),
            text,
            line_starts,
            lines_before: 0,
        })
    }

    /// Takes one line of a file that is read line by line; `number` counts from 1.
    #[must_use]
    pub fn of_line(name: impl Into<String>, text: impl Into<String>, number: usize) -> Arc<Self> {
        let source = Self::new(name, text);
        Arc::new(Self {
            lines_before: number.saturating_sub(1),
            ..Self::clone(&source)
        })
    }

    /// Returns the display name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns how many lines there are; what follows the last line break is one, even if empty.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.line_starts.len()
    }

    /// Returns a line without its line break, or `None` past the last line.
    #[must_use]
    pub fn line(&self, line: usize) -> Option<&str> {
        let start = *self
            .line_starts
            .get(line.checked_sub(1 + self.lines_before)?)?;
        let rest = self.text.get(start..)?;
        let line = rest.split('\n').next().unwrap_or(rest);
        Some(line.strip_suffix('\r').unwrap_or(line))
    }

    /// Returns line and column of a byte offset; an offset past the end means the end.
    #[must_use]
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let offset = self.floor(offset);
        // The first line starts at 0, so at least one start is not after the offset.
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let start = self.line_starts.get(line.saturating_sub(1));
        let before = &self.text[start.copied().unwrap_or(0)..offset];
        (line + self.lines_before, before.chars().count() + 1)
    }

    /// Returns the byte offset of a line and column, moved into the text where they lie outside it.
    #[must_use]
    pub fn offset(&self, line: usize, column: usize) -> usize {
        let first = self.lines_before + 1;
        let line = line.clamp(first, self.lines_before + self.line_starts.len());
        let start = self.line_starts.get(line - first).copied().unwrap_or(0);
        let text = self.line(line).unwrap_or_default();
        let within = text
            .char_indices()
            .nth(column.saturating_sub(1))
            .map_or(text.len(), |(offset, _)| offset);
        start + within
    }

    /// Moves an offset back to the nearest character boundary inside the text.
    pub(super) fn floor(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        // Offset 0 is always a boundary, so this ends there at the latest.
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

impl fmt::Debug for Source {
    /// Writes the name alone: a span's debug text must not hold a whole file.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Source")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_count_from_one_and_have_no_breaks() {
        let source = Source::new("a.yaml", "\u{feff}one\r\ntwö\n");
        assert_eq!(source.text(), "one\r\ntwö\n");
        assert_eq!(source.line(0), None);
        assert_eq!(source.line(1), Some("one"));
        assert_eq!(source.line(2), Some("twö"));
        assert_eq!(source.line(3), Some(""));
        assert_eq!(source.line(4), None);
    }

    #[test]
    fn columns_count_characters() {
        // Byte offsets: a 0, é 1–2, b 3, newline 4, c 5.
        let source = Source::new("a.yaml", "aéb\nc");
        assert_eq!(source.position(0), (1, 1));
        assert_eq!(source.position(2), (1, 2), "inside é is at é");
        assert_eq!(source.position(3), (1, 3));
        assert_eq!(source.position(5), (2, 1));
        assert_eq!(source.position(99), (2, 2));
    }

    #[test]
    fn offset_turns_position_back_and_stays_inside() {
        let source = Source::new("a.yaml", "aéb\r\nc");
        for offset in [0, 1, 3, 4, 6, 7] {
            let (line, column) = source.position(offset);
            assert_eq!(source.offset(line, column), offset);
        }
        assert_eq!(source.offset(1, 99), 4);
        assert_eq!(source.offset(0, 0), 0);
        assert_eq!(source.offset(99, 1), 6);
        assert_eq!(Source::new("e", "").offset(3, 3), 0);
    }
}
