//! What of the scripts is left to Rhai.

use std::collections::BTreeSet;

use rhai::Position;

use crate::script::lowered::code::FunctionId;

/// Where functions leave something to Rhai, and which others they call.
#[derive(Debug, Default)]
pub(in crate::script::lowered) struct Left {
    pub(super) places: Vec<(FunctionId, Position)>,
    pub(super) calls: Vec<(FunctionId, FunctionId)>,
}

impl Left {
    /// Returns the places that these functions may come to, by calls of others too, in their order.
    pub(in crate::script::lowered) fn within(
        &self,
        functions: impl IntoIterator<Item = FunctionId>,
    ) -> Vec<Position> {
        let mut known: BTreeSet<u32> = BTreeSet::new();
        let mut open: Vec<FunctionId> = functions.into_iter().collect();
        while let Some(function) = open.pop() {
            if known.insert(function.0) {
                let calls = self.calls.iter();
                let calls = calls.filter(|(caller, _)| *caller == function);
                open.extend(calls.map(|(_, callee)| *callee));
            }
        }
        let places = self.places.iter();
        let places = places.filter(|(function, _)| known.contains(&function.0));
        let mut places: Vec<Position> = places.map(|(_, position)| *position).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}
