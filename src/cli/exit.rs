//! Answers and errors as exit codes: 0 done or yes, 1 no, 2 bad input or a bad call.

use std::io::ErrorKind;
use std::process::ExitCode;

use super::error::{Answer, CliError};
use super::out::Out;
use crate::text::Explanation;

/// Reports how a verb ended, and returns the code for the shell.
#[must_use]
pub fn code(result: Result<Answer, CliError>, out: &mut Out) -> ExitCode {
    let result = result.and_then(|answer| out.flush().map(|()| answer));
    match result {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Ok(Answer::Bad) => ExitCode::from(2),
        // What shells report of a program stopped by Ctrl-C.
        Ok(Answer::Interrupted) => ExitCode::from(130),
        // The reader has seen enough: `salle list | head -1`.
        Err(CliError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // What was found before goes out first.
            let _ = out.flush();
            match error.faults() {
                Some(faults) => {
                    out.faults(&faults);
                    // For people; whoever reads a pipe knows what it asked for.
                    let first = faults.iter().next().filter(|_| out.progress);
                    if let Some(known) = first.and_then(|fault| Explanation::of(fault.code)) {
                        out.say(format!("\nmore: salle explain {}", known.code));
                    }
                }
                None => out.say(format!("error: {error}")),
            }
            if let CliError::Call {
                help: Some(help), ..
            } = &error
            {
                out.say(format!("help: {help}"));
            }
            ExitCode::from(2)
        }
    }
}
