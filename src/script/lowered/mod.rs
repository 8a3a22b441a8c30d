//! Scripts without Rhai's evaluator: the same functions, in a form that runs many times as fast.
//!
//! Rhai reads and checks a script, and says what it means. Here its syntax trees are lowered to
//! trees in which names are numbers ([`lower`]), and run ([`run`]) on values that are cheap to copy
//! ([`datum`]). Only what goes well is done here, and not all of that: whatever is not known, is a
//! fault or comes near a limit ends the call, and Rhai answers it from the start. Rules are pure, so
//! nothing is lost by that but time; and a message is always Rhai's.
//!
//! What is answered here is what Rhai would have answered: the same value, after the same facts in the
//! same order, and after as many operations as Rhai counts. [`super::rules`] compares the two for
//! every call if it is asked to check.

mod calls;
mod code;
mod datum;
mod library;
mod lower;
mod operators;
mod properties;
mod run;

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use rhai::{AST, ASTNode, Engine, Position, RangeCase, Stmt};

use self::calls::Calls;
use self::code::{FunctionId, Routine, Switch};
use self::datum::{Datum, Parameters};
use self::lower::{Left, Lowered};
use self::run::Run;
use super::api::Context;
use crate::game::rules::Effects;
use crate::game::{BySide, Effect, Kind, Layout, Move, PartId, Side, Value, Verdict, View};

/// The functions of scripts, lowered.
pub(super) struct Code {
    functions: Vec<Routine>,
    numbers: BTreeMap<(String, usize), FunctionId>,
    left: Left,
    context: Context,
    parameters: Rc<Parameters>,
    /// The kinds of cards, in deck order.
    kinds: Vec<Datum>,
    kinds_by_text: foldhash::HashMap<Arc<str>, Kind>,
    words: BySide<Arc<str>>,
    /// Says what the hash of a value is in a `switch`.
    engine: Engine,
    calls: Calls,
    /// Memory for frames, from call to call.
    stack: Cell<Vec<Datum>>,
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code")
            .field("functions", &self.functions.len())
            .finish_non_exhaustive()
    }
}

/// How a round ends, if it does.
pub(super) type Ending = Option<Verdict>;

/// What a hook has answered, and the operations that it took.
pub(super) struct Answered {
    datum: Datum,
    pub(super) operations: u64,
}

impl Code {
    /// Lowers scripts whose functions are parts if `parts` has their names.
    pub(super) fn new(
        ast: &AST,
        parts: HashMap<String, PartId>,
        (layout, parameters, context): (&Layout, &Value, &Context),
    ) -> Self {
        let kinds = (0..=u8::MAX).map(Kind).zip(&layout.kinds);
        let texts = kinds.filter_map(|(kind, value)| match value {
            Value::Text(text) => Some((Arc::clone(text), kind)),
            _ => None,
        });
        let Lowered {
            functions,
            numbers,
            left,
        } = lower::lower(ast, layout, parts);
        let word = |side: Side| Arc::from(side.word());
        Self {
            calls: Calls::new(functions.len()),
            functions,
            numbers,
            left,
            context: context.clone(),
            parameters: Rc::new(Parameters::new(parameters)),
            kinds: layout.kinds.iter().map(Datum::from).collect(),
            kinds_by_text: texts.collect(),
            words: BySide {
                left: word(Side::Left),
                right: word(Side::Right),
            },
            engine: Engine::new_raw(),
            stack: Cell::default(),
        }
    }

    /// Returns where calls of these functions may be left to Rhai.
    pub(super) fn left_to_rhai(&self, hooks: &[&str]) -> Vec<Position> {
        let heads = self.numbers.iter();
        let called = heads.filter(|((name, _), _)| hooks.contains(&name.as_str()));
        self.left.within(called.map(|(_, function)| *function))
    }

    /// Calls a hook with a view, and a move if one is to be played, for which so many operations are
    /// left. `None` if the call is left to Rhai.
    pub(super) fn call(
        &self,
        hook: &'static str,
        view: &View,
        chosen: Option<&Move>,
        left: u64,
    ) -> Option<Answered> {
        let arguments = 1 + usize::from(chosen.is_some());
        let function = *self.numbers.get(&(hook.to_owned(), arguments))?;
        let mut stack = self.stack.take();
        stack.push(Datum::View);
        stack.extend(chosen.cloned().map(Datum::Move));
        let mut run = Run::new(self, view, left, stack);
        let result = run.call(function, arguments);
        let operations = run.operations;
        self.stack.set(run.into_stack());
        match result {
            Ok(datum) if operations <= left => Some(Answered { datum, operations }),
            _ => None,
        }
    }

    /// Finds the kind of card that a script names.
    fn kind(&self, named: &Datum) -> Option<Kind> {
        match named {
            Datum::Text(text) => self.kinds_by_text.get(text).copied(),
            Datum::Int(number) => {
                let is_it = |kind: &Datum| matches!(kind, Datum::Int(known) if known == number);
                let index = self.kinds.iter().position(is_it)?;
                u8::try_from(index).ok().map(Kind)
            }
            _ => None,
        }
    }

    /// Returns the arms of a `switch` that a value may lead to, in order. `None` for a value of which
    /// that is not known.
    fn arms(&self, switch: &Switch, value: &Datum) -> Option<Rc<[usize]>> {
        let is_it = |known: &Datum| match (known, value) {
            (Datum::Unit, Datum::Unit) => true,
            (Datum::Bool(known), Datum::Bool(value)) => known == value,
            (Datum::Int(known), Datum::Int(value)) => known == value,
            (Datum::Text(known), Datum::Text(value)) => known == value,
            _ => false,
        };
        let mut known = switch.known.borrow_mut();
        if let Some((_, arms)) = known.iter().find(|(value, _)| is_it(value)) {
            return Some(Rc::clone(arms));
        }
        let hash = self.hash(value)?;
        let cases = switch.cases.get(&hash).into_iter().flatten().copied();
        let ranges = switch.ranges.iter().filter(|range| match value {
            Datum::Int(number) => range.contains_int(*number),
            _ => false,
        });
        let arms: Rc<[usize]> = cases.chain(ranges.map(RangeCase::index)).collect();
        if known.len() < MOST_KNOWN {
            known.push((value.clone(), Rc::clone(&arms)));
        }
        Some(arms)
    }

    /// Returns the hash by which Rhai knows a case of a `switch`: it is what remains of a case in the
    /// syntax tree.
    fn hash(&self, value: &Datum) -> Option<u64> {
        let case = match value {
            Datum::Unit => "()".to_owned(),
            Datum::Bool(flag) => flag.to_string(),
            Datum::Int(number) => number.to_string(),
            Datum::Text(text) => literal(text)?,
            _ => return None,
        };
        let script = format!("fn f(x) {{ switch x {{ {case} => 1, _ => 2 }} }}");
        let ast = self.engine.compile(script).ok()?;
        let mut hash = None;
        ast.walk(&mut |path: &[ASTNode<'_>]| {
            if let Some(ASTNode::Stmt(Stmt::Switch(parts, _))) = path.last() {
                let first = parts
                    .1
                    .cases
                    .iter()
                    .find(|(_, list)| list.blocks.contains(&0));
                hash = first.map(|(hash, _)| *hash);
            }
            hash.is_none()
        });
        hash
    }
}

/// The most values that are remembered for a `switch`.
const MOST_KNOWN: usize = 64;

/// Writes a text as it stands in a script, unless it holds what would have to be masked.
fn literal(text: &str) -> Option<String> {
    let is_plain = |letter: char| letter != '"' && letter != '\\' && !letter.is_control();
    text.chars().all(is_plain).then(|| format!("\"{text}\""))
}

impl Answered {
    /// Takes the effects out of lists that hold lists. `None` if there is something else, or there are
    /// more than `most`.
    pub(super) fn effects(&self, most: usize) -> Option<Effects> {
        fn flatten(datum: &Datum, effects: &mut Vec<Effect>, most: usize) -> Option<()> {
            match datum {
                Datum::Unit => {}
                Datum::List(list) => {
                    for item in &list.items {
                        flatten(item, effects, most)?;
                    }
                }
                Datum::Effect(effect) => effects.push(Effect::clone(effect)),
                _ => return None,
            }
            (effects.len() <= most).then_some(())
        }
        let mut effects = Vec::new();
        flatten(&self.datum, &mut effects, most)?;
        Some(effects.into())
    }

    /// Returns the moves. `None` if it is no list of moves.
    pub(super) fn moves(self) -> Option<Vec<Move>> {
        let Datum::List(list) = self.datum else {
            return None;
        };
        let items = Rc::unwrap_or_clone(list).items;
        let moves = items.into_iter().map(|item| match item {
            Datum::Move(chosen) => Some(chosen),
            _ => None,
        });
        moves.collect()
    }

    /// Returns the verdict, or that there is none, as the answer of the rules. `None` if it is neither.
    pub(super) fn ending(self) -> Option<Ending> {
        match self.datum {
            Datum::Unit => Some(None),
            Datum::Verdict(verdict) => Some(Some(Rc::unwrap_or_clone(verdict))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
