//! What a run costs, beside the least that it can cost: `cargo bench --bench runner`.
//!
//! Round robin in one process, so that all see the same machine: a bare `posix_spawn` and wait of
//! a static empty C program (the floor), and the same program as a full run at each level that
//! works here. Then 64 MiB through standard input and output. `JURY_BENCH_ROUNDS` sets the number
//! of rounds (1000). On a busy machine, `chrt --fifo 1` before it keeps other programs out, for the
//! floor and for ours alike.

#[path = "bench_support/floor.rs"]
mod floor;
#[path = "bench_support/programs.rs"]
mod programs;
#[path = "bench_support/slots.rs"]
mod slots;

use std::fs::File;
use std::io::Read;
use std::process::Command;
use std::time::Instant;

use floor::Floor;
use jury::limits::Limits;
use jury::sandbox::{Ending, Input, Level, Slot};
use programs::{Programs, is_wanted, median, quantile, rounds};
use slots::timed;

const EMPTY: &str = "int main(void) { return 0; }";
const STREAM: &str = "#include <unistd.h>\n#include <stdlib.h>\n\
    int main(int c, char **v) { static char b[65536]; long n = c > 1 ? atol(v[1]) : 0;\n\
    if (!n) while (read(0, b, sizeof b) > 0);\n\
    for (; n > 0; n -= sizeof b) write(1, b, sizeof b); return 0; }";

/// Bytes of the large streams.
const SIZE: usize = 64 << 20;
/// Rounds of the large streams.
const STREAM_ROUNDS: usize = 21;

fn main() {
    if !is_wanted() {
        return;
    }
    let programs =
        Programs::compile("bench-runner", &[floor::SOURCE, ("empty", EMPTY), ("stream", STREAM)]);
    let mut slots = slots::open(&programs);
    overhead(&programs, &mut slots, rounds(1000));
    streams(&programs, &mut slots);
}

fn overhead(programs: &Programs, slots: &mut [(Level, Slot)], rounds: usize) {
    let mut floor = Floor::start(programs, "empty", &[]);
    let mut times = vec![Vec::with_capacity(rounds); slots.len() + 1];
    for round in 0..rounds + 20 {
        let bare = floor.measure();
        let runs = slots
            .iter_mut()
            .map(|(_, slot)| timed(slot, "empty", Input::Empty, Limits::default()).0);
        let all: Vec<_> = [bare].into_iter().chain(runs).collect();
        // The first rounds warm everything up.
        if round >= 20 {
            for (times, time) in times.iter_mut().zip(all) {
                times.push(time.as_secs_f64() * 1e6);
            }
        }
    }
    floor.end();
    println!("an empty static program, {rounds} rounds (targets: median ×1.3, p95 ×1.7; ×1.4)");
    println!("{:42} {:>9} {:>9} {:>7} {:>7}", "", "median µs", "p95 µs", "×floor", "×p95");
    let (least, least_p95) = (median(&mut times[0]), quantile(&mut times[0], 95));
    for (name, times) in names("posix_spawn and wait", slots).iter().zip(&mut times) {
        let (median, p95) = (median(times), quantile(times, 95));
        println!("{name:42} {median:9.0} {p95:9.0} {:7.2} {:7.2}", median / least, p95 / least_p95);
    }
}

fn streams(programs: &Programs, slots: &mut [(Level, Slot)]) {
    let file = programs.path("input");
    std::fs::write(&file, vec![b'x'; SIZE]).expect("an input");
    let limits = Limits { output: 128 << 20, ..Limits::default() };
    let mut inputs = vec![Vec::new(); slots.len() + 1];
    let mut outputs = inputs.clone();
    let mut buffer = vec![0; 1 << 20];
    let milliseconds = |began: Instant| began.elapsed().as_secs_f64() * 1e3;
    for round in 0..=STREAM_ROUNDS {
        // The first round warms everything up.
        let note = |times: &mut Vec<Vec<f64>>, index: usize, time| {
            if round > 0 {
                times[index].push(time);
            }
        };
        let began = Instant::now();
        let stdin = File::open(&file).expect("the input");
        let status = Command::new(programs.path("stream")).stdin(stdin).status();
        assert!(status.expect("a bare run").success());
        note(&mut inputs, 0, milliseconds(began));
        let began = Instant::now();
        bare_output(programs, &mut buffer);
        note(&mut outputs, 0, milliseconds(began));
        for (index, (_, slot)) in slots.iter_mut().enumerate() {
            let began = Instant::now();
            let run = timed(slot, "stream", Input::File(file.clone()), limits).1;
            assert_eq!(run.ending, Ending::Exited(0));
            // As the judge does: the next run reads into the same memory.
            slot.reclaim(run.output);
            note(&mut inputs, index + 1, milliseconds(began));
            let began = Instant::now();
            let run = timed(slot, &format!("stream {SIZE}"), Input::Empty, limits).1;
            assert_eq!(run.output.len(), SIZE);
            slot.reclaim(run.output);
            note(&mut outputs, index + 1, milliseconds(began));
        }
    }
    std::fs::remove_file(file).expect("removing the input");
    println!("\n64 MiB, {STREAM_ROUNDS} rounds (targets: input ×2, output ×1.5)");
    println!("{:42} {:>9} {:>9} {:>7} {:>7}", "", "input ms", "output ms", "×input", "×output");
    let least = (median(&mut inputs[0]), median(&mut outputs[0]));
    let names = names("bare (file; 1 MiB pipe, reused buffer)", slots);
    for ((name, inputs), outputs) in names.iter().zip(&mut inputs).zip(&mut outputs) {
        let (input, output) = (median(inputs), median(outputs));
        println!(
            "{name:42} {input:9.1} {output:9.1} {:7.2} {:7.2}",
            input / least.0,
            output / least.1
        );
    }
}

/// The output of a bare run through a large pipe.
fn bare_output(programs: &Programs, buffer: &mut [u8]) {
    let (mut ours, theirs) = std::io::pipe().expect("a pipe");
    rustix::pipe::fcntl_setpipe_size(&ours, 1 << 20).expect("its size");
    let mut child = Command::new(programs.path("stream"))
        .arg(SIZE.to_string())
        .stdout(theirs)
        .spawn()
        .expect("a bare run");
    while ours.read(buffer).expect("output") > 0 {}
    child.wait().expect("its end");
}

/// What stands before the rows: the floor, then each level.
fn names(floor: &str, slots: &[(Level, Slot)]) -> Vec<String> {
    let levels = slots.iter().map(|(level, _)| format!("jury, level {}", level.name()));
    [floor.to_owned()].into_iter().chain(levels).collect()
}
