//! The integration tests: one binary, a file a topic.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "tests fail by panicking"
)]

mod bots;
mod cases;
mod cases_pret;
mod cases_thrust;
mod counts;
mod docs;
mod harness;
mod laws;
mod layers;
mod scenarios;
mod simulate;
mod toys;
mod walkthroughs;
mod words;
