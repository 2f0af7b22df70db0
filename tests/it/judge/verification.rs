//! Proving a package: what ends it.

use std::num::NonZeroUsize;

use jury::judge::time_limit::Ran;
use jury::judge::verify::{Extent, Step, verify};
use jury::judge::{JudgeFailure, Tools};
use jury::sandbox::SandboxError;

use super::tools::with_tools;
use crate::load::folder::Folder;

/// One that looked as if its submissions had been judged would prove nothing.
#[test]
fn an_interrupt_is_no_outcome_of_the_submission_that_it_meets() {
    let folder = Folder::with(&[
        ("problem.toml", "name = 'P'\n"),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "1\n"),
        ("submissions/accepted/a.sh", "echo 1\n"),
    ]);
    let problem = folder.load();
    for workers in [1, 2].map(|workers| NonZeroUsize::new(workers).expect("not zero")) {
        let proved = with_tools(|tools| {
            let step = |step: Step<'_>| {
                if matches!(step, Step::Judging(_)) {
                    tools.interrupt.set();
                }
            };
            let prove =
                |tools: &Tools<'_>| verify(tools, &problem, &Ran::default(), Extent::Proof, &step);
            Tools { workers, ..*tools }.building_ahead(&problem, prove)
        });
        let failure = proved.map(|_| "a proof").expect_err("interrupted");
        let is_interrupt = matches!(failure, JudgeFailure::Sandbox(SandboxError::Interrupted));
        assert!(is_interrupt, "{workers} workers: {failure:?}");
    }
}
