//! Many small pieces of work on a few threads, results in order. Knows nothing of what the work is.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Does `work` for each item on up to `workers` threads, and returns the results in order of the
/// items. Each thread has a state of its own. After a failure no further item is begun, and the
/// failure of the first item that failed is returned.
pub(super) fn side_by_side<T, S, R, E>(
    workers: NonZeroUsize,
    items: &[T],
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E>
where
    T: Sync,
    R: Send,
    E: Send,
{
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|scope| {
        for _ in 0..workers.get().min(items.len()) {
            scope.spawn(|| {
                let mut state = state();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = work(&mut state, item);
                    if result.is_err() {
                        next.store(items.len(), Ordering::Relaxed);
                    }
                    let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                    results.push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::side_by_side;
    use std::num::NonZeroUsize;

    #[test]
    fn results_stand_in_order_and_the_first_failure_counts() {
        let four = NonZeroUsize::new(4).expect("not zero");
        let items: Vec<usize> = (0..100).collect();
        let doubled = side_by_side(four, &items, || (), |(), item| Ok::<_, ()>(item * 2));
        assert_eq!(doubled, Ok(items.iter().map(|item| item * 2).collect()));
        let failing = |(): &mut (), item: &usize| if *item % 3 == 2 { Err(*item) } else { Ok(()) };
        assert_eq!(side_by_side(four, &items, || (), failing), Err(2));
        assert_eq!(side_by_side(four, &[], || (), failing), Ok(vec![]));
    }
}
