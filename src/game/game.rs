//! A match in progress: goes on by itself until a side must decide.

mod carry;

use std::rc::Rc;

use self::carry::{Carrier, Refused};
use super::chance::{Chance, Outcome, Question};
use super::effect::Effect;
use super::error::{GameError, RuleFault};
use super::event::Event;
use super::layout::Layout;
use super::moves::{Move, Moves};
use super::rules::{Effects, Follows, Rules};
use super::side::Side;
use super::state::State;
use super::terms::{Beginner, MOST_EFFECTS, MOST_IDLE_ROUNDS, MOST_MOVES, MOST_STEPS};
use super::verdict::Verdict;
use super::view::{Eye, View};

/// Whoever is told what happens.
pub trait Observer {
    /// Tells of an event, with the position after it.
    fn event(&mut self, event: &Event, state: &State, layout: &Layout) {
        let _ = (event, state, layout);
    }

    /// Tells of a decision before it takes effect.
    fn decision(&mut self, decision: &Decision<'_>) {
        let _ = decision;
    }
}

/// Nobody: an observer that is told nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Observer for Nobody {}

/// A decision as it is made.
#[derive(Debug, Clone, Copy)]
pub struct Decision<'a> {
    /// Its number in the match, from 1.
    pub number: u64,
    /// Who decides.
    pub side: Side,
    /// The legal moves.
    pub legal: &'a [Move],
    /// The move chosen.
    pub chosen: &'a Move,
    /// The position before it.
    pub state: &'a State,
    /// What the ruleset declares.
    pub layout: &'a Layout,
}

/// Where a game stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// A side must decide.
    Decision(Side),
    /// A round ended; going on begins the next one or ends the match.
    RoundOver(Verdict),
    /// The match is over.
    MatchOver {
        /// Who won; nobody if the match ran into its limit.
        winner: Option<Side>,
    },
}

#[derive(Debug, Clone)]
enum Stage {
    /// A round is to begin.
    Begin,
    /// Effects, if any, are to be carried out, then the rules are asked what follows.
    Settle(Option<Effects>),
    /// A decision is due.
    Decide(Moves),
    /// The match is over.
    Over(Option<Side>),
}

/// A match in progress.
///
/// A copy goes on by itself: nothing is shared but the rules.
#[derive(Clone)]
pub struct Game {
    rules: Rc<dyn Rules>,
    /// The position as the rules see it: all of it.
    view: View,
    stage: Stage,
    /// The function that asked for the effects that are being carried out.
    asked: &'static str,
    /// The move that was played last in the round, if any was, by its place in a list.
    played: Option<(Moves, usize)>,
    idle_rounds: u32,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game")
            .field("state", self.state())
            .field("stage", &self.stage)
            .finish_non_exhaustive()
    }
}

impl Game {
    /// Makes a match before its first round.
    #[must_use]
    pub fn new(rules: Rc<dyn Rules>) -> Self {
        rules.renew();
        let layout = Rc::clone(rules.layout());
        let state = Rc::new(State::new(&layout));
        Self {
            rules,
            view: View::new(layout, state, Eye::All),
            stage: Stage::Begin,
            asked: "setup",
            played: None,
            idle_rounds: 0,
        }
    }

    /// Makes a match that goes on from a position in a round.
    #[must_use]
    pub fn at(rules: Rc<dyn Rules>, state: State) -> Self {
        rules.renew();
        Self {
            view: View::new(Rc::clone(rules.layout()), Rc::new(state), Eye::All),
            rules,
            stage: Stage::Settle(None),
            asked: "next",
            played: None,
            idle_rounds: 0,
        }
    }

    /// Makes a match that goes on with its next round from a position between rounds.
    #[must_use]
    pub fn between_rounds(rules: Rc<dyn Rules>, state: State) -> Self {
        let layout = Rc::clone(rules.layout());
        Self {
            view: View::new(layout, Rc::new(state), Eye::All),
            ..Self::new(rules)
        }
    }

    /// Returns the position.
    #[must_use]
    pub fn state(&self) -> &State {
        self.view.state()
    }

    /// Returns what the ruleset declares.
    #[must_use]
    pub fn layout(&self) -> &Rc<Layout> {
        self.view.layout()
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &Rc<dyn Rules> {
        &self.rules
    }

    /// Returns the legal moves if a decision is due; none otherwise.
    #[must_use]
    pub fn legal(&self) -> &[Move] {
        match &self.stage {
            Stage::Decide(moves) => moves,
            _ => &[],
        }
    }

    /// Returns the legal moves as a shared list, if a decision is due.
    #[must_use]
    pub fn moves(&self) -> Option<Moves> {
        match &self.stage {
            Stage::Decide(moves) => Some(Rc::clone(moves)),
            _ => None,
        }
    }

    /// Goes on until a side must decide, a round ends or the match is over.
    ///
    /// # Errors
    /// Faults of the rules, and questions that chance does not answer. The game is then spent.
    pub fn proceed(
        &mut self,
        chance: &mut dyn Chance,
        observer: &mut dyn Observer,
    ) -> Result<Stop, GameError> {
        let mut steps = 0;
        loop {
            match &mut self.stage {
                Stage::Over(winner) => return Ok(Stop::MatchOver { winner: *winner }),
                Stage::Decide(_) => {
                    if self.out_of_decisions() {
                        self.end_match(None, observer);
                        continue;
                    }
                    return Ok(Stop::Decision(self.state().turn));
                }
                Stage::Begin => {
                    if self.out_of_decisions() {
                        self.end_match(None, observer);
                    } else {
                        self.begin_round(chance, observer)?;
                    }
                }
                Stage::Settle(effects) => {
                    if let Some(effects) = effects.take() {
                        self.carry_out(&effects, chance, observer)?;
                    }
                    steps += 1;
                    if steps > MOST_STEPS {
                        let endless = RuleFault::new(
                            "next",
                            format!(
                                "`next` asked for effects {MOST_STEPS} times in a row, with no decision between: it returns none once nothing is due"
                            ),
                        );
                        return Err(self.fault(endless));
                    }
                    if let Some(verdict) = self.settle()? {
                        self.end_round(&verdict, observer);
                        return Ok(Stop::RoundOver(verdict));
                    }
                }
            }
        }
    }

    /// Makes the decision that is due.
    ///
    /// # Errors
    /// If none is due, the text is not legal, or the rules fail. Only the last spends the game.
    pub fn play(&mut self, text: &str, observer: &mut dyn Observer) -> Result<(), GameError> {
        let Stage::Decide(moves) = &self.stage else {
            return Err(GameError::NoDecision);
        };
        match moves.iter().position(|legal| *legal.text == *text) {
            Some(index) => self.play_nth(index, observer),
            None => Err(GameError::Illegal {
                text: text.to_owned(),
                side: self.state().turn,
            }),
        }
    }

    /// Makes the decision that is due by the move's place in the list, from 0.
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn play_nth(&mut self, index: usize, observer: &mut dyn Observer) -> Result<(), GameError> {
        let Stage::Decide(moves) = &self.stage else {
            return Err(GameError::NoDecision);
        };
        let moves = Rc::clone(moves);
        let side = self.state().turn;
        let Some(chosen) = moves.get(index) else {
            return Err(GameError::Illegal {
                text: format!("move number {}", index + 1),
                side,
            });
        };
        self.rules.renew();
        self.asked = "play";
        self.played = Some((Rc::clone(&moves), index));
        let effects = self
            .rules
            .play(&self.view, chosen)
            .and_then(|effects| bounded("play", effects))
            .map_err(|fault| self.fault(fault))?;
        let number = self.state().decisions + 1;
        observer.decision(&Decision {
            number,
            side,
            legal: &moves,
            chosen,
            state: self.view.state(),
            layout: self.view.layout(),
        });
        let decided = Event::Decided {
            number,
            side,
            chosen: Some(chosen.clone()),
        };
        self.happen(&decided, observer);
        self.idle_rounds = 0;
        self.stage = Stage::Settle(Some(effects));
        Ok(())
    }

    fn out_of_decisions(&self) -> bool {
        self.state().decisions >= self.rules.terms().decisions
    }

    #[allow(
        clippy::inline_always,
        reason = "measured: where an event is made it is known which one it is"
    )]
    #[inline(always)]
    fn happen(&mut self, event: &Event, observer: &mut dyn Observer) {
        let (state, layout) = self.view.state_mut();
        state.apply(event, layout);
        observer.event(event, state, layout);
    }

    fn fault(&self, fault: RuleFault) -> GameError {
        let state = self.state();
        let place = match (state.round, state.decisions) {
            (0, _) => "before the first round".to_owned(),
            (round, made) => match &self.played {
                Some((moves, index)) if self.asked == "play" => {
                    let text = &moves[*index].text;
                    format!("round {round}, after decision {made}, playing `{text}`")
                }
                _ => format!("round {round}, after decision {made}"),
            },
        };
        let fault = self.rules.located(fault);
        GameError::Rules { place, fault }
    }

    fn begin_round(
        &mut self,
        chance: &mut dyn Chance,
        observer: &mut dyn Observer,
    ) -> Result<(), GameError> {
        let number = self.state().round + 1;
        let first = if number > 1 {
            self.state().first
        } else {
            match self.rules.terms().first {
                Beginner::Side(side) => side,
                Beginner::Random => match chance.answer(0, &Question::Beginner, self.layout())? {
                    Outcome::Side(side) => side,
                    _ => Side::Left,
                },
            }
        };
        self.idle_rounds += 1;
        if self.idle_rounds > MOST_IDLE_ROUNDS {
            let idle = format!("{MOST_IDLE_ROUNDS} rounds in a row ended without any decision");
            return Err(self.fault(RuleFault::new("verdict", idle)));
        }
        self.happen(&Event::RoundBegan { number, first }, observer);
        self.played = None;
        self.asked = "setup";
        let effects = self
            .rules
            .setup(&self.view)
            .and_then(|effects| bounded("setup", effects))
            .map_err(|fault| self.fault(fault))?;
        self.stage = Stage::Settle(Some(effects));
        Ok(())
    }

    fn carry_out(
        &mut self,
        effects: &[Effect],
        chance: &mut dyn Chance,
        observer: &mut dyn Observer,
    ) -> Result<(), GameError> {
        let (state, layout) = self.view.state_mut();
        let mut carrier = Carrier {
            state,
            layout,
            chance,
            observer,
        };
        let mut effects = effects.iter();
        let done = effects.try_for_each(|effect| carrier.carry_out(effect));
        done.map_err(|refused| match refused {
            Refused::Effect(why) => self.fault(RuleFault::new(self.asked, why)),
            Refused::Chance(error) => error.into(),
        })
    }

    /// Asks the rules what follows once all effects are carried out.
    fn settle(&mut self) -> Result<Option<Verdict>, GameError> {
        match self.ask() {
            Ok(Follows::Effects(effects)) => {
                self.asked = "next";
                self.stage = Stage::Settle(Some(effects));
                Ok(None)
            }
            Ok(Follows::Decision(moves)) => {
                self.rules.renew();
                self.stage = Stage::Decide(moves);
                Ok(None)
            }
            Ok(Follows::End(verdict)) => Ok(Some(verdict)),
            Err(fault) => Err(self.fault(fault)),
        }
    }

    fn ask(&self) -> Result<Follows, RuleFault> {
        match self.rules.follows(&self.view)? {
            Follows::Effects(effects) => Ok(Follows::Effects(bounded("next", effects)?)),
            Follows::Decision(moves) if moves.len() > MOST_MOVES => {
                let many = format!(
                    "{} legal moves, at most {MOST_MOVES} are possible",
                    moves.len()
                );
                Err(RuleFault::new("moves", many))
            }
            follows => Ok(follows),
        }
    }

    fn end_round(&mut self, verdict: &Verdict, observer: &mut dyn Observer) {
        let mut score = self.state().score;
        if let Some(winner) = verdict.winner {
            score[winner] += 1;
        }
        let ended = Event::RoundEnded {
            winner: verdict.winner,
            reason: verdict.reason.clone(),
            score,
            next_first: verdict.next_first.unwrap_or(self.state().first.other()),
        };
        self.happen(&ended, observer);
        self.stage = Stage::Begin;
        let target = self.rules.terms().target;
        if let Some(winner) = verdict.winner.filter(|winner| score[*winner] >= target) {
            self.end_match(Some(winner), observer);
        }
    }

    fn end_match(&mut self, winner: Option<Side>, observer: &mut dyn Observer) {
        self.happen(&Event::MatchEnded { winner }, observer);
        self.stage = Stage::Over(winner);
    }
}

fn bounded(hook: &'static str, effects: Effects) -> Result<Effects, RuleFault> {
    if effects.len() > MOST_EFFECTS {
        let many = format!(
            "{} effects in one go, at most {MOST_EFFECTS} are possible",
            effects.len()
        );
        return Err(RuleFault::new(hook, many));
    }
    Ok(effects)
}

#[cfg(test)]
mod tests;
