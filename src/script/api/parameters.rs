//! `p`: the parameters of the ruleset, as `p.name` or `p["name"]`.

use std::sync::Arc;

use rhai::{Array, Dynamic, Engine, ImmutableString};

use super::context::{Fallible, Problem, raise, unknown};
use super::method;
use crate::game::Value;
use crate::script::convert::to_script;

/// A map of parameters, in the order of the file.
#[derive(Debug, Clone)]
pub(in crate::script) struct Parameters(Arc<Value>);

impl Parameters {
    pub(in crate::script) fn new(value: Value) -> Self {
        Self(Arc::new(value))
    }

    pub(in crate::script) fn value(&self) -> &Value {
        &self.0
    }

    fn get(&mut self, key: ImmutableString) -> Fallible<Dynamic> {
        match self.0.get(&key) {
            Some(map @ Value::Map(_)) => Ok(Dynamic::from(Self::new(map.clone()))),
            Some(value) => Ok(to_script(value)),
            None => {
                let names = self.0.entries().iter().map(|(name, _)| &**name).collect();
                Err(unknown("parameter", &key, names))
            }
        }
    }
}

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
        let entries = p.0.entries().iter();
        entries
            .map(|(key, _)| ImmutableString::from(&**key).into())
            .collect()
    });
    method(
        engine,
        "contains",
        |p: &mut Parameters, key: ImmutableString| p.0.get(&key).is_some(),
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
