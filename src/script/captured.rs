//! What closures take along. A variable that a closure uses becomes one that is shared with it,
//! and Rhai locks a shared variable while the chain that begins with it is evaluated: in
//! `v.me.hand.cards.filter(|c| contains(v.p.paces, c))` the closure would find `v` locked. What
//! scripts are given is never changed by them, so a copy does as well, and needs no lock.

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use rhai::{AST, Dynamic, Engine, EvalContext};

use super::api;
use super::shape;

/// The names of variables that scripts assign anew: those must be found where they are kept.
#[derive(Debug, Clone, Default)]
pub(super) struct Captured(Rc<RefCell<HashSet<String>>>);

impl Captured {
    /// Adds the variables that a script assigns.
    pub(super) fn learn(&self, ast: &AST) {
        self.0.borrow_mut().extend(shape::assigned(ast));
    }

    /// Makes an engine ask.
    pub(super) fn watch(&self, engine: &mut Engine) {
        let captured = self.clone();
        #[allow(
            deprecated,
            reason = "it is not deprecated but may change, says its documentation"
        )]
        engine.on_var(move |name, index, context| Ok(captured.copy(name, index, &context)));
    }

    /// Returns a copy of a variable if that is shared with a closure, of a kind that nothing can
    /// change, and never assigned anew.
    pub(super) fn copy(&self, name: &str, index: usize, context: &EvalContext) -> Option<Dynamic> {
        let scope = context.scope();
        // The last variable has the index 1; one without an index is searched for by its name.
        let value = match index.checked_sub(1) {
            Some(before) => scope.iter_raw().nth(before)?.2,
            None => scope.get(name)?,
        };
        if !value.is_shared() {
            return None;
        }
        let copy = api::unchanging(value)?;
        (!self.0.borrow().contains(name)).then_some(copy)
    }
}
