//! Work for many machines. A [`Plan`] says what is to be done, in numbered shards; a [`Part`] holds what came
//! of one shard; a [`Merger`] makes one report of parts. Pure: no file is opened and nothing runs here.
//!
//! ```text
//! arguments --assign--> Plan --(on each machine: a shard is graded)--> Part --merge--> Document
//! ```
//!
//! Both files bear a digest of all that they say, so that a changed byte is found. Nothing in a plan
//! depends on the machine that made it but its toolchains: the same inputs make the same plan.

mod assign;
mod document;
mod error;
mod merge;
mod part;
mod paths;
mod ranges;
mod toolchains;

pub use assign::{MOST_SHARDS, assign, usual_number};
pub use document::{DerivedLimit, Kind, Options, Plan, PlannedProblem, SkippedUnit, Unit};
pub use error::BadFile;
pub use merge::{Merged, Merger, Naming};
pub use part::{MachineFacts, Part, Probe, are_equal};
pub use paths::{relative, straight};
pub use ranges::ranges;
pub use toolchains::{Toolchains, different_toolchains};
