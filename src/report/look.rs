//! How a game is shown: in whose words, how wide, with which letters.

use std::borrow::Cow;

use super::frame::Frame;
use crate::ruleset::Words;
use crate::text::ascii;

/// The narrowest screen that anything is laid out for.
const NARROWEST: usize = 38;
/// The widest: a longer line is hard to read.
pub const WIDEST: usize = 78;

/// How a game is shown.
#[derive(Debug, Clone, Default)]
pub struct Look {
    /// What things are called.
    pub words: Words,
    /// Whether every letter is ASCII.
    pub ascii: bool,
    /// Columns to be used, if fewer than [`WIDEST`].
    pub narrow: Option<usize>,
}

impl Look {
    /// Makes a look with words for people; in ASCII without those that need more.
    #[must_use]
    pub fn new(words: Words, ascii: bool, narrow: Option<usize>) -> Self {
        Self {
            words: if ascii { words.ascii() } else { words },
            ascii,
            narrow,
        }
    }

    /// Returns how many columns a line may take.
    #[must_use]
    pub fn width(&self) -> usize {
        self.narrow
            .map_or(WIDEST, |columns| columns.clamp(NARROWEST, WIDEST))
    }

    /// Returns what the host itself says.
    #[must_use]
    pub fn frame(&self) -> &'static Frame {
        Frame::of(&self.words.language)
    }

    /// Returns what stands between parts of a line.
    #[must_use]
    pub const fn separator(&self) -> &'static str {
        if self.ascii { " | " } else { " · " }
    }

    /// Writes a text with the letters that the screen has.
    #[must_use]
    pub fn letters<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.ascii {
            ascii(text)
        } else {
            Cow::Borrowed(text)
        }
    }

    /// Lays parts out behind a name, a new line where the next part would not fit.
    #[must_use]
    pub fn wrap(&self, name: &str, parts: &[String]) -> Vec<String> {
        if parts.is_empty() {
            return Vec::new();
        }
        let (indent, width) = (name.chars().count(), self.width());
        let length = |text: &str| text.chars().count();
        let mut lines: Vec<String> = Vec::new();
        let mut line = name.to_owned();
        for (index, part) in parts.iter().enumerate() {
            let mut text = part.as_str();
            let separator = if index == 0 { "" } else { self.separator() };
            let fits = length(&line) + length(separator) + length(text) <= width;
            if fits || length(&line) == indent {
                line.push_str(separator);
            } else {
                lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            }
            // A pile may be longer than a line.
            while length(&line) + length(text) > width {
                let room = width - length(&line);
                // What stands in brackets belongs to the word before it.
                let breaks = text.char_indices().take(room).filter(|(place, letter)| {
                    *letter == ' ' && !text[place + 1..].starts_with(['(', '×'])
                });
                let Some((cut, _)) = breaks.last() else {
                    break;
                };
                line.push_str(&text[..cut]);
                text = text[cut..].trim_start();
                lines.push(std::mem::replace(&mut line, " ".repeat(indent + 2)));
            }
            line.push_str(text);
        }
        lines.push(line);
        lines
    }
}
