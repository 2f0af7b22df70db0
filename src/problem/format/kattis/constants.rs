//! `constants` of `problem.yaml`: texts that stand for `{{name}}` (2025-09, "Constants").

use super::super::sheet::{Sheet, quoted};
use crate::problem::complaint::{Complaints, Origin};
use crate::yaml::{Entry, Node};

/// `name` or `name.variant` with the text that stands for it, as it is written in the file.
pub(super) fn read(sheet: &Sheet, complaints: &mut Complaints) -> Vec<(String, String)> {
    let Some(section) = sheet.section("constants", complaints) else { return Vec::new() };
    let mut constants = Vec::new();
    for entry in section.entries() {
        let name = entry.key.as_str();
        let origin = section.origin_of_key(entry);
        if !is_name(name) {
            let wrong = format!(
                "`constants`: expected a name of letters, digits and `_`, found {}",
                quoted(name)
            );
            complaints.at(&origin, wrong);
        } else if let Some(text) = text(&entry.value) {
            constants.push((name.to_owned(), text));
        } else if let Some(variants) = entry.value.as_map() {
            constants.extend(of_map(name, variants, &origin, complaints));
        } else {
            let wrong = "expected a number, a string, or a map of `value` and variants";
            complaints.at(&origin, format!("`constants.{name}`: {wrong}"));
        }
    }
    constants
}

/// A constant with variants: `value` is what the name alone stands for.
fn of_map(
    name: &str,
    variants: &[Entry],
    origin: &Origin,
    complaints: &mut Complaints,
) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for Entry { key, value, .. } in variants {
        let Some(text) = text(value).filter(|_| is_name(key)) else {
            let wrong = format!("expected a name with a number or a string, found {}", quoted(key));
            complaints.at(origin, format!("`constants.{name}`: {wrong}"));
            continue;
        };
        if key == "value" {
            found.push((name.to_owned(), text.clone()));
        }
        found.push((format!("{name}.{key}"), text));
    }
    if !variants.iter().any(|variant| variant.key == "value") {
        complaints.at(origin, format!("`constants.{name}`: missing key `value`"));
    }
    found
}

fn text(node: &Node) -> Option<String> {
    node.as_text().filter(|_| !node.is_null()).map(str::to_owned)
}

fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) && name.chars().all(plain)
}
