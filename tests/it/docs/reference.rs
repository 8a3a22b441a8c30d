//! `docs/reference.md` leaves nothing out.

use std::fs;

use clap::CommandFactory;
use salle::bots;
use salle::cli::Cli;
use salle::game::declaration::Seen;
use salle::game::layout::RESERVED;
use salle::game::terms;
use salle::measure::{self, CHOICES, PAIRS, grid};
use salle::ruleset::{DECLARATION_KEYS, Declared, KEYS, KINDS, RULING_KEYS};
use salle::script::api::TOPICS;
use salle::script::{HOOKS, LIMITS, describe};
use salle::text::{self, tree};

use super::{generated, root};

fn reference() -> String {
    fs::read_to_string(root().join("docs/reference.md")).unwrap()
}

fn source(name: &str) -> String {
    fs::read_to_string(root().join("src").join(name)).unwrap()
}

/// Fails with everything that is missing.
fn must_hold(wanted: impl IntoIterator<Item = String>) {
    let text = reference();
    let missing: Vec<String> = wanted
        .into_iter()
        .filter(|wanted| !text.contains(wanted.as_str()))
        .collect();
    assert!(missing.is_empty(), "docs/reference.md lacks {missing:#?}");
}

/// Returns the texts in quotes that follow a beginning, up to a closing character.
fn quoted_after(source: &str, begin: &str, end: char) -> Vec<String> {
    let mut found = Vec::new();
    for part in source.split(begin).skip(1) {
        let part = part.split(end).next().unwrap_or_default();
        let words = part.split('"').skip(1).step_by(2);
        found.extend(words.map(str::to_owned));
    }
    found
}

#[test]
fn every_key_of_a_ruleset_is_there() {
    let keys = KEYS.iter().map(|(key, _)| *key);
    let of_entries = DECLARATION_KEYS.iter().chain(&RULING_KEYS);
    let all = keys
        .chain(of_entries.map(|(key, _)| *key))
        .chain(KINDS.map(|(kind, ..)| kind));
    must_hold(all.map(|key| format!("`{key}`")));
    let every_match = Declared::of_every_match().into_iter();
    must_hold(every_match.map(|(declared, value)| format!("| `{}` | `{value}` |", declared.path)));
}

#[test]
fn every_hook_and_everything_that_table_returns_is_there() {
    must_hold(HOOKS.iter().map(|hook| {
        let need = if hook.required { "yes" } else { "no" };
        format!(
            "| `{}({})` | {need} |",
            hook.name,
            hook.parameters.join(", ")
        )
    }));
    let table = source("script/table.rs");
    let mut keys = quoted_after(&table, "let keys = [", ']');
    keys.extend(quoted_after(&table, "what, &[", ']'));
    assert!(keys.len() >= 17, "{keys:?}");
    keys.extend(Seen::WORDS.map(|(word, _)| word.to_owned()));
    keys.extend(RESERVED.map(str::to_owned));
    must_hold(keys.into_iter().map(|key| format!("`{key}`")));
}

/// The tables of the reference are those that `salle api` prints.
#[test]
fn what_scripts_can_use_is_told_from_the_code() {
    let path = root().join("docs/reference.md");
    let mut text = reference();
    let topics = TOPICS
        .iter()
        .map(|topic| (topic.key, describe::table(topic)));
    let others = [
        ("hooks", describe::hooks()),
        ("standard", describe::standard()),
    ];
    for (key, made) in topics.chain(others) {
        let begin = format!("<!-- api, {key}: made by a test -->\n");
        let end = format!("<!-- end of {key} -->\n");
        let (head, rest) = text.split_once(&begin).expect(&begin);
        let (_, tail) = rest.split_once(&end).expect(&end);
        text = format!("{head}{begin}\n{made}\n{end}{tail}");
    }
    generated(&path, &text);
    let forbidden = quoted_after(&source("script/engine.rs"), "FORBIDDEN: [&str; 4] = [", ']');
    assert_eq!(forbidden.len(), 4);
    must_hold(forbidden.into_iter().map(|word| format!("`{word}`")));
}

/// Writes a number as the document does.
fn number(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .filter_map(|group| std::str::from_utf8(group).ok())
        .collect();
    groups.join(" ")
}

/// Reads a number out of a source: `16`, `2_000` or `48 << 20`.
fn constant(file: &str, name: &str) -> u64 {
    let text = source(file);
    let declared = text.split(&format!("const {name}: ")).nth(1).unwrap();
    let value = declared.split(['=', ';']).nth(1).unwrap();
    let mut numbers = value
        .split("<<")
        .map(|part| part.trim().replace('_', "").parse::<u64>().unwrap());
    let first = numbers.next().unwrap();
    first << numbers.next().unwrap_or_default()
}

#[test]
fn every_limit_is_there() {
    let of_play = [
        ("effects that one call returns", terms::MOST_EFFECTS as u64),
        (
            "times that `next` asks for effects between two decisions",
            u64::from(terms::MOST_STEPS),
        ),
        ("legal moves of a position", terms::MOST_MOVES as u64),
        (
            "rounds in a row without a decision",
            u64::from(terms::MOST_IDLE_ROUNDS),
        ),
        (
            "spaces of a track",
            salle::game::layout::MOST_SPACES.unsigned_abs(),
        ),
        ("bytes in a YAML file", text::MAX_FILE_BYTES),
        ("combinations of a sweep", grid::MOST_CELLS as u64),
        ("matches of a combination", measure::MOST_PART_GAMES),
        ("bytes of a part of a sweep", measure::MOST_PART_BYTES),
        ("values in a YAML file", tree::MAX_NODES as u64),
        (
            "lists and maps within one another in a YAML file",
            tree::MAX_DEPTH as u64,
        ),
    ];
    let limits = LIMITS.described().into_iter().chain(of_play);
    must_hold(limits.map(|(what, most)| format!("| {what} | {} |", number(most))));
}

#[test]
fn every_limit_that_only_its_file_knows_is_there() {
    let limits = [
        (
            "lists and maps within one another in data",
            "script/convert.rs",
            "DEEPEST",
        ),
        (
            "values in the data of a move, a variable or an event",
            "script/convert.rs",
            "MOST_VALUES",
        ),
        (
            "cards that a pile starts with",
            "game/layout.rs",
            "MOST_CARDS",
        ),
        (
            "rulesets along `extends`",
            "ruleset/load.rs",
            "LONGEST_CHAIN",
        ),
        (
            "scripts of a ruleset, with those of its ancestors",
            "ruleset/load.rs",
            "MOST_SCRIPTS",
        ),
        (
            "scenarios in a file, counted once for each ruleset",
            "scenario/file.rs",
            "MOST_RUNS",
        ),
        (
            "bytes in a line of a recording",
            "replay/read.rs",
            "LONGEST_LINE",
        ),
        (
            "lines of a match in a recording",
            "replay/read.rs",
            "MOST_LINES",
        ),
        (
            "bytes of a match in a recording",
            "replay/read.rs",
            "MOST_BYTES",
        ),
        (
            "values (texts, numbers, lists, objects) of a match in a recording",
            "replay/read.rs",
            "MOST_VALUES",
        ),
        (
            "notes, marks and branches of a match",
            "replay/read.rs",
            "MOST_ASIDES",
        ),
        ("cards in one record", "replay/read.rs", "MOST_CARDS"),
        (
            "characters of a line for people; the rest is cut",
            "text/visible.rs",
            "LONGEST_SHOWN",
        ),
    ];
    must_hold(limits.map(|(what, file, name)| {
        let most = constant(file, name);
        format!("| {what} | {} |", number(most))
    }));
    let piles = number(constant("game/layout.rs", "MOST"));
    must_hold([format!("(each; those of a side count twice) | {piles} |")]);
    assert!(source("script/convert.rs").contains("const MOST_BYTES: usize = LIMITS.text;"));
    let bytes = number(LIMITS.text as u64);
    must_hold([format!("| bytes of the texts in such data | {bytes} |")]);
}

/// Every verb has a section of its own, with every flag in it.
#[test]
fn every_verb_and_flag_is_there() {
    let text = reference();
    let mut missing = Vec::new();
    let root = Cli::command();
    let mut open: Vec<(String, &clap::Command)> = vec![("salle".to_owned(), &root)];
    while let Some((path, command)) = open.pop() {
        let verbs: Vec<_> = command.get_subcommands().collect();
        let heading = if path == "salle" {
            "\n## Commands\n".to_owned()
        } else {
            format!("\n### {path}\n")
        };
        let section = text.split_once(&heading).map(|(_, rest)| rest);
        let section = section.and_then(|rest| rest.split("\n##").next());
        if section.is_none() && verbs.is_empty() {
            missing.push(heading);
        }
        for argument in command.get_arguments() {
            let Some(long) = argument.get_long() else {
                continue;
            };
            let flag = format!("`--{long}`");
            if !section.unwrap_or_default().contains(&flag) {
                missing.push(format!("{path}: {flag}"));
            }
        }
        for verb in verbs {
            open.push((format!("{path} {}", verb.get_name()), verb));
        }
    }
    assert!(missing.is_empty(), "docs/reference.md lacks {missing:#?}");
    must_hold(bots::NAMES.map(|name| format!("| `{name}` |")));
}

#[test]
fn every_measure_is_there() {
    must_hold(CHOICES.map(|name| format!("| `{name}` |")));
    must_hold(PAIRS.map(|pair| format!("`{}` over `{}`", pair.better, pair.worse)));
}

#[test]
fn every_record_and_its_keys_are_there() {
    let read = source("replay/read.rs");
    let types = quoted_after(&read, "const TYPES: [&str; 13] = [", ']');
    assert_eq!(types.len(), 13);
    let mut wanted: Vec<String> = types.into_iter().map(|t| format!("`{t}`")).collect();
    for get in [
        "must", "text", "texts", "number", "int", "side", "data", "flag", "take",
    ] {
        for part in read.split(&format!(".{get}(\"")).skip(1) {
            wanted.push(format!("`{}`", part.split('"').next().unwrap()));
        }
    }
    assert!(wanted.len() > 35, "{wanted:?}");
    must_hold(wanted);
}
