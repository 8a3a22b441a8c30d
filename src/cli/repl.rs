//! `salle repl`: the session in which one plays, steps through, asks and edits.

use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::args::Changes;
use super::error::{Answer, CliError};
use super::out::Out;
use crate::chance::fresh_seed;
use crate::repl::opening::{OpenError, Opening, Surroundings};
use crate::repl::shell::{Ended, Lines, Shell};
use crate::replay::FileError;
use crate::ruleset::{Loader, Ruleset};

/// Open a session: play both sides, go back, branch, ask why, change the rules
///
/// Example: salle repl RULESET
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A ruleset's id (see `salle list`), or a recording; without it, the ruleset of this example
    #[arg(value_name = "RULESET|FILE")]
    what: Option<String>,
    #[command(flatten)]
    changes: Changes,
    /// The seed of the cards; without it, each match is another one
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    exec: Exec,
}

/// Commands that are given instead of typed.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Exec {
    /// Do this, and end: commands separated by `;` (may be given more than once)
    #[arg(long, value_name = "COMMAND")]
    exec: Vec<String>,
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let what = self
            .what
            .unwrap_or_else(|| super::args::example().to_owned());
        let path = PathBuf::from(&what);
        let is_file = path.is_file() && path.extension().is_none_or(|ending| ending != "yaml");
        if is_file && !self.changes.texts().is_empty() {
            return Err(CliError::call(
                "a recording has its parameters",
                "leave `--set` out; in the session, `set KEY=VALUE` shows what it would change",
            ));
        }
        let opening = Opening {
            file: is_file.then_some(path),
            ruleset: (!is_file).then_some(what),
            set: self.changes.texts().to_vec(),
            seed: self.seed.unwrap_or_else(fresh_seed),
            players: ["human".to_owned(), "human".to_owned()],
        };
        let ended = run(opening, self.exec, (false, false), loader, out)?;
        Ok(if ended.failed {
            Answer::Bad
        } else {
            Answer::Yes
        })
    }
}

/// Runs a session to its end; nobody may be there to play, and the caller may write the match down.
pub(super) fn run(
    opening: Opening,
    exec: Exec,
    (unattended, is_recorded): (bool, bool),
    loader: &Loader,
    out: &mut Out,
) -> Result<Ended, CliError> {
    let screen = out.screen();
    let around = Surroundings {
        loader: loader.clone(),
        looks: Rc::new(move |ruleset: &Ruleset| screen.look(&ruleset.labels)),
        stop: Arc::new(AtomicBool::new(false)),
        show: Rc::new(signs_of_life(out.progress)),
    };
    let (session, notes) = opening.begin(&around).map_err(open_error)?;
    out.flush()?;
    let shell = Shell {
        lines: if exec.exec.is_empty() {
            Lines::Input
        } else {
            Lines::Given(exec.exec)
        },
        colour: out.colour,
        unattended,
        is_recorded,
    };
    shell
        .run(around, session, notes, opening)
        .map_err(CliError::Output)
}

/// Shows how far a long answer is in the last line of a terminal.
fn signs_of_life(is_terminal: bool) -> impl Fn(&str) {
    move |text: &str| {
        if is_terminal {
            // To the first column, and what stands there away; nobody minds if it fails.
            let _ = write!(std::io::stderr(), "\r\u{1b}[K{text}");
        }
    }
}

fn open_error(error: OpenError) -> CliError {
    match error {
        OpenError::Faults(faults) | OpenError::File(_, FileError::Faults(faults)) => faults.into(),
        OpenError::File(path, error) => super::recordings::file_error(&path, error),
        OpenError::Game(error) => error.into(),
        OpenError::Nothing => {
            CliError::call("there is nothing to open", "name a ruleset or a recording")
        }
    }
}
