//! Plays a recording again and compares everything that it says.

use super::format::Recording;
use super::mismatch::{Mismatch, Unchecked};
use super::tape::Tape;
use crate::game::{ChanceError, Game, GameError, Observer, Side, State, Stop};

/// What became of a recording when it was played again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The first thing that does not hold; `None` if everything does.
    pub mismatch: Option<Mismatch>,
    /// What is left out and so could not be checked.
    pub unchecked: Unchecked,
    /// The winner, if the match was played to its end: nobody if it is unfinished.
    pub ended: Option<Option<Side>>,
    /// The position where it stopped.
    pub state: State,
    /// The legal moves there.
    pub legal: Vec<String>,
}

/// Plays a recording again; `observer` is told what happens.
///
/// # Errors
/// Faults of the rules. A recording that does not hold is no error but a [`Mismatch`].
pub fn verify(
    mut game: Game,
    recording: &Recording,
    observer: &mut dyn Observer,
) -> Result<Verified, GameError> {
    let tape = Tape::new(recording);
    let ended = replay(&mut game, &tape, observer)?;
    Ok(Verified {
        mismatch: tape.mismatch(),
        unchecked: tape.unchecked(),
        ended,
        state: game.state().clone(),
        legal: game
            .legal()
            .iter()
            .map(|legal| legal.text.to_string())
            .collect(),
    })
}

/// Plays a game from a tape as far as it holds; returns the winner if the match ends.
#[allow(
    clippy::option_option,
    reason = "a match that stopped has no winner, not nobody"
)]
pub(super) fn replay(
    game: &mut Game,
    tape: &Tape<'_>,
    observer: &mut dyn Observer,
) -> Result<Option<Option<Side>>, GameError> {
    loop {
        let mut both = Both {
            tape,
            observer: &mut *observer,
        };
        let stop = match game.proceed(&mut &*tape, &mut both) {
            Ok(stop) => stop,
            Err(GameError::Chance(ChanceError::Recording(_) | ChanceError::Unfit { .. }))
                if tape.mismatch().is_some() =>
            {
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        if tape.mismatch().is_some() {
            return Ok(None);
        }
        match stop {
            Stop::RoundOver(_) => {}
            Stop::MatchOver { winner } => {
                tape.end();
                return Ok(Some(winner));
            }
            Stop::Decision(_) => {
                let Some(index) = tape.decide(game.state(), game.layout(), game.legal()) else {
                    return Ok(None);
                };
                game.play_nth(index, &mut both)?;
            }
        }
    }
}

/// Tells two observers.
struct Both<'a, 'b> {
    tape: &'a Tape<'b>,
    observer: &'a mut dyn Observer,
}

impl Observer for Both<'_, '_> {
    fn event(&mut self, event: &crate::game::Event, state: &State, layout: &crate::game::Layout) {
        (&mut &*self.tape).event(event, state, layout);
        self.observer.event(event, state, layout);
    }

    fn decision(&mut self, decision: &crate::game::Decision<'_>) {
        self.observer.decision(decision);
    }
}
