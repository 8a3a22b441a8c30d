//! Random numbers that are the same on every machine and in every version.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};

use crate::game::Side;

/// What a stream of random numbers is for. Streams of one seed do not disturb each other: a bot
/// that thinks longer draws no other cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stream {
    /// The seeds of the matches of a run; the index is the number of the match, from 1.
    Matches,
    /// Cards, coins and dice of a round; the index is its number, 0 before the first.
    Round,
    /// The choices of the left player of a match.
    LeftPlayer,
    /// The choices of the right player of a match.
    RightPlayer,
    /// The worlds that a bot imagines.
    Worlds,
}

impl Stream {
    const fn tag(self) -> u64 {
        match self {
            Self::Matches => 1,
            Self::Round => 2,
            Self::LeftPlayer => 3,
            Self::RightPlayer => 4,
            Self::Worlds => 5,
        }
    }
}

/// Makes the seed of a stream: the finalizer of `SplitMix64` (Steele, Lea, Flood: *Fast splittable
/// pseudorandom number generators*, 2014) over seed, purpose and index.
#[must_use]
pub const fn derive(seed: u64, stream: Stream, index: u64) -> u64 {
    mix(mix(seed.wrapping_add(stream.tag().wrapping_mul(GOLDEN)))
        .wrapping_add(index.wrapping_mul(GOLDEN)))
}

/// Returns the seed of match `number`, from 1, in a run with this seed: 48 bits of
/// [`Stream::Matches`], because the seed stands in every record of the match, and readers of JSON
/// that hold numbers as floating point keep only 53 bits exact.
#[must_use]
pub const fn match_seed(run_seed: u64, number: u64) -> u64 {
    derive(run_seed, Stream::Matches, number) >> 16
}

/// Returns a seed for the own choices of a program that plays a side: 48 bits of SHA-256, so that the
/// seed of the cards does not follow from it.
#[must_use]
pub fn secret_seed(seed: u64, side: Side) -> u64 {
    let mut hasher = Sha256::new();
    hasher.update(b"salle: the seed of a program\n");
    hasher.update(seed.to_le_bytes());
    hasher.update(side.word());
    let digest = hasher.finalize();
    digest
        .iter()
        .take(6)
        .fold(0, |seed, byte| (seed << 8) | u64::from(*byte))
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

const fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(GOLDEN);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A generator: `xoshiro256++` (Blackman and Vigna, 2018), seeded with one 64-bit number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generator(Xoshiro256PlusPlus);

impl Generator {
    /// Makes the generator of a stream.
    #[must_use]
    pub fn new(seed: u64, stream: Stream, index: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(derive(
            seed, stream, index,
        )))
    }

    /// Returns a number from 0 to `bound - 1`, each equally likely; 0 if `bound` is 0.
    ///
    /// The upper half of a product with the next 64-bit number, with rejection of the numbers
    /// that would favour some results (Lemire: *Fast random integer generation in an interval*,
    /// 2019).
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        let least = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(bound);
            #[allow(
                clippy::cast_possible_truncation,
                reason = "the two halves of 128 bits"
            )]
            let (high, low) = ((product >> 64) as u64, product as u64);
            if low >= least {
                return high;
            }
        }
    }

    /// Returns a place in a list of `length` items; 0 for an empty one.
    pub fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap_or_default()
    }

    /// Shuffles a list: from the last item down, each is swapped with one at or below its place
    /// (Fisher and Yates, in Durstenfeld's form).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.index(last + 1);
            items.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These values are part of the replay format: a seed must give the same deals for ever. They
    /// were also worked out by a second program, written in Python from the papers.
    #[test]
    fn the_stream_of_a_seed_is_fixed() {
        let mut generator = Generator::new(7, Stream::Round, 1);
        let numbers: Vec<u64> = (0..8).map(|_| generator.below(100)).collect();
        insta::assert_snapshot!(format!("{numbers:?}"), @"[26, 85, 79, 67, 58, 84, 13, 4]");
        let mut cards: Vec<u32> = (0..10).collect();
        Generator::new(7, Stream::Round, 2).shuffle(&mut cards);
        insta::assert_snapshot!(format!("{cards:?}"), @"[5, 9, 8, 2, 3, 4, 6, 0, 7, 1]");
    }

    /// These values are part of a run's meaning: match 17 of seed 7 must stay the same match.
    #[test]
    fn the_seeds_of_matches_are_fixed_and_short() {
        let seeds: Vec<u64> = (1..=4).map(|number| match_seed(7, number)).collect();
        insta::assert_snapshot!(format!("{seeds:?}"), @"[211461737287039, 254097389335790, 239162494163884, 97064402913812]");
        assert!((1..10_000).all(|number| match_seed(u64::MAX, number) < 1 << 48));
    }

    /// The reference outputs that the authors of `SplitMix64` give for the seed 1234567.
    #[test]
    fn mix_is_splitmix64() {
        assert_eq!(mix(1_234_567), 6_457_827_717_110_365_317);
        assert_eq!(
            mix(1_234_567_u64.wrapping_add(GOLDEN)),
            3_203_168_211_198_807_973
        );
    }

    #[test]
    fn every_order_of_three_comes_up_equally_often() {
        let mut counts = std::collections::BTreeMap::new();
        for index in 0..6000 {
            let mut items = [1, 2, 3];
            Generator::new(1, Stream::Round, index).shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        // 1000 expected each, standard deviation 29: five of them.
        assert!(
            counts.values().all(|count| (850..=1150).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn below_stays_below() {
        let mut generator = Generator::new(3, Stream::Worlds, 0);
        assert_eq!(generator.below(0), 0);
        assert!((0..1000).all(|_| generator.below(3) < 3));
    }
}
