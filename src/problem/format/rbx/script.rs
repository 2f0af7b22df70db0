//! Scripts of generator calls: a call a line, comments, inputs that are copied or stand there, and blocks of lines
//! that are of one group only. The form of BOX has calls and copies alone.

use super::inline;
use crate::problem::format::shell_words::shell_words;

/// What a case is made by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    /// A generator with its arguments.
    Call { name: String, arguments: Vec<String> },
    /// An input that lies in the package.
    Copy(String),
    /// This input.
    Input(String),
}

/// What makes a case in a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// The number of its line, from 1.
    pub(super) number: usize,
    /// The path of the group whose it is: `group` or `group/subgroup`. Without one, it is that of every group that
    /// the script is read for.
    pub(super) group: Option<String>,
    pub(super) line: Line,
}

impl Entry {
    /// Whether it makes a case of this group, or of this subgroup: `group/subgroup`.
    pub(super) fn is_of(&self, path: &str) -> bool {
        self.group.as_deref().is_none_or(|group| {
            path.strip_prefix(group).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }
}

/// How a script is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `GENERATOR ARGUMENTS`, `@copy PATH`, `@input TEXT`, `@testgroup NAME {`.
    Rbx,
    /// `NUMBER ; GENERATOR[.exe] ARGUMENTS`, `NUMBER ; copy PATH`. No group depends on the number.
    Box,
}

/// Most lines that are read.
const MOST_LINES: usize = 100_000;

/// What makes cases, in the order written. The error has the number of its line.
pub(super) fn read(text: &str, form: Form) -> Result<Vec<Entry>, (usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut script = Script { form, blocks: Vec::new(), entries: Vec::new() };
    let mut index = 0;
    while index < lines.len() {
        let number = index + 1;
        if number > MOST_LINES {
            return Err((number, format!("more than {MOST_LINES} lines")));
        }
        let more = script.line(number, lines[index].trim(), &lines[number..]);
        index = number + more.map_err(|wrong| (number, wrong))?;
    }
    match script.blocks.pop() {
        Some((number, _)) => {
            Err((number, "`@testgroup`: a line `}` is missing behind it".to_owned()))
        }
        None => Ok(script.entries),
    }
}

struct Script {
    form: Form,
    /// The numbers of the lines that open blocks which are not closed, and their paths.
    blocks: Vec<(usize, String)>,
    entries: Vec<Entry>,
}

impl Script {
    /// One line, and how many of the following ones it goes on in.
    fn line(&mut self, number: usize, line: &str, following: &[&str]) -> Result<usize, String> {
        if self.form == Form::Box {
            if !line.is_empty() && !line.starts_with('#') {
                self.add(number, box_line(line)?);
            }
            return Ok(0);
        }
        if is_remark(line) {
            return Ok(0);
        }
        if let Some(rest) = line.strip_prefix('}').filter(|rest| is_remark(rest.trim())) {
            let closed = self.blocks.pop();
            return closed.map(|_| 0).ok_or_else(|| format!("`}}{rest}` closes no block"));
        }
        if let Some(rest) = line.strip_prefix("@testgroup") {
            self.open(number, rest)?;
            return Ok(0);
        }
        if let Some(rest) = line.strip_prefix("@input") {
            let (text, more) = inline::read(rest.trim_start(), following)?;
            self.add(number, Line::Input(text));
            return Ok(more);
        }
        self.add(number, self::line(line)?);
        Ok(0)
    }

    fn add(&mut self, number: usize, line: Line) {
        let group = self.blocks.last().map(|(_, path)| path.clone());
        self.entries.push(Entry { number, group, line });
    }

    /// Opens a block of a group. Names of blocks within it are those of its subgroups.
    fn open(&mut self, number: usize, rest: &str) -> Result<(), String> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        let is_name = |name: &str| {
            name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(plain)
        };
        let opened = rest.split_once('{').filter(|(_, behind)| is_remark(behind.trim()));
        let name = opened.map(|(name, _)| name.trim()).filter(|name| name.split('/').all(is_name));
        let name =
            name.ok_or("expected `@testgroup GROUP {`, and its cases in lines of their own")?;
        let path = match self.blocks.last() {
            Some((_, around)) => format!("{around}/{name}"),
            None => name.to_owned(),
        };
        self.blocks.push((number, path));
        Ok(())
    }
}

/// Whether a line makes nothing.
fn is_remark(line: &str) -> bool {
    line.is_empty() || line.starts_with('#') || line.starts_with("//")
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
            "unknown word `{}`: beside generators, expected `@copy`, `@input` or `@testgroup`",
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
    use super::{Form, Line, MOST_LINES, read};

    fn call(name: &str, arguments: &[&str]) -> Line {
        let arguments = arguments.iter().map(|&word| word.to_owned()).collect();
        Line::Call { name: name.into(), arguments }
    }

    /// The numbers of the lines, and what stands there.
    #[track_caller]
    fn lines(text: &str, form: Form) -> Vec<(usize, Line)> {
        let entries = read(text, form).expect("a script");
        entries.into_iter().map(|entry| (entry.number, entry.line)).collect()
    }

    #[track_caller]
    fn wrong(text: &str, form: Form, number: usize, words: &str) {
        let (line, wrong) = read(text, form).expect_err(text);
        assert!(wrong.contains(words), "{wrong}");
        assert_eq!(line, number, "{text}");
    }

    #[test]
    fn lines_are_calls_copies_and_inputs() {
        let text = "# a\n// b\n\ngen 1 'a b'\n  @copy tests/1.in\n@input {\n2\n}\n@input '3'\ngen";
        let [copy, block] = [Line::Copy("tests/1.in".into()), Line::Input("2\n".into())];
        let quoted = Line::Input("3".into());
        let expected = [
            (4, call("gen", &["1", "a b"])),
            (5, copy),
            (6, block),
            (9, quoted),
            (10, call("gen", &[])),
        ];
        assert_eq!(lines(text, Form::Rbx), expected);
        wrong("gen\n@inputs", Form::Rbx, 2, "expected a text");
        wrong("gen\n@other", Form::Rbx, 2, "unknown word `@other`");
        wrong("@copy", Form::Rbx, 1, "expected one path");
        wrong("gen 'a", Form::Rbx, 1, "not closed");
    }

    #[test]
    fn blocks_are_of_one_group_and_its_subgroups() {
        let text = "gen 1\n@testgroup a { // first\n  gen 2\n  @testgroup b {\n    gen 3\n  }\n}\n\
                    @testgroup a/c {\ngen 4\n} # last\n@testgroup ab {\ngen 5\n}\n";
        let entries = read(text, Form::Rbx).expect("a script");
        let of = |path: &str| -> Vec<String> {
            let own = entries.iter().filter(|entry| entry.is_of(path));
            own.map(|entry| match &entry.line {
                Line::Call { arguments, .. } => arguments.concat(),
                other => panic!("{other:?}"),
            })
            .collect()
        };
        assert_eq!(of("a"), ["1", "2"]);
        assert_eq!(of("a/b"), ["1", "2", "3"]);
        assert_eq!(of("a/c"), ["1", "2", "4"]);
        assert_eq!(of("ab"), ["1", "5"]);
        wrong("gen\n@testgroup a {\ngen", Form::Rbx, 2, "a line `}` is missing");
        wrong("gen\n}", Form::Rbx, 2, "closes no block");
        for line in ["@testgroup {", "@testgroup a", "@testgroup a { gen 1 }", "@testgroup a//b {"]
        {
            wrong(line, Form::Rbx, 1, "expected `@testgroup GROUP {`");
        }
    }

    #[test]
    fn a_script_has_only_so_many_lines() {
        let most = "\n".repeat(MOST_LINES);
        assert!(lines(&most, Form::Rbx).is_empty());
        wrong(&(most + "\n"), Form::Rbx, MOST_LINES + 1, "more than 100000 lines");
    }

    #[test]
    fn lines_of_box_begin_with_a_number() {
        let text = "# a\n\n1 ; gen.exe 1 'a b'\n 2;copy tests/1.in\n";
        let copy = Line::Copy("tests/1.in".into());
        assert_eq!(lines(text, Form::Box), [(3, call("gen", &["1", "a b"])), (4, copy)]);
        for (text, words) in [
            ("gen 1", "expected `NUMBER ;"),
            ("a ; gen", "expected `NUMBER ;"),
            ("1 ;", "expected a generator"),
            ("1 ; copy a b", "expected one path"),
            ("1 ; gen 'a", "not closed"),
        ] {
            wrong(text, Form::Box, 1, words);
        }
    }
}
