//! What the codes of faults mean: the sections of `docs/faults.md`, which is part of the program.

const PAGE: &str = include_str!("../../docs/faults.md");

/// How far the lines of an example stand in.
const INDENT: &str = "    ";

/// What is said of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Explanation {
    /// The code.
    pub code: &'static str,
    /// The section, as Markdown, without its heading.
    pub text: &'static str,
}

impl Explanation {
    /// Returns what is said of every code, in the order of the page.
    pub fn all() -> impl Iterator<Item = Self> {
        PAGE.split("\n## ").skip(1).filter_map(|section| {
            let (code, text) = section.split_once('\n')?;
            Some(Self {
                code,
                text: text.trim(),
            })
        })
    }

    /// Returns what is said of a code, if there is such a code.
    #[must_use]
    pub fn of(code: &str) -> Option<Self> {
        Self::all().find(|section| section.code == code)
    }

    /// Returns the first sentence.
    #[must_use]
    pub fn about(&self) -> String {
        let paragraph = self.text.split("\n\n").next().unwrap_or_default();
        let paragraph = without_links(&paragraph.replace('\n', " "));
        match paragraph.find(". ") {
            Some(end) => paragraph[..=end].to_owned(),
            None => paragraph,
        }
    }

    /// Returns the section as plain text: examples stand in, each under the name of its file.
    #[must_use]
    pub fn plain(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        let mut inside = false;
        for line in self.text.lines() {
            match line.strip_prefix("```") {
                Some("") => inside = false,
                Some(info) => {
                    inside = true;
                    if let Some((_, file)) = info.split_once(' ') {
                        lines.push(format!("{file}:"));
                    }
                }
                None if inside => lines.push(format!("{INDENT}{line}").trim_end().to_owned()),
                None => lines.push(without_links(line)),
            }
        }
        lines.join("\n")
    }
}

/// Leaves of links what they say.
fn without_links(text: &str) -> String {
    let mut said = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        said.push_str(before);
        rest = match after.split_once("](") {
            Some((words, target)) if !words.contains('`') && !words.contains(']') => {
                said.push_str(words);
                target.split_once(')').map_or("", |(_, rest)| rest)
            }
            _ => {
                said.push('[');
                after
            }
        };
    }
    said.push_str(rest);
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_becomes_plain_text() {
        let section = Explanation {
            code: "odd",
            text: "It is odd: `[` is. See [the\npage](a.md#b) for\nmore.\n\n```yaml a.yaml\nx: 1\n\ny: 2\n```\n\n[Here](b.md).",
        };
        assert_eq!(section.about(), "It is odd: `[` is.");
        let plain = "a.yaml:\n    x: 1\n\n    y: 2\n\nHere.";
        assert!(section.plain().ends_with(plain), "{}", section.plain());
    }

    #[test]
    fn every_code_stands_once_and_says_something() {
        let codes: Vec<&str> = Explanation::all().map(|section| section.code).collect();
        assert!(codes.len() > 40);
        for pair in codes.windows(2) {
            assert!(pair[0] < pair[1], "in the order of codes: {pair:?}");
        }
        for section in Explanation::all() {
            assert_eq!(Explanation::of(section.code), Some(section));
            let about = section.about();
            assert!(about.len() > 10 && about.ends_with('.'), "{about}");
            assert!(!section.plain().contains("```"));
        }
    }
}
