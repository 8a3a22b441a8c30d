//! What is measured of a game.
//!
//! Most of these are criteria by which games are judged in Browne and Maire: *Evolutionary game
//! design*, IEEE Transactions on Computational Intelligence and AI in Games 2 (2010), whose names
//! stand in brackets below; Althöfer: *Computer-aided game inventing* (2003) used some of them
//! before. Each of ours is defined by what one match says, so that matches can be compared in
//! pairs.

use std::fmt;

use super::skill::{PAIRS, Pair};

/// How a measure is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// As a share: 0.074 is 7.4 per cent.
    Share,
    /// As a number: 14.6 decisions.
    Number,
}

/// Something that is measured of a game. Each match gives it one value, or none; every match
/// counts the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    /// Rounds won by the side that began them less those that it lost, as a share of the rounds of
    /// the match; −1 to 1 (Browne and Maire: advantage).
    FirstPlayer,
    /// Rounds that nobody won, as a share of the rounds of the match (drawishness).
    Draws,
    /// Whether the match ran into its limit of decisions (completion, turned round).
    Unfinished,
    /// Rounds that ended for a reason, as a share of the rounds of the match.
    Ending(String),
    /// Decisions of a round: the mean of the match (duration).
    Length,
    /// Legal moves of a decision: the mean of the match (branching factor).
    Choices,
    /// Decisions with more than one legal move, as a share of the decisions of the match.
    RealChoices,
    /// How often the lead went from one side to the other in the match. Who has won more rounds
    /// leads; at a tie nobody does, and the lead stays where it was (lead change). None in matches
    /// of one round.
    LeadChanges,
    /// Whether the winner of the match had won fewer rounds than the other side at some time
    /// (drama). None in matches of one round or without a winner.
    Comebacks,
    /// How often the lead went from one side to the other in the first round. Who wins more of a few
    /// playouts leads; it is looked at four points and at the end ([`super::leads`]).
    RoundLeadChanges,
    /// Whether the winner of the first round was not the leader at half of its decisions, but the
    /// other side was.
    RoundComebacks,
    /// How much of the result of the first round the deal settles, before any decision
    /// ([`super::leads::Lead::settled`]): 0 nothing, 1 everything. This is the part of luck that
    /// comes before the play.
    Luck,
    /// The same at half of the decisions of the round (decisiveness; uncertainty, turned round).
    Decisiveness,
    /// How much of the points the better of two bots gets: a match won is 1, unfinished ½. Two
    /// matches are played on the same deal, with the seats swapped.
    Skill(Pair),
}

/// The words that choose measures, in the order in which they are printed.
pub const CHOICES: [&str; 14] = [
    "first-player",
    "draws",
    "unfinished",
    "endings",
    "length",
    "choices",
    "real-choices",
    "lead-changes",
    "comebacks",
    "round-lead-changes",
    "round-comebacks",
    "luck",
    "decisiveness",
    "skill",
];

impl Measure {
    /// Returns the measures that one of [`CHOICES`] chooses, in games whose rounds end for these
    /// reasons; none for another word.
    #[must_use]
    pub fn chosen(word: &str, reasons: &[String]) -> Vec<Self> {
        match word {
            "endings" => reasons.iter().cloned().map(Self::Ending).collect(),
            "skill" => PAIRS.map(Self::Skill).into(),
            _ => Self::single(word).into_iter().collect(),
        }
    }

    fn single(word: &str) -> Option<Self> {
        Some(match word {
            "first-player" => Self::FirstPlayer,
            "draws" => Self::Draws,
            "unfinished" => Self::Unfinished,
            "length" => Self::Length,
            "choices" => Self::Choices,
            "real-choices" => Self::RealChoices,
            "lead-changes" => Self::LeadChanges,
            "comebacks" => Self::Comebacks,
            "round-lead-changes" => Self::RoundLeadChanges,
            "round-comebacks" => Self::RoundComebacks,
            "luck" => Self::Luck,
            "decisiveness" => Self::Decisiveness,
            _ => return None,
        })
    }

    /// Finds a measure by its key, as its `Display` writes it.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        if let Some(reason) = key.strip_prefix("ending ") {
            return Some(Self::Ending(reason.to_owned()));
        }
        let pair = |pair: &Pair| Self::Skill(*pair).to_string() == key;
        match PAIRS.into_iter().find(pair) {
            Some(pair) => Some(Self::Skill(pair)),
            None => Self::single(key),
        }
    }

    /// Returns the word that chooses it.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::FirstPlayer => "first-player",
            Self::Draws => "draws",
            Self::Unfinished => "unfinished",
            Self::Ending(_) => "endings",
            Self::Length => "length",
            Self::Choices => "choices",
            Self::RealChoices => "real-choices",
            Self::LeadChanges => "lead-changes",
            Self::Comebacks => "comebacks",
            Self::RoundLeadChanges => "round-lead-changes",
            Self::RoundComebacks => "round-comebacks",
            Self::Luck => "luck",
            Self::Decisiveness => "decisiveness",
            Self::Skill(_) => "skill",
        }
    }

    /// Returns what people call it.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::FirstPlayer => "first-player advantage".to_owned(),
            Self::Draws => "rounds nobody wins".to_owned(),
            Self::Unfinished => "matches unfinished".to_owned(),
            Self::Ending(reason) => format!("rounds ended by {reason}"),
            Self::Length => "decisions of a round".to_owned(),
            Self::Choices => "choices of a decision".to_owned(),
            Self::RealChoices => "decisions with a choice".to_owned(),
            Self::LeadChanges => "lead changes of a match".to_owned(),
            Self::Comebacks => "matches won from behind".to_owned(),
            Self::RoundLeadChanges => "lead changes of a round".to_owned(),
            Self::RoundComebacks => "rounds won from behind".to_owned(),
            Self::Luck => "settled by the deal".to_owned(),
            Self::Decisiveness => "settled at half".to_owned(),
            Self::Skill(pair) => format!("{} beats {}", pair.better, pair.worse),
        }
    }

    /// Returns how it is written.
    #[must_use]
    pub const fn scale(&self) -> Scale {
        match self {
            Self::Length | Self::Choices | Self::LeadChanges | Self::RoundLeadChanges => {
                Scale::Number
            }
            _ => Scale::Share,
        }
    }

    /// Returns the least and the greatest value of a match that goes to `target` rounds won; `None`
    /// if nothing bounds it that is of use.
    #[must_use]
    pub fn range(&self, target: u32) -> Option<(f64, f64)> {
        match self {
            Self::Length | Self::Choices => None,
            Self::FirstPlayer => Some((-1.0, 1.0)),
            // Between two changes there is a tie, and each tie is higher than the one before.
            Self::LeadChanges => Some((0.0, f64::from(target.max(2) - 1))),
            Self::RoundLeadChanges => Some((0.0, super::leads::MOST_CHANGES)),
            Self::Luck | Self::Decisiveness => Some((super::leads::LEAST_SETTLED, 1.0)),
            _ => Some((0.0, 1.0)),
        }
    }

    /// Returns how large a difference must be to matter, if nobody says otherwise.
    #[must_use]
    pub const fn within(&self) -> f64 {
        match self {
            Self::Length => 0.5,
            Self::Choices | Self::LeadChanges | Self::RoundLeadChanges => 0.25,
            _ => 0.05,
        }
    }

    /// Tells whether playouts from the first round are needed.
    #[must_use]
    pub const fn needs_playouts(&self) -> bool {
        matches!(
            self,
            Self::RoundLeadChanges | Self::RoundComebacks | Self::Luck | Self::Decisiveness
        )
    }
}

/// Writes its key, by which files name it.
impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ending(reason) => write!(f, "ending {reason}"),
            Self::Skill(pair) => write!(f, "skill {} {}", pair.better, pair.worse),
            other => f.write_str(other.word()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_chooses_measures_that_are_found_by_their_keys() {
        let reasons = ["high".to_owned(), "low".to_owned()];
        for word in CHOICES {
            let chosen = Measure::chosen(word, &reasons);
            assert!(!chosen.is_empty(), "{word}");
            for measure in chosen {
                assert_eq!(measure.word(), word);
                assert_eq!(Measure::from_key(&measure.to_string()), Some(measure));
            }
        }
        assert_eq!(Measure::from_key("endings"), None);
        assert_eq!(Measure::chosen("beauty", &reasons), []);
    }
}
