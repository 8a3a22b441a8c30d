//! Single entries of parameters that are maps: changed, added, and told of.

use crate::process::Call;

const BASIC: &str = "title: T
script: [g.rhai]
declare:
  deck: { kind: numbers, min: 0, max: 9 }
  notes: { kind: data }
parameters:
  deck: { ace: 1, king: 2 }
  notes: { one: { two: 2 } }
";

const MORE: &str = "title: U
extends: g/basic
parameters:
  deck.king: 3
  deck.queen: 4
  notes.one.three: [3]
";

const RULES: &str = "fn table(p) { #{ piles: #{} } }
fn setup(v) { }
fn verdict(v) { }
fn moves(v) { [move(\"go\")] }
fn play(v, m) { }
";

/// Returns a parameter as `show` tells it: its value, who set it, and what it was.
fn shown(args: &[&str], name: &str) -> (String, String, Vec<String>) {
    let call = Call::new()
        .file("rulesets/g/basic.yaml", BASIC)
        .file("rulesets/g/more.yaml", MORE)
        .file("rulesets/g/g.rhai", RULES);
    let args = [&["show", "--format", "json"], args].concat();
    let outcome = call.run(&args);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let shown: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    let parameters = shown["parameters"].as_array().unwrap();
    let found = parameters.iter().find(|found| found["name"] == name);
    let found = found.unwrap();
    let replaced = found["replaced"].as_array().cloned().unwrap_or_default();
    (
        found["value"].to_string(),
        found["set_by"].as_str().unwrap().to_owned(),
        replaced
            .iter()
            .map(|item| item.as_str().unwrap().to_owned())
            .collect(),
    )
}

#[test]
fn a_variant_changes_and_adds_single_entries() {
    let (value, set_by, replaced) = shown(&["g/more"], "deck");
    assert_eq!(value, r#"{"ace":1,"king":3,"queen":4}"#);
    assert_eq!(set_by, "rulesets/g/more.yaml:5");
    assert_eq!(replaced.len(), 2);
    assert!(
        replaced[0].ends_with("(rulesets/g/basic.yaml:7)"),
        "{replaced:?}"
    );
    assert!(
        replaced[1].ends_with("(rulesets/g/more.yaml:4)"),
        "{replaced:?}"
    );
    let (value, ..) = shown(&["g/more"], "notes");
    assert_eq!(value, r#"{"one":{"two":2,"three":[3]}}"#);
}

#[test]
fn a_call_sets_single_entries_and_whole_maps() {
    let (value, set_by, _) = shown(&["g/more", "--set", "deck.ace=0"], "deck");
    assert_eq!(value, r#"{"ace":0,"king":3,"queen":4}"#);
    assert_eq!(set_by, "--set deck.ace=0");
    let whole = ["g/more", "--set", "deck={ jack: 1 }", "--set", "deck.ace=2"];
    assert_eq!(shown(&whole, "deck").0, r#"{"jack":1,"ace":2}"#);
}

#[test]
fn what_is_on_the_table_is_shown() {
    let rules = "fn table(p) { #{
            piles: #{
                deck: #{ holds: [#{ face: \"a\", count: 3 }], ordered: true, seen: \"nobody\", renew: \"out\" },
                out: #{ seen: \"all\" },
            },
            vars: #{ n: 4, m: () },
            secrets: #{ s: true },
            keep: [\"n\"],
        } }
        fn setup(v) { }
        fn verdict(v) { }
        fn moves(v) { [move(\"go\")] }
        fn play(v, m) { }";
    let yaml = "title: T
about: Not much
script: [g.rhai]
declare: { motto: { kind: text, optional: true, about: Any words } }
labels: { en: { piles: { deck: the deck } }, de-AT: { piles: { deck: Stapel } } }
weights: { go: 3 }
";
    let call = Call::new().file("t.yaml", yaml).file("g.rhai", rules);
    let text = call.run(&["show", "t.yaml"]).stdout;
    for line in [
        "  about        Not much",
        "  deck               3 cards, seen by nobody, in order, renewed from out",
        "  out                empty, seen by all",
        "  n                  starts with 4, kept between rounds",
        "  m                  starts with nothing",
        "  s of left          starts with true, seen by owner",
        "  motto =             null   any text or null     default",
        "      Any words",
        "  go 3",
        "  de-AT, en",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    for format in ["json", "yaml"] {
        let data = call.run(&["show", "t.yaml", "--format", format]).stdout;
        for name in [
            "renewed_from",
            "starts_with",
            "range",
            "weights",
            "languages",
            "about",
        ] {
            assert!(data.contains(name), "{name}: {data}");
        }
    }
}
