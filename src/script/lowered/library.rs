//! Functions that lowered scripts call: Rhai's own and those of the host, as far as they are worth
//! it. What is not here is left to Rhai; `script::api` and Rhai's packages say what each does.

use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

use super::code::Closure;
use super::datum::{Datum, Items};
use super::properties::count;
use super::run::{Done, Run, Stop, fit, write};
use crate::game::{Effect, Kind, Move, MoveSpec, PileId, Side, Value, Verdict};
use crate::script::api::{self, Chosen};

/// What runs a function: its arguments, of which it may take what it needs.
type Body = fn(&mut Run<'_>, &mut [Datum]) -> Done;

/// A function.
#[derive(Debug, Clone, Copy)]
pub(super) struct Function {
    pub(super) run: Body,
    pub(super) first: First,
    /// Whether it reads how many cards of a kind a pile holds, if it is asked of a pile.
    pub(super) counts_cards: bool,
}

/// What becomes of the first argument of a function. Where methods are chained, Rhai puts it back
/// to where it came from after all but those that are given it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum First {
    Given,
    Lent,
    Changed,
    /// It is a closure that is called, which Rhai takes for no function of its own.
    Called,
}

/// The functions: name, number of arguments, and what becomes of the first.
const FUNCTIONS: &[(&str, usize, First, Body)] = &[
    // Moves.
    ("move", 1, First::Given, |_, args| made(args, false)),
    ("move", 2, First::Given, |_, args| made(args, false)),
    ("secret_move", 2, First::Given, |_, args| made(args, true)),
    // Effects on cards.
    ("put", 3, First::Given, put),
    ("put", 4, First::Given, put),
    ("put_at", 3, First::Given, |run, args| {
        let (from, to) = (ordered(run, &args[0])?, pile(&args[1])?);
        let place = amount(&args[2])?;
        Ok(effect(Effect::PutAt { from, to, place }))
    }),
    ("put_all", 2, First::Given, |_, args| {
        let (from, to) = (pile(&args[0])?, pile(&args[1])?);
        Ok(effect(Effect::PutAll { from, to }))
    }),
    ("draw", 3, First::Given, |run, args| {
        let (from, to) = (ordered(run, &args[0])?, pile(&args[1])?);
        let count = amount(&args[2])?;
        Ok(effect(Effect::Draw { from, to, count }))
    }),
    ("fill", 3, First::Given, |run, args| {
        let (from, to) = (ordered(run, &args[0])?, pile(&args[1])?);
        let size = amount(&args[2])?;
        Ok(effect(Effect::Fill { from, to, size }))
    }),
    ("reveal", 2, First::Given, |run, args| {
        let (from, to) = (ordered(run, &args[0])?, pile(&args[1])?);
        Ok(effect(Effect::Reveal { from, to }))
    }),
    ("pick", 2, First::Given, |_, args| {
        let (from, to) = (pile(&args[0])?, pile(&args[1])?);
        Ok(effect(Effect::Pick { from, to }))
    }),
    ("shuffle", 1, First::Given, |run, args| {
        Ok(effect(Effect::Shuffle(ordered(run, &args[0])?)))
    }),
    // Effects on figures, turns and variables.
    ("step", 2, First::Given, |_, args| {
        let (side, by) = (side(&args[0])?, number(&args[1])?);
        Ok(effect(Effect::Step { side, by }))
    }),
    ("place", 2, First::Given, |_, args| {
        let (side, space) = (side(&args[0])?, number(&args[1])?);
        Ok(effect(Effect::Place { side, space }))
    }),
    ("turn", 1, First::Given, |_, args| {
        Ok(effect(Effect::turn(side(&args[0])?)))
    }),
    ("set", 2, First::Given, |run, args| {
        set(run, None, &args[0], &args[1])
    }),
    ("set", 3, First::Given, |run, args| {
        let Datum::Seat(side) = args[0] else {
            return Err(Stop::Beyond);
        };
        set(run, Some(side), &args[1], &args[2])
    }),
    ("event", 1, First::Given, |run, args| {
        event(run, &args[0], Value::Null)
    }),
    ("event", 2, First::Given, |run, args| {
        let data = args[1].to_value().ok_or(Stop::Beyond)?;
        event(run, &args[0], data)
    }),
    // Verdicts.
    ("win", 2, First::Given, |run, args| {
        verdict(run, Some(side(&args[0])?), &args[1], None)
    }),
    ("win", 3, First::Given, |run, args| {
        verdict(run, Some(side(&args[0])?), &args[1], Some(side(&args[2])?))
    }),
    ("nobody", 1, First::Given, |run, args| {
        verdict(run, None, &args[0], None)
    }),
    ("nobody", 2, First::Given, |run, args| {
        verdict(run, None, &args[0], Some(side(&args[1])?))
    }),
    // Seats.
    ("seat", 2, First::Lent, |_, args| match &args[..] {
        [Datum::View, Datum::Text(word)] => {
            let side = Side::from_word(word).ok_or(Stop::Beyond)?;
            Ok(Datum::Seat(side))
        }
        _ => Err(Stop::Beyond),
    }),
    ("other", 1, First::Lent, |run, args| match &args[0] {
        Datum::Seat(side) => Ok(Datum::Seat(side.other())),
        Datum::Text(word) => {
            let side = Side::from_word(word).ok_or(Stop::Beyond)?;
            Ok(run.word(side.other()))
        }
        _ => Err(Stop::Beyond),
    }),
    // What holds something.
    ("count", 2, First::Lent, count_of),
    ("contains", 2, First::Lent, contains),
    ("keys", 1, First::Lent, |_, args| match &args[0] {
        Datum::Map(map) => Ok(Datum::list(map.keys())),
        Datum::Parameters(parameters) => {
            let keys = parameters
                .entries
                .iter()
                .map(|(key, _)| Datum::Text(Arc::clone(key)));
            Ok(Datum::list(keys))
        }
        _ => Err(Stop::Beyond),
    }),
    ("values", 1, First::Lent, |_, args| match &args[0] {
        Datum::Map(map) => Ok(Datum::list(map.items().iter().cloned())),
        _ => Err(Stop::Beyond),
    }),
    ("len", 1, First::Lent, |_, args| match &args[0] {
        Datum::List(list) => count(list.items.len()),
        Datum::Map(map) => count(map.len()),
        _ => Err(Stop::Beyond),
    }),
    ("is_empty", 1, First::Lent, |_, args| match &args[0] {
        Datum::List(list) => Ok(Datum::Bool(list.items.is_empty())),
        Datum::Map(map) => Ok(Datum::Bool(map.len() == 0)),
        Datum::Text(text) => Ok(Datum::Bool(text.is_empty())),
        _ => Err(Stop::Beyond),
    }),
    // Lists.
    ("choose", 2, First::Given, choose),
    ("join", 2, First::Given, join),
    ("sum", 1, First::Given, |_, args| {
        let mut sum = 0_i64;
        for item in items(&args[0])? {
            sum = sum.checked_add(number(item)?).ok_or(Stop::Beyond)?;
        }
        Ok(Datum::Int(sum))
    }),
    ("index_of", 2, First::Lent, |run, args| {
        let Datum::List(list) = &args[0] else {
            return Err(Stop::Beyond);
        };
        if let Datum::Text(text) = &args[1] {
            let is_it = |item: &Datum| matches!(item, Datum::Text(item) if item == text);
            let index = list.items.iter().position(is_it);
            return index.map_or(Ok(Datum::Int(-1)), count);
        }
        for (index, item) in list.items.iter().enumerate() {
            if run.item_alike(item, &args[1])? {
                return count(index);
            }
        }
        Ok(Datum::Int(-1))
    }),
    ("push", 2, First::Changed, |run, args| {
        let item = std::mem::take(&mut args[1]);
        let Datum::List(list) = &mut args[0] else {
            return Err(Stop::Beyond);
        };
        run.own_list(list).push(item);
        Ok(Datum::Unit)
    }),
    ("insert", 3, First::Changed, |run, args| {
        let (index, item) = (number(&args[1])?, std::mem::take(&mut args[2]));
        let Datum::List(list) = &mut args[0] else {
            return Err(Stop::Beyond);
        };
        let list = run.own_list(list);
        let index = usize::try_from(index).map_err(|_| Stop::Beyond)?;
        list.insert(index.min(list.items.len()), item);
        Ok(Datum::Unit)
    }),
    ("pop", 1, First::Changed, |run, args| match &mut args[0] {
        Datum::List(list) => Ok(run.own_list(list).items.pop().unwrap_or_default()),
        _ => Err(Stop::Beyond),
    }),
    ("remove", 2, First::Changed, |run, args| {
        // An index below 0 counts from the end; one that is nowhere removes nothing.
        let index = number(&args[1])?;
        let Datum::List(list) = &mut args[0] else {
            return Err(Stop::Beyond);
        };
        let length = list.items.len();
        let index = if index < 0 {
            let back = usize::try_from(index.unsigned_abs()).map_err(|_| Stop::Beyond)?;
            length.checked_sub(back)
        } else {
            usize::try_from(index).ok().filter(|index| *index < length)
        };
        match index {
            Some(index) => Ok(run.own_list(list).items.remove(index)),
            None => Ok(Datum::Unit),
        }
    }),
    ("sort", 1, First::Changed, |run, args| {
        let Datum::List(list) = &mut args[0] else {
            return Err(Stop::Beyond);
        };
        let items = &mut run.own_list(list).items;
        if items.iter().all(|item| matches!(item, Datum::Text(_))) {
            items.sort_by(|one, other| match (one, other) {
                (Datum::Text(one), Datum::Text(other)) => one.cmp(other),
                _ => Ordering::Equal,
            });
        } else if items.iter().all(|item| matches!(item, Datum::Int(_))) {
            items.sort_by(|one, other| match (one, other) {
                (Datum::Int(one), Datum::Int(other)) => one.cmp(other),
                _ => Ordering::Equal,
            });
        } else {
            return Err(Stop::Beyond);
        }
        Ok(Datum::Unit)
    }),
    ("sort", 2, First::Changed, |run, args| {
        args[0] = sorted(run, args)?;
        Ok(Datum::Unit)
    }),
    ("sort_by", 2, First::Changed, |run, args| {
        args[0] = sorted(run, args)?;
        Ok(Datum::Unit)
    }),
    ("order", 2, First::Lent, |run, args| sorted(run, args)),
    ("order_by", 2, First::Lent, |run, args| sorted(run, args)),
    // Functions of lists that are given functions.
    ("map", 2, First::Lent, |run, args| {
        let (list, closure) = with_closure(args)?;
        let mut mapped = Items::with_capacity(list.len());
        for item in list {
            mapped.push(run.for_item(&closure, [item.clone()])?);
        }
        fit(Datum::list(mapped))
    }),
    ("filter", 2, First::Lent, |run, args| {
        let (list, closure) = with_closure(args)?;
        let mut fitting = Items::new();
        for item in list {
            if flag(&run.for_item(&closure, [item.clone()])?)? {
                fitting.push(item.clone());
            }
        }
        Ok(Datum::list(fitting))
    }),
    ("some", 2, First::Lent, |run, args| {
        let (list, closure) = with_closure(args)?;
        for item in list {
            if flag(&run.for_item(&closure, [item.clone()])?)? {
                return Ok(Datum::Bool(true));
            }
        }
        Ok(Datum::Bool(false))
    }),
    ("all", 2, First::Lent, |run, args| {
        let (list, closure) = with_closure(args)?;
        for item in list {
            if !flag(&run.for_item(&closure, [item.clone()])?)? {
                return Ok(Datum::Bool(false));
            }
        }
        Ok(Datum::Bool(true))
    }),
    ("reduce", 2, First::Lent, reduce),
    ("reduce", 3, First::Lent, reduce),
    // A closure by itself: as a method only.
    ("call", 1, First::Called, |run, args| call(run, args)),
    ("call", 2, First::Called, |run, args| call(run, args)),
    ("call", 3, First::Called, |run, args| call(run, args)),
    // Numbers.
    ("abs", 1, First::Given, |_, args| {
        let number = number(&args[0])?.checked_abs();
        number.map(Datum::Int).ok_or(Stop::Beyond)
    }),
    ("min", 2, First::Given, |_, args| {
        Ok(Datum::Int(number(&args[0])?.min(number(&args[1])?)))
    }),
    ("max", 2, First::Given, |_, args| {
        Ok(Datum::Int(number(&args[0])?.max(number(&args[1])?)))
    }),
];

/// Finds a function.
pub(super) fn function(name: &str, arguments: usize) -> Option<Function> {
    let mut functions = FUNCTIONS.iter();
    let found = functions.find(|(known, count, ..)| *known == name && *count == arguments);
    found.map(|(_, _, first, run)| Function {
        run: *run,
        first: *first,
        counts_cards: name == "count",
    })
}

fn number(datum: &Datum) -> Result<i64, Stop> {
    match datum {
        Datum::Int(number) => Ok(*number),
        _ => Err(Stop::Beyond),
    }
}

fn flag(datum: &Datum) -> Result<bool, Stop> {
    match datum {
        Datum::Bool(flag) => Ok(*flag),
        _ => Err(Stop::Beyond),
    }
}

fn items(datum: &Datum) -> Result<&[Datum], Stop> {
    match datum {
        Datum::List(list) => Ok(&list.items),
        _ => Err(Stop::Beyond),
    }
}

fn amount(datum: &Datum) -> Result<usize, Stop> {
    api::count(number(datum)?).map_err(|_| Stop::Beyond)
}

fn pile(datum: &Datum) -> Result<PileId, Stop> {
    match datum {
        Datum::Pile(pile) => Ok(*pile),
        _ => Err(Stop::Beyond),
    }
}

fn ordered(run: &Run<'_>, datum: &Datum) -> Result<PileId, Stop> {
    let pile = pile(datum)?;
    let is_ordered = run.view.layout().pile(pile).ordered;
    is_ordered.then_some(pile).ok_or(Stop::Beyond)
}

/// Reads a side, given as a seat or by its word.
fn side(datum: &Datum) -> Result<Side, Stop> {
    match datum {
        Datum::Seat(side) => Ok(*side),
        Datum::Text(word) => Side::from_word(word).ok_or(Stop::Beyond),
        _ => Err(Stop::Beyond),
    }
}

fn kind(run: &Run<'_>, datum: &Datum) -> Result<Kind, Stop> {
    run.code.kind(datum).ok_or(Stop::Beyond)
}

fn effect(effect: Effect) -> Datum {
    Datum::Effect(Rc::new(effect))
}

fn made(args: &[Datum], secret: bool) -> Done {
    let Datum::Text(text) = &args[0] else {
        return Err(Stop::Beyond);
    };
    let data = match args.get(1) {
        Some(data) => data.to_value().ok_or(Stop::Beyond)?,
        None => Value::Null,
    };
    if Chosen::unfit(text).is_some() {
        return Err(Stop::Beyond);
    }
    let text = Arc::clone(text);
    Ok(Datum::Move(Move::from(MoveSpec { text, data, secret })))
}

fn put(run: &mut Run<'_>, args: &mut [Datum]) -> Done {
    let (from, to) = (pile(&args[0])?, pile(&args[1])?);
    let one = |named: &Datum, count: usize| {
        let kind = kind(run, named)?;
        Ok(effect(Effect::Put {
            from,
            to,
            kind,
            count,
        }))
    };
    match (&args[2], args.get(3)) {
        (Datum::List(list), None) => {
            let effects = list.items.iter().map(|named| one(named, 1));
            Ok(Datum::list(effects.collect::<Result<Items, Stop>>()?))
        }
        (named, None) => one(named, 1),
        (named, Some(count)) => one(named, amount(count)?),
    }
}

fn set(run: &Run<'_>, side: Option<Side>, name: &Datum, value: &Datum) -> Done {
    let Datum::Text(name) = name else {
        return Err(Stop::Beyond);
    };
    let var = run.code.context.variable(side, name);
    Ok(effect(Effect::set(
        var.map_err(|_| Stop::Beyond)?,
        value.to_value().ok_or(Stop::Beyond)?,
    )))
}

fn event(run: &Run<'_>, name: &Datum, data: Value) -> Done {
    let Datum::Text(name) = name else {
        return Err(Stop::Beyond);
    };
    let name = run.code.context.event(name).map_err(|_| Stop::Beyond)?;
    Ok(effect(Effect::event(name, data)))
}

fn verdict(run: &Run<'_>, winner: Option<Side>, reason: &Datum, next_first: Option<Side>) -> Done {
    let Datum::Text(reason) = reason else {
        return Err(Stop::Beyond);
    };
    let reason = run.code.context.reason(reason).map_err(|_| Stop::Beyond)?;
    Ok(Datum::Verdict(Rc::new(Verdict {
        winner,
        reason,
        next_first,
    })))
}

fn count_of(run: &mut Run<'_>, args: &mut [Datum]) -> Done {
    match &args[0] {
        Datum::Pile(pile) => {
            let kind = kind(run, &args[1])?;
            run.count(*pile, kind).map(Datum::Int)
        }
        Datum::List(list) => {
            let item = &args[1];
            let mut number = 0;
            for other in &list.items {
                number += usize::from(is_same(other, item)?);
            }
            count(number)
        }
        _ => Err(Stop::Beyond),
    }
}

/// Tells whether two values are the same plain data.
fn is_same(one: &Datum, other: &Datum) -> Result<bool, Stop> {
    match (one, other) {
        (Datum::Text(one), Datum::Text(other)) => Ok(one == other),
        (Datum::Int(one), Datum::Int(other)) => Ok(one == other),
        (one, other) => {
            let other = other.to_value().ok_or(Stop::Beyond)?;
            Ok(one.to_value().ok_or(Stop::Beyond)? == other)
        }
    }
}

fn contains(run: &mut Run<'_>, args: &mut [Datum]) -> Done {
    let (holder, item) = (&args[0], &args[1]);
    match (holder, item) {
        (Datum::List(list), item) => {
            for other in &list.items {
                if run.item_alike(other, item)? {
                    return Ok(Datum::Bool(true));
                }
            }
            Ok(Datum::Bool(false))
        }
        (Datum::Map(map), Datum::Text(key)) => Ok(Datum::Bool(map.get(key).is_some())),
        (Datum::Parameters(parameters), Datum::Text(key)) => {
            Ok(Datum::Bool(parameters.get(key).is_some()))
        }
        (Datum::Move(chosen), Datum::Text(key)) => Ok(Datum::Bool(chosen.data.get(key).is_some())),
        _ => Err(Stop::Beyond),
    }
}

fn join(run: &mut Run<'_>, args: &mut [Datum]) -> Done {
    let (Datum::List(list), Datum::Text(between)) = (&args[0], &args[1]) else {
        return Err(Stop::Beyond);
    };
    let mut joined = run.text();
    for (index, item) in list.items.iter().enumerate() {
        if index > 0 {
            joined.push_str(between);
        }
        write(&mut joined, item)?;
    }
    run.written(joined)
}

fn choose(_: &mut Run<'_>, args: &mut [Datum]) -> Done {
    let items = items(&args[0])?;
    let values = items.iter().map(|item| {
        let value = item.to_value().ok_or(Stop::Beyond)?;
        Ok((value, item.clone()))
    });
    let items = values.collect::<Result<Vec<_>, Stop>>()?;
    let choices = api::choices(items, amount(&args[1])?).map_err(|_| Stop::Beyond)?;
    let choices = choices.into_iter().map(Datum::list);
    fit(Datum::list(choices))
}

/// Returns a list and the function to be given its items.
fn with_closure(args: &[Datum]) -> Result<(&[Datum], Rc<Closure>), Stop> {
    match (&args[0], &args[1]) {
        (Datum::List(list), Datum::Closure(closure)) => Ok((&list.items, Rc::clone(closure))),
        _ => Err(Stop::Beyond),
    }
}

/// Sorts by a comparison: a number below, at or above 0, or whether the first item comes first.
fn sorted(run: &mut Run<'_>, args: &[Datum]) -> Done {
    let (list, closure) = with_closure(args)?;
    let items = api::merge_sorted(list.iter().cloned(), |one, other| {
        match run.call_closure(&closure, [one.clone(), other.clone()])? {
            Datum::Int(number) => Ok(number.cmp(&0)),
            Datum::Bool(true) => Ok(Ordering::Less),
            Datum::Bool(false) => Ok(Ordering::Greater),
            _ => Err(Stop::Beyond),
        }
    })?;
    Ok(Datum::list(items))
}

fn reduce(run: &mut Run<'_>, args: &mut [Datum]) -> Done {
    let mut result = args.get(2).cloned().unwrap_or_default();
    let (list, closure) = with_closure(args)?;
    for item in list {
        result = run.for_item(&closure, [result, item.clone()])?;
    }
    Ok(result)
}

fn call(run: &mut Run<'_>, args: &[Datum]) -> Done {
    let Some((Datum::Closure(closure), args)) = args.split_first() else {
        return Err(Stop::Beyond);
    };
    // Nor is it counted as one.
    run.operations -= 1;
    run.call_closure(closure, args.iter().cloned())
}
