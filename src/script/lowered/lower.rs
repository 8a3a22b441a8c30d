//! From Rhai's syntax trees to lowered code. Whatever is not known here becomes something that is
//! left to Rhai when it is reached.

mod left;
mod used;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;
use std::sync::Arc;

use rhai::{
    AST, ASTFlags, ASTNode, Dynamic, Expr, FnCallExpr, FnPtr, Module, Position, ScriptFuncDef, Stmt,
};

pub(super) use self::left::Left;
use self::used::Used;
use super::code::{
    Chain, Closure, Compared, For, FunctionId, If, Link, Literal, Node, Operand, Over, Routine,
    Slot, Statement, Switch, Target,
};
use super::datum::{Datum, Size};
use super::library::{self, First};
use super::operators::Operator;
use super::properties::Property;
use crate::game::{Layout, PartId};
use crate::script::convert::to_value;
use crate::script::limits::LIMITS;
use crate::script::parts::is_plain;

/// A function's name and how many parameters it has.
type Head = (String, usize);

/// What is known of the scripts as a whole.
pub(super) struct Scripts<'a> {
    layout: &'a Layout,
    functions: BTreeMap<Head, FunctionId>,
    /// Those that are parts.
    parts: HashMap<String, PartId>,
    /// The variables that each function changes, or lets closures take along.
    used: Vec<Used>,
    left: RefCell<Left>,
}

/// What scripts became.
pub(super) struct Lowered {
    pub(super) functions: Vec<Routine>,
    pub(super) numbers: BTreeMap<Head, FunctionId>,
    pub(super) left: Left,
}

/// Lowers all functions.
pub(super) fn lower(ast: &AST, layout: &Layout, parts: HashMap<String, PartId>) -> Lowered {
    let definitions: Vec<&Rc<ScriptFuncDef>> = ast.iter_fn_def().collect();
    let heads = definitions.iter().map(|function| {
        let name = function.name.to_string();
        (name, function.params.len())
    });
    let functions = heads.zip((0..).map(FunctionId)).collect();
    let mut scripts = Scripts {
        layout,
        functions,
        parts,
        used: Vec::new(),
        left: RefCell::default(),
    };
    let bodies = definitions.iter().map(|function| alone(function));
    scripts.used = bodies.map(|body| scripts.used_in(&body)).collect();
    let routines = (0..).map(FunctionId).zip(&definitions).zip(&scripts.used);
    let routines = routines
        .map(|((id, function), used)| scripts.routine(id, function, used))
        .collect();
    Lowered {
        functions: routines,
        numbers: scripts.functions,
        left: scripts.left.into_inner(),
    }
}

impl Scripts<'_> {
    fn function(&self, name: &str, parameters: usize) -> Option<FunctionId> {
        self.functions.get(&(name.to_owned(), parameters)).copied()
    }

    fn routine(&self, id: FunctionId, function: &Rc<ScriptFuncDef>, used: &Used) -> Routine {
        let mut frame = Frame {
            scripts: self,
            id,
            used,
            names: function.params.iter().map(ToString::to_string).collect(),
            slots: function.params.len(),
        };
        let mut body = frame.statements(&body_of(function));
        if frame.slots > LIMITS.variables {
            body = [Statement::Beyond].into();
        }
        Routine {
            parameters: function.params.len(),
            slots: frame.slots,
            body,
        }
    }

    /// Makes a closure that takes nothing along of a pointer to a function.
    fn closure(&self, pointer: &FnPtr) -> Option<FunctionId> {
        if pointer.is_curried() {
            return None;
        }
        let name = pointer.fn_name();
        let mut named = self.functions.range((name.to_owned(), 0)..);
        let ((known, _), id) = named.next()?;
        (known == name && pointer.is_anonymous()).then_some(*id)
    }

    fn constant(&self, value: &Dynamic) -> Node {
        if let Some(pointer) = value.read_lock::<FnPtr>() {
            return match self.closure(&pointer) {
                Some(function) => Node::Constant(Datum::Closure(Rc::new(Closure {
                    function,
                    taken: Vec::new(),
                    size: Size::default(),
                }))),
                None => Node::Beyond,
            };
        }
        match is_plain(value).then(|| to_value(value)) {
            Some(Ok(value)) => Node::Constant(Datum::from(&value)),
            _ => Node::Beyond,
        }
    }
}

/// Returns a tree with nothing but a function: Rhai shows what is in one only to those who walk
/// through a tree.
fn alone(function: &Rc<ScriptFuncDef>) -> AST {
    let mut alone = Module::new();
    alone.set_script_fn(Rc::clone(function));
    AST::new([], alone)
}

/// Returns the statements of a function.
fn body_of(function: &Rc<ScriptFuncDef>) -> Vec<Stmt> {
    let mut statements = Vec::new();
    alone(function).walk(&mut |path: &[ASTNode<'_>]| {
        if let [ASTNode::Stmt(statement)] = path {
            statements.push(Stmt::clone(statement));
        }
        true
    });
    statements
}

/// Returns the numbers of a range, if it is one.
fn numbers(constant: &Dynamic) -> Option<Range<i64>> {
    if let Some(range) = constant.read_lock::<Range<i64>>() {
        return Some(range.clone());
    }
    let range = constant.read_lock::<RangeInclusive<i64>>()?;
    Some(*range.start()..range.end().checked_add(1)?)
}

/// The function that is being lowered.
struct Frame<'a> {
    scripts: &'a Scripts<'a>,
    id: FunctionId,
    used: &'a Used,
    /// The variables in scope, by their slots.
    names: Vec<String>,
    slots: usize,
}

impl Frame<'_> {
    fn declare(&mut self, name: &str) -> Slot {
        let slot = self.names.len();
        self.names.push(name.to_owned());
        self.slots = self.slots.max(self.names.len());
        Slot(u32::try_from(slot).unwrap_or(u32::MAX))
    }

    fn slot(&self, name: &str) -> Option<Slot> {
        let slot = self.names.iter().rposition(|known| known == name)?;
        Some(Slot(u32::try_from(slot).unwrap_or(u32::MAX)))
    }

    fn statements(&mut self, statements: &[Stmt]) -> Box<[Statement]> {
        let before = self.names.len();
        let statements = statements.iter().map(|statement| self.statement(statement));
        let statements = statements.collect();
        self.names.truncate(before);
        statements
    }

    fn statement(&mut self, statement: &Stmt) -> Statement {
        let lowered = self.lowered(statement);
        match &lowered {
            // Nobody minds how fast a script gives up.
            Statement::Beyond if matches!(statement, Stmt::Return(..)) => {}
            Statement::Beyond => self.note(&Node::Beyond, statement.position()),
            Statement::Call(node) => self.note(node, statement.position()),
            _ => {}
        }
        lowered
    }

    /// Notes what is left to Rhai, or is called.
    fn note(&self, node: &Node, position: Position) {
        let mut left = self.scripts.left.borrow_mut();
        match node {
            Node::Beyond => left.places.push((self.id, position)),
            Node::Call(function, _) | Node::Part(_, function, _) | Node::Closure(function, _) => {
                left.calls.push((self.id, *function));
            }
            Node::Constant(Datum::Closure(closure)) => {
                left.calls.push((self.id, closure.function));
            }
            _ => {}
        }
    }

    fn lowered(&mut self, statement: &Stmt) -> Statement {
        match statement {
            Stmt::Noop(_) => Statement::Nothing,
            Stmt::Expr(node) => Statement::Expression(self.node(node)),
            Stmt::FnCall(call, _) => Statement::Call(self.call(call)),
            Stmt::Block(block) => Statement::Block(self.statements(block.statements())),
            Stmt::Share(_) => Statement::Share,
            Stmt::Var(parts, options, _) => {
                let (name, value, _) = &**parts;
                if options.contains(ASTFlags::EXPORTED) {
                    return Statement::Beyond;
                }
                let value = self.node(value);
                Statement::Let(self.declare(&name.name), value)
            }
            Stmt::Assignment(parts) => {
                let (operator, sides) = &**parts;
                let operator = match operator.get_op_assignment_info() {
                    None => None,
                    Some((.., name)) => match Operator::of(name) {
                        None => return Statement::Beyond,
                        known => known,
                    },
                };
                let value = self.node(&sides.rhs);
                match self.target(&sides.lhs) {
                    Some(target) => Statement::Assign(target, operator, value),
                    None => Statement::Beyond,
                }
            }
            Stmt::If(parts, _) => Statement::If(Box::new(If {
                condition: self.node(&parts.expr),
                then: self.statements(parts.body.statements()),
                otherwise: self.statements(parts.branch.statements()),
            })),
            Stmt::Switch(parts, _) => {
                let (value, cases) = &**parts;
                let value = self.node(value);
                let arms = cases.expressions.iter().map(|arm| {
                    let condition = match &arm.lhs {
                        Expr::BoolConstant(true, _) => None,
                        condition => Some(self.node(condition)),
                    };
                    (condition, self.node(&arm.rhs))
                });
                Statement::Switch(Box::new(Switch {
                    value,
                    arms: arms.collect(),
                    cases: cases
                        .cases
                        .iter()
                        .map(|(hash, list)| (*hash, list.blocks.to_vec()))
                        .collect(),
                    ranges: cases.ranges.to_vec(),
                    otherwise: cases.def_case,
                    known: RefCell::default(),
                }))
            }
            Stmt::While(parts, _) => {
                let condition = match &parts.expr {
                    Expr::Unit(_) | Expr::BoolConstant(true, _) => None,
                    condition => Some(self.node(condition)),
                };
                let body = self.statements(parts.body.statements());
                Statement::While(Box::new((condition, body)))
            }
            Stmt::For(parts, _) => {
                let (variable, counter, parts) = &**parts;
                let over = self.over(&parts.expr);
                let before = self.names.len();
                let counter = counter.as_ref().map(|counter| self.declare(&counter.name));
                let variable = self.declare(&variable.name);
                let body = self.statements(parts.body.statements());
                self.names.truncate(before);
                Statement::For(Box::new(For {
                    counter,
                    variable,
                    over,
                    body,
                }))
            }
            Stmt::BreakLoop(value, options, _) => {
                if options.contains(ASTFlags::BREAK) {
                    Statement::Break(value.as_ref().map(|value| self.node(value)))
                } else {
                    Statement::Continue
                }
            }
            Stmt::Return(value, options, _) if !options.contains(ASTFlags::BREAK) => {
                Statement::Return(value.as_ref().map(|value| self.node(value)))
            }
            _ => Statement::Beyond,
        }
    }

    fn over(&mut self, expression: &Expr) -> Over {
        if let Expr::FnCall(call, _) = expression
            && let [first, last] = &*call.args
            && matches!(&*call.name, ".." | "..=")
        {
            let bounds = Box::new([self.node(first), self.node(last)]);
            return Over::Range {
                bounds,
                inclusive: call.name == "..=",
            };
        }
        match expression {
            Expr::DynamicConstant(constant, _) => {
                let numbers = numbers(constant);
                numbers.map_or_else(|| Over::List(self.node(expression)), Over::Numbers)
            }
            _ => Over::List(self.node(expression)),
        }
    }

    fn target(&mut self, expression: &Expr) -> Option<Target> {
        let variable = |expression: &Expr| match expression {
            Expr::Variable(variable, ..) if variable.2.is_empty() => self.slot(&variable.1),
            _ => None,
        };
        match expression {
            Expr::Variable(..) => variable(expression).map(Target::Variable),
            Expr::Dot(parts, options, _) if !options.contains(ASTFlags::NEGATED) => {
                match &parts.rhs {
                    Expr::Property(name, _) => {
                        let slot = variable(&parts.lhs)?;
                        Some(Target::Entry(slot, Arc::from(&*name.2)))
                    }
                    _ => None,
                }
            }
            Expr::Index(parts, options, _) if !options.contains(ASTFlags::NEGATED) => {
                let slot = variable(&parts.lhs)?;
                if is_link(&parts.rhs, *options) {
                    return None;
                }
                Some(Target::Item(slot, self.node(&parts.rhs)))
            }
            _ => None,
        }
    }

    fn nodes<'b>(&mut self, expressions: impl IntoIterator<Item = &'b Expr>) -> Box<[Node]> {
        let expressions = expressions.into_iter();
        expressions
            .map(|expression| self.node(expression))
            .collect()
    }

    fn node(&mut self, expression: &Expr) -> Node {
        let node = self.expression(expression);
        self.note(&node, expression.position());
        node
    }

    fn expression(&mut self, expression: &Expr) -> Node {
        match expression {
            Expr::DynamicConstant(value, _) => self.scripts.constant(value),
            Expr::BoolConstant(flag, _) => Node::Constant(Datum::Bool(*flag)),
            Expr::IntegerConstant(number, _) => Node::Constant(Datum::Int(*number)),
            Expr::StringConstant(text, _) => Node::Constant(Datum::text(text)),
            Expr::Unit(_) => Node::Constant(Datum::Unit),
            Expr::InterpolatedString(parts, _) => Node::Interpolated(self.nodes(&**parts)),
            Expr::Array(items, _) => Node::List(self.nodes(&**items)),
            Expr::Map(parts, _) => {
                let keys = parts.1.keys().map(|key| Arc::from(&**key));
                let place = |name: &str| parts.1.keys().position(|key| *key == name);
                let entries = parts.0.iter().map(|(name, item)| {
                    let place = place(&name.name).unwrap_or_default();
                    (place, self.node(item))
                });
                Node::Map(Box::new(Literal {
                    entries: entries.collect(),
                    keys: keys.collect(),
                }))
            }
            Expr::Variable(variable, ..) if variable.2.is_empty() => self.variable(&variable.1),
            Expr::Stmt(block) => Node::Block(self.statements(block.statements())),
            Expr::FnCall(call, _) => self.call(call),
            Expr::Dot(..) | Expr::Index(..) => match self.chain(expression) {
                Some(chain) => Node::Chain(Box::new(chain)),
                None => Node::Beyond,
            },
            Expr::And(nodes, _) => Node::And(self.nodes(nodes.iter())),
            Expr::Or(nodes, _) => Node::Or(self.nodes(nodes.iter())),
            Expr::Coalesce(nodes, _) => Node::Coalesce(self.nodes(nodes.iter())),
            _ => Node::Beyond,
        }
    }

    fn variable(&self, name: &str) -> Node {
        self.slot(name).map_or(Node::Beyond, Node::Variable)
    }

    fn call(&mut self, call: &FnCallExpr) -> Node {
        if call.is_qualified() || call.capture_parent_scope {
            return Node::Beyond;
        }
        let name = &*call.name;
        if call.op_token.is_some() {
            match (&*call.args, name) {
                ([operand], "!") => return Node::Not(Box::new(self.node(operand))),
                ([operand], "-") => return Node::Negative(Box::new(self.node(operand))),
                ([one, other], name) if name != "contains" => {
                    return match Operator::of(name) {
                        Some(operator) => binary(operator, self.node(one), self.node(other)),
                        None => Node::Beyond,
                    };
                }
                _ => {}
            }
        }
        if name == "curry" {
            return self.closure(call).unwrap_or(Node::Beyond);
        }
        let count = call.args.len();
        if let Some(function) = self.scripts.function(name, count) {
            let mut arguments = self.nodes(&call.args).into_vec();
            return match self.scripts.parts.get(name) {
                Some(part) if count == 1 => match arguments.pop() {
                    Some(argument) => Node::Part(*part, function, Box::new(argument)),
                    None => Node::Beyond,
                },
                _ => Node::Call(function, arguments.into()),
            };
        }
        if name == "call" {
            return Node::Beyond;
        }
        let Some(function) = library::function(name, count) else {
            return Node::Beyond;
        };
        if function.first == First::Changed
            && let Some((Expr::Variable(variable, ..), others)) = call.args.split_first()
        {
            return match self.slot(&variable.1) {
                Some(slot) => Node::Change(function, slot, self.nodes(others)),
                None => Node::Beyond,
            };
        }
        if let ([list, item], "contains") = (&*call.args, name) {
            let (list, item) = (self.node(list), self.node(item));
            return if item.may_be_read() {
                Node::Among(function, Box::new((list, item)))
            } else {
                Node::Library(function, [list, item].into())
            };
        }
        Node::Library(function, self.nodes(&call.args))
    }

    /// Lowers a closure that takes variables along. A variable that is changed anywhere would have to
    /// be shared with it.
    fn closure(&self, call: &FnCallExpr) -> Option<Node> {
        let (pointer, variables) = call.args.split_first()?;
        let Expr::DynamicConstant(pointer, _) = pointer else {
            return None;
        };
        let function = self.scripts.closure(&*pointer.read_lock::<FnPtr>()?)?;
        let slots = variables.iter().map(|variable| match variable {
            Expr::Variable(variable, ..) => {
                let name = &*variable.1;
                let there = self.scripts.used.get(function.0 as usize)?;
                let changes = self.used.changed.contains(name) || there.changed.contains(name);
                if changes { None } else { self.slot(name) }
            }
            _ => None,
        });
        Some(Node::Closure(function, slots.collect::<Option<_>>()?))
    }

    /// Lowers `root.link.link[link]`, which Rhai nests to the right.
    fn chain(&mut self, expression: &Expr) -> Option<Chain> {
        let (Expr::Dot(parts, options, _) | Expr::Index(parts, options, _)) = expression else {
            return None;
        };
        let mut options = *options;
        let mut is_dot = matches!(expression, Expr::Dot(..));
        let root = match &parts.lhs {
            Expr::ThisPtr(_) => return None,
            root => self.node(root),
        };
        let variable = match &parts.lhs {
            Expr::Variable(variable, ..) => Some(&*variable.1),
            _ => None,
        };
        let mut links = Vec::new();
        let mut rest = &parts.rhs;
        loop {
            if options.contains(ASTFlags::NEGATED) {
                return None;
            }
            let (here, further) = match rest {
                Expr::Dot(inner, next, _) | Expr::Index(inner, next, _)
                    if is_link(rest, options) =>
                {
                    let is_next_dot = matches!(rest, Expr::Dot(..));
                    (&inner.lhs, Some((&inner.rhs, *next, is_next_dot)))
                }
                last => (last, None),
            };
            let first = links.is_empty().then_some(variable).flatten();
            links.push(self.link(here, is_dot, first)?);
            match further {
                Some((next, next_options, is_next_dot)) => {
                    (rest, options, is_dot) = (next, next_options, is_next_dot);
                }
                None => break,
            }
        }
        let is_simple = match &links[..] {
            [Link::Property(_) | Link::Item(Node::Constant(_))] => true,
            [Link::Method(_, nodes) | Link::Change(_, _, nodes)] => nodes.is_empty(),
            _ => false,
        };
        let is_captured = variable.is_some_and(|name| self.used.captured.contains(name));
        let calls = links.iter().any(|link| matches!(link, Link::Method(..)));
        let puts_back = matches!(links.last(), Some(Link::Method(function, _)) if function.first == First::Lent);
        let is_plain = links.iter().all(|link| matches!(link, Link::Property(_)));
        Some(Chain {
            root,
            is_plain,
            operations: if is_simple { 0 } else { links.len() as u64 },
            links: links.into(),
            is_locked: is_captured && calls,
            puts_back,
        })
    }

    fn link(&mut self, expression: &Expr, is_dot: bool, variable: Option<&str>) -> Option<Link> {
        if !is_dot {
            return Some(Link::Item(self.node(expression)));
        }
        match expression {
            Expr::Property(name, _) => {
                let property = Property::new(&name.2, self.scripts.layout);
                Some(Link::Property(property))
            }
            Expr::MethodCall(call, _) => {
                let count = call.args.len();
                // A function of the scripts would be called with the value as its `this`.
                if call.is_qualified() || self.scripts.function(&call.name, count).is_some() {
                    return None;
                }
                let function = library::function(&call.name, count + 1)?;
                let nodes = self.nodes(&call.args);
                match (function.first, variable) {
                    (First::Changed, Some(variable)) => {
                        let slot = self.slot(variable)?;
                        Some(Link::Change(function, slot, nodes))
                    }
                    // It would change what is held by something else.
                    (First::Changed, None) => None,
                    _ => Some(Link::Method(function, nodes)),
                }
            }
            _ => None,
        }
    }
}

fn binary(operator: Operator, one: Node, other: Node) -> Node {
    let number = if other.may_be_read() {
        Some(Operand::Second)
    } else {
        one.may_be_read().then_some(Operand::First)
    };
    match number {
        Some(number) if operator.compares() => Node::Compared(Box::new(Compared {
            operator,
            one,
            other,
            number,
        })),
        _ => Node::Binary(operator, Box::new((one, other))),
    }
}

/// Tells whether what follows in a chain with these options is another link of it.
fn is_link(rest: &Expr, options: ASTFlags) -> bool {
    matches!(rest, Expr::Dot(..) | Expr::Index(..)) && !options.contains(ASTFlags::BREAK)
}
