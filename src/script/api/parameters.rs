//! `p`: the parameters of the ruleset, as `p.name` or `p["name"]`.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rhai::{Array, Dynamic, Engine, ImmutableString};

use super::context::{Fallible, Problem, raise, unknown};
use super::entry::{Entry, How, Type, entry, form, function};
use super::method;
use crate::game::Value;
use crate::script::convert::to_script;

/// A map of parameters, in the order of the file.
#[derive(Debug, Clone)]
pub(in crate::script) struct Parameters {
    map: Arc<Value>,
    watched: Option<Watched>,
}

/// Which parameters were read.
#[derive(Debug, Clone)]
struct Watched {
    /// The path of the map; empty, or ends in a dot.
    path: Rc<str>,
    read: Rc<RefCell<BTreeSet<String>>>,
}

impl Parameters {
    pub(in crate::script) fn new(value: Value) -> Self {
        Self {
            map: Arc::new(value),
            watched: None,
        }
    }

    /// Makes parameters that remember which of them are read.
    pub(in crate::script) fn watched(value: Value) -> Self {
        let watched = Watched {
            path: Rc::from(""),
            read: Rc::default(),
        };
        Self {
            map: Arc::new(value),
            watched: Some(watched),
        }
    }

    /// Returns the paths that were read so far.
    pub(in crate::script) fn read(&self) -> BTreeSet<String> {
        let watched = self.watched.as_ref();
        watched.map_or_else(BTreeSet::new, |watched| watched.read.borrow().clone())
    }

    pub(in crate::script) fn value(&self) -> &Value {
        &self.map
    }

    /// Notes that a key, or all of them, are looked at.
    fn note(&self, key: Option<&str>) {
        let Some(watched) = &self.watched else {
            return;
        };
        let all = self.map.entries().iter().map(|(key, _)| &**key);
        let keys = all.filter(|entry| key.is_none_or(|key| key == *entry));
        let paths = keys.map(|key| format!("{}{key}", watched.path));
        watched.read.borrow_mut().extend(paths);
    }

    fn inside(&self, key: &str, map: &Value) -> Self {
        Self {
            map: Arc::new(map.clone()),
            watched: self.watched.as_ref().map(|watched| Watched {
                path: format!("{}{key}.", watched.path).into(),
                read: Rc::clone(&watched.read),
            }),
        }
    }

    fn get(&mut self, key: ImmutableString) -> Fallible<Dynamic> {
        self.note(Some(&key));
        match self.map.get(&key) {
            Some(map @ Value::Map(_)) => Ok(Dynamic::from(self.inside(&key, map))),
            Some(value) => Ok(to_script(value)),
            None => {
                let names = self.map.entries().iter().map(|(name, _)| &**name).collect();
                Err(unknown("parameter", &key, names))
            }
        }
    }
}

/// What is said of the functions and properties below.
pub(super) const ENTRIES: &[Entry] = &[
    entry(
        &[form(How::Named, "", &[("p", Type::Parameters)], Type::Any)],
        "the value; a map is read like `p` itself",
        "if there is none",
    ),
    entry(
        &[function("keys", &[("p", Type::Parameters)], Type::List)],
        "the names in a map of parameters, in the order of the file",
        "",
    ),
    entry(
        &[function(
            "contains",
            &[("p", Type::Parameters), ("key", Type::Text)],
            Type::Flag,
        )],
        "whether it has this name",
        "",
    ),
    entry(
        &[
            function(
                "refuse",
                &[("key", Type::Text), ("message", Type::Text)],
                Type::Nothing,
            ),
            function(
                "refuse",
                &[("keys", Type::List), ("message", Type::Text)],
                Type::Nothing,
            ),
        ],
        "stops `table`: these parameters do not fit together, and Salle points at the lines that set them",
        "always",
    ),
];

pub(super) fn register(engine: &mut Engine) {
    engine
        .register_type_with_name::<Parameters>("parameters")
        .register_indexer_get(Parameters::get)
        .register_fn(
            "refuse",
            |keys: ImmutableString, message: ImmutableString| {
                refuse(vec![keys.to_string()], &message)
            },
        )
        .register_fn("refuse", |keys: Array, message: ImmutableString| {
            let keys = keys.into_iter().map(|key| key.to_string()).collect();
            refuse(keys, &message)
        });
    method(engine, "keys", |p: &mut Parameters| -> Array {
        p.note(None);
        let entries = p.map.entries().iter();
        entries
            .map(|(key, _)| ImmutableString::from(&**key).into())
            .collect()
    });
    method(
        engine,
        "contains",
        |p: &mut Parameters, key: ImmutableString| {
            p.note(Some(&key));
            p.map.get(&key).is_some()
        },
    );
}

/// Registers the keys of a map of parameters, and of those in it.
pub(super) fn register_names(engine: &mut Engine, parameters: &Value) {
    for (key, value) in parameters.entries() {
        let name = ImmutableString::from(&**key);
        engine.register_get(&**key, move |p: &mut Parameters| p.get(name.clone()));
        register_names(engine, value);
    }
}

fn refuse(keys: Vec<String>, message: &str) -> Fallible<()> {
    Err(raise(Problem {
        code: "refused",
        message: message.to_owned(),
        help: None,
        keys,
    }))
}
