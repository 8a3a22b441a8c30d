//! What a side knows of the cards: it is never wrong, it is worth something, and bots need nothing
//! else.

use salle::bots::knowledge::Worlds;
use salle::bots::{Bot, Knowledge, Setting};
use salle::chance::{Generator, Stream};
use salle::game::{Event, Observation, Side, State};
use salle::play::Seat;

use crate::harness::{Played, Seen, all_ids, played, rules};

/// Goes through a match as a side saw it: `heard` takes an event and, if it is a decision, the
/// decision before it is made.
fn follow(played: &Played, side: Side, mut heard: impl FnMut(Option<&Seen>, &Event)) {
    let mut decisions = played.decisions.iter();
    for happened in &played.events {
        let seen = matches!(happened.event, Event::Decided { .. }).then(|| decisions.next());
        heard(
            seen.flatten(),
            &happened.event.seen_by(side, &played.layout),
        );
    }
}

/// Decisions of a match that are looked at, spread over it.
const LOOKED_AT: usize = 40;

fn every(played: &Played, most: usize) -> u64 {
    u64::try_from(played.decisions.len().div_ceil(most).max(1)).unwrap()
}

/// Looks at the worlds of a side before some decisions of a match.
fn worlds(played: &Played, side: Side, mut look: impl FnMut(&Seen, &Worlds<'_>)) {
    let layout = &played.layout;
    let mut knowledge = Knowledge::new(side);
    let step = every(played, LOOKED_AT);
    follow(played, side, |seen, event| {
        if let Some(seen) = seen.filter(|seen| seen.state.decisions.is_multiple_of(step)) {
            let observation = Observation::new(&seen.state, layout, side);
            look(seen, &knowledge.worlds(&observation, layout));
        }
        knowledge.told(event, layout);
    });
}

#[test]
fn what_is_the_case_is_never_ruled_out() {
    for id in all_ids() {
        let rules = rules(&id);
        for seed in 1..=2 {
            let played = played(&rules, seed);
            for side in Side::BOTH {
                worlds(&played, side, |seen, worlds| {
                    let number = seen.state.decisions;
                    assert!(worlds.remember(), "{id}, seed {seed}, decision {number}");
                    assert!(
                        worlds.allow(&seen.state),
                        "{id}, seed {seed}, decision {number}"
                    );
                });
            }
        }
    }
}

#[test]
fn worlds_look_to_the_side_as_what_it_sees_and_do_not_contradict_what_it_saw() {
    for id in all_ids() {
        let rules = rules(&id);
        let played = played(&rules, 4);
        let mut generator = Generator::new(1, Stream::Worlds, 0);
        for side in Side::BOTH {
            worlds(&played, side, |seen, worlds| {
                let observation = Observation::new(&seen.state, &played.layout, side);
                for _ in 0..3 {
                    let world = worlds.draw(&mut generator);
                    let again = Observation::new(&world, &played.layout, side);
                    assert_eq!(again, observation, "{id}");
                    assert!(worlds.allow(&world), "{id}");
                }
            });
        }
    }
}

/// A side that only looks at the present deals cards to places where they cannot be: cards under the
/// open top of a pile, for one.
#[test]
fn what_was_seen_rules_worlds_out() {
    let mut ruled_out = Vec::new();
    for id in all_ids() {
        let rules = rules(&id);
        let played = played(&rules, 5);
        let mut generator = Generator::new(1, Stream::Worlds, 0);
        let mut fewer = false;
        worlds(&played, Side::Left, |seen, worlds| {
            let observation = Observation::new(&seen.state, &played.layout, Side::Left);
            let blind = Knowledge::new(Side::Left);
            let world = blind.world(&observation, &played.layout, &mut generator);
            fewer |= !worlds.allow(&world);
        });
        if fewer {
            ruled_out.push(id);
        }
    }
    let expected = [
        "en-garde/advanced",
        "en-garde/classic",
        "market/row",
        "quay/basic",
        "quay/bottle",
        "raid/open",
        "thrust-and-parry/foil",
    ];
    assert_eq!(ruled_out, expected);
}

/// Puts other cards into every place of which neither the view nor what was seen earlier tells
/// which card lies there: every bot chooses as before.
#[test]
fn what_a_side_cannot_know_changes_no_choice() {
    for id in all_ids() {
        let rules = rules(&id);
        let setting = Setting::plain(&rules);
        let played = played(&rules, 6);
        let step = every(&played, 6);
        let mut generator = Generator::new(1, Stream::Worlds, 0);
        let mut changed = false;
        for bot in [Bot::Random, Bot::Greedy, Bot::Mcts { iterations: 4 }] {
            for side in Side::BOTH {
                let layout = &played.layout;
                let mut knowledge = Knowledge::new(side);
                let mut told: Vec<Event> = Vec::new();
                follow(&played, side, |seen, event| {
                    if let Some(seen) = seen
                        && seen.state.turn == side
                        && seen.state.decisions.is_multiple_of(step)
                    {
                        let observation = Observation::new(&seen.state, layout, side);
                        let other = knowledge.worlds(&observation, layout).draw(&mut generator);
                        changed |= other.piles != seen.state.piles;
                        let choose = |state: &State| {
                            let mut chooser = bot.player(&setting, 1, side);
                            for event in &told {
                                chooser.told(event, layout);
                            }
                            chooser
                                .choose(&Seat::new(state, layout, &seen.legal))
                                .unwrap()
                        };
                        assert_eq!(choose(&other), choose(&seen.state), "{id}, {bot}");
                    }
                    knowledge.told(event, layout);
                    told.push(event.clone());
                });
            }
        }
        let hides = played
            .layout
            .piles
            .iter()
            .any(|pile| !pile.open_to(Side::Left));
        assert!(changed || !hides, "{id}");
    }
}
