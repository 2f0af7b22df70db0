//! The line of standard error that says why a program ended: what its language writes last, or first,
//! of an exception. Pure.

use std::borrow::Cow;

use crate::ruling::Ruling;
use crate::sandbox::Ending;
use crate::submission::Language;
use crate::verdict::Verdict;
use crate::visible::visible;

/// Bytes of the line that are told.
const LONGEST: usize = 200;

/// The signal by which C and C++ end after an assertion or an exception, of which they write.
const SIGABRT: i32 = 6;

/// Why a run ended badly, in the words of its language on standard error. A line that begins with one
/// of `signs` begins such words. Without one, where the program ended itself, it is the line before the calls
/// that led there, or the last one.
fn of(ending: Ending, errors: &[u8], signs: &[String]) -> Option<String> {
    let text = String::from_utf8_lossy(errors);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines.last()?;
    let sign = lines.iter().position(|line| signs.iter().any(|sign| line.starts_with(sign)));
    let is_head = |line: &str| line.trim_end().ends_with(':') || line.ends_with(").");
    let words = match (sign, ending) {
        (Some(at), _) => match lines.get(at + 1) {
            // Places come first and the exception at the end, as in Python.
            Some(next) if next.trim_start().starts_with("File \"") => Cow::Borrowed(*last),
            // The head is too long for a line, as in SBCL.
            Some(next) if is_indented(next) && is_head(next) => {
                format!("{} {}", lines[at], lines.get(at + 2).unwrap_or(next).trim_start()).into()
            }
            // As in Rust.
            Some(next) if is_head(lines[at]) => {
                format!("{} {}", lines[at].trim_end(), next.trim_start()).into()
            }
            _ => Cow::Borrowed(lines[at]),
        },
        (None, Ending::Exited(_)) => Cow::Borrowed(head(&lines).unwrap_or(last)),
        (None, Ending::Signalled(SIGABRT)) => Cow::Borrowed(*last),
        (None, _) => return None,
    };
    Some(shown(words.trim()))
}

/// The line before the calls, if there are some: `at main (a.js:3:1)` and the like, indented. Else the last one
/// that is not indented.
fn head<'l>(lines: &[&'l str]) -> Option<&'l str> {
    let is_call = |line: &&str| is_indented(line) && line.trim_start().starts_with("at ");
    let before = lines.iter().position(is_call).and_then(|at| lines.get(at.checked_sub(1)?));
    before.or_else(|| lines.iter().rfind(|line| !is_indented(line))).copied()
}

fn is_indented(line: &str) -> bool {
    line.starts_with([' ', '\t'])
}

/// What a program's language says of its end.
#[derive(Debug, Default)]
pub(super) struct Reason {
    /// Why it ended badly.
    words: Option<String>,
    /// The line by which its runtime ended it for lack of memory.
    out_of_memory: Option<String>,
}

impl Reason {
    /// That of a run which ended so, from what it wrote on standard error.
    pub(super) fn of(ending: Ending, errors: &[u8], language: &Language) -> Self {
        let text = String::from_utf8_lossy(errors);
        let begins =
            |words: &str| language.out_of_memory.iter().any(|sign| words.starts_with(sign));
        // The name of a file or thread may stand before.
        let after = |line: &str, mark: &str| {
            line.match_indices(mark).any(|(at, _)| begins(&line[at + mark.len()..]))
        };
        let line =
            text.lines().find(|line| begins(line) || after(line, ": ") || after(line, "\" "));
        let out_of_memory = line.map(|line| shown(line.trim()));
        Self { words: of(ending, errors, &language.crash), out_of_memory }
    }
}

/// The ruling with the reason of a crash. A runtime that keeps within the memory limit by itself ends the
/// program before the limit does: that is the memory limit, not a crash.
pub(super) fn told(ruling: Ruling, reason: Reason) -> Ruling {
    let Ruling { verdict, message } = ruling;
    match (verdict, reason) {
        (Verdict::RunTimeError, Reason { out_of_memory: Some(line), .. }) => {
            let message = format!("out of memory, says the language's runtime: {line} ({message})");
            Ruling { verdict: Verdict::MemoryLimit, message }
        }
        (Verdict::RunTimeError, Reason { words: Some(words), .. }) => {
            Ruling { verdict, message: format!("{message}: {words}") }
        }
        _ => Ruling { verdict, message },
    }
}

/// A line as messages show it: within bounds.
fn shown(words: &str) -> String {
    let end = (0..=LONGEST.min(words.len())).rev().find(|&at| words.is_char_boundary(at));
    let end = end.unwrap_or(0);
    let cut = if end < words.len() { "…" } else { "" };
    format!("{}{cut}", visible(&words.as_bytes()[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submission::Languages;

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
        let node = "a.js:1\nthrow new Own(\"x\")\n^\n\nOwn: x\n    at Object.<anonymous> (a.js:1:7)\n    \
                    at node:internal/main:28:49\n\nNode.js v20.20.2\n";
        case(one, "TypeError: ", node, Some("Own: x"));
        case(one, "-", "no input\nat line 3\n", Some("at line 3"));
        case(one, "-", "no input\nread:\n  1 2\ngave up\n", Some("gave up"));
        let ruby = "a.rb:1:in `f': x (RuntimeError)\n\tfrom a.rb:3:in `<main>'\n";
        case(one, "-", ruby, Some("a.rb:1:in `f': x (RuntimeError)"));
        let r = "Error in f(3) : \n  not a number\nCalls: g -> f\nExecution halted\n";
        case(one, "Error in ", r, Some("Error in f(3) : not a number"));
        let clojure =
            "{:trace\n [x]}\nExecution error at user/f (a.clj:1).\nx\n\nFull report at:\n/tmp/1\n";
        let sbcl = "Unhandled SIMPLE-ERROR in thread #<THREAD RUNNING\n   {1}>:\n  x\n\nBacktrace for: 1\n";
        let words = "Unhandled SIMPLE-ERROR in thread #<THREAD RUNNING x";
        case(one, "Unhandled SIMPLE", sbcl, Some(words));
        let words = "Execution error at user/f (a.clj:1). x";
        case(one, "Execution error ", clojure, Some(words));
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

    #[test]
    fn a_crash_is_told_with_its_reason_and_nothing_else_is() {
        let of = |words: Option<&str>| {
            let words = words.map(str::to_owned);
            Reason { words, out_of_memory: None }
        };
        let told =
            |verdict, words| told(Ruling { verdict, message: "exit code 1".into() }, of(words));
        let expected = |verdict, message: &str| Ruling { verdict, message: message.into() };
        let (crash, late) = (Verdict::RunTimeError, Verdict::TimeLimit);
        assert_eq!(told(crash, Some("Own: x")), expected(crash, "exit code 1: Own: x"));
        assert_eq!(told(crash, None), expected(crash, "exit code 1"));
        assert_eq!(told(late, Some("Own: x")), expected(late, "exit code 1"));
    }

    /// What runtimes really wrote, and what a program may write that did not lack memory.
    #[test]
    fn a_runtime_without_memory_is_the_memory_limit() {
        let languages = Languages::shipped().unwrap();
        let case = |language: &str, errors: &str, expected: Verdict| {
            let language = languages.named(language).unwrap();
            let reason = Reason::of(Ending::Exited(1), errors.as_bytes(), &language);
            let crash = Ruling { verdict: Verdict::RunTimeError, message: "exit code 1".into() };
            assert_eq!(told(crash, reason).verdict, expected, "{}: {errors}", language.name);
        };
        let (memory, crash) = (Verdict::MemoryLimit, Verdict::RunTimeError);
        let java = "Exception in thread \"Thread-0\" java.lang.OutOfMemoryError: Java heap space\n";
        for language in ["java", "kotlin", "scala", "groovy", "rhino"] {
            case(language, java, memory);
            case(language, "Exception in thread \"main\" java.lang.StackOverflowError\n", crash);
        }
        case(
            "python",
            "Traceback (most recent call last):\n  File \"a.py\"\nMemoryError\n",
            memory,
        );
        case("python", "Traceback (most recent call last):\nValueError: MemoryErrors\n", memory);
        case("python", "Traceback (most recent call last):\nValueError: no MemoryError\n", crash);
        case("ruby", "main.rb:1:in `*': failed to allocate memory (NoMemoryError)\n", memory);
        case("php", "PHP Fatal error:  Out of memory (allocated 100) in /a.php on line 2\n", crash);
        case("cpp", "terminate called after throwing an instance of 'std::bad_alloc'\n", memory);
        case("cpp", "terminate called after throwing an instance of 'int'\n", crash);
        case("c", "java.lang.OutOfMemoryError\n", crash);
        let language = languages.named("java").unwrap();
        let reason = Reason::of(Ending::Exited(1), java.as_bytes(), &language);
        let limit = Ruling { verdict: Verdict::TimeLimit, message: "slow".into() };
        assert_eq!(told(limit.clone(), reason), limit, "only a crash is another thing");
    }
}
