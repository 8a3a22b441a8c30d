//! Examples in help texts. The verbs know no ruleset, so they write `RULESET`; whatever is built in
//! says which one that is.

use clap::Command;
use clap::builder::StyledStr;

/// What stands for a ruleset's id in the examples.
pub(super) const RULESET: &str = "RULESET";

/// Puts the id into the examples of a command and of all its verbs.
pub(super) fn filled(mut command: Command, id: &str) -> Command {
    let fill = |text: &StyledStr| with_id(&text.to_string(), id);
    if let Some(text) = command.get_about().map(fill) {
        command = command.about(text);
    }
    if let Some(text) = command.get_long_about().map(fill) {
        command = command.long_about(text);
    }
    if let Some(text) = command.get_after_help().map(fill) {
        command = command.after_help(text);
    }
    command.mut_subcommands(|verb| filled(verb, id))
}

fn with_id(text: &str, id: &str) -> String {
    let lines = text.split('\n').map(|line| {
        if line.contains("salle ") {
            line.replace(RULESET, id)
        } else {
            line.to_owned()
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    fn each(command: &Command, look: &mut impl FnMut(&Command)) {
        look(command);
        for verb in command.get_subcommands() {
            each(verb, look);
        }
    }

    #[test]
    fn every_example_names_the_ruleset() {
        let command = filled(Cli::command(), "some/game");
        let mut named = 0;
        each(&command, &mut |verb| {
            for text in [
                verb.get_about(),
                verb.get_long_about(),
                verb.get_after_help(),
            ] {
                let text = text.map(ToString::to_string).unwrap_or_default();
                assert!(!text.contains(RULESET), "{text}");
                named += usize::from(text.contains("some/game"));
            }
        });
        assert!(named >= 4, "only {named} examples name a ruleset");
    }
}
