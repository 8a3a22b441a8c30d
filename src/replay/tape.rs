//! A recording as it is played again: answers chance, compares what happens.

use std::cell::RefCell;

use super::faces::{faces, find};
use super::format::{Numbered, Record, Recording};
use super::mismatch::{Mismatch, Unchecked};
use super::same::{nobody, one_of, quoted, same, without};
use crate::chance::Seeded;
use crate::game::{
    Card, Chance, ChanceError, Event, Layout, Move, Observer, Outcome, PileId, Question, Side,
    State, Value,
};

/// The tape: give `&tape` to a game both as its chance and as its observer.
#[derive(Debug)]
pub struct Tape<'a>(RefCell<Inner<'a>>);

#[derive(Debug)]
struct Inner<'a> {
    records: &'a [Numbered],
    next: usize,
    last_line: usize,
    rest: Seeded,
    /// Whether the order of a pile is on the tape, by pile.
    ordered: Vec<bool>,
    unchecked: Unchecked,
    mismatch: Option<Mismatch>,
}

impl<'a> Tape<'a> {
    /// Makes a tape at the start of a recording.
    #[must_use]
    pub fn new(recording: &'a Recording) -> Self {
        let last = recording.records.last();
        Self(RefCell::new(Inner {
            records: &recording.records,
            next: 0,
            last_line: last.map_or(recording.line, |numbered| numbered.line),
            rest: Seeded::new(recording.head.seed.unwrap_or_default()),
            ordered: Vec::new(),
            unchecked: Unchecked::default(),
            mismatch: None,
        }))
    }

    /// Returns the next record, if there is one.
    #[must_use]
    pub fn peek(&self) -> Option<&'a Numbered> {
        self.0.borrow().peek()
    }

    /// Returns the first mismatch met.
    #[must_use]
    pub fn mismatch(&self) -> Option<Mismatch> {
        self.0.borrow().mismatch.clone()
    }

    /// Returns what could not be checked so far.
    #[must_use]
    pub fn unchecked(&self) -> Unchecked {
        self.0.borrow().unchecked.clone()
    }

    /// Takes the decision that is due and returns its place among the legal moves; `None` if the
    /// tape has run out or holds something else, which [`Tape::mismatch`] then tells unless the
    /// tape has run out.
    pub fn decide(&self, state: &State, layout: &Layout, legal: &[Move]) -> Option<usize> {
        self.0.borrow_mut().decide(state, layout, legal)
    }

    /// Notes that a record follows the end of the match.
    pub fn end(&self) {
        let mut inner = self.0.borrow_mut();
        if let Some(extra) = inner.peek() {
            let recorded = extra.record.name().to_owned();
            inner.differ(
                "record",
                "nothing after the end of the match".to_owned(),
                recorded,
            );
        }
    }
}

impl<'a> Inner<'a> {
    fn peek(&self) -> Option<&'a Numbered> {
        self.records.get(self.next)
    }

    /// Notes a mismatch at the next record; only the first counts.
    fn differ(&mut self, what: &'static str, expected: String, recorded: String) {
        let line = self.peek().map_or(self.last_line, |numbered| numbered.line);
        self.mismatch.get_or_insert(Mismatch {
            line,
            what,
            expected,
            recorded,
        });
    }

    fn differ_from_next(&mut self, expected: String) {
        let recorded = match self.peek() {
            Some(numbered) => numbered.record.name().to_owned(),
            None => "nothing more".to_owned(),
        };
        self.differ("record", expected, recorded);
    }

    fn compare<T: PartialEq>(
        &mut self,
        what: &'static str,
        expected: &T,
        recorded: Option<&T>,
        word: impl Fn(&T) -> String,
    ) {
        match recorded {
            None => self.unchecked.add(what),
            Some(recorded) if recorded == expected => {}
            Some(recorded) => self.differ(what, word(expected), word(recorded)),
        }
    }

    fn decide(&mut self, state: &State, layout: &Layout, legal: &[Move]) -> Option<usize> {
        let side = state.turn;
        let Some(Numbered {
            record:
                Record::Decision {
                    number,
                    side: who,
                    legal: listed,
                    chosen,
                    state: position,
                },
            ..
        }) = self.peek()
        else {
            if self.peek().is_some() {
                self.differ_from_next(format!("a decision of {side}"));
            }
            return None;
        };
        self.compare(
            "number of the decision",
            &(state.decisions + 1),
            number.as_ref(),
            u64::to_string,
        );
        self.compare("side", &side, Some(who), Side::to_string);
        match listed {
            None => self.unchecked.add("legal moves"),
            Some(listed) => self.compare_legal(legal, listed),
        }
        match position {
            None => self.unchecked.add("position"),
            Some(position) => self.compare_state(&state.describe(layout), position),
        }
        let place = legal.iter().position(|legal| *legal.text == **chosen);
        if place.is_none() {
            let texts: Vec<&str> = legal.iter().map(|legal| &*legal.text).collect();
            self.differ("move", one_of(&texts), format!("`{chosen}`"));
        }
        if self.mismatch.is_none() {
            self.next += 1;
            return place;
        }
        None
    }

    fn compare_legal(&mut self, legal: &[Move], listed: &[String]) {
        let mut found: Vec<&str> = legal.iter().map(|legal| &*legal.text).collect();
        let mut recorded: Vec<&str> = listed.iter().map(String::as_str).collect();
        found.sort_unstable();
        recorded.sort_unstable();
        recorded.dedup();
        let (lost, extra) = (without(&found, &recorded), without(&recorded, &found));
        if lost.is_empty() && extra.is_empty() {
            return;
        }
        let words = |with: &[&str], without: &[&str]| match (with, without) {
            ([], without) => format!("without {}", quoted(without)),
            (with, []) => format!("with {}", quoted(with)),
            (with, without) => format!("with {}, without {}", quoted(with), quoted(without)),
        };
        self.differ("legal moves", words(&lost, &extra), words(&extra, &lost));
    }

    fn compare_state(&mut self, expected: &Value, recorded: &Value) {
        let mut parts = expected.entries().iter();
        if parts.any(|(key, _)| recorded.get(key).is_none()) {
            self.unchecked.add("part of a position");
        }
        for (key, recorded) in recorded.entries() {
            match expected.get(key) {
                None => self.unchecked.add("unknown part of a position"),
                Some(expected) if same(expected, recorded) => {}
                Some(expected) => {
                    self.differ(
                        "position",
                        format!("{key}: {expected}"),
                        format!("{key}: {recorded}"),
                    );
                }
            }
        }
    }

    /// Takes recorded faces and finds the cards in a pile.
    fn cards(
        &mut self,
        layout: &Layout,
        pile: PileId,
        held: &[Card],
        recorded: &[String],
        count: usize,
        what: &'static str,
    ) -> Result<Vec<Card>, ChanceError> {
        if recorded.len() != count {
            self.differ(
                what,
                crate::text::count(count, "card"),
                crate::text::count(recorded.len(), "card"),
            );
            return Err(self.stop());
        }
        match find(layout, pile, held, recorded) {
            Ok(cards) => Ok(cards),
            Err(error) => {
                let rest = faces(layout, pile, held).join(", ");
                let expected = format!("a card of the {} ({rest})", layout.pile_name(pile));
                self.differ(what, expected, error.to_string());
                Err(self.stop())
            }
        }
    }

    /// Takes a recorded number, if the coin or die could show it.
    fn number(&mut self, question: &Question<'_>, value: i64) -> Result<Outcome, ChanceError> {
        let outcome = Outcome::Number(value);
        if question.number(&outcome).is_ok() {
            return Ok(outcome);
        }
        let (what, expected) = match question {
            Question::Die { faces } => ("die", format!("a number from 1 to {faces}")),
            _ => ("coin", "1 for heads or 0 for tails".to_owned()),
        };
        self.differ(what, expected, value.to_string());
        Err(self.stop())
    }

    fn stop(&self) -> ChanceError {
        let text = self.mismatch.as_ref().map_or_else(String::new, |mismatch| {
            format!("line {}: {} expected", mismatch.line, mismatch.expected)
        });
        ChanceError::Recording(text)
    }

    fn answer(
        &mut self,
        round: u32,
        question: &Question<'_>,
        layout: &Layout,
    ) -> Result<Outcome, ChanceError> {
        let next = self.peek().map(|numbered| &numbered.record);
        let outcome = match (question, next) {
            (Question::Beginner, Some(Record::Round { first, .. })) => {
                return Ok(Outcome::Side(*first));
            }
            (
                Question::Shuffle { pile, cards },
                Some(Record::Shuffle {
                    pile: name,
                    side,
                    order,
                }),
            ) => {
                let spec = layout.pile(*pile);
                if *name != *spec.name || *side != spec.owner {
                    let recorded = side.map_or(name.clone(), |side| format!("{name} of {side}"));
                    self.differ("shuffled pile", layout.pile_name(*pile), recorded);
                    return Err(self.stop());
                }
                self.ordered.resize(layout.piles.len(), false);
                self.ordered[pile.index()] = true;
                let order = self.cards(layout, *pile, cards, order, cards.len(), "shuffle")?;
                Outcome::Cards(order.into())
            }
            (
                Question::Draw {
                    from,
                    side,
                    cards,
                    count,
                },
                Some(Record::Draw {
                    side: who,
                    cards: drawn,
                }),
            ) => {
                self.compare("side that draws", side, Some(who), Side::to_string);
                let taken = self.cards(layout, *from, cards, drawn, *count, "draw")?;
                self.compare_top(layout, *from, cards, &taken);
                Outcome::Cards(taken.into())
            }
            (
                Question::Reveal { from, side, cards },
                Some(Record::Reveal {
                    side: who,
                    cards: drawn,
                }),
            ) => {
                self.compare(
                    "side that turns a card up",
                    side,
                    Some(who),
                    Side::to_string,
                );
                let taken = self.cards(layout, *from, cards, drawn, 1, "card turned up")?;
                self.compare_top(layout, *from, cards, &taken);
                Outcome::Cards(taken.into())
            }
            (
                Question::Pick { from, side, cards },
                Some(Record::Chance {
                    kind,
                    side: who,
                    cards: Some(drawn),
                    ..
                }),
            ) if kind == "card" => {
                self.compare(
                    "side that loses a card",
                    side,
                    who.as_ref(),
                    Side::to_string,
                );
                let what = "card picked at random";
                Outcome::Cards(self.cards(layout, *from, cards, drawn, 1, what)?.into())
            }
            (
                Question::Coin,
                Some(Record::Chance {
                    kind,
                    value: Some(value),
                    ..
                }),
            ) if kind == "coin" => self.number(question, *value)?,
            (
                Question::Die { .. },
                Some(Record::Chance {
                    kind,
                    value: Some(value),
                    ..
                }),
            ) if kind == "die" => self.number(question, *value)?,
            (question, _) => return self.unrecorded(round, question, layout),
        };
        if self.mismatch.is_some() {
            return Err(self.stop());
        }
        self.next += 1;
        Ok(outcome)
    }

    /// Answers a question whose answer is not on the tape.
    fn unrecorded(
        &mut self,
        round: u32,
        question: &Question<'_>,
        layout: &Layout,
    ) -> Result<Outcome, ChanceError> {
        self.unchecked.add(match question {
            Question::Beginner => "beginner",
            Question::Shuffle { .. } => "order of a shuffle",
            Question::Draw { .. } => "draw",
            Question::Reveal { .. } => "card turned up",
            Question::Pick { .. } => "card picked at random",
            Question::Coin => "coin",
            Question::Die { .. } => "die",
        });
        let outcome = self.rest.answer(round, question, layout)?;
        Ok(match (question, outcome) {
            (Question::Shuffle { pile, .. }, Outcome::Cards(order)) => {
                Outcome::Cards(self.reserve(layout, *pile, &order).into())
            }
            (_, outcome) => outcome,
        })
    }

    /// Puts the cards that later records of this round draw from a pile to its bottom, so that a
    /// draw that was not written down does not take them.
    fn reserve(&self, layout: &Layout, pile: PileId, order: &[Card]) -> Vec<Card> {
        let spec = layout.pile(pile);
        let mut top_first = order.to_vec();
        let mut reserved = Vec::new();
        for numbered in &self.records[self.next..] {
            let drawn = match &numbered.record {
                Record::RoundEnd { .. } => break,
                Record::Shuffle { pile, side, .. }
                    if **pile == *spec.name && *side == spec.owner =>
                {
                    break;
                }
                Record::Draw { side, cards } | Record::Reveal { side, cards }
                    if spec.owner.is_none_or(|owner| owner == *side) =>
                {
                    cards
                }
                _ => continue,
            };
            for face in drawn {
                let found = find(layout, pile, &top_first, std::slice::from_ref(face));
                let card = found.ok().and_then(|cards| cards.first().copied());
                let place = top_first.iter().rposition(|held| Some(*held) == card);
                reserved.extend(place.map(|place| top_first.remove(place)));
            }
        }
        top_first.extend(reserved);
        top_first
    }

    /// Where the order of a pile is on the tape, a draw must follow it.
    fn compare_top(&mut self, layout: &Layout, pile: PileId, held: &[Card], taken: &[Card]) {
        if !self.ordered.get(pile.index()).copied().unwrap_or_default() {
            return;
        }
        let top: Vec<Card> = held.iter().rev().take(taken.len()).copied().collect();
        if top != taken {
            self.differ(
                "draw",
                format!(
                    "{}, as the shuffle put them",
                    faces(layout, pile, &top).join(", ")
                ),
                faces(layout, pile, taken).join(", "),
            );
        }
    }

    fn event(&mut self, event: &Event) {
        let next = self.peek().map(|numbered| &numbered.record);
        match (event, next) {
            (
                Event::RoundBegan { number, first },
                Some(Record::Round {
                    number: recorded,
                    first: who,
                }),
            ) => {
                self.compare(
                    "number of the round",
                    &u64::from(*number),
                    recorded.as_ref(),
                    u64::to_string,
                );
                self.compare("beginner", first, Some(who), Side::to_string);
                self.next += 1;
            }
            (
                Event::Named { name, data },
                Some(Record::Event {
                    name: recorded,
                    data: with,
                }),
            ) => {
                self.compare("event", &name.to_string(), Some(recorded), Clone::clone);
                if *data != Value::Null || with.is_some() {
                    self.compare("data of an event", data, with.as_ref(), Value::to_string);
                }
                self.next += 1;
            }
            (Event::Named { .. }, _) => self.unchecked.add("event"),
            (
                Event::RoundEnded {
                    winner,
                    reason,
                    score,
                    ..
                },
                Some(Record::RoundEnd {
                    winner: who,
                    reason: why,
                    score: points,
                }),
            ) => {
                self.compare("winner of the round", winner, Some(who), |winner| {
                    nobody(*winner)
                });
                self.compare("reason", &reason.to_string(), why.as_ref(), Clone::clone);
                self.compare("score", score, points.as_ref(), |score| {
                    format!("{} to {}", score.left, score.right)
                });
                self.next += 1;
            }
            (Event::MatchEnded { winner }, Some(Record::MatchEnd { winner: who })) => {
                self.compare("winner of the match", winner, Some(who), |winner| {
                    nobody(*winner)
                });
                self.next += 1;
            }
            (Event::RoundBegan { number, .. }, Some(_)) => {
                self.differ_from_next(format!("round {number}"));
            }
            (Event::RoundEnded { reason, winner, .. }, Some(_)) => {
                self.differ_from_next(format!(
                    "the end of the round: {reason}, won by {}",
                    nobody(*winner)
                ));
            }
            (Event::MatchEnded { winner }, Some(_)) => {
                self.differ_from_next(format!("the end of the match, won by {}", nobody(*winner)));
            }
            _ => {}
        }
    }
}

impl Chance for &Tape<'_> {
    fn answer(
        &mut self,
        round: u32,
        question: &Question<'_>,
        layout: &Layout,
    ) -> Result<Outcome, ChanceError> {
        self.0.borrow_mut().answer(round, question, layout)
    }
}

impl Observer for &Tape<'_> {
    fn event(&mut self, event: &Event, _state: &State, _layout: &Layout) {
        self.0.borrow_mut().event(event);
    }
}
