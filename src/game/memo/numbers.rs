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
pub(super) const WIDEST: i32 = 1024;

/// Which numbers lead where. Most facts are small numbers.
#[derive(Debug, Clone, Copy)]
pub(super) enum Numbers {
    Nothing,
    One {
        number: i32,
        link: Link,
    },
    Table {
        first: i32,
        start: u32,
        length: u32,
    },
    /// As a table, but its ends stand for all numbers beyond them: whatever these are compared with lies
    /// between.
    Spread {
        first: i32,
        start: u32,
        length: u32,
    },
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
            Numbers::Spread {
                first,
                start,
                length,
            } => {
                let place = number.saturating_sub(i64::from(first));
                let place = place.clamp(0, i64::from(length) - 1);
                self.links[start as usize + usize::try_from(place).unwrap_or(0)]
            }
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
            // Set by what numbers compare with.
            Numbers::Spread { .. } => None,
            Numbers::Any(fork) => {
                self.any.insert((fork, number), link);
                Some(numbers)
            }
        }
    }

    /// Returns a table whose ends lie beyond these numbers, and in which the numbers of another one lead
    /// where they led.
    pub(super) fn spread(
        &mut self,
        numbers: Numbers,
        marks: impl Iterator<Item = i32> + Clone,
    ) -> Option<Numbers> {
        let least = marks.clone().min()?.checked_sub(1)?;
        let most = marks.max()?.checked_add(1)?;
        let (least, most) = match numbers {
            Numbers::Spread { first, length, .. } => {
                let end = first.checked_add_unsigned(length - 1)?;
                if first <= least && most <= end {
                    return Some(numbers);
                }
                (first.min(least), end.max(most))
            }
            _ => (least, most),
        };
        let length = most.abs_diff(least).checked_add(1)?.next_power_of_two();
        let all = (i64::from(least)..).take(length as usize);
        let links: Vec<Link> = all.map(|number| self.get(numbers, number)).collect();
        let start = u32::try_from(self.links.len()).ok()?;
        self.links.extend(links);
        Some(Numbers::Spread {
            first: least,
            start,
            length,
        })
    }

    /// Lets some numbers of a table, and those for which its ends stand, lead somewhere.
    pub(super) fn set_all(&mut self, numbers: Numbers, link: Link, which: impl Fn(i64) -> bool) {
        let Numbers::Spread {
            first,
            start,
            length,
        } = numbers
        else {
            return;
        };
        let links = self.links.iter_mut().skip(start as usize);
        for (number, to) in (i64::from(first)..).zip(links.take(length as usize)) {
            if which(number) {
                *to = link;
            }
        }
    }

    /// Makes a table with room for some more, if the numbers are neighbours.
    fn table(&mut self, all: &[(i64, Link)]) -> Option<Numbers> {
        let least = all.iter().map(|(number, _)| *number).min()?;
        let most = all.iter().map(|(number, _)| *number).max()?;
        let width = most.saturating_sub(least).saturating_add(1);
        let first = i32::try_from(least);
        let (Ok(first), true) = (first, width <= i64::from(WIDEST)) else {
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
        size_of_val(&*self.links) + self.any.capacity() * entry
    }
}
