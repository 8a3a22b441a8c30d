//! `docs/faults.md` explains every code, shows it with an example, and mends that.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use salle::text::Explanation;

use super::console::shell;
use super::markdown::{Block, blocks};
use super::root;

/// Where codes stand in the sources, and as which argument.
const PLACES: [(&str, usize); 5] = [
    ("Fault::new(", 0),
    (".fault(", 0),
    ("problem(", 0),
    ("fault_at(", 1),
    ("code: ", 0),
];

/// What looks like a code and is none: `origin` only stops a script and is never shown, `salle` is
/// a key of recordings.
const NO_CODES: [&str; 2] = ["origin", "salle"];

/// Codes that no small file shows.
const WITHOUT_EXAMPLE: [&str; 4] = [
    "control-character",
    "script-error",
    "too-deep",
    "too-many-values",
];

#[test]
fn every_code_of_the_program_has_a_section_and_no_other() {
    let mut used = BTreeSet::new();
    collect(&root().join("src"), &mut used);
    assert!(used.len() > 40, "{used:?}");
    let told: BTreeSet<String> = Explanation::all()
        .map(|section| section.code.to_owned())
        .collect();
    let missing: Vec<&String> = used.difference(&told).collect();
    assert!(
        missing.is_empty(),
        "docs/faults.md has no section for {missing:?}. Write a section `## CODE` for each, in the \
         order of the alphabet: what it means, why it matters and how to mend it, then a file that \
         shows it, a `console` block, `Mended:` and the file as it is right. \
         `SALLE_DOCS=update cargo test docs` fills in what the program prints."
    );
    let idle: Vec<&String> = told.difference(&used).collect();
    assert!(
        idle.is_empty(),
        "docs/faults.md explains {idle:?}, which no source uses"
    );
}

/// Reads the codes out of the sources, tests aside.
fn collect(folder: &Path, codes: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("src/game") {
            // The core has faults of rules, and those are worded by whoever made the rules.
        } else if path.is_dir() {
            collect(&path, codes);
        } else if !path.ends_with("tests.rs") && !path.ends_with("testing.rs") {
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            codes.extend(codes_in(text));
        }
    }
}

fn codes_in(text: &str) -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for (place, argument) in PLACES {
        for rest in text.split(place).skip(1) {
            let argument = rest.split(',').nth(argument).unwrap_or_default().trim();
            let code = argument
                .strip_prefix('"')
                .and_then(|rest| rest.split('"').next());
            if let Some(code) = code.filter(|code| is_code(code)) {
                codes.insert(code.to_owned());
            }
        }
    }
    for none in NO_CODES {
        codes.remove(none);
    }
    codes
}

/// Tells whether a text is a code rather than a sentence.
fn is_code(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}

#[test]
fn codes_are_found_however_they_are_written() {
    let found = codes_in(
        "Fault::new(\"one\", x); Fault::new(\n  \"two-b\",\n y) problem(\"three\", m, None)
         self.fault_at(hook, \"four\", m) Problem { code: \"five\" } fault(\"it is a sentence\")
         problem(code, m) problem(\"origin\", m)",
    );
    let expected = ["five", "four", "one", "three", "two-b"].map(str::to_owned);
    assert_eq!(found, BTreeSet::from(expected));
}

#[test]
fn every_example_shows_its_code_and_is_mended() {
    let text = fs::read_to_string(root().join("docs/faults.md")).unwrap();
    let mut sections = text.split("\n## ");
    let folder = tempfile::tempdir().unwrap();
    write(&blocks(sections.next().unwrap()), folder.path());
    let mut wrong = Vec::new();
    for section in sections {
        let (code, text) = section.split_once('\n').unwrap();
        let blocks = blocks(text);
        let Some(console) = blocks
            .iter()
            .position(|block| block.language() == "console")
        else {
            if !WITHOUT_EXAMPLE.contains(&code) {
                wrong.push(format!("`{code}` has no example"));
            }
            continue;
        };
        let shown = &blocks[console].lines;
        let marked = ["error", "warning", "note"].map(|grave| format!("{grave}[{code}]: "));
        let is_marked = |line: &String| marked.iter().any(|mark| line.starts_with(mark));
        if !shown.iter().any(is_marked) {
            wrong.push(format!("the example of `{code}` shows something else"));
        }
        write(&blocks[..console], folder.path());
        write(&blocks[console + 1..], folder.path());
        let command = shown[0].strip_prefix("$ ").unwrap();
        let (printed, _) = shell(command, "", folder.path(), 0);
        let is_there = printed.contains("error[") || printed.contains(&format!("[{code}]"));
        if is_there || !text.contains("\nMended:\n") {
            wrong.push(format!("`{code}` is not mended:\n{printed}"));
        }
    }
    assert!(wrong.is_empty(), "docs/faults.md: {}", wrong.join("\n"));
}

fn write(blocks: &[Block], folder: &Path) {
    for block in blocks {
        if let Some(file) = block.file() {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, block.text()).unwrap();
        }
    }
}
