//! What rules do to a game, as plain data: measures of matches, with intervals and verdicts.
//!
//! A [`Plan`] says what is measured. [`run`] plays the same deals under several rulesets; what a deal
//! says of each is a [`Row`] of [`Fraction`]s. [`Comparing`] lays the rows of two rulesets side by
//! side and judges their differences by intervals that hold however often one looks ([`Gauge`]).
//! [`Sweeping`] does so for every cell of a grid of parameters, each of which is a [`Part`].

mod comparison;
mod figures;
mod fraction;
mod gauge;
pub mod grid;
mod holm;
pub mod leads;
mod measures;
mod mixture;
mod part;
mod run;
mod skill;
mod subject;
mod sweep;
mod watch;

pub use comparison::{Compared, Comparing, Comparison, Difference, Named};
pub use figures::{ERROR, Estimate, Heading, Scope, Verdict};
pub use fraction::Fraction;
pub use gauge::Gauge;
pub use grid::{Axis, AxisError};
pub use holm::holm;
pub use measures::{CHOICES, Measure, Scale};
pub use part::{Head, MOST_PART_BYTES, MOST_PART_GAMES, Outcome, PART_FORMAT, Part, PartError};
pub use run::{MeasureError, run};
pub use skill::{PAIRS, Pair};
pub use subject::{Plan, Row, Subject};
pub use sweep::{Cell, Figure, Shift, Sweep, Sweeping};
