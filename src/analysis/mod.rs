//! What the moves of a recorded match were worth, and what chance was.
//!
//! A [`Course`] is a recording taken apart into the points where something was decided or dealt;
//! [`analyse`] estimates a value at each of them by playing on, and [`Analysis`] is what comes of it:
//! plain data that screens and pages only read.

mod account;
mod analyse;
mod course;
pub mod label;
mod playouts;
mod review;

pub use analyse::{AnalyseError, Plan, analyse};
pub use course::{Course, Point, Span};
pub use label::Label;
pub use review::{Account, Analysis, Chance, Choice, Decision, Estimate, Moment, Round, Summary};
