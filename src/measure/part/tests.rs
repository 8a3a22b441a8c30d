use super::*;
use crate::measure::{Fraction, Sweeping, Verdict};

fn head() -> Head {
    Head {
        format: PART_FORMAT,
        salle: "0.0.0".to_owned(),
        ruleset: "some/game".to_owned(),
        fingerprint: "0".to_owned(),
        changes: Vec::new(),
        parameters: serde_json::json!({ "size": 5 }),
        weights: BTreeMap::new(),
        against: Vec::new(),
        axes: vec![Axis {
            parameter: "size".to_owned(),
            values: ["4", "5", "6"].map(str::to_owned).into(),
        }],
        bot: "random".to_owned(),
        playouts: PLAYOUTS,
        seed: 7,
        games: 2,
        measures: vec![("draws".to_owned(), 0.05), ("length".to_owned(), 0.5)],
    }
}

fn part(cell: usize, draws: i64) -> Part {
    let row: Row = vec![Fraction::new(draws, 3), None];
    Part {
        head: head(),
        cell,
        outcome: Outcome::Played {
            target: 5,
            rows: vec![row; 2],
        },
    }
}

#[test]
fn a_part_is_read_as_it_was_written() {
    let played = part(2, 1);
    assert_eq!(Part::read(&played.to_text()), Ok(played));
    let refused = Part {
        outcome: Outcome::Refused("size: too large".to_owned()),
        ..part(3, 0)
    };
    assert_eq!(Part::read(&refused.to_text()), Ok(refused));
}

#[test]
fn what_is_no_part_is_refused() {
    let whole = part(1, 1).to_text();
    let changed = |from: &str, to: &str| {
        let text = whole.replacen(from, to, 1);
        assert_ne!(text, whole, "{from}");
        Part::read(&text).unwrap_err()
    };
    for (from, to, line, words) in [
        ("{\"type\"", "nothing", 1, "does not begin"),
        ("\"cell\":1", "\"cell\":4", 1, "no such cell"),
        ("\"cell\":1", "\"cell\":1,\"more\":1", 1, "unknown field"),
        ("\"format\":1", "\"format\":2", 1, "another version"),
        ("\"games\":2", "\"games\":3", 3, "2 of 3 matches"),
        (
            "\"games\":2",
            "\"games\":18446744073709551615",
            1,
            "out of range",
        ),
        ("\"draws\"", "\"beauty\"", 1, "not known here"),
        ("0.05", "-1.0", 1, "not above 0"),
        ("\"target\":5", "\"target\":0", 1, "either"),
        ("[[1,3],null]", "[[1,0],null]", 2, "no match can"),
        ("[[1,3],null]", "[[4,3],null]", 2, "no match can"),
        ("[[1,3],null]", "[null]", 2, "no match can"),
        ("[[1,3],null]", "[1,2,3]", 2, "invalid type"),
        ("\"4\",\"5\",\"6\"", "", 1, "varies nothing"),
        ("[[1,3],null]", "[[2,3],null]", 4, "was changed"),
        ("\"seed\":7", "\"seed\":8", 4, "was changed"),
        ("{\"sha256\"", "{\"md5\"", 4, "invalid type"),
    ] {
        let error = changed(from, to);
        assert_eq!(error.line, line, "{to}: {error}");
        assert!(error.message.contains(words), "{to}: {error}");
    }
    assert_eq!(Part::read("").unwrap_err().line, 1);
}

#[test]
fn heads_that_differ_say_in_what() {
    let other = Head { seed: 8, ..head() };
    assert_eq!(head().difference(&other), Some("seed"));
    assert_eq!(head().difference(&head()), None);
}

#[test]
fn cells_are_compared_with_the_base() {
    let mut sweeping = Sweeping::new(head()).unwrap();
    for (cell, draws) in [(0, 1), (1, 1), (2, 2)] {
        sweeping.take(part(cell, draws));
    }
    let refused = Outcome::Refused("too large".to_owned());
    sweeping.take(Part {
        outcome: refused,
        ..part(3, 0)
    });
    let sweep = sweeping.finish(false);
    assert_eq!(sweep.tests, 2);
    let [base, same, more, refused] = &sweep.cells[..] else {
        panic!("{sweep:?}");
    };
    assert!(
        base.figures
            .iter()
            .all(|figure| figure.difference.is_none())
    );
    let shifts = |cell: &super::super::Cell| cell.figures[0].difference.clone().unwrap();
    assert_eq!((shifts(same).same, shifts(same).value), (2, Some(0.0)));
    assert_eq!(shifts(more).value, Some(0.333_333));
    assert_eq!(shifts(more).verdict, Verdict::Open);
    let length = more.figures[1].difference.clone().unwrap();
    assert_eq!((length.count, length.verdict), (0, Verdict::None));
    assert_eq!(refused.refused.as_deref(), Some("too large"));
    assert_eq!(more.values, ["5"]);
    let text = serde_json::to_string(&sweep).unwrap();
    assert_eq!(
        serde_json::from_str::<super::super::Sweep>(&text).unwrap(),
        sweep
    );
}
