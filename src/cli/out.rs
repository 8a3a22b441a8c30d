//! Standard output, and what the terminal can show.

use std::io::{self, IsTerminal, Write};

use super::error::CliError;
use crate::report::Look;
use crate::ruleset::{FALLBACK, Labels};
use crate::text::{Faults, ascii, render_all, shown};

/// How games are shown.
#[derive(Debug, Clone)]
pub(super) struct Screen {
    language: String,
    ascii: bool,
    /// Columns of the terminal, if there is one.
    columns: Option<usize>,
}

impl Screen {
    /// Returns how a game with these labels is shown.
    pub(super) fn look(&self, labels: &Labels) -> Look {
        // A column is left free: some terminals break a line that fills it.
        let narrow = self.columns.map(|columns| columns.saturating_sub(1));
        Look::new(labels.words(&self.language), self.ascii, narrow)
    }
}

/// Where verbs write. Data goes to standard output and nothing else does.
#[derive(Debug)]
pub struct Out {
    stdout: io::BufWriter<io::Stdout>,
    /// Whether standard output takes colours.
    pub colour: bool,
    /// Whether standard error takes colours.
    pub error_colour: bool,
    /// Whether standard error can show progress.
    pub progress: bool,
    screen: Screen,
}

impl Out {
    /// Looks at the terminal and at `NO_COLOR`.
    #[must_use]
    pub fn new() -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        let stderr = io::stderr().is_terminal();
        Self {
            stdout: io::BufWriter::new(io::stdout()),
            colour: io::stdout().is_terminal() && !plain,
            error_colour: stderr && !plain,
            progress: stderr,
            screen: Screen {
                language: language_of_the_environment(),
                ascii: false,
                columns: terminal_columns(),
            },
        }
    }

    /// Shows games in a language and perhaps in ASCII letters only.
    pub fn speak(&mut self, language: Option<String>, ascii: bool) {
        if let Some(language) = language {
            self.screen.language = language;
        }
        self.screen.ascii = ascii;
    }

    /// Returns how games are shown here.
    #[must_use]
    pub(super) fn screen(&self) -> Screen {
        self.screen.clone()
    }

    /// Returns how a game with these labels is shown here.
    #[must_use]
    pub fn look(&self, labels: &Labels) -> Look {
        self.screen.look(labels)
    }

    /// Writes a text and ends the line.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn line(&mut self, text: impl AsRef<str>) -> Result<(), CliError> {
        writeln!(self.stdout, "{}", text.as_ref()).map_err(CliError::Output)
    }

    /// Writes a text for people, in which files may have their say, with the letters that can be
    /// shown here, and ends the line.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn tell(&mut self, text: impl AsRef<str>) -> Result<(), CliError> {
        let text = shown(text.as_ref());
        if self.screen.ascii {
            return self.line(ascii(&text));
        }
        self.line(text)
    }

    /// Writes a value as indented JSON.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn json(&mut self, value: &impl serde::Serialize) -> Result<(), CliError> {
        let text = serde_json::to_string_pretty(value);
        self.line(text.map_err(|error| CliError::Output(error.into()))?)
    }

    /// Writes a value as YAML.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn yaml(&mut self, value: &impl serde::Serialize) -> Result<(), CliError> {
        let text = serde_yaml::to_string(value)
            .map_err(|error| CliError::Output(io::Error::other(error)))?;
        self.line(text.trim_end())
    }

    /// Hands everything over to the system.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn flush(&mut self) -> Result<(), CliError> {
        self.stdout.flush().map_err(CliError::Output)
    }

    /// Says something to the user, on standard error.
    pub fn say(&self, text: impl AsRef<str>) {
        // Nobody is there to hear that standard error is closed.
        let _ = writeln!(io::stderr(), "{}", shown(text.as_ref()));
    }

    /// Draws faults on standard error.
    pub fn faults(&self, faults: &Faults) {
        let _ = writeln!(io::stderr(), "{}", render_all(faults, self.error_colour));
    }
}

impl Default for Out {
    fn default() -> Self {
        Self::new()
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdout.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// Reads the language of the environment, by the variables and in the order that POSIX gives them.
fn language_of_the_environment() -> String {
    let value = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default();
    let language = value.split(['_', '.', '@']).next().unwrap_or_default();
    match language {
        "" | "C" | "POSIX" => FALLBACK.to_owned(),
        language => language.to_lowercase(),
    }
}

/// Returns how wide the terminal is, if standard output is one.
fn terminal_columns() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let (columns, _) = terminal_size::terminal_size()?;
    Some(usize::from(columns.0))
}
