//! Runs lowered scripts.

mod calling;
mod chains;
mod comparisons;

use std::fmt::Write as _;
use std::rc::Rc;

use smallvec::SmallVec;

use super::Code;
use super::code::{Closure, For, FunctionId, Literal, Node, Over, Slot, Statement, Switch, Target};
use super::datum::{Datum, Items, List, Map, Size};
use super::library::Function;
use crate::game::{Fact, Record, Value, View};

/// Most operations of one call: rules take a few thousand. Whatever takes more is left to Rhai, which
/// looks at the time, too.
const MOST_OPERATIONS: u64 = 100_000;

/// Most items that are copied in one call, because lists and maps are changed that are held by others
/// as well.
const MOST_COPIED: usize = 1_000_000;

/// So many bytes of text take as long to copy as an item.
pub(super) const BYTES_LIKE_AN_ITEM: usize = 16;

/// Most calls within calls, counted as Rhai does or higher; its own limit lies above.
const DEEPEST: usize = 20;

/// What ends the evaluation of an expression early.
#[derive(Debug)]
pub(super) enum Stop {
    /// Something that is left to Rhai: what is not known here, a fault, or what is near a limit.
    Beyond,
    Return(Datum),
    Break(Datum),
    Continue,
}

/// What comes of an expression.
pub(super) type Done = Result<Datum, Stop>;

/// A call of a hook in progress.
pub(super) struct Run<'a> {
    pub(super) code: &'a Code,
    pub(super) view: &'a View,
    record: Option<&'a Rc<Record>>,
    /// Operations so far, counted as Rhai counts them, and the most there may be.
    pub(super) operations: u64,
    most: u64,
    copied: usize,
    /// What was read while calls that are to be kept are in progress, and how many of them there are.
    reads: Vec<(Fact, Value)>,
    learning: usize,
    /// How often something was looked at by which calls are not told: parts, and piles as a whole.
    beside: usize,
    /// How many calls are in progress since the hook or the part that is run. What they return is
    /// kept by whole facts ([`super::calls`]), so only outside of them comparisons are told apart.
    within: usize,
    /// The fact that was looked at last by the last link of a chain.
    looked: Option<Fact>,
    depth: usize,
    /// The frames of all functions in progress, one behind the other, and where the last one begins.
    stack: Vec<Datum>,
    base: usize,
    text: String,
}

impl<'a> Run<'a> {
    /// Begins a call, for which so many operations are left.
    pub(super) fn new(code: &'a Code, view: &'a View, left: u64, stack: Vec<Datum>) -> Self {
        Self {
            code,
            view,
            record: view.record(),
            operations: 0,
            most: left.min(MOST_OPERATIONS),
            copied: 0,
            reads: Vec::new(),
            learning: 0,
            beside: 0,
            within: 0,
            looked: None,
            depth: 0,
            stack,
            base: 0,
            text: String::new(),
        }
    }

    /// Gives the memory for frames back, to be used again.
    pub(super) fn into_stack(mut self) -> Vec<Datum> {
        self.stack.clear();
        self.stack
    }

    /// Tells that so many items were copied.
    pub(super) fn copied(&mut self, items: usize) {
        self.copied += items;
    }

    fn within_limits(&self) -> Result<(), Stop> {
        let is_within =
            self.operations <= self.most && self.copied <= MOST_COPIED && self.depth <= DEEPEST;
        if is_within { Ok(()) } else { Err(Stop::Beyond) }
    }

    fn block(&mut self, statements: &[Statement]) -> Done {
        let mut last = Datum::Unit;
        for statement in statements {
            last = self.statement(statement)?;
        }
        Ok(last)
    }

    fn statement(&mut self, statement: &Statement) -> Done {
        self.operations += 1;
        match statement {
            Statement::Nothing | Statement::Share => {}
            Statement::Beyond => return Err(Stop::Beyond),
            Statement::Expression(node) => return self.eval(node),
            Statement::Call(node) => {
                // A call is one operation with its statement.
                self.operations -= 1;
                return self.eval(node);
            }
            Statement::Let(slot, node) => {
                let value = self.eval(node)?;
                *self.slot(*slot) = value;
            }
            Statement::Assign(target, operator, node) => {
                let value = self.eval(node)?;
                match operator {
                    Some(operator) => {
                        self.assign(target, |run, place| run.operate_on(*operator, place, value))?;
                    }
                    None => self.assign(target, |_, place| {
                        *place = value;
                        Ok(())
                    })?,
                }
            }
            Statement::Block(statements) => return self.block(statements),
            Statement::If(parts) => {
                return if self.flag(&parts.condition)? {
                    self.block(&parts.then)
                } else {
                    self.block(&parts.otherwise)
                };
            }
            Statement::Switch(switch) => return self.switch(switch),
            Statement::While(parts) => return self.repeat(parts.0.as_ref(), &parts.1),
            Statement::For(parts) => return self.each(parts),
            Statement::Break(node) => {
                let value = self.optional(node.as_ref())?;
                return Err(Stop::Break(value));
            }
            Statement::Continue => return Err(Stop::Continue),
            Statement::Return(node) => {
                let value = self.optional(node.as_ref())?;
                return Err(Stop::Return(value));
            }
        }
        Ok(Datum::Unit)
    }

    fn optional(&mut self, node: Option<&Node>) -> Done {
        node.map_or(Ok(Datum::Unit), |node| self.eval(node))
    }

    fn slot(&mut self, slot: Slot) -> &mut Datum {
        &mut self.stack[self.base + slot.0 as usize]
    }

    /// Lets `change` change what is assigned to.
    fn assign(
        &mut self,
        target: &Target,
        change: impl FnOnce(&mut Self, &mut Datum) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        match target {
            Target::Variable(slot) => {
                self.operations += 1;
                // Out of its place, so that a list that only this variable holds is changed as it is.
                let mut value = std::mem::take(self.slot(*slot));
                change(self, &mut value)?;
                *self.slot(*slot) = value;
            }
            Target::Entry(slot, key) => {
                self.operations += 2;
                let mut value = std::mem::take(self.slot(*slot));
                let Datum::Map(map) = &mut value else {
                    return Err(Stop::Beyond);
                };
                let map = self.own_map(map);
                let mut entry = map.take(key);
                change(self, &mut entry)?;
                map.set(key, entry);
                self.put_back(*slot, value)?;
            }
            Target::Item(slot, index) => {
                let index = if let Node::Constant(index) = index {
                    index.clone()
                } else {
                    self.operations += 1;
                    self.eval(index)?
                };
                self.operations += 2;
                let mut value = std::mem::take(self.slot(*slot));
                match (&mut value, &index) {
                    (Datum::List(list), Datum::Int(index)) => {
                        let index = usize::try_from(*index).map_err(|_| Stop::Beyond)?;
                        let list = self.own_list(list);
                        let place = list.items.get_mut(index).ok_or(Stop::Beyond)?;
                        let mut item = std::mem::take(place);
                        change(self, &mut item)?;
                        list.set(index, item).ok_or(Stop::Beyond)?;
                    }
                    (Datum::Map(map), Datum::Text(key)) => {
                        let map = self.own_map(map);
                        let mut entry = map.take(key);
                        change(self, &mut entry)?;
                        map.set(key, entry);
                    }
                    _ => return Err(Stop::Beyond),
                }
                self.put_back(*slot, value)?;
            }
        }
        Ok(())
    }

    fn put_back(&mut self, slot: Slot, value: Datum) -> Result<(), Stop> {
        *self.slot(slot) = fit(value)?;
        Ok(())
    }

    fn flag(&mut self, node: &Node) -> Result<bool, Stop> {
        match self.eval(node)? {
            Datum::Bool(flag) => Ok(flag),
            _ => Err(Stop::Beyond),
        }
    }

    /// Evaluates an expression.
    pub(super) fn eval(&mut self, node: &Node) -> Done {
        self.operations += 1;
        match node {
            Node::Beyond => Err(Stop::Beyond),
            Node::Constant(datum) => Ok(datum.clone()),
            Node::Variable(slot) => Ok(self.stack[self.base + slot.0 as usize].clone()),
            Node::Chain(chain) => self.chain(chain),
            Node::Call(function, arguments) => {
                self.push_all(arguments)?;
                self.call_kept(*function, arguments.len())
            }
            Node::Part(part, function, argument) => {
                let argument = self.eval(argument)?;
                self.part(*part, *function, argument)
            }
            Node::Library(function, arguments) => self.library(*function, arguments),
            Node::Change(function, slot, arguments) => {
                self.operations += 1;
                self.change(*function, *slot, arguments)
            }
            Node::Binary(operator, operands) => {
                let one = self.eval(&operands.0)?;
                if let Node::Constant(other) = &operands.1
                    && operator.compares()
                {
                    self.operations += 1;
                    return self.compared(*operator, &one, other);
                }
                let other = self.eval(&operands.1)?;
                self.operate(*operator, one, other)
            }
            Node::Compared(compared) => self.comparison(compared),
            Node::Among(function, operands) => self.among(*function, operands),
            Node::Not(node) => self.flag(node).map(|flag| Datum::Bool(!flag)),
            Node::Negative(node) => match self.eval(node)? {
                Datum::Int(number) => number.checked_neg().map(Datum::Int).ok_or(Stop::Beyond),
                _ => Err(Stop::Beyond),
            },
            Node::And(nodes) => {
                for node in nodes {
                    if !self.flag(node)? {
                        return Ok(Datum::Bool(false));
                    }
                }
                Ok(Datum::Bool(true))
            }
            Node::Or(nodes) => {
                for node in nodes {
                    if self.flag(node)? {
                        return Ok(Datum::Bool(true));
                    }
                }
                Ok(Datum::Bool(false))
            }
            Node::Coalesce(nodes) => {
                for node in nodes {
                    let value = self.eval(node)?;
                    if !matches!(value, Datum::Unit) {
                        return Ok(value);
                    }
                }
                Ok(Datum::Unit)
            }
            Node::Interpolated(nodes) => self.interpolated(nodes),
            Node::List(nodes) => self.list(nodes),
            Node::Map(map) => self.map(map),
            Node::Block(statements) => self.block(statements),
            Node::Closure(function, slots) => self.closure(*function, slots),
        }
    }

    // The arms of `eval` that need room on the stack stand by themselves: it calls itself all the
    // time, and each call goes over all that its own frame has room for.

    #[inline(never)]
    fn list(&mut self, nodes: &[Node]) -> Done {
        let mut items = Items::with_capacity(nodes.len());
        for node in nodes {
            items.push(self.eval(node)?);
        }
        fit(Datum::List(Rc::new(List::new(items))))
    }

    #[inline(never)]
    fn map(&mut self, map: &Literal) -> Done {
        let mut items: Items = SmallVec::from_elem(Datum::Unit, map.keys.len());
        for (place, node) in &map.entries {
            items[*place] = self.eval(node)?;
        }
        fit(Datum::Map(Rc::new(Map::new(Rc::clone(&map.keys), items))))
    }

    #[inline(never)]
    fn closure(&mut self, function: FunctionId, slots: &[Slot]) -> Done {
        let taken: Vec<Datum> = slots.iter().map(|slot| self.slot(*slot).clone()).collect();
        let size = Size::of(&taken);
        self.operations += 1 + slots.len() as u64;
        fit(Datum::Closure(Rc::new(Closure {
            function,
            taken,
            size,
        })))
    }

    #[inline(never)]
    fn push_all(&mut self, nodes: &[Node]) -> Result<(), Stop> {
        for node in nodes {
            let value = self.eval(node)?;
            self.stack.push(value);
        }
        Ok(())
    }

    /// Calls a function of Rhai or of the host.
    #[inline(never)]
    fn library(&mut self, function: Function, arguments: &[Node]) -> Done {
        let mut args = [const { Datum::Unit }; 4];
        for (place, node) in args.iter_mut().zip(arguments) {
            *place = self.eval(node)?;
        }
        self.operations += 1;
        (function.run)(self, &mut args[..arguments.len()])
    }

    /// Calls a function that changes a variable.
    #[inline(never)]
    fn change(&mut self, function: Function, slot: Slot, arguments: &[Node]) -> Done {
        let mut args = [const { Datum::Unit }; 4];
        for (place, node) in args.iter_mut().skip(1).zip(arguments) {
            *place = self.eval(node)?;
        }
        self.operations += 1;
        self.changed(function, slot, &mut args[..=arguments.len()])
    }

    fn changed(&mut self, function: Function, slot: Slot, args: &mut [Datum]) -> Done {
        args[0] = std::mem::take(self.slot(slot));
        let result = (function.run)(self, args)?;
        let value = std::mem::take(&mut args[0]);
        self.put_back(slot, value)?;
        Ok(result)
    }

    #[inline(never)]
    fn interpolated(&mut self, nodes: &[Node]) -> Done {
        let mut text = self.text();
        for node in nodes {
            let item = self.eval(node)?;
            if !matches!(item, Datum::Text(_)) {
                self.operations += 1;
            }
            write(&mut text, &item)?;
        }
        self.written(text)
    }

    /// Returns an empty text to be written to.
    pub(super) fn text(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Makes a value of a text, and keeps the memory to be used again.
    pub(super) fn written(&mut self, mut text: String) -> Done {
        let datum = Datum::text(&text);
        self.copied(text.len() / BYTES_LIKE_AN_ITEM);
        text.clear();
        self.text = text;
        fit(datum)
    }

    #[inline(never)]
    fn switch(&mut self, switch: &Switch) -> Done {
        let value = self.eval(&switch.value)?;
        let arms = self.code.arms(switch, &value).ok_or(Stop::Beyond)?;
        for arm in arms.iter() {
            let (condition, then) = &switch.arms[*arm];
            let holds = match condition {
                Some(condition) => self.flag(condition)?,
                None => true,
            };
            if holds {
                return self.eval(then);
            }
        }
        match switch.otherwise {
            Some(arm) => self.eval(&switch.arms[arm].1),
            None => Ok(Datum::Unit),
        }
    }

    #[inline(never)]
    fn repeat(&mut self, condition: Option<&Node>, body: &[Statement]) -> Done {
        loop {
            self.within_limits()?;
            if let Some(condition) = condition
                && !self.flag(condition)?
            {
                return Ok(Datum::Unit);
            }
            if body.is_empty() {
                return Err(Stop::Beyond);
            }
            match self.block(body) {
                Ok(_) | Err(Stop::Continue) => {}
                Err(Stop::Break(value)) => return Ok(value),
                Err(stop) => return Err(stop),
            }
        }
    }

    #[inline(never)]
    fn each(&mut self, each: &For) -> Done {
        match &each.over {
            Over::Numbers(numbers) => {
                self.operations += 1;
                self.steps(each, numbers.clone().map(Datum::Int))
            }
            Over::List(node) => {
                let Datum::List(list) = self.eval(node)? else {
                    return Err(Stop::Beyond);
                };
                self.steps(each, list.items.iter().cloned())
            }
            Over::Range { bounds, inclusive } => {
                self.operations += 1;
                let (first, last) = (self.eval(&bounds[0])?, self.eval(&bounds[1])?);
                let (Datum::Int(first), Datum::Int(last)) = (first, last) else {
                    return Err(Stop::Beyond);
                };
                if *inclusive {
                    self.steps(each, (first..=last).map(Datum::Int))
                } else {
                    self.steps(each, (first..last).map(Datum::Int))
                }
            }
        }
    }

    fn steps(&mut self, each: &For, values: impl Iterator<Item = Datum>) -> Done {
        for (number, value) in (0_i64..).zip(values) {
            self.within_limits()?;
            if let Some(counter) = each.counter {
                *self.slot(counter) = Datum::Int(number);
            }
            *self.slot(each.variable) = value;
            if each.body.is_empty() {
                self.operations += 1;
                continue;
            }
            match self.block(&each.body) {
                Ok(_) | Err(Stop::Continue) => {}
                Err(Stop::Break(value)) => return Ok(value),
                Err(stop) => return Err(stop),
            }
        }
        Ok(Datum::Unit)
    }
}

/// Lets a value pass that is well within all limits.
pub(super) fn fit(datum: Datum) -> Done {
    if datum.size().is_small() {
        Ok(datum)
    } else {
        Err(Stop::Beyond)
    }
}

/// Writes a value as `${…}` does.
pub(super) fn write(text: &mut String, item: &Datum) -> Result<(), Stop> {
    match item {
        Datum::Text(item) => text.push_str(item),
        Datum::Int(item) => {
            let _ = write!(text, "{item}");
        }
        Datum::Bool(item) => text.push_str(if *item { "true" } else { "false" }),
        _ => return Err(Stop::Beyond),
    }
    Ok(())
}
