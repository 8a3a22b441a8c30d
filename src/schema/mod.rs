//! JSON Schemas of the files that designers write, by which an editor completes and checks them.
//! Their keys, with what they mean, are those of the tables that the readers of these files check.
//!
//! Editors differ in what they know of JSON Schema: nothing here has another meaning in draft 7
//! than in draft 2020-12, so there is no `$ref` with keys beside it, no `prefixItems`, no
//! `unevaluatedProperties`.

mod known;
mod parameters;
mod position;
mod ruleset;
mod scenarios;
mod shape;
mod snapshots;

pub use known::Known;
pub use ruleset::ruleset;
pub use scenarios::scenarios;
pub use snapshots::snapshots;

use serde_json::{Value as Json, json};

/// The draft in whose words the schemas are.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// What the first line of a YAML file says to name its schema, up to the path.
const LINE: &str = "# yaml-language-server: $schema=";

/// Returns the line that names a file's schema, by a path from the file's own folder.
#[must_use]
pub fn line(path: &str) -> String {
    format!("{LINE}{path}")
}

/// Tells whether a line names a schema.
#[must_use]
pub fn is_line(text: &str) -> bool {
    text.starts_with(LINE)
}

/// Puts a head before the keys of a schema.
fn headed(title: &str, about: &str, body: Json) -> Json {
    let mut whole = json!({ "$schema": DRAFT, "title": title, "description": about });
    if let (Json::Object(head), Json::Object(body)) = (&mut whole, body) {
        head.extend(body);
    }
    whole
}
