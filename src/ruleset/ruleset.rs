//! A ruleset: everything its files say, settled.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::parameters::Parameter;
use super::words::{Group, Labels};
use crate::game::{Layout, Rules, Value};
use crate::script::{Program, ScriptError, ScriptedRules};
use crate::text::{Fault, Faults};

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

    /// Makes rules for this thread.
    ///
    /// # Errors
    /// The faults of the scripts, or of parameters that the scripts refuse.
    pub fn rules(&self) -> Result<Rc<ScriptedRules>, Faults> {
        match ScriptedRules::new(&self.program) {
            Ok(rules) => {
                // A variant may leave away what its parents have words for, and so may a parameter
                // that is set from outside.
                if !self.is_changed {
                    self.idle_words(rules.layout(), false).into_result(())?;
                }
                Ok(Rc::new(rules))
            }
            Err(ScriptError::Faults(faults)) => Err(faults),
            Err(ScriptError::Refused(refusal)) => {
                Err(self.refused(&refusal.keys, &refusal.message))
            }
        }
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
