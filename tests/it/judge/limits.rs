//! Proposing a time limit: what decides is run once more, alone.

use std::cell::RefCell;

use super::tools::with_tools;
use crate::load::folder::Folder;

const ECHO_C: &str = "#include <stdio.h>\nint main(void) { putchar(getchar()); putchar('\\n'); }\n";

/// What is told while a limit for a problem of these files is proposed.
fn steps(files: &[(&str, &str)]) -> Vec<String> {
    let folder = Folder::with(files);
    let problem = folder.load();
    let steps = RefCell::new(Vec::new());
    let step = |step: &str| steps.borrow_mut().push(step.to_owned());
    let proposed = with_tools(|tools| tools.propose_time_limit(&problem, &step).map(drop));
    proposed.unwrap_or_else(|error| panic!("{error}"));
    steps.into_inner()
}

/// Beside others a run may have taken longer.
#[test]
fn the_slowest_and_the_fastest_of_each_language_are_run_alone() {
    let told = steps(&[
        ("problem.toml", "name = 'P'\n[limits]\ntime = 2\n"),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "1\n"),
        ("submissions/accepted/a.c", ECHO_C),
        ("submissions/accepted/b.sh", "read -r n\necho $n\n"),
        // It ends in time: a run that was stopped is not repeated.
        ("submissions/time_limit_exceeded/t.c", ECHO_C),
    ]);
    let mut alone: Vec<_> = told
        .iter()
        .filter_map(|step| step.strip_prefix("time limit: ")?.strip_suffix(" alone"))
        .collect();
    alone.sort_unstable();
    let expected = ["accepted/a.c", "accepted/b.sh", "time_limit_exceeded/t.c"];
    assert_eq!(alone, expected, "{told:?}");
}
