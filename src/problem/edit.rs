//! Changes of the files in which a package says what it is: one value of one file, and all else is left
//! as it is, byte for byte.

use std::path::{Path, PathBuf};
use std::time::Duration;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Problem, TimePlace};
use crate::regular;
use crate::yaml;

/// Largest file that is changed, in bytes.
const LARGEST: u64 = 1 << 20;

/// The map and the key of a time limit.
const TOML: [&str; 2] = ["limits", "time"];
const YAML: [&str; 2] = ["limits", "time_limit"];
const INI: &str = "timelimit";

/// A file as it is to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// The file, absolute.
    pub path: PathBuf,
    /// What it is to hold.
    pub bytes: Vec<u8>,
}

/// Why a package cannot be given a time limit.
#[derive(Debug, thiserror::Error)]
pub enum CannotEdit {
    /// There is no place for it.
    #[error("{0}")]
    NoPlace(String),
    /// The file cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is written so that more than the limit would change.
    #[error(
        "{} cannot be edited without changing more than that line: set `{line}` in it by hand",
        path.display()
    )]
    NotPlain {
        /// The file.
        path: PathBuf,
        /// What is to stand in it.
        line: String,
    },
}

/// The file of the package in which this is the time limit.
///
/// # Errors
/// Where the package has no place for it, or where it cannot be changed alone.
pub fn time_limit(problem: &Problem, limit: Duration) -> Result<Edited, CannotEdit> {
    let seconds = limit.as_secs_f64();
    let in_folder = |name: &str| problem.folder.join(name);
    let path = problem.time_place.file().map(in_folder).unwrap_or_default();
    // With a point even where it is whole: the texts ask for a float.
    let float = format!("{seconds:?}");
    let (bytes, line) = match &problem.time_place {
        TimePlace::Nowhere(why) => return Err(CannotEdit::NoPlace(why.clone())),
        TimePlace::Alone => (Some(format!("{seconds}\n").into_bytes()), String::new()),
        TimePlace::Toml => {
            (with_toml_number(&read(&path)?, TOML, &float), format!("time = {float}"))
        }
        TimePlace::Yaml => {
            let line = format!("limits: {{time_limit: {float}}}");
            (yaml::with_number(&read(&path)?, YAML, &float), line)
        }
        TimePlace::Ini => {
            (with_ini_number(&read(&path)?, INI, seconds), format!("{INI} = {seconds}"))
        }
    };
    match bytes {
        Some(bytes) => Ok(Edited { path, bytes }),
        None => Err(CannotEdit::NotPlain { path, line }),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, CannotEdit> {
    regular::read(path, LARGEST)
        .map_err(|source| CannotEdit::Unreadable { path: path.to_owned(), source })
}

/// The file in which `inner` of `[outer]` is this number; `None` where that is not possible without
/// changing more.
fn with_toml_number(text: &[u8], [outer, inner]: [&str; 2], number: &str) -> Option<Vec<u8>> {
    let whole = std::str::from_utf8(text).ok()?;
    let body = whole.strip_prefix('\u{feff}').unwrap_or(whole);
    let table = DeTable::parse(body).ok()?;
    let (at, words) = match table.get_ref().get(outer) {
        None => {
            let before = if body.is_empty() || body.ends_with('\n') { "" } else { "\n" };
            let words = format!("{before}\n[{outer}]\n{inner} = {number}\n");
            (body.len()..body.len(), words)
        }
        Some(section) => in_section(body, section, inner, number)?,
    };
    let mut edited = body.to_owned();
    edited.replace_range(at, &words);
    let mut wanted: toml::Table = body.parse().ok()?;
    let section = wanted.entry(outer).or_insert_with(|| toml::Table::new().into());
    let value: toml::Value = number.parse::<f64>().ok()?.into();
    section.as_table_mut()?.insert(inner.to_owned(), value);
    let is_meant = edited.parse::<toml::Table>().is_ok_and(|edited| edited == wanted);
    let mark = &whole[..whole.len() - body.len()];
    is_meant.then(|| [mark.as_bytes(), edited.as_bytes()].concat())
}

/// What to put where in a section, to have the key there.
fn in_section(
    body: &str,
    section: &Spanned<DeValue<'_>>,
    inner: &str,
    number: &str,
) -> Option<(std::ops::Range<usize>, String)> {
    let entries = section.get_ref().as_table()?;
    if let Some(value) = entries.get(inner) {
        return Some((value.span(), number.to_owned()));
    }
    let start = section.span().start;
    if body[start..].starts_with('{') {
        let comma = if entries.is_empty() { " " } else { "," };
        return Some((start + 1..start + 1, format!(" {inner} = {number}{comma}")));
    }
    // Below its header.
    let rest = &body[start..];
    let end = start + rest.find('\n').map_or(rest.len(), |at| at + 1);
    let before = if rest.contains('\n') { "" } else { "\n" };
    Some((end..end, format!("{before}{inner} = {number}\n")))
}

/// The file in which the last line of this key has this number; `None` where there is none.
fn with_ini_number(text: &[u8], key: &str, number: f64) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(text).ok()?;
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let value_of =
        |line: &str| Some(line.split_once('=').filter(|(k, _)| k.trim() == key)?.1.len());
    let (line, value) =
        lines.iter_mut().rev().find_map(|line| value_of(line).map(|v| (line, v)))?;
    let end = line[line.trim_end().len()..].to_owned();
    *line = format!("{} {number}{end}", &line[..line.len() - value]);
    Some(lines.concat().into_bytes())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::tests::loaded;
    use super::{CannotEdit, TOML, time_limit, with_ini_number, with_toml_number};

    #[track_caller]
    fn toml(before: &str, after: Option<&str>) {
        let edited = with_toml_number(before.as_bytes(), TOML, "2.5");
        let edited = edited.map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(edited.as_deref(), after, "{before}");
    }

    #[test]
    fn settings_of_ours_keep_all_but_the_limit() {
        toml(
            "name = \"é\"\n\n[limits] # a\nmemory = \"1 MiB\" # b\ntime = 1 # c\n",
            Some("name = \"é\"\n\n[limits] # a\nmemory = \"1 MiB\" # b\ntime = 2.5 # c\n"),
        );
        toml("[limits] # a\nx = 1\n[b]\n", Some("[limits] # a\ntime = 2.5\nx = 1\n[b]\n"));
        toml("[limits]", Some("[limits]\ntime = 2.5\n"));
        toml("limits = { x = 1 }\n", Some("limits = { time = 2.5, x = 1 }\n"));
        toml("limits = {}\n", Some("limits = { time = 2.5 }\n"));
        toml("limits.time = 1\n", Some("limits.time = 2.5\n"));
        toml("a = 1\n[[g]]\nb = 2", Some("a = 1\n[[g]]\nb = 2\n\n[limits]\ntime = 2.5\n"));
        toml("a = 1\n", Some("a = 1\n\n[limits]\ntime = 2.5\n"));
        toml("\u{feff}limits.time = 1\n", Some("\u{feff}limits.time = 2.5\n"));
        toml("limits = 1\n", None);
        toml("limits = [\n", None);
    }

    #[test]
    fn the_line_that_counts_is_changed() {
        let ini = |before: &str| {
            let edited = with_ini_number(before.as_bytes(), "timelimit", 3.0)?;
            Some(String::from_utf8(edited).unwrap())
        };
        let before = "; a\ntimelimit = '1'\r\nname = x\ntimelimit='2'\r\npoints = 1\n";
        let after = "; a\ntimelimit = '1'\r\nname = x\ntimelimit= 3\r\npoints = 1\n";
        assert_eq!(ini(before).as_deref(), Some(after));
        assert_eq!(ini("name = x\n"), None);
    }

    const CASES: [(&str, &str); 4] = [
        ("data/sample/1.in", "1"),
        ("data/sample/1.ans", "1"),
        ("data/secret/1.in", "1"),
        ("data/secret/1.ans", "1"),
    ];

    #[test]
    fn the_limit_is_written_where_the_package_keeps_it() {
        for (file, before, after) in [
            ("problem.toml", "name = 'x'\n[limits]\ntime = 1", "name = 'x'\n[limits]\ntime = 3.0"),
            ("problem.yaml", "limits:\n  time_limit: 1.5\n", "limits:\n  time_limit: 3.0\n"),
            ("domjudge-problem.ini", "timelimit = 1\n", "timelimit = 3\n"),
            (".timelimit", "1\n", "3\n"),
        ] {
            let mut files = CASES.to_vec();
            files.push((file, before));
            files.extend((file == ".timelimit").then_some(("problem.yaml", "")));
            let (_folder, problem) = loaded(&files);
            let edited = time_limit(&problem, Duration::from_secs(3)).expect(file);
            assert_eq!(edited.path, problem.folder.join(file));
            assert_eq!(String::from_utf8(edited.bytes).unwrap(), after);
        }
    }

    #[test]
    fn a_file_that_cannot_be_changed_is_told() {
        let of = |text: &str| {
            let mut files = CASES.to_vec();
            files.push(("problem.toml", text));
            loaded(&files)
        };
        let error = |problem| time_limit(&problem, Duration::from_secs(3)).unwrap_err();
        let (folder, problem) = of("name = 'x'");
        std::fs::remove_file(folder.path().join("problem.toml")).unwrap();
        assert!(matches!(error(problem), CannotEdit::Unreadable { .. }));
        let (_folder, problem) = loaded(&CASES);
        assert!(matches!(error(problem), CannotEdit::NoPlace(_)));
    }
}
