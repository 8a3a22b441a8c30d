//! The name that was meant: the nearest of those there are.

use strsim::damerau_levenshtein;

/// The longest name, in characters, that is compared: comparing takes time in the product of the
/// lengths, and nobody mistypes a longer one.
const MAX_LENGTH: usize = 64;

/// The shortest beginning that stands for a whole name.
const MIN_PREFIX: usize = 3;

/// Returns the candidate that was most likely meant by a name, if any comes close.
///
/// Close is a distance of at most a third of the longer name (letters added, dropped, changed or
/// swapped with their neighbour, upper and lower case alike), or one name being the beginning of the
/// other. Of equally close candidates the first in alphabetical order is taken.
#[must_use]
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = folded(name)?;
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let distance = distance(&wanted, &folded(candidate)?)?;
            Some((distance, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// Returns a name in lower case, unless it is empty or too long to compare.
fn folded(name: &str) -> Option<String> {
    let short = !name.is_empty() && name.chars().nth(MAX_LENGTH).is_none();
    short.then(|| name.to_lowercase())
}

/// Returns how far two names are apart, or `None` for names that have nothing to do with each other.
fn distance(wanted: &str, candidate: &str) -> Option<usize> {
    let distance = damerau_levenshtein(wanted, candidate);
    let (wanted_length, length) = (wanted.chars().count(), candidate.chars().count());
    // Rounded so that two letters allow one slip and a single letter none.
    let allowed = (wanted_length.max(length) + 1) / 3;
    let begins = wanted_length.min(length) >= MIN_PREFIX
        && (candidate.starts_with(wanted) || wanted.starts_with(candidate));
    (begins || distance <= allowed).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_found() {
        let names = ["count", "colour", "name", "copies"];
        assert_eq!(nearest("conut", names), Some("count"));
        assert_eq!(nearest("color", names), Some("colour"));
        assert_eq!(nearest("NAME", names), Some("name"));
        assert_eq!(nearest("zebra", names), None);
    }

    #[test]
    fn a_beginning_is_found() {
        assert_eq!(
            nearest("desc", ["description", "name"]),
            Some("description")
        );
        assert_eq!(nearest("de", ["description"]), None);
    }

    #[test]
    fn a_tie_goes_to_the_first_in_the_alphabet() {
        assert_eq!(nearest("cat", ["rat", "bat"]), Some("bat"));
        assert_eq!(nearest("cat", ["bat", "rat"]), Some("bat"));
    }

    #[test]
    fn single_letters_and_long_names_are_no_guess() {
        let long = "a".repeat(65);
        assert_eq!(nearest("a", ["b"]), None);
        assert_eq!(nearest("", ["b"]), None);
        assert_eq!(nearest(&long, [long.as_str()]), None);
    }
}
