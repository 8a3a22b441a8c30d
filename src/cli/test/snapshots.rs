//! Snapshots of matches: played again, compared with the accepted ones, grouped by what changed.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::find::{Kept, Sort, Target, Wanted};
use super::rules::Shelf;
use crate::bots::{Bot, NAMES, Setting};
use crate::chance::{Seeded, match_seed};
use crate::cli::error::CliError;
use crate::game::{BySide, Game, Rules, Side};
use crate::play::{Player, play_match};
use crate::repl::rules::of_recording;
use crate::replay::{Draft, Reader, Record, Recorder};
use crate::ruleset::Loader;
use crate::snapshot::{
    Cause, Group, PENDING, SetFile, Snapshot, Transcript, compare, grouped, rejudge,
};
use crate::text::tree::Node;
use crate::text::{Fault, Faults};

/// The ending of accepted snapshots.
const ENDING: &str = "txt";

/// The name of the group of snapshots that nobody has accepted yet.
pub(super) const NEW: &str = "new";

/// A match of which there is to be a snapshot, as it was played just now.
#[derive(Debug)]
pub(super) struct Case {
    /// The accepted snapshot's name, as messages show it.
    pub(super) name: String,
    /// Where it lies; nothing if it is built in.
    pub(super) path: Option<PathBuf>,
    /// What is accepted.
    pub(super) accepted: Option<Snapshot>,
    /// What came.
    pub(super) now: Snapshot,
    /// What is otherwise, and how many decisions were made before it.
    pub(super) difference: Option<(Cause, u64)>,
}

impl Case {
    /// Tells whether it is as it was accepted.
    pub(super) fn holds(&self) -> bool {
        self.accepted.is_some() && self.difference.is_none()
    }

    fn pending(&self) -> Option<PathBuf> {
        let mut name = self.path.clone()?.into_os_string();
        name.push(PENDING);
        Some(name.into())
    }

    /// Lays what came beside what is accepted, until somebody accepts it.
    pub(super) fn put_off(&self) -> Result<(), CliError> {
        let Some(pending) = self.pending() else {
            return Ok(());
        };
        if self.holds() {
            return remove(&pending);
        }
        write(&pending, &self.now)
    }

    /// Accepts what came.
    pub(super) fn accept(&self, because: &str) -> Result<(), CliError> {
        let (Some(path), Some(pending)) = (&self.path, self.pending()) else {
            return Err(CliError::call(
                format!("{} is built in, and cannot be written", self.name),
                "copy the ruleset's folder to `rulesets/` first",
            ));
        };
        let mut snapshot = self.now.clone();
        because.clone_into(&mut snapshot.because);
        write(path, &snapshot)?;
        remove(&pending)
    }
}

fn write(path: &Path, snapshot: &Snapshot) -> Result<(), CliError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    std::fs::create_dir_all(folder).map_err(failed("make the folder", folder))?;
    let mut draft = Draft::begin(path)?;
    draft.write(snapshot.to_string().as_bytes())?;
    Ok(draft.keep(true)?)
}

fn remove(path: &Path) -> Result<(), CliError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed("remove", path)(error)),
        _ => Ok(()),
    }
}

fn failed(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> CliError {
    let path = path.to_owned();
    move |error| CliError::File { what, path, error }
}

/// Snapshots that changed for one cause, each with how many decisions were made before it.
pub(super) type Changed<'a> = Group<(&'a Case, u64)>;

/// All snapshots of a run.
#[derive(Debug, Default)]
pub(super) struct Snapshots {
    pub(super) cases: Vec<Case>,
    /// Accepted snapshots that belong to no match.
    pub(super) orphans: Vec<String>,
}

impl Snapshots {
    /// Plays the matches of a file, and compares them. What the file's folder holds beside it is
    /// looked at by [`Snapshots::find_orphans`].
    pub(super) fn add(
        &mut self,
        target: &Target,
        known: &mut Shelf<'_>,
        loader: &Loader,
        mut is_wanted: impl FnMut(&str) -> bool,
    ) -> Result<(), Faults> {
        let mut case = |name: String, play: &mut dyn FnMut() -> Result<Snapshot, Faults>| {
            if is_wanted(&name) {
                let case = case(target, loader, &name, play()?)?;
                self.cases.push(case);
            }
            Ok::<(), Faults>(())
        };
        match target.sort {
            Sort::Scenarios => Ok(()),
            Sort::Matches => matches(target, known, &mut case),
            Sort::Recording => recordings(target, loader, &mut case),
        }
    }

    /// Finds accepted snapshots that belong to no match of any file.
    pub(super) fn find_orphans(&mut self, targets: &[Target], loader: &Loader) {
        let known: BTreeSet<&str> = self.cases.iter().map(|case| case.name.as_str()).collect();
        let mut orphans = BTreeSet::new();
        // Of files that were asked for in part, the rest is not known.
        let whole = |target: &&Target| {
            let is_whole = matches!(target.wanted, Wanted::All | Wanted::Game(_));
            target.sort != Sort::Scenarios && is_whole
        };
        for target in targets.iter().filter(whole) {
            for name in accepted(target, loader) {
                let name = name.strip_suffix(PENDING).unwrap_or(&name);
                if !known.contains(name) {
                    orphans.insert(name.to_owned());
                }
            }
        }
        self.orphans = orphans.into_iter().collect();
    }

    /// Returns those that are not as they were accepted, by cause; those that nobody has accepted yet
    /// stand apart.
    pub(super) fn groups(&self) -> (Vec<Changed<'_>>, Vec<&Case>) {
        let changed = self.cases.iter().filter_map(|case| {
            let (cause, made) = case.difference.clone()?;
            Some((cause, (case, made)))
        });
        let new = self.cases.iter().filter(|case| case.accepted.is_none());
        (grouped(changed), new.collect())
    }
}

type AddCase<'a> =
    dyn FnMut(String, &mut dyn FnMut() -> Result<Snapshot, Faults>) -> Result<(), Faults> + 'a;

/// Plays the matches that a file asks for.
fn matches(target: &Target, known: &mut Shelf<'_>, case: &mut AddCase<'_>) -> Result<(), Faults> {
    let file = SetFile::read(&target.found.source, &NAMES)?;
    let sets: Vec<Node> = file.set.iter().cloned().collect();
    for (ruleset, span) in &file.rulesets {
        let Some(id) = target.resolve(ruleset) else {
            continue;
        };
        let loaded = known.load(&id, span, &sets)?;
        let setting = Setting {
            rules: loaded.rules.clone(),
            about: Rc::clone(&loaded.about),
        };
        let stem = ruleset.trim_end_matches(".yaml").replace('/', "-");
        for number in 1..=file.matches {
            let name = format!("{}/{stem}-{number}", stem_of(target));
            case(name, &mut || {
                let [left, right] = &file.bots;
                Ok(Snapshot {
                    ruleset: ruleset.clone(),
                    of: format!(
                        "number {number} of seed {}, {left} against {right}",
                        file.seed
                    ),
                    because: String::new(),
                    transcript: played(&setting, match_seed(file.seed, number), &file.bots),
                })
            })?;
        }
    }
    Ok(())
}

/// Plays a match, as far as the rules go.
fn played(setting: &Setting, seed: u64, bots: &[String; 2]) -> Transcript {
    let mut records: Vec<Record> = Vec::new();
    let mut recorder = Recorder::new(|record| records.push(record));
    let player = |side: Side, name: &str| {
        let bot = name.parse().unwrap_or(Bot::Random);
        bot.player(setting, seed, side)
    };
    let [left, right] = bots;
    let (mut left, mut right) = (player(Side::Left, left), player(Side::Right, right));
    let players: BySide<&mut dyn Player> = BySide {
        left: &mut *left,
        right: &mut *right,
    };
    let mut game = Game::new(Rc::clone(&setting.rules));
    let result = play_match(&mut game, &mut Seeded::new(seed), players, &mut recorder);
    let mut transcript = Transcript::of(&records);
    if let Err(error) = result {
        transcript.stop(&error.to_string());
    }
    transcript
}

/// Plays recordings again, as far as they hold.
fn recordings(target: &Target, loader: &Loader, case: &mut AddCase<'_>) -> Result<(), Faults> {
    let source = &target.found.source;
    let mut reader = Reader::new(source.name(), source.text().as_bytes());
    let mut number = 0;
    while let Some(recording) = reader.next_match()? {
        number += 1;
        if target.resolve(&recording.head.ruleset).is_none() {
            continue;
        }
        let name = match number {
            1 => stem_of(target),
            number => format!("{}-{number}", stem_of(target)),
        };
        case(name, &mut || {
            let (_, rules) = of_recording(loader, &recording, None)?;
            let rules: Rc<dyn Rules> = rules;
            let judged = rejudge(&rules, &recording);
            let mut transcript = Transcript::of(&judged.records);
            if let Some((Cause::Stop(why), _)) = &judged.cause {
                transcript.stop(why);
            }
            Ok(Snapshot {
                ruleset: recording.head.ruleset.clone(),
                of: format!("{}:{}", file_name(source.name()), recording.line),
                because: String::new(),
                transcript,
            })
        })?;
    }
    Ok(())
}

/// Compares a match with what is accepted.
fn case(target: &Target, loader: &Loader, name: &str, now: Snapshot) -> Result<Case, Faults> {
    let file = format!("{name}.{ENDING}");
    let (shown, path, source) = match &target.kept {
        Kept::Folder(folder) => {
            let path = folder.join(&file);
            let source = path.is_file().then(|| loader.library().open(&path));
            (path.display().to_string(), Some(path), source)
        }
        Kept::BuiltIn(folder) => {
            let relative = format!("{folder}/{file}");
            let is_there = loader.library().names(ENDING).contains(&relative);
            let source = is_there.then(|| loader.library().find(&relative));
            (format!("built-in:{relative}"), None, source)
        }
    };
    let accepted = match source {
        None => None,
        Some(Ok(found)) => Some(Snapshot::read(&found.source)?),
        Some(Err(error)) => {
            let fault = Fault::new("file", error.to_string());
            return Err(fault.into());
        }
    };
    let difference = accepted.as_ref().and_then(|accepted| {
        if (&accepted.ruleset, &accepted.of) != (&now.ruleset, &now.of) {
            return Some((Cause::Match, 0));
        }
        compare(&accepted.transcript, &now.transcript, true)
    });
    Ok(Case {
        name: shown,
        path,
        accepted,
        now,
        difference,
    })
}

/// Lists the accepted and pending snapshots of a file.
fn accepted(target: &Target, loader: &Loader) -> Vec<String> {
    let library = loader.library();
    match &target.kept {
        Kept::Folder(folder) => {
            let mut paths = library.below(folder, ENDING);
            paths.extend(library.below(folder, PENDING.trim_start_matches('.')));
            paths
                .iter()
                .map(|path| path.display().to_string())
                .collect()
        }
        Kept::BuiltIn(folder) => {
            let names = library.names(ENDING).into_iter();
            let inside = format!("{folder}/");
            names
                .filter(|name| name.starts_with(&inside))
                .map(|name| format!("built-in:{name}"))
                .collect()
        }
    }
}

fn stem_of(target: &Target) -> String {
    let name = file_name(target.found.source.name());
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.to_owned()
}

fn file_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}
