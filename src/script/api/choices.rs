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
        if list.len() > MOST_ITEMS {
            let message = format!(
                "there are {} items to choose from, at most {MOST_ITEMS} are possible",
                list.len()
            );
            return Err(problem("limit", message, None));
        }
        let mut groups: Vec<Group> = Vec::new();
        for item in list {
            let value = data(&item)?;
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
        choose(&groups, count(number)?, &mut Vec::new(), &mut choices)?;
        Ok(choices)
    });
}

/// Equal items of a list.
struct Group {
    value: Value,
    item: Dynamic,
    count: usize,
}

/// Adds every way to take `number` items to `choices`; items keep the order of the list, and
/// equal ones count as one choice.
fn choose(groups: &[Group], number: usize, taken: &mut Array, choices: &mut Array) -> Fallible<()> {
    if number == 0 {
        let items = (choices.len() + 1).saturating_mul(taken.len() + 1);
        if choices.len() == MOST_MOVES || items > LIMITS.list {
            let message = format!("there are more than {MOST_MOVES} ways to choose");
            return Err(problem("limit", message, None));
        }
        choices.push(taken.clone().into());
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
