//! Effects: what `setup`, `next` and `play` return, in lists that may hold lists.

use rhai::{Array, Dynamic, Engine, ImmutableString};

use super::context::{Context, Fallible, count, data, kind, problem, side};
use super::entry::{Entry, Type, entry, function};
use super::piles::Pile;
use super::seats::Seat;
use crate::game::layout::Layout;
use crate::game::{Effect, PileId, Side, Value};

/// What is said of the functions and properties below.
pub(super) const ENTRIES: &[Entry] = &[
    entry(
        &[
            function(
                "put",
                &[
                    ("from", Type::Pile),
                    ("to", Type::Pile),
                    ("kind", Type::Any),
                ],
                Type::Effect,
            ),
            function(
                "put",
                &[
                    ("from", Type::Pile),
                    ("to", Type::Pile),
                    ("kind", Type::Any),
                    ("count", Type::Number),
                ],
                Type::Effect,
            ),
        ],
        "cards of a kind go from one pile to another: the first in deck order, of an ordered pile the topmost",
        "if the pile does not hold them",
    ),
    entry(
        &[function(
            "put",
            &[
                ("from", Type::Pile),
                ("to", Type::Pile),
                ("kinds", Type::List),
            ],
            Type::List,
        )],
        "the cards of a list of kinds, one after the other",
        "likewise",
    ),
    entry(
        &[function(
            "put_at",
            &[
                ("from", Type::Pile),
                ("to", Type::Pile),
                ("place", Type::Number),
            ],
            Type::Effect,
        )],
        "the card at a place, counted from the top, from 0",
        "if `from` has no order or no such card",
    ),
    entry(
        &[function(
            "put_all",
            &[("from", Type::Pile), ("to", Type::Pile)],
            Type::Effect,
        )],
        "every card of a pile",
        "",
    ),
    entry(
        &[function(
            "draw",
            &[
                ("from", Type::Pile),
                ("to", Type::Pile),
                ("count", Type::Number),
            ],
            Type::Effect,
        )],
        "cards come from the top, as many as there are",
        "if `from` has no order",
    ),
    entry(
        &[function(
            "fill",
            &[
                ("from", Type::Pile),
                ("to", Type::Pile),
                ("size", Type::Number),
            ],
            Type::Effect,
        )],
        "cards come from the top until `to` holds so many",
        "likewise",
    ),
    entry(
        &[function(
            "reveal",
            &[("from", Type::Pile), ("to", Type::Pile)],
            Type::Effect,
        )],
        "the top card is turned up for everybody and laid on `to`",
        "likewise",
    ),
    entry(
        &[function(
            "pick",
            &[("from", Type::Pile), ("to", Type::Pile)],
            Type::Effect,
        )],
        "a card of the pile, each equally likely, goes to `to`; of an empty pile, none",
        "",
    ),
    entry(
        &[function("shuffle", &[("pile", Type::Pile)], Type::Effect)],
        "the pile is shuffled",
        "if it has no order",
    ),
    entry(
        &[function(
            "step",
            &[("side", Type::Side), ("by", Type::Number)],
            Type::Effect,
        )],
        "the figure goes towards the opponent, or back if `by` is negative",
        "if it would leave the track, or reach or pass the opponent",
    ),
    entry(
        &[function(
            "place",
            &[("side", Type::Side), ("space", Type::Number)],
            Type::Effect,
        )],
        "the figure is put on a space",
        "likewise",
    ),
    entry(
        &[function("turn", &[("side", Type::Side)], Type::Effect)],
        "this side decides next",
        "",
    ),
    entry(
        &[
            function(
                "set",
                &[("name", Type::Text), ("value", Type::Any)],
                Type::Effect,
            ),
            function(
                "set",
                &[
                    ("seat", Type::Seat),
                    ("name", Type::Text),
                    ("value", Type::Any),
                ],
                Type::Effect,
            ),
        ],
        "a variable gets a value; the second form for a variable of a side",
        "if there is none",
    ),
    entry(
        &[
            function("coin", &[("name", Type::Text)], Type::Effect),
            function(
                "coin",
                &[("seat", Type::Seat), ("name", Type::Text)],
                Type::Effect,
            ),
        ],
        "a coin is tossed into a variable: `true` or `false`",
        "likewise",
    ),
    entry(
        &[
            function(
                "die",
                &[("name", Type::Text), ("faces", Type::Number)],
                Type::Effect,
            ),
            function(
                "die",
                &[
                    ("seat", Type::Seat),
                    ("name", Type::Text),
                    ("faces", Type::Number),
                ],
                Type::Effect,
            ),
        ],
        "a die is thrown into a variable: 1 to `faces`, at most 1 000",
        "likewise",
    ),
    entry(
        &[
            function("event", &[("name", Type::Text)], Type::Effect),
            function(
                "event",
                &[("name", Type::Text), ("data", Type::Any)],
                Type::Effect,
            ),
        ],
        "something with a name happened; it is told to both sides and recorded",
        "if the name is not in `events`",
    ),
];

pub(super) fn register(engine: &mut Engine, context: &Context) {
    engine
        .register_type_with_name::<Effect>("effect")
        // Lists are joined with `+`; a single effect counts as a list of one.
        .register_fn("+", |mut list: Array, effect: Effect| {
            list.push(Dynamic::from(effect));
            list
        })
        .register_fn("+", |effect: Effect, mut list: Array| {
            list.insert(0, Dynamic::from(effect));
            list
        })
        .register_fn("+", |one: Effect, other: Effect| -> Array {
            vec![Dynamic::from(one), Dynamic::from(other)]
        });
    cards(engine);
    figures(engine);
    variables(engine, context);
}

fn cards(engine: &mut Engine) {
    let put = |from: &Pile, to: &Pile, named: &Dynamic, number: i64| -> Fallible<Effect> {
        Ok(Effect::Put {
            from: from.id(),
            to: to.id(),
            kind: kind(from.layout(), named)?,
            count: count(number)?,
        })
    };
    engine
        .register_fn("put", move |from: Pile, to: Pile, kind: Dynamic| {
            put(&from, &to, &kind, 1)
        })
        // The cards of a list are put one by one: they may be of any kinds.
        .register_fn("put", move |from: Pile, to: Pile, kinds: Array| {
            let effects = kinds.iter().map(|kind| put(&from, &to, kind, 1));
            effects
                .map(|effect| effect.map(Dynamic::from))
                .collect::<Fallible<Array>>()
        })
        .register_fn(
            "put",
            move |from: Pile, to: Pile, kind: Dynamic, number: i64| put(&from, &to, &kind, number),
        )
        .register_fn(
            "put_at",
            |from: Pile, to: Pile, place: i64| -> Fallible<Effect> {
                Ok(Effect::PutAt {
                    from: ordered(&from)?,
                    to: to.id(),
                    place: count(place)?,
                })
            },
        )
        .register_fn("put_all", |from: Pile, to: Pile| Effect::PutAll {
            from: from.id(),
            to: to.id(),
        })
        .register_fn(
            "draw",
            |from: Pile, to: Pile, number: i64| -> Fallible<Effect> {
                Ok(Effect::Draw {
                    from: ordered(&from)?,
                    to: to.id(),
                    count: count(number)?,
                })
            },
        )
        .register_fn(
            "fill",
            |from: Pile, to: Pile, size: i64| -> Fallible<Effect> {
                Ok(Effect::Fill {
                    from: ordered(&from)?,
                    to: to.id(),
                    size: count(size)?,
                })
            },
        )
        .register_fn("reveal", |from: Pile, to: Pile| -> Fallible<Effect> {
            Ok(Effect::Reveal {
                from: ordered(&from)?,
                to: to.id(),
            })
        })
        .register_fn("pick", |from: Pile, to: Pile| Effect::Pick {
            from: from.id(),
            to: to.id(),
        })
        .register_fn("shuffle", |pile: Pile| -> Fallible<Effect> {
            Ok(Effect::Shuffle(ordered(&pile)?))
        });
}

fn ordered(pile: &Pile) -> Fallible<PileId> {
    let layout: &Layout = pile.layout();
    if layout.pile(pile.id()).ordered {
        return Ok(pile.id());
    }
    let message = format!("the {} has no order", layout.pile_name(pile.id()));
    let help = "declare it with `ordered: true` in `table`".to_owned();
    Err(problem("no-order", message, Some(help)))
}

fn figures(engine: &mut Engine) {
    engine
        .register_fn("step", |seat: Seat, by: i64| Effect::Step {
            side: seat.side(),
            by,
        })
        .register_fn(
            "step",
            |word: ImmutableString, by: i64| -> Fallible<Effect> {
                Ok(Effect::Step {
                    side: side(&word)?,
                    by,
                })
            },
        )
        .register_fn("place", |seat: Seat, space: i64| Effect::Place {
            side: seat.side(),
            space,
        })
        .register_fn(
            "place",
            |word: ImmutableString, space: i64| -> Fallible<Effect> {
                Ok(Effect::Place {
                    side: side(&word)?,
                    space,
                })
            },
        )
        .register_fn("turn", |seat: Seat| Effect::turn(seat.side()))
        .register_fn("turn", |word: ImmutableString| -> Fallible<Effect> {
            Ok(Effect::turn(side(&word)?))
        });
}

fn variables(engine: &mut Engine, context: &Context) {
    let set = {
        let context = context.clone();
        move |side: Option<Side>, name: &str, value: &Dynamic| -> Fallible<Effect> {
            Ok(Effect::set(context.variable(side, name)?, data(value)?))
        }
    };
    let shared = set.clone();
    engine
        .register_fn("set", move |name: ImmutableString, value: Dynamic| {
            shared(None, &name, &value)
        })
        .register_fn(
            "set",
            move |seat: Seat, name: ImmutableString, value: Dynamic| {
                set(Some(seat.side()), &name, &value)
            },
        );

    let names = context.clone();
    engine.register_fn("coin", move |name: ImmutableString| -> Fallible<Effect> {
        Ok(Effect::Coin(names.variable(None, &name)?))
    });
    let names = context.clone();
    engine.register_fn(
        "coin",
        move |seat: Seat, name: ImmutableString| -> Fallible<Effect> {
            Ok(Effect::Coin(names.variable(Some(seat.side()), &name)?))
        },
    );

    let throw = {
        let context = context.clone();
        move |side: Option<Side>, name: &str, faces: i64| -> Fallible<Effect> {
            if !(1..=1000).contains(&faces) {
                let message = format!("a die of {faces} faces: it takes 1 to 1000");
                return Err(problem("out-of-range", message, None));
            }
            Ok(Effect::Die {
                var: context.variable(side, name)?,
                faces,
            })
        }
    };
    let shared = throw.clone();
    engine
        .register_fn("die", move |name: ImmutableString, faces: i64| {
            shared(None, &name, faces)
        })
        .register_fn(
            "die",
            move |seat: Seat, name: ImmutableString, faces: i64| {
                throw(Some(seat.side()), &name, faces)
            },
        );

    let event = {
        let context = context.clone();
        move |name: &str, data: Value| -> Fallible<Effect> {
            Ok(Effect::event(context.event(name)?, data))
        }
    };
    let bare = event.clone();
    engine
        .register_fn("event", move |name: ImmutableString| {
            bare(&name, Value::Null)
        })
        .register_fn("event", move |name: ImmutableString, with: Dynamic| {
            event(&name, data(&with)?)
        });
}
