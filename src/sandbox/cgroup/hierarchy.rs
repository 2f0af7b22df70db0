//! Where control groups can be made here, in versions 1 and 2.

use std::path::{Path, PathBuf};

use super::counters::Peak;
use super::delegation;
use super::directory::Directories;
use super::mounts::{Tables, place};

/// Where groups can be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::sandbox) enum Hierarchy {
    /// One parent directory a controller.
    V1 { memory: PathBuf, pids: PathBuf, cpuacct: PathBuf },
    /// One parent directory whose children have the controllers `memory` and `pids`.
    V2 { parent: PathBuf, peak: Peak },
}

impl Hierarchy {
    /// Finds where this process may make groups; else says what is missing.
    pub(in crate::sandbox) fn find() -> Result<Self, String> {
        let Tables { mounts, own } = Tables::read()?;
        let place = |controller| place(&mounts, &own, controller);
        if let (Some(memory), Some(pids), Some(cpuacct)) =
            (place("memory"), place("pids"), place("cpuacct"))
        {
            return Ok(Self::V1 { memory, pids, cpuacct });
        }
        let parent = delegation::divided()?;
        let group = Directories::make(&[&parent])
            .map_err(|error| format!("making a control group: {error}"))?;
        let peak = Peak::of(group.first());
        drop(group);
        Ok(Self::V2 { parent, peak })
    }

    /// The directories in which groups are made.
    pub(in crate::sandbox) fn parents(&self) -> Vec<&Path> {
        match self {
            Self::V1 { memory, pids, cpuacct } => {
                let mut all: Vec<&Path> = vec![memory, pids, cpuacct];
                all.sort_unstable();
                all.dedup();
                all
            }
            Self::V2 { parent, .. } => vec![parent],
        }
    }
}
