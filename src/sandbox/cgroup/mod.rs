//! Control groups: finding a place for them, making one for each slot, and sweeping those that dead
//! judges left, in versions 1 and 2.
//!
//! A group is a directory `jury-slot-PID-N` below the judge's own group; in version 1 there is one
//! for each controller. Each is held by its owner, so that the next judge can tell a group in use from
//! one whose owner was killed, and sweeps that with all that still runs in it. Two judges may share
//! the place of one controller and not that of another, so each directory tells only of itself.

mod counters;
mod delegation;
mod directory;
mod group;
mod hierarchy;
mod mounts;

pub(in crate::sandbox) use counters::{CpuClock, Peak};
pub(in crate::sandbox) use directory::{Cleanup, has_groups_of, sweep};
pub(in crate::sandbox) use group::{Baseline, Group, Usage};
pub(in crate::sandbox) use hierarchy::Hierarchy;
pub(in crate::sandbox) use mounts::{mount_point, place};
