//! Where to go on by a number: one, a table of neighbouring ones, or any.

use foldhash::HashMap;

/// Where to go on: to a fork, to an answer, or nowhere yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Link(u32);

const ANSWER: u32 = 1 << 31;

impl Link {
    pub(super) const NONE: Self = Self(u32::MAX);

    /// Makes a link to a fork, if there is a number left for it.
    pub(super) fn fork(index: usize) -> Option<Self> {
        let index = u32::try_from(index).ok()?;
        (index < ANSWER).then_some(Self(index))
    }

    /// Makes a link to an answer, if there is a number left for it.
    pub(super) fn answer(index: usize) -> Option<Self> {
        Some(Self(Self::fork(index)?.0 | ANSWER)).filter(|link| *link != Self::NONE)
    }

    pub(super) const fn is_answer(self) -> bool {
        self.0 & ANSWER != 0
    }

    /// Returns the place of the fork or answer; of nowhere, a place where no answer is.
    pub(super) const fn index(self) -> usize {
        (self.0 & !ANSWER) as usize
    }
}

/// The widest table; numbers that lie further apart are looked up.
const WIDEST: i64 = 1024;

/// Which numbers lead where. Most facts are small numbers.
#[derive(Debug, Clone, Copy)]
pub(super) enum Numbers {
    Nothing,
    One { number: i32, link: Link },
    Table { first: i32, start: u32, length: u32 },
    Any(u32),
}

/// What forks of a tree share to keep their numbers in.
#[derive(Debug, Default)]
pub(super) struct Tables {
    links: Vec<Link>,
    /// Of all forks whose numbers lie far apart, by the fork's place among them.
    any: HashMap<(u32, i64), Link>,
    forks: u32,
}

impl Tables {
    #[allow(
        clippy::inline_always,
        reason = "measured: it is most of what a kept answer costs"
    )]
    #[inline(always)]
    pub(super) fn get(&self, numbers: Numbers, number: i64) -> Link {
        match numbers {
            Numbers::Nothing => Link::NONE,
            Numbers::One { number: one, link } => {
                if i64::from(one) == number {
                    link
                } else {
                    Link::NONE
                }
            }
            Numbers::Table {
                first,
                start,
                length,
            } => match u32::try_from(number.wrapping_sub(i64::from(first))) {
                Ok(place) if place < length => self.links[(start + place) as usize],
                _ => Link::NONE,
            },
            Numbers::Any(fork) => {
                let link = self.any.get(&(fork, number));
                link.copied().unwrap_or(Link::NONE)
            }
        }
    }

    /// Lets a number lead somewhere, and returns all numbers as they are then.
    pub(super) fn set(&mut self, numbers: Numbers, number: i64, link: Link) -> Option<Numbers> {
        match numbers {
            Numbers::Nothing => match i32::try_from(number) {
                Ok(number) => Some(Numbers::One { number, link }),
                Err(_) => self.any([(number, link)]),
            },
            Numbers::One {
                number: one,
                link: to,
            } => {
                let one = i64::from(one);
                if one == number {
                    return self.set(Numbers::Nothing, number, link);
                }
                self.table(&[(one, to), (number, link)])
            }
            Numbers::Table {
                first,
                start,
                length,
            } => {
                let place = u32::try_from(number.wrapping_sub(i64::from(first)));
                if let Ok(place) = place
                    && place < length
                {
                    self.links[(start + place) as usize] = link;
                    return Some(numbers);
                }
                let old = &self.links[start as usize..(start + length) as usize];
                let old = (i64::from(first)..).zip(old.iter().copied());
                let mut all: Vec<(i64, Link)> = old.filter(|(_, to)| *to != Link::NONE).collect();
                all.push((number, link));
                self.table(&all)
            }
            Numbers::Any(fork) => {
                self.any.insert((fork, number), link);
                Some(numbers)
            }
        }
    }

    /// Makes a table with room for some more, if the numbers are neighbours.
    fn table(&mut self, all: &[(i64, Link)]) -> Option<Numbers> {
        let least = all.iter().map(|(number, _)| *number).min()?;
        let most = all.iter().map(|(number, _)| *number).max()?;
        let width = most.saturating_sub(least).saturating_add(1);
        let first = i32::try_from(least);
        let (Ok(first), true) = (first, width <= WIDEST) else {
            return self.any(all.iter().copied());
        };
        let length = usize::try_from(width).ok()?.next_power_of_two();
        let start = self.links.len();
        self.links.resize(start + length, Link::NONE);
        for (number, link) in all {
            self.links[start + usize::try_from(number - least).ok()?] = *link;
        }
        Some(Numbers::Table {
            first,
            start: u32::try_from(start).ok()?,
            length: u32::try_from(length).ok()?,
        })
    }

    fn any(&mut self, all: impl IntoIterator<Item = (i64, Link)>) -> Option<Numbers> {
        let fork = self.forks;
        self.forks = fork.checked_add(1)?;
        let all = all.into_iter();
        self.any
            .extend(all.map(|(number, link)| ((fork, number), link)));
        Some(Numbers::Any(fork))
    }

    /// Returns how much memory is taken, about.
    pub(super) fn bytes(&self) -> usize {
        let entry = size_of::<((u32, i64), Link)>() + 1;
        self.links.capacity() * size_of::<Link>() + self.any.capacity() * entry
    }
}
