#![allow(clippy::unwrap_used, reason = "a failed setup is a failed test")]

use super::*;
use crate::text::render_all;

fn read(text: &str) -> Result<Node, Faults> {
    parse(&Source::new("a.yaml", text))
}

fn tree(text: &str) -> Node {
    read(text).unwrap()
}

/// All faults of a text, one line each: code, line and column, message.
fn faults(text: &str) -> Vec<String> {
    let faults = read(text).map_or_else(|faults| faults, |_| Faults::new());
    faults
        .iter()
        .map(|fault| format!("{} {fault}", fault.code).replace("a.yaml:", ""))
        .collect()
}

/// A tree as one line: every value's data and the text its span marks.
fn outline(node: &Node) -> String {
    match &node.data {
        Data::List(items) => {
            let items: Vec<String> = items.iter().map(outline).collect();
            format!("[{}]", items.join(", "))
        }
        Data::Map(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|entry| {
                    assert!(entry.key_span.text().contains(&entry.key));
                    format!("{}: {}", entry.key, outline(&entry.value))
                })
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
        data => format!("{data:?}@{:?}", node.span.text()),
    }
}

#[test]
fn values_know_their_place() {
    let node = tree("é: [ü, 'x y' ]\r\nm:\r\n  k: -5\r\n  \"q\": true # why\r\n  n:\r\n");
    assert_eq!(
        outline(&node),
        r#"{é: [Text("ü")@"ü", Text("x y")@"'x y'"], m: {k: Int(-5)@"-5", q: Bool(true)@"true", n: Null@"n"}}"#
    );
    let Data::Map(entries) = &node.data else {
        unreachable!()
    };
    assert_eq!(entries[0].value.span.location(), "a.yaml:1:4");
    assert_eq!(entries[0].value.span.text(), "[ü, 'x y' ]");
    assert_eq!(entries[1].value.span.location(), "a.yaml:3:3");
    assert_eq!(
        entries[1].value.span.text(),
        "k: -5\r\n  \"q\": true # why\r\n  n"
    );
    assert_eq!(node.span.start(), 0);
}

#[test]
fn brackets_and_pairs_end_where_they_end() {
    let node = tree("- [a: 1, b]\n- {}\n- [ ]\n-\n- {x, y: }\n");
    let Data::List(items) = &node.data else {
        unreachable!()
    };
    let texts: Vec<&str> = items.iter().map(|item| item.span.text()).collect();
    assert_eq!(texts, ["[a: 1, b]", "{}", "[ ]", "", "{x, y: }"]);
    assert_eq!(
        outline(&node),
        r#"[[{a: Int(1)@"1"}, Text("b")@"b"], {}, [], Null@"", {x: Null@"x", y: Null@"y"}]"#
    );
}

#[test]
fn quoted_and_block_texts_are_texts() {
    let node = tree("a: '5'\nb: \"no\"\nc: |\n  1\n  2\n\nd: >-\n  true\ne: two\n  lines\n");
    assert_eq!(
        outline(&node),
        r#"{a: Text("5")@"'5'", b: Text("no")@"\"no\"", c: Text("1\n2\n")@"1\n  2", d: Text("true")@"true", e: Text("two lines")@"two\n  lines"}"#
    );
}

#[test]
fn doubtful_words_are_kept_as_written() {
    let node = tree("a: no\nb: [05, 1.5]\n");
    assert!(
        matches!(&node.entry("a").unwrap().value.data, Data::Doubtful(text, _) if text == "no")
    );
    assert!(outline(&node).contains("Doubtful(\"05\""));
}

#[test]
fn keys_are_always_texts() {
    let node = tree("1: a\nno: b\non: c\n~: d\n'<<': e\n1.5: f\n");
    let Data::Map(entries) = &node.data else {
        unreachable!()
    };
    let keys: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
    assert_eq!(keys, ["1", "no", "on", "~", "<<", "1.5"]);
}

#[test]
fn a_file_may_be_a_single_value_with_a_document_mark() {
    assert_eq!(tree("--- 5\n").data, Data::Int(5));
    assert_eq!(
        tree("# c\n---\na: 1\n...\n").entry("a").unwrap().value.data,
        Data::Int(1)
    );
    assert_eq!(tree("~\n").data, Data::Null);
}

#[test]
fn a_duplicate_key_names_the_first() {
    let text = "a: 1\nb: 2\nm: {x: 1, x: 2}\n\"a\": 3\n";
    assert_eq!(
        faults(text),
        [
            "duplicate-key 3:11: duplicate key `x`, first given in line 3",
            "duplicate-key 4:1: duplicate key `a`, first given in line 1",
        ]
    );
    let faults = read("a: 1\na: 2\n").unwrap_err();
    assert_eq!(
        render_all(&faults, false),
        "\
error[duplicate-key]: duplicate key `a`, first given in line 1
 --> a.yaml:2:1
  |
2 | a: 2
  | ^ given again here
  |
note: first given here
 --> a.yaml:1:1
  |
1 | a: 1
  | ^"
    );
}

#[test]
fn anchors_aliases_tags_and_merge_keys_are_all_reported() {
    let text = "a: &x 1\nb: *x\nc: !!str 5\nd: &y !t\n  q: 1\n<<: *y\n*x : 1\n&k key: 2\n";
    assert_eq!(
        faults(text),
        [
            "anchor 1:4: anchors are not used in these files",
            "alias 2:4: aliases are not used in these files",
            "tag 3:4: tags are not used in these files",
            "anchor 4:4: anchors are not used in these files",
            "tag 4:7: tags are not used in these files",
            "merge-key 6:1: merge keys are not used in these files",
            "alias 6:5: aliases are not used in these files",
            "alias 7:1: aliases are not used in these files",
            "anchor 8:1: anchors are not used in these files",
        ]
    );
    assert_eq!(
        faults("b: *unknown\n"),
        ["alias 1:4: aliases are not used in these files"]
    );
}

#[test]
fn keys_that_are_no_words_are_reported() {
    assert_eq!(
        faults("? [a]\n: b\n? {c: d}\n: e\n: f\n"),
        [
            "bad-key 1:3: a key must be a text",
            "bad-key 3:3: a key must be a text",
            "bad-key 5:1: a key is missing before `:`",
        ]
    );
}

#[test]
fn a_second_document_is_a_fault() {
    assert_eq!(
        faults("a: 1\n---\nb: 2\n"),
        ["second-document 2:1: a second document in one file"]
    );
    assert_eq!(
        faults("a: 1\n...\nb: 2\n"),
        ["second-document 3:1: a second document in one file"]
    );
}

#[test]
fn an_empty_file_is_a_fault() {
    for text in ["", "\n\n", "# only\n", "---\n", "\u{feff}", "--- # x\n"] {
        assert_eq!(
            faults(text),
            ["empty-file 1:1: the file is empty"],
            "{text:?}"
        );
    }
}

#[test]
fn a_syntax_error_ends_the_reading_and_keeps_what_was_found() {
    assert_eq!(
        faults("a: 1\na: 2\nb: c: d\ne: *x\n"),
        [
            "duplicate-key 2:1: duplicate key `a`, first given in line 1",
            "yaml-syntax 3:5: this is not YAML: mapping values are not allowed in this context",
        ]
    );
    let faults = read("a: 1\nb: @x\n").unwrap_err();
    assert_eq!(
        render_all(&faults, false),
        "\
error[yaml-syntax]: this is not YAML: unexpected character: `@'
 --> a.yaml:2:4
  |
2 | b: @x
  |    ^
  |
  = help: a text that starts with this character needs quotes"
    );
}

#[test]
fn control_characters_are_refused() {
    assert_eq!(
        faults("a: 1\n\0b: 2\n"),
        ["control-character 2:1: the control character U+0000 in a file"]
    );
    assert_eq!(
        faults("a: x\ry\n"),
        ["control-character 1:5: the control character U+000D in a file"]
    );
    assert_eq!(
        tree("a: \"\\e\"\r\n").entry("a").unwrap().value.data,
        Data::Text("\u{1b}".into())
    );
}

#[test]
fn sixty_four_levels_are_allowed_and_no_more() {
    let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    assert!(read(&nested(64)).is_ok());
    let too_deep = "lists and maps are nested more than 64 deep";
    assert_eq!(faults(&nested(65)), [format!("too-deep 1:65: {too_deep}")]);
    let mut nested_maps = String::new();
    for level in 0..200 {
        nested_maps.push_str(&" ".repeat(level));
        nested_maps.push_str("a:\n");
    }
    for bomb in [
        nested(10_000),
        "[".repeat(10_000),
        "{a: ".repeat(10_000),
        "- ".repeat(10_000),
        "? ".repeat(10_000),
        nested_maps,
    ] {
        let faults = faults(&bomb);
        assert_eq!(faults.len(), 1);
        assert!(faults[0].starts_with("too-deep"), "{faults:?}");
    }
}

#[test]
fn too_many_values_are_a_fault() {
    let list = |count: usize| "- 1\n".repeat(count);
    // The list itself is one value.
    assert!(read(&list(MAX_NODES - 1)).is_ok());
    assert_eq!(
        faults(&list(MAX_NODES + 5)),
        ["too-many-values 20001:3: more than 20000 values in one file"]
    );
}

#[test]
fn a_tree_is_written_as_plain_yaml() {
    let node = tree("a: 1\nb: [x, null, true]\nc: '5'\n");
    let text = serde_yaml::to_string(&node.to_yaml()).unwrap();
    assert_eq!(text, "a: 1\nb:\n- x\n- null\n- true\nc: '5'\n");
    assert_eq!(outline(&tree(&text)).matches("Doubtful").count(), 0);
}
