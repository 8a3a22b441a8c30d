//! Files that are long, wide or deep: made here, since nobody would read them.

use std::fmt::Write;

#[cfg(unix)]
use super::KIBIBYTES;
use super::{small_game, stopped};
use crate::process::Call;

fn repeated(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, number| {
        text.push_str(&part(number));
        text
    })
}

const RULESET: &str = "title: T\nextends: touche/kids\n";

#[test]
fn large_rulesets_are_refused() {
    let of_values = "too-many-values]: more than 20000 values in one file";
    let deep = "too-deep]: lists and maps are nested more than 64 deep";
    let flow = |key: &str, count, part: fn(usize) -> String| {
        format!("{RULESET}{key}: {{ {} }}\n", repeated(count, part))
    };
    for (text, why) in [
        ("[".repeat(10_000), deep),
        ("{\"a\":".repeat(10_000), deep),
        ("- ".repeat(10_000), deep),
        (
            repeated(1_000, |depth| format!("{}a:\n", " ".repeat(depth))),
            deep,
        ),
        (format!("[{}", "a: b,".repeat(200_000)), of_values),
        (format!("[{}", "[],".repeat(300_000)), of_values),
        (
            repeated(100_000, |number| format!("- *a{number}\n")),
            "alias]: aliases are not used",
        ),
        (
            flow("declare", 50_000, |n| format!("p{n}: {{}},")),
            of_values,
        ),
        (
            flow("declare", 2_000, |n| format!("p{n}: {{kind: flag}},")),
            "missing-key]: the parameter `p0` has no value",
        ),
        (
            flow("parameters", 6_000, |n| format!("p{n}: 1,")),
            "unknown-key]: there is no parameter `p0`",
        ),
        (
            format!(
                "{RULESET}labels: {{ en: {{ words: {{ {} }} }} }}\n",
                repeated(50_000, |n| format!("k{n}: v,"))
            ),
            of_values,
        ),
        (
            format!(
                "{RULESET}labels: {{ en: {{ piles: {{ {} }} }} }}\n",
                repeated(4_000, |n| format!("k{n}: v,"))
            ),
            "unknown-name]: there is no pile `k0` to be called something",
        ),
        (
            format!(
                "{RULESET}script: [{}]\n",
                repeated(9_000, |n| format!("s{n}.rhai,"))
            ),
            "limit]: more than 32 scripts",
        ),
        (
            format!("{RULESET}target: {}\n", "9".repeat(1_000_000)),
            "unknown-key]: unknown key `target`",
        ),
        (
            format!(
                "{RULESET}parameters: {{ target: {} }}\n",
                "9".repeat(1_000_000)
            ),
            "doubtful-value]: expected a whole number",
        ),
    ] {
        let call = Call::new().file("x.yaml", text);
        stopped(&call, &["show", "x.yaml"], why);
    }
}

/// Each entry that is set by itself makes a new value of the whole.
#[test]
fn thousands_of_entries_set_one_by_one_take_little_memory() {
    let entries = repeated(2_000, |number| format!("n.k{number}: 1, "));
    let text = format!(
        "{RULESET}declare: {{ n: {{ kind: numbers, min: 0, max: 9 }} }}\nparameters: {{ n: {{ a: 1 }}, {entries} }}\n"
    );
    let call = Call::new().file("x.yaml", text);
    let outcome = super::confined(&call, &["show", "x.yaml"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
}

#[test]
fn large_scripts_are_refused() {
    let list = |count, part: fn(usize) -> String| repeated(count, part);
    for (text, why) in [
        (
            format!("fn own(a) {{ {} }}", "[".repeat(10_000)),
            "error[limit]: the script takes more than 48 expressions",
        ),
        (
            format!("fn own(a) {{ {} }}", "own(".repeat(10_000)),
            "error[",
        ),
        (
            format!(
                "fn setup(v) {{ {} }}",
                list(3_000, |n| format!("let v{n} = {n};"))
            ),
            "limit]: the script takes more than 200 variables",
        ),
        (
            "x".repeat(1 << 20),
            "limit]: a script of more than 65536 bytes",
        ),
    ] {
        let call = small_game().file("s.rhai", text);
        let bots = ["play", "t.yaml", "--left", "random", "--right", "random"];
        stopped(&call, &bots, why);
    }
}

#[test]
fn large_scenario_files_are_refused() {
    let scenario = |more: &str| {
        format!("rulesets: [touche/kids]\nscenarios:\n  - {{ name: one, because: one, {more} }}\n")
    };
    for (text, why) in [
        ("[".repeat(10_000), "too-deep]"),
        (
            format!(
                "rulesets: [touche/kids]\nscenarios:\n{}",
                repeated(2_000, |n| format!(
                    "  - {{ name: n{n}, because: one, set: {{ target: {n} }}, expect: {{ legal: [] }} }}\n"
                ))
            ),
            "limit]: more than 300 scenarios, counted once a ruleset",
        ),
        (
            format!(
                "rulesets: [{}]\nscenarios: [{{ name: one, because: one, expect: {{ legal: [] }} }}]\n",
                repeated(1_000, |n| format!("a/b{n},"))
            ),
            "limit]: more than 300 scenarios, counted once a ruleset",
        ),
        (
            scenario(&format!(
                "position: {{ pile: [{}] }}, expect: {{ legal: [] }}",
                repeated(6_000, |n| format!("{n},"))
            )),
            "position]: there is no card `0` for the pile",
        ),
        (
            scenario(&format!(
                "position: {{ {} }}, expect: {{ legal: [] }}",
                repeated(5_000, |n| format!("k{n}: 1,"))
            )),
            "position]: a position has no `k0`",
        ),
        (
            scenario(&format!(
                "expect: {{ state: {{ {} }} }}",
                repeated(6_000, |n| format!("k{n}: 1,"))
            )),
            "unknown-key]: a position has no `k0`",
        ),
        (
            scenario(&format!(
                "play: [{}], expect: {{ legal: [] }}",
                "advance 9,".repeat(15_000)
            )),
            "`advance 9` is not a legal move of left",
        ),
    ] {
        let call = Call::new().file("x.yaml", text);
        stopped(&call, &["test", "x.yaml"], why);
    }
}

const HEAD: &str =
    "{\"type\":\"match\",\"ruleset\":\"touche/kids\"}\n{\"type\":\"round\",\"first\":\"left\"}\n";
const END: &str = "{\"type\":\"match_end\",\"winner\":null}\n";

fn replay(text: &str) -> Call {
    Call::new().file("x.jsonl", format!("{HEAD}{text}{END}"))
}

#[test]
fn large_replays_are_refused() {
    let long_line = "a line of more than 1048576 bytes";
    let event = |data: &str| format!("{{\"type\":\"event\",\"name\":\"a\",\"data\":{data}}}\n");
    let nested = "{\"type\":\"branch\",\"name\":\"b\",\"after\":0,\"records\":[".repeat(10_000);
    let note = "{\"type\":\"note\",\"after\":0,\"text\":\"x\"}\n";
    for (text, why) in [
        (
            format!(
                "{{\"type\":\"note\",\"after\":0,\"text\":\"{}\"}}\n",
                "x".repeat(50 << 20)
            ),
            long_line,
        ),
        (
            event(&format!("{}{}", "[".repeat(10_000), "]".repeat(10_000))),
            "this line is no JSON object",
        ),
        (
            format!("{nested}{}\n", "]}".repeat(10_000)),
            "this line is no JSON object",
        ),
        (
            "\n".repeat(1_000_000),
            "limit]: a match of more than 250000 lines",
        ),
        (
            note.repeat(1_000_000),
            "limit]: more than 10000 notes, marks and branches",
        ),
        (
            event(&format!("[{}1]", "{},".repeat(300_000))).repeat(10),
            "limit]: a match of more than 2500000 values",
        ),
        (
            format!(
                "{{\"type\":\"note\",\"after\":0,\"text\":\"{}\"}}\n",
                "x".repeat(1 << 19)
            )
            .repeat(100),
            "limit]: a match of more than 50331648 bytes",
        ),
        (
            format!(
                "{{\"type\":\"draw\",\"side\":\"left\",\"cards\":[{}1]}}\n",
                "1,".repeat(100_000)
            ),
            "record]: `cards` holds more than 2000 cards",
        ),
        (
            format!(
                "{{\"type\":\"round\",{}}}\n",
                repeated(50_000, |n| format!("\"k{n}\":1,")).trim_end_matches(',')
            ),
            "record]: the record has no `first`",
        ),
    ] {
        stopped(&replay(&text), &["replay", "verify", "x.jsonl"], why);
    }
}

#[test]
fn large_replays_that_can_be_read_do_not_hold() {
    let long = "x".repeat(1_000_000);
    for text in [
        format!("{{\"type\":\"decision\",\"side\":\"left\",\"move\":\"{long}\"}}\n"),
        format!(
            "{{\"type\":\"decision\",\"side\":\"left\",\"move\":\"x\",\"legal\":[{}1]}}\n",
            "1,".repeat(400_000)
        ),
        format!("{{\"type\":\"shuffle\",\"pile\":\"{long}\",\"order\":[\"x\"]}}\n"),
        format!("{{\"type\":\"{long}\"}}\n"),
        format!("{{\"type\":\"note\",\"after\":0,\"text\":\"{long}\"}}\n"),
        "{\"type\":\"draw\",\"side\":\"left\",\"cards\":[1,2,3]}\n".repeat(5_000),
    ] {
        let call = replay(&text);
        stopped(&call, &["replay", "verify", "x.jsonl"], "does not hold");
        stopped(&call, &["replay", "show", "x.jsonl"], "goes no further");
        stopped(&call, &["diff", "x.jsonl", "x.jsonl"], "does not hold");
    }
}

/// Every branch leaves the one before it, so that the last is as many deep.
#[test]
fn thousands_of_branches_within_branches_are_read() {
    let branches = (0..2_000).fold(String::new(), |mut text, number| {
        let of = match number {
            0 => String::new(),
            more => format!(",\"of\":\"b{}\"", more - 1),
        };
        writeln!(
            text,
            "{{\"type\":\"branch\",\"name\":\"b{number}\"{of},\"after\":0,\"records\":[]}}"
        )
        .unwrap();
        text
    });
    let call = replay(&branches);
    stopped(
        &call,
        &["replay", "verify", "x.jsonl"],
        "does not hold: record",
    );
    let outcome = super::confined(&call, &["replay", "step", "x.jsonl", "--exec", "start"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
}

/// What is kept of a match grows with its length, not with the square of it.
#[cfg(unix)]
#[test]
fn a_match_of_ten_thousand_decisions_is_played_and_stepped_through_in_little_memory() {
    let call = Call::new().file("steps", "goto 9000\ngoto 2\ngoto 10000\nback\nquit\n");
    let outcome = call.shell(&format!(
        "ulimit -v {KIBIBYTES}; \
         \"$SALLE\" play en-garde/classic --left random --right random --seed 3 --set target=1000 \
             --record long.jsonl >played && \
         \"$SALLE\" replay verify long.jsonl && \
         \"$SALLE\" replay step long.jsonl <steps"
    ));
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let said = &outcome.stdout;
    assert!(said.contains("10000 decisions, unfinished"), "{said}");
    assert!(said.contains("[main 9000/10000]"), "{said}");
    assert!(said.contains("[main 10000/10000]"), "{said}");
}
