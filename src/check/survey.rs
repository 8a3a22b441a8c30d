//! Many random matches, watched.

use std::num::NonZeroUsize;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use super::coverage::Coverage;
use super::trial::{Ticket, Trial, Trouble, trial};
use crate::chance::match_seed;
use crate::game::Rules;
use crate::parallel::{Broken, in_order};
use crate::ruleset::Ruleset;
use crate::script::{Part, Study};
use crate::text::Faults;

/// Matches in trouble after which no more are played: they would tell the same.
const MOST_IN_TROUBLE: u64 = 20;

/// Unfinished matches after which no more are played: each takes as long as many others.
const MOST_UNFINISHED: u64 = 3;

/// Which matches are played.
#[derive(Debug, Clone)]
pub struct Matches {
    /// The seed of the run; a match has the seed that it has in a simulation.
    pub seed: u64,
    /// How many.
    pub games: u64,
    /// On how many threads. What comes out does not depend on it.
    pub jobs: NonZeroUsize,
}

/// A trouble, and the matches that show it.
#[derive(Debug, Clone)]
pub struct Sighting {
    /// What is wrong.
    pub trouble: Trouble,
    /// The first match that shows it.
    pub first: Ticket,
    /// How many do.
    pub matches: u64,
}

/// What came of many matches.
#[derive(Debug, Clone)]
pub struct Survey {
    /// How many were played.
    pub played: u64,
    /// Whether that is fewer than were asked for, because too many were in trouble or somebody
    /// stopped it.
    pub broken_off: bool,
    /// What came up.
    pub coverage: Coverage,
    /// The parts of the scripts, as [`Coverage::parts`] counts them.
    pub parts: Vec<Part>,
    /// The faces of the cards.
    pub faces: Vec<String>,
    /// What can be told of the scripts without running them.
    pub study: Study,
    /// What is wrong, each once.
    pub troubles: Vec<Sighting>,
    /// The first match in which a position came up twice in a round, the decision at which it did,
    /// and the number of such matches.
    pub comes_back: Option<(Ticket, u64, u64)>,
}

/// Plays matches and watches them; `progress` is told of the decisions of each.
///
/// # Errors
/// The faults of a ruleset that makes no rules.
pub fn survey(
    ruleset: &Ruleset,
    matches: &Matches,
    stop: &AtomicBool,
    mut progress: impl FnMut(u64),
) -> Result<Survey, Broken<Faults>> {
    let (rules, trace) = ruleset.traced_rules().map_err(Broken::Caller)?;
    let mut survey = Survey {
        played: 0,
        broken_off: false,
        coverage: Coverage::default(),
        parts: trace.parts().to_vec(),
        faces: rules
            .layout()
            .cards
            .iter()
            .map(|card| card.face.to_string())
            .collect(),
        study: rules.study(),
        troubles: Vec::new(),
        comes_back: None,
    };
    // What `table` does counts for every match.
    survey.coverage.reached(&trace.take(), 1);
    survey.coverage.read = rules.parameters_read();
    let worker = || {
        let (scripted, trace) = ruleset.traced_rules()?;
        let rules: Rc<dyn Rules> = Rc::clone(&scripted) as Rc<dyn Rules>;
        drop(trace.take());
        Ok(move |number| {
            let ticket = Ticket {
                number,
                seed: match_seed(matches.seed, number),
            };
            let mut trial = trial(&rules, ticket);
            trial.coverage.reached(&trace.take(), number);
            trial.coverage.read = scripted.parameters_read();
            trial
        })
    };
    let (mut in_trouble, mut unfinished) = (0, 0);
    let deliver = |trial: Trial| {
        progress(trial.coverage.decisions);
        in_trouble += u64::from(!trial.troubles.is_empty());
        let is_unfinished = |trouble: &Trouble| matches!(trouble, Trouble::Unfinished { .. });
        unfinished += u64::from(trial.troubles.iter().any(is_unfinished));
        survey.add(trial);
        if in_trouble >= MOST_IN_TROUBLE || unfinished >= MOST_UNFINISHED {
            return Err(None);
        }
        Ok(())
    };
    let worker = || worker().map_err(Some);
    match in_order(1..=matches.games, matches.jobs, stop, worker, deliver) {
        Ok(_) | Err(Broken::Caller(None)) => {
            survey.broken_off = survey.played < matches.games;
            Ok(survey)
        }
        Err(Broken::Caller(Some(faults))) => Err(Broken::Caller(faults)),
        Err(Broken::Thread(error)) => Err(Broken::Thread(error)),
    }
}

impl Survey {
    fn add(&mut self, trial: Trial) {
        self.played += 1;
        self.coverage.merge(trial.coverage);
        for trouble in trial.troubles {
            let mut known = self.troubles.iter_mut();
            match known.find(|known| known.trouble.is_as(&trouble)) {
                Some(known) => known.matches += 1,
                None => self.troubles.push(Sighting {
                    trouble,
                    first: trial.ticket,
                    matches: 1,
                }),
            }
        }
        if let Some(decision) = trial.comes_back {
            let (.., matches) = self.comes_back.get_or_insert((trial.ticket, decision, 0));
            *matches += 1;
        }
    }
}
