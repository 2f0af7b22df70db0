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
