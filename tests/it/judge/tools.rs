//! What real programs are judged with. Knows nothing of what is tested.

use std::path::Path;

use jury::judge::Tools;
use jury::machine_lock::MachineLock;
use jury::sandbox::{Interrupt, Policy, Sandbox};
use jury::submission::{Cache, Languages};

/// Does something with the strongest sandbox that there is here, and with the builds that all these tests share.
pub(super) fn with_tools<T>(work: impl FnOnce(&Tools<'_>) -> T) -> T {
    let executable = Path::new(env!("CARGO_BIN_EXE_jury"));
    let sandbox = Sandbox::probe_with(executable, Policy::Strongest);
    let sandbox = sandbox.unwrap_or_else(|error| panic!("{error}"));
    let cache = Cache::open(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    let (cache, languages) = (cache.expect("a cache"), Languages::shipped().expect("a table"));
    let (interrupt, machine) = (Interrupt::default(), MachineLock::default());
    work(&Tools::new(&sandbox, &cache, &languages, &interrupt, &machine))
}
