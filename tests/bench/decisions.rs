//! Decisions per second of random play, for every ruleset that is shipped. See
//! `docs/benchmarks.md`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    unreachable_pub,
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
use salle::script::STACK;
use salle::text::Library;

mod reference;

use reference::{Plain, bare};

static RULESETS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rulesets");

fn main() {
    // With the stack that the program has: on a smaller one each call of a script gets one of its own.
    let thread = std::thread::Builder::new().stack_size(STACK);
    thread.spawn(divan::main).unwrap().join().unwrap();
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
fn again_and_again(bencher: Bencher<'_, '_>, play: impl Fn(u64) -> u64) {
    let matches = 1..=4;
    let decisions: u64 = matches.clone().map(&play).sum();
    bencher
        .counter(ItemsCount::new(decisions))
        .bench_local(|| matches.clone().map(&play).sum::<u64>());
}

/// With the memory that rules have, warm.
#[divan::bench(args = loader().ids(), sample_count = 30)]
fn random_play(bencher: Bencher<'_, '_>, id: &str) {
    let rules: Rc<dyn Rules> = loader().load(id, &[]).unwrap().rules().unwrap();
    again_and_again(bencher, |number| play(&rules, number));
}

/// Without a memory: every question runs the scripts.
#[divan::bench(args = loader().ids(), sample_count = 10)]
fn random_play_plain(bencher: Bencher<'_, '_>, id: &str) {
    let rules: Rc<dyn Rules> = loader().load(id, &[]).unwrap().plain_rules().unwrap();
    again_and_again(bencher, |number| play(&rules, number));
}

/// Without a memory, and with Rhai's own evaluator: as it was before there was anything else.
#[divan::bench(args = loader().ids(), sample_count = 10)]
fn random_play_rhai(bencher: Bencher<'_, '_>, id: &str) {
    let rules: Rc<dyn Rules> = loader().load(id, &[]).unwrap().rhai_rules().unwrap();
    again_and_again(bencher, |number| play(&rules, number));
}

const MEASURED: &str = "en-garde/classic";

/// One ruleset in plain Rust, with nothing around it.
#[divan::bench(sample_count = 30)]
fn reference_bare(bencher: Bencher<'_, '_>) {
    again_and_again(bencher, |number| bare(match_seed(1, number)).1);
}

/// The same in plain Rust as the host asks for it.
#[divan::bench(sample_count = 30)]
fn reference_rules(bencher: Bencher<'_, '_>) {
    let scripted = loader().load(MEASURED, &[]).unwrap().plain_rules().unwrap();
    let rules: Rc<dyn Rules> = Rc::new(Plain::new(&*scripted));
    again_and_again(bencher, |number| play(&rules, number));
}

/// A run of ever other matches, begun with an empty memory.
#[divan::bench(args = [200, 2_000, 20_000, 200_000], sample_count = 1, sample_size = 1)]
fn whole_run(bencher: Bencher<'_, '_>, matches: u64) {
    let ruleset = loader().load(MEASURED, &[]).unwrap();
    let decisions: u64 = (1..=matches)
        .map(|number| bare(match_seed(1, number)).1)
        .sum();
    bencher.counter(ItemsCount::new(decisions)).bench_local(|| {
        let rules: Rc<dyn Rules> = ruleset.rules().unwrap();
        (1..=matches)
            .map(|number| play(&rules, number))
            .sum::<u64>()
    });
}

/// The same matches in plain Rust with nothing around it.
#[divan::bench(args = [200, 2_000, 20_000, 200_000], sample_count = 1, sample_size = 1)]
fn whole_run_bare(bencher: Bencher<'_, '_>, matches: u64) {
    let play = || {
        (1..=matches)
            .map(|number| bare(match_seed(1, number)).1)
            .sum::<u64>()
    };
    bencher.counter(ItemsCount::new(play())).bench_local(play);
}

/// What a worker does before its first match.
#[divan::bench(args = loader().ids(), sample_count = 30)]
fn make_rules(bencher: Bencher<'_, '_>, id: &str) {
    let ruleset = loader().load(id, &[]).unwrap();
    bencher.bench_local(|| ruleset.rules().unwrap());
}
