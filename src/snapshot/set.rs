//! A file that says of which matches there are to be snapshots.

use std::sync::Arc;

use crate::text::tree::{Node, check_keys, parse};
use crate::text::{Fault, Faults, Source, Span, list_or, nearest};

/// The keys of such a file, with their meaning.
pub const KEYS: [(&str, &str); 6] = [
    (
        "rulesets",
        "The rulesets that are played, as scenarios name them",
    ),
    ("set", "Parameters that are set for these matches"),
    ("matches", "How many matches of each ruleset (1 to 1000)"),
    (
        "seed",
        "The seed of the run that they are the first matches of",
    ),
    ("left", "The bot on the left: `random`, `greedy` or `mcts`"),
    ("right", "The bot on the right"),
];

/// Most matches of a ruleset in one file.
pub const MOST_MATCHES: i64 = 1000;

/// A file of matches to be played for snapshots.
#[derive(Debug, Clone)]
pub struct SetFile {
    /// The rulesets, with their places.
    pub rulesets: Vec<(String, Span)>,
    /// A map of parameters.
    pub set: Option<Node>,
    /// How many matches of each.
    pub matches: u64,
    /// The seed of the run.
    pub seed: u64,
    /// The names of the bots: left, right.
    pub bots: [String; 2],
}

impl SetFile {
    /// Reads a file; `bots` are those that there are.
    ///
    /// # Errors
    /// Every fault that can be seen without knowing the rulesets.
    pub fn read(source: &Arc<Source>, bots: &[&str]) -> Result<Self, Faults> {
        let root = parse(source)?;
        let mut faults = Faults::new();
        let keys = KEYS.map(|(key, _)| key);
        check_keys(&root, &keys, "a file of snapshots", &mut faults);
        root.as_map(&mut faults, "a file of snapshots");
        let list = root.entry("rulesets").map(|entry| &entry.value);
        let items = list.and_then(|list| list.as_list(&mut faults, "rulesets"));
        let mut rulesets = Vec::new();
        for item in items.unwrap_or_default() {
            if let Some(name) = item.as_text(&mut faults, "rulesets") {
                rulesets.push((name.to_owned(), item.span.clone()));
            }
        }
        if rulesets.is_empty() && faults.is_empty() {
            let fault = Fault::new("missing-key", "the file names no rulesets");
            let help = "they stand in a list under `rulesets`";
            faults.push(fault.at(Span::at(source, 1, 1)).help(help));
        }
        let set = root.entry("set").map(|entry| entry.value.clone());
        if let Some(set) = &set {
            set.as_map(&mut faults, "set");
        }
        let matches = number(&root, "matches", 1..=MOST_MATCHES, 1, &mut faults);
        let seed = number(&root, "seed", 0..=i64::MAX, 1, &mut faults);
        let bots = ["left", "right"].map(|key| bot(&root, key, bots, &mut faults));
        faults.into_result(Self {
            rulesets,
            set,
            matches,
            seed,
            bots,
        })
    }
}

fn number(
    root: &Node,
    key: &str,
    range: std::ops::RangeInclusive<i64>,
    default: u64,
    faults: &mut Faults,
) -> u64 {
    let Some(entry) = root.entry(key) else {
        return default;
    };
    let Some(number) = entry.value.as_int(faults, key) else {
        return default;
    };
    match u64::try_from(number) {
        Ok(fitting) if range.contains(&number) => fitting,
        _ => {
            let fault = Fault::new("out-of-range", format!("`{key}` cannot be {number}"));
            let (min, max) = (range.start(), range.end());
            let label = if *max == i64::MAX {
                format!("expected {min} or more")
            } else {
                format!("expected {min} to {max}")
            };
            faults.push(fault.at(entry.value.span.clone()).label(label));
            default
        }
    }
}

fn bot(root: &Node, key: &str, bots: &[&str], faults: &mut Faults) -> String {
    let default = bots.first().copied().unwrap_or_default().to_owned();
    let Some(entry) = root.entry(key) else {
        return default;
    };
    let Some(name) = entry.value.as_text(faults, key) else {
        return default;
    };
    if !bots.contains(&name) {
        let fault = Fault::new("unknown-name", format!("there is no bot `{name}`"));
        let fault = fault.at(entry.value.span.clone());
        faults.push(match nearest(name, bots.iter().copied()) {
            Some(near) => fault.help(format!("the nearest is `{near}`")),
            None => fault.help(format!("there is {}", list_or(bots))),
        });
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<SetFile, String> {
        let source = Source::new("first.yaml", text);
        SetFile::read(&source, &["random", "greedy"]).map_err(|faults| faults.to_string())
    }

    #[test]
    fn what_is_left_out_has_a_default() {
        let file = read("rulesets: [basic.yaml]\n").unwrap();
        assert_eq!((file.matches, file.seed), (1, 1));
        assert_eq!(file.bots, ["random", "random"]);
        assert_eq!(file.rulesets[0].0, "basic.yaml");
    }

    #[test]
    fn every_fault_is_told_at_once() {
        let told = read("ruleset: [a]\nmatches: 5000\nleft: rndom\nseed: -1\n").unwrap_err();
        for expected in [
            "first.yaml:1:1: ",
            "`matches` cannot be 5000",
            "there is no bot `rndom`",
            "`seed` cannot be -1",
        ] {
            assert!(told.contains(expected), "{told}");
        }
    }
}
