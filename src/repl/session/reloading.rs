//! Rules that change under a session.

use std::rc::Rc;

use super::{Refused, Response, Session, failed, fault_lines, texts};
use crate::game::{GameError, Rules};
use crate::repl::rules;
use crate::repl::rules::Ready;
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
        rules::load(&self.loader, &self.head.ruleset, &self.overrides)
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
        let before: Vec<String> = texts(self.tree.point());
        let (name, at) = (self.tree.current().name.clone(), self.tree.at());
        let new = || Rc::clone(&rules) as Rc<dyn Rules>;
        let tree = self.tree.remade(|line| line.under(new()))?;
        let stopped = tree.lines().iter().filter_map(|line| line.broken.clone());
        let stopped: Vec<String> = stopped.collect();
        let mut lines = vec![format!("the rules of {} have changed", ruleset.id)];
        let is_there = tree.at() == at && tree.current().name == name;
        if is_there && self.screen().sees_moves(self.tree.point()) {
            let after = texts(tree.point());
            let without = |from: &[String], of: &[String]| -> Vec<String> {
                let left = from.iter().filter(|text| !of.contains(text));
                left.map(|text| self.look.words.move_text(text)).collect()
            };
            let (gained, lost) = (without(&after, &before), without(&before, &after));
            if gained.is_empty() && lost.is_empty() {
                lines.push("here the legal moves are the same".to_owned());
            }
            for (what, moves) in [("gained", gained), ("lost", lost)] {
                if !moves.is_empty() {
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
        self.tree = tree;
        self.generation += 1;
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
