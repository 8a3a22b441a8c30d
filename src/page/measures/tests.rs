use super::*;
use crate::measure::{Axis, Compared, Difference, Figure, Named, Shift};

const HOSTILE: &str = "<script>alert('&\"')</script>";

fn heading(name: &str, unit: &str) -> Heading {
    Heading {
        measure: name.to_owned(),
        name: name.to_owned(),
        unit: unit.to_owned(),
        within: 0.05,
    }
}

fn estimate(value: Option<f64>) -> Estimate {
    Estimate {
        count: 40,
        value,
        low: value.map(|value| value - 0.1),
        high: value.map(|value| value + 0.1),
    }
}

fn comparison(value: Option<f64>) -> Comparison {
    let named = Named {
        name: HOSTILE.to_owned(),
        ruleset: HOSTILE.to_owned(),
        parameters: serde_json::Value::Null,
        fingerprint: String::new(),
    };
    Comparison {
        kind: "comparison".to_owned(),
        rulesets: vec![named.clone(), named],
        bot: "random".to_owned(),
        seed: 7,
        games: 100,
        played: 40,
        forfeited: vec![0, 3],
        interrupted: true,
        tests: 1,
        measures: vec![Compared {
            heading: heading(HOSTILE, "share"),
            values: vec![estimate(value); 2],
            differences: vec![Difference {
                count: 40,
                same: 0,
                value,
                low: value,
                high: value,
                verdict: Verdict::Open,
            }],
        }],
    }
}

/// A sweep with two values for each of some parameters; the last cell could not be played.
fn sweep(axes: usize) -> Sweep {
    let axes: Vec<Axis> = (0..axes)
        .map(|number| Axis {
            parameter: format!("{HOSTILE}{number}"),
            values: vec!["1".to_owned(), HOSTILE.to_owned()],
        })
        .collect();
    let last = 1 << axes.len();
    let cell = |cell: usize| Cell {
        cell,
        values: match cell {
            0 => Vec::new(),
            _ => crate::measure::grid::values(&axes, cell - 1)
                .into_iter()
                .map(str::to_owned)
                .collect(),
        },
        refused: (cell == last).then(|| HOSTILE.to_owned()),
        forfeited: 0,
        figures: match cell {
            _ if cell == last => Vec::new(),
            0 => vec![Figure {
                value: estimate(Some(0.5)),
                difference: None,
            }],
            _ => vec![Figure {
                value: estimate(Some(0.6)),
                difference: Some(Shift {
                    count: 40,
                    same: 0,
                    value: Some(0.1),
                    low: Some(0.05),
                    high: Some(0.15),
                    p: 0.01,
                    adjusted: 0.01,
                    verdict: Verdict::Differs,
                }),
            }],
        },
    };
    Sweep {
        kind: "sweep".to_owned(),
        ruleset: HOSTILE.to_owned(),
        changes: vec![HOSTILE.to_owned()],
        parameters: serde_json::Value::Null,
        fingerprint: String::new(),
        against: vec![HOSTILE.to_owned()],
        bot: "random".to_owned(),
        seed: 7,
        games: 40,
        interrupted: false,
        tests: 3,
        measures: vec![heading("share of something", "share")],
        cells: (0..=last).map(cell).collect(),
        axes,
    }
}

fn is_safe(text: &str) {
    assert!(!text.contains("<script"), "{text}");
    assert!(text.contains("&lt;script&gt;"), "{text}");
}

#[test]
fn words_of_strangers_are_text() {
    is_safe(&comparison_page(&comparison(Some(0.5))).unwrap());
    let chart = comparison_chart(&comparison(Some(0.5))).unwrap();
    is_safe(&chart.to_svg().unwrap());
    for axes in 1..=3 {
        is_safe(&sweep_page(&sweep(axes)).unwrap());
        is_safe(&sweep_chart(&sweep(axes)).unwrap().to_svg().unwrap());
    }
}

#[test]
fn a_chart_says_what_it_rests_on() {
    let chart = comparison_chart(&comparison(Some(0.5))).unwrap();
    let svg = chart.to_svg().unwrap();
    // What stands between the elements; lines may be broken anywhere.
    let shown = svg
        .split('<')
        .filter_map(|part| Some(part.split_once('>')?.1));
    let shown: Vec<&str> = shown.flat_map(str::split_whitespace).collect();
    let shown = shown.join(" ");
    for part in [
        "40 matches each",
        "seed 7, interrupted",
        "95 % intervals",
        "Who plays knows only what its side may see",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
}

#[test]
fn what_has_no_value_is_drawn_without_one() {
    let chart = comparison_chart(&comparison(None)).unwrap();
    assert!(chart.to_svg().unwrap().contains("no match has a value"));
    assert!(comparison_page(&comparison(None)).unwrap().contains('–'));
}

#[test]
fn the_kind_of_a_chart_follows_from_the_number_of_parameters() {
    let kind = |axes: usize| match sweep_panel(&sweep(axes), 0) {
        Panel::Lines(_) => "lines",
        Panel::Heat(_) => "heat",
        Panel::Intervals(_) => "intervals",
    };
    assert_eq!([1, 2, 3].map(kind), ["lines", "heat", "intervals"]);
}
