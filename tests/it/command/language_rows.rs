//! What comes of programs that are wrong, crash, recurse deeply, fill memory, write or run for ever, or do not
//! compile, and of folders of several files, language by language. Some usual languages are tried always, all that
//! this machine has with `JURY_TEST_LONG`.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use jury::submission::{Language, Languages, toolchains};

use super::common::{World, run};
use crate::languages::{data, sum_in};

/// Tried always, where they are here.
const USUAL: &[&str] = &["c", "python", "java", "javascript"];

/// What takes any text for a program.
const ANYTHING: [&str; 8] =
    ["text", "executable", "scripts", "answers", "brainfuck", "bc", "dc", "php"];

/// What writes messages of its own to standard output, too, which is shown as it is.
const TALKS: [&str; 2] = ["sml", "vala"];

/// Programs side by side.
const AT_A_TIME: usize = 4;

/// Languages whose programs are those of another one, which they read, too.
const SAME: [(&str, &[&str]); 4] = [
    ("bash", &["sh"]),
    ("c", &["c-clang", "objective-c"]),
    ("cpp", &["cpp-clang", "cpp14", "cpp17", "cpp23"]),
    ("haskell", &["hugs"]),
];

/// A kind of programs, in the folder of this name.
struct Row {
    folder: &'static str,
    verdict: &'static str,
    /// Languages in which something else comes of it, by their runtimes.
    except: &'static [(&'static str, &'static [&'static str])],
    options: &'static [&'static str],
    /// Languages that are tried always: where one thing stops them all, one is as good as many.
    usual: &'static [&'static str],
    /// Whether variants of a language are tried, too, with its programs.
    variants: bool,
}

const ROWS: [Row; 8] = [
    Row {
        folder: "crash",
        verdict: "RTE",
        except: &[],
        options: &[],
        usual: USUAL,
        variants: true,
    },
    // A million calls, one in the other, within 256 MiB. Some runtimes have a limit of their own, and frames of
    // others are too large.
    Row {
        folder: "recursion",
        verdict: "AC",
        except: &[
            ("MLE", &["awk", "perl", "pypy", "raku", "rexx", "tcl"]),
            (
                "RTE",
                &[
                    "algol68", "clisp", "forth", "haxe", "lua", "luajit", "newlisp", "octave",
                    "pike", "r",
                ],
            ),
        ],
        options: &[],
        usual: USUAL,
        variants: false,
    },
    Row {
        folder: "memory",
        verdict: "MLE",
        except: &[],
        options: &[],
        usual: USUAL,
        variants: false,
    },
    // One allocation that no machine has room for: the runtime says so, and ends. Node has a greatest
    // length, which is no matter of memory.
    Row {
        folder: "huge",
        verdict: "MLE",
        except: &[("RTE", &["javascript"])],
        options: &[],
        usual: USUAL,
        variants: false,
    },
    Row {
        folder: "time",
        verdict: "TLE",
        except: &[],
        options: &["--time-limit", "1"],
        usual: &["c"],
        variants: true,
    },
    Row {
        folder: "output",
        verdict: "OLE",
        except: &[],
        options: &[],
        usual: &["c"],
        variants: true,
    },
    // Several files, of which one uses another.
    Row { folder: "folder", verdict: "AC", except: &[], options: &[], usual: &[], variants: false },
    // What is wrong stands in line 2.
    Row { folder: "broken", verdict: "CE", except: &[], options: &[], usual: &[], variants: false },
];

/// A program to judge.
struct Work {
    language: String,
    path: PathBuf,
    problem: &'static str,
    expected: &'static str,
    options: &'static [&'static str],
}

impl Row {
    /// What comes of it in a language, whose sources are looked at before they run or not.
    fn expected(&self, language: &str, is_built: bool) -> &'static str {
        let other = self.except.iter().find(|(_, languages)| languages.contains(&language));
        let expected = other.map_or(self.verdict, |(verdict, _)| verdict);
        if expected == "CE" && !is_built { "RTE" } else { expected }
    }

    /// The programs, with their languages.
    fn programs(&self) -> Vec<(String, PathBuf)> {
        let files = fs::read_dir(data("rows").join(self.folder)).expect("a folder").flatten();
        let mut all = Vec::new();
        for path in files.map(|entry| entry.path()) {
            let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
            let same = SAME.iter().find(|(other, _)| self.variants && *other == name);
            let names = same.into_iter().flat_map(|(_, names)| *names).map(ToString::to_string);
            all.extend(names.map(|name| (name, path.clone())));
            all.push((name, path));
        }
        all.sort();
        assert!(!all.is_empty(), "{}", self.folder);
        all
    }
}

fn is_long() -> bool {
    std::env::var_os("JURY_TEST_LONG").is_some_and(|value| !value.is_empty())
}

/// The languages that are here, and whether sources are looked at before they run.
fn here() -> Vec<(Arc<Language>, bool)> {
    let languages = Languages::shipped().expect("languages");
    let found = languages.iter().zip(toolchains(&languages));
    let here = found.filter(|(_, toolchain)| toolchain.version.is_ok());
    let named = here.map(|(language, toolchain)| {
        let is_built = language.facts(&toolchain).iter().any(|(head, _)| *head == "build");
        (Arc::clone(language), is_built)
    });
    named.collect()
}

/// Judges each program, several side by side, and tells of all that came to something else, or that show where
/// programs lie while they run.
fn judge(work: &[Work]) {
    let world = World::new(&[
        ("p/problem.toml", "name = 'P'\n[limits]\ntime = 10\nmemory = '256 MiB'\n"),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "1000000\n"),
        ("sum/problem.toml", "name = 'Sum'\n[limits]\ntime = 10\n"),
        ("sum/data/secret/1.in", "2 40\n"),
        ("sum/data/secret/1.ans", "43\n"),
    ]);
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                while let Some(one) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Work { language, path, problem, expected, options } = one;
                    let program = path.display().to_string();
                    let words = ["grade", problem, &program, "--language", language];
                    let did = run(&mut world.command(&[&words, *options].concat()));
                    let is_inside = !TALKS.contains(&language.as_str())
                        && ["/box/", "/program/"].iter().any(|place| did.out.contains(place));
                    if did.out.split(' ').next() != Some(expected) || is_inside {
                        let words = format!("{program}, {language}: expected {expected}: {did:#?}");
                        wrong.lock().unwrap().push(words);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_language_fails_in_its_own_verdicts() {
    let here = here();
    let mut work = Vec::new();
    let mut not_tried = Vec::new();
    for row in &ROWS {
        for (language, path) in row.programs() {
            let is_here = here.iter().find(|(known, _)| known.name == language);
            let is_tried = is_long() || row.usual.contains(&language.as_str());
            if let Some((_, is_built)) = is_here.filter(|_| is_tried) {
                let (expected, options) = (row.expected(&language, *is_built), row.options);
                work.push(Work { language, path, problem: "./p", expected, options });
            } else {
                not_tried.push(format!("{}/{language}", row.folder));
            }
        }
    }
    eprintln!("not tried: {}", not_tried.join(", "));
    judge(&work);
}

/// Programs that add are wrong where the answer is another one.
#[test]
fn what_adds_is_wrong_where_something_else_is_asked_for() {
    let mut work = Vec::new();
    for (language, _) in here().into_iter().filter(|(one, _)| is_long() || one.name == "c") {
        let Some(path) = sum_in(&language) else { continue };
        let language = language.name.clone();
        work.push(Work { language, path, problem: "./sum", expected: "WA", options: &[] });
    }
    assert!(!work.is_empty());
    judge(&work);
}

/// No language takes this for a program: what looks at its sources first says so, and all others fail.
#[test]
fn what_is_no_program_is_a_compile_error_where_something_compiles() {
    let bad = World::new(&[("bad", ")))\n\"'{{{ (((\n")]);
    let is_tried = |name: &str| is_long() || USUAL.contains(&name);
    let tried = here().into_iter().filter(|(language, _)| {
        is_tried(&language.name) && !ANYTHING.contains(&language.name.as_str())
    });
    let work: Vec<_> = tried
        .map(|(language, is_built)| Work {
            language: language.name.clone(),
            path: bad.path("bad"),
            problem: "./p",
            expected: if is_built { "CE" } else { "RTE" },
            options: &[],
        })
        .collect();
    judge(&work);
}
