//! Faults on our side: disk full, no descriptors, slots killed, meddled control groups, clocks,
//! judges killed in mid-run. Whatever happens, a verdict is right or there is none: an error says
//! what happened, nothing is left behind, and the next run is right. Everything runs at `full` and
//! as a plain user at `contained`, where the machine and the user allow it.

mod arena;
mod aside;
mod clocks;
pub(crate) mod common;
mod disk;
mod files;
mod groups;
mod killed;
mod shortage;
mod slots;
mod spoilt;
