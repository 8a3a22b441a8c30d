//! Decisions per second of random play, for every ruleset that is shipped. See
//! `docs/benchmarks.md`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    missing_docs,
    reason = "a benchmark fails by panicking"
)]

use std::rc::Rc;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use include_dir::{Dir, include_dir};
use salle::bots::Random;
use salle::chance::{Seeded, match_seed};
use salle::game::{BySide, Game, Nobody, Rules, Side};
use salle::play::{Player, play_match};
use salle::ruleset::Loader;
use salle::text::Library;

static RULESETS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rulesets");

fn main() {
    divan::main();
}

fn loader() -> Loader {
    Loader::new(Arc::new(Library::new(Vec::new(), &RULESETS)))
}

/// Plays a match and returns the number of decisions.
fn play(rules: &Rc<dyn Rules>, number: u64) -> u64 {
    let seed = match_seed(1, number);
    let (mut left, mut right) = (
        Random::new(seed, Side::Left),
        Random::new(seed, Side::Right),
    );
    let players: BySide<&mut dyn Player> = BySide {
        left: &mut left,
        right: &mut right,
    };
    let mut game = Game::new(Rc::clone(rules));
    let finished = play_match(&mut game, &mut Seeded::new(seed), players, &mut Nobody);
    finished.unwrap().decisions
}

/// The same few matches again and again; an item is a decision.
#[divan::bench(args = loader().ids(), min_time = 1)]
fn random_play(bencher: Bencher<'_, '_>, id: &str) {
    let rules: Rc<dyn Rules> = loader().load(id, &[]).unwrap().rules().unwrap();
    let matches = 1..=4;
    let decisions: u64 = matches.clone().map(|number| play(&rules, number)).sum();
    bencher.counter(ItemsCount::new(decisions)).bench_local(|| {
        matches
            .clone()
            .map(|number| play(&rules, number))
            .sum::<u64>()
    });
}

/// What a worker does before its first match.
#[divan::bench(args = loader().ids())]
fn make_rules(bencher: Bencher<'_, '_>, id: &str) {
    let ruleset = loader().load(id, &[]).unwrap();
    bencher.bench_local(|| ruleset.rules().unwrap());
}
