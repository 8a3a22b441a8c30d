//! What is wrong with scripts, and scripts that mean harm: each is stopped, and its author told
//! where and why.

use std::fs;
use std::sync::Arc;

use include_dir::{Dir, include_dir};
use salle::chance::Seeded;
use salle::game::{Game, Nobody};
use salle::ruleset::Loader;
use salle::text::Library;

use crate::broken;
use crate::harness::here;
use crate::process::{Call, Outcome};

static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rulesets");

#[test]
fn every_fault_is_told_with_its_place() {
    broken::check("script");
}

/// Makes a call with the common files of the transcripts and a script.
pub(crate) fn script(text: &str) -> Call {
    let folder = here().join("tests/broken/script");
    let file = |name: &str| fs::read(folder.join(name)).unwrap();
    Call::new()
        .file("t.yaml", file("t.yaml"))
        .file("base.rhai", file("base.rhai"))
        .file("s.rhai", text)
}

pub(crate) fn play(text: &str) -> Outcome {
    let args = ["play", "t.yaml", "--left", "random", "--right", "random"];
    script(text).run(&args)
}

/// Checks how the errors begin; the rest of them shows a line that nobody wants to see here.
fn stopped(text: &str, fault: &str) {
    let outcome = play(text);
    let errors = outcome.broke_off();
    let shown: String = text.chars().take(60).collect();
    assert!(
        errors.starts_with(&format!("error[{fault}")),
        "{shown} … : {errors}"
    );
    assert!(errors.len() < 5_000, "{shown} … : {}", errors.len());
}

/// The parser runs before any limit of the engine that counts operations.
#[test]
fn what_is_nested_without_end_is_refused() {
    let deep = "limit]: the script takes more than 48 expressions within expressions";
    let times = |part: &str, count: usize| part.repeat(count);
    let nested = |open: &str, close: &str, count| {
        format!(
            "fn own(a) {{ {}1{} }}",
            times(open, count),
            times(close, count)
        )
    };
    for text in [
        nested("(", ")", 10_000),
        nested("[", "]", 10_000),
        nested("#{a:", "}", 10_000),
        nested("{", "}", 10_000),
        nested("if 1 {", "}", 9_000),
        nested("for i in 1 {", "}", 4_500),
        nested("while 1 {", "}", 5_000),
        nested("loop {", "}", 7_000),
        nested("try {", "} catch {}", 3_500),
        nested("switch 1 { 1 =>", "}", 3_500),
        nested("own(", ")", 10_000),
        nested("`${", "}`", 10_000),
        nested("|| ", "", 10_000),
        nested("|x| ", "", 10_000),
        nested("!", "", 10_000),
        nested("- ", "", 10_000),
        nested("+ ", "", 10_000),
        nested("", "+1", 10_000),
        nested("", "+a", 10_000),
        nested("", "*\"a\"", 10_000),
        nested("", " ** 1", 10_000),
        nested("", " && 1", 9_000),
        nested("", " ?? 1", 9_000),
        nested("", " == 1", 10_000),
        format!("fn own(a) {{ a{} }}", times(".b", 10_000)),
        format!("fn own(a) {{ a{} }}", times("[0]", 10_000)),
        format!("fn own(a) {{ a{} }}", times(".b()", 10_000)),
        nested("", "if 1 {1} else ", 4_000),
        times("(", 60_000),
        times("[", 60_000),
        times("{", 60_000),
    ] {
        let outcome = play(&text);
        let errors = outcome.broke_off();
        let shown = &text[..40];
        let is_syntax = errors.starts_with("error[script-syntax]");
        assert!(
            errors.starts_with(&format!("error[{deep}")) || is_syntax,
            "{shown}: {errors}"
        );
        assert!(errors.len() < 2_000, "{shown}: {}", errors.len());
    }
    stopped(
        &nested("-", "", 10_000),
        "script-syntax]: `--` is a reserved symbol",
    );
    // Comments nest as well, and are gone before anything is parsed.
    play(&format!("{}{}", times("/*", 10_000), times("*/", 10_000)));
}

#[test]
fn what_is_long_without_end_is_refused() {
    let list = |part: &dyn Fn(usize) -> String, count: usize| -> String {
        (0..count).map(part).collect::<Vec<_>>().join(",")
    };
    let size = "limit]: a script of more than 65536 bytes";
    stopped(&" ".repeat((1 << 20) + 1), "file]: `s.rhai` is larger");
    stopped(&format!("// {}", "x".repeat(1 << 19)), size);
    stopped(
        &"\n".repeat(60_000),
        "limit]: the scripts of a ruleset have more than 20000 lines",
    );
    stopped(
        &format!("fn own({}) {{ }}", list(&|n| format!("p{n}"), 9_000)),
        "limit]: a very long list of names or numbers in brackets",
    );
    stopped(
        &format!("fn own() {{ |{}| 1 }}", list(&|n| format!("p{n}"), 9_000)),
        "limit]: a very long list of names or numbers in brackets",
    );
    stopped(
        &format!(
            "fn setup(v) {{ own({}) }}",
            list(&|n| n.to_string(), 10_000)
        ),
        "limit]: a very long list of names or numbers in brackets",
    );
    stopped(
        &format!(
            "fn own() {{ #{{ {} }} }}",
            list(&|n| format!("k{n}: 1"), 5_000)
        ),
        "limit]: a map grew to more than 1000 entries",
    );
    stopped(
        &(0..4_000)
            .map(|n| format!("fn f{n}() {{}} "))
            .collect::<String>(),
        "limit]: the script takes more than 500 functions in one file",
    );
    stopped(
        &(0..3_000)
            .map(|n| format!("import \"s\" as a{n};"))
            .collect::<String>(),
        "import]: imports go in a circle",
    );
    stopped(
        &format!("let text = \"{}\";", "x".repeat(50_000)),
        "limit]: a text grew to more than",
    );
    stopped(
        &format!("let x = {};", "9".repeat(50_000)),
        "script-syntax]",
    );
    stopped(
        &format!("`{}", "x".repeat(50_000)),
        "limit]: a text grew to more than",
    );
    // These are long, but no longer than is allowed.
    for text in [
        format!(
            "fn own(x) {{ switch x {{ {} }} }}",
            list(&|n| format!("{n}=>1"), 6_000)
        ),
        format!("fn own(x) {{ {} }}", "x += 1; ".repeat(8_000)),
        format!("fn own(x) {{ `{}` }}", "${x}".repeat(15_000)),
        format!(
            "fn own(x) {{ {} }}",
            (0..4_000)
                .map(|n| format!("let v{n}=1;"))
                .collect::<String>()
        ),
    ] {
        assert_eq!(play(&text).code, Some(0));
    }
}

/// Operations that are slow each, or hold memory that the engine does not count.
#[test]
fn what_no_count_of_operations_bounds_is_stopped() {
    let list = "let list = []; for n in 0..5000 { list.push(n); }";
    for (loops, limits) in [
        ("list.contains(-1);", "milliseconds operations"),
        ("let other = list;", "milliseconds operations"),
        ("list.sort();", "milliseconds operations"),
        ("list == list;", "milliseconds operations"),
        ("v.pile.cards;", "milliseconds operations"),
    ] {
        let outcome = play(&format!("fn setup(v) {{ {list} loop {{ {loops} }} }}"));
        let errors = outcome.broke_off();
        let is_limit = limits
            .split(' ')
            .any(|limit| errors.contains(&format!(" {limit} for one")));
        assert!(errors.starts_with("error[limit]") && is_limit, "{errors}");
    }
    let held = |text: &str| {
        let outcome = play(text);
        let errors = outcome.broke_off();
        let is_limit = ["MiB of memory", "milliseconds"]
            .iter()
            .any(|limit| errors.contains(limit));
        assert!(errors.starts_with("error[limit]") && is_limit, "{errors}");
    };
    // Keys are no data to the engine.
    let variables: String = (0..180).map(|n| format!("let v{n} = map; ")).collect();
    held(&format!(
        "fn deeper(n, map) {{ {variables} if n > 0 {{ deeper(n - 1, map) }} }}
         fn setup(v) {{
            let key = \"x\"; for n in 0..11 {{ key += key; }}
            let map = #{{}}; for n in 0..900 {{ map[key + n] = n; }}
            deeper(20, map);
         }}"
    ));
    // Closures that hold one another are never freed.
    held(
        "fn setup(v) {
            let big = []; big.pad(10000, 1);
            loop { let copy = big; let f = (); let g = || { f; copy }; f = g; }
         }",
    );
}

/// A comparison may lie in any way it likes.
#[test]
fn sorting_by_a_lie_is_only_badly_sorted() {
    for lie in [
        "1",
        "-1",
        "0",
        "(a * 31 + b * 17) % 3 - 1",
        "if a % 2 == 0 { 1 } else { b - a }",
        "a < b || b < a",
    ] {
        let text = format!(
            "fn setup(v) {{
                let list = []; for n in 0..300 {{ list.push(n * 7919 % 300); }}
                list.sort(|a, b| {lie});
                if list.len() != 300 || list.order_by(|a, b| {lie}).len() != 300 {{ throw \"lost\" }}
             }}"
        );
        let outcome = play(&text);
        assert_eq!(
            (outcome.code, outcome.stderr.as_str()),
            (Some(0), ""),
            "{lie}"
        );
    }
    let text =
        "fn setup(v) { if [3, 1, 2].order_by(|a, b| a - b) != [1, 2, 3] { throw \"unsorted\" } }";
    assert_eq!(play(text).stderr, "");
}

#[cfg(unix)]
#[test]
fn imports_do_not_leave_their_folder_by_a_link() {
    let call = script("import \"out\" as out;");
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("out.rhai"), "fn f() { 1 }").unwrap();
    let link = call.folder().join("out.rhai");
    std::os::unix::fs::symlink(outside.path().join("out.rhai"), link).unwrap();
    let outcome = call.run(&["show", "t.yaml"]);
    assert_eq!(
        outcome.refused(),
        "\
error[import]: `out.rhai` leads out of the folder ``
 --> s.rhai:1:8
  |
1 | import \"out\" as out;
  |        ^^^^^"
    );
}

/// Threads of tests have 2 MiB, others may have less; the deepest scripts run on any.
#[test]
fn deep_scripts_run_on_small_stacks() {
    let nested = |inner: &str| format!("{}{inner}{}", "if n > -1 { ".repeat(12), "}".repeat(12));
    for text in [
        format!(
            "fn setup(v) {{ deeper(0) }} fn deeper(n) {{ {} }}",
            nested("deeper(n + 1)")
        ),
        format!(
            "fn setup(v) {{ deeper(0) }} fn deeper(n) {{ [1].map(|x| {}); }}",
            format!("{}deeper(n + 1){}", "[".repeat(10), "]".repeat(10))
        ),
        "fn setup(v) { let f = |x| x; for n in 0..60000 { let g = f; f = |x| g.call(x); } [] }"
            .to_owned(),
        "fn setup(v) { let list = []; for n in 0..1000 { list = [list]; } throw list }".to_owned(),
    ] {
        let call = script(&text);
        let path = call.folder().join("t.yaml");
        let small = std::thread::Builder::new().stack_size(512 << 10);
        let run = move || {
            let loader = Loader::new(Arc::new(Library::new(Vec::new(), &SHIPPED)));
            let rules = loader
                .load(path.to_str().unwrap(), &[])
                .unwrap()
                .rules()
                .unwrap();
            let result = Game::new(rules).proceed(&mut Seeded::new(1), &mut Nobody);
            result.map(drop).map_err(|error| error.to_string())
        };
        let result = small.spawn(run).unwrap().join().unwrap();
        if let Err(error) = result {
            assert!(error.contains("s.rhai:1:"), "{error}");
        }
    }
}
