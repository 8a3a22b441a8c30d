//! The pure core: what a game is, with no file, no script, no generator and no terminal.
//!
//! A ruleset *declares* a [`Layout`]; a match is a [`Game`], which asks [`Rules`] what follows,
//! carries [`Effect`]s out as [`Event`]s (the only thing that changes a [`State`]), asks a
//! [`Chance`] whatever rules leave open, and stops where a side must decide.

pub mod card_list;
pub mod chance;
pub mod declaration;
pub mod effect;
pub mod error;
pub mod event;
#[allow(
    clippy::module_inception,
    reason = "the file of `Game`, as every type has its file"
)]
mod game;
pub mod held;
pub mod layout;
pub mod lookup;
pub mod memo;
pub mod moves;
pub mod observation;
pub mod part;
pub mod position;
pub mod rules;
pub mod share;
pub mod side;
pub mod state;
pub mod terms;
#[cfg(test)]
mod testing;
pub mod trial;
pub mod value;
pub mod verdict;
pub mod view;

pub use card_list::CardList;
pub use chance::{Chance, ChanceError, Outcome, Question};
pub use declaration::{Declaration, LayoutError};
pub use effect::Effect;
pub use error::{GameError, RuleFault};
pub use event::{Cards, Event};
pub use game::{Decision, Game, Nobody, Observer, Stop};
pub use held::Held;
pub use layout::{Card, Kind, Layout, Named, PileId, VarId};
pub use memo::Memo;
pub use moves::{Move, MoveSpec, Moves};
pub use observation::Observation;
pub use part::{Answer, Known, Mark, PartId, Record, Test};
pub use rules::{Effects, Follows, Rules};
pub use share::{Room, Share};
pub use side::{BySide, Side};
pub use state::State;
pub use terms::{Beginner, Terms};
pub use trial::{Price, Trial};
pub use value::Value;
pub use verdict::Verdict;
pub use view::{Eye, Fact, Hidden, Probe, View};
