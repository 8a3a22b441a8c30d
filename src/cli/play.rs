//! `salle play`: a match at the prompt.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::rc::Rc;

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::args::RulesetArgs;
use super::draft::Draft;
use super::error::{Answer, CliError};
use super::out::Out;
use super::recordings::{head, refuse_existing, save};
use super::seed;
use crate::bots::{Bot, NAMES};
use crate::chance::Seeded;
use crate::game::{BySide, Decision, Event, Game, Layout, Move, Observer, Rules, Side, State};
use crate::play::{Player, PlayerError, RunError, Seat, play_match};
use crate::replay::{Record, Recorder};
use crate::report::{Look, board, event_line};
use crate::ruleset::Loader;
use crate::text::{list_or, nearest, visible};

/// The most bytes of a line that are read where no terminal bounds it.
const LONGEST_LINE: usize = 500;

/// Play a match at the prompt, against a bot or each other
///
/// Example: salle play RULESET --right greedy --record my-match.jsonl
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    ruleset: RulesetArgs,
    /// Who plays left: `human` or a bot (random, greedy)
    #[arg(long, default_value = "human", value_name = "WHO")]
    left: String,
    /// Who plays right: `human` or a bot (random, greedy)
    #[arg(long, default_value = "greedy", value_name = "WHO")]
    right: String,
    /// The seed of the cards and of the bots; without it, each match is another one
    #[arg(long)]
    seed: Option<u64>,
    /// Write the match down in this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let (ruleset, rules) = self.ruleset.load(loader)?;
        let who = BySide {
            left: who(&self.left)?,
            right: who(&self.right)?,
        };
        // Begun now: a file that cannot be written must not be found out after the match.
        let draft = match &self.record {
            Some(path) => {
                refuse_existing(path, self.force)?;
                Some(Draft::begin(path)?)
            }
            None => None,
        };
        let seed = self.seed.unwrap_or_else(seed::fresh);
        let rules: Rc<dyn Rules> = rules;
        let weights = Rc::new(ruleset.weights.clone());
        out.line(format!("{}, seed {seed}", ruleset.title))?;
        if matches!(who.left, Who::Human) || matches!(who.right, Who::Human) {
            out.line("Type a move or its number; `help` tells the rest, `quit` ends.")?;
        }
        let look = Rc::new(out.look(&ruleset.labels));
        let prompt = Rc::new(std::cell::RefCell::new(Prompt::new(Rc::clone(&look), out)?));
        let eyes = match (who.left, who.right) {
            (Who::Human, Who::Human) => Eyes::Public,
            (Who::Human, Who::Bot(_)) => Eyes::Of(Side::Left),
            (Who::Bot(_), Who::Human) => Eyes::Of(Side::Right),
            (Who::Bot(_), Who::Bot(_)) => Eyes::All,
        };
        let player = |side: Side| -> Box<dyn Player> {
            match who[side] {
                Who::Human => Box::new(Human(Rc::clone(&prompt))),
                Who::Bot(bot) => bot.player(&rules, &weights, seed, side),
            }
        };
        let (mut left, mut right) = (player(Side::Left), player(Side::Right));
        let is_recorded = draft.is_some();
        let mut records = vec![Record::Match(head(
            &ruleset,
            seed,
            [&self.left, &self.right],
        ))];
        let mut witness = Witness {
            recorder: Recorder::new(|record| {
                // Nobody reads them, and a long match has many.
                if is_recorded {
                    records.push(record);
                }
            }),
            eyes,
            look,
        };
        let mut game = Game::new(Rc::clone(&rules));
        let players = BySide {
            left: &mut *left as &mut dyn Player,
            right: &mut *right,
        };
        let result = play_match(&mut game, &mut Seeded::new(seed), players, &mut witness);
        let left_early = matches!(
            result,
            Err(RunError::Player {
                error: PlayerError::Left,
                ..
            })
        );
        // Whatever ends a match, what was played of it is kept.
        if result.is_err()
            && let Some(Record::Match(head)) = records.first_mut()
        {
            head.partial = true;
        }
        if let (Some(draft), Some(path)) = (draft, &self.record) {
            save(draft, &records, self.force)?;
            say(&format!("written to {}", path.display()));
        }
        match result {
            Ok(_) => Ok(Answer::Yes),
            Err(_) if left_early => Ok(Answer::Yes),
            Err(error) => Err(error.into()),
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Who {
    Human,
    Bot(Bot),
}

fn who(name: &str) -> Result<Who, CliError> {
    if name == "human" {
        return Ok(Who::Human);
    }
    let names: Vec<&str> = std::iter::once("human").chain(NAMES).collect();
    Bot::from_name(name).map(Who::Bot).ok_or_else(|| {
        let help = match nearest(name, names.iter().copied()) {
            Some(near) => format!("the nearest is `{near}`"),
            None => format!("there is {}", list_or(&names)),
        };
        CliError::call(format!("there is no player `{name}`"), help)
    })
}

/// Whose eyes see what happens between the decisions.
#[derive(Debug, Clone, Copy)]
enum Eyes {
    /// One human's.
    Of(Side),
    /// Only what both sides see: two humans share the screen.
    Public,
    /// Everything: nobody plays who should not see it.
    All,
}

/// Tells the players at the prompt what happens, and writes it down.
struct Witness<F> {
    recorder: Recorder<F>,
    eyes: Eyes,
    look: Rc<Look>,
}

impl<F: FnMut(Record)> Observer for Witness<F> {
    fn event(&mut self, event: &Event, state: &State, layout: &Layout) {
        self.recorder.event(event, state, layout);
        let seen = match self.eyes {
            Eyes::Of(side) => event.seen_by(side, layout),
            Eyes::Public => event
                .seen_by(Side::Left, layout)
                .seen_by(Side::Right, layout),
            Eyes::All => event.clone(),
        };
        if let Some(line) = event_line(&seen, layout, &self.look) {
            say(&self.look.wrap("", &[line]).join("\n"));
        }
    }

    fn decision(&mut self, decision: &Decision<'_>) {
        self.recorder.decision(decision);
    }
}

/// A person at the prompt.
struct Human(Rc<std::cell::RefCell<Prompt>>);

impl Player for Human {
    fn choose(&mut self, seat: &Seat<'_>) -> Result<usize, PlayerError> {
        self.0.borrow_mut().choose(seat)
    }
}

/// Where lines come from.
enum Lines {
    Terminal(Box<DefaultEditor>),
    Piped(io::StdinLock<'static>),
}

/// The prompt, shared by the people who play.
struct Prompt {
    lines: Lines,
    look: Rc<Look>,
}

impl Prompt {
    fn new(look: Rc<Look>, out: &mut Out) -> Result<Self, CliError> {
        out.flush()?;
        let lines = if io::stdin().is_terminal() {
            let editor =
                DefaultEditor::new().map_err(|error| CliError::Output(io::Error::other(error)))?;
            Lines::Terminal(Box::new(editor))
        } else {
            Lines::Piped(io::stdin().lock())
        };
        Ok(Self { lines, look })
    }

    /// Reads a line; `None` at the end of the input.
    fn read(&mut self, prompt: &str) -> Result<Option<String>, PlayerError> {
        let failed = |error: &dyn std::fmt::Display| PlayerError::Failed(error.to_string());
        match &mut self.lines {
            Lines::Terminal(editor) => loop {
                match editor.readline(prompt) {
                    Ok(line) => {
                        // A line that cannot be remembered is played all the same.
                        let _ = editor.add_history_entry(&line);
                        return Ok(Some(line));
                    }
                    // Ctrl-C drops the line, not the match.
                    Err(ReadlineError::Interrupted) => {}
                    Err(ReadlineError::Eof) => return Ok(None),
                    Err(error) => return Err(failed(&error)),
                }
            },
            Lines::Piped(input) => {
                let line = piped_line(input).map_err(|error| failed(&error))?;
                if let Some(line) = &line {
                    say(&format!("{prompt}{}", visible(line.trim())));
                }
                Ok(line)
            }
        }
    }

    fn choose(&mut self, seat: &Seat<'_>) -> Result<usize, PlayerError> {
        self.show(seat);
        loop {
            let Some(line) = self.read(&format!("{}> ", seat.side()))? else {
                return Err(PlayerError::Left);
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            let text = words.join(" ").to_lowercase();
            match text.as_str() {
                "" => {}
                "quit" | "exit" => return Err(PlayerError::Left),
                "help" | "?" => Self::help(),
                "show" => self.show(seat),
                "moves" => Self::list(seat.legal(), ""),
                text => match find(text, seat.legal()) {
                    Found::Move(index) => return Ok(index),
                    Found::Several => Self::list(seat.legal(), text),
                    Found::None(near) => {
                        let near = near.map_or_else(
                            || "`moves` lists them".to_owned(),
                            |near| format!("the nearest is `{near}`"),
                        );
                        let text = visible(text);
                        say(&format!("`{text}` is no legal move here; {near}"));
                    }
                },
            }
        }
    }

    fn show(&self, seat: &Seat<'_>) {
        say("");
        say(&board(
            &seat.observe().describe(seat.layout()),
            seat.layout(),
            &self.look,
        ));
        Self::list(seat.legal(), "");
    }

    /// Lists the moves that begin with a text, with their numbers, in columns; in groups if they are
    /// very many.
    fn list(legal: &[Move], prefix: &str) {
        let texts: Vec<&str> = legal
            .iter()
            .map(|legal| &*legal.text)
            .filter(|text| text.starts_with(prefix))
            .collect();
        if texts.len() > MANY {
            for (beginning, count) in groups(&texts, prefix.len()) {
                say(&format!("{count:>5} {beginning} …"));
            }
            say(&format!(
                "{} moves: type the beginning of some to list those",
                texts.len()
            ));
            return;
        }
        let entries: Vec<String> = legal
            .iter()
            .enumerate()
            .filter(|(_, legal)| legal.text.starts_with(prefix))
            .map(|(index, legal)| format!("{:>3} {}", index + 1, legal.text))
            .collect();
        let width = entries
            .iter()
            .map(|entry| entry.chars().count())
            .max()
            .unwrap_or(0)
            + 2;
        let columns = (78 / width).clamp(1, 5);
        for row in entries.chunks(columns) {
            let cells: Vec<String> = row.iter().map(|entry| format!("{entry:<width$}")).collect();
            say(cells.concat().trim_end());
        }
    }

    fn help() {
        say("a move, its number, or as much of it as is unique   plays it");
        say("the beginning of some moves                         lists those");
        say("moves                                               lists the legal moves");
        say("show                                                draws the position again");
        say(
            "quit                                                ends; a record says how far it went",
        );
    }
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

/// Writes a line at once.
fn say(text: &str) {
    // A closed output is found when the verb ends.
    let _ = writeln!(io::stdout(), "{text}");
}

/// More moves than these are shown in groups.
const MANY: usize = 60;

/// Groups texts by how they go on after so many bytes, up to the next space or comma; where all go
/// on alike, by what follows.
fn groups<'a>(texts: &[&'a str], from: usize) -> Vec<(&'a str, usize)> {
    let beginning = |text: &'a str| {
        let rest = text.get(from + 1..).unwrap_or_default();
        let end = rest
            .find([' ', ','])
            .map_or(text.len(), |end| from + 1 + end);
        text.get(..end).unwrap_or(text)
    };
    let mut groups: Vec<(&str, usize)> = Vec::new();
    for text in texts {
        let key = beginning(text);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, count)) => *count += 1,
            None => groups.push((key, 1)),
        }
    }
    match groups[..] {
        [(all, count)] if count > 1 && texts.iter().any(|text| text.len() > all.len()) => {
            self::groups(texts, all.len())
        }
        _ => groups,
    }
}

enum Found<'a> {
    Move(usize),
    Several,
    None(Option<&'a str>),
}

/// Finds the move that a line means: its number, its text, or the only one that begins so.
fn find<'a>(text: &str, legal: &'a [Move]) -> Found<'a> {
    if let Some(index) = legal.iter().position(|legal| *legal.text == *text) {
        return Found::Move(index);
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        let number = text.parse().unwrap_or(usize::MAX);
        return match number.checked_sub(1) {
            Some(index) if index < legal.len() => Found::Move(index),
            _ => Found::None(None),
        };
    }
    let mut begin = legal
        .iter()
        .enumerate()
        .filter(|(_, legal)| legal.text.starts_with(text));
    match (begin.next(), begin.next()) {
        (Some((index, _)), None) => Found::Move(index),
        (Some(_), Some(_)) => Found::Several,
        _ => Found::None(nearest(text, legal.iter().map(|legal| &*legal.text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_grouped_where_they_begin_to_differ() {
        let texts = ["keep a,b,c", "keep a,b,d", "keep a,c,d", "keep b,c,d"];
        assert_eq!(groups(&texts, 0), [("keep a", 3), ("keep b", 1)]);
        assert_eq!(
            groups(&texts[..3], "keep a".len()),
            [("keep a,b", 2), ("keep a,c", 1)]
        );
        let kinds = ["go 1", "go 2", "stay", "go back"];
        assert_eq!(groups(&kinds, 0), [("go", 3), ("stay", 1)]);
        assert_eq!(groups(&["same", "same"], 0), [("same", 2)]);
    }
}
