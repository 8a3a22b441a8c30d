//! `docs/rulings.md` says what the rulesets say.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_yaml::Value;

use super::{generated, root};

const INTRODUCTION: &str = "\
# How the rule texts are read

A rule text is silent here and there, or can be read in two ways. This page says how the rulesets of Salle read each of
them, and what in the text the reading rests on, in our own words. `salle show` prints the same for one ruleset.

A ruling with an option can be flipped: the option is a parameter, so one line of YAML or one `--set` changes it (see
the [reference](reference.md#parameters)).

This page is made from the rulesets by a test; edit the `rulings` there, not here.
";

#[test]
fn the_rulings_are_those_of_the_rulesets() {
    let mut text = INTRODUCTION.to_owned();
    let mut folders: Vec<_> = fs::read_dir(root().join("rulesets"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    // What games share comes before the games.
    folders.sort_by_key(|path| (!path.ends_with("lib"), path.clone()));
    for folder in folders {
        let mut files: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|end| end == "yaml"))
            .map(|path| (read(&path), path))
            .collect();
        // A variant comes after the one that it changes.
        files.sort_by_key(|(file, path)| (depth(file), path.clone()));
        for (file, path) in files {
            section(&file, &path, &mut text);
        }
    }
    generated(&root().join("docs/rulings.md"), &text);
}

fn read(path: &Path) -> Value {
    serde_yaml::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn depth(file: &Value) -> usize {
    let Some(parent) = file["extends"].as_str() else {
        return 0;
    };
    1 + depth(&read(&root().join(format!("rulesets/{parent}.yaml"))))
}

/// Returns the name without folder and ending: `game/variant`.
fn id(path: &Path) -> String {
    let name = path.strip_prefix(root().join("rulesets")).unwrap();
    let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/").trim_end_matches(".yaml").to_owned()
}

fn section(file: &Value, path: &Path, text: &mut String) {
    let Some(rulings) = file["rulings"].as_sequence() else {
        return;
    };
    let title = file["title"].as_str().unwrap();
    writeln!(text, "\n## {title}").unwrap();
    if let Some(source) = file["source"].as_str() {
        writeln!(text, "\nThe text: {source}.").unwrap();
    }
    if let Some(parent) = file["extends"].as_str() {
        writeln!(text, "\n`{}`: what `{parent}` says, and besides:", id(path)).unwrap();
    } else {
        writeln!(text, "\n`{}`:", id(path)).unwrap();
    }
    text.push('\n');
    for ruling in rulings {
        let word = |key: &str| ruling[key].as_str();
        writeln!(text, "- {}", word("ruling").unwrap()).unwrap();
        if let Some(because) = word("because") {
            writeln!(text, "  *It rests on:* {because}").unwrap();
        }
        if let Some(option) = word("option") {
            writeln!(text, "  *Option:* `{option}`").unwrap();
        }
    }
}
