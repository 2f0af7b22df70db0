//! Checkers and validators that run in process, as one Rust source each: the modules of `jury-checkers` that
//! they are made of, without tests, drawings and what makes inputs smaller, and a `main` for a protocol.
//!
//! The source needs nothing but the standard library, and an edition of 2018 or later: each judge has its own.

use std::fmt::Write as _;

use jury_checkers::{OptionValue, Options, Puzzle};

use super::program::Outer;

/// Every file of the checkers by its path; `build.rs` makes the table.
static SOURCES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/checkers.rs"));

/// Modules that puzzles share.
const SHARED: [&str; 4] = ["layout", "options", "plural", "text"];

/// Modules that only we need, and what they are used for in a puzzle's line.
const LEFT_OUT: [&str; 2] = ["drawing", "shrink"];

/// What stands in place of other crates.
const CRATES: &str = r"
mod memchr {
    pub fn memchr(byte: u8, bytes: &[u8]) -> Option<usize> {
        bytes.iter().position(|&other| other == byte)
    }
    pub fn memrchr(byte: u8, bytes: &[u8]) -> Option<usize> {
        bytes.iter().rposition(|&other| other == byte)
    }
    pub fn memchr_iter(byte: u8, bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
        bytes.iter().enumerate().filter(move |(_, other)| **other == byte).map(|(at, _)| at)
    }
}
mod strsim {
    pub fn damerau_levenshtein(_: &str, _: &str) -> usize {
        usize::MAX
    }
}
";

/// The source of a puzzle's checker.
pub(super) fn checker(puzzle: &Puzzle, options: &Options, is_scored: bool, outer: Outer) -> String {
    let main = match outer {
        Outer::Icpc => include_str!("templates/checker_icpc.rs.txt"),
        Outer::Testlib => include_str!("templates/checker_testlib.rs.txt"),
        Outer::Dmoj => include_str!("templates/checker_dmoj.rs.txt"),
        Outer::Cms => include_str!("templates/checker_cms.rs.txt"),
    };
    let mut settings = format!("\nconst SCORED: bool = {is_scored};\n");
    settings += "const OPTIONS: &[(&str, fn() -> OptionValue)] = &[\n";
    for (name, value) in options {
        let value = match value {
            OptionValue::Bool(value) => format!("OptionValue::Bool({value})"),
            OptionValue::Number(value) => format!("OptionValue::Number({value:?})"),
            OptionValue::Text(text) => format!("OptionValue::Text({text:?}.to_owned())"),
        };
        let _ = writeln!(settings, "    ({name:?}, || {value}),");
    }
    settings += "];\n";
    source(puzzle, &[&settings, include_str!("templates/checker.rs.txt"), main])
}

/// The source of a puzzle's validator.
pub(super) fn validator(puzzle: &Puzzle, outer: Outer) -> String {
    let (valid, invalid) = outer.validator_codes();
    let settings = format!("\nconst VALID: i32 = {valid};\nconst INVALID: i32 = {invalid};\n");
    source(puzzle, &[&settings, include_str!("templates/validator.rs.txt")])
}

fn source(puzzle: &Puzzle, rest: &[&str]) -> String {
    let name = puzzle.name().replace('-', "_");
    let mut all = format!(
        "// The judge of `{}`, in one file. Made by jury from its own sources; builds with\n\
         // `rustc -O --edition 2021`.\n#![allow(dead_code, unused)]\n",
        puzzle.name()
    );
    all += &library();
    all += CRATES;
    for module in SHARED {
        let _ = writeln!(all, "mod {module} {{\n{}}}\n", self::module(&format!("{module}.rs"), ""));
    }
    let own = [format!("{name}.rs"), format!("{name}/mod.rs")];
    let own = own.iter().find(|path| file(path).is_some()).map_or("", String::as_str);
    let _ = writeln!(all, "mod {name} {{\n{}}}\nuse {name} as puzzle;", module(own, &name));
    for part in rest {
        all += part;
    }
    all
}

/// The types that all checkers share: the library's own file, without its tables.
fn library() -> String {
    let text = file("lib.rs").unwrap_or_default();
    let (before, after) = text.split_once("/// Checkers that compare").unwrap_or((text, ""));
    let judgement = after.find("impl Judgement").map_or("", |at| &after[at..]);
    let own =
        ["    pub smaller:", "    pub draw:", "pub type Smaller", "mod ", "pub mod ", "pub use "];
    let text = format!("{before}{judgement}");
    let lines = text.lines().filter(|line| !own.iter().any(|begin| line.starts_with(begin)));
    tidied(lines)
}

/// A module's text with those below it in their places; `folder` is where these lie.
fn module(path: &str, folder: &str) -> String {
    let text = file(path).unwrap_or_default();
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut whole = String::new();
    for line in text.lines() {
        let inner = line.strip_prefix("pub ").unwrap_or(line);
        let inner = inner.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'));
        match inner {
            Some(name) if LEFT_OUT.contains(&name) => {}
            Some(name) => {
                let below = module(&format!("{folder}/{name}.rs"), &format!("{folder}/{name}"));
                let _ = writeln!(whole, "mod {name} {{\n{below}}}");
            }
            None => {
                let _ = writeln!(whole, "{line}");
            }
        }
    }
    let own = ["smaller: ", "draw: ", "pub use drawing::"];
    let is_own = |line: &&str| own.iter().any(|begin| line.trim_start().starts_with(begin));
    // What the editions since 2021 have in scope.
    let own = "use std::convert::{TryFrom, TryInto};\n".to_owned();
    own + &tidied(whole.lines().filter(|line| !is_own(line)))
}

/// Without comments, which are about the crate, and without what other crates are needed for.
fn tidied<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for line in lines.filter(|line| !line.trim_start().starts_with("//")) {
        if line.starts_with("#![deny") {
            continue;
        }
        let line = line.replace(", serde::Serialize, serde::Deserialize", "");
        let mut line = line.as_str();
        // Paths of other crates lead to what stands in their places.
        while let Some(at) = ["memchr::", "strsim::"].iter().filter_map(|own| line.find(own)).min()
        {
            let end = at + "memchr::".len();
            let is_whole = !line[..at].ends_with("::");
            text += &line[..at];
            text += if is_whole { "crate::" } else { "" };
            text += &line[at..end];
            line = &line[end..];
        }
        text += line;
        text.push('\n');
    }
    text
}

fn file(path: &str) -> Option<&'static str> {
    let found = SOURCES.iter().find(|(name, _)| *name == path)?;
    std::str::from_utf8(found.1).ok()
}
