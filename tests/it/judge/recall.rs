//! A problem that comes with jury is verified twice: the second time nothing is run, and nothing else is
//! different.

use std::path::Path;

use jury::judge::time_limit::Ran;
use jury::judge::verify::{Extent, Proof, verify};
use jury::judge::{Explanation, Mode, Recall, RecalledRuns, Tools};
use jury::problem::load::load;
use jury::recall::Store;

use super::tools::with_tools;

/// One of each kind is as good as all of them, and none is compiled: a build takes longer than all runs.
const SUBMISSIONS: [&str; 4] = ["levels.py", "says_moves.py", "no_bound.py", "no_columns.py"];

/// A copy of the problem with few of its submissions.
fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.expect("an entry");
        let below = entry.path().strip_prefix(from).expect("below");
        let is_one = SUBMISSIONS.iter().any(|name| below.ends_with(name));
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(to.join(below)).expect("a folder");
        } else if is_one || !below.starts_with("submissions") {
            std::fs::copy(entry.path(), to.join(below)).expect("copied");
        }
    }
}

/// What a verification finds, and what it ran or recalled.
fn verified(problem: &Path, records: &Path) -> (Proof, Vec<Explanation>) {
    let executable = Path::new(env!("CARGO_BIN_EXE_jury"));
    let store = Store::new(records.to_owned());
    let problem = load(problem).unwrap_or_else(|complaints| panic!("{complaints:?}"));
    with_tools(|tools| {
        let isolation = tools.sandbox.isolation();
        let recall = Recall::new(store, tools.cache, isolation, executable, Mode::Recall);
        let tools = Tools { references: executable, recall: Some(&recall), ..*tools };
        let proof = verify(&tools, &problem, &Ran::default(), Extent::Proof, &|_| {});
        (proof.expect("a proof"), recall.explanations())
    })
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_shipped_problem_is_run_once() {
    let place = tempfile::tempdir().expect("a folder");
    let here = place.path().canonicalize().expect("a folder");
    let problem = here.join("four-in-line");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/four-in-line"), &problem);
    let records = here.join("records");
    let (first, ran) = verified(&problem, &records);
    assert!(first.holds(), "{:#?}", first.findings);
    assert_eq!(first.recalled, RecalledRuns::default());
    assert!(ran.iter().all(|one| one.words.starts_with("not recalled: ")), "{ran:#?}");
    let (mut second, explained) = verified(&problem, &records);
    let is_run = |one: &&Explanation| !one.words.starts_with("recalled from ");
    assert_eq!(explained.iter().filter(is_run).collect::<Vec<_>>(), Vec::<&Explanation>::new());
    assert!(second.recalled.runs > 100, "{:?}", second.recalled);
    second.recalled = RecalledRuns::default();
    assert_eq!(second, first);
}
