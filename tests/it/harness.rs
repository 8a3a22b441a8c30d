//! What several topics need: rulesets by id, matches that are played through, the binary.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::sync::Arc;

use include_dir::{Dir, include_dir};
use salle::bots::{Bot, Setting};
use salle::chance::Seeded;
use salle::game::{
    BySide, Decision, Event, Game, Layout, Move, Observer, Rules, Side, State, Value,
};
use salle::play::{Finished, Player, play_match};
use salle::replay::{Head, Reader, Record, Recorder, Recording};
use salle::ruleset::{Loader, Override};
use salle::text::Library;

static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rulesets");

/// Returns the folder of this crate.
pub(crate) fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the folder of the toy rulesets.
pub(crate) fn toys() -> PathBuf {
    here().join("tests/rulesets")
}

/// Makes a loader of the shipped rulesets and the toys.
pub(crate) fn loader() -> Loader {
    Loader::new(Arc::new(Library::new(vec![toys()], &SHIPPED)))
}

/// Makes a loader of the shipped rulesets alone.
pub(crate) fn shipped() -> Loader {
    Loader::new(Arc::new(Library::new(Vec::new(), &SHIPPED)))
}

/// Returns the ids of every ruleset, shipped and toy.
pub(crate) fn all_ids() -> Vec<String> {
    loader().ids()
}

/// Makes rules, with changes such as `target=2`.
pub(crate) fn rules_with(id: &str, changes: &[&str]) -> Rc<dyn Rules> {
    let changes: Vec<Override> = changes
        .iter()
        .map(|change| Override::Set((*change).to_owned()))
        .collect();
    let ruleset = loader().load(id, &changes).unwrap();
    ruleset.rules().unwrap()
}

/// Makes rules as they stand; a thread compiles each ruleset once.
pub(crate) fn rules(id: &str) -> Rc<dyn Rules> {
    thread_local! {
        static KNOWN: RefCell<HashMap<String, Rc<dyn Rules>>> = RefCell::default();
    }
    KNOWN.with_borrow_mut(|known| {
        let made = known
            .entry(id.to_owned())
            .or_insert_with(|| rules_with(id, &[]));
        Rc::clone(made)
    })
}

/// Makes a command that runs the binary with what is built in and nothing from outside.
#[allow(dead_code, reason = "topics come and go")]
pub(crate) fn salle() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_salle"));
    command
        .env_remove("SALLE_RULESETS")
        .env("LC_ALL", "C")
        .env("SALLE_STATE", state())
        .env("NO_COLOR", "1");
    command
}

/// Returns a folder for journals, another one for each run: what somebody left behind is no matter
/// of the tests, nor the other way round.
pub(crate) fn state() -> PathBuf {
    let name = format!("state-{}", std::process::id());
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A decision and the position before it.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub(crate) state: State,
    pub(crate) legal: Vec<Move>,
    pub(crate) chosen: Move,
}

/// An event with the positions around it.
#[derive(Debug, Clone)]
pub(crate) struct Happened {
    pub(crate) before: State,
    pub(crate) event: Event,
    pub(crate) after: State,
}

/// A match that was played through.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) layout: Rc<Layout>,
    pub(crate) events: Vec<Happened>,
    pub(crate) decisions: Vec<Seen>,
    pub(crate) lines: Vec<String>,
    pub(crate) finished: Finished,
}

struct Collector {
    before: State,
    events: Vec<Happened>,
    decisions: Vec<Seen>,
    lines: Rc<RefCell<Vec<String>>>,
}

impl Collector {
    fn recorder(&self) -> Recorder<impl FnMut(Record) + use<>> {
        let lines = Rc::clone(&self.lines);
        Recorder::new(move |record: Record| lines.borrow_mut().push(record.to_line()))
    }
}

impl Observer for Collector {
    fn event(&mut self, event: &Event, state: &State, layout: &Layout) {
        self.recorder().event(event, state, layout);
        self.events.push(Happened {
            before: std::mem::replace(&mut self.before, state.clone()),
            event: event.clone(),
            after: state.clone(),
        });
    }

    fn decision(&mut self, decision: &Decision<'_>) {
        self.recorder().decision(decision);
        self.decisions.push(Seen {
            state: decision.state.clone(),
            legal: decision.legal.to_vec(),
            chosen: decision.chosen.clone(),
        });
    }
}

/// Returns the head of a recording of a match.
pub(crate) fn head(id: &str, seed: u64) -> Head {
    Head {
        ruleset: id.to_owned(),
        parameters: Value::map::<&str>([]),
        seed: Some(seed),
        game: None,
        players: None,
        format: Some(salle::replay::FORMAT),
        fingerprint: None,
        partial: false,
    }
}

/// Plays a match between two random players through.
pub(crate) fn played(rules: &Rc<dyn Rules>, seed: u64) -> Played {
    played_by(rules, &Bot::Random, seed)
}

/// Plays a match between two players of one sort through.
pub(crate) fn played_by(rules: &Rc<dyn Rules>, bot: &Bot, seed: u64) -> Played {
    let mut game = Game::new(Rc::clone(rules));
    let mut collector = Collector {
        before: game.state().clone(),
        events: Vec::new(),
        decisions: Vec::new(),
        lines: Rc::new(RefCell::new(vec![
            Record::Match(head("some/ruleset", seed)).to_line(),
        ])),
    };
    let setting = Setting::plain(rules);
    let mut left = bot.player(&setting, seed, Side::Left);
    let mut right = bot.player(&setting, seed, Side::Right);
    let players: BySide<&mut dyn Player> = BySide {
        left: &mut *left,
        right: &mut *right,
    };
    let finished = play_match(&mut game, &mut Seeded::new(seed), players, &mut collector).unwrap();
    Played {
        layout: Rc::clone(rules.layout()),
        events: collector.events,
        decisions: collector.decisions,
        lines: collector.lines.take(),
        finished,
    }
}

/// Reads a recording of one match.
pub(crate) fn recording(lines: &[String]) -> Recording {
    let text = lines.join("\n");
    let mut reader = Reader::new("match.jsonl", text.as_bytes());
    reader.next_match().unwrap().unwrap()
}
