use std::cell::Cell;

use proptest::prelude::*;

use super::*;
use crate::game::effect::Effect;
use crate::game::layout::Kind;
use crate::game::part::{Mark, Step, Test};
use crate::game::side::BySide;
use crate::game::state::State;
use crate::game::testing::{self, DECK, LEFT_HAND, LEFT_SECRET, OPEN, WASTE};
use crate::game::value::Value;
use crate::game::view::{Fact, Probe};

/// Rules that count how often they are asked, and take an operation a time.
struct Counting {
    layout: Rc<Layout>,
    asked: Cell<usize>,
    spent: Cell<u64>,
    allowance: u64,
    /// What they add to each answer to `next`; pure rules add always the same.
    extra: Cell<i64>,
}

impl Counting {
    fn new() -> Rc<Self> {
        Self::within(u64::MAX)
    }

    fn within(allowance: u64) -> Rc<Self> {
        Rc::new(Self {
            layout: Rc::new(testing::layout()),
            asked: Cell::new(0),
            spent: Cell::new(0),
            allowance,
            extra: Cell::new(0),
        })
    }

    fn memo(self: &Rc<Self>) -> Memo {
        Memo::new(Rc::clone(self) as Rc<dyn Rules>)
    }

    fn count(&self, hook: &'static str) -> Result<(), RuleFault> {
        self.asked.set(self.asked.get() + 1);
        self.spent.set(self.spent.get() + 1);
        if self.spent.get() > self.allowance {
            return Err(RuleFault::new(hook, "too much"));
        }
        Ok(())
    }

    fn read(view: &View, fact: Fact) -> Result<Value, RuleFault> {
        view.read(fact)
            .map_err(|hidden| RuleFault::new("test", hidden.to_string()))
    }
}

impl Rules for Counting {
    fn layout(&self) -> &Rc<Layout> {
        &self.layout
    }

    fn terms(&self) -> Terms {
        Terms::default()
    }

    fn setup(&self, _: &View) -> Result<Effects, RuleFault> {
        self.count("setup")?;
        Ok(Rc::new([Effect::Shuffle(DECK)]))
    }

    /// Reads the top of the waste only if the variable says so; if it says `nothing`, nothing is due.
    fn next(&self, view: &View) -> Result<Effects, RuleFault> {
        self.count("next")?;
        let mut seen = vec![Self::read(view, Fact::Var(OPEN))?];
        if seen[0] == Value::text("nothing") {
            return Ok(Rc::new([]));
        }
        if seen[0] == Value::text("look") {
            seen.push(Self::read(view, Fact::Card(WASTE, 0))?);
            seen.push(Self::read(view, Fact::Var(OPEN))?);
        }
        seen.push(Value::Int(self.extra.get()));
        Ok(Rc::new([Effect::set(OPEN, Value::list(seen))]))
    }

    fn verdict(&self, view: &View) -> Result<Option<Verdict>, RuleFault> {
        self.count("verdict")?;
        let far = Self::read(view, Fact::Distance)?.as_int() > Some(3);
        Ok(far.then(|| testing::win(view.turn())))
    }

    fn moves(&self, view: &View) -> Result<Moves, RuleFault> {
        self.count("moves")?;
        let secret = Self::read(view, Fact::Var(LEFT_SECRET))?;
        let held = Self::read(view, Fact::Count(LEFT_HAND, Kind(0)))?;
        Ok(Rc::new([Move::new("go", Value::list([secret, held]))]))
    }

    fn no_moves(&self, _: &View) -> Result<Option<Verdict>, RuleFault> {
        self.count("no_moves")?;
        Err(RuleFault::new("no_moves", "always"))
    }

    fn play(&self, view: &View, chosen: &Move) -> Result<Effects, RuleFault> {
        self.count("play")?;
        let round = Self::read(view, Fact::Round)?;
        Ok(Rc::new([Effect::set(
            OPEN,
            Value::list([chosen.data.clone(), Value::text(&chosen.text), round]),
        )]))
    }

    fn renew(&self) {
        self.spent.set(0);
    }

    fn spent(&self) -> u64 {
        self.spent.get()
    }

    fn set_spent(&self, operations: u64) {
        self.spent.set(operations);
    }

    fn allowance(&self) -> u64 {
        self.allowance
    }
}

fn view(eye: Eye, change: impl FnOnce(&mut State)) -> View {
    let layout = Rc::new(testing::layout());
    let mut state = State::new(&layout);
    change(&mut state);
    View::new(layout, Rc::new(state), eye)
}

fn everything(change: impl FnOnce(&mut State)) -> View {
    view(Eye::All, change)
}

fn open(value: Value) -> View {
    everything(|state| state.variables[OPEN.index()] = value)
}

#[test]
fn what_is_known_is_not_asked_again() {
    let rules = Counting::new();
    let memo = rules.memo();
    let first = memo.next(&open(Value::Int(3))).unwrap();
    let again = memo.next(&open(Value::Int(3))).unwrap();
    assert_eq!((rules.asked.get(), &first), (1, &again));
    // Nothing else was read, so nothing else matters.
    let elsewhere = everything(|state| {
        state.variables[OPEN.index()] = Value::Int(3);
        state.round = 9;
        state.spaces.left = 4;
    });
    assert_eq!(memo.next(&elsewhere).unwrap(), first);
    assert_eq!(rules.asked.get(), 1);
}

#[test]
fn every_value_of_a_fact_has_its_own_answer() {
    let rules = Counting::new();
    let memo = rules.memo();
    let mut values: Vec<Value> = (-3..30).map(Value::Int).collect();
    values.extend([i64::MIN, i64::MAX, 5_000, -5_000, 1 << 40].map(Value::Int));
    values.extend([Value::Null, Value::Bool(true), Value::Bool(false)]);
    values.extend((0..40).map(|number| Value::text(&format!("text {number}"))));
    values.extend((0..9).map(|number| Value::list([Value::Int(number)])));
    values.extend((0..9).map(|number| Value::map([("it", Value::Int(number))])));
    values.push(Value::text("3"));
    for round in 0..3 {
        for value in &values {
            // A copy that lies elsewhere in memory.
            let copy: Value = serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap();
            let found = memo.next(&open(copy)).unwrap();
            let expected = Value::list([value.clone(), Value::Int(0)]);
            let expected = Effect::set(OPEN, expected);
            assert_eq!(*found, [expected], "{value} in round {round}");
        }
    }
    assert_eq!(rules.asked.get(), values.len());
}

#[test]
fn what_is_read_next_depends_on_what_was_read() {
    let rules = Counting::new();
    let memo = rules.memo();
    let waste = |word: &str, card: Option<u8>| {
        let (word, layout) = (Value::text(word), testing::layout());
        everything(move |state| {
            state.variables[OPEN.index()] = word;
            state.piles[WASTE.index()] = card
                .map(|card| layout.pile(DECK).holds[usize::from(card)])
                .into_iter()
                .collect();
        })
    };
    for (times, word, card) in [
        (1, "look", Some(0)),
        (2, "look", Some(3)),
        (2, "look", Some(0)),
        (3, "look", None),
        (4, "away", Some(0)),
        (4, "away", Some(3)),
        (4, "away", None),
        (4, "look", Some(3)),
    ] {
        let view = waste(word, card);
        assert_eq!(memo.next(&view).unwrap(), rules.next(&view).unwrap());
        rules.asked.set(rules.asked.get() - 1);
        assert_eq!(rules.asked.get(), times, "{word} {card:?}");
    }
}

#[test]
fn each_side_and_each_eye_has_its_own_answers() {
    let rules = Counting::new();
    let memo = rules.memo();
    let far = |turn: Side| everything(|state| state.turn = turn);
    for _ in 0..2 {
        for side in Side::BOTH {
            assert_eq!(memo.verdict(&far(side)).unwrap(), Some(testing::win(side)));
        }
    }
    assert_eq!(rules.asked.get(), 2);
    memo.moves(&view(Eye::Of(Side::Left), |_| ())).unwrap();
    let hidden = memo.moves(&view(Eye::Of(Side::Right), |_| ())).unwrap_err();
    assert!(hidden.message.contains("may not see"), "{hidden}");
}

#[test]
fn faults_are_not_kept() {
    let rules = Counting::new();
    let memo = rules.memo();
    for times in 1..4 {
        assert!(memo.no_moves(&everything(|_| ())).is_err());
        assert!(memo.moves(&view(Eye::Of(Side::Right), |_| ())).is_err());
        assert_eq!(rules.asked.get(), 2 * times);
    }
}

#[test]
fn each_move_has_its_own_answers() {
    let rules = Counting::new();
    let memo = rules.memo();
    let at = everything(|_| ());
    let moves: Vec<Move> = (0..2000)
        .map(|number: i64| Move::new(&format!("go {}", number / 2), Value::Int(number % 2)))
        .collect();
    for _ in 0..2 {
        for chosen in &moves {
            let expected = rules.play(&at, chosen).unwrap();
            let copy = Move::new(&chosen.text, chosen.data.clone());
            assert_eq!(memo.play(&at, chosen).unwrap(), expected);
            assert_eq!(memo.play(&at, &copy).unwrap(), expected);
        }
    }
    assert_eq!(rules.asked.get(), 3 * moves.len());
}

#[test]
fn a_probe_is_answered_by_the_rules_themselves() {
    let rules = Counting::new();
    let memo = rules.memo();
    let at = open(Value::Int(1));
    memo.next(&at).unwrap();
    let told = Probe::telling(vec![(Fact::Var(OPEN), Value::Int(2))]);
    let probe = Rc::new(told);
    let probed = memo.next(&at.clone().probed(Rc::clone(&probe))).unwrap();
    assert_ne!(probed, memo.next(&at).unwrap());
    assert_eq!(probe.reads(), [(Fact::Var(OPEN), Value::Int(2))]);
    assert_eq!(rules.asked.get(), 2);
    // Nor is what it answered kept.
    let other = memo.next(&open(Value::Int(2))).unwrap();
    assert_eq!((rules.asked.get(), other), (3, probed));
}

#[test]
fn without_room_the_answers_are_the_same() {
    for room in [0, 1 << 12, 1 << 20] {
        let rules = Counting::new();
        let memo = rules.memo().with_room(room);
        for number in (0..600).chain(0..600).chain(590..600) {
            let view = open(Value::Int(number));
            assert_eq!(memo.next(&view).unwrap(), rules.next(&view).unwrap());
            let held = memo.store.bytes();
            assert!(
                held < room + (64 << 10),
                "{held} bytes with room for {room}"
            );
        }
        let asked = rules.asked.get() - 1210;
        match room {
            0 => assert!(asked > 1200, "{asked}"),
            4096 => assert!((600..1210).contains(&asked), "{asked}"),
            _ => assert_eq!(asked, 600),
        }
    }
}

#[test]
fn what_is_asked_for_outlives_what_is_not() {
    let rules = Counting::new();
    let memo = rules.memo().with_room(16 << 10);
    for number in 1..5_000 {
        memo.next(&open(Value::Int(0))).unwrap();
        memo.next(&open(Value::Int(number))).unwrap();
    }
    assert_eq!(rules.asked.get(), 5_000);
}

#[test]
fn kept_answers_use_up_what_they_used_up_at_first() {
    let rules = Counting::within(3);
    let memo = rules.memo();
    let at = open(Value::Int(1));
    for _ in 0..2 {
        memo.renew();
        for spent in 1..=3 {
            memo.next(&at).unwrap();
            assert_eq!(memo.spent(), spent);
        }
        assert_eq!(memo.next(&at).unwrap_err().message, "too much");
    }
    memo.renew();
    memo.next(&at).unwrap();
    // What is not known goes on from there.
    memo.verdict(&at).unwrap();
    memo.next(&at).unwrap();
    assert!(memo.verdict(&at).is_err());
}

#[test]
fn what_follows_is_found_in_one_go_and_costs_as_much() {
    let nothing = |distance: i64| {
        everything(|state| {
            state.variables[OPEN.index()] = Value::text("nothing");
            state.spaces.right = state.spaces.left + distance;
        })
    };
    for (at, cost) in [(open(Value::Null), 1), (nothing(9), 2), (nothing(1), 3)] {
        let rules = Counting::within(5);
        let memo = rules.memo();
        let first = memo.follows(&at).unwrap();
        assert_eq!((rules.asked.get(), memo.spent()), (cost, cost as u64));
        assert_eq!(first, one_by_one(&*Counting::new(), &at).unwrap());
        memo.renew();
        // Near the limit it fails where the rules would have failed.
        let answers: Vec<_> = (0..6).map_while(|_| memo.follows(&at).ok()).collect();
        assert_eq!(answers, vec![first; 5 / cost]);
        assert_eq!(
            rules.asked.get() - cost,
            1,
            "only what failed was asked again"
        );
    }
}

#[test]
fn a_check_finds_rules_that_answer_otherwise() {
    let rules = Counting::new();
    let memo = rules.memo().checking();
    let at = open(Value::Int(1));
    for _ in 0..3 {
        memo.next(&at).unwrap();
    }
    assert_eq!((rules.asked.get(), memo.spent()), (3, 3));
    assert_eq!(
        memo.follows(&at).unwrap(),
        one_by_one(&*rules, &at).unwrap()
    );
    assert_eq!(memo.spent(), 4);
    rules.extra.set(1);
    for fault in [memo.next(&at).unwrap_err(), memo.follows(&at).unwrap_err()] {
        assert!(fault.message.contains("differs"), "{fault}");
    }
}

/// Rules that ask themselves whether the figures are far apart, and answer by that alone.
struct Asking(Rc<Counting>);

const FAR: PartId = PartId(3);

impl Asking {
    fn is_far(&self, view: &View) -> Result<bool, RuleFault> {
        let run = || {
            self.0.count("far")?;
            Ok(Counting::read(view, Fact::Distance)?.as_int() > Some(3))
        };
        let Some(record) = view.record() else {
            return run();
        };
        if let Some(known) = record.known(FAR, view)
            && let Answer::Value(Value::Bool(far)) = known.answer
        {
            record.used(&known, view);
            self.0.set_spent(self.0.spent() + known.cost);
            return Ok(far);
        }
        record.begin();
        let before = self.0.spent();
        let far = run()?;
        let answer = Answer::Value(Value::Bool(far));
        record.end(FAR, view, Some(answer), self.0.spent() - before);
        Ok(far)
    }
}

impl Rules for Asking {
    fn layout(&self) -> &Rc<Layout> {
        self.0.layout()
    }

    fn terms(&self) -> Terms {
        self.0.terms()
    }

    fn setup(&self, view: &View) -> Result<Effects, RuleFault> {
        self.0.setup(view)
    }

    fn next(&self, view: &View) -> Result<Effects, RuleFault> {
        self.0.next(view)
    }

    fn verdict(&self, view: &View) -> Result<Option<Verdict>, RuleFault> {
        self.0.count("verdict")?;
        let far = self.is_far(view)? && self.is_far(view)?;
        Ok(far.then(|| testing::win(view.turn())))
    }

    fn moves(&self, view: &View) -> Result<Moves, RuleFault> {
        self.0.moves(view)
    }

    fn no_moves(&self, view: &View) -> Result<Option<Verdict>, RuleFault> {
        self.0.no_moves(view)
    }

    fn play(&self, view: &View, chosen: &Move) -> Result<Effects, RuleFault> {
        self.0.play(view, chosen)
    }

    fn spent(&self) -> u64 {
        self.0.spent()
    }

    fn set_spent(&self, operations: u64) {
        self.0.set_spent(operations);
    }
}

#[test]
fn what_rules_ask_themselves_is_kept_by_its_answer() {
    for room in [None, Some(4 << 10)] {
        let counting = Counting::new();
        let mut memo = Memo::new(Rc::new(Asking(Rc::clone(&counting))));
        if let Some(room) = room {
            memo = memo.with_room(room);
        }
        let plain = Asking(Counting::new());
        let apart =
            |distance: i64| everything(|state| state.spaces.right = state.spaces.left + distance);
        for distance in (1..40).chain(1..40).chain(1..3) {
            let (before, fresh) = (memo.spent(), plain.spent());
            assert_eq!(
                memo.verdict(&apart(distance)).unwrap(),
                plain.verdict(&apart(distance)).unwrap()
            );
            // Two questions if the answer is yes, one if it is no: however they were answered.
            assert_eq!(memo.spent() - before, plain.spent() - fresh, "{distance}");
        }
        if room.is_none() {
            // Once for each distance, and never again: the part even where it is asked twice.
            assert_eq!(counting.asked.get(), 2 * 39);
        }
    }
}

#[test]
fn a_part_of_which_no_answer_is_asked_for_again_is_given_up() {
    let store: &dyn Keeper = &Store::new(&Rc::new(testing::layout()));
    let list = |round: u32| Answer::Value(Value::list([Value::Int(round.into())]));
    let ask = |part, round| {
        let view = everything(|state| state.round = round);
        let known = store.find(part, &view, Reading::Plain);
        if known.is_none() {
            let path = &[Step::Fact(Fact::Round)];
            let reading = Reading::Plain;
            store.keep(part, &view, Read { path, reading }, list(round), 100);
        }
        known.map(|known| known.answer)
    };
    let (often, never) = (PartId(0), PartId(1));
    for round in 0..600 {
        ask(often, round % 3);
        assert_eq!(ask(never, round), None);
    }
    assert_eq!(ask(often, 1), Some(list(1)));
    assert_eq!(ask(never, 1), None);
}

/// A comparison of the space of a figure, and how many of the comparisons after it are left out if it holds.
type Compared = (Side, Mark, usize);

/// Makes comparisons in order, and tells how they turned out.
fn compare(view: &View, program: &[Compared]) -> String {
    let mut outcome = String::new();
    let mut rest = program;
    while let [(side, with, jump), after @ ..] = rest {
        let fact = Fact::Space(*side);
        let number = view.number(fact);
        if let Some(record) = view.record() {
            record.compared(Test { fact, with: *with }, number);
        }
        let holds = with.holds(number);
        outcome.push(if holds { '+' } else { '-' });
        rest = after
            .get(if holds { *jump } else { 0 }..)
            .unwrap_or_default();
    }
    outcome
}

fn compared() -> impl Strategy<Value = Compared> {
    let number = prop_oneof![8 => -3_i32..12, 1 => 1000..1030];
    let side = prop_oneof![Just(Side::Left), Just(Side::Right)];
    let mark = (number, proptest::bool::ANY).prop_map(|(number, most)| {
        if most {
            Mark::AtMost(number)
        } else {
            Mark::Is(number)
        }
    });
    (side, mark, 0_usize..3)
}

proptest! {
    /// Rules that only compare are asked once for each way in which the comparisons turn out.
    #[test]
    fn numbers_that_compare_alike_have_one_answer(
        program in proptest::collection::vec(compared(), 0..9),
        spaces in proptest::collection::vec((-5_i64..15, -5_i64..15), 1..40),
        room in prop_oneof![Just(None), Just(Some(1 << 10))],
    ) {
        let asked = Rc::new(Cell::new(0));
        let mut rules = testing::Scripted::new();
        let (count, kept) = (Rc::clone(&asked), program.clone());
        rules.verdict = Box::new(move |view| {
            count.set(count.get() + 1);
            let reason = compare(view, &kept).into();
            Some(Verdict { reason, ..testing::win(Side::Left) })
        });
        let mut memo = Memo::new(Rc::new(rules));
        if let Some(room) = room {
            memo = memo.with_room(room);
        }
        let mut outcomes = std::collections::HashSet::new();
        for (left, right) in spaces {
            let view = everything(|state| state.spaces = BySide { left, right });
            let outcome = compare(&view, &program);
            let verdict = memo.verdict(&view).unwrap().unwrap();
            prop_assert_eq!(&*verdict.reason, &*outcome);
            outcomes.insert(outcome);
        }
        if room.is_none() {
            prop_assert_eq!(asked.get(), outcomes.len());
        }
    }
}
