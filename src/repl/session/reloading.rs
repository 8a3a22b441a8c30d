//! Rules that change under a session.

use std::rc::Rc;

use super::{Refused, Response, Session, failed, fault_lines, texts};
use crate::game::{GameError, Rules};
use crate::repl::line::Line;
use crate::repl::rules;
use crate::repl::rules::Ready;
use crate::replay::timeline;
use crate::ruleset::Override;
use crate::text::Faults;

impl Session {
    /// Reads the rules again and plays every line under them.
    ///
    /// # Errors
    /// The faults of the rules, in lines; the old rules then stay in force.
    pub fn reload(&mut self) -> Result<Response, Refused> {
        let (ruleset, rules) = self
            .read_rules()
            .map_err(|faults| kept(fault_lines(&faults)))?;
        let change = self
            .change_rules((ruleset, rules))
            .map_err(|error| kept(failed(&error)))?;
        Ok(Response::told(change))
    }

    /// Reads the rules as they are now.
    ///
    /// # Errors
    /// Their faults.
    pub fn read_rules(&self) -> Result<Ready, Faults> {
        let place = "the parameters of this session".to_owned();
        let parameters = [Override::Map(place, self.head.parameters.clone())];
        // Parameters that the session was not begun with follow the files.
        let overrides: &[Override] = if self.head.parameters == *self.ruleset.values() {
            &[]
        } else {
            &parameters
        };
        rules::load(&self.loader, &self.head.ruleset, overrides)
    }

    pub(super) fn change_rules(
        &mut self,
        (ruleset, rules): Ready,
    ) -> Result<Vec<String>, GameError> {
        if ruleset.fingerprint == self.ruleset.fingerprint
            && ruleset.values() == self.ruleset.values()
        {
            self.look = (self.looks)(&ruleset);
            self.ruleset = ruleset;
            return Ok(vec!["the rules are the same".to_owned()]);
        }
        let seed = self.head.seed.unwrap_or_default();
        let old = Rc::clone(&self.rules) as Rc<dyn Rules>;
        let before: Vec<String> = texts(self.tree.point());
        let (name, at) = (self.tree.current().name.clone(), self.tree.at());
        let mut stopped: Vec<String> = Vec::new();
        let tree = self.tree.remade(|line| {
            let told = timeline(Rc::clone(&old), &line.recording(&self.head))?;
            let chance = told.redeal(seed);
            let new = Rc::clone(&rules) as Rc<dyn Rules>;
            let mut remade = Line::fresh(&line.name, new, chance)?;
            remade.from.clone_from(&line.from);
            for after in 0..line.len() {
                let Some(made) = line.made(after) else { break };
                match remade.play(made) {
                    Ok(()) => {}
                    Err(GameError::Illegal { .. } | GameError::NoDecision) => {
                        let why = if remade.last().is_over() {
                            "the match is over before it".to_owned()
                        } else {
                            format!("`{made}` is no longer legal")
                        };
                        stopped.push(format!(
                            "`{}` goes no further than decision {after}: {why}",
                            line.name
                        ));
                        break;
                    }
                    Err(error) => return Err(error),
                }
            }
            Ok::<_, GameError>(remade)
        })?;
        let mut lines = vec![format!("the rules of {} have changed", ruleset.id)];
        if at <= tree.current().len() && tree.current().name == name {
            let after = texts(tree.point());
            let without = |from: &[String], of: &[String]| -> Vec<String> {
                let left = from.iter().filter(|text| !of.contains(text));
                left.map(|text| self.look.words.move_text(text)).collect()
            };
            let (gained, lost) = (without(&after, &before), without(&before, &after));
            if tree.at() == at && gained.is_empty() && lost.is_empty() {
                lines.push("here the legal moves are the same".to_owned());
            }
            for (what, moves) in [("gained", gained), ("lost", lost)] {
                if tree.at() == at && !moves.is_empty() {
                    lines.extend(
                        self.look
                            .wrap("", &[format!("moves {what} here: {}", moves.join(", "))]),
                    );
                }
            }
        }
        if stopped.is_empty() {
            lines.push("every decision still holds".to_owned());
        }
        lines.extend(stopped);
        self.remember(self.tree.clone());
        self.tree = tree;
        // What was taken back was played under other rules.
        self.undo.clear();
        self.look = (self.looks)(&ruleset);
        self.head.fingerprint = Some(ruleset.fingerprint.clone());
        self.ruleset = ruleset;
        self.rules = rules;
        self.vocabulary = None;
        lines.extend(self.here());
        Ok(lines)
    }
}

fn kept(mut lines: Refused) -> Refused {
    lines.push("the old rules stay in force".to_owned());
    lines
}
