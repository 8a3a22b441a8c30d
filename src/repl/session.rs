//! A session as a value: it takes commands and gives answers, and knows no terminal. It reads
//! files, and writes none.

mod analysing;
mod asking;
mod branches;
mod moving;
mod playing;
mod reloading;

use std::rc::Rc;

use self::analysing::Analysed;
use super::command::{self, Command, Word};
use super::line::{Line, Point};
use super::moves::{self, Found};
use super::patience::Patience;
use super::rules::{self, Ready};
use super::screen::Screen;
use super::tree::{MAIN, Tree};
use super::vocabulary::Vocabulary;
use crate::bots::Bot;
use crate::game::moves::kind_of;
use crate::game::{BySide, GameError, Memo, Rules, Side};
use crate::replay::{FORMAT, Head, Record, Recording, Redeal};
use crate::report::Look;
use crate::ruleset::{Loader, Override, Ruleset};
use crate::text::{Faults, count, nearest, visible};

/// How games are shown: makes a look of a ruleset's words.
pub type Looks = Rc<dyn Fn(&Ruleset) -> Look>;

/// What is left to whoever runs the session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Then {
    /// Nothing.
    Nothing,
    /// Write the replay.
    Save(Option<String>),
    /// Open something else.
    Open(String),
    /// Take back what was typed in a session that was not ended.
    Recover,
    /// End.
    Quit,
}

/// An answer to a line that was typed.
#[derive(Debug, Clone)]
pub struct Response {
    /// What is shown.
    pub lines: Vec<String>,
    /// Whether the command failed.
    pub failed: bool,
    /// What is left to do.
    pub then: Then,
}

impl Response {
    fn told(lines: Vec<String>) -> Self {
        Self {
            lines,
            failed: false,
            then: Then::Nothing,
        }
    }

    fn line(text: impl Into<String>) -> Self {
        Self::told(vec![text.into()])
    }

    fn then(then: Then) -> Self {
        Self {
            then,
            ..Self::told(Vec::new())
        }
    }
}

/// Why a command could not be done: the lines that say so.
type Refused = Vec<String>;

/// What `next` goes to that is no event: a decision that cost something.
const MISTAKE: &str = "mistake";

fn refused(text: impl Into<String>) -> Refused {
    vec![text.into()]
}

/// A tree as it was, and the line that changed it.
#[derive(Debug, Clone)]
struct Change {
    line: String,
    tree: Tree,
    /// How often the rules had changed when the tree was played.
    generation: usize,
}

/// A session.
pub struct Session {
    loader: Loader,
    looks: Looks,
    /// What is set whenever the rules are read again.
    overrides: Vec<Override>,
    /// Whether the match comes from a file.
    is_recorded: bool,
    ruleset: Ruleset,
    rules: Rc<Memo>,
    look: Look,
    head: Head,
    tree: Tree,
    undo: Vec<Change>,
    redo: Vec<Change>,
    /// How often the rules have changed.
    generation: usize,
    /// The line that is being done.
    typed: String,
    eyes: Option<Side>,
    /// Sides that bots play, whenever it is their turn at the end of a line.
    bots: BySide<Option<Bot>>,
    vocabulary: Option<Vocabulary>,
    /// What was analysed last.
    analysed: Option<Analysed>,
    patience: Patience,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("ruleset", &self.ruleset.id)
            .field("at", &self.tree.at())
            .finish_non_exhaustive()
    }
}

/// What a session begins with.
#[derive(Debug)]
pub struct Beginning {
    /// The ruleset and its rules.
    pub ready: Ready,
    /// What was set when it was loaded.
    pub overrides: Vec<Override>,
    /// The seed of the match.
    pub seed: u64,
    /// The sides that bots play.
    pub bots: BySide<Option<Bot>>,
}

impl Session {
    /// Begins a match.
    ///
    /// # Errors
    /// Faults of the rules.
    pub fn begin(
        loader: Loader,
        looks: Looks,
        patience: Patience,
        beginning: Beginning,
    ) -> Result<Self, GameError> {
        let Beginning {
            ready,
            overrides,
            seed,
            bots,
        } = beginning;
        let (ruleset, rules) = ready;
        let who = |bot: &Option<Bot>| bot.as_ref().map_or("human".to_owned(), Bot::to_string);
        let head = Head {
            ruleset: ruleset.id.clone(),
            parameters: ruleset.values().clone(),
            seed: Some(seed),
            game: None,
            players: Some(BySide {
                left: who(&bots.left),
                right: who(&bots.right),
            }),
            format: Some(FORMAT),
            fingerprint: Some(ruleset.fingerprint.clone()),
            partial: false,
        };
        let line = Line::fresh(
            MAIN,
            Rc::clone(&rules) as Rc<dyn Rules>,
            Redeal::fresh(seed),
        )?;
        // Who plays against a bot sees with the own eyes; two people share the screen.
        let eyes = match (&bots.left, &bots.right) {
            (None, Some(_)) => Some(Side::Left),
            (Some(_), None) => Some(Side::Right),
            _ => None,
        };
        Ok(Self {
            look: looks(&ruleset),
            loader,
            looks,
            overrides,
            is_recorded: false,
            ruleset,
            rules,
            head,
            tree: Tree::new(line),
            undo: Vec::new(),
            redo: Vec::new(),
            generation: 0,
            typed: String::new(),
            eyes,
            bots,
            vocabulary: None,
            analysed: None,
            patience,
        })
    }

    /// Opens a recorded match. The lines tell what does not hold in it.
    ///
    /// # Errors
    /// Faults of the rules.
    pub fn open(
        loader: Loader,
        looks: Looks,
        patience: Patience,
        ready: Ready,
        recording: &Recording,
    ) -> Result<(Self, Vec<String>), GameError> {
        let (ruleset, rules) = ready;
        let id = ruleset.id.clone();
        let line = Line::recorded(MAIN, Rc::clone(&rules) as Rc<dyn Rules>, recording)?;
        let mut told = Vec::new();
        let recorded = recording.head.fingerprint.as_ref();
        if recorded.is_some_and(|recorded| *recorded != ruleset.fingerprint) {
            told.push(format!(
                "the rules of {} have been edited since this was recorded",
                ruleset.id
            ));
        }
        told.extend(line.broken.clone());
        let mut tree = Tree::new(line);
        told.extend(tree.add_asides(&recording.asides)?);
        let session = Self {
            look: looks(&ruleset),
            loader,
            looks,
            overrides: vec![rules::recorded(recording)],
            is_recorded: true,
            ruleset,
            rules,
            head: Head {
                ruleset: id,
                ..recording.head.clone()
            },
            tree,
            undo: Vec::new(),
            redo: Vec::new(),
            generation: 0,
            typed: String::new(),
            eyes: None,
            bots: BySide::default(),
            vocabulary: None,
            analysed: None,
            patience,
        };
        Ok((session, told))
    }

    /// Returns the lines that a session is opened with.
    #[must_use]
    pub fn greeting(&self) -> Vec<String> {
        let seed = self.head.seed;
        let seed = seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
        let mut lines = vec![
            self.look
                .letters(&format!(
                    "{} ({}){seed}",
                    self.ruleset.title, self.ruleset.id
                ))
                .into_owned(),
            "Type a move, its number or a command; `help` tells which there are.".to_owned(),
        ];
        if self.tree.current().is_empty() {
            lines.extend(self.screen().happened(self.tree.point()));
        } else {
            lines.push(format!(
                "{}, at the first",
                count(self.tree.current().len(), "decision")
            ));
        }
        lines
    }

    /// Lets bots decide that are due, and draws the position.
    ///
    /// # Errors
    /// Faults of the rules, in lines, beside what happened before them.
    pub fn first_screen(&mut self) -> (Vec<String>, Result<(), Vec<String>>) {
        let mut lines = Vec::new();
        let decided = self.bots_decide(&mut lines);
        if decided.is_ok() {
            lines.extend(self.here());
        }
        (lines, decided)
    }

    /// Returns the prompt: the place, if there is more than one to be at, and who decides.
    #[must_use]
    pub fn prompt(&self) -> String {
        let (line, at) = (self.tree.current(), self.tree.at());
        let place = if !self.is_recorded && self.tree.lines().len() == 1 && at == line.len() {
            String::new()
        } else {
            format!("[{} {}/{}] ", line.name, line.place(at), line.len())
        };
        let point = self.tree.point();
        let side = if point.is_over() {
            "over"
        } else {
            self.look.words.side(point.state().turn)
        };
        format!("{place}{side}> ")
    }

    /// Shows everything as a side knows it, or all.
    pub const fn see_as(&mut self, eyes: Option<Side>) {
        self.eyes = eyes;
    }

    /// Returns whose knowledge is shown.
    #[must_use]
    pub const fn eyes(&self) -> Option<Side> {
        self.eyes
    }

    /// Returns the ruleset.
    #[must_use]
    pub const fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Returns the loader.
    #[must_use]
    pub const fn loader(&self) -> &Loader {
        &self.loader
    }

    /// Returns how the game is shown.
    #[must_use]
    pub const fn look(&self) -> &Look {
        &self.look
    }

    /// Returns the lines of play and the place in them.
    #[must_use]
    pub const fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Returns the legal moves that the eyes of the session may see.
    #[must_use]
    pub fn legal(&self) -> &[crate::game::Move] {
        let point = self.tree.point();
        if self.screen().sees_moves(point) {
            point.legal()
        } else {
            &[]
        }
    }

    /// Returns everything that is written into the replay.
    #[must_use]
    pub fn records(&self) -> Vec<Record> {
        let main = &self.tree.lines()[0];
        let recording = main.recording(&self.head);
        let mut head = recording.head;
        head.format = Some(FORMAT);
        head.parameters = self.ruleset.values().clone();
        head.fingerprint = Some(self.ruleset.fingerprint.clone());
        let records = recording
            .records
            .into_iter()
            .map(|numbered| numbered.record);
        let mut all = vec![Record::Match(head)];
        all.extend(records);
        all.extend(self.tree.asides());
        all
    }

    /// Returns the names of what `next` can look for: events, reasons and kinds of move.
    #[must_use]
    pub fn event_names(&self) -> Vec<String> {
        let mut names: Vec<String> = ["round", "shuffle", "draw", "reveal", MISTAKE]
            .map(str::to_owned)
            .to_vec();
        let declared = self.ruleset.events.iter().chain(&self.ruleset.reasons);
        for (name, _) in declared {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        let line = self.tree.current();
        // One side does not know what comes.
        let last = match self.eyes {
            Some(_) => self.tree.at(),
            None => line.len(),
        };
        for after in 0..last {
            let kind = line.made(after).map_or("", kind_of).to_owned();
            if !names.contains(&kind) {
                names.push(kind);
            }
        }
        names
    }

    /// Does what a line of text says.
    pub fn run(&mut self, text: &str) -> Response {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some(first) = words.first() else {
            return Response::told(Vec::new());
        };
        self.typed = words.join(" ");
        let lower = self.typed.to_lowercase();
        if let Some(index) = moves::exactly(&lower, self.legal(), &self.look) {
            return self.answer(|session| session.play_nth(index));
        }
        // What follows a command keeps its letters and its spaces: a note, the name of a file.
        let rest = text.trim().get(first.len()..).unwrap_or_default().trim();
        let begins = |legal: &crate::game::Move| legal.text.starts_with(&lower);
        let is_move = lower.bytes().all(|byte| byte.is_ascii_digit())
            || self.legal().iter().any(begins)
            || matches!(
                moves::find(&lower, self.legal(), &self.look),
                Found::Move(_) | Found::Several
            );
        let command = match command::word(&first.to_lowercase()) {
            // A beginning of both a command and a move is a command only if it is a whole one.
            Word::Command(name) if !is_move || command::named(&first.to_lowercase()).is_some() => {
                command::read(name, rest)
            }
            Word::Several(names) if !is_move => Err(command::several(first, &names)),
            Word::None if !is_move => Err(self.no_such(&lower, first)),
            _ => Ok(Command::Play(lower)),
        };
        match command {
            Ok(command) => self.answer(|session| session.carry_out(&command)),
            Err(message) => self.answer(|_| Err(refused(message))),
        }
    }

    /// Says that a line is neither a command nor a move.
    fn no_such(&self, text: &str, first: &str) -> String {
        let point = self.tree.point();
        let is_kind = self.event_names().iter().any(|name| name == first);
        if !point.is_over() && !self.screen().sees_moves(point) && is_kind {
            let side = self.look.words.side(point.state().turn);
            return format!("here {side} decides, not you");
        }
        let texts = self.legal().iter().map(|legal| &*legal.text);
        match nearest(text, texts) {
            Some(near) => format!(
                "`{}` is no legal move here; the nearest is `{}`",
                shown(text),
                self.look.words.move_text(near)
            ),
            None => format!(
                "`{}` is neither a legal move here nor a command; {}",
                shown(text),
                match nearest(first, command::all().map(|spec| spec.name)) {
                    Some(near) => format!("the nearest command is `{near}`"),
                    None => "`moves` and `help` list them".to_owned(),
                }
            ),
        }
    }

    fn answer(&mut self, run: impl FnOnce(&mut Self) -> Result<Response, Refused>) -> Response {
        self.patience.begin();
        let answer = run(self).unwrap_or_else(|lines| Response {
            // A single line is a sentence; several may point at each other.
            lines: match lines.as_slice() {
                [_] => self.look.wrap("", &lines),
                _ => lines,
            },
            failed: true,
            then: Then::Nothing,
        });
        self.patience.end();
        answer
    }

    fn carry_out(&mut self, command: &Command) -> Result<Response, Refused> {
        let told = |lines| Ok(Response::told(lines));
        match command {
            Command::Step(number) => Ok(self.step(*number)),
            Command::Back(number) => {
                let at = self.tree.at();
                let clamped = (*number > at).then(|| "this is the start".to_owned());
                Ok(self.go(at.saturating_sub(*number), clamped))
            }
            Command::Goto(place) => self.goto(place),
            Command::Round(number) => Ok(self.round(*number)),
            Command::Start => Ok(self.go(0, None)),
            Command::End => Ok(self.go(self.tree.current().len(), None)),
            Command::Next(name) if name == MISTAKE => self.next_mistake(),
            Command::Next(name) => self.next(name),
            Command::Show => told(self.here()),
            Command::As(side) => {
                self.eyes = *side;
                told(self.here())
            }
            Command::Moves(prefix) => told(self.screen().moves(self.tree.point(), prefix)),
            Command::Events => told(self.screen().events(self.tree.point())),
            Command::History => {
                let lines = self.screen().history(self.tree.current(), self.tree.at());
                told(lines)
            }
            Command::Vars => told(self.screen().vars(self.tree.point())),
            Command::Play(text) => self.play(text),
            Command::Bot(name, times) => self.bot(name, *times),
            Command::Undo => self.take_back(),
            Command::Redo => self.make_again(),
            Command::Branches => told(self.branches()),
            Command::Switch(name) => self.switch(name),
            Command::Rename(name) => self.rename(name),
            Command::Note(text) => Ok(self.remark(text, false)),
            Command::Mark(name) => self.mark(name),
            Command::Notes => told(self.notes()),
            Command::Why(text) => self.why(text),
            Command::Analyse(budget) => self.analyse(*budget),
            Command::Best(iterations) => self.best(*iterations),
            Command::Diff(name) => self.diff(name),
            Command::Under(id) => self.under(id, Vec::new(), id),
            Command::Set(change) => {
                let id = self.head.ruleset.clone();
                let name = format!("{id} with {change}");
                self.under(&id, vec![Override::Set(change.clone())], &name)
            }
            Command::Save(file) => Ok(Response::then(Then::Save(file.clone()))),
            Command::Open(name) => Ok(Response::then(Then::Open(name.clone()))),
            Command::Reload => self.reload(),
            Command::Recover => Ok(Response::then(Then::Recover)),
            Command::Help(name) => super::help::help(name.as_deref(), &self.ruleset.id, &self.look)
                .map(Response::told)
                .map_err(refused),
            Command::Quit => Ok(Response::then(Then::Quit)),
        }
    }

    fn screen(&self) -> Screen<'_> {
        Screen {
            look: &self.look,
            layout: self.rules.layout(),
            eyes: self.eyes,
        }
    }
}

fn texts(point: &Point) -> Vec<String> {
    let legal = point.legal().iter();
    legal.map(|legal| legal.text.to_string()).collect()
}

fn failed(error: &GameError) -> Refused {
    let mut lines = refused(error.to_string());
    if let GameError::Rules { place, fault } = error
        && let Some(source) = &fault.source
        && let Some(found) = source.downcast_ref::<crate::text::Fault>()
    {
        lines = fault_lines(&found.clone().note(place.as_str()).into());
    }
    lines
}

fn fault_lines(faults: &Faults) -> Refused {
    let text = crate::text::render_all(faults, false);
    text.trim_end().lines().map(str::to_owned).collect()
}

/// Shows what was typed: made visible, and no longer than a message can hold.
fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let mut text = visible(text).into_owned();
    if let Some((end, _)) = text.char_indices().nth(MOST) {
        text.truncate(end);
        text.push('…');
    }
    text
}
