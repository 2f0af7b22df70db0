//! Small processes beside the judge, each with the judge's side of it: one opens files for it, one
//! outlives it for a moment.

pub(in crate::sandbox) mod opener;
pub(in crate::sandbox) mod watcher;
