//! What is started of programs in Kotlin, Scala and Erlang: a class or module that only the sources name.
//! Forgiving: what is wrong is left to the compiler.

use std::path::Path;
use std::sync::LazyLock;

use regex_lite::Regex;

/// A source that may hold what is started.
#[derive(Debug, Clone, Copy)]
pub(super) struct EntryFile<'a> {
    /// Its name during the build.
    pub(super) name: &'a str,
    /// What it holds.
    pub(super) text: &'a str,
    /// Whether the package put it over the submission's own files.
    pub(super) included: bool,
}

/// An expression that is ours.
type Known = LazyLock<Regex>;

fn known(expression: &str) -> Regex {
    Regex::new(expression).expect("it is ours, and the tests use it")
}

static PACKAGE: Known = LazyLock::new(|| known(r"(?m)^\s*package\s+([\w.]+)"));
static KOTLIN_MAIN: Known = LazyLock::new(|| known(r"(?m)^\s*(suspend\s+)?fun\s+main\s*\("));
static KOTLIN_NAME: Known = LazyLock::new(|| known(r#"@file\s*:\s*JvmName\s*\(\s*"(\w+)""#));
static SCALA_OBJECT: Known = LazyLock::new(|| known(r"(?m)^\s*(case\s+)?object\s+(\w+)"));
static SCALA_MAIN: Known =
    LazyLock::new(|| known(r"\bdef\s+main\s*\(|\b(extends|with)\s+((scala\.)?App)\b"));
static ERLANG_MODULE: Known =
    LazyLock::new(|| known(r"(?m)^\s*-\s*module\s*\(\s*([a-z][A-Za-z0-9_@]*)\s*\)"));
static ERLANG_MAIN: Known = LazyLock::new(|| known(r"(?m)^main\s*\(\s*\)\s*->"));

/// The class that Kotlin makes of the file with a function `main`: an included one before others, then
/// the first by name.
pub(super) fn of_kotlin(files: &[EntryFile<'_>]) -> Result<String, String> {
    let file = first(files, |file| KOTLIN_MAIN.is_match(file.text));
    let EntryFile { name, text, .. } = file.ok_or("no function `fun main()`")?;
    let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let class = KOTLIN_NAME.captures(text).map_or_else(
        || {
            let plain = |c: char| if c.is_alphanumeric() { c } else { '_' };
            let mut letters = stem.chars().map(plain);
            let first = letters.next().into_iter().flat_map(char::to_uppercase);
            format!("{}Kt", first.chain(letters).collect::<String>())
        },
        |found| found[1].to_owned(),
    );
    Ok(in_package(text, &class))
}

/// The object with a method `main`, or that is an `App`.
pub(super) fn of_scala(files: &[EntryFile<'_>]) -> Result<String, String> {
    let object = |text: &str| -> Option<String> {
        let objects: Vec<_> = SCALA_OBJECT.captures_iter(text).collect();
        let place = |at: usize| objects.get(at).and_then(|found| found.get(0));
        let starts = |at: &usize| {
            let from = place(*at).map_or(text.len(), |found| found.end());
            let to = place(at + 1).map_or(text.len(), |found| found.start());
            SCALA_MAIN.is_match(&text[from..to])
        };
        let at = (0..objects.len()).find(starts)?;
        Some(in_package(text, &objects[at][2]))
    };
    let file = first(files, |file| object(file.text).is_some());
    let found = file.and_then(|file| object(file.text));
    found.ok_or_else(|| "no object with `def main(args: Array[String])` or `extends App`".into())
}

/// The module with a function `main/0`.
pub(super) fn of_erlang(files: &[EntryFile<'_>]) -> Result<String, String> {
    let file = first(files, |file| ERLANG_MAIN.is_match(file.text));
    let file = file.ok_or("no function `main/0`")?;
    erlang_module(file.text).map(str::to_owned).ok_or_else(|| "no `-module(name).`".into())
}

/// The name that an Erlang source gives its module, which its file must have.
pub(super) fn erlang_module(text: &str) -> Option<&str> {
    Some(ERLANG_MODULE.captures(text)?.get(1)?.as_str())
}

fn first<'a, 'b>(
    files: &'b [EntryFile<'a>],
    starts: impl Fn(&EntryFile<'a>) -> bool,
) -> Option<&'b EntryFile<'a>> {
    let all = files.iter().filter(|file| starts(file));
    all.min_by_key(|file| (!file.included, file.name))
}

fn in_package(text: &str, class: &str) -> String {
    let package = PACKAGE.captures(text);
    package.map_or_else(|| class.to_owned(), |package| format!("{}.{class}", &package[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Find = fn(&[EntryFile<'_>]) -> Result<String, String>;

    #[track_caller]
    fn case(find: Find, files: &[(&str, &str)], expected: Result<&str, &str>) {
        let files: Vec<_> =
            files.iter().map(|&(name, text)| EntryFile { name, text, included: false }).collect();
        let found = find(&files);
        assert_eq!(found.as_ref().map(String::as_str).map_err(String::as_str), expected);
    }

    #[test]
    fn kotlin_calls_the_class_like_the_file() {
        let main = "fun main() {}";
        case(of_kotlin, &[("main.kt", main)], Ok("MainKt"));
        case(of_kotlin, &[("a.kt", "class A"), ("my-b.kt", main)], Ok("My_bKt"));
        case(of_kotlin, &[("main.kt", "package a.b\n\nsuspend fun main() {}")], Ok("a.b.MainKt"));
        case(of_kotlin, &[("a.kt", "@file:JvmName(\"Go\")\nfun main() {}")], Ok("Go"));
        case(of_kotlin, &[("a.kt", "// no fun main()")], Err("no function `fun main()`"));
    }

    #[test]
    fn scala_starts_an_object() {
        let none = "no object with `def main(args: Array[String])` or `extends App`";
        case(of_scala, &[("main.scala", "object A extends App { }")], Ok("A"));
        let text = "package p\nobject A { }\nobject B { def main(a: Array[String]) { } }";
        case(of_scala, &[("main.scala", text)], Ok("p.B"));
        case(of_scala, &[("a.scala", "class A extends App")], Err(none));
        let included = EntryFile { name: "b", text: "object B extends App", included: true };
        let own = EntryFile { name: "a", text: "object A extends App", included: false };
        assert_eq!(of_scala(&[own, included]).as_deref(), Ok("B"));
    }

    #[test]
    fn erlang_starts_a_module() {
        let text = "-module(sum).\n-export([main/0]).\nmain() -> ok.";
        case(of_erlang, &[("sum.erl", text)], Ok("sum"));
        case(of_erlang, &[("a.erl", "-module(a).")], Err("no function `main/0`"));
        case(of_erlang, &[("a.erl", "main() -> ok.")], Err("no `-module(name).`"));
        assert_eq!(erlang_module("-module(../a)."), None);
    }
}
