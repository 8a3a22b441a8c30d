//! `salle show`: a ruleset, resolved.

use std::collections::BTreeMap;

use comfy_table::{Table, presets};
use serde::Serialize;

use super::args::{Format, RulesetArgs};
use super::error::{Answer, CliError};
use super::out::Out;
use crate::game::declaration::Seen;
use crate::game::{Layout, Rules, Side, Value};
use crate::ruleset::{Loader, Ruleset};

/// Show a ruleset: cards, track, parameters and where each value came from, rulings
///
/// Example: salle show RULESET --set target=3
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    ruleset: RulesetArgs,
    /// Print the text of every file that it is made of, those built in as well
    #[arg(long)]
    source: bool,
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
    variables: Vec<VariableShown>,
    parameters: Vec<ParameterShown>,
    reasons: BTreeMap<String, String>,
    events: BTreeMap<String, String>,
    weights: BTreeMap<String, u32>,
    languages: Vec<String>,
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
    cards: usize,
    ordered: bool,
    seen_by: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    renewed_from: Option<String>,
}

#[derive(Debug, Serialize)]
struct VariableShown {
    name: String,
    starts_with: Value,
    seen_by: &'static str,
    kept: bool,
}

#[derive(Debug, Serialize)]
struct ParameterShown {
    name: String,
    value: Value,
    kind: &'static str,
    range: String,
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
        if self.source {
            for source in ruleset.sources() {
                out.tell(format!("==> {} <==\n{}", source.name(), source.text()))?;
            }
            return Ok(Answer::Yes);
        }
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
                name: owned(&pile.name, pile.owner),
                cards: pile.holds.len(),
                ordered: pile.ordered,
                seen_by: Seen::WORDS
                    .into_iter()
                    .find_map(|(word, seen)| (seen == pile.seen).then_some(word))
                    .unwrap_or_default(),
                renewed_from: pile.renewed_from.map(|from| layout.pile_name(from)),
            })
            .collect(),
        variables: layout
            .variables
            .iter()
            .map(|spec| VariableShown {
                name: owned(&spec.name, spec.owner),
                starts_with: spec.start.clone(),
                seen_by: if spec.secret { "owner" } else { "all" },
                kept: spec.keep,
            })
            .collect(),
        parameters: ruleset
            .parameters
            .iter()
            .map(|parameter| ParameterShown {
                name: parameter.declared.path.clone(),
                value: parameter.value.clone(),
                kind: parameter.declared.kind.word(),
                range: parameter.declared.range(),
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
        weights: ruleset.weights.clone(),
        languages: ruleset.labels.languages().map(str::to_owned).collect(),
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

/// Names what may be of a side.
fn owned(name: &str, owner: Option<Side>) -> String {
    match owner {
        Some(side) => format!("{name} of {side}"),
        None => name.to_owned(),
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
            pile: owned(&pile.name, pile.owner),
            cards: pile.holds.len(),
            kinds,
        });
    }
    decks
}

fn table(shown: &Shown, out: &mut Out) -> Result<(), CliError> {
    out.tell(format!("{}: {}", shown.id, shown.title))?;
    let facts = [
        ("source", shown.source.as_ref()),
        ("about", shown.about.as_ref()),
        ("extends", shown.extends.as_ref()),
        ("fingerprint", Some(&shown.fingerprint)),
    ];
    for (name, text) in facts {
        if let Some(text) = text {
            out.tell(format!("  {name:<12} {text}"))?;
        }
    }
    out.tell("\nfiles")?;
    for file in &shown.files {
        out.tell(format!("  {:<8} {}", file.role, file.name))?;
    }
    if let Some(track) = &shown.track {
        out.tell("\ntrack")?;
        out.tell(format!(
            "  {} spaces, left starts on {}, right on {}",
            track.spaces, track.left_starts_on, track.right_starts_on
        ))?;
    }
    out.tell("\ncards")?;
    for deck in &shown.decks {
        out.tell(format!(
            "  {} in the {}",
            crate::text::count(deck.cards, "card"),
            deck.pile
        ))?;
        for (kind, faces) in &deck.kinds {
            let own_name = faces.len() == 1 && faces[0].split(' ').next() == Some(kind);
            if own_name {
                out.tell(format!("    {}", faces[0]))?;
            } else {
                out.tell(format!("    {kind}: {}", faces.join(" ")))?;
            }
        }
    }
    on_the_table(shown, out)?;
    parameters(shown, out)?;
    for (title, words) in [
        ("endings of a round", &shown.reasons),
        ("events", &shown.events),
    ] {
        if !words.is_empty() {
            out.tell(format!("\n{title}"))?;
            for (word, meaning) in words {
                out.tell(format!("  {word:<10} {meaning}"))?;
            }
        }
    }
    if !shown.weights.is_empty() {
        let weights = shown.weights.iter();
        let weights: Vec<String> = weights
            .map(|(kind, weight)| format!("{kind} {weight}"))
            .collect();
        out.tell(format!("\nweights\n  {}", weights.join(", ")))?;
    }
    if !shown.languages.is_empty() {
        out.tell(format!("\nlanguages\n  {}", shown.languages.join(", ")))?;
    }
    if !shown.rulings.is_empty() {
        out.tell("\nrulings")?;
        for ruling in &shown.rulings {
            out.tell(format!("  - {}", ruling.ruling))?;
            if !ruling.because.is_empty() {
                out.tell(format!("    rests on: {}", ruling.because))?;
            }
            if let Some(option) = &ruling.option {
                out.tell(format!("    option: {option}"))?;
            }
        }
    }
    Ok(())
}

/// Prints the piles and variables.
fn on_the_table(shown: &Shown, out: &mut Out) -> Result<(), CliError> {
    if !shown.piles.is_empty() {
        out.tell("\npiles")?;
    }
    for pile in &shown.piles {
        let cards = match pile.cards {
            0 => "empty".to_owned(),
            cards => crate::text::count(cards, "card"),
        };
        let order = if pile.ordered { ", in order" } else { "" };
        let renewed = pile.renewed_from.as_ref();
        let renewed = renewed.map_or_else(String::new, |from| format!(", renewed from {from}"));
        out.tell(format!(
            "  {:<18} {cards}, seen by {}{order}{renewed}",
            pile.name, pile.seen_by
        ))?;
    }
    if !shown.variables.is_empty() {
        out.tell("\nvariables")?;
    }
    for variable in &shown.variables {
        let seen = match variable.seen_by {
            "all" => "",
            _ => ", seen by owner",
        };
        let kept = if variable.kept {
            ", kept between rounds"
        } else {
            ""
        };
        let start = match &variable.starts_with {
            Value::Null => "nothing".to_owned(),
            value => value.to_string(),
        };
        out.tell(format!(
            "  {:<18} starts with {start}{seen}{kept}",
            variable.name
        ))?;
    }
    Ok(())
}

/// Prints each parameter with what it may be and who set it, and below that what it means.
fn parameters(shown: &Shown, out: &mut Out) -> Result<(), CliError> {
    out.tell("\nparameters")?;
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let short = |text: &str, most: usize| -> String {
        if text.chars().count() <= most {
            return text.to_owned();
        }
        text.chars().take(most - 1).chain(['…']).collect()
    };
    for parameter in &shown.parameters {
        let mut set_by = parameter.set_by.clone();
        if let Some(before) = parameter.replaced.last() {
            set_by = format!("{set_by}, was {before}");
        }
        table.add_row([
            format!("{} =", parameter.name),
            short(&parameter.value.to_string(), 24),
            short(&parameter.range, 24),
            set_by,
        ]);
    }
    for (line, parameter) in table.trim_fmt().lines().zip(&shown.parameters) {
        out.tell(format!(" {line}"))?;
        if !parameter.about.is_empty() {
            out.tell(format!("      {}", parameter.about))?;
        }
    }
    Ok(())
}
