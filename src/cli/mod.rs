//! The command line: one file a verb. A verb computes through the library and writes to [`Out`];
//! [`exit`] alone knows what an answer or an error means to the shell.

mod args;
mod completions;
mod diff;
mod error;
pub mod exit;
mod list;
mod out;
mod play;
mod recordings;
mod replay;
mod seed;
mod show;
mod test;

pub use error::{Answer, CliError};
pub use out::Out;

use clap::{Parser, Subcommand};

/// A sandbox for the rules of two-player card duels, and an analyser of their replays.
#[derive(Debug, Parser)]
#[command(
    name = "salle",
    version,
    arg_required_else_help = true,
    subcommand_required = true,
    after_help = "Start with `salle list`, then `salle play touche/basic --right greedy`."
)]
pub struct Cli {
    #[command(flatten)]
    shelves: args::Shelves,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    List(list::Args),
    Show(show::Args),
    Play(play::Args),
    Replay(replay::Args),
    Diff(diff::Args),
    Completions(completions::Args),
    Test(test::Args),
}

impl Cli {
    /// Runs the verb.
    ///
    /// # Errors
    /// Bad input, a bad call, or output that cannot be written.
    pub fn run(self, out: &mut Out) -> Result<Answer, CliError> {
        let loader = self.shelves.loader();
        match self.verb {
            Verb::List(args) => args.run(&loader, out),
            Verb::Show(args) => args.run(&loader, out),
            Verb::Play(args) => args.run(&loader, out),
            Verb::Replay(args) => args.run(&loader, out),
            Verb::Diff(args) => args.run(&loader, out),
            Verb::Completions(args) => args.run(out),
            Verb::Test(args) => args.run(&loader, out),
        }
    }
}
