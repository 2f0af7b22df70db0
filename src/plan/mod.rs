//! Work for many machines. A [`Plan`] says what is to be done, in numbered shards; a [`Part`] holds what came
//! of one shard; mergers make of parts what one machine would have made. Pure: no file is opened and nothing
//! runs here.
//!
//! ```text
//! arguments --assign--> Plan --(on each machine: a shard is done)--> Part --merge--> report or record
//! ```
//!
//! Three kinds of [`Work`] have plans: submissions are graded ([`GradeWork`], [`GradeMerger`]), packages are
//! verified ([`VerifyWork`], [`VerifyMerger`]), and bots play ([`ContestWork`], [`ContestMerger`]).
//!
//! Both files bear a digest of all that they say, so that a changed byte is found. Nothing in a plan
//! depends on the machine that made it but its toolchains: the same inputs make the same plan.

mod assign;
mod contest;
mod contest_merge;
mod document;
mod error;
mod grade;
mod grade_merge;
mod machines;
mod part;
mod paths;
mod ranges;
mod taken;
mod toolchains;
mod units;
mod verify;
mod verify_merge;

pub use assign::{MOST_SHARDS, assign, usual_number};
pub use contest::{ContestResults, ContestWork};
pub use contest_merge::{ContestMerger, MergedContest, State};
pub use document::{Plan, Work};
pub use error::BadFile;
pub use grade::{DerivedLimit, GradeWork, Options, PlannedProblem, SkippedUnit, Unit};
pub use grade_merge::{GradeMerger, Merged, Naming};
pub use part::{MachineFacts, Part, Probe, Results};
pub use paths::{relative, straight};
pub use ranges::ranges;
pub use toolchains::{Toolchains, different_toolchains};
pub use units::{PlannedUnit, units_of};
pub use verify::{Found, PackageResult, PackageUnit, VerifyResults, VerifyWork};
pub use verify_merge::{MergedProofs, VerifyMerger};
