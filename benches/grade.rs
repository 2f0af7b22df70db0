//! What a whole `jury grade` costs a case, beside the least that it can cost:
//! `cargo bench --bench grade`.
//!
//! A plain problem of 1000 tiny cases, and one static C program that echoes a line. The floor is a
//! C program that does no more than it must for the same cases: open the file, `posix_spawn`, read
//! the output through a pipe, wait. Against it stands the wall time of the whole command, its start,
//! the loading of the problem, the proof of the sandbox and the report included, divided by the
//! number of cases; nothing is taken off. All take turns in one run, and each ratio is taken within
//! its own round. `JURY_BENCH_ROUNDS` sets the number of rounds (15). On a busy machine,
//! `chrt --fifo 1` before it keeps other programs out, for the floor and for ours alike.

#[path = "bench_support/floor.rs"]
mod floor;
#[path = "bench_support/programs.rs"]
mod programs;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use floor::Floor;
use jury::sandbox::Level;
use programs::{LEVELS, Programs, executable, is_wanted, median, quantile, rounds};

const ECHO: &str = "#include <unistd.h>\nint main(void) { char line[4096];\n\
    long n = read(0, line, sizeof line); return n > 0 && write(1, line, n) == n ? 0 : 1; }";

/// Cases of the problem.
const CASES: u32 = 1000;

fn main() {
    if !is_wanted() {
        return;
    }
    let rounds = rounds(15);
    let programs = Programs::compile("bench-grade", &[floor::SOURCE, ("echo", ECHO)]);
    let world = tempfile::tempdir().expect("a folder");
    let inputs = problem(&world.path().join("echo"));
    let mut floor = Floor::start(&programs, "echo", &inputs);
    let grades: Vec<(Level, u32)> =
        LEVELS.into_iter().flat_map(|level| [(level, 1), (level, 2)]).collect();
    let mut bare = Vec::new();
    let mut times = vec![Vec::new(); grades.len()];
    for round in 0..=rounds {
        let least = floor.measure().as_secs_f64();
        let all: Vec<f64> = grades
            .iter()
            .map(|(level, jobs)| grade(world.path(), &programs, *level, *jobs))
            .collect();
        // The first round fills the build cache.
        if round > 0 {
            bare.push(least);
            times.iter_mut().zip(all).for_each(|(times, time)| times.push(time));
        }
    }
    floor.end();
    println!("`jury grade`, {CASES} tiny cases, {rounds} rounds (targets: ×1.5; half of -j 1)");
    println!("{:28} {:>14} {:>7} {:>7} {:>9}", "", "µs a case", "×floor", "p95", "of -j 1");
    let case = |times: &[f64]| median(&mut times.to_vec()) * 1e6 / f64::from(CASES);
    println!("{:28} {:14.0} {:7.2}", "posix_spawn, pipe, wait", case(&bare), 1.0);
    for (index, (level, jobs)) in grades.iter().enumerate() {
        let ratios = |of: &[f64]| -> Vec<f64> {
            times[index].iter().zip(of).map(|(time, of)| time / of).collect()
        };
        let mut over = ratios(&bare);
        let half = (*jobs > 1).then(|| median(&mut ratios(&times[index - 1])));
        println!(
            "{:28} {:14.0} {:7.2} {:7.2} {:>9}",
            format!("jury grade, {}, -j {jobs}", level.name()),
            case(&times[index]),
            median(&mut over),
            quantile(&mut over, 95),
            half.map_or_else(String::new, |half| format!("{half:.2}")),
        );
    }
}

/// Makes the problem; its inputs.
fn problem(folder: &Path) -> Vec<PathBuf> {
    fs::create_dir(folder).expect("a folder");
    let case = |number: u32| {
        let input = folder.join(format!("{number:04}.in"));
        let line = format!("line {number}\n");
        fs::write(&input, &line).expect("an input");
        fs::write(input.with_extension("ans"), line).expect("an answer");
        input
    };
    (1..=CASES).map(case).collect()
}

/// One whole command: its seconds.
fn grade(world: &Path, programs: &Programs, level: Level, jobs: u32) -> f64 {
    let began = Instant::now();
    let status = Command::new(executable())
        .arg(format!("--require-sandbox={}", level.name()))
        .args(["grade", "echo", "-j", &jobs.to_string()])
        .arg(programs.path("echo"))
        .current_dir(world)
        .env("JURY_CACHE", world.join("cache"))
        .stdout(Stdio::null())
        .status()
        .expect("the command starts");
    assert!(status.success(), "every case is accepted");
    began.elapsed().as_secs_f64()
}
