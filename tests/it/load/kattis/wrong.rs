//! Wrong packages: the exact words for each, in `wrong.txt`.

use jury::problem::load::load;

use super::super::folder::Folder;
use super::{package, remarks, said};

const ROWS: &str = include_str!("wrong.txt");

/// Fewest rows that the table may have: a table that is not read proves nothing.
const FEWEST: usize = 200;

/// A text of the table, with its escapes resolved.
fn text(written: &str) -> String {
    let mut text = String::new();
    let mut rest = written.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        text.push(match rest.next() {
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                let digits: String = rest.by_ref().skip(1).take_while(|&c| c != '}').collect();
                u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32).unwrap()
            }
            other => other.unwrap(),
        });
    }
    text
}

/// A line of a row.
enum Line {
    File(String, Option<String>),
    Link { name: String, target: String },
    Said(String),
    Remarked(String),
}

fn line(written: &str) -> Line {
    if let Some(said) = written.strip_prefix("! ") {
        Line::Said(said.to_owned())
    } else if let Some(remark) = written.strip_prefix("? ") {
        Line::Remarked(remark.to_owned())
    } else if let Some(name) = written.strip_suffix(" gone") {
        Line::File(name.to_owned(), None)
    } else if let Some((name, target)) = written.split_once(" -> ") {
        Line::Link { name: name.to_owned(), target: target.to_owned() }
    } else {
        let (name, value) = written.split_once(" =").expect("`NAME = TEXT`");
        Line::File(name.to_owned(), Some(text(value.strip_prefix(' ').unwrap_or(value))))
    }
}

/// Whether exactly what the row has is said; else both.
fn wrong(row: &str) -> Option<String> {
    let lines: Vec<Line> = row.lines().map(line).collect();
    let files = lines.iter().filter_map(|line| match line {
        Line::File(name, text) => Some((name.as_str(), text.as_deref())),
        Line::Link { .. } | Line::Said(_) | Line::Remarked(_) => None,
    });
    let folder: Folder = package(&files.collect::<Vec<_>>());
    for line in &lines {
        if let Line::Link { name, target } = line {
            folder.link(target, name);
        }
    }
    let found = said(&folder);
    let expected = lines.iter().filter_map(|line| match line {
        Line::Said(said) => Some(said.as_str()),
        Line::File(..) | Line::Link { .. } | Line::Remarked(_) => None,
    });
    let remarks = remarks(&folder);
    let mut remarked = lines.iter().filter_map(|line| match line {
        Line::Remarked(remark) => Some(remark),
        _ => None,
    });
    let is_right = expected.eq(found.iter().map(String::as_str))
        && remarked.all(|remark| remarks.contains(remark));
    let both = || [found, remarks].concat().join("\n");
    (!is_right).then(|| format!("{row}\nbut there is said\n{}\n", both()))
}

#[test]
fn what_is_wrong_is_told_in_these_words() {
    // The first two paragraphs say how to read the others.
    let rows = ROWS.split("\n\n").skip(2).map(|row| row.trim_matches('\n'));
    let rows: Vec<&str> = rows.filter(|row| !row.starts_with("# ") && !row.is_empty()).collect();
    assert!(rows.len() >= FEWEST, "{}", rows.len());
    let wrong: Vec<String> = rows.into_iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn names_of_packages_have_small_letters_and_digits() {
    let words = ": the name of a package is made of small letters and digits";
    let is_remarked = |name: &str| {
        let folder = package(&[]);
        let path = folder.outside().join(name);
        std::fs::rename(folder.path(), &path).expect("a new name");
        let remarks = load(&path).expect("a good package").remarks;
        remarks.iter().any(|remark| remark.to_string().ends_with(words))
    };
    for (name, expected) in [("sums", false), ("2sums", false), ("Sums", true), ("sums-2", true)] {
        assert_eq!(is_remarked(name), expected, "{name}");
    }
}

/// A file is no misspelt folder.
#[test]
fn names_of_folders_alone_are_compared_with_known_ones() {
    let is_remarked = |name: &str| {
        let remarks = remarks(&package(&[(name, Some(""))]));
        remarks.iter().any(|remark| remark.starts_with("submision: "))
    };
    assert!(is_remarked("submision/a.py"));
    assert!(!is_remarked("submision"));
}

#[test]
fn sources_over_the_limit_of_code_are_told() {
    let large = "x".repeat(129 << 10);
    let folder = package(&[("submissions/accepted/a.py", Some(&large))]);
    let expected =
        "warning: submissions/accepted/a.py: 129 KiB of source are more than the limit of 128 KiB";
    assert_eq!(said(&folder), [expected]);

    // A folder counts with all that is in it.
    let folder = |text: &str| {
        package(&[
            ("submissions/accepted/s/a.py", Some(text)),
            ("submissions/accepted/s/own/b.py", Some(text)),
        ])
    };
    let half = "x".repeat(64 << 10);
    assert!(said(&folder(&half)).is_empty());
    let expected =
        "warning: submissions/accepted/s: 130 KiB of source are more than the limit of 128 KiB";
    assert_eq!(said(&folder(&"x".repeat(65 << 10))), [expected]);
}
