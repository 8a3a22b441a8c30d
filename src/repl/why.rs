//! Why a move is legal, or what would have to be otherwise for it to be.
//!
//! Rules are pure functions of the facts that they read, so a question about a move is a question
//! about those facts: the rules are asked again while some of them are told otherwise.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::patience::Patience;
use super::vocabulary::Vocabulary;
use crate::game::{
    Eye, Fact, GameError, Layout, Probe, RuleFault, Rules, State, Value, VarId, View,
};
use crate::text::{Fault, Span, nearest};

/// Most times that the rules are asked about one move. A count and no time, so that the answer is
/// the same on every machine.
const MOST_TRIED: usize = 3_000;
/// Most changes that are told.
const MOST: usize = 3;

/// Where in the ruleset's files something is.
#[derive(Debug, Clone)]
pub struct Site {
    /// The function.
    pub function: String,
    /// The place.
    pub span: Span,
}

/// A fact that would be another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The fact.
    pub fact: Fact,
    /// What it is.
    pub is: Value,
    /// What it would be.
    pub were: Value,
}

/// A way to make a move legal.
#[derive(Debug, Clone)]
pub struct Remedy {
    /// What would be otherwise.
    pub changes: Vec<Change>,
    /// The first place where the rules then go another way.
    pub parting: Option<Site>,
}

/// Why a move is legal or not.
#[derive(Debug, Clone)]
pub enum Why {
    /// It is.
    Legal {
        /// Where it is offered.
        site: Option<Site>,
        /// The facts without which it would not be.
        facts: Vec<(Fact, Value)>,
    },
    /// It is not.
    Illegal {
        /// The smallest changes under which it would be; none if none was found.
        remedies: Vec<Remedy>,
        /// How many changes were tried.
        tried: usize,
        /// Whether there was time to try all.
        complete: bool,
    },
    /// The game has no such move.
    Unknown {
        /// The nearest text that it has.
        nearest: Option<String>,
    },
}

/// What is told of a move.
#[derive(Debug, Clone)]
pub struct Reply {
    /// Why it is legal or not.
    pub why: Why,
    /// What the rules themselves say of it.
    pub sentence: Option<String>,
}

/// A position in which a decision is due.
pub struct Question<'a> {
    rules: &'a dyn Rules,
    layout: Rc<Layout>,
    state: Rc<State>,
    vocabulary: &'a Vocabulary,
    tried: usize,
}

/// Changes that lead somewhere else, and what is read there.
type Road = (Vec<Change>, Vec<(Fact, Value)>);

/// What came of asking for the legal moves.
struct Answer {
    texts: BTreeSet<Box<str>>,
    reads: Vec<(Fact, Value)>,
}

impl std::fmt::Debug for Question<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Question")
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

impl<'a> Question<'a> {
    /// Makes the question about a position.
    #[must_use]
    pub fn new(rules: &'a dyn Rules, state: &State, vocabulary: &'a Vocabulary) -> Self {
        Self {
            rules,
            layout: Rc::clone(rules.layout()),
            state: Rc::new(state.clone()),
            vocabulary,
            tried: 0,
        }
    }

    /// Says why a move is legal or not; `patience` is asked now and then whether to give up.
    ///
    /// # Errors
    /// Faults of the rules in the position as it is.
    pub fn why(mut self, text: &str, patience: &Patience) -> Result<Reply, GameError> {
        let fails = |fault| GameError::Rules {
            place: "here".to_owned(),
            fault,
        };
        let base = self.ask(&[]).map_err(fails)?;
        self.rules.renew();
        let sentence = self.rules.why(&self.view(), text).map_err(fails)?;
        Ok(Reply {
            why: self.answer(text, &base, patience),
            sentence,
        })
    }

    fn answer(&mut self, text: &str, base: &Answer, patience: &Patience) -> Why {
        if base.texts.contains(text) {
            return self.legal(text, base, patience);
        }
        let remedies = self.remedies(text, base, patience);
        let complete = !self.gives_up(patience);
        if remedies.is_empty() && !self.vocabulary.has_kind(text) {
            let known = self
                .vocabulary
                .texts()
                .chain(base.texts.iter().map(|text| &**text));
            return Why::Unknown {
                nearest: nearest(text, known).map(str::to_owned),
            };
        }
        Why::Illegal {
            remedies,
            tried: self.tried,
            complete,
        }
    }

    fn gives_up(&self, patience: &Patience) -> bool {
        let how_far = || format!("{} changes tried", self.tried);
        self.tried >= MOST_TRIED || !patience.goes_on(how_far)
    }

    fn view(&self) -> View {
        let eye = Eye::Of(self.state.turn);
        View::new(Rc::clone(&self.layout), Rc::clone(&self.state), eye)
    }

    /// Asks for the legal moves while some facts are told otherwise.
    fn ask(&mut self, changes: &[(Fact, Value)]) -> Result<Answer, RuleFault> {
        self.tried += 1;
        let probe = Rc::new(Probe::telling(changes.to_vec()));
        self.rules.renew();
        let moves = self.rules.moves(&self.view().probed(Rc::clone(&probe)));
        self.rules.renew();
        Ok(Answer {
            texts: moves?.iter().map(|legal| Box::from(&*legal.text)).collect(),
            reads: probe.reads(),
        })
    }

    fn legal(&mut self, text: &str, base: &Answer, patience: &Patience) -> Why {
        let site = self.rules.origin(&self.view(), text).and_then(site);
        let mut facts = Vec::new();
        for (fact, value) in distinct(&base.reads) {
            if self.gives_up(patience) {
                break;
            }
            let others = self.others(fact, &value);
            let vanishes = others.into_iter().any(|other| {
                // Rules that fail in a position that cannot be say nothing about the move.
                let answer = self.ask(&[(fact, other)]);
                answer.is_ok_and(|answer| !answer.texts.contains(text))
            });
            if vanishes {
                facts.push((fact, value));
            }
        }
        Why::Legal { site, facts }
    }

    /// Looks for the smallest changes: of one fact, or of the variables to values that they have
    /// had together; and if there is none, of such a change and one fact more.
    fn remedies(&mut self, text: &str, base: &Answer, patience: &Patience) -> Vec<Remedy> {
        let mut found: Vec<(u64, Vec<Change>)> = Vec::new();
        let mut roads = Vec::new();
        let singles = self.changes(&base.reads, &[]).into_iter();
        let steps = singles.map(|change| vec![change]).chain(self.situations());
        for changes in steps.collect::<Vec<_>>() {
            if self.gives_up(patience) {
                break;
            }
            // Rules that fail in a position that cannot be say nothing about the move.
            let Ok(answer) = self.ask(&told(&changes)) else {
                continue;
            };
            if answer.texts.contains(text) {
                found.push((cost(&changes), changes));
            } else if answer.texts != base.texts || facts(&answer.reads) != facts(&base.reads) {
                roads.push((changes, answer.reads));
            }
        }
        // Of a kind that has never come up, no more is to be expected.
        if found.is_empty() && self.vocabulary.has_kind(text) {
            found = self.second_steps(text, roads, patience);
        }
        for (cost_of, changes) in &mut found {
            self.without_needless(text, changes);
            *cost_of = cost(changes);
        }
        found.sort_by_key(|(cost, _)| *cost);
        let least = found.first().map_or(0, |(cost, _)| *cost);
        // Of one fact, only the nearest value that helps.
        let mut shown: Vec<Remedy> = Vec::new();
        for (cost, changes) in found {
            let same = |remedy: &Remedy| facts_of(&remedy.changes) == facts_of(&changes);
            if shown.len() < MOST && !shown.iter().any(same) && cost <= least + 3 {
                let parting = self.parting(text, base, &changes);
                shown.push(Remedy { changes, parting });
            }
        }
        shown
    }

    /// Takes out the changes without which the move is legal all the same.
    fn without_needless(&mut self, text: &str, changes: &mut Vec<Change>) {
        let mut index = 0;
        while changes.len() > 1 && index < changes.len() {
            let mut fewer = changes.clone();
            fewer.remove(index);
            let answer = self.ask(&told(&fewer));
            if answer.is_ok_and(|answer| answer.texts.contains(text)) {
                *changes = fewer;
            } else {
                index += 1;
            }
        }
    }

    fn second_steps(
        &mut self,
        text: &str,
        mut roads: Vec<Road>,
        patience: &Patience,
    ) -> Vec<(u64, Vec<Change>)> {
        let mut found: Vec<(u64, Vec<Change>)> = Vec::new();
        let mut seen: BTreeSet<String> = BTreeSet::new();
        // Small changes first, and no pair twice; and before all others those that the text names.
        roads.sort_by_key(|(changes, _)| cost(changes));
        for named in [true, false] {
            for (first, reads) in &roads {
                for second in self.changes(reads, first) {
                    if self.gives_up(patience) {
                        return found;
                    }
                    if self.is_named(&second, text) != named {
                        continue;
                    }
                    let mut changes = first.clone();
                    changes.push(second);
                    let total = cost(&changes);
                    let best = found.iter().map(|(cost, _)| *cost).min();
                    changes.sort_by_key(|change| format!("{:?}", change.fact));
                    let is_worse = best.is_some_and(|best| total > best);
                    if is_worse || !seen.insert(format!("{changes:?}")) {
                        continue;
                    }
                    let answer = self.ask(&told(&changes));
                    if answer.is_ok_and(|answer| answer.texts.contains(text)) {
                        found.push((total, changes));
                    }
                }
            }
            if !found.is_empty() {
                break;
            }
        }
        found
    }

    /// Tells whether the text of a move names what would change: the card, or the value.
    fn is_named(&self, change: &Change, text: &str) -> bool {
        let named = match change.fact {
            Fact::Count(_, kind) => self.layout.kinds[kind.index()].to_string(),
            _ => change.were.to_string(),
        };
        // `3x2` names a 3 and a 2.
        let mut words = text.split([' ', ',', '+']);
        words.any(|word| word == named || word.split('x').any(|part| part == named))
    }

    /// Returns the changes of several variables to values that they have had together.
    fn situations(&self) -> Vec<Vec<Change>> {
        let side = self.state.turn;
        let situations = self.vocabulary.situations().iter().map(|values| {
            let pairs = values.iter().zip(&self.state.variables).enumerate();
            pairs
                .filter(|(_, (were, is))| were != is)
                .filter_map(|(index, (were, is))| {
                    let var = VarId(u8::try_from(index).ok()?);
                    // What the side may not see does not decide what it may do.
                    self.layout.variable(var).open_to(side).then(|| Change {
                        fact: Fact::Var(var),
                        is: is.clone(),
                        were: were.clone(),
                    })
                })
                .collect()
        });
        situations
            .filter(|changes: &Vec<Change>| changes.len() > 1)
            .collect()
    }

    /// Returns what may be otherwise among the facts that were read.
    fn changes(&self, reads: &[(Fact, Value)], without: &[Change]) -> Vec<Change> {
        distinct(reads)
            .into_iter()
            .filter(|(fact, _)| !without.iter().any(|change| change.fact == *fact))
            .flat_map(|(fact, is)| {
                let others = self.others(fact, &is);
                others.into_iter().map(move |were| Change {
                    fact,
                    is: is.clone(),
                    were,
                })
            })
            .collect()
    }

    /// Returns the other values that a fact can have, the nearest first.
    fn others(&self, fact: Fact, is: &Value) -> Vec<Value> {
        let numbers = |most: i64| -> Vec<Value> {
            let mut numbers: Vec<i64> = (0..=most).filter(|n| Value::Int(*n) != *is).collect();
            let center = is.as_int().unwrap_or_default();
            numbers.sort_by_key(|number| (number.abs_diff(center), *number));
            numbers.into_iter().map(Value::Int).collect()
        };
        let layout = &self.layout;
        let length = layout.track.as_ref().map_or(0, |track| track.length);
        match fact {
            Fact::Distance => numbers(length - 1)
                .into_iter()
                .filter(|n| *n != Value::Int(0))
                .collect(),
            Fact::Space(_) => numbers(length)
                .into_iter()
                .filter(|n| *n != Value::Int(0))
                .collect(),
            Fact::Behind(_) => numbers(length - 1),
            Fact::Size(_) => numbers(is.as_int().unwrap_or_default() + 2),
            Fact::Count(pile, kind) => {
                let owner = layout.pile(pile).owner;
                let decks = layout
                    .piles
                    .iter()
                    .filter(|spec| owner.is_none() || spec.owner.is_none() || spec.owner == owner);
                let cards = decks.flat_map(|spec| &spec.holds);
                let most = cards.filter(|card| layout.kind_of(**card) == kind).count();
                numbers(i64::try_from(most).unwrap_or(i64::MAX))
            }
            Fact::Card(..) => {
                let kinds = layout.kinds.iter().cloned();
                kinds
                    .chain([Value::Null])
                    .filter(|kind| kind != is)
                    .collect()
            }
            Fact::Var(var) => {
                let seen = self.vocabulary.values(var);
                let mut others: Vec<Value> = seen.filter(|value| *value != is).cloned().collect();
                if let Value::Bool(flag) = is
                    && !others.contains(&Value::Bool(!flag))
                {
                    others.push(Value::Bool(!flag));
                }
                if let Value::Int(number) = is {
                    others.sort_by_key(|other| {
                        other
                            .as_int()
                            .map_or(u64::MAX, |other| other.abs_diff(*number))
                    });
                }
                others
            }
            // Whose turn it is, which round, and the score are no more than where one is.
            Fact::Turn | Fact::First | Fact::Round | Fact::Score(_) => Vec::new(),
        }
    }

    /// Finds the place where the rules go another way: the last read before they offer the move
    /// that is answered otherwise, among those that come in both runs.
    fn parting(&self, text: &str, base: &Answer, changes: &[Change]) -> Option<Site> {
        let changes = told(changes);
        let probe = Rc::new(Probe::telling(changes.clone()));
        // Stops where the move is offered, so that nothing is read after that.
        self.rules
            .origin(&self.view().probed(Rc::clone(&probe)), text)?;
        let reads = probe.reads();
        let pairs = base.reads.iter().zip(&reads).enumerate();
        let both = pairs.take_while(|(_, (one, other))| one.0 == other.0);
        let last = both.filter(|(_, (one, other))| one.1 != other.1).last();
        let last = last.map(|(index, _)| index);
        let mut probe = Probe::telling(changes);
        probe.fails_at = Some(last?);
        self.rules.renew();
        let stopped = self.rules.moves(&self.view().probed(Rc::new(probe)));
        self.rules.renew();
        site(stopped.err()?)
    }
}

fn told(changes: &[Change]) -> Vec<(Fact, Value)> {
    changes
        .iter()
        .map(|change| (change.fact, change.were.clone()))
        .collect()
}

fn facts(reads: &[(Fact, Value)]) -> Vec<Fact> {
    reads.iter().map(|(fact, _)| *fact).collect()
}

fn facts_of(changes: &[Change]) -> Vec<Fact> {
    changes.iter().map(|change| change.fact).collect()
}

/// How far changes go: for numbers the difference, for anything else as much as three.
fn cost(changes: &[Change]) -> u64 {
    let each = changes
        .iter()
        .map(|change| match (&change.is, &change.were) {
            (Value::Int(is), Value::Int(were)) => is.abs_diff(*were),
            _ => 3,
        });
    each.sum()
}

/// Returns each fact once, in the order of its first read.
fn distinct(reads: &[(Fact, Value)]) -> Vec<(Fact, Value)> {
    let mut seen = std::collections::HashSet::new();
    let first = reads.iter().filter(|(fact, _)| seen.insert(*fact));
    first.cloned().collect()
}

/// Takes the place and the function out of a fault: the innermost call names the function.
fn site(fault: RuleFault) -> Option<Site> {
    let hook = fault.hook;
    let fault = fault.source?.downcast::<Fault>().ok()?;
    let mut calls = fault.notes.iter();
    let function = calls.find_map(|note| {
        let name = note.text.strip_prefix('`')?;
        name.strip_suffix("` is called here")
    });
    Some(Site {
        function: function.unwrap_or(hook).to_owned(),
        span: fault.span.clone()?,
    })
}
