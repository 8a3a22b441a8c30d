//! Answers by the facts that lead to them.

use std::hash::BuildHasher;
use std::rc::Rc;

use foldhash::HashMap;
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use smallvec::SmallVec;

use super::intern::Interner;
use super::numbers::{Link, Numbers, Tables};
use super::{root_of_part, sight};
use crate::game::layout::{Layout, PileId};
use crate::game::part::{Answer, PartId, Reading, Step, Test};
use crate::game::side::Side;
use crate::game::state::State;
use crate::game::value::Value;
use crate::game::view::{Eye, Fact, View};

/// Values of one fact that are compared one after the other; more are looked up.
const FEW: usize = 12;

/// What an allocation takes besides what it holds, about.
const ALLOCATION: usize = 16;

/// What is looked at at a fork.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// One step.
    One(Step),
    /// How a fact compares with some numbers, one after the other: several steps at once.
    Tests(Fact),
}

/// What was looked at on the way to an answer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Looked<'a> {
    pub(super) look: Look,
    pub(super) told: Told<'a>,
    /// The steps that it stands for.
    pub(super) steps: &'a [Step],
}

/// What is looked at, and where its value leads.
#[derive(Debug, Clone, Copy)]
struct Fork {
    look: Look,
    /// The place of the values that are no numbers, if there are any; of comparisons, the place of these.
    values: u32,
    numbers: Numbers,
}

/// Comparisons that were made one after the other, and a number with which they were made. They were
/// made with every number that compares alike.
#[derive(Debug)]
struct Tests {
    number: i64,
    steps: Box<[Step]>,
}

impl Tests {
    fn are_of(&self, number: i64) -> bool {
        alike(&self.steps, self.number, number)
    }
}

/// Tells whether two numbers compare alike.
fn alike(tests: &[Step], one: i64, other: i64) -> bool {
    tests.iter().all(|step| match step {
        Step::Test(test) => test.with.holds(one) == test.with.holds(other),
        _ => true,
    })
}

/// Values that are no numbers, and where they lead. There is mostly one.
#[derive(Debug, Default)]
struct Values {
    few: SmallVec<[(Value, Link); 1]>,
    /// Those that are more than a few.
    others: Option<Box<HashMap<Value, Link>>>,
}

impl Values {
    #[inline]
    fn get(&self, value: &Value) -> Link {
        let it = self.few.iter().find(|(known, _)| known.is_same(value));
        it.map_or_else(|| self.search(value), |(_, link)| *link)
    }

    fn search(&self, value: &Value) -> Link {
        let it = self.few.iter().find(|(known, _)| known == value);
        let others = || self.others.as_ref()?.get(value).copied();
        let link = it.map(|(_, link)| *link).or_else(others);
        link.unwrap_or(Link::NONE)
    }

    /// Adds a value that is not there, and returns how many bytes it takes besides `Values`, about.
    fn add(&mut self, value: Value, link: Link) -> usize {
        let is_first = self.few.is_empty();
        if self.few.len() < FEW {
            self.few.push((value, link));
        } else {
            self.others.get_or_insert_default().insert(value, link);
        }
        if is_first {
            0
        } else {
            ALLOCATION + size_of::<(Value, Link)>()
        }
    }
}

/// An answer and what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Leaf {
    pub(super) answer: Answer,
    /// In operations, without those of the parts on the way to it.
    pub(super) cost: u64,
}

impl Leaf {
    /// Tells whether two are alike.
    fn is_like(&self, other: &Self) -> bool {
        let is_answer = match (place_of(&self.answer), place_of(&other.answer)) {
            (None, None) => self.answer == other.answer,
            (one, other) => one == other,
        };
        is_answer && self.cost == other.cost
    }

    fn hash(&self, hasher: &FixedState) -> u64 {
        let cost = self.cost;
        match &self.answer {
            Answer::Moves(_) | Answer::Effects(_) => {
                hasher.hash_one((place_of(&self.answer), cost))
            }
            Answer::Value(value) => hasher.hash_one((value, cost)),
            Answer::Verdict(verdict) => hasher.hash_one((verdict, cost)),
        }
    }
}

/// The place in memory of a list of moves or effects: those that are alike are kept once, so that it
/// tells them apart. `None` of other answers.
fn place_of(answer: &Answer) -> Option<usize> {
    match answer {
        Answer::Moves(moves) => Some(Rc::as_ptr(moves).cast::<u8>().addr()),
        Answer::Effects(effects) => Some(Rc::as_ptr(effects).cast::<u8>().addr()),
        Answer::Value(_) | Answer::Verdict(_) => None,
    }
}

/// The value of a fact or part: a number, or what is no number.
#[derive(Debug, Clone, Copy)]
pub(super) enum Told<'a> {
    Number(i64),
    Value(&'a Value),
}

/// Reads a fact as [`crate::game::View::read`] does, but tells cards and sides by number.
#[allow(
    clippy::inline_always,
    reason = "measured: it is most of what a kept answer costs"
)]
#[inline(always)]
fn told<'a>(fact: Fact, state: &'a State, layout: &Layout) -> Told<'a> {
    let of_side = |side: Side| i64::from(side == Side::Right);
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    Told::Number(match fact {
        Fact::Turn => of_side(state.turn),
        Fact::First => of_side(state.first),
        Fact::Round => i64::from(state.round),
        Fact::Score(side) => i64::from(state.score[side]),
        Fact::Distance => state.distance(),
        Fact::Space(side) => state.spaces[side],
        Fact::Behind(side) => state.behind(layout, side),
        Fact::Size(pile) => count(state.pile(pile).len()),
        Fact::Count(pile, kind) => count(state.count(layout, pile, kind)),
        Fact::Card(pile, place) => {
            let card = state.pile(pile).iter().rev().nth(usize::from(place));
            card.map_or(-1, |card| i64::from(layout.kind_of(*card).0))
        }
        Fact::Var(var) => match state.variable(var) {
            Value::Int(number) => *number,
            other => return Told::Value(other),
        },
    })
}

/// The value of an answer to a part; `None` if answers of its kind are not told apart here.
pub(super) fn told_of(answer: &Answer) -> Option<Told<'_>> {
    match answer {
        Answer::Value(Value::Int(number)) => Some(Told::Number(*number)),
        Answer::Value(value) => Some(Told::Value(value)),
        // Shifted, as places are multiples of the size of a pointer.
        Answer::Moves(_) | Answer::Effects(_) => {
            let place = i64::try_from(place_of(answer)? >> 1).ok()?;
            Some(Told::Number(place))
        }
        Answer::Verdict(_) => None,
    }
}

/// A position as one looks at it.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    state: &'a State,
    layout: &'a Layout,
    sight: usize,
}

impl<'a> At<'a> {
    pub(super) fn new(view: &'a View, reading: Reading) -> Self {
        Self {
            state: view.state(),
            layout: view.layout(),
            sight: sight(view.eye(), view.turn(), reading),
        }
    }

    /// Returns the same position as it is looked at for the side to act.
    pub(super) fn of_turn(self, reading: Reading) -> Self {
        let turn = self.state.turn;
        Self {
            sight: sight(Eye::Of(turn), turn, reading),
            ..self
        }
    }

    pub(super) const fn sight(&self) -> usize {
        self.sight
    }

    #[allow(
        clippy::inline_always,
        reason = "measured: it is most of what a kept answer costs"
    )]
    #[inline(always)]
    pub(super) fn told(&self, fact: Fact) -> Told<'a> {
        told(fact, self.state, self.layout)
    }

    /// Tells how a fact compares: 1 if it passes, else 0.
    #[allow(
        clippy::inline_always,
        reason = "measured: it is most of what a kept answer costs"
    )]
    #[inline(always)]
    pub(super) fn tested(&self, test: Test) -> Told<'a> {
        // No other facts are compared.
        let Told::Number(number) = self.told(test.fact) else {
            return Told::Number(0);
        };
        Told::Number(test.with.holds(number).into())
    }

    /// Returns one of the numbers that tell how many cards of each kind a pile holds.
    pub(super) fn counts(&self, pile: PileId, number: u8) -> Told<'a> {
        Told::Number(self.layout.census().of(number, self.state.pile(pile)))
    }
}

/// A way on in the tree.
#[derive(Clone, Copy)]
enum Way<'a> {
    Root(usize),
    Number(usize, i64),
    Value(usize, &'a Value),
    Tests(usize, i64, &'a [Step]),
}

/// Answers, each at the end of what it depends on; several trees that share their room.
#[derive(Debug, Default)]
pub(super) struct Tree {
    roots: Vec<Link>,
    forks: Vec<Fork>,
    tables: Tables,
    values: Vec<Values>,
    tests: Vec<SmallVec<[Tests; 1]>>,
    /// How many bytes `values` and `tests` hold elsewhere, about.
    held: usize,
    leaves: Vec<Leaf>,
    /// Where the leaves are, so that many ways lead to one: what is looked at often is then little.
    known: HashTable<Link>,
    hasher: FixedState,
}

impl Tree {
    /// Finds the answer for a position, with its whole cost.
    #[inline]
    pub(super) fn find(&self, root: usize, at: At<'_>) -> Option<(&Leaf, u64)> {
        self.walk(root, at, |_, _| ())
    }

    /// Finds the answer for a position, with its whole cost, and the steps that lead to it.
    pub(super) fn path(&self, root: usize, at: At<'_>) -> Option<(Vec<Step>, &Leaf, u64)> {
        let mut path = Vec::new();
        let (leaf, cost) = self.walk(root, at, |fork, told| match (fork.look, told) {
            (Look::One(step), _) => path.push(step),
            (Look::Tests(_), Told::Number(number)) => path.extend(self.steps_of(fork, number)),
            (Look::Tests(_), Told::Value(_)) => {}
        })?;
        Some((path, leaf, cost))
    }

    /// Returns the comparisons that are made with a number at a fork.
    fn steps_of(&self, fork: &Fork, number: i64) -> &[Step] {
        let tests = self.tests.get(fork.values as usize);
        let tests = tests.and_then(|tests| tests.iter().find(|tests| tests.are_of(number)));
        tests.map_or(&[], |tests| &tests.steps)
    }

    #[inline]
    fn walk(
        &self,
        root: usize,
        at: At<'_>,
        mut pass: impl FnMut(&Fork, Told<'_>),
    ) -> Option<(&Leaf, u64)> {
        let mut link = *self.roots.get(root)?;
        let mut cost = 0;
        while !link.is_answer() {
            let fork = self.forks.get(link.index())?;
            let told = match fork.look {
                Look::One(Step::Fact(fact)) | Look::Tests(fact) => at.told(fact),
                Look::One(Step::Test(test)) => at.tested(test),
                Look::One(Step::Counts(pile, number)) => at.counts(pile, number),
                Look::One(Step::Part(part)) => {
                    let (leaf, more) = self.walk_part(part, at)?;
                    cost += more;
                    told_of(&leaf.answer)?
                }
            };
            pass(fork, told);
            link = match told {
                Told::Number(number) => self.tables.get(fork.numbers, number),
                Told::Value(value) => match self.values.get(fork.values as usize) {
                    Some(values) => values.get(value),
                    None => Link::NONE,
                },
            };
        }
        let leaf = self.leaves.get(link.index())?;
        Some((leaf, cost + leaf.cost))
    }

    /// Walks down the tree of a part: not inlined, as it calls what calls it.
    fn walk_part(&self, part: PartId, at: At<'_>) -> Option<(&Leaf, u64)> {
        self.walk(root_of_part(part, at.sight), at, |_, _| ())
    }

    /// Finds the answer to a part for a position, with its whole cost.
    pub(super) fn part(&self, part: PartId, at: At<'_>) -> Option<(&Answer, u64)> {
        let (leaf, cost) = self.find(root_of_part(part, at.sight), at)?;
        Some((&leaf.answer, cost))
    }

    /// Adds an answer after what was looked at for it, if there is none yet. `None` if it does not fit
    /// in: after the same with the same values, something else was looked at before.
    pub(super) fn add(
        &mut self,
        root: usize,
        path: &[Looked<'_>],
        leaf: Leaf,
        interner: &mut Interner,
    ) -> Option<()> {
        let mut way = Way::Root(root);
        for looked in path {
            let mut link = self.get(way);
            if link == Link::NONE {
                link = Link::fork(self.forks.len())?;
                self.forks.push(Fork {
                    look: looked.look,
                    values: u32::MAX,
                    numbers: Numbers::Nothing,
                });
                self.set(way, link, interner)?;
            }
            let fork = link.index();
            if link.is_answer() || self.forks.get(fork)?.look != looked.look {
                return None;
            }
            way = match (looked.told, looked.look) {
                (Told::Number(number), Look::Tests(_)) => Way::Tests(fork, number, looked.steps),
                (Told::Number(number), Look::One(_)) => Way::Number(fork, number),
                (Told::Value(value), _) => Way::Value(fork, value),
            };
        }
        let known = self.get(way);
        if known != Link::NONE {
            return known.is_answer().then_some(());
        }
        let link = self.leaf(leaf)?;
        self.set(way, link, interner)
    }

    /// Returns a link to a leaf, which may be there already.
    fn leaf(&mut self, leaf: Leaf) -> Option<Link> {
        let Self { leaves, hasher, .. } = self;
        let hash = |link: &Link| leaves[link.index()].hash(hasher);
        let is_it = |link: &Link| leaves[link.index()].is_like(&leaf);
        match self.known.entry(leaf.hash(hasher), is_it, hash) {
            Entry::Occupied(known) => Some(*known.get()),
            Entry::Vacant(free) => {
                let link = Link::answer(leaves.len())?;
                free.insert(link);
                leaves.push(leaf);
                Some(link)
            }
        }
    }

    fn get(&self, way: Way<'_>) -> Link {
        match way {
            Way::Root(root) => self.roots.get(root).copied().unwrap_or(Link::NONE),
            Way::Number(fork, number) | Way::Tests(fork, number, _) => {
                self.tables.get(self.forks[fork].numbers, number)
            }
            Way::Value(fork, value) => {
                let values = self.values.get(self.forks[fork].values as usize);
                values.map_or(Link::NONE, |values| values.search(value))
            }
        }
    }

    fn set(&mut self, way: Way<'_>, link: Link, interner: &mut Interner) -> Option<()> {
        match way {
            Way::Root(root) => {
                if self.roots.len() <= root {
                    self.roots.resize(root + 1, Link::NONE);
                }
                self.roots[root] = link;
            }
            Way::Number(fork, number) => {
                let numbers = self.forks[fork].numbers;
                self.forks[fork].numbers = self.tables.set(numbers, number, link)?;
            }
            Way::Tests(fork, number, steps) => {
                let is_known = !self.steps_of(&self.forks[fork], number).is_empty();
                let fork = &mut self.forks[fork];
                let marks = steps.iter().filter_map(Step::mark);
                let numbers = self.tables.spread(fork.numbers, marks)?;
                fork.numbers = numbers;
                self.tables
                    .set_all(numbers, link, |other| alike(steps, number, other));
                if fork.values == u32::MAX {
                    fork.values = u32::try_from(self.tests.len()).ok()?;
                    self.tests.push(SmallVec::new());
                }
                if !is_known {
                    self.held += ALLOCATION + size_of::<Tests>() + size_of_val(steps);
                    let steps = steps.into();
                    self.tests[fork.values as usize].push(Tests { number, steps });
                }
            }
            Way::Value(fork, value) => {
                let fork = &mut self.forks[fork];
                if fork.values == u32::MAX {
                    fork.values = u32::try_from(self.values.len()).ok()?;
                    self.values.push(Values::default());
                }
                let values = &mut self.values[fork.values as usize];
                let value = interner.value(value);
                self.held += values.add(value, link);
            }
        }
        Some(())
    }

    /// Returns how much memory is taken, about, except for what answers point at.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.roots)
            + size_of_val(&*self.forks)
            + self.tables.bytes()
            + size_of_val(&*self.values)
            + size_of_val(&*self.tests)
            + self.held
            + size_of_val(&*self.leaves)
            + self.known.capacity() * (size_of::<Link>() + 1)
    }
}
