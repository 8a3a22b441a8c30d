//! `salle show`: a ruleset, resolved.

use std::collections::BTreeMap;

use comfy_table::{Table, presets};
use serde::Serialize;

use super::args::{Format, RulesetArgs};
use super::error::{Answer, CliError};
use super::out::Out;
use crate::game::declaration::Seen;
use crate::game::{Layout, Rules, Value};
use crate::ruleset::{Loader, Ruleset};

/// Show a ruleset: cards, track, parameters and where each value came from, rulings
///
/// Example: salle show RULESET --set target=3
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    ruleset: RulesetArgs,
    /// How to print it
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// Everything there is to say of a ruleset.
#[derive(Debug, Serialize)]
struct Shown {
    id: String,
    title: String,
    source: Option<String>,
    about: Option<String>,
    extends: Option<String>,
    fingerprint: String,
    files: Vec<FileShown>,
    track: Option<TrackShown>,
    decks: Vec<Deck>,
    piles: Vec<PileShown>,
    parameters: Vec<ParameterShown>,
    reasons: BTreeMap<String, String>,
    events: BTreeMap<String, String>,
    rulings: Vec<RulingShown>,
}

#[derive(Debug, Serialize)]
struct FileShown {
    name: String,
    role: &'static str,
}

#[derive(Debug, Serialize)]
struct TrackShown {
    spaces: i64,
    left_starts_on: i64,
    right_starts_on: i64,
}

#[derive(Debug, Serialize)]
struct Deck {
    pile: String,
    cards: usize,
    /// The faces of each kind with how many there are.
    kinds: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Serialize)]
struct PileShown {
    name: String,
    ordered: bool,
    seen_by: &'static str,
}

#[derive(Debug, Serialize)]
struct ParameterShown {
    name: String,
    value: Value,
    set_by: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    replaced: Vec<String>,
    about: String,
}

#[derive(Debug, Serialize)]
struct RulingShown {
    ruling: String,
    because: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<String>,
}

impl Args {
    pub(super) fn run(self, loader: &Loader, out: &mut Out) -> Result<Answer, CliError> {
        let (ruleset, rules) = self.ruleset.load(loader)?;
        let shown = shown(&ruleset, rules.layout());
        match self.format {
            Format::Table => table(&shown, out)?,
            Format::Json => out.json(&shown)?,
            Format::Jsonl => out.line(serde_json::to_string(&shown).unwrap_or_default())?,
            Format::Yaml => out.yaml(&shown)?,
        }
        Ok(Answer::Yes)
    }
}

fn shown(ruleset: &Ruleset, layout: &Layout) -> Shown {
    let words = |list: &[(String, String)]| list.iter().cloned().collect();
    Shown {
        id: ruleset.id.clone(),
        title: ruleset.title.clone(),
        source: ruleset.source.clone(),
        about: ruleset.about.clone(),
        extends: ruleset.parent.clone(),
        fingerprint: ruleset.fingerprint.clone(),
        files: ruleset
            .files
            .iter()
            .map(|file| FileShown {
                name: file.name.clone(),
                role: file.role,
            })
            .collect(),
        track: layout.track.as_ref().map(|track| TrackShown {
            spaces: track.length,
            left_starts_on: track.left,
            right_starts_on: track.right,
        }),
        decks: decks(layout),
        piles: layout
            .piles
            .iter()
            .map(|pile| PileShown {
                name: pile.owner.map_or_else(
                    || pile.name.to_string(),
                    |side| format!("{} of {side}", pile.name),
                ),
                ordered: pile.ordered,
                seen_by: Seen::WORDS
                    .into_iter()
                    .find_map(|(word, seen)| (seen == pile.seen).then_some(word))
                    .unwrap_or_default(),
            })
            .collect(),
        parameters: ruleset
            .parameters
            .iter()
            .map(|parameter| ParameterShown {
                name: parameter.declared.path.clone(),
                value: parameter.value.clone(),
                set_by: parameter.set_by.place(),
                replaced: parameter
                    .replaced
                    .iter()
                    .map(|(value, by)| format!("{value} ({})", by.place()))
                    .collect(),
                about: parameter.declared.about.clone(),
            })
            .collect(),
        reasons: words(&ruleset.reasons),
        events: words(&ruleset.events),
        rulings: ruleset
            .rulings
            .iter()
            .map(|ruling| RulingShown {
                ruling: ruling.ruling.clone(),
                because: ruling.because.clone(),
                option: ruling.option.clone(),
            })
            .collect(),
    }
}

fn decks(layout: &Layout) -> Vec<Deck> {
    let mut decks = Vec::new();
    for pile in layout.piles.iter().filter(|pile| !pile.holds.is_empty()) {
        let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut distinct = pile.holds.clone();
        distinct.dedup();
        for card in distinct {
            let spec = layout.card(card);
            let count = pile.holds.iter().filter(|held| **held == card).count();
            let face = if count == 1 {
                spec.face.to_string()
            } else {
                format!("{} x{count}", spec.face)
            };
            let kind = layout.kinds[spec.kind.index()].to_string();
            kinds.entry(kind).or_default().push(face);
        }
        decks.push(Deck {
            pile: pile.owner.map_or_else(
                || pile.name.to_string(),
                |side| format!("{} of {side}", pile.name),
            ),
            cards: pile.holds.len(),
            kinds,
        });
    }
    decks
}

fn table(shown: &Shown, out: &mut Out) -> Result<(), CliError> {
    out.line(format!("{}: {}", shown.id, shown.title))?;
    let facts = [
        ("source", shown.source.as_ref()),
        ("about", shown.about.as_ref()),
        ("extends", shown.extends.as_ref()),
        ("fingerprint", Some(&shown.fingerprint)),
    ];
    for (name, text) in facts {
        if let Some(text) = text {
            out.line(format!("  {name:<12} {text}"))?;
        }
    }
    out.line("\nfiles")?;
    for file in &shown.files {
        out.line(format!("  {:<8} {}", file.role, file.name))?;
    }
    if let Some(track) = &shown.track {
        out.line("\ntrack")?;
        out.line(format!(
            "  {} spaces, left starts on {}, right on {}",
            track.spaces, track.left_starts_on, track.right_starts_on
        ))?;
    }
    out.line("\ncards")?;
    for deck in &shown.decks {
        out.line(format!(
            "  {} in the {}",
            crate::text::count(deck.cards, "card"),
            deck.pile
        ))?;
        for (kind, faces) in &deck.kinds {
            let own_name = faces.len() == 1 && faces[0].split(' ').next() == Some(kind);
            if own_name {
                out.line(format!("    {}", faces[0]))?;
            } else {
                out.line(format!("    {kind}: {}", faces.join(" ")))?;
            }
        }
    }
    out.line("\npiles")?;
    for pile in &shown.piles {
        let order = if pile.ordered { ", in order" } else { "" };
        out.line(format!(
            "  {:<18} seen by {}{order}",
            pile.name, pile.seen_by
        ))?;
    }
    out.line("\nparameters")?;
    let mut parameters = Table::new();
    parameters.load_style(presets::NOTHING);
    for parameter in &shown.parameters {
        let mut set_by = parameter.set_by.clone();
        if let Some(before) = parameter.replaced.last() {
            set_by = format!("{set_by}, was {before}");
        }
        let mut value = parameter.value.to_string();
        if value.chars().count() > 24 {
            value = value.chars().take(23).chain(['…']).collect();
        }
        parameters.add_row([format!("{} =", parameter.name), value, set_by]);
    }
    for line in parameters.trim_fmt().lines() {
        out.line(format!(" {line}"))?;
    }
    for (title, words) in [
        ("endings of a round", &shown.reasons),
        ("events", &shown.events),
    ] {
        if !words.is_empty() {
            out.line(format!("\n{title}"))?;
            for (word, meaning) in words {
                out.line(format!("  {word:<10} {meaning}"))?;
            }
        }
    }
    if !shown.rulings.is_empty() {
        out.line("\nrulings")?;
        for ruling in &shown.rulings {
            out.line(format!("  - {}", ruling.ruling))?;
            if !ruling.because.is_empty() {
                out.line(format!("    rests on: {}", ruling.because))?;
            }
            if let Some(option) = &ruling.option {
                out.line(format!("    option: {option}"))?;
            }
        }
    }
    Ok(())
}
