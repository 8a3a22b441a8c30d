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

/// The names of variables that are looked at: those that closures use, and that no script assigns
/// anew, since such a variable must be found where it is kept.
#[derive(Debug, Clone, Default)]
pub(super) struct Captured(Rc<RefCell<Names>>);

#[derive(Debug, Default)]
struct Names {
    /// A few: to compare them is faster than to look one up.
    looked_at: Vec<String>,
    used: HashSet<String>,
    assigned: HashSet<String>,
}

impl Captured {
    /// Adds the variables of a script.
    pub(super) fn learn(&self, ast: &AST) {
        let mut names = self.0.borrow_mut();
        let (used, assigned) = shape::used_and_assigned(ast);
        names.used.extend(used);
        names.assigned.extend(assigned);
        names.looked_at = names.used.difference(&names.assigned).cloned().collect();
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
        let is_it = |known: &String| known == name;
        if !self.0.borrow().looked_at.iter().any(is_it) {
            return None;
        }
        let scope = context.scope();
        // The last variable has the index 1; one without an index is searched for by its name.
        let value = match index.checked_sub(1) {
            Some(before) => scope.iter_raw().nth(before)?.2,
            None => scope.get(name)?,
        };
        if !value.is_shared() {
            return None;
        }
        api::unchanging(value)
    }
}
