//! What rules may write: small scripts that hold, beside the transcripts of those that do not.

use std::fmt::Write;

use crate::faults_script::{play, script};

/// Checks that expressions are true, each in a hook that has a view `v`, in the middle of a match.
fn holds(lines: &[&str]) {
    let mut text = "fn verdict(v) {\n    if v.n < 2 { return; }\n".to_owned();
    for line in lines {
        let shown = line.replace('`', "'");
        writeln!(text, "    if !({line}) {{ throw `{shown}`; }}").unwrap();
    }
    text += "    win(v.me, \"done\")\n}\nfn add_one(x) { x + 1 }\n";
    let outcome = play(&text);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
}

#[test]
fn a_chain_and_the_closure_in_it_may_begin_with_the_same_name() {
    holds(&[
        "v.me.hand.cards.filter(|c| v.me.hand.count(c) > 0) == v.me.hand.cards",
        "v.me.hand.cards.map(|c| v.me.hand.cards.filter(|d| v.me.hand.count(d) > 0)).len == v.me.hand.size",
        "v.me.hand.cards.all(|c| v.seat(\"left\").hand.size > 0)",
        "{ let hand = v.me.hand; hand.cards.filter(|c| hand.count(c) > 0).len == hand.size }",
        "{ let me = v.me; me.hand.cards.all(|c| me.hand.size > 0 && other(me).side == v.foe.side) }",
        "{ let p = v.p; keys(p).all(|k| contains(p, k) && p[k] == v.p[k]) }",
        "keys(v.p).filter(|k| contains(v.p, k)).len == keys(v.p).len",
        "{ let m = move(\"go\", #{ list: [1, 2] }); m.list.filter(|n| m.list.len >= n && contains(m, \"list\")) == [1, 2] }",
    ]);
}

#[test]
fn a_variable_that_a_closure_uses_may_be_assigned_anew() {
    holds(&[
        "{ let seat = v.left; let f = |x| seat.side; seat = v.right; f.call(1) == \"right\" && seat == v.right }",
        "{ let sum = 0; for seat in [v.left, v.right] { sum += [1, 2].filter(|n| seat.hand.size >= n).len; } sum == 4 }",
        "{ let list = [1]; let f = |x| list.push(x); f.call(2); list == [1, 2] }",
        "{ let n = 1; let f = |x| n += x; f.call(2); n == 3 }",
        "{ let hand = v.me.hand; let f = |x| hand.size; let both = [hand]; both[0].count(\"a\") == f.call(1) }",
    ]);
}

#[test]
fn a_list_and_an_item_are_a_list() {
    holds(&[
        "[\"a\"] + \"b\" == [\"a\", \"b\"]",
        "[1] + 2 == [1, 2]",
        "[] + true == [true]",
        "[1] + () == [1, ()]",
        "([1] + #{ a: 1 }).len == 2",
        "[\"a\"] + \"bc\"[0] == [\"a\", \"b\"]",
        "{ let list = [\"a\"]; let longer = list + \"b\"; list == [\"a\"] && longer.len == 2 }",
        "[1] + [2] == [1, 2]",
        "\"n: \" + 1 == \"n: 1\"",
    ]);
}

#[test]
fn lists_are_joined_and_summed() {
    holds(&[
        "[\"a\", \"b\"].join(\"+\") == \"a+b\"",
        "join([1, \"b\", true], \", \") == \"1, b, true\"",
        "[].join(\"+\") == \"\"",
        "sum([1, 2, -4]) == -1",
        "[].sum() == 0",
    ]);
}

#[test]
fn like_is_compared_with_like() {
    holds(&[
        "1 < 2 && !(2 <= 1) && 2 > 1 && 2 >= 2",
        "\"a\" < \"b\" && \"b\" >= \"a\"",
        "\"abc\"[0] < \"b\" && \"b\" > \"abc\"[0]",
        "1 + 1 < 3 && 2 < 1 + 2 == true",
        "v.me == v.me && v.me != v.foe && !(v.left == v.right)",
        "v.me == v.me.side && v.foe.side != v.me && v.left == \"left\"",
        "[v.left, v.right].contains(v.me)",
        "v.me != () && v.me.hand != () && () == ()",
        "\"a\" != () && 1 != () && !(() == 1)",
        "1 != \"1\"",
    ]);
}

#[test]
fn cards_of_several_kinds_are_put_at_once() {
    let outcome = play(
        "fn play(v, m) { [put(v.me.hand, v.out, v.me.hand.cards), set(\"n\", 4)] }\n\
         fn verdict(v) { if v.n > 3 && v.out.size == 3 { win(v.me, \"done\") } }",
    );
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
}

/// Runs a variant that has only the hooks which it changes.
#[test]
fn a_function_for_variants_is_no_slip() {
    let outcome = script("fn moves(v) { [move(\"go\")] }\nfn own_moves(v) { [] }")
        .file(
            "base.rhai",
            "fn table(p) { #{ piles: #{}, vars: #{ n: 0 } } }\n\
             fn setup(v) { }\n\
             fn own_moves(v) { [] }\n\
             fn moves(v) { own_moves(v) + move(\"go\") }\n\
             fn play(v, m) { set(\"n\", v.n + 1) }\n\
             fn verdict(v) { if v.n > 3 { win(v.me, \"done\") } }",
        )
        .run(&["play", "t.yaml", "--left", "random", "--right", "random"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
}

#[test]
fn what_may_be_called_is_no_unknown_function() {
    holds(&[
        "{ let f = |x| x + 1; f.call(2) == 3 }",
        "{ let map = #{ twice: |x| 2 * x }; map.twice(2) == 4 }",
        "Fn(\"add_one\").call(1) == 2",
        "type_of(1) == \"i64\" && is_def_fn(\"add_one\", 1)",
        "[3, 1].sort() == () && \"a\".to_upper() == \"A\" && 3.to_string() == \"3\" && 1 in [1]",
    ]);
}

#[test]
fn what_two_files_of_scenarios_share_is_at_fault_once() {
    let scenarios = "rulesets: [t.yaml]
scenarios:
  - { name: one, because: so, expect: { turn: left } }
";
    let outcome = script("fn setup(v) { nowhere(v) }")
        .file("scenarios/a.yaml", scenarios)
        .file("scenarios/b.yaml", scenarios)
        .run(&["test", "scenarios"]);
    assert_eq!(outcome.code, Some(2));
    let told = outcome.stderr.matches("there is no function `nowhere`");
    assert_eq!(told.count(), 1, "{}", outcome.stderr);
}
