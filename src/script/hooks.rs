//! The functions that a ruleset's scripts give to the host.

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
}

/// All hooks, in the order in which the host first calls them.
pub const HOOKS: [Hook; 8] = [
    Hook {
        name: "table",
        parameters: &["p"],
        required: true,
        about: "From the parameters: a map with `piles`, and as needed `track`, `vars`, `side_vars`, `secrets` and `keep`.",
    },
    Hook {
        name: "setup",
        parameters: &["v"],
        required: true,
        about: "The effects that start a round.",
    },
    Hook {
        name: "next",
        parameters: &["v"],
        required: false,
        about: "The effects that are due now without a decision; asked again until there are none.",
    },
    Hook {
        name: "verdict",
        parameters: &["v"],
        required: true,
        about: "`()` while the round goes on, else `win(…)` or `nobody(…)`.",
    },
    Hook {
        name: "moves",
        parameters: &["v"],
        required: true,
        about: "The legal moves of the side to act, as a list. The view is that side's: what it may not see cannot be read.",
    },
    Hook {
        name: "no_moves",
        parameters: &["v"],
        required: false,
        about: "How the round ends when the side to act has no legal move: `win(…)` or `nobody(…)`.",
    },
    Hook {
        name: "play",
        parameters: &["v", "m"],
        required: true,
        about: "The effects of the move `m`.",
    },
    Hook {
        name: "why",
        parameters: &["v", "text"],
        required: false,
        about: "A sentence for whoever asks why the move `text` is legal or not, or `()`. The view is that of the side to act.",
    },
];
