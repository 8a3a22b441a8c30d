//! A pile of cards: how many, how many of a kind, which kinds; of an ordered one also the cards
//! from the top.

use rhai::{Array, Dynamic, Engine};

use super::context::{Fallible, kind, problem};
use super::entry::{Entry, How, Type, entry, form};
use super::method;
use super::views::Position;
use crate::game::layout::Layout;
use crate::game::{Fact, Kind, PileId, Side};
use crate::script::convert::to_script;

/// A pile of a position.
#[derive(Debug, Clone)]
pub(super) struct Pile {
    position: Position,
    id: PileId,
}

impl Pile {
    pub(super) const fn new(position: Position, id: PileId) -> Self {
        Self { position, id }
    }

    pub(super) const fn id(&self) -> PileId {
        self.id
    }

    pub(super) fn layout(&self) -> &Layout {
        self.position.view().layout()
    }

    fn size(&self) -> Fallible<i64> {
        number(&self.position.read(Fact::Size(self.id))?)
    }

    fn count_of(&self, kind: Kind) -> Fallible<i64> {
        number(&self.position.read(Fact::Count(self.id, kind))?)
    }

    /// The kinds with how many cards there are of each, in deck order.
    fn counts(&self) -> Fallible<Vec<(Dynamic, usize)>> {
        let counts = self.position.counts(self.id)?;
        let kinds = self.layout().kinds.iter().map(to_script);
        Ok(kinds.zip(counts).filter(|(_, count)| *count > 0).collect())
    }

    fn card(&self, place: u16) -> Fallible<Dynamic> {
        if self.layout().pile(self.id).ordered {
            self.position.read(Fact::Card(self.id, place))
        } else {
            let name = self.layout().pile_name(self.id);
            let help = "use `count(kind)` or `kinds`".to_owned();
            Err(problem(
                "no-order",
                format!("the {name} has no order"),
                Some(help),
            ))
        }
    }

    fn cards(&self) -> Fallible<Array> {
        if self.layout().pile(self.id).ordered {
            let size = u16::try_from(self.size()?).unwrap_or(u16::MAX);
            return (0..size).map(|place| self.card(place)).collect();
        }
        let mut cards = Array::new();
        for (kind, count) in self.counts()? {
            for _ in 0..count {
                cards.push(kind.clone());
            }
        }
        Ok(cards)
    }
}

fn number(value: &Dynamic) -> Fallible<i64> {
    value.as_int().map_err(|kind| {
        problem(
            "wrong-type",
            format!("a number was expected, not {kind}"),
            None,
        )
    })
}

/// Of a pair of piles, the one of a side.
pub(super) fn pile_of_side(left: PileId, side: Side) -> PileId {
    PileId(left.0 + u8::from(side == Side::Right))
}

/// What is said of the functions and properties below.
pub(super) const ENTRIES: &[Entry] = &[
    entry(
        &[form(
            How::Property,
            "size",
            &[("pile", Type::Pile)],
            Type::Number,
        )],
        "how many cards it holds",
        "",
    ),
    entry(
        &[form(
            How::Method,
            "count",
            &[("pile", Type::Pile), ("kind", Type::Any)],
            Type::Number,
        )],
        "how many of a kind",
        "if there is no such kind; if it is hidden",
    ),
    entry(
        &[form(
            How::Property,
            "kinds",
            &[("pile", Type::Pile)],
            Type::List,
        )],
        "the different kinds that it holds, in deck order",
        "if it is hidden",
    ),
    entry(
        &[form(
            How::Property,
            "cards",
            &[("pile", Type::Pile)],
            Type::List,
        )],
        "the kind of each card: from the top if it is ordered, else in deck order",
        "if it is hidden",
    ),
    entry(
        &[form(
            How::Property,
            "top",
            &[("pile", Type::Pile)],
            Type::Any,
        )],
        "the kind of the top card, `()` if there is none",
        "if it has no order; if it is hidden",
    ),
];

pub(super) fn register(engine: &mut Engine) {
    engine
        .register_type_with_name::<Pile>("pile")
        .register_get("size", |pile: &mut Pile| pile.size())
        .register_get("top", |pile: &mut Pile| pile.card(0))
        .register_get("cards", |pile: &mut Pile| pile.cards())
        .register_get("kinds", |pile: &mut Pile| -> Fallible<Array> {
            Ok(pile.counts()?.into_iter().map(|(kind, _)| kind).collect())
        });
    let count = |pile: &mut Pile, named: Dynamic| -> Fallible<i64> {
        pile.count_of(kind(pile.layout(), &named)?)
    };
    method(engine, "count", count);
}
