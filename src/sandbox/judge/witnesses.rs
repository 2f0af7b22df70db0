//! Who tells of a slot's runs besides the slot itself: its control group, where it has one, and the
//! kernel's count of processes killed for lack of memory.

use std::io;
use std::os::fd::BorrowedFd;
use std::sync::Arc;
use std::time::Duration;

use super::doubt::{Membership, OutOfMemory};
use crate::limits::Limits;
use crate::sandbox::cgroup::{Baseline, CpuClock, Group, Hierarchy, Usage};
use crate::sandbox::error::{SandboxError, failed};

/// What can be asked about a slot's runs.
#[derive(Debug)]
pub(super) struct Witnesses {
    group: Option<Group>,
    /// What the group had counted when the run in progress began.
    baseline: Option<Baseline>,
    /// Where the slot must be for its group's readings to mean anything, where that matters.
    membership: Option<Membership>,
    /// Kills for lack of memory on the whole machine, where no group tells those of a run.
    kills: OutOfMemory,
}

impl Witnesses {
    /// For a slot in this group, if it has one.
    pub(super) fn of(group: Option<Group>) -> Self {
        Self { group, baseline: None, membership: None, kills: OutOfMemory::now() }
    }

    /// The slot's process, which has this number, is in its group: makes that ready for runs, and notes
    /// where the slot must stay.
    pub(super) fn settle(&mut self, pid: io::Result<u32>) -> Result<(), SandboxError> {
        let Some(group) = &mut self.group else { return Ok(()) };
        let pid = pid.map_err(failed("finding the slot's process"))?;
        group.settle(pid).map_err(|source| unreliable(group, source))?;
        // Where runs have a group of their own, it does not matter where the slot is.
        if group.run().is_none() {
            let membership = Membership::of(pid);
            self.membership = Some(membership.map_err(failed("finding the slot's groups"))?);
        }
        Ok(())
    }

    /// Where the group cannot count one more run, the next run gets a new one.
    pub(super) fn renew(
        &mut self,
        hierarchy: Option<&Hierarchy>,
        pid: impl Fn() -> io::Result<u32>,
    ) -> Result<(), SandboxError> {
        let (Some(hierarchy), Some(group)) = (hierarchy, &mut self.group) else { return Ok(()) };
        if group.renew().map_err(|source| unreliable(group, source))? {
            return Ok(());
        }
        let fresh = Group::make(hierarchy).map_err(failed("making a control group"))?;
        let number = pid().map_err(failed("finding the slot's process"))?;
        fresh.admit(number).map_err(failed("moving a slot to a new control group"))?;
        self.group = Some(fresh);
        self.settle(pid())
    }

    /// A run is about to begin: sets its limits and starts counting.
    pub(super) fn arm(&mut self, limits: &Limits) -> Result<(), SandboxError> {
        if let Some(group) = &mut self.group {
            let armed = group.arm(limits.memory, limits.processes);
            self.baseline = Some(armed.map_err(|source| unreliable(group, source))?);
        }
        Ok(())
    }

    /// The group with what it had counted before the run.
    fn counting(&self) -> Option<(&Group, &Baseline)> {
        self.group.as_ref().zip(self.baseline.as_ref())
    }

    /// Whether a control group tells the CPU time.
    pub(super) fn tell_cpu(&self) -> bool {
        self.group.is_some()
    }

    /// Where a program must be started; `None` where it is by its slot already.
    pub(super) fn place_of_runs(&self) -> Option<BorrowedFd<'_>> {
        self.group.as_ref().and_then(Group::run)
    }

    /// The clock of the group, where there is one.
    pub(super) fn clock(&self) -> io::Result<Option<Arc<CpuClock>>> {
        self.group.as_ref().map(|group| group.cpu().map(Arc::clone)).transpose()
    }

    /// CPU time of the run so far, where a group tells it.
    pub(super) fn cpu(&self) -> Result<Option<Duration>, SandboxError> {
        let Some((group, baseline)) = self.counting() else { return Ok(None) };
        group.cpu_since(baseline).map(Some).map_err(|source| unreliable(group, source))
    }

    /// Whether the kernel has killed a process of the run for lack of memory, where a group tells it.
    pub(super) fn have_seen_kills(&self) -> Result<bool, SandboxError> {
        let Some((group, baseline)) = self.counting() else { return Ok(false) };
        group.has_killed(baseline).map_err(|source| unreliable(group, source))
    }

    /// Looks at the memory in use where nothing else tells its peak, and says how long to pause at most
    /// until the next look.
    pub(super) fn look(&self, pause: Duration) -> Result<Duration, SandboxError> {
        let Some(group) = &self.group else { return Ok(pause) };
        group.look(pause).map_err(|source| unreliable(group, source))
    }

    /// What the group has counted of the run, where there is one and it is to be trusted. `reaped` is
    /// the CPU time of the run's processes by the slot's account; `None` when the slot gave none.
    pub(super) fn counted(
        &mut self,
        reaped: Option<Duration>,
    ) -> Result<Option<Usage>, SandboxError> {
        let (Some(group), Some(baseline)) = (&mut self.group, &self.baseline) else {
            return Ok(None);
        };
        let usage = group.since(baseline).map_err(|source| unreliable(group, source))?;
        let doubt = match &self.membership {
            // The dead are in no group.
            Some(groups) if reaped.is_some() && groups.has_changed() => {
                Some("the slot was moved out of it".to_owned())
            }
            _ => group
                .doubt(&usage, reaped.unwrap_or_default())
                .map_err(|source| unreliable(group, source))?,
        };
        match (doubt, group.killed_from_above(&usage)) {
            (Some(why), _) => Err(unreliable(group, io::Error::other(why))),
            (None, Some(how)) => Err(SandboxError::OutOfMemory { how }),
            (None, None) => Ok(Some(usage)),
        }
    }

    /// Whether the kernel has killed anything for lack of memory since this was last asked.
    pub(super) fn have_seen_kills_anywhere(&mut self) -> bool {
        self.kills.grew()
    }
}

fn unreliable(group: &Group, source: io::Error) -> SandboxError {
    failed(format!(
        "the readings of the control group {} cannot be trusted",
        group.place().display()
    ))(source)
}
