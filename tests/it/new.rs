//! `salle new`: what it makes works at once.

use crate::harness::shipped;
use crate::process::Call;

#[test]
fn a_variant_of_every_ruleset_works_at_once() {
    for parent in shipped().ids() {
        let call = Call::new();
        let told = call.run(&["new", "rulesets/mine", "--from", &parent]);
        let variant = parent.rsplit('/').next().unwrap();
        let id = format!("mine/{variant}");
        assert!(
            told.done().contains(&format!("`salle play {id}`")),
            "{told:?}"
        );
        assert!(call.run(&["list"]).done().contains(&id));
        let tested = call.run(&["test", "rulesets/mine"]);
        assert!(
            tested
                .done()
                .ends_with("1 run in 1 file: all hold\n3 snapshots: all hold"),
            "{tested:?}"
        );
    }
}

#[test]
fn a_game_of_ones_own_is_played_and_tested_at_once() {
    let call = Call::new();
    call.run(&["new", "rulesets/mine", "--blank"]).done();
    let files = ["basic.yaml", "rules.rhai", "scenarios/first.yaml"];
    for file in files {
        assert!(
            call.folder().join("rulesets/mine").join(file).is_file(),
            "{file}"
        );
    }
    let tested = call.run(&["test", "rulesets/mine"]);
    assert!(
        tested
            .done()
            .ends_with("1 run in 1 file: all hold\n3 snapshots: all hold"),
        "{tested:?}"
    );
    let bots = [
        "play",
        "mine/basic",
        "--left",
        "greedy",
        "--right",
        "random",
        "--seed",
        "3",
    ];
    call.run(&[&bots[..], &["--record", "a.jsonl"]].concat())
        .done();
    let verified = call.run(&["replay", "verify", "a.jsonl"]);
    assert!(
        verified.done().contains("holds: mine/basic"),
        "{verified:?}"
    );
    let counted = call.run(&["simulate", "mine/basic", "--games", "50", "--seed", "1"]);
    assert_eq!(counted.code, Some(0), "{counted:?}");
}

#[test]
fn a_parameter_is_changed_by_taking_its_mark_away() {
    let call = Call::new();
    call.run(&["new", "rulesets/mine", "--from", "touche/basic"])
        .done();
    let file = call.folder().join("rulesets/mine/basic.yaml");
    let text = std::fs::read_to_string(&file).unwrap();
    let edited = text
        .replace("# parameters:", "parameters:")
        .replace("#   piste: 23", "  piste: 19");
    assert_ne!(edited, text);
    std::fs::write(&file, edited).unwrap();
    let shown = call.run(&["show", "mine/basic"]);
    assert!(shown.done().contains("19 spaces"), "{shown:?}");
    // And the first scenario says what that changes.
    let tested = call.run(&["test", "rulesets/mine"]);
    assert_eq!(tested.code, Some(1), "{tested:?}");
    assert!(tested.stdout.contains("space"), "{tested:?}");
}

#[test]
fn nothing_is_written_over_and_names_are_names() {
    let call = Call::new();
    call.run(&["new", "rulesets/mine", "--blank"]).done();
    let again = call.run(&["new", "rulesets/mine", "--blank"]);
    assert!(
        again
            .refused()
            .starts_with("error: rulesets/mine is there already")
    );
    let named = call.run(&["new", "rulesets/My Game", "--blank"]);
    assert!(named.refused().contains("is no name for a game"));
    let parent = call.run(&["new", "rulesets/other", "--from", "touche/basik"]);
    assert!(parent.refused().contains("touche/basic"), "{parent:?}");
    assert!(!call.folder().join("rulesets/other").exists());
    assert_eq!(call.run(&["new", "rulesets/other"]).code, Some(2));
}
