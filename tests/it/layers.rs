//! The layers of the host: which folder of `src/` may use which, read off the paths in the code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::harness::here;

/// Who may use whom, in layer order. `cli` and `main` may use everything below them.
const LAYERS: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("game", &[]),
    ("chance", &["game"]),
    ("play", &["game", "chance"]),
    ("script", &["text", "game"]),
    ("ruleset", &["text", "game", "script"]),
    ("replay", &["text", "game", "chance", "play"]),
    ("bots", &["text", "game", "chance", "play", "replay"]),
    ("parallel", &[]),
    ("sim", &["game", "chance", "play", "bots", "parallel"]),
    (
        "measure",
        &["game", "chance", "play", "bots", "parallel", "sim"],
    ),
    (
        "analysis",
        &[
            "game", "chance", "play", "bots", "replay", "parallel", "sim",
        ],
    ),
    ("scenario", &["text", "game", "chance", "play", "replay"]),
    ("snapshot", &["text", "game", "chance", "play", "replay"]),
    (
        "check",
        &[
            "text", "game", "chance", "play", "script", "ruleset", "replay", "bots", "parallel",
        ],
    ),
    (
        "schema",
        &["game", "bots", "ruleset", "scenario", "snapshot"],
    ),
    (
        "report",
        &[
            "text", "game", "ruleset", "replay", "sim", "measure", "analysis", "scenario",
        ],
    ),
    (
        "page",
        &[
            "text", "game", "ruleset", "replay", "sim", "measure", "analysis", "report",
        ],
    ),
    (
        "repl",
        &[
            "text", "game", "chance", "play", "script", "ruleset", "replay", "bots", "parallel",
            "sim", "analysis", "scenario", "report",
        ],
    ),
    (
        "cli",
        &[
            "text", "game", "chance", "play", "script", "ruleset", "replay", "bots", "parallel",
            "sim", "measure", "analysis", "scenario", "snapshot", "check", "schema", "report",
            "page", "repl",
        ],
    ),
];

/// Returns the modules of this crate that a file's code names: `crate::a::…` and
/// `use crate::{a::…, b::…}`. What stands in comments is no use.
fn used(code: &str) -> BTreeSet<String> {
    let code: String = code
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n");
    let mut used = BTreeSet::new();
    for (place, path) in code.match_indices("crate::") {
        // `salle::…` is no `crate::`, and `$crate::` is one.
        if code[..place].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = &code[place + path.len()..];
        match rest.strip_prefix('{') {
            Some(list) => used.extend(heads(list)),
            None => used.extend(head(rest)),
        }
    }
    used
}

/// Returns the first word of each entry of a list in braces.
fn heads(list: &str) -> Vec<String> {
    let mut heads = Vec::new();
    let (mut depth, mut start) = (0, true);
    for (place, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => start = true,
            letter if start && depth == 0 && !letter.is_whitespace() => {
                heads.extend(head(&list[place..]));
                start = false;
            }
            _ => {}
        }
    }
    heads
}

fn head(path: &str) -> Option<String> {
    let end = path.find(|c: char| !c.is_alphanumeric() && c != '_');
    let word = &path[..end.unwrap_or(path.len())];
    (!word.is_empty()).then(|| word.to_owned())
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn each_layer_uses_only_those_that_it_may() {
    let layers: BTreeMap<&str, &[&str]> = LAYERS.iter().copied().collect();
    let source = here().join("src");
    let mut all = Vec::new();
    files(&source, &mut all);
    all.sort();
    let mut wrong = Vec::new();
    for path in all {
        let name = path.strip_prefix(&source).unwrap();
        let Some(layer) = name
            .components()
            .next()
            .and_then(|part| part.as_os_str().to_str())
        else {
            continue;
        };
        let layer = layer.trim_end_matches(".rs");
        if ["lib", "main"].contains(&layer) {
            continue;
        }
        let Some(may) = layers.get(layer) else {
            wrong.push(format!(
                "src/{}: `{layer}` has no place in the table",
                name.display()
            ));
            continue;
        };
        for other in used(&fs::read_to_string(&path).unwrap()) {
            if other != layer && !may.contains(&other.as_str()) {
                wrong.push(format!(
                    "src/{}: {layer} may not use {other}",
                    name.display()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_goes_down_only() {
    let mut below: Vec<&str> = Vec::new();
    for (layer, may) in LAYERS {
        for other in *may {
            assert!(
                below.contains(other),
                "{layer} may use {other}, which does not lie below it"
            );
        }
        below.push(layer);
    }
}

#[test]
fn every_form_of_use_is_found() {
    let code = "use crate::game::{Card, Side};\nuse crate::{\n    text::{self, Fault}, play,\n};\n\
        // crate::bots::Random\nfn f(x: &crate::sim::Batch) -> pub_crate::no::X {}\n\
        pub(in crate::script) struct S;\nuse super::cli::Out;";
    let used: Vec<String> = used(code).into_iter().collect();
    assert_eq!(used, ["game", "play", "script", "sim", "text"]);
}
