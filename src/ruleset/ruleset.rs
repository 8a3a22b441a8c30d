//! A ruleset: everything its files say, settled.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::parameters::Parameter;
use super::words::{Group, Labels};
use crate::game::{Layout, Memo, Rules, Value};
use crate::script::{Program, ScriptError, ScriptedRules, Trace};
use crate::text::tree::Node;
use crate::text::{Fault, Faults, Source, Span};

/// The variable of the environment that lets remembered answers be checked.
const CHECK: &str = "SALLE_CHECK_CACHE";

fn checks() -> bool {
    std::env::var_os(CHECK).is_some_and(|set| !set.is_empty() && set != "0")
}

/// A file that a ruleset is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileUsed {
    /// Its name, as messages show it.
    pub name: String,
    /// What it is for.
    pub role: &'static str,
}

/// How a rule text is read where it is silent or says two things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// How it is read.
    pub ruling: String,
    /// What in the text it rests on.
    pub because: String,
    /// The parameter that flips it, if there is one.
    pub option: Option<String>,
}

/// A settled ruleset. It may cross threads; rules made of it may not.
#[derive(Debug, Clone)]
pub struct Ruleset {
    /// Its id, such as `game/variant`, or the path it was read from.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// The rule text that it follows.
    pub source: Option<String>,
    /// What is special about it.
    pub about: Option<String>,
    /// The ruleset that it changes.
    pub parent: Option<String>,
    /// The files that it is made of.
    pub files: Vec<FileUsed>,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// How rounds end: word and meaning.
    pub reasons: Vec<(String, String)>,
    /// Named events: name and meaning.
    pub events: Vec<(String, String)>,
    /// Words for people, by language.
    pub labels: Labels,
    /// How much the bot `greedy` likes a kind of move.
    pub weights: BTreeMap<String, u32>,
    /// How the rule text is read.
    pub rulings: Vec<Ruling>,
    /// Tells rules apart that differ: 16 hexadecimal digits.
    pub fingerprint: String,
    /// Its files, the oldest ancestor first.
    pub(super) roots: Arc<[Node]>,
    /// The file that its id or path names, as messages show it.
    pub(super) own_file: String,
    /// Whether parameters were set from outside the files.
    pub(super) is_changed: bool,
    pub(super) program: Program,
}

impl Ruleset {
    /// Returns the parameters as one map.
    #[must_use]
    pub fn values(&self) -> &Value {
        &self.program.parameters
    }

    /// Returns its files: those of rulesets, the oldest ancestor first, then the scripts.
    pub fn sources(&self) -> impl Iterator<Item = &Arc<Source>> {
        let rulesets = self.roots.iter().map(|root| root.span.source());
        rulesets.chain(&self.program.scripts)
    }

    /// Returns where something stands, by the keys that lead to it: in the last file that has it.
    #[must_use]
    pub fn place_of(&self, path: &[&str]) -> Option<Span> {
        self.roots
            .iter()
            .rev()
            .find_map(|root| place_in(root, path))
    }

    /// Returns where something stands in the ruleset's own file.
    #[must_use]
    pub fn own_place_of(&self, path: &[&str]) -> Option<Span> {
        place_in(self.roots.last()?, path)
    }

    /// Returns the words of the ruleset's own file that stand for words in the texts of moves and in
    /// the values of variables, with their places.
    #[must_use]
    pub fn own_words(&self) -> Vec<(String, Span)> {
        let words = self.labels.of_file(Some(&self.own_file));
        let words = words.iter().flat_map(|words| words.places_in(Group::Words));
        words
            .map(|(word, span)| (word.to_owned(), span.clone()))
            .collect()
    }

    /// Makes rules for this thread that count what their scripts do.
    ///
    /// # Errors
    /// As [`Ruleset::rules`].
    pub fn traced_rules(&self) -> Result<(Rc<ScriptedRules>, Trace), Faults> {
        let (rules, trace) = self.made(ScriptedRules::traced(&self.program))?;
        self.fitting(&rules)?;
        Ok((Rc::new(rules), trace))
    }

    fn made<T>(&self, made: Result<T, ScriptError>) -> Result<T, Faults> {
        made.map_err(|error| match error {
            ScriptError::Faults(faults) => faults,
            ScriptError::Refused(refusal) => self.refused(&refusal.keys, &refusal.message),
        })
    }

    /// Checks the words for things on the table. A variant may leave away what its parents have
    /// words for, and so may a parameter that is set from outside.
    fn fitting(&self, rules: &ScriptedRules) -> Result<(), Faults> {
        if self.is_changed {
            return Ok(());
        }
        self.idle_words(rules.layout(), false).into_result(())
    }

    /// Makes rules for this thread, with a memory of what their scripts have answered. While
    /// `SALLE_CHECK_CACHE` is set, every answer out of it is compared with what the scripts answer.
    ///
    /// # Errors
    /// The faults of the scripts, or of parameters that the scripts refuse.
    pub fn rules(&self) -> Result<Rc<Memo>, Faults> {
        Ok(Rc::new(self.memo()?))
    }

    fn memo(&self) -> Result<Memo, Faults> {
        let memo = Memo::new(self.plain_rules()?);
        Ok(if checks() { memo.checking() } else { memo })
    }

    /// Makes rules for this thread that run their scripts whenever they are asked. If
    /// `SALLE_CHECK_CACHE` is set, every call that is made without Rhai is made with it as well.
    ///
    /// # Errors
    /// As [`Ruleset::rules`].
    pub fn plain_rules(&self) -> Result<Rc<ScriptedRules>, Faults> {
        let rules = self.made(ScriptedRules::new(&self.program))?;
        self.fitting(&rules)?;
        Ok(Rc::new(if checks() { rules.checking() } else { rules }))
    }

    /// Makes rules as [`Ruleset::plain_rules`] does whose scripts are all run by Rhai, for comparison.
    ///
    /// # Errors
    /// As [`Ruleset::rules`].
    pub fn rhai_rules(&self) -> Result<Rc<ScriptedRules>, Faults> {
        let rules = self.made(ScriptedRules::new(&self.program))?;
        self.fitting(&rules)?;
        Ok(Rc::new(rules.by_rhai()))
    }

    /// Names the words for things that are not on the table: in every file, or only in the ruleset's
    /// own.
    #[must_use]
    pub fn idle_words(&self, layout: &Layout, in_every_file: bool) -> Faults {
        let mut faults = Faults::new();
        let piles: Vec<&str> = layout.piles.iter().map(|pile| &*pile.name).collect();
        let variables: Vec<&str> = layout.variables.iter().map(|spec| &*spec.name).collect();
        let cards: Vec<&str> = layout.cards.iter().map(|card| &*card.face).collect();
        let file = (!in_every_file).then_some(self.own_file.as_str());
        for words in self.labels.of_file(file) {
            for (group, what, mut known) in [
                (Group::Piles, "pile", piles.clone()),
                (Group::Variables, "variable", variables.clone()),
                (Group::Cards, "card", cards.clone()),
            ] {
                // What each side has stands there for both.
                known.dedup();
                words.check(group, what, &known, &mut faults);
            }
        }
        faults
    }

    /// Points at the parameters that a script refuses.
    fn refused(&self, keys: &[String], message: &str) -> Faults {
        let names = crate::text::list_and(keys);
        let mut fault = Fault::new("refused", format!("{names}: {message}"));
        let culprits = self
            .parameters
            .iter()
            .filter(|parameter| keys.contains(&parameter.declared.path));
        // The value set last is the likeliest culprit: `--set` over files, children over parents.
        let mut places: Vec<_> = culprits
            .filter_map(|parameter| match &parameter.set_by {
                super::SetBy::At(span) => Some((parameter, span, parameter.replaced.len())),
                super::SetBy::Default => None,
            })
            .collect();
        places.sort_by_key(|(.., replaced)| std::cmp::Reverse(*replaced));
        for (index, (parameter, span, _)) in places.into_iter().enumerate() {
            let text = format!("`{}` is set here", parameter.declared.path);
            fault = if index == 0 {
                fault.at(span.clone()).label(text)
            } else {
                fault.note_at(span.clone(), text)
            };
        }
        fault.into()
    }
}

/// Returns the place of the last of some keys that lead through maps.
fn place_in(root: &Node, path: &[&str]) -> Option<Span> {
    let (first, rest) = path.split_first()?;
    let entry = root.entry(first)?;
    if rest.is_empty() {
        return Some(entry.key_span.clone());
    }
    place_in(&entry.value, rest)
}
