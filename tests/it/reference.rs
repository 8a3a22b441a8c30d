//! The rules in plain Rust that benchmarks compare with play the very matches of the ruleset.

use std::rc::Rc;

use salle::chance::match_seed;
use salle::game::Rules;

use crate::harness::{played, rules};

#[allow(unreachable_pub, reason = "the benchmark uses it as well")]
#[path = "../bench/reference.rs"]
mod rust;

#[test]
fn the_reference_plays_the_same_matches() {
    let scripted = rules("en-garde/classic");
    let plain: Rc<dyn Rules> = Rc::new(rust::Plain::new(&*scripted));
    for number in 1..=40 {
        let seed = match_seed(5, number);
        let expected = played(&scripted, seed);
        assert_eq!(played(&plain, seed).lines, expected.lines, "seed {seed}");
        let finished = expected.finished;
        let found = rust::bare(seed);
        assert_eq!(Some(found.0), finished.winner, "seed {seed}");
        assert_eq!(found.1, finished.decisions, "seed {seed}");
    }
}
