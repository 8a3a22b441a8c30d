//! Scripts, compiled into one and ready to be called.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use rhai::{AST, Dynamic, Engine, EvalAltResult, FnPtr, FuncArgs, Module, Scope};

use super::api::{self, Context, Parameters, Problem, problem};
use super::budget::Budget;
use super::calls;
use super::captured::Captured;
use super::engine::engine;
use super::fault::{fault, loses_its_place, parse_fault};
use super::files::Files;
use super::hooks;
use super::importer::Importer;
use super::limits::LIMITS;
use super::lowered::{Answered, Code};
use super::parts::{self, Parts};
use super::program::Program;
use super::shape;
use super::study::Study;
use super::trace::{Hits, Trace};
use crate::game::{Layout, Move, PartId, View};
use crate::text::{Fault, Faults, Span};

/// The engine with a ruleset's scripts in it. It belongs to one thread.
pub(super) struct Compiled {
    engine: Engine,
    nothing: AST,
    files: Rc<RefCell<Files>>,
    budget: Budget,
    context: Context,
    /// What is lowered once the layout is known, unless the scripts are watched.
    lowerable: Option<Lowerable>,
    code: Option<Code>,
    hooks: Vec<&'static str>,
    /// The names of functions that scripts call or replace.
    used: HashSet<String>,
}

/// Scripts as they were written, with what is known of them.
struct Lowerable {
    ast: AST,
    parts: HashMap<String, PartId>,
}

/// Where a call is stopped, to learn where it is at that moment.
#[derive(Debug, Clone, Copy)]
enum Trap {
    /// Nowhere; accesses to variables are only counted.
    Never,
    /// At the first access to a variable after so many operations.
    Operation(u64),
    /// At the first access to a variable in a call as deep as this.
    Depth(usize),
    /// At this access to a variable.
    Access(u64),
}

/// What is known of a game once `table` has answered.
type Names<'a> = Option<(&'a Rc<Layout>, &'a Parameters)>;

const TRAPPED: &str = "trapped";

impl Compiled {
    /// Compiles the scripts, runs their top level and checks the hooks.
    ///
    /// # Errors
    /// Every fault that can be seen without calling a hook.
    pub(super) fn new(program: &Program) -> Result<Self, Faults> {
        let budget = Budget::new(LIMITS.operations);
        Self::with(program, budget, Parts::Kept, |_, _, _| {})
    }

    /// Compiles the scripts as [`Compiled::new`] does, and counts what they do from then on.
    ///
    /// # Errors
    /// As there.
    pub(super) fn traced(program: &Program) -> Result<(Self, Trace), Faults> {
        let hits = Hits::default();
        let budget = Budget::new(LIMITS.operations);
        let compiled = Self::with(program, budget, Parts::Run, |engine, _, _| {
            hits.watch(engine);
        })?;
        let trace = Trace::new(&compiled.files.borrow(), hits);
        Ok((compiled, trace))
    }

    fn with(
        program: &Program,
        budget: Budget,
        parts: Parts,
        prepare: impl FnOnce(&mut Engine, &Budget, &Captured),
    ) -> Result<Self, Faults> {
        let context = Context::new(program.reasons.clone(), program.events.clone());
        let captured = Captured::default();
        let mut engine = engine(&context, &budget, &captured);
        let files = Rc::new(RefCell::new(Files::default()));
        engine.set_module_resolver(Importer::new(
            program.import.clone(),
            Rc::clone(&files),
            captured.clone(),
        ));
        let (merged, used) = compile(&engine, program, &files)?;
        captured.learn(&merged);
        files.borrow_mut().keep(merged.clone());
        let hooks = hooks::check(&merged, &files.borrow(), &used)?;
        let mut faults = Faults::new();
        calls::check(&engine, &merged, &files.borrow(), &mut faults);
        faults.into_result(())?;
        let (merged, lowerable) = match parts {
            Parts::Run => (merged, None),
            Parts::Kept => {
                let (kept, parts) = parts::keep(&mut engine, &merged, &budget);
                (kept, Some(Lowerable { ast: merged, parts }))
            }
        };
        let module = budget
            .call(|| Module::eval_ast_as_new(Scope::new(), &merged, &engine))
            .map_err(|error| fault(&files.borrow(), "", &error))?;
        engine.register_global_module(module.into());
        budget.renew();
        prepare(&mut engine, &budget, &captured);
        Ok(Self {
            engine,
            nothing: AST::empty(),
            files,
            budget,
            context,
            lowerable,
            code: None,
            hooks,
            used,
        })
    }

    /// Makes the layout known to the functions that scripts call, and its names as properties.
    pub(super) fn set_layout(&mut self, layout: Rc<Layout>, parameters: &Parameters) {
        api::register_names(&mut self.engine, &layout, parameters);
        self.code = self.lowerable.take().map(|scripts| {
            let known = (&*layout, parameters.value(), &self.context);
            Code::new(&scripts.ast, scripts.parts, known)
        });
        self.context.set_layout(layout);
    }

    /// Returns what can be told of the scripts without running them.
    pub(super) fn study(&self) -> Study {
        Study::new(&self.files.borrow(), &self.used)
    }

    /// Returns where calls of hooks may be left to Rhai.
    pub(super) fn left_to_rhai(&self, hooks: &[&str]) -> Vec<Span> {
        let code = self.code.iter();
        let places = code.flat_map(|code| code.left_to_rhai(hooks));
        let files = self.files.borrow();
        places.filter_map(|place| files.span(place)).collect()
    }

    /// Tells whether the scripts have a hook.
    pub(super) fn has(&self, hook: &str) -> bool {
        self.hooks.contains(&hook)
    }

    /// Lets the making of a move fail while `during` runs.
    pub(super) fn stopping_at<T>(&self, text: &str, during: impl FnOnce() -> T) -> T {
        self.context.stop_at(Some(text));
        let result = during();
        self.context.stop_at(None);
        result
    }

    /// Gives the scripts what they may use up for one decision anew.
    pub(super) fn renew(&self) {
        self.budget.renew();
    }

    /// Returns how many operations were used up since then.
    pub(super) fn spent(&self) -> u64 {
        self.budget.operations()
    }

    /// Counts operations that were made without Rhai.
    pub(super) fn spend(&self, operations: u64) {
        let _ = self.budget.spend(operations);
    }

    /// Says how many operations were used up since then.
    pub(super) fn set_spent(&self, operations: u64) {
        self.budget.set_operations(operations);
    }

    /// Leaves every call to Rhai.
    pub(super) fn leave_to_rhai(&mut self) {
        self.code = None;
    }

    /// Calls a hook without Rhai, if it can be done. The operations are not yet counted.
    pub(super) fn call_lowered(
        &self,
        hook: &'static str,
        view: &View,
        chosen: Option<&Move>,
    ) -> Option<Answered> {
        let code = self.code.as_ref()?;
        code.call(hook, view, chosen, self.budget.left())
    }

    pub(super) fn call(
        &self,
        hook: &str,
        args: impl FuncArgs,
    ) -> Result<Dynamic, Box<EvalAltResult>> {
        let call = || FnPtr::new(hook)?.call(&self.engine, &self.nothing, args);
        self.budget.call(call)
    }

    /// Makes a fault of the error that a call has just failed with.
    pub(super) fn fault<A: FuncArgs>(
        &self,
        hook: &str,
        error: &EvalAltResult,
        program: &Program,
        layout: Names<'_>,
        args: impl Fn() -> A,
    ) -> Fault {
        let found = fault(&self.files.borrow(), hook, error);
        if !loses_its_place(error) {
            return found;
        }
        let operations = self.budget.of_last_call();
        match locate(hook, error, operations, (program, layout), args) {
            Some(place) => Fault {
                span: place.span,
                notes: place.notes,
                ..found
            },
            None => found,
        }
    }

    /// Makes a fault at the head of a hook.
    pub(super) fn fault_at(&self, hook: &str, code: &'static str, message: String) -> Fault {
        let fault = Fault::new(code, message);
        match self.files.borrow().definition(hook, None) {
            Some(span) => fault.at(span),
            None => fault,
        }
    }
}

/// Calls a hook once more, in an engine that stops at an access to a variable shortly before the
/// error. Where the scripts run into a limit, Rhai forgets the place on its way out; an error of
/// our own keeps it. Rules are pure, so the second call goes as the first.
fn locate<A: FuncArgs>(
    hook: &str,
    error: &EvalAltResult,
    operations: u64,
    (program, layout): (&Program, Names<'_>),
    args: impl Fn() -> A,
) -> Option<Fault> {
    let again = |trap: Trap| {
        let accesses = Rc::new(Cell::new(0));
        let counter = Rc::clone(&accesses);
        let budget = Budget::again(operations);
        let prepare = |engine: &mut Engine, budget: &Budget, captured: &Captured| {
            set(engine, budget, captured, (counter, trap));
        };
        let mut compiled = Compiled::with(program, budget, Parts::Run, prepare).ok()?;
        if let Some((layout, parameters)) = layout {
            compiled.set_layout(Rc::clone(layout), parameters);
        }
        let error = compiled.call(hook, args()).err()?;
        let found = is_trapped(&error).then(|| fault(&compiled.files.borrow(), hook, &error));
        Some((accesses.get(), found))
    };
    let trap = match innermost(error) {
        // The second call may be stopped a little earlier, if it is stopped for its time.
        EvalAltResult::ErrorTerminated(..) => Trap::Operation(operations - operations / 8),
        EvalAltResult::ErrorStackOverflow(_) => Trap::Depth(LIMITS.call_depth),
        _ => Trap::Access(again(Trap::Never)?.0),
    };
    again(trap)?.1
}

fn set(
    engine: &mut Engine,
    budget: &Budget,
    captured: &Captured,
    (accesses, trap): (Rc<Cell<u64>>, Trap),
) {
    let (budget, captured) = (budget.clone(), captured.clone());
    #[allow(
        deprecated,
        reason = "it is not deprecated but may change, says its documentation"
    )]
    engine.on_var(move |name, index, context| {
        accesses.set(accesses.get() + 1);
        let sprung = match trap {
            Trap::Never => false,
            Trap::Operation(number) => budget.operations() >= number,
            Trap::Depth(depth) => context.call_level() >= depth,
            Trap::Access(number) => accesses.get() == number,
        };
        if sprung {
            Err(problem(TRAPPED, "", None))
        } else {
            Ok(captured.copy(name, index, &context))
        }
    });
}

fn innermost(error: &EvalAltResult) -> &EvalAltResult {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _)
        | EvalAltResult::ErrorInModule(_, inner, _) => innermost(inner),
        error => error,
    }
}

fn is_trapped(error: &EvalAltResult) -> bool {
    matches!(innermost(error), EvalAltResult::ErrorRuntime(value, _)
        if value.read_lock::<Problem>().is_some_and(|problem| problem.code == TRAPPED))
}

/// Compiles every script, in order, into one: later functions replace earlier ones.
///
/// Returns with it the names of the functions that any of them calls, or that are defined in more
/// than one: even if the call or the definition itself was replaced, they belong to the game.
fn compile(
    engine: &Engine,
    program: &Program,
    files: &Rc<RefCell<Files>>,
) -> Result<(AST, HashSet<String>), Faults> {
    let mut faults = Faults::default();
    let mut used = HashSet::new();
    let mut merged = AST::empty();
    for script in &program.scripts {
        let text = match files.borrow_mut().place(script) {
            Ok(text) => text,
            Err(more) => {
                faults.extend(more);
                continue;
            }
        };
        match engine.compile(text) {
            Ok(ast) => {
                files.borrow_mut().add_functions(script, &ast);
                shape::check(&ast, &files.borrow(), &mut faults);
                used.extend(shape::called(&ast));
                let is_known =
                    |name: &&str| merged.iter_functions().any(|known| known.name == *name);
                let again = ast.iter_functions().map(|function| function.name);
                used.extend(again.filter(is_known).map(str::to_owned));
                merged = merged.merge(&ast);
            }
            Err(error) => faults.push(parse_fault(&files.borrow(), script, &error)),
        }
    }
    faults.into_result((merged, used))
}
