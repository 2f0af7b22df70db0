//! The slot's own process: how it comes about and walls itself in.
//!
//! Two steps lead here. The judge starts this executable anew, as a small process of one thread
//! (the *porter*). It joins the control groups and forks, into new namespaces, the *warden*: a
//! child of the judge (`CLONE_PARENT`) and the first process of its pid namespace. The porter then
//! ends. The warden lives as long as its socket to the judge is open: when the judge is gone, for
//! whatever reason, the warden ends, and the kernel kills all else in its namespace.

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{Mode, OFlags};
use rustix::process::DumpableBehavior;

use super::fault::{Fault, Step as _};
use super::place::Place;
use super::process_scope::ProcessScope;
use super::sample::Sampler;
use super::server::{Channel, SlotServer};
use super::spawn::Common;
use super::{allowance, exec, fence, filter, root};
use crate::sandbox::sys;
use crate::sandbox::wire::{self, Accounting, Answer, IdMaps, Setup, Walls, ids};

/// Serves as a sandbox child. The socket to the judge is standard input.
pub(in crate::sandbox) fn serve() -> Result<(), ()> {
    let Ok(socket) = take_socket() else { return Err(()) };
    let served = porter(&socket);
    if let Err(Fault { step, errno }) = served {
        let _ = wire::tell(&socket, &Answer::Failed { step, errno }, &[]);
        return Err(());
    }
    Ok(())
}

/// Moves the socket away from the standard streams, which programs get anew.
fn take_socket() -> io::Result<OwnedFd> {
    let socket = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
    let null = rustix::fs::open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())?;
    rustix::stdio::dup2_stdin(&null)?;
    Ok(socket)
}

fn porter(socket: &OwnedFd) -> Result<(), Fault> {
    let mut buffer = vec![0; wire::LARGEST];
    let Some((length, _)) = wire::receive(socket, &mut buffer).step("receiving the set-up")? else {
        return Ok(());
    };
    let setup: Setup = wire::decode(&buffer[..length]).step("reading the set-up")?;
    drop(buffer);
    rustix::process::umask(Mode::from_raw_mode(0o022));
    for group in &setup.groups {
        fs::write(&**group, "0").step_with(|| format!("joining {}", group.display()))?;
    }
    allowance::raise();
    if setup.accounting != Accounting::Group {
        // If the whole machine runs out of memory, then rather us than the judge.
        let _ = fs::write("/proc/self/oom_score_adj", "500");
    }
    divide(socket, &setup)
}

/// Forks the warden, into its namespaces where there are any.
fn divide(socket: &OwnedFd, setup: &Setup) -> Result<(), Fault> {
    const NAMESPACES: i32 = libc::CLONE_NEWPID
        | libc::CLONE_NEWNS
        | libc::CLONE_NEWNET
        | libc::CLONE_NEWIPC
        | libc::CLONE_NEWUTS
        | libc::CLONE_NEWCGROUP;
    let (new, maps) = match &setup.walls {
        Walls::Namespaces(None) => (NAMESPACES, None),
        Walls::Namespaces(Some(maps)) => (NAMESPACES | libc::CLONE_NEWUSER, Some(maps)),
        Walls::Fence | Walls::Watch => (0, None),
    };
    let flags = libc::CLONE_PARENT | new;
    let (gate, opener) =
        rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).step("making a pipe")?;
    let Some((pid, pidfd)) =
        sys::fork_with(flags.cast_unsigned().into()).step("creating namespaces")?
    else {
        drop(opener);
        // Opens when the porter has written the maps, and also when it has died.
        let _ = rustix::io::read(&gate, &mut [0_u8; 1]);
        return warden(socket, setup);
    };
    if let Some(maps) = maps {
        write_maps(pid, maps)?;
    }
    wire::tell(socket, &Answer::Born, &[pidfd.as_fd()]).step("reporting the slot")?;
    drop(opener);
    Ok(())
}

fn write_maps(pid: i32, maps: &IdMaps) -> Result<(), Fault> {
    if maps.deny_setgroups {
        fs::write(format!("/proc/{pid}/setgroups"), "deny").step("giving up groups")?;
    }
    fs::write(format!("/proc/{pid}/uid_map"), &maps.uid).step("mapping users")?;
    fs::write(format!("/proc/{pid}/gid_map"), &maps.gid).step("mapping groups")
}

/// Walls itself in and serves until the judge is gone.
fn warden(socket: &OwnedFd, setup: &Setup) -> Result<(), Fault> {
    let signals = sys::child_signals().step("preparing signals")?;
    rustix::process::setsid().step("setsid")?;
    let _ = rustix::thread::set_name(c"jury-slot");
    // Before anything of a contestant's exists: nobody may look into this process.
    rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)
        .step("closing our memory")?;
    rustix::thread::set_no_new_privs(true).step("no_new_privs")?;
    sys::leave_keyring();
    exec::limit_common().step("setting limits")?;
    let channel = Channel { socket: socket.as_fd(), signals: signals.as_fd() };
    match &setup.walls {
        Walls::Namespaces(maps) => enclosed(&channel, setup, maps.is_some()),
        Walls::Fence => fence::serve(&channel, setup, true),
        Walls::Watch => fence::serve(&channel, setup, false),
    }
}

/// Serves in namespaces.
fn enclosed(channel: &Channel<'_>, setup: &Setup, in_user_namespace: bool) -> Result<(), Fault> {
    rustix::system::sethostname(b"box").step("naming the host")?;
    let tree = root::Tree {
        toolchains: &setup.toolchains,
        program: setup.program.as_deref(),
        files: setup.files.as_deref(),
        build: setup.build.as_ref(),
        read_only: setup.read_only,
        counts_shared_memory: setup.accounting.is_by_group(),
        id: setup.id.unwrap_or(ids::INSIDE),
    };
    let root = root::enter(&tree)?;
    if in_user_namespace {
        // A second lock beside the filter: no user namespace within this one.
        let _ = sys::write_at(root.processes.as_fd(), c"sys/user/max_user_namespaces", b"0");
    }
    let rules = filter::Rules {
        no_locks: setup.build.is_none(),
        accounting: setup.accounting,
        no_network: false,
    };
    let accounting = setup.accounting;
    let apart = accounting == Accounting::OwnGroup;
    let starts = if apart { filter::Starts::Clone3 } else { filter::Starts::Clone };
    filter::install(rules, starts).step("installing the system-call filter")?;
    let start = Common {
        id: setup.id,
        directory: CString::from(c"/box"),
        exposed: (accounting == Accounting::Group).then_some(root.processes.as_fd()),
        apart,
        rlimits: !accounting.is_by_group(),
        traced: accounting == Accounting::Traced,
        fence: None,
    };
    let sampler = (!accounting.is_by_group())
        .then(|| Sampler::new(root.processes.as_fd(), ProcessScope::Namespace, setup.id));
    let place = root.scratch.map_or(Place::Build, Place::Private);
    let processes = Some(root.processes.as_fd());
    SlotServer::new(channel, ProcessScope::Namespace, place, processes, sampler, &start).serve()
}
