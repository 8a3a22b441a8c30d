//! A position written down: from a description in the words of the ruleset to a [`State`].

use std::fmt;

use super::layout::{Card, Layout, Named, PileId, VarId};
use super::lookup::{card_names, find, is_card};
use super::side::{BySide, Side};
use super::state::State;
use super::value::Value;

/// Keys of a description that every game has, with their meaning.
pub const HEAD: [(&str, &str); 6] = [
    ("round", "The number of the round"),
    ("first", "Who began the round"),
    ("turn", "Who decides"),
    ("score", "Rounds won"),
    ("decisions", "Decisions made since the match began"),
    (
        "space",
        "The spaces of the figures, counted from the left end",
    ),
];

/// Reads a description as [`State::describe`] writes it; whatever it leaves out is as at the
/// start of a first round. A card is named by its face, with its deck where the face alone would
/// mean another ([`Layout::card_name`]), or by its kind where the face does not matter. Cards that it does not mention lie where they start or, if that pile is given, in the
/// first pile that is not.
///
/// # Errors
/// Every fault found, in words.
pub fn read(layout: &Layout, description: &Value) -> Result<State, Vec<String>> {
    check(layout, description).map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

/// A fault of a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misdescribed {
    /// The keys that lead to it; none if it is about the whole.
    pub path: Vec<String>,
    /// What is wrong.
    pub message: String,
    /// The names that there are, if an unknown one was used.
    pub known: Vec<String>,
}

impl fmt::Display for Misdescribed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if !self.known.is_empty() {
            write!(f, "; there are `{}`", self.known.join("`, `"))?;
        }
        Ok(())
    }
}

/// Returns the keys that a description can have.
#[must_use]
pub fn keys(layout: &Layout) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let heads = HEAD
        .into_iter()
        .map(|(name, _)| name)
        .filter(|name| *name != "space" || layout.track.is_some());
    for name in heads.chain(layout.names()) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Reads a description like [`read`], and tells where in it the faults are.
///
/// # Errors
/// Every fault found.
pub fn check(layout: &Layout, description: &Value) -> Result<State, Vec<Misdescribed>> {
    let mut reader = Reader {
        layout,
        faults: Vec::new(),
        state: State::new(layout),
        given: vec![None; layout.piles.len()],
    };
    reader.state.round = 1;
    if !matches!(description, Value::Map(_)) {
        reader.fault(&[], "a position is a map".to_owned());
    }
    for (key, value) in description.entries() {
        reader.entry(key, value);
    }
    reader.cards();
    reader.figures();
    if reader.faults.is_empty() {
        Ok(reader.state)
    } else {
        Err(reader.faults)
    }
}

/// Most faults that are told: nobody reads more, and to find the place of each takes its time.
const MOST_FAULTS: usize = 100;

struct Reader<'a> {
    layout: &'a Layout,
    faults: Vec<Misdescribed>,
    state: State,
    given: Vec<Option<Vec<Value>>>,
}

impl Reader<'_> {
    fn fault(&mut self, path: &[&str], message: String) {
        self.unknown(path, message, Vec::new());
    }

    fn unknown(&mut self, path: &[&str], message: String, known: Vec<String>) {
        if self.faults.len() == MOST_FAULTS {
            return;
        }
        self.faults.push(Misdescribed {
            path: path.iter().map(|&key| key.to_owned()).collect(),
            message,
            known,
        });
    }

    fn wrong(&mut self, path: &[&str], expected: &str, found: &Value) {
        let (key, found) = (path.join("."), found.kind_name());
        self.fault(path, format!("`{key}`: expected {expected}, found {found}"));
    }

    fn entry(&mut self, key: &str, value: &Value) {
        match (key, self.layout.named(key)) {
            ("round", _) => self.state.round = self.number(&[key], value),
            ("decisions", _) => self.state.decisions = self.number(&[key], value),
            ("first", _) => {
                if let Some(side) = self.side(key, value) {
                    self.state.first = side;
                }
            }
            ("turn", _) => {
                if let Some(side) = self.side(key, value) {
                    self.state.turn = side;
                }
            }
            ("score", _) => {
                self.state.score = self.pair(key, value, self.state.score);
            }
            ("space", _) if self.layout.track.is_some() => {
                self.state.spaces = self.pair(key, value, self.state.spaces);
            }
            (_, Some(Named::Pile(id))) => self.pile(id, value),
            (_, Some(Named::Piles(id))) => self.sides(key, value, |reader, offset, value| {
                reader.pile(PileId(id.0 + offset), value);
            }),
            (_, Some(Named::Var(id))) => self.state.variables[id.index()] = value.clone(),
            (_, Some(Named::Vars(id))) => self.sides(key, value, |reader, offset, value| {
                let id = VarId(id.0 + offset);
                reader.state.variables[id.index()] = value.clone();
            }),
            _ => {
                let known = keys(self.layout);
                self.unknown(&[key], format!("a position has no `{key}`"), known);
            }
        }
    }

    fn number<T: TryFrom<i64> + Default>(&mut self, path: &[&str], value: &Value) -> T {
        let number = value.as_int().and_then(|number| T::try_from(number).ok());
        if number.is_none() {
            self.wrong(path, "a whole number from 0", value);
        }
        number.unwrap_or_default()
    }

    fn side(&mut self, key: &str, value: &Value) -> Option<Side> {
        let side = value.as_text().and_then(Side::from_word);
        if side.is_none() {
            self.wrong(&[key], "`left` or `right`", value);
        }
        side
    }

    fn sides(&mut self, key: &str, value: &Value, mut each: impl FnMut(&mut Self, u8, &Value)) {
        if !matches!(value, Value::Map(_)) {
            self.wrong(&[key], "a map with `left` and `right`", value);
        }
        for (side, value) in value.entries() {
            if let Some(side) = Side::from_word(side) {
                each(self, u8::from(side == Side::Right), value);
            } else {
                let known = Side::BOTH.map(|side| side.word().to_owned()).to_vec();
                self.unknown(&[key, side], format!("`{key}` has no side `{side}`"), known);
            }
        }
    }

    /// Reads a number for each side; a side that is left out keeps the one given.
    fn pair<T: TryFrom<i64> + Default>(
        &mut self,
        key: &str,
        value: &Value,
        mut pair: BySide<T>,
    ) -> BySide<T> {
        self.sides(key, value, |reader, offset, value| {
            let side = Side::BOTH[usize::from(offset)];
            pair[side] = reader.number(&[key, side.word()], value);
        });
        pair
    }

    fn pile(&mut self, id: PileId, value: &Value) {
        if matches!(value, Value::List(_)) {
            self.given[id.index()] = Some(value.items().to_vec());
        } else {
            self.wrong(&path_of(self.layout, id), "a list of cards", value);
        }
    }

    /// Deals the cards to the piles.
    fn cards(&mut self) {
        let layout = self.layout;
        let given = std::mem::take(&mut self.given);
        let mut free: Vec<Card> = layout
            .piles
            .iter()
            .flat_map(|pile| pile.holds.iter().copied())
            .collect();
        free.sort_unstable();
        for (index, names) in given.iter().enumerate() {
            let owner = layout.piles[index].owner;
            let pile = PileId(u8::try_from(index).unwrap_or_default());
            let mut cards = Vec::new();
            for name in names.iter().flatten() {
                // A pile of a side takes the cards of that side's deck before any other.
                let fits = |card: Card| {
                    let deck = layout.pile(layout.card(card).deck).owner;
                    deck.is_none() || owner.is_none() || deck == owner
                };
                let name = name.to_string();
                let cards_left = || free.iter().copied();
                let place = find(layout, pile, cards_left(), &name, fits)
                    .or_else(|| find(layout, pile, cards_left(), &name, |_| true));
                match place {
                    Some(place) => cards.push(free.remove(place)),
                    None => self.no_card(pile, &name),
                }
            }
            self.state.piles[index] = cards;
        }
        self.place_rest(&given, free);
        for (spec, cards) in layout.piles.iter().zip(&mut self.state.piles) {
            if spec.ordered {
                // Written from the top, kept with the top last.
                cards.reverse();
            } else {
                cards.sort_unstable();
            }
        }
    }

    fn no_card(&mut self, pile: PileId, name: &str) {
        let layout = self.layout;
        let mut path = path_of(layout, pile);
        path.push(name);
        let pile = layout.pile_name(pile);
        if is_card(layout, name) {
            self.fault(&path, format!("there is no `{name}` left for the {pile}"));
        } else {
            let known = card_names(layout);
            self.unknown(
                &path,
                format!("there is no card `{name}` for the {pile}"),
                known,
            );
        }
    }

    /// Lays the cards that are not mentioned where they start, or in the first open pile.
    fn place_rest(&mut self, given: &[Option<Vec<Value>>], free: Vec<Card>) {
        let mut nowhere = Vec::new();
        for card in free {
            let deck = self.layout.card(card).deck;
            let owner = self.layout.pile(deck).owner;
            let open = |index: &usize| given[*index].is_none();
            let of_owner = |index: &usize| {
                let pile = self.layout.piles[*index].owner;
                owner.is_none() || pile.is_none() || pile == owner
            };
            let start = Some(deck.index()).filter(open);
            let all = 0..given.len();
            match start.or_else(|| all.filter(open).find(of_owner)) {
                Some(index) => self.state.piles[index].push(card),
                None => nowhere.push(self.layout.card(card).face.to_string()),
            }
        }
        if !nowhere.is_empty() {
            let faces = nowhere.join(", ");
            let message = format!("the cards {faces} lie nowhere; leave one pile out to hold them");
            self.fault(&[], message);
        }
    }

    fn figures(&mut self) {
        if let Some(track) = &self.layout.track {
            let BySide { left, right } = self.state.spaces;
            if left < 1 || right > track.length || left >= right {
                let length = track.length;
                let message = format!(
                    "`space`: {left} and {right} are no places on a track of {length} spaces"
                );
                self.fault(&["space"], message);
            }
        }
    }
}

/// Returns the keys under which a pile is described.
fn path_of(layout: &Layout, id: PileId) -> Vec<&str> {
    let pile = layout.pile(id);
    let side = pile.owner.map(Side::word);
    std::iter::once(&*pile.name).chain(side).collect()
}

#[cfg(test)]
mod tests;
