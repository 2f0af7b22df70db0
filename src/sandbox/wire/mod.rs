//! What the judge and a slot say to each other, as bytes: one message a datagram of a seqpacket
//! socket, descriptors beside it.
//!
//! Both ends are the same executable, so there is no version; the far end is trusted, and still a
//! message that cannot be read is an error and never a panic.

use std::ffi::CString;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};

mod codec;
pub(in crate::sandbox) mod ids;

/// The largest message in bytes: arguments and environment together must fit. Below the kernel's
/// default socket buffer (208 KiB).
pub(in crate::sandbox) const LARGEST: usize = 128 << 10;
/// Most descriptors beside one message.
const DESCRIPTORS: usize = 8;

/// In place of an error number of [`Answer::Failed`]: the step says it all.
pub(in crate::sandbox) const WORDS_ONLY: i32 = 0;
/// The one step of [`Answer::Failed`] that a machine may forbid and that can be done without.
pub(in crate::sandbox) const TRACING: &str = "tracing a program";

/// How a slot's process is walled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::sandbox) enum Walls {
    /// Namespaces; with the maps of a user namespace where one is wanted.
    Namespaces(Option<IdMaps>),
    /// No namespaces: Landlock and the system-call filter.
    Fence,
    /// Resource limits and a process group only.
    Watch,
}

/// The maps of a new user namespace, as the kernel reads them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::sandbox) struct IdMaps {
    /// For `uid_map`.
    pub(in crate::sandbox) uid: String,
    /// For `gid_map`.
    pub(in crate::sandbox) gid: String,
    /// Whether `setgroups` must be given up first: so it is for a plain user.
    pub(in crate::sandbox) deny_setgroups: bool,
}

/// All that a new slot must know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::sandbox) struct Setup {
    /// How it is walled in.
    pub(in crate::sandbox) walls: Walls,
    /// User and group of the programs, as numbered inside; `None` keeps the slot's own.
    pub(in crate::sandbox) id: Option<u32>,
    /// The `cgroup.procs` files to join.
    pub(in crate::sandbox) groups: Vec<PathBuf>,
    /// Host paths visible at the same path.
    pub(in crate::sandbox) toolchains: Vec<PathBuf>,
    /// Host directory at `/program`.
    pub(in crate::sandbox) program: Option<PathBuf>,
    /// Host directory at `/files`.
    pub(in crate::sandbox) files: Option<PathBuf>,
    /// Where a build takes place; `None` for an empty box each run.
    pub(in crate::sandbox) build: Option<Build>,
    /// Who counts what programs use.
    pub(in crate::sandbox) accounting: Accounting,
}

/// Where a build takes place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::sandbox) struct Build {
    /// A host directory with the sources.
    pub(in crate::sandbox) folder: PathBuf,
    /// Bytes that everything written in the box may hold together.
    pub(in crate::sandbox) size: u64,
}

/// Who counts the CPU time and the memory of programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sandbox) enum Accounting {
    /// The kernel, in a control group that the slot is in too.
    Group,
    /// The kernel, in a control group of version 2 that comes with each run, and in which its
    /// program is started.
    OwnGroup,
    /// The slot, which traces all processes and so sees each one's end.
    Traced,
    /// The slot, by looking alone.
    Sampled,
}

impl Accounting {
    /// Whether the kernel counts, so that the slot need not.
    pub(in crate::sandbox) fn is_by_group(self) -> bool {
        matches!(self, Self::Group | Self::OwnGroup)
    }
}

/// Limits that the slot's side applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sandbox) struct SlotLimits {
    /// CPU time at which the run is killed, in nanoseconds.
    pub(in crate::sandbox) kill_cpu: u64,
    /// Memory in bytes.
    pub(in crate::sandbox) memory: u64,
    /// Processes and threads.
    pub(in crate::sandbox) processes: u64,
    /// Bytes in files.
    pub(in crate::sandbox) files: u64,
}

/// What a run is asked for beyond its limits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::sandbox) struct Extras {
    /// A folder of this name stands in the box when the program starts.
    pub(in crate::sandbox) folder: Option<CString>,
    /// Files, as paths in the box, that are opened for the judge after the run.
    pub(in crate::sandbox) keep: Vec<CString>,
    /// Whether somebody waits for the far ends of the standard streams to close: the slot then lets
    /// go of them as soon as the program has them.
    pub(in crate::sandbox) talks: bool,
}

/// What the judge asks of a slot.
#[derive(Debug)]
pub(in crate::sandbox) enum Order {
    /// Run this, with three descriptors beside it as its standard streams, and a fourth for its
    /// control group where it has one of its own.
    Run {
        /// Limits.
        limits: SlotLimits,
        /// More.
        extras: Extras,
        /// Program and arguments.
        argv: Vec<CString>,
        /// Environment.
        environment: Vec<CString>,
    },
    /// Kill what runs. Means nothing when nothing does.
    Stop,
}

/// Why the slot itself ended a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sandbox) enum Halt {
    /// It did not.
    No,
    /// The judge asked for it.
    Asked,
    /// It saw too much memory.
    Memory,
    /// It saw too much CPU time.
    Cpu,
}

/// Facts of one run as the slot saw them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sandbox) struct Facts {
    /// The wait status of the main process.
    pub(in crate::sandbox) status: i32,
    /// The error number of `execve`, or 0.
    pub(in crate::sandbox) refused: i32,
    /// Why the slot ended it.
    pub(in crate::sandbox) halt: Halt,
    /// Wall time from just before the start to the end of the main process, in nanoseconds.
    pub(in crate::sandbox) wall: u64,
    /// The part of it until the program had been started, in nanoseconds.
    pub(in crate::sandbox) start: u64,
    /// When the main process was seen to have ended, in nanoseconds of the monotonic clock.
    pub(in crate::sandbox) ended: u64,
    /// Which of the files asked for are beside the message, as bits, the first one lowest.
    pub(in crate::sandbox) kept: u64,
    /// CPU time of all that was reaped, in nanoseconds.
    pub(in crate::sandbox) reaped_cpu: u64,
    /// CPU time that the slot itself spent since its last answer, in nanoseconds.
    pub(in crate::sandbox) own_cpu: u64,
    /// Largest resident size of one process, or of all together where that was looked at, in bytes.
    pub(in crate::sandbox) resident: u64,
    /// Processes found alive after the main one ended.
    pub(in crate::sandbox) left_over: u32,
    /// Whether the slot must not be used again.
    pub(in crate::sandbox) retire: bool,
}

/// What a slot answers.
#[derive(Debug)]
pub(in crate::sandbox) enum Answer {
    /// The slot's process exists; its pidfd is beside the message.
    Born,
    /// It is ready for the first run; a build's box is beside the message.
    Ready,
    /// A step of ours failed: nothing was run.
    Failed {
        /// The step.
        step: String,
        /// The error number.
        errno: i32,
    },
    /// It was told to stop, found the program running, and is killing it.
    Stopping,
    /// A run is over, and all is clean again. The files asked for are beside the message.
    Done(Facts),
}

/// Sends one message. Never raises `SIGPIPE`.
pub(in crate::sandbox) fn send(
    socket: impl AsFd,
    message: &[u8],
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() && !control.push(SendAncillaryMessage::ScmRights(descriptors)) {
        return Err(io::Error::other("too many descriptors for one message"));
    }
    loop {
        match sendmsg(&socket, &[IoSlice::new(message)], &mut control, SendFlags::NOSIGNAL) {
            Ok(_) => return Ok(()),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Receives one message into `buffer`: its length and its descriptors. `None` when the far end is
/// gone.
pub(in crate::sandbox) fn receive(
    socket: impl AsFd,
    buffer: &mut [u8],
) -> io::Result<Option<(usize, Vec<OwnedFd>)>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let (length, cut_short) = loop {
        let parts = &mut [IoSliceMut::new(buffer)];
        match recvmsg(&socket, parts, &mut control, RecvFlags::CMSG_CLOEXEC) {
            Ok(message) => break (message.bytes, message.flags.contains(ReturnFlags::CTRUNC)),
            Err(rustix::io::Errno::INTR) => {}
            Err(rustix::io::Errno::CONNRESET) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
    };
    if cut_short {
        // The kernel drops what finds no room among our descriptors.
        return Err(rustix::io::Errno::MFILE.into());
    }
    let mut descriptors = Vec::with_capacity(DESCRIPTORS);
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = message {
            descriptors.extend(rights);
        }
    }
    Ok(if length == 0 { None } else { Some((length, descriptors)) })
}
