//! Scripts of generator calls, in the plain form: a call a line, comments, and `@copy PATH`.

/// A line of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    /// A generator with its arguments.
    Call { name: String, arguments: Vec<String> },
    /// An input that lies in the package.
    Copy(String),
}

/// Most lines that are read.
const MOST_LINES: usize = 100_000;

/// The lines that make cases, each with its number.
pub(super) fn read(text: &str) -> Result<Vec<(usize, Line)>, (usize, String)> {
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
            continue;
        }
        let number = index + 1;
        if lines.len() >= MOST_LINES {
            return Err((number, format!("more than {MOST_LINES} lines")));
        }
        lines.push((number, self::line(line).map_err(|wrong| (number, wrong))?));
    }
    Ok(lines)
}

/// What one line says.
pub(super) fn line(line: &str) -> Result<Line, String> {
    let words = shlex::split(line).ok_or("a quotation mark is not closed")?;
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

#[cfg(test)]
mod tests {
    use super::{Line, read};

    #[test]
    fn lines_are_calls_and_copies() {
        let text = "# a\n// b\n\ngen 1 'a b'\n  @copy tests/1.in\n";
        let call = Line::Call { name: "gen".into(), arguments: vec!["1".into(), "a b".into()] };
        let copy = Line::Copy("tests/1.in".into());
        assert_eq!(read(text), Ok(vec![(4, call), (5, copy)]));
        for (text, words) in [
            ("gen\n@input {", "`@input` is not read"),
            ("@copy", "expected one path"),
            ("gen 'a", "not closed"),
        ] {
            let (line, wrong) = read(text).expect_err(text);
            assert!(wrong.contains(words), "{wrong}");
            assert_eq!(line, text.lines().count());
        }
    }
}
