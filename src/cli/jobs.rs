//! Long runs: on how many threads, and how Ctrl-C ends them.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::CliError;
use crate::text::count;

/// Most worker threads.
const MOST_JOBS: usize = 1024;

/// The threads of a run.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct Jobs {
    /// How many threads work [default: one for each processor]
    #[arg(long, value_name = "J")]
    jobs: Option<usize>,
}

impl Jobs {
    /// Returns how many there are.
    pub(super) fn number(self) -> Result<NonZeroUsize, CliError> {
        let Some(jobs) = self.jobs else {
            return Ok(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN));
        };
        let jobs = NonZeroUsize::new(jobs).filter(|jobs| jobs.get() <= MOST_JOBS);
        jobs.ok_or_else(|| {
            CliError::call(
                format!(
                    "cannot work with {}",
                    count(self.jobs.unwrap_or_default(), "job")
                ),
                format!("`--jobs` takes a number from 1 to {MOST_JOBS}"),
            )
        })
    }
}

/// Returns a flag that Ctrl-C sets; a second Ctrl-C ends the program at once.
pub(super) fn interrupts() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the program as it always does.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            // Nothing is dropped any more.
            crate::bots::end_all();
            std::process::exit(130);
        }
        eprintln!("finishing what is begun; Ctrl-C once more ends at once");
    });
    stop
}
