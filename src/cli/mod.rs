//! The command line: one file a verb. A verb computes through the library and writes to [`Out`];
//! [`exit`] alone knows what an answer or an error means to the shell.

mod analyse;
mod api;
mod arena;
mod args;
mod bot;
mod check;
mod compare;
mod completions;
mod coverage;
mod diff;
mod error;
mod examples;
pub mod exit;
mod explain;
mod impact;
mod jobs;
mod list;
mod measuring;
mod merge;
mod new;
mod out;
mod pages;
mod play;
mod progress;
mod recordings;
mod repl;
mod replay;
mod sample;
mod schema;
mod settings;
mod show;
mod simulate;
mod sweep;
mod test;

pub use error::{Answer, CliError};
pub use out::Out;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

/// A sandbox for the rules of two-player card duels, and an analyser of their replays.
#[derive(Debug, Parser)]
#[command(
    name = "salle",
    version,
    arg_required_else_help = true,
    subcommand_required = true,
    after_help = "Start with `salle list`, then `salle play RULESET --right greedy`."
)]
pub struct Cli {
    #[command(flatten)]
    shelves: args::Shelves,
    #[command(flatten)]
    speech: args::Speech,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    List(list::Args),
    Show(show::Args),
    New(new::Args),
    Check(check::Args),
    Play(play::Args),
    Simulate(simulate::Args),
    Arena(arena::Args),
    Analyse(analyse::Args),
    Compare(compare::Args),
    Sweep(sweep::Args),
    Merge(merge::Args),
    Replay(replay::Args),
    Repl(repl::Args),
    Diff(diff::Args),
    Completions(completions::Args),
    Test(test::Args),
    Coverage(coverage::Args),
    Impact(impact::Args),
    Schema(schema::Args),
    Explain(explain::Args),
    Api(api::Args),
}

impl Cli {
    /// Reads the arguments of this process. Ends it if they are no call, or ask for help.
    #[must_use]
    pub fn from_process() -> Self {
        let mut command = Self::command_with_examples();
        let matches = command.get_matches_mut();
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command).exit())
    }

    /// Returns the commands, with examples that name a ruleset that there is.
    #[must_use]
    pub fn command_with_examples() -> clap::Command {
        examples::filled(Self::command(), args::example())
    }

    /// Runs the verb.
    ///
    /// # Errors
    /// Bad input, a bad call, or output that cannot be written.
    pub fn run(self, out: &mut Out) -> Result<Answer, CliError> {
        let loader = self.shelves.loader();
        self.speech.apply(out);
        match self.verb {
            Verb::List(args) => args.run(&loader, out),
            Verb::Show(args) => args.run(&loader, out),
            Verb::New(args) => args.run(&loader, out),
            Verb::Check(args) => args.run(&loader, out),
            Verb::Play(args) => args.run(&loader, out),
            Verb::Simulate(args) => args.run(&loader, out),
            Verb::Arena(args) => args.run(&loader, out),
            Verb::Analyse(args) => args.run(&loader, out),
            Verb::Compare(args) => args.run(&loader, out),
            Verb::Sweep(args) => args.run(&loader, out),
            Verb::Merge(args) => args.run(out),
            Verb::Replay(args) => args.run(&loader, out),
            Verb::Repl(args) => args.run(&loader, out),
            Verb::Diff(args) => args.run(&loader, out),
            Verb::Completions(args) => args.run(out),
            Verb::Test(args) => args.run(&loader, out),
            Verb::Coverage(args) => args.run(&loader, out),
            Verb::Impact(args) => args.run(&loader, out),
            Verb::Schema(args) => args.run(&loader, out),
            Verb::Explain(args) => args.run(out),
            Verb::Api(args) => args.run(out),
        }
    }
}
