//! The grammar of messages: counts and lists.

/// Writes a number and its noun: `1 card`, `2 cards`.
#[must_use]
pub fn count(n: usize, singular: &str) -> String {
    count_of(n, singular, &format!("{singular}s"))
}

/// Writes a number and its noun where the plural is irregular: `1 copy`, `2 copies`.
#[must_use]
pub fn count_of(n: usize, singular: &str, plural: &str) -> String {
    format!("{n} {}", if n == 1 { singular } else { plural })
}

/// Lists names as alternatives: `` `a`, `b` or `c` ``; no names are `nothing`.
#[must_use]
pub fn list_or<S: AsRef<str>>(names: &[S]) -> String {
    list(names, "or")
}

/// Lists names together: `` `a`, `b` and `c` ``; no names are `nothing`.
#[must_use]
pub fn list_and<S: AsRef<str>>(names: &[S]) -> String {
    list(names, "and")
}

fn list<S: AsRef<str>>(names: &[S], conjunction: &str) -> String {
    let ticked: Vec<String> = names
        .iter()
        .map(|name| format!("`{}`", name.as_ref()))
        .collect();
    match ticked.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, before)) => format!("{} {conjunction} {last}", before.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_is_singular() {
        assert_eq!(count(0, "card"), "0 cards");
        assert_eq!(count(1, "card"), "1 card");
        assert_eq!(count(2, "card"), "2 cards");
        assert_eq!(count_of(2, "copy", "copies"), "2 copies");
    }

    #[test]
    fn lists_are_ticked() {
        assert_eq!(list_or::<&str>(&[]), "nothing");
        assert_eq!(list_or(&["a"]), "`a`");
        assert_eq!(list_or(&["a", "b"]), "`a` or `b`");
        assert_eq!(list_and(&["a", "b", "c"]), "`a`, `b` and `c`");
    }
}
