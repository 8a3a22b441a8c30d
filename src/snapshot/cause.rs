//! Where two transcripts of a match first differ, and in what.

use std::fmt;

use super::transcript::{BETWEEN, Kind, Line, Transcript};
use crate::game::moves::kind_of;
use crate::text::{count, list_and};

/// In what two transcripts first differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// Other moves are legal.
    Legal {
        /// Those that are no longer.
        lost: Vec<String>,
        /// Those that were not before.
        gained: Vec<String>,
    },
    /// The position is another: what in it differs, by name.
    Position(Vec<String>),
    /// Chance gave something else, or was asked for something else.
    Chance,
    /// Another named event happened, or none.
    Event {
        /// What happened before.
        was: Option<String>,
        /// What happens now.
        is: Option<String>,
    },
    /// A round or the match ends otherwise, or does not end.
    Ending {
        /// How it ended.
        was: String,
        /// What happens now.
        is: String,
    },
    /// Another side decides, another move is made, or a round begins otherwise.
    Turn,
    /// It is the snapshot of another match.
    Match,
    /// The match goes no further, and why.
    Stop(String),
}

/// Finds the first difference of two transcripts of a match: its cause, and how many decisions were
/// made before it. What the first one leaves out, because a recording need not tell everything, is
/// not compared; `is_whole` tells whether it goes on to the end.
#[must_use]
pub fn compare(one: &Transcript, other: &Transcript, is_whole: bool) -> Option<(Cause, u64)> {
    let tells = |kind: Kind| one.lines.iter().any(|line| line.kind == kind);
    // Who leaves out which moves were legal writes by hand, and need not tell of chance and events.
    let by_hand = !tells(Kind::Legal);
    let is_compared = |line: &&Line| match line.kind {
        Kind::Chance | Kind::Event => !by_hand,
        kind @ (Kind::Position | Kind::Legal) => tells(kind),
        _ => true,
    };
    let mut made = 0;
    let mut others = other.lines.iter().filter(is_compared);
    for line in one.lines.iter().filter(is_compared) {
        let Some(found) = others.next() else {
            return Some((ends(Some(line), None), made));
        };
        if !is_same(line, found) {
            return Some((cause(line, found), made));
        }
        made += u64::from(line.kind == Kind::Move);
    }
    match others.next() {
        Some(Line {
            kind: Kind::Stop,
            text,
        }) => Some((Cause::Stop(text.clone()), made)),
        Some(line) if is_whole => Some((ends(None, Some(line)), made)),
        _ => None,
    }
}

/// Tells whether two lines say the same; legal moves are a set.
fn is_same(one: &Line, other: &Line) -> bool {
    if one.kind != other.kind {
        return false;
    }
    match one.kind {
        Kind::Legal => {
            let (lost, gained) = apart(&one.text, &other.text);
            lost.is_empty() && gained.is_empty()
        }
        // The reason and the score may be left out.
        Kind::RoundEnd => {
            let rest = other.text.strip_prefix(&one.text);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(','))
        }
        _ => one.text == other.text,
    }
}

/// Returns the parts of each text that the other has not.
fn apart(one: &str, other: &str) -> (Vec<String>, Vec<String>) {
    let parts = |text: &str| -> Vec<String> {
        let parts = text.split(BETWEEN).filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    };
    let (one, other) = (parts(one), parts(other));
    let only = |these: &[String], those: &[String]| {
        let only = these.iter().filter(|part| !those.contains(part));
        only.cloned().collect()
    };
    (only(&one, &other), only(&other, &one))
}

fn cause(one: &Line, other: &Line) -> Cause {
    match (one.kind, other.kind) {
        (_, Kind::Stop) => Cause::Stop(other.text.clone()),
        (Kind::Legal, Kind::Legal) => {
            let (lost, gained) = apart(&one.text, &other.text);
            Cause::Legal { lost, gained }
        }
        (Kind::Position, Kind::Position) => {
            let (was, is) = apart(&one.text, &other.text);
            // The name without the side: `hand.left` and `hand.right` are of one kind.
            let name = |part: &String| {
                let path = part.split(' ').next().unwrap_or_default();
                let path = path
                    .strip_suffix(".left")
                    .or(path.strip_suffix(".right"))
                    .unwrap_or(path);
                path.to_owned()
            };
            let mut names: Vec<String> = was.iter().chain(&is).map(name).collect();
            names.sort();
            names.dedup();
            Cause::Position(names)
        }
        (Kind::RoundEnd | Kind::MatchEnd, _) | (_, Kind::RoundEnd | Kind::MatchEnd) => {
            ends(Some(one), Some(other))
        }
        (Kind::Event, Kind::Event) => Cause::Event {
            was: Some(first_word(&one.text)),
            is: Some(first_word(&other.text)),
        },
        (Kind::Event, _) => Cause::Event {
            was: Some(first_word(&one.text)),
            is: None,
        },
        (_, Kind::Event) => Cause::Event {
            was: None,
            is: Some(first_word(&other.text)),
        },
        (Kind::Chance, _) | (_, Kind::Chance) => Cause::Chance,
        _ => Cause::Turn,
    }
}

fn first_word(text: &str) -> String {
    kind_of(text).to_owned()
}

fn ends(one: Option<&Line>, other: Option<&Line>) -> Cause {
    // The score follows from the rest.
    let how = |line: &Line| line.text.split(", ").take(2).collect::<Vec<_>>().join(", ");
    let said = |line: Option<&Line>, [ends, goes_on, comes]: [&str; 3]| match line {
        None => format!("nothing more {comes}"),
        Some(line) if line.kind == Kind::RoundEnd => format!("the round {ends} ({})", how(line)),
        Some(line) if line.kind == Kind::MatchEnd => format!("the match {ends} ({})", how(line)),
        Some(_) => format!("it {goes_on}"),
    };
    Cause::Ending {
        was: said(one, ["ended", "went on", "came"]),
        is: said(other, ["ends", "goes on", "comes"]),
    }
}

impl Cause {
    /// Names the cause in one word, the same for all that belong together.
    #[must_use]
    pub fn slug(&self) -> String {
        let kinds = |moves: &[String]| {
            let mut kinds: Vec<&str> = moves.iter().map(|text| kind_of(text)).collect();
            kinds.sort_unstable();
            kinds.dedup();
            kinds.join("+")
        };
        let slug = match self {
            Self::Legal { lost, gained } => match (kinds(lost), kinds(gained)) {
                (lost, gained) if gained.is_empty() => format!("lost-{lost}"),
                (lost, gained) if lost.is_empty() => format!("new-{gained}"),
                (lost, gained) => format!("lost-{lost}-new-{gained}"),
            },
            Self::Position(names) => format!("position-{}", names.join("+")),
            Self::Chance => "chance".to_owned(),
            Self::Event { was, is } => {
                let name = is.as_ref().or(was.as_ref());
                format!("event-{}", name.map_or("", |name| name))
            }
            Self::Ending { .. } => "ending".to_owned(),
            Self::Turn => "turn".to_owned(),
            Self::Match => "match".to_owned(),
            Self::Stop(why) => {
                let quoted = why.split('`').nth(1).map_or("rules", kind_of);
                format!("stops-{quoted}")
            }
        };
        slug.chars()
            .map(|c| {
                if c.is_alphanumeric() || "-+._".contains(c) {
                    c
                } else {
                    '-'
                }
            })
            .collect()
    }

    /// Adds what another cause of the same slug tells.
    pub(super) fn add(&mut self, other: &Self) {
        let merge = |these: &mut Vec<String>, those: &[String]| {
            for text in those {
                if !these.contains(text) {
                    these.push(text.clone());
                }
            }
        };
        match (self, other) {
            (
                Self::Legal { lost, gained },
                Self::Legal {
                    lost: more_lost,
                    gained: more_gained,
                },
            ) => {
                merge(lost, more_lost);
                merge(gained, more_gained);
            }
            // With other winners or reasons.
            (
                Self::Ending { was, is },
                Self::Ending {
                    was: other_was,
                    is: other_is,
                },
            ) => {
                for (said, other) in [(was, other_was), (is, other_is)] {
                    if said != other {
                        let end = said.find(" (").unwrap_or(said.len());
                        said.truncate(end);
                    }
                }
            }
            // Other moves of the same kind.
            (Self::Stop(why), Self::Stop(other)) if why != other => {
                if let Some(text) = why.split('`').nth(1) {
                    let kind = format!("`{} …`", kind_of(text));
                    *why = why.replace(&format!("`{text}`"), &kind);
                }
            }
            _ => {}
        }
    }
}

/// Names some moves: each of them if they are few, else their kinds.
fn moves(texts: &[String]) -> String {
    const FEW: usize = 3;
    if texts.len() <= FEW {
        return list_and(texts);
    }
    let mut kinds: Vec<String> = texts
        .iter()
        .map(|text| format!("{} …", kind_of(text)))
        .collect();
    kinds.sort();
    kinds.dedup();
    format!("{} ({})", list_and(&kinds), count(texts.len(), "move"))
}

fn are(texts: &[String]) -> &'static str {
    if texts.len() == 1 { "is" } else { "are" }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Legal { lost, gained } => {
                if !lost.is_empty() {
                    write!(f, "{} {} no longer legal", moves(lost), are(lost))?;
                }
                if !lost.is_empty() && !gained.is_empty() {
                    f.write_str(", and ")?;
                }
                if !gained.is_empty() {
                    write!(f, "{} {} legal now", moves(gained), are(gained))?;
                }
                Ok(())
            }
            Self::Position(names) if names.is_empty() => f.write_str("the position is another"),
            Self::Position(names) => {
                let differ = if names.len() == 1 {
                    "differs"
                } else {
                    "differ"
                };
                write!(f, "{} {differ} in the position", list_and(names))
            }
            Self::Chance => f.write_str("other cards or numbers come"),
            Self::Event { was, is } => match (was, is) {
                (Some(was), Some(is)) => write!(f, "the event `{is}` happens in place of `{was}`"),
                (Some(was), None) => write!(f, "the event `{was}` no longer happens"),
                (None, Some(is)) => write!(f, "the event `{is}` happens"),
                (None, None) => f.write_str("another event happens"),
            },
            Self::Ending { was, is } => write!(f, "{is} where {was} before"),
            Self::Turn => f.write_str("another side or another move is due"),
            Self::Match => f.write_str("it is of another match, as its head says"),
            Self::Stop(why) => f.write_str(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&str]) -> Transcript {
        Transcript::read(&lines.join("\n")).unwrap()
    }

    const START: [&str; 3] = [
        "round 1, left begins",
        "decision 1, left",
        "  position  n 1",
    ];

    fn with(more: &[&str]) -> Transcript {
        let mut lines = START.to_vec();
        lines.extend(more);
        told(&lines)
    }

    fn first(one: &Transcript, other: &Transcript) -> Option<(String, String, u64)> {
        let (cause, made) = compare(one, other, true)?;
        Some((cause.slug(), cause.to_string(), made))
    }

    #[test]
    fn the_same_is_no_difference_and_legal_moves_are_a_set() {
        let one = with(&["  legal     go 1 | go 2", "  plays     go 1"]);
        let other = with(&["  legal     go 2 | go 1", "  plays     go 1"]);
        assert_eq!(first(&one, &other), None);
    }

    #[test]
    fn moves_lost_and_gained_are_named() {
        let one = with(&["  legal     go 1 | go 2", "  plays     go 1"]);
        let other = with(&["  legal     go 1 | hop 3", "  plays     go 1"]);
        let (slug, text, made) = first(&one, &other).unwrap();
        assert_eq!(slug, "lost-go-new-hop");
        assert_eq!(text, "`go 2` is no longer legal, and `hop 3` is legal now");
        assert_eq!(made, 0);
    }

    #[test]
    fn what_a_recording_leaves_out_is_not_compared() {
        let whole = with(&["  legal     go 1", "  plays     go 1", "  event     bell"]);
        let bare = told(&[
            "round 1, left begins",
            "decision 1, left",
            "  plays     go 1",
        ]);
        assert_eq!(first(&bare, &whole), None);
    }

    #[test]
    fn endings_and_events_and_positions_have_causes_of_their_own() {
        let rest = |line: &str| with(&["  legal     go 1", "  plays     go 1", line]);
        let ending = rest("round ends: left wins, hit, 1 to 0");
        let other = rest("round ends: right wins, hit, 0 to 1");
        let (slug, text, made) = first(&ending, &other).unwrap();
        assert_eq!((slug.as_str(), made), ("ending", 1));
        assert_eq!(
            text,
            "the round ends (right wins, hit) where the round ended (left wins, hit) before"
        );
        let (slug, text, _) = first(&ending, &rest("  event     bell")).unwrap();
        assert_eq!(
            (slug.as_str(), text.as_str()),
            (
                "ending",
                "it goes on where the round ended (left wins, hit) before"
            )
        );
        let moved = told(&[
            "round 1, left begins",
            "decision 1, left",
            "  position  n 1 | at.left 3",
        ]);
        assert_eq!(first(&with(&[]), &moved).unwrap().0, "position-at");
        let stops = rest("stops: `go 1` is not legal");
        assert_eq!(first(&ending, &stops).unwrap().0, "stops-go");
    }
}
