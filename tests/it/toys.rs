//! The toy rulesets: each proves something general that the shipped ones do not need.

use std::rc::Rc;

use salle::bots::Bot;
use salle::chance::Seeded;
use salle::game::{Event, Game, Nobody, Observation, Side, Stop, Value, position};

use crate::harness::{Played, loader, played, rules, shipped};

fn happens(played: &Played, what: impl Fn(&Event) -> bool) -> usize {
    let events = played.events.iter();
    events.filter(|happened| what(&happened.event)).count()
}
