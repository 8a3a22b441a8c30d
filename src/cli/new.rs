//! `salle new`: a variant or a game to begin with.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::args::built_in;
use super::error::{Answer, CliError};
use super::out::Out;
use super::schema::{self, Kind};
use super::test::accept_all;
use crate::chance::Seeded;
use crate::game::layout::Named;
use crate::game::{Game, Layout, Nobody, Rules, Value};
use crate::replay::Draft;
use crate::ruleset::{Loader, Parameter, Ruleset};
use crate::schema::{is_line, line};

/// Where the game to begin with is built in.
const BLANK: &str = "lib/new/blank";

/// Matches that are kept as snapshots at first.
const MATCHES: u64 = 3;
/// The folder for the schemas, in the new folder.
const SCHEMAS: &str = "schema";

/// Seeds of the matches from which the first scenario is taken.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=5;

/// Make a variant of a ruleset, or a game of your own, to begin with
///
/// Example: salle new rulesets/mine --from RULESET
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder of the new game, such as rulesets/mine; it must not be there yet
    folder: PathBuf,
    /// The ruleset to make a variant of
    #[arg(long, value_name = "RULESET", required_unless_present = "blank")]
    from: Option<String>,
    /// Make a whole game of your own, small and with comments
    #[arg(long, conflicts_with = "from")]
    blank: bool,
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        if self.folder.exists() {
            return Err(CliError::call(
                format!("{} is there already", self.folder.display()),
                "name a folder that is not",
            ));
        }
        let name = self.folder.file_name().and_then(|name| name.to_str());
        let Some(name) = name.filter(|name| is_name(name)) else {
            return Err(CliError::call(
                format!("{} is no name for a game", self.folder.display()),
                "small letters, digits and `-`, a letter first",
            ));
        };
        let parent = match &self.from {
            Some(parent) => Some(loader.load(parent, &[])?),
            None => None,
        };
        let variant = match &parent {
            Some(parent) => self.variant(parent)?,
            None => self.game()?,
        };
        let file = self.folder.join(format!("{variant}.yaml"));
        let ruleset = loader.load(&file.display().to_string(), &[])?;
        self.scenario(&ruleset, &variant)?;
        self.snapshots(&variant, loader)?;
        // By its id if it lies where rulesets are looked for.
        let id = format!("{name}/{variant}");
        let called = match loader.load(&id, &[]) {
            Ok(found) if found.fingerprint == ruleset.fingerprint => id,
            _ => file.display().to_string(),
        };
        let schemas = self.schemas(parent.as_ref(), &ruleset)?;
        let tests = [self.first_scenario(), self.first_snapshots()];
        for path in [file].iter().chain(&tests).chain(&schemas) {
            out.line(path.display().to_string())?;
        }
        out.line(format!(
            "Next: edit the first, then `salle test {}` and `salle play {called}`.",
            self.folder.display()
        ))?;
        Ok(Answer::Yes)
    }

    /// Writes a variant; returns its name.
    fn variant(&self, ruleset: &Ruleset) -> Result<String, CliError> {
        let parent = &ruleset.id;
        let name = ruleset.id.rsplit('/').next().unwrap_or_default();
        let name = name.strip_suffix(".yaml").unwrap_or(name).to_owned();
        let mut text = format!(
            "{}\n\
             # A variant of {parent}: only what is different stands here.\n\
             title: {}\n\
             extends: {parent}\n\
             \n\
             # What the parameters of {parent} are. To change one, take the `#` of `parameters` and its own away.\n\
             # parameters:\n",
            line(&format!("{SCHEMAS}/{}", Kind::Ruleset.file())),
            quoted(&format!("{}, my variant", ruleset.title))
        );
        for parameter in ruleset
            .parameters
            .iter()
            .filter(|parameter| is_short(parameter))
        {
            let _ = writeln!(text, "#   {}: {}", parameter.declared.path, parameter.value);
        }
        self.write(&format!("{name}.yaml"), &text)?;
        Ok(name)
    }

    /// Writes a game; returns the name of its variant.
    fn game(&self) -> Result<String, CliError> {
        for ending in ["yaml", "rhai"] {
            let text = built_in(&format!("{BLANK}.{ending}")).replace("blank.rhai", "rules.rhai");
            let text = with_line(&text, &format!("{SCHEMAS}/{}", Kind::Ruleset.file()));
            let name = if ending == "yaml" { "basic" } else { "rules" };
            self.write(&format!("{name}.{ending}"), &text)?;
        }
        Ok("basic".to_owned())
    }

    fn first_scenario(&self) -> PathBuf {
        self.folder.join("scenarios").join("first.yaml")
    }

    /// Writes a first scenario: what holds at the start of every match.
    fn scenario(&self, ruleset: &Ruleset, variant: &str) -> Result<(), CliError> {
        let rules: Rc<dyn Rules> = ruleset.rules()?;
        let layout = Rc::clone(rules.layout());
        let mut common: Option<Value> = None;
        let mut legal = true;
        for seed in SEEDS {
            let mut game = Game::new(Rc::clone(&rules));
            game.proceed(&mut Seeded::new(seed), &mut Nobody)?;
            legal &= !game.legal().is_empty();
            let start = sizes(&game.state().describe(&layout), &layout);
            common = Some(match common {
                None => start,
                Some(known) => in_both(&known, &start),
            });
        }
        let common = common.unwrap_or_default();
        let turn = common.get("turn").filter(|_| legal);
        let mut text = format!(
            "{}\n\
             # Positions with their right answers; docs/scenarios.md says what may stand here.\n\
             rulesets: [{variant}.yaml]\n\
             \n\
             scenarios:\n\
             \x20 - name: a match begins\n\
             \x20   because: This is what the rules deal and set up, whatever the cards are.\n\
             \x20   expect:\n",
            line(&format!("../{SCHEMAS}/{}", Kind::Scenarios.file()))
        );
        if let Some(turn) = turn {
            let _ = writeln!(text, "      turn: {turn}");
        }
        let _ = writeln!(text, "      state:");
        for (key, value) in common.entries() {
            if &**key != "turn" {
                let _ = writeln!(text, "        {key}: {}", flow(value));
            }
        }
        self.write("scenarios/first.yaml", &text)
    }

    fn first_snapshots(&self) -> PathBuf {
        self.folder.join("snapshots").join("first.yaml")
    }

    /// Asks for snapshots of a few matches, and accepts them as they are.
    fn snapshots(&self, variant: &str, loader: &Loader) -> Result<(), CliError> {
        let text = format!(
            "{}\n\
             # Matches that are kept as they are now: `salle test` tells when a change of the rules\n\
             # changes one of them. What they are lies beside this file, in `first/`.\n\
             rulesets: [{variant}.yaml]\n\
             set: {{ target: 1 }}\n\
             matches: {MATCHES}\n",
            line(&format!("../{SCHEMAS}/{}", Kind::Snapshots.file()))
        );
        self.write("snapshots/first.yaml", &text)?;
        accept_all(
            &self.first_snapshots(),
            "as the rules were at first",
            loader,
        )
    }

    /// Writes what an editor checks the new files by: for a variant with the names of its parent, for
    /// a game, whose names will change, without any. Returns the files.
    fn schemas(
        &self,
        parent: Option<&Ruleset>,
        ruleset: &Ruleset,
    ) -> Result<Vec<PathBuf>, CliError> {
        let folder = self.folder.join(SCHEMAS);
        let mut paths = schema::write(&folder, &[Kind::Ruleset], parent)?;
        let of = parent.map(|_| ruleset);
        let tests = [Kind::Scenarios, Kind::Snapshots];
        paths.extend(schema::write(&folder, &tests, of)?);
        Ok(paths)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), CliError> {
        let path = self.folder.join(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| CliError::File {
                what: "make",
                path: folder.to_owned(),
                error,
            })?;
        }
        write_new(&path, text)
    }
}

fn write_new(path: &Path, text: &str) -> Result<(), CliError> {
    let mut draft = Draft::begin(path)?;
    draft.write(text.as_bytes())?;
    Ok(draft.keep(false)?)
}

/// Lets a file name its schema by another path, if it names one.
fn with_line(text: &str, path: &str) -> String {
    match text.split_once('\n') {
        Some((first, rest)) if is_line(first) => format!("{}\n{rest}", line(path)),
        _ => text.to_owned(),
    }
}

fn is_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|c| c.is_ascii_lowercase())
        && letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// Tells whether a parameter is one line: maps are better looked up in the parent.
fn is_short(parameter: &Parameter) -> bool {
    !matches!(
        parameter.value,
        Value::Map(_) | Value::List(_) | Value::Null
    )
}

/// Writes a text as YAML takes it, whatever stands in it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Takes the cards out of a description: every pile is its size.
fn sizes(description: &Value, layout: &Layout) -> Value {
    let size = |value: &Value| match value {
        Value::List(cards) => Value::Int(i64::try_from(cards.len()).unwrap_or(i64::MAX)),
        other => other.clone(),
    };
    let entries = description.entries().iter().map(|(key, value)| {
        let value = match layout.named(key) {
            Some(Named::Pile(_)) => size(value),
            Some(Named::Piles(_)) => Value::map(
                value
                    .entries()
                    .iter()
                    .map(|(side, pile)| (side, size(pile))),
            ),
            _ => value.clone(),
        };
        (key, value)
    });
    Value::map(entries)
}

/// Keeps the entries that two maps have in common.
fn in_both(one: &Value, other: &Value) -> Value {
    let same = |(key, value): &&(std::sync::Arc<str>, Value)| other.get(key) == Some(value);
    Value::map(one.entries().iter().filter(same).cloned())
}

/// Writes a value as YAML in one line: JSON is YAML.
fn flow(value: &Value) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
