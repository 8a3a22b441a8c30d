//! What the functions of a script need to know of its game: names, so that a wrong one is found
//! where it is written.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rhai::{Dynamic, EvalAltResult, ImmutableString, Position as Place};

use crate::game::layout::Named;
use crate::game::{Kind, Layout, Side, Value, VarId};
use crate::script::convert::{kind_name, to_value};
use crate::text::{list_or, nearest};

/// An error that carries a message for the author and, if there is one, a hint.
#[derive(Debug, Clone)]
pub(in crate::script) struct Problem {
    pub(in crate::script) code: &'static str,
    pub(in crate::script) message: String,
    pub(in crate::script) help: Option<String>,
    /// Parameters at fault, for a set of parameters that a script refuses.
    pub(in crate::script) keys: Vec<String>,
}

/// The error type of script functions.
pub(in crate::script) type Fallible<T> = Result<T, Box<EvalAltResult>>;

/// Makes the error that a script function fails with.
pub(in crate::script) fn problem(
    code: &'static str,
    message: impl Into<String>,
    help: Option<String>,
) -> Box<EvalAltResult> {
    raise(Problem {
        code,
        message: message.into(),
        help,
        keys: Vec::new(),
    })
}

pub(super) fn raise(problem: Problem) -> Box<EvalAltResult> {
    EvalAltResult::ErrorRuntime(Dynamic::from(problem), Place::NONE).into()
}

/// The names of a game; those of the layout are known once `table` has been called.
#[derive(Debug, Clone)]
pub(in crate::script) struct Context {
    layout: Rc<OnceCell<Rc<Layout>>>,
    reasons: Arc<[String]>,
    events: Arc<[String]>,
    /// The move whose making fails, so that the scripts say where they make it.
    stop: Rc<RefCell<Option<Box<str>>>>,
}

impl Context {
    pub(in crate::script) fn new(reasons: Arc<[String]>, events: Arc<[String]>) -> Self {
        Self {
            layout: Rc::default(),
            reasons,
            events,
            stop: Rc::default(),
        }
    }

    /// Lets the making of a move fail, or of none.
    pub(in crate::script) fn stop_at(&self, text: Option<&str>) {
        *self.stop.borrow_mut() = text.map(Box::from);
    }

    /// Fails if a move with this text is waited for.
    pub(super) fn made(&self, text: &str) -> Fallible<()> {
        match &*self.stop.borrow() {
            Some(stop) if **stop == *text => Err(problem("origin", "it is offered here", None)),
            _ => Ok(()),
        }
    }

    /// Makes the layout known. Only the first call counts.
    pub(in crate::script) fn set_layout(&self, layout: Rc<Layout>) {
        let _ = self.layout.set(layout);
    }

    /// Finds a variable by its name and, if each side has one, whose it is.
    pub(in crate::script) fn variable(&self, side: Option<Side>, name: &str) -> Fallible<VarId> {
        let Some(layout) = self.layout.get() else {
            return Err(problem("too-early", "`table` cannot ask for effects", None));
        };
        match (layout.named(name), side) {
            (Some(Named::Var(id)), None) => Ok(id),
            (Some(Named::Vars(id)), Some(side)) => Ok(of_side(id, side)),
            (Some(Named::Vars(_)), None) => Err(problem(
                "no-side",
                format!("each side has a `{name}` of its own"),
                Some(format!("name the side first: `v.me, \"{name}\", …`")),
            )),
            (Some(Named::Var(_)), Some(_)) => Err(problem(
                "no-side",
                format!("`{name}` is shared by both sides"),
                Some("leave the side out".to_owned()),
            )),
            _ => {
                let names: Vec<&str> = layout.variables.iter().map(|spec| &*spec.name).collect();
                Err(unknown("variable", name, names))
            }
        }
    }

    pub(in crate::script) fn reason(&self, word: &str) -> Fallible<Arc<str>> {
        known("reason", "reasons", word, &self.reasons)
    }

    pub(in crate::script) fn event(&self, name: &str) -> Fallible<Arc<str>> {
        known("event", "events", name, &self.events)
    }
}

/// Of a pair of variables, the one of a side.
pub(super) fn of_side(left: VarId, side: Side) -> VarId {
    VarId(left.0 + u8::from(side == Side::Right))
}

fn known(what: &str, key: &str, word: &str, words: &[String]) -> Fallible<Arc<str>> {
    if words.iter().any(|known| known == word) {
        return Ok(Arc::from(word));
    }
    let near = nearest(word, words.iter().map(String::as_str));
    let help = match near {
        Some(near) => {
            format!("the nearest is `{near}`; new ones are listed under `{key}` in the YAML file")
        }
        None => format!("list it under `{key}` in the YAML file"),
    };
    Err(problem(
        "unknown-name",
        format!("this ruleset has no {what} `{word}`"),
        Some(help),
    ))
}

/// Makes the error for a name that is not there.
pub(super) fn unknown(what: &str, name: &str, names: Vec<&str>) -> Box<EvalAltResult> {
    // What each side has stands there for both.
    let mut names = names;
    names.dedup();
    let help = match nearest(name, names.iter().copied()) {
        Some(near) => Some(format!("the nearest is `{near}`")),
        None if names.is_empty() || names.len() > 12 => None,
        None => Some(format!("there is {}", list_or(&names))),
    };
    problem("unknown-name", format!("there is no {what} `{name}`"), help)
}

/// Finds the kind of card that a script names.
pub(super) fn kind(layout: &Layout, named: &Dynamic) -> Fallible<Kind> {
    let value = data(named)?;
    if let Some(kind) = layout.kind(&value) {
        return Ok(kind);
    }
    let kinds: Vec<String> = layout.kinds.iter().map(Value::to_string).collect();
    let quoted = value.to_string();
    let mut error = unknown(
        "card of kind",
        &quoted,
        kinds.iter().map(String::as_str).collect(),
    );
    // `3` and `"3"` look alike in the list.
    let other_type = layout.kinds.iter().any(|kind| kind.to_string() == quoted);
    if other_type {
        let help = format!(
            "the kinds of this game are {}s, this is {}",
            plain(layout),
            kind_name(named)
        );
        error = problem(
            "unknown-name",
            format!("there is no card of kind `{quoted}`"),
            Some(help),
        );
    }
    Err(error)
}

fn plain(layout: &Layout) -> &'static str {
    match layout.kinds.first() {
        Some(Value::Int(_)) => "whole number",
        _ => "text",
    }
}

/// Reads plain data.
pub(super) fn data(value: &Dynamic) -> Fallible<Value> {
    to_value(value).map_err(|why| problem("wrong-type", why, None))
}

/// Reads a count of something: not negative, not absurd.
pub(in crate::script) fn count(number: i64) -> Fallible<usize> {
    usize::try_from(number)
        .ok()
        .filter(|count| *count <= 10_000)
        .ok_or_else(|| {
            let message = format!("{number} is no possible number of cards");
            problem("out-of-range", message, None)
        })
}

/// Reads the word for a side.
pub(super) fn side(word: &ImmutableString) -> Fallible<Side> {
    Side::from_word(word).ok_or_else(|| {
        let help = "write `v.me.side`, `v.foe.side`, \"left\" or \"right\"";
        problem(
            "wrong-type",
            format!("`{word}` is no side"),
            Some(help.to_owned()),
        )
    })
}
