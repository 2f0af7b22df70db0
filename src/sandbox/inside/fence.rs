//! The lesser levels, without namespaces: programs run on the host, as our descendants, in a
//! directory of the host. `fenced` holds their files by Landlock and their calls by the filter;
//! `watched` holds nothing but limits and is for one's own programs.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, Scope,
    path_beneath_rules,
};
use rustix::fs::{Mode, OFlags};

use super::fault::{Fault, Step as _};
use super::outside::Outside;
use super::place::Place;
use super::process_scope::ProcessScope;
use super::sample::Sampler;
use super::server::{Channel, SlotServer};
use super::spawn::{Common, Fence};
use super::{filter, root};
use crate::sandbox::sys;
use crate::sandbox::wire::{Accounting, Setup};

/// Serves without namespaces; behind a fence, or just watching.
pub(super) fn serve(channel: &Channel<'_>, setup: &Setup, is_fenced: bool) -> Result<(), Fault> {
    rustix::process::set_child_subreaper(rustix::process::Pid::from_raw(1))
        .step("taking in orphans")?;
    let outside = Outside::settle(setup)?;
    let directory = outside.directory();
    let rules = if is_fenced {
        let fault = |step| Fault { step, errno: libc::EOPNOTSUPP };
        let landlock = fence(setup, &outside)
            .map_err(|error| fault(format!("making Landlock rules: {error}")))?
            .ok_or_else(|| fault("making Landlock rules".into()))?;
        let no_locks = setup.build.is_none();
        let rules = filter::Rules { no_locks, accounting: setup.accounting, no_network: true };
        filter::install(rules, filter::Starts::Clone).step("installing the system-call filter")?;
        Some(landlock)
    } else {
        None
    };
    let processes = rustix::fs::open("/proc", OFlags::PATH | OFlags::CLOEXEC, Mode::empty())
        .step("opening /proc")?;
    let user = setup.id.unwrap_or_else(|| rustix::process::geteuid().as_raw());
    let common = Common {
        id: setup.id,
        directory: CString::new(directory.as_os_str().as_bytes())
            .map_err(io::Error::from)
            .step("naming the box")?,
        exposed: None,
        apart: false,
        rlimits: true,
        traced: setup.accounting == Accounting::Traced,
        fence: Some(Fence {
            rules: rules.as_ref().map(AsFd::as_fd),
            others: sys::threads_of(user),
        }),
    };
    let sampler = Sampler::new(processes.as_fd(), ProcessScope::Descendants, setup.id);
    let place = Place::Outside(outside);
    let mut warden =
        SlotServer::new(channel, ProcessScope::Descendants, place, None, Some(sampler), &common);
    let served = warden.serve();
    warden.end();
    served
}

/// Rules by which a program may read what it needs, and write in its box; `None` when the kernel
/// has no Landlock.
fn fence(setup: &Setup, outside: &Outside) -> Result<Option<OwnedFd>, RulesetError> {
    let all = ABI::V6;
    let toolchains = setup.toolchains.iter().map(|path| path.to_path_buf());
    let readable = root::visible()
        .chain(toolchains)
        .chain(outside.shown().map(Path::to_owned))
        .chain([PathBuf::from("/proc")]);
    let devices = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"];
    // Who can write to it can have memory by it that belongs to no process.
    let readable = readable.chain([PathBuf::from("/dev/zero")]);
    let in_box = if setup.read_only { AccessFs::from_read(all) } else { AccessFs::from_all(all) };
    let rules = Ruleset::default()
        .handle_access(AccessFs::from_all(all))?
        .scope(Scope::from_all(all))?
        .create()?
        .add_rules(path_beneath_rules(readable, AccessFs::from_read(all)))?
        .add_rules(path_beneath_rules(devices, AccessFs::ReadFile | AccessFs::WriteFile))?
        .add_rules(path_beneath_rules([outside.directory()], in_box))?;
    Ok(rules.into())
}
