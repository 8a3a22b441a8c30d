//! A small game written by hand, for tests of the core: rules made of closures.

#![allow(clippy::unwrap_used, reason = "a failed setup is a failed test")]

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use super::declaration::{
    CardDeclaration, Declaration, PileDeclaration, Seen, Track, VariableDeclaration,
};
use super::effect::Effect;
use super::error::RuleFault;
use super::layout::{Layout, PileId, VarId};
use super::moves::{Move, Moves};
use super::rules::{Effects, Rules};
use super::terms::Terms;
use super::value::Value;
use super::verdict::Verdict;
use super::view::View;

pub(super) const DECK: PileId = PileId(0);
pub(super) const WASTE: PileId = PileId(1);
pub(super) const LEFT_HAND: PileId = PileId(2);
pub(super) const RIGHT_HAND: PileId = PileId(3);
pub(super) const OPEN: VarId = VarId(0);
pub(super) const LEFT_SECRET: VarId = VarId(1);

/// A deck of `a a b c d e`, the first on top, renewed from a waste whose top is seen; a hand and a
/// secret for each side; a track of 5 spaces.
pub(super) fn layout() -> Layout {
    let pile = |name: &str, per_side, ordered, seen| PileDeclaration {
        name: name.to_owned(),
        per_side,
        ordered,
        seen,
        holds: Vec::new(),
        renewed_from: None,
    };
    let card = |face: &str, count| CardDeclaration {
        face: face.to_owned(),
        kind: Value::text(face),
        count,
    };
    let mut deck = pile("deck", false, true, Seen::Nobody);
    deck.holds = vec![
        card("a", 2),
        card("b", 1),
        card("c", 1),
        card("d", 1),
        card("e", 1),
    ];
    deck.renewed_from = Some("waste".to_owned());
    Layout::new(Declaration {
        gap: None,
        track: Some(Track {
            length: 5,
            left: 1,
            right: 5,
        }),
        piles: vec![
            deck,
            pile("waste", false, true, Seen::Top),
            pile("hand", true, false, Seen::Owner),
        ],
        variables: vec![
            VariableDeclaration {
                name: "open".to_owned(),
                per_side: false,
                secret: false,
                start: Value::Null,
            },
            VariableDeclaration {
                name: "secret".to_owned(),
                per_side: true,
                secret: true,
                start: Value::Null,
            },
        ],
        keep: Vec::new(),
    })
    .unwrap()
}

type Answer<T> = Box<dyn Fn(&View) -> T>;

/// Rules whose answers a test fills in: `go` and `stop` are legal, and nothing ends by itself.
pub(super) struct Scripted {
    layout: Rc<Layout>,
    pub(super) terms: Terms,
    pub(super) setup: Vec<Effect>,
    /// The effects of the moves, in the order in which they are made.
    pub(super) plays: RefCell<VecDeque<Vec<Effect>>>,
    pub(super) next: Answer<Vec<Effect>>,
    pub(super) verdict: Answer<Option<Verdict>>,
    pub(super) moves: Answer<Vec<Move>>,
    pub(super) no_moves: Answer<Option<Verdict>>,
}

impl Scripted {
    pub(super) fn new() -> Self {
        Self {
            layout: Rc::new(layout()),
            terms: Terms::default(),
            setup: Vec::new(),
            plays: RefCell::default(),
            next: Box::new(|_| Vec::new()),
            verdict: Box::new(|_| None),
            moves: Box::new(|_| vec![Move::new("go", Value::Null), Move::new("stop", Value::Null)]),
            no_moves: Box::new(|_| None),
        }
    }

    pub(super) fn playing(effects: Vec<Effect>) -> Self {
        let rules = Self::new();
        rules.plays.borrow_mut().push_back(effects);
        rules
    }
}

pub(super) fn win(side: super::side::Side) -> Verdict {
    Verdict {
        winner: Some(side),
        reason: Arc::from("so"),
        next_first: None,
    }
}

impl Rules for Scripted {
    fn layout(&self) -> &Rc<Layout> {
        &self.layout
    }

    fn terms(&self) -> Terms {
        self.terms
    }

    fn setup(&self, _: &View) -> Result<Effects, RuleFault> {
        Ok(self.setup.clone().into())
    }

    fn next(&self, view: &View) -> Result<Effects, RuleFault> {
        Ok((self.next)(view).into())
    }

    fn verdict(&self, view: &View) -> Result<Option<Verdict>, RuleFault> {
        Ok((self.verdict)(view))
    }

    fn moves(&self, view: &View) -> Result<Moves, RuleFault> {
        Ok((self.moves)(view).into())
    }

    fn no_moves(&self, view: &View) -> Result<Option<Verdict>, RuleFault> {
        Ok((self.no_moves)(view))
    }

    fn play(&self, _: &View, _: &Move) -> Result<Effects, RuleFault> {
        let effects = self.plays.borrow_mut().pop_front();
        Ok(effects.unwrap_or_default().into())
    }
}
