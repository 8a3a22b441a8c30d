//! Recorded matches: one JSON object a line, the same text for a replay and for a trace.
//!
//! A [`Recorder`] writes down what happens, [`read`](Reader) takes it back, a [`Tape`] answers
//! questions of chance from it while it compares, [`verify`] plays it again, [`Redeal`] deals its
//! cards to other rules, and [`timeline`] and [`diff`](compare) lay two of them side by side.

mod diff;
mod draft;
mod faces;
mod file;
mod format;
mod json;
mod mismatch;
mod read;
mod recorder;
mod redeal;
mod same;
mod tape;
mod timeline;
mod verify;

pub use diff::{Aspect, Comparison, Parting, compare};
pub use draft::{Draft, DraftError};
pub use file::{FileError, open, read_one};
pub use format::{FORMAT, Head, Numbered, Record, Recording};
pub use mismatch::{Mismatch, Unchecked};
pub use read::Reader;
pub use recorder::{Recorder, record};
pub use redeal::Redeal;
pub use tape::Tape;
pub use timeline::{Moment, Timeline, timeline, timeline_to_fault};
pub use verify::{Verified, verify};
