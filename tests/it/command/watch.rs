//! `jury grade --watch` as a real process: files change, and it answers, line by line in a pipe.

use std::io::{BufRead, BufReader};
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::common::World;

/// Far more than any answer takes.
const PATIENCE: Duration = Duration::from_mins(1);

const FILES: [(&str, &str); 7] = [
    ("sum/1.in", "1 2\n"),
    ("sum/1.ans", "3\n"),
    ("sum/2.in", "5 5\n"),
    ("sum/2.ans", "10\n"),
    ("sum/3.in", "-1 1\n"),
    ("sum/3.ans", "0\n"),
    ("tmp/keep", ""),
];

const RIGHT: &str = "a, b = map(int, input().split())\nprint(a + b)\n";
const WRONG: &str = "a, b = map(int, input().split())\nprint(abs(a) + b)\n";

/// A watching process and the lines that it has written to either stream.
struct Watching {
    world: World,
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(files: &[(&str, &str)], arguments: &[&str]) -> Self {
        let all: Vec<_> = FILES.iter().chain(files).copied().collect();
        let world = World::new(&all);
        // One pipe for both streams, so that lines come in the order in which they were written.
        let (reader, writer) = std::io::pipe().expect("a pipe");
        let child = world
            .command(&[&["grade", "sum", "--watch"], arguments].concat())
            .env("TMPDIR", world.path("tmp"))
            .stdout(writer.try_clone().expect("a second end"))
            .stderr(writer)
            .spawn()
            .expect("started");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(reader).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { world, child, lines }
    }

    /// The lines up to the one that begins so.
    #[track_caller]
    fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while !lines.last().is_some_and(|line: &String| line.starts_with(beginning)) {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(error) => panic!("no line `{beginning}…` ({error}) after {lines:#?}"),
            }
        }
        lines
    }

    /// Waits for the round's end; the last line before it must be this one.
    #[track_caller]
    fn round(&self, last: &str) -> Vec<String> {
        let mut lines = self.until("watching ");
        lines.pop();
        assert!(lines.last().is_some_and(|line| line.contains(last)), "{last}: {lines:#?}");
        lines
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.world.path(name), text).expect("written");
    }

    /// As many editors save: another file takes the place of the old one.
    fn replace(&self, name: &str, text: &str) {
        self.write("draft", text);
        std::fs::rename(self.world.path("draft"), self.world.path(name)).expect("renamed");
    }

    /// Ctrl-C, after which nothing may be left.
    #[track_caller]
    fn interrupt(mut self) {
        kill_process(Pid::from_child(&self.child), Signal::INT).expect("it lives");
        assert_eq!(self.child.wait().expect("ended").code(), Some(130));
        let left = std::fs::read_dir(self.world.path("tmp")).expect("a folder");
        let left: Vec<_> = left.map(|entry| entry.expect("readable").file_name()).collect();
        assert_eq!(left, ["keep"]);
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The row of letters of a report.
fn letters(lines: &[String]) -> &str {
    let is_row =
        |line: &&String| line.starts_with("    ") && line.trim().chars().all(|c| "AW-".contains(c));
    lines.iter().find(is_row).map_or("", |line| line.trim())
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn each_change_is_graded_from_the_first_failing_case_on() {
    let watching = Watching::start(&[("a.py", WRONG)], &["a.py", "-j", "1"]);
    assert_eq!(letters(&watching.round("sum: wrong answer")), "AAW");

    // The sum of all cases is wrong now, but the third alone runs: it is looked at first.
    watching.replace("a.py", "print(7)\n");
    assert_eq!(watching.until("changed: "), ["changed: a.py"]);
    assert_eq!(letters(&watching.round("sum: wrong answer")), "--W");

    // Cases 3 and 1 are right, and the second fails: it comes last.
    watching.write("a.py", "print({-1: 0, 1: 3}.get(int(input().split()[0]), 7))\n");
    assert_eq!(letters(&watching.round("sum: wrong answer")), "AWA");

    watching.write("a.py", RIGHT);
    assert_eq!(letters(&watching.round("sum: accepted")), "AAA");

    watching.write("sum/2.ans", "11\n");
    assert_eq!(watching.until("changed: "), ["changed: sum/2.ans"]);
    assert_eq!(letters(&watching.round("sum: wrong answer")), "AW-");
    watching.interrupt();
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn what_is_gone_or_broken_is_waited_for() {
    let watching = Watching::start(&[("a.py", RIGHT)], &["a.py"]);
    watching.round("sum: accepted");

    std::fs::remove_file(watching.world.path("a.py")).expect("removed");
    watching.round("a.py does not exist; waiting for it");
    watching.write("a.py", "print(\n");
    watching.round("sum: compile error");
    watching.write("a.py", RIGHT);
    watching.round("sum: accepted");

    watching.write("sum/problem.toml", "name = \"Sum\"\nlimit = 1\n");
    let lines = watching.round("unknown key `limit`");
    assert!(lines.iter().any(|line| line.starts_with("error: ")), "{lines:#?}");
    std::fs::remove_file(watching.world.path("sum/problem.toml")).expect("removed");
    watching.round("sum: accepted");
    watching.interrupt();
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_change_stops_the_round_that_it_makes_vain() {
    let slow = "import time\ntime.sleep(100)\n";
    let watching = Watching::start(&[("a.py", RIGHT)], &["a.py", "--time-limit", "100"]);
    // What takes long on a busy machine, the start, is over when the first round is.
    watching.round("sum: accepted");
    watching.write("a.py", slow);
    assert_eq!(watching.until("changed: "), ["changed: a.py"]);
    // Not a test of speed: the sleeping program would be waited for longer than our patience.
    std::thread::sleep(Duration::from_secs(2));
    watching.write("a.py", RIGHT);
    assert_eq!(watching.until("changed: "), ["changed: a.py"]);
    watching.round("sum: accepted");
    watching.interrupt();
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn json_is_written_anew_and_does_not_wake_us() {
    let files = [("sol/main.py", WRONG)];
    let watching = Watching::start(&files, &["sol", "--json", "sol/report.json"]);
    watching.round("sum: wrong answer");
    watching.write("sol/main.py", RIGHT);
    assert_eq!(watching.until("changed: "), ["changed: sol/main.py"]);
    watching.round("sum: accepted");
    let text = std::fs::read_to_string(watching.world.path("sol/report.json")).expect("written");
    let report: jury::report::document::Document = serde_json::from_str(&text).expect("strict");
    assert_eq!(report.submissions[0].verdict, jury::verdict::Verdict::Accepted);
    assert!(watching.lines.recv_timeout(Duration::from_secs(3)).is_err(), "no further round");
    watching.interrupt();
}

#[test]
fn what_no_file_can_mend_ends_at_once() {
    let world = World::new(&FILES);
    let did = world.jury(&["grade", "sum", "a.py", "--watch"], 2);
    assert!(did.err.contains("a.py"), "{did:#?}");
    world.jury(&["grade", "none", "a.py", "--watch"], 2);
    std::fs::write(world.path("a.py"), RIGHT).expect("written");
    world.jury(&["grade", "sum", "a.py", "--watch", "--case", "{"], 2);
    world.jury(&["grade", "sum", "a.py", "--watch", "--language", "rustt"], 2);
    world.jury(&["grade", "sum", "a.py", "--watch", "--json", "none/report.json"], 2);
}
