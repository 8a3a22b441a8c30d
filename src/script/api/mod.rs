//! What a script can read and ask for: one file a topic. Nothing here changes the host; effects
//! and verdicts are values that the host carries out after the call.

mod choices;
mod comparing;
mod context;
mod effects;
mod entry;
mod functions;
mod lists;
mod moves;
mod parameters;
mod piles;
mod seats;
mod sorting;
mod texts;
mod verdicts;
mod views;

pub use entry::{Entry, Form, How, TOPICS, Topic, Type};

pub(super) use choices::choices;
pub(super) use context::{Context, Problem, count, problem};
pub(super) use functions::{PILE_PROPERTIES, functions, is_function, is_own};
pub(super) use moves::Chosen;
pub(super) use parameters::Parameters;
pub(super) use sorting::merge_sorted;
pub(super) use views::Position;

use rhai::{Dynamic, Engine, FuncRegistration, RhaiNativeFunc, Variant};

use crate::game::{Effect, Layout, Verdict};

/// Returns everything that a script can use, in all its forms.
pub(super) fn forms() -> impl Iterator<Item = &'static Form> {
    let entries = TOPICS.iter().flat_map(Topic::entries);
    entries.flat_map(|entry| entry.forms)
}

/// Registers every type and function.
pub(super) fn register(engine: &mut Engine, context: &Context) {
    choices::register(engine);
    parameters::register(engine);
    views::register(engine);
    seats::register(engine);
    piles::register(engine);
    moves::register(engine, context);
    effects::register(engine, context);
    verdicts::register(engine, context);
    sorting::register(engine);
    comparing::register(engine);
    lists::register(engine);
    texts::register(engine);
}

/// Registers the names of a game and of its parameters as properties. Scripts can do without, for
/// an unknown property is looked up by its name; but only after a search that fails, which takes
/// longer than all the rest.
pub(super) fn register_names(engine: &mut Engine, layout: &Layout, parameters: &Parameters) {
    views::register_names(engine, layout);
    seats::register_names(engine, layout);
    parameters::register_names(engine, parameters.value());
}

/// Copies a value of a kind that no script can change, be it shared or not.
pub(super) fn unchanging(value: &Dynamic) -> Option<Dynamic> {
    fn copy<T: Clone + 'static>(value: &Dynamic) -> Option<Dynamic> {
        Some(Dynamic::from(value.read_lock::<T>()?.clone()))
    }
    copy::<Position>(value)
        .or_else(|| copy::<seats::Seat>(value))
        .or_else(|| copy::<piles::Pile>(value))
        .or_else(|| copy::<Parameters>(value))
        .or_else(|| copy::<Chosen>(value))
        .or_else(|| copy::<Effect>(value))
        .or_else(|| copy::<Verdict>(value))
}

/// Registers a method that leaves its first argument as it is, and may be called on a constant.
fn method<A: 'static, const N: usize, const X: bool, R: Variant + Clone, const F: bool>(
    engine: &mut Engine,
    name: &str,
    run: impl RhaiNativeFunc<A, N, X, R, F> + 'static,
) {
    FuncRegistration::new(name)
        .with_purity(true)
        .in_global_namespace()
        .register_into_engine(engine, run);
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;
    use std::collections::BTreeSet;

    use rhai::{Array, FnPtr, ImmutableString};

    use super::*;

    /// Every function that is registered here, with what it takes.
    fn registered() -> Vec<(String, Vec<TypeId>)> {
        let mut engine = Engine::new_raw();
        register(&mut engine, &Context::new([].into(), [].into()));
        engine.collect_fn_metadata(
            None,
            |function| {
                let takes = function.metadata.param_types.iter().copied();
                Some((function.metadata.name.to_string(), takes.collect()))
            },
            false,
        )
    }

    /// The name under which the engine knows a form.
    fn inner(form: &Form) -> String {
        match form.how {
            How::Property => format!("get${}", form.name),
            How::Named => "index$get$".to_owned(),
            _ => form.name.to_owned(),
        }
    }

    fn takes(form: &Form) -> Vec<Vec<TypeId>> {
        let mut takes: Vec<Vec<TypeId>> = form.takes.iter().map(|(_, kind)| ids(*kind)).collect();
        if form.how == How::Named {
            takes.push(ids(Type::Text));
        }
        takes
    }

    fn ids(kind: Type) -> Vec<TypeId> {
        match kind {
            Type::View => vec![TypeId::of::<Position>()],
            Type::Seat => vec![TypeId::of::<seats::Seat>()],
            Type::Pile => vec![TypeId::of::<piles::Pile>()],
            Type::Move => vec![TypeId::of::<Chosen>()],
            Type::Effect => vec![TypeId::of::<Effect>()],
            Type::Verdict => vec![TypeId::of::<Verdict>()],
            Type::Parameters => vec![TypeId::of::<Parameters>()],
            Type::Number => vec![TypeId::of::<i64>()],
            Type::Letter => vec![TypeId::of::<char>()],
            Type::Text => vec![TypeId::of::<ImmutableString>()],
            Type::Flag => vec![TypeId::of::<bool>()],
            Type::List => vec![TypeId::of::<Array>()],
            Type::Closure => vec![TypeId::of::<FnPtr>()],
            Type::Side => [Type::Seat, Type::Text].into_iter().flat_map(ids).collect(),
            Type::Any => vec![TypeId::of::<Dynamic>()],
            Type::Nothing => vec![TypeId::of::<()>()],
        }
    }

    /// Operators are told of in words: they go with many pairs of types.
    fn fits(form: &Form, name: &str, given: &[TypeId]) -> bool {
        let takes = takes(form);
        let types = || {
            let mut pairs = takes.iter().zip(given);
            form.how == How::Operator || pairs.all(|(known, given)| known.contains(given))
        };
        inner(form) == name && takes.len() == given.len() && types()
    }

    #[test]
    fn every_function_has_an_entry_that_takes_the_same() {
        let found = registered();
        assert!(found.len() > 100, "{}", found.len());
        for (name, given) in found {
            let is_there = forms().any(|form| fits(form, &name, &given));
            assert!(
                is_there,
                "`{name}` with {} arguments has no entry",
                given.len()
            );
        }
    }

    #[test]
    fn every_entry_is_of_a_function_that_there_is() {
        let found = registered();
        for form in forms() {
            let is_there = found.iter().any(|(name, given)| fits(form, name, given));
            assert!(is_there, "there is no `{}`", form.written());
        }
    }

    /// The forms that messages show are those of the entries.
    #[test]
    fn messages_know_the_same_functions() {
        let told: BTreeSet<&str> = forms()
            .filter(|form| matches!(form.how, How::Function | How::Method))
            .map(|form| form.name)
            .collect();
        let of_messages = functions()
            .map(|(name, _)| *name)
            .filter(|name| is_own(name));
        assert_eq!(told, of_messages.collect());
    }
}
