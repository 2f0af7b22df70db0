//! What a run costs, beside the least that it can cost: `cargo bench --bench runner`.
//!
//! Round robin in one process, so that all see the same machine: a bare `posix_spawn` and wait of
//! a static empty C program (the floor), and the same program as a full run at each level that
//! works here. Then 64 MiB through standard input and output, and the truth of CPU times.
//! `JURY_BENCH_ROUNDS` sets the number of rounds (1000).

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use jury::limits::Limits;
use jury::sandbox::{Ending, Input, Interrupt, Job, Level, Policy, Run, Sandbox, Slot, View};

const EMPTY: &str = "int main(void) { return 0; }";
const BURN: &str = "#include <stdlib.h>\n#include <time.h>\n\
    int main(int c, char **v) { (void)c; struct timespec t; long n = atol(v[1]);\n\
    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);\n\
    while (t.tv_sec * 1000 + t.tv_nsec / 1000000 < n); return 0; }";
const STREAM: &str = "#include <unistd.h>\n#include <stdlib.h>\n\
    int main(int c, char **v) { static char b[65536]; long n = c > 1 ? atol(v[1]) : 0;\n\
    if (!n) while (read(0, b, sizeof b) > 0);\n\
    for (; n > 0; n -= sizeof b) write(1, b, sizeof b); return 0; }";

fn main() {
    // Test runners call benchmarks without `--bench`; nothing is measured then.
    if !std::env::args().any(|word| word == "--bench") {
        return;
    }
    let rounds = std::env::var("JURY_BENCH_ROUNDS").ok().and_then(|text| text.parse().ok());
    let programs = Programs::compile();
    let mut slots: Vec<(Level, Slot)> = [Level::Full, Level::Contained]
        .into_iter()
        .filter_map(|level| {
            let executable = Path::new(env!("CARGO_BIN_EXE_jury"));
            let sandbox = Sandbox::probe_with(executable, Policy::Require(level));
            let sandbox = sandbox.inspect_err(|error| println!("{error}")).ok()?;
            Some((level, sandbox.open(&programs.view()).expect("a slot")))
        })
        .collect();
    overhead(&programs, &mut slots, rounds.unwrap_or(1000));
    streams(&programs, &mut slots);
    truth(&mut slots);
}

/// The compiled programs.
struct Programs {
    directory: PathBuf,
}

impl Programs {
    fn compile() -> Self {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench");
        fs::create_dir_all(&directory).expect("a directory for programs");
        fs::set_permissions(&directory, fs::Permissions::from_mode(0o755)).expect("its mode");
        let programs = Self { directory };
        for (name, text) in [
            ("empty", EMPTY),
            ("burn", BURN),
            ("stream", STREAM),
            ("floor", include_str!("floor.c")),
        ] {
            let source = programs.path(&format!("{name}.c"));
            fs::write(&source, text).expect("a source");
            let made = Command::new("cc")
                .args(["-O2", "-w", "-static", "-o"])
                .args([programs.path(name), source])
                .status();
            assert!(made.is_ok_and(|status| status.success()), "{name} must compile with `cc`");
        }
        programs
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    fn view(&self) -> View {
        View { program: Some(self.directory.clone()), ..View::default() }
    }
}

/// The process that measures the floor.
struct Floor {
    process: Child,
    ask: ChildStdin,
    answer: BufReader<ChildStdout>,
}

impl Floor {
    fn start(programs: &Programs) -> Self {
        let mut process = Command::new(programs.path("floor"))
            .arg(programs.path("empty"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the floor's process");
        let ask = process.stdin.take().expect("its input");
        let answer = BufReader::new(process.stdout.take().expect("its output"));
        Self { process, ask, answer }
    }

    fn measure(&mut self) -> Duration {
        self.ask.write_all(b"\n").expect("asking");
        let mut line = String::new();
        self.answer.read_line(&mut line).expect("an answer");
        Duration::from_nanos(line.trim().parse().expect("nanoseconds"))
    }

    fn end(mut self) {
        drop(self.ask);
        self.process.wait().expect("its end");
    }
}

fn overhead(programs: &Programs, slots: &mut [(Level, Slot)], rounds: usize) {
    let mut floor = Floor::start(programs);
    let mut times = vec![Vec::with_capacity(rounds); slots.len() + 1];
    for round in 0..rounds + 20 {
        let bare = floor.measure();
        let runs =
            slots.iter_mut().map(|(_, slot)| timed(slot, &["/program/empty"], Input::Empty).0);
        let all: Vec<Duration> = [bare].into_iter().chain(runs).collect();
        // The first rounds warm everything up.
        if round >= 20 {
            for (times, time) in times.iter_mut().zip(all) {
                times.push(time);
            }
        }
    }
    floor.end();
    println!("an empty static program, {rounds} rounds:");
    println!("{:34} {:>9} {:>9} {:>7} {:>7}", "", "median µs", "p95 µs", "×floor", "×p95");
    let names = ["posix_spawn and wait".to_owned()].into_iter();
    let names = names.chain(slots.iter().map(|(level, _)| format!("jury, level {}", level.name())));
    let (least, least_p95) = quantiles(&mut times[0]);
    for (name, times) in names.zip(&mut times) {
        let (median, p95) = quantiles(times);
        println!(
            "{name:34} {:9.0} {:9.0} {:7.2} {:7.2}",
            median * 1e6,
            p95 * 1e6,
            median / least,
            p95 / least_p95
        );
    }
}

/// Median and 95th percentile in seconds.
fn quantiles(times: &mut [Duration]) -> (f64, f64) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)].as_secs_f64();
    (at(50), at(95))
}

fn streams(programs: &Programs, slots: &mut [(Level, Slot)]) {
    const SIZE: usize = 64 << 20;
    let file = programs.path("input");
    fs::write(&file, vec![b'x'; SIZE]).expect("an input");
    let bare_input = median(7, || {
        let stdin = fs::File::open(&file).expect("the input");
        let status = Command::new(programs.path("stream")).stdin(stdin).status();
        assert!(status.expect("a bare run").success());
    });
    let mut buffer = vec![0; 1 << 20];
    let bare_output = median(7, || {
        let (mut ours, theirs) = std::io::pipe().expect("a pipe");
        rustix::pipe::fcntl_setpipe_size(&ours, 1 << 20).expect("its size");
        let mut child = Command::new(programs.path("stream"))
            .arg(SIZE.to_string())
            .stdout(theirs)
            .spawn()
            .expect("a bare run");
        while std::io::Read::read(&mut ours, &mut buffer).expect("output") > 0 {}
        child.wait().expect("its end");
    });
    println!("\n64 MiB:{:36} {:>9} {:>9}", "", "input ms", "output ms");
    println!(
        "{:42} {:9.1} {:9.1}",
        "bare (file; 1 MiB pipe, reused buffer)", bare_input, bare_output
    );
    for (level, slot) in slots {
        let input = median(7, || {
            let (_, run) = timed(slot, &["/program/stream"], Input::File(file.clone()));
            assert_eq!(run.ending, Ending::Exited(0));
        });
        let output = median(7, || {
            let (_, run) = timed(slot, &["/program/stream", &SIZE.to_string()], Input::Empty);
            assert_eq!(run.output.len(), SIZE);
            slot.reclaim(run.output);
        });
        println!("{:42} {input:9.1} {output:9.1}", format!("jury, level {}", level.name()));
    }
    fs::remove_file(file).expect("removing the input");
}

/// Median milliseconds of an action.
fn median(rounds: usize, mut action: impl FnMut()) -> f64 {
    let mut times: Vec<Duration> = (0..rounds)
        .map(|_| {
            let began = Instant::now();
            action();
            began.elapsed()
        })
        .collect();
    quantiles(&mut times).0 * 1e3
}

fn truth(slots: &mut [(Level, Slot)]) {
    println!("\nCPU time reported of a program that spends so much by its own thread's clock, ms:");
    println!("{:28} {:>6} {:>9} {:>9} {:>9}", "", "spent", "least", "median", "most");
    for (level, slot) in slots {
        for spent in ["100", "500"] {
            let mut times: Vec<f64> = (0..15)
                .map(|_| timed(slot, &["/program/burn", spent], Input::Empty).1.cpu.as_secs_f64())
                .collect();
            times.sort_unstable_by(f64::total_cmp);
            println!(
                "{:28} {spent:>6} {:9.2} {:9.2} {:9.2}",
                format!("jury, level {}", level.name()),
                times[0] * 1e3,
                times[7] * 1e3,
                times[14] * 1e3
            );
        }
    }
}

/// One run, with the time that the caller sees.
fn timed(slot: &mut Slot, words: &[&str], input: Input) -> (Duration, Run) {
    let job = Job {
        argv: words.iter().map(Into::into).collect(),
        environment: Vec::new(),
        input,
        limits: Limits { output: 128 << 20, ..Limits::default() },
    };
    let began = Instant::now();
    let run = slot.run(&job, &Interrupt::default()).expect("a run");
    (began.elapsed(), run)
}
