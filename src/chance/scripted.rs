//! Chance from a list of given answers, then from a seed: for scenarios and tests.

use std::collections::VecDeque;

use super::seeded::Seeded;
use crate::game::lookup;
use crate::game::{Card, Chance, ChanceError, Layout, Outcome, PileId, Question, Side};

/// What an answer is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// Any card that is drawn, turned up or picked.
    Cards,
    /// The cards that a side draws.
    Draw(Side),
    /// The card turned up while a side's decision is pending.
    Reveal(Side),
    /// The card that a side loses at random.
    Pick(Side),
    /// Who begins the match.
    Beginner,
    /// A coin: 1 for heads, 0 for tails.
    Coin,
    /// A die.
    Die,
}

/// An answer that chance is to give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What it is about.
    pub about: About,
    /// The cards by face or kind; of a coin or a die the number; the side that begins.
    pub words: Vec<String>,
}

impl From<Vec<String>> for Answer {
    /// Makes the answer to the next question about cards, whatever it is.
    fn from(words: Vec<String>) -> Self {
        Self {
            about: About::Cards,
            words,
        }
    }
}

/// Gives the listed answers, in order; what they leave open comes from a seed.
///
/// An answer waits for the first question of its sort; questions of other sorts before it are left
/// to the seed. If that question is about the other side, the answer is wrong. Cards are looked up
/// in the pile that is asked about.
#[derive(Debug, Clone)]
pub struct Given {
    answers: VecDeque<Answer>,
    rest: Seeded,
}

impl Given {
    /// Makes a chance with these answers.
    #[must_use]
    pub fn new<A: Into<Answer>>(answers: impl IntoIterator<Item = A>, seed: u64) -> Self {
        Self {
            answers: answers.into_iter().map(Into::into).collect(),
            rest: Seeded::new(seed),
        }
    }

    /// Adds an answer behind the others.
    pub fn add(&mut self, answer: impl Into<Answer>) {
        self.answers.push_back(answer.into());
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
        let next = self.answers.front();
        if !next.is_some_and(|answer| is_about(answer.about, question)) {
            return self.rest.answer(round, question, layout);
        }
        let Some(answer) = self.answers.pop_front() else {
            return self.rest.answer(round, question, layout);
        };
        check_side(answer.about, question)?;
        match question {
            Question::Draw { from, cards, .. }
            | Question::Reveal { from, cards, .. }
            | Question::Pick { from, cards, .. } => {
                find(layout, *from, cards, &answer.words).map(|cards| Outcome::Cards(cards.into()))
            }
            Question::Beginner => word(&answer, Side::from_word).map(Outcome::Side),
            _ => word(&answer, |text| text.parse().ok()).map(Outcome::Number),
        }
    }
}

fn is_about(about: About, question: &Question<'_>) -> bool {
    match question {
        Question::Draw { .. } => matches!(about, About::Draw(_) | About::Cards),
        Question::Reveal { .. } => matches!(about, About::Reveal(_) | About::Cards),
        Question::Pick { .. } => matches!(about, About::Pick(_) | About::Cards),
        Question::Beginner => about == About::Beginner,
        Question::Coin => about == About::Coin,
        Question::Die { .. } => about == About::Die,
        Question::Shuffle { .. } => false,
    }
}

fn check_side(about: About, question: &Question<'_>) -> Result<(), ChanceError> {
    let (About::Draw(meant) | About::Reveal(meant) | About::Pick(meant)) = about else {
        return Ok(());
    };
    let (Question::Draw { side, .. } | Question::Reveal { side, .. } | Question::Pick { side, .. }) =
        question
    else {
        return Ok(());
    };
    if meant == *side {
        return Ok(());
    }
    let what = question.name();
    Err(ChanceError::Recording(format!(
        "{what} is due, of {side}, and the next answer given is for {meant}"
    )))
}

fn word<T>(answer: &Answer, read: impl Fn(&str) -> Option<T>) -> Result<T, ChanceError> {
    let value = match &answer.words[..] {
        [word] => read(word),
        _ => None,
    };
    value.ok_or_else(|| {
        let words = answer.words.join(", ");
        ChanceError::Recording(format!("`{words}` is no answer to the question asked"))
    })
}

/// Finds cards by their faces or kinds among those that a pile holds, from the top.
///
/// # Errors
/// Names the first card that the pile does not hold.
pub(crate) fn find(
    layout: &Layout,
    pile: PileId,
    held: &[Card],
    names: &[String],
) -> Result<Vec<Card>, ChanceError> {
    let mut rest = held.to_vec();
    rest.reverse();
    let mut found = Vec::with_capacity(names.len());
    for name in names {
        match lookup::find(layout, pile, rest.iter().copied(), name, |_| true) {
            Some(place) => found.push(rest.remove(place)),
            None => {
                return Err(ChanceError::Recording(format!(
                    "`{name}` cannot come from the {}: it does not hold that card",
                    layout.pile_name(pile)
                )));
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed setup is a failed test")]

    use super::*;
    use crate::game::Value;
    use crate::game::declaration::{CardDeclaration, Declaration, PileDeclaration, Seen};

    /// A pile of two cards of kind 1, `a` and `b`, and one of kind 2, `c`.
    fn layout() -> Layout {
        let holds = [("a", 1), ("b", 1), ("c", 2)].map(|(face, kind)| CardDeclaration {
            face: face.to_owned(),
            kind: Value::Int(kind),
            count: 1,
        });
        Layout::new(Declaration {
            piles: vec![PileDeclaration {
                name: "pile".to_owned(),
                per_side: false,
                ordered: true,
                seen: Seen::Nobody,
                holds: holds.to_vec(),
                renewed_from: None,
            }],
            ..Declaration::default()
        })
        .unwrap()
    }

    const CARDS: [Card; 3] = [Card(2), Card(1), Card(0)];

    fn draw(side: Side, count: usize) -> Question<'static> {
        Question::Draw {
            from: PileId(0),
            side,
            cards: &CARDS,
            count,
        }
    }

    fn given(about: About, words: &[&str]) -> Given {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        Given::new([Answer { about, words }], 1)
    }

    #[test]
    fn cards_are_found_by_face_or_by_kind_from_the_top() {
        let mut chance = given(About::Draw(Side::Left), &["2", "1", "b"]);
        let answer = chance.answer(1, &draw(Side::Left, 3), &layout());
        assert_eq!(
            answer,
            Ok(Outcome::Cards(vec![Card(2), Card(0), Card(1)].into()))
        );
        let mut chance = given(About::Cards, &["d"]);
        let error = chance
            .answer(1, &draw(Side::Left, 1), &layout())
            .unwrap_err();
        assert!(error.to_string().contains("`d` cannot come from the pile"));
    }

    #[test]
    fn an_answer_for_the_other_side_is_wrong() {
        let mut chance = given(About::Draw(Side::Left), &["a"]);
        let error = chance
            .answer(1, &draw(Side::Right, 1), &layout())
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "a draw is due, of right, and the next answer given is for left"
        );
    }

    #[test]
    fn an_answer_waits_for_a_question_of_its_sort() {
        let mut chance = given(About::Die, &["4"]);
        chance.answer(1, &draw(Side::Left, 1), &layout()).unwrap();
        chance.answer(1, &Question::Coin, &layout()).unwrap();
        assert_eq!(chance.left(), 1);
        let die = Question::Die { faces: 6 };
        assert_eq!(chance.answer(1, &die, &layout()), Ok(Outcome::Number(4)));
        assert_eq!(chance.left(), 0);
        let mut chance = given(About::Beginner, &["right"]);
        let first = chance.answer(0, &Question::Beginner, &layout());
        assert_eq!(first, Ok(Outcome::Side(Side::Right)));
    }
}
