//! What a script may use up. Every limit is set here, the same in every build.

use std::time::Duration;

use rhai::Engine;

/// The limits of scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Operations (statements, expressions, calls) between two decisions.
    pub operations: u64,
    /// Time that a thread is at work on them between two decisions. Operations run out first unless
    /// each of them is very slow, so this depends on the machine, but no result does: to run out is
    /// a fault.
    pub time: Duration,
    /// Bytes by which the process may grow between two decisions; what was said of time holds.
    pub memory: u64,
    /// Bytes by which the process may grow while the rules are in use: what scripts leave behind
    /// from decision to decision.
    pub kept: u64,
    /// Calls within calls.
    pub call_depth: usize,
    /// Expressions within expressions, at top level and in functions.
    pub expression_depth: usize,
    /// Arguments of a call.
    pub arguments: usize,
    /// Variables in scope.
    pub variables: usize,
    /// Functions in a file.
    pub functions: usize,
    /// Imported files.
    pub modules: usize,
    /// Bytes of a script.
    pub script: usize,
    /// Lines of all scripts of a ruleset.
    pub lines: usize,
    /// Bytes in a text, or in all texts of a list.
    pub text: usize,
    /// Items in a list, those of lists in it among them.
    pub list: usize,
    /// Entries in a map, those of maps in it among them.
    pub map: usize,
}

/// The limits in force.
pub const LIMITS: Limits = Limits {
    operations: 500_000,
    time: Duration::from_millis(500),
    memory: 100 << 20,
    kept: 200 << 20,
    call_depth: 24,
    expression_depth: 48,
    arguments: 16,
    variables: 200,
    functions: 500,
    modules: 16,
    script: 64 << 10,
    lines: 20_000,
    text: 40_000,
    list: 50_000,
    map: 1_000,
};

impl Limits {
    /// Returns what is limited, in words, with the most there may be.
    #[must_use]
    pub fn described(&self) -> [(&'static str, u64); 15] {
        let number = |most: usize| u64::try_from(most).unwrap_or(u64::MAX);
        let milliseconds = u64::try_from(self.time.as_millis()).unwrap_or(u64::MAX);
        [
            (
                "operations of the scripts between two decisions",
                self.operations,
            ),
            (
                "milliseconds that they take between two decisions",
                milliseconds,
            ),
            (
                "MiB by which the program grows between two decisions",
                self.memory >> 20,
            ),
            (
                "MiB by which it grows while the rules are in use",
                self.kept >> 20,
            ),
            ("calls within calls", number(self.call_depth)),
            (
                "expressions within expressions",
                number(self.expression_depth),
            ),
            ("arguments of a call", number(self.arguments)),
            ("variables in scope", number(self.variables)),
            ("functions in a file", number(self.functions)),
            ("imported files", number(self.modules)),
            ("bytes in a script", number(self.script)),
            ("lines of all scripts of a ruleset", number(self.lines)),
            (
                "bytes in a text, or in all texts of a list",
                number(self.text),
            ),
            (
                "items in a list, with those of lists in it",
                number(self.list),
            ),
            (
                "entries in a map, with those of maps in it",
                number(self.map),
            ),
        ]
    }

    /// Sets the limits that the engine keeps itself; see the budget for the others.
    pub(super) fn set(self, engine: &mut Engine) {
        engine
            .set_max_call_levels(self.call_depth)
            .set_max_expr_depths(self.expression_depth, self.expression_depth)
            .set_max_variables(self.variables)
            .set_max_functions(self.functions)
            .set_max_modules(self.modules)
            .set_max_string_size(self.text)
            .set_max_array_size(self.list)
            .set_max_map_size(self.map);
    }
}
