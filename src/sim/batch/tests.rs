use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::*;
use crate::game::declaration::VariableDeclaration;
use crate::game::rules::Effects;
use crate::game::{
    Declaration, Effect, Fact, Move, Moves, RuleFault, Terms, Value, VarId, Verdict, View,
};
use crate::parallel::AHEAD;

/// More results than wait for a slow match, for each worker.
const WAITING: u64 = AHEAD as u64;

/// A toy: sides in turn throw a die of 100 faces or pass; 81 or more wins. Broken rules fail on 1.
struct Dice {
    layout: Rc<Layout>,
    broken: bool,
}

const THROWN: VarId = VarId(0);

impl Dice {
    fn rules(broken: bool) -> Rc<dyn Rules> {
        let variable = VariableDeclaration {
            name: "thrown".to_owned(),
            per_side: false,
            secret: false,
            start: Value::Int(50),
        };
        let declaration = Declaration {
            variables: vec![variable],
            ..Declaration::default()
        };
        let layout = Rc::new(Layout::new(declaration).unwrap());
        Rc::new(Self { layout, broken })
    }
}

impl Rules for Dice {
    fn layout(&self) -> &Rc<Layout> {
        &self.layout
    }

    fn terms(&self) -> Terms {
        Terms {
            target: 2,
            ..Terms::default()
        }
    }

    fn setup(&self, _: &View) -> Result<Effects, RuleFault> {
        Ok(Rc::new([]))
    }

    fn next(&self, _: &View) -> Result<Effects, RuleFault> {
        Ok(Rc::new([]))
    }

    fn verdict(&self, view: &View) -> Result<Option<Verdict>, RuleFault> {
        let thrown = view.read(Fact::Var(THROWN)).unwrap().as_int().unwrap();
        if thrown == 1 && self.broken {
            return Err(RuleFault::new("verdict", "the die fell off the table"));
        }
        Ok((thrown > 80).then(|| Verdict {
            winner: Some(view.turn().other()),
            reason: Arc::from("high"),
            next_first: None,
        }))
    }

    fn moves(&self, _: &View) -> Result<Moves, RuleFault> {
        let both = ["throw", "pass"].map(|text| Move::new(text, Value::Null));
        Ok(Rc::new(both))
    }

    fn no_moves(&self, _: &View) -> Result<Option<Verdict>, RuleFault> {
        Ok(None)
    }

    fn play(&self, view: &View, chosen: &Move) -> Result<Effects, RuleFault> {
        let turn = Effect::turn(view.turn().other());
        let die = Effect::Die {
            var: THROWN,
            faces: 100,
        };
        Ok(match chosen.kind() {
            "throw" => Rc::new([die, turn]),
            _ => Rc::new([turn]),
        })
    }
}

/// Writes every move down.
#[derive(Default)]
struct Moved(Vec<u8>);

impl Observer for Moved {
    fn decision(&mut self, decision: &Decision<'_>) {
        self.0.extend(decision.chosen.text.bytes().take(1));
    }
}

impl Account for Moved {
    fn close(mut self, whole: bool) -> Vec<u8> {
        self.0.push(if whole { b'.' } else { b'?' });
        self.0
    }
}

fn batch(numbers: RangeInclusive<u64>, jobs: usize) -> Batch {
    let bot = Bot::Random;
    Batch {
        seed: 7,
        numbers,
        bots: BySide {
            left: bot.clone(),
            right: bot,
        },
        about: About::default(),
        jobs: NonZeroUsize::new(jobs).unwrap(),
    }
}

type Taken = (Vec<(u64, Vec<u8>)>, Tally);

/// Runs a batch and returns what was handed over.
fn taken(batch: &Batch, broken: bool) -> (Taken, Result<Ending, BatchError<()>>) {
    let mut matches = Vec::new();
    let mut tally = Tally::default();
    let result = run(
        batch,
        || Ok(Dice::rules(broken)),
        |_| Moved::default(),
        &AtomicBool::new(false),
        |played| {
            tally.merge(&played.tally);
            matches.push((played.ticket.number, played.account));
            Ok(())
        },
    );
    ((matches, tally), result)
}

#[test]
fn results_come_in_order_and_do_not_depend_on_the_workers() {
    let (alone, ending) = taken(&batch(1..=200, 1), false);
    assert!(matches!(ending, Ok(Ending::Done)));
    assert!((1..=200).eq(alone.0.iter().map(|(number, _)| *number)));
    assert_eq!(alone.1.matches.decided(), 200);
    for jobs in [2, 3, 16] {
        assert_eq!(taken(&batch(1..=200, jobs), false).0, alone, "{jobs} jobs");
    }
}

#[test]
fn one_match_alone_is_the_same_as_in_the_run() {
    let (all, _) = taken(&batch(1..=20, 2), false);
    let (one, _) = taken(&batch(17..=17, 2), false);
    assert_eq!(one.0[0], all.0[16]);
}

#[test]
fn the_first_match_that_fails_is_reported_and_all_before_it_are_handed_over() {
    let mut first = None;
    for jobs in [1, 2, 5] {
        let ((matches, tally), ending) = taken(&batch(1..=500, jobs), true);
        let Err(BatchError::Match(failed)) = ending else {
            panic!("no match failed");
        };
        let number = failed.ticket.number;
        assert_eq!(failed.ticket.seed, match_seed(7, number));
        assert!((1..number).eq(matches.iter().map(|(number, _)| *number)));
        assert_eq!(tally.matches.all(), number - 1);
        assert_eq!(failed.account.last(), Some(&b'?'));
        assert_eq!(*first.get_or_insert(number), number, "{jobs} jobs");
    }
    // A match takes about ten throws, so that about one in ten fails.
    assert!(first.is_some_and(|number| number > 1));
}

#[test]
fn a_stop_leaves_the_first_matches() {
    let stop = AtomicBool::new(false);
    let mut numbers = Vec::new();
    let ending = run(
        &batch(1..=100_000, 3),
        || Ok::<_, ()>(Dice::rules(false)),
        |_| Nobody,
        &stop,
        |played| {
            numbers.push(played.ticket.number);
            if played.ticket.number == 10 {
                stop.store(true, Ordering::Relaxed);
            }
            Ok(())
        },
    );
    assert!(matches!(ending, Ok(Ending::Stopped)));
    // At most the window of three workers is in progress beyond the tenth.
    assert!(numbers.len() >= 10 && numbers.len() as u64 <= 10 + 3 * WAITING);
    assert!((1..).zip(&numbers).all(|(place, number)| place == *number));
}

#[test]
fn results_do_not_pile_up_behind_a_slow_match() {
    let (begun, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let mut taken = 0;
    let ending = run(
        &batch(1..=300, 4),
        || Ok::<_, ()>(Dice::rules(false)),
        |_| {
            begun.fetch_add(1, Ordering::SeqCst);
            Nobody
        },
        &AtomicBool::new(false),
        |_| {
            thread::yield_now();
            most.fetch_max(begun.load(Ordering::SeqCst) - taken, Ordering::SeqCst);
            taken += 1;
            Ok(())
        },
    );
    assert!(matches!(ending, Ok(Ending::Done)));
    assert!(most.into_inner() as u64 <= 4 * WAITING);
}

#[test]
fn errors_of_the_caller_end_the_run() {
    let refused = run(
        &batch(1..=300, 3),
        || Ok(Dice::rules(false)),
        |_| Nobody,
        &AtomicBool::new(false),
        |played| (played.ticket.number < 5).then_some(()).ok_or("full"),
    );
    assert!(matches!(refused, Err(BatchError::Caller("full"))));
    let no_rules = run(
        &batch(1..=300, 3),
        || Err("none"),
        |_| Nobody,
        &AtomicBool::new(false),
        |_| Ok(()),
    );
    assert!(matches!(no_rules, Err(BatchError::Caller("none"))));
}

#[test]
#[should_panic(expected = "a bug")]
fn a_panic_in_a_worker_is_passed_on() {
    let _ = run(
        &batch(1..=300, 3),
        || Ok::<_, ()>(Dice::rules(false)),
        |ticket| {
            assert!(ticket.number != 40, "a bug");
            Nobody
        },
        &AtomicBool::new(false),
        |_| Ok(()),
    );
}
