//! The matrix that a terminal shows while several submissions are judged: there, and gone in the end.

use anstream::adapter::strip_str;
use rustix::process::Signal;

use super::common::World;
use super::terminal::Terminal;

/// Stands in the matrix alone, and in its first frame.
const BUILDING: &str = "0 of 2 submissions judged";
/// Takes away what stands below the cursor.
const ERASED: &str = "\u{1b}[J";

/// Two submissions that print what they read, the second one after so many seconds.
fn world(seconds: u32) -> World {
    World::new(&[
        ("p/1.in", "1\n"),
        ("p/1.ans", "1\n"),
        ("a.py", "print(input())\n"),
        ("b.py", &format!("import time\ntime.sleep({seconds})\nprint(input())\n")),
    ])
}

fn start(world: &World, terminal: &str, variables: &[(&str, &str)]) -> Terminal {
    let mut command = world.command(&["grade", "p", "a.py", "b.py"]);
    command.env("TERM", terminal).env_remove("NO_COLOR").envs(variables.iter().copied());
    Terminal::start(&mut command, 24, 80)
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_matrix_gives_way_to_the_report() {
    let world = world(0);
    for variables in [&[] as &[_], &[("NO_COLOR", "1")]] {
        let mut terminal = start(&world, "xterm-256color", variables);
        let drawn = terminal.until(BUILDING) + &terminal.until("2 of 2 submissions accepted");
        let (matrix, report) = drawn.rsplit_once(ERASED).expect("erased");
        let has_colours = matrix.contains("\u{1b}[1m");
        assert_eq!(has_colours, variables.is_empty(), "{matrix:?}");
        let report = strip_str(report).to_string();
        assert!(report.trim_start().starts_with("AC  a.py"), "{report}");
        assert!(!report.contains(" judged"), "{report}");
        assert_eq!(terminal.ended().code(), Some(0));
    }
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_terminal_that_cannot_move_its_cursor_has_the_report_alone() {
    let world = world(0);
    let mut terminal = start(&world, "dumb", &[]);
    let drawn = terminal.until("2 of 2 submissions accepted");
    assert!(!drawn.contains(" judged") && !drawn.contains('\u{1b}'), "{drawn:?}");
    assert_eq!(terminal.ended().code(), Some(0));
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn an_interrupt_leaves_the_report_of_what_ran() {
    let world = world(60);
    let mut terminal = start(&world, "xterm-256color", &[]);
    terminal.until("b.py on 1");
    terminal.signal(Signal::INT);
    let drawn = terminal.until("only the cases above ran");
    let (_, report) = drawn.rsplit_once(ERASED).expect("erased");
    assert!(!report.contains(" judged"), "{report:?}");
    assert_eq!(terminal.ended().code(), Some(130));
}
