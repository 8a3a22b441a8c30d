//! The templates of pages, and what keeps a page to itself.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, context};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::chart::Chart;
use super::error::PageError;
use super::ink::dark_style;

const STYLE: &str = include_str!("templates/page.css");
const SCRIPT: &str = include_str!("templates/match.js");

/// By names that end in `html`, so that whatever is filled in is escaped.
const TEMPLATES: [(&str, &str); 5] = [
    ("base.html", include_str!("templates/base.html")),
    ("chart.html", include_str!("templates/chart.html")),
    ("match.html", include_str!("templates/match.html")),
    ("measures.html", include_str!("templates/measures.html")),
    ("svg.html", include_str!("templates/svg.html")),
];

fn environment() -> Result<Environment<'static>, PageError> {
    let mut environment = Environment::new();
    let mut syntax = SyntaxConfig::builder();
    environment.set_syntax(syntax.trim_blocks(true).lstrip_blocks(true).build()?);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    for (name, source) in TEMPLATES {
        environment.add_template(name, source)?;
    }
    Ok(environment)
}

/// Fills the page of a match, which has a script.
pub(super) fn scripted(name: &str, page: &impl Serialize) -> Result<String, PageError> {
    fill(name, page, SCRIPT)
}

/// Fills a page without a script.
pub(super) fn plain(name: &str, page: &impl Serialize) -> Result<String, PageError> {
    fill(name, page, "")
}

fn fill(name: &str, page: &impl Serialize, script: &str) -> Result<String, PageError> {
    let style = format!("{STYLE}{}", dark_style());
    let environment = environment()?;
    let template = environment.get_template(name)?;
    Ok(template.render(context! {
        page => Serde(page),
        style_hash => hash(&style),
        script_hash => (!script.is_empty()).then(|| hash(script)),
        style,
        script,
        version => env!("CARGO_PKG_VERSION"),
    })?)
}

/// Writes a chart as a file of its own.
pub(super) fn svg(chart: &Chart) -> Result<String, PageError> {
    let environment = environment()?;
    let template = environment.get_template("svg.html")?;
    Ok(template.render(context! { chart => Serde(chart), style => dark_style() })?)
}

/// The hash by which the policy of a page knows its own style sheet and script
/// (Content Security Policy Level 3, section 2.3.1).
fn hash(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text.as_bytes()))
}
