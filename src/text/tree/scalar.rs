//! What a plain word means.
//!
//! YAML readers differ: `no` is false to some and a text to others, `010` is ten or eight. Only forms
//! on which all agree are taken; the rest are kept as doubtful, with the reason.

use crate::text::tree::Data;

const AS_TRUE: &str = "some YAML readers take this for `true`";
const AS_FALSE: &str = "some YAML readers take this for `false`";
const AS_NULL: &str = "some YAML readers take this for `null`";
const AS_NUMBER: &str = "only some YAML readers take this for a number";
const OCTAL: &str = "some YAML readers take a leading zero for a number in base 8";
const FRACTION: &str = "only whole numbers are used in these files";
const BASE_60: &str = "some YAML readers take this for a number in base 60";
const DATE: &str = "some YAML readers take this for a date";
const SPECIAL: &str = "some YAML readers give this a meaning of its own";
const RANGE: &str = "this number is out of range";

/// Reads a word that stands without quotes.
pub(super) fn plain(text: &str) -> Data {
    match text {
        "" | "~" | "null" => return Data::Null,
        "true" => return Data::Bool(true),
        "false" => return Data::Bool(false),
        _ => {}
    }
    if let Some(value) = plain_int(text) {
        return Data::Int(value);
    }
    match doubt(text) {
        Some(why) => Data::Doubtful(text.to_owned(), why),
        None => Data::Text(text.to_owned()),
    }
}

/// Returns how to write a doubtful word so that it is clear, other than in quotes.
pub(super) fn clear_form(text: &str) -> Option<String> {
    match doubt(text)? {
        AS_TRUE => Some("`true`".to_owned()),
        AS_FALSE => Some("`false`".to_owned()),
        AS_NULL => Some("`null`".to_owned()),
        DATE | SPECIAL => None,
        _ => Some(
            number(text).map_or_else(|| "a whole number".to_owned(), |value| format!("`{value}`")),
        ),
    }
}

/// Reads `0` or a number without leading zero, sign `+` or anything else that is not a digit.
fn plain_int(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let canonical = text == "0" || (is_digits(digits) && !digits.starts_with('0'));
    canonical.then(|| text.parse().ok())?
}

/// Returns why a word is doubtful, or `None` for a plain text.
fn doubt(text: &str) -> Option<&'static str> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" => return Some(AS_TRUE),
        "false" | "no" | "off" | "n" => return Some(AS_FALSE),
        "null" => return Some(AS_NULL),
        "<<" | "=" => return Some(SPECIAL),
        _ => {}
    }
    let (sign, rest) = split_sign(text);
    let simple = rest.replace('_', "");
    if is_special_float(rest) {
        Some(FRACTION)
    } else if rest.starts_with(|c: char| c.is_ascii_digit()) && is_digits(&simple) {
        if simple.len() > 1 && simple.starts_with('0') {
            Some(OCTAL)
        } else if simple.len() == rest.len() && sign != "+" && text != "-0" {
            Some(RANGE)
        } else {
            Some(AS_NUMBER)
        }
    } else if in_other_base(rest).is_some() {
        Some(AS_NUMBER)
    } else if is_float(&simple) && !rest.starts_with('_') {
        Some(FRACTION)
    } else if is_base_60(&simple) {
        Some(BASE_60)
    } else if is_date(text) {
        Some(DATE)
    } else {
        None
    }
}

/// Reads a number as its author most likely meant it.
fn number(text: &str) -> Option<i64> {
    let (sign, rest) = split_sign(text);
    let (base, digits) = in_other_base(rest).unwrap_or((10, rest.replace('_', "")));
    let sign = if sign == "-" { "-" } else { "" };
    i64::from_str_radix(&format!("{sign}{digits}"), base).ok()
}

fn split_sign(text: &str) -> (&str, &str) {
    text.split_at(usize::from(text.starts_with(['+', '-'])))
}

/// Splits `0x1F` and its like into base and digits.
fn in_other_base(text: &str) -> Option<(u32, String)> {
    let (prefix, digits) = text.split_at_checked(2)?;
    let base = match prefix {
        "0x" | "0X" => 16,
        "0o" | "0O" => 8,
        "0b" | "0B" => 2,
        _ => return None,
    };
    let digits = digits.replace('_', "");
    let fits = !digits.is_empty() && digits.chars().all(|c| c.is_digit(base));
    fits.then_some((base, digits))
}

fn is_special_float(text: &str) -> bool {
    matches!(text.to_ascii_lowercase().as_str(), ".inf" | ".nan")
}

/// Recognises a number with a fraction, an exponent, or both.
fn is_float(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(split_sign(exponent).1)),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    is_digits(&format!("{whole}{fraction}")) && exponent.is_none_or(is_digits)
}

/// Recognises `12:30` and `1:02:03.5`.
fn is_base_60(text: &str) -> bool {
    let mut parts = text.split('.').next().unwrap_or(text).split(':');
    let first = parts.next().is_some_and(is_digits);
    let mut rest = parts.peekable();
    first && rest.peek().is_some() && rest.all(|part| part.len() <= 2 && is_digits(part))
}

/// Recognises `2024-01-31`, alone or followed by a time.
fn is_date(text: &str) -> bool {
    let date = text.split(['T', 't', ' ']).next().unwrap_or(text);
    let parts: Vec<&str> = date.split('-').collect();
    parts.iter().all(|part| is_digits(part))
        && matches!(parts.as_slice(), [year, month, day]
            if year.len() == 4 && month.len() <= 2 && day.len() <= 2)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clear_words_are_taken() {
        assert_eq!(plain(""), Data::Null);
        assert_eq!(plain("~"), Data::Null);
        assert_eq!(plain("null"), Data::Null);
        assert_eq!(plain("true"), Data::Bool(true));
        assert_eq!(plain("false"), Data::Bool(false));
        for value in [0, 7, -3, 10, i64::MAX, i64::MIN] {
            assert_eq!(plain(&value.to_string()), Data::Int(value));
        }
    }

    #[test]
    fn words_that_are_only_texts_are_texts() {
        for text in [
            "card", "-", "+", ".", "...", "1st", "2 cards", "1.2.3", "a:b", "x1", "0xg", "0x",
            "1e", "e1", "é", "-x", "12-30", "1:", ":30", "_1", "nope", "-- 1", "12:345", "1 2",
        ] {
            assert_eq!(plain(text), Data::Text(text.to_owned()));
        }
    }

    #[test]
    fn words_that_readers_differ_on_are_doubtful() {
        let cases = [
            ("no", Some("`false`")),
            ("Off", Some("`false`")),
            ("n", Some("`false`")),
            ("False", Some("`false`")),
            ("on", Some("`true`")),
            ("Yes", Some("`true`")),
            ("True", Some("`true`")),
            ("NULL", Some("`null`")),
            ("05", Some("`5`")),
            ("-007", Some("`-7`")),
            ("0x10", Some("`16`")),
            ("-0x10", Some("`-16`")),
            ("0o7", Some("`7`")),
            ("0b11", Some("`3`")),
            ("1_000", Some("`1000`")),
            ("+1", Some("`1`")),
            ("-0", Some("`0`")),
            ("1e1", Some("a whole number")),
            ("1.5", Some("a whole number")),
            (".5", Some("a whole number")),
            ("1.", Some("a whole number")),
            ("-1.5e+3", Some("a whole number")),
            (".inf", Some("a whole number")),
            ("-.INF", Some("a whole number")),
            (".nan", Some("a whole number")),
            ("12:30", Some("a whole number")),
            ("1:02:03.5", Some("a whole number")),
            ("9223372036854775808", Some("a whole number")),
            ("-9223372036854775809", Some("a whole number")),
            ("2024-01-31", None),
            ("2024-1-3 12:00:00", None),
            ("<<", None),
            ("=", None),
        ];
        for (text, expected) in cases {
            assert!(matches!(plain(text), Data::Doubtful(..)), "{text}");
            assert_eq!(clear_form(text).as_deref(), expected, "{text}");
        }
    }
}
