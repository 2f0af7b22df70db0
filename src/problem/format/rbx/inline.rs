//! Inputs that stand in a script: behind `@input` a text in quotation marks, one in three of them, or a block in
//! braces.

/// The input, and how many of the lines that follow it goes on in. `rest` is what stands behind `@input`.
pub(super) fn read(rest: &str, following: &[&str]) -> Result<(String, usize), String> {
    if let Some(rest) = rest.strip_prefix('{') {
        let (text, more) = until("}", rest, following)?;
        return Ok((block(&text), more));
    }
    if let Some(rest) = rest.strip_prefix("\"\"\"") {
        let (text, more) = until("\"\"\"", rest, following)?;
        let lines: Vec<&str> = text.lines().collect();
        return Ok((closed(&lines), more));
    }
    let mark = rest.chars().next().filter(|mark| "'\"".contains(*mark));
    let mark = mark.ok_or("`@input`: expected a text in quotation marks or braces")?;
    let (text, behind) = quoted(&rest[1..], mark)?;
    nothing_behind(behind).map(|()| (text, 0))
}

/// The text up to its end, over several lines, and how many of the following ones these are.
fn until(end: &str, rest: &str, following: &[&str]) -> Result<(String, usize), String> {
    let mut text = String::new();
    for (more, line) in std::iter::once(&rest).chain(following).enumerate() {
        if let Some((last, behind)) = line.split_once(end) {
            text.push_str(last);
            return nothing_behind(behind).map(|()| (text, more));
        }
        text.push_str(line);
        text.push('\n');
    }
    Err(format!("`@input`: `{end}` is missing behind the text"))
}

/// What a block in braces stands for: blanks around its lines do not count.
pub(super) fn block(text: &str) -> String {
    closed(&text.lines().map(str::trim).collect::<Vec<_>>())
}

/// Without blanks around the whole, and with a newline at the end unless nothing is left.
pub(super) fn closed(lines: &[&str]) -> String {
    let text = lines.join("\n");
    match text.trim() {
        "" => String::new(),
        text => format!("{text}\n"),
    }
}

/// A text up to its quotation mark, with the usual escapes of Python, and what stands behind it.
pub(super) fn quoted(rest: &str, mark: char) -> Result<(String, &str), String> {
    let mut text = String::new();
    let mut characters = rest.chars();
    while let Some(c) = characters.next() {
        match c {
            c if c == mark => return Ok((text, characters.as_str())),
            '\\' => {
                let escaped = characters.next().unwrap_or(' ');
                text.push(match escaped {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    '\\' | '\'' | '"' => escaped,
                    other => {
                        return Err(format!(
                            "`@input`: of escapes, only `\\n`, `\\t`, `\\r`, `\\\\`, `\\'` and `\\\"` \
                             are read, and not `\\{}`",
                            other.escape_debug()
                        ));
                    }
                });
            }
            c => text.push(c),
        }
    }
    Err("`@input`: a quotation mark is not closed".to_owned())
}

fn nothing_behind(rest: &str) -> Result<(), String> {
    match rest.trim() {
        "" => Ok(()),
        found => {
            Err(format!("`@input`: expected nothing behind it, found `{}`", found.escape_debug()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[track_caller]
    fn case(rest: &str, following: &[&str], expected: Result<(&str, usize), &str>) {
        match (read(rest, following), expected) {
            (Ok((text, more)), Ok(expected)) => assert_eq!((text.as_str(), more), expected),
            (Err(found), Err(words)) => assert!(found.contains(words), "{found}"),
            (found, _) => panic!("{rest}: {found:?}"),
        }
    }

    #[test]
    fn texts_are_taken_as_rbx_takes_them() {
        case("'1 2\\n'", &["gen"], Ok(("1 2\n", 0)));
        case(r#""it's \"3\"\t""#, &[], Ok(("it's \"3\"\t", 0)));
        case("''", &[], Ok(("", 0)));
        case("\"\"\"", &["", " 1", "  2 ", "\"\"\""], Ok(("1\n  2\n", 4)));
        case("\"\"\"1\"\"\"", &["gen"], Ok(("1\n", 0)));
        case("{", &["", "  1 ", "\t2", "}", "gen"], Ok(("1\n2\n", 4)));
        case("{ 7 }", &[], Ok(("7\n", 0)));
        case("{", &["}"], Ok(("", 1)));
    }

    #[test]
    fn what_cannot_be_taken_is_told() {
        case("7", &[], Err("expected a text in quotation marks or braces"));
        case("'7", &["'"], Err("a quotation mark is not closed"));
        case("'\\x41'", &[], Err("and not `\\x`"));
        case("'7' 8", &[], Err("expected nothing behind it, found `8`"));
        case("{", &["7"], Err("`}` is missing"));
        case("\"\"\"", &["7\"\""], Err("`\"\"\"` is missing"));
    }
}
