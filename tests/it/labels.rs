//! What players read: the words of the shipped rulesets in every language they have.

use std::collections::BTreeSet;

use salle::game::Rules as _;
use salle::ruleset::FALLBACK;

use crate::harness::{here, salle, shipped};

#[test]
fn every_word_names_something_that_there_is() {
    for id in shipped().ids() {
        let ruleset = shipped().load(&id, &[]).unwrap();
        let rules = ruleset.rules().unwrap();
        let idle = ruleset.idle_words(rules.layout(), true);
        let idle: Vec<String> = idle.iter().map(ToString::to_string).collect();
        assert_eq!(idle, [""; 0], "{id}");
    }
}

#[test]
fn a_second_language_says_all_that_english_says() {
    for id in shipped().ids() {
        let labels = shipped().load(&id, &[]).unwrap().labels;
        let keys = |language: &str| -> BTreeSet<String> {
            labels
                .own(language)
                .into_iter()
                .flat_map(salle::ruleset::Words::keys)
                .collect()
        };
        for language in labels.languages().filter(|language| *language != FALLBACK) {
            let missing: Vec<_> = keys(FALLBACK)
                .difference(&keys(language))
                .cloned()
                .collect();
            assert_eq!(missing, [""; 0], "{id} in {language}");
        }
    }
}

fn boards(recording: &str, more: &[&str]) -> String {
    let output = salle()
        .current_dir(here())
        .args(["replay", "show", "--boards", recording])
        .args(more)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_match_told_in_german() {
    let text = boards(
        "replays/touche/lunge/a-lunge-answered-by-a-retreat.jsonl",
        &["--lang", "de"],
    );
    insta::assert_snapshot!(text);
}

#[test]
fn ascii_is_all_that_an_ascii_screen_shows() {
    for recording in [
        "replays/touche/lunge/stuck.jsonl",
        "replays/thrust-and-parry/foil/a-touch.jsonl",
        "replays/pret-allez/foil/a-pass.jsonl",
    ] {
        for language in ["en", "de"] {
            let text = boards(recording, &["--ascii", "--lang", language]);
            let title = text.lines().next().unwrap();
            let beyond: Vec<char> = text[title.len()..]
                .chars()
                .filter(|c| !c.is_ascii())
                .collect();
            assert!(beyond.is_empty(), "{recording} in {language}: {beyond:?}");
        }
    }
}
