//! The integration tests: one binary, a file a topic.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "tests fail by panicking"
)]

mod cases;
mod cases_pret;
mod cases_thrust;
mod scenarios;
