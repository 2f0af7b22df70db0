//! Thin, checked wrappers of what only the kernel can do or tell. Those of system calls do one call
//! each and turn its failure into an [`io::Error`]; none knows why it is called.

#![expect(unsafe_code, reason = "no safe crate offers these system calls")]

use std::io;

mod children;
mod clone;
mod files;
mod process;
mod processor;
mod procfs;
mod signals;
mod tracing;

pub(in crate::sandbox) use children::{
    Change, Ended, own_resident, peek, reap, take_stop, wait_any,
};
pub(in crate::sandbox) use clone::{fork_with, vfork_into};
pub(in crate::sandbox) use files::{
    make_open_folder, open_suspect, set_mount_attributes, write_at,
};
pub(in crate::sandbox) use process::{
    KCMP_VM, as_user_of_files, install_filter, landlock_version, leave_keyring, monotonic,
    prefer_large_pages, process_cpu, share_memory,
};
pub(in crate::sandbox) use processor::{Confined, allowed};
pub(in crate::sandbox) use procfs::{
    core_wait, cpu_below, descendants, is_ending, is_runnable, threads_of, waited_for,
};
pub(in crate::sandbox) use signals::{child_signals, kill, kill_all, signal_set};
pub(in crate::sandbox) use tracing::{
    CALL_STOP, call_of, call_succeeded, let_trace, resume, resume_until_answer, stay_stopped, trace,
};

fn check(result: libc::c_long) -> io::Result<libc::c_long> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}
