//! What a script can read and ask for: one file a topic. Nothing here changes the host; effects
//! and verdicts are values that the host carries out after the call.

mod choices;
mod context;
mod effects;
mod functions;
mod moves;
mod parameters;
mod piles;
mod seats;
mod sorting;
mod verdicts;
mod views;

pub(super) use context::{Context, Problem, problem};
pub(super) use functions::{FUNCTIONS, PILE_PROPERTIES};
pub(super) use moves::Chosen;
pub(super) use parameters::Parameters;
pub(super) use views::Position;

use rhai::Engine;

use crate::game::Layout;

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
}

/// Registers the names of a game and of its parameters as properties. Scripts can do without, for
/// an unknown property is looked up by its name; but only after a search that fails, which takes
/// longer than all the rest.
pub(super) fn register_names(engine: &mut Engine, layout: &Layout, parameters: &Parameters) {
    views::register_names(engine, layout);
    seats::register_names(engine, layout);
    parameters::register_names(engine, parameters.value());
}
