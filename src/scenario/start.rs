//! A scenario against what a ruleset declares: every name in it must mean something there.

use crate::chance::About;
use crate::game::lookup::{card_names, is_card};
use crate::game::{Layout, Named, Side, State, Value, VarId, position};
use crate::scenario::reader::{hinted, place, value};
use crate::scenario::step::Action;
use crate::scenario::{Scenario, Word};
use crate::text::tree::{Data, Entry, Node, check_keys};
use crate::text::{Fault, Faults, Span, list_and};

/// The keys of a pile of which only the top card is looked at, with their meaning.
pub const PILE_KEYS: [(&str, &str); 2] = [
    ("top", "The top card; `null` if there is none"),
    ("size", "How many cards there are"),
];

/// The words of a ruleset that rules do not tell.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    /// How rounds end.
    pub reasons: Vec<String>,
    /// The named events.
    pub events: Vec<String>,
}

impl Scenario {
    /// Checks the scenario against a ruleset and returns the position that it starts from, if it
    /// gives one.
    ///
    /// # Errors
    /// Every name that the ruleset does not have, and every fault of the position.
    pub fn start(&self, layout: &Layout, words: &Vocabulary) -> Result<Option<State>, Faults> {
        let mut checker = Checker {
            layout,
            faults: Faults::new(),
        };
        let state = self
            .position
            .as_ref()
            .and_then(|node| checker.position(node));
        for step in &self.play {
            if let Action::Chance(answer) = &step.action {
                // Coins, dice and sides hold no cards.
                if !matches!(answer.about, About::Beginner | About::Coin | About::Die) {
                    for name in &answer.words {
                        checker.card(name, &step.span);
                    }
                }
            }
        }
        let expect = &self.expect;
        if let Some(reason) = &expect.reason {
            checker.word(reason, &words.reasons, "reason");
        }
        for event in expect.events.iter().flatten() {
            checker.word(event, &words.events, "event");
        }
        let sees = expect.sees.iter().filter_map(|(_, node)| node.as_ref());
        for node in expect.state.iter().chain(sees) {
            checker.description(node);
        }
        checker.faults.into_result(state)
    }
}

/// After so many faults only the bare ones are told.
const MOST_HELPED: usize = 100;

struct Checker<'a> {
    layout: &'a Layout,
    faults: Faults,
}

impl Checker<'_> {
    /// Checks that variables hold values of the kind that they start with: a number or a truth value
    /// that another kind stands for would only surprise the rules.
    fn variables(&mut self, node: &Node) {
        let Data::Map(entries) = &node.data else {
            return;
        };
        for entry in entries {
            match self.layout.named(&entry.key) {
                Some(Named::Var(id)) => self.variable(id, &entry.key, &entry.value),
                Some(Named::Vars(left)) => {
                    for side in Side::BOTH {
                        if let Some(of_side) = entry.value.entry(side.word()) {
                            let name = format!("{} of {side}", entry.key);
                            self.variable(left, &name, &of_side.value);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn variable(&mut self, id: VarId, name: &str, node: &Node) {
        let start = &self.layout.variable(id).start;
        let expected = match (start, &node.data) {
            (_, Data::Null) | (Value::Int(_), Data::Int(_)) | (Value::Bool(_), Data::Bool(_)) => {
                return;
            }
            (Value::Int(_), _) => "a whole number",
            (Value::Bool(_), _) => "`true` or `false`",
            _ => return,
        };
        let message = format!("`{name}` cannot be {}", node.kind_name());
        let fault = Fault::new("wrong-type", message).at(node.span.clone());
        let help = format!("it starts with {start}");
        self.faults
            .push(fault.label(format!("expected {expected}")).help(help));
    }

    fn position(&mut self, node: &Node) -> Option<State> {
        self.variables(node);
        match position::check(self.layout, &value(node)) {
            Ok(state) => Some(state),
            Err(faults) => {
                for fault in faults {
                    let span = place(node, &fault.path, !fault.known.is_empty());
                    let name = fault.path.last().map_or("", String::as_str);
                    let found = Fault::new("position", fault.message.clone()).at(span.clone());
                    self.push(found, name, &fault.known);
                }
                None
            }
        }
    }

    /// Adds a fault with the nearest known name or else with all of them.
    fn push(&mut self, fault: Fault, name: &str, known: &[String]) {
        // Nobody reads so many, and to search names takes its time.
        if self.faults.len() > MOST_HELPED {
            self.faults.push(fault);
            return;
        }
        let fault = hinted(fault, name, known.iter().map(String::as_str));
        self.faults
            .push(if fault.help.is_none() && !known.is_empty() {
                fault.help(format!("there are {}", list_and(known)))
            } else {
                fault
            });
    }

    fn word(&mut self, word: &Word, known: &[String], what: &str) {
        if !known.contains(&word.text) {
            let message = format!("the ruleset has no {what} `{}`", word.text);
            let fault = Fault::new("unknown-name", message).at(word.span.clone());
            self.push(fault, &word.text, known);
        }
    }

    fn card(&mut self, name: &str, span: &Span) {
        if !is_card(self.layout, name) {
            let fault = Fault::new("unknown-name", format!("there is no card `{name}`"));
            self.push(fault.at(span.clone()), name, &card_names(self.layout));
        }
    }

    /// Checks the names in a part of a description.
    fn description(&mut self, node: &Node) {
        let Data::Map(entries) = &node.data else {
            return;
        };
        let mut known = position::keys(self.layout);
        // Scenarios see the decisions by what came of them.
        known.retain(|key| key != "decisions");
        for entry in entries {
            if !known.contains(&entry.key) {
                let message = format!("a position has no `{}`", entry.key);
                let fault = Fault::new("unknown-key", message).at(entry.key_span.clone());
                self.push(fault, &entry.key, &known);
                continue;
            }
            match self.layout.named(&entry.key) {
                Some(Named::Pile(_)) => self.pile(&entry.value),
                Some(Named::Piles(_)) => {
                    for side in self.sides(entry) {
                        self.pile(&side.value);
                    }
                }
                Some(Named::Vars(_)) => drop(self.sides(entry)),
                None if ["space", "score"].contains(&entry.key.as_str()) => {
                    drop(self.sides(entry));
                }
                Some(Named::Var(_)) | None => {}
            }
        }
    }

    fn sides<'n>(&mut self, entry: &'n Entry) -> Vec<&'n Entry> {
        let words = Side::BOTH.map(|side| side.word().to_owned());
        let Some(entries) = entry.value.as_map(&mut self.faults, &entry.key) else {
            return Vec::new();
        };
        let (known, unknown): (Vec<_>, Vec<_>) =
            entries.iter().partition(|side| words.contains(&side.key));
        for side in unknown {
            let message = format!("`{}` has no side `{}`", entry.key, side.key);
            let fault = Fault::new("unknown-key", message).at(side.key_span.clone());
            self.push(fault, &side.key, &words);
        }
        known
    }

    fn pile(&mut self, node: &Node) {
        match &node.data {
            Data::List(items) => {
                for item in items {
                    self.card(&value(item).to_string(), &item.span);
                }
            }
            Data::Map(_) => {
                check_keys(
                    node,
                    &PILE_KEYS.map(|(key, _)| key),
                    "a pile",
                    &mut self.faults,
                );
                if let Some(top) = node.entry("top")
                    && top.value.data != Data::Null
                {
                    self.card(&value(&top.value).to_string(), &top.value.span);
                }
                if let Some(size) = node.entry("size") {
                    size.value.as_int(&mut self.faults, "size");
                }
            }
            Data::Int(_) => {}
            _ => {
                let message = format!("a pile cannot be {}", node.kind_name());
                let fault = Fault::new("wrong-type", message).at(node.span.clone());
                let help = "write its cards as a list, how many there are, or `{top: …, size: …}`";
                self.faults.push(fault.help(help));
            }
        }
    }
}
