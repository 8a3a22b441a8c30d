//! The schema of files that say of which matches there are to be snapshots.

use serde_json::{Value as Json, json};

use super::headed;
use super::known::Known;
use super::parameters;
use super::shape::{closed, count, one_of, some, text};
use crate::bots::NAMES;
use crate::snapshot::{KEYS, MOST_MATCHES};

/// Makes the schema of such files, or of those of a ruleset.
#[must_use]
pub fn snapshots(of: Option<&Known<'_>>) -> Json {
    let mut shape = closed(&KEYS, |key| match key {
        "rulesets" => some(text()),
        "set" => parameters::values(of),
        "matches" => json!({ "type": "integer", "minimum": 1, "maximum": MOST_MATCHES }),
        "left" | "right" => one_of(NAMES),
        _ => count(),
    });
    shape["required"] = json!(["rulesets"]);
    let title = match of {
        None => "Snapshots".to_owned(),
        Some(known) => format!("Snapshots of {}", known.ruleset.id),
    };
    headed(
        &title,
        "Of which matches Salle is to keep what happens in them",
        shape,
    )
}
