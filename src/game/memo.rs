//! Rules that are asked only once: answers, kept by the facts that they were made of.
//!
//! Rules are pure functions of a view, and a view is read one fact at a time. What an answer
//! depends on is therefore the list of facts that were read for it, and which fact is read next
//! depends only on the values of those before. So the answers stand in a tree: at each fork a fact
//! is looked at, and its value says where to go on.
//!
//! What rules can learn of a position otherwise than by [`View::read`] and [`View::counts`], and why
//! it is no matter:
//!
//! - whose decision is next ([`View::turn`]) and whose eyes the view has ([`View::eye`]): every
//!   tree belongs to one of each, and to one way of reading ([`Record::restart`]);
//! - the layout: it is that of the rules, and never changes. Nor do parameters;
//! - that a fact is hidden: this depends on the layout and the eye alone, whatever the position;
//! - the move to be played: every tree of `play` belongs to one.
//!
//! A view with a probe is answered by the rules themselves, as it may tell facts otherwise. An
//! answer that is a fault is never kept. An answer remembers how many operations it took, and takes
//! them again, so that rules which are near their limit fail where they would have failed.

mod intern;
mod numbers;
mod store;
mod tree;

use std::cell::Cell;
use std::fmt::{self, Debug};
use std::rc::Rc;

use self::intern::Interner;
use self::store::{Foreseen, Store};
use super::error::RuleFault;
use super::layout::Layout;
use super::moves::{Move, Moves};
use super::part::{Answer, Keeper, PartId, Read, Reading, Record};
use super::rules::{Effects, Follows, Rules, decision, one_by_one};
use super::side::Side;
use super::terms::Terms;
use super::verdict::Verdict;
use super::view::{Eye, View};

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
    Part(PartId),
    Play(&'a Move),
}

impl Question<'_> {
    /// Returns the root of the question's tree, if it can be known here.
    #[inline]
    fn root(self, sight: usize, interner: &Interner) -> Option<usize> {
        match self {
            Self::Hook(hook) => Some(hook as usize * SIGHTS + sight),
            Self::Part(part) => Some(root_of_part(part, sight)),
            // Every other root belongs to a move: there is no end to either.
            Self::Play(chosen) => {
                let number = Hook::ALL + 2 * interner.number(chosen)?;
                Some(number * SIGHTS + sight)
            }
        }
    }
}

/// Whose eyes, whose decision, and how it is read: so many trees belong to each question.
const SIGHTS: usize = 12;

fn sight(eye: Eye, turn: Side, reading: Reading) -> usize {
    let eye = match eye {
        Eye::All => 0,
        Eye::Of(Side::Left) => 4,
        Eye::Of(Side::Right) => 8,
    };
    let turn = 2 * usize::from(turn == Side::Right);
    eye + turn + usize::from(reading == Reading::Plain)
}

fn root_of_part(part: PartId, sight: usize) -> usize {
    (Hook::ALL + 2 * usize::from(part.0) + 1) * SIGHTS + sight
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
    checks: bool,
    store: Rc<Store>,
}

impl Debug for Memo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memo")
            .field("used", &self.used)
            .finish_non_exhaustive()
    }
}

impl Memo {
    /// Bytes that all answers kept in this process may take, about.
    pub const ROOM: usize = 108 << 20;

    /// Gives rules a memory.
    #[must_use]
    pub fn new(inner: Rc<dyn Rules>) -> Self {
        let layout = Rc::clone(inner.layout());
        Self {
            terms: inner.terms(),
            allowance: inner.allowance(),
            used: Cell::new(inner.spent()),
            asked: Cell::new(true),
            checks: false,
            store: Rc::new(Store::new(&layout)),
            layout,
            inner,
        }
    }

    /// Gives the memory room for about so many bytes, instead of a share of what the process has.
    #[must_use]
    pub fn with_room(self, bytes: usize) -> Self {
        self.store.set_room(bytes);
        self
    }

    /// Lets every answer that is known, or of which a part is known, be asked for again and
    /// compared; if they differ, this is a fault.
    #[must_use]
    pub fn checking(mut self) -> Self {
        self.checks = true;
        self
    }

    fn answer<T: Reply>(
        &self,
        hook: &'static str,
        question: Question<'_>,
        view: &View,
        ask: impl Fn(&View) -> Result<T, RuleFault>,
    ) -> Result<T, RuleFault> {
        if view.is_probed() {
            return self.through(|| ask(view));
        }
        let known = |answer: &Answer, cost: u64| Some((T::of(answer)?.clone(), cost));
        match self.store.find(question, view, known).flatten() {
            Some((answer, cost)) => self.kept(hook, answer, cost, || ask(view)),
            None => self.learn(hook, question, view, ask),
        }
    }

    /// Gives an answer that is known, unless the rules had failed on the way to it for want of
    /// operations: then they are let fail.
    #[inline]
    fn kept<T: Reply>(
        &self,
        hook: &'static str,
        answer: T,
        cost: u64,
        ask: impl FnOnce() -> Result<T, RuleFault>,
    ) -> Result<T, RuleFault> {
        let used = self.used.get().saturating_add(cost);
        if used > self.allowance {
            return self.through(ask);
        }
        if self.checks {
            return self.checked(hook, &answer, cost, ask);
        }
        self.used.set(used);
        Ok(answer)
    }

    /// Asks the rules, and keeps what they answer.
    #[cold]
    fn learn<T: Reply>(
        &self,
        hook: &'static str,
        question: Question<'_>,
        view: &View,
        ask: impl Fn(&View) -> Result<T, RuleFault>,
    ) -> Result<T, RuleFault> {
        let record = Rc::new(Record::new(Rc::clone(&self.store) as Rc<dyn Keeper>));
        let before = self.used.get();
        let answer = self.through(|| ask(&view.clone().recorded(Rc::clone(&record))))?;
        let cost = self.used.get().saturating_sub(before);
        let (frame, reading) = record.finish();
        if self.checks && frame.uses_kept {
            self.used.set(before);
            self.checked(hook, &answer, cost, || ask(view))?;
        }
        let own = cost.saturating_sub(frame.of_parts);
        let path = &frame.path;
        let read = Read { path, reading };
        let kept = self
            .store
            .learn(question, view, read, answer.clone().into(), own);
        match kept {
            Ok(kept) => Ok(T::of(&kept).cloned().unwrap_or(answer)),
            Err(_) if self.checks => Err(RuleFault::new(
                hook,
                "it reads other facts of one position than before",
            )),
            Err(_) => Ok(answer),
        }
    }

    /// Asks the other rules, and counts what they use up.
    fn through<T>(&self, ask: impl FnOnce() -> T) -> T {
        self.inner.set_spent(self.used.get());
        self.asked.set(true);
        let answer = ask();
        self.used.set(self.inner.spent());
        answer
    }

    fn checked<T: PartialEq + Debug>(
        &self,
        hook: &'static str,
        known: &T,
        cost: u64,
        ask: impl FnOnce() -> Result<T, RuleFault>,
    ) -> Result<T, RuleFault> {
        let before = self.used.get();
        let fresh = self.through(ask)?;
        let fresh_cost = self.used.get().saturating_sub(before);
        if fresh == *known && fresh_cost == cost {
            return Ok(fresh);
        }
        let differ = format!(
            "what is remembered differs from what it answers: {known:?} after {cost} operations, {fresh:?} after {fresh_cost}"
        );
        Err(RuleFault::new(hook, differ))
    }
}

/// What a question of the host is answered by.
trait Reply: Clone + PartialEq + Debug + Into<Answer> {
    /// Returns it, if an answer is one.
    fn of(answer: &Answer) -> Option<&Self>;
}

impl Reply for Effects {
    #[inline]
    fn of(answer: &Answer) -> Option<&Self> {
        match answer {
            Answer::Effects(effects) => Some(effects),
            _ => None,
        }
    }
}

impl Reply for Moves {
    #[inline]
    fn of(answer: &Answer) -> Option<&Self> {
        match answer {
            Answer::Moves(moves) => Some(moves),
            _ => None,
        }
    }
}

impl Reply for Option<Verdict> {
    #[inline]
    fn of(answer: &Answer) -> Option<&Self> {
        match answer {
            Answer::Verdict(verdict) => Some(verdict),
            _ => None,
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
        self.answer("setup", question, view, |view| self.inner.setup(view))
    }

    fn next(&self, view: &View) -> Result<Effects, RuleFault> {
        let question = Question::Hook(Hook::Next);
        self.answer("next", question, view, |view| self.inner.next(view))
    }

    fn verdict(&self, view: &View) -> Result<Option<Verdict>, RuleFault> {
        let question = Question::Hook(Hook::Verdict);
        self.answer("verdict", question, view, |view| self.inner.verdict(view))
    }

    fn moves(&self, view: &View) -> Result<Moves, RuleFault> {
        let question = Question::Hook(Hook::Moves);
        self.answer("moves", question, view, |view| self.inner.moves(view))
    }

    fn no_moves(&self, view: &View) -> Result<Option<Verdict>, RuleFault> {
        let question = Question::Hook(Hook::NoMoves);
        self.answer("no_moves", question, view, |view| self.inner.no_moves(view))
    }

    fn follows(&self, view: &View) -> Result<Follows, RuleFault> {
        if view.is_probed() {
            return one_by_one(self, view);
        }
        let Some((foreseen, cost)) = self.store.follows(view) else {
            return one_by_one(self, view);
        };
        let used = self.used.get().saturating_add(cost);
        match foreseen {
            _ if used > self.allowance => one_by_one(self, view),
            Foreseen::Known(known) if self.checks => {
                self.checked("next", &known, cost, || one_by_one(&*self.inner, view))
            }
            Foreseen::Known(known) => {
                self.used.set(used);
                Ok(known)
            }
            Foreseen::Decision if self.checks => one_by_one(self, view),
            Foreseen::Decision => {
                self.used.set(used);
                decision(self, view)
            }
        }
    }

    fn play(&self, view: &View, chosen: &Move) -> Result<Effects, RuleFault> {
        let question = Question::Play(chosen);
        self.answer("play", question, view, |view| self.inner.play(view, chosen))
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
