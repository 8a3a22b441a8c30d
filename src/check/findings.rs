//! Everything that a check says of a ruleset that can be read.

use std::collections::BTreeMap;

use super::coverage::Seen;
use super::idle::idle;
use super::slow::slow;
use super::survey::{Sighting, Survey};
use super::trial::{Ticket, Trouble};
use super::twice::twice;
use crate::ruleset::Ruleset;
use crate::text::{Fault, count_of};

/// Something that a check says.
#[derive(Debug, Clone)]
pub struct Finding {
    /// What, where, and how grave it is.
    pub fault: Fault,
    /// The match that shows it.
    pub shown_by: Option<Ticket>,
}

/// Says what is wrong with a ruleset, what is probably not meant, and what never came up: in this
/// order.
#[must_use]
pub fn findings(ruleset: &Ruleset, survey: &Survey) -> Vec<Finding> {
    let mut findings: Vec<Finding> = survey
        .troubles
        .iter()
        .map(|sighting| Finding {
            fault: trouble(sighting, survey.played),
            shown_by: Some(sighting.first),
        })
        .collect();
    let files = idle(ruleset, survey);
    let files = files.into_iter().chain(twice(ruleset, survey));
    let files = files.chain(slow(ruleset));
    findings.extend(files.map(|fault| Finding {
        fault,
        shown_by: None,
    }));
    findings.extend(comes_back(survey));
    // Where matches were broken off, much has had no time to come up.
    let fails = |sighting: &Sighting| matches!(sighting.trouble, Trouble::Fault(_));
    let is_telling = survey.played > 0 && !survey.broken_off;
    if is_telling && !survey.troubles.iter().any(fails) {
        let never = never(ruleset, survey);
        findings.extend(never.into_iter().map(|fault| Finding {
            fault,
            shown_by: None,
        }));
    }
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.fault.severity));
    findings
}

fn matches(number: u64) -> String {
    count_of(
        usize::try_from(number).unwrap_or(usize::MAX),
        "match",
        "matches",
    )
}

fn trouble(sighting: &Sighting, played: u64) -> Fault {
    let shown = match sighting.matches {
        1 => format!("in 1 of {}", matches(played)),
        many => format!("in {many} of {}", matches(played)),
    };
    match &sighting.trouble {
        Trouble::Fault(fault) => (**fault).clone().note(shown),
        Trouble::Idle {
            text,
            decision,
            offered,
            ..
        } => {
            let message = format!("`{text}` changes nothing, and can be played for ever");
            let fault = Fault::new("idle-move", message)
                .note(format!("decision {decision}; {shown}"))
                .help("let it change something, such as whose turn it is, or do not offer it here");
            match offered {
                Some(span) => fault.at(span.clone()).label("it is offered here"),
                None => fault,
            }
        }
        Trouble::Unfinished { decisions } => {
            let message = format!("a match did not end within {decisions} decisions");
            Fault::new("unending", message).note(shown).help(
                "does every round come to an end, and can somebody win one? The limit is the parameter `limits.decisions`",
            )
        }
    }
}

fn comes_back(survey: &Survey) -> Option<Finding> {
    let (first, decision, times) = survey.comes_back?;
    let message = "a position came up that the same round had seen before";
    let fault = Fault::new("comes-back", message)
        .remark()
        .note(format!("in {times} of {}", matches(survey.played)))
        .note(format!("first before decision {decision}"))
        .help("two sides could go round in this circle for ever: is that meant?");
    Some(Finding {
        fault,
        shown_by: Some(first),
    })
}

/// Names what never came up.
fn never(ruleset: &Ruleset, survey: &Survey) -> Vec<Fault> {
    let mut faults = Vec::new();
    let among = format!(
        "in {} between players who choose blindly",
        matches(survey.played)
    );
    let mut add = |message: String, span: Option<crate::text::Span>| {
        let fault = Fault::new("never", message).remark().note(among.clone());
        faults.push(match span {
            Some(span) => fault.at(span),
            None => fault,
        });
    };
    let seen = |map: &BTreeMap<String, Seen>, word: &str| map.contains_key(word);
    for (kind, span) in &survey.study.moves {
        if !seen(&survey.coverage.offered, kind) {
            add(
                format!("no side could ever play `{kind}`"),
                Some(span.clone()),
            );
        }
    }
    for (word, _) in &ruleset.reasons {
        if !seen(&survey.coverage.endings, word) && survey.study.words.contains(word) {
            let span = ruleset.place_of(&["reasons", word]);
            add(format!("no round ended by `{word}`"), span);
        }
    }
    for (word, _) in &ruleset.events {
        if !seen(&survey.coverage.events, word) && survey.study.words.contains(word) {
            let span = ruleset.place_of(&["events", word]);
            add(format!("the event `{word}` never happened"), span);
        }
    }
    faults
}
