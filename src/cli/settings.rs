//! Lists of settings in one argument, as the verbs that compare rulesets take them.

use super::error::CliError;

/// A ruleset with changes of its own, as it is written in one argument: `GAME/VARIANT:KEY=VALUE,…`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Variant {
    /// Its id or path.
    pub(super) ruleset: String,
    /// The changes, as `--set` takes them.
    pub(super) changes: Vec<String>,
}

impl Variant {
    /// Reads it. The changes begin after a colon that a key and `=` follow, so that a path may have
    /// colons.
    pub(super) fn read(text: &str) -> Result<Self, CliError> {
        let colons = text.match_indices(':').map(|(place, _)| place);
        let mut starts = colons.filter(|place| is_setting(&text[place + 1..]));
        let Some(start) = starts.next() else {
            if let Some((ruleset, rest)) = text.split_once(':')
                && !rest.starts_with(['/', '\\'])
            {
                return Err(CliError::call(
                    format!("`{text}` does not say what is changed"),
                    format!("after the colon stands `KEY=VALUE`, such as `{ruleset}:target=3`"),
                ));
            }
            return Ok(Self {
                ruleset: text.to_owned(),
                changes: Vec::new(),
            });
        };
        let changes = split(&text[start + 1..]);
        if let Some(change) = changes.iter().find(|change| !is_setting(change)) {
            return Err(CliError::call(
                format!("`{change}` in `{text}` changes nothing"),
                "between the commas stands `KEY=VALUE` each time",
            ));
        }
        Ok(Self {
            ruleset: text[..start].to_owned(),
            changes,
        })
    }
}

/// Tells whether a text begins with a key and `=`.
fn is_setting(text: &str) -> bool {
    let in_key = |letter: char| letter.is_alphanumeric() || "._-".contains(letter);
    text.split_once('=')
        .is_some_and(|(key, _)| !key.is_empty() && key.chars().all(in_key))
}

/// Takes a list apart at its commas, but for those in brackets, braces and quotes.
pub(super) fn split(list: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let (mut depth, mut quote) = (0_u32, None);
    for letter in list.chars() {
        match (quote, letter) {
            (None, '"' | '\'') => quote = Some(letter),
            (Some(begun), letter) if begun == letter => quote = None,
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                items.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(item) = items.last_mut() {
            item.push(letter);
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, Vec<String>) {
        let variant = Variant::read(text).unwrap();
        (variant.ruleset, variant.changes)
    }

    #[test]
    fn changes_stand_after_a_colon() {
        assert_eq!(read("a/b"), ("a/b".to_owned(), vec![]));
        let changes = ["x=1", "limits.decisions=2"].map(str::to_owned);
        assert_eq!(
            read("a/b:x=1,limits.decisions=2"),
            ("a/b".to_owned(), changes.into())
        );
        assert_eq!(read("C:\\b.yaml:x=1").0, "C:\\b.yaml");
        assert_eq!(read("a/b:x={ y: 1, z: 2 }").1, ["x={ y: 1, z: 2 }"]);
        assert!(Variant::read("a/b:x").is_err());
        assert!(Variant::read("a/b:x=1,y").is_err());
    }

    #[test]
    fn commas_in_brackets_and_quotes_part_nothing() {
        assert_eq!(split("1,[2,3],\"4,5\",6"), ["1", "[2,3]", "\"4,5\"", "6"]);
        assert_eq!(split(""), [""]);
    }
}
