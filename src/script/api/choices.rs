//! Choosing some of a list of cards.

use rhai::{Array, Dynamic, Engine};

use super::context::{Fallible, count, data, problem};
use super::entry::{Entry, Type, entry, function};
use crate::game::Value;
use crate::game::terms::MOST_MOVES;
use crate::script::limits::LIMITS;

/// Most items that some can be chosen of: a script can ask for more than it is worth waiting for.
const MOST_ITEMS: usize = 500;

/// What is said of the functions and properties below.
pub(super) const ENTRIES: &[Entry] = &[entry(
    &[function(
        "choose",
        &[("list", Type::List), ("number", Type::Number)],
        Type::List,
    )],
    "every way to take so many items of a list, such as `pile.cards`, as a list of lists; equal items count as one, and items keep their order",
    "for a list of more than 500 items, or if there are more than 20 000 ways (fewer, if each has many items)",
)];

pub(super) fn register(engine: &mut Engine) {
    engine.register_fn("choose", |list: Array, number: i64| -> Fallible<Array> {
        let items = list.into_iter().map(|item| Ok((data(&item)?, item)));
        let items: Fallible<Vec<_>> = items.collect();
        let choices = choices(items?, count(number)?)?;
        Ok(choices.into_iter().map(Dynamic::from_array).collect())
    });
}

/// Returns every way to take `number` of some items, each given with what it is compared by. Items
/// keep their order, and equal ones count as one choice.
///
/// # Errors
/// If there are too many items, or too many ways.
pub(in crate::script) fn choices<T: Clone>(
    items: Vec<(Value, T)>,
    number: usize,
) -> Fallible<Vec<Vec<T>>> {
    if items.len() > MOST_ITEMS {
        let message = format!(
            "there are {} items to choose from, at most {MOST_ITEMS} are possible",
            items.len()
        );
        return Err(problem("limit", message, None));
    }
    let mut groups: Vec<Group<T>> = Vec::new();
    for (value, item) in items {
        match groups.iter_mut().find(|group| group.value == value) {
            Some(group) => group.count += 1,
            None => groups.push(Group {
                value,
                item,
                count: 1,
            }),
        }
    }
    let mut choices = Vec::new();
    choose(&groups, number, &mut Vec::new(), &mut choices)?;
    Ok(choices)
}

/// Equal items of a list.
struct Group<T> {
    value: Value,
    item: T,
    count: usize,
}

/// Adds every way to take `number` items to `choices`; items keep the order of the list, and
/// equal ones count as one choice.
fn choose<T: Clone>(
    groups: &[Group<T>],
    number: usize,
    taken: &mut Vec<T>,
    choices: &mut Vec<Vec<T>>,
) -> Fallible<()> {
    if number == 0 {
        let items = (choices.len() + 1).saturating_mul(taken.len() + 1);
        if choices.len() == MOST_MOVES || items > LIMITS.list {
            let message = format!("there are more than {MOST_MOVES} ways to choose");
            return Err(problem("limit", message, None));
        }
        choices.push(taken.clone());
        return Ok(());
    }
    let Some((group, rest)) = groups.split_first() else {
        return Ok(());
    };
    let left: usize = rest.iter().map(|group| group.count).sum();
    let before = taken.len();
    // Many of the first kind come before few, so that the choices stand in the list's order.
    for here in (number.saturating_sub(left)..=group.count.min(number)).rev() {
        taken.extend(std::iter::repeat_n(group.item.clone(), here));
        choose(rest, number - here, taken, choices)?;
        taken.truncate(before);
    }
    Ok(())
}
