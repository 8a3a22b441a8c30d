//! Properties: what can be read of a position and of what is in it, by names that are resolved when
//! a script is lowered. `script::api` says what they are; Rhai reads them there.

use std::rc::Rc;
use std::sync::Arc;

use super::datum::{Cache, Datum, Items};
use super::run::{Done, Run, Stop, fit};
use crate::game::layout::Named;
use crate::game::{Fact, Kind, Layout, PileId, Side, VarId};

/// A property, as each kind of value has it.
#[derive(Debug)]
pub(super) struct Property {
    pub(super) name: Arc<str>,
    of_view: OfView,
    of_seat: OfSeat,
    of_pile: Option<OfPile>,
    of_list: bool,
    cache: Cache,
}

#[derive(Debug, Clone, Copy)]
enum OfView {
    None,
    Parameters,
    Me,
    Foe,
    Seat(Side),
    Kinds,
    Fact(Fact),
    Pile(PileId),
}

#[derive(Debug, Clone, Copy)]
enum OfSeat {
    None,
    Side,
    Space,
    Behind,
    Score,
    Variable(VarId),
    Pile(PileId),
}

#[derive(Debug, Clone, Copy)]
enum OfPile {
    Size,
    Top,
    Cards,
    Kinds,
}

impl Property {
    pub(super) fn new(name: &str, layout: &Layout) -> Self {
        Self {
            name: Arc::from(name),
            of_view: of_view(name, layout),
            of_seat: of_seat(name, layout),
            of_pile: match name {
                "size" => Some(OfPile::Size),
                "top" => Some(OfPile::Top),
                "cards" => Some(OfPile::Cards),
                "kinds" => Some(OfPile::Kinds),
                _ => None,
            },
            of_list: name == "len",
            cache: Cache::default(),
        }
    }

    /// Tells whether it may read a number of the position: a fact that is one whatever the position.
    pub(super) const fn may_be_number(&self) -> bool {
        let of_view = matches!(self.of_view, OfView::Fact(fact) if fact.is_number());
        let of_seat = matches!(self.of_seat, OfSeat::Space | OfSeat::Behind | OfSeat::Score);
        of_view || of_seat || matches!(self.of_pile, Some(OfPile::Size))
    }
}

fn of_view(name: &str, layout: &Layout) -> OfView {
    match (name, layout.named(name)) {
        ("p", None) => OfView::Parameters,
        ("me", None) => OfView::Me,
        ("foe", None) => OfView::Foe,
        ("left", None) => OfView::Seat(Side::Left),
        ("right", None) => OfView::Seat(Side::Right),
        ("kinds", None) => OfView::Kinds,
        ("first", None) => OfView::Fact(Fact::First),
        ("round", None) => OfView::Fact(Fact::Round),
        ("distance", None) if layout.track.is_some() => OfView::Fact(Fact::Distance),
        (_, Some(Named::Var(id))) => OfView::Fact(Fact::Var(id)),
        (_, Some(Named::Pile(id))) => OfView::Pile(id),
        _ => OfView::None,
    }
}

fn of_seat(name: &str, layout: &Layout) -> OfSeat {
    let has_track = layout.track.is_some();
    match (name, layout.named(name)) {
        ("side", None) => OfSeat::Side,
        ("space", None) if has_track => OfSeat::Space,
        ("behind", None) if has_track => OfSeat::Behind,
        ("score", None) => OfSeat::Score,
        (_, Some(Named::Vars(id))) => OfSeat::Variable(id),
        (_, Some(Named::Piles(id))) => OfSeat::Pile(id),
        _ => OfSeat::None,
    }
}

impl Run<'_> {
    /// Reads a property.
    pub(super) fn property(&mut self, of: &Datum, property: &Property) -> Done {
        self.operations += 1;
        match of {
            Datum::View => self.of_view(property.of_view),
            Datum::Seat(side) => self.of_seat(*side, property.of_seat),
            Datum::Pile(pile) => {
                let read = property.of_pile.ok_or(Stop::Beyond)?;
                self.of_pile(*pile, read)
            }
            Datum::Map(map) => map
                .get_cached(&property.name, &property.cache)
                .cloned()
                .ok_or(Stop::Beyond),
            Datum::Parameters(parameters) => {
                parameters.get(&property.name).cloned().ok_or(Stop::Beyond)
            }
            Datum::Move(chosen) => match &*property.name {
                "text" => Ok(Datum::Text(Arc::clone(&chosen.text))),
                "kind" => Ok(Datum::text(chosen.kind())),
                "data" => Ok(Datum::from(&chosen.data)),
                name => {
                    // Rhai looks for such a property first.
                    self.operations += 1;
                    let entry = chosen.data.get(name).ok_or(Stop::Beyond)?;
                    Ok(Datum::from(entry))
                }
            },
            Datum::List(list) if property.of_list => count(list.items.len()),
            _ => Err(Stop::Beyond),
        }
    }

    fn of_view(&mut self, property: OfView) -> Done {
        let turn = self.view.turn();
        Ok(match property {
            OfView::Parameters => Datum::Parameters(Rc::clone(&self.code.parameters)),
            OfView::Me => Datum::Seat(turn),
            OfView::Foe => Datum::Seat(turn.other()),
            OfView::Seat(side) => Datum::Seat(side),
            OfView::Kinds => Datum::list(self.code.kinds.iter().cloned()),
            OfView::Fact(fact) => return self.read(fact),
            OfView::Pile(pile) => Datum::Pile(pile),
            OfView::None => return Err(Stop::Beyond),
        })
    }

    fn of_seat(&mut self, side: Side, property: OfSeat) -> Done {
        let second = u8::from(side == Side::Right);
        match property {
            OfSeat::Side => Ok(self.word(side)),
            OfSeat::Space => self.read(Fact::Space(side)),
            OfSeat::Behind => self.read(Fact::Behind(side)),
            OfSeat::Score => self.read(Fact::Score(side)),
            OfSeat::Variable(VarId(first)) => self.read(Fact::Var(VarId(first + second))),
            OfSeat::Pile(PileId(first)) => Ok(Datum::Pile(PileId(first + second))),
            OfSeat::None => Err(Stop::Beyond),
        }
    }

    fn of_pile(&mut self, pile: PileId, property: OfPile) -> Done {
        match property {
            OfPile::Size => self.read(Fact::Size(pile)),
            OfPile::Top => self.card(pile, 0),
            OfPile::Cards => self.cards(pile),
            OfPile::Kinds => {
                let mut kinds = Items::new();
                self.each_kind(pile, |kind, _| kinds.push(kind.clone()))?;
                Ok(Datum::list(kinds))
            }
        }
    }

    fn cards(&mut self, pile: PileId) -> Done {
        let mut cards = Items::new();
        if self.view.layout().pile(pile).ordered {
            let Datum::Int(size) = self.read(Fact::Size(pile))? else {
                return Err(Stop::Beyond);
            };
            for place in 0..u16::try_from(size).unwrap_or(u16::MAX) {
                cards.push(self.card(pile, place)?);
            }
        } else {
            self.each_kind(pile, |kind, count| {
                cards.extend(std::iter::repeat_n(kind.clone(), count));
            })?;
        }
        fit(Datum::list(cards))
    }

    /// Counts the cards of each kind, in deck order, and hands over the kinds of which there are any.
    fn each_kind(&mut self, pile: PileId, mut with: impl FnMut(&Datum, usize)) -> Result<(), Stop> {
        let counts = self.counts(pile)?;
        for (kind, count) in self.code.kinds.iter().zip(counts) {
            if count > 0 {
                with(kind, count);
            }
        }
        Ok(())
    }

    fn card(&mut self, pile: PileId, place: u16) -> Done {
        if self.view.layout().pile(pile).ordered {
            self.read(Fact::Card(pile, place))
        } else {
            Err(Stop::Beyond)
        }
    }

    /// Returns how many cards of a kind a pile holds.
    pub(super) fn count(&mut self, pile: PileId, kind: Kind) -> Result<i64, Stop> {
        let count = self.look(Fact::Count(pile, kind))?;
        count.as_int().ok_or(Stop::Beyond)
    }

    fn read(&mut self, fact: Fact) -> Done {
        if let Fact::First = fact {
            // Its word is at hand.
            let word = self.look(fact)?;
            let side = word.as_text().and_then(Side::from_word);
            return side.map(|side| self.word(side)).ok_or(Stop::Beyond);
        }
        let value = self.look(fact)?;
        Ok(Datum::from(&value))
    }

    /// Returns the word for a side.
    pub(super) fn word(&self, side: Side) -> Datum {
        Datum::Text(Arc::clone(&self.code.words[side]))
    }

    /// Looks up an item of a list, an entry of a map or a parameter.
    pub(super) fn item(&mut self, of: &Datum, index: &Datum) -> Done {
        self.operations += 1;
        match (of, index) {
            (Datum::List(list), Datum::Int(index)) => {
                let index = usize::try_from(*index).map_err(|_| Stop::Beyond)?;
                list.items.get(index).cloned().ok_or(Stop::Beyond)
            }
            (Datum::Map(map), Datum::Text(key)) => map.get(key).cloned().ok_or(Stop::Beyond),
            (Datum::Parameters(parameters), Datum::Text(key)) => {
                self.operations += 1;
                parameters.get(key).cloned().ok_or(Stop::Beyond)
            }
            _ => Err(Stop::Beyond),
        }
    }
}

/// A count as a number of scripts.
pub(super) fn count(count: usize) -> Done {
    i64::try_from(count)
        .map(Datum::Int)
        .map_err(|_| Stop::Beyond)
}
