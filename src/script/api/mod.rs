//! What a script can read and ask for: one file a topic. Nothing here changes the host; effects
//! and verdicts are values that the host carries out after the call.

mod choices;
mod comparing;
mod context;
mod effects;
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

pub(super) use context::{Context, Problem, problem};
pub(super) use functions::{PILE_PROPERTIES, functions, is_function, is_own};
pub(super) use moves::Chosen;
pub(super) use parameters::Parameters;
pub(super) use views::Position;

use rhai::{Dynamic, Engine, FuncRegistration, RhaiNativeFunc, Variant};

use crate::game::{Effect, Layout, Verdict};

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
