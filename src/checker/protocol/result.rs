//! What there is to hear of a program of the package that has ended.

use jury_checkers::Invalid;

use crate::sandbox::{BoxFile, Ending, Finished, Kept};
use crate::visible::{first_line, last_line};

/// Longest message that is taken of a program, in characters.
pub(in crate::checker) const LONGEST: usize = 300;

/// What a program said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::checker) struct ProgramResult {
    /// Its exit code; `None` where it did not end by itself.
    pub(super) code: Option<i32>,
    /// Standard output; of an interactor, nothing: that went to the submission.
    pub(super) output: Vec<u8>,
    /// The head of standard error.
    pub(in crate::checker) errors: Vec<u8>,
    /// The files that it left, by name.
    pub(super) kept: Kept,
    /// All files that it left in its folder, where those were asked for.
    pub(super) left: Option<Vec<BoxFile>>,
    /// Whether it looks as if the program's language had ended it: a code that a protocol gives a
    /// meaning does not stand for that meaning then.
    pub(super) crashed: bool,
}

impl ProgramResult {
    /// What there is to hear of a run. A language that ends a program writes a line that begins with
    /// one of `crash_signs`.
    pub(in crate::checker) fn of(finished: Finished, crash_signs: &[String]) -> Self {
        let code = match finished.run.ending {
            Ending::Exited(code) => Some(code),
            Ending::Signalled(_) | Ending::NotStarted(_) | Ending::Stopped(_) | Ending::Stuck => {
                None
            }
        };
        let words = String::from_utf8_lossy(&finished.run.errors);
        let is_sign = |line: &str| crash_signs.iter().any(|sign| line.starts_with(sign));
        let crashed = words.lines().any(is_sign);
        Self {
            code,
            output: finished.run.output,
            errors: finished.run.errors,
            kept: finished.kept,
            left: finished.left,
            crashed,
        }
    }

    /// Its exit code, which every protocol goes by.
    ///
    /// # Errors
    /// That it has none: a lower-case fragment.
    pub(super) fn exit_code(&self) -> Result<i32, String> {
        self.code.ok_or_else(|| "it has no exit code".to_owned())
    }

    /// The rejection by a validator that checks by assertions, or reads what is no number: an ending that says
    /// of other programs that they are broken.
    pub(super) fn rejection(&self) -> Option<Invalid> {
        const OF_INPUT: [&str; 4] =
            ["AssertionError", "ValueError", "EOFError", "UnicodeDecodeError"];
        let words = self.last_words();
        if self.code.is_none() {
            // Before it, the C library writes where it stands in the source.
            let from = words.find("Assertion").unwrap_or_default();
            return Some(invalid(words[from..].to_owned()));
        }
        let is_of_input = OF_INPUT.iter().any(|name| words.starts_with(name));
        (self.crashed && is_of_input).then(|| invalid(words))
    }

    /// The first line on standard error.
    pub(super) fn first_words(&self) -> String {
        first_line(&self.errors, LONGEST)
    }

    /// The last line on standard error.
    pub(super) fn last_words(&self) -> String {
        last_line(&self.errors, LONGEST)
    }
}

/// An invalid input, with the line that the message names, if it does; the message of a silent program is
/// empty. A line that the message begins with
/// is not told twice.
pub(super) fn invalid(message: String) -> Invalid {
    debug_assert!(message.chars().count() <= LONGEST + 1, "a message is bounded");
    let begins = message.strip_prefix("line ").or_else(|| message.strip_prefix("Line "));
    if let Some((number, rest)) = begins.and_then(|rest| rest.split_once(": "))
        && let Ok(line) = number.parse()
    {
        return Invalid { line, column: 0, message: rest.to_owned() };
    }
    let line = message.match_indices("line ").find_map(|(at, word)| {
        let rest = &message[at + word.len()..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse::<usize>().ok()
    });
    Invalid { line: line.unwrap_or(0), column: 0, message }
}

#[cfg(test)]
mod tests {
    use super::ProgramResult;
    use crate::sandbox::{Ending, Finished, Run};
    use std::time::Duration;

    #[track_caller]
    fn case(errors: &str, crashed: bool) {
        let run = Run { errors: errors.into(), ..Run::ended(Ending::Exited(1)) };
        let finished = Finished { run, ended: Duration::ZERO, kept: Vec::new(), left: None };
        let signs = ["Traceback (most".to_owned(), "goroutine ".to_owned()];
        assert_eq!(ProgramResult::of(finished, &signs).crashed, crashed, "{errors}");
    }

    #[test]
    fn a_crash_is_told_by_the_beginning_of_a_line() {
        case("Traceback (most recent call last):\n", true);
        case("panic: index out of range\n\ngoroutine 1 [running]:\n", true);
        case("wrong answer Traceback (most recent call last)\n", false);
        case("", false);
    }
}
