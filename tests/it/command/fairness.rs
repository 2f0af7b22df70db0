//! Verdicts do not depend on the number of workers: one submission of every vice, graded again and
//! again at `-j 1` and `-j 8`, at both levels that hold walls; in long tests more than once.
//!
//! The times near the limit are facts and not chances: the program spends them by its own thread's
//! clock, nine percent below and ten above the limit, which no load can add to that clock.

use super::common::World;
use crate::long::usual_or_long;
use jury::report::document::{Case, Document};
use jury::verdict::Verdict;

/// Does what its input says.
const VICES: &str = r#"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static void burn(long milliseconds) {
    struct timespec now;
    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < milliseconds);
}
int main(void) {
    char what[32];
    if (scanf("%31s", what) != 1) return 1;
    if (!strcmp(what, "crash")) raise(SIGSEGV);
    if (!strcmp(what, "exit")) return 3;
    if (!strcmp(what, "memory")) { char *all = malloc(80 << 20); memset(all, 1, 80 << 20); }
    if (!strcmp(what, "output")) for (;;) puts("a flood");
    if (!strcmp(what, "spin")) for (volatile long i = 0;; i++);
    if (!strcmp(what, "idle")) sleep(100);
    if (!strcmp(what, "near")) burn(272);
    if (!strcmp(what, "late")) burn(330);
    puts(strcmp(what, "wrong") ? what : "right");
    return 0;
}
"#;

/// What the input says, and what must come of it.
const CASES: [(&str, Verdict); 10] = [
    ("right", Verdict::Accepted),
    ("wrong", Verdict::WrongAnswer),
    ("crash", Verdict::RunTimeError),
    ("exit", Verdict::RunTimeError),
    ("memory", Verdict::MemoryLimit),
    ("output", Verdict::OutputLimit),
    ("spin", Verdict::TimeLimit),
    ("idle", Verdict::IdleLimit),
    ("near", Verdict::Accepted),
    ("late", Verdict::TimeLimit),
];

#[test]
fn the_number_of_workers_changes_no_verdict() {
    let mut files = vec![
        ("p/problem.toml".to_owned(), SETTINGS.to_owned()),
        ("vices.c".to_owned(), VICES.to_owned()),
    ];
    for (what, _) in CASES {
        for ending in ["in", "ans"] {
            files.push((format!("p/data/secret/{what}.{ending}"), format!("{what}\n")));
        }
    }
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let world = World::new(&files);
    for round in 0..usual_or_long(1, 3) {
        for &jobs in usual_or_long(&["8"][..], &["1", "8"]) {
            for level in ["full", "contained"] {
                let sandbox = format!("--sandbox={level}");
                let arguments =
                    [&sandbox, "grade", "./p", "vices.c", "--json", "-", "-k", "-j", jobs];
                let did = world.jury(&arguments, 1);
                let document: Document = serde_json::from_str(&did.out).expect("a document");
                assert_as_expected(
                    &document.submissions[0].cases,
                    &format!("round {round}, -j {jobs}, {level}"),
                );
            }
        }
    }
}

const SETTINGS: &str = "name = \"Vices\"\n[limits]\ntime = 0.3\nwall_factor = 2\n\
    memory = \"32 MiB\"\noutput = \"1 MiB\"\n";

#[track_caller]
fn assert_as_expected(cases: &[Case], place: &str) {
    assert_eq!(cases.len(), CASES.len(), "{place}");
    for case in cases {
        let what = case.case.rsplit('/').next().expect("a name");
        let (_, verdict) = CASES.iter().find(|(name, _)| *name == what).expect("a case of ours");
        assert_eq!(case.verdict, *verdict, "{place}: {case:?}");
        // What lies near the limit was repeated alone, and says so.
        if ["near", "late"].contains(&what) {
            assert!(case.message.contains(" of 0.300 s in "), "{place}: {case:?}");
        }
    }
}
