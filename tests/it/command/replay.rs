//! `jury replay` and `jury perft`: what they print where nobody watches, what they refuse, and how
//! a terminal is left.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::process::{ExitStatus, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use super::common::{World, run};
use super::terminal::Terminal;

/// Two games of one opening: the first ended by an illegal move, the second was cut off.
const RECORD: &str = r#"{"record":1,"tool":"jury 0.1.0","game":"checkers","rules":{"cap_result":"draw","profile":"seed","size":8},"players":[{"name":"alice","path":"alice.py","language":"python","hash":"aa"},{"name":"bob","path":"bob.cpp","language":"cpp","hash":"bb"}],"format":"round_robin","pairs":1,"protocol":"fresh","allowance":{"cpu_seconds":2.0,"wall_seconds":7.0,"memory_bytes":268435456,"output_bytes":1048576},"sprt":null,"isolation":{"level":"full","walls":[],"cpu_source":"cgroup v2","memory_source":"cgroup v2"},"openings":[["11-15"]]}
{"start":{"game":0,"players":[0,1],"opening":["11-15"]}}
{"ply":{"game":0,"ply":2,"move":"22-18","cpu_seconds":0.25,"wall_seconds":0.5,"memory_bytes":1048576}}
{"ply":{"game":0,"ply":3,"move":"15x22","cpu_seconds":0.0,"wall_seconds":0.0,"memory_bytes":null}}
{"start":{"game":1,"players":[1,0],"opening":["11-15"]}}
{"end":{"game":0,"ending":{"winner":"first","reason":"illegal","words":"no white piece on 3 2"},"plies":3}}
{"ply":{"game":1,"ply":2,"mo"#;

fn world() -> World {
    World::new(&[("games.jsonl", RECORD)])
}

#[test]
fn games_are_listed() {
    let did = world().jury(&["replay", "games.jsonl", "--list"], 0);
    let expected = "  game  black  white  plies  result
     0  alice  bob        3  black wins: illegal move: no white piece on 3 2
     1  bob    alice      1  unfinished
";
    assert_eq!((did.out.as_str(), did.err.as_str()), (expected, ""));
}

#[test]
fn a_pipe_gets_the_moves_and_the_last_board() {
    let did = world().jury(&["replay", "games.jsonl", "0"], 0);
    let lines: Vec<&str> = did.out.lines().map(str::trim_end).collect();
    let expected = [
        "game 0: black alice – white bob",
        "ply 1 of 3: black 11-15  (opening)",
        "ply 2 of 3: white 22-18  (0.25 s CPU, 0.50 s wall, 1.0 MiB)",
        "ply 3 of 3: black 15x22  (0.00 s CPU, 0.00 s wall)",
        "    0   1   2   3   4   5   6   7",
        " 0      ●       ●       ●       ●     ●  black  captured ○",
        " 1  ●       ●       ●       ●",
        " 2      ●       ●       11      ●",
        " 3  13      14     [15]     16",
        " 4      17      18      19      20",
        " 5  ○      [● ]     ○       ○",
        " 6      ○       ○       ○       ○",
        " 7  ○       ○       ○       ○         ○  white",
        "black wins: illegal move: no white piece on 3 2",
        "",
    ];
    assert_eq!(lines, expected);
    let all = world().jury(&["replay", "games.jsonl"], 0).out;
    assert!(all.starts_with(&did.out) && all.ends_with("unfinished\n\n"), "{all}");
}

#[test]
fn one_board_is_printed() {
    let did = world().jury(&["replay", "games.jsonl", "0", "--ply", "0"], 0);
    assert_eq!(did.out.lines().count(), 11);
    assert!(did.out.ends_with("ply 0 of 3: the start\n"), "{did:#?}");
    let did = world().jury(&["replay", "games.jsonl", "0", "--ply", "3"], 0);
    assert!(did.out.ends_with("\nblack wins: illegal move: no white piece on 3 2\n"), "{did:#?}");
}

#[test]
fn games_are_written_as_pdn() {
    let world = world();
    let did = world.jury(&["replay", "games.jsonl", "--pdn", "games.pdn"], 0);
    assert_eq!((did.out.as_str(), did.err.as_str()), ("", ""));
    let file = std::fs::read_to_string(world.path("games.pdn")).expect("written");
    assert!(file.contains("\n\n1. 11-15 22-18 2. 15x22 0-1\n\n[Event "), "{file}");
    assert!(file.ends_with("\n\n1. 11-15 *\n"), "{file}");
    assert_eq!(world.jury(&["replay", "games.jsonl", "--pdn"], 0).out, file);
    let second = world.jury(&["replay", "games.jsonl", "1", "--pdn"], 0).out;
    assert!(file.ends_with(&second) && second.starts_with("[Event \"jury match\"]\n"), "{second}");
}

/// The record with a change, and the arguments after it.
#[track_caller]
fn refused(from: &str, to: &str, arguments: &[&str], expected: &str) {
    assert!(RECORD.contains(from), "{from}");
    let world = World::new(&[("games.jsonl", &RECORD.replacen(from, to, 1))]);
    let did = world.jury(&[&["replay", "games.jsonl"], arguments].concat(), 2);
    assert!(did.err.contains(expected), "{did:#?}");
}

#[test]
fn what_cannot_be_shown_is_named() {
    refused("15x22", "1-32", &["--list"], "error: games.jsonl:4:1: game 0, ply 3: `1-32` is no");
    refused(
        "\"winner\":\"first",
        "\"winner\":\"second",
        &["--pdn"],
        "games.jsonl:6:1: game 0, result",
    );
    refused(
        "\"size\":8",
        "\"size\":7",
        &["--list"],
        "games.jsonl:1:1: the rules: expected an even",
    );
    refused("", "", &["7"], "games.jsonl has no game 7, but games 0 to 1");
    refused("", "", &["0", "--ply", "4"], "there is no ply 4: the game has plies 0 to 3");
    refused("\"ply\":3", "\"ply\":4", &[], "games.jsonl:4:1: expected ply 3 of game 0");
    refused("\"seed\"", "\"chess\"", &[], "games.jsonl:1:1: the rules: unknown variant `chess`");
    refused(
        "\"checkers\"",
        "\"chess\"",
        &[],
        "games.jsonl:1:1: expected the game `checkers` or `four-in-a-row`, found `chess`",
    );
    refused("{\"start\"", "{\"go\"", &[], "games.jsonl:2:5: unknown variant `go`");
    refused("", "", &["--pdn=games.jsonl"], "the report would overwrite games.jsonl");
    refused("", "", &["--pdn=/tmp"], "cannot write /tmp: it is a folder");
}

#[test]
fn lines_are_counted() {
    let world = World::new(&[
        (
            "p.in",
            "w\n8\n________\n__b_b___\n_W______\n__b_b___\n________\n________\n________\n________\n",
        ),
        ("bad.in", "b\n8\n________\nxxxxxxxx\n"),
    ]);
    let column = |arguments: &[&str]| -> Vec<String> {
        let did = world.jury(&[&["perft"], arguments].concat(), 0);
        let count = |line: &str| line.split_whitespace().nth(1).expect("a count").to_owned();
        did.out.lines().map(count).collect()
    };
    assert_eq!(column(&["--depth", "4"]), ["lines", "7", "49", "302", "1469"]);
    assert_eq!(column(&["p.in", "--depth", "1", "--divide"]), ["1", "1", "2"]);
    assert_eq!(column(&["p.in", "--depth", "1", "--profile", "stopping-allowed"]), ["lines", "8"]);
    let did = world.jury(&["perft", "p.in", "--depth", "1", "--divide"], 0);
    assert!(did.out.starts_with("9x2x11x18x9 "), "{did:#?}");
    let did = world.jury(&["perft", "bad.in", "--depth", "1"], 2);
    assert!(did.err.contains("error: bad.in:4:1: expected one of `_`"), "{did:#?}");
    let bad = File::open(world.path("bad.in")).expect("opened");
    let did = run(world.command(&["perft", "-", "--depth", "1"]).stdin(bad));
    assert!(did.err.contains("error: standard input:4:1: expected one of `_`"), "{did:#?}");
    world.jury(&["perft", "--depth", "0"], 2);
}

/// White's first capture takes both black kings, its second one of them: then nobody can count the
/// lines of 30 plies.
const KINGS: &str = "w\n12\n_W__________\n__B_________\n_W__________\n____B_______\n____________\n\
                     ____________\n____________\n____________\n_W__________\n____________\n\
                     _________W__\n____________\n";

#[test]
fn an_interrupt_ends_counting_with_what_was_counted() {
    let world = World::new(&[("p.in", KINGS)]);
    for (option, first, words) in [
        ("--profile=seed", "depth ", " lines of depth "),
        ("--divide", "1x27 ", " lines of depth 30 "),
    ] {
        let mut command = world.command(&["perft", "p.in", "--depth=30", option]);
        let pipes = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().expect("started");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        assert!(line.trim_start().starts_with(first), "{line}");
        kill_process(Pid::from_child(&child), Signal::INT).expect("sent");
        std::io::copy(&mut out, &mut std::io::sink()).expect("its end");
        let err = std::io::read_to_string(child.stderr.take().expect("a pipe")).expect("text");
        assert_eq!(child.wait().expect("ended").code(), Some(130), "{err}");
        assert!(err.starts_with("error: interrupted: ") && err.contains(words), "{err}");
        assert!(err.ends_with(" counted so far\n"), "{err}");
    }
}

#[test]
fn what_never_ends_is_no_record() {
    let did = world().jury(&["replay", "/dev/zero"], 2);
    assert!(did.err.contains("error: /dev/zero:1:1: expected a line of at most"), "{did:#?}");
    let did = world().jury(&["match", "--resume", "/dev/zero"], 2);
    assert!(did.err.contains("/dev/zero: it is not a regular file"), "{did:#?}");
}

/// A viewer on a terminal of its own.
struct Viewer {
    _world: World,
    terminal: Terminal,
}

impl Viewer {
    fn start(rows: u16, columns: u16) -> Self {
        let world = world();
        let mut command = world.command(&["replay", "games.jsonl"]);
        let terminal = Terminal::start(command.env("TERM", "xterm-256color"), rows, columns);
        Self { _world: world, terminal }
    }

    #[track_caller]
    fn until(&self, words: &str) -> String {
        self.terminal.until(words)
    }

    fn press(&mut self, keys: &str) {
        self.terminal.press(keys);
    }

    /// How it ended, once the terminal is as it was.
    #[track_caller]
    fn restored(mut self) -> ExitStatus {
        let left = self.until("\u{1b}[?1049l");
        assert!(left.contains("\u{1b}[?25h"), "{left:?}");
        self.terminal.ended()
    }
}

#[test]
fn keys_step_through_games() {
    let mut viewer = Viewer::start(24, 80);
    viewer.until("ply 0 of 3");
    viewer.press("n");
    viewer.until("black 11-15");
    viewer.press("G");
    viewer.until("black wins: illegal move: no white piece on 3 2");
    viewer.press("p");
    viewer.until("white 22-18");
    viewer.press("\u{1b}[B");
    viewer.until("game 1: black bob – white alice");
    viewer.press("a");
    viewer.until("unfinished");
    viewer.press("q");
    assert_eq!(viewer.restored().code(), Some(0));
}

#[test]
fn a_small_window_shows_the_ply() {
    let mut viewer = Viewer::start(2, 20);
    let text = viewer.until("ply 0 of 3");
    assert!(!text.contains("captured") && !text.contains("quit"), "{text:?}");
    viewer.press("\u{3}");
    assert_eq!(viewer.restored().code(), Some(130));
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    let viewer = Viewer::start(24, 80);
    viewer.until("ply 0 of 3");
    viewer.terminal.signal(Signal::TERM);
    assert_eq!(viewer.restored().code(), Some(130));
}
