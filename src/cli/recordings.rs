//! Recordings and their rules, for the verbs that read them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::rc::Rc;

use super::draft::Draft;
use super::error::CliError;
use super::out::Out;
use crate::replay::{Head, Reader, Record, Recording};
use crate::ruleset::{Loader, Override, Ruleset};
use crate::script::ScriptedRules;
use crate::text::{Fault, Faults};

/// Opens a recording; `-` is standard input.
pub(super) fn open(path: &Path) -> Result<Reader<Box<dyn BufRead>>, CliError> {
    if path == Path::new("-") {
        return Ok(Reader::new(
            "standard input",
            Box::new(BufReader::new(io::stdin())),
        ));
    }
    let unreadable = |error| CliError::File {
        what: "read",
        path: path.to_owned(),
        error,
    };
    let kind = std::fs::metadata(path).map_err(unreadable)?;
    if !kind.is_file() {
        return Err(unreadable(io::Error::other("it is no regular file")));
    }
    let file = File::open(path).map_err(unreadable)?;
    Ok(Reader::new(
        path.display().to_string(),
        Box::new(BufReader::new(file)),
    ))
}

/// Reads a file that holds one match.
pub(super) fn one(path: &Path) -> Result<Recording, CliError> {
    let mut reader = open(path)?;
    let Some(recording) = reader.next_match()? else {
        return Err(CliError::call(
            "the recording is empty",
            "name a file with a match",
        ));
    };
    if reader.next_match()?.is_some() {
        return Err(CliError::call(
            format!("{} holds more than one match", path.display()),
            "name a file that holds one",
        ));
    }
    Ok(recording)
}

/// A ruleset with rules made of it.
pub(super) type Ready = (Ruleset, Rc<ScriptedRules>);

/// Loads the rules of recordings, those of the last one again if they are the same.
#[derive(Default)]
pub(super) struct RulesOf {
    last: Option<(String, crate::game::Value, Ready)>,
}

impl RulesOf {
    /// Loads the rules that a recording was made under.
    pub(super) fn recording(
        &mut self,
        recording: &Recording,
        instead: Option<&str>,
        loader: &Loader,
    ) -> Result<Ready, CliError> {
        let head = &recording.head;
        let name = instead.unwrap_or(&head.ruleset);
        if let Some((ruleset, parameters, ready)) = &self.last
            && ruleset == name
            && *parameters == head.parameters
        {
            return Ok(ready.clone());
        }
        let place = format!("{}:{}: parameters", recording.name, recording.line);
        let overrides = [Override::Map(place, head.parameters.clone())];
        let ruleset = loader.load(name, &overrides).map_err(|faults| {
            // A ruleset that is not there has no place of its own.
            let by_recording = |fault: Fault| match &fault.span {
                None if instead.is_none() => {
                    fault.note(format!("{}:{} names it", recording.name, recording.line))
                }
                _ => fault,
            };
            faults.into_iter().map(by_recording).collect::<Faults>()
        })?;
        let rules = ruleset.rules()?;
        let ready = (ruleset, rules);
        self.last = Some((name.to_owned(), head.parameters.clone(), ready.clone()));
        Ok(ready)
    }
}

/// How many matches of a file were recorded before their rules were edited, by file and ruleset.
#[derive(Default)]
pub(super) struct Edited(BTreeMap<(String, String), usize>);

impl Edited {
    /// Looks at a match.
    pub(super) fn see(&mut self, recording: &Recording, ruleset: &Ruleset) {
        let recorded = recording.head.fingerprint.as_ref();
        if recorded.is_some_and(|recorded| *recorded != ruleset.fingerprint) {
            let key = (recording.name.clone(), ruleset.id.clone());
            *self.0.entry(key).or_default() += 1;
        }
    }

    /// Warns once for each file and ruleset.
    pub(super) fn warn(self, out: &Out) {
        for ((name, id), matches) in self.0 {
            let what = match matches {
                1 => "this was recorded".to_owned(),
                many => format!("{many} matches were recorded"),
            };
            out.say(format!(
                "warning: {name}: the rules of {id} have been edited since {what}"
            ));
        }
    }
}

/// Makes the head of a recording.
pub(super) fn head(ruleset: &Ruleset, seed: u64, players: [&str; 2]) -> Head {
    let [left, right] = players.map(str::to_owned);
    Head {
        ruleset: ruleset.id.clone(),
        parameters: ruleset.values().clone(),
        seed: Some(seed),
        game: None,
        players: Some(crate::game::BySide { left, right }),
        format: Some(crate::replay::FORMAT),
        fingerprint: Some(ruleset.fingerprint.clone()),
        partial: false,
    }
}

/// Refuses to write over a file; what is none, such as a device, is written to.
pub(super) fn refuse_existing(path: &Path, force: bool) -> Result<(), CliError> {
    if force || !(path.is_file() || path.is_dir()) {
        return Ok(());
    }
    Err(CliError::call(
        format!("{} exists already", path.display()),
        "name another file, or say `--force` to replace it",
    ))
}

/// Writes records into a file that was begun before them, and gives it its name.
pub(super) fn save(mut draft: Draft, records: &[Record], replace: bool) -> Result<(), CliError> {
    for record in records {
        draft.write(record.to_line().as_bytes())?;
        draft.write(b"\n")?;
    }
    draft.keep(replace)
}
