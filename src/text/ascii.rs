//! Texts for screens that show nothing beyond ASCII.

use std::borrow::Cow;

/// Writes what has an ASCII form in that form: umlauts, and the few signs of the host's own lines.
/// Anything else stays.
#[must_use]
pub fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            'ä' => plain.push_str("ae"),
            'ö' => plain.push_str("oe"),
            'ü' => plain.push_str("ue"),
            'Ä' => plain.push_str("Ae"),
            'Ö' => plain.push_str("Oe"),
            'Ü' => plain.push_str("Ue"),
            'ß' => plain.push_str("ss"),
            'é' | 'è' | 'ê' => plain.push('e'),
            'à' | 'â' => plain.push('a'),
            '·' => plain.push('|'),
            '×' => plain.push('x'),
            '…' => plain.push_str("..."),
            // Bars of eight heights, as numbers.
            bar @ '▁'..='█' => plain.extend(char::from_digit(bar as u32 - '▁' as u32 + 1, 10)),
            other => plain.push(other),
        }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn umlauts_and_signs_have_a_plain_form() {
        assert_eq!(ascii("zurückgehen 2 × …"), "zurueckgehen 2 x ...");
        assert_eq!(ascii("plain"), "plain");
        assert_eq!(ascii("6♥"), "6♥");
    }
}
