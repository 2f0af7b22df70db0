//! Many small pieces of work on a few threads, results in order. Knows nothing of what the work is.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::JudgeFailure;
use super::workers::no_thread;

/// Does `work` for each item on up to `workers` threads, and returns the results in order of the
/// items. Each thread has a state of its own. After a failure no further item is begun, and the
/// failure of the first item that failed is returned.
pub(super) fn side_by_side<T, S, R>(
    workers: NonZeroUsize,
    items: &[T],
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> Result<R, JudgeFailure> + Sync,
) -> Result<Vec<R>, JudgeFailure>
where
    T: Sync,
    R: Send,
{
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    let all = || {
        let mut state = state();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { break };
            let result = work(&mut state, item);
            if result.is_err() {
                next.store(items.len(), Ordering::Relaxed);
            }
            results.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..workers.get().min(items.len()) {
            if let Err(error) = std::thread::Builder::new().spawn_scoped(scope, all) {
                // No more items are taken by those that did start.
                next.store(items.len(), Ordering::Relaxed);
                return Err(no_thread(error));
            }
        }
        Ok(())
    })?;
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::{JudgeFailure, side_by_side};
    use std::num::NonZeroUsize;

    #[test]
    fn results_stand_in_order_and_the_first_failure_counts() {
        let four = NonZeroUsize::new(4).expect("not zero");
        let items: Vec<usize> = (0..100).collect();
        let doubled = side_by_side(four, &items, || (), |(), item| Ok(item * 2));
        let expected: Vec<usize> = items.iter().map(|item| item * 2).collect();
        assert_eq!(doubled.expect("nothing fails"), expected);
        let failing = |(): &mut (), item: &usize| {
            if *item % 3 == 2 { Err(JudgeFailure::Package(item.to_string())) } else { Ok(()) }
        };
        let failed = side_by_side(four, &items, || (), failing).expect_err("a failure");
        assert_eq!(failed.to_string(), "2");
        assert_eq!(side_by_side(four, &[], || (), failing).expect("nothing to do"), vec![]);
    }
}
