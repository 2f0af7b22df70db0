//! Searches for an input on which a submission fails, where the test decides which inputs are valid and
//! which outputs are right.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use jury::checker::{Checker, Decision, PartFailure, Terms, Validator};
use jury::judge::stress::{Goal, Inputs, Keep, StressRequest, reduce, search};
use jury::judge::{Parts, Tools};
use jury::problem::{Problem, ValidatorTerms};
use jury_checkers::{Files, Invalid, Opinion};

use super::tools::with_tools;
use crate::load::folder::Folder;

/// The clock is not to end anything.
const UNHURRIED: Duration = Duration::from_hours(1);

/// Writes an `x`, then what it reads.
const AFTER_X: &str = "#include <stdio.h>\nint main(void) { int c; putchar('x'); \
                       while ((c = getchar()) != EOF) putchar(c); }\n";

/// Whether an input is valid.
type IsValid = Box<dyn Fn(&[u8]) -> bool + Send + Sync>;

struct Validates(IsValid);

impl fmt::Debug for Validates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a validator")
    }
}

impl Validator for Validates {
    fn validate(
        &self,
        input: &[u8],
        _: ValidatorTerms<'_>,
    ) -> Result<Option<Invalid>, PartFailure> {
        let invalid = || Invalid { line: 0, column: 0, message: "not this".to_owned() };
        Ok((!(self.0)(input)).then(invalid))
    }
}

/// A checker that says this of every output.
#[derive(Debug)]
struct Says(Opinion);

impl Checker for Says {
    fn check(&self, _: &Files<'_>, _: &Terms<'_>) -> Result<Decision, PartFailure> {
        let message = "seen".to_owned();
        Ok(Decision { opinion: self.0, message, score: None, place: None, next: None })
    }
}

/// A search over the inputs of these numbers for a failure.
struct Hunt {
    folder: Folder,
    problem: Problem,
    is_valid: IsValid,
    opinion: Opinion,
    slice: Range<usize>,
    workers: usize,
}

impl Hunt {
    /// By small changes to the only case, where all outputs are wrong.
    fn by_changes(is_valid: IsValid) -> Self {
        Self::new("name = 'P'\n", is_valid)
    }

    /// By a generator, whose inputs from the third on are `1`, `2`, `1` and `2`; all outputs are wrong.
    fn by_sizes(is_valid: IsValid) -> Self {
        Self::new("name = 'P'\n[stress]\ngenerator = 'g.sh'\nsizes = [1, 2]\n", is_valid)
    }

    fn new(settings: &str, is_valid: IsValid) -> Self {
        let folder = Folder::with(&[
            ("problem.toml", settings),
            ("g.sh", "echo $1\n"),
            ("data/sample/1.in", "aaaaaaaa\n"),
            ("data/sample/1.ans", "1\n"),
            ("../a.c", AFTER_X),
        ]);
        let problem = folder.load();
        Self { folder, problem, is_valid, opinion: Opinion::WrongAnswer, slice: 0..1, workers: 1 }
    }

    /// Does something with the search.
    fn with<T>(self, work: impl FnOnce(&StressRequest<'_>) -> T) -> T {
        with_tools(|tools| {
            let workers = NonZeroUsize::new(self.workers).expect("not zero");
            let tools = &Tools { workers, ..*tools };
            let mut parts = Parts::in_process(&self.problem).expect("parts");
            parts.checker = Box::new(Says(self.opinion));
            parts.validator = Some(Box::new(Validates(self.is_valid)));
            let source = tools.languages.identify(&self.folder.outside().join("a.c"), None);
            let program = tools.build_part(source.expect("a language")).expect("it builds");
            let inputs = Inputs::of(tools, &self.problem, &parts).expect("inputs");
            work(&StressRequest {
                tools,
                problem: &self.problem,
                parts: &parts,
                program: &program,
                rival: None,
                inputs: &inputs,
                goal: Goal::Failure,
                seed: 1,
                slice: &self.slice,
                scratch: self.folder.outside(),
            })
        })
    }
}

#[test]
fn an_interrupt_ends_a_search_with_what_is_known() {
    let everything = 0..usize::MAX;
    let hunt = Hunt::by_sizes(Box::new(|_| true));
    let hunt = Hunt { opinion: Opinion::Accepted, slice: everything, workers: 2, ..hunt };
    let searched = hunt.with(|hunt| search(hunt, UNHURRIED, &mut |_| hunt.tools.interrupt.set()));
    let searched = searched.expect("nothing failed");
    assert!(searched.tally.tried > 0 && searched.catch.is_none(), "{searched:?}");
}

/// The third change is the first that is valid.
#[test]
fn changes_are_tried_until_one_is_valid_or_the_time_is_up() {
    for (is_own, time, tried) in
        [(true, UNHURRIED, 3), (true, Duration::ZERO, 1), (false, Duration::ZERO, 1)]
    {
        let calls = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&calls);
        let mut hunt =
            Hunt::by_changes(Box::new(move |_| seen.fetch_add(1, Ordering::Relaxed) == 2));
        hunt.problem.format.is_own = is_own;
        let found = hunt.with(|hunt| search(hunt, time, &mut |_| {}));
        assert_eq!(calls.load(Ordering::Relaxed), tried, "{time:?}: {found:?}");
        match found {
            Ok(searched) => assert!(tried == 3 && searched.catch.is_some(), "{searched:?}"),
            Err(failure) => {
                let words = failure.to_string();
                assert!(tried == 1 && words.contains("the last with: not this"), "{words}");
                // A package of another judge has no such section.
                assert_eq!(words.contains("section `[stress]`"), is_own, "{words}");
            }
        }
    }
}

#[test]
fn what_an_input_is_made_smaller_to_has_its_own_output_and_stays_where_the_time_is_up() {
    let hunt = Hunt::by_changes(Box::new(|input| input.contains(&b'a')));
    let (found, late, small) = hunt.with(|hunt| {
        let searched = search(hunt, UNHURRIED, &mut |_| {}).expect("nothing failed");
        let found = searched.catch.expect("all outputs are wrong");
        let reduced = |time| {
            let reduced = reduce(hunt, found.clone(), Keep::Verdict, time, &mut |_, _| {});
            reduced.expect("nothing failed")
        };
        (found.clone(), reduced(Duration::ZERO), reduced(UNHURRIED))
    });
    assert_eq!((late.complete, late.tally.tried), (false, 0));
    assert_eq!(late.catch.input, found.input);
    assert!(small.complete && small.catch.input.len() < found.input.len(), "{small:?}");
    for catch in [found, small.catch] {
        assert_eq!(catch.trial.output, [b"x", &catch.input[..]].concat());
    }
}

/// Two who wait for each other.
#[derive(Default)]
struct Meeting {
    here: Mutex<usize>,
    came: Condvar,
}

impl Meeting {
    fn wait(&self) {
        let mut here = self.here.lock().expect("not poisoned");
        *here += 1;
        self.came.notify_all();
        let waited = self.came.wait_timeout_while(here, Duration::from_mins(1), |here| *here < 2);
        assert!(!waited.expect("not poisoned").1.timed_out(), "the other does not come");
    }
}

/// Both inputs are under way before anything comes of either, and the input `2` is not valid.
#[test]
fn what_fails_behind_the_find_does_not_count_where_the_search_would_have_ended() {
    let outcome = |slice: Range<usize>, goal: Goal| {
        let meeting = Meeting::default();
        let hunt = Hunt::by_sizes(Box::new(move |input| {
            meeting.wait();
            input == b"1\n"
        }));
        let hunt = Hunt { slice, workers: 2, ..hunt };
        let found =
            hunt.with(|hunt| search(&StressRequest { goal, ..*hunt }, UNHURRIED, &mut |_| {}));
        found.map(|searched| searched.catch.map(|catch| catch.number))
    };
    assert_eq!(outcome(2..4, Goal::Failure).expect("the input `1` comes first"), Some(3));
    for (slice, goal) in [(3..5, Goal::Failure), (2..4, Goal::Slowest)] {
        let failure = outcome(slice, goal).expect_err("the input `2` counts");
        assert!(failure.to_string().contains("generates an invalid input"), "{failure}");
    }
}
