//! Answers that threads tell each other, so that each question is asked by one of them.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::tree::Leaf;
use super::{Hook, Question};
use crate::game::effect::Effect;
use crate::game::moves::Move;
use crate::game::part::{Answer, PartId, Step};
use crate::game::value::Value;
use crate::game::verdict::Verdict;

/// Most answers that wait to be taken over. Whoever comes later asks again.
const MOST: usize = 20_000;

/// What several memories of the same rules, each on a thread of its own, tell each other.
#[derive(Debug, Default)]
pub struct Exchange {
    news: Mutex<News>,
    /// How many answers were ever told: a look at it needs no lock.
    told: AtomicUsize,
    /// How many listen, likewise.
    listening: AtomicUsize,
}

#[derive(Debug, Default)]
struct News {
    /// What was told last, and the number of the first of it.
    answers: VecDeque<Arc<Found>>,
    first: usize,
    /// Who listens, and what each will hear next.
    listeners: BTreeMap<usize, usize>,
    joined: usize,
}

/// An answer, as threads can hand it over.
#[derive(Debug)]
pub(super) struct Found {
    asked: Asked,
    pub(super) sight: usize,
    pub(super) path: Vec<(Step, Value)>,
    answer: Sent,
    cost: u64,
}

/// What was asked.
#[derive(Debug)]
enum Asked {
    Hook(Hook),
    Part(PartId),
    Play(Move),
}

#[derive(Debug)]
enum Sent {
    Value(Value),
    Effects(Vec<Effect>),
    Moves(Vec<Move>),
    Verdict(Option<Verdict>),
}

impl Found {
    pub(super) fn new(
        question: Question<'_>,
        sight: usize,
        path: Vec<(Step, Value)>,
        leaf: &Leaf,
    ) -> Self {
        Self {
            asked: match question {
                Question::Hook(hook) => Asked::Hook(hook),
                Question::Part(part) => Asked::Part(part),
                Question::Play(chosen) => Asked::Play(chosen.clone()),
            },
            sight,
            path,
            answer: match &leaf.answer {
                Answer::Value(value) => Sent::Value(value.clone()),
                Answer::Effects(effects) => Sent::Effects(effects.to_vec()),
                Answer::Moves(moves) => Sent::Moves(moves.to_vec()),
                Answer::Verdict(verdict) => Sent::Verdict(verdict.clone()),
            },
            cost: leaf.cost,
        }
    }

    /// Returns the question.
    pub(super) fn question(&self) -> Question<'_> {
        match &self.asked {
            Asked::Hook(hook) => Question::Hook(*hook),
            Asked::Part(part) => Question::Part(*part),
            Asked::Play(chosen) => Question::Play(chosen),
        }
    }

    /// Returns the move that was to be played, if one was.
    pub(super) const fn played(&self) -> Option<&Move> {
        match &self.asked {
            Asked::Play(chosen) => Some(chosen),
            Asked::Hook(_) | Asked::Part(_) => None,
        }
    }

    /// Returns how much memory it takes, about.
    pub(super) fn bytes(&self) -> usize {
        let answer = match &self.answer {
            Sent::Value(_) | Sent::Verdict(_) => 0,
            Sent::Effects(effects) => effects.len() * size_of::<Effect>(),
            Sent::Moves(moves) => moves.len() * size_of::<Move>(),
        };
        size_of::<Self>() + self.path.len() * size_of::<(Step, Value)>() + answer
    }

    /// Returns a copy of the answer: nothing in it is shared with another thread, as counting who
    /// holds what is slow where several do it.
    pub(super) fn leaf(&self) -> Leaf {
        let answer = match &self.answer {
            Sent::Value(value) => Answer::Value(value.unshared()),
            Sent::Effects(effects) => Answer::Effects(effects.iter().map(copy_of_effect).collect()),
            Sent::Moves(moves) => Answer::Moves(moves.iter().map(copy_of_move).collect()),
            Sent::Verdict(verdict) => Answer::Verdict(verdict.as_ref().map(|verdict| Verdict {
                reason: Arc::from(&*verdict.reason),
                ..verdict.clone()
            })),
        };
        Leaf {
            answer,
            cost: self.cost,
        }
    }
}

/// Returns a copy of a move, likewise.
pub(super) fn copy_of_move(chosen: &Move) -> Move {
    Move {
        text: Arc::from(&*chosen.text),
        data: chosen.data.unshared(),
        secret: chosen.secret,
    }
}

fn copy_of_effect(effect: &Effect) -> Effect {
    match effect {
        Effect::Set { var, value } => Effect::Set {
            var: *var,
            value: value.unshared(),
        },
        Effect::Event { name, data } => Effect::Event {
            name: Arc::from(&**name),
            data: data.unshared(),
        },
        other => other.clone(),
    }
}

impl Exchange {
    fn lock(&self) -> MutexGuard<'_, News> {
        // The news are whole at any moment, also when a thread has panicked.
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One who tells and hears answers.
#[derive(Debug)]
pub(super) struct Listener {
    exchange: Arc<Exchange>,
    number: usize,
    /// How many answers were heard or told.
    heard: usize,
}

impl Listener {
    pub(super) fn new(exchange: Arc<Exchange>) -> Self {
        let mut news = exchange.lock();
        let (number, heard) = (news.joined, news.first + news.answers.len());
        news.joined += 1;
        news.listeners.insert(number, heard);
        exchange
            .listening
            .store(news.listeners.len(), Ordering::Relaxed);
        drop(news);
        Self {
            exchange,
            number,
            heard,
        }
    }

    /// Tells whether anybody else listens.
    pub(super) fn is_heard(&self) -> bool {
        self.exchange.listening.load(Ordering::Relaxed) > 1
    }

    /// Tells an answer to those who listen.
    pub(super) fn tell(&mut self, found: Found) {
        let mut news = self.exchange.lock();
        let end = news.first + news.answers.len();
        // Others may have told something in the meantime; what is one's own is heard once more.
        if self.heard == end {
            self.heard += 1;
            news.listeners.insert(self.number, self.heard);
        }
        news.answers.push_back(Arc::new(found));
        news.forget();
        self.exchange.told.store(end + 1, Ordering::Release);
    }

    /// Hears what others have told since this was asked last.
    pub(super) fn hear(&mut self) -> Vec<Arc<Found>> {
        if self.exchange.told.load(Ordering::Acquire) <= self.heard {
            return Vec::new();
        }
        let mut news = self.exchange.lock();
        let known = self.heard.saturating_sub(news.first);
        let heard = news.answers.iter().skip(known).map(Arc::clone).collect();
        self.heard = news.first + news.answers.len();
        news.listeners.insert(self.number, self.heard);
        news.forget();
        heard
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut news = self.exchange.lock();
        news.listeners.remove(&self.number);
        let listening = news.listeners.len();
        self.exchange.listening.store(listening, Ordering::Relaxed);
        news.forget();
    }
}

impl News {
    /// Forgets what everybody has heard, and what would be too much.
    fn forget(&mut self) {
        let end = self.first + self.answers.len();
        let heard = self.listeners.values().min().copied().unwrap_or(end);
        let keep = heard.max(end.saturating_sub(MOST));
        while self.first < keep {
            self.answers.pop_front();
            self.first += 1;
        }
    }
}
