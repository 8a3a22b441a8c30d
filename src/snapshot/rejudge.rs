//! A recording under other rules: what becomes of it.

use std::rc::Rc;

use super::cause::{Cause, compare};
use super::transcript::{Kind, Transcript};
use crate::game::{Game, GameError, Nobody, Observer, Rules, Side, Stop};
use crate::replay::{Record, Recorder, Recording, Redeal};

/// What becomes of a recording under other rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// Everything that it tells still holds.
    Stands,
    /// Its decisions are legal, and it ends as it did; but the choices or positions on the way are
    /// others.
    Changes,
    /// Its decisions are legal as far as it goes, and a round or the match ends otherwise.
    EndsOtherwise,
    /// A decision is not legal any more, or the rules fail.
    Breaks,
}

impl Fate {
    /// Names it, as it is said of a recording.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stands => "stands",
            Self::Changes => "changes",
            Self::EndsOtherwise => "ends otherwise",
            Self::Breaks => "breaks",
        }
    }
}

/// A recording that was judged anew.
#[derive(Debug)]
pub struct Rejudged {
    /// What becomes of it.
    pub fate: Fate,
    /// Why: the difference that decides its fate, and how many decisions were made before it.
    pub cause: Option<(Cause, u64)>,
    /// The first difference of all, and how many decisions were made before it.
    pub first: Option<(Cause, u64)>,
    /// Why the rules failed, if they did.
    pub failed: Option<GameError>,
    /// What happens under the other rules.
    pub records: Vec<Record>,
}

/// Plays the decisions of a recording under other rules up to where so many are made and the next is
/// due, or the round or the match is over; `None` if it does not come that far.
#[must_use]
pub fn game_after(rules: &Rc<dyn Rules>, recording: &Recording, made: u64) -> Option<Game> {
    play_on(rules, recording, made, &mut Nobody)
}

/// As [`game_after`]; `observer` is told what happens.
pub fn play_on(
    rules: &Rc<dyn Rules>,
    recording: &Recording,
    made: u64,
    observer: &mut dyn Observer,
) -> Option<Game> {
    let mut chance = Redeal::of(rules, recording);
    let mut game = Game::new(Rc::clone(rules));
    let mut decisions = decisions(recording);
    loop {
        let stop = game.proceed(&mut chance, observer).ok()?;
        if game.state().decisions == made && game.state().round > 0 {
            return Some(game);
        }
        match stop {
            Stop::RoundOver(_) => {}
            Stop::MatchOver { .. } => return None,
            Stop::Decision(_) => game.play(decisions.next()?.0, observer).ok()?,
        }
    }
}

/// Returns the moves made in a recording, each with who made it.
fn decisions(recording: &Recording) -> impl Iterator<Item = (&str, Side)> {
    let records = recording.records.iter();
    records.filter_map(|numbered| match &numbered.record {
        Record::Decision { chosen, side, .. } => Some((chosen.as_str(), *side)),
        _ => None,
    })
}

/// Plays the decisions of a recording under other rules, with the same cards, as far as they are
/// legal there.
#[must_use]
pub fn rejudge(rules: &Rc<dyn Rules>, recording: &Recording) -> Rejudged {
    let mut records = Vec::new();
    let mut recorder = Recorder::new(|record| records.push(record));
    let mut chance = Redeal::of(rules, recording);
    let mut game = Game::new(Rc::clone(rules));
    let mut decisions = decisions(recording);
    let mut failed = None;
    let mut stop = None;
    // The side that would decide next where the recording has no more decisions.
    let mut due = None;
    loop {
        match game.proceed(&mut chance, &mut recorder) {
            Ok(Stop::RoundOver(_)) => {}
            Ok(Stop::MatchOver { .. }) => break,
            Ok(Stop::Decision(side)) => {
                let Some((chosen, who)) = decisions.next() else {
                    due = Some(side);
                    break;
                };
                if who != side {
                    stop = Some(format!("`{chosen}` of {who} comes where {side} decides"));
                    break;
                }
                match game.play(chosen, &mut recorder) {
                    Ok(()) => {}
                    Err(GameError::Illegal { .. }) => {
                        stop = Some(format!("`{chosen}` is not legal"));
                        break;
                    }
                    Err(error) => {
                        failed = Some(error);
                        break;
                    }
                }
            }
            Err(error) => {
                failed = Some(error);
                break;
            }
        }
    }
    if let Some(error) = &failed {
        stop = Some(match error {
            GameError::Rules { fault, .. } => format!("the rules fail in `{}`", fault.hook),
            other => other.to_string(),
        });
    }
    let was = Transcript::of(recording.records.iter().map(|numbered| &numbered.record));
    let mut is = Transcript::of(&records);
    if let Some(why) = &stop {
        is.stop(why);
    }
    if let Some(side) = due {
        is.goes_on(side);
    }
    let first = compare(&was, &is, !recording.head.partial);
    let ends = |transcript: &Transcript| {
        let mut only = transcript.clone();
        only.lines.retain(|line| {
            matches!(
                line.kind,
                Kind::RoundEnd | Kind::MatchEnd | Kind::Decision | Kind::Move | Kind::Stop
            )
        });
        only
    };
    let ending = compare(&ends(&was), &ends(&is), !recording.head.partial);
    let (fate, cause) = match (stop, ending, &first) {
        (_, Some((cause, made)), _) => {
            let fate = match cause {
                Cause::Ending { .. } => Fate::EndsOtherwise,
                _ => Fate::Breaks,
            };
            (fate, Some((cause, made)))
        }
        (Some(why), None, _) => (
            Fate::Breaks,
            Some((Cause::Stop(why), game.state().decisions)),
        ),
        (None, None, Some(first)) => (Fate::Changes, Some(first.clone())),
        (None, None, None) => (Fate::Stands, None),
    };
    Rejudged {
        fate,
        cause,
        first,
        failed,
        records,
    }
}
