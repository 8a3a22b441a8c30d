//! Chance from a seed.

use super::generator::{Generator, Stream};
use crate::game::{Chance, ChanceError, Layout, Outcome, Question, Side};

/// Answers from a generator. Every round has a stream of its own, so that the same round of the
/// same seed is dealt alike whatever was played before it.
#[derive(Debug, Clone)]
pub struct Seeded {
    seed: u64,
    round: u32,
    generator: Generator,
}

impl Seeded {
    /// Makes the chance of the match with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            round: 0,
            generator: Generator::new(seed, Stream::Round, 0),
        }
    }
}

impl Chance for Seeded {
    fn answer(
        &mut self,
        round: u32,
        question: &Question<'_>,
        layout: &Layout,
    ) -> Result<Outcome, ChanceError> {
        if round != self.round {
            self.round = round;
            self.generator = Generator::new(self.seed, Stream::Round, u64::from(round));
        }
        self.generator.answer(round, question, layout)
    }
}

/// Answers from one stream, whatever the round: for playouts, which nobody plays again.
impl Chance for Generator {
    fn answer(
        &mut self,
        _round: u32,
        question: &Question<'_>,
        _layout: &Layout,
    ) -> Result<Outcome, ChanceError> {
        Ok(match question {
            Question::Beginner if self.below(2) == 0 => Outcome::Side(Side::Left),
            Question::Beginner => Outcome::Side(Side::Right),
            Question::Shuffle { cards, .. } => {
                let mut order = cards.to_vec();
                self.shuffle(&mut order);
                Outcome::Cards(order.into())
            }
            Question::Draw { .. } | Question::Reveal { .. } => Outcome::Top,
            Question::Pick { cards, .. } => {
                let place = self.index(cards.len());
                Outcome::Cards(cards.get(place).copied().into_iter().collect())
            }
            Question::Coin => Outcome::Number(i64::try_from(self.below(2)).unwrap_or(0)),
            Question::Die { faces } => {
                let faces = u64::try_from(*faces).unwrap_or(1);
                Outcome::Number(i64::try_from(self.below(faces)).unwrap_or(0) + 1)
            }
        })
    }
}
