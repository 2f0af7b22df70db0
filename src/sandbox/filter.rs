//! The system-call filter: one table of what is refused and how, and its translation into the
//! kernel's filter instructions. Knows nothing of slots and runs.
//!
//! It is a list of exotic calls to refuse, not of known ones to allow: an allow list breaks honest
//! programs with every new library, while the walls proper are namespaces, users and mounts. What
//! stands here are kernel objects that namespaces do not cover, ways out of the accounting, and
//! the large, rarely used parts of the kernel. It is installed once in the slot, is inherited by
//! every program, and costs a run nothing; so it must allow what the slot itself needs (`mount`
//! and `umount2`, for which the programs lack the capability).

use std::io;

use libc::{c_long, sock_filter};

use super::sys;
use super::wire::Accounting;

/// How far a program is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rules {
    /// Whether file locks are taken only in appearance: they reach across sandboxes by shared
    /// files. Refusing them makes Java virtual machines complain on standard output. Builds need
    /// real ones in their workspace.
    pub(super) no_locks: bool,
    /// Who counts memory: what he cannot see is refused.
    pub(super) accounting: Accounting,
    /// Whether sockets are refused, for want of namespaces of networks and files: only pairs
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

const LOAD: u16 = code(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS);
const EQUAL: u16 = code(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K);
const AT_LEAST: u16 = code(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K);
const ANY_BIT: u16 = code(libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K);
const MASK: u16 = code(libc::BPF_ALU | libc::BPF_AND | libc::BPF_K);
const RETURN: u16 = code(libc::BPF_RET | libc::BPF_K);

#[expect(clippy::cast_possible_truncation, reason = "instruction codes have eight bits")]
const fn code(bits: u32) -> u16 {
    bits as u16
}

/// Offsets in `struct seccomp_data`; of an argument, its low half.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const fn argument(index: u32) -> u32 {
    16 + 8 * index
}

#[cfg(target_arch = "x86_64")]
const OURS: u32 = 0xC000_003E;
#[cfg(target_arch = "aarch64")]
const OURS: u32 = 0xC000_00B7;
/// Calls of the x32 ABI carry this bit.
#[cfg(target_arch = "x86_64")]
const FOREIGN_BIT: u32 = 0x4000_0000;

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
    libc::PTRACE_LISTEN.cast_signed(),
    libc::PTRACE_GET_SYSCALL_INFO.cast_signed(),
];

/// `setxattrat`, since Linux 6.13: the same number on all machines.
const SETXATTRAT: c_long = 463;

/// When a call is refused.
enum When {
    Always,
    /// The argument is not zero.
    NotZero(u32),
    /// The argument has one of these bits.
    AnyBit(u32, u32),
    /// The argument is one of these.
    Is(u32, &'static [i32]),
    /// The argument is none of these.
    IsNot(u32, &'static [i32]),
    /// Of these bits of the argument, just those are set.
    Bits(u32, i32, i32),
}

/// Error number 0: the call is not made, and succeeds.
const NOTHING_DONE: i32 = 0;
/// In place of an error number: the tracer sees the call before it is made.
const SEEN_BY_TRACER: i32 = -1;

/// One row: the call, when it is refused, and the error number that it then gives.
type Row = (c_long, When, i32);

/// Its flags lie in memory, where a filter cannot look; callers fall back to `clone`.
const CLONE3: Row = (libc::SYS_clone3, When::Always, libc::ENOSYS);

/// The rows in force under these rules.
fn table(rules: Rules, starts: Starts) -> Vec<Row> {
    let mut rows = fixed_rows();
    let families: &[i32] =
        if rules.no_network { &[] } else { &[libc::AF_UNIX, libc::AF_INET, libc::AF_INET6] };
    rows.push((libc::SYS_socket, When::IsNot(0, families), libc::EAFNOSUPPORT));
    rows.push((libc::SYS_socketpair, When::IsNot(0, &[libc::AF_UNIX]), libc::EAFNOSUPPORT));
    if starts == Starts::Clone {
        rows.push(CLONE3);
    }
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
        // Pages in a pipe that nobody maps any more.
        (libc::SYS_vmsplice, Always, libc::ENOSYS),
        (libc::SYS_fcntl, Is(1, &[libc::F_SETPIPE_SZ]), libc::EPERM),
        // Rules without number.
        (libc::SYS_landlock_create_ruleset, Always, libc::ENOSYS),
        (libc::SYS_landlock_add_rule, Always, libc::ENOSYS),
        // Buffers keep the size by which they are counted; programs take a refusal for a failure.
        (libc::SYS_setsockopt, Is(2, &[libc::SO_SNDBUF, libc::SO_RCVBUF]), NOTHING_DONE),
    ];
    let filters = &[libc::SO_ATTACH_FILTER, libc::SO_ATTACH_BPF, 51, 52];
    rows.push((libc::SYS_setsockopt, Is(2, filters), libc::ENOPROTOOPT));
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
        (libc::SYS_sched_setscheduler, NotZero(0), libc::EPERM),
        (libc::SYS_sched_setparam, NotZero(0), libc::EPERM),
        (libc::SYS_sched_setattr, NotZero(0), libc::EPERM),
    ];
    // Memory and descriptors of others; namespaces and mounts; files without a path.
    let refused = [
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_process_madvise,
        libc::SYS_pidfd_getfd,
        libc::SYS_kcmp,
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

fn instruction(code: u16, jump_true: u8, jump_false: u8, value: u32) -> sock_filter {
    sock_filter { code, jt: jump_true, jf: jump_false, k: value }
}

/// One row as instructions. Each row stands for itself: the number is in the accumulator when it
/// begins and again when it ends without a decision.
fn translate((call, when, errno): Row, out: &mut Vec<sock_filter>) {
    let answer = match errno {
        SEEN_BY_TRACER => libc::SECCOMP_RET_TRACE,
        errno => libc::SECCOMP_RET_ERRNO | errno.cast_unsigned(),
    };
    let refuse = instruction(RETURN, 0, 0, answer);
    let reload = instruction(LOAD, 0, 0, NUMBER);
    let mut body = Vec::new();
    match when {
        When::Always => body.push(refuse),
        When::NotZero(index) => {
            body.push(instruction(LOAD, 0, 0, argument(index)));
            body.push(instruction(EQUAL, 1, 0, 0));
            body.extend([refuse, reload]);
        }
        When::AnyBit(index, bits) => {
            body.push(instruction(LOAD, 0, 0, argument(index)));
            body.push(instruction(ANY_BIT, 0, 1, bits));
            body.extend([refuse, reload]);
        }
        When::Bits(index, mask, bits) => {
            body.push(instruction(LOAD, 0, 0, argument(index)));
            body.push(instruction(MASK, 0, 0, mask.cast_unsigned()));
            body.push(instruction(EQUAL, 0, 1, bits.cast_unsigned()));
            body.extend([refuse, reload]);
        }
        When::Is(index, values) => {
            body.push(instruction(LOAD, 0, 0, argument(index)));
            for value in values {
                body.push(instruction(EQUAL, 0, 1, value.cast_unsigned()));
                body.push(refuse);
            }
            body.push(reload);
        }
        When::IsNot(index, values) => {
            body.push(instruction(LOAD, 0, 0, argument(index)));
            for (place, value) in (0_u8..).zip(values) {
                // Over the remaining comparisons and the refusal.
                #[expect(clippy::cast_possible_truncation, reason = "a handful of values")]
                let over = values.len() as u8 - place;
                body.push(instruction(EQUAL, over, 0, value.cast_unsigned()));
            }
            body.extend([refuse, reload]);
        }
    }
    let length = u8::try_from(body.len()).expect("a row is a dozen instructions");
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "call numbers")]
    out.push(instruction(EQUAL, 0, length, call as u32));
    out.extend(body);
}

/// The whole program: the architecture first, since call numbers mean nothing without it.
fn program(rules: Rules, starts: Starts) -> Vec<sock_filter> {
    let kill = instruction(RETURN, 0, 0, libc::SECCOMP_RET_KILL_PROCESS);
    let mut out = vec![
        instruction(LOAD, 0, 0, ARCHITECTURE),
        instruction(EQUAL, 1, 0, OURS),
        kill,
        instruction(LOAD, 0, 0, NUMBER),
    ];
    #[cfg(target_arch = "x86_64")]
    out.extend([instruction(AT_LEAST, 0, 1, FOREIGN_BIT), kill]);
    for row in table(rules, starts) {
        translate(row, &mut out);
    }
    out.push(instruction(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW));
    out
}

/// What a program must be refused that its slot needs. For a process under [`install`]'s filter, which
/// sees to calls of other machines.
pub(super) fn closing() -> Vec<sock_filter> {
    let mut out = vec![instruction(LOAD, 0, 0, NUMBER)];
    translate(CLONE3, &mut out);
    out.push(instruction(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW));
    out
}

/// Installs the filter on this process and all that it will start. Needs `no_new_privs` or the
/// right to administer.
pub(super) fn install(rules: Rules, starts: Starts) -> io::Result<()> {
    sys::install_filter(&mut program(rules, starts))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRICT: Rules =
        Rules { no_locks: true, accounting: Accounting::Sampled, no_network: false };

    /// Runs the program as the kernel would, on a call with these first three arguments.
    fn decide(rules: Rules, architecture: u32, call: c_long, arguments: [u32; 4]) -> u32 {
        execute(&program(rules, Starts::Clone), architecture, call, arguments)
    }

    fn execute(
        program: &[sock_filter],
        architecture: u32,
        call: c_long,
        arguments: [u32; 4],
    ) -> u32 {
        let load = |offset: u32| match offset {
            NUMBER => u32::try_from(call).unwrap(),
            ARCHITECTURE => architecture,
            _ => arguments[(offset as usize - 16) / 8],
        };
        let (mut at, mut accumulator) = (0_usize, 0);
        loop {
            let now = program[at];
            at += 1;
            let holds = match now.code {
                RETURN => return now.k,
                LOAD => {
                    accumulator = load(now.k);
                    continue;
                }
                MASK => {
                    accumulator &= now.k;
                    continue;
                }
                EQUAL => accumulator == now.k,
                AT_LEAST => accumulator >= now.k,
                ANY_BIT => accumulator & now.k != 0,
                other => panic!("instruction {other:#x}"),
            };
            at += usize::from(if holds { now.jt } else { now.jf });
        }
    }

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
        case(libc::SYS_fcntl, [0, libc::F_DUPFD, 0], None);
        case(libc::SYS_fcntl, [0, libc::F_SETLK, 0], NOTHING_DONE);
        case(libc::SYS_fcntl, [0, libc::F_NOTIFY, 0], libc::EINVAL);
        case(libc::SYS_clone, [libc::CLONE_UNTRACED, 0, 0], libc::EPERM);
        case(libc::SYS_ptrace, [0, 0, 0], libc::EPERM);
        case(libc::SYS_ptrace, [libc::PTRACE_CONT.cast_signed(), 0, 0], libc::EPERM);
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
    fn what_only_the_slot_may_is_closed_to_programs() {
        let open = program(STRICT, Starts::Clone3);
        let allow = libc::SECCOMP_RET_ALLOW;
        assert_eq!(execute(&open, OURS, libc::SYS_clone3, [0; 4]), allow);
        assert_eq!(
            execute(&closing(), OURS, libc::SYS_clone3, [0; 4]),
            libc::SECCOMP_RET_ERRNO | libc::ENOSYS.cast_unsigned()
        );
        assert_eq!(execute(&closing(), OURS, libc::SYS_execve, [0; 4]), allow);
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
}
