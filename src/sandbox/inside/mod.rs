//! What runs in a slot: first the porter and the warden, which are processes of this executable, then
//! the contestant's program.
//!
//! Nothing here may reach for the judge: these files import each other, the messages of
//! [`wire`](super::wire), system calls ([`sys`](super::sys)) and, for folders that outlive a killed
//! owner, [`machine`](crate::machine). A test reads the imports and holds this, so the list of what a
//! slot can do is this folder.

mod allowance;
mod bundle;
mod child;
mod exec;
mod fault;
mod fence;
mod filter;
mod mirror;
mod outside;
mod place;
mod process_scope;
mod root;
mod sample;
mod server;
mod spawn;
mod start_gate;
pub(crate) mod sweep;
mod trace;
mod watch;

pub(in crate::sandbox) use allowance::has_processes;
pub(in crate::sandbox) use child::serve;
