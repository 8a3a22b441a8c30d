//! What functions returned: called alike, they return it again.
//!
//! Scripts have no state, so what a call returns depends on its arguments, on whose decision it is if
//! the view is one of them, and on the facts that are read in it. A call is told by its arguments
//! first, then by the facts, one after the other as they were read. Its operations are counted again
//! and its facts are read again, so that it leaves the same traces whether it is run or not.

use std::cell::{Cell, RefCell};
use std::hash::{BuildHasher, Hash, Hasher};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use super::code::FunctionId;
use super::datum::{Datum, Interner};
use crate::game::{Fact, Held, Price, Room, Share, Side, Trial, Value};

/// Bytes that all calls kept in this process may take, about. Whoever has used up his share forgets all.
const BYTES: usize = 24 << 20;

static ROOM: Room = Room::new(BYTES);

/// To look a call up takes about as long as two operations, to keep one as long as four.
const PRICE: Price = Price { look: 2, keep: 4 };

/// Most facts that are read in a call that is kept: to read more again takes as long as to run most
/// functions.
const MOST_READS: usize = 8;

/// A call: who was called, for whose decision, with what.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call<'a> {
    pub(super) function: FunctionId,
    pub(super) turn: Side,
    pub(super) arguments: &'a [Datum],
}

/// A call that was made, with its hash.
#[derive(Debug)]
pub(super) struct Asked {
    hash: u64,
    function: FunctionId,
    turn: Side,
    arguments: Box<[Datum]>,
}

/// What a call came to.
#[derive(Debug, Clone)]
pub(super) struct Returned {
    pub(super) datum: Datum,
    /// The operations that it took.
    pub(super) operations: u64,
    /// How many calls it was within. Within more, it might be too deep.
    pub(super) depth: usize,
}

/// What is known of a call.
#[derive(Debug)]
pub(super) enum Known {
    Returned(Returned),
    /// Nothing yet: it is kept once it has returned.
    Asked(Asked),
    /// Nothing, and it is not kept.
    Nothing,
}

impl Call<'_> {
    /// `None` if an argument cannot be compared, or that would take its time.
    fn hash(self, hasher: &FixedState) -> Option<u64> {
        let mut hasher = hasher.build_hasher();
        self.function.0.hash(&mut hasher);
        for argument in self.arguments {
            if !argument.size().is_light() {
                return None;
            }
            argument.hash_into(&mut hasher)?;
        }
        Some(hasher.finish())
    }

    fn asked(self, hash: u64) -> Asked {
        Asked {
            hash,
            function: self.function,
            turn: self.turn,
            arguments: self.arguments.into(),
        }
    }
}

impl Asked {
    fn call(&self) -> Call<'_> {
        Call {
            function: self.function,
            turn: self.turn,
            arguments: &self.arguments,
        }
    }

    fn is(&self, call: Call<'_>) -> bool {
        let mut pairs = self.arguments.iter().zip(call.arguments);
        self.function == call.function
            && self.turn == call.turn
            && self.arguments.len() == call.arguments.len()
            && pairs.all(|(one, other)| one.is_like(other))
    }
}

/// What follows after the arguments, or after a fact: another fact, or what was returned.
#[derive(Debug, Clone, Copy)]
enum Node {
    Fork(u32, Fact),
    Leaf(u32),
}

/// A way on: from a fork, by the value of its fact.
type Way = (u32, Value, Node);

/// All calls that are kept.
#[derive(Debug, Default)]
struct Kept {
    roots: HashTable<(Asked, Node)>,
    ways: HashTable<Way>,
    forks: u32,
    leaves: Vec<Returned>,
    interner: Interner,
    hasher: FixedState,
    /// What the values of facts take.
    held: Held,
    /// What all else takes besides the interner.
    bytes: usize,
}

impl Kept {
    fn root(&self, hash: u64, call: Call<'_>) -> Option<Node> {
        let found = self.roots.find(hash, |(asked, _)| asked.is(call));
        found.map(|(_, node)| *node)
    }

    fn way(&self, fork: u32, value: &Value) -> Option<Node> {
        let hash = self.hasher.hash_one((fork, value));
        let is_it = |(from, known, _): &Way| *from == fork && known == value;
        self.ways.find(hash, is_it).map(|(.., node)| *node)
    }

    /// Adds what follows: the first of these facts, or else what was returned.
    fn node(&mut self, reads: &[(Fact, Value)], returned: &Returned) -> Option<Node> {
        if let Some((fact, _)) = reads.first() {
            self.forks = self.forks.checked_add(1)?;
            return Some(Node::Fork(self.forks, *fact));
        }
        let leaf = u32::try_from(self.leaves.len()).ok()?;
        self.bytes += size_of::<Returned>();
        self.leaves.push(returned.clone());
        Some(Node::Leaf(leaf))
    }

    /// Adds what a call returned after it had read these facts. `None` if it does not fit in.
    fn add(
        &mut self,
        mut asked: Asked,
        mut reads: &[(Fact, Value)],
        returned: &Returned,
    ) -> Option<()> {
        let mut node = if let Some(node) = self.root(asked.hash, asked.call()) {
            node
        } else {
            let node = self.node(reads, returned)?;
            self.bytes += 2 * size_of::<(Asked, Node)>() + size_of_val(&*asked.arguments);
            for argument in &mut asked.arguments {
                *argument = self.interner.datum(argument);
            }
            let hash = |(asked, _): &(Asked, Node)| asked.hash;
            self.roots.insert_unique(asked.hash, (asked, node), hash);
            node
        };
        while let (Node::Fork(fork, fact), [(read, value), others @ ..]) = (node, reads) {
            if fact != *read {
                return None;
            }
            reads = others;
            node = if let Some(node) = self.way(fork, value) {
                node
            } else {
                let node = self.node(reads, returned)?;
                self.bytes += 2 * size_of::<Way>();
                self.held.add(value);
                let Self { ways, hasher, .. } = self;
                let hash = |(fork, value, _): &Way| hasher.hash_one((fork, value));
                let way = (fork, value.clone(), node);
                ways.insert_unique(hash(&way), way, hash);
                node
            };
        }
        Some(())
    }

    /// Returns how much memory is taken, about.
    const fn bytes(&self) -> usize {
        self.bytes + self.held.bytes() + self.interner.bytes()
    }
}

/// The calls that are kept, and of which functions.
#[derive(Debug)]
pub(super) struct Calls {
    /// By the number of the function.
    trials: Box<[Cell<Trial>]>,
    kept: RefCell<Kept>,
    share: Share,
}

impl Calls {
    /// Makes room for calls of so many functions.
    pub(super) fn new(functions: usize) -> Self {
        Self {
            trials: vec![Cell::default(); functions].into(),
            kept: RefCell::default(),
            share: ROOM.share(),
        }
    }

    /// Tells whether calls of a function are kept, as far as that is known.
    #[inline]
    pub(super) fn are_kept(&self, function: FunctionId) -> bool {
        !self.trials[function.0 as usize].get().is_over()
    }

    /// Finds what a call returns that is made within so many others. `read` reads a fact.
    pub(super) fn find<E>(
        &self,
        call: Call<'_>,
        depth: usize,
        mut read: impl FnMut(Fact) -> Result<Value, E>,
    ) -> Result<Known, E> {
        let kept = self.kept.borrow();
        let Some(hash) = call.hash(&kept.hasher) else {
            self.count(call.function, None);
            return Ok(Known::Nothing);
        };
        let mut node = kept.root(hash, call);
        while let Some(Node::Fork(fork, fact)) = node {
            node = kept.way(fork, &read(fact)?);
        }
        let Some(Node::Leaf(leaf)) = node else {
            self.count(call.function, None);
            return Ok(Known::Asked(call.asked(hash)));
        };
        let returned = &kept.leaves[leaf as usize];
        if depth > returned.depth {
            return Ok(Known::Nothing);
        }
        self.count(call.function, Some(returned.operations));
        Ok(Known::Returned(returned.clone()))
    }

    /// Counts a call, which was known if it saves operations.
    fn count(&self, function: FunctionId, saved: Option<u64>) {
        let trial = &self.trials[function.0 as usize];
        let mut now = trial.get();
        now.count(saved, PRICE);
        trial.set(now);
    }

    /// Keeps what a call returned after it had read these facts, and returns the same, as it is kept.
    pub(super) fn keep(&self, asked: Asked, reads: &[(Fact, Value)], returned: Returned) -> Datum {
        if reads.len() > MOST_READS {
            return returned.datum;
        }
        let mut kept = self.kept.borrow_mut();
        if kept.bytes() > self.share.bytes() {
            *kept = Kept::default();
        }
        let datum = kept.interner.datum(&returned.datum);
        let returned = Returned { datum, ..returned };
        kept.add(asked, reads, &returned);
        returned.datum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Memo;
    use crate::script::limits::LIMITS;

    const FUNCTION: FunctionId = FunctionId(0);

    fn call(arguments: &[Datum]) -> Call<'_> {
        Call {
            function: FUNCTION,
            turn: Side::Left,
            arguments,
        }
    }

    fn returned(number: i64, depth: usize) -> Returned {
        Returned {
            datum: Datum::Int(number),
            operations: 100,
            depth,
        }
    }

    /// Finds a call at a depth of 3, in a position where every fact has the same value; returns the
    /// number that it is known to return.
    fn find(calls: &Calls, call: Call<'_>, facts: i64) -> Result<i64, Known> {
        let read = |_| Ok::<Value, ()>(Value::Int(facts));
        match calls.find(call, 3, read).unwrap() {
            Known::Returned(Returned {
                datum: Datum::Int(number),
                ..
            }) => Ok(number),
            other => Err(other),
        }
    }

    fn keep(calls: &Calls, call: Call<'_>, reads: &[(Fact, Value)], returned: Returned) {
        let Err(Known::Asked(asked)) = find(calls, call, -1) else {
            panic!("it is not asked");
        };
        calls.keep(asked, reads, returned);
    }

    #[test]
    fn a_call_is_told_by_its_arguments() {
        let calls = Calls::new(1);
        let one = [Datum::Int(1), Datum::list([Datum::text("a")])];
        keep(&calls, call(&one), &[], returned(7, 3));
        let alike = [Datum::Int(1), Datum::list([Datum::text("a")])];
        assert_eq!(find(&calls, call(&alike), 0).unwrap(), 7);
        for others in [
            &[Datum::Int(1), Datum::list([Datum::text("b")])][..],
            &[Datum::Int(1)],
            &[],
        ] {
            assert!(matches!(
                find(&calls, call(others), 0),
                Err(Known::Asked(_))
            ));
        }
        let for_the_other = Call {
            turn: Side::Right,
            ..call(&one)
        };
        assert!(matches!(
            find(&calls, for_the_other, 0),
            Err(Known::Asked(_))
        ));
    }

    #[test]
    fn a_call_is_told_by_the_facts_that_it_reads() {
        let calls = Calls::new(1);
        for value in [4, 5] {
            let reads = [
                (Fact::Distance, Value::Int(value)),
                (Fact::Round, Value::Int(value)),
            ];
            keep(&calls, call(&[Datum::View]), &reads, returned(value, 3));
        }
        for value in [4, 5] {
            assert_eq!(find(&calls, call(&[Datum::View]), value).unwrap(), value);
        }
        assert!(find(&calls, call(&[Datum::View]), 6).is_err());
        let reads = vec![(Fact::Round, Value::Int(1)); MOST_READS + 1];
        keep(&calls, call(&[]), &reads, returned(1, 3));
        assert!(find(&calls, call(&[]), 1).is_err());
    }

    #[test]
    fn a_call_with_much_to_look_through_is_made_again() {
        let calls = Calls::new(1);
        let long = [Datum::list((0..5_000).map(Datum::Int))];
        assert!(matches!(find(&calls, call(&long), 0), Err(Known::Nothing)));
    }

    #[test]
    fn a_call_within_more_calls_is_made_again() {
        let calls = Calls::new(1);
        keep(&calls, call(&[]), &[], returned(7, 2));
        assert!(matches!(find(&calls, call(&[]), 0), Err(Known::Nothing)));
    }

    #[test]
    fn a_function_that_is_never_called_alike_is_given_up() {
        let calls = Calls::new(2);
        keep(&calls, call(&[]), &[], returned(7, 3));
        for number in 0..10_000 {
            find(&calls, call(&[]), 0).unwrap();
            let other = FunctionId(1);
            if calls.are_kept(other) {
                let arguments = [Datum::Int(number)];
                let call = Call {
                    function: other,
                    ..call(&arguments)
                };
                assert!(find(&calls, call, 0).is_err());
            }
        }
        assert!(calls.are_kept(FUNCTION) && !calls.are_kept(FunctionId(1)));
    }

    /// What the host remembers must not count as what the scripts of a ruleset take.
    #[test]
    fn what_is_remembered_leaves_scripts_a_third_of_what_a_program_may_grow() {
        let remembered = u64::try_from(BYTES + Memo::ROOM).unwrap();
        assert!(remembered <= LIMITS.kept / 3 * 2);
    }

    #[test]
    fn no_more_is_kept_than_there_is_room_for() {
        let calls = Calls::new(1);
        for number in 0..40_000 {
            let text = format!("{number} {}", "x".repeat(1_500));
            let arguments = [Datum::Int(number), Datum::text(&text)];
            keep(&calls, call(&arguments), &[], returned(number, 3));
            assert_eq!(find(&calls, call(&arguments), 0).unwrap(), number);
            let kept = calls.kept.borrow();
            assert!(kept.bytes() < BYTES + 100_000);
            assert!(kept.leaves.len() < 30_000);
        }
    }
}
