//! Legal moves as lists for people, and the move that a line of text means.

use crate::game::Move;
use crate::report::Look;
use crate::text::nearest;

/// More moves than these are shown in groups.
const MANY: usize = 60;

/// What a text means among the legal moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found<'a> {
    /// This move, by its place in the list.
    Move(usize),
    /// Several begin so.
    Several,
    /// None; perhaps this one was meant.
    None(Option<&'a str>),
}

/// Finds the move that a text means: its number, its text as it stands in files or as it is shown,
/// or the only one that begins so.
#[must_use]
pub fn find<'a>(text: &str, legal: &'a [Move], look: &Look) -> Found<'a> {
    if let Some(index) = exactly(text, legal, look) {
        return Found::Move(index);
    }
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let number = text.parse().unwrap_or(usize::MAX);
        return match number.checked_sub(1) {
            Some(index) if index < legal.len() => Found::Move(index),
            _ => Found::None(None),
        };
    }
    let mut beginning = (0..legal.len()).filter(|index| begins(&legal[*index], text, look));
    match (beginning.next(), beginning.next()) {
        (Some(index), None) => Found::Move(index),
        (Some(_), Some(_)) => Found::Several,
        _ => Found::None(nearest(text, legal.iter().map(|legal| &*legal.text))),
    }
}

/// Finds the move with exactly this text.
#[must_use]
pub fn exactly(text: &str, legal: &[Move], look: &Look) -> Option<usize> {
    let canonical = legal.iter().position(|legal| *legal.text == *text);
    canonical.or_else(|| {
        let shown = |legal: &Move| look.words.move_text(&legal.text).to_lowercase() == text;
        legal.iter().position(shown)
    })
}

fn begins(legal: &Move, text: &str, look: &Look) -> bool {
    let shown = || look.words.move_text(&legal.text).to_lowercase();
    legal.text.starts_with(text) || shown().starts_with(text)
}

/// Lists the moves that begin with a text, with their numbers, in columns; in groups if they are
/// very many.
#[must_use]
pub fn list(legal: &[Move], prefix: &str, look: &Look) -> Vec<String> {
    let wanted: Vec<(usize, String)> = legal
        .iter()
        .enumerate()
        .filter(|(_, legal)| begins(legal, prefix, look))
        .map(|(index, legal)| (index, look.words.move_text(&legal.text)))
        .collect();
    if wanted.len() > MANY {
        let texts: Vec<&str> = wanted.iter().map(|(_, text)| text.as_str()).collect();
        let mut lines: Vec<String> = groups(&texts, prefix.len())
            .into_iter()
            .map(|(beginning, count)| {
                look.letters(&format!("{count:>5} {beginning} …"))
                    .into_owned()
            })
            .collect();
        lines.push(format!(
            "{} moves: type the beginning of some to list those",
            texts.len()
        ));
        return lines;
    }
    let entries: Vec<String> = wanted
        .iter()
        .map(|(index, text)| format!("{:>3} {text}", index + 1))
        .collect();
    let widest = entries.iter().map(|entry| entry.chars().count()).max();
    let width = widest.unwrap_or_default() + 2;
    let columns = (look.width() / width).clamp(1, 5);
    entries
        .chunks(columns)
        .map(|row| {
            let cells: Vec<String> = row.iter().map(|entry| format!("{entry:<width$}")).collect();
            cells.concat().trim_end().to_owned()
        })
        .collect()
}

/// Groups texts by how they go on after so many bytes, up to the next space or comma; where all go
/// on alike, by what follows.
fn groups<'a>(texts: &[&'a str], from: usize) -> Vec<(&'a str, usize)> {
    let beginning = |text: &'a str| {
        let rest = text.get(from + 1..).unwrap_or_default();
        let end = rest
            .find([' ', ','])
            .map_or(text.len(), |end| from + 1 + end);
        text.get(..end).unwrap_or(text)
    };
    let mut groups: Vec<(&str, usize)> = Vec::new();
    for text in texts {
        let key = beginning(text);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, count)) => *count += 1,
            None => groups.push((key, 1)),
        }
    }
    match groups[..] {
        [(all, count)] if count > 1 && texts.iter().any(|text| text.len() > all.len()) => {
            self::groups(texts, all.len())
        }
        _ => groups,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_grouped_where_they_begin_to_differ() {
        let texts = ["keep a,b,c", "keep a,b,d", "keep a,c,d", "keep b,c,d"];
        assert_eq!(groups(&texts, 0), [("keep a", 3), ("keep b", 1)]);
        assert_eq!(
            groups(&texts[..3], "keep a".len()),
            [("keep a,b", 2), ("keep a,c", 1)]
        );
        let kinds = ["go 1", "go 2", "stay", "go back"];
        assert_eq!(groups(&kinds, 0), [("go", 3), ("stay", 1)]);
        assert_eq!(groups(&["same", "same"], 0), [("same", 2)]);
    }

    #[test]
    fn a_number_a_text_or_a_beginning_means_a_move() {
        let legal = ["go 1", "go 12", "stay"].map(|text| Move::new(text, crate::game::Value::Null));
        let found = |text: &str| find(text, &legal, &Look::default());
        assert_eq!(found("3"), Found::Move(2));
        assert_eq!(found("go 1"), Found::Move(0));
        assert_eq!(found("s"), Found::Move(2));
        assert_eq!(found("go"), Found::Several);
        assert_eq!(found("4"), Found::None(None));
        assert_eq!(found("stray"), Found::None(Some("stay")));
    }
}
