//! `docs/schema` holds what `salle schema` prints, and every shipped file names its schema there.

use std::fs;
use std::path::{Path, PathBuf};

use salle::schema::{line, ruleset, scenarios, snapshots};

use super::{generated, root};

#[test]
fn the_schemas_are_those_that_the_program_prints() {
    for (name, schema) in [
        ("ruleset", ruleset(None)),
        ("scenarios", scenarios(None)),
        ("snapshots", snapshots(None)),
    ] {
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        generated(&root().join(format!("docs/schema/{name}.json")), &text);
    }
}

#[test]
fn every_shipped_file_names_its_schema_in_its_first_line() {
    let mut files = Vec::new();
    yaml_below(&root().join("rulesets"), &mut files);
    assert!(files.len() > 20);
    let mut wrong = Vec::new();
    for file in files {
        let inside = file.strip_prefix(root()).unwrap();
        let folders: Vec<_> = inside.parent().unwrap().iter().collect();
        let folder = folders.last().and_then(|folder| folder.to_str());
        let of_tests = folder.filter(|name| ["scenarios", "snapshots"].contains(name));
        let kind = of_tests.unwrap_or("ruleset");
        let expected = line(&format!(
            "{}docs/schema/{kind}.json",
            "../".repeat(folders.len())
        ));
        let text = fs::read_to_string(&file).unwrap();
        if text.lines().next() != Some(&expected) {
            wrong.push(format!("{} begins with\n{expected}", inside.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn yaml_below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            yaml_below(&path, files);
        } else if path.extension().is_some_and(|end| end == "yaml") {
            files.push(path);
        }
    }
}
