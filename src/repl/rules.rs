//! The rules of recordings, and other rules in their place.

use std::path::Path;
use std::rc::Rc;

use crate::bots::About;
use crate::game::{Memo, Value};
use crate::replay::Recording;
use crate::ruleset::{Loader, Override, Ruleset, is_file};
use crate::text::{Fault, Faults, leads_out};

/// A ruleset with rules made of it.
pub type Ready = (Ruleset, Rc<Memo>);

/// Loads a ruleset.
///
/// # Errors
/// Its faults.
pub fn load(loader: &Loader, name: &str, overrides: &[Override]) -> Result<Ready, Faults> {
    let ruleset = loader.load(name, overrides)?;
    let rules = ruleset.rules()?;
    Ok((ruleset, rules))
}

/// Returns what bots may know of a ruleset.
#[must_use]
pub fn about(ruleset: &Ruleset) -> About {
    About {
        ruleset: ruleset.id.clone(),
        parameters: ruleset.values().clone(),
        weights: ruleset.weights.clone(),
    }
}

/// Returns what a recording sets of its rules.
#[must_use]
pub fn recorded(recording: &Recording) -> Override {
    let place = format!("{}:{}: parameters", recording.name, recording.line);
    Override::Map(place, recording.head.parameters.clone())
}

/// Returns the terms of a recorded match: what every match has, whatever the game.
#[must_use]
pub fn terms_of(recording: &Recording) -> Override {
    let terms = ["target", "first", "limits"];
    let entries = recording.head.parameters.entries().iter();
    let kept = entries.filter(|(key, _)| terms.contains(&&**key));
    let place = format!("{}:{}: parameters", recording.name, recording.line);
    Override::Map(place, Value::map(kept.cloned()))
}

/// Loads the rules that a recording was made under, or with its parameters those of another ruleset.
///
/// # Errors
/// Their faults.
pub fn of_recording(
    loader: &Loader,
    recording: &Recording,
    instead: Option<&str>,
) -> Result<Ready, Faults> {
    let head = &recording.head;
    let name = instead.unwrap_or(&head.ruleset);
    if instead.is_none() && is_file(name) && leads_out(Path::new(""), Path::new(name)) {
        // A recording may come from anywhere: it does not choose among all files of whoever reads it.
        let message = format!("`{name}` leads out of the current folder");
        let fault = Fault::new("file", message)
            .note(format!("{}:{} names it", recording.name, recording.line))
            .help("`--ruleset` reads a recording under a file of your choice");
        return Err(fault.into());
    }
    load(loader, name, &[recorded(recording)]).map_err(|faults| {
        // A ruleset that is not there has no place of its own.
        let by_recording = |fault: Fault| match &fault.span {
            None if instead.is_none() => {
                fault.note(format!("{}:{} names it", recording.name, recording.line))
            }
            _ => fault,
        };
        faults.into_iter().map(by_recording).collect()
    })
}

/// Loads the rules that a recording is to be played under instead. The same ruleset keeps what the
/// recording sets; another one has its own, but for the terms that every match has.
///
/// # Errors
/// Their faults.
pub fn other(
    loader: &Loader,
    recording: &Recording,
    id: &str,
    changes: Vec<Override>,
) -> Result<Ready, Faults> {
    let mut overrides = if *id == recording.head.ruleset {
        vec![recorded(recording)]
    } else {
        vec![terms_of(recording)]
    };
    overrides.extend(changes);
    load(loader, id, &overrides)
}
