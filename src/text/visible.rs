//! Control characters made visible, so that no file steers the terminal.

use std::borrow::Cow;

/// Shows control characters instead of sending them: a file's text must not steer the terminal.
///
/// Every character is replaced by exactly one other, so that columns stay as they are. Tabs become
/// spaces; marks that turn the reading direction or take no room become the replacement character.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| stand_in(c) == c) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().map(stand_in).collect())
    }
}

/// Returns the character that is shown for another.
pub(super) fn stand_in(c: char) -> char {
    match c {
        '\t' => ' ',
        // The "control pictures" block repeats the control characters in their order.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}'
        | '\u{feff}' => '\u{fffd}',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_left_alone() {
        assert!(matches!(visible("a – é 日本"), Cow::Borrowed(_)));
    }

    #[test]
    fn control_characters_are_shown_one_for_one() {
        let text = "a\u{1b}[31m\tb\n\u{9b}\u{202e}\u{7f}";
        let shown = visible(text);
        assert_eq!(shown, "a␛[31m b␊\u{fffd}\u{fffd}␡");
        assert_eq!(shown.chars().count(), text.chars().count());
    }
}
