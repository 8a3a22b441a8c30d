//! What a script looks like, judged before it runs.

use std::collections::HashSet;

use rhai::{AST, ASTNode, Expr, FnCallExpr, Position, Stmt};

use super::api::is_own;
use super::files::Files;
use super::limits::LIMITS;
use crate::text::{Fault, Faults};

/// Finds functions named as those of the host are, which would be called in their place; closures
/// that would keep something between calls; and calls with more arguments than are allowed: to look
/// such a function up would take ever longer.
pub(super) fn check(ast: &AST, files: &Files, faults: &mut Faults) {
    let mut own: Vec<(&str, usize)> = ast
        .iter_functions()
        .map(|function| (function.name, function.params.len()))
        .filter(|(name, _)| is_own(name))
        .collect();
    own.sort_unstable();
    for (name, count) in own {
        let fault = Fault::new("reserved", format!("`{name}` is a function of Salle"));
        let fault = fault.help("give this one another name");
        faults.push(match files.definition(name, Some(count)) {
            Some(span) => fault.at(span),
            None => fault,
        });
    }
    for place in kept_by_closures(ast) {
        let message = "a closure at the top of a file keeps what it takes along from call to call";
        let fault = Fault::new("closure", message);
        let fault = fault.help("rules remember nothing: make a function of it, and keep what changes in a variable of the game");
        faults.push(match files.span(place) {
            Some(span) => fault.at(span),
            None => fault,
        });
    }
    each_call(ast, |call, place| {
        if call.args.len() <= LIMITS.arguments {
            return;
        }
        let most = LIMITS.arguments;
        let fault = Fault::new("limit", format!("a call with more than {most} arguments"));
        let fault = fault.help("hand over a list or a map");
        faults.push(match files.span(place) {
            Some(span) => fault.at(span),
            None => fault,
        });
    });
}

/// Finds the statements at the top of a file in which a closure takes a variable along: it would
/// outlive the call, and what it changes there would be a memory of its own.
fn kept_by_closures(ast: &AST) -> Vec<Position> {
    let keeps = |statement: &&Stmt| {
        let mut keeps = false;
        statement.walk(&mut Vec::new(), &mut |path: &[ASTNode<'_>]| {
            keeps |= matches!(path.last(), Some(ASTNode::Stmt(Stmt::Share(_))));
            true
        });
        keeps
    };
    let kept = ast.statements().iter().filter(keeps);
    kept.map(Stmt::position).collect()
}

/// Returns the names of all functions that scripts call, and every text, which may name one.
pub(super) fn called(ast: &AST) -> HashSet<String> {
    let mut names = HashSet::new();
    each_call(ast, |call, _| {
        names.insert(call.name.to_string());
        for argument in &call.args {
            if let Expr::StringConstant(text, _) = argument {
                names.insert(text.to_string());
            }
        }
    });
    names
}

pub(super) fn each_call(ast: &AST, mut each: impl FnMut(&FnCallExpr, Position)) {
    ast.walk(&mut |path: &[ASTNode<'_>]| {
        if let Some(
            ASTNode::Expr(Expr::FnCall(call, place) | Expr::MethodCall(call, place))
            | ASTNode::Stmt(Stmt::FnCall(call, place)),
        ) = path.last()
        {
            each(call, *place);
        }
        true
    });
}

/// Returns the names of all variables that closures of a script use, and of those that it assigns
/// anew.
pub(super) fn used_and_assigned(ast: &AST) -> (HashSet<String>, HashSet<String>) {
    let (mut used, mut assigned) = (HashSet::new(), HashSet::new());
    ast.walk(&mut |path: &[ASTNode<'_>]| {
        match path.last() {
            Some(ASTNode::Stmt(Stmt::Share(variables))) => {
                used.extend(
                    variables
                        .iter()
                        .map(|(variable, _)| variable.name.to_string()),
                );
            }
            Some(ASTNode::Stmt(Stmt::Assignment(assignment))) => {
                if let Expr::Variable(variable, ..) = &assignment.1.lhs {
                    assigned.insert(variable.1.to_string());
                }
            }
            _ => {}
        }
        true
    });
    (used, assigned)
}
