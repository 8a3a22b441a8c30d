//! The integration tests: one binary, a file a topic.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::format_collect,
    clippy::format_in_format_args,
    missing_docs,
    reason = "tests fail by panicking, and build long texts as plainly as can be"
)]

mod analyse;
mod api;
mod arena;
mod bots;
mod broken;
mod cases;
mod cases_pret;
mod cases_thrust;
mod check;
mod compare;
mod counts;
mod coverage;
mod diff;
mod docs;
mod entries;
mod explain;
mod faults_replay;
mod faults_script;
mod faults_yaml;
mod fuzz;
mod harness;
mod hostile;
mod impact;
mod knowledge;
mod labels;
mod language;
mod laws;
mod layers;
mod manners;
mod new;
mod pages;
mod process;
mod programs;
mod reference;
mod scenarios;
mod schema;
mod session;
mod shelves;
mod simulate;
mod snapshots;
#[cfg(unix)]
mod terminal;
mod toys;
mod walkthroughs;
mod words;
