//! From the arguments to files of scenarios.

use std::path::{Path, PathBuf};

use crate::cli::error::CliError;
use crate::ruleset::Loader;
use crate::text::tree::parse;
use crate::text::{Fault, Faults, Found, LibraryError, leads_out, nearest};

/// The shelf of what games share.
const SHARED: &str = "lib";

/// The folder of scenarios, beside the rulesets that they belong to.
const FOLDER: &str = "scenarios";

/// A file of scenarios.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) found: Found,
    home: Home,
    pub(super) wanted: Wanted,
}

/// Which of the rulesets that a file of scenarios names are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wanted {
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
    pub(super) fn resolve(&self, name: &str) -> Option<String> {
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

/// Where the rulesets lie that a file of scenarios names by their file.
#[derive(Debug, Clone)]
enum Home {
    /// A folder of the library.
    Shelf(String),
    /// A folder on disk.
    Folder(PathBuf),
}

impl Home {
    /// Returns the id or path of a ruleset that a file of scenarios names: an id, or the name of a
    /// YAML file in the folder that holds the folder of scenarios.
    fn resolve(&self, name: &str) -> String {
        match (self, stem(name)) {
            (_, None) => name.to_owned(),
            (Self::Shelf(folder), Some(stem)) => format!("{folder}/{stem}"),
            (Self::Folder(folder), Some(_)) => folder.join(name).display().to_string(),
        }
    }

    fn of_path(path: &Path) -> Self {
        let folder = path.parent().unwrap_or(Path::new(""));
        let is_scenarios = folder.file_name().is_some_and(|name| name == FOLDER);
        let home = if is_scenarios { folder.parent() } else { None };
        Self::Folder(home.unwrap_or(folder).to_path_buf())
    }
}

/// Returns the name of a YAML file without its ending.
fn stem(name: &str) -> Option<&str> {
    let stem = name.strip_suffix(".yaml");
    stem.or_else(|| name.strip_suffix(".yml"))
}

/// Finds the files that the arguments mean; without arguments, those of all rulesets.
pub(super) fn targets(loader: &Loader, paths: &[String]) -> Result<Vec<Target>, CliError> {
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

/// Finds the scenarios in the library, of one game or of all, with those that games share.
fn of_library(
    loader: &Loader,
    wanted: &Wanted,
    game: Option<&str>,
) -> Result<Vec<Target>, CliError> {
    let library = loader.library();
    let mut targets = Vec::new();
    for name in library.names("yaml") {
        let Some((shelf, file)) = name.split_once(&format!("/{FOLDER}/")) else {
            continue;
        };
        let is_wanted = game.is_none_or(|game| [game, SHARED].contains(&shelf));
        if file.contains('/') || !is_wanted {
            continue;
        }
        targets.push(Target {
            found: library.find(&name).map_err(|error| bad(&error))?,
            home: Home::Shelf(shelf.to_owned()),
            wanted: wanted.clone(),
        });
    }
    Ok(targets)
}

/// Finds the scenarios in a folder: in it, if it is one of scenarios, or in such folders below it.
fn of_folder(loader: &Loader, folder: &Path) -> Result<Vec<Target>, CliError> {
    let is_scenarios = |path: &Path| path.file_name().is_some_and(|name| name == FOLDER);
    let whole = folder.canonicalize().is_ok_and(|path| is_scenarios(&path));
    let mut targets = Vec::new();
    for path in loader.library().below(folder, "yaml") {
        let parent = path.parent().unwrap_or(Path::new(""));
        if is_scenarios(parent) || (whole && parent == folder) {
            targets.push(open(loader, &path, Wanted::All)?);
        }
    }
    if targets.is_empty() {
        let message = format!("there are no scenarios below `{}`", folder.display());
        let help = "they are YAML files in folders called `scenarios`";
        return Err(CliError::call(message, help));
    }
    Ok(targets)
}

/// Takes a file of scenarios, or finds those beside a ruleset's file.
fn of_file(loader: &Loader, path: &Path) -> Result<Vec<Target>, CliError> {
    let target = open(loader, path, Wanted::All)?;
    let is_ruleset = parse(&target.found.source).is_ok_and(|root| {
        let has = |key: &str| root.entry(key).is_some();
        !has("scenarios") && (has("title") || has("extends") || has("script"))
    });
    if !is_ruleset {
        return Ok(vec![target]);
    }
    let folder = path.parent().unwrap_or(Path::new("")).join(FOLDER);
    let files = loader.library().below(&folder, "yaml").into_iter();
    let wanted = || Wanted::File(path.to_path_buf());
    files.map(|file| open(loader, &file, wanted())).collect()
}

fn open(loader: &Loader, path: &Path, wanted: Wanted) -> Result<Target, CliError> {
    Ok(Target {
        found: loader.library().open(path).map_err(|error| bad(&error))?,
        home: Home::of_path(path),
        wanted,
    })
}

fn bad(error: &LibraryError) -> CliError {
    Faults::from(Fault::new("file", error.to_string())).into()
}
