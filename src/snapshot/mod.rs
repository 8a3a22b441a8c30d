//! Matches as readable text that is kept, and what it means when the text changes.
//!
//! A [`Transcript`] is a match line by line, made of its records and read back from a file. Two of them
//! are [compared](compare) up to their first difference, which has a [`Cause`]; many causes are put
//! together in [groups](grouped). A [`Snapshot`] is a transcript that somebody has accepted, with the
//! reason; a [`SetFile`] says of which matches there are to be some. [`rejudge`] plays a recording under
//! other rules and tells what becomes of it.

mod cause;
mod file;
mod groups;
mod rejudge;
mod set;
mod transcript;

pub use cause::{Cause, compare};
pub use file::{PENDING, Snapshot};
pub use groups::{Group, grouped};
pub use rejudge::{Fate, Rejudged, game_after, play_on, rejudge};
pub use set::{KEYS, MOST_MATCHES, SetFile};
pub use transcript::{Kind, Line, Transcript};
