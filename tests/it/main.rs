//! Tests of the toolkit from outside, through its library and its command, in one executable: each
//! further one would be linked with all of `jury` once more. Tests that look at the processes and
//! users of the machine are in `tests/sandbox`.

mod command;
mod history;
mod judge;
mod languages;
mod licences;
mod load;
#[path = "../long.rs"]
mod long;
mod page;
mod report;
mod witness;
