#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

use super::*;
use crate::game::layout::{Kind, PileId};
use crate::game::testing::{DECK, LEFT_HAND, LEFT_SECRET, OPEN, RIGHT_HAND, Scripted, WASTE, win};
use crate::game::{ChanceError, Effect, Value};

const A: Kind = Kind(0);

/// Chance in which nothing is random: a shuffle leaves the deck's order, the first card is picked.
struct Plain;

impl Chance for Plain {
    fn answer(
        &mut self,
        _round: u32,
        question: &Question<'_>,
        _layout: &Layout,
    ) -> Result<Outcome, ChanceError> {
        Ok(match question {
            Question::Beginner => Outcome::Side(Side::Right),
            Question::Shuffle { cards, .. } => Outcome::Cards((*cards).into()),
            Question::Draw { .. } | Question::Reveal { .. } => Outcome::Top,
            Question::Pick { cards, .. } => Outcome::Cards(vec![cards[0]].into()),
            Question::Coin | Question::Die { .. } => Outcome::Number(1),
        })
    }
}

#[derive(Default)]
struct Log(Vec<Event>);

impl Observer for Log {
    fn event(&mut self, event: &Event, _state: &State, _layout: &Layout) {
        self.0.push(event.clone());
    }
}

/// Starts a game and makes one decision; returns the game, the events of that decision and where
/// it stopped.
fn played(rules: Scripted) -> (Game, Vec<Event>, Result<Stop, GameError>) {
    let mut game = Game::new(Rc::new(rules));
    let stop = game.proceed(&mut Plain, &mut Nobody).unwrap();
    assert_eq!(stop, Stop::Decision(Side::Left));
    let mut log = Log::default();
    game.play("go", &mut log).unwrap();
    let stop = game.proceed(&mut Plain, &mut log);
    log.0.remove(0);
    (game, log.0, stop)
}

fn fault(result: Result<Stop, GameError>) -> String {
    result.expect_err("no fault").to_string()
}

fn refused(effects: Vec<Effect>) -> String {
    let (_, events, stop) = played(Scripted::playing(effects));
    assert_eq!(events, Vec::new());
    fault(stop)
}

fn faces(game: &Game, pile: PileId) -> String {
    let cards = game.state().pile(pile).iter();
    let faces: Vec<&str> = cards.map(|card| &*game.layout().card(*card).face).collect();
    faces.join(" ")
}

fn draw(count: usize) -> Effect {
    Effect::Draw {
        from: DECK,
        to: LEFT_HAND,
        count,
    }
}

const TO_WASTE: Effect = Effect::PutAll {
    from: LEFT_HAND,
    to: WASTE,
};

#[test]
fn a_card_that_is_not_there_is_not_put() {
    let put = |count| Effect::Put {
        from: LEFT_HAND,
        to: WASTE,
        kind: A,
        count,
    };
    assert_eq!(
        refused(vec![put(1)]),
        "round 1, after decision 1, playing `go`: the function `play` is at fault: cannot take \
         1 of a from the hand of left: it holds 0"
    );
    let (_, events, stop) = played(Scripted::playing(vec![draw(2), put(3)]));
    assert_eq!(events.len(), 1);
    assert!(fault(stop).ends_with("cannot take 3 of a from the hand of left: it holds 2"));
}

#[test]
fn a_card_is_taken_by_its_place_in_an_ordered_pile() {
    let put = |place| Effect::PutAt {
        from: DECK,
        to: WASTE,
        place,
    };
    // The top stands last: a a b c d e from the top.
    let (game, events, _) = played(Scripted::playing(vec![put(1), put(3)]));
    assert_eq!(faces(&game, DECK), "e c b a");
    assert_eq!(faces(&game, WASTE), "a d");
    let shown = events[0].seen_by(Side::Left, game.layout());
    assert!(matches!(&shown, Event::Put { cards, .. } if cards.known().len() == 1));
    assert!(refused(vec![put(6)]).ends_with(
        "cannot take the card at place 6 of the deck: it holds 6, the top one at place 0"
    ));
}

#[test]
fn equal_cards_leave_an_ordered_pile_from_the_top() {
    let effects = vec![
        Effect::PutAll {
            from: DECK,
            to: WASTE,
        },
        Effect::Put {
            from: WASTE,
            to: RIGHT_HAND,
            kind: A,
            count: 1,
        },
    ];
    let (game, _, _) = played(Scripted::playing(effects));
    assert_eq!(faces(&game, WASTE), "e d c b a");
}

#[test]
fn a_figure_is_refused_off_the_track_and_past_the_other_and_never_clamped() {
    let step = |side, by| Effect::Step { side, by };
    let place = |side, space| Effect::Place { side, space };
    for (effect, why) in [
        (step(Side::Left, -1), "of left from space 1 to 0"),
        (step(Side::Right, -1), "of right from space 5 to 6"),
        (step(Side::Left, 4), "of left from space 1 to 5"),
        (step(Side::Right, 5), "of right from space 5 to 0"),
        (place(Side::Left, 5), "of left from space 1 to 5"),
        (place(Side::Right, 1), "of right from space 5 to 1"),
    ] {
        let told = refused(vec![effect]);
        assert!(
            told.contains(&format!("cannot move the figure {why}:")),
            "{told}"
        );
    }
    // The greatest and least whole numbers are spaces like any other.
    for by in [i64::MIN, i64::MAX] {
        for side in Side::BOTH {
            assert!(refused(vec![step(side, by)]).contains("cannot move the figure"));
        }
    }
    let (game, events, _) = played(Scripted::playing(vec![
        step(Side::Left, 3),
        place(Side::Left, 2),
        step(Side::Right, 2),
    ]));
    assert_eq!(
        game.state().spaces,
        crate::game::BySide { left: 2, right: 3 }
    );
    assert_eq!(events.len(), 3);
}

#[test]
fn a_short_pile_leaves_the_hand_short() {
    let (game, events, stop) = played(Scripted::playing(vec![draw(9)]));
    assert_eq!(stop.unwrap(), Stop::Decision(Side::Left));
    assert_eq!(faces(&game, LEFT_HAND), "a a b c d e");
    assert_eq!(faces(&game, DECK), "");
    // With nothing anywhere a draw of no cards is no event, and no question to chance.
    assert_eq!(events.len(), 1);
    let (_, events, _) = played(Scripted::playing(vec![draw(6), draw(1)]));
    assert_eq!(events.len(), 1);
}

#[test]
fn a_hand_is_filled_up_to_its_size_and_never_emptied() {
    let fill = |size| Effect::Fill {
        from: DECK,
        to: LEFT_HAND,
        size,
    };
    let (game, events, _) = played(Scripted::playing(vec![draw(2), fill(3), fill(1)]));
    assert_eq!(faces(&game, LEFT_HAND), "a a b");
    assert_eq!(events.len(), 2);
}

#[test]
fn a_pile_renewed_in_the_midst_of_a_draw_gives_one_draw() {
    // a a b c go to the waste, d e are left: three cards come as d e, then the first of the new.
    let (game, events, _) = played(Scripted::playing(vec![draw(4), TO_WASTE, draw(3)]));
    assert_eq!(faces(&game, LEFT_HAND), "a d e");
    assert_eq!(faces(&game, WASTE), "");
    assert_eq!(faces(&game, DECK), "c b a");
    let [
        _,
        _,
        Event::Renewed { pile, from, order },
        Event::Drew { cards, .. },
    ] = &events[..]
    else {
        panic!("{events:?}")
    };
    assert_eq!(
        (*pile, *from, order.len(), cards.len()),
        (DECK, WASTE, 4, 3)
    );
    let drawn: Vec<&str> = cards
        .known()
        .iter()
        .map(|card| &*game.layout().card(*card).face)
        .collect();
    assert_eq!(drawn, ["d", "e", "a"]);
    // A pile that has enough is left alone.
    let (_, events, _) = played(Scripted::playing(vec![draw(4), TO_WASTE, draw(2)]));
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, Event::Renewed { .. }))
    );
}

#[test]
fn a_card_is_turned_up_from_a_renewed_pile_too() {
    let reveal = Effect::Reveal {
        from: DECK,
        to: WASTE,
    };
    let (game, events, _) = played(Scripted::playing(vec![draw(6), TO_WASTE, reveal.clone()]));
    assert!(matches!(events[2], Event::Renewed { .. }));
    assert!(matches!(events[3], Event::Revealed { .. }));
    assert_eq!(faces(&game, WASTE), "a");
    // From nothing nothing is turned up.
    let (_, events, stop) = played(Scripted::playing(vec![draw(6), reveal]));
    assert_eq!(events.len(), 1);
    assert!(stop.is_ok());
}

#[test]
fn nothing_is_picked_from_an_empty_pile() {
    let pick = Effect::Pick {
        from: RIGHT_HAND,
        to: LEFT_HAND,
    };
    let (_, events, stop) = played(Scripted::playing(vec![pick]));
    assert_eq!(events, Vec::new());
    assert!(stop.is_ok());
}

#[test]
fn chance_throws_into_variables() {
    let effects = vec![
        Effect::Coin(OPEN),
        Effect::Die {
            var: LEFT_SECRET,
            faces: 6,
        },
    ];
    let (game, events, _) = played(Scripted::playing(effects));
    assert_eq!(*game.state().variable(OPEN), Value::Bool(true));
    assert_eq!(*game.state().variable(LEFT_SECRET), Value::Int(1));
    assert_eq!(events.len(), 2);
}

#[test]
fn effects_are_due_a_bounded_number_of_times() {
    let mut rules = Scripted::new();
    rules.next = Box::new(|_| vec![Effect::turn(Side::Left)]);
    let stop = Game::new(Rc::new(rules)).proceed(&mut Plain, &mut Nobody);
    assert_eq!(
        fault(stop),
        "round 1, after decision 0: the function `next` is at fault: `next` asked for effects 1000 \
         times in a row, with no decision between: it returns none once nothing is due"
    );
}

#[test]
fn effects_are_asked_for_in_bounded_numbers() {
    let many = vec![Effect::turn(Side::Left); MOST_EFFECTS + 1];
    let mut rules = Scripted::new();
    rules.setup = many.clone();
    let stop = Game::new(Rc::new(rules)).proceed(&mut Plain, &mut Nobody);
    assert!(fault(stop).contains("`setup` is at fault: 1001 effects in one go"));
    let mut game = Game::new(Rc::new(Scripted::playing(many)));
    game.proceed(&mut Plain, &mut Nobody).unwrap();
    let told = game
        .play("go", &mut Nobody)
        .expect_err("a fault")
        .to_string();
    assert!(
        told.contains("`play` is at fault: 1001 effects in one go"),
        "{told}"
    );
}

#[test]
fn no_move_and_no_verdict_is_a_fault() {
    let mut rules = Scripted::new();
    rules.moves = Box::new(|_| Vec::new());
    let stop = Game::new(Rc::new(rules)).proceed(&mut Plain, &mut Nobody);
    assert_eq!(
        fault(stop),
        "round 1, after decision 0: the function `moves` is at fault: left has no move, and \
         neither `next`, `verdict` nor `no_moves` says what follows"
    );
}

#[test]
fn a_side_without_a_move_ends_the_round_as_the_rules_say() {
    let mut rules = Scripted::new();
    rules.moves = Box::new(|_| Vec::new());
    rules.no_moves = Box::new(|view| Some(win(view.turn().other())));
    let mut game = Game::new(Rc::new(rules));
    let stop = game.proceed(&mut Plain, &mut Nobody).unwrap();
    assert_eq!(stop, Stop::RoundOver(win(Side::Right)));
    let stop = game.proceed(&mut Plain, &mut Nobody).unwrap();
    let winner = Some(Side::Right);
    assert_eq!(stop, Stop::MatchOver { winner });
}

#[test]
fn rounds_without_any_decision_do_not_go_on_for_ever() {
    let mut rules = Scripted::new();
    rules.verdict = Box::new(|_| {
        Some(Verdict {
            winner: None,
            ..win(Side::Left)
        })
    });
    let mut game = Game::new(Rc::new(rules));
    let stop = loop {
        match game.proceed(&mut Plain, &mut Nobody) {
            Ok(Stop::RoundOver(_)) => {}
            other => break other,
        }
    };
    assert_eq!(game.state().round, MOST_IDLE_ROUNDS);
    assert!(fault(stop).contains("1000 rounds in a row ended without any decision"));
}

#[test]
fn a_move_that_is_not_legal_leaves_the_game_as_it_is() {
    let mut game = Game::new(Rc::new(Scripted::new()));
    let told = game
        .play("go", &mut Nobody)
        .expect_err("too early")
        .to_string();
    assert_eq!(told, "no decision is due");
    game.proceed(&mut Plain, &mut Nobody).unwrap();
    let told = game
        .play("fly", &mut Nobody)
        .expect_err("illegal")
        .to_string();
    assert_eq!(told, "`fly` is not a legal move of left");
    assert!(game.play_nth(2, &mut Nobody).is_err());
    assert_eq!(game.legal().len(), 2);
    game.play_nth(1, &mut Nobody).unwrap();
}

#[test]
fn the_beginner_alternates_unless_the_verdict_names_one() {
    for (named, second) in [(None, Side::Right), (Some(Side::Left), Side::Left)] {
        let mut rules = Scripted::new();
        rules.verdict = Box::new(move |_| {
            Some(Verdict {
                winner: None,
                next_first: named,
                ..win(Side::Left)
            })
        });
        let mut game = Game::new(Rc::new(rules));
        let mut log = Log::default();
        for _ in 0..2 {
            game.proceed(&mut Plain, &mut log).unwrap();
        }
        let began: Vec<Side> = log
            .0
            .iter()
            .filter_map(|event| match event {
                Event::RoundBegan { first, .. } => Some(*first),
                _ => None,
            })
            .collect();
        assert_eq!(began, [Side::Left, second]);
    }
}

#[test]
fn chance_may_say_who_begins() {
    let mut rules = Scripted::new();
    rules.terms.first = Beginner::Random;
    let stop = Game::new(Rc::new(rules)).proceed(&mut Plain, &mut Nobody);
    assert_eq!(stop.unwrap(), Stop::Decision(Side::Right));
}
