//! What comes up in a game: the values of its variables and the texts of its moves.

use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use crate::chance::{Generator, Seeded, Stream};
use crate::game::moves::kind_of;
use crate::game::{Game, Nobody, Rules, State, Stop, Value, VarId};

/// Values of one variable that are kept.
const MOST_VALUES: usize = 40;
/// Texts of moves that are kept.
const MOST_TEXTS: usize = 5_000;
/// Situations that are kept.
const MOST_SITUATIONS: usize = 150;
/// Decisions that are played to hear of more than one match shows.
const DECISIONS: usize = 800;

/// What has come up in a game so far.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    values: Vec<Vec<Value>>,
    seen: HashSet<(VarId, Value)>,
    /// Values that all variables have had at one time.
    situations: Vec<Vec<Value>>,
    texts: BTreeSet<Box<str>>,
    kinds: BTreeSet<Box<str>>,
}

impl Vocabulary {
    /// Hears of what comes up in random play, from a seed.
    #[must_use]
    pub fn of(rules: &Rc<dyn Rules>) -> Self {
        let mut vocabulary = Self::default();
        let mut choices = Generator::new(0, Stream::LeftPlayer, 0);
        let mut chance = Seeded::new(0);
        let mut game = Game::new(Rc::clone(rules));
        let mut made = 0;
        while made < DECISIONS {
            // A game that cannot go on has shown what it can.
            match game.proceed(&mut chance, &mut Nobody) {
                Ok(Stop::Decision(_)) => {}
                Ok(Stop::RoundOver(_)) => continue,
                Ok(Stop::MatchOver { .. }) => {
                    chance = Seeded::new(made as u64);
                    game = Game::new(Rc::clone(rules));
                    continue;
                }
                Err(_) => break,
            }
            vocabulary.hear(game.state());
            for legal in game.legal() {
                vocabulary.hear_text(&legal.text);
            }
            made += 1;
            let index = choices.index(game.legal().len());
            if game.play_nth(index, &mut Nobody).is_err() {
                break;
            }
        }
        vocabulary
    }

    /// Takes in the variables of a position.
    pub fn hear(&mut self, state: &State) {
        if self.situations.len() < MOST_SITUATIONS && !self.situations.contains(&state.variables) {
            self.situations.push(state.variables.clone());
        }
        self.values.resize_with(state.variables.len(), Vec::new);
        for (index, value) in state.variables.iter().enumerate() {
            let Ok(place) = u8::try_from(index) else {
                continue;
            };
            let known = &mut self.values[index];
            if known.len() < MOST_VALUES && self.seen.insert((VarId(place), value.clone())) {
                known.push(value.clone());
            }
        }
    }

    /// Takes in the text of a move.
    pub fn hear_text(&mut self, text: &str) {
        if self.texts.len() < MOST_TEXTS && !self.texts.contains(text) {
            self.kinds.insert(Box::from(kind_of(text)));
            self.texts.insert(Box::from(text));
        }
    }

    /// Returns the values that a variable has had.
    pub fn values(&self, var: VarId) -> impl Iterator<Item = &Value> {
        self.values.get(var.index()).into_iter().flatten()
    }

    /// Returns the values that all variables have had at one time.
    #[must_use]
    pub fn situations(&self) -> &[Vec<Value>] {
        &self.situations
    }

    /// Returns the texts that have come up.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|text| &**text)
    }

    /// Tells whether moves of the kind of this text have come up.
    #[must_use]
    pub fn has_kind(&self, text: &str) -> bool {
        self.kinds.contains(kind_of(text))
    }
}
