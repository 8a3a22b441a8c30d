//! The records of a match. What a recording may leave out is optional here.

use serde::Serialize;

use crate::game::{BySide, Side, Value};

/// The version of the format that is written. Older ones are read; newer ones are refused.
pub const FORMAT: u64 = 1;

/// The head of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Head {
    /// The ruleset's id, or the path of its file.
    pub ruleset: String,
    /// Parameters; those left out are at their defaults.
    pub parameters: Value,
    /// The seed of the match, for all that the recording leaves open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of the match in a run of many, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// Who played, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<BySide<String>>,
    /// The version of the format.
    #[serde(rename = "salle", skip_serializing_if = "Option::is_none")]
    pub format: Option<u64>,
    /// The fingerprint of the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// Whether the match was written down only so far.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
}

/// A record: one line of a recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Record {
    /// A match begins.
    Match(Head),
    /// A round begins.
    Round {
        /// Its number, from 1.
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<u64>,
        /// Who begins.
        first: Side,
    },
    /// A pile was shuffled, or renewed from another.
    Shuffle {
        /// The pile.
        pile: String,
        /// Whose it is, if each side has one.
        #[serde(skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
        /// The faces of its cards, the top one first.
        order: Vec<String>,
    },
    /// Cards were drawn.
    Draw {
        /// Who drew.
        side: Side,
        /// The faces, in the order drawn.
        cards: Vec<String>,
    },
    /// A card was turned up and thrown away.
    Reveal {
        /// Whose decision was pending.
        side: Side,
        /// The one face.
        cards: Vec<String>,
    },
    /// Any other outcome of chance: `coin`, `die` or `card`.
    Chance {
        /// What was asked of chance.
        kind: String,
        /// Who lost the card.
        #[serde(skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
        /// The one face, of a card picked at random.
        #[serde(skip_serializing_if = "Option::is_none")]
        cards: Option<Vec<String>>,
        /// 1 for heads and 0 for tails, or the number on the die.
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<i64>,
    },
    /// A side decided.
    Decision {
        /// Its number in the match, from 1.
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<u64>,
        /// Who.
        side: Side,
        /// The texts of all legal moves; compared as a set.
        #[serde(skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
        /// The text of the move.
        #[serde(rename = "move")]
        chosen: String,
        /// The position before it, in the words of the ruleset.
        #[serde(skip_serializing_if = "Option::is_none")]
        state: Option<Value>,
    },
    /// A named event.
    Event {
        /// Its name.
        name: String,
        /// What else there is to say.
        #[serde(skip_serializing_if = "Option::is_none")]
        data: Option<Value>,
    },
    /// A round ended.
    RoundEnd {
        /// Who won it; null: nobody.
        winner: Option<Side>,
        /// Why.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// The score of the match after it.
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<BySide<u32>>,
    },
    /// The match ended.
    MatchEnd {
        /// Who won it; null: nobody, the match is unfinished.
        winner: Option<Side>,
    },
    /// Somebody's note on a position. It is no part of the match.
    Note {
        /// Decisions made before the position.
        after: u64,
        /// The branch that the position is on; else the match itself.
        #[serde(skip_serializing_if = "Option::is_none")]
        branch: Option<String>,
        /// The note.
        text: String,
    },
    /// A position with a name. It is no part of the match.
    Mark {
        /// Decisions made before the position.
        after: u64,
        /// The branch that the position is on; else the match itself.
        #[serde(skip_serializing_if = "Option::is_none")]
        branch: Option<String>,
        /// The name.
        name: String,
    },
    /// Another line of play that leaves the match, or a branch before this one. It is no part of
    /// the match.
    Branch {
        /// Its name.
        name: String,
        /// The branch that it leaves; else the match itself.
        #[serde(skip_serializing_if = "Option::is_none")]
        of: Option<String>,
        /// Decisions made before it leaves.
        after: u64,
        /// What happened from there on.
        records: Vec<Record>,
    },
}

impl Record {
    /// Names the record, with its article.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Match(_) => "a match",
            Self::Round { .. } => "a round",
            Self::Shuffle { .. } => "a shuffle",
            Self::Draw { .. } => "a draw",
            Self::Reveal { .. } => "a card turned up",
            Self::Chance { .. } => "an outcome of chance",
            Self::Decision { .. } => "a decision",
            Self::Event { .. } => "an event",
            Self::RoundEnd { .. } => "the end of a round",
            Self::MatchEnd { .. } => "the end of the match",
            Self::Note { .. } => "a note",
            Self::Mark { .. } => "a mark",
            Self::Branch { .. } => "a branch",
        }
    }

    /// Tells whether the record is about the match, and not a part of it.
    #[must_use]
    pub const fn is_aside(&self) -> bool {
        matches!(
            self,
            Self::Note { .. } | Self::Mark { .. } | Self::Branch { .. }
        )
    }

    /// Returns the record as it stands in a file, without the line's end.
    #[must_use]
    pub fn to_line(&self) -> String {
        // Records hold texts, numbers and maps with text keys: what JSON can always write.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A record and the line it stands on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbered {
    /// The line, from 1.
    pub line: usize,
    /// The record.
    pub record: Record,
}

/// One recorded match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    /// The file it came from.
    pub name: String,
    /// The line of its head.
    pub line: usize,
    /// Its head.
    pub head: Head,
    /// The records after the head.
    pub records: Vec<Numbered>,
    /// Notes, marks and branches: what was added to the match later.
    pub asides: Vec<Record>,
    /// What was read over: unknown keys and types, each with its line.
    pub notes: Vec<String>,
}

impl Recording {
    /// Returns what was decided and what chance gave, without what follows from it by the rules.
    #[must_use]
    pub fn bare(&self) -> Self {
        let mut bare = self.clone();
        bare.records
            .retain(|numbered| !matches!(numbered.record, Record::Event { .. }));
        for numbered in &mut bare.records {
            match &mut numbered.record {
                Record::Decision { legal, state, .. } => {
                    *legal = None;
                    *state = None;
                }
                Record::RoundEnd { reason, score, .. } => {
                    *reason = None;
                    *score = None;
                }
                _ => {}
            }
        }
        bare
    }
}
