//! How far a run of matches is, on standard error.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::report::number::whole;

/// A bar that moves with the matches, and a clock. None of it stands in any data.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    begun: Instant,
    matches: u64,
    decisions: u64,
}

impl Progress {
    pub(super) fn begin(matches: u64, shown: bool) -> Self {
        Self::with(
            Some(matches),
            "{bar:24} {pos} of {len} matches, {msg}, {eta} left",
            shown,
        )
    }

    /// Begins a run of which nobody knows how many matches it has.
    pub(super) fn begin_open(shown: bool) -> Self {
        Self::with(None, "{spinner} {pos} matches, {per_sec}", shown)
    }

    /// Begins a run of deals, each of which is played several times.
    pub(super) fn begin_deals(most: u64, shown: bool) -> Self {
        Self::with(
            Some(most),
            "{bar:24} {pos} of at most {len} deals, {eta} left",
            shown,
        )
    }

    /// Begins an analysis of so many decisions.
    pub(super) fn begin_decisions(decisions: usize, shown: bool) -> Self {
        let decisions = u64::try_from(decisions).unwrap_or(u64::MAX);
        Self::with(
            Some(decisions),
            "{bar:24} {pos} of {len} decisions, {eta} left",
            shown,
        )
    }

    pub(super) fn dealt(&mut self) {
        self.bar.inc(1);
    }

    /// Takes the bar away.
    pub(super) fn clear(self) {
        self.bar.finish_and_clear();
    }

    fn with(matches: Option<u64>, template: &str, shown: bool) -> Self {
        let target = if shown {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(matches, target);
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self {
            bar,
            begun: Instant::now(),
            matches: 0,
            decisions: 0,
        }
    }

    pub(super) fn played(&mut self, decisions: u64) {
        self.matches += 1;
        self.decisions += decisions;
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{} decisions/s", self.rate()));
        }
        self.bar.inc(1);
    }

    /// Takes the bar away and tells how fast it went.
    pub(super) fn end(self) -> String {
        self.bar.finish_and_clear();
        format!(
            "{} decisions of {} in {:.1} s: {} a second",
            whole(self.decisions),
            crate::text::count_of(
                usize::try_from(self.matches).unwrap_or(usize::MAX),
                "match",
                "matches"
            ),
            self.begun.elapsed().as_secs_f64(),
            self.rate()
        )
    }

    fn rate(&self) -> String {
        let elapsed = self.begun.elapsed().max(Duration::from_micros(1));
        let rate = u128::from(self.decisions) * 1_000_000 / elapsed.as_micros();
        whole(u64::try_from(rate).unwrap_or(u64::MAX))
    }
}
