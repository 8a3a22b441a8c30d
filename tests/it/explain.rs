//! `salle explain`: what a code means, at the prompt.

use serde_json::Value;

use crate::process::Call;

#[test]
fn a_code_is_explained_with_its_example() {
    let told = Call::new().run(&["explain", "doubtful-value"]);
    let text = told.done();
    assert!(text.starts_with("doubtful-value\n\nA word means different things"));
    for part in [
        "mistake.yaml:\n    title: Mine\n",
        "    $ salle show mistake.yaml\n",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let pasted = Call::new().run(&["explain", "error[doubtful-value]"]);
    assert_eq!(pasted.done(), text);
}

#[test]
fn without_a_code_all_are_listed() {
    let list = Call::new().run(&["explain"]);
    assert!(list.done().lines().count() > 40);
    assert!(
        list.done().contains("A map has the same key twice."),
        "{list:?}"
    );
    let json = Call::new().run(&["explain", "--format", "json"]);
    let json: Value = serde_json::from_str(json.done()).unwrap();
    let codes = json
        .as_array()
        .unwrap()
        .iter()
        .map(|section| &section["code"]);
    let codes: Vec<_> = codes.map(|code| code.as_str().unwrap()).collect();
    let told = list.done().lines();
    let told: Vec<_> = told
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(told, codes);
}

#[test]
fn an_unknown_code_is_answered_with_the_nearest() {
    let call = Call::new();
    assert_eq!(
        call.run(&["explain", "unknwon-key"]).refused(),
        "error: there is no code `unknwon-key`\nhelp: the nearest is `unknown-key`"
    );
    assert_eq!(
        call.run(&["explain", "xyz"]).refused(),
        "error: there is no code `xyz`\nhelp: `salle explain` lists all"
    );
}

/// Where to read more is said to people at a terminal only; `terminal` tries that.
#[test]
fn a_fault_in_a_pipe_says_no_more_than_it_did() {
    let refused = Call::new().run(&["show", "touche/bsic"]);
    assert!(!refused.refused().contains("salle explain"), "{refused:?}");
}
