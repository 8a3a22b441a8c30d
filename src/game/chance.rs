//! The questions that only chance can answer, and its answers.

use super::card_list::CardList;
use super::layout::{Card, Layout, PileId};
use super::side::Side;

/// A question to chance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question<'a> {
    /// Which side begins the match?
    Beginner,
    /// In which order do these cards lie after a shuffle?
    Shuffle {
        /// The pile that they will lie in.
        pile: PileId,
        /// The cards, in deck order.
        cards: &'a [Card],
    },
    /// Which cards come from the top of a pile?
    Draw {
        /// The pile.
        from: PileId,
        /// Who draws.
        side: Side,
        /// The pile's cards as far as their order is known, the top one last.
        cards: &'a [Card],
        /// How many are drawn; no more than there are.
        count: usize,
    },
    /// Which card is turned up?
    Reveal {
        /// The pile.
        from: PileId,
        /// Whose decision is pending.
        side: Side,
        /// The pile's cards, the top one last.
        cards: &'a [Card],
    },
    /// Which card is picked at random?
    Pick {
        /// The pile.
        from: PileId,
        /// Who loses it.
        side: Side,
        /// The cards, in the pile's order.
        cards: &'a [Card],
    },
    /// Heads (1) or tails (0)?
    Coin,
    /// Which number, from 1?
    Die {
        /// Number of faces.
        faces: i64,
    },
}

/// An answer of chance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// To [`Question::Beginner`].
    Side(Side),
    /// To a draw or a card turned up: whatever lies on top, as its order was settled before.
    Top,
    /// To a shuffle: all cards, the top one first. To a draw: the cards in the order drawn. To a
    /// card turned up or picked: that one card.
    Cards(CardList),
    /// To a coin (0 or 1) or a die.
    Number(i64),
}

/// Why chance gave no answer that can be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChanceError {
    /// A recording holds something else at this place.
    #[error("{0}")]
    Recording(String),
    /// The answer does not fit the question.
    #[error("the answer to {question} does not fit: {why}")]
    Unfit {
        /// The question, in words.
        question: &'static str,
        /// What does not fit.
        why: String,
    },
}

/// Whatever answers questions of chance: a generator, a recording, a test.
pub trait Chance {
    /// Answers a question that came up in a round (0: before the first).
    ///
    /// # Errors
    /// If a recording has no such answer.
    fn answer(
        &mut self,
        round: u32,
        question: &Question<'_>,
        layout: &Layout,
    ) -> Result<Outcome, ChanceError>;
}

impl Question<'_> {
    /// Names the question.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Beginner => "who begins",
            Self::Shuffle { .. } => "a shuffle",
            Self::Draw { .. } => "a draw",
            Self::Reveal { .. } => "a card turned up",
            Self::Pick { .. } => "a card picked at random",
            Self::Coin => "a coin",
            Self::Die { .. } => "a die",
        }
    }

    /// Takes the cards out of an answer, if they fit the question.
    ///
    /// # Errors
    /// [`ChanceError::Unfit`].
    #[inline]
    pub fn cards(&self, outcome: Outcome) -> Result<CardList, ChanceError> {
        let why = match (outcome, self) {
            (Outcome::Top, Self::Draw { cards, count, .. }) => {
                return Ok(CardList::top_of(cards, *count));
            }
            (Outcome::Top, Self::Reveal { cards, .. }) => {
                return Ok(CardList::top_of(cards, 1));
            }
            (Outcome::Cards(cards), _) => match self.misfit(&cards) {
                None => return Ok(cards),
                Some(why) => why,
            },
            _ => "cards were asked for".to_owned(),
        };
        Err(ChanceError::Unfit {
            question: self.name(),
            why,
        })
    }

    /// Tells what about some cards does not fit the question.
    fn misfit(&self, cards: &[Card]) -> Option<String> {
        let (held, count) = match self {
            Self::Shuffle { cards, .. } => (*cards, cards.len()),
            Self::Draw { cards, count, .. } => (*cards, *count),
            Self::Reveal { cards, .. } | Self::Pick { cards, .. } => (*cards, 1),
            Self::Beginner | Self::Coin | Self::Die { .. } => (&[][..], 0),
        };
        if cards.len() != count {
            return Some(format!("{} cards instead of {count}", cards.len()));
        }
        let mut left = [0_u32; 1 << u8::BITS];
        for card in held {
            left[card.index()] += 1;
        }
        for card in cards {
            match left[card.index()].checked_sub(1) {
                Some(fewer) => left[card.index()] = fewer,
                None => return Some("a card that is not there".to_owned()),
            }
        }
        None
    }

    /// Takes the number out of an answer, if it fits the question.
    ///
    /// # Errors
    /// [`ChanceError::Unfit`].
    pub fn number(&self, outcome: &Outcome) -> Result<i64, ChanceError> {
        let (least, most) = match self {
            Self::Coin => (0, 1),
            Self::Die { faces } => (1, *faces),
            // No number answers the others.
            _ => (1, 0),
        };
        match outcome {
            Outcome::Number(number) if (least..=most).contains(number) => Ok(*number),
            _ => Err(ChanceError::Unfit {
                question: self.name(),
                why: format!("a number from {least} to {most} was asked for"),
            }),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    const PILE: PileId = PileId(0);
    /// The top one last.
    const HELD: [Card; 3] = [Card(4), Card(4), Card(7)];

    fn draw(count: usize) -> Question<'static> {
        Question::Draw {
            from: PILE,
            side: Side::Left,
            cards: &HELD,
            count,
        }
    }

    fn shuffle() -> Question<'static> {
        Question::Shuffle {
            pile: PILE,
            cards: &HELD,
        }
    }

    fn cards(question: &Question<'_>, answer: &[Card]) -> Result<CardList, String> {
        let taken = question.cards(Outcome::Cards(answer.into()));
        taken.map_err(|error| error.to_string())
    }

    #[test]
    fn what_lies_on_top_is_taken_from_the_top() {
        assert_eq!(*draw(2).cards(Outcome::Top).unwrap(), [Card(7), Card(4)]);
        let reveal = Question::Reveal {
            from: PILE,
            side: Side::Left,
            cards: &HELD,
        };
        assert_eq!(*reveal.cards(Outcome::Top).unwrap(), [Card(7)]);
        // Nothing lies on top of what is yet to be shuffled.
        let unfit = shuffle().cards(Outcome::Top).unwrap_err();
        assert_eq!(
            unfit.to_string(),
            "the answer to a shuffle does not fit: cards were asked for"
        );
    }

    #[test]
    fn cards_that_are_there_fit_wherever_they_lie() {
        assert_eq!(*cards(&draw(2), &[Card(4), Card(4)]).unwrap(), HELD[..2]);
        assert_eq!(*cards(&shuffle(), &HELD).unwrap(), HELD);
        for (question, answer, why) in [
            (
                draw(2),
                &[Card(7)][..],
                "a draw does not fit: 1 cards instead of 2",
            ),
            (
                draw(1),
                &[Card(5)],
                "a draw does not fit: a card that is not there",
            ),
            (
                draw(2),
                &[Card(7), Card(7)],
                "a draw does not fit: a card that is not there",
            ),
            (
                shuffle(),
                &[Card(4), Card(7), Card(7)],
                "a shuffle does not fit: a card that is not there",
            ),
        ] {
            let unfit = cards(&question, answer).unwrap_err();
            assert_eq!(unfit, format!("the answer to {why}"));
        }
    }
}
