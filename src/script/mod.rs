//! Rules written in Rhai: the engine with its limits, the functions that scripts may call, and
//! [`ScriptedRules`], which makes a game of a ruleset's scripts.

mod advice;
pub mod api;
mod budget;
mod calls;
mod captured;
mod compiled;
mod convert;
pub mod describe;
mod engine;
mod fault;
mod files;
mod hooks;
mod importer;
mod limits;
mod lowered;
mod parts;
mod program;
mod rules;
mod shape;
mod stack;
mod study;
mod table;
mod trace;

pub use fault::fault_of;
pub use hooks::{HOOKS, Hook};
pub use limits::LIMITS;
pub use program::{FindImport, Program};
pub use rules::{Refusal, ScriptError, ScriptedRules};
pub use stack::STACK;
pub use study::Study;
pub use trace::{Part, Trace};
