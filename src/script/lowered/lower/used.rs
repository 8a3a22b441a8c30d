//! Which variables a function changes, and which it lets closures take along.

use std::collections::HashSet;

use rhai::{AST, ASTNode, Expr, FnCallExpr, Stmt};

use super::Scripts;
use crate::script::lowered::library::{self, First};

/// Variables of a function of which it must be known what becomes of them, by their names.
#[derive(Default)]
pub(super) struct Used {
    pub(super) changed: HashSet<String>,
    pub(super) captured: HashSet<String>,
}

impl Scripts<'_> {
    /// Returns which variables are changed and which are taken along by closures.
    pub(super) fn used_in(&self, body: &AST) -> Used {
        let mut used = Used::default();
        let mut looped: Vec<String> = Vec::new();
        let mut change = |expression: Option<&Expr>| {
            if let Some(Expr::Variable(variable, ..)) = expression {
                used.changed.insert(variable.1.to_string());
            }
        };
        body.walk(&mut |path: &[ASTNode<'_>]| {
            match path.last() {
                Some(ASTNode::Stmt(Stmt::Assignment(assignment))) => {
                    change(root_of(&assignment.1.lhs));
                }
                Some(
                    ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _)),
                ) if self.may_change(call, call.args.len()) => {
                    change(call.args.first());
                }
                Some(ASTNode::Expr(chain @ (Expr::Dot(..) | Expr::Index(..))))
                    if methods_of(chain).any(|call| self.may_change(call, call.args.len() + 1)) =>
                {
                    change(root_of(chain));
                }
                Some(ASTNode::Stmt(Stmt::For(parts, _))) => {
                    // Each step gives them a new value, which a closure made before would see.
                    let counter = parts.1.iter().map(|name| name.name.to_string());
                    looped.extend(counter.chain([parts.0.name.to_string()]));
                }
                Some(ASTNode::Stmt(Stmt::Share(names))) => {
                    let names = names.iter().map(|(name, _)| name.name.to_string());
                    used.captured.extend(names);
                }
                _ => {}
            }
            true
        });
        used.changed.extend(looped);
        used
    }

    /// Tells whether a call may change its first argument.
    fn may_change(&self, call: &FnCallExpr, arguments: usize) -> bool {
        if call.op_token.is_some() || call.name == "curry" || call.name == "call" {
            return false;
        }
        if self.function(&call.name, arguments).is_some() {
            return false;
        }
        library::function(&call.name, arguments)
            .is_none_or(|function| function.first == First::Changed)
    }
}

/// The variable or expression that a chain begins with.
fn root_of(expression: &Expr) -> Option<&Expr> {
    match expression {
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => root_of(&parts.lhs),
        other => Some(other),
    }
}

/// The methods that are called in a chain.
fn methods_of(chain: &Expr) -> impl Iterator<Item = &FnCallExpr> {
    let mut rest = Some(chain);
    std::iter::from_fn(move || {
        while let Some(expression) = rest.take() {
            let (here, next) = match expression {
                Expr::Dot(parts, ..) | Expr::Index(parts, ..) => match &parts.rhs {
                    further @ (Expr::Dot(inner, ..) | Expr::Index(inner, ..)) => {
                        (&inner.lhs, Some(further))
                    }
                    last => (last, None),
                },
                _ => return None,
            };
            rest = next;
            if let Expr::MethodCall(call, _) = here {
                return Some(&**call);
            }
        }
        None
    })
}
