//! The command `salle`.

use std::process::ExitCode;

use salle::cli::{Cli, Out, exit};
use salle::script::STACK;

fn main() -> ExitCode {
    let run = || {
        let cli = Cli::from_process();
        let mut out = Out::new();
        let result = cli.run(&mut out);
        exit::code(result, &mut out)
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(run);
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // The panic has been reported where it happened.
        _ => ExitCode::from(2),
    }
}
