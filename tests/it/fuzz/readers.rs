//! Damaged files before the readers of the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use include_dir::{Dir, include_dir};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::sample::select;
use proptest::strategy::{Strategy, Union};
use proptest::{prop_assert, prop_assert_eq};
use salle::game::{Game, Move, Nobody, Value};
use salle::repl::command;
use salle::repl::moves::{self, Found};
use salle::repl::opening::{Opening, Surroundings};
use salle::replay::{Reader, Recording, verify};
use salle::report::Look;
use salle::ruleset::{Loader, Ruleset};
use salle::scenario::{ScenarioFile, Vocabulary};
use salle::text::tree::parse;
use salle::text::{Faults, Library, Source};

use super::edits::{Edit, edited, edits};
use super::faults::are_sound;
use super::try_cases;
use crate::harness::{here, loader, rules, shipped};

static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rulesets");

/// A file by its path.
type File = (String, Vec<u8>);

/// Returns the shipped YAML files, those of scenarios or those of rulesets.
fn yaml_files(of_scenarios: bool) -> Vec<File> {
    let library = Library::new(Vec::new(), &SHIPPED);
    let names = library.names("yaml").into_iter();
    let wanted = names.filter(|name| name.contains("/scenarios/") == of_scenarios);
    let files: Vec<File> = wanted
        .map(|name| {
            let text = library.find(&name).unwrap().source.text().to_owned();
            (name, text.into_bytes())
        })
        .collect();
    assert!(files.len() > 5);
    files
}

/// Returns the shipped recordings.
fn recordings() -> Vec<File> {
    fn below(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                below(&path, files);
            } else {
                files.push(path);
            }
        }
    }
    let mut paths = Vec::new();
    below(&here().join("replays"), &mut paths);
    paths.sort();
    let paths = paths.into_iter();
    paths
        .map(|path| (path.display().to_string(), fs::read(path).unwrap()))
        .collect()
}

/// A file, another one, and what is done to the first.
fn damaged(files: Vec<File>) -> impl Strategy<Value = (File, File, Vec<Edit>)> {
    (select(files.clone()), select(files), edits())
}

#[test]
fn a_damaged_ruleset_is_a_ruleset_or_has_faults() {
    let folder = tempfile::tempdir().unwrap();
    let layers = vec![folder.path().to_path_buf()];
    let loader = Loader::new(Arc::new(Library::new(layers, &SHIPPED)));
    try_cases(
        60,
        &damaged(yaml_files(false)),
        |((name, file), (_, other), edits)| {
            let path = folder.path().join(&name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, edited(&file, &other, &edits)).unwrap();
            let id = name.strip_suffix(".yaml").unwrap();
            let made = || -> Result<Ruleset, Faults> {
                let ruleset = loader.load(id, &[])?;
                ruleset.rules().map(|_| ruleset)
            };
            let (first, second) = (made(), made());
            fs::remove_file(path).unwrap();
            match (first, second) {
                (Ok(first), Ok(second)) => prop_assert_eq!(first.fingerprint, second.fingerprint),
                (Err(first), Err(second)) => {
                    are_sound(&first)?;
                    prop_assert_eq!(first, second);
                }
                _ => prop_assert!(false, "once it is a ruleset, and once it is none"),
            }
            Ok(())
        },
    );
}

#[test]
fn a_damaged_yaml_file_is_a_tree_or_has_faults() {
    let files = [yaml_files(false), yaml_files(true)].concat();
    try_cases(200, &damaged(files), |((name, file), (_, other), edits)| {
        let text = String::from_utf8_lossy(&edited(&file, &other, &edits)).into_owned();
        let source = Source::new(name, text);
        let (first, second) = (parse(&source), parse(&source));
        prop_assert_eq!(&first, &second);
        if let Err(faults) = first {
            are_sound(&faults)?;
        }
        Ok(())
    });
}

#[test]
fn a_damaged_file_of_scenarios_is_one_or_has_faults() {
    let vocabulary = Vocabulary::default();
    try_cases(
        200,
        &damaged(yaml_files(true)),
        |((name, file), (_, other), edits)| {
            let text = String::from_utf8_lossy(&edited(&file, &other, &edits)).into_owned();
            let source = Source::new(name, text);
            let (first, second) = (ScenarioFile::read(&source), ScenarioFile::read(&source));
            match (first, second) {
                (Ok(read), Ok(_)) => {
                    // What was read must be fit to be judged, under whatever rules.
                    for scenario in &read.scenarios {
                        let rules = rules("touche/lunge");
                        if let Err(faults) = scenario.start(rules.layout(), &vocabulary) {
                            are_sound(&faults)?;
                        }
                    }
                }
                (Err(first), Err(second)) => {
                    are_sound(&first)?;
                    prop_assert_eq!(first, second);
                }
                _ => prop_assert!(false, "once it can be read, and once it cannot"),
            }
            Ok(())
        },
    );
}

/// Reads all matches of a recording, as far as they can be read.
fn read(name: &str, text: &[u8]) -> (Vec<Recording>, Option<Faults>) {
    let mut reader = Reader::new(name, text);
    let mut matches = Vec::new();
    loop {
        match reader.next_match() {
            Ok(Some(recording)) => matches.push(recording),
            Ok(None) => return (matches, None),
            Err(faults) => return (matches, Some(faults)),
        }
    }
}

#[test]
fn a_damaged_recording_is_read_as_far_as_it_can_be() {
    let ids = shipped().ids();
    try_cases(
        200,
        &damaged(recordings()),
        |((name, file), (_, other), edits)| {
            let text = edited(&file, &other, &edits);
            let (first, second) = (read(&name, &text), read(&name, &text));
            prop_assert_eq!(format!("{first:?}"), format!("{second:?}"));
            if let Some(faults) = &first.1 {
                are_sound(faults)?;
            }
            for recording in first.0.iter().take(3) {
                if !ids.contains(&recording.head.ruleset) {
                    continue;
                }
                let rules = rules(&recording.head.ruleset);
                let verified = || verify(Game::new(Rc::clone(&rules)), recording, &mut Nobody);
                match (verified(), verified()) {
                    (Ok(first), Ok(second)) => prop_assert_eq!(first, second),
                    (first, second) => {
                        prop_assert_eq!(
                            format!("{:?}", first.err()),
                            format!("{:?}", second.err())
                        );
                    }
                }
            }
            Ok(())
        },
    );
}

#[test]
fn whatever_is_typed_means_a_move_or_none() {
    let texts = ["go 1", "go 12", "stay", "keep a,b", "vor 3 é", "x"];
    let legal: Vec<Move> = texts
        .iter()
        .map(|text| Move::new(text, Value::Null))
        .collect();
    let files: Vec<File> = texts
        .iter()
        .map(|text| ((*text).to_owned(), text.as_bytes().to_vec()))
        .collect();
    let typed = Union::new([
        damaged(files)
            .prop_map(|((_, file), (_, other), edits)| {
                String::from_utf8_lossy(&edited(&file, &other, &edits)).into_owned()
            })
            .boxed(),
        any::<String>().boxed(),
        "[0-9]{1,30}".boxed(),
    ]);
    try_cases(1_000, &typed, |text| {
        let look = Look::default();
        if let Found::Move(index) = moves::find(&text, &legal, &look) {
            prop_assert!(index < legal.len());
        }
        let _ = moves::list(&legal, &text, &look);
        Ok(())
    });
}

/// Commands that may take their time: they search, play matches or read files.
const SLOW: [&str; 9] = [
    "analyse", "best", "bot", "diff", "next", "open", "set", "under", "why",
];

/// Lines as they are typed: examples of all commands that take no time, with damage.
fn lines() -> impl Strategy<Value = Vec<String>> {
    let commands = command::all().filter(|spec| !SLOW.contains(&spec.name));
    let mut files: Vec<File> = commands
        .flat_map(|spec| [spec.name, spec.example])
        .map(|text| (text.to_owned(), text.as_bytes().to_vec()))
        .collect();
    files.extend(
        ["1", "2", "advance 2", "mark a", "goto a"].map(|text| (text.to_owned(), text.into())),
    );
    let plain = select(files.clone()).prop_map(|(text, _)| text);
    let broken = damaged(files).prop_map(|((_, file), (_, other), edits)| {
        String::from_utf8_lossy(&edited(&file, &other, &edits)).into_owned()
    });
    vec(Union::new([plain.boxed(), broken.boxed()]), 1..25)
}

#[test]
fn whatever_is_typed_in_a_session_has_an_answer() {
    try_cases(40, &lines(), |lines| {
        let answers = || {
            let around = Surroundings {
                loader: loader(),
                looks: Rc::new(|_: &Ruleset| Look::default()),
                stop: Arc::new(AtomicBool::new(false)),
                show: Rc::new(|_| {}),
            };
            let opening = Opening {
                ruleset: Some("touche/kids".to_owned()),
                seed: 5,
                players: ["human", "human"].map(str::to_owned),
                ..Opening::default()
            };
            let (mut session, _) = opening.begin(&around).unwrap();
            let fast = lines.iter().filter(|line| {
                let first = line.split_whitespace().next().unwrap_or_default();
                match command::word(&first.to_lowercase()) {
                    command::Word::Command(name) => !SLOW.contains(&name),
                    _ => true,
                }
            });
            fast.map(|line| format!("{:?}", session.run(line).lines))
                .collect::<Vec<String>>()
        };
        prop_assert_eq!(answers(), answers());
        Ok(())
    });
}

#[test]
fn the_files_that_are_damaged_are_sound() {
    assert!(shipped().ids().len() > 5);
    for (name, file) in recordings() {
        let (matches, faults) = read(&name, &file);
        assert!(faults.is_none() && !matches.is_empty(), "{name}");
    }
}
