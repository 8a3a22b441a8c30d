//! What a ruleset says to nobody: parameters that are not read, functions that are not called,
//! words that stand for nothing.

use std::collections::BTreeSet;

use super::survey::Survey;
use crate::ruleset::{Declared, Parameter, Ruleset};
use crate::text::{Fault, nearest};

/// Names what nobody reads or calls. What a ruleset has from its parents is left to them.
pub(super) fn idle(ruleset: &Ruleset, survey: &Survey) -> Vec<Fault> {
    let mut faults = Vec::new();
    parameters(ruleset, survey, &mut faults);
    for (name, span) in &survey.study.idle_functions {
        let fault = Fault::new(
            "idle-function",
            format!("nothing calls the function `{name}`"),
        );
        faults.push(
            fault
                .warning()
                .at(span.clone())
                .help("take it away, or call it; the host calls the hooks only"),
        );
    }
    for (name, span) in &survey.study.thrown_away {
        let message = format!("what `{name}` makes here goes nowhere");
        let fault = Fault::new("thrown-away", message)
            .warning()
            .at(span.clone());
        faults.push(fault.help("a function returns what is to happen: add it to the list that is returned, or put `return` before it"));
    }
    words(ruleset, survey, &mut faults);
    faults
}

fn parameters(ruleset: &Ruleset, survey: &Survey, faults: &mut Vec<Fault>) {
    let of_every_match = Declared::of_every_match();
    for parameter in &ruleset.parameters {
        let path = parameter.declared.path.as_str();
        // The host reads these.
        if of_every_match.iter().any(|(known, _)| known.path == path) || is_read(parameter, survey)
        {
            continue;
        }
        let declared = ruleset.own_place_of(&["declare", path]);
        let set = || ruleset.own_place_of(&["parameters", path]);
        let Some(span) = declared.or_else(set) else {
            continue;
        };
        let message = format!("no script reads the parameter `{path}`");
        let fault = Fault::new("idle-parameter", message).warning().at(span);
        faults.push(fault.help(format!(
            "a script reads it as `v.p.{path}`, or in `table` as `p.{path}`"
        )));
    }
}

fn is_read(parameter: &Parameter, survey: &Survey) -> bool {
    let path = parameter.declared.path.as_str();
    survey.coverage.read.contains(path) || survey.study.mentions(path)
}

fn words(ruleset: &Ruleset, survey: &Survey, faults: &mut Vec<Fault>) {
    let mut known: BTreeSet<&str> = survey.coverage.words();
    known.extend(survey.study.words.iter().map(String::as_str));
    let faces = survey.faces.iter().map(String::as_str);
    known.extend(faces);
    let mut add = |what: &str, word: &str, span: crate::text::Span| {
        let message = format!("no script and no match knows the {what} `{word}`");
        let fault = Fault::new("idle-word", message).warning().at(span);
        faults.push(match nearest(word, known.iter().copied()) {
            Some(near) => fault.help(format!("the nearest is `{near}`")),
            None => fault,
        });
    };
    // What holds in every game is said of values that come up nowhere in the rules.
    let of_host = ["none", "left", "right"];
    for (word, span) in ruleset.own_words() {
        if !known.contains(word.as_str()) && !of_host.contains(&word.as_str()) {
            add("word", &word, span);
        }
    }
    for (what, key, list) in [
        ("reason", "reasons", &ruleset.reasons),
        ("event", "events", &ruleset.events),
    ] {
        for (word, _) in list {
            let came_up = survey.coverage.endings.contains_key(word)
                || survey.coverage.events.contains_key(word);
            if came_up || survey.study.words.contains(word) {
                continue;
            }
            if let Some(span) = ruleset.own_place_of(&[key, word]) {
                add(what, word, span);
            }
        }
    }
    for kind in ruleset.weights.keys() {
        let offered = survey.coverage.offered.contains_key(kind);
        if offered || known.contains(kind.as_str()) {
            continue;
        }
        if let Some(span) = ruleset.own_place_of(&["weights", kind]) {
            add("kind of move", kind, span);
        }
    }
}
