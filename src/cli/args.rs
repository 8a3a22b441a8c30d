//! Arguments that several verbs share.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use include_dir::{Dir, include_dir};

use super::error::CliError;
use super::out::Out;
use crate::game::Memo;
use crate::ruleset::{Loader, Override, Ruleset};
use crate::text::Library;

static BUILT_IN: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rulesets");

/// The built-in file that names the ruleset of the examples.
const EXAMPLE: &str = "lib/example.txt";

/// Returns the id of the ruleset that examples in help texts name.
pub(super) fn example() -> &'static str {
    match built_in(EXAMPLE).trim() {
        "" => super::examples::RULESET,
        id => id,
    }
}

/// Returns the text of a built-in file; nothing if there is none.
pub(super) fn built_in(name: &str) -> &'static str {
    let file = BUILT_IN.get_file(name);
    file.and_then(|file| file.contents_utf8())
        .unwrap_or_default()
}

/// Where rulesets are looked for.
#[derive(Debug, Args)]
pub(super) struct Shelves {
    /// Look for rulesets in this folder first (may be given more than once)
    #[arg(long = "rulesets", value_name = "DIR", global = true)]
    folders: Vec<PathBuf>,
}

impl Shelves {
    /// Makes the loader: the folders given, `SALLE_RULESETS`, `./rulesets`, what is built in.
    pub(super) fn loader(&self) -> Loader {
        let mut folders = self.folders.clone();
        if let Some(more) = std::env::var_os("SALLE_RULESETS") {
            folders
                .extend(std::env::split_paths(&more).filter(|path| !path.as_os_str().is_empty()));
        }
        folders.push(PathBuf::from("rulesets"));
        Loader::new(Arc::new(Library::new(folders, &BUILT_IN)))
    }
}

/// How games are shown.
#[derive(Debug, Args)]
pub(super) struct Speech {
    /// The language of the words of a game, such as `de` (default: that of the environment)
    #[arg(long, value_name = "LANGUAGE", global = true)]
    lang: Option<String>,
    /// Use no letter beyond ASCII
    #[arg(long, global = true)]
    ascii: bool,
}

impl Speech {
    /// Tells the output.
    pub(super) fn apply(self, out: &mut Out) {
        out.speak(self.lang, self.ascii);
    }
}

/// A ruleset and changes to its parameters.
#[derive(Debug, Args)]
pub(super) struct RulesetArgs {
    /// A ruleset's id (see `salle list`) or the path of its YAML file
    #[arg(value_name = "RULESET")]
    pub(super) ruleset: String,
    #[command(flatten)]
    pub(super) changes: Changes,
}

/// Changes to parameters.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct Changes {
    /// Set a parameter, such as `target=3` (may be given more than once)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl Changes {
    pub(super) fn overrides(&self) -> Vec<Override> {
        self.set.iter().cloned().map(Override::Set).collect()
    }

    /// Returns the changes as they were written.
    pub(super) fn texts(&self) -> &[String] {
        &self.set
    }

    /// Names a ruleset with these changes: `game/variant`, `game/variant with target=3`.
    pub(super) fn name(&self, id: &str) -> String {
        if self.set.is_empty() {
            return id.to_owned();
        }
        format!("{id} with {}", self.set.join(", "))
    }
}

impl RulesetArgs {
    /// Loads the ruleset and makes rules of it.
    pub(super) fn load(&self, loader: &Loader) -> Result<(Ruleset, Rc<Memo>), CliError> {
        let ruleset = loader.load(&self.ruleset, &self.changes.overrides())?;
        let rules = ruleset.rules()?;
        Ok((ruleset, rules))
    }
}

/// How facts are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Table,
    /// One JSON document
    Json,
    /// One JSON object a line
    Jsonl,
    /// One YAML document
    Yaml,
}
