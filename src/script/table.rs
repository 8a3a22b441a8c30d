//! What the hook `table` returns: a map, read into a declaration.

use crate::game::declaration::{
    CardDeclaration, PileDeclaration, Seen, Track, VariableDeclaration,
};
use crate::game::{Declaration, Value};
use crate::text::{list_or, nearest};

/// Reads the map that `table` returned.
///
/// # Errors
/// Every fault found, in words.
pub(super) fn declaration(table: &Value) -> Result<Declaration, Vec<String>> {
    let mut reader = Reader { faults: Vec::new() };
    let keys = [
        "track",
        "gap",
        "piles",
        "vars",
        "side_vars",
        "secrets",
        "keep",
    ];
    let mut declaration = Declaration::default();
    for (key, value) in reader.map(table, "what `table` returns", &keys) {
        match &**key {
            "track" => declaration.track = reader.track(value),
            "gap" => declaration.gap = reader.text(value, "`gap`"),
            "piles" => declaration.piles = reader.piles(value),
            "vars" => reader.variables(value, "vars", &mut declaration),
            "side_vars" => reader.variables(value, "side_vars", &mut declaration),
            "secrets" => reader.variables(value, "secrets", &mut declaration),
            _ => declaration.keep = reader.keep(value),
        }
    }
    if reader.faults.is_empty() && table.get("piles").is_none() {
        reader.faults.push("`table` returns no `piles`".to_owned());
    }
    if reader.faults.is_empty() {
        Ok(declaration)
    } else {
        Err(reader.faults)
    }
}

struct Reader {
    faults: Vec<String>,
}

type Entry = (std::sync::Arc<str>, Value);

impl Reader {
    fn wrong<T>(&mut self, what: &str, expected: &str, value: &Value) -> Option<T> {
        self.faults.push(format!(
            "{what}: expected {expected}, found {}",
            value.kind_name()
        ));
        None
    }

    /// Returns the entries of a map whose keys are known.
    fn map<'a>(&mut self, value: &'a Value, what: &str, keys: &[&str]) -> Vec<&'a Entry> {
        if !matches!(value, Value::Map(_)) {
            self.wrong::<()>(what, "a map", value);
        }
        let mut known = Vec::new();
        for entry in value.entries() {
            if keys.contains(&&*entry.0) {
                known.push(entry);
            } else {
                let hint = match nearest(&entry.0, keys.iter().copied()) {
                    Some(near) => format!("the nearest is `{near}`"),
                    None => format!("it may hold {}", list_or(keys)),
                };
                self.faults
                    .push(format!("{what} has no key `{}`: {hint}", entry.0));
            }
        }
        known
    }

    fn int(&mut self, value: &Value, what: &str) -> Option<i64> {
        match value.as_int() {
            Some(number) => Some(number),
            None => self.wrong(what, "a whole number", value),
        }
    }

    fn text(&mut self, value: &Value, what: &str) -> Option<String> {
        match value.as_text() {
            Some(text) => Some(text.to_owned()),
            None => self.wrong(what, "a text", value),
        }
    }

    fn flag(&mut self, value: &Value, what: &str) -> Option<bool> {
        match value {
            Value::Bool(flag) => Some(*flag),
            _ => self.wrong(what, "true or false", value),
        }
    }

    fn track(&mut self, value: &Value) -> Option<Track> {
        if *value == Value::Null {
            return None;
        }
        let mut track = Track {
            length: 0,
            left: 0,
            right: 0,
        };
        let keys = ["length", "left", "right"];
        for (key, value) in self.map(value, "`track`", &keys) {
            let number = self.int(value, &format!("`track.{key}`"))?;
            match &**key {
                "length" => track.length = number,
                "left" => track.left = number,
                _ => track.right = number,
            }
        }
        for key in keys {
            if value.get(key).is_none() {
                self.faults.push(format!("`track` has no `{key}`"));
            }
        }
        Some(track)
    }

    fn piles(&mut self, value: &Value) -> Vec<PileDeclaration> {
        if !matches!(value, Value::Map(_)) {
            self.wrong::<()>("`piles`", "a map", value);
        }
        let entries = value.entries().iter();
        entries
            .map(|(name, value)| self.pile(name, value))
            .collect()
    }

    fn pile(&mut self, name: &str, value: &Value) -> PileDeclaration {
        let mut pile = PileDeclaration {
            name: name.to_owned(),
            per_side: false,
            ordered: false,
            seen: Seen::Nobody,
            holds: Vec::new(),
            renewed_from: None,
        };
        let what = format!("the pile `{name}`");
        if !matches!(value, Value::Map(_)) {
            self.wrong::<()>(&what, "a map", value);
            return pile;
        }
        let keys = ["per_side", "ordered", "seen", "holds", "renew"];
        for (key, value) in self.map(value, &what, &keys) {
            let path = format!("`piles.{name}.{key}`");
            match &**key {
                "per_side" => pile.per_side = self.flag(value, &path).unwrap_or_default(),
                "ordered" => pile.ordered = self.flag(value, &path).unwrap_or_default(),
                "seen" => pile.seen = self.seen(value, &path).unwrap_or(Seen::Nobody),
                "holds" => pile.holds = self.cards(value, &path),
                _ => pile.renewed_from = self.text(value, &path),
            }
        }
        if value.get("seen").is_none() {
            self.faults
                .push(format!("{what} does not say who has `seen` it"));
        }
        pile
    }

    fn seen(&mut self, value: &Value, what: &str) -> Option<Seen> {
        let word = self.text(value, what)?;
        let known = Seen::WORDS.into_iter().find(|(name, _)| *name == word);
        if known.is_none() {
            let words = Seen::WORDS.map(|(name, _)| name);
            self.faults.push(format!(
                "{what}: expected {}, found `{word}`",
                list_or(&words)
            ));
        }
        known.map(|(_, seen)| seen)
    }

    fn cards(&mut self, value: &Value, what: &str) -> Vec<CardDeclaration> {
        if !matches!(value, Value::List(_)) {
            self.wrong::<()>(what, "a list of cards", value);
        }
        let items = value.items().iter().enumerate();
        items
            .filter_map(|(index, value)| self.card(value, &format!("card {} of {what}", index + 1)))
            .collect()
    }

    fn card(&mut self, value: &Value, what: &str) -> Option<CardDeclaration> {
        if !matches!(value, Value::Map(_)) {
            return self.wrong(what, "a map", value);
        }
        let (mut face, mut kind, mut count) = (None, None, 1);
        for (key, value) in self.map(value, what, &["face", "kind", "count"]) {
            let path = format!("`{key}` of {what}");
            match &**key {
                "face" => face = self.text(value, &path),
                "kind" if matches!(value, Value::Int(_) | Value::Text(_)) => {
                    kind = Some(value.clone());
                }
                "kind" => kind = self.wrong(&path, "a whole number or a text", value),
                _ => count = self.int(value, &path)?,
            }
        }
        let Some(face) = face else {
            self.faults.push(format!("{what} has no `face`"));
            return None;
        };
        let Ok(count) = usize::try_from(count) else {
            self.faults.push(format!("`count` of {what} is {count}"));
            return None;
        };
        let kind = kind.unwrap_or_else(|| Value::text(&face));
        Some(CardDeclaration { face, kind, count })
    }

    fn variables(&mut self, value: &Value, key: &str, declaration: &mut Declaration) {
        if !matches!(value, Value::Map(_)) {
            self.wrong::<()>(&format!("`{key}`"), "a map", value);
        }
        for (name, start) in value.entries() {
            declaration.variables.push(VariableDeclaration {
                name: name.to_string(),
                per_side: key != "vars",
                secret: key == "secrets",
                start: start.clone(),
            });
        }
    }

    fn keep(&mut self, value: &Value) -> Vec<String> {
        if !matches!(value, Value::List(_)) {
            self.wrong::<()>("`keep`", "a list of names", value);
        }
        let items = value.items().iter();
        items.filter_map(|item| self.text(item, "`keep`")).collect()
    }
}
