//! The host knows no game: no word of one stands in `src/`, not even in a comment or a test.

use std::fs;
use std::path::{Path, PathBuf};

use crate::harness::here;

/// Words and phrases of the games. A `*` at the end stands for any ending. Ordinary words (draw,
/// hit, advance, retreat, stop, pass, discard, hand, deck, pile, turn) belong to everybody.
const WORDS: &[&str] = &[
    // Moves and cards.
    "parry*",
    "parrie*",
    "lunge*",
    "lunging",
    "riposte*",
    "riposting",
    "balestra*",
    "feint*",
    "disengage*",
    "attack*",
    "counterattack*",
    "beat-attack*",
    "stop-hit*",
    "thrust*",
    "recover-forward",
    "jump-back",
    "long-step",
    "double-lunge",
    "board-advance",
    "board-retreat",
    "keep-out",
    "embellish*",
    "startle*",
    "startling",
    "footwork",
    "bladework",
    "corps-a-corps",
    "corps-à-corps",
    "corps a corps",
    "en garde",
    "en-garde",
    "right of way",
    "right-of-way",
    "off target",
    "standstill",
    // Fencing and its things.
    "fencer*",
    "fencing",
    "fence*",
    "piste*",
    "foil",
    "foils",
    "sabre*",
    "saber*",
    "épée*",
    "epee*",
    "bout",
    "bouts",
    "salle d'armes",
    "sword*",
    "blade*",
    "duellist*",
    "fleche*",
    "flèche*",
    // The games.
    "touché*",
    "touche",
    "prêt*",
    "pret",
    "pret-allez",
    "allez",
    "knizia",
    // The toys of the tests.
    "morra",
    "raid*",
    "market*",
];

#[derive(Debug, PartialEq, Eq)]
struct Finding {
    line: usize,
    word: String,
}

/// Finds the words in a text, as whole words, whatever their case.
fn findings(text: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        // Names are split where their words begin, so that `ParryCount` and `last_attack` are found.
        let line = words_apart(line);
        for word in WORDS {
            if holds(&line, word) {
                found.push(Finding {
                    line: number + 1,
                    word: (*word).to_owned(),
                });
            }
        }
    }
    found
}

/// Sets the words of a name apart and makes everything lower case.
fn words_apart(line: &str) -> String {
    let mut apart = String::new();
    let mut before = ' ';
    for letter in line.chars() {
        if letter.is_uppercase() && before.is_lowercase() {
            apart.push(' ');
        }
        apart.push(if letter == '_' { ' ' } else { letter });
        before = letter;
    }
    apart.to_lowercase()
}

fn holds(line: &str, word: &str) -> bool {
    let (stem, any_ending) = match word.strip_suffix('*') {
        Some(stem) => (stem, true),
        None => (word, false),
    };
    line.match_indices(stem).any(|(place, _)| {
        let before = line[..place].chars().next_back();
        let after = line[place + stem.len()..].chars().next();
        let ends = |next: Option<char>| next.is_none_or(|letter| !letter.is_alphanumeric());
        ends(before) && (any_ending || ends(after))
    })
}

/// Returns every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn no_word_of_a_game_stands_in_the_host() {
    let mut report = Vec::new();
    let all = files(&here().join("src"));
    assert!(all.len() > 80, "src/ has only {} files", all.len());
    for path in all {
        let name = path.strip_prefix(here()).unwrap().display().to_string();
        let text = fs::read_to_string(&path).unwrap();
        for found in findings(&name) {
            report.push(format!("the name of {name}: {}", found.word));
        }
        for Finding { line, word } in findings(&text) {
            report.push(format!("{name}:{line}: {word}"));
        }
    }
    assert!(report.is_empty(), "words of games:\n{}", report.join("\n"));
}

#[test]
fn a_planted_word_is_found() {
    let planted = "fn f() {}\n// may be Parried\nlet last_attack = 1;\nstruct OffTarget;\n\
        //! The Corps-à-corps.\n\"touche/basic\"\nlet RIGHT_OF_WAY = 2; // Épée\n";
    let words: Vec<(usize, String)> = findings(planted)
        .into_iter()
        .map(|found| (found.line, found.word))
        .collect();
    let expected = [
        (2, "parrie*"),
        (3, "attack*"),
        (4, "off target"),
        (5, "corps-à-corps"),
        (6, "touche"),
        (7, "right of way"),
        (7, "épée*"),
    ];
    let expected: Vec<(usize, String)> = expected
        .map(|(line, word)| (line, word.to_owned()))
        .to_vec();
    assert_eq!(words, expected);
}

#[test]
fn ordinary_words_are_not_found() {
    let plain = "draw hit advance retreat stop pass; about the way right of it; aboutness, foiled, \
        interpret, bouton; defences, the hand of a side";
    assert_eq!(findings(plain), Vec::new());
}
