//! The rules of `en-garde/classic` in plain Rust, to measure by: what scripts and the host cost is
//! what they take longer than this. The same matches come of the same seeds, which a test checks.

use std::rc::Rc;
use std::sync::Arc;

use salle::chance::{Generator, Stream};
use salle::game::{
    BySide, Effect, Effects, Fact, Kind, Layout, Move, Moves, Named, PileId, RuleFault, Rules,
    Side, Terms, Value, VarId, Verdict, View,
};

const PISTE: i64 = 23;
const VALUES: usize = 5;
const COPIES: u8 = 5;
const HAND: u8 = 5;
const TARGET: u32 = 5;
const CARDS: usize = VALUES * COPIES as usize;

/// Plays a match between two random players with nothing around it: no host, no rules that could be
/// others, no move that has a text. Returns who won, and the number of decisions.
#[must_use]
pub fn bare(seed: u64) -> (Side, u64) {
    let mut players = BySide {
        left: Generator::new(seed, Stream::LeftPlayer, 0),
        right: Generator::new(seed, Stream::RightPlayer, 0),
    };
    let mut score = BySide::<u32>::default();
    let mut decisions = 0;
    let mut first = Side::Left;
    for round in 1.. {
        if let Some(winner) = Round::new(seed, round, first).play(&mut players, &mut decisions) {
            score[winner] += 1;
            if score[winner] == TARGET {
                return (winner, decisions);
            }
        }
        first = first.other();
    }
    unreachable!("a match ends")
}

/// A round; cards are their values less one.
struct Round {
    pile: [u8; CARDS],
    drawn: usize,
    hands: BySide<[u8; VALUES]>,
    spaces: BySide<i64>,
    turn: Side,
    /// The attack to be answered: a card and how many.
    attack: Option<(usize, u8)>,
}

impl Round {
    fn new(seed: u64, number: u64, first: Side) -> Self {
        let mut pile = [0; CARDS];
        for (place, card) in pile.iter_mut().enumerate() {
            *card = u8::try_from(place).unwrap() / COPIES;
        }
        Generator::new(seed, Stream::Round, number).shuffle(&mut pile);
        let mut round = Self {
            pile,
            drawn: 0,
            hands: BySide::default(),
            spaces: BySide {
                left: 1,
                right: PISTE,
            },
            turn: first,
            attack: None,
        };
        round.fill(first);
        round.fill(first.other());
        round
    }

    fn fill(&mut self, side: Side) {
        let hand = &mut self.hands[side];
        let held: u8 = hand.iter().sum();
        let most = usize::from(HAND - held).min(CARDS - self.drawn);
        for card in &self.pile[self.drawn..self.drawn + most] {
            hand[usize::from(*card)] += 1;
        }
        self.drawn += most;
    }

    fn behind(&self, side: Side) -> i64 {
        match side {
            Side::Left => self.spaces.left - 1,
            Side::Right => PISTE - self.spaces.right,
        }
    }

    fn play(mut self, players: &mut BySide<Generator>, decisions: &mut u64) -> Option<Side> {
        loop {
            let me = self.turn;
            let distance = self.spaces.right - self.spaces.left;
            let reached = usize::try_from(distance).unwrap() - 1;
            if let Some((card, count)) = self.attack {
                if self.hands[me][card] < count {
                    return Some(me.other());
                }
                // The only move there is; a player chooses it all the same.
                players[me].index(1);
                *decisions += 1;
                self.hands[me][card] -= count;
                self.attack = None;
                if self.drawn == CARDS {
                    return self.tally();
                }
                continue;
            }
            if self.drawn == CARDS {
                return self.tally();
            }
            let hand = self.hands[me];
            let behind = self.behind(me);
            let mut legal = [(0_u8, 0_i8); 2 * VALUES];
            let mut count = 0;
            for way in [1_i8, -1] {
                let room = if way > 0 { distance - 1 } else { behind };
                for (card, held) in (0_u8..).zip(hand) {
                    if held > 0 && i64::from(card) < room {
                        legal[count] = (card, way);
                        count += 1;
                    }
                }
            }
            let strikes = hand.get(reached).copied().unwrap_or_default();
            let all = count + usize::from(strikes);
            if all == 0 {
                return Some(me.other());
            }
            let chosen = players[me].index(all);
            *decisions += 1;
            if chosen < count {
                let (card, way) = legal[chosen];
                self.hands[me][usize::from(card)] -= 1;
                let towards = if me == Side::Left { 1 } else { -1 };
                self.spaces[me] += (i64::from(card) + 1) * i64::from(way) * towards;
            } else {
                let strength = u8::try_from(chosen - count).unwrap() + 1;
                self.hands[me][reached] -= strength;
                self.attack = Some((reached, strength));
            }
            self.fill(me);
            self.turn = me.other();
        }
    }

    fn tally(&self) -> Option<Side> {
        let distance = usize::try_from(self.spaces.right - self.spaces.left).unwrap();
        let held = |side: Side| self.hands[side].get(distance - 1).copied();
        let hands = held(Side::Left).cmp(&held(Side::Right));
        let ground = self.behind(Side::Left).cmp(&self.behind(Side::Right));
        match hands.then(ground) {
            std::cmp::Ordering::Greater => Some(Side::Left),
            std::cmp::Ordering::Less => Some(Side::Right),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// The same rules as the host asks for them.
#[derive(Debug)]
pub struct Plain {
    layout: Rc<Layout>,
    terms: Terms,
    pile: PileId,
    discard: PileId,
    hand: PileId,
    phase: VarId,
    attack: VarId,
    /// Moves by their card, and attacks by card and strength.
    advances: Vec<Move>,
    retreats: Vec<Move>,
    attacks: Vec<Vec<Move>>,
    parries: Vec<Vec<Move>>,
    words: [Value; 3],
    nothing: Effects,
}

const TURN: usize = 0;
const ANSWER: usize = 1;
const COUNT: usize = 2;

impl Plain {
    /// Makes the rules on the table of others.
    #[must_use]
    pub fn new(others: &dyn Rules) -> Self {
        let layout = Rc::clone(others.layout());
        let pile = |name: &str| match layout.named(name) {
            Some(Named::Pile(id) | Named::Piles(id)) => id,
            other => panic!("{name}: {other:?}"),
        };
        let variable = |name: &str| match layout.named(name) {
            Some(Named::Var(id)) => id,
            other => panic!("{name}: {other:?}"),
        };
        let values = 1..=i64::try_from(VALUES).unwrap();
        let steps = |word: &str, way: i64| -> Vec<Move> {
            let step = |value: i64| {
                let cards = Value::list([Value::Int(value)]);
                let data = Value::map([("cards", cards), ("step", Value::Int(way * value))]);
                Move::new(&format!("{word} {value}"), data)
            };
            values.clone().map(step).collect()
        };
        let strikes = |word: &str, kind: Option<&str>| -> Vec<Vec<Move>> {
            let strike = |value: i64, count: i64| {
                let times = if count == 1 {
                    String::new()
                } else {
                    format!("x{count}")
                };
                let mut data = vec![("count", Value::Int(count))];
                data.extend(kind.map(|kind| ("kind", Value::text(kind))));
                data.push(("value", Value::Int(value)));
                Move::new(&format!("{word} {value}{times}"), Value::map(data))
            };
            let counts = 1..=i64::from(COPIES);
            values
                .clone()
                .map(|value| counts.clone().map(|count| strike(value, count)).collect())
                .collect()
        };
        Self {
            pile: pile("pile"),
            discard: pile("discard"),
            hand: pile("hand"),
            phase: variable("phase"),
            attack: variable("attack"),
            advances: steps("advance", 1),
            retreats: steps("retreat", -1),
            attacks: strikes("attack", None),
            parries: strikes("parry", Some("plain")),
            words: ["turn", "answer", "count"].map(Value::text),
            nothing: Rc::new([]),
            terms: others.terms(),
            layout,
        }
    }

    fn hand(&self, side: Side) -> PileId {
        PileId(self.hand.0 + u8::from(side == Side::Right))
    }

    fn number(view: &View, fact: Fact) -> Result<i64, RuleFault> {
        let read = view.read(fact);
        let value = read.map_err(|hidden| RuleFault::new("reference", hidden.to_string()))?;
        Ok(value.as_int().unwrap_or_default())
    }

    fn held(&self, view: &View, side: Side, value: i64) -> Result<i64, RuleFault> {
        let kind = Kind(u8::try_from(value - 1).unwrap_or(u8::MAX));
        if kind.index() >= VALUES {
            return Ok(0);
        }
        Self::number(view, Fact::Count(self.hand(side), kind))
    }

    fn phase(&self, view: &View) -> Result<usize, RuleFault> {
        let read = view.read(Fact::Var(self.phase));
        let value = read.map_err(|hidden| RuleFault::new("reference", hidden.to_string()))?;
        let word = self.words.iter().position(|word| *word == value);
        word.ok_or_else(|| RuleFault::new("reference", "an unknown phase"))
    }

    fn set_phase(&self, phase: usize) -> Effect {
        Effect::set(self.phase, self.words[phase].clone())
    }

    fn set_attack(&self, value: Value) -> Effect {
        Effect::set(self.attack, value)
    }

    fn put(&self, side: Side, value: i64, count: i64) -> Effect {
        Effect::Put {
            from: self.hand(side),
            to: self.discard,
            kind: Kind(u8::try_from(value - 1).unwrap_or(u8::MAX)),
            count: usize::try_from(count).unwrap_or_default(),
        }
    }
}

fn verdict(winner: Option<Side>, reason: &str) -> Verdict {
    Verdict {
        winner,
        reason: Arc::from(reason),
        next_first: None,
    }
}

impl Rules for Plain {
    fn layout(&self) -> &Rc<Layout> {
        &self.layout
    }

    fn terms(&self) -> Terms {
        self.terms
    }

    fn setup(&self, view: &View) -> Result<Effects, RuleFault> {
        let draw = |side: Side| Effect::Draw {
            from: self.pile,
            to: self.hand(side),
            count: usize::from(HAND),
        };
        let me = view.turn();
        Ok(Rc::new([
            Effect::Shuffle(self.pile),
            draw(me),
            draw(me.other()),
        ]))
    }

    fn next(&self, view: &View) -> Result<Effects, RuleFault> {
        if self.phase(view)? == TURN && Self::number(view, Fact::Size(self.pile))? == 0 {
            return Ok(Rc::new([self.set_phase(COUNT)]));
        }
        Ok(Rc::clone(&self.nothing))
    }

    fn verdict(&self, view: &View) -> Result<Option<Verdict>, RuleFault> {
        if self.phase(view)? != COUNT {
            return Ok(None);
        }
        let distance = Self::number(view, Fact::Distance)?;
        let held = |side| self.held(view, side, distance);
        let hands = held(Side::Left)? - held(Side::Right)?;
        let behind = |side| Self::number(view, Fact::Behind(side));
        let ground = behind(Side::Left)? - behind(Side::Right)?;
        let ahead = |difference: i64| {
            Some(if difference > 0 {
                Side::Left
            } else {
                Side::Right
            })
        };
        Ok(Some(match (hands, ground) {
            (0, 0) => verdict(None, "draw"),
            (0, ground) => verdict(ahead(ground), "ground"),
            (hands, _) => verdict(ahead(hands), "hand"),
        }))
    }

    fn moves(&self, view: &View) -> Result<Moves, RuleFault> {
        let me = view.turn();
        if self.phase(view)? == ANSWER {
            let read = view.read(Fact::Var(self.attack));
            let attack = read.map_err(|hidden| RuleFault::new("reference", hidden.to_string()))?;
            let part = |key: &str| attack.get(key).and_then(Value::as_int).unwrap_or_default();
            let (value, count) = (part("value"), part("count"));
            if self.held(view, me, value)? < count {
                return Ok(Rc::new([]));
            }
            let (card, strength) = (value - 1, count - 1);
            let parry = usize::try_from(card)
                .ok()
                .zip(usize::try_from(strength).ok());
            let parry = parry.and_then(|(card, strength)| self.parries.get(card)?.get(strength));
            return Ok(parry.into_iter().cloned().collect());
        }
        let distance = Self::number(view, Fact::Distance)?;
        let behind = Self::number(view, Fact::Behind(me))?;
        let mut moves = Vec::with_capacity(12);
        let mut held = [0; VALUES];
        for (value, held) in (1..).zip(&mut held) {
            *held = self.held(view, me, value)?;
        }
        for (room, list) in [(distance - 1, &self.advances), (behind, &self.retreats)] {
            for (value, (legal, held)) in (1..).zip(list.iter().zip(held)) {
                if held > 0 && value <= room {
                    moves.push(legal.clone());
                }
            }
        }
        let reached = usize::try_from(distance - 1).unwrap_or(usize::MAX);
        if let (Some(strikes), Some(held)) = (self.attacks.get(reached), held.get(reached)) {
            let most = usize::try_from(*held).unwrap_or_default();
            moves.extend(strikes.iter().take(most).cloned());
        }
        Ok(moves.into())
    }

    fn no_moves(&self, view: &View) -> Result<Option<Verdict>, RuleFault> {
        let reason = if self.phase(view)? == TURN {
            "stuck"
        } else {
            "hit"
        };
        Ok(Some(verdict(Some(view.turn().other()), reason)))
    }

    fn play(&self, view: &View, chosen: &Move) -> Result<Effects, RuleFault> {
        let me = view.turn();
        let part = |key: &str| chosen.data.get(key).and_then(Value::as_int);
        let fill = Effect::Fill {
            from: self.pile,
            to: self.hand(me),
            size: usize::from(HAND),
        };
        let turn = Effect::turn(me.other());
        if let Some(by) = part("step") {
            return Ok(Rc::new([
                self.put(me, by.abs(), 1),
                Effect::Step { side: me, by },
                fill,
                self.set_attack(Value::Null),
                self.set_phase(TURN),
                turn,
            ]));
        }
        let (value, count) = (
            part("value").unwrap_or_default(),
            part("count").unwrap_or_default(),
        );
        let put = self.put(me, value, count);
        if chosen.kind() == "parry" {
            let ended = Self::number(view, Fact::Size(self.pile))? == 0;
            let phase = self.set_phase(if ended { COUNT } else { TURN });
            return Ok(Rc::new([put, self.set_attack(Value::Null), phase]));
        }
        let attack = Value::map([
            ("count", Value::Int(count)),
            ("kind", Value::text("plain")),
            ("value", Value::Int(value)),
        ]);
        Ok(Rc::new([
            put,
            fill,
            self.set_attack(attack),
            self.set_phase(ANSWER),
            turn,
        ]))
    }
}
