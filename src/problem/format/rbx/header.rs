//! The header that rbx generates of a package's variables, for programs that include it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use super::super::sheet::Sheet;
use super::python;
use super::reader::{HEADER, NO_VALUE, Reader, variables};
use crate::problem::complaint::Complaints;
use crate::problem::copies::Copies;
use crate::yaml::{Node, Number, Value};

/// What reads the rows.
const REST: &str = include_str!("header.h");

/// A variable's kind and text, as rows have them.
type Values = BTreeMap<String, (&'static str, String)>;

/// What a package has in place of what would be made.
const OWN: &str = "rbx.override.h";

/// A file by its path in the package, and where it lies.
type Made = Vec<(String, PathBuf)>;

/// The header, where a program includes it, in the place of one that an earlier run of rbx left. Where variables say
/// nothing here, that one is used.
pub(super) fn made(
    sheet: &Sheet,
    groups: &[Sheet],
    reader: &mut Reader<'_>,
) -> (Made, Option<Arc<Copies>>) {
    if !reader.needs_header {
        return (Vec::new(), None);
    }
    let is_there = |name: &str| reader.folder.real.join(name).is_file();
    if is_there(OWN)
        && let Ok(own) = reader.folder.inside(OWN)
    {
        return (vec![(HEADER.to_owned(), own)], None);
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
        return (Vec::new(), None);
    };
    let put = Copies::new().and_then(|mut copies| Ok((copies.put(text.as_bytes(), None)?, copies)));
    match put {
        Ok((place, copies)) => (vec![(HEADER.to_owned(), place)], Some(Arc::new(copies))),
        Err(error) => {
            let path = reader.folder.shown(&reader.folder.real.join(HEADER));
            reader.complaints.about(path, format!("cannot be made: {error}"));
            (Vec::new(), None)
        }
    }
}

/// The header's text; `None` where a variable has no value.
fn text(sheet: &Sheet, groups: &[Sheet], complaints: &mut Complaints) -> Option<String> {
    let mut text = String::from("#ifndef _RBX_H\n#define _RBX_H\n#define ROWS \\\n");
    let mut usual = Values::new();
    let mut is_whole = add(sheet, &mut usual, complaints);
    rows("", &usual, &mut text);
    for group in groups.iter().filter(|group| group.get("vars").is_some()) {
        let mut own = usual.clone();
        is_whole &= add(group, &mut own, complaints);
        let name = group.text("name", complaints);
        rows(&name.map(|found| found.value).unwrap_or_default(), &own, &mut text);
    }
    // The last of the lines that end with a backslash.
    text.push('\n');
    is_whole.then(|| text + REST)
}

fn rows(group: &str, values: &Values, text: &mut String) {
    for (name, (kind, value)) in values {
        let [group, name, value] = [group, name, value].map(quoted);
        let _ = writeln!(text, "  ROW({group}, {name}, {kind}, {value}) \\");
    }
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

/// Adds the variables of the package or of a group, and returns whether all have a value.
fn add(sheet: &Sheet, values: &mut Values, complaints: &mut Complaints) -> bool {
    let mut is_whole = true;
    for (name, node) in variables(sheet) {
        match value(node) {
            Ok(value) => {
                values.insert(name, value);
            }
            Err(wrong) => {
                let words = format!("`vars`: `{name}`: {wrong}");
                complaints.at(&sheet.origin(node), words);
                is_whole = false;
            }
        }
    }
    is_whole
}

/// What a variable's value is.
fn value(node: &Node) -> Result<(&'static str, String), &'static str> {
    let text = node.as_text().ok_or("expected a number, a text, or `true` or `false`")?;
    let is_plain = matches!(&node.value, Value::Scalar(scalar) if scalar.plain);
    if let Some(truth) = node.as_bool() {
        return Ok(("TRUTH", u8::from(truth).to_string()));
    }
    match node.as_number().filter(|_| is_plain) {
        Some(Number::Integer(number)) => return integer(number),
        Some(Number::Float(number)) => return Ok(("FLOAT", number.to_string())),
        None => {}
    }
    match python::expression(text) {
        Some(expression) => integer(python::value(expression).ok_or(NO_VALUE)?),
        None => Ok(("TEXT", text.strip_prefix('\\').unwrap_or(text).to_owned())),
    }
}

fn integer(number: i128) -> Result<(&'static str, String), &'static str> {
    let fits = i64::try_from(number).is_ok() || u64::try_from(number).is_ok();
    fits.then(|| ("INTEGER", number.to_string())).ok_or("expected a number of 64 bits")
}
