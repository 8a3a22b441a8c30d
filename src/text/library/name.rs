use crate::text::visible;

/// Says why a name is refused before any file is looked for.
///
/// Rules are shared and run on other people's machines, so a name must mean the same everywhere and
/// never lead out of the library.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// There is no name.
    #[error("a file name is empty")]
    Empty,

    /// The name starts at the root of the file system.
    #[error("the file name `{}` starts with `/`; names are relative", visible(.name))]
    Absolute {
        /// The name.
        name: String,
    },

    /// The name goes up a folder.
    #[error("the file name `{}` contains `..`", visible(.name))]
    Parent {
        /// The name.
        name: String,
    },

    /// The name has a backslash, which is a separator only on some systems.
    #[error("the file name `{}` contains `\\`; folders are separated by `/`", visible(.name))]
    Backslash {
        /// The name.
        name: String,
    },

    /// The name has a NUL character, at which some systems end a name.
    #[error("the file name `{}` contains a NUL character", visible(.name))]
    Nul {
        /// The name.
        name: String,
    },

    /// The name starts with a drive letter.
    #[error("the file name `{}` starts with a drive letter", visible(.name))]
    Drive {
        /// The name.
        name: String,
    },

    /// The name has nothing between two slashes, or after the last.
    #[error("the file name `{}` has an empty part", visible(.name))]
    EmptyPart {
        /// The name.
        name: String,
    },

    /// The name has a part that starts with a dot.
    #[error("the file name `{}` has the hidden part `{}`", visible(.name), visible(.part))]
    Hidden {
        /// The name.
        name: String,
        /// The part.
        part: String,
    },

    /// The name has a character that is not allowed.
    #[error(
        "the file name `{}` contains {found:?}; allowed are ASCII letters, digits, `-`, `_`, `.` and `/`",
        visible(.name)
    )]
    Character {
        /// The name.
        name: String,
        /// The first such character.
        found: char,
    },
}

/// Refuses a name that could lead out of a folder or mean different files on different systems.
pub(super) fn check_name(name: &str) -> Result<(), NameError> {
    let name_again = || name.to_owned();
    if name.is_empty() {
        return Err(NameError::Empty);
    }
    if name.contains('\0') {
        return Err(NameError::Nul { name: name_again() });
    }
    if name.contains('\\') {
        return Err(NameError::Backslash { name: name_again() });
    }
    if name.starts_with('/') {
        return Err(NameError::Absolute { name: name_again() });
    }
    if let [letter, b':', ..] = name.as_bytes()
        && letter.is_ascii_alphabetic()
    {
        return Err(NameError::Drive { name: name_again() });
    }
    for part in name.split('/') {
        if part.is_empty() {
            return Err(NameError::EmptyPart { name: name_again() });
        }
        if part.contains("..") {
            return Err(NameError::Parent { name: name_again() });
        }
        if part.starts_with('.') {
            return Err(NameError::Hidden {
                name: name_again(),
                part: part.to_owned(),
            });
        }
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    match name.chars().find(|c| !allowed(*c)) {
        Some(found) => Err(NameError::Character {
            name: name_again(),
            found,
        }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(name: &str) -> String {
        check_name(name).map_or_else(|error| error.to_string(), |()| "fine".to_owned())
    }

    #[test]
    fn ordinary_names_are_fine() {
        for name in ["a.yaml", "games/basic.yaml", "a-b_c.2/d", "lib/x.y.rhai"] {
            assert_eq!(refusal(name), "fine");
        }
    }

    #[test]
    fn each_refusal_names_the_thing() {
        let allowed = "allowed are ASCII letters, digits, `-`, `_`, `.` and `/`";
        let cases = [
            ("", "a file name is empty".to_owned()),
            (
                "/etc/x",
                "the file name `/etc/x` starts with `/`; names are relative".to_owned(),
            ),
            ("a/../x", "the file name `a/../x` contains `..`".to_owned()),
            ("..", "the file name `..` contains `..`".to_owned()),
            (
                "a\\x",
                "the file name `a\\x` contains `\\`; folders are separated by `/`".to_owned(),
            ),
            (
                "a\0b",
                "the file name `a␀b` contains a NUL character".to_owned(),
            ),
            (
                "c:x",
                "the file name `c:x` starts with a drive letter".to_owned(),
            ),
            ("a//b", "the file name `a//b` has an empty part".to_owned()),
            ("a/", "the file name `a/` has an empty part".to_owned()),
            (
                "a/.b",
                "the file name `a/.b` has the hidden part `.b`".to_owned(),
            ),
            (
                "./a",
                "the file name `./a` has the hidden part `.`".to_owned(),
            ),
            (
                "a b",
                format!("the file name `a b` contains ' '; {allowed}"),
            ),
            (
                "ä\u{1b}",
                format!("the file name `ä␛` contains 'ä'; {allowed}"),
            ),
        ];
        for (name, expected) in cases {
            assert_eq!(refusal(name), expected);
        }
    }
}
