//! What a path is taken for, and the exact words for what is nothing.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use jury::problem::Additions;
use jury::problem::load::load;
use jury::submission::{Languages, Package, Submission, SubmissionError};
use tempfile::TempDir;

/// Files of one test.
struct Files(TempDir);

/// The first bytes of a program.
const ELF: &[u8] = b"\x7fELF\x02\x01\x01";

fn identify(path: &Path, language: Option<&str>) -> Result<Submission, SubmissionError> {
    Languages::shipped().unwrap().identify(path, language)
}

fn identify_kept(folder: &Path, path: &Path) -> Result<Submission, SubmissionError> {
    let package = Package { folder, additions: &Additions::default(), submissions: &[] };
    Languages::shipped().unwrap().identify_kept(package, path, None)
}

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8], mode: u32) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    /// The language's name, or the message with the folder's own path taken off.
    fn told(&self, name: &str, language: Option<&str>) -> Result<String, String> {
        match identify(&self.path(name), language) {
            Ok(submission) => {
                assert_eq!(submission.path, self.path(name));
                Ok(submission.language.name.clone())
            }
            Err(error) => {
                let own = format!("{}/", self.0.path().display());
                Err(error.to_string().replace(&own, ""))
            }
        }
    }

    #[track_caller]
    fn good(&self, name: &str, language: Option<&str>, expected: &str) {
        assert_eq!(self.told(name, language).as_deref(), Ok(expected), "{name}");
    }

    #[track_caller]
    fn bad(&self, name: &str, language: Option<&str>, expected: &str) {
        assert_eq!(self.told(name, language), Err(expected.to_owned()), "{name}");
    }
}

/// A file with these bytes and this mode.
#[track_caller]
fn file(name: &str, bytes: &[u8], mode: u32, expected: &str) {
    let files = Files::new();
    files.write(name, bytes, mode);
    files.good(name, None, expected);
}

/// A folder with these files.
#[track_caller]
fn folder(names: &[&str], language: Option<&str>) -> Result<String, String> {
    let files = Files::new();
    fs::create_dir(files.path("mine")).unwrap();
    for name in names {
        files.write(&format!("mine/{name}"), b"", 0o644);
    }
    files.told("mine", language)
}

#[test]
fn files_are_told_by_ending_first_line_and_mode() {
    file("a.c", b"", 0o644, "c");
    file("a.cpp", b"", 0o644, "cpp");
    file("a.CC", b"", 0o644, "cpp");
    file("a.C", b"", 0o644, "cpp");
    file("a.b.rs", b"", 0o755, "rust");
    file("a.py", b"#!/bin/sh\n", 0o755, "python");
    file("A.java", b"", 0o644, "java");
    file("a.go", b"", 0o644, "go");
    file("a.pl", b"use strict;\n", 0o644, "perl");
    file("a.pl", b"main :- halt.\n", 0o644, "prolog");
    file("a", b"#!/usr/bin/env python3\n", 0o644, "python");
    file("a", b"#!/usr/bin/env -S PYTHONUTF8=1 python3 -u\n", 0o644, "python");
    file("a.txt", b"#! /usr/local/bin/python -u\n", 0o644, "python");
    file("a", b"#!/bin/sh\n", 0o755, "executable");
    file("a.sh", b"#!/bin/sh\n", 0o755, "executable");
    file("a.sh", b"#!/bin/sh\n", 0o644, "sh");
    file("a", b"#!/bin/sh\n", 0o644, "sh");
    file("a.sh", b"#!/usr/bin/env bash\n", 0o644, "bash");
    file("a.sh", b"#!/usr/bin/env python3\n", 0o644, "python");
    file("a.sh", b"echo 1\n", 0o644, "bash");
    file("a.sh", b"echo 1\n", 0o755, "bash");
    file("a.out", ELF, 0o755, "executable");
    file("a", ELF, 0o711, "executable");
}

#[test]
fn the_language_given_wins() {
    let files = Files::new();
    files.write("a.txt", b"", 0o644);
    files.write("a.cpp", ELF, 0o755);
    files.good("a.txt", Some("python"), "python");
    files.good("a.cpp", Some("c"), "c");
    files.good("a.cpp", Some("executable"), "executable");
    files.bad(
        "a.txt",
        Some("executable"),
        "a.txt is a program without execute permission: set it with `chmod +x`",
    );
    // What starts it is not known here.
    for name in ["b", "b.sh"] {
        files.write(name, b"#!/opt/own\n", 0o644);
        let words = "is a program without execute permission: set it with `chmod +x`";
        files.bad(name, None, &format!("{name} {words}"));
    }
    files.bad("a.txt", Some("pyhton"), "unknown language `pyhton`: did you mean `python`?");
    let called = [
        ("C", "c"),
        ("C++", "cpp"),
        ("cxx", "cpp"),
        ("g++", "cpp"),
        ("gcc", "c"),
        ("py3", "python"),
        ("Python3", "python"),
        ("javac", "java"),
    ];
    for (given, name) in called {
        let message = format!("unknown language `{given}`: did you mean `{name}`?");
        files.bad("a.txt", Some(given), &message);
    }
    let told = files.told("a.txt", Some("klingon")).unwrap_err();
    let words =
        "unknown language `klingon`: expected one of `c`, `cpp`, `cpp23`, `cpp17`, `cpp14`, `rust`";
    assert!(told.starts_with(words) && told.ends_with(" more"), "{told}");
}

#[test]
fn what_is_no_submission_is_refused() {
    let files = Files::new();
    files.bad(
        "none.c",
        None,
        "cannot read submission none.c: No such file or directory (os error 2)",
    );
    files.write("file", b"text", 0o755);
    let unknown = |name: &str| {
        format!(
            "cannot tell the language of {name}: expected a file extension that `jury languages` \
             lists, or an executable program"
        )
    };
    files.bad("file", None, &unknown("file"));
    files.write("a.xyz", b"begin end.", 0o644);
    files.bad("a.xyz", None, &unknown("a.xyz"));
    files.write("empty", b"", 0o644);
    files.bad("empty", None, &unknown("empty"));
    files.write("program", ELF, 0o644);
    files.bad(
        "program",
        None,
        "program is a program without execute permission: set it with `chmod +x`",
    );
    files.bad("file/x.c", None, "cannot read submission file/x.c: Not a directory (os error 20)");
    let pipe = files.path("pipe.c");
    assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
    files.bad("pipe.c", None, "submission pipe.c is neither a file nor a folder of files");
    let huge = fs::File::create(files.path("huge.c")).unwrap();
    huge.set_len((256 << 20) + 1).unwrap();
    files.bad(
        "huge.c",
        None,
        "submission huge.c is too large: 268435457 bytes, at most 268435456 are allowed",
    );
}

#[test]
fn a_folder_holds_one_language() {
    let good = |names: &[&str], language: Option<&str>, expected: &str| {
        assert_eq!(folder(names, language).as_deref(), Ok(expected), "{names:?}");
    };
    good(&["a.cpp", "b.cc", "b.h", "notes.txt", ".hidden.py"], None, "cpp");
    good(&["lib/a.c"], None, "c");
    good(&["main.m", "other.m"], None, "octave");
    good(&["main.py", "other.py", "__pycache__/x.c"], None, "python");
    good(&["only.py"], None, "python");
    good(&["__main__.py", "other.py"], None, "python");
    good(&["main.rs", "other.rs"], None, "rust");
    good(&["Main.java", "p/Other.java"], None, "java");
    good(&["a.c", "b.cpp"], Some("cpp"), "cpp");
}

/// Beside a program that is called `main`, sources of other languages are its helpers.
#[test]
fn main_says_the_language_of_a_folder() {
    let good = |names: &[&str], expected: &str| {
        assert_eq!(folder(names, None).as_deref(), Ok(expected), "{names:?}");
    };
    good(&["main.cpp", "generate.py", "plot.r"], "cpp");
    good(&["Main.java", "a.py", "b.py", "c.py"], "java");
    good(&["__main__.py", "fast.c"], "python");
    let files = Files::new();
    files.write("mine/main.cpp", b"", 0o644);
    files.write("mine/generate.py", b"", 0o644);
    let submission = identify(&files.path("mine"), None).unwrap();
    let words = "treated as C++ instead of Python 3, since it has `main.cpp`";
    assert_eq!(submission.choice.as_deref(), Some(words));
}

/// Unless somebody named another one.
#[test]
fn a_package_lists_the_languages_of_its_submissions() {
    let files = Files::new();
    let settings = "problem_format_version: 2025-09\nname: P\nlanguages: [cpp17]\n";
    let named = "accepted/b.cpp: {language: cpp23}\n";
    for (name, text) in [
        ("p/problem.yaml", settings),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "1\n"),
        ("p/submissions/submissions.yaml", named),
        ("p/submissions/accepted/a.cpp", ""),
        ("p/submissions/accepted/b.cpp", ""),
    ] {
        files.write(name, text.as_bytes(), 0o644);
    }
    let problem = load(&files.path("p")).unwrap_or_else(|complaints| panic!("{complaints:?}"));
    let case = |name: &str, given: Option<&str>, expected: &str| {
        let path = files.path(&format!("p/submissions/accepted/{name}"));
        let languages = Languages::shipped().unwrap();
        let submission = languages.identify_kept(&problem, &path, given).unwrap();
        assert_eq!(submission.language.name, expected, "{name}");
    };
    case("a.cpp", None, "cpp17");
    case("a.cpp", Some("cpp"), "cpp");
    case("b.cpp", None, "cpp23");
}

/// As of a single source, what leads decides, or the first where all are compiled.
#[test]
fn a_folder_is_told_by_the_signs_of_its_first_source() {
    let files = Files::new();
    files.write("mine/main.pl", b":- use_module(lib).\nmain :- go.\n", 0o644);
    files.write("mine/lib.pl", b"go.\n", 0o644);
    files.good("mine", None, "prolog");
    files.write("other/a.m", b"#import <objc/Object.h>\n", 0o644);
    files.write("other/b.m", b"", 0o644);
    files.good("other", None, "objective-c");
}

#[test]
fn bad_folders_are_refused() {
    let bad = |names: &[&str], language: Option<&str>, expected: &str| {
        assert_eq!(folder(names, language), Err(expected.to_owned()), "{names:?}");
    };
    let none = "folder mine contains no source file: expected files that end in an extension that \
                `jury languages` lists";
    bad(&[], None, none);
    bad(&["notes.txt", ".hidden.c"], None, none);
    bad(
        &["a.c"],
        Some("go"),
        "folder mine contains no source file: expected files that end in `.go`",
    );
    bad(&["a.c"], Some("executable"), "mine is a folder: expected an executable file");
    let several = "folder mine contains sources in `c`, `python`: expected a single language, or one file \
                   called `main`";
    bad(&["a.c", "b.py", "c.py"], None, several);
    bad(&["main.c", "main.py"], None, several);
    bad(&["a.c", "lib/main.py"], None, several);
    let lead = "cannot tell which file of folder mine is the main one: expected";
    bad(&["a.py", "b.py"], None, &format!("{lead} `main.py`, `__main__.py`"));
    bad(&["a.rs", "b.rs"], None, &format!("{lead} `main.rs`"));
    let deep = format!("{}/a.c", ["d"; 17].join("/"));
    let place = format!("mine/{}", ["d"; 17].join("/"));
    bad(&[&deep], None, &format!("submission {place} is too large: folders nested deeper than 16"));
    let many: Vec<String> = (0..1001).map(|number| format!("{number}.c")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    bad(&many, None, "submission mine is too large: at most 1000 files are allowed");
}

#[test]
fn links_stay_within_a_folder() {
    let files = Files::new();
    files.write("outside.c", b"", 0o644);
    files.write("mine/a.c", b"", 0o644);
    symlink("a.c", files.path("mine/b.c")).unwrap();
    files.good("mine", None, "c");
    for target in ["../outside.c", "..", ".", "/etc/passwd"] {
        symlink(target, files.path("mine/c.c")).unwrap();
        files.bad("mine", None, "submission mine/c.c is neither a file nor a folder of files");
        fs::remove_file(files.path("mine/c.c")).unwrap();
    }
    assert!(Path::new("/etc/passwd").exists());
}

/// Compilers show what they were given: a link must not choose among the user's files.
#[test]
fn a_submission_that_is_a_link_leads_below_its_own_folder() {
    let files = Files::new();
    files.write("other/a.c", b"", 0o644);
    files.write("mine/real/a.c", b"", 0o644);
    files.write("mine/.hidden/a.c", b"", 0o644);
    fs::create_dir(files.path("mine/none")).unwrap();
    symlink("real/a.c", files.path("mine/b.c")).unwrap();
    files.good("mine/b.c", None, "c");
    symlink("real", files.path("mine/folder")).unwrap();
    files.good("mine/folder", None, "c");
    let own = files.0.path().canonicalize().unwrap();
    let mut number = 0;
    let mut bad = |target: &str, real: &Path, language: Option<&str>| {
        number += 1;
        let name = format!("mine/bad{number}.c");
        symlink(target, files.path(&name)).unwrap();
        let real = real.display().to_string().replace(&format!("{}/", own.display()), "");
        let expected = format!(
            "submission {name} is a link to {real}, which lies outside the link's folder: name the \
             target itself"
        );
        files.bad(&name, language, &expected);
    };
    bad("../other/a.c", &own.join("other/a.c"), None);
    bad("../other", &own.join("other"), None);
    bad(".hidden/a.c", &own.join("mine/.hidden/a.c"), None);
    bad("..", &own, None);
    let environment = fs::canonicalize("/proc/self/environ").unwrap();
    bad("/proc/self/environ", &environment, Some("c"));
    bad("/dev/stdin", &fs::canonicalize("/dev/stdin").unwrap(), None);
    // Nor is what the kernel says a source where its own path leads through links.
    symlink("/proc/self", files.path("process")).unwrap();
    let said = files.told("process/environ", Some("c")).unwrap_err();
    assert_eq!(said, "cannot read submission process/environ: not a regular file");
}

#[test]
fn few_links_do_not_make_endless_work() {
    let files = Files::new();
    for level in 0..12 {
        for link in ["a", "b", "c", "d"] {
            let folder = files.path(&format!("mine/{level}"));
            fs::create_dir_all(&folder).unwrap();
            symlink(format!("../{}", level + 1), folder.join(link)).unwrap();
        }
    }
    files.write("mine/12/a.txt", b"", 0o644);
    let own = fs::canonicalize(files.path("mine")).unwrap();
    let said = files.told("mine", None).unwrap_err().replace(own.to_str().unwrap(), "mine");
    assert_eq!(said, "submission mine is too large: at most 1000 files are allowed");
}

#[test]
fn what_is_kept_with_a_problem_may_link_within_it() {
    let files = Files::new();
    files.write("p/submissions/accepted/a.py", b"", 0o644);
    files.write("outside.py", b"", 0o644);
    fs::create_dir(files.path("p/submissions/wrong_answer")).unwrap();
    let link = files.path("p/submissions/wrong_answer/a.py");
    symlink("../accepted/a.py", &link).unwrap();
    assert!(identify(&link, None).is_err());
    assert_eq!(identify_kept(&files.path("p"), &link).unwrap().path, link);
    let other = files.path("p/submissions/wrong_answer/b.py");
    symlink(files.path("outside.py"), &other).unwrap();
    assert!(identify_kept(&files.path("p"), &other).is_err());
    assert!(identify_kept(&files.path("p"), &files.path("outside.py")).is_ok());
}

/// It is looked at again when it is read: much time may have passed.
#[test]
fn a_submission_that_is_exchanged_later_is_not_read() {
    let files = Files::new();
    files.write("a.c", b"", 0o644);
    files.write("secret", b"", 0o644);
    files.write("mine/a.c", b"", 0o644);
    let single = identify(&files.path("a.c"), None).unwrap();
    let folder = identify(&files.path("mine"), None).unwrap();
    fs::remove_file(files.path("a.c")).unwrap();
    symlink("secret", files.path("a.c")).unwrap();
    let said = single.digest().unwrap_err().to_string();
    assert!(said.ends_with("expected a file, found a link"), "{said}");
    fs::remove_file(files.path("a.c")).unwrap();
    assert!(Command::new("mkfifo").arg(files.path("a.c")).status().unwrap().success());
    let said = single.digest().unwrap_err().to_string();
    assert!(said.ends_with("not a regular file"), "{said}");
    fs::remove_file(files.path("mine/a.c")).unwrap();
    assert!(Command::new("mkfifo").arg(files.path("mine/a.c")).status().unwrap().success());
    let said = folder.digest().unwrap_err().to_string();
    assert!(said.ends_with("is neither a file nor a folder of files"), "{said}");
}

#[test]
fn a_digest_tells_what_a_submission_says_and_not_where_it_lies() {
    let files = Files::new();
    let digest = |name: &str, text: &str, language: Option<&str>| {
        files.write(name, text.as_bytes(), 0o644);
        identify(&files.path(name), language).unwrap().digest().unwrap()
    };
    let first = digest("a.py", "print(1)", None);
    assert_eq!(first.len(), 64);
    assert_eq!(first, digest("b/c.py", "print(1)", None));
    assert_ne!(first, digest("a.py", "print(2)", None));
    assert_ne!(first, digest("a.c", "print(1)", None), "another language");
    let folder = |name: &str| identify(&files.path(name), None).unwrap().digest().unwrap();
    let (alone, _) = (folder("b"), digest("b/d.py", "", None));
    files.write("b/main.py", b"import c", 0o644);
    assert_ne!(alone, folder("b"));
}
