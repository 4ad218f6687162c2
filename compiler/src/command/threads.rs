//! The flag `--threads`.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::outcome::Failure;

/// The highest value of `--threads`. A higher number is probably a slip, and may bring a machine to a standstill.
pub const MAX_THREADS: u64 = 256;

/// A pool of `threads` threads; by default, of as many as the machine runs at once. It has no more threads than
/// `tasks`.
///
/// # Errors
/// The threads can't be started.
pub fn thread_pool(threads: Option<u16>, tasks: u64) -> Result<ThreadPool, Failure> {
    let threads = thread_count(threads);
    let threads = usize::try_from(tasks).map_or(threads, |tasks| tasks.min(threads));
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| {
        Failure(format!(
            "{threads} threads can't be started: {error} (take fewer --threads)"
        ))
    })
}

/// The number of threads; by default as many as the machine runs at once.
pub fn thread_count(threads: Option<u16>) -> usize {
    let available = || available_parallelism().map_or(1, NonZeroUsize::get);
    threads.map_or_else(available, usize::from)
}
