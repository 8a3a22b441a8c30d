//! A program that runs beside this one, with all waits and amounts bounded.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Most bytes of a line that a program prints.
const LONGEST_LINE: u64 = 64 << 10;

/// Lines that may wait to be read; a program that prints more waits itself.
const LINES_AHEAD: usize = 4;

/// Most bytes of standard error that are kept: the last ones.
const COMPLAINTS: usize = 4 << 10;

/// How long a program may take to end once it was told to.
const GRACE: Duration = Duration::from_millis(500);

/// How often it is looked whether it has ended.
const LOOK: Duration = Duration::from_millis(2);

/// Why there was no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Silence {
    /// It took too long.
    Timeout,
    /// The program ended, or closed its output.
    Ended,
    /// A line went on and on.
    Long,
}

/// The programs that run now, by their numbers.
static RUNNING: Running = Running(Mutex::new(BTreeSet::new()));

struct Running(Mutex<BTreeSet<u32>>);

impl Running {
    fn with<T>(&self, change: impl FnOnce(&mut BTreeSet<u32>) -> T) -> T {
        // The set is whole at any moment, also when a thread has panicked.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Ends all programs that run, and whatever they have started: for whoever ends at once and drops
/// nothing.
pub fn end_all() {
    for number in RUNNING.with(std::mem::take) {
        kill_group(number);
    }
}

/// Ends a program and its group. What cannot be ended has ended.
fn kill_group(number: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(number)
        .ok()
        .and_then(rustix::process::Pid::from_raw)
    {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = number;
}

/// A running program. When it is dropped the program ends, and whatever that has started.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// None once there is nothing more to say.
    messages: Option<Sender<String>>,
    lines: Receiver<Result<String, Silence>>,
    complaints: Arc<Mutex<Vec<u8>>>,
    complained: Receiver<()>,
    ended: bool,
}

impl Process {
    /// Starts a program.
    pub(super) fn start(words: &[String]) -> io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // In a group of its own it ends together with whatever it starts.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        RUNNING.with(|running| running.insert(child.id()));
        let (messages, to_write) = channel();
        let (found, lines) = sync_channel(LINES_AHEAD);
        let (done, complained) = sync_channel(1);
        let complaints = Arc::default();
        if let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        {
            // Threads, because a pipe that nobody reads or writes holds up whoever waits for it.
            thread::spawn(move || write(stdin, &to_write));
            thread::spawn(move || read(stdout, &found));
            let kept = Arc::clone(&complaints);
            thread::spawn(move || {
                keep_last(stderr, &kept);
                // Nobody may be waiting.
                let _ = done.send(());
            });
        }
        Ok(Self {
            child,
            messages: Some(messages),
            lines,
            complaints,
            complained,
            ended: false,
        })
    }

    /// Says something, without waiting until it is heard.
    pub(super) fn send(&self, line: String) {
        if let Some(messages) = &self.messages {
            // A program that hears nothing more will not answer either.
            let _ = messages.send(line);
        }
    }

    /// Returns a line that was printed already.
    pub(super) fn unasked(&self) -> Option<String> {
        self.lines.try_recv().ok()?.ok()
    }

    /// Waits for the next line.
    pub(super) fn answer(&self, patience: Duration) -> Result<String, Silence> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => Err(Silence::Timeout),
            Err(RecvTimeoutError::Disconnected) => Err(Silence::Ended),
        }
    }

    /// Ends the program at once; returns the last of what it said on standard error.
    pub(super) fn kill(mut self) -> String {
        self.end();
        // What was said before the end is there soon.
        let _ = self.complained.recv_timeout(GRACE);
        let kept = self.complaints.lock();
        kept.map(|kept| String::from_utf8_lossy(&kept).into_owned())
            .unwrap_or_default()
    }

    /// Lets the program end by itself, for a while: its input is closed.
    pub(super) fn finish(mut self) {
        self.messages = None;
        let begun = Instant::now();
        while begun.elapsed() < GRACE {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(LOOK),
                _ => break,
            }
        }
    }

    fn end(&mut self) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        self.messages = None;
        kill_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
        RUNNING.with(|running| running.remove(&self.child.id()));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Writes messages until there are no more, or nobody reads them.
fn write(mut input: impl Write, messages: &Receiver<String>) {
    for message in messages {
        let written = input.write_all(message.as_bytes());
        if written.and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until there are no more, or nobody wants them.
fn read(output: impl Read, found: &SyncSender<Result<String, Silence>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let most = LONGEST_LINE + 1;
        match output.by_ref().take(most).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let long = !line.ends_with(b"\n") && line.len() as u64 == most;
        let text = || String::from_utf8_lossy(&line).trim().to_owned();
        let line = if long { Err(Silence::Long) } else { Ok(text()) };
        if found.send(line).is_err() || long {
            return;
        }
    }
}

/// Reads to the end and keeps the last of it.
fn keep_last(mut errors: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut part = [0; 1024];
    while let Ok(count @ 1..) = errors.read(&mut part) {
        let Ok(mut kept) = kept.lock() else {
            return;
        };
        kept.extend_from_slice(&part[..count]);
        let over = kept.len().saturating_sub(COMPLAINTS);
        kept.drain(..over);
    }
}
