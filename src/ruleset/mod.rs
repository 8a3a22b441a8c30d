//! Rulesets as files: YAML in which everything knows its place, merged along `extends`, checked,
//! and joined with its scripts into rules.

mod declared;
mod document;
mod fingerprint;
mod load;
mod parameters;
#[allow(
    clippy::module_inception,
    reason = "the file of `Ruleset`, as every type has its file"
)]
mod ruleset;
mod words;

pub use declared::{DECLARATION_KEYS, Declared, KINDS, Kind, NAME_PATTERN};
pub use document::{KEYS, RULING_KEYS};
pub use load::{Loader, MOST_WEIGHT, Override, is_file};
pub use parameters::{Parameter, SetBy};
pub use ruleset::{FileUsed, Ruleset, Ruling};
pub use words::{
    EVERY_LANGUAGE, FALLBACK, Group, LANGUAGE_PATTERN, Labels, PHRASES, Phrase, Words,
};
