//! Parameters: declared, set in layers from the oldest ancestor to the command line, and each
//! settled value knows who set it.

use super::declared::Declared;
use crate::game::{Beginner, Side, Terms, Value};
use crate::text::tree::{Data, Entry, Node};
use crate::text::{Fault, Faults, Span, nearest};

/// Most values that are kept of a parameter: each entry of a map that is set by itself makes a new
/// one.
const MOST_VALUES: usize = 32;

/// Who set a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetBy {
    /// Nobody: it is the default of every match.
    Default,
    /// A line of a file, or `--set`.
    At(Span),
}

impl SetBy {
    /// Names the place: `rulesets/a/b.yaml:12`, `--set` or `default`.
    #[must_use]
    pub fn place(&self) -> String {
        match self {
            Self::Default => "default".to_owned(),
            Self::At(span) if span.source().name().starts_with("--") => {
                span.source().name().to_owned()
            }
            Self::At(span) => format!("{}:{}", span.source().name(), span.line()),
        }
    }
}

/// A settled parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// What it may be and means.
    pub declared: Declared,
    /// Its value.
    pub value: Value,
    /// Who set it.
    pub set_by: SetBy,
    /// The values that were replaced, the first one first; of very many, the last ones.
    pub replaced: Vec<(Value, SetBy)>,
}

/// The parameters of a ruleset while they are being set.
#[derive(Debug)]
pub(super) struct Settings {
    slots: Vec<Slot>,
    is_whole: bool,
}

#[derive(Debug)]
struct Slot {
    declared: Declared,
    declared_at: Option<Span>,
    values: Vec<(Value, SetBy)>,
    /// Whether a value was given that could not be read.
    refused: bool,
}

impl Slot {
    /// Tells whether a path names this parameter or, then with the rest of the path, an entry of it.
    fn holds<'p>(&mut self, path: &'p str) -> Option<(&mut Self, Option<&'p str>)> {
        let rest = path.strip_prefix(self.declared.path.as_str())?;
        if rest.is_empty() {
            return Some((self, None));
        }
        let rest = rest.strip_prefix('.').filter(|rest| !rest.is_empty())?;
        self.declared.has_entries().then_some((self, Some(rest)))
    }
}

impl Settings {
    /// Starts with what every ruleset has. If the chain of files is not whole, parameters that
    /// nobody declares, and ones without a value, may have their due in a file that is missing.
    pub(super) fn new(is_whole: bool) -> Self {
        let slots = Declared::of_every_match().into_iter();
        Self {
            slots: slots
                .map(|(declared, value)| Slot {
                    declared,
                    declared_at: None,
                    values: vec![(value, SetBy::Default)],
                    refused: false,
                })
                .collect(),
            is_whole,
        }
    }

    /// Declares the parameters of a file.
    pub(super) fn declare(&mut self, node: &Node, faults: &mut Faults) {
        for entry in node.as_map(faults, "declare").unwrap_or_default() {
            let clash = self
                .slots
                .iter()
                .find(|slot| overlap(&slot.declared.path, &entry.key));
            if let Some(slot) = clash {
                let message = format!("`{}` is declared already", slot.declared.path);
                let fault = Fault::new("duplicate", message).at(entry.key_span.clone());
                faults.push(match &slot.declared_at {
                    Some(span) => fault.note_at(span.clone(), "first declared here"),
                    None => fault.note("every ruleset has this parameter"),
                });
                continue;
            }
            let before = faults.len();
            if let Some(declared) =
                Declared::read(&entry.key, &entry.key_span, &entry.value, faults)
            {
                let values = if declared.optional {
                    vec![(Value::Null, SetBy::Default)]
                } else {
                    Vec::new()
                };
                self.slots.push(Slot {
                    declared,
                    declared_at: Some(entry.key_span.clone()),
                    values,
                    // A declaration that cannot be understood allows no value.
                    refused: faults.len() > before,
                });
            }
        }
    }

    /// Sets the parameters of a file.
    pub(super) fn set_all(&mut self, node: &Node, faults: &mut Faults) {
        for entry in node.as_map(faults, "parameters").unwrap_or_default() {
            self.set(&entry.key, entry, faults);
        }
    }

    /// Sets one parameter, one entry of it, or the parameters in a map of them.
    pub(super) fn set(&mut self, path: &str, entry: &Entry, faults: &mut Faults) {
        let mut slots = self.slots.iter_mut();
        if let Some((slot, rest)) = slots.find_map(|slot| slot.holds(path)) {
            let before = slot.values.last().map(|(value, _)| value);
            let value = match rest {
                None => slot.declared.value(&entry.value, faults),
                Some(rest) => slot.declared.entry(before, rest, &entry.value, faults),
            };
            match value {
                Some(value) => {
                    let set_by = SetBy::At(entry.value.span.clone());
                    slot.values.push((value, set_by));
                    if slot.values.len() > MOST_VALUES {
                        slot.values.remove(0);
                    }
                }
                None => slot.refused = true,
            }
            return;
        }
        let inside = format!("{path}.");
        let leads = self
            .slots
            .iter()
            .any(|slot| slot.declared.path.starts_with(&inside));
        if leads {
            if let Data::Map(entries) = &entry.value.data {
                for entry in entries {
                    self.set(&format!("{inside}{}", entry.key), entry, faults);
                }
                return;
            }
            let parts: Vec<&str> = self
                .slots
                .iter()
                .filter_map(|slot| slot.declared.path.strip_prefix(&inside))
                .collect();
            let message = format!("`{path}` is a map, with {}", crate::text::list_and(&parts));
            faults.push(
                Fault::new("wrong-type", message)
                    .at(entry.value.span.clone())
                    .label(format!("expected a map, found {}", entry.value.kind_name())),
            );
            return;
        }
        if !self.is_whole {
            return;
        }
        let names = self.slots.iter().map(|slot| slot.declared.path.as_str());
        let fault = Fault::new("unknown-key", format!("there is no parameter `{path}`"))
            .at(entry.key_span.clone());
        // Of a name in a map, the map may be what is misspelt.
        let head = path.split('.').next().unwrap_or(path);
        let maps = self.slots.iter().filter(|slot| slot.declared.has_entries());
        let maps = maps.map(|slot| slot.declared.path.as_str());
        let near = nearest(path, names.clone()).or_else(|| nearest(head, maps));
        faults.push(if let Some(near) = near {
            fault.help(format!("the nearest is `{near}`"))
        } else {
            let names: Vec<&str> = names.collect();
            fault.help(format!("there are {}", crate::text::list_and(&names)))
        });
    }

    /// Settles the parameters: each must have a value. One that could not be read has a fault of its
    /// own.
    pub(super) fn settle(self, faults: &mut Faults) -> Vec<Parameter> {
        let mut settled = Vec::new();
        for mut slot in self.slots {
            let Some((value, set_by)) = slot.values.pop() else {
                if slot.refused || !self.is_whole {
                    continue;
                }
                let message = format!("the parameter `{}` has no value", slot.declared.path);
                let fault = Fault::new("missing-key", message);
                let help = format!("set it under `parameters`: `{}: …`", slot.declared.path);
                faults.push(match slot.declared_at {
                    Some(span) => fault.at(span).label("declared here").help(help),
                    None => fault.help(help),
                });
                continue;
            };
            settled.push(Parameter {
                declared: slot.declared,
                value,
                set_by,
                replaced: slot.values,
            });
        }
        settled
    }
}

fn overlap(one: &str, other: &str) -> bool {
    let leads = |short: &str, long: &str| {
        long.strip_prefix(short)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    leads(one, other) || leads(other, one)
}

/// Joins settled parameters into one map, dots leading into maps.
pub(super) fn join(parameters: &[Parameter]) -> Value {
    let flat: Vec<(&str, &Value)> = parameters
        .iter()
        .map(|parameter| (parameter.declared.path.as_str(), &parameter.value))
        .collect();
    nest(&flat)
}

fn nest(flat: &[(&str, &Value)]) -> Value {
    let mut done: Vec<&str> = Vec::new();
    let mut entries = Vec::new();
    for (path, value) in flat {
        let Some((head, _)) = path.split_once('.') else {
            entries.push((*path, (*value).clone()));
            continue;
        };
        if done.contains(&head) {
            continue;
        }
        done.push(head);
        let inside: Vec<(&str, &Value)> = flat
            .iter()
            .filter_map(|(path, value)| {
                let rest = path.strip_prefix(head)?.strip_prefix('.')?;
                Some((rest, *value))
            })
            .collect();
        entries.push((head, nest(&inside)));
    }
    Value::map(entries)
}

/// Takes the terms of a match out of settled parameters.
pub(super) fn terms(parameters: &Value) -> Terms {
    let default = Terms::default();
    let number = |path: &str| parameters.at(path).and_then(Value::as_int);
    let first = parameters
        .at("first")
        .and_then(Value::as_text)
        .unwrap_or_default();
    Terms {
        target: number("target")
            .and_then(|n| n.try_into().ok())
            .unwrap_or(default.target),
        first: match first {
            "random" => Beginner::Random,
            word => Side::from_word(word).map_or(default.first, Beginner::Side),
        },
        decisions: number("limits.decisions")
            .and_then(|n| n.try_into().ok())
            .unwrap_or(default.decisions),
    }
}
