//! Runs in slots: how they are started, counted, interrupted and repeated, and what a slot outlives.

use std::fs;
use std::io::Read as _;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jury::limits::Limits;
use jury::sandbox::{
    BuildBox, Ending, Input, Interrupt, Interview, Job, Level, Limit, Policy, Sandbox,
    SandboxError, View, Workspace,
};
use rustix::process::Signal;

use crate::faults::common::signal;
use crate::long::usual_or_long;
use crate::zoo_support::{self, Zoo, has_full, job, levels, program_view, sandbox};
use crate::{MIB, assert_clean, limits, ruling, run};

/// Far more than anything waited for takes, on whatever machine.
const PATIENCE: Duration = Duration::from_mins(1);

#[test]
fn host_files_and_services_are_out_of_reach() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let here = std::env::current_dir().unwrap();
    let secret = tempfile::NamedTempFile::new().unwrap();
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        let command = format!("files_outside {} {}", here.display(), secret.path().display());
        for command in [command, format!("network {port}")] {
            let run = run(&mut slot, &command, limits());
            let errors = String::from_utf8_lossy(&run.errors);
            assert_eq!(run.ending, Ending::Exited(0), "{level:?} {command}: {errors}");
        }
    }
}

#[test]
fn programs_that_cannot_be_started_are_told_apart() {
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        for (program, errno) in [("/program/none", 2), ("/etc/passwd", 13), ("/program/broken", 8)]
        {
            let mut job = job("exit_code", limits());
            job.argv[0] = program.into();
            let run = slot.run(&job, &Interrupt::default()).unwrap();
            assert_eq!(run.ending, Ending::NotStarted(errno), "{level:?} {program}");
        }
        assert_clean(&mut slot, "programs that cannot be started");
    }
}

#[test]
fn arguments_and_environment_are_given_as_told_to_the_started_program() {
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        let mut job = job("environment", limits());
        job.argv.push("an argument".into());
        job.environment = vec![("A".into(), "b".into())];
        let run = slot.run(&job, &Interrupt::default()).unwrap();
        let errors = String::from_utf8_lossy(&run.errors);
        assert_eq!(run.ending, Ending::Exited(0), "{level:?}: {errors}");
    }
}

#[test]
fn processes_and_threads_are_counted_and_refused() {
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        for command in ["fork_count", "thread_count"] {
            let run = run(&mut slot, command, limits());
            assert_eq!(run.ending, Ending::Exited(0));
            assert_eq!(run.output, b"16\n", "{level:?} {command}");
            if level == Level::Full {
                assert!(run.refused_processes > 0, "{command}");
            }
        }
    }
}

#[test]
fn figures_are_counted_truly() {
    // What the judge itself holds must not show.
    let ballast = std::hint::black_box(vec![1_u8; 512 << 20]);
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        // Far larger than the slot in which it begins, whose size is this executable's: what the
        // kernel tells at the end then tells of the program, and no look need come at its peak.
        let held = run(&mut slot, "heap 60", limits()).memory;
        assert!((59 * MIB..62 * MIB + MIB / 2).contains(&held), "{level:?}: {held} bytes");
        // The program spends it by its own clock; how much the start of a process adds is the
        // machine's matter.
        let burnt = run(&mut slot, "burn 200", limits()).cpu.as_secs_f64();
        assert!((0.199..0.4).contains(&burnt), "{level:?}: {burnt} s");
        let limits = Limits { wall: Duration::from_millis(1500), ..limits() };
        let began = Instant::now();
        let slept = run(&mut slot, "sleep", limits).wall;
        // Time in which it stood in line for a core does not count.
        let about = limits.wall.mul_f64(0.8)..began.elapsed();
        assert!(about.contains(&slept), "{level:?}: {slept:?}");
    }
    drop(ballast);
}

/// Once a process was killed for lack of memory, nothing else decides, and nothing else is waited for.
#[test]
fn lack_of_memory_decides_before_time() {
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        let soon = Limits { cpu: Duration::from_millis(500), memory: 16 * MIB, ..limits() };
        let spun = run(&mut slot, "oom_victim", soon);
        assert_eq!(ruling(&spun, &soon).0, "MLE", "{level:?}: {spun:?}");
        for command in ["oom_victim", "oom_victim 1"] {
            let run = run(&mut slot, command, limits());
            assert_eq!(run.ending, Ending::Stopped(Limit::Memory), "{level:?} {command}");
            let went_on = run.wall > limits().wall / 2 || run.cpu > limits().cpu / 2;
            assert!(!went_on, "{level:?} {command}: {run:?}");
        }
    }
}

/// What the kernel spends on the end of what was killed is neither the program's CPU time nor waited
/// for before the next run. A machine that is busy may add to either; a wrong count is wrong each time.
#[test]
fn kernel_work_after_the_end_is_nobodys() {
    let limits = Limits {
        cpu: Duration::from_millis(usual_or_long(300, 900)),
        // Much of it is the kernel's work, for which a busy machine takes its time.
        wall: Duration::from_mins(15),
        memory: 4096 * MIB,
        processes: 64,
        ..limits()
    };
    let line = limits.kill_cpu();
    let commands = ["many_maps 40", "epoll_watches 30"];
    for (number, level) in levels().into_iter().enumerate() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        let own = [commands[number % 2]];
        for &command in usual_or_long(&own[..], &commands[..]) {
            let mut seen = Vec::new();
            loop {
                let began = Instant::now();
                let stopped = run(&mut slot, command, limits);
                let cleaning = began.elapsed().saturating_sub(stopped.wall);
                assert_eq!(stopped.ending, Ending::Stopped(Limit::Cpu), "{level:?} {command}");
                assert!(stopped.cpu >= line, "{level:?} {command}: {stopped:?}");
                seen.push((stopped.cpu, cleaning));
                assert_clean(&mut slot, command);
                if stopped.cpu <= line.mul_f64(1.1) && cleaning < Duration::from_millis(400) {
                    break;
                }
                assert!(seen.len() < 5, "{level:?} {command}: {seen:?}");
            }
            println!("{level:?} {command}: CPU time and cleaning {seen:?}");
        }
    }
}

#[test]
fn a_slot_survives_a_thousand_runs() {
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        for _ in 0..1000 {
            assert_eq!(run(&mut slot, "exit_code", limits()).ending, Ending::Exited(42));
        }
        assert_clean(&mut slot, "a thousand runs");
    }
}

#[test]
fn slots_work_side_by_side() {
    for level in levels() {
        let sandbox = sandbox(level);
        std::thread::scope(|scope| {
            for code in 0..4_u64 {
                let sandbox = &sandbox;
                scope.spawn(move || {
                    let mut slot = sandbox.open(&program_view(Zoo::get())).unwrap();
                    for length in 0..100 {
                        let run =
                            run(&mut slot, &format!("output {}", code * 100 + length), limits());
                        assert_eq!(run.ending, Ending::Exited(0));
                        assert_eq!(run.output_bytes, code * 100 + length);
                    }
                });
            }
        });
    }
}

#[test]
fn an_interrupt_stops_a_run_and_spares_the_slot() {
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        let interrupt = Interrupt::default();
        let began = Instant::now();
        let result = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                interrupt.set();
            });
            slot.run(&job("sleep", limits()), &interrupt)
        });
        assert!(matches!(result, Err(SandboxError::Interrupted)), "{result:?}");
        assert!(began.elapsed() < limits().wall / 2, "{level:?}: it waited for the program");
        assert_clean(&mut slot, "an interrupt");
    }
}

#[test]
fn a_killed_slot_is_replaced() {
    for level in levels() {
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        let slots = zoo_support::own_slots();
        assert_eq!(slots.len(), 1);
        for pid in slots {
            signal(pid, Signal::KILL);
        }
        assert_eq!(run(&mut slot, "exit_code", limits()).ending, Ending::Exited(42));
        assert_clean(&mut slot, "the slot's violent end");
    }
}

#[test]
fn what_a_build_makes_can_be_collected() {
    for level in levels() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("src")).unwrap();
        fs::write(place.path().join("src/main.c"), "mine").unwrap();
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let build = BuildBox { folder: place.path().to_owned(), size: 8 * MIB };
        let view = View { workspace: Workspace::Build(build), ..program_view(Zoo::get()) };
        let mut slot = sandbox(level).open(&view).unwrap();
        for command in ["build_box", "fill_box 8"] {
            let run = run(&mut slot, command, limits());
            let errors = String::from_utf8_lossy(&run.errors);
            assert_eq!(run.ending, Ending::Exited(0), "{level:?} {command}: {errors}");
        }
        // The slot's own memory took it all; the host's folder is as it was.
        let inside = |name: &str| {
            let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::CLOEXEC;
            let mode = rustix::fs::Mode::empty();
            rustix::fs::openat(slot.workspace().unwrap(), name, flags, mode)
        };
        let mut made = String::new();
        fs::File::from(inside("out/made").unwrap()).read_to_string(&mut made).unwrap();
        assert_eq!(made, "made of mine");
        assert!(inside("nothing").is_err());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
        assert_eq!(fs::read_dir(place.path().join("src")).unwrap().count(), 1);
    }
}

#[test]
fn a_policy_is_kept_or_refused_in_words() {
    let executable = zoo_support::executable();
    let probe = |policy| Sandbox::probe_with(&executable, policy);
    let strongest = probe(Policy::Strongest).unwrap().isolation().level;
    assert_eq!(strongest, if has_full() { Level::Full } else { Level::Contained });
    let contained = probe(Policy::AtMost(Level::Contained)).unwrap();
    assert_eq!(contained.isolation().level, Level::Contained);
    let walls = contained.isolation().walls.iter().map(|wall| wall.wall.as_str());
    assert!(walls.eq(jury::sandbox::WALLS));
    let wrong = Sandbox::probe_with("/bin/false".as_ref(), Policy::Strongest).unwrap_err();
    assert!(wrong.to_string().contains("--sandbox=fenced"), "{wrong}");
    // This executable's own `main` is no slot.
    assert!(Sandbox::probe(Policy::Strongest).unwrap_err().to_string().contains("enter_if_child"));
}

/// A judge that is killed in the middle of a run leaves no process.
#[test]
fn a_killed_judge_leaves_nothing() {
    if let Some(level) = std::env::var_os("JURY_TEST_VICTIM") {
        let level = levels().into_iter().find(|one| *one.name() == *level).unwrap();
        let mut slot = sandbox(level).open(&program_view(Zoo::get())).unwrap();
        println!("running");
        run(&mut slot, "subreaper", limits());
        run(&mut slot, "sleep", limits());
        return;
    }
    for level in levels() {
        let mut judge = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "runs::a_killed_judge_leaves_nothing", "--nocapture"])
            .env("JURY_TEST_VICTIM", level.name())
            .env("JURY_TEST_ZOO", Zoo::get().directory())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let (mut slots, mut inside) = (Vec::new(), Vec::new());
        let deadline = Instant::now() + PATIENCE;
        while inside.is_empty() {
            assert!(Instant::now() < deadline, "{level:?}: nothing ran");
            std::thread::sleep(Duration::from_millis(50));
            slots = zoo_support::slots_of(judge.id());
            inside = slots.iter().flat_map(|slot| zoo_support::children(*slot)).collect();
        }
        judge.kill().unwrap();
        judge.wait().unwrap();
        let gone = |pid: &u32| {
            !PathBuf::from(format!("/proc/{pid}/exe")).exists()
                || fs::read_to_string(format!("/proc/{pid}/stat"))
                    .is_ok_and(|text| text.contains(") Z"))
                || !PathBuf::from(format!("/proc/{pid}")).exists()
        };
        let deadline = Instant::now() + PATIENCE;
        while !slots.iter().chain(&inside).all(gone) {
            assert!(Instant::now() < deadline, "{level:?}: {slots:?} {inside:?} live on");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// The first program ends only after the second one has: so it waits in vain where that one's input
/// is closed later than its own wait begins.
#[test]
fn interviews_are_closed_together() {
    let folder = tempfile::tempdir().unwrap();
    // Programs are another user, and at this level see all files.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let sandbox = Sandbox::probe_with(&zoo_support::executable(), Policy::AtMost(Level::Watched));
    let sandbox = sandbox.unwrap();
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    let (one, two) = (first.display(), second.display());
    let jobs = [
        format!("cat; while ! test -e {two}; do sleep 0.01; done; : > {one}"),
        format!("cat; : > {two}"),
    ]
    .map(|script| Job {
        argv: ["/bin/sh", "-c", &script].map(Into::into).into(),
        environment: vec![("PATH".into(), "/bin:/usr/bin".into())],
        input: Input::Empty,
        files: Arc::default(),
        limits: Limits { cpu: Duration::from_mins(10), wall: Duration::from_mins(10), ..limits() },
    });
    let mut slots = [(), ()].map(|()| sandbox.open(&View::default()).unwrap());
    let interrupt = Interrupt::default();
    std::thread::scope(|scope| {
        let both = slots.iter_mut().zip(&jobs);
        let both = both.map(|(slot, job)| Interview::begin(scope, slot, job, &interrupt).unwrap());
        Interview::close_all(both.collect::<Vec<_>>(), Duration::from_mins(5));
    });
    assert!(first.exists() && second.exists());
}
