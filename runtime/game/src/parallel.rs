//! Work on several items at once.

/// The results of `work` on the items, in their order. Runs on the current rayon thread pool; on the caller's thread without the
/// feature `threads`, or if no thread can be started. The results are the same if `work` depends on nothing but its item.
#[cfg(feature = "threads")]
pub(crate) fn map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync + Send,
) -> Vec<R> {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};

    let items: Vec<T> = items.into_iter().collect();
    match has_pool() {
        true => items.into_par_iter().map(work).collect(),
        false => items.into_iter().map(work).collect(),
    }
}

/// Returns `true` on a thread of a pool. On other threads starts the global pool, and returns `false` if that fails: rayon would panic.
#[cfg(feature = "threads")]
fn has_pool() -> bool {
    use std::error::Error;
    use std::sync::LazyLock;

    static HAS_GLOBAL_POOL: LazyLock<bool> = LazyLock::new(|| {
        let started = rayon::ThreadPoolBuilder::new().build_global();
        // An error without a source: the program has started the pool before.
        !started.is_err_and(|error| error.source().is_some())
    });
    rayon::current_thread_index().is_some() || *HAS_GLOBAL_POOL
}

/// The results of `work` on the items, in their order.
#[cfg(not(feature = "threads"))]
pub(crate) fn map<T, R>(items: impl IntoIterator<Item = T>, work: impl Fn(T) -> R) -> Vec<R> {
    items.into_iter().map(work).collect()
}
