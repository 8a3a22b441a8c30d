//! A line of play: decisions from the start of a match on, with the game at each of them.

use std::rc::Rc;

use rpds::Vector;

use crate::game::{Decision, Event, Game, GameError, Layout, Move, Observer, Rules, State, Stop};
use crate::replay::{Numbered, Record, Recorder, Recording, Redeal, timeline_to_fault};

/// Something that happened, and its record if it has one.
#[derive(Debug, Clone)]
pub struct Happening {
    /// The event.
    pub event: Event,
    /// The record.
    pub record: Option<Record>,
}

/// A position in which a decision is due, or the end of the match.
#[derive(Debug, Clone)]
pub struct Point {
    /// The game, which goes on from here exactly.
    pub game: Game,
    /// Everything since the decision before.
    pub happened: Vec<Happening>,
    /// What chance answers from here on.
    chance: Redeal,
}

impl Point {
    /// Returns the position.
    #[must_use]
    pub fn state(&self) -> &State {
        self.game.state()
    }

    /// Returns the legal moves; none at the end of the match.
    #[must_use]
    pub fn legal(&self) -> &[Move] {
        self.game.legal()
    }

    /// Tells whether the match is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.game.legal().is_empty()
    }
}

/// A line of play.
#[derive(Debug, Clone)]
pub struct Line {
    /// Its name; the match itself is `main`.
    pub name: String,
    /// The line that it leaves, and after how many decisions.
    pub from: Option<(String, usize)>,
    /// Why a recording goes no further than the last point.
    pub broken: Option<String>,
    // A copy of the line is kept for every decision that can be taken back: the copies share what
    // they have in common.
    points: Vector<Rc<Point>>,
    moves: Vector<Rc<str>>,
    /// Decisions that the rules do not allow as they are now.
    rest: Vec<Rc<str>>,
    /// What chance answers from the start on.
    source: Redeal,
}

impl Line {
    /// Makes the line of a match that begins.
    ///
    /// # Errors
    /// Faults of the rules.
    pub fn fresh(name: &str, rules: Rc<dyn Rules>, chance: Redeal) -> Result<Self, GameError> {
        let source = chance.clone();
        let first = settle(Game::new(rules), chance, Log::default())?;
        Ok(Self {
            name: name.to_owned(),
            from: None,
            broken: None,
            points: [Rc::new(first)].into_iter().collect(),
            moves: Vector::new(),
            rest: Vec::new(),
            source,
        })
    }

    /// Makes the line of a recorded match, as far as it holds and the rules do not fail.
    ///
    /// # Errors
    /// Faults of the rules before the first decision.
    pub fn recorded(
        name: &str,
        rules: Rc<dyn Rules>,
        recording: &Recording,
    ) -> Result<Self, GameError> {
        // Played twice: once to learn in which order the cards come, where the recording does not
        // give the order of a pile, and once with the piles in that order, so that another line
        // can leave at any point and still draws the same cards.
        let (told, mut fault) = timeline_to_fault(Rc::clone(&rules), recording);
        let chance = told.redeal(recording.head.seed.unwrap_or_default());
        let mut line = Self::fresh(name, rules, chance)?;
        let moves = told
            .moments
            .iter()
            .filter_map(|moment| match &moment.record {
                Record::Decision { chosen, .. } => Some(chosen),
                _ => None,
            });
        for chosen in moves {
            if let Err(error) = line.play(chosen) {
                fault.get_or_insert(error);
                break;
            }
        }
        if let Some(error) = fault {
            line.broken = Some(format!("the rules go no further: {error}"));
            return Ok(line);
        }
        line.broken = told.broken.map(|mismatch| {
            format!(
                "the recording goes no further (line {}): {}: expected {}, recorded {}",
                mismatch.line, mismatch.what, mismatch.expected, mismatch.recorded
            )
        });
        Ok(line)
    }

    /// Plays the line again under other rules, with the same cards, as far as its decisions are
    /// legal there. What is not is kept, for rules that allow it again.
    ///
    /// # Errors
    /// Faults of the rules.
    pub fn under(&self, rules: Rc<dyn Rules>) -> Result<Self, GameError> {
        let mut line = Self::fresh(&self.name, rules, self.source.clone())?;
        line.from.clone_from(&self.from);
        let mut moves = self.moves.iter().chain(&self.rest);
        for chosen in moves.by_ref() {
            match line.play(chosen) {
                Ok(()) => {}
                Err(GameError::Illegal { .. } | GameError::NoDecision) => {
                    let why = if line.last().is_over() {
                        "the match is over before it".to_owned()
                    } else {
                        format!("`{chosen}` is not legal")
                    };
                    line.broken = Some(format!(
                        "`{}` goes no further than decision {} of {}: {why} under the rules as they are now",
                        line.name,
                        line.len(),
                        self.moves.len() + self.rest.len()
                    ));
                    line.rest.push(Rc::clone(chosen));
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        line.rest.extend(moves.cloned());
        if line.rest.is_empty() {
            // Where the file itself goes no further, it still does not.
            line.broken
                .clone_from(&self.broken.clone().filter(|_| self.rest.is_empty()));
        }
        Ok(line)
    }

    /// Names the point after so many decisions: by the decision that is due there, or as the end.
    #[must_use]
    pub fn place(&self, after: usize) -> String {
        if after >= self.moves.len() {
            "end".to_owned()
        } else {
            (after + 1).to_string()
        }
    }

    /// Returns how many decisions are made on it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Tells whether no decision is made on it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Returns the point after so many decisions; the last one if there are fewer.
    #[must_use]
    pub fn point(&self, after: usize) -> &Rc<Point> {
        &self.points[after.min(self.moves.len())]
    }

    /// Returns the last point.
    #[must_use]
    pub fn last(&self) -> &Rc<Point> {
        self.point(self.moves.len())
    }

    /// Returns the move made at a point.
    #[must_use]
    pub fn made(&self, after: usize) -> Option<&str> {
        self.moves.get(after).map(|text| &**text)
    }

    /// Makes a decision at the end of the line.
    ///
    /// # Errors
    /// If the move is not legal or the rules fail; the line is then as it was.
    pub fn play(&mut self, text: &str) -> Result<(), GameError> {
        let last = self.last();
        let mut game = last.game.clone();
        let mut log = Log::default();
        game.play(text, &mut log)?;
        let point = settle(game, last.chance.clone(), log)?;
        self.points.push_back_mut(Rc::new(point));
        self.moves.push_back_mut(Rc::from(text));
        Ok(())
    }

    /// Makes another line that is the same up to a point.
    #[must_use]
    pub fn branch(&self, name: String, after: usize) -> Self {
        let after = after.min(self.len());
        Self {
            name,
            from: Some((self.name.clone(), after)),
            broken: None,
            points: self.points.iter().take(after + 1).cloned().collect(),
            moves: self.moves.iter().take(after).cloned().collect(),
            rest: Vec::new(),
            source: self.source.clone(),
        }
    }

    /// Returns all its records.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.records_from(0)
    }

    /// Returns the events up to the point after so many decisions.
    pub fn events(&self, after: usize) -> impl Iterator<Item = &Event> {
        let points = self.points.iter().take(after + 1);
        points
            .flat_map(|point| &point.happened)
            .map(|happening| &happening.event)
    }

    /// Returns the records of what happened once so many decisions had been made.
    pub fn records_since(&self, after: usize) -> impl Iterator<Item = &Record> {
        self.records_from(after + 1)
    }

    fn records_from(&self, point: usize) -> impl Iterator<Item = &Record> {
        let points = self.points.iter().skip(point);
        points
            .flat_map(|point| &point.happened)
            .filter_map(|happening| happening.record.as_ref())
    }

    /// Makes a recording of it.
    #[must_use]
    pub fn recording(&self, head: &crate::replay::Head) -> Recording {
        let records = self.records().enumerate();
        Recording {
            name: self.name.clone(),
            line: 1,
            head: crate::replay::Head {
                partial: !self.last().is_over(),
                ..head.clone()
            },
            records: records
                .map(|(index, record)| Numbered {
                    line: index + 2,
                    record: record.clone(),
                })
                .collect(),
            asides: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// Goes on until a decision is due or the match is over.
fn settle(mut game: Game, mut chance: Redeal, mut log: Log) -> Result<Point, GameError> {
    while let Stop::RoundOver(_) = game.proceed(&mut chance, &mut log)? {}
    Ok(Point {
        game,
        happened: log.happened,
        chance,
    })
}

/// Collects what happens.
#[derive(Debug, Default)]
struct Log {
    happened: Vec<Happening>,
    /// The record of a decision, which comes before its event.
    decision: Option<Record>,
}

impl Observer for Log {
    fn decision(&mut self, decision: &Decision<'_>) {
        let mut made = None;
        Recorder::new(|record| made = Some(record)).decision(decision);
        self.decision = made;
    }

    fn event(&mut self, event: &Event, state: &State, layout: &Layout) {
        let mut made = None;
        if matches!(event, Event::Decided { .. }) {
            made = self.decision.take();
        } else {
            Recorder::new(|record| made = Some(record)).event(event, state, layout);
        }
        self.happened.push(Happening {
            event: event.clone(),
            record: made,
        });
    }
}
