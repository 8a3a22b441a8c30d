//! The tree in `docs/architecture.md` is the tree of the sources, in the words of their own
//! first sentences.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::root;

const BEGIN: &str = "<!-- the tree: made by a test -->\n";
const END: &str = "<!-- end of the tree -->\n";

#[test]
fn the_tree_is_that_of_the_sources() {
    let path = root().join("docs/architecture.md");
    let text = fs::read_to_string(&path).unwrap();
    let (head, rest) = text.split_once(BEGIN).expect("the tree's begin");
    let (_, tail) = rest.split_once(END).expect("the tree's end");
    let made = format!("{head}{BEGIN}\n```text\n{}```\n\n{END}{tail}", tree());
    super::generated(&path, &made);
}

fn tree() -> String {
    let mut text = String::new();
    for path in sorted(&root().join("src")) {
        if path.is_dir() {
            let about = sentence(&path.join("mod.rs"));
            line(&mut text, "", &format!("{}/", name(&path)), &about);
            for file in sorted(&path) {
                if file.extension().is_some_and(|end| end == "rs") && name(&file) != "mod.rs" {
                    line(&mut text, "  ", &name(&file), &sentence(&file));
                } else if file.is_dir() && !file.with_extension("rs").exists() {
                    let about = sentence(&file.join("mod.rs"));
                    line(&mut text, "  ", &format!("{}/", name(&file)), &about);
                }
            }
        } else {
            line(&mut text, "", &name(&path), &sentence(&path));
        }
    }
    text
}

fn line(text: &mut String, indent: &str, name: &str, about: &str) {
    let name = format!("{indent}{name}");
    writeln!(text, "{}", format!("{name:<18} {about}").trim_end()).unwrap();
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// Returns the first sentence of a module's documentation.
fn sentence(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    let lines: Vec<&str> = lines.map(str::trim).take_while(|l| !l.is_empty()).collect();
    let whole = lines.join(" ");
    let end = whole.find(". ").map_or(whole.len(), |at| at + 1);
    // A link of rustdoc is a name here.
    let sentence = whole[..end].replace("[`", "`").replace("`]", "`");
    sentence.trim_end_matches('.').to_owned()
}
