//! Where in the scripts the fate of a match is decided.

use std::rc::Rc;

use serde::Serialize;

use crate::game::moves::kind_of;
use crate::game::{Event, Eye, Layout, Observer, PileId, Rules, State, VarId, View};
use crate::replay::Recording;
use crate::ruleset::Ruleset;
use crate::script::{Trace, fault_of};
use crate::snapshot::{Cause, game_after, play_on, rejudge};
use crate::text::{Faults, Span};

/// A function and a line.
#[derive(Debug, Serialize)]
pub(super) struct Place {
    pub(super) function: String,
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) text: String,
}

/// Finds the place that decides what is otherwise after so many decisions: where moves of a kind are
/// made, where the end of a round or the effects of a move are settled, or where the rules fail.
pub(super) fn place(
    ruleset: &Ruleset,
    recording: &Recording,
    cause: &Cause,
    made: u64,
) -> Result<Option<Place>, Faults> {
    let (scripted, trace) = ruleset.traced_rules()?;
    let study = scripted.study();
    let rules: Rc<dyn Rules> = scripted;
    let of_kind = |text: &str| {
        let made = study.moves.get(kind_of(text)).cloned();
        made.or_else(|| trace.function("moves"))
    };
    let span = match cause {
        Cause::Legal { lost, gained } => lost.iter().chain(gained).find_map(|text| of_kind(text)),
        Cause::Stop(why) => match rejudge(&rules, recording).failed {
            Some(error) => fault_of(&error).span,
            None => why.split('`').nth(1).and_then(of_kind),
        },
        Cause::Ending { .. } => ending(&rules, &trace, recording, made),
        Cause::Position(names) => happened(&rules, &trace, recording, made, names),
        Cause::Event { is: Some(name), .. } => {
            happened(&rules, &trace, recording, made, std::slice::from_ref(name))
        }
        // What no longer happens, and what cards come, is decided by no line alone.
        Cause::Event { .. } | Cause::Chance | Cause::Turn | Cause::Match => None,
    };
    Ok(span.map(|span| Place {
        function: trace.function_at(&span).unwrap_or_default().to_owned(),
        file: span.source().name().to_owned(),
        line: span.line(),
        text: span
            .source()
            .line(span.line())
            .unwrap_or_default()
            .trim()
            .to_owned(),
    }))
}

/// Finds the line that says whether the round is over.
fn ending(rules: &Rc<dyn Rules>, trace: &Trace, recording: &Recording, made: u64) -> Option<Span> {
    let game = game_after(rules, recording, made)?;
    let view = View::new(
        Rc::clone(rules.layout()),
        Rc::new(game.state().clone()),
        Eye::All,
    );
    drop(trace.take());
    let verdict = rules.verdict(&view).ok()?;
    if verdict.is_none() && game.legal().is_empty() {
        rules.no_moves(&view).ok()?;
    }
    trace.last().map(|part| part.span.clone())
}

/// Finds the line that settled the effects by which a named thing changed last: a script returns
/// effects, which happen after it has run.
fn happened(
    rules: &Rc<dyn Rules>,
    trace: &Trace,
    recording: &Recording,
    made: u64,
    names: &[String],
) -> Option<Span> {
    let mut watch = Watch {
        trace,
        names,
        place: None,
    };
    play_on(rules, recording, made, &mut watch)?;
    watch.place
}

struct Watch<'a> {
    trace: &'a Trace,
    names: &'a [String],
    place: Option<Span>,
}

impl Observer for Watch<'_> {
    fn event(&mut self, event: &Event, _: &State, layout: &Layout) {
        let pile = |id: &PileId| layout.pile(*id).name.to_string();
        let variable = |id: &VarId| layout.variable(*id).name.to_string();
        let changed = match event {
            Event::Drew { from, to, .. }
            | Event::Revealed { from, to, .. }
            | Event::Picked { from, to, .. }
            | Event::Put { from, to, .. } => vec![pile(from), pile(to)],
            Event::Tossed { var, .. } | Event::Thrown { var, .. } | Event::Set { var, .. } => {
                vec![variable(var)]
            }
            Event::Stood { .. } => vec!["space".to_owned()],
            Event::Named { name, .. } => vec![name.to_string()],
            _ => return,
        };
        if changed.iter().any(|name| self.names.contains(name)) {
            self.place = self.trace.last().map(|part| part.span.clone());
        }
    }
}
