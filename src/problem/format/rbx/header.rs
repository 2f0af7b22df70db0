//! The header that rbx generates of a package's variables, for programs that include it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use super::super::sheet::Sheet;
use super::python::Number;
use super::reader::{HEADER, Reader};
use super::variables::{Value, Variables};
use crate::problem::complaint::Complaints;

/// What reads the rows.
const REST: &str = include_str!("header.h");

/// What a package has in place of what would be made.
const OWN: &str = "rbx.override.h";

/// A file by its path in the package, and where it lies.
type Made = Vec<(String, PathBuf)>;

/// The header, where a program includes it, in the place of one that an earlier run of rbx left. Where variables say
/// nothing here, that one is used.
pub(super) fn made(sheet: &Sheet, groups: &[Sheet], reader: &mut Reader<'_>) -> Made {
    if !reader.needs_header {
        return Vec::new();
    }
    let is_there = |name: &str| reader.folder.real.join(name).is_file();
    if is_there(OWN)
        && let Ok(own) = reader.folder.inside(OWN)
    {
        return vec![(HEADER.to_owned(), own)];
    }
    let mut wrong = Complaints::default();
    let Some(text) = text(sheet, groups, &mut wrong) else {
        if is_there(HEADER) {
            let words = "not all of them have a value here: the package's own `rbx.h` is used";
            sheet.warn("vars", words, reader.complaints);
            reader.complaints.take_lightly(wrong);
        } else {
            reader.complaints.take(wrong);
        }
        return Vec::new();
    };
    let made = reader.put(text.as_bytes());
    made.into_iter().map(|place| (HEADER.to_owned(), place)).collect()
}

/// The header's text; `None` where a variable has no value.
fn text(sheet: &Sheet, groups: &[Sheet], complaints: &mut Complaints) -> Option<String> {
    let mut text = String::from("#ifndef _RBX_H\n#define _RBX_H\n#define ROWS \\\n");
    let usual = Variables::of(sheet);
    let mut is_whole = rows("", &usual, &mut text, complaints);
    for group in groups.iter().filter(|group| group.get("vars").is_some()) {
        let name = group.text("name", complaints);
        let name = name.map(|found| found.value).unwrap_or_default();
        is_whole &= rows(&name, &usual.with(group), &mut text, complaints);
    }
    // The last of the lines that end with a backslash.
    text.push('\n');
    is_whole.then(|| text + REST)
}

/// Adds the rows of a group, and returns whether all variables have a value.
fn rows(
    group: &str,
    variables: &Variables,
    text: &mut String,
    complaints: &mut Complaints,
) -> bool {
    let mut values = BTreeMap::new();
    let mut is_whole = true;
    for (name, value, origin) in variables.values() {
        match value.clone().and_then(row) {
            Ok(value) => {
                values.insert(name, value);
            }
            Err(wrong) => {
                complaints.at(origin, format!("`vars`: `{name}`: {wrong}"));
                is_whole = false;
            }
        }
    }
    for (name, (kind, value)) in values {
        let [group, name, value] = [group, name, &value].map(quoted);
        let _ = writeln!(text, "  ROW({group}, {name}, {kind}, {value}) \\");
    }
    is_whole
}

/// A text as C++ writes it: bytes that are not plain as octal numbers.
fn quoted(text: &(impl AsRef<str> + ?Sized)) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b" _-.,:;+*/=()".contains(&byte);
    let mut all = String::from("\"");
    for byte in text.as_ref().bytes() {
        if plain(byte) {
            all.push(char::from(byte));
        } else {
            let _ = write!(all, "\\{byte:03o}");
        }
    }
    all.push('"');
    all
}

/// The kind of a value, and its text, as rows have them.
fn row(value: Value) -> Result<(&'static str, String), &'static str> {
    Ok(match value {
        Value::Truth(truth) => ("TRUTH", u8::from(truth).to_string()),
        Value::Number(Number::Float(number)) => ("FLOAT", number.to_string()),
        Value::Number(Number::Whole(number)) => {
            let fits = i64::try_from(number).is_ok() || u64::try_from(number).is_ok();
            let text = fits.then(|| number.to_string());
            ("INTEGER", text.ok_or("expected a number of 64 bits")?)
        }
        Value::Text(text) => ("TEXT", text),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::tests::messages;

    fn header(package: &str, groups: &[&str]) -> (Option<String>, Vec<String>) {
        let mut complaints = Complaints::default();
        let mut sheet = |text: &str| Sheet::of_text(text, &mut complaints).expect("a map");
        let package = sheet(package);
        let groups: Vec<Sheet> = groups.iter().map(|group| sheet(group)).collect();
        let text = text(&package, &groups, &mut complaints);
        let rows = text.map(|text| {
            let (rows, rest) = text.split_once("\n\n").expect("an end of the rows");
            assert!(REST.ends_with(rest), "{rest}");
            rows.replace("#ifndef _RBX_H\n#define _RBX_H\n#define ROWS \\", "")
        });
        (rows, messages(complaints))
    }

    #[test]
    fn the_header_has_a_row_for_each_variable() {
        let package = "vars: {T: 'a \"b\\', N: {max: -1}, f: 0.5, t: yes, u: 18446744073709551615}";
        let (rows, said) = header(package, &["{name: none}", "{name: big, vars: {f: 2}}"]);
        let all = |group: &str, float: &str| {
            format!(
                "\n  ROW(\"{group}\", \"N.max\", INTEGER, \"-1\") \\\n  \
                 ROW(\"{group}\", \"T\", TEXT, \"a \\042b\\134\") \\\n  \
                 ROW(\"{group}\", \"f\", {float}) \\\n  \
                 ROW(\"{group}\", \"t\", TRUTH, \"1\") \\\n  \
                 ROW(\"{group}\", \"u\", INTEGER, \"18446744073709551615\") \\"
            )
        };
        let expected = all("", "FLOAT, \"0.5\"") + &all("big", "INTEGER, \"2\"");
        assert_eq!(rows.as_deref(), Some(expected.as_str()));
        assert!(said.is_empty(), "{said:?}");
    }

    #[test]
    fn without_all_values_there_is_no_header() {
        let long = "expected a number of 64 bits";
        for (package, group, wrong) in [
            ("vars: {N: 18446744073709551616}", "name: a", format!("`vars`: `N`: {long}")),
            ("vars: {N: -9223372036854775809}", "name: a", format!("`vars`: `N`: {long}")),
            ("vars: {N: 1}", "{name: a, vars: {N: py`2 ** 64`}}", format!("`vars`: `N`: {long}")),
        ] {
            assert_eq!(header(package, &[group]), (None, vec![wrong]), "{package}");
        }
    }
}
