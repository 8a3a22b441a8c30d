//! A game made of scripts.

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

use foldhash::HashSet;
use foldhash::fast::RandomState;
use rhai::{Dynamic, EvalAltResult, FuncArgs};

use super::api::{Chosen, Parameters, Position, Problem};
use super::compiled::Compiled;
use super::convert::{kind_name, to_value};
use super::hooks::HOOKS;
use super::limits::LIMITS;
use super::lowered::Answered;
use super::program::Program;
use super::stack::with_room;
use super::study::Study;
use super::table::declaration;
use super::trace::Trace;
use crate::game::declaration::LayoutError;
use crate::game::rules::Effects;
use crate::game::terms::{MOST_EFFECTS, MOST_MOVES};
use crate::game::{Effect, Layout, Move, Moves, Probe, RuleFault, Rules, Terms, Verdict, View};
use crate::text::{Fault, Faults, Span, nearest};

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
    compiled: Compiled,
    program: Program,
    parameters: Parameters,
    layout: Rc<Layout>,
    checks: bool,
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
        with_room(|| {
            let compiled = Compiled::new(program).map_err(ScriptError::Faults)?;
            Self::of(
                compiled,
                program,
                Parameters::new(program.parameters.unshared()),
            )
        })
    }

    /// Makes rules as [`ScriptedRules::new`] does that count what their scripts do.
    ///
    /// # Errors
    /// As there.
    pub fn traced(program: &Program) -> Result<(Self, Trace), ScriptError> {
        with_room(|| {
            let (compiled, trace) = Compiled::traced(program).map_err(ScriptError::Faults)?;
            let parameters = Parameters::watched(program.parameters.unshared());
            Ok((Self::of(compiled, program, parameters)?, trace))
        })
    }

    /// Returns the faults of scripts that can be seen without calling them.
    #[must_use]
    pub fn faults(program: &Program) -> Faults {
        with_room(|| Compiled::new(program).err().unwrap_or_default())
    }

    fn of(
        compiled: Compiled,
        program: &Program,
        parameters: Parameters,
    ) -> Result<Self, ScriptError> {
        let mut rules = Self {
            compiled,
            program: program.clone(),
            parameters,
            layout: Rc::new(Layout::default()),
            checks: false,
        };
        rules.layout = Rc::new(rules.table()?);
        rules
            .compiled
            .set_layout(Rc::clone(&rules.layout), &rules.parameters);
        rules.compiled.renew();
        Ok(rules)
    }

    /// Lets every call be made with Rhai, for comparison.
    #[must_use]
    pub fn by_rhai(mut self) -> Self {
        self.compiled.leave_to_rhai();
        self
    }

    /// Lets every call that is answered without Rhai be made with it, too; if the answers, the facts
    /// that were read or the operations differ, this is a fault.
    #[must_use]
    pub const fn checking(mut self) -> Self {
        self.checks = true;
        self
    }

    /// Returns the paths of the parameters that scripts have read so far, if the rules were made to
    /// remember that.
    #[must_use]
    pub fn parameters_read(&self) -> BTreeSet<String> {
        self.parameters.read()
    }

    /// Returns what can be told of the scripts without running them.
    #[must_use]
    pub fn study(&self) -> Study {
        self.compiled.study()
    }

    /// Returns where the calls that a match makes are left to Rhai's evaluator, if they come there: it
    /// takes many times as long.
    #[must_use]
    pub fn left_to_rhai(&self) -> Vec<Span> {
        let hooks = HOOKS.iter().map(|hook| hook.name);
        let of_a_match: Vec<&str> = hooks
            .filter(|name| !["table", "why"].contains(name))
            .collect();
        self.compiled.left_to_rhai(&of_a_match)
    }

    fn table(&self) -> Result<Layout, ScriptError> {
        let args = || (self.parameters.clone(),);
        let returned = self.compiled.call("table", args()).map_err(|error| {
            let mut fault = self
                .compiled
                .fault("table", &error, &self.program, None, args);
            let Some(refusal) = refusal(&error) else {
                return ScriptError::Faults(fault.into());
            };
            let parameters = &self.program.parameters;
            let unknown = refusal.keys.iter().find(|key| parameters.at(key).is_none());
            if let Some(key) = unknown {
                fault.message = format!("`refuse` names `{key}`, which is no parameter");
                return ScriptError::Faults(fault.into());
            }
            ScriptError::Refused(refusal)
        })?;
        let faults = |texts: Vec<String>| {
            let faults = texts.into_iter();
            let faults = faults.map(|text| self.compiled.fault_at("table", "table", text));
            ScriptError::Faults(faults.collect())
        };
        let map = to_value(&returned).map_err(|why| faults(vec![why]))?;
        let declaration = declaration(&map).map_err(faults)?;
        let piles = declaration.piles.iter().map(|pile| pile.name.clone());
        let variables = declaration.variables.iter().map(|spec| spec.name.clone());
        let (piles, variables): (Vec<String>, Vec<String>) = (piles.collect(), variables.collect());
        let layout = Layout::new(declaration).map_err(|errors| {
            let errors = errors.iter().map(|error| {
                let text = error.to_string();
                let fault = self.compiled.fault_at("table", "table", text);
                match help(error, &piles, &variables) {
                    Some(help) => fault.help(help),
                    None => fault,
                }
            });
            ScriptError::Faults(errors.collect())
        })?;
        if !layout.piles.is_empty() && layout.cards.is_empty() {
            let text = "no pile holds any cards at the start".to_owned();
            let fault = self.compiled.fault_at("table", "table", text);
            let help = "a pile has its cards under `holds`: `holds: [#{ face: \"a\", count: 4 }]`";
            return Err(ScriptError::Faults(fault.help(help).into()));
        }
        Ok(layout)
    }

    fn call<A: FuncArgs>(
        &self,
        hook: &'static str,
        args: impl Fn() -> A,
    ) -> Result<Dynamic, RuleFault> {
        self.compiled.call(hook, args()).map_err(|error| {
            let layout = Some((&self.layout, &self.parameters));
            let fault = self
                .compiled
                .fault(hook, &error, &self.program, layout, args);
            rule_fault(hook, fault)
        })
    }

    /// Answers a hook without Rhai if that is possible, else with it.
    fn answer<T: PartialEq + fmt::Debug>(
        &self,
        hook: &'static str,
        view: &View,
        chosen: Option<&Move>,
        made: impl Fn(Answered) -> Option<T>,
        asked: impl Fn(&View) -> Result<T, RuleFault>,
    ) -> Result<T, RuleFault> {
        // A probe may stop a read, and what is said then is Rhai's.
        if view.is_probed() {
            return with_room(|| asked(view));
        }
        with_room(|| {
            let answered = self.compiled.call_lowered(hook, view, chosen);
            let known = answered.and_then(|answered| {
                let operations = answered.operations;
                Some((made(answered)?, operations))
            });
            let Some((answer, operations)) = known else {
                if let Some(record) = view.record() {
                    record.restart();
                }
                return asked(view);
            };
            if self.checks {
                self.check(hook, view, chosen, &answer, &made, &asked)?;
            }
            self.compiled.spend(operations);
            Ok(answer)
        })
    }

    /// Tells whether a call is answered without Rhai.
    #[cfg(test)]
    pub(super) fn is_lowered(&self, hook: &'static str, view: &View) -> bool {
        self.compiled.call_lowered(hook, view, None).is_some()
    }

    /// Compares an answer that was given without Rhai with Rhai's own.
    fn check<T: PartialEq + fmt::Debug>(
        &self,
        hook: &'static str,
        view: &View,
        chosen: Option<&Move>,
        answer: &T,
        made: &impl Fn(Answered) -> Option<T>,
        asked: &impl Fn(&View) -> Result<T, RuleFault>,
    ) -> Result<(), RuleFault> {
        let probe = || Rc::new(Probe::default());
        let (lowered, own) = (probe(), probe());
        let answered = self.compiled.call_lowered(
            hook,
            &view.clone().unrecorded().probed(Rc::clone(&lowered)),
            chosen,
        );
        let operations = answered.as_ref().map_or(0, |answered| answered.operations);
        let again = answered.and_then(made);
        let before = self.compiled.spent();
        let expected = asked(&view.clone().unrecorded().probed(Rc::clone(&own)))?;
        let counted = self.compiled.spent() - before;
        self.compiled.set_spent(before);
        let is_same = *answer == expected
            && again.as_ref() == Some(&expected)
            && lowered.reads() == own.reads()
            && operations == counted;
        if is_same {
            return Ok(());
        }
        let message = format!(
            "without Rhai it answers {answer:?} after {operations} operations and {:?}, with Rhai {expected:?} after {counted} and {:?}",
            lowered.reads(),
            own.reads(),
        );
        Err(RuleFault::new(hook, message))
    }

    fn unfit(&self, hook: &'static str, message: String) -> RuleFault {
        rule_fault(hook, self.compiled.fault_at(hook, "wrong-type", message))
    }

    fn position(&self, view: &View) -> Position {
        Position::new(view.clone(), self.parameters.clone())
    }

    fn ask(&self, hook: &'static str, view: &View) -> Result<Dynamic, RuleFault> {
        self.call(hook, || (self.position(view),))
    }

    fn effects_of(&self, hook: &'static str, view: &View) -> Result<Effects, RuleFault> {
        let made = |answered: Answered| answered.effects(MOST_EFFECTS);
        self.answer(hook, view, None, made, |view| {
            self.effects(hook, self.ask(hook, view)?)
        })
    }

    fn ending_of(&self, hook: &'static str, view: &View) -> Result<Option<Verdict>, RuleFault> {
        self.answer(hook, view, None, Answered::ending, |view| {
            self.ending(hook, self.ask(hook, view)?)
        })
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
        if let Some(text) = twice(&moves) {
            let message = format!("`moves` returned two moves with the text `{text}`");
            let fault = self.compiled.fault_at("moves", "move-text", message);
            let help = "each move has a text of its own; a value is written into it in backticks: `take ${n}`";
            return Err(rule_fault("moves", fault.help(help)));
        }
        Ok(moves.into())
    }
}

/// Returns the text of two moves, if there is one.
fn twice(moves: &[Move]) -> Option<&str> {
    let mut seen: HashSet<&str> =
        HashSet::with_capacity_and_hasher(moves.len(), RandomState::default());
    if moves.iter().all(|legal| seen.insert(&legal.text)) {
        return None;
    }
    let mut texts: Vec<&str> = moves.iter().map(|legal| &*legal.text).collect();
    texts.sort_unstable();
    let mut pairs = texts.iter().zip(texts.iter().skip(1));
    pairs
        .find(|(one, other)| one == other)
        .map(|(text, _)| *text)
}

impl Rules for ScriptedRules {
    fn layout(&self) -> &Rc<Layout> {
        &self.layout
    }

    fn terms(&self) -> Terms {
        self.program.terms
    }

    fn setup(&self, view: &View) -> Result<Effects, RuleFault> {
        self.effects_of("setup", view)
    }

    fn next(&self, view: &View) -> Result<Effects, RuleFault> {
        if !self.compiled.has("next") {
            return Ok(Rc::new([]));
        }
        self.effects_of("next", view)
    }

    fn verdict(&self, view: &View) -> Result<Option<Verdict>, RuleFault> {
        self.ending_of("verdict", view)
    }

    fn moves(&self, view: &View) -> Result<Moves, RuleFault> {
        let made = |answered: Answered| {
            let moves = answered.moves()?;
            let fits = moves.len() <= MOST_MOVES && twice(&moves).is_none();
            fits.then(|| moves.into())
        };
        self.answer("moves", view, None, made, |view| {
            self.legal(self.ask("moves", view)?)
        })
    }

    fn no_moves(&self, view: &View) -> Result<Option<Verdict>, RuleFault> {
        if !self.compiled.has("no_moves") {
            return Ok(None);
        }
        self.ending_of("no_moves", view)
    }

    fn play(&self, view: &View, chosen: &Move) -> Result<Effects, RuleFault> {
        let made = |answered: Answered| answered.effects(MOST_EFFECTS);
        self.answer("play", view, Some(chosen), made, |view| {
            let args = || (self.position(view), Chosen(chosen.clone()));
            self.effects("play", self.call("play", args)?)
        })
    }

    fn why(&self, view: &View, text: &str) -> Result<Option<String>, RuleFault> {
        if !self.compiled.has("why") {
            return Ok(None);
        }
        let args = || (self.position(view), rhai::ImmutableString::from(text));
        let returned = with_room(|| self.call("why", args))?;
        if returned.is_unit() {
            return Ok(None);
        }
        returned.into_string().map(Some).map_err(|found| {
            self.unfit(
                "why",
                format!("`why` returned {found}: it returns a text or `()`"),
            )
        })
    }

    fn origin(&self, view: &View, text: &str) -> Option<RuleFault> {
        self.compiled.renew();
        let moves = || with_room(|| self.legal(self.ask("moves", view)?));
        let stopped = self.compiled.stopping_at(text, moves);
        self.compiled.renew();
        stopped.err()
    }

    fn renew(&self) {
        self.compiled.renew();
    }

    fn spent(&self) -> u64 {
        self.compiled.spent()
    }

    fn set_spent(&self, operations: u64) {
        self.compiled.set_spent(operations);
    }

    fn allowance(&self) -> u64 {
        LIMITS.operations
    }

    fn located(&self, fault: RuleFault) -> RuleFault {
        if fault.source.is_some() {
            return fault;
        }
        let found = self.compiled.fault_at(fault.hook, "rules", fault.message);
        rule_fault(fault.hook, found)
    }
}

/// Says what was probably meant where a table is at fault.
fn help(error: &LayoutError, piles: &[String], variables: &[String]) -> Option<String> {
    let near = |name: &str, lists: &[&[String]]| {
        let known = lists
            .iter()
            .flat_map(|list| list.iter().map(String::as_str));
        let near = nearest(name, known.filter(|known| *known != name))?;
        Some(format!("the nearest is `{near}`"))
    };
    match error {
        LayoutError::Renewal { from, .. } if !piles.contains(from) => near(from, &[piles]),
        LayoutError::Gap { name, .. } if !variables.contains(name) => near(name, &[variables]),
        LayoutError::Keep { name } => near(name, &[piles, variables]),
        LayoutError::Face { why, .. } if why.starts_with("it holds") => {
            Some("a face holds no space, comma, plus sign, quotation mark or backslash".to_owned())
        }
        _ => None,
    }
}

fn rule_fault(hook: &'static str, fault: Fault) -> RuleFault {
    RuleFault {
        hook,
        message: fault.to_string(),
        source: Some(Box::new(fault)),
    }
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
