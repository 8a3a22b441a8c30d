//! Answers by the facts that lead to them.

use std::collections::hash_map::Entry;
use std::rc::Rc;

use foldhash::HashMap;

use super::intern::{Interner, same};
use super::numbers::{Link, Numbers, Tables};
use super::{root_of_part, sight};
use crate::game::layout::{Layout, PileId};
use crate::game::part::{Answer, PartId, Reading, Step, Test};
use crate::game::side::Side;
use crate::game::state::State;
use crate::game::value::Value;
use crate::game::verdict::Verdict;
use crate::game::view::{Fact, View};

/// Values of one fact that are compared one after the other; more are looked up.
const FEW: usize = 12;

/// A fact or part, and where its value leads.
#[derive(Debug, Clone, Copy)]
struct Fork {
    step: Step,
    /// The place of the values that are no numbers, if there are any.
    values: u32,
    numbers: Numbers,
}

/// Values that are no numbers, and where they lead.
#[derive(Debug, Default)]
struct Values {
    few: Vec<(Value, Link)>,
    all: HashMap<Value, Link>,
}

impl Values {
    #[inline]
    fn get(&self, value: &Value) -> Link {
        let it = self.few.iter().find(|(known, _)| same(known, value));
        it.map_or_else(|| self.search(value), |(_, link)| *link)
    }

    fn search(&self, value: &Value) -> Link {
        self.all.get(value).copied().unwrap_or(Link::NONE)
    }
}

/// An answer and what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Leaf {
    pub(super) answer: Answer,
    /// In operations, without those of the parts on the way to it.
    pub(super) cost: u64,
}

/// What tells a leaf from others: lists of moves and effects are kept once each, so that their place in
/// memory does.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Mark {
    List(usize, u64),
    Value(Value, u64),
    Verdict(Option<Verdict>, u64),
}

impl Mark {
    fn of(leaf: &Leaf) -> Self {
        match &leaf.answer {
            Answer::Moves(moves) => Self::List(Rc::as_ptr(moves).cast::<u8>().addr(), leaf.cost),
            Answer::Effects(effects) => {
                Self::List(Rc::as_ptr(effects).cast::<u8>().addr(), leaf.cost)
            }
            Answer::Value(value) => Self::Value(value.clone(), leaf.cost),
            Answer::Verdict(verdict) => Self::Verdict(verdict.clone(), leaf.cost),
        }
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
    // Lists that are alike are kept once, so that their place tells them apart. Shifted, as places
    // are multiples of the size of a pointer.
    let place = |at: usize| i64::try_from(at >> 1).ok().map(Told::Number);
    match answer {
        Answer::Value(Value::Int(number)) => Some(Told::Number(*number)),
        Answer::Value(value) => Some(Told::Value(value)),
        Answer::Moves(moves) => place(Rc::as_ptr(moves).cast::<u8>().addr()),
        Answer::Effects(effects) => place(Rc::as_ptr(effects).cast::<u8>().addr()),
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
            sight: sight(view, reading),
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
}

/// Answers, each at the end of what it depends on; several trees that share their room.
#[derive(Debug, Default)]
pub(super) struct Tree {
    roots: Vec<Link>,
    forks: Vec<Fork>,
    tables: Tables,
    values: Vec<Values>,
    /// How many entries there are in all of `values`.
    entries: usize,
    leaves: Vec<Leaf>,
    /// Where the leaves are, so that many ways lead to one: what is looked at often is then little.
    marks: HashMap<Mark, Link>,
}

impl Tree {
    /// Finds the answer for a position, with its whole cost.
    #[inline]
    pub(super) fn find(&self, root: usize, at: At<'_>) -> Option<(&Leaf, u64)> {
        self.walk(root, at, |_| ())
    }

    /// Finds the answer for a position, with its whole cost, and what leads to it.
    pub(super) fn path(&self, root: usize, at: At<'_>) -> Option<(Vec<Step>, &Leaf, u64)> {
        let mut path = Vec::new();
        let (leaf, cost) = self.walk(root, at, |step| path.push(step))?;
        Some((path, leaf, cost))
    }

    #[inline]
    fn walk(&self, root: usize, at: At<'_>, mut pass: impl FnMut(Step)) -> Option<(&Leaf, u64)> {
        let mut link = *self.roots.get(root)?;
        let mut cost = 0;
        while !link.is_answer() {
            let fork = self.forks.get(link.index())?;
            pass(fork.step);
            let told = match fork.step {
                Step::Fact(fact) => at.told(fact),
                Step::Test(test) => at.tested(test),
                Step::Counts(pile, number) => at.counts(pile, number),
                Step::Part(part) => {
                    let (leaf, more) = self.walk_part(part, at)?;
                    cost += more;
                    told_of(&leaf.answer)?
                }
            };
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
        self.walk(root_of_part(part, at.sight), at, |_| ())
    }

    /// Finds the answer to a part for a position, with its whole cost.
    pub(super) fn part(&self, part: PartId, at: At<'_>) -> Option<(&Answer, u64)> {
        let (leaf, cost) = self.find(root_of_part(part, at.sight), at)?;
        Some((&leaf.answer, cost))
    }

    /// Adds an answer after what was read for it, if there is none yet. `None` if it does not fit
    /// in: after the same steps with the same values, others were read before.
    pub(super) fn add(
        &mut self,
        root: usize,
        path: &[(Step, Told<'_>)],
        leaf: Leaf,
        interner: &mut Interner,
    ) -> Option<()> {
        let mut way = Way::Root(root);
        for (step, told) in path {
            let mut link = self.get(way);
            if link == Link::NONE {
                link = Link::fork(self.forks.len())?;
                self.forks.push(Fork {
                    step: *step,
                    values: u32::MAX,
                    numbers: Numbers::Nothing,
                });
                self.set(way, link, interner)?;
            }
            let fork = link.index();
            if link.is_answer() || self.forks.get(fork)?.step != *step {
                return None;
            }
            way = match told {
                Told::Number(number) => Way::Number(fork, *number),
                Told::Value(value) => Way::Value(fork, value),
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
        match self.marks.entry(Mark::of(&leaf)) {
            Entry::Occupied(known) => Some(*known.get()),
            Entry::Vacant(free) => {
                let link = Link::answer(self.leaves.len())?;
                self.leaves.push(leaf);
                Some(*free.insert(link))
            }
        }
    }

    fn get(&self, way: Way<'_>) -> Link {
        match way {
            Way::Root(root) => self.roots.get(root).copied().unwrap_or(Link::NONE),
            Way::Number(fork, number) => self.tables.get(self.forks[fork].numbers, number),
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
            Way::Value(fork, value) => {
                let fork = &mut self.forks[fork];
                if fork.values == u32::MAX {
                    fork.values = u32::try_from(self.values.len()).ok()?;
                    self.values.push(Values::default());
                }
                let values = &mut self.values[fork.values as usize];
                let value = interner.value(value);
                self.entries += 1;
                if values.few.len() < FEW {
                    values.few.push((value.clone(), link));
                }
                values.all.insert(value, link);
            }
        }
        Some(())
    }

    /// Returns how much memory is taken, about, except for what answers point at.
    pub(super) fn bytes(&self) -> usize {
        self.roots.capacity() * size_of::<Link>()
            + self.forks.capacity() * size_of::<Fork>()
            + self.tables.bytes()
            + self.values.capacity() * size_of::<Values>()
            + self.entries * 96
            + self.leaves.capacity() * size_of::<Leaf>()
            + self.marks.capacity() * (size_of::<(Mark, Link)>() + 1)
    }
}
