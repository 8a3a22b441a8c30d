//! Where answers are kept: two generations, of which the younger takes over what is asked for.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Question;
use super::exchange::{Exchange, Found, Listener, copy_of_move};
use super::intern::Interner;
use super::tree::{At, End, Leaf, Missing, Told, Tree, told_of};
use crate::game::layout::Layout;
use crate::game::part::{Answer, Keeper, Known, PartId, Step};
use crate::game::value::Value;
use crate::game::view::View;

/// Bytes that all answers kept in this process may take, about.
const ROOM: usize = 96 << 20;

/// How many there are that share the room.
static SHARING: AtomicUsize = AtomicUsize::new(0);

/// A part with lists for answers stands for what they depend on if that is more than this. To look
/// at a few facts is faster than to walk down the tree of the part and to tell its list from others;
/// but many facts would be kept with every answer around it.
const FEW_STEPS: usize = 10;

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
    fn find(&self, question: Question<'_>, view: &View) -> Option<(&Leaf, u64)> {
        let root = question.root(view, &self.interner)?;
        self.tree.find(root, At::new(view))
    }

    /// Returns an answer with what leads to it.
    fn take(&self, question: Question<'_>, view: &View) -> Option<(Vec<Step>, Leaf)> {
        let root = question.root(view, &self.interner)?;
        let (path, leaf, _) = self.tree.path(root, At::new(view))?;
        Some((path, leaf.clone()))
    }

    /// Returns the answer to a part, which may stand for what it depends on if it can.
    fn known(&self, part: PartId, view: &View, may_stand: bool) -> Option<Known> {
        let root = Question::Part(part).root(view, &self.interner)?;
        let at = At::new(view);
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
        path: &[(Step, Told<'_>)],
        end: End,
    ) -> Option<()> {
        if let Question::Play(chosen) = question
            && self.interner.number(chosen).is_none()
        {
            self.interner.add_move(chosen);
        }
        let root = question.root_at(sight, &self.interner)?;
        self.tree.add(root, path, end, &mut self.interner)
    }

    /// Copies the answers that were told by others and stand in the way of this one; returns how
    /// many, and whether it is known then.
    fn open(&mut self, question: Question<'_>, view: &View) -> (u32, bool) {
        let Some(root) = question.root(view, &self.interner) else {
            return (0, false);
        };
        let mut opened = 0;
        loop {
            match self.tree.missing(root, At::new(view)) {
                None => return (opened, true),
                Some(Missing::Unknown) => return (opened, false),
                Some(Missing::Told(index)) => {
                    let Some(found) = self.tree.told(index) else {
                        return (opened, false);
                    };
                    opened += 1;
                    let leaf = found.leaf();
                    let leaf = Leaf {
                        answer: self.interner.answer(leaf.answer),
                        cost: leaf.cost,
                    };
                    self.tree.know(index, leaf);
                }
            }
        }
    }

    fn bytes(&self) -> usize {
        self.tree.bytes() + self.interner.bytes()
    }
}

/// An answer does not fit in: what was read for it differs from what was read before.
#[derive(Debug)]
pub(super) struct Unfit;

/// Answers by the questions and by what they depend on.
#[derive(Debug)]
pub(super) struct Store {
    layout: Rc<Layout>,
    young: RefCell<Generation>,
    /// What the last generation kept, from which it is taken over when it is asked for.
    old: RefCell<Generation>,
    room: Cell<Option<usize>>,
    /// By the number of the part.
    standings: RefCell<Vec<Standing>>,
    others: RefCell<Option<Listener>>,
    /// Stays set when this one has stopped listening.
    is_shared: Cell<bool>,
    use_of_others: Cell<Use>,
}

/// What came of listening to others, of late.
#[derive(Debug, Clone, Copy, Default)]
struct Use {
    /// Answers that they told.
    heard: u32,
    /// Those of them that were asked for.
    opened: u32,
    /// Whether there ever were any.
    has_heard: bool,
}

impl Use {
    /// So many answers are looked at together.
    const ENOUGH: u32 = 10_000;

    /// To tell an answer and to take it over takes about a twelfth of what it takes to ask for it.
    const WORTH: u32 = 12;

    /// Tells whether listening costs more than it gains.
    const fn is_idle(self) -> bool {
        self.heard >= Self::ENOUGH && self.opened < self.heard / Self::WORTH
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        SHARING.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Store {
    pub(super) fn new(layout: &Rc<Layout>) -> Self {
        SHARING.fetch_add(1, Ordering::Relaxed);
        Self {
            layout: Rc::clone(layout),
            young: RefCell::new(Generation::new(layout)),
            old: RefCell::default(),
            room: Cell::new(None),
            standings: RefCell::default(),
            others: RefCell::new(None),
            is_shared: Cell::new(false),
            use_of_others: Cell::new(Use::default()),
        }
    }

    /// Sets the room to so many bytes, instead of a share of what the process has.
    pub(super) fn set_room(&self, bytes: usize) {
        self.room.set(Some(bytes));
    }

    /// Shares what is learnt with others.
    pub(super) fn share(&self, exchange: Arc<Exchange>) {
        self.others.replace(Some(Listener::new(exchange)));
        self.is_shared.set(true);
    }

    /// Tells whether something in it may have been told by others.
    pub(super) const fn is_sharing(&self) -> bool {
        self.is_shared.get()
    }

    /// Finds what is known, and lets `with` look at it: the answer, and its whole cost.
    #[inline]
    pub(super) fn find<T>(
        &self,
        question: Question<'_>,
        view: &View,
        with: impl Fn(&Answer, u64) -> T,
    ) -> Option<T> {
        let known = self.look(question, view, &with);
        known.or_else(|| self.recall(question, view, &with))
    }

    /// Finds what the young generation knows.
    #[inline]
    fn look<T>(
        &self,
        question: Question<'_>,
        view: &View,
        with: &impl Fn(&Answer, u64) -> T,
    ) -> Option<T> {
        let young = self.young.borrow();
        let (leaf, cost) = young.find(question, view)?;
        Some(with(&leaf.answer, cost))
    }

    /// Finds what the old generation knows or others have learnt, and takes it over.
    #[cold]
    fn recall<T>(
        &self,
        question: Question<'_>,
        view: &View,
        with: &impl Fn(&Answer, u64) -> T,
    ) -> Option<T> {
        let is_there = self.is_recalled(question, view);
        is_there.then(|| self.look(question, view, with)).flatten()
    }

    fn is_recalled(&self, question: Question<'_>, view: &View) -> bool {
        (self.has_heard() && self.open(question, view))
            || self.take_over(question, view)
            || (self.hear() && self.open(question, view))
    }

    /// Tells whether others have told anything.
    fn has_heard(&self) -> bool {
        self.use_of_others.get().has_heard
    }

    fn open(&self, question: Question<'_>, view: &View) -> bool {
        let (opened, is_known) = self.young.borrow_mut().open(question, view);
        let mut used = self.use_of_others.get();
        used.opened += opened;
        self.use_of_others.set(used);
        is_known
    }

    fn standing(&self, part: PartId) -> Standing {
        let standings = self.standings.borrow();
        let standing = standings.get(usize::from(part.0));
        standing.copied().unwrap_or_default()
    }

    fn may_stand(&self, part: PartId) -> bool {
        self.standing(part) != Standing::Falls
    }

    /// Decides whether a part stands for what its answers depend on, when the first of them is a list.
    /// If not, whatever was kept by an answer of it is forgotten; that happens once, and early.
    fn settle(&self, part: PartId, steps: usize) {
        let standing = if steps > FEW_STEPS {
            Standing::Stands
        } else {
            Standing::Falls
        };
        let mut standings = self.standings.borrow_mut();
        let index = usize::from(part.0);
        if standings.len() <= index {
            standings.resize(index + 1, Standing::Open);
        }
        standings[index] = standing;
        if standing == Standing::Falls {
            self.young.replace(Generation::new(&self.layout));
            self.old.replace(Generation::default());
        }
    }

    fn knows(&self, question: Question<'_>, view: &View) -> bool {
        self.young.borrow().find(question, view).is_some()
    }

    fn take_over(&self, question: Question<'_>, view: &View) -> bool {
        let known = self.old.borrow().take(question, view);
        let Some((path, leaf)) = known else {
            return false;
        };
        let parts = path.iter().filter_map(|step| match step {
            Step::Part(part) => Some(Question::Part(*part)),
            Step::Fact(_) => None,
        });
        for part in parts {
            if !self.knows(part, view) && !self.take_over(part, view) {
                return false;
            }
        }
        self.keep(question, view, &path, leaf).is_ok() && self.knows(question, view)
    }

    /// Keeps an answer that the rules have just given, and tells others of it.
    pub(super) fn learn(
        &self,
        question: Question<'_>,
        view: &View,
        path: &[Step],
        answer: Answer,
        cost: u64,
    ) -> Result<Answer, Unfit> {
        let answer = self.young.borrow_mut().interner.answer(answer);
        let leaf = Leaf {
            answer: answer.clone(),
            cost,
        };
        if let Some(others) = &mut *self.others.borrow_mut()
            && others.is_heard()
            && let Some(path) = self.portable(path, view)
        {
            others.tell(Found::new(question, At::new(view).sight(), path, &leaf));
        }
        self.keep(question, view, path, leaf)?;
        Ok(answer)
    }

    /// Returns a path with its values as others can be told of them; `None` where one of them is a
    /// list that only this memory can tell from others.
    fn portable(&self, path: &[Step], view: &View) -> Option<Vec<(Step, Value)>> {
        let young = self.young.borrow();
        let at = At::new(view);
        let value = |step: &Step| match step {
            Step::Fact(fact) => Some((*step, owned(at.told(*fact)))),
            Step::Part(part) => match young.tree.part(*part, at)?.0 {
                Answer::Value(value) => Some((*step, value.clone())),
                _ => None,
            },
        };
        path.iter().map(value).collect()
    }

    fn keep(
        &self,
        question: Question<'_>,
        view: &View,
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
        let at = At::new(view);
        let mut told = Vec::with_capacity(path.len());
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
        for step in path {
            let value = match step {
                Step::Fact(fact) => Some(at.told(*fact)),
                Step::Part(_) => answers.next().and_then(told_of),
            };
            let Some(value) = value else {
                return Ok(());
            };
            told.push((*step, value));
        }
        let kept = young.keep(question, at.sight(), &told, End::Known(leaf));
        kept.ok_or(Unfit)
    }

    /// Takes over what others have learnt; tells whether there was anything.
    fn hear(&self) -> bool {
        let heard = match &mut *self.others.borrow_mut() {
            Some(others) => others.hear(),
            None => return false,
        };
        for found in &heard {
            let has_fallen =
                |(step, _): &(Step, _)| matches!(step, Step::Part(part) if !self.may_stand(*part));
            if found.path.iter().any(has_fallen) {
                continue;
            }
            self.make_room();
            let young = &mut *self.young.borrow_mut();
            let path: Vec<(Step, Told<'_>)> = found
                .path
                .iter()
                .map(|(step, value)| (*step, borrowed(value)))
                .collect();
            if let Some(chosen) = found.played()
                && young.interner.number(chosen).is_none()
            {
                young.interner.add_move(&copy_of_move(chosen));
            }
            let end = End::Told(Arc::clone(found));
            let _ = young.keep(found.question(), found.sight, &path, end);
        }
        self.weigh(heard.len());
        !heard.is_empty()
    }

    /// Gives up listening if next to nothing of what was heard is ever asked for: positions that
    /// never come again.
    fn weigh(&self, heard: usize) {
        let mut used = self.use_of_others.get();
        used.has_heard |= heard > 0;
        used.heard = used
            .heard
            .saturating_add(u32::try_from(heard).unwrap_or(u32::MAX));
        if used.is_idle() {
            self.others.replace(None);
        } else if used.heard >= Use::ENOUGH {
            (used.heard, used.opened) = (0, 0);
        }
        self.use_of_others.set(used);
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
        self.room.get().unwrap_or_else(shared)
    }

    /// Returns how much memory is taken, about.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.young.borrow().bytes() + self.old.borrow().bytes()
    }
}

impl Keeper for Store {
    fn find(&self, part: PartId, view: &View) -> Option<Known> {
        let may_stand = self.may_stand(part);
        let known = || self.young.borrow().known(part, view, may_stand);
        let recalled = || self.is_recalled(Question::Part(part), view);
        known().or_else(|| recalled().then(known).flatten())
    }

    fn keep(&self, part: PartId, view: &View, path: &[Step], answer: Answer, cost: u64) -> bool {
        if is_list(&answer) && self.standing(part) == Standing::Open {
            self.settle(part, path.len());
        }
        // That it does not fit in comes to light where the whole answer is compared.
        let _ = self.learn(Question::Part(part), view, path, answer, cost);
        self.may_stand(part)
    }
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
