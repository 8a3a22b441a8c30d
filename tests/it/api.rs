//! `salle api`: what scripts can use, printed and written.

use std::fs;

use crate::process::Call;

#[test]
fn the_script_api_is_printed_for_people() {
    let told = Call::new().run(&["api"]);
    let text = told.done();
    for wanted in [
        "## Hooks\n",
        "| `shuffle(pile)` | ",
        "| `seat.side` | ",
        "`index_of`",
    ] {
        assert!(text.contains(wanted), "{wanted}");
    }
}

#[test]
fn definition_files_are_written_over_those_there_are() {
    let call = Call::new();
    for _ in 0..2 {
        let told = call.run(&["api", "--format", "rhai", "--write", "made/definitions"]);
        assert_eq!(
            told.done(),
            "made/definitions/salle.d.rhai\nmade/definitions/standard.d.rhai"
        );
    }
    for file in ["salle", "standard"] {
        let path = call
            .folder()
            .join(format!("made/definitions/{file}.d.rhai"));
        let text = fs::read_to_string(path).unwrap();
        assert!(text.starts_with("module static;\n\n"), "{text}");
        let forms = text
            .lines()
            .filter(|line| line.starts_with("fn ") || line.starts_with("op "));
        let forms: Vec<&str> = forms.collect();
        assert!(forms.len() > 50, "{file}");
        for form in forms {
            assert!(form.contains(") -> ") && form.ends_with(';'), "{form}");
        }
    }
}

/// What is written beside a ruleset is no script of it.
#[test]
fn definition_files_beside_a_ruleset_disturb_nothing() {
    let call = Call::new();
    call.run(&["new", "rulesets/mine", "--blank"]).done();
    call.run(&["api", "--format", "rhai", "--write", "rulesets/mine"])
        .done();
    assert_eq!(call.run(&["list"]).code, Some(0));
    assert_eq!(call.run(&["test", "rulesets/mine"]).code, Some(0));
}
