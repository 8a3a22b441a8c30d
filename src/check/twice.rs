//! Values that are given in the YAML file and again in a script, where only one of them counts.

use super::survey::Survey;
use crate::game::Value;
use crate::ruleset::{Declared, Ruleset};
use crate::text::{Fault, Span};

/// Names the values that stand in both.
pub(super) fn twice(ruleset: &Ruleset, survey: &Survey) -> Vec<Fault> {
    let mut faults = Vec::new();
    let of_every_match = Declared::of_every_match();
    let own = |path: &str| !of_every_match.iter().any(|(known, _)| known.path == path);
    for parameter in &ruleset.parameters {
        let path = parameter.declared.path.as_str();
        let leaf = path.rsplit('.').next().unwrap_or(path);
        let value = &parameter.value;
        if !own(path) || matches!(value, Value::Null) {
            continue;
        }
        let is_read = survey.coverage.read.contains(path) || survey.study.mentions(path);
        let same_name = |name: &str| name.eq_ignore_ascii_case(leaf);
        let given = survey.study.given.iter();
        let given = given.filter(|(_, given, _)| given == value || !is_read);
        // An entry of a map may be a variable of the same name, with its value at the start.
        let entries = survey.study.entries.iter().filter(|_| !is_read);
        for (_, _, span) in given.chain(entries).filter(|(name, ..)| same_name(name)) {
            let message = format!("`{path}` is given in the YAML file and in the script");
            let fault = Fault::new("value-twice", message)
                .warning()
                .at(span.clone());
            faults.push(place(
                fault.help(format!("the script reads what the file says as `p.{path}`")),
                ruleset,
                path,
            ));
        }
        let Value::Int(number) = value else {
            continue;
        };
        let same = |(found, _): &&(i64, Span)| found == number;
        for (_, span) in survey.study.numbers.iter().filter(same) {
            let message = format!("{number} is also what the parameter `{path}` is");
            let fault = Fault::new("value-twice", message).remark().at(span.clone());
            faults.push(place(
                fault.help(format!("if it is the same thing, write `p.{path}`")),
                ruleset,
                path,
            ));
        }
    }
    faults
}

fn place(fault: Fault, ruleset: &Ruleset, path: &str) -> Fault {
    match ruleset.place_of(&["parameters", path]) {
        Some(span) => fault.note_at(span, format!("`{path}` is set here")),
        None => fault,
    }
}
