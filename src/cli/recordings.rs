//! Recordings and their rules, for the verbs that read them.

use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::path::Path;

use super::error::CliError;
use super::out::Out;
use crate::repl::rules::{Ready, of_recording};
use crate::replay::{self, FileError, Head, Reader, Recording, read_one};
use crate::ruleset::{Loader, Ruleset};

/// Opens a recording; `-` is standard input.
pub(super) fn open(path: &Path) -> Result<Reader<Box<dyn BufRead + Send>>, CliError> {
    replay::open(path).map_err(|error| unreadable(path, error))
}

pub(super) fn unreadable(path: &Path, error: io::Error) -> CliError {
    CliError::File {
        what: "read",
        path: path.to_owned(),
        error,
    }
}

/// Reads a file that holds one match.
pub(super) fn one(path: &Path) -> Result<Recording, CliError> {
    read_one(path).map_err(|error| file_error(path, error))
}

/// Makes the error for a file that is no recording of one match.
pub(super) fn file_error(path: &Path, error: FileError) -> CliError {
    match error {
        FileError::Unreadable(error) => unreadable(path, error),
        FileError::Faults(faults) => faults.into(),
        FileError::Several => CliError::call(
            format!("{} holds more than one match", path.display()),
            "name a file that holds one",
        ),
    }
}

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
        let ready = of_recording(loader, recording, instead)?;
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
