//! `salle compare`, `salle sweep` and `salle merge`, as processes.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::Value;

/// Runs a call in a folder.
fn run_in(folder: &Path, line: &str) -> Output {
    let mut command = crate::harness::salle();
    command.args(line.split(' ')).stdin(Stdio::null());
    command.current_dir(folder).output().unwrap()
}

/// Runs a call that must succeed, and returns what it prints.
fn stdout_in(folder: &Path, line: &str) -> String {
    let output = run_in(folder, line);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn stdout(line: &str) -> String {
    stdout_in(crate::harness::here(), line)
}

/// Makes a call that must be refused, with these words among the reasons.
fn refused_in(folder: &Path, line: &str, words: &str) {
    let output = run_in(folder, line);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}: {errors}");
    assert!(errors.contains(words), "{line}: {errors}");
    assert!(output.stdout.is_empty(), "{line}");
}

fn refused(line: &str, words: &str) {
    refused_in(crate::harness::here(), line, words);
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Short matches of few decisions, without the bots that think.
const SHORT: &str = "--set target=1 --seed 7 --measure draws,endings,length,choices,luck";

#[test]
fn a_ruleset_differs_from_itself_in_nothing() {
    let line = "compare en-garde/classic en-garde/classic --set target=2 --seed 7 --games 6";
    let found = json(&stdout(&format!("{line} --format json")));
    assert_eq!(found["played"], 6);
    let measures = found["measures"].as_array().unwrap();
    assert!(measures.len() > 14, "{measures:?}");
    for measure in measures {
        let difference = &measure["differences"][0];
        assert_eq!(difference["same"], difference["count"], "{measure}");
        assert_eq!(difference["value"], 0.0, "{measure}");
        assert_eq!(measure["values"][0], measure["values"][1]);
    }
}

#[test]
fn the_number_of_jobs_changes_nothing_and_the_table_fits() {
    let line =
        format!("compare en-garde/classic en-garde/classic:piste=13,hand=4 --games 8 {SHORT}");
    for format in ["table", "json", "csv"] {
        let with = |jobs: u32| stdout(&format!("{line} --format {format} --jobs {jobs}"));
        let alone = with(1);
        assert_eq!(with(3), alone);
        if format == "table" {
            assert!(
                alone.lines().all(|line| line.chars().count() <= 80),
                "{alone}"
            );
            assert!(alone.contains("B  en-garde/classic with target=1, piste=13, hand=4"));
        }
    }
}

#[test]
fn a_large_difference_is_found_before_the_matches_are_used_up() {
    let line = "compare en-garde/classic en-garde/classic:piste=9 --set target=1 --seed 7 \
        --games 2000 --measure length --format json";
    let found = json(&stdout(line));
    // Numbers are judged from 100 on, and looked at after every 50.
    assert_eq!(found["played"], 100);
    assert_eq!(found["interrupted"], false);
    let difference = &found["measures"][0]["differences"][0];
    assert_eq!(difference["verdict"], "differs");
    assert!(difference["high"].as_f64().unwrap() < 0.0);
}

#[test]
fn bad_calls_are_refused() {
    let compare = "compare en-garde/classic";
    refused(compare, "has nothing to be compared with");
    let both = &format!("{compare} en-garde/classic");
    refused(&format!("{both}:piste"), "does not say what is changed");
    refused(&format!("{both}:pist=3"), "the nearest is `piste`");
    refused(&format!("{both} --measure drawz"), "the nearest is `draws`");
    refused(&format!("{both} --within draws=x"), "such as `draws=2%`");
    refused(
        &format!("{both} --within length=2%"),
        "`--within` takes a number above 0",
    );
    refused(&format!("{both} --games 0"), "cannot play 0 matches");
    refused(&format!("{both} --bot ramdom"), "the nearest is `random`");
    let sweep = "sweep en-garde/classic --seed 1";
    refused(
        &format!("{sweep} --vary piste"),
        "does not say which values",
    );
    refused(&format!("{sweep} --vary piste=9..5"), "has no values");
    refused(&format!("{sweep} --vary pist=9"), "the nearest is `piste`");
    refused(
        &format!("{sweep} --vary piste=9 --vary piste=11"),
        "varied twice",
    );
    refused(
        &format!("{sweep} --vary piste=1..1000 --vary hand=1..1000"),
        "too many combinations",
    );
    refused(
        &format!("{sweep} --vary piste=9 --out x --shard 3/2"),
        "`3/2` is no share",
    );
    refused(&format!("{sweep} --vary piste=9 --games 100001"), "100000");
    refused("merge no/such/file", "cannot read no/such/file");
}

/// A sweep with a value that the ruleset refuses.
fn sweep() -> String {
    format!("sweep en-garde/classic --vary piste=1,9..13:4 --vary hand=4,5 --games 5 {SHORT}")
}

#[test]
fn a_sweep_compares_every_combination_with_the_base() {
    let table = stdout(&sweep());
    assert!(
        table.lines().all(|line| line.chars().count() <= 80),
        "{table}"
    );
    assert!(
        table.contains("piste=1 hand=4 could not be played: `piste` cannot be 1"),
        "{table}"
    );
    let found = json(&stdout(&format!("{} --format json", sweep())));
    let cells = found["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 7);
    assert_eq!(cells[0]["values"], Value::Array(Vec::new()));
    assert_eq!(cells[0]["figures"][0]["difference"], Value::Null);
    assert_eq!(cells[4]["values"][0], "9");
    assert_eq!(cells[4]["figures"][0]["difference"]["count"], 5);
    assert!(cells[1]["refused"].is_string());
    // The base is the very combination if that is asked for.
    let line = format!(
        "sweep en-garde/classic --vary piste=9,13 --against piste=13 --games 5 --format json {SHORT}"
    );
    let found = json(&stdout(&line));
    for figure in found["cells"][2]["figures"].as_array().unwrap() {
        assert_eq!(figure["difference"]["same"], figure["difference"]["count"]);
    }
}

#[test]
fn shares_that_are_joined_are_one_run_and_an_interrupt_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| stdout_in(folder.path(), line);
    let formats = ["table", "json", "csv"];
    let whole = formats.map(|format| run(&format!("{} --format {format}", sweep())));
    for share in 1..=3 {
        let line = format!("{} --out parts --shard {share}/3 --jobs {share}", sweep());
        assert_eq!(run(&line), "");
    }
    let merged =
        |paths: &str| formats.map(|format| run(&format!("merge {paths} --format {format}")));
    assert_eq!(merged("parts"), whole);
    // In any order, file by file.
    let parts = folder.path().join("parts");
    let mut names: Vec<String> = fs::read_dir(&parts)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_by(|a, b| b.cmp(a));
    let files: Vec<String> = names.iter().map(|name| format!("parts/{name}")).collect();
    assert_eq!(merged(&files.join(" ")), whole);

    // What an interrupt leaves: some parts, the others not there. The rest is played, the old ones
    // are taken over as they are.
    let kept = fs::metadata(parts.join("cell-0000.jsonl"))
        .unwrap()
        .modified()
        .unwrap();
    for cell in [3, 6] {
        fs::remove_file(parts.join(format!("cell-000{cell}.jsonl"))).unwrap();
    }
    refused_in(
        folder.path(),
        "merge parts",
        "2 parts are of 7 missing: 3, 6",
    );
    let resumed = run(&format!("{} --out parts --format json", sweep()));
    assert_eq!(resumed, whole[1]);
    let again = fs::metadata(parts.join("cell-0000.jsonl"))
        .unwrap()
        .modified()
        .unwrap();
    assert_eq!(again, kept);

    // Parts of another sweep are not mixed in.
    let other = sweep().replace("--seed 7", "--seed 8");
    let line = format!("{other} --out parts");
    refused_in(
        folder.path(),
        &line,
        "is of another sweep: its seed differs",
    );
    run(&format!("{other} --out others --shard 1/7"));
    refused_in(
        folder.path(),
        "merge parts others",
        "are of two sweeps: their seed differs",
    );
    refused_in(
        folder.path(),
        "merge parts parts/cell-0001.jsonl",
        "are the same combination",
    );
}

#[test]
fn hostile_parts_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("sweep en-garde/classic --vary hand=5 --games 3 {SHORT} --out parts");
    stdout_in(folder.path(), &line);
    let path = folder.path().join("parts/cell-0001.jsonl");
    let whole = fs::read_to_string(&path).unwrap();
    let cut = &whole[..whole.len() - 5];
    let edited = whole.replacen("\"bot\":\"random\"", "\"bot\":\"greedy\"", 1);
    assert_ne!(edited, whole);
    let deep = "[".repeat(100_000);
    let large = whole.replacen("\"games\":3", "\"games\":100000", 1);
    let parameters = whole.replacen("\"cell\":1", "\"cell\":99999999", 1);
    let absurd = whole.replacen("[0,1]", "[9223372036854775807,1]", 1);
    assert_ne!(absurd, whole);
    for (text, words) in [
        ("", "line 1"),
        ("{}\n", "line 1"),
        (cut, "line 5"),
        (&edited, "was changed since it was written"),
        (&deep, "line 1"),
        (&large, "3 of 100000 matches"),
        (&parameters, "no such cell"),
        (&absurd, "no match can have these values"),
    ] {
        fs::write(&path, text).unwrap();
        refused_in(folder.path(), "merge parts", words);
        refused_in(folder.path(), &line, "is no part of a sweep");
    }
    fs::write(&path, [0xff, 0xfe]).unwrap();
    refused_in(folder.path(), "merge parts", "no UTF-8");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    refused_in(folder.path(), "merge parts", "no regular file");
    fs::create_dir(folder.path().join("empty")).unwrap();
    refused_in(folder.path(), "merge empty", "there are no parts in empty");
}

/// A program that dies loses its match and nothing else: the deal says nothing.
#[test]
#[cfg(unix)]
fn matches_that_a_program_forfeits_are_not_counted() {
    let rulesets = "en-garde/classic en-garde/classic:piste=19";
    let measured = "--measure draws --seed 7 --games 3 --bot exec:false";
    let table = stdout(&format!("compare {rulesets} {measured}"));
    assert!(
        table.contains("under A 3 forfeited and not counted"),
        "{table}"
    );
    assert!(
        table.contains("under B 3 forfeited and not counted"),
        "{table}"
    );
    let found = json(&stdout(&format!(
        "compare {rulesets} {measured} --format json"
    )));
    assert_eq!(found["forfeited"], serde_json::json!([3, 3]));
    assert_eq!(found["measures"][0]["values"][0]["count"], 0);
    let table = stdout(&format!("sweep en-garde/classic --vary hand=4 {measured}"));
    assert!(
        table.contains("base: 3 forfeited and not counted"),
        "{table}"
    );
    assert!(
        table.contains("hand=4: 3 forfeited and not counted"),
        "{table}"
    );
}

/// What is refused is told where it was typed.
#[test]
fn faults_name_the_option_that_they_stand_in() {
    let sweep = "sweep en-garde/classic --games 3";
    refused(&format!("{sweep} --vary pist=15,17"), "--vary pist=15");
    refused(
        &format!("{sweep} --vary hand=4 --against piste=x"),
        "--against piste=x",
    );
    refused(
        &format!("{sweep} --vary hand=4..1e1"),
        "none of whole numbers",
    );
    let compare = "compare en-garde/classic en-garde/classic";
    refused(&format!("{compare}:hnd=4"), "en-garde/classic:hnd=4");
    let draws = format!("{compare}:hand=4 --measure length --within draws=2%");
    refused(&draws, "`draws` is not measured");
    let much = format!("{compare}:hand=4 --measure draws --within draws=200%");
    refused(&much, "a share above 0 and up to 1");
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_a_comparison_with_what_there_is() {
    let line = "compare en-garde/classic en-garde/classic:hand=5 --seed 7 --games 1000000 \
        --within draws=0.001% --measure draws --format json";
    let mut command = crate::harness::salle();
    let child = command
        .args(line.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(3));
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{errors}");
    let found = json(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(found["interrupted"], true);
    assert_eq!(found["measures"][0]["values"][0]["count"], found["played"]);
    assert!(errors.contains(&format!("stopped after {} of", found["played"])));
}

/// Writes two games in which the left side wins by a throw before its only decision, or by the decision.
fn decided_early_and_late(folder: &Path) {
    let script = |setup: &str, chosen: &str| {
        format!(
            r#"
fn table(p) {{ #{{ piles: #{{}}, vars: #{{ thrown: 0, done: false }} }} }}
fn setup(v) {{ {setup} }}
fn verdict(v) {{
    if v.done {{ return win(if v.thrown == 1 {{ v.me }} else {{ v.foe }}, "high"); }}
}}
fn moves(v) {{ [move("one", 1), move("two", 2)] }}
fn play(v, m) {{ [{chosen}set("done", true)] }}
"#
        )
    };
    fs::create_dir_all(folder.join("toy")).unwrap();
    for (name, script) in [
        ("early", script("[die(\"thrown\", 2)]", "")),
        ("late", script("[]", "set(\"thrown\", m.data), ")),
    ] {
        let yaml = format!("title: Toy\nscript: [{name}.rhai]\nreasons: {{ high: Higher }}\n");
        fs::write(folder.join(format!("toy/{name}.yaml")), yaml).unwrap();
        fs::write(folder.join(format!("toy/{name}.rhai")), script).unwrap();
    }
}

#[test]
fn a_match_that_fails_is_named_and_ends_no_sweep_but_that_of_its_base() {
    let folder = tempfile::tempdir().unwrap();
    decided_early_and_late(folder.path());
    let yaml = "title: Faulty\nextends: toy/early\nscript: [faulty.rhai]\n\
        declare: { broken: { kind: flag } }\nparameters: { broken: false }\n";
    let script = "fn setup(v) { if v.p.broken { throw \"it broke\"; } [die(\"thrown\", 2)] }\n";
    fs::write(folder.path().join("toy/faulty.yaml"), yaml).unwrap();
    fs::write(folder.path().join("toy/faulty.rhai"), script).unwrap();
    let line = format!(
        "sweep toy/faulty --vary broken=true,false --rulesets {} --seed 7 --games 3 --measure luck",
        folder.path().display()
    );
    let found = json(&stdout(&format!("{line} --format json")));
    let refused_for = found["cells"][1]["refused"].as_str().unwrap();
    assert!(refused_for.starts_with("match 1: "), "{refused_for}");
    assert!(refused_for.contains("it broke"), "{refused_for}");
    assert_eq!(found["cells"][2]["figures"][0]["count"], 3);
    refused(&format!("{line} --set broken=true"), "it broke");
    let both = line.replace(
        "sweep toy/faulty --vary broken=true,false",
        "compare toy/early toy/faulty:broken=true",
    );
    refused(&both, "toy/faulty with broken=true, match 1 (seed");
}

#[test]
fn luck_is_what_the_deal_settles() {
    let folder = tempfile::tempdir().unwrap();
    decided_early_and_late(folder.path());
    let line = format!(
        "compare toy/early toy/late --rulesets {} --seed 7 --games 400 --format json",
        folder.path().display()
    );
    let found = json(&stdout(&line));
    let of = |key: &str| {
        let measures = found["measures"].as_array().unwrap();
        let measure = measures.iter().find(|measure| measure["measure"] == key);
        measure.unwrap().clone()
    };
    let value = |key: &str, ruleset: usize| of(key)["values"][ruleset]["value"].as_f64().unwrap();
    // All four playouts of a deal end alike, or each as it comes: 0 on the average, and as 400 deals
    // give at most 0.5 each, within 0.1 of it.
    assert!((value("luck", 0) - 1.0).abs() < 1e-9);
    assert!(value("luck", 1).abs() < 0.1, "{found}");
    assert_eq!(of("luck")["differences"][0]["verdict"], "differs");
    // One decision between two moves, in a round that never is a draw.
    for ruleset in [0, 1] {
        assert!((value("length", ruleset) - 1.0).abs() < 1e-9);
        assert!((value("choices", ruleset) - 2.0).abs() < 1e-9);
        assert!((value("real-choices", ruleset) - 1.0).abs() < 1e-9);
        assert!(value("draws", ruleset).abs() < 1e-9);
        assert!((value("ending high", ruleset) - 1.0).abs() < 1e-9);
        assert!(value("first-player", ruleset).abs() < 0.2);
    }
    // No lead in a match of one round.
    assert_eq!(of("comebacks")["values"][0]["value"], Value::Null);
    assert_eq!(of("comebacks")["differences"][0]["verdict"], "none");
}
