//! The frame of every program: standard input whole, solve, standard output whole, exit status.
//!
//! Exit status 0: answered. 2: the input, the arguments or the streams were bad, with one line on
//! standard error. Knows no problem.

use std::error::Error;
use std::ffi::OsString;
use std::io::{BufRead, Read, Write, stderr, stdin, stdout};
use std::process::ExitCode;
use std::str::FromStr;

/// What a program's solver gives back: the bytes to print, or why there are none.
pub type Answer = Result<Vec<u8>, Box<dyn Error>>;

/// Reads standard input, solves, prints the answer or the complaint.
pub fn run(solve: impl FnOnce(&[u8]) -> Answer) -> ExitCode {
    status(answer(solve))
}

/// Answers each of several inputs as soon as it is there: reads lines until `is_whole` says that
/// they are one, and prints its answer at once. Ends at the end of standard input; there must be at
/// least one input.
pub fn converse(
    is_whole: impl Fn(&[u8]) -> bool,
    mut solve: impl FnMut(&[u8]) -> Answer,
) -> ExitCode {
    let mut stdin = stdin().lock();
    for number in 1_u64.. {
        let input = match read_whole(&mut stdin, &is_whole) {
            Ok(input) => input,
            Err(error) => return status(Err(error)),
        };
        if number > 1 && input.trim_ascii().is_empty() {
            break;
        }
        // Places are told within an input, so it must be clear within which.
        let answered = solve(&input).map_err(|error| match number {
            1 => error,
            _ => format!("input {number}: {error}").into(),
        });
        if let Err(error) = answered.and_then(|output| print(&output)) {
            return status(Err(error));
        }
    }
    ExitCode::SUCCESS
}

/// Lines until they are whole, or the last ones.
fn read_whole(
    stdin: &mut impl BufRead,
    is_whole: impl Fn(&[u8]) -> bool,
) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut input = Vec::new();
    loop {
        let read = stdin.read_until(b'\n', &mut input);
        if read.map_err(|error| format!("standard input: {error}"))? == 0 || is_whole(&input) {
            return Ok(input);
        }
    }
}

/// The exit status of a result, its complaint printed.
pub fn status(result: Result<(), Box<dyn Error>>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error may be closed; the exit status still tells.
            let _ = writeln!(stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

fn answer(solve: impl FnOnce(&[u8]) -> Answer) -> Result<(), Box<dyn Error>> {
    let mut input = Vec::new();
    stdin().lock().read_to_end(&mut input).map_err(|error| format!("standard input: {error}"))?;
    print(&solve(&input)?)
}

fn print(output: &[u8]) -> Result<(), Box<dyn Error>> {
    let mut stdout = stdout().lock();
    stdout
        .write_all(output)
        .and_then(|()| stdout.flush())
        .map_err(|error| format!("standard output: {error}"))?;
    Ok(())
}

/// The values of a program's options, each written `--name VALUE`, in the order of `names`; anything
/// else among the arguments is refused.
pub fn options<const N: usize>(
    names: [&str; N],
    arguments: &[OsString],
) -> Result<[Option<String>; N], Box<dyn Error>> {
    let mut values = [const { None }; N];
    let mut arguments = arguments.iter().map(|argument| argument.to_string_lossy().into_owned());
    while let Some(argument) = arguments.next() {
        let Some(option) = names.iter().position(|name| *name == argument) else {
            let known = if N == 0 { "no argument".to_owned() } else { names.join(", ") };
            return Err(format!("unknown argument `{argument}`, expected {known}").into());
        };
        let value =
            arguments.next().ok_or_else(|| format!("expected a value after `{argument}`"))?;
        values[option] = Some(value);
    }
    Ok(values)
}

/// The number that an option's value is, if it was given.
pub fn number<T: FromStr>(value: Option<String>) -> Result<Option<T>, String> {
    let parse =
        |text: String| text.parse().map_err(|_| format!("expected a number, found `{text}`"));
    value.map(parse).transpose()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::{number, options};

    #[track_caller]
    fn case(arguments: &[&str], expected: Result<[Option<&str>; 2], &str>) {
        let arguments: Vec<OsString> = arguments.iter().map(Into::into).collect();
        let found = options(["--one", "--two"], &arguments);
        let found = found.map_err(|error| error.to_string());
        let expected = expected.map(|values| values.map(|value| value.map(str::to_owned)));
        assert_eq!(found, expected.map_err(str::to_owned));
    }

    #[test]
    fn options_are_known_and_have_values() {
        case(&[], Ok([None, None]));
        case(&["--two", "2"], Ok([None, Some("2")]));
        case(&["--one", "1", "--two", "2"], Ok([Some("1"), Some("2")]));
        case(&["--three"], Err("unknown argument `--three`, expected --one, --two"));
        case(&["--one"], Err("expected a value after `--one`"));
    }

    #[test]
    fn numbers_are_read_or_named() {
        assert_eq!(number::<u8>(None), Ok(None));
        assert_eq!(number(Some("7".to_owned())), Ok(Some(7_u8)));
        assert_eq!(number::<u8>(Some("x".to_owned())), Err("expected a number, found `x`".into()));
    }

    #[test]
    fn a_program_without_options_says_so() {
        let found = options([], &["x".into()]).unwrap_err();
        assert_eq!(found.to_string(), "unknown argument `x`, expected no argument");
    }
}
