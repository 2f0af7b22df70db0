//! The system-call filter: one table of what is refused and how, and its translation into the
//! kernel's filter instructions.
//!
//! It is a list of exotic calls to refuse, not of known ones to allow: an allow list breaks honest
//! programs with every new library, while the walls proper are namespaces, users and mounts. What
//! stands here are kernel objects that namespaces do not cover, ways out of the accounting, and
//! the large, rarely used parts of the kernel. It is installed once in the slot, is inherited by
//! every program, and costs a run nothing; so it must allow what the slot itself needs (`mount`
//! and `umount2`, for which the programs lack the capability).

use std::io;

use libc::{c_long, sock_filter};

mod program;

use crate::sandbox::sys;
use crate::sandbox::wire::Accounting;
use program::{NOTHING_DONE, Row, SEEN_BY_TRACER, When, addition, program};

/// How far a program is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rules {
    /// Whether file locks are taken only in appearance: they reach across sandboxes by shared
    /// files. Refusing them makes Java virtual machines complain on standard output. Builds need
    /// real ones in their workspace.
    pub(super) no_locks: bool,
    /// Who counts memory: what he cannot see is refused.
    pub(super) accounting: Accounting,
    /// Whether sockets are refused, because there are no network and mount namespaces: only pairs
    /// remain.
    pub(super) no_network: bool,
}

/// How a slot starts programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Starts {
    /// By `clone`.
    Clone,
    /// By `clone3`, which is then refused to each program by [`closing`].
    Clone3,
}

/// Flags of `clone` that are refused: new namespaces, and children put beside their parent, which
/// nobody here would wait for, or that escape their tracer.
const CLONE_REFUSED: i32 = libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_PARENT
    | libc::CLONE_UNTRACED;

/// What a slot asks of the processes that it traces.
const TRACING: &[i32] = &[
    libc::PTRACE_SEIZE.cast_signed(),
    libc::PTRACE_CONT.cast_signed(),
    libc::PTRACE_SYSCALL.cast_signed(),
    libc::PTRACE_LISTEN.cast_signed(),
    libc::PTRACE_GET_SYSCALL_INFO.cast_signed(),
];

/// `setxattrat`, since Linux 6.13: the same number on all machines.
const SETXATTRAT: c_long = 463;
/// `statmount` and `listmount`, since Linux 6.8: likewise.
const STATMOUNT: c_long = 457;
const LISTMOUNT: c_long = 458;

/// `SECCOMP_FILTER_FLAG_NEW_LISTENER`.
const LISTENER: u32 = 1 << 3;
/// Of sockets: `SO_ATTACH_FILTER`, `SO_ATTACH_BPF`, both again for groups of sockets, and
/// `IPV6_FLOWLABEL_MGR` (which for sockets in general is an option of the administrator's).
const SHARED_OPTIONS: [i32; 5] = [libc::SO_ATTACH_FILTER, libc::SO_ATTACH_BPF, 51, 52, 32];

/// Its flags lie in memory, where a filter cannot look; callers fall back to `clone`.
const CLONE3: Row = (libc::SYS_clone3, When::Always, libc::ENOSYS);

/// The rows in force under these rules.
fn table(rules: Rules, starts: Starts) -> Vec<Row> {
    let mut rows = fixed_rows();
    if starts == Starts::Clone {
        rows.push(CLONE3);
    }
    let families: &[i32] =
        if rules.no_network { &[] } else { &[libc::AF_UNIX, libc::AF_INET, libc::AF_INET6] };
    rows.push((libc::SYS_socket, When::IsNot(0, families), libc::EAFNOSUPPORT));
    rows.push((libc::SYS_socketpair, When::IsNot(0, &[libc::AF_UNIX]), libc::EAFNOSUPPORT));
    match rules.accounting {
        Accounting::Group | Accounting::OwnGroup => {}
        Accounting::Traced => rows.extend(uncounted_rows(SEEN_BY_TRACER)),
        Accounting::Sampled => rows.extend(uncounted_rows(libc::ENOMEM)),
    }
    // What a slot needs to trace its programs. They themselves then have nobody to trace: all that
    // they could reach are traced already.
    let tracing = if rules.accounting == Accounting::Traced { TRACING } else { &[] };
    rows.push((libc::SYS_ptrace, When::IsNot(0, tracing), libc::EPERM));
    // Leases and directory notices show what another sandbox does with the same file.
    let notices = &[libc::F_SETLEASE, libc::F_NOTIFY];
    rows.push((libc::SYS_fcntl, When::Is(1, notices), libc::EINVAL));
    if rules.no_locks {
        let locks = &[libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW];
        rows.push((libc::SYS_flock, When::Always, NOTHING_DONE));
        rows.push((libc::SYS_fcntl, When::Is(1, locks), NOTHING_DONE));
    }
    rows
}

/// Calls that make the kernel hold memory which belongs to no process, where no control group counts
/// it. Of shared memory and of what is watched for, the tracer keeps count, if there is one; else
/// the first is refused.
fn uncounted_rows(shared: i32) -> Vec<Row> {
    use When::{Always, AnyBit, Bits, Is};
    let kind = libc::MAP_TYPE | libc::MAP_ANONYMOUS;
    let mut rows = vec![
        (libc::SYS_mmap, Bits(3, kind, libc::MAP_SHARED | libc::MAP_ANONYMOUS), shared),
        // From a pool that was set aside, which no process's size shows.
        (libc::SYS_mmap, AnyBit(3, libc::MAP_HUGETLB.cast_unsigned()), libc::ENOMEM),
        (libc::SYS_memfd_create, Always, libc::ENOSYS),
        // Whole pages in pipes and sockets, for a byte each, that no process maps any more. Programs
        // fall back to reading and writing.
        (libc::SYS_vmsplice, Always, libc::ENOSYS),
        (libc::SYS_splice, Always, libc::EINVAL),
        (libc::SYS_tee, Always, libc::EINVAL),
        (libc::SYS_sendfile, Always, libc::EINVAL),
        (libc::SYS_fcntl, Is(1, &[libc::F_SETPIPE_SZ]), libc::EPERM),
        // Rules without number.
        (libc::SYS_landlock_create_ruleset, Always, libc::ENOSYS),
        (libc::SYS_landlock_add_rule, Always, libc::ENOSYS),
        // Buffers keep the size by which they are counted; programs take a refusal for a failure.
        (libc::SYS_setsockopt, Is(2, &[libc::SO_SNDBUF, libc::SO_RCVBUF]), NOTHING_DONE),
    ];
    if shared == SEEN_BY_TRACER {
        rows.push((libc::SYS_epoll_ctl, Is(1, &[libc::EPOLL_CTL_ADD]), SEEN_BY_TRACER));
    }
    rows
}

fn fixed_rows() -> Vec<Row> {
    use When::{Always, AnyBit, NotZero};
    let mut rows = vec![
        (libc::SYS_clone, AnyBit(0, CLONE_REFUSED.cast_unsigned()), libc::EPERM),
        // Limits, priority and scheduling of other processes: in a user namespace the slot itself
        // has the same user.
        (libc::SYS_prlimit64, NotZero(0), libc::EPERM),
        (libc::SYS_sched_setaffinity, When::Is(0, &[1]), libc::EPERM),
        (libc::SYS_setpriority, NotZero(1), libc::EPERM),
        (libc::SYS_setpriority, NotZero(0), libc::EPERM),
        (libc::SYS_ioprio_set, NotZero(1), libc::EPERM),
        // Mono gives each of its threads, by number, the policy that it has, and dies of a refusal. The
        // priority lies in memory; under the policies that a program may have it can only be 0.
        (libc::SYS_sched_setscheduler, When::Is(1, &[libc::SCHED_OTHER]), NOTHING_DONE),
        (libc::SYS_sched_setscheduler, NotZero(0), libc::EPERM),
        (libc::SYS_sched_setparam, NotZero(0), NOTHING_DONE),
        (libc::SYS_sched_setattr, NotZero(0), libc::EPERM),
        // Comparing its own processes does no harm, and the slot does it.
        (libc::SYS_kcmp, When::IsNot(2, &[sys::KCMP_VM]), libc::EPERM),
        // A program that answers its own calls would do so before its tracer sees them.
        (libc::SYS_seccomp, AnyBit(1, LISTENER), libc::EINVAL),
        // Filters take of the space for compiled code, and flow labels of the number, that the whole
        // machine shares.
        (libc::SYS_setsockopt, When::Is(2, &SHARED_OPTIONS), libc::ENOPROTOOPT),
    ];
    // Memory and descriptors of others; namespaces and mounts; files without a path.
    let refused = [
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_process_madvise,
        libc::SYS_pidfd_getfd,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_open_tree,
        libc::SYS_move_mount,
        libc::SYS_fsopen,
        libc::SYS_fsconfig,
        libc::SYS_fsmount,
        libc::SYS_fspick,
        libc::SYS_mount_setattr,
        libc::SYS_name_to_handle_at,
        libc::SYS_open_by_handle_at,
        libc::SYS_fanotify_init,
        libc::SYS_syslog,
        libc::SYS_move_pages,
        libc::SYS_migrate_pages,
        libc::SYS_quotactl,
        libc::SYS_acct,
    ];
    rows.extend(refused.map(|call| (call, Always, libc::EPERM)));
    // As if the kernel had been built without them: programs know how to do without.
    let absent = [
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        libc::SYS_io_uring_setup,
        libc::SYS_io_uring_enter,
        libc::SYS_io_uring_register,
        // Takes of a number that the whole machine shares.
        libc::SYS_io_setup,
        libc::SYS_memfd_secret,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_keyctl,
        libc::SYS_shmget,
        libc::SYS_semget,
        libc::SYS_msgget,
        libc::SYS_mq_open,
        libc::SYS_inotify_init1,
        libc::SYS_kexec_load,
        libc::SYS_kexec_file_load,
        // They tell what the tables of mounts do not.
        STATMOUNT,
        LISTMOUNT,
    ];
    rows.extend(absent.map(|call| (call, Always, libc::ENOSYS)));
    // Memory of the kernel's beyond all bounds, and a file system may well have no attributes.
    let attributes = [libc::SYS_setxattr, libc::SYS_lsetxattr, libc::SYS_fsetxattr, SETXATTRAT];
    rows.extend(attributes.map(|call| (call, Always, libc::EOPNOTSUPP)));
    #[cfg(target_arch = "x86_64")]
    rows.extend(
        [libc::SYS_inotify_init, libc::SYS_modify_ldt].map(|call| (call, Always, libc::ENOSYS)),
    );
    rows
}

/// What a program must be refused that its slot needs. For a process under [`install`]'s filter, which
/// sees to calls of other machines.
pub(super) fn closing() -> Vec<sock_filter> {
    addition(vec![CLONE3])
}

/// Installs the filter on this process and all that it will start. Needs `no_new_privs` or the
/// right to administer.
pub(super) fn install(rules: Rules, starts: Starts) -> io::Result<()> {
    sys::install_filter(&mut program(table(rules, starts)))
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "x86_64")]
    use super::program::FOREIGN_BIT;
    use super::program::{OURS, decide as run};
    use super::*;

    fn decide(rules: Rules, architecture: u32, call: c_long, arguments: [u32; 4]) -> u32 {
        run(&program(table(rules, Starts::Clone)), architecture, call, arguments)
    }

    const STRICT: Rules =
        Rules { no_locks: true, accounting: Accounting::Sampled, no_network: false };

    #[track_caller]
    fn case(call: c_long, arguments: [i32; 3], errno: impl Into<Option<i32>>) {
        let [one, two, three] = arguments.map(i32::cast_unsigned);
        let arguments = [one, two, three, 0];
        let wanted = errno.into().map_or(libc::SECCOMP_RET_ALLOW, |errno| {
            libc::SECCOMP_RET_ERRNO | errno.cast_unsigned()
        });
        assert_eq!(decide(STRICT, OURS, call, arguments), wanted);
    }

    #[test]
    fn calls_are_decided_by_number_and_argument() {
        case(libc::SYS_read, [9, 9, 9], None);
        case(libc::SYS_execve, [0, 0, 0], None);
        case(libc::SYS_clone, [libc::SIGCHLD, 0, 0], None);
        case(libc::SYS_clone, [libc::CLONE_VM | libc::CLONE_THREAD, 0, 0], None);
        case(libc::SYS_clone, [libc::CLONE_NEWUSER, 0, 0], libc::EPERM);
        case(libc::SYS_clone, [libc::CLONE_PARENT, 0, 0], libc::EPERM);
        case(libc::SYS_clone3, [0, 0, 0], libc::ENOSYS);
        case(libc::SYS_socket, [libc::AF_UNIX, 0, 0], None);
        case(libc::SYS_socket, [libc::AF_INET, 0, 0], None);
        case(libc::SYS_socket, [libc::AF_INET6, 0, 0], None);
        case(libc::SYS_socket, [libc::AF_VSOCK, 0, 0], libc::EAFNOSUPPORT);
        case(libc::SYS_socket, [libc::AF_NETLINK, 0, 0], libc::EAFNOSUPPORT);
        case(libc::SYS_prlimit64, [0, 3, 0], None);
        case(libc::SYS_prlimit64, [1, 3, 0], libc::EPERM);
        case(libc::SYS_setpriority, [libc::PRIO_PROCESS.cast_signed(), 0, 5], None);
        case(libc::SYS_setpriority, [libc::PRIO_USER.cast_signed(), 0, 5], libc::EPERM);
        case(libc::SYS_sched_setscheduler, [7, libc::SCHED_OTHER, 0], NOTHING_DONE);
        case(libc::SYS_sched_setscheduler, [7, libc::SCHED_IDLE, 0], libc::EPERM);
        case(libc::SYS_sched_setscheduler, [7, libc::SCHED_FIFO, 0], libc::EPERM);
        case(libc::SYS_sched_setscheduler, [0, libc::SCHED_IDLE, 0], None);
        case(libc::SYS_sched_setparam, [7, 0, 0], NOTHING_DONE);
        case(libc::SYS_fcntl, [0, libc::F_DUPFD, 0], None);
        case(libc::SYS_fcntl, [0, libc::F_SETLK, 0], NOTHING_DONE);
        case(libc::SYS_fcntl, [0, libc::F_NOTIFY, 0], libc::EINVAL);
        case(libc::SYS_clone, [libc::CLONE_UNTRACED, 0, 0], libc::EPERM);
        case(libc::SYS_ptrace, [0, 0, 0], libc::EPERM);
        case(libc::SYS_ptrace, [libc::PTRACE_CONT.cast_signed(), 0, 0], libc::EPERM);
        case(libc::SYS_kcmp, [2, 3, sys::KCMP_VM], None);
        case(libc::SYS_kcmp, [2, 3, 0], libc::EPERM);
        case(libc::SYS_seccomp, [1, 1, 0], None);
        case(libc::SYS_seccomp, [1, 9, 0], libc::EINVAL);
        case(
            libc::SYS_setsockopt,
            [3, libc::SOL_SOCKET, libc::SO_ATTACH_FILTER],
            libc::ENOPROTOOPT,
        );
        case(libc::SYS_setsockopt, [3, libc::SOL_SOCKET, libc::SO_REUSEADDR], None);
        case(libc::SYS_splice, [0, 0, 1], libc::EINVAL);
        case(STATMOUNT, [0, 0, 0], libc::ENOSYS);
        case(libc::SYS_io_setup, [1, 0, 0], libc::ENOSYS);
        case(libc::SYS_fsetxattr, [0, 0, 0], libc::EOPNOTSUPP);
        case(libc::SYS_fcntl, [0, libc::F_SETPIPE_SZ, 0], libc::EPERM);
        case(libc::SYS_setsockopt, [0, libc::SOL_SOCKET, libc::SO_SNDBUF], NOTHING_DONE);
        case(libc::SYS_epoll_ctl, [0, libc::EPOLL_CTL_ADD, 0], None);
        case(libc::SYS_memfd_create, [0, 0, 0], libc::ENOSYS);
    }

    #[test]
    fn foreign_architectures_are_killed() {
        let i386 = 0x4000_0003;
        assert_eq!(decide(STRICT, i386, 1, [0; 4]), libc::SECCOMP_RET_KILL_PROCESS);
        #[cfg(target_arch = "x86_64")]
        assert_eq!(
            decide(STRICT, OURS, c_long::from(FOREIGN_BIT), [0; 4]),
            libc::SECCOMP_RET_KILL_PROCESS
        );
    }

    #[test]
    fn rules_widen_and_narrow_the_table() {
        let build = Rules { no_locks: false, accounting: Accounting::Group, no_network: true };
        let allow = libc::SECCOMP_RET_ALLOW;
        assert_eq!(decide(build, OURS, libc::SYS_flock, [0; 4]), allow);
        assert_eq!(decide(build, OURS, libc::SYS_memfd_create, [0; 4]), allow);
        let inet = [libc::AF_INET.cast_unsigned(), 0, 0, 0];
        assert_ne!(decide(build, OURS, libc::SYS_socket, inet), allow);
    }

    #[test]
    fn memory_without_an_owner_is_counted_or_refused() {
        let refused = libc::SECCOMP_RET_ERRNO | libc::ENOMEM.cast_unsigned();
        let case = |accounting, flags: i32, wanted| {
            let rules = Rules { accounting, ..STRICT };
            let arguments = [0, 4096, 3, flags.cast_unsigned()];
            assert_eq!(decide(rules, OURS, libc::SYS_mmap, arguments), wanted, "{flags:#x}");
        };
        let (traced, sampled) = (Accounting::Traced, Accounting::Sampled);
        let allow = libc::SECCOMP_RET_ALLOW;
        let shared = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
        case(Accounting::Group, shared, allow);
        case(sampled, shared, refused);
        case(traced, shared, libc::SECCOMP_RET_TRACE);
        case(traced, shared | libc::MAP_NORESERVE, libc::SECCOMP_RET_TRACE);
        case(traced, libc::MAP_SHARED, allow);
        case(traced, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, allow);
        case(traced, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_HUGETLB, refused);
    }

    #[test]
    fn what_only_the_slot_may_is_closed_to_programs() {
        let allow = libc::SECCOMP_RET_ALLOW;
        let open = program(table(STRICT, Starts::Clone3));
        assert_eq!(run(&open, OURS, libc::SYS_clone3, [0; 4]), allow);
        assert_eq!(
            run(&closing(), OURS, libc::SYS_clone3, [0; 4]),
            libc::SECCOMP_RET_ERRNO | libc::ENOSYS.cast_unsigned()
        );
        assert_eq!(run(&closing(), OURS, libc::SYS_execve, [0; 4]), allow);
    }
}
