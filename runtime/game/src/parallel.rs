//! Work on several items at once.

/// The results of `work` on the items, in their order. Runs on the current rayon thread pool; without the feature `threads`, on
/// the caller's thread. The results are the same if `work` depends on nothing but its item.
#[cfg(feature = "threads")]
pub(crate) fn map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync + Send,
) -> Vec<R> {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};

    let items: Vec<T> = items.into_iter().collect();
    items.into_par_iter().map(work).collect()
}

/// The results of `work` on the items, in their order.
#[cfg(not(feature = "threads"))]
pub(crate) fn map<T, R>(items: impl IntoIterator<Item = T>, work: impl Fn(T) -> R) -> Vec<R> {
    items.into_iter().map(work).collect()
}
