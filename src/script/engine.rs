//! The Rhai engine: packages by name, and everything switched off that a rule has no use for.

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
    BasicMathPackage, BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{Engine, Module};

use super::api::{self, Context};
use super::budget::Budget;
use super::captured::Captured;
use super::limits::LIMITS;

/// Words of Rhai that rules may not use: they would read code from texts, write to the terminal, or
/// keep data where no limit sees it.
pub(super) const FORBIDDEN: [&str; 4] = ["eval", "print", "debug", "curry"];

/// Makes an engine. It has no clock, no sleep, no random numbers, no files and no floating point.
pub(super) fn engine(context: &Context, budget: &Budget, captured: &Captured) -> Engine {
    let mut engine = Engine::new_raw();
    let mut packages = Module::new();
    // Not the language core package: it holds `sleep`.
    add::<ArithmeticPackage>(&mut engine, &mut packages);
    add::<LogicPackage>(&mut engine, &mut packages);
    add::<BasicMathPackage>(&mut engine, &mut packages);
    add::<BasicIteratorPackage>(&mut engine, &mut packages);
    add::<BasicFnPackage>(&mut engine, &mut packages);
    add::<BasicArrayPackage>(&mut engine, &mut packages);
    add::<BasicMapPackage>(&mut engine, &mut packages);
    add::<BasicStringPackage>(&mut engine, &mut packages);
    add::<MoreStringPackage>(&mut engine, &mut packages);
    // As they come, packages keep no index: every search that ends elsewhere, such as that for a
    // function of a script, would first go through all of their functions.
    packages.register_lazy_functions();
    packages.build_index();
    engine.register_global_module(packages.into());
    engine
        .set_strict_variables(true)
        .set_fail_on_invalid_map_property(true);
    for word in FORBIDDEN {
        engine.disable_symbol(word);
    }
    LIMITS.set(&mut engine);
    budget.watch(&mut engine);
    captured.watch(&mut engine);
    api::register(&mut engine, context);
    engine
}

fn add<P: Package>(engine: &mut Engine, packages: &mut Module) {
    P::init_engine(engine);
    P::init(packages);
}
