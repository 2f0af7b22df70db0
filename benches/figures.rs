//! How true the figures are that a run reports: `cargo bench --bench figures`.
//!
//! Each line shows one figure beside what the program truly spent, and the target. CPU time: a
//! program that spends 100 or 500 ms by its own thread's clock and tells in the end how much it was,
//! alone and with every other core busy. Limits: by how much programs that never end get past
//! theirs. Memory: programs that fill a known amount, in ways that the kernel counts on different
//! accounts, while this process holds 512 MiB. `JURY_BENCH_ROUNDS` sets the number of rounds (11).

#[path = "bench_support/programs.rs"]
mod programs;
#[path = "bench_support/slots.rs"]
mod slots;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use jury::limits::Limits;
use jury::sandbox::{Ending, Input, Level, Limit, Run, Slot};
use programs::{Programs, is_wanted, median, quantile, rounds};
use slots::timed;

const FIGURES: &str = include_str!("bench_support/figures.c");

/// Limits that a program meets only where it is to: the machine may be busy.
const PATIENT: Limits = Limits {
    cpu: Duration::from_secs(10),
    wall: Duration::from_mins(1),
    memory: 256 << 20,
    output: 1 << 20,
    processes: 64,
    files: 64 << 20,
    kill: None,
};

fn main() {
    if !is_wanted() {
        return;
    }
    let rounds = rounds(11);
    let programs = Programs::compile("bench-figures", &[("figures", FIGURES)]);
    let mut slots = slots::open(&programs);
    println!("{:10} {:48} {:>9} {:>9}  target", "level", "", "median", "90 % in");
    for (level, slot) in &mut slots {
        let mut bench = Bench { level: *level, slot, rounds };
        bench.cpu("alone");
        busy(|| bench.cpu("other cores busy"));
        bench.cpu_limit();
        bench.wall_limit();
    }
    // What the judge itself holds must not show.
    let ballast = std::hint::black_box(vec![1_u8; 512 << 20]);
    for (level, slot) in &mut slots {
        Bench { level: *level, slot, rounds }.memory();
    }
    drop(ballast);
}

/// What is measured, and where.
struct Bench<'a> {
    level: Level,
    slot: &'a mut Slot,
    rounds: usize,
}

impl Bench<'_> {
    /// One line: a figure over all rounds.
    fn line(
        &mut self,
        what: &str,
        target: &str,
        words: &str,
        limits: Limits,
        figure: impl Fn(&Run) -> f64,
    ) {
        let mut figures: Vec<f64> = (0..self.rounds)
            .map(|_| figure(&timed(self.slot, &format!("figures {words}"), Input::Empty, limits).1))
            .collect();
        let middle = median(&mut figures);
        let spread = quantile(&mut figures, 95) - quantile(&mut figures, 5);
        let words =
            |figure: f64| if figure.is_nan() { "refused".into() } else { format!("{figure:.2}") };
        let (middle, spread) = (words(middle), words(spread));
        println!("{:10} {what:48} {middle:>9} {spread:>9}  {target}", self.level.name());
    }

    /// CPU time reported, less what the program itself saw.
    fn cpu(&mut self, load: &str) {
        for spent in ["100", "500"] {
            self.line(
                &format!("CPU of {spent} ms, {load}: too much by, ms"),
                "at most 1, spread 0.5",
                &format!("burn {spent}"),
                PATIENT,
                |run| {
                    let told = String::from_utf8_lossy(&run.output);
                    let told: f64 = told.trim().parse().expect("nanoseconds");
                    run.cpu.as_secs_f64() * 1e3 - told / 1e6
                },
            );
        }
    }

    /// CPU time at which programs that never end are stopped, over that at which they must be.
    fn cpu_limit(&mut self) {
        let limits = Limits { cpu: Duration::from_millis(400), ..PATIENT };
        let due = limits.kill_cpu().as_secs_f64();
        let past = |run: &Run| {
            assert_eq!(run.ending, Ending::Stopped(Limit::Cpu));
            run.cpu.as_secs_f64() - due
        };
        let tick =
            Duration::try_from(rustix::time::clock_getres(rustix::time::ClockId::RealtimeCoarse));
        let tick = tick.expect("a tick").as_secs_f64() * 1e3;
        self.line(
            "CPU limit, one process: past it by, ms",
            &format!("at most {:.0} (a tick and 5 ms)", tick + 5.0),
            "spin 1",
            limits,
            |run| past(run) * 1e3,
        );
        for processes in [4, 15] {
            self.line(
                &format!("CPU limit, {processes} processes: past it by, %"),
                "at most 10",
                &format!("spin {processes}"),
                limits,
                |run| past(run) / due * 1e2,
            );
        }
    }

    fn wall_limit(&mut self) {
        let limits = Limits { wall: Duration::from_millis(300), ..PATIENT };
        self.line("wall limit: past it by, ms", "at most 20", "sleep 9", limits, |run| {
            assert_eq!(run.ending, Ending::Stopped(Limit::Wall));
            (run.wall.as_secs_f64() - limits.wall.as_secs_f64()) * 1e3
        });
    }

    /// Peak memory reported, in MiB.
    fn memory(&mut self) {
        for (words, what, truth) in [
            ("heap 20", "peak memory of 20 MiB, judge 512 MiB", "20 to 21"),
            ("pair 30", "peak memory of 2 processes of 30 MiB", "60 to 61.5"),
            ("shared 30", "peak memory of 30 MiB shared", "30 to 31"),
            ("memfd 30", "peak memory of a memory file of 30 MiB", "30 to 31; or refused"),
            ("file 30", "peak memory of a file of 30 MiB in the box", "30 to 31"),
        ] {
            let figure = |run: &Run| match run.ending {
                Ending::Exited(0) => {
                    f64::from(u32::try_from(run.memory >> 10).expect("below 4 TiB")) / 1024.0
                }
                // The program could not have it: nothing to count.
                _ => f64::NAN,
            };
            self.line(&format!("{what}, MiB"), truth, words, PATIENT, figure);
        }
    }
}

/// Acts while every core but one is busy.
fn busy(action: impl FnOnce()) {
    let done = AtomicBool::new(false);
    let others = std::thread::available_parallelism().map_or(1, |cores| cores.get() - 1).max(1);
    std::thread::scope(|scope| {
        for _ in 0..others {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        action();
        done.store(true, Ordering::Relaxed);
    });
}
