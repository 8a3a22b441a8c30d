//! A position as a few lines of text.

use super::frame::fill;
use super::look::Look;
use crate::game::declaration::Seen;
use crate::game::layout::Named;
use crate::game::{Layout, Side, Value};
use crate::ruleset::{Group, Phrase};

/// Faces of more letters than these stand in lists with commas, equal neighbours as a number.
const SHORT: usize = 3;

/// As many cards are shown of a pile that no side sees: who looks at everything wants to know what
/// comes next.
const NEXT: usize = 10;

/// Draws a position from its description ([`State::describe`](crate::game::State::describe), or
/// [`Observation::describe`](crate::game::Observation::describe) for one side's knowledge). Ends
/// without a line break.
#[must_use]
pub fn board(description: &Value, layout: &Layout, look: &Look) -> String {
    let drawing = Drawing {
        description,
        layout,
        look,
    };
    let mut lines = drawing.head();
    lines.extend(drawing.track());
    lines.extend(drawing.gap());
    lines.extend(drawing.parts());
    look.letters(&lines.join("\n")).into_owned()
}

struct Drawing<'a> {
    description: &'a Value,
    layout: &'a Layout,
    look: &'a Look,
}

impl Drawing<'_> {
    fn text(&self, key: &str) -> String {
        let value = self.description.at(key);
        value
            .map(|value| self.look.words.value(value))
            .unwrap_or_default()
    }

    fn number(&self, key: &str) -> i64 {
        let value = self.description.at(key).and_then(Value::as_int);
        value.unwrap_or_default()
    }

    fn head(&self) -> Vec<String> {
        let frame = self.look.frame();
        let parts = [
            fill(frame.round, &[("number", &self.text("round"))]),
            fill(
                frame.score,
                &[
                    ("left", &self.text("score.left")),
                    ("right", &self.text("score.right")),
                ],
            ),
            fill(frame.decides, &[("who", &self.text("turn"))]),
        ];
        self.look.wrap("", &parts)
    }

    /// The track as one line of spaces, with the distance; in rows if it is longer.
    fn track(&self) -> Vec<String> {
        let Some(track) = &self.layout.track else {
            return Vec::new();
        };
        let (left, right) = (self.number("space.left"), self.number("space.right"));
        let spaces: Vec<char> = (1..=track.length)
            .map(|space| match space {
                space if space == left => 'L',
                space if space == right => 'R',
                space if space % 5 == 0 => ':',
                _ => '.',
            })
            .collect();
        // Rows of tens, so that a column stands for the same place in each.
        let row = (self.look.width() - 4) / 10 * 10;
        let rows = spaces
            .chunks(row)
            .map(|row| format!("  |{}|", row.iter().collect::<String>()))
            .collect();
        let places = fill(
            self.look.frame().places,
            &[
                ("left", &left.to_string()),
                ("right", &right.to_string()),
                ("distance", &(right - left).to_string()),
            ],
        );
        self.beside(rows, &places)
    }

    /// The distance where there is no track: as many dots as lie between the sides.
    fn gap(&self) -> Vec<String> {
        let Some(gap) = self.layout.gap else {
            return Vec::new();
        };
        let name = &self.layout.variable(gap).name;
        let between = usize::try_from(self.number(name) - 1).unwrap_or_default();
        let most = self.look.width() / 2;
        let dots = if between > most {
            let part = ".".repeat(most / 2 - 2);
            format!("{part}//{part}")
        } else {
            ".".repeat(between)
        };
        let words = &self.look.words;
        let said = format!("{} {}", words.of(Group::Variables, name), self.text(name));
        self.beside(vec![format!("  L{dots}R")], &said)
    }

    /// Puts a text beside the last line if it fits there, else below.
    fn beside(&self, mut lines: Vec<String>, text: &str) -> Vec<String> {
        match lines.last_mut() {
            Some(last) if last.chars().count() + text.len() + 2 <= self.look.width() => {
                last.push_str("  ");
                last.push_str(text);
            }
            _ => lines.push(format!("  {text}")),
        }
        lines
    }

    /// What belongs to each side and to the table: variables, then piles.
    fn parts(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let words = &self.look.words;
        let owners = [
            (words.side(Side::Left), Some(Side::Left)),
            (words.side(Side::Right), Some(Side::Right)),
            (self.look.frame().table, None),
        ];
        let widest = owners.map(|(name, _)| name.chars().count());
        let column = widest.into_iter().max().unwrap_or_default();
        for (name, owner) in owners {
            let mut parts = self.variables(owner);
            parts.extend(self.piles(owner));
            lines.extend(self.look.wrap(&format!("  {name:<column$} "), &parts));
        }
        lines
    }

    /// The value of a name for an owner, if the description holds it.
    fn value(&self, name: &str, owner: Option<Side>) -> Option<&Value> {
        let value = self.description.get(name)?;
        match owner {
            Some(side) => value.get(side.word()),
            None => Some(value),
        }
    }

    fn variables(&self, owner: Option<Side>) -> Vec<String> {
        let is_gap = |name: &str| match (self.layout.gap, self.layout.named(name)) {
            (Some(gap), Some(Named::Var(variable))) => gap == variable,
            _ => false,
        };
        let words = &self.look.words;
        let mut parts = Vec::new();
        for spec in &self.layout.variables {
            if spec.owner != owner || is_gap(&spec.name) {
                continue;
            }
            let Some(value) = self.value(&spec.name, owner) else {
                continue;
            };
            match words.phrase(&spec.name, value) {
                Phrase::Hidden => {}
                Phrase::Said(text) => parts.push(text),
                Phrase::Plain => {
                    let name = words.of(Group::Variables, &spec.name);
                    parts.push(format!("{name}: {}", words.value(value)));
                }
            }
        }
        parts
    }

    fn piles(&self, owner: Option<Side>) -> Vec<String> {
        let mut parts = Vec::new();
        for spec in &self.layout.piles {
            if spec.owner != owner {
                continue;
            }
            if let Some(value) = self.value(&spec.name, owner) {
                let name = self.look.words.of(Group::Piles, &spec.name);
                let most = if spec.seen == Seen::Nobody {
                    NEXT
                } else {
                    usize::MAX
                };
                parts.push(format!("{name}: {}", self.pile(value, most)));
            }
        }
        parts
    }

    /// A pile: its cards if they are seen, so many at most, else how many there are.
    fn pile(&self, value: &Value, most: usize) -> String {
        let size = |value: &Value| {
            let number = value
                .as_int()
                .and_then(|number| usize::try_from(number).ok());
            self.look.frame().cards(number.unwrap_or_default())
        };
        match value {
            Value::List(cards) if cards.is_empty() => self.look.frame().empty.to_owned(),
            Value::List(cards) => {
                let faces = cards.iter().take(most).map(Value::to_string);
                let text = cards_text(faces, Some(self.layout), self.look);
                match cards.len().saturating_sub(most) {
                    0 => text,
                    more => {
                        let more = fill(self.look.frame().more, &[("count", &more.to_string())]);
                        self.look.letters(&format!("{text} … {more}")).into_owned()
                    }
                }
            }
            Value::Map(_) => {
                let count = value.get("size").map(size).unwrap_or_default();
                match value.get("top") {
                    Some(top) if *top != Value::Null => {
                        let top = card_text(&top.to_string(), Some(self.layout), self.look);
                        fill(self.look.frame().top, &[("count", &count), ("card", &top)])
                    }
                    _ => count,
                }
            }
            other => size(other),
        }
    }
}

/// Lists cards by their faces: short ones one after the other, long ones with commas and equal
/// neighbours as a number.
pub(super) fn cards_text(
    faces: impl IntoIterator<Item = String>,
    layout: Option<&Layout>,
    look: &Look,
) -> String {
    let mut cards: Vec<(String, usize)> = Vec::new();
    let mut are_short = true;
    for face in faces {
        let name = look.words.of(Group::Cards, &face);
        are_short &= name.chars().count() <= SHORT && !name.contains(' ');
        let text = card_text(&face, layout, look);
        match cards.last_mut() {
            Some((last, count)) if *last == text => *count += 1,
            _ => cards.push((text, 1)),
        }
    }
    let times = if look.ascii { 'x' } else { '×' };
    if are_short {
        let each = cards
            .into_iter()
            .flat_map(|(text, count)| std::iter::repeat_n(text, count));
        return each.collect::<Vec<_>>().join(" ");
    }
    let each = cards.into_iter().map(|(text, count)| match count {
        1 => text,
        _ => format!("{text} {times}{count}"),
    });
    each.collect::<Vec<_>>().join(", ")
}

/// Names a card, with what it counts as where its face does not begin with that.
fn card_text(face: &str, layout: Option<&Layout>, look: &Look) -> String {
    let name = look.words.of(Group::Cards, face);
    let spec = layout.and_then(|layout| {
        let spec = layout.cards.iter().find(|spec| *spec.face == *face)?;
        Some(layout.kinds[spec.kind.index()].to_string())
    });
    match spec {
        Some(kind) if !face.starts_with(&kind) || face.starts_with(&format!("{kind}0")) => {
            format!("{name} ({kind})")
        }
        _ => name.to_owned(),
    }
}
