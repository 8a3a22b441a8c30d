//! Chance from a list of given answers, then from a seed: for scenarios and tests.

use std::collections::VecDeque;

use super::seeded::Seeded;
use crate::game::{Card, Chance, ChanceError, Layout, Outcome, PileId, Question};

/// Gives the listed answers first, in order; what they leave open comes from a seed.
///
/// Faces are looked up in the pile that is asked about.
#[derive(Debug, Clone)]
pub struct Given {
    answers: VecDeque<Vec<String>>,
    rest: Seeded,
}

impl Given {
    /// Makes a chance with these answers: faces for cards, a number for coins and dice.
    #[must_use]
    pub fn new(answers: impl IntoIterator<Item = Vec<String>>, seed: u64) -> Self {
        Self {
            answers: answers.into_iter().collect(),
            rest: Seeded::new(seed),
        }
    }

    /// Adds an answer behind the others.
    pub fn add(&mut self, answer: Vec<String>) {
        self.answers.push_back(answer);
    }

    /// Returns how many answers have not been asked for.
    #[must_use]
    pub fn left(&self) -> usize {
        self.answers.len()
    }
}

impl Chance for Given {
    fn answer(
        &mut self,
        round: u32,
        question: &Question<'_>,
        layout: &Layout,
    ) -> Result<Outcome, ChanceError> {
        let (pile, held) = match question {
            Question::Draw { from, cards, .. }
            | Question::Reveal { from, cards, .. }
            | Question::Pick { from, cards, .. } => (*from, *cards),
            _ => return self.rest.answer(round, question, layout),
        };
        let Some(faces) = self.answers.pop_front() else {
            return self.rest.answer(round, question, layout);
        };
        find(layout, pile, held, &faces).map(Outcome::Cards)
    }
}

/// Finds cards by their faces among those that a pile holds, from the top.
///
/// # Errors
/// Names the first face that the pile does not hold.
pub(crate) fn find(
    layout: &Layout,
    pile: PileId,
    held: &[Card],
    faces: &[String],
) -> Result<Vec<Card>, ChanceError> {
    let mut rest = held.to_vec();
    let mut found = Vec::with_capacity(faces.len());
    for face in faces {
        let is_face = |card: &Card| *layout.card(*card).face == **face;
        match rest.iter().rposition(is_face) {
            Some(place) => found.push(rest.remove(place)),
            None => {
                return Err(ChanceError::Recording(format!(
                    "`{face}` cannot come from the {}: it does not hold that card",
                    layout.pile_name(pile)
                )));
            }
        }
    }
    Ok(found)
}
