//! What is wrong with YAML files and parameters: all of it is told, where it stands, in words for
//! people who write no programs.

use std::fmt::Write;

use proptest::prelude::{Strategy, any};
use proptest::test_runner::{Config, TestRunner};
use salle::bots::{Bot, Setting};
use salle::chance::Seeded;
use salle::game::{BySide, Game, Nobody, Rules, Side};
use salle::play::play_match;
use salle::ruleset::{Kind, Override, Ruleset};

use crate::broken;
use crate::harness::{all_ids, loader};
use crate::process::Call;

const RULESET: &str = "title: T\nextends: touche/basic\n";

#[test]
fn every_fault_is_told_with_its_place() {
    broken::check("yaml");
}

#[test]
fn line_ends_and_byte_order_marks_make_no_difference() {
    let plain = "title: T\nextends: touche/basic\nparameters:\n  hand: 4\n";
    let windows = format!("\u{feff}{}", plain.replace('\n', "\r\n"));
    let show = |text: &str| {
        let outcome = Call::new().file("t.yaml", text).run(&["show", "t.yaml"]);
        outcome.done().to_owned()
    };
    assert_eq!(show(&windows), show(plain));
    let wrong = windows.replace("hand: 4", "hand: four");
    let outcome = Call::new().file("t.yaml", wrong).run(&["show", "t.yaml"]);
    assert_eq!(
        outcome.refused(),
        "\
error[wrong-type]: expected a whole number for `hand`, found a text
 --> t.yaml:4:9
  |
4 |   hand: four
  |         ^^^^ this is a text"
    );
}

#[test]
fn what_is_no_text_file_is_not_read() {
    let call = Call::new()
        .file("nul.yaml", "title: T\0\n")
        .file("latin.yaml", b"title: T\nabout: Touch\xe9\n")
        .file("utf16.yaml", b"\xff\xfet\0i\0")
        .file(
            "large.yaml",
            format!("{RULESET}about: {}\n", "x".repeat(2 << 20)),
        )
        .file("folder.yaml/inside", "");
    let refused = |args: &[&str]| call.run(args).refused().to_owned();
    assert_eq!(
        refused(&["show", "nul.yaml"]),
        "\
error[control-character]: the control character U+0000 in a file
 --> nul.yaml:1:9
  |
1 | title: T␀
  |         ^ this character is not allowed
  |
  = help: remove it, or write it as an escape in double quotes"
    );
    assert_eq!(
        refused(&["show", "latin.yaml"]),
        "error[file]: `latin.yaml` is not UTF-8 text: a byte in line 2 is wrong"
    );
    assert_eq!(
        refused(&["show", "utf16.yaml"]),
        "error[file]: `utf16.yaml` is not UTF-8 text: a byte in line 1 is wrong"
    );
    assert_eq!(
        refused(&["show", "large.yaml"]),
        "error[file]: `large.yaml` is larger than 1048576 bytes"
    );
    assert_eq!(
        refused(&["show", "folder.yaml"]),
        "error[file]: `folder.yaml` is not a regular file"
    );
}

#[cfg(unix)]
#[test]
fn what_is_no_file_at_all_is_not_waited_for() {
    let pipe = Call::new().shell("mkfifo pipe.yaml && \"$SALLE\" show pipe.yaml");
    assert_eq!(
        pipe.refused(),
        "error[file]: `pipe.yaml` is not a regular file"
    );
    let device = Call::new().shell("ln -s /dev/zero zero.yaml && \"$SALLE\" show zero.yaml");
    assert_eq!(
        device.refused(),
        "error[file]: `zero.yaml` is not a regular file"
    );
    // The superuser may read everything.
    let locked = Call::new()
        .file("t.yaml", RULESET)
        .shell("chmod 0 t.yaml; cat t.yaml 2>/dev/null || \"$SALLE\" show t.yaml");
    if locked.code != Some(0) {
        assert_eq!(
            locked.refused(),
            "error[file]: `t.yaml` cannot be read: permission denied"
        );
    }
}

#[test]
fn bombs_are_defused() {
    let deep = "too-deep]: lists and maps are nested more than 64 deep";
    let cases = [
        (format!("title: {}", "[".repeat(10_000)), deep),
        (format!("title: {}", "{a: ".repeat(10_000)), deep),
        ("- ".repeat(10_000), deep),
        ("? ".repeat(10_000), deep),
        (
            (0..1_000).fold(String::new(), |mut text, depth| {
                writeln!(text, "{}a:", " ".repeat(depth)).unwrap();
                text
            }),
            deep,
        ),
        (
            (0..60_000).fold(String::new(), |mut text, number| {
                writeln!(text, "k{number}: v").unwrap();
                text
            }),
            "too-many-values]: more than 20000 values in one file",
        ),
        (
            format!(
                "{RULESET}labels: {{ en: {{ {} }} }}",
                "k: v, ".repeat(15_000)
            ),
            "duplicate-key]: duplicate key `k`, first given in line 3",
        ),
    ];
    for (text, fault) in cases {
        let outcome = Call::new().file("t.yaml", text).run(&["show", "t.yaml"]);
        let errors = outcome.refused();
        assert!(errors.starts_with(&format!("error[{fault}")), "{errors}");
        assert!(errors.len() < 30_000, "{}", errors.len());
    }
}

/// Values of a parameter at its bounds and beside them.
fn values(ruleset: &Ruleset) -> Vec<(String, Vec<String>)> {
    let parameters = ruleset.parameters.iter();
    let numbers = |min: i64, max: i64| {
        let max = max.min(min.saturating_add(200));
        vec![min, min + 1, i64::midpoint(min, max), max - 1, max]
    };
    parameters
        .filter(|parameter| !parameter.declared.path.starts_with("limits"))
        .map(|parameter| {
            let path = parameter.declared.path.clone();
            let mut values: Vec<String> = match &parameter.declared.kind {
                Kind::Number { min, max } if path == "target" => {
                    vec![min.to_string(), (min + 1).min(*max).to_string()]
                }
                Kind::Number { min, max } => {
                    numbers(*min, *max).iter().map(i64::to_string).collect()
                }
                Kind::Flag => vec!["true".to_owned(), "false".to_owned()],
                Kind::Choice(words) => words.clone(),
                Kind::Numbers { min, max } => vec![
                    format!("{{ a: {min} }}"),
                    format!("{{ a: {max}, b: {min}, c: {max} }}"),
                    format!(
                        "{{ {} }}",
                        (0..40).fold(String::new(), |mut text, number| {
                            write!(text, "c{number}: {}, ", min + number % (max - min + 1))
                                .unwrap();
                            text
                        })
                    ),
                ],
                Kind::Text | Kind::Data => Vec::new(),
            };
            values.push(parameter.value.to_string());
            (path, values)
        })
        .collect()
}

/// Plays matches of a ruleset with some parameters changed, unless it refuses them.
fn plays_or_refuses(id: &str, changes: &[Override]) -> Result<bool, String> {
    let ruleset = loader()
        .load(id, changes)
        .map_err(|faults| faults.to_string())?;
    let rules = match ruleset.rules() {
        Ok(rules) => rules,
        Err(faults) => {
            let fault = faults.iter().next().unwrap();
            // A refusal begins with the parameters at fault.
            return if fault.code == "refused" && fault.message.starts_with('`') {
                Ok(false)
            } else {
                Err(faults.to_string())
            };
        }
    };
    let rules: std::rc::Rc<dyn Rules> = rules;
    for seed in 0..20 {
        let mut left = Bot::Random.player(&Setting::plain(&rules), seed, Side::Left);
        let mut right = Bot::Random.player(&Setting::plain(&rules), seed, Side::Right);
        let players = BySide {
            left: &mut *left as &mut dyn salle::play::Player,
            right: &mut *right,
        };
        let mut game = Game::new(std::rc::Rc::clone(&rules));
        play_match(&mut game, &mut Seeded::new(seed), players, &mut Nobody)
            .map_err(|error| format!("seed {seed}: {error}"))?;
    }
    Ok(true)
}

/// Every set of parameters within its bounds makes a game or is refused by name. How many sets are
/// tried of each ruleset can be raised with `SALLE_FUZZ`.
#[test]
fn parameters_at_their_bounds_make_a_game_or_are_refused() {
    let cases = std::env::var("SALLE_FUZZ")
        .ok()
        .and_then(|text| text.parse().ok());
    let cases = cases.unwrap_or(12);
    for id in all_ids() {
        let values = values(&loader().load(&id, &[]).unwrap());
        let choices = proptest::collection::vec(any::<(bool, usize)>(), values.len());
        let sets = choices.prop_map(|choices| {
            let mut set = vec![Override::Set("limits.decisions=60".to_owned())];
            for ((path, values), (change, index)) in values.iter().zip(choices) {
                if change {
                    let value = &values[index % values.len()];
                    set.push(Override::Set(format!("{path}={value}")));
                }
            }
            set
        });
        let config = Config {
            cases,
            failure_persistence: None,
            ..Config::default()
        };
        let result = TestRunner::new(config).run(&sets, |set| {
            plays_or_refuses(&id, &set)
                .map(drop)
                .map_err(proptest::test_runner::TestCaseError::fail)
        });
        if let Err(error) = result {
            panic!("{id}: {error}");
        }
    }
}
