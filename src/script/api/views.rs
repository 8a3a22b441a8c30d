//! `v`: the position, as the hook that reads it may see it.

use std::rc::Rc;

use rhai::{Array, Dynamic, Engine, EvalAltResult, ImmutableString};

use super::context::{Fallible, problem, unknown};
use super::entry::{Entry, How, Type, entry, form};
use super::method;
use super::parameters::Parameters;
use super::piles::Pile;
use super::seats::Seat;
use crate::game::layout::Named;
use crate::game::{Fact, Hidden, Layout, PileId, Side, View};
use crate::script::convert::to_script;

/// A position as a script reads it.
#[derive(Debug, Clone)]
pub(in crate::script) struct Position {
    view: Rc<View>,
    parameters: Parameters,
}

impl Position {
    pub(in crate::script) fn new(view: View, parameters: Parameters) -> Self {
        Self {
            view: Rc::new(view),
            parameters,
        }
    }

    pub(in crate::script) fn view(&self) -> &View {
        &self.view
    }

    pub(super) fn read(&self, fact: Fact) -> Fallible<Dynamic> {
        let value = self.view.read(fact).map_err(refused)?;
        Ok(to_script(&value))
    }

    /// Reads how many cards of each kind a pile holds, in deck order.
    pub(super) fn counts(&self, pile: PileId) -> Fallible<Vec<usize>> {
        self.view.counts(pile).map_err(refused)
    }

    fn seat(&self, side: Side) -> Seat {
        Seat::new(self.clone(), side)
    }

    fn named(&mut self, name: ImmutableString) -> Fallible<Dynamic> {
        let layout = self.view.layout();
        match layout.named(&name) {
            Some(Named::Var(id)) => self.read(Fact::Var(id)),
            Some(Named::Pile(id)) => Ok(Dynamic::from(Pile::new(self.clone(), id))),
            Some(Named::Vars(_) | Named::Piles(_)) => Err(problem(
                "no-side",
                format!("each side has a `{name}` of its own"),
                Some(format!("write `v.me.{name}` or `v.foe.{name}`")),
            )),
            None if &*name == "distance" => Err(problem(
                "unknown-name",
                "this game has no track, and no variable `distance`",
                None,
            )),
            None => {
                let mut names: Vec<&str> = layout.names().collect();
                names.extend([
                    "me", "foe", "left", "right", "p", "kinds", "first", "round", "distance",
                ]);
                Err(unknown("pile or variable", &name, names))
            }
        }
    }
}

/// What is said of the functions and properties below.
pub(super) const ENTRIES: &[Entry] = &[
    entry(
        &[
            form(How::Property, "me", &[("v", Type::View)], Type::Seat),
            form(How::Property, "foe", &[("v", Type::View)], Type::Seat),
        ],
        "the side whose decision is next, and the other: a seat",
        "",
    ),
    entry(
        &[
            form(How::Property, "left", &[("v", Type::View)], Type::Seat),
            form(How::Property, "right", &[("v", Type::View)], Type::Seat),
        ],
        "the seat of a side",
        "",
    ),
    entry(
        &[form(
            How::Method,
            "seat",
            &[("v", Type::View), ("side", Type::Text)],
            Type::Seat,
        )],
        "the seat of a side given by its word",
        "if it is not `\"left\"` or `\"right\"`",
    ),
    entry(
        &[form(
            How::Property,
            "p",
            &[("v", Type::View)],
            Type::Parameters,
        )],
        "the parameters",
        "",
    ),
    entry(
        &[form(
            How::Property,
            "distance",
            &[("v", Type::View)],
            Type::Any,
        )],
        "the difference of the two spaces; in a game without a track, a variable may have this name",
        "without either",
    ),
    entry(
        &[form(
            How::Property,
            "first",
            &[("v", Type::View)],
            Type::Text,
        )],
        "who began the round: `\"left\"` or `\"right\"`",
        "",
    ),
    entry(
        &[form(
            How::Property,
            "round",
            &[("v", Type::View)],
            Type::Number,
        )],
        "the number of the round, from 1",
        "",
    ),
    entry(
        &[form(
            How::Property,
            "kinds",
            &[("v", Type::View)],
            Type::List,
        )],
        "all kinds of card, in deck order",
        "",
    ),
    entry(
        &[form(How::Named, "", &[("v", Type::View)], Type::Any)],
        "a shared pile, or the value of a shared variable",
        "if there is none, or each side has one",
    ),
];

pub(super) fn register(engine: &mut Engine) {
    engine
        .register_type_with_name::<Position>("view")
        .register_get("p", |v: &mut Position| v.parameters.clone())
        .register_get("me", |v: &mut Position| v.seat(v.view.turn()))
        .register_get("foe", |v: &mut Position| v.seat(v.view.turn().other()))
        .register_get("left", |v: &mut Position| v.seat(Side::Left))
        .register_get("right", |v: &mut Position| v.seat(Side::Right))
        .register_get("first", |v: &mut Position| v.read(Fact::First))
        .register_get("round", |v: &mut Position| v.read(Fact::Round))
        .register_get("kinds", |v: &mut Position| -> Array {
            v.view.layout().kinds.iter().map(to_script).collect()
        })
        .register_get("distance", |v: &mut Position| {
            if v.view.layout().track.is_some() {
                v.read(Fact::Distance)
            } else {
                v.named("distance".into())
            }
        })
        .register_indexer_get(Position::named);
    let seat = |v: &mut Position, side: ImmutableString| -> Fallible<Seat> {
        Ok(v.seat(super::context::side(&side)?))
    };
    method(engine, "seat", seat);
}

/// Says that a side may not see what it reads.
fn refused(hidden: Hidden) -> Box<EvalAltResult> {
    problem(
        "hidden",
        hidden.to_string(),
        Some("legal moves may depend only on what the side to act can see".to_owned()),
    )
}

/// Registers what both sides share.
pub(super) fn register_names(engine: &mut Engine, layout: &Layout) {
    for name in layout.names() {
        match layout.named(name) {
            Some(Named::Var(id)) => {
                engine.register_get(name, move |v: &mut Position| v.read(Fact::Var(id)));
            }
            Some(Named::Pile(id)) => {
                engine.register_get(name, move |v: &mut Position| Pile::new(v.clone(), id));
            }
            _ => {}
        }
    }
}
