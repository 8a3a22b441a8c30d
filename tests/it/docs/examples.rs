//! The files in `docs/examples` are those that the documents show, and their games can be played.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use include_dir::{Dir, include_dir};
use salle::bots::{Bot, Setting};
use salle::chance::Seeded;
use salle::game::{BySide, Game, Nobody, Rules, Side};
use salle::play::play_match;
use salle::ruleset::Loader;
use salle::text::Library;

use super::markdown::blocks;
use super::{documents, root};

static RULESETS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rulesets");

fn examples() -> PathBuf {
    root().join("docs/examples")
}

#[test]
fn every_file_in_a_document_is_the_file_in_the_examples() {
    let mut shown = BTreeSet::new();
    // The page of faults shows files that nobody is to copy.
    let documents = documents().into_iter();
    for path in documents.filter(|path| !path.ends_with("faults.md")) {
        for block in blocks(&fs::read_to_string(&path).unwrap()) {
            let Some(name) = block.file() else { continue };
            let file = examples().join(name);
            let place = format!("{}:{}", path.display(), block.line);
            if super::update() {
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(&file, block.text()).unwrap();
            }
            let found = fs::read_to_string(&file).unwrap_or_default();
            assert_eq!(block.text(), found, "{place}: {name}");
            shown.insert(name.to_owned());
        }
    }
    let mut there = BTreeSet::new();
    walk(&examples(), &mut there);
    assert_eq!(there, shown, "every example is shown in a document");
}

fn walk(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, names);
        } else {
            let name = path.strip_prefix(examples()).unwrap();
            let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
            names.insert(parts.join("/"));
        }
    }
}

#[test]
fn every_example_can_be_played() {
    let folders = vec![examples().join("rulesets")];
    let loader = Loader::new(Arc::new(Library::new(folders, &RULESETS)));
    let ids = loader.ids();
    for id in [
        "touche/short",
        "touche/dash",
        "high-card/basic",
        "pret-allez/epee",
    ] {
        assert!(ids.iter().any(|known| known == id), "{id}");
    }
    for id in ids {
        let ruleset = loader.load(&id, &[]).unwrap();
        let rules: Rc<dyn Rules> = ruleset.rules().unwrap();
        let setting = Setting::plain(&rules);
        for seed in 1..=2 {
            let player = |side| Bot::Random.player(&setting, seed, side);
            let (mut left, mut right) = (player(Side::Left), player(Side::Right));
            let players = BySide {
                left: &mut *left as &mut dyn salle::play::Player,
                right: &mut *right,
            };
            let mut game = Game::new(Rc::clone(&rules));
            let finished = play_match(&mut game, &mut Seeded::new(seed), players, &mut Nobody);
            assert!(finished.unwrap().winner.is_some(), "{id}, seed {seed}");
        }
    }
}
