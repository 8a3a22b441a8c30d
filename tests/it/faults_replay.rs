//! Recordings that are damaged, that do not hold, or that leave out what their writer did not know:
//! never a panic, always a line. Code 1 if one can be read and does not hold, 2 if it cannot be read.

use std::fmt::Write;

use serde_json::{Value as Json, json};

use crate::process::{Call, Outcome};

/// The lines of a small match.
fn lines() -> Vec<String> {
    let call = Call::new();
    let line = "play touche/kids --left random --right random --seed 5 --set target=1 --record a";
    call.run(&line.split(' ').collect::<Vec<_>>()).done();
    let text = std::fs::read_to_string(call.folder().join("a")).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn text(lines: &[String]) -> String {
    lines.iter().fold(String::new(), |mut text, line| {
        writeln!(text, "{line}").unwrap();
        text
    })
}

fn verify(contents: impl AsRef<[u8]>) -> Outcome {
    let call = Call::new().file("a.jsonl", contents);
    call.run(&["replay", "verify", "a.jsonl"])
}

/// The first line of an answer, or of a refusal.
fn first(outcome: &Outcome) -> String {
    let said = match outcome.code {
        Some(0 | 1) => &outcome.stdout,
        Some(2) => &outcome.stderr,
        other => panic!("{other:?}: {outcome:?}"),
    };
    said.lines().next().unwrap_or_default().to_owned()
}

const HOLDS: &str = "a.jsonl:1: holds: touche/kids, 1 round, 15 decisions, left wins";

#[test]
fn a_recording_cut_short_is_damaged_wherever_it_is_cut() {
    use salle::replay::Reader;
    let whole = text(&lines());
    let last = whole.trim_end().len();
    for end in 0..whole.len() {
        if !whole.is_char_boundary(end) {
            continue;
        }
        let mut reader = Reader::new("a.jsonl", &whole.as_bytes()[..end]);
        match reader.next_match() {
            Ok(found) => assert_eq!(found.is_some(), end >= last, "{end}"),
            Err(faults) => {
                assert!(end < last, "{end}");
                let fault = faults.iter().next().unwrap();
                let line = whole[..end].matches('\n').count().max(1);
                let place = fault.span.as_ref().map(salle::text::Span::line);
                assert_eq!(fault.code, "damaged", "{end}: {fault}");
                assert!(
                    place == Some(line) || place == Some(line + 1),
                    "{end}: {fault}"
                );
            }
        }
    }
    // The same through the program.
    let midst = "error[damaged]: the recording is damaged: it ends in the midst of a record";
    for (end, code, said) in [
        (0, 2, "error[damaged]: the recording is empty"),
        (1, 2, midst),
        (100, 2, midst),
        (last - 1, 2, midst),
        (last, 0, HOLDS),
        (last + 1, 0, HOLDS),
    ] {
        let outcome = verify(&whole[..end]);
        assert_eq!((outcome.code, first(&outcome).as_str()), (Some(code), said));
    }
}

#[test]
fn a_line_lost_doubled_or_swapped_is_found_or_said_to_be_unchecked() {
    let lines = lines();
    for index in 0..lines.len() {
        let kind: Json = serde_json::from_str(&lines[index]).unwrap();
        let kind = kind["type"].as_str().unwrap();
        let mut lost = lines.clone();
        lost.remove(index);
        let mut doubled = lines.clone();
        doubled.insert(index, lines[index].clone());
        let found = verify(text(&lost));
        match kind {
            // What chance did may be left out, and that is said.
            "draw" | "shuffle" if found.code == Some(0) => {
                assert!(found.stdout.contains("so not checked: "), "{found:?}");
            }
            "match" | "match_end" => assert_eq!(found.code, Some(2), "{index}: {found:?}"),
            _ => assert_eq!(found.code, Some(1), "{index}: {found:?}"),
        }
        let found = verify(text(&doubled));
        let code = if kind == "match" { 2 } else { 1 };
        assert_eq!(found.code, Some(code), "{index}: {found:?}");
        if index + 1 < lines.len() {
            let mut swapped = lines.clone();
            swapped.swap(index, index + 1);
            let found = verify(text(&swapped));
            let code = if kind == "match" { 2 } else { 1 };
            let places = [1, 2].map(|more| format!("a.jsonl:{}: does not hold", index + more));
            assert_eq!(found.code, Some(code), "{index}: {found:?}");
            let is_placed = places.iter().any(|place| first(&found).starts_with(place));
            assert!(code == 2 || is_placed, "{index}: {found:?}");
        }
    }
}

/// Other values for a value: of its own kind, and of others.
fn others(value: &Json) -> (Vec<Json>, Vec<Json>) {
    match value {
        Json::Bool(flag) => (vec![json!(!flag)], vec![json!(0), json!("x")]),
        Json::Number(number) => {
            let number = number.as_i64().unwrap();
            (
                vec![json!(number + 1)],
                vec![json!(-1), json!(1.5), json!("1"), json!([number])],
            )
        }
        Json::String(word) => {
            let other = match word.as_str() {
                "left" => "right".to_owned(),
                "right" => "left".to_owned(),
                word => format!("{word}x"),
            };
            (vec![json!(other)], vec![json!(3), json!([word]), json!({})])
        }
        Json::Null => (vec![json!("left")], vec![json!(3)]),
        Json::Array(items) => {
            let mut more = items.clone();
            more.push(json!("x"));
            let fewer = &items[..items.len().saturating_sub(1)];
            (
                vec![json!(more), json!(fewer)],
                vec![json!("x"), json!({}), json!([null])],
            )
        }
        Json::Object(entries) => {
            let changed = entries.keys().map(|key| {
                let mut changed = entries.clone();
                changed[key] = others(&entries[key]).0[0].clone();
                Json::Object(changed)
            });
            (changed.collect(), vec![json!(3), json!("x"), json!([])])
        }
    }
}

/// What may be anything without a word of complaint.
fn is_free(kind: &str, key: &str) -> bool {
    matches!((kind, key), ("match", "seed" | "players" | "game"))
}

#[test]
fn a_value_that_was_changed_is_found() {
    let lines = lines();
    let mut known = Vec::new();
    for index in 0..lines.len() {
        let record: Json = serde_json::from_str(&lines[index]).unwrap();
        let kind = record["type"].as_str().unwrap();
        for (key, value) in record.as_object().unwrap() {
            if known.contains(&(kind.to_owned(), key.clone())) || key == "type" {
                continue;
            }
            known.push((kind.to_owned(), key.clone()));
            let (plausible, wrong) = others(value);
            let changed = |value: &Json| {
                let mut record = record.clone();
                record[key] = value.clone();
                let mut lines = lines.clone();
                lines[index] = record.to_string();
                verify(text(&lines))
            };
            for value in &wrong {
                let outcome = changed(value);
                assert_eq!(outcome.code, Some(2), "{kind}.{key} = {value}: {outcome:?}");
                assert!(
                    outcome.stderr.contains(&format!("a.jsonl:{}", index + 1)),
                    "{outcome:?}"
                );
            }
            for value in plausible {
                let outcome = changed(&value);
                match (kind, key.as_str()) {
                    _ if is_free(kind, key) => assert_eq!(outcome.code, Some(0)),
                    ("match", "fingerprint") => {
                        assert_eq!(outcome.code, Some(0), "{outcome:?}");
                        assert_eq!(
                            outcome.stderr,
                            "warning: a.jsonl: the rules of touche/kids have been edited since this was recorded\n"
                        );
                    }
                    // Some parameters make no difference to this match.
                    ("match", "parameters") => assert!(outcome.code.is_some(), "{outcome:?}"),
                    ("match", _) => {
                        assert_eq!(outcome.code, Some(2), "{key} = {value}: {outcome:?}");
                    }
                    _ => {
                        assert_eq!(outcome.code, Some(1), "{kind}.{key} = {value}: {outcome:?}");
                        let place = format!("a.jsonl:{}: does not hold: ", index + 1);
                        assert!(outcome.stdout.starts_with(&place), "{outcome:?}");
                        assert!(outcome.stdout.contains("\n  expected  "), "{outcome:?}");
                        assert!(outcome.stdout.contains("\n  recorded  "), "{outcome:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_first_mismatch_is_named_with_what_the_rules_say() {
    let mut lines = lines();
    lines[5] = lines[5].replace("\"advance 2\",\"advance 3\"", "\"advance 1\",\"advance 3\"");
    let outcome = verify(text(&lines));
    let shown: Vec<&str> = outcome.no().lines().take(3).collect();
    assert_eq!(
        shown.join("\n"),
        "\
a.jsonl:6: does not hold: legal moves
  expected  with `advance 2`, without `advance 1`
  recorded  with `advance 1`, without `advance 2`"
    );
    // Under other rules, too.
    let call = Call::new()
        .file("a.jsonl", text(&self::lines()))
        .file(
            "t.yaml",
            "title: T\nextends: touche/kids\nscript: [t.rhai]\n",
        )
        .file("t.rhai", "fn steps(v) { [move(\"stay\")] }");
    let outcome = call.run(&["replay", "verify", "a.jsonl", "--ruleset", "t.yaml"]);
    let shown: Vec<&str> = outcome.stdout.lines().take(3).collect();
    assert_eq!(
        (outcome.code, shown.join("\n").as_str()),
        (
            Some(1),
            "\
a.jsonl:6: does not hold: legal moves
  expected  with `stay`, without `advance 2`, `advance 3`, `advance 4`, `advance 5`
  recorded  with `advance 2`, `advance 3`, `advance 4`, `advance 5`, without `stay`"
        )
    );
}

#[test]
fn what_follows_the_end_is_seen() {
    let lines = lines();
    let whole = text(&lines);
    assert_eq!(
        first(&verify(format!("{whole}{}\n", lines[1]))),
        format!("a.jsonl:{}: does not hold: record", lines.len() + 1)
    );
    let twice = verify(whole.repeat(2));
    assert_eq!(
        twice.done(),
        format!(
            "{HOLDS}\n{}\n2 matches of 2 hold",
            HOLDS.replace(":1:", &format!(":{}:", lines.len() + 1))
        )
    );
    let broken = verify(format!("{whole}{}", &whole[..3_000]));
    assert_eq!((broken.code, broken.stdout.trim_end()), (Some(2), HOLDS));
    assert!(
        broken
            .stderr
            .starts_with("error[damaged]: the recording is damaged: it ends in")
    );
}

#[test]
fn line_ends_blank_lines_and_byte_order_marks_make_no_difference() {
    let whole = text(&lines());
    for text in [
        whole.replace('\n', "\r\n"),
        format!("\u{feff}{whole}"),
        whole.replace('\n', "\n\n \n"),
        whole.trim_end().to_owned(),
    ] {
        assert_eq!(verify(text).done(), HOLDS);
    }
}

#[test]
fn what_is_unknown_is_read_over_and_noted() {
    let mut lines = lines();
    lines[1] = lines[1].replace("\"number\":1", "\"nmber\":1,\"hour\":1.5");
    lines.insert(
        1,
        "{\"type\":\"remark\",\"text\":\"here we go\"}".to_owned(),
    );
    lines.insert(1, "{\"type\":\"decison\"}".to_owned());
    assert_eq!(
        verify(text(&lines)).done(),
        format!(
            "\
{HOLDS}
  note: line 2: a record of the type `decison` was read over, the nearest is `decision`
  note: line 3: a record of the type `remark` was read over, the nearest is `mark`
  note: line 4: the key `nmber` was read over
  note: line 4: the key `hour` was read over
  left out in the recording, so not checked: number of the round (1 time)"
        )
    );
    let many = "{\"type\":\"remark\"}".to_owned();
    let at = 1;
    lines.splice(at..at, std::iter::repeat_n(many, 5_000));
    let outcome = verify(text(&lines));
    assert!(
        outcome.done().contains("note: … and 4984 more like these"),
        "{outcome:?}"
    );
}

#[test]
fn what_is_damaged_is_said_with_its_line() {
    let lines = lines();
    let with = |index: usize, from: &str, to: &str| {
        let mut lines = lines.clone();
        assert!(lines[index].contains(from));
        lines[index] = lines[index].replacen(from, to, 1);
        verify(text(&lines)).refused().to_owned()
    };
    assert_eq!(
        with(3, "\"side\"", "\"sied\""),
        "\
error[record]: the record has no `side`; is `sied` meant to be it?
 --> a.jsonl:4:1
  |
4 | {\"type\":\"draw\",\"sied\":\"left\",\"cards\":[\"3S\",\"7H\",\"4S\",\"5C\",\"2C\"]}
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
    );
    assert_eq!(
        with(1, "\"number\":1", "\"number\":1,\"number\":2"),
        "\
error[damaged]: the recording is damaged: the key `number` stands twice
 --> a.jsonl:2:35
  |
2 | {\"type\":\"round\",\"number\":1,\"number\":2,\"first\":\"left\"}
  |                                   ^"
    );
    assert_eq!(
        with(1, "1", "123456789012345678901234567890"),
        "\
error[record]: `number` is not a whole number from 0
 --> a.jsonl:2:17
  |
2 | {\"type\":\"round\",\"number\":123456789012345678901234567890,\"first\":\"left\"}
  |                 ^^^^^^^^"
    );
    let head = |from: &str, to: &str| with(0, from, to).lines().next().unwrap().to_owned();
    assert_eq!(
        head("\"salle\":1", "\"salle\":2"),
        "error[record]: this recording has a newer format than 1, the newest known here; a newer version of the program may read it"
    );
    assert_eq!(
        head("\"hand\":5", "\"hand\":1.5"),
        "error[record]: `parameters.hand` is 1.5, which is no whole number of at most 19 digits"
    );
    assert_eq!(
        with(0, "\"hand\":5", "\"hnad\":5")
            .lines()
            .take(2)
            .collect::<Vec<_>>(),
        [
            "error[unknown-key]: there is no parameter `hnad`",
            " --> a.jsonl:1: parameters:1:100"
        ]
    );
    assert_eq!(
        with(0, "\"hand\":5", "\"hand\":50")
            .lines()
            .take(2)
            .collect::<Vec<_>>(),
        [
            "error[out-of-range]: `hand` cannot be 50",
            " --> a.jsonl:1: parameters:1:107"
        ]
    );
    assert_eq!(
        head("\"hand\":5", "\"hand\":29"),
        "error[refused]: `hand` and `faces`: dealing 29 cards to each side leaves nothing of 25 to draw from"
    );
    assert_eq!(
        with(0, "touche/kids", "touche/kisd"),
        "\
error[unknown-ruleset]: there is no ruleset `touche/kisd`
  |
  = note: a.jsonl:1 names it
  = help: the nearest is `touche/kids`; `salle list` shows all"
            .replace("\n  ", "\n ")
    );
    assert_eq!(
        verify(text(&lines[1..])).refused(),
        "\
error[damaged]: the recording begins with a round
 --> a.jsonl:1:1
  |
1 | {\"type\":\"round\",\"number\":1,\"first\":\"left\"}
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: the first line is the head: {\"type\":\"match\",\"ruleset\":…}"
    );
    assert_eq!(
        verify(text(&lines[..lines.len() - 1])).refused(),
        "\
error[damaged]: the recording is damaged: it stops before the end of the match
  --> a.jsonl:36:1
   |
36 | {\"type\":\"round_end\",\"winner\":\"left\",\"reason\":\"ground\",\"score\":{\"left\":1,\"right\":0}}
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   |
   = help: a match that was written down only so far says `\"partial\":true` in its first line"
    );
}

#[test]
fn what_is_no_recording_is_no_recording() {
    let head = lines()[0].clone();
    let no_object = "error[damaged]: the recording is damaged: this line is no JSON object";
    let deep = format!(
        "{{\"type\":\"event\",\"name\":\"x\",\"data\":{}{}}}",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    let long = format!(
        "{{\"type\":\"event\",\"name\":\"{}\"}}",
        "x".repeat(5 << 20)
    );
    for (contents, fault) in [
        (b"".to_vec(), "error[damaged]: the recording is empty"),
        (b"\n \n".to_vec(), "error[damaged]: the recording is empty"),
        (b"[1, 2]\n".to_vec(), no_object),
        (b"3\n".to_vec(), no_object),
        (b"title: T\n".to_vec(), no_object),
        ((0..=255).collect(), no_object),
        (
            vec![0xff; 1000],
            "error[damaged]: the recording is damaged: this line is no UTF-8 text",
        ),
        (format!("{head}\n{deep}\n").into_bytes(), no_object),
        (
            format!("{head}\n{long}\n").into_bytes(),
            "error[damaged]: the recording is damaged: a line of more than 1048576 bytes",
        ),
    ] {
        let outcome = verify(contents);
        assert_eq!(outcome.refused().lines().next(), Some(fault));
        assert!(outcome.stderr.len() < 1_000);
    }
}

#[cfg(unix)]
#[test]
fn a_file_of_one_endless_line_is_not_read_to_its_end() {
    // Sparse: it takes no room.
    let call = Call::new();
    let outcome = call.shell("truncate -s 200M big && \"$SALLE\" replay verify big");
    let fault = "error[damaged]: the recording is damaged: a line of more than 1048576 bytes";
    assert_eq!(outcome.refused().lines().next(), Some(fault));
}

#[test]
fn what_is_no_file_is_no_recording() {
    let call = Call::new().file("folder/inside", "");
    assert_eq!(
        call.run(&["replay", "verify", "folder"]).refused(),
        "error: cannot read folder: it is no regular file"
    );
    assert_eq!(
        call.run(&["replay", "verify", "nothing"]).refused(),
        "error: cannot read nothing: No such file or directory (os error 2)"
    );
}

/// What somebody writes down at the table: no orders, positions or numbers, cards by their kinds,
/// and of the other side only what was seen.
#[test]
fn a_recording_by_hand_is_read_and_what_it_leaves_out_is_said() {
    let by_hand = r#"{"type":"match","ruleset":"touche/basic","parameters":{"target":1}}
{"type":"round","first":"left"}
{"type":"draw","side":"left","cards":[5,5,4,2,3]}
{"type":"draw","side":"right","cards":[3,4,2,5,3]}
{"type":"decision","side":"left","move":"advance 2"}
{"type":"draw","side":"left","cards":["3S"]}
{"type":"decision","side":"right","move":"advance 3"}
{"type":"decision","side":"left","move":"advance 4"}
{"type":"draw","side":"left","cards":[5]}
{"type":"decision","side":"right","move":"advance 5"}
{"type":"decision","side":"left","move":"advance 5"}
{"type":"decision","side":"right","move":"attack 3"}
{"type":"decision","side":"left","move":"parry 3"}
{"type":"decision","side":"left","move":"attack 3"}
{"type":"round_end","winner":"left"}
{"type":"match_end","winner":"left"}
"#;
    assert_eq!(
        verify(by_hand).done(),
        "\
a.jsonl:1: holds: touche/basic, 1 round, 8 decisions, left wins
  left out in the recording, so not checked: number of the round (1 time), order of a shuffle (1 time), number of the decision (8 times), legal moves (8 times), position (8 times), draw (5 times), reason (1 time), score (1 time)"
    );
    let wrong = by_hand.replace("parry 3", "parry 4");
    let outcome = verify(wrong);
    assert_eq!(
        outcome.no().lines().take(3).collect::<Vec<_>>(),
        [
            "a.jsonl:13: does not hold: move",
            "  expected  one of `parry 3`",
            "  recorded  `parry 4`"
        ]
    );
    let impossible = by_hand.replace("[5,5,4,2,3]", "[5,5,4,2,6]");
    assert_eq!(
        verify(impossible).no().lines().next(),
        Some("a.jsonl:3: does not hold: draw")
    );
}

#[test]
fn edited_rules_are_told_once_for_a_file() {
    let mut lines = lines();
    let known = lines[0].split("\"fingerprint\":\"").nth(1).unwrap();
    let known = known.split('"').next().unwrap().to_owned();
    lines[0] = lines[0].replace(&known, "0123456789abcdef");
    let twice = text(&[lines.clone(), lines].concat());
    let outcome = verify(twice);
    assert_eq!(
        outcome.stderr,
        "warning: a.jsonl: the rules of touche/kids have been edited since 2 matches were recorded\n"
    );
}
