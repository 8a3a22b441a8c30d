//! What came up in matches or scenarios, how often, and where first.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use crate::game::{Decision, Event, Layout, Observer, State, Value};

/// How often something came up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Seen {
    /// How many times.
    pub times: u64,
    /// The number of the first match or scenario in which it did.
    pub first: Option<u64>,
}

impl Seen {
    fn add(&mut self, times: u64, number: u64) {
        if times > 0 {
            self.times += times;
            self.first = Some(self.first.map_or(number, |first| first.min(number)));
        }
    }

    fn merge(&mut self, other: Self) {
        if let Some(first) = other.first {
            self.add(other.times, first);
        }
    }
}

/// What came up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Decisions made.
    pub decisions: u64,
    /// Moves offered, by kind.
    pub offered: BTreeMap<String, Seen>,
    /// Moves played, by kind.
    pub played: BTreeMap<String, Seen>,
    /// Ends of rounds, by reason.
    pub endings: BTreeMap<String, Seen>,
    /// Named events.
    pub events: BTreeMap<String, Seen>,
    /// The parts of the scripts, in the order of the trace that counts them.
    pub parts: Vec<Seen>,
    /// The paths of the parameters that scripts read.
    pub read: BTreeSet<String>,
    /// The texts of moves and the texts that variables and events held.
    pub texts: HashSet<Arc<str>>,
}

impl Coverage {
    /// Adds how often the parts of the scripts were reached.
    pub fn reached(&mut self, parts: &[u64], number: u64) {
        self.parts.resize(parts.len(), Seen::default());
        for (seen, times) in self.parts.iter_mut().zip(parts) {
            seen.add(*times, number);
        }
    }

    /// Adds what another has counted. The order of additions makes no difference.
    pub fn merge(&mut self, other: Self) {
        self.decisions += other.decisions;
        for (all, more) in [
            (&mut self.offered, other.offered),
            (&mut self.played, other.played),
            (&mut self.endings, other.endings),
            (&mut self.events, other.events),
        ] {
            for (name, seen) in more {
                all.entry(name).or_default().merge(seen);
            }
        }
        let parts = self.parts.len().max(other.parts.len());
        self.parts.resize(parts, Seen::default());
        for (seen, more) in self.parts.iter_mut().zip(other.parts) {
            seen.merge(more);
        }
        self.read.extend(other.read);
        self.texts.extend(other.texts);
    }

    /// Returns the words of all texts.
    #[must_use]
    pub fn words(&self) -> BTreeSet<&str> {
        let texts = self.texts.iter();
        texts
            .flat_map(|text| text.split(|c: char| " ,+:".contains(c)))
            .filter(|word| !word.is_empty())
            .collect()
    }
}

/// Watches one match or scenario.
#[derive(Debug)]
pub struct Watch {
    number: u64,
    coverage: Coverage,
}

impl Watch {
    /// Begins to watch the match or scenario with this number.
    #[must_use]
    pub fn new(number: u64) -> Self {
        Self {
            number,
            coverage: Coverage::default(),
        }
    }

    /// Returns what came up.
    #[must_use]
    pub fn into_coverage(self) -> Coverage {
        self.coverage
    }

    fn note(map: &mut BTreeMap<String, Seen>, name: &str, number: u64) {
        match map.get_mut(name) {
            Some(seen) => seen.add(1, number),
            None => map.entry(name.to_owned()).or_default().add(1, number),
        }
    }

    fn texts(&mut self, value: &Value) {
        match value {
            Value::Text(text) => {
                self.coverage.texts.insert(Arc::clone(text));
            }
            Value::List(items) => items.iter().for_each(|item| self.texts(item)),
            Value::Map(_) => {
                for (key, part) in value.entries() {
                    self.texts(&Value::Text(Arc::clone(key)));
                    self.texts(part);
                }
            }
            _ => {}
        }
    }
}

impl Observer for Watch {
    fn decision(&mut self, decision: &Decision<'_>) {
        self.coverage.decisions += 1;
        for legal in decision.legal {
            Self::note(&mut self.coverage.offered, legal.kind(), self.number);
            if !self.coverage.texts.contains(&*legal.text) {
                self.coverage.texts.insert(Arc::clone(&legal.text));
            }
        }
        let kind = decision.chosen.kind();
        Self::note(&mut self.coverage.played, kind, self.number);
        for value in &decision.state.variables {
            self.texts(value);
        }
    }

    fn event(&mut self, event: &Event, _: &State, _: &Layout) {
        match event {
            Event::Named { name, data } => {
                Self::note(&mut self.coverage.events, name, self.number);
                self.texts(data);
            }
            Event::RoundEnded { reason, .. } => {
                Self::note(&mut self.coverage.endings, reason, self.number);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coverage(name: &str, times: u64, number: u64) -> Coverage {
        let mut coverage = Coverage::default();
        coverage
            .events
            .entry(name.to_owned())
            .or_default()
            .add(times, number);
        coverage.reached(&[times, 0], number);
        coverage
    }

    #[test]
    fn the_first_match_is_remembered_whatever_the_order() {
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let all = [
                coverage("bell", 2, 7),
                coverage("bell", 1, 3),
                coverage("gong", 1, 5),
            ];
            let mut sum = Coverage::default();
            for index in order {
                sum.merge(all[index].clone());
            }
            let bell = Seen {
                times: 3,
                first: Some(3),
            };
            assert_eq!(sum.events["bell"], bell);
            assert_eq!(sum.parts[0].first, Some(3));
            assert_eq!(sum.parts[1], Seen::default());
        }
    }
}
