//! From the arguments to files of tests: scenarios, and matches and recordings to be kept as snapshots.

use std::path::{Path, PathBuf};

use crate::cli::error::CliError;
use crate::ruleset::Loader;
use crate::text::tree::parse;
use crate::text::{Fault, Faults, Found, LibraryError, Origin, leads_out, nearest};

/// The shelf of what games share.
const SHARED: &str = "lib";

/// The folder of scenarios, beside the rulesets that they belong to.
const SCENARIOS: &str = "scenarios";

/// The folder of snapshots, likewise.
const SNAPSHOTS: &str = "snapshots";

/// The ending of recordings, which may lie among snapshots.
const RECORDING: &str = "jsonl";

/// What a file of tests holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Sort {
    /// Scenarios.
    Scenarios,
    /// Of which matches there are to be snapshots.
    Matches,
    /// Recordings of which there are to be snapshots.
    Recording,
}

impl Sort {
    /// Tells what a file holds by its folder and its ending.
    fn of(path: &Path) -> Option<Self> {
        let folder = path.parent()?.file_name()?.to_str()?;
        let ending = path.extension()?.to_str()?;
        match (folder, ending) {
            (SCENARIOS, "yaml") => Some(Self::Scenarios),
            (SNAPSHOTS, "yaml") => Some(Self::Matches),
            (SNAPSHOTS, RECORDING) => Some(Self::Recording),
            _ => None,
        }
    }
}

/// Where the accepted snapshots of a file lie.
#[derive(Debug, Clone)]
pub(in crate::cli) enum Kept {
    /// In a folder.
    Folder(PathBuf),
    /// Among the built-in files.
    BuiltIn(String),
}

/// A file of tests.
#[derive(Debug)]
pub(in crate::cli) struct Target {
    pub(in crate::cli) found: Found,
    pub(in crate::cli) sort: Sort,
    pub(in crate::cli) kept: Kept,
    home: Home,
    pub(in crate::cli) wanted: Wanted,
}

/// Which of the rulesets that a file of tests names are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) enum Wanted {
    /// All of them.
    All,
    /// Those of a game.
    Game(String),
    /// The one with an id.
    Ruleset(String),
    /// The one in a file, whether it is named by that file or by an id that fits the path.
    File(PathBuf),
}

impl Target {
    /// Tells whether the file names a ruleset that lies elsewhere: only the user may do that.
    pub(super) fn leads_out(&self, name: &str) -> bool {
        match &self.home {
            Home::Folder(folder) if stem(name).is_some() => leads_out(folder, Path::new(name)),
            _ => false,
        }
    }

    /// Returns the id or path under which to load a ruleset that the file names, if it is wanted.
    pub(in crate::cli) fn resolve(&self, name: &str) -> Option<String> {
        let id = self.home.resolve(name);
        match &self.wanted {
            Wanted::All => Some(id),
            Wanted::Game(game) => (id.split('/').next() == Some(game)).then_some(id),
            Wanted::Ruleset(wanted) => (id == *wanted).then_some(id),
            Wanted::File(path) => {
                let is_it = Path::new(&id) == path || path.ends_with(format!("{id}.yaml"));
                is_it.then(|| path.display().to_string())
            }
        }
    }
}

/// Where the rulesets lie that a file of tests names by their file.
#[derive(Debug, Clone)]
enum Home {
    /// A folder of the library.
    Shelf(String),
    /// A folder on disk.
    Folder(PathBuf),
}

impl Home {
    /// Returns the id or path of a ruleset that a file of tests names: an id, or the name of a YAML
    /// file in the folder that holds the folder of tests.
    fn resolve(&self, name: &str) -> String {
        match (self, stem(name)) {
            (_, None) => name.to_owned(),
            (Self::Shelf(folder), Some(stem)) => format!("{folder}/{stem}"),
            (Self::Folder(folder), Some(_)) => folder.join(name).display().to_string(),
        }
    }

    fn of_path(path: &Path) -> Self {
        let folder = path.parent().unwrap_or(Path::new(""));
        let name = folder.file_name();
        let is_of_tests = name.is_some_and(|name| name == SCENARIOS || name == SNAPSHOTS);
        let home = if is_of_tests { folder.parent() } else { None };
        Self::Folder(home.unwrap_or(folder).to_path_buf())
    }
}

/// Returns the name of a YAML file without its ending.
fn stem(name: &str) -> Option<&str> {
    let stem = name.strip_suffix(".yaml");
    stem.or_else(|| name.strip_suffix(".yml"))
}

/// Finds the files that the arguments mean; without arguments, those of all rulesets.
pub(in crate::cli) fn targets(loader: &Loader, paths: &[String]) -> Result<Vec<Target>, CliError> {
    let ids = loader.ids();
    let mut targets: Vec<Target> = Vec::new();
    if paths.is_empty() {
        targets = of_library(loader, &Wanted::All, None)?;
    }
    for argument in paths {
        let path = Path::new(argument);
        let more = if ids.contains(argument) {
            let wanted = Wanted::Ruleset(argument.clone());
            of_library(loader, &wanted, argument.split('/').next())?
        } else if path.is_dir() {
            of_folder(loader, path)?
        } else if path.is_file() {
            of_file(loader, path)?
        } else if ids.iter().any(|id| id.split('/').next() == Some(argument)) {
            of_library(loader, &Wanted::Game(argument.clone()), Some(argument))?
        } else {
            return Err(unknown(argument, &ids));
        };
        for target in more {
            let same = |other: &Target| {
                other.found.source.name() == target.found.source.name()
                    && other.wanted == target.wanted
            };
            if !targets.iter().any(same) {
                targets.push(target);
            }
        }
    }
    Ok(targets)
}

fn unknown(argument: &str, ids: &[String]) -> CliError {
    let games = ids.iter().filter_map(|id| id.split('/').next());
    let known = ids.iter().map(String::as_str).chain(games);
    let help = match nearest(argument, known) {
        Some(near) => format!("the nearest is `{near}`"),
        None => "`salle list` shows the rulesets".to_owned(),
    };
    let message = format!("`{argument}` is no ruleset, no game, no file and no folder");
    CliError::call(message, help)
}

/// Finds the tests in the library, of one game or of all, with those that games share.
fn of_library(
    loader: &Loader,
    wanted: &Wanted,
    game: Option<&str>,
) -> Result<Vec<Target>, CliError> {
    let library = loader.library();
    let mut targets = Vec::new();
    let names = library.names("yaml").into_iter();
    for name in names.chain(library.names(RECORDING)) {
        let path = Path::new(&name);
        let Some(sort) = Sort::of(path) else {
            continue;
        };
        let folder = path.parent().and_then(Path::to_str).unwrap_or_default();
        let Some((shelf, _)) = folder.rsplit_once('/') else {
            continue;
        };
        let is_wanted = game.is_none_or(|game| [game, SHARED].contains(&shelf));
        if shelf.contains('/') || !is_wanted {
            continue;
        }
        let found = library.find(&name).map_err(|error| bad(&error))?;
        let kept = match &found.origin {
            Origin::Folder(layer) => Kept::Folder(layer.join(folder)),
            Origin::BuiltIn => Kept::BuiltIn(folder.to_owned()),
        };
        targets.push(Target {
            found,
            sort,
            kept,
            home: Home::Shelf(shelf.to_owned()),
            wanted: wanted.clone(),
        });
    }
    Ok(targets)
}

/// Finds the tests in a folder: in it, if it is one of tests, or in such folders below it.
fn of_folder(loader: &Loader, folder: &Path) -> Result<Vec<Target>, CliError> {
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let library = loader.library();
    let mut paths = library.below(folder, "yaml");
    paths.extend(library.below(folder, RECORDING));
    let mut targets = Vec::new();
    for path in paths {
        let below = path.strip_prefix(folder).unwrap_or(&path);
        if let Some(sort) = Sort::of(&whole.join(below)) {
            targets.push(open(loader, &path, sort, Wanted::All)?);
        }
    }
    if targets.is_empty() {
        let message = format!(
            "there are no scenarios and no snapshots below `{}`",
            folder.display()
        );
        let help = "they lie in folders called `scenarios` and `snapshots`";
        return Err(CliError::call(message, help));
    }
    Ok(targets)
}

/// Takes a file of tests, or finds those beside a ruleset's file.
fn of_file(loader: &Loader, path: &Path) -> Result<Vec<Target>, CliError> {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let sort = Sort::of(&whole).unwrap_or_else(|| {
        let is_recording = whole.extension().is_some_and(|end| end == RECORDING);
        if is_recording {
            Sort::Recording
        } else {
            Sort::Scenarios
        }
    });
    let target = open(loader, path, sort, Wanted::All)?;
    let is_ruleset = sort == Sort::Scenarios
        && parse(&target.found.source).is_ok_and(|root| {
            let has = |key: &str| root.entry(key).is_some();
            !has("scenarios") && (has("title") || has("extends") || has("script"))
        });
    if !is_ruleset {
        return Ok(vec![target]);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let library = loader.library();
    let mut targets = Vec::new();
    for (name, ending) in [
        (SCENARIOS, "yaml"),
        (SNAPSHOTS, "yaml"),
        (SNAPSHOTS, RECORDING),
    ] {
        for file in library.below(&folder.join(name), ending) {
            if let Some(sort) = Sort::of(&file) {
                targets.push(open(loader, &file, sort, Wanted::File(path.to_path_buf()))?);
            }
        }
    }
    Ok(targets)
}

fn open(loader: &Loader, path: &Path, sort: Sort, wanted: Wanted) -> Result<Target, CliError> {
    Ok(Target {
        found: loader.library().open(path).map_err(|error| bad(&error))?,
        sort,
        kept: Kept::Folder(path.parent().unwrap_or(Path::new("")).to_owned()),
        home: Home::of_path(path),
        wanted,
    })
}

fn bad(error: &LibraryError) -> CliError {
    Faults::from(Fault::new("file", error.to_string())).into()
}
