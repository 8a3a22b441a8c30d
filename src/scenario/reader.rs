//! Small readers that every part of a scenario file uses.

use crate::game::{Side, Value};
use crate::text::tree::{Data, Node};
use crate::text::{Fault, Faults, Span, list_or, nearest};

/// Reads a word: a text, or a number that stands for one, such as a card.
pub(super) fn word(node: &Node, faults: &mut Faults, what: &str) -> Option<String> {
    match &node.data {
        Data::Int(number) => Some(number.to_string()),
        _ => node.as_text(faults, what).map(str::to_owned),
    }
}

/// Reads a list of words.
pub(super) fn words(node: &Node, faults: &mut Faults, what: &str) -> Option<Vec<String>> {
    let items = node.as_list(faults, what)?;
    items.iter().map(|item| word(item, faults, what)).collect()
}

/// Reads one of some words, each with its meaning.
pub(super) fn choice<T: Copy>(
    node: &Node,
    faults: &mut Faults,
    what: &str,
    choices: &[(&str, T)],
) -> Option<T> {
    let text = node.as_text(faults, what)?;
    let found = choices.iter().find(|(word, _)| *word == text);
    if found.is_none() {
        let known: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        let fault = Fault::new("unknown-name", format!("`{what}` cannot be `{text}`"))
            .at(node.span.clone())
            .label(format!("expected {}", list_or(&known)));
        faults.push(hinted(fault, text, known.iter().copied()));
    }
    found.map(|(_, meaning)| *meaning)
}

/// Reads a side.
pub(super) fn side(node: &Node, faults: &mut Faults, what: &str) -> Option<Side> {
    let sides = Side::BOTH.map(|side| (side.word(), side));
    choice(node, faults, what, &sides)
}

/// Adds the nearest of the known names, if one is near.
pub(super) fn hinted<'a>(
    fault: Fault,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Fault {
    match nearest(name, known) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault,
    }
}

/// Returns plain data; a doubtful word, which a reader has refused before, is a text.
pub(super) fn value(node: &Node) -> Value {
    serde_yaml::from_value(node.to_yaml()).unwrap_or_default()
}

/// Finds the place that keys lead to, as far as they do: in a list by the item's text. `of_key` asks
/// for the last key itself rather than what stands under it.
pub(super) fn place<'a>(node: &'a Node, path: &[String], of_key: bool) -> &'a Span {
    let Some((key, rest)) = path.split_first() else {
        return &node.span;
    };
    match &node.data {
        Data::Map(_) => match node.entry(key) {
            Some(entry) if of_key && rest.is_empty() => &entry.key_span,
            Some(entry) => place(&entry.value, rest, of_key),
            None => &node.span,
        },
        // Of equal cards the last one is the one too many.
        Data::List(items) => {
            let is_it = |item: &&Node| value(item).to_string() == *key;
            items
                .iter()
                .rfind(is_it)
                .map_or(&node.span, |item| &item.span)
        }
        _ => &node.span,
    }
}
