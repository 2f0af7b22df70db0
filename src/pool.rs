//! One pool of worker threads for all who have many pieces of work: numbers are handed out in order,
//! workers look ahead, and one owner, the calling thread, hears what they tell.
//!
//! What comes of the work must not depend on the number of workers. So owners decide by numbers, never
//! by the order of arrival, and close the numbers behind what decided.

use std::io;
use std::iter;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::thread;

/// Numbers of pieces of work, each handed out once, in increasing order.
#[derive(Debug)]
pub struct Numbers {
    next: AtomicUsize,
    end: AtomicUsize,
}

impl Numbers {
    /// All numbers below this one.
    pub fn below(end: usize) -> Self {
        Self::within(0..end)
    }

    /// The numbers of this range.
    pub fn within(range: Range<usize>) -> Self {
        Self { next: AtomicUsize::new(range.start), end: AtomicUsize::new(range.end) }
    }

    /// The next number; `None` when no more are wanted.
    pub fn take(&self) -> Option<usize> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number < self.end.load(Ordering::Acquire)).then_some(number)
    }

    /// Numbers from this one on are not wanted any more.
    pub fn end_at(&self, end: usize) {
        self.end.fetch_min(end, Ordering::AcqRel);
    }
}

/// Seats for what goes on at a time, where several pools share the cores.
#[derive(Debug)]
pub struct Seats<'a> {
    free: Mutex<usize>,
    was_left: Condvar,
    /// Whoever sits here takes a seat there, too.
    within: Option<&'a Seats<'a>>,
}

/// A seat, until it is dropped.
#[derive(Debug)]
pub struct Seat<'a>(&'a Seats<'a>);

impl<'a> Seats<'a> {
    /// So many; within others, no more go on than these allow.
    pub fn new(count: NonZeroUsize, within: Option<&'a Seats<'a>>) -> Self {
        Self { free: Mutex::new(count.get()), was_left: Condvar::new(), within }
    }

    /// One of them, as soon as one is free.
    pub fn take(&'a self) -> Seat<'a> {
        for seats in self.all() {
            let free = seats.free.lock().unwrap_or_else(PoisonError::into_inner);
            let free = seats.was_left.wait_while(free, |free| *free == 0);
            *free.unwrap_or_else(PoisonError::into_inner) -= 1;
        }
        Seat(self)
    }

    /// So many more.
    pub fn add(&self, count: usize) {
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) += count;
        self.was_left.notify_all();
    }

    /// These, and those that they are within.
    fn all(&self) -> impl Iterator<Item = &Seats<'a>> {
        iter::successors(Some(self), |seats| seats.within)
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.0.all().for_each(|seats| seats.add(1));
    }
}

/// Why workers did not do all that they should; what they told before was heard.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// The machine had no thread left.
    #[error("cannot start a thread")]
    NoThread(#[source] io::Error),
    /// A worker panicked.
    #[error("a worker thread panicked; this is a bug of jury")]
    Panicked,
}

/// Runs one worker for each of `states`, side by side, until all have returned, and calls `hear` with
/// whatever they tell, as it comes.
///
/// # Errors
/// When a thread cannot be started: then no more numbers are handed out. When a worker panicked.
pub fn run<S: Send, M: Send>(
    states: impl IntoIterator<Item = S>,
    numbers: &Numbers,
    work: impl Fn(S, &dyn Fn(M)) + Sync,
    hear: &mut dyn FnMut(M),
) -> Result<(), PoolError> {
    let (sender, receiver) = mpsc::channel();
    let work = &work;
    thread::scope(|scope| {
        let mut workers = Vec::new();
        let mut result = Ok(());
        for state in states {
            let sender = sender.clone();
            // The owner listens until the last worker is done.
            let begin = move || work(state, &|message| drop(sender.send(message)));
            match thread::Builder::new().spawn_scoped(scope, begin) {
                Ok(worker) => workers.push(worker),
                Err(error) => {
                    numbers.end_at(0);
                    result = Err(PoolError::NoThread(error));
                    break;
                }
            }
        }
        drop(sender);
        receiver.into_iter().for_each(hear);
        for worker in workers {
            if worker.join().is_err() && result.is_ok() {
                result = Err(PoolError::Panicked);
            }
        }
        result
    })
}

/// Keeps what comes of the lowest number: this, or what is the first so far.
pub fn keep_first<T>(first: &mut Option<(usize, T)>, number: usize, told: T) {
    let both = first.take().into_iter().chain([(number, told)]);
    *first = both.min_by_key(|(number, _)| *number);
}

/// Does `work` for each item on up to `workers` threads, each with a state of its own, and returns the
/// results in order of the items.
///
/// # Errors
/// The failure of the first item that failed; after a failure no further item is begun. As [`run`].
pub fn map<T, S, R, E>(
    workers: NonZeroUsize,
    items: &[T],
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E>
where
    T: Sync,
    R: Send,
    E: Send + From<PoolError>,
{
    map_counted(workers, items, state, work, &mut |_| {})
}

/// The same, and calls `done` with the number of items that are done each time one is.
///
/// # Errors
/// As [`map`].
pub fn map_counted<T, S, R, E>(
    workers: NonZeroUsize,
    items: &[T],
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> Result<R, E> + Sync,
    done: &mut dyn FnMut(usize),
) -> Result<Vec<R>, E>
where
    T: Sync,
    R: Send,
    E: Send + From<PoolError>,
{
    let numbers = Numbers::below(items.len());
    let mut results = Vec::with_capacity(items.len());
    let all = |_, tell: &dyn Fn((usize, Result<R, E>))| {
        let mut state = state();
        while let Some(number) = numbers.take() {
            let result = work(&mut state, &items[number]);
            if result.is_err() {
                numbers.end_at(number);
            }
            tell((number, result));
        }
    };
    let workers = 0..workers.get().min(items.len());
    let ended = run(workers, &numbers, all, &mut |result| {
        results.push(result);
        done(results.len());
    });
    results.sort_by_key(|(number, _)| *number);
    // What was done comes first: a panic or a lack of threads says less than a failure.
    let done = results.into_iter().map(|(_, result)| result).collect::<Result<Vec<_>, _>>()?;
    ended?;
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A failure of a piece of work, by its number.
    #[derive(Debug, PartialEq)]
    enum Failure {
        Item(usize),
        Panicked,
    }

    impl From<PoolError> for Failure {
        fn from(_: PoolError) -> Self {
            Self::Panicked
        }
    }

    const FOUR: NonZeroUsize = NonZeroUsize::new(4).unwrap();

    #[test]
    fn results_stand_in_order_and_the_first_failure_counts() {
        let items: Vec<usize> = (0..100).collect();
        let doubled = map(FOUR, &items, || (), |(), item| Ok::<_, Failure>(item * 2));
        assert_eq!(doubled, Ok(items.iter().map(|item| item * 2).collect()));
        let failing = |(): &mut (), item: &usize| {
            if *item % 3 == 2 { Err(Failure::Item(*item)) } else { Ok(()) }
        };
        assert_eq!(map(FOUR, &items, || (), failing), Err(Failure::Item(2)));
        assert_eq!(map(FOUR, &[], || (), failing), Ok(vec![]));
    }

    #[test]
    fn the_first_by_number_is_kept_in_whatever_order_they_come() {
        let mut first = None;
        for (number, known) in [(5, 5), (3, 3), (4, 3), (6, 3)] {
            keep_first(&mut first, number, number.to_string());
            assert_eq!(first, Some((known, known.to_string())));
        }
    }

    #[test]
    fn no_more_go_on_at_a_time_than_there_are_seats() {
        let [one, two] = [1, 2].map(|count| NonZeroUsize::new(count).unwrap());
        let all = Seats::new(two, None);
        let some = Seats::new(one, Some(&all));
        let most_of = |seats: &Seats<'_>| most_at_a_time(&[&all, seats]);
        assert_eq!(most_of(&all), 2);
        assert_eq!(most_of(&some), 2);
        assert_eq!(most_at_a_time(&[&some]), 1);
        some.add(5);
        assert_eq!(most_at_a_time(&[&some]), 2, "no more than those around them");
        assert_eq!([&all, &some].map(|seats| *seats.free.lock().unwrap()), [2, 6]);
    }

    /// How many go on at a time, of some on each of these seats.
    fn most_at_a_time(places: &[&Seats<'_>]) -> usize {
        let [now, most] = [0, 0].map(AtomicUsize::new);
        let (now, most) = (&now, &most);
        thread::scope(|scope| {
            for seats in places.iter().cycle().take(6) {
                scope.spawn(move || {
                    for _ in 0..10 {
                        let _seat = seats.take();
                        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        thread::sleep(std::time::Duration::from_millis(1));
                        now.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        most.load(Ordering::SeqCst)
    }

    #[test]
    fn a_panic_is_an_error_and_the_others_go_on() {
        let items: Vec<usize> = (0..20).collect();
        let work = |(): &mut (), item: &usize| {
            assert_ne!(*item, 7);
            Ok::<_, Failure>(())
        };
        assert_eq!(map(FOUR, &items, || (), work), Err(Failure::Panicked));
    }

    #[test]
    fn each_number_is_handed_out_once_and_none_from_the_end_on() {
        let numbers = Numbers::below(usize::MAX);
        let mut heard = Vec::new();
        let work = |_, tell: &dyn Fn(usize)| {
            while let Some(number) = numbers.take() {
                if number == 50 {
                    numbers.end_at(number);
                }
                tell(number);
            }
        };
        run(0..4, &numbers, work, &mut |number| heard.push(number)).expect("threads");
        heard.sort_unstable();
        assert!(heard.starts_with(&(0..=50).collect::<Vec<_>>()), "{heard:?}");
        assert_eq!(numbers.take(), None);
    }
}
