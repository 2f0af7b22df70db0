//! Control groups that vanish, are changed or cannot be written: readings that are not there, or
//! that somebody else brought about, are never a verdict.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use jury::limits::Limits;
use jury::sandbox::{Ending, Interrupt, Level, Limit, Run, SandboxError, Slot};

use super::common::{RIGHT, Who, World};
use crate::zoo_support::{
    Zoo, children, executable, is_root, job, own_slots, program_view, sandbox,
};

const MIB: u64 = 1 << 20;

fn limits() -> Limits {
    Limits {
        cpu: Duration::from_millis(500),
        wall: Duration::from_secs(3),
        memory: 64 * MIB,
        processes: 16,
        ..Limits::default()
    }
}

fn run(slot: &mut Slot, command: &str) -> Result<Run, SandboxError> {
    slot.run(&job(command, limits()), &Interrupt::default())
}

/// A slot at `full` that has served a run, its process, and its group's directory for a controller.
struct Subject {
    slot: Slot,
    process: u32,
}

impl Subject {
    fn new() -> Self {
        let before = own_slots();
        let mut slot = sandbox(Level::Full).open(&program_view(Zoo::get())).unwrap();
        assert_eq!(run(&mut slot, "exit_code").unwrap().ending, Ending::Exited(42));
        let process = own_slots().into_iter().find(|slot| !before.contains(slot)).unwrap();
        Self { slot, process }
    }

    /// The directory of a version 1 controller, or of version 2 for an empty name.
    fn group(&self, controller: &str) -> PathBuf {
        let groups = fs::read_to_string(format!("/proc/{}/cgroup", self.process)).unwrap();
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
        let path = groups.lines().find_map(|line| {
            let mut parts = line.splitn(3, ':').skip(1);
            parts.next()?.split(',').any(|name| name == controller).then(|| parts.next())?
        });
        let mount = mounts.lines().find_map(|line| {
            let (left, right) = line.split_once(" - ")?;
            let mut right = right.split(' ');
            let kind = right.next()?;
            let of = right.nth(1)?.split(',').any(|option| option == controller);
            let fits = if controller.is_empty() { kind == "cgroup2" } else { of };
            fits.then(|| left.split(' ').nth(4))?
        });
        Path::new(mount.unwrap()).join(path.unwrap().trim_start_matches('/'))
    }

    /// The run was an error in these words, and the next is right.
    #[track_caller]
    fn assert_failed(&mut self, result: &Result<Run, SandboxError>, words: &str) {
        let Err(error @ SandboxError::Failed { source, .. }) = result else {
            panic!("{result:?}");
        };
        let told = format!("{error}: {source}");
        assert!(told.contains("control group /") && told.contains(words), "{told}");
        assert_eq!(run(&mut self.slot, "exit_code").unwrap().ending, Ending::Exited(42));
        let ending = run(&mut self.slot, "heap 100").unwrap().ending;
        assert_eq!(ending, Ending::Stopped(Limit::Memory));
    }
}

/// Whether version 1 is what `full` stands on here: the tests below change its files.
fn is_version_1() -> bool {
    let is = is_root() && Path::new("/sys/fs/cgroup/memory/memory.limit_in_bytes").exists();
    if !is {
        println!("NOT TRIED: needs root and control groups of version 1");
    }
    is
}

const CONTROLLERS: [&str; 3] = ["memory", "pids", "cpuacct"];

fn moved(subject: &mut Subject, command: &str, all: bool) -> Result<Run, SandboxError> {
    let groups = CONTROLLERS.map(|controller| subject.group(controller));
    let process = subject.process;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while children(process).is_empty() {}
            std::thread::sleep(Duration::from_millis(20));
            let programs = if all { children(process) } else { Vec::new() };
            for pid in programs.into_iter().chain([process]) {
                for group in &groups {
                    let entrance = group.parent().unwrap().join("cgroup.procs");
                    fs::write(entrance, pid.to_string()).unwrap();
                }
            }
            if all {
                for group in &groups {
                    let removed = fs::remove_dir(group);
                    let gone = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
                    assert!(removed.as_ref().err().is_none_or(gone), "{removed:?}");
                }
            }
        });
        run(&mut subject.slot, command)
    })
}

#[test]
fn a_slot_moved_out_of_its_group_is_an_error() {
    if !is_version_1() {
        return;
    }
    for command in ["burn 100", "spin"] {
        let mut subject = Subject::new();
        let result = moved(&mut subject, command, false);
        subject.assert_failed(&result, "moved out");
    }
}

#[test]
fn a_group_that_vanishes_is_an_error() {
    if !is_version_1() {
        return;
    }
    for command in ["burn 100", "spin"] {
        // On a busy machine the judge may see the move, and take the group away, before we do.
        let vanished = (0..5).any(|_| {
            let mut subject = Subject::new();
            let result = moved(&mut subject, command, true);
            let is_seen_before = format!("{result:?}").contains("moved out");
            let words = if is_seen_before { "moved out" } else { "No such device" };
            subject.assert_failed(&result, words);
            !is_seen_before
        });
        assert!(vanished, "{command}: moves only");
    }
}

#[test]
fn limits_changed_from_outside_are_an_error() {
    if !is_version_1() {
        return;
    }
    // Lowered: a program within its limit is killed.
    let mut subject = Subject::new();
    let set = |subject: &Subject, name: &str, value: u64| {
        fs::write(subject.group("memory").join(name), value.to_string())
    };
    set(&subject, "memory.limit_in_bytes", 16 * MIB).unwrap();
    let result = run(&mut subject.slot, "heap 40");
    subject.assert_failed(&result, "memory limit was changed");
    // Raised: a program beyond its limit is not.
    let mut subject = Subject::new();
    let _ = set(&subject, "memory.memsw.limit_in_bytes", 1024 * MIB);
    set(&subject, "memory.limit_in_bytes", 1024 * MIB).unwrap();
    let result = run(&mut subject.slot, "heap 100");
    subject.assert_failed(&result, "memory limit was changed");
    // Fewer processes than promised.
    let mut subject = Subject::new();
    fs::write(subject.group("pids").join("pids.max"), "3").unwrap();
    let result = run(&mut subject.slot, "fork_count");
    subject.assert_failed(&result, "limit on processes was changed");
}

/// The group above has less memory than the program's own limit: not the program's fault.
#[test]
fn a_machine_out_of_memory_is_an_error() {
    if let Some(group) = std::env::var_os("JURY_TEST_GROUP") {
        let group = PathBuf::from(group);
        fs::write(group.join("cgroup.procs"), std::process::id().to_string()).unwrap();
        let level = if std::env::var_os("JURY_TEST_FULL").is_some() {
            Level::Full
        } else {
            Level::Contained
        };
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        let limits = Limits { memory: 512 * MIB, ..limits() };
        let result = slot.run(&job("heap 300", limits), &Interrupt::default());
        println!("it came to {result:?}");
        assert_eq!(run(&mut slot, "exit_code").unwrap().ending, Ending::Exited(42));
        println!("and goes on");
        return;
    }
    if !is_version_1() {
        return;
    }
    let group = PathBuf::from(format!("/sys/fs/cgroup/memory/jury-test-{}", std::process::id()));
    for full in [true, false] {
        fs::create_dir(&group).unwrap();
        for file in ["memory.limit_in_bytes", "memory.memsw.limit_in_bytes"] {
            let _ = fs::write(group.join(file), (120 * MIB).to_string());
        }
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args(["--exact", "faults::groups::a_machine_out_of_memory_is_an_error", "--nocapture"])
            .env("JURY_TEST_GROUP", &group)
            .env("JURY_TEST_ZOO", Zoo::get().directory());
        if full {
            command.env("JURY_TEST_FULL", "");
        }
        let output = command.output().unwrap();
        let words = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        super::common::until("the group is empty", || fs::remove_dir(&group).is_ok());
        assert!(words.contains("and goes on"), "{words}{errors}");
        let told = if full {
            "OutOfMemory { how: \"a process was killed at "
        } else {
            "OutOfMemory { how: \"while the program ran"
        };
        assert!(words.contains(told), "{words}{errors}");
    }
}

/// Groups that cannot be made or written: `full` is refused in words, and nothing is left.
#[test]
fn groups_that_cannot_be_written_are_named() {
    if !is_version_1() {
        return;
    }
    let world = World::new(Who::Root, &[("right", RIGHT)]);
    let script = "mount -o remount,bind,ro /sys/fs/cgroup/$0 && exec \"$@\"";
    for controller in ["memory", "pids"] {
        let before = ["unshare", "--mount", "sh", "-c", script, controller];
        let did = world.jury(&before, &["grade", "./p", "right", "--require-sandbox", "full"]);
        assert!(did.status == 3 && did.err.contains("Read-only file system"), "{}", did.words());
        assert!(did.err.contains("control group"), "{}", did.words());
        // Where less is allowed, less is said.
        let did = world.jury(&before, &["grade", "./p", "right"]);
        assert!(did.status == 0 && did.out.contains("sandbox contained"), "{}", did.words());
        world.assert_nothing_left("groups that cannot be written");
    }
}

/// A judge that is being killed may hold its groups for a moment after its line to the watcher has closed. A
/// folder stands for the group, and this process for the judge.
#[test]
fn a_watcher_waits_until_the_killed_judge_holds_its_groups_no_more() {
    let parent = tempfile::tempdir().unwrap();
    let group = parent.path().join(format!("jury-slot-{}-7", std::process::id()));
    fs::create_dir(&group).unwrap();
    let watcher = || {
        let mut command = Command::new(executable());
        command.arg0("jury-watcher").arg(std::process::id().to_string()).arg(parent.path());
        command.stdin(Stdio::piped()).spawn().unwrap()
    };
    let held = File::open(&group).unwrap();
    held.lock_shared().unwrap();
    // A judge that lives on keeps its groups.
    let mut told = watcher();
    told.stdin.take().unwrap().write_all(b".").unwrap();
    assert!(told.wait().unwrap().success());
    assert!(group.exists());

    let mut killed = watcher();
    drop(killed.stdin.take());
    thread::sleep(Duration::from_millis(300));
    assert!(killed.try_wait().unwrap().is_none(), "it gave up");
    drop(held);
    assert!(killed.wait().unwrap().success());
    assert!(!group.exists());
}
