//! The line of standard error that says why a program ended: what its language writes last, or first,
//! of an exception. Pure.

use std::borrow::Cow;

use crate::ruling::Ruling;
use crate::sandbox::Ending;
use crate::verdict::Verdict;
use crate::visible::visible;

/// Bytes of the line that are told.
const LONGEST: usize = 200;

/// The signal by which C and C++ end after an assertion or an exception, of which they write.
const SIGABRT: i32 = 6;

/// Why a run ended badly, in the words of its language on standard error. A line that begins with one
/// of `signs` begins such words; without one, the last line counts where the program ended itself.
pub(super) fn of(ending: Ending, errors: &[u8], signs: &[String]) -> Option<String> {
    let text = String::from_utf8_lossy(errors);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines.last()?;
    let sign = lines.iter().position(|line| signs.iter().any(|sign| line.starts_with(sign)));
    let words = match (sign, ending) {
        (Some(at), _) => match lines.get(at + 1) {
            // Places come first and the exception at the end, as in Python.
            Some(next) if lines[at].ends_with(':') && next.starts_with(' ') => Cow::Borrowed(*last),
            // As in Rust.
            Some(next) if lines[at].ends_with(':') => format!("{} {next}", lines[at]).into(),
            _ => Cow::Borrowed(lines[at]),
        },
        (None, Ending::Exited(_) | Ending::Signalled(SIGABRT)) => Cow::Borrowed(*last),
        (None, _) => return None,
    };
    let words = words.trim();
    let end = (0..=LONGEST.min(words.len())).rev().find(|&at| words.is_char_boundary(at))?;
    let cut = if end < words.len() { "…" } else { "" };
    Some(format!("{}{cut}", visible(&words.as_bytes()[..end])))
}

/// The ruling's message, with the reason of a crash.
pub(super) fn told(ruling: &Ruling, reason: Option<String>) -> String {
    let message = &ruling.message;
    match reason.filter(|_| ruling.verdict == Verdict::RunTimeError) {
        Some(reason) => format!("{message}: {reason}"),
        None => message.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(ending: Ending, sign: &str, errors: &str, expected: Option<&str>) {
        assert_eq!(of(ending, errors.as_bytes(), &[sign.to_owned()]).as_deref(), expected);
    }

    #[test]
    fn the_line_that_tells_is_found() {
        let one = Ending::Exited(1);
        let python = "debug\nTraceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n\
                      \x20   int('x')\nValueError: invalid literal\n";
        case(one, "Traceback", python, Some("ValueError: invalid literal"));
        let java = "Exception in thread \"main\" java.lang.Error: x\n\tat Main.main(Main.java:5)\n";
        let words = "Exception in thread \"main\" java.lang.Error: x";
        case(one, "Exception in thread", java, Some(words));
        let rust = "\nthread 'main' panicked at a.rs:2:5:\nindex out of bounds\nnote: run with\n";
        let words = "thread 'main' panicked at a.rs:2:5: index out of bounds";
        case(Ending::Exited(101), "thread '", rust, Some(words));
        let go = "panic: runtime error\n\ngoroutine 1 [running]:\nmain.main()\n\ta.go:5 +0x1d\n";
        case(Ending::Exited(2), "panic: ", go, Some("panic: runtime error"));
        case(Ending::Exited(2), "panic: ", "cannot read\n\n", Some("cannot read"));
        let abort = Ending::Signalled(6);
        case(
            abort,
            "-",
            "a: a.c:5: main: Assertion `x' failed.\n",
            Some("a: a.c:5: main: Assertion `x' failed."),
        );
    }

    #[test]
    fn what_a_program_said_before_a_crash_is_no_reason() {
        case(Ending::Signalled(11), "-", "n = 5\n", None);
        case(Ending::Exited(1), "-", " \n\n", None);
    }

    #[test]
    fn the_line_is_short_and_harmless() {
        let line = format!("\u{1b}[2J{}", "é".repeat(1000));
        let words = format!("\\u{{1b}}[2J{}…", "é".repeat(98));
        case(Ending::Exited(1), "-", &line, Some(&words));
    }
}
