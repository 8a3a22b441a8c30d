//! What losses are called.

use serde::{Deserialize, Serialize};

use super::review::Estimate;

/// From this loss on, a move is more than a trifle: the probability of winning falls by 5 points
/// of a hundred.
pub const INACCURACY: f64 = 0.05;

/// From this loss on, a move is a mistake.
pub const MISTAKE: f64 = 0.10;

/// From this loss on, a move is a blunder.
pub const BLUNDER: f64 = 0.20;

/// A position in which every move wins with a probability below this, or loses with one, is
/// decided: what is played there is no mistake.
pub const DECIDED: f64 = 0.02;

/// What the loss of a move is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    /// There was no other move.
    Forced,
    /// The round was as good as won or lost whatever was played.
    Decided,
    /// No move was found to be better.
    Best,
    /// Less than [`INACCURACY`] was lost.
    Fine,
    /// At least that, and less than [`MISTAKE`].
    Inaccuracy,
    /// At least that, and less than [`BLUNDER`].
    Mistake,
    /// At least that.
    Blunder,
}

impl Label {
    /// Returns the label of a loss that is more than nothing.
    #[must_use]
    pub fn of(loss: f64) -> Self {
        match loss {
            loss if loss >= BLUNDER => Self::Blunder,
            loss if loss >= MISTAKE => Self::Mistake,
            loss if loss >= INACCURACY => Self::Inaccuracy,
            _ => Self::Fine,
        }
    }

    /// Returns it as a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Forced => "forced",
            Self::Decided => "decided",
            Self::Best => "best",
            Self::Fine => "fine",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Tells whether it is one of the three that cost something.
    #[must_use]
    pub fn is_costly(self) -> bool {
        self >= Self::Inaccuracy
    }
}

/// Tells whether the interval of a loss reaches over a threshold.
#[must_use]
pub fn is_uncertain(loss: Estimate) -> bool {
    let (low, high) = (loss.value - loss.margin(), loss.value + loss.margin());
    let crosses = |threshold: f64| low < threshold && threshold <= high;
    [INACCURACY, MISTAKE, BLUNDER].into_iter().any(crosses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_begin_at_their_thresholds() {
        let labels = [0.0, 0.049, 0.05, 0.1, 0.199, 0.2, 1.0].map(Label::of);
        let words = labels.map(Label::word);
        let expected = [
            "fine",
            "fine",
            "inaccuracy",
            "mistake",
            "mistake",
            "blunder",
            "blunder",
        ];
        assert_eq!(words, expected);
        assert!(!Label::Fine.is_costly() && Label::Inaccuracy.is_costly());
    }

    #[test]
    fn a_label_is_uncertain_where_the_interval_crosses_a_threshold() {
        let loss = |value, error| is_uncertain(Estimate { value, error });
        // 1.96 × 0.01 on both sides of 0.06: from 0.040 to 0.080.
        assert!(loss(0.06, 0.01));
        assert!(!loss(0.075, 0.01));
        assert!(!loss(0.0, 0.0));
        assert!(loss(0.5, 0.2));
    }
}
