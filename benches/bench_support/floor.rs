//! The process that measures the floor.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::programs::Programs;

/// Its source, to be compiled as `floor`.
pub(crate) const SOURCE: (&str, &str) = ("floor", include_str!("floor.c"));

/// The process that measures the floor.
pub(crate) struct Floor {
    process: Child,
    ask: ChildStdin,
    answer: BufReader<ChildStdout>,
}

impl Floor {
    /// Of a program run once a round, or once a file and round.
    pub(crate) fn start(programs: &Programs, program: &str, files: &[PathBuf]) -> Self {
        let mut process = Command::new(programs.path("floor"))
            .arg(programs.path(program))
            .args(files)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the floor's process");
        let ask = process.stdin.take().expect("its input");
        let answer = BufReader::new(process.stdout.take().expect("its output"));
        Self { process, ask, answer }
    }

    /// One round.
    pub(crate) fn measure(&mut self) -> Duration {
        self.ask.write_all(b"\n").expect("asking");
        let mut line = String::new();
        self.answer.read_line(&mut line).expect("an answer");
        Duration::from_nanos(line.trim().parse().expect("nanoseconds"))
    }

    /// Ends the process.
    pub(crate) fn end(mut self) {
        drop(self.ask);
        self.process.wait().expect("its end");
    }
}
