//! Builds and runs: every language that this machine has, folders, odd names, and sources that
//! must not build.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use jury::sandbox::{Ending, Level, Policy};
use jury::submission::{BuildError, Language, Languages, Program, toolchains};

use super::workshop::{Workshop, data};

/// Whether this machine can build the language; says so if not.
pub(crate) fn is_here(language: &str) -> bool {
    // To ask every compiler takes seconds.
    static FOUND: LazyLock<BTreeMap<String, Result<String, String>>> = LazyLock::new(|| {
        let languages = Languages::shipped().unwrap();
        let names = languages.iter().map(|language| language.name.clone());
        names.zip(toolchains(&languages).into_iter().map(|found| found.version)).collect()
    });
    match &FOUND[language] {
        Ok(_) => true,
        Err(missing) => {
            eprintln!("not tested: {missing}");
            false
        }
    }
}

/// Languages that are tried always, where they are here: those that a machine of CI has. The others take
/// minutes together, and are tried with `JURY_TEST_LONG`.
const USUAL: [&str; 28] = [
    "c",
    "cpp",
    "cpp23",
    "cpp17",
    "cpp14",
    "rust",
    "python",
    "pypy",
    "java",
    "go",
    "pascal",
    "ocaml",
    "fortran",
    "nasm",
    "csharp",
    "javascript",
    "erlang",
    "ruby",
    "perl",
    "prolog",
    "php",
    "lua",
    "bash",
    "awk",
    "tcl",
    "lisp",
    "guile",
    "sh",
];

/// Those of them whose runtimes reserve much memory or start threads: the ones that may notice who counts.
const HEAVY: [&str; 8] = ["c", "python", "java", "go", "csharp", "javascript", "erlang", "lisp"];

/// The program that adds in this language. A variant may have a source of its own, which shows the
/// difference.
pub(crate) fn sum_in(language: &Language) -> Option<PathBuf> {
    let own = fs::read_dir(data(&language.name)).into_iter().flatten().flatten();
    let own = own.map(|entry| entry.path()).find(|path| path.file_stem() == Some("sum".as_ref()));
    let mut of_endings = language.endings.iter().map(|ending| data(&format!("sum.{ending}")));
    own.or_else(|| of_endings.find(|path| path.exists()))
}

/// A program that adds, built twice: the second time it comes from the cache.
#[track_caller]
fn adds(workshop: &Workshop, language: &Language) {
    let name = &language.name;
    let source = sum_in(language).unwrap_or_else(|| panic!("no program that adds in {name}"));
    let program = workshop.build_as(&source, name);
    assert_eq!(program.submission.language.name, *name);
    assert_eq!(program.messages, "", "{name}");
    assert_eq!(workshop.output(&program, "2 40\n"), "42\n", "{name}");
    let again = workshop.build_as(&source, name);
    assert_eq!(again.build_time, Duration::ZERO, "{name}");
    // Sed ends its last line as the input's last one ends.
    assert_eq!(workshop.output(&again, "3\n4").trim_end(), "7", "{name}");
}

/// Every language that this machine can build, or only the usual ones. What is not tried is told.
#[track_caller]
fn every_language_adds(workshop: &Workshop, usual: &[&str], all: bool) {
    let mut not_tried = Vec::new();
    for language in workshop.languages.iter() {
        let is_usual = usual.contains(&language.name.as_str());
        // These run what others make.
        if ["executable", "scripts", "answers", "text"].contains(&language.name.as_str()) {
            continue;
        }
        if (is_usual || all) && is_here(&language.name) {
            adds(workshop, language);
        } else {
            not_tried.push(language.name.as_str());
        }
    }
    eprintln!("not tried: {}", not_tried.join(", "));
}

fn is_long() -> bool {
    std::env::var_os("JURY_TEST_LONG").is_some_and(|value| !value.is_empty())
}

#[test]
fn every_language_builds_and_runs() {
    let workshop = Workshop::new();
    every_language_adds(&workshop, &USUAL, is_long());
    // The file is the output.
    let text = workshop.write("mine.txt", "42\n");
    assert_eq!(workshop.output(&workshop.build_as(&text, "text"), ""), "42\n");
}

#[test]
fn every_language_builds_and_runs_without_control_groups() {
    let workshop = Workshop::with(Policy::AtMost(Level::Contained));
    every_language_adds(&workshop, &HEAVY, is_long());
}

#[test]
fn executables_run_as_they_are() {
    let workshop = Workshop::new();
    let script = workshop.write("script", "#!/bin/sh\nread a b\necho $((a + b)) $PWD\n");
    let program = workshop.path("cat.exe");
    fs::copy("/bin/cat", &program).unwrap();
    for path in [&script, &program] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o700)).unwrap();
    }
    assert_eq!(workshop.output(&workshop.build(&script), "2 40\n"), "42 /box\n");
    assert_eq!(workshop.output(&workshop.build(&program), "2 40\n"), "2 40\n");
}

/// Files of a folder, and the program that they make.
#[track_caller]
fn folder(workshop: &Workshop, name: &str, files: &[(&str, &str)]) -> Program {
    for (file, text) in files {
        workshop.write(&format!("{name}/{file}"), text);
    }
    workshop.build(&workshop.path(name))
}

#[test]
fn folders_are_built_whole() {
    let workshop = Workshop::new();
    let cpp = [
        (
            "main.cpp",
            "#include <iostream>\n#include \"lib/twice.h\"\nint main() { std::cout << twice(21); }",
        ),
        ("lib/twice.h", "#pragma once\nint twice(int x);"),
        ("lib/twice.cpp", "#include \"twice.h\"\nint twice(int x) { return 2 * x; }"),
    ];
    assert_eq!(workshop.output(&folder(&workshop, "cpp", &cpp), ""), "42");
    let rust = [
        ("main.rs", "mod twice;\nfn main() { print!(\"{}\", twice::twice(21)); }"),
        ("twice.rs", "pub fn twice(x: i32) -> i32 { 2 * x }"),
    ];
    assert_eq!(workshop.output(&folder(&workshop, "rust", &rust), ""), "42");
    if is_here("python") {
        let python = [
            ("main.py", "from lib.twice import twice\nprint(twice(21), end='')"),
            ("lib/twice.py", "def twice(x): return 2 * x"),
        ];
        assert_eq!(workshop.output(&folder(&workshop, "python", &python), ""), "42");
    }
    if is_here("java") {
        let java = [
            (
                "a/Start.java",
                "package a; public class Start { public static void main(String[] s) \
              { System.out.print(b.Twice.twice(21)); } }",
            ),
            (
                "b/Twice.java",
                "package b; public class Twice { public static int twice(int x) \
              { return 2 * x; } }",
            ),
        ];
        assert_eq!(workshop.output(&folder(&workshop, "java", &java), ""), "42");
    }
    if is_here("go") {
        let go = [
            ("main.go", "package main\nfunc main() { print(twice(21)) }"),
            ("twice.go", "package main\nfunc twice(x int) int { return 2 * x }"),
        ];
        let run = workshop.run(&folder(&workshop, "go", &go), "");
        assert_eq!((run.ending, run.errors), (Ending::Exited(0), b"42".to_vec()));
    }
}

#[test]
fn odd_names_do_no_harm() {
    let workshop = Workshop::new();
    for name in ["-o evil.c", "@x.c", "a b'c\".c", "{tool}.c", "größe.c"] {
        let path = workshop.write(name, "int main(void) { return 0; }");
        assert_eq!(workshop.output(&workshop.build(&path), ""), "");
    }
    if is_here("python") {
        // Were it called so during the run, it would import itself.
        let path = workshop.write("random.py", "import random\nprint(random.randint(5, 5))");
        assert_eq!(workshop.output(&workshop.build(&path), ""), "5\n");
    }
}

#[test]
fn what_does_not_build_is_told_as_the_user_knows_it() {
    let workshop = Workshop::new();
    let case = |name: &str, text: &str, expected: &str| {
        let said = workshop.complaint(&workshop.write(name, text));
        assert!(said.contains(expected), "{name}: {said}");
        assert!(!said.contains("/box"), "{name}: {said}");
    };
    case("mine.c", "int main(void) { return x; }", "mine.c:1:25: error: ");
    case("mine.cpp", "int main() { return x; }", "mine.cpp:1:21: error: ");
    case("mine.rs", "fn main() { x }", " --> mine.rs:1:13");
    if is_here("python") {
        case("mine.py", "print(", "File \"mine.py\", line 1");
    }
    if is_here("java") {
        case("mine.java", "class A { int x = y; }", "no class with `public static void main");
        let main = "public static void main(String[] a) { x(); }";
        case("mine.java", &format!("public class A {{ {main} }}"), "mine.java:1: error: ");
    }
    if is_here("go") {
        case("mine.go", "package main\nfunc main() { x() }", "mine.go:2:15: undefined: x");
    }
}

/// A language that a first line chose may be the wrong one: then a failure says so.
#[test]
fn a_failed_build_says_what_chose_its_language() {
    if !is_here("python") {
        return;
    }
    let mut workshop = Workshop::new();
    let other = "[[language]]\nname = 'other'\nlike = 'python'\ninterpreters = ['other3']\n";
    // Not beside the submission: that folder is under judgement.
    let own = tempfile::tempdir().unwrap();
    let file = own.path().join("languages.toml");
    fs::write(&file, other).unwrap();
    workshop.languages = Languages::with(&file).unwrap();
    let words = "treated as other instead of Python 3, since its first line names `other3`";
    let chosen = "#!/usr/bin/env other3\nprint(";
    let said = workshop.complaint(&workshop.write("a.py", chosen));
    assert!(said.contains("a.py") && said.ends_with(words), "{said}");
    workshop.write("folder/main.py", chosen);
    workshop.write("folder/more.py", "");
    let said = workshop.complaint(&workshop.path("folder"));
    assert!(said.ends_with(words), "{said}");
    let said = workshop.complaint(&workshop.write("b.py", "print("));
    assert!(!said.contains("taken for"), "{said}");
}

#[test]
fn warnings_are_kept_with_the_program() {
    let workshop = Workshop::new();
    let path = workshop.write("mine.rs", "fn main() { let x = 1; }");
    for _ in 0..2 {
        let messages = workshop.build(&path).messages;
        assert!(
            messages.starts_with("warning: unused variable: `x`\n --> mine.rs:1:17"),
            "{messages}"
        );
    }
}

#[test]
fn hostile_sources_end_in_bounds() {
    let workshop = Workshop::new();
    let secret = workshop.write("secret", "the words that nobody may read\n");
    let case = |text: &str| {
        let said = workshop.complaint(&workshop.write("mine.cpp", text));
        assert!(said.len() < 13 << 10, "{} bytes", said.len());
        assert!(!said.contains("nobody"), "{said}");
        said
    };
    let said = case(&format!("#include \"{}\"", secret.display()));
    assert!(said.contains("No such file or directory"), "{said}");
    // One line that makes megabytes of messages.
    let flood = "template<int n> struct S { S<n-1> a; int x = y; S<n-1> b; };\nS<800> s;\n";
    case(&format!(
        "{flood}{}",
        "int f() { return undeclared_name_in_a_long_line; }\n".repeat(20_000)
    ));
}

#[test]
fn builders_side_by_side_share_one_result() {
    let workshop = Workshop::new();
    let path = workshop.write("mine.c", "int main(void) { return 0; }");
    let programs: Vec<Program> = thread::scope(|scope| {
        let builders: Vec<_> = (0..4).map(|_| scope.spawn(|| workshop.build(&path))).collect();
        builders.into_iter().map(|builder| builder.join().unwrap()).collect()
    });
    for program in &programs {
        assert_eq!(program.view.program, programs[0].view.program);
        assert_eq!(workshop.output(program, ""), "");
    }
    assert_eq!(fs::read_dir(workshop.path("cache/builds")).unwrap().count(), 1);
}

#[test]
fn a_damaged_result_is_built_anew() {
    let workshop = Workshop::new();
    let path = workshop.write("mine.c", "#include <stdio.h>\nint main(void) { puts(\"mine\"); }");
    let program = workshop.build(&path).view.program.unwrap().join("program");
    fs::write(&program, "#!/bin/sh\necho forged\n").unwrap();
    let again = workshop.build(&path);
    assert!(again.build_time > Duration::ZERO);
    assert_eq!(workshop.output(&again, ""), "mine\n");
}

#[test]
fn an_interrupt_ends_a_build() {
    let workshop = Workshop::new();
    workshop.interrupt();
    let path = workshop.write("mine.c", "int main(void) { return 0; }");
    let error = workshop.try_build(&path).unwrap_err();
    assert!(
        matches!(&error, BuildError::Sandbox(source) if source.to_string() == "interrupted"),
        "{error}"
    );
    assert_eq!(fs::read_dir(workshop.path("cache/work")).unwrap().count(), 0, "nothing is left");
}
