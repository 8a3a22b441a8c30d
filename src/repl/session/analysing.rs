//! What moves were worth: of the whole line, and of the decision that is due.

use std::num::NonZeroUsize;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use super::{Refused, Response, Session, failed, fault_lines, refused};
use crate::analysis::{AnalyseError, Analysis, Choice, Course, Plan, analyse};
use crate::bots::Knowledge;
use crate::bots::mcts::Search;
use crate::chance::{Generator, Stream};
use crate::game::{Observation, Rules};
use crate::report;
use crate::text::Faults;

/// Playouts of an analysis, if nothing else is said: some seconds.
const BUDGET: u32 = 6_000;

/// Iterations of the search for the best move, if nothing else is said.
const ITERATIONS: u32 = 2_000;

/// The seed of all that is estimated: the same question has the same answer.
const SEED: u64 = 1;

/// An analysis, and what it is of.
#[derive(Debug, Clone)]
pub(super) struct Analysed {
    line: String,
    moves: usize,
    generation: usize,
    budget: u32,
    analysis: Rc<Analysis>,
    /// The number of the decision that was last told of.
    told: Option<u64>,
}

impl Session {
    /// Shows what every decision of this line was worth.
    pub(super) fn analyse(&mut self, budget: Option<u32>) -> Result<Response, Refused> {
        let analysis = self.analysis(budget)?;
        let text = report::review(&analysis);
        Ok(Response::told(text.lines().map(str::to_owned).collect()))
    }

    /// Goes to the next decision that cost something: to the one that is due, unless it was just told
    /// of.
    pub(super) fn next_mistake(&mut self) -> Result<Response, Refused> {
        let analysis = self.analysis(None)?;
        let at = u64::try_from(self.tree.at()).unwrap_or(u64::MAX);
        let mut decisions = analysis.decisions();
        let told = self.analysed.as_ref().and_then(|known| known.told);
        let after = if told == Some(at + 1) { at + 1 } else { at };
        let next = decisions.find(|one| one.number > after && one.label.is_costly());
        let Some(decision) = next else {
            return Ok(Response::line("no mistake comes after this on this line"));
        };
        let to = usize::try_from(decision.number).unwrap_or(usize::MAX);
        let told = report::verdict_on(decision);
        if let Some(known) = &mut self.analysed {
            known.told = Some(decision.number);
        }
        Ok(self.go(to.saturating_sub(1), Some(told)))
    }

    /// Shows what every legal move is worth, by what the side to decide can know.
    pub(super) fn best(&self, iterations: Option<u32>) -> Result<Response, Refused> {
        let point = Rc::clone(self.tree.point());
        if point.is_over() {
            return Err(refused("the match is over, so there is nothing to choose"));
        }
        let side = point.state().turn;
        if !self.screen().sees_moves(&point) {
            let side = self.look.words.side(side);
            return Err(refused(format!(
                "{side} decides, and only {side} sees the moves"
            )));
        }
        let layout = self.rules.layout();
        let mut knowledge = Knowledge::new(side);
        for event in self.tree.current().events(self.tree.at()) {
            knowledge.told(event, layout);
        }
        let observation = Observation::new(point.state(), layout, side);
        let worlds = knowledge.worlds(&observation, layout);
        let texts: Vec<&str> = point.legal().iter().map(|legal| &*legal.text).collect();
        let stop = self.patience.flag();
        let search = Search::new(Rc::clone(&self.rules) as Rc<dyn Rules>).until(stop);
        let iterations = iterations.unwrap_or(ITERATIONS);
        let mut generator = Generator::new(SEED, Stream::Worlds, point.state().decisions);
        let found = search.compare(&worlds, &texts, iterations, None, &mut generator);
        if stop.load(Ordering::Relaxed) {
            return Err(refused("stopped"));
        }
        let shown = texts.iter().map(|text| self.look.words.move_text(text));
        let choices = Choice::ranked(shown, &found);
        let text = report::choices(&choices);
        Ok(Response::told(text.lines().map(str::to_owned).collect()))
    }

    /// Returns the analysis of this line: the last one, if it is of the line as it is now.
    fn analysis(&mut self, budget: Option<u32>) -> Result<Rc<Analysis>, Refused> {
        self.open_eyed()?;
        let line = self.tree.current();
        let fits = |known: &&Analysed| {
            known.line == line.name
                && known.moves == line.len()
                && known.generation == self.generation
                && budget.is_none_or(|budget| budget == known.budget)
        };
        if let Some(known) = self.analysed.as_ref().filter(fits) {
            return Ok(Rc::clone(&known.analysis));
        }
        if line.is_empty() {
            return Err(refused("nothing has been decided on this line yet"));
        }
        let recording = line.recording(&self.head);
        let rules = Rc::clone(&self.rules) as Rc<dyn Rules>;
        let course = Course::of(rules, &recording).map_err(|error| failed(&error))?;
        let budget = budget.unwrap_or(BUDGET);
        let plan = Plan {
            budget,
            seed: SEED,
            jobs: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            weights: self.ruleset.weights.clone(),
        };
        let ruleset = &self.ruleset;
        let rules = || Ok::<_, Faults>(ruleset.rules()? as Rc<dyn Rules>);
        let mut pieces = 0;
        let done = |all: usize| {
            pieces += 1;
            // Whether to give up is asked for by the flag.
            let _ = self
                .patience
                .goes_on(|| format!("{pieces} of {all} decisions"));
        };
        let analysed = analyse(&course, &plan, rules, self.patience.flag(), done);
        let analysis = analysed.map_err(|error| match error {
            AnalyseError::Caller(faults) => fault_lines(&faults),
            AnalyseError::Stopped => refused("stopped"),
            AnalyseError::Thread(error) => refused(format!("cannot start a thread: {error}")),
        })?;
        let analysis = Rc::new(analysis);
        self.analysed = Some(Analysed {
            line: line.name.clone(),
            moves: line.len(),
            generation: self.generation,
            budget,
            analysis: Rc::clone(&analysis),
            told: None,
        });
        Ok(analysis)
    }
}
