//! Loading problem folders: one file a package format, and finding them by name.
//!
//! Loading writes nothing and runs nothing. It returns a whole [`Problem`] or every complaint at
//! once, each with file, line and column.
//!
//! # The folder
//!
//! ```text
//! problems/<slug>/
//!   problem.toml
//!   statement.md
//!   data/sample/*.in, *.ans        cases are discovered; the ending `.ans` is the jury's answer
//!   data/secret/**/*.in, *.ans
//!   submissions/<verdict>/*        see `VERDICT_FOLDERS`; a file or a folder is a submission
//! ```
//!
//! Package order: cases below `data/sample` first, then the other groups; groups and then names in
//! byte order, folder by folder. Hidden entries are left out, as is every file with another
//! ending, and a case that is just being added (see [`store`](super::store)). Links are followed as
//! long as they stay within the problem folder; one that does not is an error where cases,
//! submissions or parts would be missing without it. An input or answer holds 256 MiB at most.
//!
//! # `problem.toml`
//!
//! Everything but `name` may be left out. Keys that are not listed here are errors.
//!
//! ```toml
//! name = "Eastern Draughts"
//! code = "CHECKERS"                       # a second name for commands, letter case aside
//! source = "CodeChef, August Challenge 2012"
//! validator = "eastern-draughts"          # a shipped validator; none by default
//! reference = "eastern-draughts"          # a shipped program, or a path: "submissions/accepted/x.rs"
//!
//! [limits]
//! time = 1.0                              # CPU seconds, 0.001 to 3600; default 2
//! wall_factor = 3.0                       # wall limit = time × wall_factor + 1 s; 1 to 100
//! memory = "256 MiB"                      # 1 MiB to 1 TiB; a whole number means bytes
//! output = "64 MiB"                       # 1 B to 4 GiB
//! processes = 64                          # processes and threads at one time, 1 to 10000
//! files = "64 MiB"                        # written files together, 1 MiB to 1 TiB
//!
//! [checker]
//! name = "numbers"                        # a shipped checker; default "tokens"
//! absolute = 1e-6                         # every other key is an option of that checker
//!
//! # or, instead of a name, a program of the package:
//! # program = "checkers/points.cpp"       # a source, a folder of sources, or an executable
//! # protocol = "testlib"                  # or "icpc"
//! # arguments = ["3"]                     # the package's own, after those of the protocol
//! # time = 10.0                           # CPU seconds of one call; default 10
//! # memory = "1 GiB"                      # default 1 GiB
//! # full = 100                            # points of a full solution, default 1; fewer are `PC`
//!
//! # [validator], in place of the name above, takes the same keys but `full`.
//! # [interactor] takes the same keys, and decides in the checker's place.
//!
//! [scoring]
//! kind = "mean"                           # pass-fail (default), mean, sum, min
//!
//! [[override]]                            # any of the limits, for some cases; the last word wins
//! cases = "secret/small/*"                # `*` stays within a folder, `**` crosses folders
//! time = 0.1
//!
//! [[recipe]]                              # runs `generator ARGUMENTS… SEED` for each case
//! generator = "generators/random.rs"
//! arguments = ["10", "20"]
//! name = "secret/small/random-{}"         # {} is the number: 001, 002…
//! count = 22                              # 1 to 10000; default 1
//! seed = 1                                # of the first case, counting up; default 1
//!
//! [stress]                                # inputs of a search: runs `generator ARGUMENTS… SEED`
//! generator = "generators/stress.rs"
//! arguments = ["{size}"]                  # the default; {size} grows
//! sizes = [1, 100]                        # from the first to the last; the default
//! ```
//!
//! A byte-order mark and CRLF line ends are accepted; other encodings than UTF-8 are not.
//!
//! # Plain folders
//!
//! A folder without `problem.toml` is a problem if it holds `*.in` files, each with `*.ans` or
//! `*.out` beside it, in the folder itself, in its `data`, or nested in groups. Outputs are
//! compared by tokens under the default limits. A folder that bears the mark of another judge's
//! format is none, and neither is one with problems in it; what has a `problem.toml` is ours,
//! whatever else lies there.

use std::path::Path;
use std::time::Duration;

use self::complaint::{Complaints, Wrong};
use self::folder::Folder;
use crate::problem::Problem;

mod complaint;
mod data;
mod find;
mod folder;
mod foreign;
mod kept;
mod limits;
mod package;
mod part;
mod plain;
mod recipe;
mod sheet;
mod stress;
mod written;

pub use self::complaint::{Complaint, LoadError};
pub use self::find::{FindError, Listed, find, list, repository};
pub use self::kept::VERDICT_FOLDERS;
pub use self::limits::LimitRules;

/// The settings file's name.
pub const SETTINGS: &str = "problem.toml";

/// Largest settings file that is read, in bytes.
const LARGEST_SETTINGS: u64 = 1 << 20;

/// Wall time allowed for a second of CPU time, where the settings say nothing.
pub const WALL_FACTOR: f64 = 3.0;

/// Wall time allowed beyond that, for starting up on a busy machine.
pub const WALL_EXTRA: Duration = Duration::from_secs(1);

/// The wall limit that goes with a CPU limit where nothing else is said.
pub fn usual_wall(cpu: Duration) -> Duration {
    cpu.mul_f64(WALL_FACTOR) + WALL_EXTRA
}

/// Loads a problem folder: a package where it has a `problem.toml`, else a plain folder.
pub fn load(folder: &Path) -> Result<Problem, LoadError> {
    load_with(folder, Answers::Needed)
}

/// The same, but answers may be missing: for making them.
pub fn load_unanswered(folder: &Path) -> Result<Problem, LoadError> {
    load_with(folder, Answers::MayBeMissing)
}

/// What a package's missing answers mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answers {
    /// A complaint where the checker needs them.
    Needed,
    /// Nothing: they are still to be made.
    MayBeMissing,
}

fn load_with(folder: &Path, answers: Answers) -> Result<Problem, LoadError> {
    let opened = Folder::open(folder).or_else(|error| {
        let mut complaints = Complaints::default();
        complaints.about(folder, Wrong::unreadable("cannot read folder", &error));
        complaints.or(folder, None)
    })?;
    let settings = opened.real.join(SETTINGS);
    if settings.exists() || settings.is_symlink() {
        return package::load(&opened, answers);
    }
    if let Some(why) = foreign::refusal(&opened.real) {
        let mut complaints = Complaints::default();
        complaints.about(folder, why);
        return complaints.or(folder, None);
    }
    plain::load(&opened)
}
