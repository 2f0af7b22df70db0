//! `jury` judges programs against problem folders: build, run under limits in a sandbox, check,
//! score, report.
//!
//! ```text
//! problem folder --load--> Problem --+
//! submission ----build---> Program --+-- run --> Run -- check --> Judgement -- classify --> Outcome
//!                                                                                              |
//! bytes <-- render -- Document <------------------ Grade <------ fold, in package order -------+
//! ```
//!
//! Each stage owns the noun that it makes and imports only from stages before it. The rooms stand
//! on floors, and a file imports only from lower floors or its own room (a test holds this):
//!
//! | floor | room | holds |
//! |---|---|---|
//! | 8 | `main.rs` | a dozen lines |
//! | 7 | [`cli`] | arguments, one file a command, exit statuses, signals, progress |
//! | 6 | [`plan`] | work for many machines: plans, parts of them, folding these to one report (pure) |
//! | 5 | [`report`] | the report, a `Document`; one file a format |
//! | 4 | [`judge`] | run and check one case; schedule and grade (pure); grade whole submissions |
//! | 4 | [`arena`] | whole games between bots: referee; pairings, ratings and records (pure) |
//! | 4 | [`export`] | packages for other judges: what they cannot say, and their files; writing them |
//! | 4 | [`history`] | saved grades in one file; comparing them (pure) |
//! | 3 | [`checker`] | checkers and validators by name; programs of a package, one file a protocol |
//! | 3 | [`ruling`] | what a run alone decides, without its output (pure) |
//! | 3 | [`submission`] | languages (`languages.toml`), build, build cache |
//! | 2 | [`problem`] | `Problem`, `Case`, `Group`, permitted verdicts, `Layout`; loading, one file a format |
//! | 2 | [`recall`] | what a run is, and what came of it before |
//! | 2 | [`sandbox`] | `Job` in, `Run` out; Linux isolation; sessions one talks to |
//! | 1 | [`verdict`], [`limits`], [`score`] | plain data |
//! | 1 | [`cut`] | shortening long texts in the middle (pure) |
//! | 1 | [`digest`] | digests that identify data |
//! | 1 | [`ends`] | short names for paths (pure) |
//! | 1 | [`json`] | reading JSON, with errors that have a place and a message (pure) |
//! | 1 | [`machine`] | which errors are the machine's fault; what tells it from others; cleaning up after killed judges |
//! | 1 | [`machine_lock`] | who runs beside others, and who alone, on this machine |
//! | 1 | [`natural`] | the order of names with numbers in them (pure) |
//! | 1 | [`nearest`] | messages for unknown names, with the nearest known one |
//! | 1 | [`pool`] | worker threads; results do not depend on their number |
//! | 1 | [`random`] | pseudo-random numbers from a seed |
//! | 1 | [`regular`] | opening and reading files that others may change meanwhile |
//! | 1 | [`shell`] | commands that a reader can copy into a shell (pure) |
//! | 1 | [`shrink`] | shrinking a text while a condition holds (pure) |
//! | 1 | [`mod@visible`] | untrusted bytes as harmless text |
//! | 1 | [`yaml`] | YAML files as trees of strings with their places (pure) |
//!
//! A program that grades submissions needs no command line:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use jury::judge::{Grading, Tools};
//! use jury::machine_lock::MachineLock;
//! use jury::problem::load::load;
//! use jury::sandbox::{self, Interrupt, Policy, Sandbox};
//! use jury::submission::{Cache, Languages};
//!
//! fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
//!     // The sandbox starts this very executable again, and such a process enters here.
//!     if let Some(status) = sandbox::enter_if_child() {
//!         return Ok(status);
//!     }
//!     let problem = load("problems/four-in-line".as_ref())?;
//!     let languages = Languages::shipped()?;
//!     let submission = languages.identify("solution.cpp".as_ref(), None)?;
//!     let sandbox = Sandbox::probe(Policy::Strongest)?;
//!     let cache = Cache::open("/tmp/builds".as_ref())?;
//!     let (interrupt, machine) = (Interrupt::default(), MachineLock::default());
//!     let tools = Tools::new(&sandbox, &cache, &languages, &interrupt, &machine);
//!     let grades = Grading::new(&tools, &problem)?.run(&[submission], &mut |_| {});
//!     for graded in &grades.submissions {
//!         println!("{}: {}", graded.submission.path.display(), graded.grade.verdict);
//!     }
//!     grades.failure.map_or(Ok(ExitCode::SUCCESS), |failure| Err(failure.into()))
//! }
//! ```

// Of code that runs outside of tests; `clippy.toml` has the reasons.
#![cfg_attr(
    not(test),
    deny(
        clippy::disallowed_methods,
        clippy::disallowed_types,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

#[cfg(not(target_os = "linux"))]
compile_error!("jury needs the sandbox features of Linux; other systems are not supported");

pub mod arena;
pub mod checker;
pub mod cli;
pub mod cut;
pub mod digest;
pub mod ends;
pub mod export;
pub mod history;
pub mod json;
pub mod judge;
pub mod limits;
pub mod machine;
pub mod machine_lock;
pub mod natural;
pub mod nearest;
pub mod plan;
pub mod pool;
pub mod problem;
pub mod random;
pub mod recall;
pub mod regular;
pub mod report;
pub mod ruling;
pub mod sandbox;
pub mod score;
pub mod shell;
pub mod shrink;
pub mod submission;
pub mod verdict;
pub mod visible;
pub mod yaml;
