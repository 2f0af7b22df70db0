//! Scripts of generator calls: a call a line, comments, and inputs that are copied. Of rbx's own form, that is
//! what is read; that of BOX has no more.

use crate::problem::format::shell_words::shell_words;

/// A line of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    /// A generator with its arguments.
    Call { name: String, arguments: Vec<String> },
    /// An input that lies in the package.
    Copy(String),
}

/// How a script is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `GENERATOR ARGUMENTS`, `@copy PATH`.
    Rbx,
    /// `NUMBER ; GENERATOR[.exe] ARGUMENTS`, `NUMBER ; copy PATH`. No group depends on the number.
    Box,
}

/// Most lines that are read.
const MOST_LINES: usize = 100_000;

/// The lines that make cases, each with its number.
pub(super) fn read(text: &str, form: Form) -> Result<Vec<(usize, Line)>, (usize, String)> {
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        let is_remark = line.starts_with("//") && form == Form::Rbx;
        if line.is_empty() || line.starts_with('#') || is_remark {
            continue;
        }
        let number = index + 1;
        if lines.len() >= MOST_LINES {
            return Err((number, format!("more than {MOST_LINES} lines")));
        }
        let read = match form {
            Form::Rbx => self::line(line),
            Form::Box => box_line(line),
        };
        lines.push((number, read.map_err(|wrong| (number, wrong))?));
    }
    Ok(lines)
}

/// What one line says.
fn line(line: &str) -> Result<Line, String> {
    let words = shell_words(line)?;
    let Some((name, arguments)) = words.split_first() else {
        return Err("expected a generator".to_owned());
    };
    match (name.strip_prefix('@'), arguments) {
        (Some("copy"), [path]) => Ok(Line::Copy(path.clone())),
        (Some("copy"), _) => Err("`@copy`: expected one path".to_owned()),
        (Some(_), _) => Err(format!(
            "`{}` is not read: of what scripts may say beyond generators, only `@copy PATH` is",
            name.escape_debug()
        )),
        (None, _) => Ok(Line::Call { name: name.clone(), arguments: arguments.to_vec() }),
    }
}

/// What one line says in the form of BOX.
fn box_line(line: &str) -> Result<Line, String> {
    let parts = line.split_once(';');
    let parts = parts.filter(|(number, _)| number.trim().parse::<i64>().is_ok());
    let (_, call) = parts.ok_or("expected `NUMBER ; GENERATOR ARGUMENTS`")?;
    let words = shell_words(call)?;
    match words.split_first() {
        None => Err("expected a generator behind `;`".to_owned()),
        Some((name, [path])) if name == "copy" => Ok(Line::Copy(path.clone())),
        Some((name, _)) if name == "copy" => Err("`copy`: expected one path".to_owned()),
        Some((name, arguments)) => {
            let name = name.strip_suffix(".exe").unwrap_or(name).to_owned();
            Ok(Line::Call { name, arguments: arguments.to_vec() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, Line, read};

    #[test]
    fn lines_are_calls_and_copies() {
        let text = "# a\n// b\n\ngen 1 'a b'\n  @copy tests/1.in\n";
        let call = Line::Call { name: "gen".into(), arguments: vec!["1".into(), "a b".into()] };
        let copy = Line::Copy("tests/1.in".into());
        assert_eq!(read(text, Form::Rbx), Ok(vec![(4, call), (5, copy)]));
        for (text, words) in [
            ("gen\n@input {", "`@input` is not read"),
            ("@copy", "expected one path"),
            ("gen 'a", "not closed"),
        ] {
            let (line, wrong) = read(text, Form::Rbx).expect_err(text);
            assert!(wrong.contains(words), "{wrong}");
            assert_eq!(line, text.lines().count());
        }
    }

    #[test]
    fn lines_of_box_begin_with_a_number() {
        let text = "# a\n\n1 ; gen.exe 1 'a b'\n 2;copy tests/1.in\n";
        let call = Line::Call { name: "gen".into(), arguments: vec!["1".into(), "a b".into()] };
        let copy = Line::Copy("tests/1.in".into());
        assert_eq!(read(text, Form::Box), Ok(vec![(3, call), (4, copy)]));
        for (text, words) in [
            ("gen 1", "expected `NUMBER ;"),
            ("a ; gen", "expected `NUMBER ;"),
            ("1 ;", "expected a generator"),
            ("1 ; copy a b", "expected one path"),
            ("1 ; gen 'a", "not closed"),
        ] {
            let (_, wrong) = read(text, Form::Box).expect_err(text);
            assert!(wrong.contains(words), "{wrong}");
        }
    }
}
