//! What can be typed: the table of commands, and from a line of text to a [`Command`].

use crate::game::Side;
use crate::text::{list_or, nearest};

/// What a word of a command stands for, for completion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wants {
    /// Nothing that can be completed.
    Nothing,
    /// A legal move.
    Move,
    /// A line of play.
    Line,
    /// A recording or a line of play.
    FileOrLine,
    /// A ruleset.
    Ruleset,
    /// An event, a reason or a kind of move.
    Event,
    /// A command.
    Command,
    /// A bot.
    Bot,
    /// A side, or all.
    Eyes,
    /// A parameter.
    Parameter,
}

/// A command as help tells of it.
#[derive(Debug, Clone, Copy)]
pub struct Spec {
    /// Its word.
    pub name: &'static str,
    /// What follows it.
    pub takes: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// An example.
    pub example: &'static str,
    /// What the example does.
    pub shows: &'static str,
    /// What its first word is.
    pub wants: Wants,
}

/// The groups of commands, in the order of `help`.
pub const GROUPS: [(&str, &[Spec]); 6] = [
    (
        "moving in time",
        &[
            spec(
                "step",
                "[N]",
                "goes on by one decision, or by N",
                "step 3",
                "plays the next three decisions of this line",
                Wants::Nothing,
            ),
            spec(
                "back",
                "[N]",
                "goes back by one decision, or by N",
                "back",
                "shows the position before the last decision",
                Wants::Nothing,
            ),
            spec(
                "goto",
                "N",
                "goes to the position before decision N, or to a mark",
                "goto 12",
                "shows where decision 12 is due",
                Wants::Nothing,
            ),
            spec(
                "round",
                "N",
                "goes to the first decision of a round",
                "round 2",
                "shows where round 2 begins",
                Wants::Nothing,
            ),
            spec(
                "start",
                "",
                "goes to the first decision",
                "start",
                "shows the position after the first deal",
                Wants::Nothing,
            ),
            spec(
                "end",
                "",
                "goes to the end of this line",
                "end",
                "shows the last position",
                Wants::Nothing,
            ),
            spec(
                "next",
                "EVENT",
                "goes on to the next event, ending, kind of move or mistake",
                "next draw",
                "goes to where cards are drawn next",
                Wants::Event,
            ),
        ],
    ),
    (
        "looking",
        &[
            spec(
                "show",
                "",
                "draws the position",
                "show",
                "draws it again",
                Wants::Nothing,
            ),
            spec(
                "as",
                "left|right|all",
                "shows everything as that side knows it, or all",
                "as left",
                "hides what left does not know",
                Wants::Eyes,
            ),
            spec(
                "moves",
                "[TEXT]",
                "lists the legal moves, or those that begin with TEXT",
                "moves",
                "lists them all, with their numbers",
                Wants::Move,
            ),
            spec(
                "events",
                "",
                "tells everything that happened since the decision before",
                "events",
                "tells each change, one a line",
                Wants::Nothing,
            ),
            spec(
                "history",
                "",
                "lists the decisions of this line",
                "history",
                "lists them with their numbers",
                Wants::Nothing,
            ),
            spec(
                "vars",
                "",
                "lists the piles and variables as the rules name them",
                "vars",
                "shows what the rules can read",
                Wants::Nothing,
            ),
        ],
    ),
    (
        "playing",
        &[
            spec(
                "play",
                "MOVE",
                "makes a move: its text, its number, or as much as is unique",
                "play 1",
                "makes the first legal move",
                Wants::Move,
            ),
            spec(
                "bot",
                "NAME [N]",
                "lets a bot decide to the end of the round, or N decisions",
                "bot random 4",
                "lets a bot make four decisions, for whichever side is due",
                Wants::Bot,
            ),
            spec(
                "undo",
                "",
                "takes the last change back: a move, a note, a branch",
                "undo",
                "as if it had not been typed",
                Wants::Nothing,
            ),
            spec(
                "redo",
                "",
                "makes it again",
                "redo",
                "after an `undo` too many",
                Wants::Nothing,
            ),
        ],
    ),
    (
        "lines of play",
        &[
            spec(
                "branches",
                "",
                "lists the lines of play",
                "branches",
                "lists where each leaves which",
                Wants::Nothing,
            ),
            spec(
                "switch",
                "LINE",
                "goes to another line of play",
                "switch main",
                "goes back to the match itself",
                Wants::Line,
            ),
            spec(
                "rename",
                "NAME",
                "names this branch",
                "rename careful",
                "gives it a name to remember",
                Wants::Nothing,
            ),
            spec(
                "note",
                "TEXT",
                "writes a note on this position",
                "note too bold here",
                "keeps the note with the replay",
                Wants::Nothing,
            ),
            spec(
                "mark",
                "NAME",
                "names this position",
                "mark turn",
                "lets `goto turn` come back here",
                Wants::Nothing,
            ),
            spec(
                "notes",
                "",
                "lists notes and marks",
                "notes",
                "lists them with their places",
                Wants::Nothing,
            ),
        ],
    ),
    (
        "asking",
        &[
            spec(
                "why",
                "MOVE",
                "says why a move is legal here, or what would have to be otherwise",
                "why 1",
                "tells what the first legal move depends on",
                Wants::Move,
            ),
            spec(
                "analyse",
                "[PLAYOUTS]",
                "says what every decision of this line was worth, and what was luck",
                "analyse",
                "estimates it in some seconds; more playouts take longer and tell more",
                Wants::Nothing,
            ),
            spec(
                "best",
                "[PLAYOUTS]",
                "says what every legal move is worth here",
                "best",
                "searches by what the side to decide can know",
                Wants::Nothing,
            ),
            spec(
                "diff",
                "FILE|LINE",
                "shows this line and another side by side",
                "diff main",
                "shows where this branch parts from the match",
                Wants::FileOrLine,
            ),
            spec(
                "under",
                "RULESET",
                "shows what this line becomes under other rules",
                "under RULESET",
                "plays its decisions there as far as they are legal",
                Wants::Ruleset,
            ),
            spec(
                "set",
                "KEY=VALUE",
                "shows what this line becomes with another parameter",
                "set target=3",
                "tells the first difference",
                Wants::Parameter,
            ),
        ],
    ),
    (
        "the session",
        &[
            spec(
                "save",
                "[FILE]",
                "writes the replay with its branches and notes",
                "save my-match.jsonl",
                "writes it to a file",
                Wants::Nothing,
            ),
            spec(
                "open",
                "FILE|RULESET",
                "opens a replay, or begins a match",
                "open RULESET",
                "begins a match",
                Wants::Ruleset,
            ),
            spec(
                "reload",
                "",
                "reads the rules again",
                "reload",
                "tells what an edit has changed",
                Wants::Nothing,
            ),
            spec(
                "recover",
                "",
                "takes back a session that was not ended",
                "recover",
                "types again all that was typed in it",
                Wants::Nothing,
            ),
            spec(
                "help",
                "[COMMAND]",
                "tells what can be typed",
                "help why",
                "tells more of one command",
                Wants::Command,
            ),
            spec(
                "quit",
                "",
                "ends; a replay that was opened is saved",
                "quit",
                "so does Ctrl-D",
                Wants::Nothing,
            ),
        ],
    ),
];

const fn spec(
    name: &'static str,
    takes: &'static str,
    about: &'static str,
    example: &'static str,
    shows: &'static str,
    wants: Wants,
) -> Spec {
    Spec {
        name,
        takes,
        about,
        example,
        shows,
        wants,
    }
}

/// Returns all commands.
pub fn all() -> impl Iterator<Item = &'static Spec> {
    GROUPS.iter().flat_map(|(_, specs)| specs.iter())
}

/// Finds a command by its word.
#[must_use]
pub fn named(name: &str) -> Option<&'static Spec> {
    all().find(|spec| spec.name == name)
}

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Go on by so many decisions.
    Step(usize),
    /// Go back by so many decisions.
    Back(usize),
    /// Go to a decision by its number, or to a mark.
    Goto(String),
    /// Go to a round.
    Round(u32),
    /// Go to the first decision.
    Start,
    /// Go to the end.
    End,
    /// Go to the next event of a name.
    Next(String),
    /// Draw the position.
    Show,
    /// See as a side, or everything.
    As(Option<Side>),
    /// List the legal moves that begin so.
    Moves(String),
    /// Tell what happened.
    Events,
    /// List the decisions.
    History,
    /// List piles and variables.
    Vars,
    /// Make a move.
    Play(String),
    /// Let a bot decide; so often, or to the end of the round.
    Bot(String, Option<usize>),
    /// Take the last change back.
    Undo,
    /// Make it again.
    Redo,
    /// List the lines of play.
    Branches,
    /// Go to another line.
    Switch(String),
    /// Name this branch.
    Rename(String),
    /// Write a note.
    Note(String),
    /// Name this position.
    Mark(String),
    /// List notes and marks.
    Notes,
    /// Say why a move is legal or not.
    Why(String),
    /// Say what the decisions of this line were worth, with so many playouts.
    Analyse(Option<u32>),
    /// Say what the legal moves are worth, with so many playouts.
    Best(Option<u32>),
    /// Compare with a recording or a line.
    Diff(String),
    /// Play this line under other rules.
    Under(String),
    /// Play this line with another parameter.
    Set(String),
    /// Write the replay.
    Save(Option<String>),
    /// Open a replay or begin a match.
    Open(String),
    /// Read the rules again.
    Reload,
    /// Take back a session that was not ended.
    Recover,
    /// Tell what can be typed.
    Help(Option<String>),
    /// End.
    Quit,
}

/// Most playouts that can be asked for: they take minutes to hours.
const MOST_PLAYOUTS: u32 = 10_000_000;

/// What a first word means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    /// A command.
    Command(&'static str),
    /// Several commands begin so.
    Several(Vec<&'static str>),
    /// None does.
    None,
}

/// Finds the command that a word means: its own, or the only one that begins so.
#[must_use]
pub fn word(text: &str) -> Word {
    match text {
        "?" => return Word::Command("help"),
        "exit" => return Word::Command("quit"),
        _ => {}
    }
    if let Some(spec) = named(text) {
        return Word::Command(spec.name);
    }
    let begin: Vec<&str> = all()
        .map(|spec| spec.name)
        .filter(|name| name.starts_with(text))
        .collect();
    match begin[..] {
        [] => Word::None,
        [only] => Word::Command(only),
        _ => Word::Several(begin),
    }
}

/// Reads a command from its word and what follows.
///
/// # Errors
/// What is wrong, in words.
pub fn read(name: &str, rest: &str) -> Result<Command, String> {
    let Some(spec) = named(name) else {
        return Err(unknown(name));
    };
    let must = |what: &str| {
        if rest.is_empty() {
            Err(format!(
                "`{name}` needs {what}: `{}`",
                format!("{name} {}", spec.takes).trim_end()
            ))
        } else {
            Ok(rest.to_owned())
        }
    };
    let number = |default: usize| match rest {
        "" => Ok(default),
        text => text
            .parse::<usize>()
            .map_err(|_| format!("`{name}` takes a whole number, not `{text}`")),
    };
    let playouts = || match rest {
        "" => Ok(None),
        text => match text.parse::<u32>() {
            Ok(number) if (1..=MOST_PLAYOUTS).contains(&number) => Ok(Some(number)),
            _ => Err(format!(
                "`{name}` takes a number of playouts from 1 to {MOST_PLAYOUTS}, not `{text}`"
            )),
        },
    };
    let nothing = |command: Command| {
        if rest.is_empty() {
            Ok(command)
        } else {
            Err(format!("`{name}` takes nothing, but there is `{rest}`"))
        }
    };
    match name {
        "step" => number(1).map(Command::Step),
        "back" => number(1).map(Command::Back),
        "goto" => must("a number or a mark").map(Command::Goto),
        "round" => {
            must("a number")?;
            let number = number(1)?;
            Ok(Command::Round(u32::try_from(number).unwrap_or(u32::MAX)))
        }
        "start" => nothing(Command::Start),
        "end" => nothing(Command::End),
        "next" => must("an event").map(Command::Next),
        "show" => nothing(Command::Show),
        "as" => match rest.to_lowercase().as_str() {
            "all" => Ok(Command::As(None)),
            side => match Side::from_word(side) {
                Some(side) => Ok(Command::As(Some(side))),
                None => Err(format!("`as` takes left, right or all, not `{rest}`")),
            },
        },
        "moves" => Ok(Command::Moves(rest.to_lowercase())),
        "events" => nothing(Command::Events),
        "history" => nothing(Command::History),
        "vars" => nothing(Command::Vars),
        "play" => must("a move").map(|text| Command::Play(text.to_lowercase())),
        "bot" => {
            // A command with spaces in it stands in quotation marks.
            let words = shell_words::split(rest).map_err(|error| error.to_string())?;
            let bot = words.first().map_or("greedy", String::as_str).to_owned();
            let times = match words.get(1) {
                None => None,
                Some(text) => Some(
                    text.parse()
                        .map_err(|_| format!("`{text}` is no number of decisions"))?,
                ),
            };
            Ok(Command::Bot(bot, times))
        }
        "undo" => nothing(Command::Undo),
        "redo" => nothing(Command::Redo),
        "branches" => nothing(Command::Branches),
        "switch" => must("the name of a line").map(Command::Switch),
        "rename" => must("a name").map(Command::Rename),
        "note" => must("a text").map(Command::Note),
        "mark" => must("a name").map(Command::Mark),
        "notes" => nothing(Command::Notes),
        "why" => must("a move").map(|text| Command::Why(text.to_lowercase())),
        "analyse" => playouts().map(Command::Analyse),
        "best" => playouts().map(Command::Best),
        "diff" => must("a file or a line").map(Command::Diff),
        "under" => must("a ruleset").map(Command::Under),
        "set" => must("a parameter and its value").map(Command::Set),
        "save" => Ok(Command::Save((!rest.is_empty()).then(|| rest.to_owned()))),
        "open" => must("a file or a ruleset").map(Command::Open),
        "reload" => nothing(Command::Reload),
        "recover" => nothing(Command::Recover),
        "help" => Ok(Command::Help((!rest.is_empty()).then(|| rest.to_owned()))),
        "quit" => nothing(Command::Quit),
        _ => Err(unknown(name)),
    }
}

/// Says that there is no such command, with the nearest that there is.
#[must_use]
pub fn unknown(name: &str) -> String {
    match nearest(name, all().map(|spec| spec.name)) {
        Some(near) => format!("there is no command `{name}`; the nearest is `{near}`"),
        None => format!("there is no command `{name}`; `help` lists them"),
    }
}

/// Says that several commands begin so.
#[must_use]
pub fn several(text: &str, names: &[&str]) -> String {
    format!("`{text}` may be {}", list_or(names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_table_is_read() {
        for spec in all() {
            let (name, rest) = spec.example.split_once(' ').unwrap_or((spec.example, ""));
            assert_eq!(name, spec.name);
            assert!(read(name, rest).is_ok(), "{}", spec.example);
        }
    }

    #[test]
    fn a_beginning_is_enough_where_it_is_unique() {
        assert_eq!(word("st"), Word::Several(vec!["step", "start"]));
        assert_eq!(word("ste"), Word::Command("step"));
        assert_eq!(word("note"), Word::Command("note"));
        assert_eq!(word("xyz"), Word::None);
    }

    #[test]
    fn what_is_missing_or_wrong_is_said() {
        assert_eq!(
            read("goto", "").unwrap_err(),
            "`goto` needs a number or a mark: `goto N`"
        );
        assert_eq!(
            read("step", "x").unwrap_err(),
            "`step` takes a whole number, not `x`"
        );
        assert_eq!(
            read("end", "now").unwrap_err(),
            "`end` takes nothing, but there is `now`"
        );
        assert_eq!(
            unknown("shwo"),
            "there is no command `shwo`; the nearest is `show`"
        );
    }
}
