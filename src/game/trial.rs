//! Whether it is worth it to keep the answers to some question.

/// After so often asking it is decided whether it was worth it, and again after as often.
const TRIAL: u32 = 4096;

/// If not one of so many answers was known it is decided then.
const HOPELESS: u32 = 512;

/// What it takes to keep answers, as many operations as take the same time.
#[derive(Debug, Clone, Copy)]
pub struct Price {
    /// To look one up.
    pub look: u64,
    /// To keep one.
    pub keep: u64,
}

/// How often a question was asked, and what it saved to keep its answers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Trial {
    asked: u32,
    known: u32,
    /// Operations that were not done again.
    saved: u64,
    is_over: bool,
}

impl Trial {
    /// Tells whether its answers are no longer kept, as it was not worth it.
    #[must_use]
    pub const fn is_over(self) -> bool {
        self.is_over
    }

    /// Counts that the question was asked; its answer was known if that saves operations.
    pub fn count(&mut self, saved: Option<u64>, price: Price) {
        self.asked += 1;
        self.known += u32::from(saved.is_some());
        self.saved += saved.unwrap_or_default();
        if self.asked == TRIAL || self.asked == HOPELESS && self.known == 0 {
            *self = Self {
                is_over: !self.is_worth(price),
                ..Self::default()
            };
        }
    }

    fn is_worth(self, price: Price) -> bool {
        let kept = self.asked - self.known;
        self.saved > price.look * u64::from(self.asked) + price.keep * u64::from(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRICE: Price = Price { look: 2, keep: 4 };

    /// A trial that comes to an end after so often asking, if it does.
    fn over_after(most: u32, mut saved: impl FnMut(u32) -> Option<u64>) -> Option<u32> {
        let mut trial = Trial::default();
        (1..=most).find(|number| {
            trial.count(saved(*number), PRICE);
            trial.is_over()
        })
    }

    #[test]
    fn what_saves_more_than_it_takes_is_kept() {
        assert_eq!(over_after(3 * TRIAL, |_| Some(3)), None);
        // Twice 2 to look, and 4 to keep every other one.
        assert_eq!(
            over_after(TRIAL, |number| (number % 2 == 0).then_some(9)),
            None
        );
    }

    #[test]
    fn what_saves_no_more_than_it_takes_is_given_up() {
        assert_eq!(over_after(3 * TRIAL, |_| Some(2)), Some(TRIAL));
        let every_other = |number: u32| number.is_multiple_of(2).then_some(8);
        assert_eq!(over_after(3 * TRIAL, every_other), Some(TRIAL));
    }

    #[test]
    fn what_is_never_known_is_given_up_early() {
        assert_eq!(over_after(TRIAL, |_| None), Some(HOPELESS));
        let once = |number| (number == 1).then_some(u64::from(u32::MAX));
        assert_eq!(over_after(TRIAL, once), None);
    }

    #[test]
    fn each_trial_begins_anew() {
        let at_first = |number| Some(if number <= TRIAL { 1_000_000 } else { 1 });
        assert_eq!(over_after(3 * TRIAL, at_first), Some(2 * TRIAL));
    }
}
