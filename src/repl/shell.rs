//! Where a session meets a terminal, or lines that come from elsewhere.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Config, Editor, ExternalPrinter};

use super::complete::{Helping, Names};
use super::desk::{Desk, Laid};
use super::journal::{Leftover, folder};
use super::live::Watch;
use super::opening::{OpenError, Opening, Surroundings};
use super::session::{Response, Session, Then};
use crate::chance::fresh_seed;
use crate::text::{count, render_all, shown, visible};

/// The most bytes of a line that are read where no terminal bounds it.
const LONGEST_LINE: usize = 4_000;
/// How long after a change of a file the rules are read: an editor may write more than once.
const SETTLE: Duration = Duration::from_millis(80);

/// Where lines come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lines {
    /// Standard input: a terminal, or a file or pipe.
    Input,
    /// These.
    Given(Vec<String>),
}

/// How the shell is run.
#[derive(Debug, Clone)]
pub struct Shell {
    /// Where lines come from.
    pub lines: Lines,
    /// Whether the terminal takes colours.
    pub colour: bool,
    /// Whether to end when the first match is over, and not to ask: nobody plays.
    pub unattended: bool,
    /// Whether whoever runs the session writes the match down.
    pub is_recorded: bool,
}

/// How a session ended.
#[derive(Debug)]
pub struct Ended {
    /// The session.
    pub session: Session,
    /// Whether a command failed.
    pub failed: bool,
}

/// What comes in.
enum Input {
    Line(String),
    /// The line was dropped.
    Cancelled,
    End,
    /// Files of the rules may have changed.
    Rules,
}

/// Everything that a running shell holds.
struct Running {
    around: Surroundings,
    session: Session,
    desk: Desk,
    leftovers: Vec<Leftover>,
    failed: bool,
    /// Whether lines come from a person at a terminal.
    attended: bool,
    is_recorded: bool,
    watch: Option<Watch>,
    wake: Option<Sender<Input>>,
    printer: Option<Box<dyn ExternalPrinter + Send>>,
}

impl Shell {
    /// Runs a session to its end.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub fn run(
        self,
        around: Surroundings,
        session: Session,
        notes: Vec<String>,
        opening: Opening,
    ) -> io::Result<Ended> {
        let attended = self.lines == Lines::Input && io::stdin().is_terminal() && !self.unattended;
        let (desk, laid) = Desk::new(&session, opening, !self.unattended);
        let mut running = Running {
            around,
            session,
            desk,
            leftovers: Vec::new(),
            failed: false,
            attended,
            is_recorded: self.is_recorded,
            watch: None,
            wake: None,
            printer: None,
        };
        print(&running.session.greeting());
        running.say_laid(laid);
        for note in notes {
            say(&note);
        }
        running.first_screen(self.unattended);
        if self.unattended {
            return Ok(running.end());
        }
        match self.lines {
            Lines::Given(lines) => {
                let mut lines = lines.iter().flat_map(|line| commands(line));
                let _ = lines.all(|line| running.echoed(line));
                Ok(running.end())
            }
            Lines::Input if attended => running.at_terminal(self.colour),
            Lines::Input => {
                let mut input = io::stdin().lock();
                while let Some(line) = piped_line(&mut input)? {
                    if !running.echoed(&line) {
                        break;
                    }
                }
                Ok(running.end())
            }
        }
    }
}

impl Running {
    fn say_laid(&mut self, laid: Laid) {
        for notice in laid.notices {
            say(&notice);
        }
        if let Some(latest) = laid.leftovers.first() {
            let about = match (&latest.opening.file, &latest.opening.ruleset) {
                (Some(file), _) => file.display().to_string(),
                (None, Some(ruleset)) => ruleset.clone(),
                (None, None) => String::new(),
            };
            let older = match laid.leftovers.len() {
                1 => String::new(),
                all => format!(" (then {} more)", all - 1),
            };
            say(&format!(
                "a session on {about} was not saved, {}: `recover` takes it back{older}",
                count(latest.typed.len(), "line")
            ));
        }
        self.leftovers = laid.leftovers;
    }

    /// Shows a line that comes from elsewhere behind the prompt, and does what it says. Returns
    /// whether to go on.
    fn echoed(&mut self, line: &str) -> bool {
        let line = line.trim();
        println(&format!("{}{}", self.session.prompt(), visible(line)));
        self.typed(line)
    }

    /// Does what a line says. Returns whether to go on.
    fn typed(&mut self, line: &str) -> bool {
        let response = if line.trim().is_empty() {
            return true;
        } else {
            self.session.run(line)
        };
        let keeps = !matches!(response.then, Then::Recover | Then::Quit | Then::Open(_));
        // Written down once it is known to be no command about the session itself, and before
        // anything is shown: what a person has seen is not lost.
        if keeps && let Some(notice) = self.desk.typed(line) {
            say(&notice);
        }
        self.answered(response)
    }

    fn answered(&mut self, response: Response) -> bool {
        self.failed |= response.failed;
        print(&response.lines);
        match response.then {
            Then::Nothing => true,
            Then::Quit => false,
            Then::Save(name) => {
                let saved = self.desk.save(&self.session, name.as_deref());
                self.tell(saved);
                true
            }
            Then::Open(name) => {
                self.open(&name);
                true
            }
            Then::Recover => {
                self.recover();
                true
            }
        }
    }

    fn tell(&mut self, saved: Result<String, String>) {
        self.failed |= saved.is_err();
        println(&saved.unwrap_or_else(|why| why));
    }

    /// Opens a replay or begins a match in place of the session.
    fn open(&mut self, name: &str) {
        let path = PathBuf::from(name);
        let opening = if path.is_file() && path.extension().is_none_or(|ending| ending != "yaml") {
            Opening {
                file: Some(path),
                ..Opening::default()
            }
        } else {
            Opening {
                ruleset: Some(name.to_owned()),
                seed: fresh_seed(),
                players: ["human".to_owned(), "human".to_owned()],
                ..Opening::default()
            }
        };
        match opening.begin(&self.around) {
            Err(error) => {
                self.failed = true;
                println(&open_error(&error));
            }
            Ok((session, notes)) => {
                self.keep();
                let (desk, laid) = Desk::new(&session, opening, true);
                let old = std::mem::replace(&mut self.desk, desk);
                let is_unsaved = old.is_unsaved(&self.session);
                old.end(is_unsaved && self.attended);
                let eyes = self.session.eyes();
                self.session = session;
                self.session.see_as(eyes);
                print(&self.session.greeting());
                self.say_laid(laid);
                for note in notes {
                    say(&note);
                }
                self.first_screen(false);
                self.watch_rules();
            }
        }
    }

    /// Lets bots decide and shows where one is. Where nobody reads the answers one by one, faults
    /// go to standard error.
    fn first_screen(&mut self, unattended: bool) {
        let (lines, decided) = self.session.first_screen();
        print(&lines);
        if let Err(faults) = decided {
            self.failed = true;
            if unattended {
                say(&faults.join("\n"));
            } else {
                print(&faults);
            }
        }
    }

    /// Takes back a session that was not ended: types all that was typed in it.
    fn recover(&mut self) {
        if self.leftovers.is_empty() {
            self.failed = true;
            println("there is no session to take back");
            return;
        }
        if self.desk.is_unsaved(&self.session) {
            self.failed = true;
            println("this session has something that no file holds: first `save`, or `quit`");
            return;
        }
        let leftover = self.leftovers.remove(0);
        match leftover.opening.begin(&self.around) {
            Err(error) => {
                self.failed = true;
                println(&open_error(&error));
                self.leftovers.insert(0, leftover);
            }
            Ok((session, _)) => {
                self.session = session;
                // What failed then fails again, and was shown then.
                let _ = self.session.first_screen();
                for line in &leftover.typed {
                    let _ = self.session.run(line);
                }
                self.desk.taken_back(&leftover);
                println(&format!(
                    "taken back: {}",
                    count(leftover.typed.len(), "line")
                ));
                print(&self.session.run("show").lines);
                self.watch_rules();
            }
        }
    }

    /// Writes what no file holds yet into the replay, if the session has one.
    fn keep(&mut self) {
        if self.desk.file().is_some() && self.desk.is_unsaved(&self.session) {
            let saved = self.desk.save(&self.session, None);
            self.tell(saved);
        }
    }

    fn end(mut self) -> Ended {
        self.keep();
        let is_unsaved = self.desk.file().is_none()
            && self.attended
            && !self.is_recorded
            && self.desk.is_unsaved(&self.session)
            && !self.session.tree().current().last().is_over();
        if is_unsaved && self.desk.is_kept() {
            say("not saved: the next session offers it back");
        } else if is_unsaved {
            say("not saved");
        }
        self.desk.end(is_unsaved);
        Ended {
            session: self.session,
            failed: self.failed,
        }
    }

    // ---- at a terminal -------------------------------------------------------------------------

    fn at_terminal(mut self, colour: bool) -> io::Result<Ended> {
        let names = Arc::new(Mutex::new(Names::default()));
        let (inputs, input) = channel();
        let (prompts, prompt) = channel();
        let mut editor = editor(Arc::clone(&names), colour)?;
        self.wake = Some(inputs.clone());
        self.watch_rules();
        // While it is there, lines that are typed ahead wait for the next key.
        if self.watch.is_some() {
            self.printer = editor
                .create_external_printer()
                .ok()
                .map(|printer| Box::new(printer) as Box<dyn ExternalPrinter + Send>);
        }
        let reader = std::thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || read_lines(&mut editor, &prompt, &inputs))?;
        interrupt_sets(&self.around.stop);
        loop {
            *names.lock().unwrap_or_else(PoisonError::into_inner) = Names::of(&self.session);
            if prompts.send(self.session.prompt()).is_err() {
                break;
            }
            match self.line(&input) {
                // Several lines may be pasted as one.
                Some(text) if text.lines().all(|line| self.typed(line)) => {}
                _ => break,
            }
        }
        drop(prompts);
        // It only waits for the next prompt, and none comes.
        let _ = reader.join();
        Ok(self.end())
    }

    /// Waits for a line; meanwhile the rules may change.
    fn line(&mut self, input: &Receiver<Input>) -> Option<String> {
        loop {
            match input.recv() {
                Ok(Input::Line(line)) => return Some(line),
                Ok(Input::Cancelled) => return Some(String::new()),
                Ok(Input::End) | Err(_) => return None,
                Ok(Input::Rules) => {
                    if self.watch.as_mut().is_some_and(Watch::has_changed) {
                        std::thread::sleep(SETTLE);
                        // What was written meanwhile is read with it.
                        let _ = self.watch.as_mut().is_some_and(Watch::has_changed);
                        let response = self.session.run("reload");
                        if response.lines.len() > 1 || response.failed {
                            self.show_aside(&response.lines);
                        }
                    }
                }
            }
        }
    }

    /// Shows lines while a line is being typed.
    fn show_aside(&mut self, lines: &[String]) {
        let text = format!("{}\n", lines.join("\n"));
        let shown = self
            .printer
            .as_mut()
            .is_some_and(|printer| printer.print(text.clone()).is_ok());
        if !shown {
            println(text.trim_end());
        }
    }

    fn watch_rules(&mut self) {
        self.watch = self.wake.clone().and_then(|wake| {
            Watch::new(self.session.ruleset(), move || {
                // Nobody listens any more when the session has ended.
                let _ = wake.send(Input::Rules);
            })
        });
    }
}

/// Takes the commands of a line that are separated by `;`. A note may hold one.
fn commands(line: &str) -> Vec<&str> {
    let mut commands = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (first, more) = match rest.split_once(';') {
            Some(both) if !rest.starts_with("note ") => both,
            _ => (rest, ""),
        };
        commands.push(first.trim());
        rest = more.trim_start();
    }
    commands
}

fn editor(names: Arc<Mutex<Names>>, colour: bool) -> io::Result<Editor<Helping, FileHistory>> {
    let config = Config::builder()
        .auto_add_history(true)
        .completion_type(rustyline::CompletionType::List)
        .build();
    let mut editor = Editor::with_config(config).map_err(io::Error::other)?;
    editor.set_helper(Some(Helping::new(names, colour)));
    if let Some(path) = history_file() {
        // The first session has none.
        let _ = editor.load_history(&path);
    }
    Ok(editor)
}

fn history_file() -> Option<PathBuf> {
    Some(folder()?.join("history.txt"))
}

/// Reads a line for each prompt, until there are no more of either.
fn read_lines(
    editor: &mut Editor<Helping, FileHistory>,
    prompts: &Receiver<String>,
    inputs: &Sender<Input>,
) {
    while let Ok(prompt) = prompts.recv() {
        let input = match editor.readline(&prompt) {
            Ok(line) => {
                if let Some(path) = history_file() {
                    // A line that cannot be remembered is done all the same.
                    let _ = editor.append_history(&path);
                }
                Input::Line(line)
            }
            Err(ReadlineError::Interrupted) => Input::Cancelled,
            Err(_) => Input::End,
        };
        let ends = matches!(input, Input::End);
        if inputs.send(input).is_err() || ends {
            break;
        }
    }
}

/// Lets Ctrl-C give up a long answer; at the prompt it drops the line.
fn interrupt_sets(stop: &Arc<AtomicBool>) {
    let stop = Arc::clone(stop);
    // Only a second session in one process would find a handler there, which does the same.
    let _ = ctrlc::set_handler(move || stop.store(true, Ordering::Relaxed));
}

/// Reads a line, whatever its bytes; what is too long for any command is cut.
fn piped_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let mut at_end = true;
    loop {
        let available = input.fill_buf()?;
        if available.is_empty() {
            break;
        }
        at_end = false;
        let line_end = available.iter().position(|byte| *byte == b'\n');
        let part = &available[..line_end.unwrap_or(available.len())];
        let room = LONGEST_LINE.saturating_sub(bytes.len());
        bytes.extend_from_slice(&part[..part.len().min(room)]);
        let read = part.len() + usize::from(line_end.is_some());
        input.consume(read);
        if line_end.is_some() {
            break;
        }
    }
    Ok((!at_end).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

fn open_error(error: &OpenError) -> String {
    use crate::replay::FileError;
    match error {
        OpenError::Faults(faults) | OpenError::File(_, FileError::Faults(faults)) => {
            render_all(faults, false).trim_end().to_owned()
        }
        OpenError::File(path, FileError::Unreadable(error)) => {
            format!("cannot read {}: {error}", path.display())
        }
        OpenError::File(path, FileError::Several) => {
            format!("{} holds more than one match", path.display())
        }
        OpenError::Game(error) => error.to_string(),
        OpenError::Nothing => "name a replay or a ruleset".to_owned(),
    }
}

fn print(lines: &[String]) {
    for line in lines {
        println(line);
    }
}

/// Writes a line at once.
fn println(text: &str) {
    // What stands in a file must not steer the terminal. A closed output is found when the verb
    // ends.
    let _ = writeln!(io::stdout(), "{}", shown(text));
}

/// Says something that is no answer, on standard error.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{}", shown(text));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_separated_by_semicolons_but_for_notes() {
        assert_eq!(commands("step 2; moves ;show"), ["step 2", "moves", "show"]);
        assert_eq!(
            commands("back; note so; and so"),
            ["back", "note so; and so"]
        );
        assert!(commands("  ").is_empty());
    }

    #[test]
    fn a_line_ends_in_any_way_and_is_not_read_without_end() {
        let mut input = &b"one\r\ntwo\n\nlast"[..];
        let mut lines = Vec::new();
        while let Some(line) = piped_line(&mut input).unwrap() {
            lines.push(line.trim().to_owned());
        }
        assert_eq!(lines, ["one", "two", "", "last"]);
        let long = "x".repeat(LONGEST_LINE + 10);
        let line = piped_line(&mut long.as_bytes()).unwrap().unwrap();
        assert_eq!(line.len(), LONGEST_LINE);
    }
}
