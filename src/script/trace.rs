//! What scripts do while they run: how often each function is called, and each line reached.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use rhai::debugger::DebuggerCommand;
use rhai::{AST, ASTNode, Engine, Position, Stmt};

use super::files::Files;
use crate::text::Span;

/// A part of a ruleset's scripts that can be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The function's name and number of parameters, or nothing for a line.
    pub function: Option<(String, usize)>,
    /// The function's name where it is defined; of a line, where its first statement begins.
    pub span: Span,
}

/// How often parts of scripts are reached.
#[derive(Debug, Clone, Default)]
pub(super) struct Hits(Rc<RefCell<Counts>>);

#[derive(Debug, Default)]
struct Counts {
    /// Beginnings of functions, by their position.
    functions: HashMap<Position, u64>,
    /// Statements and expressions, by where they lie in memory: several begin at one position, and
    /// the scripts stay where they are as long as the rules do.
    nodes: HashMap<usize, u64>,
    /// The statement reached last.
    last: Option<usize>,
    /// The statements, each with the part that it belongs to.
    statements: HashMap<usize, usize>,
}

impl Counts {
    fn count(&mut self, node: ASTNode<'_>) {
        let node = match node {
            // The engine tells so of the brace that begins a function.
            ASTNode::Stmt(Stmt::Noop(place)) => {
                *self.functions.entry(*place).or_default() += 1;
                return;
            }
            ASTNode::Stmt(statement) => address(statement),
            ASTNode::Expr(expression) => address(expression),
            _ => return,
        };
        if self.statements.contains_key(&node) {
            *self.nodes.entry(node).or_default() += 1;
            self.last = Some(node);
        }
    }
}

fn address<T>(node: &T) -> usize {
    std::ptr::from_ref(node).addr()
}

impl Hits {
    /// Makes an engine count.
    pub(super) fn watch(&self, engine: &mut Engine) {
        let hits = self.clone();
        #[allow(
            deprecated,
            reason = "it is not deprecated but may change, says its documentation"
        )]
        engine.register_debugger(
            |_, debugger| debugger,
            move |_, _, node, _, _| {
                hits.0.borrow_mut().count(node);
                Ok(DebuggerCommand::StepInto)
            },
        );
    }
}

/// What tells how often a part was reached.
#[derive(Debug)]
enum ReachedBy {
    /// A function: its brace.
    Brace(Position),
    /// A line: the statement in it that was reached most.
    Statements(Vec<usize>),
}

/// Counts what the scripts of one game do.
#[derive(Debug)]
pub struct Trace {
    parts: Vec<Part>,
    reached_by: Vec<ReachedBy>,
    hits: Hits,
}

impl Trace {
    pub(super) fn new(files: &Files, hits: Hits) -> Self {
        let mut parts = Vec::new();
        let mut reached_by = Vec::new();
        for (name, parameters, span) in files.functions() {
            let Some(brace) = files.brace_after(&span) else {
                continue;
            };
            parts.push(Part {
                function: Some((name.to_owned(), parameters)),
                span,
            });
            reached_by.push(ReachedBy::Brace(brace));
        }
        for (span, statements) in lines(files) {
            let of_part = statements.iter().map(|node| (*node, parts.len()));
            hits.0.borrow_mut().statements.extend(of_part);
            parts.push(Part {
                function: None,
                span,
            });
            reached_by.push(ReachedBy::Statements(statements));
        }
        Self {
            parts,
            reached_by,
            hits,
        }
    }

    /// Returns the functions, those that a later script replaces left out, then the lines.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns how often each of [`Trace::parts`] was reached since this was asked last.
    pub fn take(&self) -> Vec<u64> {
        let counts = &mut *self.hits.0.borrow_mut();
        let reached = |by: &ReachedBy| match by {
            ReachedBy::Brace(place) => counts.functions.get(place).copied(),
            ReachedBy::Statements(nodes) => nodes
                .iter()
                .filter_map(|node| counts.nodes.get(node))
                .max()
                .copied(),
        };
        let reached = self.reached_by.iter().map(reached);
        let reached = reached.map(Option::unwrap_or_default).collect();
        counts.functions.clear();
        counts.nodes.clear();
        counts.last = None;
        reached
    }

    /// Returns the line reached last since the counts were taken.
    #[must_use]
    pub fn last(&self) -> Option<&Part> {
        let counts = self.hits.0.borrow();
        self.parts.get(*counts.statements.get(&counts.last?)?)
    }

    /// Returns where a function is defined.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<Span> {
        let is_it = |part: &&Part| {
            part.function
                .as_ref()
                .is_some_and(|(known, _)| known == name)
        };
        self.parts.iter().find(is_it).map(|part| part.span.clone())
    }

    /// Returns the name of the function that a place lies in.
    #[must_use]
    pub fn function_at(&self, place: &Span) -> Option<&str> {
        let before = self.parts.iter().filter(|part| {
            let same_file = std::sync::Arc::ptr_eq(part.span.source(), place.source());
            part.function.is_some() && same_file && part.span.start() <= place.start()
        });
        let nearest = before.max_by_key(|part| part.span.start())?;
        nearest.function.as_ref().map(|(name, _)| name.as_str())
    }
}

/// Returns the lines that hold statements, each with the place of its first and all of them.
fn lines(files: &Files) -> Vec<(Span, Vec<usize>)> {
    let mut lines: BTreeMap<usize, Vec<(Position, usize)>> = BTreeMap::new();
    for ast in files.asts() {
        each_statement(ast, |position, node| {
            if let Some(line) = position.line() {
                lines.entry(line).or_default().push((position, node));
            }
        });
    }
    let place = |statements: Vec<(Position, usize)>| {
        let first = statements.iter().map(|(position, _)| *position).min()?;
        let nodes = statements.iter().map(|(_, node)| *node);
        Some((files.span(first)?, nodes.collect()))
    };
    lines.into_values().filter_map(place).collect()
}

fn each_statement(ast: &AST, mut each: impl FnMut(Position, usize)) {
    ast.walk(&mut |path: &[ASTNode<'_>]| {
        match path.last() {
            Some(ASTNode::Stmt(Stmt::Noop(_) | Stmt::Block(_) | Stmt::Share(_))) => {}
            Some(ASTNode::Stmt(Stmt::Expr(expression))) => {
                each(expression.position(), address(&**expression));
            }
            Some(ASTNode::Stmt(statement)) => {
                each(statement.position(), address(*statement));
                // The arms of a `switch` are expressions, reached one by one.
                if let Stmt::Switch(switch, _) = statement {
                    for arm in &switch.1.expressions {
                        each(arm.rhs.start_position(), address(&arm.rhs));
                    }
                }
            }
            _ => {}
        }
        true
    });
}
