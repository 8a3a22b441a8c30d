//! `salle completions`: what a shell needs to complete commands.

use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;
use super::error::{Answer, CliError};
use super::out::Out;

/// Print the completions for a shell
///
/// Example: salle completions bash > ~/.local/share/bash-completion/completions/salle
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The shell
    shell: Shell,
}

impl Args {
    pub(super) fn run(self, out: &mut Out) -> Result<Answer, CliError> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "salle", &mut text);
        out.line(String::from_utf8_lossy(&text).trim_end())?;
        Ok(Answer::Yes)
    }
}
