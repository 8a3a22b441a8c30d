//! Estimates a value at every point of a match.

use std::cell::Cell;
use std::io;
use std::num::NonZeroUsize;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::account::{of_round, of_side};
use super::course::{Course, Point, Span};
use super::label::{DECIDED, Label, is_uncertain};
use super::playouts::{Playouts, mean, reward};
use super::review::{Analysis, Chance, Choice, Decision, Estimate, Moment, Round};
use crate::bots::Weights;
use crate::bots::mcts::{self, Search};
use crate::chance::{Generator, Stream};
use crate::game::{BySide, Observation, Rules};
use crate::parallel::{Broken, Ending, in_order};

/// Fewest playouts for a number, whatever the budget: fewer would tell nothing.
const FEWEST: u32 = 4;

/// How a match is analysed.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Playouts in all, about: they are shared out evenly among the decisions that leave a choice.
    pub budget: u32,
    /// The seed.
    pub seed: u64,
    /// How many threads work. The results do not depend on it.
    pub jobs: NonZeroUsize,
    /// What both sides like in playouts.
    pub weights: Weights,
}

/// Why there is no analysis.
#[derive(Debug, thiserror::Error)]
pub enum AnalyseError<E> {
    /// A worker got no rules.
    #[error("{0}")]
    Caller(E),
    /// No thread could be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
    /// It was stopped.
    #[error("stopped")]
    Stopped,
}

/// A piece of work.
#[derive(Clone, Copy)]
enum Piece<'a> {
    Start(&'a Span),
    Point(&'a Point),
    /// The last position of a round that the recording breaks off.
    End(&'a Span),
}

/// What came of it.
enum Found {
    Value(Estimate),
    Decision(Box<Decision>),
}

/// Analyses a match.
///
/// `rules` makes the rules of one worker; `done` is told after each piece of work how many there
/// are in all.
///
/// Three things are estimated at a decision. *Win* probabilities of the legal moves, by a search
/// over worlds that fit what the side could know ([`Search::compare`]). The *value* of the full
/// position before and after the move: the share of rounds that left wins when both sides play on
/// by their weights and chance answers anew. And *skill*: the difference between the value after
/// the move and before it, averaged over worlds that the side could not rule out. What the real
/// position adds to that is *hidden information*, what lies between the value after a decision and
/// before the next is *luck*. So luck, skill and hidden information add up to the result less the
/// value at the start, whatever the errors are.
///
/// # Errors
/// If a worker gets no rules, or `stop` is set.
pub fn analyse<E: Send>(
    course: &Course,
    plan: &Plan,
    rules: impl Fn() -> Result<Rc<dyn Rules>, E> + Sync,
    stop: &AtomicBool,
    mut done: impl FnMut(usize),
) -> Result<Analysis, AnalyseError<E>> {
    let mut pieces = Vec::new();
    for span in &course.spans {
        pieces.push(Piece::Start(span));
        pieces.extend(span.points.iter().map(Piece::Point));
        if span.ended.is_none() {
            pieces.push(Piece::End(span));
        }
    }
    let points = course.spans.iter().flat_map(|span| &span.points);
    let open = points.filter(|point| point.legal.len() > 1).count();
    let open = u32::try_from(open).unwrap_or(u32::MAX).max(1);
    let share = (plan.budget / open).max(FEWEST);
    let worker = || {
        let rules = rules()?;
        Ok(move |(number, piece): (u64, Piece<'_>)| {
            let mut generator = Generator::new(plan.seed, Stream::Worlds, number);
            let playouts = Playouts {
                rules: &rules,
                weights: &plan.weights,
                stop,
                made: Cell::new(0),
            };
            let found = work(&playouts, piece, share, &mut generator);
            (found, playouts.made.get())
        })
    };
    let mut found = Vec::with_capacity(pieces.len());
    let all = pieces.len();
    let mut playouts = 0;
    let deliver = |(one, made): (Found, u64)| {
        found.push(one);
        playouts += made;
        done(all);
        Ok(())
    };
    match in_order((0..).zip(pieces), plan.jobs, stop, worker, deliver) {
        // What was worked on when it was stopped is not finished.
        Ok(Ending::Done) if !stop.load(Ordering::Relaxed) => {}
        Ok(Ending::Done | Ending::Stopped) => return Err(AnalyseError::Stopped),
        Err(Broken::Caller(error)) => return Err(AnalyseError::Caller(error)),
        Err(Broken::Thread(error)) => return Err(AnalyseError::Thread(error)),
    }
    let mut found = found.into_iter();
    let rounds: Vec<Round> = course
        .spans
        .iter()
        .map(|span| round(span, &mut found))
        .collect();
    Ok(Analysis {
        budget: plan.budget,
        playouts,
        seed: plan.seed,
        sides: BySide::new_with(|side| of_side(&rounds, side)),
        rounds,
    })
}

fn work(playouts: &Playouts<'_>, piece: Piece<'_>, share: u32, generator: &mut Generator) -> Found {
    let quarter = (share / 4).max(FEWEST);
    match piece {
        Piece::Start(span) => Found::Value(playouts.of_round(&span.begin, quarter, generator)),
        Piece::End(span) => Found::Value(playouts.value(&span.last, None, quarter, generator)),
        Piece::Point(point) => {
            let decision = decision(playouts, point, share, generator);
            Found::Decision(Box::new(decision))
        }
    }
}

/// Estimates everything of one decision. Half of the playouts go into the search, an eighth into
/// each of the two values, and a quarter into skill.
fn decision(
    playouts: &Playouts<'_>,
    point: &Point,
    share: u32,
    generator: &mut Generator,
) -> Decision {
    let layout = playouts.rules.layout();
    let played = &*point.legal[point.played];
    let eighth = (share / 8).max(FEWEST);
    let before = playouts.value(&point.state, None, eighth, generator);
    let mut decision = Decision {
        number: point.number,
        side: point.side,
        played: played.to_owned(),
        choices: Vec::new(),
        loss: Estimate::default(),
        label: Label::Forced,
        uncertain: false,
        before,
        after: before,
        skill: Estimate::default(),
        hidden: Estimate::default(),
    };
    if point.legal.len() == 1 {
        return decision;
    }
    decision.after = playouts.value(&point.state, Some(played), eighth, generator);
    let observation = Observation::new(&point.state, layout, point.side);
    let worlds = point.knowledge.worlds(&observation, layout);
    // The same world before and after the move, so that only the move makes a difference.
    let differences = (0..eighth).filter_map(|_| {
        let world = worlds.draw(generator);
        let after = playouts.reward(world.clone(), Some(played), generator)?;
        let before = playouts.reward(world, None, generator)?;
        Some(after - before)
    });
    decision.skill = match mean(differences) {
        // No world could be played: nothing is known but that.
        nothing if nothing == mean(std::iter::empty()) => Estimate {
            value: 0.0,
            error: 0.5,
        },
        skill => skill.seen_by(point.side),
    };
    let swing = decision.after.minus(decision.before).seen_by(point.side);
    decision.hidden = swing.minus(decision.skill);
    let search = Search::new(Rc::clone(playouts.rules)).until(playouts.stop);
    let texts: Vec<&str> = point.legal.iter().map(|text| &**text).collect();
    let found = search.compare(&worlds, &texts, share / 2, Some(point.played), generator);
    let visits: u64 = found.iter().map(|one| u64::from(one.visits)).sum();
    playouts.made.set(playouts.made.get() + visits);
    judge(&mut decision, &texts, &found);
    decision
}

/// Gives a decision its choices, loss and label.
fn judge(decision: &mut Decision, texts: &[&str], found: &[mcts::Estimate]) {
    let choices = Choice::ranked(texts.iter().copied(), found);
    let is_played = |choice: &&Choice| choice.text == decision.played;
    let others = || choices.iter().filter(|choice| !is_played(choice));
    // The best of the others, among those that were tried most.
    let most = others().map(|choice| choice.playouts).max();
    let rival = others().find(|choice| Some(choice.playouts) == most);
    if let (Some(rival), Some(played)) = (rival, choices.iter().find(is_played)) {
        // Below zero if no other move is better.
        let lost = rival.win.minus(played.win);
        decision.loss = Estimate {
            value: lost.value.max(0.0),
            ..lost
        };
        let is_sure = |limit: &dyn Fn(Estimate) -> bool| {
            choices
                .iter()
                .all(|choice| choice.playouts > 0 && limit(choice.win))
        };
        let is_decided = is_sure(&|win| win.value + win.margin() <= DECIDED)
            || is_sure(&|win| win.value - win.margin() >= 1.0 - DECIDED);
        decision.label = if is_decided {
            Label::Decided
        } else if lost.value <= 0.0 {
            Label::Best
        } else {
            Label::of(lost.value)
        };
        decision.uncertain = !is_decided && is_uncertain(lost);
    }
    decision.choices = choices;
}

/// Puts what was found in a round together.
fn round(span: &Span, found: &mut impl Iterator<Item = Found>) -> Round {
    let start = match found.next() {
        Some(Found::Value(value)) => value,
        _ => Estimate::default(),
    };
    let mut moments = Vec::new();
    let mut last = start;
    let mut after = None;
    let mut chance = span.chance.iter().cloned();
    for _ in &span.points {
        let Some(Found::Decision(decision)) = found.next() else {
            break;
        };
        moments.push(Moment::Chance(Chance {
            after,
            outcomes: chance.next().unwrap_or_default(),
            swing: decision.before.minus(last),
        }));
        last = decision.after;
        after = Some(decision.number);
        moments.push(Moment::Decision(*decision));
    }
    let end = match &span.ended {
        Some((winner, _)) => Estimate::exactly(reward(*winner)),
        None => match found.next() {
            Some(Found::Value(value)) => value,
            _ => last,
        },
    };
    moments.push(Moment::Chance(Chance {
        after,
        outcomes: chance.next().unwrap_or_default(),
        swing: end.minus(last),
    }));
    Round {
        number: span.number,
        start,
        end,
        reason: span.ended.as_ref().map(|(_, reason)| reason.clone()),
        account: of_round(&moments),
        moments,
    }
}
