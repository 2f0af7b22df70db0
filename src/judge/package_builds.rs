//! Building the programs of a package while others of them run already: a compiler uses one core, and a few
//! long builds one after another would leave the other cores idle.

use std::num::NonZeroUsize;
use std::thread;

use crate::problem::{KeptSubmission, Part, Problem, TimeBound, TimeLimit, ValidatorChoice};
use crate::submission::{Languages, Submission, build};

use super::ahead::Ahead;
use super::parts::{deciding, identified};
use super::time_limit::patterns;
use super::tools::Tools;

impl Tools<'_> {
    /// Does work that needs all programs of a package, with tools that have begun to build them. Times of
    /// runs that must be alone are as if nothing were built: until such a run has ended, no build begins.
    /// A single worker does one thing at a time.
    pub fn building_ahead<R>(&self, problem: &Problem, work: impl FnOnce(&Tools<'_>) -> R) -> R {
        if self.workers == NonZeroUsize::MIN {
            return work(self);
        }
        let ahead = Ahead::new(programs(problem, self.languages));
        let tools = Tools { ahead: Some(&ahead), ..*self };
        thread::scope(|scope| {
            for _ in 0..self.workers.get() {
                // Where no thread is to be had, who needs a program builds it.
                let go = || tools.go(&ahead);
                drop(thread::Builder::new().spawn_scoped(scope, go));
            }
            let _end = End(&ahead);
            work(&tools)
        })
    }

    fn go(&self, ahead: &Ahead) {
        let share = self.share_of_memory(self.workers.get());
        ahead.go(
            || self.machine.share(),
            |submission| build(submission, self.sandbox, self.cache, self.interrupt, share),
        );
    }
}

/// The programs in the order in which they are needed: what sets the time limit before what looks at files of
/// cases, and the other submissions at the end.
fn programs(problem: &Problem, languages: &Languages) -> Vec<Submission> {
    let is_derived = problem.time_limit == TimeLimit::Derived;
    let sets_limit = |kept: &&KeptSubmission| {
        is_derived && !patterns(problem, kept, TimeBound::Lower).is_empty()
    };
    let part = |part: &Part| identified(problem, part, languages).ok();
    let kept = |kept: &KeptSubmission| languages.identify_kept(problem, &kept.path, None).ok();
    let validators = problem.validator.as_ref().map_or(&[][..], ValidatorChoice::programs);
    let submissions = || problem.submissions.iter();
    let first = deciding(problem).filter_map(part);
    let first = first.chain(submissions().filter(sets_limit).filter_map(kept));
    let looks = validators.iter().chain(&problem.answer_validators).filter_map(part);
    let last = submissions().filter(|own| !sets_limit(own)).filter_map(kept);
    first.chain(looks).chain(last).collect()
}

/// Ends building ahead, also where the work panicked.
struct End<'a>(&'a Ahead);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

#[cfg(test)]
mod tests {
    use super::programs;
    use crate::problem::load::load;
    use crate::problem::tests::folder_of;
    use crate::submission::Languages;

    /// The programs of a package whose time limit is stated or derived, in the order in which they are built.
    #[track_caller]
    fn order(limits: &str) -> Vec<String> {
        let folder = folder_of(&[
            ("problem.yaml", &format!("validation: custom\n{limits}")),
            ("output_validators/check/check.py", ""),
            ("input_validators/valid.py", ""),
            ("answer_validators/answer.py", ""),
            ("data/secret/1.in", "1\n"),
            ("data/secret/1.ans", "1\n"),
            ("submissions/accepted/right.py", ""),
            ("submissions/wrong_answer/wrong.py", ""),
        ]);
        let problem = load(folder.path()).unwrap_or_else(|error| panic!("{error}"));
        let programs = programs(&problem, &Languages::shipped().unwrap());
        let stem = |path: &std::path::Path| path.file_stem().unwrap().display().to_string();
        programs.iter().map(|program| stem(&program.path)).collect()
    }

    #[test]
    fn what_is_needed_first_is_built_first() {
        assert_eq!(
            order("limits: {time_limit: 1}\n"),
            ["check", "valid", "answer", "right", "wrong"]
        );
        // What sets a limit has to run before anything is judged.
        assert_eq!(order(""), ["check", "right", "valid", "answer", "wrong"]);
    }
}
