//! Files, places in them, and what is wrong there.
//!
//! A [`Source`] is one file with its lines, a [`Span`] a stretch of it. A [`Fault`] is a mistake an
//! author made, pointed at by a span; [`Faults`] collects many, so that one run reports them all, and
//! [`render`] is the one place where they become text. A [`Library`] finds files, in folders laid over
//! the built-in ones, and lets no name lead out of them. The rest words messages: [`nearest`] guesses
//! the name that was meant, [`count`] and [`list_or`] do the grammar, [`visible`] keeps a file's
//! control characters away from the terminal.
//!
//! Nothing here knows what a file means.

mod ascii;
mod excerpt;
mod explain;
mod fault;
mod library;
mod nearest;
mod render;
mod source;
mod span;
pub mod tree;
mod visible;
mod wording;

pub use ascii::ascii;
pub use explain::Explanation;
pub use fault::{Fault, Faults, Note, Severity};
pub use library::{
    Found, Library, LibraryError, MAX_FILE_BYTES, NameError, Origin, Place, leads_out,
};
pub use nearest::nearest;
pub use render::{render, render_all};
pub use source::Source;
pub use span::Span;
pub use visible::{shown, visible};
pub use wording::{count, count_of, list_and, list_or};
