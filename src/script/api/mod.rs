//! What a script can read and ask for: one file a topic. Nothing here changes the host; effects
//! and verdicts are values that the host carries out after the call.

mod choices;
mod context;
mod effects;
mod moves;
mod parameters;
mod piles;
mod seats;
mod verdicts;
mod views;

pub(super) use context::{Context, Problem, problem};
pub(super) use moves::Chosen;
pub(super) use parameters::Parameters;
pub(super) use views::Position;

use rhai::Engine;

/// Registers every type and function.
pub(super) fn register(engine: &mut Engine, context: &Context) {
    choices::register(engine);
    parameters::register(engine);
    views::register(engine);
    seats::register(engine);
    piles::register(engine);
    moves::register(engine);
    effects::register(engine, context);
    verdicts::register(engine, context);
}
