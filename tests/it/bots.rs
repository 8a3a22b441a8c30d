//! The bots: what they choose, and that they need nothing but what their side knows.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use salle::bots::mcts::Search;
use salle::bots::{Bot, BotError, Greedy, Knowledge, NAMES, Setting, Weights, determinize};
use salle::chance::{Generator, Seeded, Stream};
use salle::game::declaration::VariableDeclaration;
use salle::game::{
    BySide, Declaration, Effect, Eye, Fact, Game, Layout, Move, Moves, Nobody, Observation,
    RuleFault, Rules, Side, State, Stop, Terms, Value, VarId, Verdict, View, position,
};
use salle::play::{Player, Seat, play_match};

use crate::harness::{rules, rules_with};

fn at(rules: &Rc<dyn Rules>, json: &str) -> Game {
    let description: Value = serde_json::from_str(json).unwrap();
    let state = position::read(rules.layout(), &description).unwrap();
    let mut game = Game::at(Rc::clone(rules), state);
    game.proceed(&mut Seeded::new(1), &mut Nobody).unwrap();
    game
}

fn choice(game: &Game, player: &mut dyn Player) -> String {
    let seat = Seat::new(game.state(), game.layout(), game.legal());
    game.legal()[player.choose(&seat).unwrap()].text.to_string()
}

/// The distance is 3: `attack 3` is a hit that cannot be parried in the children's game.
const BEFORE_A_HIT: &str = "{\"space\": {\"left\": 10, \"right\": 13},
    \"hand\": {\"left\": [\"AS\", \"2S\", \"3S\", \"4S\", \"5S\"], \"right\": [\"AH\", \"2H\", \"3H\", \"4H\", \"5H\"]}}";

#[test]
fn greedy_takes_a_sure_win_whatever_its_weights() {
    let rules = rules("touche/kids");
    let game = at(&rules, BEFORE_A_HIT);
    let weights: Rc<Weights> = Rc::new(BTreeMap::from([("attack".to_owned(), 0)]));
    for seed in 0..10 {
        let mut greedy = Greedy::new(Rc::clone(&rules), Rc::clone(&weights), seed, Side::Left);
        assert_eq!(choice(&game, &mut greedy), "attack 3");
    }
}

#[test]
fn a_kind_of_weight_0_is_chosen_if_there_is_no_other() {
    let rules = rules("touche/basic");
    // Right may hold a 3 and parry, so no move wins for sure: the weights decide.
    let game = at(&rules, BEFORE_A_HIT);
    let weigh = |kinds: &[(&str, u32)]| -> Vec<String> {
        let weights: Weights = kinds
            .iter()
            .map(|(kind, weight)| ((*kind).to_owned(), *weight))
            .collect();
        let weights = Rc::new(weights);
        let player = |seed| Greedy::new(Rc::clone(&rules), Rc::clone(&weights), seed, Side::Left);
        (0..30)
            .map(|seed| choice(&game, &mut player(seed)))
            .collect()
    };
    let only = weigh(&[("advance", 0), ("retreat", 0), ("attack", 5)]);
    assert!(only.iter().all(|text| text == "attack 3"), "{only:?}");
    let none = weigh(&[("advance", 0), ("retreat", 0), ("attack", 0)]);
    assert!(
        none.iter().any(|text| text.starts_with("retreat")),
        "{none:?}"
    );
}

#[test]
fn random_chooses_every_move_about_as_often() {
    let rules = rules("touche/basic");
    let game = at(&rules, BEFORE_A_HIT);
    // Forward 1 and 2, back 1 to 5, the attack.
    assert_eq!(game.legal().len(), 8);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let mut random = Bot::Random.player(&Setting::plain(&rules), 9, Side::Left);
    for _ in 0..1600 {
        *counts.entry(choice(&game, &mut *random)).or_default() += 1;
    }
    // 200 expected each, standard deviation 13: five of them.
    assert_eq!(counts.len(), 8);
    assert!(
        counts.values().all(|count| (135..=265).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn bots_are_found_by_their_names() {
    for name in NAMES.into_iter().chain(["mcts:1", "mcts:250"]) {
        assert_eq!(name.parse::<Bot>().unwrap().to_string(), name);
    }
    let wrong = |name: &str| {
        let error: BotError = name.parse::<Bot>().unwrap_err();
        format!("{error}; {}", error.help())
    };
    assert_eq!(
        wrong("Random"),
        "there is no bot `Random`; the nearest is `random`"
    );
    assert!(wrong("mcts:0").starts_with("`mcts` cannot search `0` times; `mcts:N` takes"));
    assert!(wrong("mcts:many").starts_with("`mcts` cannot search `many` times"));
}

#[test]
fn worlds_differ_where_they_may() {
    let rules = rules("touche/basic");
    let game = at(&rules, BEFORE_A_HIT);
    let known = Observation::new(game.state(), game.layout(), Side::Left);
    let mut generator = Generator::new(1, Stream::Worlds, 0);
    let mut hands: Vec<String> = (0..20)
        .map(|_| {
            let world = determinize(&known, game.layout(), &mut generator);
            let described = world.describe(game.layout());
            described.at("hand.right").unwrap().to_string()
        })
        .collect();
    hands.sort();
    hands.dedup();
    assert!(hands.len() > 10, "{hands:?}");
}

/// Left thinks of a number, right calls one: rules that cannot do with a number not thought of.
struct Thought(Rc<Layout>);

const THOUGHT: VarId = VarId(0);
const CALLED: VarId = VarId(2);

impl Thought {
    fn new() -> Self {
        let variable = |name: &str, secret| VariableDeclaration {
            name: name.to_owned(),
            per_side: secret,
            secret,
            start: Value::Null,
        };
        let declaration = Declaration {
            variables: vec![variable("thought", true), variable("called", false)],
            ..Declaration::default()
        };
        Self(Rc::new(Layout::new(declaration).unwrap()))
    }
}

impl Rules for Thought {
    fn layout(&self) -> &Rc<Layout> {
        &self.0
    }

    fn terms(&self) -> Terms {
        Terms::default()
    }

    fn setup(&self, _: &View) -> Result<Rc<[Effect]>, RuleFault> {
        Ok(Rc::new([]))
    }

    fn next(&self, _: &View) -> Result<Rc<[Effect]>, RuleFault> {
        Ok(Rc::new([]))
    }

    fn verdict(&self, view: &View) -> Result<Option<Verdict>, RuleFault> {
        let read = |var| view.read(Fact::Var(var)).unwrap();
        let (thought, called) = (read(THOUGHT), read(CALLED));
        if called == Value::Null {
            return Ok(None);
        }
        let Value::Int(thought) = thought else {
            return Err(RuleFault::new("verdict", "nothing was thought of"));
        };
        let right = called == Value::Int(thought);
        Ok(Some(Verdict {
            winner: Some(if right { Side::Right } else { Side::Left }),
            reason: Arc::from("called"),
            next_first: None,
        }))
    }

    fn moves(&self, view: &View) -> Result<Moves, RuleFault> {
        let word = if view.turn() == Side::Left {
            "think"
        } else {
            "call"
        };
        let texts = (1..=3).map(|n| Move::new(&format!("{word} {n}"), Value::Int(n)));
        Ok(texts.collect())
    }

    fn no_moves(&self, _: &View) -> Result<Option<Verdict>, RuleFault> {
        Ok(None)
    }

    fn play(&self, view: &View, chosen: &Move) -> Result<Rc<[Effect]>, RuleFault> {
        let var = if view.turn() == Side::Left {
            THOUGHT
        } else {
            CALLED
        };
        let value = chosen.data.clone();
        Ok(Rc::new([
            Effect::set(var, value),
            Effect::turn(view.turn().other()),
        ]))
    }
}

/// A bot does not know what the other side thought of; that its imagined worlds cannot be is no
/// fault of the rules and no reason to fail.
#[test]
fn greedy_plays_against_a_secret() {
    let rules: Rc<dyn Rules> = Rc::new(Thought::new());
    let mut game = Game::new(Rc::clone(&rules));
    game.proceed(&mut Seeded::new(1), &mut Nobody).unwrap();
    game.play("think 2", &mut Nobody).unwrap();
    let stop = game.proceed(&mut Seeded::new(1), &mut Nobody).unwrap();
    assert_eq!(stop, Stop::Decision(Side::Right));
    let mut called: Vec<String> = (0..30)
        .map(|seed| {
            let mut greedy = Bot::Greedy.player(&Setting::plain(&rules), seed, Side::Right);
            choice(&game, &mut *greedy)
        })
        .collect();
    called.sort();
    called.dedup();
    assert_eq!(called, ["call 1", "call 2", "call 3"]);
}

/// Rules that ask, in `moves`, for what the side may not see are told so.
#[test]
fn a_secret_cannot_be_read_with_the_eyes_of_the_other_side() {
    let layout = Rc::clone(Thought::new().layout());
    let state = Rc::new(State::new(&layout));
    let view = |eye| View::new(Rc::clone(&layout), Rc::clone(&state), eye);
    let read = |eye| view(eye).read(Fact::Var(THOUGHT));
    assert!(read(Eye::All).is_ok());
    assert!(read(Eye::Of(Side::Left)).is_ok());
    let hidden = read(Eye::Of(Side::Right)).unwrap_err().to_string();
    assert_eq!(hidden, "right may not see the secret `thought`");
}

/// What left's hand of 4 threatens is seen by whoever plays on: a search finds the sure win.
#[test]
fn a_search_takes_a_sure_win_and_sees_that_it_is_sure() {
    let rules = rules("touche/kids");
    let game = at(&rules, BEFORE_A_HIT);
    let observation = Observation::new(game.state(), game.layout(), Side::Left);
    let knowledge = Knowledge::new(Side::Left);
    let worlds = knowledge.worlds(&observation, game.layout());
    let mut generator = Generator::new(1, Stream::Worlds, 0);
    let search = Search::new(Rc::clone(&rules));
    let estimates = search.estimates(&worlds, game.legal(), 200, &mut generator);
    assert_eq!(estimates.iter().map(|one| one.visits).sum::<u32>(), 200);
    let of = |text: &str| {
        let place = game.legal().iter().position(|one| *one.text == *text);
        estimates[place.unwrap()]
    };
    assert!((of("attack 3").mean - 1.0).abs() < f64::EPSILON);
    assert!(of("retreat 5").mean < 0.9);
    let mut player = Bot::Mcts { iterations: 200 }.player(&Setting::plain(&rules), 1, Side::Left);
    assert_eq!(choice(&game, &mut *player), "attack 3");
}

/// Left knows its own thought, but no world of right's knows it: the rules fail in each of them at
/// the end, and right is left with a guess.
#[test]
fn a_search_without_any_world_leaves_a_guess() {
    let rules: Rc<dyn Rules> = Rc::new(Thought::new());
    let mut game = Game::new(Rc::clone(&rules));
    game.proceed(&mut Seeded::new(1), &mut Nobody).unwrap();
    game.play("think 2", &mut Nobody).unwrap();
    game.proceed(&mut Seeded::new(1), &mut Nobody).unwrap();
    let setting = Setting::plain(&rules);
    let mut called: Vec<String> = (0..30)
        .map(|seed| {
            let mut player = Bot::Mcts { iterations: 50 }.player(&setting, seed, Side::Right);
            choice(&game, &mut *player)
        })
        .collect();
    called.sort();
    called.dedup();
    assert_eq!(called, ["call 1", "call 2", "call 3"]);
}

/// 24 rounds on the same 12 deals, each side once: at random one would win 12 of them, and 20 or more
/// in fewer than one of a thousand such samples.
#[test]
fn a_search_beats_blind_choice_in_a_toy_game() {
    let rules = rules_with("raid/open", &["target=1"]);
    let setting = Setting::plain(&rules);
    let (search, random) = (Bot::Mcts { iterations: 200 }, Bot::Random);
    let mut won = 0;
    for seed in 1..=12 {
        for side in Side::BOTH {
            let mut ours = search.player(&setting, seed, side);
            let mut theirs = random.player(&setting, seed, side.other());
            let mut seats: [&mut dyn Player; 2] = [&mut *ours, &mut *theirs];
            if side == Side::Right {
                seats.swap(0, 1);
            }
            let [left, right] = seats;
            let mut game = Game::new(Rc::clone(&rules));
            let players = BySide { left, right };
            let finished = play_match(&mut game, &mut Seeded::new(seed), players, &mut Nobody);
            won += u32::from(finished.unwrap().winner == Some(side));
        }
    }
    assert!(won >= 20, "{won} of 24");
}
