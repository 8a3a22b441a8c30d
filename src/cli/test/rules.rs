//! The rules that scenarios run under, each loaded once.

use std::collections::HashMap;
use std::rc::Rc;

use crate::bots::About;
use crate::game::Memo;
use crate::repl::rules::about;
use crate::ruleset::{Loader, Override};
use crate::scenario::Vocabulary;
use crate::text::tree::{Data, Node};
use crate::text::{Faults, Span};

/// Rules that were loaded.
#[derive(Debug, Clone)]
pub(super) struct Loaded {
    /// The ruleset's id or path.
    pub(super) id: String,
    /// The parameters that the scenario sets: `key=value`.
    pub(super) set: Vec<String>,
    pub(super) rules: Rc<Memo>,
    pub(super) vocabulary: Rc<Vocabulary>,
    pub(super) about: Rc<About>,
}

/// Loads rules and remembers them by ruleset and parameters.
pub(super) struct Shelf<'a> {
    loader: &'a Loader,
    /// What the command line sets: as if the ruleset said so.
    overrides: Vec<Override>,
    known: HashMap<(String, Vec<String>), Result<Loaded, Faults>>,
}

impl<'a> Shelf<'a> {
    pub(super) fn new(loader: &'a Loader, overrides: Vec<Override>) -> Self {
        Self {
            loader,
            overrides,
            known: HashMap::new(),
        }
    }

    /// Loads a ruleset that is named at `span`.
    pub(super) fn load(&mut self, id: &str, span: &Span, sets: &[Node]) -> Result<Loaded, Faults> {
        let set = settings(sets);
        let key = (id.to_owned(), set.clone());
        let loaded = if let Some(loaded) = self.known.get(&key) {
            loaded.clone()
        } else {
            let loaded = self.read(id, set, sets);
            self.known.insert(key, loaded.clone());
            loaded
        };
        // A fault without a place is about the name.
        loaded.map_err(|faults| {
            let at = |fault: crate::text::Fault| match fault.span {
                Some(_) => fault,
                None => fault.at(span.clone()),
            };
            faults.into_iter().map(at).collect()
        })
    }

    fn read(&self, id: &str, set: Vec<String>, sets: &[Node]) -> Result<Loaded, Faults> {
        let mut overrides = self.overrides.clone();
        overrides.extend(sets.iter().cloned().map(Override::Tree));
        let ruleset = self.loader.load(id, &overrides)?;
        let words = |list: &[(String, String)]| list.iter().map(|(word, _)| word.clone()).collect();
        Ok(Loaded {
            id: id.to_owned(),
            set,
            rules: ruleset.rules()?,
            about: Rc::new(about(&ruleset)),
            vocabulary: Rc::new(Vocabulary {
                reasons: words(&ruleset.reasons),
                events: words(&ruleset.events),
            }),
        })
    }
}

/// Writes what scenarios set as `key=value`, the later value for each key.
fn settings(sets: &[Node]) -> Vec<String> {
    let mut settings: Vec<(&str, String)> = Vec::new();
    for set in sets {
        let Data::Map(entries) = &set.data else {
            continue;
        };
        for entry in entries {
            let value = serde_json::to_string(&entry.value.to_yaml()).unwrap_or_default();
            settings.retain(|(key, _)| *key != entry.key);
            settings.push((&entry.key, value));
        }
    }
    let written = settings
        .into_iter()
        .map(|(key, value)| format!("{key}={value}"));
    written.collect()
}
