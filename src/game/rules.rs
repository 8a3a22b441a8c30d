//! The seam between the host and a game.

use std::rc::Rc;

use super::effect::Effect;
use super::error::RuleFault;
use super::layout::Layout;
use super::moves::{Move, Moves};
use super::terms::Terms;
use super::verdict::Verdict;
use super::view::View;

/// The effects of one call, in order.
pub type Effects = Rc<[Effect]>;

/// What follows once all effects are carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Follows {
    /// More effects are due; there is at least one.
    Effects(Effects),
    /// The round has ended.
    End(Verdict),
    /// The side to act decides; there is at least one move.
    Decision(Moves),
}

/// The rules of a game: pure functions of a view. The same view gives the same answer.
///
/// The host asks, in this order: [`setup`](Self::setup) at the start of a round; then, after every
/// batch of effects, what [`follows`](Self::follows): [`next`](Self::next) until there is nothing due, then
/// [`verdict`](Self::verdict), then [`moves`](Self::moves), and if there are none
/// [`no_moves`](Self::no_moves); then [`play`](Self::play) for the move chosen.
///
/// Every function fails with a [`RuleFault`] where the rules are broken.
pub trait Rules {
    /// Returns what the game declares.
    fn layout(&self) -> &Rc<Layout>;

    /// Returns the terms of a match.
    fn terms(&self) -> Terms;

    /// Returns the effects that start a round.
    fn setup(&self, view: &View) -> Result<Effects, RuleFault>;

    /// Returns the effects that are due without a decision.
    fn next(&self, view: &View) -> Result<Effects, RuleFault>;

    /// Returns the end of the round, if it has ended.
    fn verdict(&self, view: &View) -> Result<Option<Verdict>, RuleFault>;

    /// Returns the legal moves of the side to act, from that side's view.
    fn moves(&self, view: &View) -> Result<Moves, RuleFault>;

    /// Returns the end of a round in which the side to act has no legal move.
    fn no_moves(&self, view: &View) -> Result<Option<Verdict>, RuleFault>;

    /// Returns what follows once all effects are carried out, from a view that sees everything: what
    /// the functions above say, asked in their order.
    fn follows(&self, view: &View) -> Result<Follows, RuleFault> {
        one_by_one(self, view)
    }

    /// Returns the effects of a legal move.
    fn play(&self, view: &View, chosen: &Move) -> Result<Effects, RuleFault>;

    /// Lets the rules use up anew what they may use up for one decision. The host says so when a
    /// decision is reached and when it is made; until then the time and memory of all calls add up.
    fn renew(&self) {}

    /// Returns how many operations were used up since the last renewal: a count that is the same on
    /// every machine, of whatever the rules count.
    fn spent(&self) -> u64 {
        0
    }

    /// Says how many operations were used up since the last renewal, where some of the answers came
    /// from elsewhere.
    fn set_spent(&self, operations: u64) {
        let _ = operations;
    }

    /// Returns how many operations may be used up between two renewals.
    fn allowance(&self) -> u64 {
        u64::MAX
    }

    /// Returns a sentence of the rules' own about a move that is legal or not, from the view of the
    /// side to act.
    fn why(&self, view: &View, text: &str) -> Result<Option<String>, RuleFault> {
        let _ = (view, text);
        Ok(None)
    }

    /// Says where in the ruleset's files a move comes from that [`moves`](Self::moves) offers: a
    /// fault at that place, which tells the calls that led there. `None` if the rules cannot tell.
    fn origin(&self, view: &View, text: &str) -> Option<RuleFault> {
        let _ = (view, text);
        None
    }

    /// Says where in the ruleset's files a fault stands that the host found in an answer.
    fn located(&self, fault: RuleFault) -> RuleFault {
        fault
    }
}

/// Asks rules one function after the other what follows.
pub(super) fn one_by_one<R: Rules + ?Sized>(rules: &R, view: &View) -> Result<Follows, RuleFault> {
    let due = rules.next(view)?;
    if !due.is_empty() {
        return Ok(Follows::Effects(due));
    }
    if let Some(verdict) = rules.verdict(view)? {
        return Ok(Follows::End(verdict));
    }
    decision(rules, view)
}

/// Asks rules what a side may do to whom the decision falls.
pub(super) fn decision<R: Rules + ?Sized>(rules: &R, view: &View) -> Result<Follows, RuleFault> {
    let side = view.turn();
    let moves = rules.moves(&view.clone().seen_by(side))?;
    if !moves.is_empty() {
        return Ok(Follows::Decision(moves));
    }
    if let Some(verdict) = rules.no_moves(view)? {
        return Ok(Follows::End(verdict));
    }
    Err(RuleFault::new(
        "moves",
        format!(
            "{side} has no move, and neither `next`, `verdict` nor `no_moves` says what follows"
        ),
    ))
}
