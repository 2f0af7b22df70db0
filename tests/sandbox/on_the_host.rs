//! The levels without namespaces, for root: programs run as another user, to whom the judge's own
//! folders are closed, and see what a slot shows them.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use jury::sandbox::{Ending, Input, Interrupt, Job, Level, Limit, Policy, Sandbox, View};
use rustix::process::Signal;

use crate::faults::common::{RIGHT, SLOW, SOURCE, WRONG, Who, World, signal, until};
use crate::long::usual_or_long;
use crate::zoo_support::{Zoo, executable, is_root, job, program_view, slots_of};
use crate::{limits, run};

const LEVELS: [&str; 2] = ["--sandbox=fenced", "--sandbox=watched"];

/// Accepts what is right, by files that it is shown.
const CHECKER: &str = "#!/bin/sh\ncmp -s \"$2\" \"$3\" && exit 0\nexit 1\n";
const CHECKED: &str = "name = 'P'\n[checker]\nprogram = 'part'\nprotocol = 'testlib'\n";

/// Tries to change the program that it is, and what other slots show.
const MEDDLER: &str = "#!/bin/sh
read a b
exec 2>/dev/null
here=$(dirname \"$0\")
sh -c 'echo x >>\"$1\"' - \"$0\" && exit 11
chmod 777 \"$0\" && exit 12
rm -f \"$0\" && exit 13
touch \"$here/new\" \"$here/../new\" && exit 14
chmod 777 \"$here\" \"$here/..\" && exit 15
ln \"$0\" own && sh -c 'echo x >>own' && exit 16
ls \"$JURY_CACHE\" \"$HOME/cache\" && exit 17
echo $((a + b))
";

/// The folder in the host's temporary one that a slot of this judge holds.
fn folder_of_slot(judge: u32) -> Option<PathBuf> {
    let of = |slot: u32| {
        let files = fs::read_dir(format!("/proc/{slot}/fd")).into_iter().flatten().flatten();
        let places = files.filter_map(|file| fs::read_link(file.path()).ok());
        let is_it = |place: &PathBuf| {
            place
                .file_name()
                .is_some_and(|name| name.as_encoded_bytes().starts_with(b"jury-box-of-"))
        };
        places.into_iter().find(is_it)
    };
    slots_of(judge).into_iter().find_map(of)
}

/// Files that another user finds readable there.
fn readable_by_others(place: &Path) -> String {
    let output = Command::new("setpriv")
        .args(["--reuid", "65534", "--regid", "65534", "--clear-groups"])
        .args(["find", "-L"])
        .arg(place)
        .args(["-type", "f", "-readable"])
        .current_dir("/")
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn root_judges_without_namespaces() {
    if !is_root() {
        return;
    }
    let world = World::new(
        Who::Root,
        &[
            ("right", RIGHT),
            ("wrong", WRONG),
            ("meddler", MEDDLER),
            ("right.c", SOURCE),
            ("bad.c", "int main(void) { return x; }\n"),
            ("checked/problem.toml", CHECKED),
            ("checked/part", CHECKER),
            ("checked/data/secret/1.in", "1 2\n"),
            ("checked/data/secret/1.ans", "3\n"),
            ("checked/data/secret/2.in", "2 2\n"),
            ("checked/data/secret/2.ans", "4\n"),
        ],
    );
    fs::set_permissions(world.path("cache"), fs::Permissions::from_mode(0o700)).unwrap();
    for level in LEVELS {
        for (problem, submission, verdict) in [
            ("./p", "right", "AC "),
            ("./p", "wrong", "WA "),
            ("./p", "meddler", "AC "),
            ("./p", "right.c", "AC "),
            ("./p", "bad.c", "CE "),
            ("./checked", "right", "AC "),
            ("./checked", "wrong", "WA "),
            // Built already, and still what it was.
            ("./p", "meddler", "AC "),
        ] {
            let did = world.jury(&[], &["grade", problem, submission, level]);
            assert!(did.out.starts_with(verdict), "{level} {submission}: {}", did.words());
        }
        world.assert_nothing_left(level);
    }
    for entry in walkdir::WalkDir::new(world.path("cache")).into_iter().flatten() {
        let state = entry.metadata().unwrap();
        assert_eq!((state.uid(), state.mode() & 0o6022), (0, 0), "{}", entry.path().display());
    }
    let mode = fs::metadata(world.path("cache")).unwrap().mode() & 0o777;
    assert_eq!(mode, 0o700, "the cache is open to nobody else");
}

/// Nobody but the slot's own user comes to what it shows, and whoever is killed, it does not stay.
#[test]
fn what_a_slot_shows_is_its_users_alone_and_goes_with_it() {
    if !is_root() {
        return;
    }
    let world = World::new(Who::Root, &[("slow", SLOW), ("right", RIGHT)]);
    for level in LEVELS {
        for slots_too in [false, true] {
            let arguments = ["grade", "./p", "slow", level];
            let mut judge = world.command(&[], &arguments).spawn().unwrap();
            // The trial of the level shows no program.
            let mut folder = None;
            until("a program is shown", || {
                folder = folder_of_slot(judge.id());
                folder.as_ref().is_some_and(|folder| folder.join("program/program").exists())
            });
            let folder = folder.unwrap();
            let state = fs::metadata(&folder).unwrap();
            assert_eq!((state.uid(), state.mode() & 0o7777), (0, 0o750), "{level}");
            assert_ne!(state.gid(), 0, "{level}");
            assert_eq!(readable_by_others(&folder), "", "{level}");
            let slots = slots_of(judge.id());
            signal(judge.id(), Signal::KILL);
            for slot in slots.into_iter().filter(|_| slots_too) {
                signal(slot, Signal::KILL);
            }
            judge.wait().unwrap();
            if slots_too {
                until("its processes are gone", || world.processes().is_empty());
                assert_eq!(world.jury(&[], &["grade", "./p", "right", level]).status, 0);
            }
            until("the folder is gone", || !folder.exists());
        }
        world.assert_nothing_left(level);
    }
}

/// A program that is about to start waits for its slot, which may be killed just then.
#[test]
fn a_slot_that_is_killed_as_a_program_starts_leaves_none() {
    if !is_root() {
        return;
    }
    let world = World::new(Who::Root, &[("slow", SLOW)]);
    for round in 0..usual_or_long(50, 500) {
        let (level, number) = (LEVELS[round % 2], round as u64 / 2 % 25);
        let mut judge = world.command(&[], &["grade", "./p", "slow", level]).spawn().unwrap();
        until("a program is shown", || {
            folder_of_slot(judge.id()).is_some_and(|folder| folder.join("program/program").exists())
        });
        thread::sleep(Duration::from_micros(20 * number));
        for slot in slots_of(judge.id()) {
            signal(slot, Signal::KILL);
        }
        signal(judge.id(), Signal::KILL);
        judge.wait().unwrap();
        until("its processes are gone", || world.processes().is_empty());
    }
}

fn on_the_host(level: Level) -> Sandbox {
    Sandbox::probe_with(&executable(), Policy::Require(level))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Nothing could be started from there, and no contestant is to pay for it.
#[test]
fn a_place_without_execution_is_named_and_no_level_there_is_used() {
    if !is_root() {
        return;
    }
    // The executable itself may lie in /tmp.
    let script = "mount --bind \"$0\" /mnt && mount -t tmpfs -o noexec none /tmp && \
                  JURY_CACHE=/tmp/cache exec /mnt/\"$1\" doctor \"$2\"";
    let executable = executable();
    for level in LEVELS {
        let output = Command::new("unshare")
            .args(["--mount", "sh", "-c", script])
            .args([executable.parent().unwrap(), executable.file_name().unwrap().as_ref()])
            .arg(level)
            .current_dir("/")
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{level}: {words}");
        assert!(words.contains("/tmp, which is mounted with `noexec`"), "{level}: {words}");
    }
}

/// Checkers see at each call the files of that call.
#[test]
fn files_that_come_and_go_are_seen_as_they_are() {
    // Closed to all others, as the judge's own folders are.
    let closed = tempfile::tempdir().unwrap();
    let files = closed.path().join("files");
    fs::create_dir(&files).unwrap();
    fs::set_permissions(&files, fs::Permissions::from_mode(0o755)).unwrap();
    for level in [Level::Fenced, Level::Watched] {
        let view = View { files: Some(files.clone()), ..View::default() };
        let mut slot = on_the_host(level).open(&view).unwrap();
        for text in ["one", "two"] {
            for name in [text, "same"] {
                let _ = fs::remove_file(files.join(name));
                fs::write(files.join(name), text).unwrap();
            }
            let words = ["/bin/cat".to_owned(), "/files/same".into(), format!("/files/{text}")];
            let cat = Job {
                argv: words.map(Into::into).into(),
                input: Input::Empty,
                ..job("none", limits())
            };
            let run = slot.run(&cat, &Interrupt::default()).unwrap();
            let errors = String::from_utf8_lossy(&run.errors);
            assert_eq!(run.output, text.repeat(2).as_bytes(), "{level:?}: {errors}");
            fs::remove_file(files.join(text)).unwrap();
        }
        let gone = Job {
            argv: ["/bin/cat", "/files/two"].map(Into::into).into(),
            ..job("none", limits())
        };
        let run = slot.run(&gone, &Interrupt::default()).unwrap();
        assert_eq!(run.ending, Ending::Exited(1), "{level:?}");
    }
}

/// Programs whose CPU time and memory must be counted, and how they must end.
const COUNTED: [(&str, Ending); 13] = [
    ("heap 40", Ending::Exited(0)),
    ("heap 400", Ending::Stopped(Limit::Memory)),
    ("heap_processes 10", Ending::Exited(0)),
    ("heap_inherited", Ending::Exited(0)),
    ("heap_processes", Ending::Stopped(Limit::Memory)),
    ("heap_processes 30 hidden", Ending::Stopped(Limit::Memory)),
    ("heap_grandchild", Ending::Stopped(Limit::Memory)),
    ("heap_shared", Ending::Stopped(Limit::Memory)),
    ("pipes 6", Ending::Stopped(Limit::Memory)),
    ("pipes 6 hidden", Ending::Stopped(Limit::Memory)),
    ("spin_processes", Ending::Stopped(Limit::Cpu)),
    ("short_children ignored", Ending::Stopped(Limit::Cpu)),
    ("short_children orphans", Ending::Stopped(Limit::Cpu)),
];

/// What root of a container has by default: no `CAP_SYS_PTRACE`, nor what else lets look into processes.
const CONTAINER: &str = "-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap,\
    +net_bind_service,+net_raw,+sys_chroot,+mknod,+audit_write,+setfcap";

/// To such a root the kernel shows little of another user's processes: this very test again, as one and
/// as root of the machine.
#[test]
fn programs_of_another_user_are_counted_whole() {
    const AGAIN: &str = "JURY_TEST_COUNTED";
    if !is_root() {
        return;
    }
    if std::env::var_os(AGAIN).is_none() {
        let zoo = Zoo::get().directory();
        for bounds in ["+all", CONTAINER] {
            let output = Command::new("setpriv")
                .arg(format!("--bounding-set={bounds}"))
                .arg(std::env::current_exe().unwrap())
                .args(["--exact", "on_the_host::programs_of_another_user_are_counted_whole"])
                .env("JURY_TEST_ZOO", zoo)
                .env(AGAIN, "1")
                .output()
                .unwrap();
            let words = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{bounds}: {words}");
            assert!(words.contains("1 passed"), "{bounds}: {words}");
        }
        return;
    }
    let sandbox = on_the_host(Level::Fenced);
    let walls = &sandbox.isolation().walls;
    assert!(walls.iter().all(|wall| !wall.by.contains("cannot be traced")), "{walls:?}");
    let mut slot = sandbox.open(&program_view(Zoo::get())).unwrap();
    for (command, ending) in COUNTED {
        let mut limits = limits();
        if ending == Ending::Stopped(Limit::Cpu) {
            limits.cpu = std::time::Duration::from_millis(200);
        }
        let run = run(&mut slot, command, limits);
        let errors = String::from_utf8_lossy(&run.errors);
        assert_eq!(run.ending, ending, "{command}: {} bytes; {errors}", run.memory);
    }
}
