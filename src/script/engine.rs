//! The Rhai engine: packages by name, and everything switched off that a rule has no use for.

use rhai::Engine;
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
    BasicMathPackage, BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};

use super::api::{self, Context};
use super::budget::Budget;
use super::limits::LIMITS;

/// Words of Rhai that rules may not use: they would read code from texts, write to the terminal, or
/// keep data where no limit sees it.
const FORBIDDEN: [&str; 4] = ["eval", "print", "debug", "curry"];

/// Makes an engine. It has no clock, no sleep, no random numbers, no files and no floating point.
pub(super) fn engine(context: &Context, budget: &Budget) -> Engine {
    let mut engine = Engine::new_raw();
    // Not the language core package: it holds `sleep`.
    ArithmeticPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    BasicMathPackage::new().register_into_engine(&mut engine);
    BasicIteratorPackage::new().register_into_engine(&mut engine);
    BasicFnPackage::new().register_into_engine(&mut engine);
    BasicArrayPackage::new().register_into_engine(&mut engine);
    BasicMapPackage::new().register_into_engine(&mut engine);
    BasicStringPackage::new().register_into_engine(&mut engine);
    MoreStringPackage::new().register_into_engine(&mut engine);
    engine
        .set_strict_variables(true)
        .set_fail_on_invalid_map_property(true);
    for word in FORBIDDEN {
        engine.disable_symbol(word);
    }
    LIMITS.set(&mut engine);
    budget.watch(&mut engine);
    api::register(&mut engine, context);
    engine
}
