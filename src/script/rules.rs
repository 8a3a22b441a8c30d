//! A game made of scripts.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use rhai::{AST, Dynamic, Engine, EvalAltResult, FnPtr, FuncArgs, Module, Scope};

use super::api::{self, Chosen, Context, Parameters, Position, Problem};
use super::convert::{kind_name, to_value};
use super::engine::engine;
use super::fault::{Files, MERGED, parse_fault};
use super::hooks::HOOKS;
use super::importer::Importer;
use super::program::Program;
use super::table::declaration;
use crate::game::rules::Effects;
use crate::game::terms::{MOST_EFFECTS, MOST_MOVES};
use crate::game::{Effect, Layout, Move, Moves, RuleFault, Rules, Terms, Verdict, View};
use crate::text::{Fault, Faults, nearest};

/// Parameters that a script does not accept.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// The parameters named by the script.
    pub keys: Vec<String>,
    /// Why, in the script's words.
    pub message: String,
}

/// Why scripts do not make rules.
#[derive(Debug)]
pub enum ScriptError {
    /// The scripts are at fault.
    Faults(Faults),
    /// The parameters are.
    Refused(Refusal),
}

/// Rules that are written in Rhai. They belong to one thread; every worker makes its own from the
/// same [`Program`].
pub struct ScriptedRules {
    engine: Engine,
    nothing: AST,
    files: Rc<RefCell<Files>>,
    parameters: Parameters,
    layout: Rc<Layout>,
    terms: Terms,
    has_next: bool,
    has_no_moves: bool,
}

impl fmt::Debug for ScriptedRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScriptedRules")
            .field("layout", &self.layout)
            .finish_non_exhaustive()
    }
}

impl ScriptedRules {
    /// Compiles the scripts, checks the hooks and asks for the table.
    ///
    /// # Errors
    /// Every fault of the scripts that can be seen without playing, or a refusal of parameters.
    pub fn new(program: &Program) -> Result<Self, ScriptError> {
        let context = Context::new(program.reasons.clone(), program.events.clone());
        let mut engine = engine(&context);
        let files = Rc::new(RefCell::new(Files::default()));
        engine.set_module_resolver(Importer::new(program.import.clone(), Rc::clone(&files)));
        let merged = compile(&engine, program, &files).map_err(ScriptError::Faults)?;
        check_hooks(&merged, &files.borrow()).map_err(ScriptError::Faults)?;
        let has = |name: &str| {
            merged
                .iter_functions()
                .any(|function| function.name == name)
        };
        let (has_next, has_no_moves) = (has("next"), has("no_moves"));
        let module = Module::eval_ast_as_new(Scope::new(), &merged, &engine).map_err(|error| {
            let last = program.scripts.last().map_or("", |script| script.name());
            let error = super::fault::inside(last, error);
            ScriptError::Faults(files.borrow().fault("the top level", &error).into())
        })?;
        engine.register_global_module(module.into());
        let mut rules = Self {
            engine,
            nothing: AST::empty(),
            files,
            parameters: Parameters::new(program.parameters.clone()),
            layout: Rc::new(Layout::default()),
            terms: program.terms,
            has_next,
            has_no_moves,
        };
        rules.layout = Rc::new(rules.table()?);
        context.set_layout(Rc::clone(&rules.layout));
        api::register_names(&mut rules.engine, &rules.layout, &rules.parameters);
        Ok(rules)
    }

    fn table(&self) -> Result<Layout, ScriptError> {
        let returned =
            self.call("table", (self.parameters.clone(),))
                .map_err(|error| match refusal(&error) {
                    Some(refusal) => ScriptError::Refused(refusal),
                    None => ScriptError::Faults(self.files.borrow().fault("table", &error).into()),
                })?;
        let faults = |texts: Vec<String>| {
            let mut faults = Faults::default();
            for text in texts {
                faults.push(self.fault_at("table", "table", text));
            }
            ScriptError::Faults(faults)
        };
        let map = to_value(&returned).map_err(|why| faults(vec![why]))?;
        let declaration = declaration(&map).map_err(faults)?;
        Layout::new(declaration)
            .map_err(|errors| faults(errors.iter().map(ToString::to_string).collect()))
    }

    fn call(&self, hook: &str, args: impl FuncArgs) -> Result<Dynamic, Box<EvalAltResult>> {
        FnPtr::new(hook)?.call(&self.engine, &self.nothing, args)
    }

    /// Makes a fault at the head of a hook.
    fn fault_at(&self, hook: &str, code: &'static str, message: String) -> Fault {
        let fault = Fault::new(code, message);
        match self.files.borrow().definition(hook) {
            Some(span) => fault.at(span),
            None => fault,
        }
    }

    fn broken(&self, hook: &'static str, error: &EvalAltResult) -> RuleFault {
        let fault = self.files.borrow().fault(hook, error);
        RuleFault {
            hook,
            message: fault.to_string(),
            source: Some(Box::new(fault)),
        }
    }

    fn unfit(&self, hook: &'static str, message: String) -> RuleFault {
        let fault = self.fault_at(hook, "wrong-type", message);
        RuleFault {
            hook,
            message: fault.to_string(),
            source: Some(Box::new(fault)),
        }
    }

    fn position(&self, view: &View) -> Position {
        Position::new(view.clone(), self.parameters.clone())
    }

    fn ask(&self, hook: &'static str, view: &View) -> Result<Dynamic, RuleFault> {
        self.call(hook, (self.position(view),))
            .map_err(|error| self.broken(hook, &error))
    }

    fn effects(&self, hook: &'static str, returned: Dynamic) -> Result<Effects, RuleFault> {
        let mut effects = Vec::new();
        flatten(returned, &mut effects).map_err(|found| {
            let expected = "effects come from functions such as `put` or `set`, in a list";
            self.unfit(hook, format!("`{hook}` returned {found}: {expected}"))
        })?;
        Ok(effects.into())
    }

    fn ending(&self, hook: &'static str, returned: Dynamic) -> Result<Option<Verdict>, RuleFault> {
        if returned.is_unit() {
            return Ok(None);
        }
        returned
            .try_cast_result::<Verdict>()
            .map(Some)
            .map_err(|other| {
                let found = kind_name(&other);
                let expected = "it returns `()`, `win(…)` or `nobody(…)`";
                self.unfit(hook, format!("`{hook}` returned {found}: {expected}"))
            })
    }

    fn legal(&self, returned: Dynamic) -> Result<Moves, RuleFault> {
        let list = returned.try_cast_result::<rhai::Array>().map_err(|other| {
            let found = kind_name(&other);
            let message = format!("`moves` returned {found}: it returns a list of moves");
            self.unfit("moves", message)
        })?;
        if list.len() > MOST_MOVES {
            let message = format!(
                "`moves` returned {} moves, at most {MOST_MOVES} are possible",
                list.len()
            );
            return Err(self.unfit("moves", message));
        }
        let mut moves: Vec<Move> = Vec::with_capacity(list.len());
        for item in list {
            let Chosen(chosen) = item.try_cast_result::<Chosen>().map_err(|other| {
                let found = kind_name(&other);
                let message = format!(
                    "`moves` returned a list with {found} in it: moves are made by `move(…)`"
                );
                self.unfit("moves", message)
            })?;
            moves.push(chosen);
        }
        let mut texts: Vec<&str> = moves.iter().map(|legal| &*legal.text).collect();
        texts.sort_unstable();
        if let Some(pair) = texts.windows(2).find(|pair| pair[0] == pair[1]) {
            let message = format!("`moves` returned two moves with the text `{}`", pair[0]);
            return Err(self.unfit("moves", message));
        }
        Ok(moves.into())
    }
}

impl Rules for ScriptedRules {
    fn layout(&self) -> &Rc<Layout> {
        &self.layout
    }

    fn terms(&self) -> Terms {
        self.terms
    }

    fn setup(&self, view: &View) -> Result<Effects, RuleFault> {
        self.effects("setup", self.ask("setup", view)?)
    }

    fn next(&self, view: &View) -> Result<Effects, RuleFault> {
        if !self.has_next {
            return Ok(Rc::new([]));
        }
        self.effects("next", self.ask("next", view)?)
    }

    fn verdict(&self, view: &View) -> Result<Option<Verdict>, RuleFault> {
        self.ending("verdict", self.ask("verdict", view)?)
    }

    fn moves(&self, view: &View) -> Result<Moves, RuleFault> {
        self.legal(self.ask("moves", view)?)
    }

    fn no_moves(&self, view: &View) -> Result<Option<Verdict>, RuleFault> {
        if !self.has_no_moves {
            return Ok(None);
        }
        self.ending("no_moves", self.ask("no_moves", view)?)
    }

    fn play(&self, view: &View, chosen: &Move) -> Result<Effects, RuleFault> {
        let args = (self.position(view), Chosen(chosen.clone()));
        let returned = self
            .call("play", args)
            .map_err(|error| self.broken("play", &error))?;
        self.effects("play", returned)
    }
}

/// Compiles every script, in order, into one: later functions replace earlier ones.
fn compile(engine: &Engine, program: &Program, files: &Rc<RefCell<Files>>) -> Result<AST, Faults> {
    let mut faults = Faults::default();
    let mut merged = AST::empty();
    for script in &program.scripts {
        match engine.compile(script.text()) {
            Ok(ast) => {
                files.borrow_mut().add_functions(script, &ast);
                merged = merged.merge(&ast);
            }
            Err(error) => faults.push(parse_fault(script, &error)),
        }
    }
    merged.set_source(MERGED);
    faults.into_result(merged)
}

fn check_hooks(ast: &AST, files: &Files) -> Result<(), Faults> {
    let mut faults = Faults::default();
    let defined: Vec<(&str, usize)> = ast
        .iter_functions()
        .map(|function| (function.name, function.params.len()))
        .collect();
    for hook in HOOKS {
        let takes = hook.parameters.len();
        let mut named = defined.iter().filter(|(name, _)| *name == hook.name);
        let wrong = named.clone().next().map(|(_, found)| *found);
        if named.any(|(_, found)| *found == takes) {
            continue;
        }
        let head = format!("fn {}({})", hook.name, hook.parameters.join(", "));
        let fault = match wrong {
            Some(found) => Fault::new(
                "hook",
                format!("`{}` takes {takes}, not {found}: `{head}`", hook.name),
            ),
            None if !hook.required => continue,
            None => Fault::new("hook", format!("the scripts have no function `{head}`")),
        };
        let others = defined.iter().map(|(name, _)| *name);
        let others = others.filter(|name| HOOKS.iter().all(|hook| hook.name != *name));
        let near = if wrong.is_some() {
            Some(hook.name)
        } else {
            nearest(hook.name, others)
        };
        let fault = match near.and_then(|near| files.definition(near)) {
            Some(span) => fault
                .at(span)
                .label(format!("is this meant to be `{}`?", hook.name)),
            None => fault,
        };
        faults.push(fault.help(format!("{}: {}", hook.name, hook.about)));
    }
    faults.into_result(())
}

fn refusal(error: &EvalAltResult) -> Option<Refusal> {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => refusal(inner),
        EvalAltResult::ErrorRuntime(value, _) => {
            let problem = value.read_lock::<Problem>()?;
            (!problem.keys.is_empty()).then(|| Refusal {
                keys: problem.keys.clone(),
                message: problem.message.clone(),
            })
        }
        _ => None,
    }
}

/// Takes the effects out of lists that hold lists.
fn flatten(returned: Dynamic, effects: &mut Vec<Effect>) -> Result<(), String> {
    if returned.is_unit() {
        return Ok(());
    }
    if returned.is_array() {
        let list = returned.try_cast::<rhai::Array>().unwrap_or_default();
        for item in list {
            flatten(item, effects)?;
            if effects.len() > MOST_EFFECTS {
                return Err(format!("more than {MOST_EFFECTS} effects"));
            }
        }
        return Ok(());
    }
    let effect = returned.try_cast_result::<Effect>();
    effects.push(effect.map_err(|other| kind_name(&other))?);
    Ok(())
}
