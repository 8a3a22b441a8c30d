//! Plays a scenario.

use std::rc::Rc;

use crate::chance::Given;
use crate::game::{Decision, Event, Game, GameError, Layout, Observer, Rules, Side, State, Stop};
use crate::scenario::judge::judge;
use crate::scenario::outcome::{Broken, Failure};
use crate::scenario::step::Action;
use crate::scenario::{Scenario, Winner};
use crate::text::{Fault, Span, nearest};

/// Plays a scenario under rules, from the position that [`Scenario::start`] returned; `observer` is
/// told what happens.
///
/// # Errors
/// How it failed.
pub fn run(
    scenario: &Scenario,
    rules: Rc<dyn Rules>,
    start: Option<State>,
    observer: &mut dyn Observer,
) -> Result<(), Failure> {
    let game = match start {
        Some(state) => Game::at(rules, state),
        None => Game::new(rules),
    };
    let mut player = Player {
        game,
        chance: Given::new(Vec::<Vec<String>>::new(), scenario.seed),
        answers: Vec::new(),
        stop: None,
        log: Log::default(),
        observer,
    };
    let broken = Failure::Broken;
    for step in &scenario.play {
        player.step(&step.action, &step.span).map_err(broken)?;
    }
    let stop = player.go_on().map_err(broken)?;
    player.all_asked().map_err(broken)?;
    let differences = judge(&scenario.expect, &player.game, &stop, &player.log);
    if differences.is_empty() {
        Ok(())
    } else {
        Err(Failure::Differs(differences))
    }
}

/// What is remembered of what happened.
#[derive(Debug, Default)]
pub(super) struct Log {
    /// The named events, in order.
    pub(super) named: Vec<String>,
    /// The end of the round that ended last.
    pub(super) round: Option<(Winner, String)>,
    /// Who won the match, if it is over.
    pub(super) winner: Option<Winner>,
}

impl Observer for Log {
    fn event(&mut self, event: &Event, _: &State, _: &Layout) {
        match event {
            Event::Named { name, .. } => self.named.push(name.to_string()),
            Event::RoundEnded { winner, reason, .. } => {
                self.round = Some((Winner::of(*winner), reason.to_string()));
            }
            Event::MatchEnded { winner } => self.winner = Some(Winner::of(*winner)),
            _ => {}
        }
    }
}

/// Tells two observers.
struct Both<'a> {
    log: &'a mut Log,
    observer: &'a mut dyn Observer,
}

impl Observer for Both<'_> {
    fn decision(&mut self, decision: &Decision<'_>) {
        self.observer.decision(decision);
    }

    fn event(&mut self, event: &Event, state: &State, layout: &Layout) {
        self.log.event(event, state, layout);
        self.observer.event(event, state, layout);
    }
}

struct Player<'a> {
    game: Game,
    chance: Given,
    /// Where the answers of chance stand.
    answers: Vec<Span>,
    /// Where the game stopped, unless it is to go on.
    stop: Option<Stop>,
    log: Log,
    observer: &'a mut dyn Observer,
}

impl Player<'_> {
    fn step(&mut self, action: &Action, span: &Span) -> Result<(), Box<Broken>> {
        match action {
            // Chance is told before the game goes on: an answer may stand before the move that
            // needs it or after it.
            Action::Chance(answer) => {
                self.chance.add(answer.clone());
                self.answers.push(span.clone());
                Ok(())
            }
            Action::Move(text) => match self.go_on()? {
                Stop::Decision(side) => self.decide(side, text, span),
                stop => {
                    let message = format!("`{text}` cannot be played: {}", situation(&stop));
                    Err(broken(Some(span), message))
                }
            },
            Action::NextRound => match self.go_on()? {
                Stop::RoundOver(_) if self.log.winner.is_none() => {
                    self.stop = None;
                    Ok(())
                }
                stop => {
                    let why = match self.log.winner {
                        Some(_) => "the match is over".to_owned(),
                        None => situation(&stop),
                    };
                    let message = format!("no next round can begin: {why}");
                    Err(broken(Some(span), message))
                }
            },
        }
    }

    fn decide(&mut self, side: Side, text: &str, span: &Span) -> Result<(), Box<Broken>> {
        let mut both = Both {
            log: &mut self.log,
            observer: self.observer,
        };
        match self.game.play(text, &mut both) {
            Ok(()) => {
                self.stop = None;
                Ok(())
            }
            Err(GameError::Illegal { .. }) => {
                let moves = self.game.legal().iter();
                let legal: Vec<String> = moves.map(|legal| legal.text.to_string()).collect();
                Err(Box::new(Broken {
                    nearest: nearest(text, legal.iter().map(String::as_str)).map(str::to_owned),
                    legal,
                    ..*broken(
                        Some(span),
                        format!("`{text}` is not a legal move of {side}"),
                    )
                }))
            }
            Err(error) => Err(failed(&error, Some(span))),
        }
    }

    /// Goes on to the next stop.
    fn go_on(&mut self) -> Result<Stop, Box<Broken>> {
        if let Some(stop) = &self.stop {
            return Ok(stop.clone());
        }
        let mut both = Both {
            log: &mut self.log,
            observer: self.observer,
        };
        match self.game.proceed(&mut self.chance, &mut both) {
            Ok(stop) => Ok(self.stop.insert(stop).clone()),
            Err(error) => {
                // The answer that did not fit is the last one taken.
                let taken = self.answers.len() - self.chance.left();
                let span = taken.checked_sub(1).and_then(|last| self.answers.get(last));
                let is_chance = matches!(error, GameError::Chance(_));
                Err(failed(&error, span.filter(|_| is_chance)))
            }
        }
    }

    fn all_asked(&self) -> Result<(), Box<Broken>> {
        let asked = self.answers.len() - self.chance.left();
        match self.answers.get(asked) {
            None => Ok(()),
            Some(span) => {
                let message = "chance was never asked for this";
                Err(broken(Some(span), message.to_owned()))
            }
        }
    }
}

/// Says in words where a game stopped.
pub(super) fn situation(stop: &Stop) -> String {
    match stop {
        Stop::Decision(side) => format!("{side} decides"),
        Stop::RoundOver(verdict) => {
            let winner = Winner::of(verdict.winner).word();
            format!("the round is over, won by {winner} ({})", verdict.reason)
        }
        Stop::MatchOver { winner } => {
            format!("the match is over, won by {}", Winner::of(*winner).word())
        }
    }
}

fn broken(span: Option<&Span>, message: String) -> Box<Broken> {
    Box::new(Broken {
        span: span.cloned(),
        message,
        legal: Vec::new(),
        nearest: None,
        fault: None,
    })
}

fn failed(error: &GameError, span: Option<&Span>) -> Box<Broken> {
    let fault = match error {
        GameError::Rules { fault, .. } => fault.source.as_ref(),
        _ => None,
    };
    Box::new(Broken {
        fault: fault
            .and_then(|source| source.downcast_ref::<Fault>())
            .cloned(),
        ..*broken(span, error.to_string())
    })
}
