//! Operators, as Rhai and the host define them together.

use std::rc::Rc;
use std::sync::Arc;

use super::datum::{Datum, List, Map};
use super::run::{BYTES_LIKE_AN_ITEM, Done, Run, Stop, fit};
use crate::game::Side;

/// An operator between two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    And,
    Or,
}

impl Operator {
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "+" => Self::Add,
            "-" => Self::Subtract,
            "*" => Self::Multiply,
            "/" => Self::Divide,
            "%" => Self::Remainder,
            "==" => Self::Equal,
            "!=" => Self::Unequal,
            "<" => Self::Less,
            "<=" => Self::AtMost,
            ">" => Self::Greater,
            ">=" => Self::AtLeast,
            "&" => Self::And,
            "|" => Self::Or,
            _ => return None,
        })
    }

    /// Tells whether it compares two values, and leaves them as they are.
    pub(super) const fn compares(self) -> bool {
        matches!(
            self,
            Self::Equal | Self::Unequal | Self::Less | Self::AtMost | Self::Greater | Self::AtLeast
        )
    }

    /// Returns the comparison that says the same of the two values the other way round.
    pub(super) const fn turned_round(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::AtMost => Self::AtLeast,
            Self::Greater => Self::Less,
            Self::AtLeast => Self::AtMost,
            other => other,
        }
    }
}

impl Run<'_> {
    /// Applies an operator.
    pub(super) fn operate(&mut self, operator: Operator, one: Datum, other: Datum) -> Done {
        if operator.compares() {
            return self.compared(operator, &one, &other);
        }
        match operator {
            Operator::Add => self.add(one, other),
            Operator::And | Operator::Or => match (one, other) {
                (Datum::Bool(one), Datum::Bool(other)) => Ok(Datum::Bool(match operator {
                    Operator::And => one & other,
                    _ => one | other,
                })),
                _ => Err(Stop::Beyond),
            },
            _ => arithmetic(operator, &one, &other),
        }
    }

    /// Compares two values.
    pub(super) fn compared(&mut self, operator: Operator, one: &Datum, other: &Datum) -> Done {
        match operator {
            Operator::Equal => self.alike(one, other).map(Datum::Bool),
            Operator::Unequal => self.alike(one, other).map(|alike| Datum::Bool(!alike)),
            _ => self.compare(operator, one, other),
        }
    }

    /// Tells whether two values are alike.
    fn alike(&mut self, one: &Datum, other: &Datum) -> Result<bool, Stop> {
        let alike = match (one, other) {
            (Datum::Int(one), Datum::Int(other)) => one == other,
            (Datum::Text(one), Datum::Text(other)) => Arc::ptr_eq(one, other) || one == other,
            (Datum::Bool(one), Datum::Bool(other)) => one == other,
            (Datum::Unit, Datum::Unit) => true,
            (Datum::List(_), Datum::List(_)) | (Datum::Map(_), Datum::Map(_)) => {
                return Err(Stop::Beyond);
            }
            (one, other) if one.is_of_host() || other.is_of_host() => {
                self.operations += 1;
                return hosts_alike(one, other);
            }
            (Datum::Closure(_), _) | (_, Datum::Closure(_)) => return Err(Stop::Beyond),
            _ => false,
        };
        Ok(alike)
    }

    /// Tells whether two values are alike where Rhai's own functions compare the items of a list with
    /// one.
    pub(super) fn item_alike(&mut self, one: &Datum, other: &Datum) -> Result<bool, Stop> {
        let is_plain = |datum: &Datum| {
            !datum.is_of_host()
                && !matches!(datum, Datum::List(_) | Datum::Map(_) | Datum::Closure(_))
        };
        if !is_plain(one) || !is_plain(other) {
            return Err(Stop::Beyond);
        }
        self.operations += 1;
        self.alike(one, other)
    }

    fn compare(&mut self, operator: Operator, one: &Datum, other: &Datum) -> Done {
        self.operations += 1;
        let order = match (one, other) {
            (Datum::Int(one), Datum::Int(other)) => one.cmp(other),
            (Datum::Text(one), Datum::Text(other)) => one.cmp(other),
            (Datum::Bool(one), Datum::Bool(other)) => one.cmp(other),
            _ => return Err(Stop::Beyond),
        };
        Ok(Datum::Bool(match operator {
            Operator::Less => order.is_lt(),
            Operator::AtMost => order.is_le(),
            Operator::Greater => order.is_gt(),
            _ => order.is_ge(),
        }))
    }

    fn add(&mut self, one: Datum, other: Datum) -> Done {
        let sum = match (one, other) {
            (Datum::Int(one), Datum::Int(other)) => {
                return one.checked_add(other).map(Datum::Int).ok_or(Stop::Beyond);
            }
            (Datum::Text(one), Datum::Text(other)) => {
                let text: String = [&*one, &*other].concat();
                self.copied(text.len() / BYTES_LIKE_AN_ITEM);
                return fit(Datum::Text(Arc::from(text)));
            }
            (Datum::List(mut one), Datum::List(other)) => {
                self.copied(other.items.len());
                self.own_list(&mut one).append(&other);
                Datum::List(one)
            }
            (Datum::Map(mut one), Datum::Map(other)) => {
                self.own_map(&mut one).merge(&other);
                Datum::Map(one)
            }
            (Datum::List(mut list), item) if is_item(&item) => {
                self.own_list(&mut list).push(item);
                Datum::List(list)
            }
            (item @ (Datum::Move(_) | Datum::Effect(_)), Datum::List(mut list)) => {
                self.own_list(&mut list).insert(0, item);
                Datum::List(list)
            }
            (one @ Datum::Move(_), other @ Datum::Move(_))
            | (one @ Datum::Effect(_), other @ Datum::Effect(_)) => Datum::list(vec![one, other]),
            _ => return Err(Stop::Beyond),
        };
        self.operations += 1;
        fit(sum)
    }

    /// Applies an operator to what is held in a place: `place += value`.
    pub(super) fn operate_on(
        &mut self,
        operator: Operator,
        place: &mut Datum,
        value: Datum,
    ) -> Result<(), Stop> {
        match (operator, &mut *place, value) {
            (Operator::Add, Datum::List(list), Datum::List(other)) => {
                self.copied(other.items.len());
                self.own_list(list).append(&other);
            }
            (Operator::Add, Datum::List(list), item) => {
                self.own_list(list).push(item);
            }
            (Operator::Add, Datum::Map(map), Datum::Map(other)) => {
                self.operations += 1;
                self.own_map(map).merge(&other);
            }
            (
                Operator::Add
                | Operator::Subtract
                | Operator::Multiply
                | Operator::Divide
                | Operator::Remainder,
                Datum::Int(_),
                value @ Datum::Int(_),
            )
            | (Operator::And | Operator::Or, Datum::Bool(_), value @ Datum::Bool(_))
            | (Operator::Add, Datum::Text(_), value @ Datum::Text(_)) => {
                let before = std::mem::take(place);
                *place = self.operate(operator, before, value)?;
            }
            _ => return Err(Stop::Beyond),
        }
        if place.size().is_small() {
            Ok(())
        } else {
            Err(Stop::Beyond)
        }
    }

    /// Returns a list that may be changed: a copy, if others hold it too.
    pub(super) fn own_list<'a>(&mut self, list: &'a mut Rc<List>) -> &'a mut List {
        if Rc::strong_count(list) > 1 {
            self.copied(list.items.len());
        }
        Rc::make_mut(list)
    }

    /// Returns a map that may be changed.
    pub(super) fn own_map<'a>(&mut self, map: &'a mut Rc<Map>) -> &'a mut Map {
        if Rc::strong_count(map) > 1 {
            self.copied(map.len());
        }
        Rc::make_mut(map)
    }
}

/// What a list can be lengthened by with `+`; Rhai takes other kinds otherwise, or not at all.
const fn is_item(datum: &Datum) -> bool {
    matches!(
        datum,
        Datum::Unit
            | Datum::Bool(_)
            | Datum::Int(_)
            | Datum::Text(_)
            | Datum::Map(_)
            | Datum::Parameters(_)
            | Datum::Move(_)
            | Datum::Effect(_)
    )
}

fn hosts_alike(one: &Datum, other: &Datum) -> Result<bool, Stop> {
    let same = |side: &Side, word: &str| {
        let named = Side::from_word(word).ok_or(Stop::Beyond)?;
        Ok(named == *side)
    };
    match (one, other) {
        (Datum::Seat(one), Datum::Seat(other)) => Ok(one == other),
        (Datum::Seat(side), Datum::Text(word)) | (Datum::Text(word), Datum::Seat(side)) => {
            same(side, word)
        }
        (Datum::Unit, Datum::Seat(_) | Datum::Parameters(_))
        | (Datum::Seat(_) | Datum::Parameters(_), Datum::Unit) => Ok(false),
        _ => Err(Stop::Beyond),
    }
}

fn arithmetic(operator: Operator, one: &Datum, other: &Datum) -> Done {
    let (Datum::Int(one), Datum::Int(other)) = (one, other) else {
        return Err(Stop::Beyond);
    };
    let result = match operator {
        Operator::Subtract => one.checked_sub(*other),
        Operator::Multiply => one.checked_mul(*other),
        Operator::Divide => one.checked_div(*other),
        _ => one.checked_rem(*other),
    };
    result.map(Datum::Int).ok_or(Stop::Beyond)
}
