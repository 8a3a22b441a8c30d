//! `v.me`, `v.foe`, `v.left`, `v.right`: what belongs to one side.

use rhai::{Dynamic, Engine, ImmutableString};

use super::context::{Fallible, of_side, problem, unknown};
use super::entry::{Entry, How, Type, entry, form, function};
use super::method;
use super::piles::{Pile, pile_of_side};
use super::views::Position;
use crate::game::layout::Named;
use crate::game::{Fact, Layout, Side};

/// One side of a position.
#[derive(Debug, Clone)]
pub(super) struct Seat {
    position: Position,
    side: Side,
}

impl Seat {
    pub(super) const fn new(position: Position, side: Side) -> Self {
        Self { position, side }
    }

    pub(super) const fn side(&self) -> Side {
        self.side
    }

    fn on_track(&self, what: &str, fact: Fact) -> Fallible<Dynamic> {
        if self.position.view().layout().track.is_some() {
            self.position.read(fact)
        } else {
            let message = format!("this game has no track, so there is no `{what}`");
            Err(problem("unknown-name", message, None))
        }
    }

    fn named(&mut self, name: ImmutableString) -> Fallible<Dynamic> {
        let layout = self.position.view().layout();
        match layout.named(&name) {
            Some(Named::Vars(id)) => self.position.read(Fact::Var(of_side(id, self.side))),
            Some(Named::Piles(id)) => {
                let id = pile_of_side(id, self.side);
                Ok(Dynamic::from(Pile::new(self.position.clone(), id)))
            }
            Some(Named::Var(_) | Named::Pile(_)) => Err(problem(
                "no-side",
                format!("`{name}` is shared by both sides"),
                Some(format!("write `v.{name}`")),
            )),
            None => {
                let mut names: Vec<&str> = layout.names().collect();
                names.extend(["side", "space", "behind", "score"]);
                Err(unknown("pile or variable of a side", &name, names))
            }
        }
    }
}

/// What is said of the functions and properties below.
pub(super) const ENTRIES: &[Entry] = &[
    entry(
        &[form(
            How::Property,
            "side",
            &[("seat", Type::Seat)],
            Type::Text,
        )],
        "`\"left\"` or `\"right\"`",
        "",
    ),
    entry(
        &[form(
            How::Property,
            "space",
            &[("seat", Type::Seat)],
            Type::Number,
        )],
        "the space of its figure, 1 at the left end",
        "without a track",
    ),
    entry(
        &[form(
            How::Property,
            "behind",
            &[("seat", Type::Seat)],
            Type::Number,
        )],
        "how many spaces lie between its figure and its own end",
        "without a track",
    ),
    entry(
        &[form(
            How::Property,
            "score",
            &[("seat", Type::Seat)],
            Type::Number,
        )],
        "rounds won",
        "",
    ),
    entry(
        &[form(How::Named, "", &[("seat", Type::Seat)], Type::Any)],
        "a pile or the value of a variable of this side",
        "if there is none, or it is shared, or it is another side's secret in `moves`",
    ),
    entry(
        &[
            function("other", &[("seat", Type::Seat)], Type::Seat),
            function("other", &[("side", Type::Text)], Type::Text),
        ],
        "the other seat; the other side's word",
        "if the word is no side",
    ),
];

pub(super) fn register(engine: &mut Engine) {
    engine
        .register_type_with_name::<Seat>("seat")
        .register_get("side", |seat: &mut Seat| {
            ImmutableString::from(seat.side.word())
        })
        .register_get("space", |seat: &mut Seat| {
            seat.on_track("space", Fact::Space(seat.side))
        })
        .register_get("behind", |seat: &mut Seat| {
            seat.on_track("behind", Fact::Behind(seat.side))
        })
        .register_get("score", |seat: &mut Seat| {
            seat.position.read(Fact::Score(seat.side))
        })
        .register_indexer_get(Seat::named)
        .register_fn(
            "other",
            |side: ImmutableString| -> Fallible<ImmutableString> {
                Ok(super::context::side(&side)?.other().word().into())
            },
        );
    method(engine, "other", |seat: &mut Seat| {
        Seat::new(seat.position.clone(), seat.side.other())
    });
}

/// Registers what each side has of its own.
pub(super) fn register_names(engine: &mut Engine, layout: &Layout) {
    for name in layout.names() {
        match layout.named(name) {
            Some(Named::Vars(id)) => {
                engine.register_get(name, move |seat: &mut Seat| {
                    seat.position.read(Fact::Var(of_side(id, seat.side)))
                });
            }
            Some(Named::Piles(id)) => {
                engine.register_get(name, move |seat: &mut Seat| {
                    Pile::new(seat.position.clone(), pile_of_side(id, seat.side))
                });
            }
            _ => {}
        }
    }
}
