//! What comes of programs that crash, recurse deeply, fill memory, run for ever or do not compile, language by
//! language. Some usual languages are tried always, all that this machine has with `JURY_TEST_LONG`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use jury::submission::{Languages, toolchains};

use super::common::{World, run};

/// Tried always, where they are here.
const USUAL: [&str; 4] = ["c", "python", "java", "javascript"];

/// What takes any text for a program.
const ANYTHING: [&str; 8] =
    ["text", "executable", "scripts", "answers", "brainfuck", "bc", "dc", "php"];

/// Programs side by side.
const AT_A_TIME: usize = 4;

/// A kind of programs, in the folder of this name.
struct Row {
    folder: &'static str,
    verdict: &'static str,
    /// Languages in which something else comes of it, by their runtimes.
    except: &'static [(&'static str, &'static [&'static str])],
    options: &'static [&'static str],
}

const ROWS: [Row; 5] = [
    Row { folder: "crash", verdict: "RTE", except: &[], options: &[] },
    // A million calls, one in the other, within 256 MiB. Some runtimes have a limit of their own, and frames of
    // others are too large.
    Row {
        folder: "recursion",
        verdict: "AC",
        except: &[
            ("MLE", &["awk", "perl", "pypy", "raku", "tcl"]),
            ("RTE", &["clisp", "forth", "lua", "luajit", "octave", "pike", "r"]),
        ],
        options: &[],
    },
    Row { folder: "memory", verdict: "MLE", except: &[], options: &[] },
    // One allocation that no machine has room for: the runtime says so, and ends. Node has a greatest
    // length, which is no matter of memory.
    Row { folder: "huge", verdict: "MLE", except: &[("RTE", &["javascript"])], options: &[] },
    Row { folder: "time", verdict: "TLE", except: &[], options: &["--time-limit", "1"] },
];

impl Row {
    fn expected(&self, language: &str) -> &'static str {
        let other = self.except.iter().find(|(_, languages)| languages.contains(&language));
        other.map_or(self.verdict, |(verdict, _)| verdict)
    }

    /// The programs, with their languages.
    fn programs(&self) -> Vec<(String, PathBuf)> {
        let rows = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/languages/rows");
        let files = fs::read_dir(rows.join(self.folder)).expect("a folder").flatten();
        let named = |path: PathBuf| Some((path.file_stem()?.to_str()?.to_owned(), path));
        let mut all: Vec<_> = files.filter_map(|entry| named(entry.path())).collect();
        all.sort();
        assert!(!all.is_empty(), "{}", self.folder);
        all
    }
}

fn is_long() -> bool {
    std::env::var_os("JURY_TEST_LONG").is_some_and(|value| !value.is_empty())
}

/// The languages that are tried: their names, and whether sources are looked at before they run.
fn tried() -> Vec<(String, bool)> {
    let languages = Languages::shipped().expect("languages");
    let found = languages.iter().zip(toolchains(&languages));
    let here = found.filter(|(_, toolchain)| toolchain.version.is_ok());
    let named = here.map(|(language, toolchain)| {
        let is_built = language.facts(&toolchain).iter().any(|(head, _)| *head == "build");
        (language.name.clone(), is_built)
    });
    named.filter(|(name, _)| is_long() || USUAL.contains(&name.as_str())).collect()
}

/// Judges each program, several side by side, and tells of all that came to something else.
fn judge(work: &[(String, PathBuf, &'static str, &'static [&'static str])]) {
    let world = World::new(&[
        ("p/problem.toml", "name = 'P'\n[limits]\ntime = 10\nmemory = '256 MiB'\n"),
        ("p/data/secret/1.in", ""),
        ("p/data/secret/1.ans", "1000000\n"),
    ]);
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                while let Some(one) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (language, path, expected, options) = one;
                    let program = path.display().to_string();
                    let words = ["grade", "./p", &program, "--language", language];
                    let did = run(&mut world.command(&[&words, *options].concat()));
                    if did.out.split(' ').next() != Some(expected) {
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
    let tried = tried();
    let is_here = |name: &str| tried.iter().any(|(language, _)| language == name);
    // One clock stops them all.
    let is_told = |row: &Row, name: &str| row.folder != "time" || name == "c" || is_long();
    let mut work = Vec::new();
    let mut not_tried = Vec::new();
    for row in &ROWS {
        for (language, path) in row.programs() {
            if is_here(&language) && is_told(row, &language) {
                let expected = row.expected(&language);
                work.push((language, path, expected, row.options));
            } else {
                not_tried.push(format!("{}/{language}", row.folder));
            }
        }
    }
    eprintln!("not tried: {}", not_tried.join(", "));
    judge(&work);
}

/// No language takes this for a program: what looks at its sources first says so, and all others fail.
#[test]
fn what_is_no_program_is_a_compile_error_where_something_compiles() {
    let bad = World::new(&[("bad", ")))\n\"'{{{ (((\n")]);
    let work: Vec<_> = tried()
        .into_iter()
        .filter(|(language, _)| !ANYTHING.contains(&language.as_str()))
        .map(|(language, is_built)| {
            (language, bad.path("bad"), if is_built { "CE" } else { "RTE" }, &[] as &[_])
        })
        .collect();
    judge(&work);
}
