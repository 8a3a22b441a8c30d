//! The part of a line that is drawn: a file may be one line.

use std::ops::Range;

use crate::text::Span;
use crate::text::visible::stand_in;

/// The longest line, in characters, that is drawn as it is. The time to draw a line grows with its
/// length, and a file may be one line.
const MAX_LINE: usize = 500;

/// The most characters that are kept of a longer line, and that a mark is long.
const WIDTH: usize = 100;

/// How many of them stand before the mark.
const BEFORE: usize = 30;

/// What is shown of a span: its first line, cut round the mark if it is very long, control characters
/// made visible.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    /// The line's number, from 1.
    pub(super) line: usize,
    /// The mark's first column in the file, from 1.
    pub(super) column: usize,
    /// The text to show.
    pub(super) text: String,
    /// The mark, in bytes of `text`. A span of several lines is marked to the end of its first.
    pub(super) mark: Range<usize>,
    /// Whether the line was cut, so that columns of `text` are not the file's.
    pub(super) is_cut: bool,
}

impl Excerpt {
    /// Cuts a span out of its source.
    pub(super) fn of(span: &Span) -> Self {
        let source = span.source();
        let (number, column) = source.position(span.start());
        let line = source.line(number).unwrap_or_default();
        let marked = span.text().lines().next().unwrap_or_default();
        let mark_length = marked.chars().count().min(WIDTH);

        let total = line.chars().count();
        let is_cut = total > MAX_LINE;
        let before = column - 1;
        let (skipped, shown) = if is_cut {
            (before.saturating_sub(BEFORE), WIDTH)
        } else {
            (0, total)
        };
        let mut text = String::new();
        if skipped > 0 {
            text.push('…');
        }
        let (mut mark_start, mut mark_end) = (None, None);
        for (index, c) in line.chars().enumerate().skip(skipped).take(shown) {
            if index == before {
                mark_start = Some(text.len());
            }
            if index == before + mark_length {
                mark_end = Some(text.len());
            }
            text.push(stand_in(c));
        }
        let mark = mark_start.unwrap_or(text.len())..mark_end.unwrap_or(text.len());
        if skipped + shown < total {
            text.push('…');
        }
        Self {
            line: number,
            column,
            text,
            mark,
            is_cut,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Source;

    #[test]
    fn a_short_line_is_shown_whole() {
        let source = Source::new("a", "x: 1\n\ty\u{7}z: 2\r\n");
        let excerpt = Excerpt::of(&Span::at(&source, 2, 2));
        assert_eq!((excerpt.line, excerpt.column), (2, 2));
        assert_eq!(excerpt.text, " y␇z: 2");
        assert_eq!(&excerpt.text[excerpt.mark], "y");
    }

    #[test]
    fn a_long_line_is_cut_round_the_mark() {
        let source = Source::new("a", format!("{} here {}", "é".repeat(500), "b".repeat(500)));
        let excerpt = Excerpt::of(&Span::at(&source, 1, 502));
        assert_eq!(excerpt.column, 502);
        assert_eq!(excerpt.text.chars().count(), WIDTH + 2);
        assert_eq!(&excerpt.text[excerpt.mark.clone()], "here");
        assert_eq!(
            excerpt.text[..excerpt.mark.start].chars().count(),
            BEFORE + 1
        );
        assert!(excerpt.text.starts_with('…') && excerpt.text.ends_with('…'));
    }

    #[test]
    fn a_mark_ends_with_its_line() {
        let source = Source::new("a", "one\r\ntwo\n");
        let excerpt = Excerpt::of(&Span::new(&source, 1, 8));
        assert_eq!(&excerpt.text[excerpt.mark], "ne");
        let end = Excerpt::of(&Span::new(&source, 3, 3));
        assert_eq!((end.text.as_str(), end.mark), ("one", 3..3));
        let very_long = Source::new("a", "a".repeat(1000));
        let excerpt = Excerpt::of(&Span::new(&very_long, 0, 1000));
        assert_eq!(&excerpt.text[excerpt.mark], "a".repeat(WIDTH));
        assert!(excerpt.is_cut);
        let long = Source::new("a", "a".repeat(MAX_LINE));
        let excerpt = Excerpt::of(&Span::new(&long, 10, 400));
        assert_eq!((excerpt.mark, excerpt.is_cut), (10..10 + WIDTH, false));
    }
}
