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

/// The most characters of a line that are shown: no file fills the screen with one line.
const LONGEST_SHOWN: usize = 4_000;

/// Makes what a file says fit to be shown, line by line: control characters visible, and no line
/// longer than anybody reads.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    let is_fit = |line: &str| line.len() <= LONGEST_SHOWN && line.chars().all(|c| stand_in(c) == c);
    if text.split('\n').all(is_fit) {
        return Cow::Borrowed(text);
    }
    let lines: Vec<String> = text.split('\n').map(shown_line).collect();
    Cow::Owned(lines.join("\n"))
}

fn shown_line(line: &str) -> String {
    let mut letters = line.chars();
    let mut shown: String = letters.by_ref().take(LONGEST_SHOWN).map(stand_in).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
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

    #[test]
    fn lines_are_kept_and_cut() {
        assert!(matches!(shown("a\nb"), Cow::Borrowed(_)));
        assert_eq!(shown("a\u{1b}\nb"), "a␛\nb");
        let long = format!("{}\nb", "é".repeat(LONGEST_SHOWN + 1));
        let cut = format!("{}…\nb", "é".repeat(LONGEST_SHOWN));
        assert_eq!(shown(&long), cut);
        let fits = "é".repeat(LONGEST_SHOWN);
        assert_eq!(shown(&fits), fits);
    }
}
