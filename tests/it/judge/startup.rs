//! What the start of a runtime costs is measured once, and kept.

use std::path::Path;

use jury::judge::Tools;
use jury::sandbox::{Interrupt, Level, Policy, Sandbox};
use jury::submission::Cache;

use super::tools::with_tools;

#[test]
fn a_start_is_measured_once_under_each_isolation() {
    let place = tempfile::tempdir().expect("a folder");
    let cache = Cache::open(place.path()).expect("a cache");
    let executable = Path::new(env!("CARGO_BIN_EXE_jury"));
    let weakest = Sandbox::probe_with(executable, Policy::AtMost(Level::Watched));
    let weakest = weakest.unwrap_or_else(|error| panic!("{error}"));
    with_tools(|tools| {
        let tools = Tools { cache: &cache, ..*tools };
        let bash = tools.languages.named("bash").expect("known");
        let first = tools.startup_anew(&bash).expect("measured");
        let level = first.as_ref().map(|cost| cost.level);
        assert_eq!(level, Some(tools.sandbox.isolation().level));
        assert_ne!(level, Some(Level::Watched));
        // Nothing can be run any more, nor need it be.
        let stop = Interrupt::default();
        stop.set();
        let stopped = Tools { interrupt: &stop, ..tools };
        assert_eq!(stopped.startup(&bash).expect("known"), first);
        let other = Tools { sandbox: &weakest, ..tools };
        let cost = other.startup(&bash).expect("measured");
        assert_eq!(cost.map(|cost| cost.level), Some(Level::Watched));
    });
}
