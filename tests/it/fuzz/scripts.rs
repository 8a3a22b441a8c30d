//! Rules written at random: they make a game that can be played for a while, or a fault.

use std::fmt::Write;
use std::rc::Rc;

use include_dir::Dir;
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::sample::select;
use proptest::strategy::{BoxedStrategy, Just, Strategy, Union};
use proptest::{prop_assert, prop_assert_eq};
use salle::chance::Seeded;
use salle::game::{Game, GameError, Nobody, Rules, Stop};
use salle::ruleset::Loader;
use salle::text::{Fault, Faults, Library};

use super::faults::are_sound;
use super::try_cases;
use crate::harness::here;

static NOTHING: Dir<'static> = Dir::new("", &[]);

/// Most decisions of a match.
const DECISIONS: usize = 12;

/// What stands in for a value: most are of some kind that some function takes.
const LEAVES: &[&str] = &[
    "v",
    "v.me",
    "v.foe",
    "v.left",
    "v.pile",
    "v.me.hand",
    "v.foe.hand",
    "v.out",
    "v.n",
    "v.me.s",
    "v.p",
    "v.p.target",
    "v.kinds",
    "v.round",
    "v.first",
    "v.me.side",
    "v.pile.size",
    "v.pile.cards",
    "v.me.hand.kinds",
    "v.out.top",
    "v.nothing",
    "0",
    "1",
    "-1",
    "3",
    "9223372036854775807",
    "true",
    "()",
    "\"a\"",
    "\"left\"",
    "\"go\"",
    "\"done\"",
    "\"n\"",
    "\"bang\"",
    "\"\"",
    "'x'",
    "[]",
    "[1, 2, 3]",
    "#{}",
    "#{ a: 1 }",
    "x",
    "y",
    "0..9",
    "`${x}`",
    "Fn(\"own\")",
    "|a| a",
    "|a, b| b - a",
];

/// Functions of the host and of Rhai, each with how many arguments it likes.
const FUNCTIONS: &[(&str, usize)] = &[
    ("put", 3),
    ("put", 4),
    ("put_at", 3),
    ("put_all", 2),
    ("draw", 3),
    ("fill", 3),
    ("reveal", 2),
    ("pick", 2),
    ("shuffle", 1),
    ("step", 2),
    ("place", 2),
    ("turn", 1),
    ("set", 2),
    ("set", 3),
    ("coin", 1),
    ("die", 2),
    ("event", 1),
    ("event", 2),
    ("move", 1),
    ("move", 2),
    ("secret_move", 2),
    ("win", 2),
    ("win", 3),
    ("nobody", 1),
    ("refuse", 2),
    ("choose", 2),
    ("join", 2),
    ("sum", 1),
    ("other", 1),
    ("keys", 1),
    ("contains", 2),
    ("sort", 1),
    ("sort", 2),
    ("order", 2),
    ("push", 2),
    ("len", 1),
    ("map", 2),
    ("filter", 2),
    ("reduce", 2),
    ("some", 2),
    ("all", 2),
    ("range", 2),
    ("range", 3),
    ("max", 2),
    ("abs", 1),
    ("pad", 3),
    ("replace", 3),
    ("split", 2),
    ("insert", 3),
    ("extract", 2),
    ("splice", 4),
    ("values", 1),
    ("own", 1),
    ("own", 2),
    ("call", 2),
    ("type_of", 1),
    ("to_string", 1),
    ("parse_int", 1),
    ("index_of", 2),
];

const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "%", "**", "==", "!=", "<", ">", "&&", "||", "??", "<<", "in",
];

fn expression() -> BoxedStrategy<String> {
    let leaf = select(LEAVES).prop_map(str::to_owned);
    let nested = leaf.prop_recursive(4, 24, 4, |inner| {
        let inner = inner.boxed();
        let arguments = vec(inner.clone(), 4);
        let call = (select(FUNCTIONS), arguments, 0..8_usize).prop_map(
            |((name, likes), arguments, slip)| {
                // Now and then there is an argument too few.
                let count = if slip == 0 { likes - 1 } else { likes };
                format!("{name}({})", arguments[..count.min(4)].join(", "))
            },
        );
        let method = (inner.clone(), select(FUNCTIONS), vec(inner.clone(), 3)).prop_map(
            |(on, (name, likes), arguments)| {
                format!(
                    "({on}).{name}({})",
                    arguments[..(likes - 1).min(3)].join(", ")
                )
            },
        );
        let operator = (inner.clone(), select(OPERATORS), inner.clone())
            .prop_map(|(one, operator, other)| format!("({one} {operator} {other})"));
        let list = vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(", ")));
        let map = (inner.clone(), inner.clone())
            .prop_map(|(one, other)| format!("#{{ a: {one}, b: {other} }}"));
        let index = (inner.clone(), inner.clone()).prop_map(|(on, at)| format!("({on})[{at}]"));
        let closure = inner.clone().prop_map(|body| format!("|x| {body}"));
        let choice = (inner.clone(), inner.clone(), inner).prop_map(|(if_so, one, other)| {
            format!("(if {if_so} == 1 {{ {one} }} else {{ {other} }})")
        });
        Union::new([
            call.clone().boxed(),
            call.boxed(),
            method.boxed(),
            operator.boxed(),
            list.boxed(),
            map.boxed(),
            index.boxed(),
            closure.boxed(),
            choice.boxed(),
        ])
    });
    nested.boxed()
}

const LOOPS: &[&str] = &[
    "for x in 0..9",
    "for x in v.me.hand.cards",
    "while x != y",
    "loop",
    "for x in all",
];

fn statement() -> BoxedStrategy<String> {
    let simple = Union::new([
        expression()
            .prop_map(|value| format!("let x = {value};"))
            .boxed(),
        expression()
            .prop_map(|value| format!("x = {value};"))
            .boxed(),
        expression()
            .prop_map(|value| format!("y += {value};"))
            .boxed(),
        expression().prop_map(|value| format!("{value};")).boxed(),
        expression()
            .prop_map(|value| format!("return {value};"))
            .boxed(),
        expression()
            .prop_map(|value| format!("throw {value};"))
            .boxed(),
        Just("all.push(x);".to_owned()).boxed(),
    ]);
    let nested = simple.prop_recursive(2, 8, 3, |inner| {
        let block = vec(inner, 1..3).prop_map(|lines| lines.join(" ")).boxed();
        Union::new([
            (select(LOOPS).prop_map(str::to_owned), block.clone())
                .prop_map(|(head, body)| format!("{head} {{ {body} }}"))
                .boxed(),
            (expression(), block.clone())
                .prop_map(|(value, body)| format!("if {value} == () {{ {body} }}"))
                .boxed(),
            block
                .prop_map(|body| format!("try {{ {body} }} catch (x) {{}}"))
                .boxed(),
        ])
    });
    nested.boxed()
}

/// What a hook returns if all goes well.
const RETURNS: &[(&str, &str)] = &[
    (
        "setup(v)",
        "[shuffle(v.pile), draw(v.pile, v.me.hand, 3), draw(v.pile, v.foe.hand, 3)]",
    ),
    ("next(v)", "[]"),
    ("verdict(v)", "if v.n > 6 { win(v.me, \"done\") }"),
    ("moves(v)", "[move(\"go\"), move(\"go on\", #{ a: 1 })]"),
    (
        "play(v, m)",
        "[set(\"n\", v.n + 1), event(\"bang\", v.n), turn(v.foe)]",
    ),
];

/// A script: some hooks with some statements in them, then with what they should return, or with
/// anything; and a function that calls itself.
fn script() -> impl Strategy<Value = String> {
    let body = || (any::<bool>(), vec(statement(), 0..4), 0..6_u8, expression());
    (vec(body(), RETURNS.len()), vec(statement(), 0..3), expression()).prop_map(
        |(bodies, own, last)| {
            let mut text = String::new();
            for ((head, returns), (is_there, lines, luck, value)) in RETURNS.iter().zip(bodies) {
                if !is_there {
                    continue;
                }
                let lines = lines.join("\n    ");
                let last = if luck > 0 { (*returns).to_owned() } else { value };
                writeln!(
                    text,
                    "fn {head} {{\n    let x = 0; let y = 1; let all = [];\n    {lines}\n    {last}\n}}\n"
                )
                .unwrap();
            }
            let own = own.join("\n    ");
            writeln!(text, "fn own(x) {{\n    let y = x; let all = []; let v = x;\n    {own}\n    {last}\n}}").unwrap();
            text
        },
    )
}

/// What became of a script.
#[derive(Debug, PartialEq)]
enum Ending {
    Faults(Faults),
    /// An error without a place.
    Lost(String),
    Played(String),
}

/// Makes rules of a script and plays some decisions.
fn play(loader: &Loader, path: &str) -> Ending {
    let made = loader.load(path, &[]).and_then(|ruleset| ruleset.rules());
    let rules: Rc<dyn Rules> = match made {
        Ok(rules) => rules,
        Err(faults) => return Ending::Faults(faults),
    };
    let mut game = Game::new(rules);
    let mut chance = Seeded::new(1);
    for number in 0..DECISIONS {
        let stopped = game.proceed(&mut chance, &mut Nobody);
        let went_on = stopped.and_then(|stop| match stop {
            Stop::Decision(_) => game.play_nth(number % game.legal().len(), &mut Nobody),
            Stop::RoundOver(_) | Stop::MatchOver { .. } => Ok(()),
        });
        if let Err(error) = went_on {
            return of_error(error);
        }
    }
    Ending::Played(format!("{:?}", game.state()))
}

fn of_error(error: GameError) -> Ending {
    if let GameError::Rules { fault, .. } = &error
        && let Some(source) = &fault.source
        && let Some(fault) = source.downcast_ref::<Fault>()
    {
        return Ending::Faults(fault.clone().into());
    }
    Ending::Lost(error.to_string())
}

#[test]
fn any_script_makes_a_game_or_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let common = here().join("tests/broken/script");
    for name in ["t.yaml", "base.rhai"] {
        std::fs::copy(common.join(name), folder.path().join(name)).unwrap();
    }
    let path = folder.path().join("t.yaml").display().to_string();
    let loader = Loader::new(std::sync::Arc::new(Library::new(Vec::new(), &NOTHING)));
    let played = std::cell::Cell::new(0);
    try_cases(80, &script(), |text| {
        std::fs::write(folder.path().join("s.rhai"), &text).unwrap();
        let (first, second) = (play(&loader, &path), play(&loader, &path));
        match &first {
            Ending::Faults(faults) => are_sound(faults)?,
            Ending::Lost(error) => prop_assert!(false, "{error}\n{text}"),
            Ending::Played(_) => played.set(played.get() + 1),
        }
        if !is_of_time(&first) && !is_of_time(&second) {
            prop_assert_eq!(first, second, "{}", text);
        }
        Ok(())
    });
    assert!(played.get() > 0);
}

/// Time and memory run out on some machines only.
fn is_of_time(ending: &Ending) -> bool {
    let Ending::Faults(faults) = ending else {
        return false;
    };
    let said = faults.to_string();
    said.contains("milliseconds") || said.contains("MiB")
}
