//! Opens files of the host such that whoever gets the descriptor can neither write to the file, by
//! whatever rights, nor learn where it stands.
//!
//! A file is opened through a copy of its mount that is read-only and stands nowhere. The kernel
//! then refuses every change with `EROFS`, also to a descriptor that is opened anew by way of
//! `/proc/self/fd`, and gives the file's path as `/`. Only an administrator may make such a copy.
//! Any other user asks a small process of ours, which is the administrator of namespaces of its own
//! and sees the same files with the same rights.

use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::{Mutex, PoisonError};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{CWD, Mode, OFlags};
use rustix::mount::OpenTreeFlags;
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};

use crate::sandbox::start::{self, Service};
use crate::sandbox::{sys, wire};

/// How long the process may take to open a file, in seconds.
const PATIENCE: i64 = 20;

/// Opens files for one judge, from any thread.
#[derive(Debug)]
pub(in crate::sandbox) struct Opener {
    executable: PathBuf,
    helper: Mutex<Helper>,
}

/// The process that opens files for a plain user.
#[derive(Debug)]
enum Helper {
    /// Not needed so far.
    Unasked,
    Live(Connection),
    /// It does not work here, or is not wanted.
    Missing,
}

#[derive(Debug)]
struct Connection {
    socket: OwnedFd,
    process: Child,
}

impl Drop for Connection {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Opener {
    /// With a process of this executable, unless there are to be no processes beside the slots.
    pub(in crate::sandbox) fn new(executable: &Path, with_process: bool) -> Self {
        let helper = if with_process { Helper::Unasked } else { Helper::Missing };
        Self { executable: executable.to_owned(), helper: Mutex::new(helper) }
    }

    /// The file at this path, which is open as `file` already, opened anew such that it can never
    /// be written to; `None` where that is not possible.
    pub(in crate::sandbox) fn open(&self, path: &Path, file: &File) -> io::Result<Option<OwnedFd>> {
        let path = fs::canonicalize(path)?;
        let opened = match open_unwritable(&path) {
            Ok(opened) => opened,
            Err(_) => match self.ask(&path) {
                Some(opened) => opened,
                None => return Ok(None),
            },
        };
        // What stood at the path may have changed, and the kernel's word counts, not ours.
        let (ours, theirs) = (file.metadata()?, File::from(opened.try_clone()?).metadata()?);
        let is_same = (ours.dev(), ours.ino()) == (theirs.dev(), theirs.ino());
        let flags = rustix::fs::fstatvfs(&opened)?.f_flag;
        let is_unwritable = flags.contains(rustix::fs::StatVfsMountFlags::RDONLY);
        Ok((is_same && is_unwritable).then_some(opened))
    }

    /// Asks the process, which is started when it is needed first, and again when it was lost.
    fn ask(&self, path: &Path) -> Option<OwnedFd> {
        let mut helper = self.helper.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 0..2 {
            if let Helper::Unasked = *helper {
                *helper = self.start().map_or(Helper::Missing, Helper::Live);
            }
            let Helper::Live(connection) = &*helper else { return None };
            match connection.ask(path) {
                Ok(opened) => return opened,
                Err(_) => *helper = Helper::Unasked,
            }
        }
        *helper = Helper::Missing;
        None
    }

    fn start(&self) -> io::Result<Connection> {
        let (socket, theirs) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
        let process = start::anew(&self.executable, Service::Opener, [""; 0], theirs)?;
        Ok(Connection { socket, process })
    }
}

impl Connection {
    /// The file, or `None` where it cannot be opened so; an error when the process is lost.
    fn ask(&self, path: &Path) -> io::Result<Option<OwnedFd>> {
        wire::send(&self.socket, path.as_os_str().as_bytes(), &[])?;
        let patience = Timespec { tv_sec: PATIENCE, tv_nsec: 0 };
        let mut sources = [PollFd::new(&self.socket, PollFlags::IN)];
        while let Err(rustix::io::Errno::INTR) = poll(&mut sources, Some(&patience)) {}
        if sources[0].revents().is_empty() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let answer = wire::receive(&self.socket, &mut [0])?;
        let (_, mut opened) = answer.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(opened.pop())
    }
}

/// Opens a file through a mount of its own that is read-only and stands nowhere.
fn open_unwritable(path: &Path) -> io::Result<OwnedFd> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC;
    let place = rustix::mount::open_tree(CWD, path, flags)?;
    let attributes = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV;
    sys::set_mount_attributes(place.as_fd(), attributes)?;
    // A place can be opened only by its name.
    let name = format!("/proc/self/fd/{}", place.as_raw_fd());
    // Not to hang on a FIFO.
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok(rustix::fs::open(name, flags, Mode::empty())?)
}

/// Serves as the process that opens files, until the judge is gone. The socket to it is standard
/// input.
#[expect(unsafe_code, reason = "enters namespaces of its own")]
pub(in crate::sandbox) fn serve() -> io::Result<()> {
    let _ = rustix::thread::set_name(Service::Opener.name());
    let not_dumpable = rustix::process::DumpableBehavior::NotDumpable;
    rustix::process::set_dumpable_behavior(not_dumpable)?;
    rustix::thread::set_no_new_privs(true)?;
    let new = rustix::thread::UnshareFlags::NEWUSER | rustix::thread::UnshareFlags::NEWNS;
    // SAFETY: this process has one thread, which shares nothing with anybody.
    unsafe { rustix::thread::unshare_unsafe(new) }?;
    let socket = rustix::stdio::stdin();
    let mut path = vec![0; wire::LARGEST];
    while let Some((length, _)) = wire::receive(socket, &mut path)? {
        let path = PathBuf::from(std::ffi::OsString::from_vec(path[..length].to_vec()));
        let opened = open_unwritable(&path).ok();
        let beside: Vec<_> = opened.iter().map(AsFd::as_fd).collect();
        wire::send(socket, b"\0", &beside)?;
    }
    Ok(())
}
