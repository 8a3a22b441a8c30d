//! The turn loop.

use super::player::{Player, PlayerError, Seat};
use crate::game::{
    BySide, Chance, Decision, Event, Game, GameError, Layout, Observer, Side, State, Stop, Verdict,
};

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finished {
    /// Who won; nobody if the match ran into its limit.
    pub winner: Option<Side>,
    /// Rounds won.
    pub score: BySide<u32>,
    /// Decisions made.
    pub decisions: u64,
}

/// Why a match was broken off.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The game could not go on.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A player did not choose.
    #[error("{side}: {error}")]
    Player {
        /// Which one.
        side: Side,
        /// Why.
        #[source]
        error: PlayerError,
    },
}

/// Tells the observer everything and each listening player what its side saw.
struct Audience<'a> {
    players: BySide<&'a mut dyn Player>,
    listening: BySide<bool>,
    observer: &'a mut dyn Observer,
}

impl Observer for Audience<'_> {
    fn event(&mut self, event: &Event, state: &State, layout: &Layout) {
        self.observer.event(event, state, layout);
        for side in Side::BOTH {
            if self.listening[side] {
                self.players[side].told(&event.seen_by(side, layout), layout);
            }
        }
    }

    fn decision(&mut self, decision: &Decision<'_>) {
        self.observer.decision(decision);
    }
}

impl<'a> Audience<'a> {
    fn new(players: BySide<&'a mut dyn Player>, observer: &'a mut dyn Observer) -> Self {
        Self {
            listening: BySide::new_with(|side| players[side].listens()),
            players,
            observer,
        }
    }

    /// Plays to the end of a round or of the match.
    fn play_on(&mut self, game: &mut Game, chance: &mut dyn Chance) -> Result<Over, RunError> {
        loop {
            match game.proceed(chance, self.told())? {
                Stop::RoundOver(verdict) => return Ok(Over::Round(verdict)),
                Stop::MatchOver { winner } => return Ok(Over::Match(winner)),
                Stop::Decision(side) => {
                    let seat = Seat::new(game.state(), game.layout(), game.legal());
                    let index = self.players[side]
                        .choose(&seat)
                        .map_err(|error| RunError::Player { side, error })?;
                    game.play_nth(index, self.told())?;
                }
            }
        }
    }

    /// Returns whoever is told what happens: if no player listens, the observer alone.
    fn told(&mut self) -> &mut dyn Observer {
        if self.listening.left || self.listening.right {
            self
        } else {
            self.observer
        }
    }
}

/// Plays a game to the end of its match.
///
/// # Errors
/// Faults of the rules, chance without an answer, a player that fails or leaves.
pub fn play_match<'a>(
    game: &mut Game,
    chance: &mut dyn Chance,
    players: BySide<&'a mut dyn Player>,
    observer: &'a mut dyn Observer,
) -> Result<Finished, RunError> {
    let mut audience = Audience::new(players, observer);
    loop {
        if let Over::Match(winner) = audience.play_on(game, chance)? {
            return Ok(Finished {
                winner,
                score: game.state().score,
                decisions: game.state().decisions,
            });
        }
    }
}

/// Plays a game to the end of its round. Returns how it ended; `None` if the match ran into its limit.
///
/// # Errors
/// As [`play_match`].
pub fn play_round<'a>(
    game: &mut Game,
    chance: &mut dyn Chance,
    players: BySide<&'a mut dyn Player>,
    observer: &'a mut dyn Observer,
) -> Result<Option<Verdict>, RunError> {
    Ok(
        match Audience::new(players, observer).play_on(game, chance)? {
            Over::Round(verdict) => Some(verdict),
            Over::Match(_) => None,
        },
    )
}

/// What is over.
enum Over {
    Round(Verdict),
    Match(Option<Side>),
}
