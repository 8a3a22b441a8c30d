//! The binary as a process: files, arguments and input in; output, errors and code out.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A guard against programs that hang, no measure: machines are shared.
const LONGEST: Duration = Duration::from_secs(60);

/// A call of the program in a folder of its own.
pub(crate) struct Call {
    folder: TempDir,
    input: Vec<u8>,
}

/// What came of a call.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The exit code; `None` if a signal ended the process.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Call {
    pub(crate) fn new() -> Self {
        Self {
            folder: TempDir::new().unwrap(),
            input: Vec::new(),
        }
    }

    pub(crate) fn file(self, name: &str, contents: impl AsRef<[u8]>) -> Self {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, contents).unwrap();
        self
    }

    pub(crate) fn input(mut self, input: impl AsRef<[u8]>) -> Self {
        input.as_ref().clone_into(&mut self.input);
        self
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Replaces a text in a file that must hold it.
    pub(crate) fn edit(&self, name: &str, from: &str, to: &str) {
        let path = self.folder().join(name);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{text}");
        std::fs::write(path, text.replace(from, to)).unwrap();
    }

    pub(crate) fn run(&self, args: &[&str]) -> Outcome {
        let mut command = Command::new(env!("CARGO_BIN_EXE_salle"));
        command.args(args);
        self.finish(command)
    }

    /// Runs a line of the shell, in which `$SALLE` is the program.
    pub(crate) fn shell(&self, line: &str) -> Outcome {
        let mut command = Command::new("sh");
        command.args(["-c", line]);
        command.env("SALLE", env!("CARGO_BIN_EXE_salle"));
        self.finish(command)
    }

    fn finish(&self, mut command: Command) -> Outcome {
        command
            .current_dir(self.folder.path())
            .env_remove("SALLE_RULESETS")
            // A run by a machine writes no snapshots.
            .env_remove("CI")
            .env("LC_ALL", "C")
            .env("SALLE_STATE", crate::harness::state())
            .env_remove("NO_COLOR")
            .env_remove("RUST_BACKTRACE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let began = Instant::now();
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = self.input.clone();
        let writer = std::thread::spawn(move || {
            // Whoever has read enough closes the pipe.
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        assert!(
            began.elapsed() < LONGEST,
            "{command:?} took {:?}",
            began.elapsed()
        );
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let outcome = Outcome {
            code: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        };
        assert!(!outcome.stderr.contains("panicked"), "{}", outcome.stderr);
        outcome
    }
}

impl Outcome {
    /// The errors of a call that was refused with code 2 and printed no data.
    pub(crate) fn refused(&self) -> &str {
        assert_eq!(self.code, Some(2), "{self:?}");
        assert_eq!(self.stdout, "");
        self.stderr.trim_end()
    }

    /// The errors of a call that ended with code 2 after some output.
    pub(crate) fn broke_off(&self) -> &str {
        assert_eq!(self.code, Some(2), "{self:?}");
        self.stderr.trim_end()
    }

    /// The output of a call that was done without a word of error.
    pub(crate) fn done(&self) -> &str {
        assert_eq!((self.code, self.stderr.as_str()), (Some(0), ""), "{self:?}");
        self.stdout.trim_end()
    }

    /// The output of a call whose answer was no.
    pub(crate) fn no(&self) -> &str {
        assert_eq!((self.code, self.stderr.as_str()), (Some(1), ""), "{self:?}");
        self.stdout.trim_end()
    }
}
