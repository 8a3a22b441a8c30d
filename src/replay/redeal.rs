//! The same cards under other rules.

use std::collections::HashMap;
use std::rc::Rc;

use super::format::{Record, Recording};
use super::timeline::timeline_to_fault;
use crate::chance::Seeded;
use crate::game::lookup::is_face;
use crate::game::{
    Card, Chance, ChanceError, Event, Layout, Observer, Outcome, PileId, Question, Rules, Side,
    State, Value,
};

/// A card as other rules can find it: by its face, else by its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Name {
    face: String,
    kind: Value,
}

/// A pile of a round: its name, its owner, and how many shuffles of it came before.
type Key = (u32, String, Option<Side>, usize);

/// How often something has happened in a round. The rounds before are forgotten: they do not come
/// again, and a copy is made for every decision of a match.
#[derive(Debug, Clone, Default)]
struct Times {
    round: u32,
    of: HashMap<(String, Option<Side>), usize>,
    thrown: usize,
    picked: usize,
}

impl Times {
    fn in_round(&mut self, round: u32) -> &mut Self {
        if self.round != round {
            *self = Self {
                round,
                ..Self::default()
            };
        }
        self
    }

    /// Counts a shuffle of a pile, and names it by those before.
    fn shuffled(&mut self, round: u32, pile: &str, side: Option<Side>) -> Key {
        let of = &mut self.in_round(round).of;
        let times = of.entry((pile.to_owned(), side)).or_default();
        *times += 1;
        (round, pile.to_owned(), side, *times - 1)
    }

    /// Counts a coin or a die, and returns how many came before it.
    fn threw(&mut self, round: u32) -> usize {
        let thrown = &mut self.in_round(round).thrown;
        *thrown += 1;
        *thrown - 1
    }

    /// Counts a card picked at random, and returns how many came before it.
    fn picked(&mut self, round: u32) -> usize {
        let picked = &mut self.in_round(round).picked;
        *picked += 1;
        *picked - 1
    }
}

/// The order in which the cards of each shuffled pile came to light in a match.
#[derive(Debug, Clone, Default)]
pub(super) struct Deals {
    orders: HashMap<Key, Vec<Name>>,
    /// For each pile the shuffle that its cards come from.
    open: HashMap<PileId, Key>,
    times: Times,
    round: u32,
    first: Option<Side>,
    numbers: HashMap<u32, Vec<i64>>,
    picks: HashMap<u32, Vec<Name>>,
}

impl Deals {
    fn came(&mut self, from: PileId, cards: &[Card], layout: &Layout) {
        if let Some(order) = self
            .open
            .get(&from)
            .and_then(|key| self.orders.get_mut(key))
        {
            order.extend(cards.iter().map(|card| name(layout, *card)));
        }
    }

    /// Adds what still lies in the piles, from the top.
    pub(super) fn close(&mut self, state: &State, layout: &Layout) {
        let open: Vec<PileId> = self.open.keys().copied().collect();
        for pile in open {
            self.close_pile(pile, state, layout);
        }
    }

    fn close_pile(&mut self, pile: PileId, state: &State, layout: &Layout) {
        let rest: Vec<Card> = state.pile(pile).iter().rev().copied().collect();
        self.came(pile, &rest, layout);
        self.open.remove(&pile);
    }
}

impl Deals {
    /// Takes the deals of a recording from its records alone, if they tell how piles were shuffled.
    fn told(recording: &Recording, layout: &Layout) -> Option<Self> {
        let mut deals = Self::default();
        let named = |faces: &[String]| faces.iter().map(|face| named(layout, face)).collect();
        for numbered in &recording.records {
            match &numbered.record {
                Record::Round { first, .. } => {
                    deals.round += 1;
                    deals.first.get_or_insert(*first);
                }
                Record::Shuffle { pile, side, order } => {
                    let key = deals.times.shuffled(deals.round, pile, *side);
                    deals.orders.insert(key, named(order));
                }
                Record::Chance { cards, value, .. } => {
                    let picks = deals.picks.entry(deals.round).or_default();
                    picks.extend::<Vec<Name>>(named(cards.as_deref().unwrap_or_default()));
                    deals.numbers.entry(deals.round).or_default().extend(*value);
                }
                _ => {}
            }
        }
        (!deals.orders.is_empty()).then_some(deals)
    }
}

impl Observer for Deals {
    fn event(&mut self, event: &Event, state: &State, layout: &Layout) {
        match event {
            Event::RoundBegan { number, first } => {
                self.round = *number;
                self.first.get_or_insert(*first);
            }
            Event::Shuffled { pile, .. } => {
                self.open.remove(pile);
                let spec = layout.pile(*pile);
                let key = self.times.shuffled(self.round, &spec.name, spec.owner);
                self.orders.insert(key.clone(), Vec::new());
                self.open.insert(*pile, key);
            }
            // Cards that come from elsewhere end what a shuffle tells.
            Event::Renewed { pile, .. } => {
                self.open.remove(pile);
            }
            Event::Drew { from, cards, .. } => self.came(*from, cards.known(), layout),
            Event::Revealed { from, card, .. } => self.came(*from, &[*card], layout),
            Event::Picked { cards, .. } => {
                let picks = self.picks.entry(self.round).or_default();
                picks.extend(cards.known().iter().map(|card| name(layout, *card)));
            }
            Event::Tossed { heads, .. } => {
                let numbers = self.numbers.entry(self.round).or_default();
                numbers.extend(heads.map(i64::from));
            }
            Event::Thrown { number, .. } => {
                self.numbers.entry(self.round).or_default().extend(*number);
            }
            Event::RoundEnded { .. } => self.close(state, layout),
            _ => {}
        }
    }
}

/// Finds a card by the face that a recording gives it.
fn named(layout: &Layout, face: &str) -> Name {
    let ids = (0..layout.cards.len()).filter_map(|id| u8::try_from(id).ok().map(Card));
    let mut fitting = ids.filter(|card| is_face(layout, *card, face));
    match fitting.next() {
        Some(card) => name(layout, card),
        None => Name {
            face: face.to_owned(),
            kind: Value::text(face),
        },
    }
}

fn name(layout: &Layout, card: Card) -> Name {
    let spec = layout.card(card);
    Name {
        face: spec.face.to_string(),
        kind: layout.kinds[spec.kind.index()].clone(),
    }
}

/// Deals the cards of a match again: a shuffle gives the order in which they came to light there,
/// coins and dice what they showed there, and the cards picked at random are the ones picked there,
/// if they fit; whatever is left open comes from a seed.
#[derive(Debug, Clone)]
pub struct Redeal {
    deals: Rc<Deals>,
    times: Times,
    rest: Seeded,
}

impl Redeal {
    /// Makes the chance of a match of which nothing is known yet: everything comes from the seed.
    #[must_use]
    pub fn fresh(seed: u64) -> Self {
        Self::new(&Rc::default(), seed)
    }

    /// Makes the chance of a recorded match for rules that may be others than its own: from what it
    /// tells of shuffles, or else from the order in which its cards come as far as it holds under
    /// these rules.
    #[must_use]
    pub fn of(rules: &Rc<dyn Rules>, recording: &Recording) -> Self {
        let seed = recording.head.seed.unwrap_or_default();
        if let Some(deals) = Deals::told(recording, rules.layout()) {
            return Self::new(&Rc::new(deals), seed);
        }
        let (played, _) = timeline_to_fault(Rc::clone(rules), &recording.bare());
        played.redeal(seed)
    }

    pub(super) fn new(deals: &Rc<Deals>, seed: u64) -> Self {
        Self {
            deals: Rc::clone(deals),
            times: Times::default(),
            rest: Seeded::new(seed),
        }
    }

    /// Moves the cards that are known to come first to the top of a shuffled order.
    fn order(
        &mut self,
        round: u32,
        pile: PileId,
        layout: &Layout,
        mut order: Vec<Card>,
    ) -> Vec<Card> {
        let spec = layout.pile(pile);
        let key = self.times.shuffled(round, &spec.name, spec.owner);
        let mut first = Vec::new();
        for known in self.deals.orders.get(&key).into_iter().flatten() {
            let by_face = |card: &Card| *layout.card(*card).face == *known.face;
            let by_kind = |card: &Card| name(layout, *card).kind == known.kind;
            let place = order.iter().position(by_face);
            if let Some(place) = place.or_else(|| order.iter().position(by_kind)) {
                first.push(order.remove(place));
            }
        }
        first.extend(order);
        first
    }
}

impl Chance for Redeal {
    fn answer(
        &mut self,
        round: u32,
        question: &Question<'_>,
        layout: &Layout,
    ) -> Result<Outcome, ChanceError> {
        if let (Question::Beginner, Some(first)) = (question, self.deals.first) {
            return Ok(Outcome::Side(first));
        }
        if matches!(question, Question::Coin | Question::Die { .. }) {
            let before = self.times.threw(round);
            let known = self.deals.numbers.get(&round);
            let known = known.and_then(|list| list.get(before));
            if let Some(number) = known {
                let outcome = Outcome::Number(*number);
                if question.number(&outcome).is_ok() {
                    return Ok(outcome);
                }
            }
        }
        if let Question::Pick { cards, .. } = question {
            let before = self.times.picked(round);
            let known = self.deals.picks.get(&round);
            let known = known.and_then(|list| list.get(before));
            if let Some(known) = known {
                let same = |card: &&Card| name(layout, **card) == *known;
                if let Some(card) = cards.iter().find(same) {
                    return Ok(Outcome::Cards(vec![*card].into()));
                }
            }
        }
        let outcome = self.rest.answer(round, question, layout)?;
        Ok(match (question, outcome) {
            (Question::Shuffle { pile, .. }, Outcome::Cards(order)) => {
                Outcome::Cards(self.order(round, *pile, layout, order.to_vec()).into())
            }
            (_, outcome) => outcome,
        })
    }
}
