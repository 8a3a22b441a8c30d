//! The session as a value: commands in, answers out, no terminal.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use salle::game::{Event, Side};
use salle::repl::opening::{Opening, Surroundings};
use salle::repl::session::{Response, Session, Then};
use salle::report::Look;
use salle::ruleset::{Group, Ruleset};

use crate::harness::{here, loader};

fn around() -> Surroundings {
    Surroundings {
        loader: loader(),
        looks: Rc::new(|ruleset: &Ruleset| Look::new(ruleset.labels.words("en"), false, None)),
        stop: Arc::new(AtomicBool::new(false)),
        show: Rc::new(|_| {}),
    }
}

/// Begins a match between two people.
fn begin(ruleset: &str, seed: u64) -> Session {
    begin_with(ruleset, seed, ["human", "human"])
}

fn begin_with(ruleset: &str, seed: u64, players: [&str; 2]) -> Session {
    let opening = Opening {
        ruleset: Some(ruleset.to_owned()),
        seed,
        players: players.map(str::to_owned),
        ..Opening::default()
    };
    opening.begin(&around()).unwrap().0
}

/// Opens a shipped recording.
fn open(name: &str) -> Session {
    let opening = Opening {
        file: Some(here().join("replays").join(name)),
        ..Opening::default()
    };
    let (session, notes) = opening.begin(&around()).unwrap();
    assert_eq!(notes, [""; 0]);
    session
}

fn run(session: &mut Session, line: &str) -> Response {
    let response = session.run(line);
    assert!(!response.failed, "{line}: {:?}", response.lines);
    response
}

fn told(session: &mut Session, line: &str) -> String {
    run(session, line).lines.join("\n")
}

fn refused(session: &mut Session, line: &str) -> String {
    let response = session.run(line);
    assert!(response.failed, "{line}: {:?}", response.lines);
    let text = response.lines.join(" ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Everything that an answer shows for these lines.
fn transcript(session: &mut Session, lines: &[&str]) -> String {
    let mut shown = Vec::new();
    for line in lines {
        shown.push(format!("{}{line}", session.prompt()));
        shown.extend(session.run(line).lines);
    }
    shown.join("\n")
}

const LUNGE: &str = "touche/lunge/a-lunge-answered-by-a-retreat.jsonl";

fn at(session: &Session) -> (String, usize) {
    let tree = session.tree();
    (tree.current().name.clone(), tree.at())
}

// ---- moving in time ----------------------------------------------------------------------------

#[test]
fn one_goes_on_and_back_and_never_past_an_end() {
    let mut session = open(LUNGE);
    run(&mut session, "step");
    run(&mut session, "step 2");
    assert_eq!(at(&session).1, 3);
    run(&mut session, "back");
    assert_eq!(at(&session).1, 2);
    assert!(told(&mut session, "back 9").starts_with("this is the start"));
    assert!(told(&mut session, "step 99").contains("this is the end of the line"));
    assert_eq!(at(&session).1, 7);
    run(&mut session, "start");
    assert_eq!(at(&session).1, 0);
    run(&mut session, "end");
    assert_eq!(at(&session).1, 7);
}

#[test]
fn goto_takes_the_number_of_a_decision_or_a_mark() {
    let mut session = open(LUNGE);
    run(&mut session, "goto 4");
    assert_eq!(at(&session).1, 3);
    run(&mut session, "mark lunge");
    run(&mut session, "goto 1");
    run(&mut session, "goto lunge");
    assert_eq!(at(&session).1, 3);
    assert!(told(&mut session, "goto 99").contains("this line has 7 decisions"));
    assert!(refused(&mut session, "goto lunch").contains("the nearest is `lunge`"));
    assert!(refused(&mut session, "mark 12").contains("not a number"));
}

#[test]
fn rounds_are_found_and_the_last_one_if_there_are_fewer() {
    let mut session = begin_with("touche/kids", 3, ["random", "random"]);
    assert_eq!(session.first_screen().1, Ok(()));
    assert!(session.tree().point().is_over());
    run(&mut session, "round 2");
    assert_eq!(session.tree().point().state().round, 2);
    run(&mut session, "back");
    assert_eq!(session.tree().point().state().round, 1);
    assert!(told(&mut session, "round 99").contains("this line has"));
    run(&mut session, "round 1");
    assert_eq!(at(&session).1, 0);
}

#[test]
fn next_finds_events_reasons_and_kinds_of_move() {
    let mut session = open(LUNGE);
    run(&mut session, "next lunge");
    assert_eq!(at(&session).1, 4);
    run(&mut session, "next hit");
    assert_eq!(at(&session).1, 7);
    assert!(told(&mut session, "next hit").contains("no `hit` comes after this"));
    assert!(refused(&mut session, "next hot").contains("the nearest is `hit`"));
    let mut session = open("pret-allez/foil/corps-a-corps.jsonl");
    run(&mut session, "next corps-a-corps");
    let happened = &session.tree().point().happened;
    let is_named =
        |event: &Event| matches!(event, Event::Named { name, .. } if &**name == "corps-a-corps");
    assert!(happened.iter().any(|happening| is_named(&happening.event)));
}

#[test]
fn an_analysis_names_mistakes_and_next_goes_to_them() {
    let mut session = open("en-garde/classic/a-hit.jsonl");
    let analysis = told(&mut session, "analyse 4000");
    assert!(analysis.contains("Round 1: begins at"), "{analysis}");
    // The step forward that let the other side hit lost most of the round.
    let mistake = told(&mut session, "next mistake");
    assert!(mistake.contains("decision "), "{mistake}");
    let mut last = mistake;
    while !last.contains("no mistake comes after this") {
        let (before, at_before) = (last.clone(), at(&session).1);
        last = told(&mut session, "next mistake");
        if last.contains("no mistake") {
            assert_eq!(at_before, 4, "{before}");
            assert!(
                before.contains("decision 5, `advance 3` of left"),
                "{before}"
            );
        }
    }
    // The same question has the same answer, and does not depend on where it is asked.
    assert_eq!(told(&mut session, "analyse 4000"), analysis);
    // Both sides' knowledge is in it.
    run(&mut session, "as left");
    assert!(refused(&mut session, "analyse").contains("more than left knows"));
}

#[test]
fn the_best_move_is_found_by_what_the_side_knows() {
    let mut session = open("en-garde/classic/a-hit.jsonl");
    run(&mut session, "end");
    run(&mut session, "back");
    // The attack that hit.
    let best = told(&mut session, "best 500");
    let first = best.lines().nth(1).unwrap();
    assert!(first.starts_with("attack 3x2"), "{best}");
    run(&mut session, "as left");
    assert!(refused(&mut session, "best").contains("only right sees the moves"));
    assert!(refused(&mut session, "best 0").contains("from 1 to"));
}

// ---- looking -----------------------------------------------------------------------------------

#[test]
fn screens_of_a_replay() {
    let mut session = open(LUNGE);
    let lines = [
        "step 3", "moves", "moves l", "events", "vars", "history", "branches",
    ];
    insta::assert_snapshot!(transcript(&mut session, &lines));
}

#[test]
fn nothing_hidden_is_shown_to_one_side() {
    let mut session = open("touche/basic/a-parry-and-a-riposte.jsonl");
    run(&mut session, "as left");
    let words = session.look().words.clone();
    for _ in 0..=session.tree().current().len() {
        let point = std::rc::Rc::clone(session.tree().point());
        let (state, layout) = (point.state(), point.game.layout());
        let shown = ["show", "moves", "events", "vars"]
            .map(|line| told(&mut session, line))
            .join("\n");
        // Every card of this ruleset has a face of its own.
        for (spec, cards) in layout.piles.iter().zip(&state.piles) {
            if spec.open_to(Side::Left) {
                continue;
            }
            for card in cards {
                let face = &*layout.card(*card).face;
                let symbol = words.of(Group::Cards, face);
                let seen = |word: &str| {
                    shown
                        .split([' ', '[', ']', ',', '"', '\n'])
                        .any(|w| w == word)
                };
                assert!(!seen(face) && !seen(symbol), "{face} is seen:\n{shown}");
            }
        }
        if state.turn == Side::Right && !point.is_over() {
            assert!(
                shown.contains("right decides, and only right knows"),
                "{shown}"
            );
            assert!(refused(&mut session, "why 1").contains("only right knows"));
            assert!(refused(&mut session, "play 1").contains("right decides, not you"));
        }
        assert!(refused(&mut session, "diff main").contains("as all"));
        assert!(refused(&mut session, "set piste=19").contains("as all"));
        run(&mut session, "step");
    }
}

#[test]
fn a_screen_is_readable_at_forty_columns_and_in_ascii() {
    let narrow = Surroundings {
        looks: Rc::new(|ruleset: &Ruleset| Look::new(ruleset.labels.words("en"), true, Some(40))),
        ..around()
    };
    for ruleset in ["touche/lunge", "pret-allez/foil", "thrust-and-parry/foil"] {
        let opening = Opening {
            ruleset: Some(ruleset.to_owned()),
            seed: 5,
            ..Opening::default()
        };
        let (mut session, _) = opening.begin(&narrow).unwrap();
        let text = ["show", "bot random 12", "vars", "history", "events", "help"]
            .map(|line| told(&mut session, line))
            .join("\n");
        for line in text.lines() {
            let is_move = line.trim_start().starts_with(|c: char| c.is_ascii_digit());
            assert!(line.is_ascii(), "{line}");
            assert!(line.chars().count() <= 40 || is_move, "{ruleset}: {line}");
        }
    }
}

// ---- playing and branching ---------------------------------------------------------------------

#[test]
fn another_move_begins_a_line_and_the_same_move_goes_on() {
    let mut session = open(LUNGE);
    run(&mut session, "goto 4");
    run(&mut session, "lunge 4 5");
    assert_eq!(at(&session), ("main".to_owned(), 4));
    run(&mut session, "back");
    assert!(told(&mut session, "advance 1").contains("this begins the line `branch-1`"));
    assert_eq!(at(&session), ("branch-1".to_owned(), 4));
    // From the same place again: the line that is there goes on.
    run(&mut session, "switch main");
    assert_eq!(at(&session), ("main".to_owned(), 3));
    run(&mut session, "advance 1");
    assert_eq!(at(&session), ("branch-1".to_owned(), 4));
    run(&mut session, "rename careful");
    assert_eq!(at(&session).0, "careful");
    assert!(refused(&mut session, "switch carefull").contains("the nearest is `careful`"));
    run(&mut session, "switch main");
    assert!(refused(&mut session, "rename other").contains("keeps its name"));
}

#[test]
fn a_line_that_leaves_a_replay_draws_the_same_cards() {
    let mut session = open("touche/basic/written-by-hand.jsonl");
    // This recording gives no order of the pile, only what was drawn.
    let line = session.tree().current().clone();
    for after in 0..line.len() {
        run(&mut session, &format!("goto {}", after + 1));
        let state = session.tree().point().state().clone();
        let legal: Vec<String> = session
            .legal()
            .iter()
            .map(|legal| legal.text.to_string())
            .collect();
        for text in legal {
            run(&mut session, &text);
            if at(&session).0 == "main" {
                run(&mut session, "back");
                continue;
            }
            // Whoever draws next draws what lies on top, and nothing else has moved.
            let drawn =
                session
                    .tree()
                    .point()
                    .happened
                    .iter()
                    .find_map(|happening| match &happening.event {
                        Event::Drew { from, cards, .. } => Some((*from, cards.known().to_vec())),
                        _ => None,
                    });
            if let Some((pile, cards)) = drawn {
                let top: Vec<_> = state
                    .pile(pile)
                    .iter()
                    .rev()
                    .copied()
                    .take(cards.len())
                    .collect();
                assert_eq!(cards, top);
            }
            run(&mut session, "undo");
            assert_eq!(at(&session), ("main".to_owned(), after));
        }
    }
}

#[test]
fn undo_takes_back_what_was_changed_and_redo_makes_it_again() {
    let mut session = begin("touche/basic", 17);
    run(&mut session, "1");
    run(&mut session, "note so far");
    let both = session.records();
    run(&mut session, "undo");
    run(&mut session, "undo");
    assert!(session.tree().current().is_empty() && session.tree().notes.is_empty());
    assert!(refused(&mut session, "undo").contains("nothing to take back"));
    run(&mut session, "redo");
    run(&mut session, "redo");
    assert_eq!(session.records(), both);
    assert!(refused(&mut session, "redo").contains("nothing to make again"));
}

#[test]
fn a_bot_plays_on_and_answers_alike_whenever_it_is_asked_again() {
    let mut session = begin("en-garde/advanced", 3);
    run(&mut session, "bot greedy");
    assert_eq!(session.tree().point().state().round, 2);
    let one = session.records();
    run(&mut session, "undo");
    run(&mut session, "bot greedy");
    assert_eq!(session.records(), one);
    run(&mut session, "bot random 3");
    assert!(refused(&mut session, "bot gready").contains("the nearest is `greedy`"));
}

#[test]
fn a_bot_that_plays_a_side_answers_at_once() {
    let mut session = begin_with("touche/basic", 17, ["human", "greedy"]);
    run(&mut session, "1");
    assert_eq!(session.tree().point().state().turn, Side::Left);
    assert_eq!(session.tree().current().len(), 2);
}

#[test]
fn what_is_written_down_is_read_back_with_branches_notes_and_marks() {
    let mut session = open(LUNGE);
    for line in [
        "goto 4",
        "advance 1",
        "note a safer way",
        "mark safe",
        "2",
        "rename safer",
        "switch main",
        "goto 6",
        "note  two  spaces",
        "play 1",
        "undo",
        "as all",
    ] {
        run(&mut session, line);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    let lines: Vec<String> = session
        .records()
        .iter()
        .map(salle::replay::Record::to_line)
        .collect();
    std::fs::write(&path, lines.join("\n")).unwrap();
    let again = reopened(&path);
    assert_eq!(again.records(), session.records());
    let notes = &again.tree().notes;
    assert_eq!(notes[0].text, "a safer way");
    assert_eq!((notes[0].line.as_str(), notes[0].after), ("safer", 4));
    assert_eq!(notes[1].text, "two  spaces");
    assert_eq!(again.tree().marks[0].text, "safe");
    assert_eq!(again.tree().line("safer").unwrap().len(), 5);
}

fn reopened(path: &Path) -> Session {
    let opening = Opening {
        file: Some(PathBuf::from(path)),
        ..Opening::default()
    };
    let (session, notes) = opening.begin(&around()).unwrap();
    assert_eq!(notes, [""; 0]);
    session
}

// ---- asking ------------------------------------------------------------------------------------

#[test]
fn a_legal_move_is_explained_by_the_facts_that_it_needs() {
    let mut session = open("touche/basic/a-hit.jsonl");
    run(&mut session, "end");
    run(&mut session, "back");
    let made = session
        .tree()
        .current()
        .made(at(&session).1)
        .unwrap()
        .to_owned();
    let text = told(&mut session, &format!("why {made}"));
    insta::assert_snapshot!(text);
}

#[test]
fn an_illegal_move_is_explained_by_the_smallest_change() {
    let mut session = open(LUNGE);
    run(&mut session, "step 3");
    let why = |session: &mut Session, text: &str| {
        let answer = told(session, &format!("why {text}"));
        answer.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    // The distance is 9.
    assert!(why(&mut session, "attack 4").contains("the distance were 4 instead of 9"));
    // There is one 5 in hand.
    let two = why(&mut session, "lunge 4 5x2");
    assert!(
        two.contains("cards of 5 in the hand of right: 2 instead of 1"),
        "{two}"
    );
    // No card of 2 in hand.
    let two = why(&mut session, "advance 2");
    assert!(
        two.contains("cards of 2 in the hand of right: 1 instead of 0"),
        "{two}"
    );
    // Nobody attacks, and there is no 3 in hand.
    let parry = why(&mut session, "parry 3");
    assert!(
        parry.contains("cards of 3 in the hand of right: 1 instead of 0"),
        "{parry}"
    );
    assert!(parry.contains("attack were"), "{parry}");
    assert!(why(&mut session, "fly 3").contains("`fly 3` is no move of this game"));
    assert!(why(&mut session, "atack 4").contains("the nearest is"));
    assert!(why(&mut session, "attack 77").contains("no small change was found"));
}

#[test]
fn a_ruleset_may_add_a_sentence_of_its_own() {
    let mut session = open(LUNGE);
    let answer = told(&mut session, "why attack 4");
    assert!(!answer.contains("answered"), "{answer}");
    run(&mut session, "goto 5");
    let answer = told(&mut session, "why attack 4");
    assert!(
        answer.contains("An attack is answered before anything else"),
        "{answer}"
    );
    assert!(answer.contains("or by a retreat"), "{answer}");
}

#[test]
fn every_legal_move_of_every_ruleset_knows_where_it_comes_from() {
    for ruleset in loader().ids() {
        let mut session = begin(&ruleset, 1);
        run(&mut session, "bot random 5");
        if session.tree().point().is_over() {
            run(&mut session, "back");
        }
        let text = session.legal()[0].text.to_string();
        let why = told(&mut session, &format!("why {text}"));
        assert!(why.contains("is legal here"), "{ruleset}: {why}");
        assert!(why.contains("offered by `"), "{ruleset}: {why}");
    }
}

#[test]
fn lines_and_other_rules_are_laid_side_by_side() {
    let mut session = open(LUNGE);
    run(&mut session, "goto 4");
    run(&mut session, "advance 1");
    let diff = told(&mut session, "diff main");
    assert!(
        diff.contains("first difference: round 1, decision 4 of the round: decision"),
        "{diff}"
    );
    run(&mut session, "switch main");
    let under = told(&mut session, "under touche/basic");
    assert!(
        under.contains("here under touche/basic: lost lunge 4 5, lunge 5 4"),
        "{under}"
    );
    assert!(
        under.contains("decision 4: `lunge 4 5` is not legal under touche/basic"),
        "{under}"
    );
    let set = told(&mut session, "set lunge=false");
    assert!(set.contains("lost lunge 4 5, lunge 5 4"), "{set}");
    let file = here().join("replays/touche/lunge/stuck.jsonl");
    let diff = told(&mut session, &format!("diff {}", file.display()));
    assert!(diff.contains("first difference"), "{diff}");
    assert!(refused(&mut session, "diff nowhere").contains("neither a line"));
    assert!(refused(&mut session, "under touche/basik").contains("touche/basic"));
    assert!(refused(&mut session, "set lung=false").contains("lunge"));
}

// ---- rules that change -------------------------------------------------------------------------

#[test]
fn an_edit_tells_what_it_changes_and_a_broken_one_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("game");
    std::fs::create_dir(&rules).unwrap();
    for name in ["basic.yaml", "high-card.rhai"] {
        let from = here().join("docs/examples/rulesets/high-card").join(name);
        std::fs::copy(from, rules.join(name)).unwrap();
    }
    let opening = Opening {
        ruleset: Some(rules.join("basic.yaml").display().to_string()),
        seed: 4,
        ..Opening::default()
    };
    let (mut session, _) = opening.begin(&around()).unwrap();
    run(&mut session, "bot random 6");
    run(&mut session, "back 2");
    let script = rules.join("high-card.rhai");
    let text = std::fs::read_to_string(&script).unwrap();
    assert_eq!(told(&mut session, "reload"), "the rules are the same");
    // Nobody may play the highest card any more.
    let edited = text.replace(
        "v.me.hand.kinds.map(",
        "let few = v.me.hand.kinds; if few.len() > 1 { few.pop(); } few.map(",
    );
    assert_ne!(edited, text);
    std::fs::write(&script, &edited).unwrap();
    let told_ = told(&mut session, "reload");
    assert!(told_.contains("have changed"), "{told_}");
    assert!(
        told_.contains("moves lost here: play") || told_.contains("goes no further"),
        "{told_}"
    );
    let before = session.records();
    std::fs::write(
        &script,
        edited.replace("fn setup(v) {", "fn setup(v) { let = ;"),
    )
    .unwrap();
    let broken = refused(&mut session, "reload");
    assert!(broken.contains("the old rules stay in force"), "{broken}");
    assert!(broken.contains("high-card.rhai:"), "{broken}");
    assert_eq!(session.records(), before);
    run(&mut session, "moves");
}

#[test]
fn rules_that_nobody_edited_are_the_same_with_what_was_set_and_recorded() {
    let mut session = open("touche/basic/a-parry-and-a-riposte.jsonl");
    assert_eq!(told(&mut session, "reload"), "the rules are the same");
    let opening = Opening {
        ruleset: Some("touche/basic".to_owned()),
        set: vec!["piste=11".to_owned()],
        ..Opening::default()
    };
    let (mut session, _) = opening.begin(&around()).unwrap();
    assert_eq!(told(&mut session, "reload"), "the rules are the same");
    assert_eq!(
        session
            .tree()
            .point()
            .game
            .layout()
            .track
            .as_ref()
            .unwrap()
            .length,
        11
    );
}

/// A ruleset in a folder of its own that can be edited.
fn editable() -> (tempfile::TempDir, PathBuf, Opening) {
    let folder = tempfile::tempdir().unwrap();
    for name in ["basic.yaml", "high-card.rhai"] {
        let from = here().join("docs/examples/rulesets/high-card").join(name);
        std::fs::copy(from, folder.path().join(name)).unwrap();
    }
    let opening = Opening {
        ruleset: Some(folder.path().join("basic.yaml").display().to_string()),
        seed: 4,
        ..Opening::default()
    };
    let script = folder.path().join("high-card.rhai");
    (folder, script, opening)
}

#[test]
fn decisions_that_edited_rules_do_not_allow_are_kept_for_rules_that_do() {
    let (_folder, script, opening) = editable();
    let (mut session, _) = opening.begin(&around()).unwrap();
    for line in ["play 4", "play 6", "bot random 2", "note the end of it"] {
        run(&mut session, line);
    }
    let whole = session.tree().current().len();
    let text = std::fs::read_to_string(&script).unwrap();
    // Nobody may play a 6 any more.
    let edited = text.replace(
        "v.me.hand.kinds.map",
        "v.me.hand.kinds.filter(|n| n != 6).map",
    );
    std::fs::write(&script, edited).unwrap();
    let changed = told(&mut session, "reload");
    assert!(
        changed.contains("`main` goes no further than decision 1 of 4"),
        "{changed}"
    );
    assert_eq!(session.tree().current().len(), 1);
    // What is played on from there is a line of its own.
    assert!(told(&mut session, "bot random 1").contains("right"));
    assert_eq!(at(&session).0, "branch-1");
    run(&mut session, "undo");
    std::fs::write(&script, &text).unwrap();
    assert!(told(&mut session, "reload").contains("every decision still holds"));
    run(&mut session, "switch main");
    assert_eq!(session.tree().current().len(), whole);
    // What was changed before the edit can still be taken back.
    assert!(told(&mut session, "undo").contains("taken back: note the end of it"));
}

#[test]
fn an_edit_tells_one_side_nothing_of_the_other() {
    let (_folder, script, opening) = editable();
    let (mut session, _) = opening.begin(&around()).unwrap();
    run(&mut session, "as left");
    run(&mut session, "1");
    let text = std::fs::read_to_string(&script).unwrap();
    std::fs::write(&script, text.replace("`play ${n}`", "`lay ${n}`")).unwrap();
    let changed = told(&mut session, "reload");
    assert!(
        !changed.contains("gained") && !changed.contains("lost here"),
        "{changed}"
    );
}

#[test]
fn one_side_does_not_know_what_comes() {
    let mut session = open(LUNGE);
    run(&mut session, "goto 3");
    run(&mut session, "as left");
    let history = told(&mut session, "history");
    assert!(
        history.contains("right: advance 4") && !history.contains("lunge"),
        "{history}"
    );
    assert!(!refused(&mut session, "next zzz").contains("lunge"));
}

#[test]
fn why_understands_what_the_screens_show() {
    let mut session = begin("pret-allez/foil", 3);
    let why = told(&mut session, "why stop hit attack");
    assert!(
        why.starts_with("`stop hit attack` is not legal here"),
        "{why}"
    );
    let several = told(&mut session, "why advance");
    assert!(several.contains("which of these?"), "{several}");
    let mut session = begin("thrust-and-parry/foil", 3);
    let why = told(&mut session, "why jump back");
    assert!(why.starts_with("`jump back` is not legal here"), "{why}");
}

// ---- comfort -----------------------------------------------------------------------------------

#[test]
fn what_is_mistyped_is_answered_with_the_nearest() {
    let mut session = open(LUNGE);
    run(&mut session, "step 3");
    assert!(refused(&mut session, "stp").contains("the nearest command is `step`"));
    assert!(refused(&mut session, "advence 1").contains("the nearest is `advance 1`"));
    assert!(refused(&mut session, "st").contains("`st` may be `step` or `start`"));
    assert!(refused(&mut session, "help stp").contains("the nearest is `step`"));
    assert!(refused(&mut session, "99").contains("no legal move"));
    // The beginning of several moves lists those.
    let some = told(&mut session, "adv");
    assert!(
        some.contains("advance 1") && !some.contains("retreat"),
        "{some}"
    );
    // Case and spaces do not matter.
    run(&mut session, "  LUNGE   4  5 ");
    assert_eq!(at(&session).1, 4);
}

#[test]
fn help_tells_every_command_with_an_example() {
    let mut session = open(LUNGE);
    insta::assert_snapshot!(told(&mut session, "help"));
    for spec in salle::repl::command::all() {
        let text = told(&mut session, &format!("help {}", spec.name));
        let example = spec.example.replace("RULESET", "touche/lunge");
        assert!(text.contains(&example), "{text}");
        let docs = std::fs::read_to_string(here().join("docs/reference.md")).unwrap();
        let call = format!("{} {}", spec.name, spec.takes);
        assert!(
            docs.contains(&format!("| `{}`", call.trim_end().replace('|', "\\|"))),
            "{call}"
        );
    }
}

#[test]
fn what_concerns_files_is_left_to_whoever_runs_the_session() {
    let mut session = open(LUNGE);
    assert_eq!(run(&mut session, "quit").then, Then::Quit);
    assert_eq!(run(&mut session, "save").then, Then::Save(None));
    assert_eq!(
        run(&mut session, "save My File").then,
        Then::Save(Some("My File".to_owned()))
    );
    assert_eq!(
        run(&mut session, "open touche/kids").then,
        Then::Open("touche/kids".to_owned())
    );
    assert_eq!(run(&mut session, "recover").then, Then::Recover);
}

// ---- laws --------------------------------------------------------------------------------------

#[derive(Debug, Clone)]
enum Walk {
    Step(usize),
    Back(usize),
    Goto(usize),
    Play(usize),
    Switch(usize),
    Undo,
    Redo,
}

fn walk() -> impl Strategy<Value = Walk> {
    prop_oneof![
        (1..6_usize).prop_map(Walk::Step),
        (1..6_usize).prop_map(Walk::Back),
        (0..40_usize).prop_map(Walk::Goto),
        (0..100_usize).prop_map(Walk::Play),
        (0..5_usize).prop_map(Walk::Switch),
        Just(Walk::Undo),
        Just(Walk::Redo),
    ]
}

/// Plays the moves of the current line up to here from the start, and returns the position.
fn from_the_start(session: &Session, seed: &str) -> salle::game::State {
    let tree = session.tree();
    let mut fresh = if seed.is_empty() {
        open(LUNGE)
    } else {
        begin(seed, 11)
    };
    for after in 0..tree.at() {
        let text = tree.current().made(after).unwrap();
        let response = fresh.run(text);
        assert!(!response.failed, "{text}: {:?}", response.lines);
    }
    fresh.tree().point().state().clone()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_way_to_a_place_leads_to_the_position_of_playing_there_from_the_start(
        walks in prop::collection::vec(walk(), 1..30),
        recorded in any::<bool>(),
    ) {
        let ruleset = if recorded { "" } else { "en-garde/classic" };
        let mut session = if recorded { open(LUNGE) } else { begin(ruleset, 11) };
        for step in walks {
            let line = match step {
                Walk::Step(n) => format!("step {n}"),
                Walk::Back(n) => format!("back {n}"),
                Walk::Goto(n) => format!("goto {n}"),
                Walk::Play(n) => match session.legal().len() {
                    0 => "show".to_owned(),
                    legal => (n % legal + 1).to_string(),
                },
                Walk::Switch(n) => {
                    let lines = session.tree().lines();
                    format!("switch {}", lines[n % lines.len()].name)
                }
                Walk::Undo => "undo".to_owned(),
                Walk::Redo => "redo".to_owned(),
            };
            session.run(&line);
        }
        let state = session.tree().point().state().clone();
        prop_assert_eq!(state, from_the_start(&session, ruleset));
    }

    #[test]
    fn no_line_of_text_breaks_a_session(lines in prop::collection::vec("[ -~äß·]{0,30}", 1..12)) {
        let mut session = open(LUNGE);
        for line in &lines {
            let _ = session.run(line);
        }
        for spec in salle::repl::command::all() {
            let _ = session.run(&format!("{} {}", spec.name, lines[0]));
        }
    }
}
