//! A file of scenarios, as it is written.

use std::sync::Arc;

use crate::scenario::Word;
use crate::scenario::expect::{self, Expect};
use crate::scenario::reader::word;
use crate::scenario::step::Step;
use crate::text::tree::{Node, check_keys, parse};
use crate::text::{Fault, Faults, Source, Span};

/// A file of scenarios.
#[derive(Debug, Clone)]
pub struct ScenarioFile {
    /// The file.
    pub source: Arc<Source>,
    /// Its scenarios, in order.
    pub scenarios: Vec<Scenario>,
}

/// A position, what is played from it, and what must come of it.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// Its name, the only one in the file.
    pub name: String,
    /// The name's place.
    pub span: Span,
    /// Why it is right.
    pub because: String,
    /// The rulesets it holds for, as named in the file.
    pub rulesets: Vec<Word>,
    /// Maps of parameters; a later one counts before an earlier one.
    pub sets: Vec<Node>,
    /// The position it starts from; if none, a match begins.
    pub position: Option<Node>,
    /// The seed of whatever chance is not told.
    pub seed: u64,
    /// What is played.
    pub play: Vec<Step>,
    /// What must come of it.
    pub expect: Expect,
}

/// The keys of a file of scenarios, with their meaning.
pub const KEYS: [(&str, &str); 3] = [
    (
        "rulesets",
        "The rulesets, by id or by the name of a YAML file in the folder that holds `scenarios`",
    ),
    ("set", "Parameters to change for all scenarios of the file"),
    ("scenarios", "The scenarios"),
];

/// Most runs of a file: a scenario under a ruleset is one. Each may have parameters, and so rules, of
/// its own.
const MOST_RUNS: usize = 300;

/// The keys of a scenario, with their meaning.
pub const SCENARIO_KEYS: [(&str, &str); 8] = [
    ("name", "What it shows; no two in a file are the same"),
    (
        "because",
        "Why that is right: what it rests on in the rules, in your own words",
    ),
    (
        "rulesets",
        "Rulesets for this scenario, instead of the file's",
    ),
    ("set", "Parameters for this scenario, on top of the file's"),
    ("position", "Where it starts; left out: a match begins"),
    (
        "seed",
        "A number that all chance follows which `play` does not tell; left out: 1",
    ),
    (
        "play",
        "What is played, in order: moves, and between them what chance gives",
    ),
    ("expect", "What must then be the case"),
];

impl ScenarioFile {
    /// Reads a file.
    ///
    /// # Errors
    /// Every fault that can be seen without knowing the rulesets.
    pub fn read(source: &Arc<Source>) -> Result<Self, Faults> {
        let root = parse(source)?;
        let mut faults = Faults::new();
        check_keys(
            &root,
            &KEYS.map(|(key, _)| key),
            "a file of scenarios",
            &mut faults,
        );
        root.as_map(&mut faults, "a file of scenarios");
        let head = Head {
            rulesets: rulesets(&root, &mut faults),
            set: set(&root, &mut faults),
        };
        let list = match root.entry("scenarios") {
            Some(entry) => entry.value.as_list(&mut faults, "scenarios"),
            None => None,
        };
        if list.is_some_and(<[_]>::is_empty) || root.entry("scenarios").is_none() {
            let fault = Fault::new("missing-key", "the file has no scenarios");
            faults.push(
                fault
                    .at(Span::at(source, 1, 1))
                    .help("they stand under `scenarios`"),
            );
        }
        let mut scenarios: Vec<Scenario> = Vec::new();
        let mut runs = 0;
        for node in list.unwrap_or_default() {
            let Some(scenario) = Scenario::read(node, &head, &mut faults) else {
                continue;
            };
            if let Some(first) = scenarios.iter().find(|other| other.name == scenario.name) {
                let message = format!("two scenarios are called `{}`", scenario.name);
                let fault = Fault::new("duplicate", message).at(scenario.span.clone());
                faults.push(fault.note_at(first.span.clone(), "the first one stands here"));
            }
            runs += scenario.rulesets.len();
            if runs > MOST_RUNS {
                let message = format!("more than {MOST_RUNS} scenarios, counted once a ruleset");
                faults.push(Fault::new("limit", message).at(scenario.span.clone()));
                break;
            }
            scenarios.push(scenario);
        }
        faults.into_result(Self {
            source: Arc::clone(source),
            scenarios,
        })
    }
}

/// What a file says for all its scenarios.
struct Head {
    rulesets: Vec<Word>,
    set: Option<Node>,
}

impl Scenario {
    fn read(node: &Node, head: &Head, faults: &mut Faults) -> Option<Self> {
        check_keys(
            node,
            &SCENARIO_KEYS.map(|(key, _)| key),
            "a scenario",
            faults,
        );
        node.as_map(faults, "a scenario")?;
        let name = text(node, "name", faults);
        let because = text(node, "because", faults);
        let own = rulesets(node, faults);
        let rulesets = if own.is_empty() { &head.rulesets } else { &own };
        if rulesets.is_empty() && node.entry("rulesets").is_none() {
            let fault = Fault::new("missing-key", "the scenario is of no ruleset");
            let help = "name some under `rulesets`, at the head of the file or here";
            faults.push(fault.at(node.span.clone()).help(help));
        }
        let set = set(node, faults);
        let position = node.entry("position").and_then(|entry| {
            entry.value.as_map(faults, "position")?;
            entry.value.as_data(faults, "position")?;
            Some(entry.value.clone())
        });
        let expect = if let Some(entry) = node.entry("expect") {
            Expect::read(&entry.value, faults)
        } else {
            faults.push(expect::nothing(node.span.clone()));
            None
        };
        let seed = seed(node, faults);
        let play = play(node, faults);
        Some(Self {
            span: node.entry("name")?.value.span.clone(),
            name: name?,
            because: because.unwrap_or_default(),
            rulesets: rulesets.clone(),
            sets: head.set.clone().into_iter().chain(set).collect(),
            position,
            seed,
            play,
            // What could not be read has its own fault.
            expect: expect.unwrap_or_default(),
        })
    }
}

fn text(node: &Node, key: &str, faults: &mut Faults) -> Option<String> {
    let text = match node.entry(key) {
        Some(entry) => word(&entry.value, faults, key)?,
        None => String::new(),
    };
    if text.trim().is_empty() {
        let fault = Fault::new("missing-key", format!("the scenario has no `{key}`"));
        faults.push(fault.at(node.span.clone()));
        return None;
    }
    Some(text.trim().to_owned())
}

fn rulesets(node: &Node, faults: &mut Faults) -> Vec<Word> {
    let Some(entry) = node.entry("rulesets") else {
        return Vec::new();
    };
    let mut names: Vec<Word> = Vec::new();
    let items = entry.value.as_list(faults, "rulesets");
    if items.is_some_and(<[_]>::is_empty) {
        let fault = Fault::new("missing-key", "`rulesets` names none");
        faults.push(fault.at(entry.key_span.clone()));
    }
    for item in items.unwrap_or_default() {
        let Some(text) = item.as_text(faults, "rulesets") else {
            continue;
        };
        if names.iter().any(|name| name.text == text) {
            let fault = Fault::new("duplicate", format!("`{text}` is named twice"));
            faults.push(fault.at(item.span.clone()));
        }
        names.push(Word {
            text: text.to_owned(),
            span: item.span.clone(),
        });
    }
    names
}

fn set(node: &Node, faults: &mut Faults) -> Option<Node> {
    let value = &node.entry("set")?.value;
    value.as_map(faults, "set")?;
    Some(value.clone())
}

fn seed(node: &Node, faults: &mut Faults) -> u64 {
    let Some(entry) = node.entry("seed") else {
        return 1;
    };
    let number = entry.value.as_int(faults, "seed").unwrap_or(1);
    u64::try_from(number).unwrap_or_else(|_| {
        let fault = Fault::new("out-of-range", format!("`seed` cannot be {number}"));
        faults.push(
            fault
                .at(entry.value.span.clone())
                .label("expected 0 or more"),
        );
        1
    })
}

fn play(node: &Node, faults: &mut Faults) -> Vec<Step> {
    let Some(entry) = node.entry("play") else {
        return Vec::new();
    };
    let items = entry.value.as_list(faults, "play").unwrap_or_default();
    items
        .iter()
        .filter_map(|item| Step::read(item, faults))
        .collect()
}
