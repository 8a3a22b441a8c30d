//! Rules that are asked only once: answers, kept by the facts that they were made of.
//!
//! Rules are pure functions of a view, and a view is read one fact at a time. What an answer
//! depends on is therefore the list of facts that were read for it, and which fact is read next
//! depends only on the values of those before. So the answers stand in a tree: at each fork a fact
//! is looked at, and its value says where to go on.
//!
//! What rules can learn of a position otherwise than by [`View::read`], and why it is no matter:
//!
//! - whose decision is next ([`View::turn`]) and whose eyes the view has ([`View::eye`]): every
//!   tree belongs to one of each;
//! - the layout: it is that of the rules, and never changes. Nor do parameters;
//! - that a fact is hidden: this depends on the layout and the eye alone, whatever the position;
//! - the move to be played: every tree of `play` belongs to one.
//!
//! A view with a probe is answered by the rules themselves, as it may tell facts otherwise. An
//! answer that is a fault is never kept. An answer remembers how many operations it took, and takes
//! them again, so that rules which are near their limit fail where they would have failed.

mod exchange;
mod intern;
mod numbers;
mod tree;

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

pub use self::exchange::Exchange;
use self::exchange::{Found, Listener};
use self::intern::Interner;
use self::tree::{Leaf, Told, Tree, told};
use super::error::RuleFault;
use super::layout::Layout;
use super::moves::{Move, Moves};
use super::rules::{Effects, Rules};
use super::side::Side;
use super::terms::Terms;
use super::value::Value;
use super::verdict::Verdict;
use super::view::{Eye, Fact, Probe, View};

/// Bytes that all answers kept in this process may take, about.
const ROOM: usize = 96 << 20;

/// How many there are that share the room.
static SHARING: AtomicUsize = AtomicUsize::new(0);

/// An answer of rules.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Answer {
    Effects(Effects),
    Moves(Moves),
    Verdict(Option<Verdict>),
}

/// What rules can be asked, apart from a move that is to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hook {
    Setup,
    Next,
    Verdict,
    Moves,
    NoMoves,
}

impl Hook {
    const ALL: usize = 5;
}

/// What is asked.
#[derive(Debug, Clone, Copy)]
enum Question<'a> {
    Hook(Hook),
    Play(&'a Move),
}

/// Whose eyes and whose decision: so many trees belong to each question.
const SIGHTS: usize = 6;

fn sight(view: &View) -> usize {
    let eye = match view.eye() {
        Eye::All => 0,
        Eye::Of(Side::Left) => 2,
        Eye::Of(Side::Right) => 4,
    };
    eye + usize::from(view.turn() == Side::Right)
}

/// The value of a fact, to be handed over.
fn owned(told: Told<'_>) -> Value {
    match told {
        Told::Number(number) => Value::Int(number),
        Told::Value(value) => value.clone(),
    }
}

fn borrowed(value: &Value) -> Told<'_> {
    match value {
        Value::Int(number) => Told::Number(*number),
        other => Told::Value(other),
    }
}

/// Answers that were kept since some moment.
#[derive(Debug, Default)]
struct Generation {
    tree: Tree<Answer>,
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

    /// Returns the root of a question's tree, if it can be known here.
    fn root(&self, question: Question<'_>, sight: usize) -> Option<usize> {
        let number = match question {
            Question::Hook(hook) => hook as usize,
            Question::Play(chosen) => Hook::ALL + self.interner.number(chosen)?,
        };
        Some(number * SIGHTS + sight)
    }

    fn find(&self, question: Question<'_>, view: &View) -> Option<&Leaf<Answer>> {
        let root = self.root(question, sight(view))?;
        self.tree.find(root, view.state(), view.layout())
    }

    /// Returns an answer with the facts that lead to it.
    fn take(&self, question: Question<'_>, view: &View) -> Option<(Vec<Fact>, Leaf<Answer>)> {
        let root = self.root(question, sight(view))?;
        let (path, leaf) = self.tree.path(root, view.state(), view.layout())?;
        Some((path, leaf.clone()))
    }

    /// Keeps an answer. `None` if another one was read by other facts: then the rules are no pure
    /// functions of the view.
    fn keep(
        &mut self,
        question: Question<'_>,
        sight: usize,
        path: &[(Fact, Told<'_>)],
        leaf: Leaf<Answer>,
    ) -> Option<()> {
        if let Question::Play(chosen) = question {
            self.interner.add_move(chosen);
        }
        let root = self.root(question, sight)?;
        self.tree.add(root, path, leaf, &mut self.interner)
    }

    fn bytes(&self) -> usize {
        self.tree.bytes() + self.interner.bytes()
    }
}

/// Rules with a memory: they ask other rules only what was not asked before.
///
/// The answers are those of the other rules, whatever is remembered. When the room is used up, what
/// was not asked for lately is forgotten.
pub struct Memo {
    inner: Rc<dyn Rules>,
    layout: Rc<Layout>,
    terms: Terms,
    allowance: u64,
    /// Operations since the last renewal, those of kept answers among them.
    used: Cell<u64>,
    /// Whether the other rules were asked since then.
    asked: Cell<bool>,
    young: RefCell<Generation>,
    /// What the last generation kept, from which it is taken over when it is asked for.
    old: RefCell<Generation>,
    room: Option<usize>,
    checks: bool,
    others: Option<RefCell<Listener>>,
}

impl std::fmt::Debug for Memo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memo")
            .field("used", &self.used)
            .finish_non_exhaustive()
    }
}

impl Drop for Memo {
    fn drop(&mut self) {
        SHARING.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Memo {
    /// Gives rules a memory.
    #[must_use]
    pub fn new(inner: Rc<dyn Rules>) -> Self {
        SHARING.fetch_add(1, Ordering::Relaxed);
        let layout = Rc::clone(inner.layout());
        Self {
            terms: inner.terms(),
            allowance: inner.allowance(),
            used: Cell::new(inner.spent()),
            asked: Cell::new(true),
            young: RefCell::new(Generation::new(&layout)),
            old: RefCell::default(),
            room: None,
            checks: false,
            others: None,
            layout,
            inner,
        }
    }

    /// Gives the memory room for about so many bytes, instead of a share of what the process has.
    #[must_use]
    pub fn with_room(mut self, bytes: usize) -> Self {
        self.room = Some(bytes);
        self
    }

    /// Lets every answer that is known be asked for again and compared; if they differ, this is a
    /// fault.
    #[must_use]
    pub fn checking(mut self) -> Self {
        self.checks = true;
        self
    }

    /// Lets the memory share what it learns with others, which belong to the same rules on other
    /// threads.
    #[must_use]
    pub fn sharing(mut self, exchange: Arc<Exchange>) -> Self {
        self.others = Some(RefCell::new(Listener::new(exchange)));
        self
    }

    fn answer(
        &self,
        hook: &'static str,
        question: Question<'_>,
        view: &View,
        ask: impl Fn(&View) -> Result<Answer, RuleFault>,
    ) -> Result<Answer, RuleFault> {
        if view.is_probed() {
            return self.through(|| ask(view));
        }
        if let Some(leaf) = self.young.borrow().find(question, view) {
            return self.kept(hook, leaf, || ask(view));
        }
        self.learn(hook, question, view, ask)
    }

    /// Gives an answer that is known, unless the rules had failed on the way to it for want of
    /// operations: then they are let fail.
    #[inline]
    fn kept(
        &self,
        hook: &'static str,
        leaf: &Leaf<Answer>,
        ask: impl FnOnce() -> Result<Answer, RuleFault>,
    ) -> Result<Answer, RuleFault> {
        let used = self.used.get().saturating_add(leaf.cost);
        if used > self.allowance {
            return self.through(ask);
        }
        if self.checks {
            return self.checked(hook, leaf, ask);
        }
        self.used.set(used);
        Ok(leaf.answer.clone())
    }

    /// Answers what is not known to the young generation.
    #[cold]
    fn learn(
        &self,
        hook: &'static str,
        question: Question<'_>,
        view: &View,
        ask: impl Fn(&View) -> Result<Answer, RuleFault>,
    ) -> Result<Answer, RuleFault> {
        let known = self.old.borrow().take(question, view);
        if let Some((path, leaf)) = known {
            self.keep(hook, question, view, &path, leaf.clone())?;
            return self.kept(hook, &leaf, || ask(view));
        }
        if self.hear()
            && let Some(leaf) = self.young.borrow().find(question, view)
        {
            return self.kept(hook, leaf, || ask(view));
        }
        let probe = Rc::new(Probe::default());
        let before = self.used.get();
        let answer = self.through(|| ask(&view.clone().probed(Rc::clone(&probe))))?;
        let mut seen = HashSet::new();
        let mut path = probe.facts();
        path.retain(|fact| seen.insert(*fact));
        let answer = self.young.borrow_mut().interner.answer(answer);
        let leaf = Leaf {
            answer: answer.clone(),
            cost: self.used.get().saturating_sub(before),
        };
        if let Some(others) = &self.others {
            let value = |fact: &Fact| (*fact, owned(told(*fact, view.state(), view.layout())));
            let path = || path.iter().map(value).collect();
            let found = || Found::new(question, sight(view), path(), &leaf);
            others.borrow_mut().tell(found);
        }
        self.keep(hook, question, view, &path, leaf)?;
        Ok(answer)
    }

    fn keep(
        &self,
        hook: &'static str,
        question: Question<'_>,
        view: &View,
        path: &[Fact],
        leaf: Leaf<Answer>,
    ) -> Result<(), RuleFault> {
        let (state, layout) = (view.state(), view.layout());
        let path = path.iter().map(|fact| (*fact, told(*fact, state, layout)));
        let path: Vec<(Fact, Told<'_>)> = path.collect();
        self.make_room();
        let mut young = self.young.borrow_mut();
        match young.keep(question, sight(view), &path, leaf) {
            None if self.checks => Err(RuleFault::new(
                hook,
                "it reads other facts of one position than before",
            )),
            _ => Ok(()),
        }
    }

    /// Takes over what others have learnt; tells whether there was anything.
    fn hear(&self) -> bool {
        let Some(others) = &self.others else {
            return false;
        };
        let heard = others.borrow_mut().hear();
        for found in &heard {
            self.make_room();
            let young = &mut *self.young.borrow_mut();
            let path: Vec<(Fact, Told<'_>)> = found
                .path
                .iter()
                .map(|(fact, value)| (*fact, borrowed(value)))
                .collect();
            let leaf = found.leaf();
            let leaf = Leaf {
                answer: young.interner.answer(leaf.answer),
                cost: leaf.cost,
            };
            let asked = found.asked();
            let _ = young.keep(asked.question(), found.sight, &path, leaf);
        }
        !heard.is_empty()
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
        let shared = || ROOM / SHARING.load(Ordering::Relaxed).max(1);
        self.room.unwrap_or_else(shared)
    }

    /// Asks the other rules, and counts what they use up.
    fn through<T>(&self, ask: impl FnOnce() -> T) -> T {
        self.inner.set_spent(self.used.get());
        self.asked.set(true);
        let answer = ask();
        self.used.set(self.inner.spent());
        answer
    }

    fn checked(
        &self,
        hook: &'static str,
        Leaf {
            answer: known,
            cost,
        }: &Leaf<Answer>,
        ask: impl FnOnce() -> Result<Answer, RuleFault>,
    ) -> Result<Answer, RuleFault> {
        let before = self.used.get();
        let fresh = self.through(ask)?;
        let fresh_cost = self.used.get().saturating_sub(before);
        if fresh == *known && fresh_cost == *cost {
            return Ok(fresh);
        }
        let differ = format!(
            "what is remembered differs from what it answers: {known:?} after {cost} operations, {fresh:?} after {fresh_cost}"
        );
        Err(RuleFault::new(hook, differ))
    }

    fn effects(
        &self,
        hook: &'static str,
        question: Question<'_>,
        view: &View,
        ask: impl Fn(&View) -> Result<Effects, RuleFault>,
    ) -> Result<Effects, RuleFault> {
        match self.answer(hook, question, view, |view| ask(view).map(Answer::Effects))? {
            Answer::Effects(effects) => Ok(effects),
            // There is no other answer to this question.
            _ => ask(view),
        }
    }

    fn ending(
        &self,
        hook: &'static str,
        question: Hook,
        view: &View,
        ask: impl Fn(&View) -> Result<Option<Verdict>, RuleFault>,
    ) -> Result<Option<Verdict>, RuleFault> {
        let question = Question::Hook(question);
        match self.answer(hook, question, view, |view| ask(view).map(Answer::Verdict))? {
            Answer::Verdict(verdict) => Ok(verdict),
            _ => ask(view),
        }
    }
}

impl Rules for Memo {
    fn layout(&self) -> &Rc<Layout> {
        &self.layout
    }

    fn terms(&self) -> Terms {
        self.terms
    }

    fn setup(&self, view: &View) -> Result<Effects, RuleFault> {
        let question = Question::Hook(Hook::Setup);
        self.effects("setup", question, view, |view| self.inner.setup(view))
    }

    fn next(&self, view: &View) -> Result<Effects, RuleFault> {
        let question = Question::Hook(Hook::Next);
        self.effects("next", question, view, |view| self.inner.next(view))
    }

    fn verdict(&self, view: &View) -> Result<Option<Verdict>, RuleFault> {
        self.ending("verdict", Hook::Verdict, view, |view| {
            self.inner.verdict(view)
        })
    }

    fn moves(&self, view: &View) -> Result<Moves, RuleFault> {
        let ask = |view: &View| self.inner.moves(view);
        let question = Question::Hook(Hook::Moves);
        match self.answer("moves", question, view, |view| ask(view).map(Answer::Moves))? {
            Answer::Moves(moves) => Ok(moves),
            _ => ask(view),
        }
    }

    fn no_moves(&self, view: &View) -> Result<Option<Verdict>, RuleFault> {
        self.ending("no_moves", Hook::NoMoves, view, |view| {
            self.inner.no_moves(view)
        })
    }

    fn play(&self, view: &View, chosen: &Move) -> Result<Effects, RuleFault> {
        let question = Question::Play(chosen);
        self.effects("play", question, view, |view| self.inner.play(view, chosen))
    }

    fn renew(&self) {
        self.used.set(0);
        if self.asked.replace(false) {
            self.inner.renew();
        }
    }

    fn spent(&self) -> u64 {
        self.used.get()
    }

    fn set_spent(&self, operations: u64) {
        self.used.set(operations);
    }

    fn allowance(&self) -> u64 {
        self.allowance
    }

    fn why(&self, view: &View, text: &str) -> Result<Option<String>, RuleFault> {
        self.through(|| self.inner.why(view, text))
    }

    fn origin(&self, view: &View, text: &str) -> Option<RuleFault> {
        self.through(|| self.inner.origin(view, text))
    }

    fn located(&self, fault: RuleFault) -> RuleFault {
        self.inner.located(fault)
    }
}

#[cfg(test)]
mod tests;
