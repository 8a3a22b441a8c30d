//! Where answers are kept: two generations, of which the younger takes over what is asked for.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::intern::Interner;
use super::numbers::WIDEST;
use super::tree::{At, Leaf, Look, Looked, Tree, told_of};
use super::{Hook, Memo, Question};
use crate::game::layout::Layout;
use crate::game::part::{Answer, Keeper, Known, PartId, Read, Reading, Step};
use crate::game::rules::Follows;
use crate::game::share::{Room, Share};
use crate::game::trial::{Price, Trial};
use crate::game::value::Value;
use crate::game::view::{Fact, View};

static ROOM: Room = Room::new(Memo::ROOM);

/// A part with lists for answers stands for what they depend on if that is more than this. To look
/// at a few facts is faster than to walk down the tree of the part and to tell its list from others;
/// but many facts would be kept with every answer around it.
const FEW_FACTS: usize = 10;

/// Returns how many facts there are in a path, each of which may be compared several times.
fn facts_in(path: &[Step]) -> usize {
    let tested = |step: &Step| match step {
        Step::Test(test) => Some(test.fact),
        _ => None,
    };
    let is_first = |place: usize, step: &Step| {
        let fact = tested(step);
        fact.is_none() || !path[..place].iter().any(|other| tested(other) == fact)
    };
    let steps = path.iter().enumerate();
    steps.filter(|(place, step)| is_first(*place, step)).count()
}

/// Tells whether a step compares a fact with a number so small that all like it fit into one table.
fn is_near(step: &Step) -> bool {
    step.mark()
        .is_some_and(|mark| (-1..WIDEST - 1).contains(&mark))
}

/// Tells whether a step compares this fact with such a number.
fn compares(step: &Step, fact: Fact) -> bool {
    is_near(step) && matches!(step, Step::Test(test) if test.fact == fact)
}

const fn is_list(answer: &Answer) -> bool {
    !matches!(answer, Answer::Value(value) if !matches!(value, Value::List(_)))
}

/// Whether a part stands for what its answers depend on. It is one or the other for all of them, as it
/// must be clear what a question reads next before it is known which answer it gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Standing {
    /// It stands, as long as its answers are no lists.
    #[default]
    Open,
    Stands,
    Falls,
}

/// What is known of a part.
#[derive(Debug, Clone, Copy, Default)]
struct Habit {
    standing: Standing,
    trial: Trial,
}

/// To find the answer to a part takes longer than four operations, to keep one longer than twenty: so
/// little, as more and more of them are known in the course of time.
const PRICE: Price = Price { look: 4, keep: 20 };

/// Answers that were kept since some moment.
#[derive(Debug, Default)]
struct Generation {
    tree: Tree,
    interner: Interner,
}

impl Generation {
    fn new(layout: &Layout) -> Self {
        let mut interner = Interner::default();
        // What positions begin with is what they are compared with most.
        for spec in &layout.variables {
            interner.value(&spec.start);
        }
        Self {
            tree: Tree::default(),
            interner,
        }
    }

    #[inline]
    fn find(&self, question: Question<'_>, at: At<'_>) -> Option<(&Leaf, u64)> {
        let root = question.root(at.sight(), &self.interner)?;
        self.tree.find(root, at)
    }

    /// Returns an answer with what leads to it.
    fn take(&self, question: Question<'_>, at: At<'_>) -> Option<(Vec<Step>, Leaf)> {
        let root = question.root(at.sight(), &self.interner)?;
        let (path, leaf, _) = self.tree.path(root, at)?;
        Some((path, leaf.clone()))
    }

    /// Returns the answer to a part, which may stand for what it depends on if it can.
    fn known(&self, part: PartId, at: At<'_>, may_stand: bool) -> Option<Known> {
        let root = Question::Part(part).root(at.sight(), &self.interner)?;
        let (leaf, cost) = self.tree.find(root, at)?;
        let (path, of_parts) = if may_stand {
            (vec![Step::Part(part)], cost)
        } else {
            (self.tree.path(root, at)?.0, cost - leaf.cost)
        };
        Some(Known {
            answer: leaf.answer.clone(),
            cost,
            of_parts,
            path,
        })
    }

    /// Keeps an answer. `None` if another one was read by other steps: then the rules are no pure
    /// functions of the view.
    fn keep(
        &mut self,
        question: Question<'_>,
        sight: usize,
        path: &[Looked<'_>],
        leaf: Leaf,
    ) -> Option<()> {
        if let Question::Play(chosen) = question
            && self.interner.number(chosen).is_none()
        {
            self.interner.add_move(chosen);
        }
        let root = question.root(sight, &self.interner)?;
        self.tree.add(root, path, leaf, &mut self.interner)
    }

    fn bytes(&self) -> usize {
        self.tree.bytes() + self.interner.bytes()
    }
}

/// An answer does not fit in: what was read for it differs from what was read before.
#[derive(Debug)]
pub(super) struct Unfit;

/// What is known of what follows.
pub(super) enum Foreseen {
    Known(Follows),
    /// It is a decision, if there is a move.
    Decision,
}

/// Answers by the questions and by what they depend on.
#[derive(Debug)]
pub(super) struct Store {
    layout: Rc<Layout>,
    young: RefCell<Generation>,
    /// What the last generation kept, from which it is taken over when it is asked for.
    old: RefCell<Generation>,
    share: Share,
    /// The room, if it is no share.
    room: Cell<Option<usize>>,
    /// By the number of the part.
    habits: RefCell<Vec<Habit>>,
    /// Whether any answer is kept that was read plainly.
    is_plain: Cell<bool>,
}

impl Store {
    pub(super) fn new(layout: &Rc<Layout>) -> Self {
        Self {
            layout: Rc::clone(layout),
            young: RefCell::new(Generation::new(layout)),
            old: RefCell::default(),
            share: ROOM.share(),
            room: Cell::new(None),
            habits: RefCell::default(),
            is_plain: Cell::new(false),
        }
    }

    /// Sets the room to so many bytes, instead of a share of what the process has.
    pub(super) fn set_room(&self, bytes: usize) {
        self.room.set(Some(bytes));
    }

    /// Finds what is known, and lets `with` look at it: the answer, and its whole cost.
    #[inline]
    pub(super) fn find<T>(
        &self,
        question: Question<'_>,
        view: &View,
        with: impl Fn(&Answer, u64) -> T,
    ) -> Option<T> {
        let at = At::new(view, Reading::Comparing);
        let known = self.look(question, at, &with);
        known.or_else(|| self.search(question, view, &with))
    }

    /// Finds what follows, and its whole cost, as far as it is known of late. Then it is found in one go,
    /// which is most of what a decision asks.
    pub(super) fn follows(&self, view: &View) -> Option<(Foreseen, u64)> {
        let young = self.young.borrow();
        let at = At::new(view, Reading::Comparing);
        let (due, cost) = young.find(Question::Hook(Hook::Next), at)?;
        if let Answer::Effects(effects) = &due.answer
            && !effects.is_empty()
        {
            return Some((Foreseen::Known(Follows::Effects(Rc::clone(effects))), cost));
        }
        let (ending, more) = young.find(Question::Hook(Hook::Verdict), at)?;
        let cost = cost + more;
        if let Answer::Verdict(Some(verdict)) = &ending.answer {
            return Some((Foreseen::Known(Follows::End(verdict.clone())), cost));
        }
        let at = at.of_turn(Reading::Comparing);
        if let Some((legal, more)) = young.find(Question::Hook(Hook::Moves), at)
            && let Answer::Moves(moves) = &legal.answer
            && !moves.is_empty()
        {
            let decision = Follows::Decision(Rc::clone(moves));
            return Some((Foreseen::Known(decision), cost + more));
        }
        Some((Foreseen::Decision, cost))
    }

    /// Finds what the young generation knows.
    #[inline]
    fn look<T>(
        &self,
        question: Question<'_>,
        at: At<'_>,
        with: &impl Fn(&Answer, u64) -> T,
    ) -> Option<T> {
        let young = self.young.borrow();
        let (leaf, cost) = young.find(question, at)?;
        Some(with(&leaf.answer, cost))
    }

    /// Finds what the young generation does not know, or what was read plainly.
    #[cold]
    fn search<T>(
        &self,
        question: Question<'_>,
        view: &View,
        with: &impl Fn(&Answer, u64) -> T,
    ) -> Option<T> {
        let recalled = |at| {
            let is_there = self.take_over(question, at);
            is_there.then(|| self.look(question, at, with)).flatten()
        };
        let known = recalled(At::new(view, Reading::Comparing));
        if known.is_some() || !self.is_plain.get() {
            return known;
        }
        let plain = At::new(view, Reading::Plain);
        let known = self.look(question, plain, with);
        known.or_else(|| recalled(plain))
    }

    fn habit(&self, part: PartId) -> Habit {
        let habits = self.habits.borrow();
        let habit = habits.get(usize::from(part.0));
        habit.copied().unwrap_or_default()
    }

    fn change(&self, part: PartId, change: impl FnOnce(&mut Habit)) {
        let mut habits = self.habits.borrow_mut();
        let index = usize::from(part.0);
        if habits.len() <= index {
            habits.resize(index + 1, Habit::default());
        }
        change(&mut habits[index]);
    }

    fn may_stand(&self, part: PartId) -> bool {
        self.habit(part).standing != Standing::Falls
    }

    /// Decides whether a part stands for what its answers depend on, when the first of them is a list.
    /// If not, whatever was kept by an answer of it is forgotten; that happens once, and early.
    fn settle(&self, part: PartId, path: &[Step]) {
        let standing = if facts_in(path) > FEW_FACTS {
            Standing::Stands
        } else {
            Standing::Falls
        };
        self.change(part, |habit| habit.standing = standing);
        if standing == Standing::Falls {
            self.young.replace(Generation::new(&self.layout));
            self.old.replace(Generation::default());
        }
    }

    fn knows(&self, question: Question<'_>, at: At<'_>) -> bool {
        self.young.borrow().find(question, at).is_some()
    }

    /// Takes what the old generation knows over. Tells whether it is known then.
    fn take_over(&self, question: Question<'_>, at: At<'_>) -> bool {
        let known = self.old.borrow().take(question, at);
        let Some((path, leaf)) = known else {
            return false;
        };
        let parts = path.iter().filter_map(|step| match step {
            Step::Part(part) => Some(Question::Part(*part)),
            Step::Fact(_) | Step::Test(_) | Step::Counts(..) => None,
        });
        for part in parts {
            if !self.knows(part, at) && !self.take_over(part, at) {
                return false;
            }
        }
        self.keep(question, at, &path, leaf).is_ok() && self.knows(question, at)
    }

    /// Keeps an answer that the rules have just given.
    pub(super) fn learn(
        &self,
        question: Question<'_>,
        view: &View,
        read: Read<'_>,
        answer: Answer,
        cost: u64,
    ) -> Result<Answer, Unfit> {
        if read.reading == Reading::Plain {
            self.is_plain.set(true);
        }
        let answer = self.young.borrow_mut().interner.answer(answer);
        let leaf = Leaf {
            answer: answer.clone(),
            cost,
        };
        self.keep(question, At::new(view, read.reading), read.path, leaf)?;
        Ok(answer)
    }

    fn keep(
        &self,
        question: Question<'_>,
        at: At<'_>,
        path: &[Step],
        leaf: Leaf,
    ) -> Result<(), Unfit> {
        let has_fallen = |step: &Step| matches!(step, Step::Part(part) if !self.may_stand(*part));
        if path.iter().any(has_fallen) {
            return Ok(());
        }
        self.make_room();
        let mut young = self.young.borrow_mut();
        let young = &mut *young;
        let mut looked = Vec::with_capacity(path.len());
        let mut answers = Vec::new();
        for step in path {
            if let Step::Part(part) = step {
                let Some((answer, _)) = young.tree.part(*part, at) else {
                    // It was forgotten in the meantime.
                    return Ok(());
                };
                answers.push(answer.clone());
            }
        }
        let mut answers = answers.iter();
        let mut rest = path;
        while let [step, ..] = rest {
            let (look, told) = match step {
                Step::Test(test) if is_near(step) => {
                    (Look::Tests(test.fact), Some(at.told(test.fact)))
                }
                Step::Test(test) => (Look::One(*step), Some(at.tested(*test))),
                Step::Fact(fact) => (Look::One(*step), Some(at.told(*fact))),
                Step::Counts(pile, number) => (Look::One(*step), Some(at.counts(*pile, *number))),
                Step::Part(_) => (Look::One(*step), answers.next().and_then(told_of)),
            };
            let Some(told) = told else {
                return Ok(());
            };
            let count = match look {
                Look::Tests(fact) => rest.iter().take_while(|step| compares(step, fact)).count(),
                Look::One(_) => 1,
            };
            let (steps, after) = rest.split_at(count);
            looked.push(Looked { look, told, steps });
            rest = after;
        }
        let kept = young.keep(question, at.sight(), &looked, leaf);
        kept.ok_or(Unfit)
    }

    /// Begins a new generation if this one is full.
    fn make_room(&self) {
        let mut young = self.young.borrow_mut();
        if young.bytes() > self.room() / 2 {
            let full = std::mem::replace(&mut *young, Generation::new(&self.layout));
            self.old.replace(full);
        }
    }

    fn room(&self) -> usize {
        self.room.get().unwrap_or_else(|| self.share.bytes())
    }

    /// Returns how much memory is taken, about.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.young.borrow().bytes() + self.old.borrow().bytes()
    }
}

impl Keeper for Store {
    fn find(&self, part: PartId, view: &View, reading: Reading) -> Option<Known> {
        let Habit { standing, trial } = self.habit(part);
        if trial.is_over() {
            return None;
        }
        let at = At::new(view, reading);
        let may_stand = standing != Standing::Falls;
        let known = || self.young.borrow().known(part, at, may_stand);
        let recalled = || self.take_over(Question::Part(part), at);
        let known = known().or_else(|| recalled().then(known).flatten());
        if !may_stand {
            let saved = known.as_ref().map(|known| known.cost);
            self.change(part, |habit| habit.trial.count(saved, PRICE));
        }
        known
    }

    fn keep(&self, part: PartId, view: &View, read: Read<'_>, answer: Answer, cost: u64) -> bool {
        if is_list(&answer) && self.habit(part).standing == Standing::Open {
            self.settle(part, read.path);
        }
        if self.habit(part).trial.is_over() {
            return false;
        }
        // That it does not fit in comes to light where the whole answer is compared.
        let _ = self.learn(Question::Part(part), view, read, answer, cost);
        self.may_stand(part)
    }
}
