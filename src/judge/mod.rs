//! Judging: runs and checks cases, and folds their outcomes into grades.
//!
//! Workers run cases ahead of need; one owner folds outcomes in package order, so one worker and
//! sixteen report the same verdicts in the same order. [`Grading`] is where to begin.

pub mod add;
pub mod answer;
mod answers;
mod ask;
mod box_files;
mod case;
mod catch;
mod checks;
pub mod complete;
mod details;
mod equal;
pub mod evidence;
pub mod expectation;
mod failure;
mod file_check;
mod file_runner;
mod form;
pub mod generate;
pub mod generator_rule;
pub mod grade;
mod identity;
mod interact;
pub mod line_ends;
pub mod listed;
pub mod matrix;
mod noise;
pub mod once;
mod open;
mod outcome;
mod part_runs;
mod parts;
mod passes;
mod proof;
mod reason;
mod recall;
mod runner;
pub mod schedule;
mod session;
mod set_aside;
mod startup;
mod static_check;
pub mod stress;
pub mod time_limit;
pub mod tools;
mod unlisted;
pub mod verify;
mod workers;

pub use case::Bench;
pub use catch::{NewCaseResult, Role};
pub use details::Details;
pub use evidence::{Evidence, Excerpt};
pub use failure::{FailedGrade, JudgeFailure};
pub use grade::{Grade, GroupGrade};
pub use outcome::{Measured, Outcome, RecalledRuns};
pub use parts::Parts;
pub use recall::{Explanation, Mode, Recall};
pub use runner::Runner;
pub use schedule::Halt;
pub use session::{Compile, Event, Graded, Grades, Grading, LastFailures};
pub use startup::StartupCost;
pub use static_check::StaticCheck;
pub use tools::{PlannedStartups, Tools};
pub use workers::{Assignment, RunLog, judge};
