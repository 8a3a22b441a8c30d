//! Lowered scripts: functions as trees in which names are resolved.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use rhai::RangeCase;

use super::datum::{Datum, Keys, Size};
use super::library::Function;
use super::operators::Operator;
use super::properties::Property;
use crate::game::PartId;

/// The number of a function of the scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FunctionId(pub(super) u32);

/// A place in the frame of a function: a parameter or a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot(pub(super) u32);

/// A function of the scripts.
#[derive(Debug)]
pub(super) struct Routine {
    pub(super) parameters: usize,
    /// How many places its frame has, those of the parameters among them.
    pub(super) slots: usize,
    pub(super) body: Box<[Statement]>,
}

/// A function with what it took along from where it was written.
#[derive(Debug)]
pub(super) struct Closure {
    pub(super) function: FunctionId,
    pub(super) taken: Vec<Datum>,
    pub(super) size: Size,
}

/// An expression.
#[derive(Debug)]
pub(super) enum Node {
    /// What is left to Rhai.
    Beyond,
    Constant(Datum),
    Variable(Slot),
    /// A value of which properties are read, items looked up and methods called, one after the other.
    Chain(Box<Chain>),
    /// A function of the scripts.
    Call(FunctionId, Box<[Self]>),
    /// A function of the view alone, whose answers are kept.
    Part(PartId, FunctionId, Box<Self>),
    /// A function of Rhai or of the host.
    Library(Function, Box<[Self]>),
    /// One that changes its first argument, which is a variable.
    Change(Function, Slot, Box<[Self]>),
    Binary(Operator, Box<(Self, Self)>),
    /// A number of the position, compared with something else.
    Compared(Box<Compared>),
    /// Whether a number of the position is in a list.
    Among(Function, Box<(Self, Self)>),
    Not(Box<Self>),
    Negative(Box<Self>),
    And(Box<[Self]>),
    Or(Box<[Self]>),
    Coalesce(Box<[Self]>),
    Interpolated(Box<[Self]>),
    List(Box<[Self]>),
    Map(Box<Literal>),
    Block(Box<[Statement]>),
    Closure(FunctionId, Box<[Slot]>),
}

/// `one < other`, where one of them may be a number that is read of the position.
#[derive(Debug)]
pub(super) struct Compared {
    pub(super) operator: Operator,
    pub(super) one: Node,
    pub(super) other: Node,
    pub(super) number: Operand,
}

/// One of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operand {
    First,
    Second,
}

impl Node {
    /// Tells whether its value may be a number of the position, just as it is read.
    pub(super) fn may_be_read(&self) -> bool {
        let Self::Chain(chain) = self else {
            return false;
        };
        match chain.links.last() {
            Some(Link::Property(property)) => property.may_be_number(),
            Some(Link::Method(function, _)) => function.counts_cards,
            _ => false,
        }
    }
}

/// A map as it is written.
#[derive(Debug)]
pub(super) struct Literal {
    pub(super) keys: Keys,
    /// In the order in which they are written: where each stands in that of the keys, and its item.
    pub(super) entries: Box<[(usize, Node)]>,
}

/// `root.link.link[link]`: the arguments of all links are evaluated before the root.
#[derive(Debug)]
pub(super) struct Chain {
    pub(super) root: Node,
    pub(super) links: Box<[Link]>,
    /// Operations that are counted for the chain itself.
    pub(super) operations: u64,
    /// Whether the root is a variable that a closure takes along, and a method is called: unless it
    /// is a value of the host, Rhai may find it locked then.
    pub(super) is_locked: bool,
    /// Whether Rhai puts back what the properties in it were read as: see [`super::library::First`].
    pub(super) puts_back: bool,
    /// Whether all links are properties.
    pub(super) is_plain: bool,
}

impl Chain {
    /// Returns the first property and all others, if there is nothing else in it.
    pub(super) fn properties(&self) -> Option<(&Property, &[Link])> {
        match self.links.split_first() {
            Some((Link::Property(first), others)) if self.is_plain => Some((first, others)),
            _ => None,
        }
    }
}

#[derive(Debug)]
pub(super) enum Link {
    Property(Property),
    Item(Node),
    Method(Function, Box<[Node]>),
    /// A method that changes the variable at the root.
    Change(Function, Slot, Box<[Node]>),
}

/// A statement.
#[derive(Debug)]
pub(super) enum Statement {
    Nothing,
    Beyond,
    Expression(Node),
    /// An expression that Rhai takes for a statement, without counting it twice.
    Call(Node),
    Let(Slot, Node),
    Assign(Target, Option<Operator>, Node),
    Block(Box<[Self]>),
    If(Box<If>),
    Switch(Box<Switch>),
    While(Box<(Option<Node>, Box<[Self]>)>),
    For(Box<For>),
    Break(Option<Node>),
    Continue,
    Return(Option<Node>),
    /// Variables are shared with a closure; here they are copied when it is made.
    Share,
}

#[derive(Debug)]
pub(super) struct If {
    pub(super) condition: Node,
    pub(super) then: Box<[Statement]>,
    pub(super) otherwise: Box<[Statement]>,
}

/// What is assigned to.
#[derive(Debug)]
pub(super) enum Target {
    Variable(Slot),
    Entry(Slot, Arc<str>),
    Item(Slot, Node),
}

#[derive(Debug)]
pub(super) struct For {
    pub(super) counter: Option<Slot>,
    pub(super) variable: Slot,
    pub(super) over: Over,
    pub(super) body: Box<[Statement]>,
}

/// What a loop goes over.
#[derive(Debug)]
pub(super) enum Over {
    List(Node),
    Numbers(Range<i64>),
    /// From the first number to the second, which is included or not.
    Range {
        bounds: Box<[Node; 2]>,
        inclusive: bool,
    },
}

/// A `switch`: Rhai keeps only hashes of its cases, so a value is looked up by what Rhai says its
/// hash is.
#[derive(Debug)]
pub(super) struct Switch {
    pub(super) value: Node,
    /// For each hash the numbers of arms.
    pub(super) cases: HashMap<u64, Vec<usize>>,
    pub(super) ranges: Vec<RangeCase>,
    /// Conditions and what follows.
    pub(super) arms: Vec<(Option<Node>, Node)>,
    pub(super) otherwise: Option<usize>,
    /// Arms by values that were looked up before.
    pub(super) known: RefCell<Vec<(Datum, Rc<[usize]>)>>,
}
