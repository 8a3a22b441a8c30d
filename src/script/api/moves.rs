//! Moves: made by `moves`, given back to `play`.

use rhai::{Array, Dynamic, Engine, ImmutableString};

use super::context::{Context, Fallible, data, problem, unknown};
use super::entry::{Entry, How, Type, entry, form, function};
use super::method;
use crate::game::{Move, MoveSpec, Value};
use crate::script::convert::to_script;

/// A move in a script.
#[derive(Debug, Clone)]
pub(in crate::script) struct Chosen(pub(in crate::script) Move);

impl Chosen {
    fn new(text: &str, data: Value, secret: bool) -> Fallible<Self> {
        if let Some(why) = Self::unfit(text) {
            let message = format!("`{text}` cannot be the text of a move: {why}");
            return Err(problem("move-text", message, None));
        }
        let text = text.into();
        Ok(Self(Move::from(MoveSpec { text, data, secret })))
    }

    /// Says why a text cannot be that of a move, if it cannot.
    pub(in crate::script) fn unfit(text: &str) -> Option<&'static str> {
        if text.is_empty() || text.len() > 200 {
            return Some("it takes 1 to 200 letters");
        }
        if text.trim() != text || text.contains("  ") {
            return Some("words stand one space apart, with none at either end");
        }
        if text.chars().any(|c| c.is_uppercase() || c.is_control()) {
            return Some("it is lower case");
        }
        if text.chars().all(|c| c.is_ascii_digit()) {
            return Some("a number alone chooses a move by its place in the list");
        }
        None
    }

    fn get(&mut self, key: ImmutableString) -> Fallible<Dynamic> {
        if let Some(value) = self.0.data.get(&key) {
            Ok(to_script(value))
        } else {
            let mut names: Vec<&str> = self
                .0
                .data
                .entries()
                .iter()
                .map(|(name, _)| &**name)
                .collect();
            names.extend(["text", "kind", "data"]);
            Err(unknown("data of this move", &key, names))
        }
    }
}

/// What is said of the functions and properties below.
pub(super) const ENTRIES: &[Entry] = &[
    entry(
        &[
            function("move", &[("text", Type::Text)], Type::Move),
            function(
                "move",
                &[("text", Type::Text), ("data", Type::Any)],
                Type::Move,
            ),
        ],
        "a move",
        "if the text does not fit",
    ),
    entry(
        &[function(
            "secret_move",
            &[("text", Type::Text), ("data", Type::Any)],
            Type::Move,
        )],
        "a move of which the other side learns only that it was made",
        "likewise",
    ),
    entry(
        &[form(
            How::Property,
            "text",
            &[("m", Type::Move)],
            Type::Text,
        )],
        "its text",
        "",
    ),
    entry(
        &[form(
            How::Property,
            "kind",
            &[("m", Type::Move)],
            Type::Text,
        )],
        "the first word of its text",
        "",
    ),
    entry(
        &[form(How::Property, "data", &[("m", Type::Move)], Type::Any)],
        "its data",
        "",
    ),
    entry(
        &[form(How::Named, "", &[("m", Type::Move)], Type::Any)],
        "an entry of its data, if that is a map",
        "if there is none",
    ),
    entry(
        &[function(
            "contains",
            &[("m", Type::Move), ("key", Type::Text)],
            Type::Flag,
        )],
        "whether its data has this entry",
        "",
    ),
];

pub(super) fn register(engine: &mut Engine, context: &Context) {
    let make = |context: &Context| {
        let context = context.clone();
        move |text: &str, data: Value, secret: bool| {
            context.made(text)?;
            Chosen::new(text, data, secret)
        }
    };
    let (plain, with_data, secret) = (make(context), make(context), make(context));
    engine
        .register_type_with_name::<Chosen>("move")
        .register_get("text", |m: &mut Chosen| ImmutableString::from(&*m.0.text))
        .register_get("kind", |m: &mut Chosen| ImmutableString::from(m.0.kind()))
        .register_get("data", |m: &mut Chosen| to_script(&m.0.data))
        .register_indexer_get(Chosen::get)
        // Lists are joined with `+`, as those of effects; a single move counts as a list of one.
        .register_fn("+", |mut list: Array, chosen: Chosen| {
            list.push(Dynamic::from(chosen));
            list
        })
        .register_fn("+", |chosen: Chosen, mut list: Array| {
            list.insert(0, Dynamic::from(chosen));
            list
        })
        .register_fn("+", |one: Chosen, other: Chosen| -> Array {
            vec![Dynamic::from(one), Dynamic::from(other)]
        })
        .register_fn("move", move |text: ImmutableString| {
            plain(&text, Value::Null, false)
        })
        .register_fn("move", move |text: ImmutableString, with: Dynamic| {
            with_data(&text, data(&with)?, false)
        })
        .register_fn(
            "secret_move",
            move |text: ImmutableString, with: Dynamic| secret(&text, data(&with)?, true),
        );
    method(
        engine,
        "contains",
        |m: &mut Chosen, key: ImmutableString| m.0.data.get(&key).is_some(),
    );
}
