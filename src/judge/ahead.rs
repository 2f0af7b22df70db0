//! Builds that are begun before anybody asks for their programs, so that they go on beside runs and checks.
//! Whoever asks first builds: a worker that goes ahead, or the one who needs the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::submission::{Built, Submission};

/// Programs that will be asked for, in the order in which that is to be expected.
#[derive(Debug)]
pub struct Ahead {
    builds: Vec<Begun>,
    /// Whether nobody will ask for anything more.
    is_over: AtomicBool,
}

/// One of them.
#[derive(Debug)]
struct Begun {
    submission: Submission,
    state: Mutex<State>,
    ended: Condvar,
}

/// How far a build is.
#[derive(Debug, Clone)]
enum State {
    /// Nobody has begun it.
    Open,
    /// Somebody is at it.
    Underway,
    /// What came of it; nothing where it could not be tried, which whoever asks finds out himself.
    Ended(Option<Box<Built>>),
}

impl Ahead {
    pub(super) fn new(submissions: Vec<Submission>) -> Self {
        let begun = |submission| Begun {
            submission,
            state: Mutex::new(State::Open),
            ended: Condvar::new(),
        };
        let is_over = AtomicBool::new(false);
        Self { builds: submissions.into_iter().map(begun).collect(), is_over }
    }

    /// Builds what nobody has begun, each in a turn that is waited for, until there is nothing more or it is
    /// [over](Ahead::end). Any number of threads may do so at the same time.
    pub(super) fn go<T, E>(
        &self,
        turn: impl Fn() -> T,
        build: impl Fn(&Submission) -> Result<Built, E>,
    ) {
        let is_open = |begun: &&Begun| matches!(*begun.state(), State::Open);
        for begun in self.builds.iter().filter(is_open) {
            // Nobody waits for a build whose turn has not come.
            let _turn = turn();
            if self.is_over.load(Ordering::Acquire) {
                return;
            }
            begun.begin(&build);
        }
    }

    /// What came of this submission, which is waited for; `None` where it is not one of those that were
    /// begun, or could not be tried.
    pub(super) fn built<E>(
        &self,
        submission: &Submission,
        build: impl Fn(&Submission) -> Result<Built, E>,
    ) -> Result<Option<Built>, E> {
        let own = |begun: &&Begun| begun.submission.is_built_like(submission);
        let Some(begun) = self.builds.iter().find(own) else { return Ok(None) };
        if let Some(ours) = begun.begin(&build) {
            return ours.map(Some);
        }
        Ok(begun.wait())
    }

    /// Nobody will ask for anything more.
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Release);
    }
}

impl Begun {
    /// Builds it, unless somebody has begun that.
    fn begin<E>(
        &self,
        build: &impl Fn(&Submission) -> Result<Built, E>,
    ) -> Option<Result<Built, E>> {
        {
            let mut state = self.state();
            if !matches!(*state, State::Open) {
                return None;
            }
            *state = State::Underway;
        }
        // Others wait for it, whatever comes of it.
        let mut end = End { begun: self, built: None };
        let result = build(&self.submission);
        end.built = result.as_ref().ok().cloned().map(Box::new);
        Some(result)
    }

    fn wait(&self) -> Option<Built> {
        let mut state = self.state();
        loop {
            match &*state {
                State::Ended(built) => return built.as_deref().cloned(),
                State::Open | State::Underway => {
                    state = self.ended.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells those who wait for a build that it ended, also where it panicked.
struct End<'a> {
    begun: &'a Begun,
    built: Option<Box<Built>>,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        *self.begun.state() = State::Ended(self.built.take());
        self.begun.ended.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::{Ahead, Built, Submission};
    use crate::submission::Languages;

    fn submission(name: &str) -> Submission {
        let languages = Languages::shipped().unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/judge");
        let own = languages.identify(&folder.join("ahead.rs"), Some("rust")).unwrap();
        own.started_with(name, &[])
    }

    fn built(submission: &Submission) -> Built {
        let message = submission.path.display().to_string();
        Built::Failed { message, build_time: Duration::ZERO }
    }

    fn message(built: Option<Built>) -> Option<String> {
        match built? {
            Built::Failed { message, .. } => Some(message),
            Built::Program(_) => None,
        }
    }

    #[test]
    fn each_is_built_once_and_everybody_gets_it() {
        let ahead = Ahead::new(["a", "b", "c"].map(submission).into());
        let builds = AtomicUsize::new(0);
        let build = |submission: &Submission| {
            builds.fetch_add(1, Ordering::SeqCst);
            thread::sleep(Duration::from_millis(5));
            Ok::<_, ()>(built(submission))
        };
        thread::scope(|scope| {
            scope.spawn(|| ahead.go(|| (), build));
            scope.spawn(|| ahead.go(|| (), build));
            for name in ["c", "a", "b", "c"] {
                let found = ahead.built(&submission(name), build).unwrap();
                assert_eq!(message(found).as_deref(), Some(name));
            }
        });
        assert_eq!(builds.into_inner(), 3);
        let other = ahead.built(&submission("d"), |_| -> Result<_, ()> { unreachable!() });
        assert!(other.unwrap().is_none());
    }

    #[test]
    fn what_could_not_be_tried_is_left_to_who_asks() {
        let ahead = Ahead::new(["a", "b"].map(submission).into());
        ahead.go(|| (), |_| Err(()));
        let never = |_: &Submission| -> Result<_, ()> { unreachable!() };
        assert!(ahead.built(&submission("a"), never).unwrap().is_none());
        let ahead = Ahead::new(["a"].map(submission).into());
        assert_eq!(ahead.built(&submission("a"), |_| Err("why")).unwrap_err(), "why");
    }

    #[test]
    fn a_build_that_panics_keeps_nobody_waiting() {
        let ahead = Ahead::new(["a"].map(submission).into());
        thread::scope(|scope| {
            let panics =
                scope.spawn(|| ahead.go(|| (), |_| -> Result<_, ()> { panic!("on purpose") }));
            panics.join().unwrap_err();
        });
        let never = |_: &Submission| -> Result<_, ()> { unreachable!() };
        assert!(ahead.built(&submission("a"), never).unwrap().is_none());
    }

    #[test]
    fn nothing_is_begun_once_it_is_over() {
        let ahead = Ahead::new(["a"].map(submission).into());
        ahead.end();
        ahead.go(|| (), |_| -> Result<_, ()> { unreachable!() });
        let found = ahead.built(&submission("a"), |own| Ok::<_, ()>(built(own))).unwrap();
        assert_eq!(message(found).as_deref(), Some("a"));
    }
}
