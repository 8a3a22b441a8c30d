//! The functions that a ruleset's scripts give to the host.

use std::collections::HashSet;

use rhai::{AST, FnAccess};
use strsim::damerau_levenshtein;

use super::files::{Files, is_closure};
use crate::text::{Fault, Faults, count, nearest};

/// A function that the host calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hook {
    /// Its name.
    pub name: &'static str,
    /// Its parameters, as the documents write them.
    pub parameters: &'static [&'static str],
    /// Whether every ruleset must have it.
    pub required: bool,
    /// What it returns.
    pub about: &'static str,
    /// What else is said of it where there is room.
    pub more: &'static str,
}

/// All hooks, in the order in which the host first calls them.
pub const HOOKS: [Hook; 8] = [
    Hook {
        name: "table",
        parameters: &["p"],
        required: true,
        about: "From the parameters: a map with `piles`, and as needed `track`, `vars`, `side_vars`, `secrets` and `keep`.",
        more: "See [the table](#the-table).",
    },
    Hook {
        name: "setup",
        parameters: &["v"],
        required: true,
        about: "The effects that start a round.",
        more: "`v.me` is the side that begins.",
    },
    Hook {
        name: "next",
        parameters: &["v"],
        required: false,
        about: "The effects that are due now without a decision; asked again until there are none.",
        more: "",
    },
    Hook {
        name: "verdict",
        parameters: &["v"],
        required: true,
        about: "`()` while the round goes on, else `win(…)` or `nobody(…)`.",
        more: "See [verdicts](#verdicts).",
    },
    Hook {
        name: "moves",
        parameters: &["v"],
        required: true,
        about: "The legal moves of the side to act, as a list. The view is that side's: what it may not see cannot be read.",
        more: "",
    },
    Hook {
        name: "no_moves",
        parameters: &["v"],
        required: false,
        about: "How the round ends when the side to act has no legal move: `win(…)` or `nobody(…)`.",
        more: "Without it, an empty list of moves is an error.",
    },
    Hook {
        name: "play",
        parameters: &["v", "m"],
        required: true,
        about: "The effects of the move `m`.",
        more: "",
    },
    Hook {
        name: "why",
        parameters: &["v", "text"],
        required: false,
        about: "A sentence for whoever asks why the move `text` is legal or not, or `()`. The view is that of the side to act.",
        more: "It is shown in [the session](#the-session).",
    },
];

/// The most letters by which a function's name is taken for a slip in that of a hook which need not
/// be there.
const SLIP: usize = 2;

impl Hook {
    fn head(&self) -> String {
        format!("fn {}({})", self.name, self.parameters.join(", "))
    }

    /// Makes a fault of a function that is, or should be, this hook.
    fn fault(&self, message: String, at: Option<(&str, usize)>, files: &Files) -> Fault {
        let fault = Fault::new("hook", message);
        let span = at.and_then(|(name, count)| files.definition(name, Some(count)));
        let fault = match span {
            Some(span) => fault.at(span),
            None => fault,
        };
        fault.help(format!("{}: {}", self.name, self.about))
    }

    /// Checks the functions that have its name; tells whether there are any.
    fn check(&self, ast: &AST, files: &Files, faults: &mut Faults) -> bool {
        let mut is_there = false;
        let takes = self.parameters.len();
        for function in ast.iter_functions().filter(|found| found.name == self.name) {
            is_there = true;
            let found = function.params.len();
            let at = Some((self.name, found));
            if found != takes {
                let message = format!(
                    "`{}` takes {}, not {found}: `{}`",
                    self.name,
                    count(takes, "parameter"),
                    self.head()
                );
                faults.push(self.fault(message, at, files));
            } else if function.access == FnAccess::Private {
                let message = format!("`{}` is private, so that nobody can call it", self.name);
                faults.push(self.fault(message, at, files).help("leave `private` out"));
            }
        }
        is_there
    }

    /// Of functions that nobody calls, finds the one that was probably meant to be this hook, which
    /// must be there.
    fn meant<'a>(&self, idle: &[(&'a str, usize)]) -> Option<(&'a str, usize)> {
        let near = nearest(self.name, idle.iter().map(|(name, _)| *name));
        let named = idle.iter().find(|(name, _)| Some(*name) == near);
        // The only one that could be called as it is will be it.
        let mut fitting = idle
            .iter()
            .filter(|(_, count)| *count == self.parameters.len());
        let only = fitting.next().filter(|_| fitting.next().is_none());
        named.or(only).copied()
    }

    /// Of functions that nobody calls, finds one whose name is a slip for this hook.
    fn misspelt<'a>(&self, idle: &[(&'a str, usize)]) -> Option<(&'a str, usize)> {
        // Short names are close to many others.
        let most = SLIP.min(self.name.len() / 4);
        let mut fitting = idle.iter().copied();
        fitting.find(|(name, count)| {
            *count == self.parameters.len() && damerau_levenshtein(name, self.name) <= most
        })
    }
}

/// Checks the functions that the host calls, and returns the names of those that there are. `used`
/// holds the names of functions that scripts call or replace: those are nobody's slips.
pub(super) fn check(
    ast: &AST,
    files: &Files,
    used: &HashSet<String>,
) -> Result<Vec<&'static str>, Faults> {
    let mut faults = Faults::default();
    let (found, missing): (Vec<&Hook>, Vec<&Hook>) = HOOKS
        .iter()
        .partition(|hook| hook.check(ast, files, &mut faults));
    let mut idle: Vec<(&str, usize)> = ast
        .iter_functions()
        .map(|function| (function.name, function.params.len()))
        .filter(|(name, _)| {
            !HOOKS.iter().any(|hook| hook.name == *name)
                && !used.contains(*name)
                && !is_closure(name)
        })
        .collect();
    idle.sort_unstable();
    let (required, optional): (Vec<&Hook>, Vec<&Hook>) =
        missing.into_iter().partition(|hook| hook.required);
    for hook in required {
        let near = hook.meant(&idle);
        idle.retain(|function| Some(*function) != near);
        let message = format!("the scripts have no function `{}`", hook.head());
        let fault = hook.fault(message, near, files);
        faults.push(fault.label(format!("is this meant to be `{}`?", hook.name)));
    }
    for hook in optional {
        let Some(near) = hook.misspelt(&idle) else {
            continue;
        };
        idle.retain(|function| *function != near);
        let message = format!("nothing calls the function `{}`", near.0);
        let fault = hook.fault(message, Some(near), files);
        faults.push(fault.label(format!("is this meant to be `{}`?", hook.name)));
    }
    faults.into_result(found.into_iter().map(|hook| hook.name).collect())
}
