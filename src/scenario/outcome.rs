//! How a scenario failed, as plain data.

use crate::text::{Fault, Span};

/// Why a scenario does not hold.
#[derive(Debug, Clone)]
pub enum Failure {
    /// It could not be played to its end.
    Broken(Box<Broken>),
    /// What came is not what was expected.
    Differs(Vec<Difference>),
}

/// What kept a scenario from being played to its end.
#[derive(Debug, Clone)]
pub struct Broken {
    /// Where in the scenario, if it lies at one of its steps.
    pub span: Option<Span>,
    /// What is wrong.
    pub message: String,
    /// The moves that are legal there, if a move is wrong.
    pub legal: Vec<String>,
    /// The legal move that was most likely meant.
    pub nearest: Option<String>,
    /// The fault of the rules, if they failed.
    pub fault: Option<Fault>,
}

/// Something that came out otherwise than expected, both sides as lines to compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The key of `expect`.
    pub key: &'static str,
    /// What was expected.
    pub expected: Vec<String>,
    /// What came.
    pub found: Vec<String>,
}
