//! Submissions: what a path is taken for, and, for every language of the table that this machine
//! can build, a build and a run in the real sandbox.

mod building;
mod hostile;
mod identifying;
mod packages;
mod precompiled;
mod workshop;

pub(crate) use building::sum_in;
pub(crate) use workshop::data;
