//! A position as a few lines of text.

use std::fmt::Write;

use crate::game::layout::Named;
use crate::game::{Layout, Side, Value};

/// Widest line.
const WIDTH: usize = 78;

/// Draws a position from its description ([`State::describe`](crate::game::State::describe), or
/// [`Observation::describe`](crate::game::Observation::describe) for one side's knowledge). Ends
/// without a line break.
#[must_use]
pub fn board(description: &Value, layout: &Layout) -> String {
    let mut lines = vec![head(description)];
    lines.extend(track(description, layout));
    let mut shared = Vec::new();
    let mut sides: [Vec<String>; 2] = Default::default();
    let mut seen: Vec<&str> = Vec::new();
    for name in layout.names() {
        let (Some(value), false) = (description.get(name), seen.contains(&name)) else {
            continue;
        };
        seen.push(name);
        let is_pile = matches!(layout.named(name), Some(Named::Pile(_) | Named::Piles(_)));
        let text = |value: &Value| {
            if is_pile {
                format!("{name}: {}", pile(value, layout))
            } else {
                format!("{name}: {}", plain(value))
            }
        };
        match layout.named(name) {
            Some(Named::Piles(_) | Named::Vars(_)) => {
                for side in Side::BOTH {
                    if let Some(value) = value.get(side.word()) {
                        sides[usize::from(side == Side::Right)].push(text(value));
                    }
                }
            }
            _ => shared.push(text(value)),
        }
    }
    for side in Side::BOTH {
        let parts = &sides[usize::from(side == Side::Right)];
        lines.extend(wrap(&format!("{side:<6}"), parts));
    }
    lines.extend(wrap("table ", &shared));
    lines.join("\n")
}

fn head(description: &Value) -> String {
    let text = |key: &str| {
        description
            .at(key)
            .map(Value::to_string)
            .unwrap_or_default()
    };
    format!(
        "round {} · score {} to {} · {} decides",
        text("round"),
        text("score.left"),
        text("score.right"),
        text("turn")
    )
}

/// The track as one line of spaces, with the distance; rows of 70 if it is longer.
fn track(description: &Value, layout: &Layout) -> Vec<String> {
    let Some(track) = &layout.track else {
        return Vec::new();
    };
    let space = |side: &str| {
        description
            .at(side)
            .and_then(Value::as_int)
            .unwrap_or_default()
    };
    let (left, right) = (space("space.left"), space("space.right"));
    let spaces: Vec<char> = (1..=track.length)
        .map(|space| match space {
            space if space == left => 'L',
            space if space == right => 'R',
            space if space % 5 == 0 => ':',
            _ => '.',
        })
        .collect();
    let mut lines: Vec<String> = spaces
        .chunks(70)
        .map(|row| format!("  |{}|", row.iter().collect::<String>()))
        .collect();
    let places = format!("L on {left}, R on {right}, distance {}", right - left);
    match lines.last_mut() {
        Some(last) if last.chars().count() + places.len() + 2 <= WIDTH => {
            let _ = write!(last, "  {places}");
        }
        _ => lines.push(format!("  {places}")),
    }
    lines
}

/// A pile: its cards if they are seen, else how many there are.
fn pile(value: &Value, layout: &Layout) -> String {
    let size = |value: &Value| {
        let number = value
            .as_int()
            .and_then(|number| usize::try_from(number).ok());
        crate::text::count(number.unwrap_or_default(), "card")
    };
    match value {
        Value::List(cards) if cards.is_empty() => "empty".to_owned(),
        Value::List(cards) => {
            let cards: Vec<String> = cards.iter().map(|card| named(card, layout)).collect();
            cards.join(" ")
        }
        Value::Map(_) => {
            let count = value.get("size").map(size).unwrap_or_default();
            match value.get("top") {
                Some(top) if *top != Value::Null => {
                    format!("{count}, {} on top", named(top, layout))
                }
                _ => count,
            }
        }
        other => size(other),
    }
}

/// A card's face, and what it counts as where the face does not begin with that.
fn named(card: &Value, layout: &Layout) -> String {
    let face = card.to_string();
    let spec = layout.cards.iter().find(|spec| *spec.face == *face);
    let kind = spec.map(|spec| layout.kinds[spec.kind.index()].to_string());
    match kind {
        Some(kind) if !face.starts_with(&kind) || face.starts_with(&format!("{kind}0")) => {
            format!("{face}({kind})")
        }
        _ => face,
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Map(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{key} {}", plain(value)))
                .collect();
            entries.join(", ")
        }
        other => other.to_string(),
    }
}

/// Lays parts out behind a name, a new line where the next part would not fit.
fn wrap(name: &str, parts: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    if parts.is_empty() {
        return lines;
    }
    let mut line = format!("  {name}");
    let indent = line.chars().count();
    for (index, part) in parts.iter().enumerate() {
        let mut text = part.as_str();
        let separator = if index == 0 { "" } else { " · " };
        let fits = line.chars().count() + separator.len() + text.chars().count() <= WIDTH;
        if fits || line.chars().count() == indent {
            line.push_str(separator);
        } else {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
        }
        // A pile may be longer than a line.
        while line.chars().count() + text.chars().count() > WIDTH {
            let room = WIDTH - line.chars().count();
            let Some((cut, _)) = text
                .char_indices()
                .take(room)
                .filter(|(_, c)| *c == ' ')
                .last()
            else {
                break;
            };
            line.push_str(&text[..cut]);
            text = text[cut..].trim_start();
            lines.push(std::mem::replace(&mut line, " ".repeat(indent + 2)));
        }
        line.push_str(text);
    }
    lines.push(line);
    lines
}
