//! The player that is another program: it is told what its side sees, and answers with moves.
//!
//! Whatever the program does, it can lose its match and nothing more: every wait ends, everything it
//! prints is limited, and it does not outlive its player.

mod command;
mod process;
mod protocol;

use std::fmt;
use std::rc::Rc;

pub use command::CommandLine;
pub use process::end_all;

use self::process::{Process, Silence};
use self::protocol::{PROTOCOL, ToBot, moved, seen};
use super::bot::Setting;
use crate::chance::secret_seed;
use crate::game::{Event, Layout, Side};
use crate::play::{Player, PlayerError, Seat};
use crate::text::{nearest, visible};

/// Most characters of an answer that a message repeats.
const REPEATED: usize = 100;

/// Lets a program choose.
pub struct Exec {
    command: Rc<CommandLine>,
    hello: String,
    /// None before the first message.
    process: Option<Process>,
    /// Whether the program was told that the match is over.
    ended: bool,
}

impl fmt::Debug for Exec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exec")
            .field("command", &self.command)
            .finish_non_exhaustive()
    }
}

impl Exec {
    /// Makes the player of a side in the match with this seed. The program starts when there is
    /// something to say to it.
    #[must_use]
    pub fn new(command: &CommandLine, setting: &Setting, seed: u64, side: Side) -> Self {
        let hello = ToBot::Hello {
            protocol: PROTOCOL,
            ruleset: &setting.about.ruleset,
            parameters: &setting.about.parameters,
            side,
            seed: secret_seed(seed, side),
        };
        Self {
            command: Rc::new(command.clone()),
            hello: hello.to_line(),
            process: None,
            ended: false,
        }
    }

    /// Returns the program, which is started if it was not yet.
    fn process(&mut self) -> Result<&mut Process, PlayerError> {
        if self.process.is_none() {
            let process = Process::start(self.command.words()).map_err(|error| {
                PlayerError::Failed(format!("cannot start `{}`: {error}", self.command))
            })?;
            process.send(self.hello.clone());
            self.process = Some(process);
        }
        // It was put there just now, if it was not there before.
        self.process
            .as_mut()
            .ok_or_else(|| PlayerError::Failed("the program is gone".to_owned()))
    }

    /// Ends the program, which has lost its match, and says why.
    fn forfeit(&mut self, why: String) -> PlayerError {
        let complaint = self.process.take().map(Process::kill).unwrap_or_default();
        PlayerError::Forfeit(match complaint.trim().lines().last() {
            Some(last) => format!("{why}; its last words on standard error: {}", cut(last)),
            None => why,
        })
    }
}

impl Player for Exec {
    fn told(&mut self, event: &Event, layout: &Layout) {
        // A program that cannot be started is reported when it must choose.
        let Ok(process) = self.process() else {
            return;
        };
        if let Some(record) = seen(event, layout) {
            process.send(ToBot::Event { event: record }.to_line());
        }
        if let Event::MatchEnded { winner } = event {
            process.send(ToBot::End { winner: *winner }.to_line());
            self.ended = true;
        }
    }

    fn listens(&self) -> bool {
        true
    }

    fn choose(&mut self, seat: &Seat<'_>) -> Result<usize, PlayerError> {
        let patience = self.command.patience();
        let process = self.process()?;
        if let Some(line) = process.unasked() {
            return Err(self.forfeit(format!("it printed `{}` unasked", cut(&line))));
        }
        let legal = seat.legal();
        let choose = ToBot::Choose {
            number: seat.number(),
            side: seat.side(),
            observation: seat.observe().describe(seat.layout()),
            legal: legal.iter().map(|one| &*one.text).collect(),
        };
        process.send(choose.to_line());
        let line = match process.answer(patience) {
            Ok(line) => line,
            Err(silence) => {
                let why = match silence {
                    Silence::Timeout => {
                        format!("no answer within {} s", patience.as_secs_f64())
                    }
                    Silence::Ended => "the program ended".to_owned(),
                    Silence::Long => "a line without an end".to_owned(),
                };
                return Err(self.forfeit(why));
            }
        };
        let text = match moved(&line) {
            Ok(text) => text,
            Err(why) => {
                return Err(self.forfeit(format!("`{}` is no answer: {why}", cut(&line))));
            }
        };
        if let Some(place) = legal.iter().position(|one| *one.text == *text) {
            return Ok(place);
        }
        let near = nearest(&text, legal.iter().map(|one| &*one.text));
        let near = near.map_or_else(String::new, |near| format!("; the nearest is `{near}`"));
        Err(self.forfeit(format!("`{}` is no legal move{near}", cut(&text))))
    }
}

impl Drop for Exec {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            if !self.ended {
                process.send(ToBot::End { winner: None }.to_line());
            }
            process.finish();
        }
    }
}

/// Makes what a program printed fit for a message.
fn cut(text: &str) -> String {
    let mut letters = text.chars();
    let mut short: String = letters.by_ref().take(REPEATED).collect();
    if letters.next().is_some() {
        short.push('…');
    }
    visible(&short).into_owned()
}

#[cfg(test)]
mod tests;
