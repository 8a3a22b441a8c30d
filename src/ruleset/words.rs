//! Words for people: what sides, piles, cards, moves and values are called in a language.

use std::collections::BTreeMap;

use crate::game::{Side, Value};
use crate::text::tree::{Data, Node, check_keys};
use crate::text::{Fault, Faults, Span, ascii, list_and, nearest};

/// The language whose words hold in every language that has none of its own for a thing.
pub const EVERY_LANGUAGE: &str = "all";

/// The language that is spoken where another one has no word.
pub const FALLBACK: &str = "en";

/// What a word is the name of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// A side: `left` or `right`.
    Sides,
    /// A pile.
    Piles,
    /// A variable.
    Variables,
    /// A word in the text of moves or a text that a variable holds.
    Words,
    /// A card, by its face.
    Cards,
    /// How a round ends.
    Reasons,
    /// A named event.
    Events,
}

impl Group {
    /// The groups with their keys and what stands under these.
    pub const ALL: [(&'static str, Self, &'static str); 7] = [
        ("sides", Self::Sides, "What the sides are called"),
        ("piles", Self::Piles, "What piles are called"),
        (
            "variables",
            Self::Variables,
            "What stands before a variable's value, or a map with a phrase for each value",
        ),
        (
            "words",
            Self::Words,
            "Words in the texts of moves, and texts that variables hold",
        ),
        (
            "cards",
            Self::Cards,
            "What is printed on the cards, by face",
        ),
        ("reasons", Self::Reasons, "How rounds end"),
        ("events", Self::Events, "What events are called"),
    ];
}

/// What stands in place of a variable on the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Phrase {
    /// Its name and its value.
    Plain,
    /// Nothing.
    Hidden,
    /// A phrase.
    Said(String),
}

/// The words of one language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// The language, by its code.
    pub language: String,
    names: BTreeMap<(Group, String), String>,
    /// Where things are named, for messages.
    places: BTreeMap<(Group, String), Span>,
    /// By variable and value: what is said in their place.
    phrases: BTreeMap<(String, String), String>,
}

/// The value of a phrase that stands for all values which have none of their own.
const ANY: &str = "any";

/// The values of phrases that are no values of a variable, with their meaning.
pub const PHRASES: [(&str, &str); 2] = [
    ("none", "What is said where there is no value"),
    (
        ANY,
        "What is said of every value that has no phrase of its own",
    ),
];

/// The codes of languages as a regular expression: what the reader takes.
pub const LANGUAGE_PATTERN: &str = "^[a-z]{2,3}(-[A-Za-z0-9]+)*$";

impl Words {
    /// Reads the words of a language; those that are there already are replaced.
    pub(super) fn read(&mut self, node: &Node, what: &str, faults: &mut Faults) {
        let keys = Group::ALL.map(|(key, ..)| key);
        check_keys(node, &keys, "the words of a language", faults);
        for (key, group, _) in Group::ALL {
            let Some(entry) = node.entry(key) else {
                continue;
            };
            let what = format!("{what}.{key}");
            for entry in entry.value.as_map(faults, &what).unwrap_or_default() {
                let what = format!("{what}.{}", entry.key);
                let place = (group, entry.key.clone());
                self.places.insert(place, entry.key_span.clone());
                match &entry.value.data {
                    Data::Map(_) if group == Group::Variables => {
                        self.read_phrases(&entry.key, &entry.value, &what, faults);
                    }
                    _ => {
                        if let Some(text) = entry.value.as_text(faults, &what) {
                            self.names
                                .insert((group, entry.key.clone()), text.to_owned());
                        }
                    }
                }
            }
        }
    }

    fn read_phrases(&mut self, variable: &str, node: &Node, what: &str, faults: &mut Faults) {
        for entry in node.as_map(faults, what).unwrap_or_default() {
            if let Some(text) = entry
                .value
                .as_text(faults, &format!("{what}.{}", entry.key))
            {
                if text.matches('{').count() != text.matches('}').count() {
                    let message = format!("`{text}` has a brace without its other half");
                    let fault = Fault::new("bad-phrase", message).at(entry.value.span.clone());
                    faults.push(fault.help("`{}` stands for the value, `{key}` for a part of it"));
                }
                let key = (variable.to_owned(), entry.key.clone());
                self.phrases.insert(key, text.to_owned());
            }
        }
    }

    /// Names things that there are not: of a group, with what they are called and which there are.
    pub(super) fn check(&self, group: Group, what: &str, known: &[&str], faults: &mut Faults) {
        for ((_, name), span) in self.places.iter().filter(|((of, _), _)| *of == group) {
            if known.contains(&name.as_str()) {
                continue;
            }
            let message = format!("there is no {what} `{name}` to be called something");
            let fault = Fault::new("unknown-name", message).at(span.clone());
            faults.push(match nearest(name, known.iter().copied()) {
                Some(near) => fault.help(format!("the nearest is `{near}`")),
                None if known.is_empty() => fault,
                None if known.len() == 1 => fault.help(format!("there is {}", list_and(known))),
                None => fault.help(format!("there are {}", list_and(known))),
            });
        }
    }

    /// Returns the names of a group that stand in files, with their places.
    pub(super) fn places_in(&self, group: Group) -> impl Iterator<Item = (&str, &Span)> {
        let places = self.places.iter().filter(move |((of, _), _)| *of == group);
        places.map(|((_, name), span)| (name.as_str(), span))
    }

    /// Forgets the names that do not stand in a file.
    fn only_of(mut self, file: &str) -> Self {
        self.places.retain(|_, span| span.source().name() == file);
        self
    }

    /// Adds the words of another language, which replace those there are.
    pub(super) fn overlay(&mut self, other: &Self) {
        self.names.extend(other.names.clone());
        self.phrases.extend(other.phrases.clone());
    }

    /// Writes every word in ASCII letters; leaves out those that have no such form.
    #[must_use]
    pub fn ascii(mut self) -> Self {
        let texts = self.names.values_mut().chain(self.phrases.values_mut());
        for text in texts {
            *text = ascii(text).into_owned();
        }
        self.names.retain(|_, text| text.is_ascii());
        self.phrases.retain(|_, text| text.is_ascii());
        self
    }

    /// Returns the things that have words: for tests that compare languages.
    pub fn keys(&self) -> impl Iterator<Item = String> {
        let group = |group: Group| Group::ALL[group as usize].0;
        let names = self
            .names
            .keys()
            .map(move |(of, name)| format!("{}.{name}", group(*of)));
        let phrases = self.phrases.keys();
        names.chain(phrases.map(|(name, value)| format!("variables.{name}.{value}")))
    }

    /// Looks a name up.
    #[must_use]
    pub fn get(&self, group: Group, name: &str) -> Option<&str> {
        // A map of pairs of owned texts has no borrowed look-up.
        self.names
            .get(&(group, name.to_owned()))
            .map(String::as_str)
    }

    /// Returns the word for a thing, or its name in the rules.
    #[must_use]
    pub fn of<'a>(&'a self, group: Group, name: &'a str) -> &'a str {
        self.get(group, name).unwrap_or(name)
    }

    /// Returns the word for a side.
    #[must_use]
    pub fn side(&self, side: Side) -> &str {
        self.of(Group::Sides, side.word())
    }

    /// Translates the text of a move, word by word.
    #[must_use]
    pub fn move_text(&self, text: &str) -> String {
        let mut said = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find([' ', ',', '+']).unwrap_or(rest.len());
            said.push_str(self.word(&rest[..end]));
            let next = rest[end..].chars().next();
            said.extend(next);
            rest = &rest[end + next.map_or(0, char::len_utf8)..];
        }
        said
    }

    fn word<'a>(&'a self, word: &'a str) -> &'a str {
        self.get(Group::Words, word)
            .or_else(|| self.get(Group::Cards, word))
            .unwrap_or(word)
    }

    /// Gives back the text of a move as the rules have it: every word that is shown in place of
    /// another is replaced by that, the longest first.
    #[must_use]
    pub fn canonical(&self, text: &str) -> String {
        let shown = self
            .names
            .iter()
            .filter(|((group, _), _)| matches!(group, Group::Words | Group::Cards));
        let mut shown: Vec<(String, &str)> = shown
            .map(|((_, name), word)| (word.to_lowercase(), name.as_str()))
            .filter(|(word, name)| word != name && !word.is_empty())
            .collect();
        shown.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
        let mut text = text.to_owned();
        for (word, name) in shown {
            let mut from = 0;
            while let Some(place) = text[from..].find(&word).map(|place| place + from) {
                let end = place + word.len();
                let edge = |c: Option<char>| c.is_none_or(|c| " ,+".contains(c));
                if edge(text[..place].chars().next_back()) && edge(text[end..].chars().next()) {
                    text.replace_range(place..end, name);
                    from = place + name.len();
                } else {
                    from = end;
                }
            }
        }
        text
    }

    /// Says a value in words.
    #[must_use]
    pub fn value(&self, value: &Value) -> String {
        match value {
            Value::Null => self.of(Group::Words, "none").to_owned(),
            Value::Text(text) => match self.get(Group::Words, text) {
                Some(word) => word.to_owned(),
                None => self.of(Group::Sides, text).to_owned(),
            },
            Value::List(items) if items.is_empty() => self.of(Group::Words, "none").to_owned(),
            Value::List(items) => {
                let items: Vec<String> = items.iter().map(|item| self.value(item)).collect();
                items.join(" ")
            }
            Value::Map(entries) => {
                let entries: Vec<String> = entries
                    .iter()
                    .map(|(key, value)| {
                        format!("{} {}", self.of(Group::Words, key), self.value(value))
                    })
                    .collect();
                entries.join(", ")
            }
            other => other.to_string(),
        }
    }

    /// Returns what stands in place of a variable that has a value.
    #[must_use]
    pub fn phrase(&self, variable: &str, value: &Value) -> Phrase {
        let key = match value {
            Value::Null => "none".to_owned(),
            other => other.to_string(),
        };
        let phrase = |key: &str| self.phrases.get(&(variable.to_owned(), key.to_owned()));
        let by_part = || {
            let mut parts = value.entries().iter();
            parts.find_map(|(key, part)| phrase(&format!("{key}.{part}")))
        };
        match phrase(&key).or_else(by_part).or_else(|| phrase(ANY)) {
            None => Phrase::Plain,
            Some(text) if text.is_empty() => Phrase::Hidden,
            Some(text) => Phrase::Said(self.fill(text, value)),
        }
    }

    /// Puts the value into the `{}` of a phrase, and its parts into their `{key}`.
    fn fill(&self, phrase: &str, value: &Value) -> String {
        let mut said = phrase.replace("{}", &self.value(value));
        for (key, part) in value.entries() {
            said = said.replace(&format!("{{{key}}}"), &self.value(part));
        }
        said
    }
}

/// Tells whether a key is a language: its code, perhaps with what sort of it, or every one.
fn is_language(key: &str) -> bool {
    let mut parts = key.split('-');
    let code = parts.next().unwrap_or_default();
    let is_code = (2..=3).contains(&code.len()) && code.chars().all(|c| c.is_ascii_lowercase());
    is_code && parts.all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric()))
}

/// The words of a ruleset, by language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Labels(BTreeMap<String, Words>);

impl Labels {
    /// Reads the `labels` of a file on top of those of its ancestors.
    pub(super) fn read(&mut self, node: &Node, faults: &mut Faults) {
        for language in node.as_map(faults, "labels").unwrap_or_default() {
            let what = format!("labels.{}", language.key);
            if !is_language(&language.key) {
                let message = format!("`{}` is no language", language.key);
                let fault = Fault::new("unknown-key", message).at(language.key_span.clone());
                let groups = Group::ALL.map(|(key, ..)| key);
                faults.push(fault.help(if groups.contains(&language.key.as_str()) {
                    format!(
                        "it belongs under a language: `en: {{ {}: … }}`",
                        language.key
                    )
                } else {
                    "it is a code such as `en` or `de-AT`, or `all`".to_owned()
                }));
                continue;
            }
            let words = self.0.entry(language.key.clone()).or_default();
            if language.value.as_map(faults, &what).is_some() {
                words.read(&language.value, &what, faults);
            }
        }
    }

    /// Returns the words of each language.
    pub(super) fn all(&self) -> impl Iterator<Item = &Words> {
        self.0.values()
    }

    /// Returns the words of each language, perhaps only those that stand in a file.
    pub(super) fn of_file(&self, file: Option<&str>) -> Vec<Words> {
        let words = self.0.values().cloned();
        words
            .map(|words| match file {
                Some(file) => words.only_of(file),
                None => words,
            })
            .collect()
    }

    /// Returns the languages there are words in.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        let languages = self.0.keys().map(String::as_str);
        languages.filter(|language| *language != EVERY_LANGUAGE)
    }

    /// Returns what one language itself has, without what it falls back on.
    #[must_use]
    pub fn own(&self, language: &str) -> Option<&Words> {
        self.0.get(language)
    }

    /// Returns the words of a language; where it has none, those of [`FALLBACK`] and of
    /// [`EVERY_LANGUAGE`].
    #[must_use]
    pub fn words(&self, language: &str) -> Words {
        let mut words = Words {
            language: language.to_owned(),
            ..Words::default()
        };
        for source in [FALLBACK, EVERY_LANGUAGE, language] {
            if let Some(own) = self.0.get(source) {
                words.overlay(own);
            }
        }
        words
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed setup is a failed test")]

    use super::*;
    use crate::text::Source;
    use crate::text::tree::parse;

    fn labels(text: &str) -> Labels {
        let mut labels = Labels::default();
        let mut faults = Faults::new();
        labels.read(&parse(&Source::new("labels", text)).unwrap(), &mut faults);
        assert!(faults.is_empty(), "{faults:?}");
        labels
    }

    const LABELS: &str = "
all: { cards: { KH: K♥ } }
en: { words: { go: walk, calm: quiet }, variables: { mood: { none: '', calm: at rest, any: 'in a {} mood' }, bid: { what.all: '{count} in all', any: '{count} of {what}' } } }
de: { words: { go: gehen }, sides: { left: links } }
";

    #[test]
    fn a_move_is_translated_word_by_word() {
        let words = labels(LABELS).words("de");
        assert_eq!(words.move_text("go 2,KH+x"), "gehen 2,K♥+x");
        assert_eq!(words.move_text("stay"), "stay");
        assert_eq!(words.canonical("gehen 2,k♥+x"), "go 2,KH+x");
        assert_eq!(words.canonical("vergehen"), "vergehen");
    }

    #[test]
    fn what_a_language_lacks_comes_from_english() {
        let words = labels(LABELS).words("de");
        assert_eq!(words.value(&Value::text("calm")), "quiet");
        assert_eq!(words.value(&Value::text("left")), "links");
        let keys = |language: &str| labels(LABELS).words(language).keys().collect::<Vec<_>>();
        assert_eq!(keys("fr"), keys("en"));
    }

    #[test]
    fn a_phrase_stands_for_a_variable() {
        let words = labels(LABELS).words("en");
        let said = |text: &str| Phrase::Said(text.to_owned());
        assert_eq!(words.phrase("mood", &Value::Null), Phrase::Hidden);
        assert_eq!(words.phrase("mood", &Value::text("calm")), said("at rest"));
        assert_eq!(words.phrase("mood", &Value::Int(3)), said("in a 3 mood"));
        assert_eq!(words.phrase("other", &Value::Int(3)), Phrase::Plain);
        let bid = Value::map([("count", Value::Int(2)), ("what", Value::text("calm"))]);
        assert_eq!(words.phrase("bid", &bid), said("2 of quiet"));
        let bid = Value::map([("count", Value::Int(2)), ("what", Value::text("all"))]);
        assert_eq!(words.phrase("bid", &bid), said("2 in all"));
    }

    #[test]
    fn ascii_words_are_those_that_any_terminal_shows() {
        assert_eq!(
            labels(LABELS).words("en").ascii().move_text("go KH"),
            "walk KH"
        );
    }
}
