//! A ruleset: everything its files say, settled.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::parameters::Parameter;
use super::words::Labels;
use crate::game::Value;
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
            Ok(rules) => Ok(Rc::new(rules)),
            Err(ScriptError::Faults(faults)) => Err(faults),
            Err(ScriptError::Refused(refusal)) => {
                Err(self.refused(&refusal.keys, &refusal.message))
            }
        }
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
