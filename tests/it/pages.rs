//! Pages and charts as files: what stands in them, what cannot get into them, and that they are the
//! same every time. `tests/browser` looks at them as people do.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

const MATCH: &str = "replays/thrust-and-parry/foil/a-touch.jsonl";

fn run_in(folder: &Path, words: &[&str]) -> Output {
    let mut command = crate::harness::salle();
    command.args(words).stdin(Stdio::null());
    command.current_dir(folder).output().unwrap()
}

/// Makes a call that writes `page` into a folder, and returns what stands there.
fn written(folder: &Path, line: &str, page: &str) -> String {
    let output = run_in(folder, &line.split(' ').collect::<Vec<_>>());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {errors}");
    fs::read_to_string(folder.join(page)).unwrap()
}

fn folder_with_match() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read(crate::harness::here().join(MATCH)).unwrap();
    fs::write(folder.path().join("match.jsonl"), text).unwrap();
    folder
}

/// Returns the text of the elements of a page that have one of these names, a line each.
fn outline(page: &str, names: &[&str]) -> String {
    let mut lines = Vec::new();
    for (place, _) in page.match_indices('<') {
        let rest = &page[place + 1..];
        let name = rest.split([' ', '>']).next().unwrap();
        if names.contains(&name) {
            let inside = rest.split(&format!("</{name}>")).next().unwrap();
            lines.push(format!("{name}: {}", text(inside)));
        }
    }
    lines.join("\n")
}

/// Returns what a reader sees of markup.
fn text(markup: &str) -> String {
    let parts = markup
        .split('<')
        .map(|part| part.rsplit('>').next().unwrap());
    let words = parts.collect::<Vec<_>>().join(" ");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// An outline in words: decisions by the one who decides, and the end of the round.
#[test]
fn a_match_is_a_list_of_positions() {
    let folder = folder_with_match();
    let line = "replay show match.jsonl --html page.html";
    let page = written(folder.path(), line, "page.html");
    let found = outline(&page, &["h1", "h2", "h3", "caption"]);
    insta::assert_snapshot!(found);
    let articles = page.matches("<article ").count();
    assert_eq!(page.matches("class=\"board\"").count(), 3 * articles);
    assert_eq!(page.matches("data-eye=\"left\"").count(), articles);
}

#[test]
fn a_page_loads_nothing() {
    let folder = folder_with_match();
    let shown = written(
        folder.path(),
        "replay show match.jsonl --html a.html",
        "a.html",
    );
    let line = "sweep touche/basic --vary target=1..2 --games 4 --seed 7 --measure length";
    let swept = written(folder.path(), &format!("{line} --html b.html"), "b.html");
    let svg = written(folder.path(), &format!("{line} --svg c.svg"), "c.svg");
    for page in [&shown, &swept] {
        assert!(page.contains("Content-Security-Policy\" content=\"default-src 'none'; "));
        for word in [
            " src=",
            "@import",
            "url(",
            " style=",
            "onclick",
            "unsafe-inline",
        ] {
            assert!(!page.contains(word), "{word}");
        }
    }
    for page in [&shown, &swept, &svg] {
        let addresses = page.matches("://").count();
        let names = page.matches("http://www.w3.org/2000/svg").count();
        assert_eq!(addresses, names);
    }
}

#[test]
fn the_same_call_writes_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let line = "play touche/basic --set target=1 --left random --right random --seed 7 --record match.jsonl";
    written(folder.path(), line, "match.jsonl");
    let in_folder = |line: &str, page: &str| written(folder.path(), line, page);
    let line = "analyse match.jsonl --budget 60";
    let one = in_folder(
        &format!("{line} --jobs 1 --html one.html --svg one.svg"),
        "one.html",
    );
    let other = in_folder(
        &format!("{line} --jobs 3 --html other.html --svg other.svg"),
        "other.html",
    );
    assert_eq!(one, other);
    let svg = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(svg("one.svg"), svg("other.svg"));
    assert!(svg("one.svg").contains("Estimated with 60 playouts, seed 1"));
    for heading in ["Mistakes", "Each side"] {
        assert!(one.contains(heading));
    }
}

#[test]
fn a_merged_sweep_has_the_page_of_the_sweep() {
    let folder = tempfile::tempdir().unwrap();
    let line = "sweep touche/basic --vary target=1..2 --vary first=left,right --games 4 --seed 7 \
                --measure length --out parts --html swept.html --svg swept.svg";
    let swept = written(folder.path(), line, "swept.html");
    let line = "merge parts --html merged.html --svg merged.svg";
    assert_eq!(written(folder.path(), line, "merged.html"), swept);
    assert!(swept.contains("4 matches of each combination on the same deals"));
    assert!(swept.contains("Who plays knows only what its side may see."));
}

/// Words of a ruleset and of a note are text, whatever they look like.
#[test]
fn words_of_strangers_are_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let hostile = "<script>alert(1)</script>";
    let ruleset = format!(
        "title: '{hostile}'\nextends: touche/basic\nlabels:\n  en:\n    sides:\n      left: '{hostile}'\n    \
         piles:\n      hand: '{hostile}'\n    words:\n      advance: '</pre><img src=x onerror=alert(1)>'\n"
    );
    fs::create_dir_all(path.join("rulesets/touche")).unwrap();
    fs::write(path.join("rulesets/touche/odd.yaml"), ruleset).unwrap();
    let line =
        "play touche/odd --set target=1 --left random --right random --seed 7 --record m.jsonl";
    let mut recording = written(path, line, "m.jsonl");
    let note = format!("{{\"type\":\"note\",\"after\":1,\"text\":\"{hostile}\"}}\n");
    recording.push_str(&note);
    fs::write(path.join("m.jsonl"), recording).unwrap();
    let line = "analyse m.jsonl --budget 60 --html m.html --svg m.svg";
    let page = written(path, line, "m.html");
    let svg = fs::read_to_string(path.join("m.svg")).unwrap();
    for text in [&page, &svg] {
        assert!(!text.contains(hostile) && !text.contains("<img"));
        assert!(text.contains("&lt;script&gt;alert(1)"));
    }
    assert_eq!(page.matches("<script").count(), 1);
}

/// A side's view of a position holds nothing that it does not know.
#[test]
fn what_a_side_does_not_know_is_not_in_its_view() {
    let folder = tempfile::tempdir().unwrap();
    let line = "play touche/basic --left random --right random --seed 7 --record m.jsonl";
    written(folder.path(), line, "m.jsonl");
    let line = "replay show m.jsonl --html m.html --ascii";
    let page = written(folder.path(), line, "m.html");
    let mut views = 0;
    for side in ["left", "right"] {
        let other = if side == "left" { "right" } else { "left" };
        for view in page
            .split(&format!("<details data-eye=\"{side}\">"))
            .skip(1)
        {
            let view = view.split("</details>").next().unwrap();
            let draws = view
                .split("<li>")
                .filter(|line| line.starts_with(&format!("{other} draws")));
            for line in draws {
                let told = line.split("</li>").next().unwrap();
                assert!(told.ends_with("card") || told.ends_with("cards"), "{told}");
                views += 1;
            }
        }
    }
    assert!(views > 20, "{views}");
}

#[test]
fn a_file_is_replaced_only_if_that_is_asked_for() {
    let folder = folder_with_match();
    let path = folder.path();
    fs::write(path.join("old.html"), "old").unwrap();
    let compare = "compare touche/basic touche/basic --games 1 --measure length";
    for line in [
        "replay show match.jsonl --html old.html".to_owned(),
        "analyse match.jsonl --html old.html".to_owned(),
        format!("{compare} --svg old.html"),
        "sweep touche/basic --vary target=1 --games 1 --html old.html".to_owned(),
        "merge parts --html old.html".to_owned(),
    ] {
        let output = run_in(path, &line.split(' ').collect::<Vec<_>>());
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {errors}");
        assert!(errors.contains("old.html exists already") && errors.contains("--force"));
        assert_eq!(fs::read_to_string(path.join("old.html")).unwrap(), "old");
    }
    let line = "replay show match.jsonl --html old.html --force";
    assert!(written(path, line, "old.html").starts_with("<!DOCTYPE html>"));
    let same = run_in(
        path,
        &format!("{compare} --html a --svg a")
            .split(' ')
            .collect::<Vec<_>>(),
    );
    assert_eq!(same.status.code(), Some(2));
}
