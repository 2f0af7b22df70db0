//! Proposing a time limit, and deriving one where none is stated: what decides is run once more, alone.

use std::cell::RefCell;
use std::fs;

use jury::judge::Tools;
use jury::problem::TimeLimit;
use jury::submission::Cache;

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

/// The submissions that were run alone.
fn alone(told: &[String]) -> Vec<&str> {
    let steps = told.iter().filter_map(|step| step.strip_prefix("time limit: "));
    let mut alone: Vec<_> = steps.filter_map(|step| step.strip_suffix(" alone")).collect();
    alone.sort_unstable();
    alone
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
    let expected = ["accepted/a.c", "accepted/b.sh", "time_limit_exceeded/t.c"];
    assert_eq!(alone(&told), expected, "{told:?}");
}

/// What is kept of limits that were derived, and nothing else.
struct Kept {
    _place: tempfile::TempDir,
    cache: Cache,
}

impl Kept {
    fn new() -> Self {
        let place = tempfile::tempdir().expect("a folder");
        let cache = Cache::open(place.path()).expect("a cache");
        Self { _place: place, cache }
    }

    /// The limit of a problem that states none, in words, and what is told while it is derived.
    fn derive(&self, folder: &Folder) -> (String, Vec<String>) {
        let steps = RefCell::new(Vec::new());
        let step = |step: &str| steps.borrow_mut().push(step.to_owned());
        let timing = with_tools(|tools| {
            let tools = Tools { cache: &self.cache, ..*tools };
            tools.with_time_limit(folder.load(), &step)
        });
        let timing = timing.unwrap_or_else(|error| panic!("{error}"));
        let TimeLimit::Known(words) = timing.problem.time_limit else { panic!("no limit") };
        (words, steps.into_inner())
    }
}

/// A problem of 2025-09 that an echo solves, with this under `limits`.
fn without_limit(limits: &str) -> Folder {
    let yaml = format!("problem_format_version: 2025-09\nname: P\nlimits: {{{limits}}}\n");
    Folder::with(&[
        ("problem.yaml", &yaml),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "1\n"),
        ("submissions/accepted/a.sh", "read -r n\necho $n\n"),
        ("submissions/time_limit_exceeded/t.sh", "read -r n\necho $n\n"),
    ])
}

#[test]
fn a_limit_is_derived_anew_only_after_a_change() {
    let (kept, folder) = (Kept::new(), without_limit(""));
    let derived = |from: &str| {
        let (words, told) = kept.derive(&folder);
        assert!(words.starts_with("derived: 2 × ") && words.ends_with(from), "{words}");
        (words, told)
    };
    // What must be too slow has no say.
    let (first, told) = derived("(accepted/a.sh on secret/1)");
    assert_ne!(told, Vec::<String>::new());
    assert_eq!(derived("(accepted/a.sh on secret/1)"), (first, Vec::new()));
    let rename = |from: &str, to: &str| {
        fs::rename(folder.path().join(from), folder.path().join(to)).expect("renamed");
    };
    rename("data/secret/1.in", "data/secret/2.in");
    rename("data/secret/1.ans", "data/secret/2.ans");
    derived("(accepted/a.sh on secret/2)");
    rename("submissions/accepted/a.sh", "submissions/accepted/b.sh");
    derived("(accepted/b.sh on secret/2)");
}

#[test]
fn a_limit_that_less_time_would_lead_to_as_well_needs_no_run_alone() {
    let rows: [(&str, &[&str]); 2] = [
        ("", &[]),
        ("time_resolution: 0.001, time_multipliers: {ac_to_time_limit: 100}", &["accepted/a.sh"]),
    ];
    for (limits, expected) in rows {
        let (words, told) = Kept::new().derive(&without_limit(limits));
        assert_eq!(alone(&told), expected, "{limits}: {words}: {told:?}");
    }
}
