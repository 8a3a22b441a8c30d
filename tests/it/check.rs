//! `salle check`: what it finds in rulesets that can be read, and that the shipped ones are clean.

use serde_json::Value;

use crate::process::Call;

/// A game in which sides walk a ring of three spaces and may wait; nobody ever wins.
const RING: &str = "\
fn table(p) { #{ piles: #{}, vars: #{ at: 0 } } }
fn setup(v) { [] }
fn moves(v) { [move(\"wait\"), move(\"walk\")] }
fn play(v, m) { if m.text == \"walk\" { [set(\"at\", (v.at + 1) % 3), turn(v.foe)] } else { [] } }
fn verdict(v) { () }
";

/// A small game that is right: each side takes one or two of nine; who takes the last one wins.
const NINE: &str = "\
fn table(p) { #{ piles: #{}, vars: #{ left_over: p.heap } } }
fn setup(v) { [] }
fn moves(v) { [1, 2].filter(|n| n <= v.left_over).map(|n| move(`take ${n}`, #{ number: n })) }
fn play(v, m) { [set(\"left_over\", v.left_over - m.number), turn(v.foe)] }
fn verdict(v) { if v.left_over == 0 { win(v.foe, \"last\") } }
";

const NINE_YAML: &str = "\
title: Nine
script: [rules.rhai]
declare: { heap: { kind: number, min: 1, max: 99, about: What there is to take } }
parameters: { heap: 9, target: 2 }
reasons: { last: Took the last one }
";

fn game(yaml: &str, rhai: &str) -> Call {
    Call::new().file("game.yaml", yaml).file("rules.rhai", rhai)
}

/// Checks a game, and returns the code and what was found, as (severity, code, message).
fn found(call: &Call, more: &[&str]) -> (Option<i32>, Vec<(String, String, String)>) {
    let mut args = vec!["check", "game.yaml", "--games", "20", "--format", "json"];
    args.extend(more);
    let outcome = call.run(&args);
    let reports: Value = serde_json::from_str(&outcome.stdout).expect(&outcome.stderr);
    let text = |line: &Value, key: &str| line[key].as_str().unwrap().to_owned();
    let lines = reports[0]["findings"].as_array().unwrap().iter();
    let lines = lines.map(|line| {
        (
            text(line, "severity"),
            text(line, "code"),
            text(line, "message"),
        )
    });
    (outcome.code, lines.collect())
}

fn codes(found: &[(String, String, String)]) -> Vec<&str> {
    found.iter().map(|(_, code, _)| code.as_str()).collect()
}

#[test]
fn a_game_that_is_right_passes() {
    let call = game(NINE_YAML, NINE);
    assert_eq!(found(&call, &[]), (Some(0), Vec::new()));
    let outcome = call.run(&["check", "game.yaml", "--games", "20"]);
    assert!(
        outcome
            .stdout
            .starts_with("game.yaml: nothing found (20 matches with ")
    );
}

#[test]
fn the_shipped_rulesets_pass() {
    let outcome = Call::new().run(&["check", "--games", "3", "--format", "json"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stdout);
    let reports: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let reports = reports.as_array().unwrap();
    assert_eq!(reports.len(), 7);
    for report in reports {
        let findings = report["findings"].as_array().unwrap();
        assert!(findings.iter().all(|finding| finding["code"] != "slow"));
    }
}

/// Only what a match may come to: neither the table nor `why` is asked for thousands of times, and
/// what nobody calls is not asked for at all.
#[test]
fn what_is_left_to_rhai_is_named_where_a_match_may_come_to_it() {
    let others = "
        fn why(v, text) { text.to_upper() }
        fn of_the_table(p) { \"a b\".split(\" \") }
        fn broken(v) { if v.left_over < 0 { throw \"none\"; } }
    ";
    let calm = NINE
        .replace("#{ piles", "of_the_table(p); #{ piles")
        .replace("{ if v.left_over == 0", "{ broken(v); if v.left_over == 0");
    let calm = calm + others;
    assert_eq!(found(&game(NINE_YAML, &calm), &[]), (Some(0), Vec::new()));
    let slow = calm.replace("m.number", "amount(m)")
        + "fn amount(m) { [m.number].map(|n| {
            let all = 0..9;
            n.sign() * n
        })[0] }";
    let (code, found) = found(&game(NINE_YAML, &slow), &[]);
    assert_eq!((code, codes(&found)), (Some(0), vec!["slow"]));
    assert_eq!(found[0].0, "note");
    let outcome = game(NINE_YAML, &slow).run(&["check", "game.yaml", "--games", "1"]);
    for line in ["let all = 0..9;", "n.sign() * n"] {
        assert!(outcome.stdout.contains(line), "{}", outcome.stdout);
    }
}

#[test]
fn all_faults_of_yaml_and_scripts_come_in_one_go() {
    let yaml = NINE_YAML
        .replace("heap: 9", "heap: 900")
        .replace("title", "tilte");
    let rhai = NINE.replace("win(v.foe", "winn(v.foe");
    let (code, found) = found(&game(&yaml, &rhai), &[]);
    assert_eq!(code, Some(1));
    let expected = [
        "unknown-key",
        "missing-key",
        "out-of-range",
        "unknown-function",
    ];
    let mut codes = codes(&found);
    codes.sort_unstable();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(codes, expected);
}

#[test]
fn a_ruleset_that_is_not_there_is_a_bad_call() {
    for name in ["no/such", "none.yaml"] {
        let outcome = Call::new().run(&["check", name]);
        assert_eq!(outcome.code, Some(2));
        assert!(outcome.stderr.contains(name), "{}", outcome.stderr);
    }
}

#[test]
fn a_move_that_changes_nothing_and_play_without_end_are_found() {
    let yaml = "title: Ring\nscript: [rules.rhai]\nparameters: { limits.decisions: 60 }\n";
    let (code, found) = found(&game(yaml, RING), &[]);
    assert_eq!(code, Some(1));
    assert_eq!(codes(&found), ["idle-move", "unending", "comes-back"]);
    assert_eq!(
        found[0].2,
        "`wait` changes nothing, and can be played for ever"
    );
}

#[test]
fn what_shows_a_fault_is_a_recording_that_can_be_opened() {
    let broken = NINE.replace(
        "win(v.foe, \"last\")",
        "win(v.foe, if v.round == 2 { \"lst\" } else { \"last\" })",
    );
    let call = game(NINE_YAML, &broken);
    let folder = call.folder().join("shown");
    let args = [
        "check",
        "game.yaml",
        "--games",
        "20",
        "--format",
        "json",
        "--record",
        "shown",
    ];
    let outcome = call.run(&args);
    assert_eq!(outcome.code, Some(1));
    let reports: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let finding = &reports[0]["findings"][0];
    assert_eq!(finding["code"], "unknown-name");
    assert_eq!(finding["line"], 5);
    let replay = finding["replay"].as_str().unwrap();
    assert!(folder.join(replay.trim_start_matches("shown/")).is_file());
    // It is the match that the seed gives, up to where the rules fail.
    let stepped = call.run(&["replay", "step", replay, "--exec", "end"]);
    let says = |text: &str| assert!(stepped.stdout.contains(text), "{stepped:?}");
    says("the rules go no further: round 2");
    says("round 2 · score ");
}

#[test]
fn rules_that_peek_are_found() {
    let rhai = "\
fn table(p) { #{ piles: #{ hand: #{ per_side: true, seen: \"owner\", holds: [#{ face: \"a\", kind: 1, count: 2 }] } } } }
fn setup(v) { [] }
fn moves(v) { if v.foe.hand.kinds.contains(1) { [move(\"go\")] } else { [] } }
fn play(v, m) { [turn(v.foe)] }
fn verdict(v) { () }
";
    let (code, found) = found(&game("title: Peeks\nscript: [rules.rhai]\n", rhai), &[]);
    assert_eq!(code, Some(1));
    assert_eq!(codes(&found), ["hidden"]);
}

#[test]
fn what_nobody_reads_is_named() {
    let yaml = "\
title: Nine
script: [rules.rhai]
declare:
  heap: { kind: number, min: 1, max: 99, about: What there is to take }
  spare: { kind: number, min: 1, max: 99, about: Nothing }
parameters: { heap: 9, spare: 4 }
reasons: { last: Took the last one, first: Never given }
events: { bell: Nobody rings it }
labels: { en: { words: { take: grab, tke: grab } } }
weights: { take: 2, leave: 3 }
";
    let rhai = format!("{NINE}fn forgotten(v) {{ v.left_over }}\n");
    let (code, found) = found(&game(yaml, &rhai), &[]);
    assert_eq!(code, Some(1));
    let named: Vec<&str> = found.iter().map(|(.., message)| message.as_str()).collect();
    let expected = [
        "no script reads the parameter `spare`",
        "nothing calls the function `forgotten`",
        "no script and no match knows the word `tke`",
        "no script and no match knows the reason `first`",
        "no script and no match knows the event `bell`",
        "no script and no match knows the kind of move `leave`",
    ];
    assert_eq!(named, expected);
    assert!(found.iter().all(|(severity, ..)| severity == "warning"));
}

#[test]
fn a_value_that_stands_in_both_files_is_named() {
    let rhai = NINE.replace("left_over: p.heap", "left_over: heap()") + "fn heap() { 9 }\n";
    let (code, found) = found(&game(NINE_YAML, &rhai), &[]);
    assert_eq!(code, Some(1));
    assert_eq!(codes(&found), ["idle-parameter", "value-twice"]);
    // A number alone may be a coincidence.
    let yaml = NINE_YAML.replace("heap: 9,", "heap: 12,");
    let rhai = NINE.replace("n <= v.left_over", "n <= v.left_over && n < 12");
    let (code, found) = self::found(&game(&yaml, &rhai), &[]);
    assert_eq!((code, codes(&found)), (Some(0), vec!["value-twice"]));
    assert_eq!(found[0].0, "note");
}

#[test]
fn what_never_came_up_is_a_note() {
    let rhai = NINE.replace(
        "moves(v) { [1, 2]",
        "moves(v) { if v.left_over > 50 { return [move(\"sweep\", #{ number: 50 })]; } [1, 2]",
    );
    let (code, found) = found(&game(NINE_YAML, &rhai), &[]);
    assert_eq!(code, Some(0));
    assert_eq!(found[0].2, "no side could ever play `sweep`");
}

#[test]
fn what_is_found_does_not_depend_on_the_number_of_jobs() {
    let call = game("title: Ring\nscript: [rules.rhai]\n", RING);
    let with = |jobs: &str| {
        let args = [
            "check",
            "game.yaml",
            "--set",
            "limits.decisions=40",
            "--jobs",
            jobs,
        ];
        call.run(&args).stdout
    };
    assert_eq!(with("1"), with("3"));
}

#[test]
fn an_effect_that_goes_nowhere_is_named() {
    let rhai = NINE.replace(
        "fn play(v, m) { [set",
        "fn play(v, m) { set(\"left_over\", 3); // not yet\n win(v.me, \"last\"); [set",
    );
    let (code, found) = found(&game(NINE_YAML, &rhai), &[]);
    assert_eq!(code, Some(1));
    let named: Vec<&str> = found.iter().map(|(.., message)| message.as_str()).collect();
    let expected = [
        "what `set` makes here goes nowhere",
        "what `win` makes here goes nowhere",
    ];
    assert_eq!(named, expected);
    // The last value of a block is that of the block, with or without a semicolon.
    let rhai = NINE.replace("win(v.foe, \"last\") }", "win(v.foe, \"last\"); }");
    assert_eq!(self::found(&game(NINE_YAML, &rhai), &[]).1, Vec::new());
}

#[test]
fn without_matches_only_the_files_are_judged() {
    let call = game(NINE_YAML, NINE);
    let args = ["check", "game.yaml", "--games", "0"];
    let outcome = call.run(&args);
    assert_eq!(outcome.done(), "game.yaml: nothing found (no match played)");
}

#[test]
fn a_variable_may_have_the_name_of_a_parameter() {
    let rhai = NINE.replace(
        "vars: #{ left_over: p.heap }",
        "vars: #{ left_over: p.heap, heap: 9 }",
    );
    assert_eq!(found(&game(NINE_YAML, &rhai), &[]), (Some(0), Vec::new()));
}
