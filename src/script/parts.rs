//! Questions that scripts ask themselves: functions that are only ever called with the view, such
//! as `fn mine(v)`. Where the host keeps answers, it keeps theirs too, each by what was read for
//! it; so a new position asks anew only what is new in it.

use std::any::TypeId;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use rhai::{
    AST, ASTNode, Array, Dynamic, Engine, Expr, FnCallExpr, Module, NativeCallContext,
    ScriptFuncDef, Stmt,
};

use super::api::{Chosen, Position};
use super::budget::Budget;
use super::convert::{to_script, to_value};
use super::files::is_closure;
use super::hooks::HOOKS;
use crate::game::{Answer, Effect, Move, PartId, Value};

/// What stands before the name of a part where its own code is kept. Rhai takes what begins so for
/// a function without a name, and no script can call it.
const BEFORE: &str = "anon$part$";

/// Returns the name under which a part was written, if this is one.
pub(super) fn written_name(name: &str) -> Option<&str> {
    name.strip_prefix(BEFORE)
}

/// Whether scripts answer their parts from what is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parts {
    /// Each is run whenever it is called.
    Run,
    /// Each is answered from what is kept, if it is known and the view has a record.
    Kept,
}

/// Returns the scripts with every part under another name, with the number of each, and lets the
/// engine answer them.
pub(super) fn keep(
    engine: &mut Engine,
    ast: &AST,
    budget: &Budget,
) -> (AST, HashMap<String, PartId>) {
    let parts = find(ast);
    let mut numbers = HashMap::new();
    let mut module = Module::new();
    for function in ast.iter_fn_def() {
        let is_part = function.params.len() == 1 && parts.contains(function.name.as_str());
        if is_part {
            let mut renamed = ScriptFuncDef::clone(function);
            renamed.name = format!("{BEFORE}{}", function.name).into();
            module.set_script_fn(renamed);
        } else {
            module.set_script_fn(Rc::clone(function));
        }
    }
    for (number, name) in parts.iter().enumerate() {
        let Ok(number) = u16::try_from(number) else {
            break;
        };
        numbers.insert(name.clone(), PartId(number));
        let inner = format!("{BEFORE}{name}");
        let budget = budget.clone();
        let run = move |context: NativeCallContext<'_>, args: &mut [&mut Dynamic]| {
            let view = args.first().map(|view| view.flatten_clone());
            answer(
                &context,
                view.unwrap_or_default(),
                &inner,
                PartId(number),
                &budget,
            )
        };
        engine.register_raw_fn(name.as_str(), [TypeId::of::<Position>()], run);
    }
    (AST::new(ast.statements().to_vec(), module), numbers)
}

/// Answers a part: from what is kept, or by running it.
fn answer(
    context: &NativeCallContext<'_>,
    mut view: Dynamic,
    name: &str,
    part: PartId,
    budget: &Budget,
) -> Result<Dynamic, Box<rhai::EvalAltResult>> {
    let position = view.read_lock::<Position>().map(|known| known.clone());
    let recorded = position.as_ref().map(Position::view);
    let recorded = recorded.and_then(|view| Some((view, view.record()?)));
    let Some((seen, record)) = recorded else {
        return context.call_fn_raw(name, false, false, &mut [&mut view]);
    };
    if let Some(known) = record.known(part, seen)
        && budget.spend(known.cost)
    {
        record.used(&known, seen);
        return Ok(given(&known.answer));
    }
    record.begin();
    let before = budget.operations();
    let result = context.call_fn_raw(name, false, false, &mut [&mut view]);
    let kept = result.as_ref().ok().and_then(keepable);
    record.end(part, seen, kept, budget.operations() - before);
    result
}

/// Makes an answer that can be kept of what a function returned, if it is exactly that again when
/// it is given back.
fn keepable(returned: &Dynamic) -> Option<Answer> {
    if let Ok(items) = returned.as_array_ref()
        && let Some(first) = items.first()
    {
        if first.is::<Chosen>() {
            let of = |item: &Dynamic| Some(item.read_lock::<Chosen>()?.0.clone());
            let moves: Option<Vec<Move>> = items.iter().map(of).collect();
            return Some(Answer::Moves(moves?.into()));
        }
        if first.is::<Effect>() {
            let of = |item: &Dynamic| Some(item.read_lock::<Effect>()?.clone());
            let effects: Option<Vec<Effect>> = items.iter().map(of).collect();
            return Some(Answer::Effects(effects?.into()));
        }
    }
    let value = is_plain(returned).then(|| to_value(returned).ok())?;
    value.map(Answer::Value)
}

/// Tells whether a value comes back the same from [`to_value`] and [`to_script`].
pub(super) fn is_plain(value: &Dynamic) -> bool {
    if value.is_shared() {
        return false;
    }
    if let Ok(items) = value.as_array_ref() {
        return items.iter().all(is_plain);
    }
    if let Ok(map) = value.as_map_ref() {
        return map.values().all(is_plain);
    }
    value.is_unit() || value.is_bool() || value.is_int() || value.is_string()
}

fn given(answer: &Answer) -> Dynamic {
    let list = |items: Array| Dynamic::from_array(items);
    match answer {
        Answer::Value(value) => to_script(value),
        Answer::Moves(moves) => {
            let moves = moves.iter().cloned();
            list(moves.map(|chosen| Dynamic::from(Chosen(chosen))).collect())
        }
        Answer::Effects(effects) => list(effects.iter().cloned().map(Dynamic::from).collect()),
        Answer::Verdict(_) => to_script(&Value::Null),
    }
}

/// A call as it is written: who calls whom, and which arguments are plain variables.
struct Call {
    caller: Option<Head>,
    callee: Head,
    variables: Vec<Option<String>>,
}

/// A function's name and how many parameters it has.
type Head = (String, usize);

/// Finds the functions with one parameter that is the view wherever they are called.
fn find(ast: &AST) -> BTreeSet<String> {
    let mut calls = Calls::default();
    calls.read(&AST::new(ast.statements().to_vec(), Module::new()), None);
    for function in ast.iter_fn_def() {
        let mut alone = Module::new();
        alone.set_script_fn(Rc::clone(function));
        calls.enter(function, &AST::new([], alone));
    }
    calls.parts()
}

/// Everything that bears on which functions are called with what.
#[derive(Default)]
struct Calls {
    sites: Vec<Call>,
    /// The parameters of each function.
    parameters: HashMap<Head, Vec<String>>,
    /// Variables that are declared or assigned in a function: they may be no parameters any more.
    changed: HashSet<(Head, String)>,
    /// Names that may be called otherwise than by a plain call.
    elsewhere: HashSet<String>,
}

impl Calls {
    /// Adds a function, which stands alone in `ast`.
    fn enter(&mut self, function: &ScriptFuncDef, ast: &AST) {
        let names = function.params.iter().map(ToString::to_string);
        let head = (function.name.to_string(), function.params.len());
        self.parameters.insert(head.clone(), names.collect());
        if function.this_type.is_some() {
            self.elsewhere.insert(head.0.clone());
        }
        self.read(ast, Some(&head));
    }

    fn read(&mut self, ast: &AST, caller: Option<&Head>) {
        ast.walk(&mut |path: &[ASTNode<'_>]| {
            match path.last() {
                Some(
                    ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _)),
                ) => {
                    self.call(call, caller);
                }
                Some(ASTNode::Expr(Expr::MethodCall(call, _))) => {
                    self.elsewhere.insert(call.name.to_string());
                }
                Some(ASTNode::Expr(Expr::Variable(variable, ..))) => {
                    self.elsewhere.insert(variable.1.to_string());
                }
                Some(ASTNode::Expr(Expr::StringConstant(text, _))) => {
                    self.elsewhere.insert(text.to_string());
                }
                Some(ASTNode::Stmt(Stmt::Var(variable, ..))) => {
                    self.change(caller, variable.0.as_str());
                }
                Some(ASTNode::Stmt(Stmt::For(parts, _))) => {
                    self.change(caller, parts.0.as_str());
                    if let Some(counter) = &parts.1 {
                        self.change(caller, counter.as_str());
                    }
                }
                Some(ASTNode::Stmt(Stmt::Assignment(assignment))) => {
                    if let Expr::Variable(variable, ..) = &assignment.1.lhs {
                        self.change(caller, &variable.1);
                    }
                }
                _ => {}
            }
            true
        });
    }

    fn change(&mut self, function: Option<&Head>, variable: &str) {
        if let Some(head) = function {
            self.changed.insert((head.clone(), variable.to_owned()));
        }
    }

    fn call(&mut self, call: &FnCallExpr, caller: Option<&Head>) {
        if call.is_qualified() || call.capture_parent_scope {
            self.elsewhere.insert(call.name.to_string());
            return;
        }
        let name_of = |argument: &Expr| match argument {
            Expr::Variable(variable, ..) if variable.2.is_empty() => Some(variable.1.to_string()),
            _ => None,
        };
        self.sites.push(Call {
            caller: caller.cloned(),
            callee: (call.name.to_string(), call.args.len()),
            variables: call.args.iter().map(name_of).collect(),
        });
    }

    /// Returns the functions with one parameter that is always the view. All parameters of
    /// functions that are called are taken for the view, until a call shows that one is not.
    fn parts(&self) -> BTreeSet<String> {
        let is_hook = |head: &Head| {
            let mut hooks = HOOKS.iter();
            hooks.any(|hook| hook.name == head.0 && hook.parameters.first() == Some(&"v"))
        };
        let is_called = |head: &Head| self.sites.iter().any(|call| call.callee == *head);
        let mut views: HashSet<(Head, usize)> = HashSet::new();
        for head in self.parameters.keys() {
            if is_hook(head) {
                views.insert((head.clone(), 0));
            } else if is_called(head) {
                views.extend((0..head.1).map(|index| (head.clone(), index)));
            }
        }
        loop {
            let mut wrong = Vec::new();
            for call in &self.sites {
                for (index, variable) in call.variables.iter().enumerate() {
                    let parameter = (call.callee.clone(), index);
                    if views.contains(&parameter) && !self.is_view(call, variable.as_ref(), &views)
                    {
                        wrong.push(parameter);
                    }
                }
            }
            if wrong.is_empty() {
                break;
            }
            for parameter in wrong {
                views.remove(&parameter);
            }
        }
        let is_part = |((name, count), _): &&(Head, usize)| {
            *count == 1
                && !is_closure(name)
                && !HOOKS.iter().any(|hook| hook.name == name)
                && !self.elsewhere.contains(name)
        };
        views
            .iter()
            .filter(is_part)
            .map(|((name, _), _)| name.clone())
            .collect()
    }

    /// Tells whether the variable that a call hands over is the view of its caller.
    fn is_view(
        &self,
        call: &Call,
        variable: Option<&String>,
        views: &HashSet<(Head, usize)>,
    ) -> bool {
        let (Some(caller), Some(variable)) = (&call.caller, variable) else {
            return false;
        };
        let names = self.parameters.get(caller).map_or(&[][..], Vec::as_slice);
        let Some(index) = names.iter().position(|name| name == variable) else {
            return false;
        };
        views.contains(&(caller.clone(), index))
            && !self.changed.contains(&(caller.clone(), variable.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(script: &str) -> Vec<String> {
        let ast = Engine::new_raw().compile(script).unwrap();
        find(&ast).into_iter().collect()
    }

    #[test]
    fn functions_of_the_view_alone_are_parts() {
        let script = "
            fn moves(v) { mine(v) + some_of(v, 1) + of_a_number(1) }
            fn mine(v) { both(v) }
            fn some_of(w, n) { both(w) }
            fn both(v) { 1 }
            fn of_a_number(n) { n }
            fn never_called(v) { 1 }
        ";
        assert_eq!(parts(script), ["both", "mine"]);
    }

    #[test]
    fn what_may_be_handed_something_else_is_no_part() {
        let script = "
            fn moves(v) { let w = v; one(w) + two(v) + three(v) + seven(v) + eight(v) }
            fn play(v, m) { v = m; four(v) + five(m) + [1].map(|v| six(v)) + v.seven() }
            fn one(v) { 1 } fn two(v) { for v in [1] { three(v) } } fn three(v) { 1 }
            fn four(v) { 1 } fn five(v) { 1 } fn six(v) { 1 } fn seven(v) { 1 }
            fn eight(v) { 1 } fn verdict(v) { [v].map(eight); [v].map(\"nine\"); nine(v) } fn nine(v) { 1 }
        ";
        assert_eq!(parts(&script.replace('\\', "")), ["two"]);
    }
}
