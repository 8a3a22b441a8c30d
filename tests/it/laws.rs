//! Laws that hold for every ruleset, shipped or toy, in every match: each is tried on matches of
//! random players, whatever their seed.

use std::collections::BTreeSet;
use std::rc::Rc;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use salle::bots::{Bot, Setting, determinize};
use salle::chance::{Generator, Seeded, Stream};
use salle::game::declaration::Seen as Visible;
use salle::game::layout::Named;
use salle::game::{
    BySide, Card, Cards, Event, Eye, Game, Layout, Memo, Nobody, Observation, PileId, Rules, Side,
    State, Stop, Value, VarId, View, position,
};
use salle::play::Seat;
use salle::replay::{Record, Recorder, verify};

use crate::harness::{
    Played, Seen, all_ids, loader, played, played_by, recording, rules, rules_with,
};

/// Tries a law on some seeds, for every ruleset.
fn every_ruleset(cases: u32, law: impl Fn(&str, &Rc<dyn Rules>, u64)) {
    let ids = all_ids();
    assert!(ids.len() >= 8, "too few rulesets: {ids:?}");
    for id in &ids {
        let rules = rules(id);
        let config = ProptestConfig {
            cases,
            failure_persistence: None,
            ..ProptestConfig::default()
        };
        TestRunner::new(config)
            .run(&any::<u64>().no_shrink(), |seed| {
                law(id, &rules, seed);
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{id}: {error}"));
    }
}

/// Some of the decisions of a match, spread over it: the first, the last and what lies between.
fn some(played: &Played, most: usize) -> impl Iterator<Item = &Seen> {
    let step = played.decisions.len().div_ceil(most).max(1);
    played.decisions.iter().step_by(step)
}

fn sorted(cards: impl Iterator<Item = Card>) -> Vec<Card> {
    let mut cards: Vec<Card> = cards.collect();
    cards.sort_unstable();
    cards
}

fn all_cards(state: &State) -> Vec<Card> {
    sorted(state.piles.iter().flatten().copied())
}

#[test]
fn cards_are_neither_made_nor_lost() {
    every_ruleset(2, |id, _, seed| {
        let played = played(&rules(id), seed);
        let piles = played.layout.piles.iter();
        let deck = sorted(piles.flat_map(|pile| pile.holds.iter().copied()));
        for happened in &played.events {
            assert_eq!(all_cards(&happened.after), deck, "{:?}", happened.event);
        }
    });
}

#[test]
fn legal_texts_are_unique_lower_case_and_not_empty() {
    every_ruleset(2, |_, rules, seed| {
        for seen in &played(rules, seed).decisions {
            let texts: BTreeSet<&str> = seen.legal.iter().map(|legal| &*legal.text).collect();
            assert_eq!(texts.len(), seen.legal.len(), "{texts:?}");
            for text in texts {
                assert!(!text.is_empty());
                assert_eq!(text, text.to_lowercase());
                assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), text);
            }
        }
    });
}

#[test]
fn a_position_is_its_start_and_the_events() {
    every_ruleset(2, |_, rules, seed| {
        let played = played(rules, seed);
        let mut state = State::new(&played.layout);
        for happened in &played.events {
            assert_eq!(state, happened.before);
            state.apply(&happened.event, &played.layout);
            assert_eq!(state, happened.after, "{:?}", happened.event);
        }
        assert_eq!(state.score, played.finished.score);
        assert_eq!(state.decisions, played.finished.decisions);
    });
}

#[test]
fn a_seed_gives_one_match() {
    every_ruleset(1, |id, rules, seed| {
        let fresh = rules_with(id, &[]);
        assert_eq!(played(rules, seed).lines, played(&fresh, seed).lines);
    });
}

#[test]
fn a_recorded_match_holds_and_gives_the_same_record() {
    every_ruleset(2, |_, rules, seed| {
        let lines = played(rules, seed).lines;
        let recording = recording(&lines);
        assert_eq!(recording.notes, Vec::<String>::new());
        let mut again = vec![lines[0].clone()];
        let mut recorder = Recorder::new(|record: Record| again.push(record.to_line()));
        let verified = verify(Game::new(Rc::clone(rules)), &recording, &mut recorder).unwrap();
        assert_eq!(verified.mismatch, None);
        assert_eq!(verified.unchecked.counts, Vec::new());
        assert!(verified.ended.is_some());
        assert_eq!(again, lines);
    });
}

#[test]
fn a_description_is_read_back_as_the_position() {
    every_ruleset(2, |_, rules, seed| {
        let played = played(rules, seed);
        for seen in some(&played, 40) {
            let description = seen.state.describe(&played.layout);
            let mut state = position::read(&played.layout, &description).unwrap();
            // A description is of the match's table; how far the match is, a record says beside it.
            state.decisions = seen.state.decisions;
            assert_eq!(state, seen.state, "{description}");
            let mut game = Game::at(Rc::clone(rules), state);
            let stop = game.proceed(&mut Seeded::new(seed), &mut Nobody).unwrap();
            assert_eq!(stop, Stop::Decision(seen.state.turn));
            assert_eq!(game.legal(), seen.legal);
        }
    });
}

#[test]
fn imagined_worlds_agree_with_what_a_side_knows() {
    every_ruleset(2, |_, rules, seed| {
        let played = played(rules, seed);
        let layout = &played.layout;
        let mut generator = Generator::new(seed, Stream::Worlds, 0);
        for seen in some(&played, 30) {
            for side in Side::BOTH {
                let known = Observation::new(&seen.state, layout, side);
                let world = determinize(&known, layout, &mut generator);
                assert_eq!(Observation::new(&world, layout, side), known);
                assert_eq!(all_cards(&world), all_cards(&seen.state));
                for (cards, spec) in world.piles.iter().zip(&layout.piles) {
                    assert!(spec.ordered || cards.is_sorted());
                }
            }
        }
    });
}

/// Changes everything that a side does not see: unseen cards change places with others under the
/// same back, and what another side keeps secret becomes something else that it once was.
fn permuted(state: &State, layout: &Layout, side: Side, was: &[&State], seed: u64) -> State {
    let mut generator = Generator::new(seed, Stream::Worlds, state.decisions);
    let mut changed = state.clone();
    for back in 0..layout.piles.len() {
        let mut places = Vec::new();
        for (index, spec) in layout.piles.iter().enumerate() {
            let open = match spec.seen {
                _ if spec.open_to(side) => state.piles[index].len(),
                Visible::Top => 1,
                _ => 0,
            };
            let unseen = state.piles[index].len().saturating_sub(open);
            for place in 0..unseen {
                if layout.card(state.piles[index][place]).deck.index() == back {
                    places.push((index, place));
                }
            }
        }
        let mut cards: Vec<Card> = places
            .iter()
            .map(|(pile, place)| state.piles[*pile][*place])
            .collect();
        generator.shuffle(&mut cards);
        for ((pile, place), card) in places.into_iter().zip(cards) {
            changed.piles[pile][place] = card;
        }
    }
    for (cards, spec) in changed.piles.iter_mut().zip(&layout.piles) {
        if !spec.ordered {
            cards.sort_unstable();
        }
    }
    for (index, spec) in layout.variables.iter().enumerate() {
        if !spec.open_to(side) {
            let other = was[generator.index(was.len())];
            changed.variables[index] = other.variables[index].clone();
        }
    }
    changed
}

#[test]
fn what_is_hidden_from_a_side_changes_nothing_for_it() {
    let mut changed_at_all = BTreeSet::new();
    let changed = std::cell::RefCell::new(&mut changed_at_all);
    every_ruleset(1, |id, rules, seed| {
        let played = played(rules, seed);
        let layout = &played.layout;
        let was: Vec<&State> = played.decisions.iter().map(|seen| &seen.state).collect();
        for seen in some(&played, 12) {
            for side in Side::BOTH {
                let other = permuted(&seen.state, layout, side, &was, seed);
                if other != seen.state {
                    changed.borrow_mut().insert(id.to_owned());
                }
                let knows = |state: &State| Observation::new(state, layout, side);
                assert_eq!(knows(&other), knows(&seen.state));
                assert_eq!(
                    knows(&other).describe(layout),
                    knows(&seen.state).describe(layout)
                );
                if side != seen.state.turn {
                    continue;
                }
                let view = |state: &State| {
                    View::new(Rc::clone(layout), Rc::new(state.clone()), Eye::Of(side))
                };
                let legal = rules.moves(&view(&other)).unwrap();
                assert_eq!(*legal, *seen.legal);
                for bot in [Bot::Random, Bot::Greedy, Bot::Mcts { iterations: 2 }] {
                    let choose = |state: &State| {
                        let mut chooser = bot.player(&Setting::plain(rules), seed, side);
                        let seat = Seat::new(state, layout, &legal);
                        chooser.choose(&seat).unwrap()
                    };
                    assert_eq!(choose(&other), choose(&seen.state), "{bot:?}");
                }
            }
        }
    });
    // The law says nothing where nothing is hidden; every game here hides something.
    assert_eq!(changed_at_all, all_ids().into_iter().collect());
}

#[test]
fn events_show_a_side_no_hidden_face() {
    every_ruleset(2, |_, rules, seed| {
        let played = played(rules, seed);
        let layout = &played.layout;
        for happened in &played.events {
            for side in Side::BOTH {
                let known = |state: &State, pile: PileId| {
                    let mut seen = Observation::new(state, layout, side);
                    std::mem::take(&mut seen.piles[pile.index()].known)
                };
                match happened.event.seen_by(side, layout) {
                    Event::Shuffled { order, .. } | Event::Renewed { order, .. } => {
                        assert!(matches!(order, Cards::Hidden(_)));
                    }
                    Event::Drew {
                        from, to, cards, ..
                    }
                    | Event::Picked {
                        from, to, cards, ..
                    }
                    | Event::Put {
                        from, to, cards, ..
                    } => {
                        // Laid on a pile with an open top, one after the other, each is seen.
                        let passed = layout.pile(to).seen == Visible::Top;
                        for card in cards.known() {
                            assert!(
                                passed
                                    || known(&happened.before, from).contains(card)
                                    || known(&happened.after, to).contains(card),
                                "{side} is shown {card:?} by {:?}",
                                happened.event
                            );
                        }
                    }
                    Event::Set { var, value } => {
                        assert!(value.is_none() || layout.variable(var).open_to(side));
                    }
                    Event::Tossed { var, heads } => {
                        assert!(heads.is_none() || layout.variable(var).open_to(side));
                    }
                    Event::Thrown { var, number } => {
                        assert!(number.is_none() || layout.variable(var).open_to(side));
                    }
                    Event::Decided {
                        side: who, chosen, ..
                    } => {
                        assert!(chosen.is_none_or(|chosen| who == side || !chosen.secret));
                    }
                    _ => {}
                }
            }
        }
    });
}

#[test]
fn a_copy_of_a_game_goes_on_by_itself() {
    every_ruleset(1, |_, rules, seed| {
        let played = played(rules, seed);
        let half = played.decisions.len() / 2;
        let play = |game: &mut Game, chance: &mut Seeded, moves: &[Seen]| {
            for seen in moves {
                while !matches!(
                    game.proceed(chance, &mut Nobody).unwrap(),
                    Stop::Decision(_)
                ) {}
                game.play(&seen.chosen.text, &mut Nobody).unwrap();
            }
            while !matches!(
                game.proceed(chance, &mut Nobody).unwrap(),
                Stop::Decision(_) | Stop::MatchOver { .. }
            ) {}
        };
        let (mut game, mut chance) = (Game::new(Rc::clone(rules)), Seeded::new(seed));
        play(&mut game, &mut chance, &played.decisions[..half]);
        let before = game.state().clone();
        let (mut copy, mut copied_chance) = (game.clone(), chance.clone());
        play(&mut copy, &mut copied_chance, &played.decisions[half..]);
        assert_eq!(*game.state(), before);
        assert_eq!(*copy.state(), played.events.last().unwrap().after);
        play(&mut game, &mut chance, &played.decisions[half..]);
        assert_eq!(game.state(), copy.state());
    });
}

#[test]
fn greedy_players_finish_their_matches() {
    every_ruleset(1, |_, rules, seed| {
        let played = played_by(rules, &Bot::Greedy, seed);
        assert!(played.finished.winner.is_some());
    });
}

#[test]
fn a_match_ends_at_its_limit() {
    for id in all_ids() {
        let most = 7;
        let rules = rules_with(&id, &["limits.decisions=7", "target=5"]);
        let played = played(&rules, 3);
        assert_eq!(played.finished.winner, None);
        assert_eq!(played.finished.decisions, most);
        assert_eq!(played.decisions.len(), 7);
        let rounds = |name: &str| {
            let kind = format!("{{\"type\":\"{name}\",");
            let lines = played.lines.iter();
            lines.filter(|line| line.starts_with(&kind)).count()
        };
        // The limit may fall together with the end of a round.
        let open = rounds("round") - rounds("round_end");
        let last_two = played.events.iter().rev().take(2).map(|h| &h.event);
        let ended = last_two
            .filter(|event| matches!(event, Event::RoundEnded { .. }))
            .count();
        assert_eq!(open + ended, 1, "{id}: {:#?}", played.lines);
        let last = played.lines.last().unwrap();
        assert_eq!(last, "{\"type\":\"match_end\",\"winner\":null}");
    }
}

#[test]
fn the_limiting_decision_may_win_the_match() {
    for id in all_ids() {
        let won = played(&rules_with(&id, &["target=1"]), 11);
        let winner = won.finished.winner;
        assert!(winner.is_some());
        let limit = |most: u64| {
            let most = format!("limits.decisions={most}");
            played(&rules_with(&id, &["target=1", &most]), 11).finished
        };
        let needed = won.finished.decisions;
        assert_eq!(limit(needed), won.finished, "{id}");
        assert_eq!(limit(needed - 1).winner, None, "{id}");
        assert_eq!(limit(needed - 1).decisions, needed - 1, "{id}");
    }
}

/// The position with the sides exchanged: what was left's is right's, and the track runs the other
/// way.
fn mirrored(state: &State, layout: &Layout) -> State {
    let mut other = state.clone();
    other.first = state.first.other();
    other.turn = state.turn.other();
    other.score = swapped(&state.score);
    if let Some(track) = &layout.track {
        other.spaces = BySide {
            left: track.length + 1 - state.spaces.right,
            right: track.length + 1 - state.spaces.left,
        };
    }
    for name in layout.names() {
        match layout.named(name) {
            Some(Named::Piles(id)) => {
                for (mine, theirs) in [(id.index(), id.index() + 1), (id.index() + 1, id.index())] {
                    other.piles[mine] = turned(&state.piles[theirs], layout, mine);
                }
            }
            Some(Named::Pile(id)) => {
                other.piles[id.index()] = turned(state.pile(id), layout, id.index());
            }
            Some(Named::Vars(id)) => {
                for (mine, theirs) in [(id, VarId(id.0 + 1)), (VarId(id.0 + 1), id)] {
                    other.variables[mine.index()] = opposite(state.variable(theirs));
                }
            }
            Some(Named::Var(id)) => other.variables[id.index()] = opposite(state.variable(id)),
            None => {}
        }
    }
    other
}

fn swapped<T: Copy>(pair: &BySide<T>) -> BySide<T> {
    BySide {
        left: pair.right,
        right: pair.left,
    }
}

/// The same cards of the other side's deck.
fn turned(cards: &[Card], layout: &Layout, pile: usize) -> Vec<Card> {
    let twin = |card: &Card| {
        let spec = layout.card(*card);
        let deck = layout.pile(spec.deck);
        let place = deck.owner.and_then(|owner| {
            layout.cards.iter().position(|other| {
                let home = layout.pile(other.deck);
                other.face == spec.face
                    && home.name == deck.name
                    && home.owner == Some(owner.other())
            })
        });
        place.map_or(*card, |place| Card(u8::try_from(place).unwrap()))
    };
    let mut cards: Vec<Card> = cards.iter().map(twin).collect();
    if !layout.piles[pile].ordered {
        cards.sort_unstable();
    }
    cards
}

/// A value in which the words for the sides are exchanged.
fn opposite(value: &Value) -> Value {
    let word = |text: &str| Side::from_word(text).map(|side| side.other().word().to_owned());
    match value {
        Value::Text(text) => Value::text(&word(text).unwrap_or_else(|| text.to_string())),
        Value::List(items) => Value::list(items.iter().map(opposite)),
        Value::Map(entries) => Value::map(entries.iter().map(|(key, value)| {
            let key = word(key).unwrap_or_else(|| key.to_string());
            (key, opposite(value))
        })),
        plain => plain.clone(),
    }
}

/// A match and its mirror image are played side by side, with the same chance. Where each side has
/// a deck of its own a shuffle does not deal both alike, so that there only the legal moves are
/// compared.
#[test]
fn a_game_does_not_know_left_from_right() {
    every_ruleset(1, |_, rules, seed| {
        let played = played(rules, seed);
        let layout = &played.layout;
        let shared_decks = layout
            .piles
            .iter()
            .all(|pile| pile.holds.is_empty() || pile.owner.is_none());
        for seen in some(&played, 40) {
            let image = mirrored(&seen.state, layout);
            assert_eq!(mirrored(&image, layout), seen.state);
            let at = |state: &State| {
                let mut game = Game::at(Rc::clone(rules), state.clone());
                let mut chance = Seeded::new(seed);
                let stop = game.proceed(&mut chance, &mut Nobody).unwrap();
                (game, chance, stop)
            };
            let (mut game, mut chance, stop) = at(&seen.state);
            let (mut other, mut other_chance, other_stop) = at(&image);
            assert_eq!(stop, Stop::Decision(seen.state.turn));
            assert_eq!(other_stop, Stop::Decision(image.turn));
            let texts = |game: &Game| -> BTreeSet<String> {
                let legal = game.legal().iter();
                legal.map(|legal| legal.text.to_string()).collect()
            };
            assert_eq!(texts(&other), texts(&game));
            if !shared_decks {
                continue;
            }
            game.play(&seen.chosen.text, &mut Nobody).unwrap();
            other.play(&seen.chosen.text, &mut Nobody).unwrap();
            let stop = game.proceed(&mut chance, &mut Nobody).unwrap();
            let other_stop = other.proceed(&mut other_chance, &mut Nobody).unwrap();
            assert_eq!(*other.state(), mirrored(game.state(), layout));
            match (stop, other_stop) {
                (Stop::Decision(side), Stop::Decision(other)) => assert_eq!(side, other.other()),
                (Stop::RoundOver(verdict), Stop::RoundOver(other)) => {
                    assert_eq!(verdict.winner, other.winner.map(Side::other));
                    assert_eq!(verdict.reason, other.reason);
                    assert_eq!(verdict.next_first, other.next_first.map(Side::other));
                }
                (stop, other) => panic!("{stop:?} and {other:?}"),
            }
        }
    });
}

/// Scripts that run without Rhai's evaluator play as those that run with it.
#[test]
fn lowering_changes_nothing() {
    every_ruleset(1, |id, _, seed| {
        let ruleset = loader().load(id, &[]).unwrap();
        let lowered: Rc<dyn Rules> = ruleset.plain_rules().unwrap();
        let by_rhai: Rc<dyn Rules> = ruleset.rhai_rules().unwrap();
        let (found, expected) = (played(&lowered, seed), played(&by_rhai, seed));
        assert_eq!(found.lines, expected.lines);
        for (found, expected) in found.decisions.iter().zip(&expected.decisions) {
            assert_eq!(found.legal, expected.legal);
        }
    });
}

/// Rules with a memory play as rules without one, however much room it has: what was played before
/// makes no difference, nor does what was forgotten.
#[test]
fn a_memory_changes_nothing() {
    let rooms = [16 << 10, 64 << 20];
    for id in &all_ids() {
        let plain: Rc<dyn Rules> = loader().load(id, &[]).unwrap().plain_rules().unwrap();
        let memos: Vec<Rc<dyn Rules>> = rooms
            .iter()
            .map(|room| Rc::new(Memo::new(Rc::clone(&plain)).with_room(*room)) as Rc<dyn Rules>)
            .collect();
        let config = ProptestConfig {
            cases: 1,
            failure_persistence: None,
            ..ProptestConfig::default()
        };
        TestRunner::new(config)
            .run(&any::<u64>().no_shrink(), |seed| {
                let expected = played(&plain, seed);
                for memo in &memos {
                    // What was just played comes from memory.
                    for _ in 0..2 {
                        let found = played(memo, seed);
                        assert_eq!(found.lines, expected.lines);
                        for (found, expected) in found.decisions.iter().zip(&expected.decisions) {
                            assert_eq!(found.legal, expected.legal);
                        }
                    }
                }
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{id}: {error}"));
    }
}
