//! The shipped table, files of users and of problems, and what is told of their mistakes.

use super::Languages;
use crate::problem::Conventions;
use crate::submission::opening::Opening;
use crate::submission::sound::mistakes_in;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The languages with those of a file of this text.
fn with(text: &str) -> Result<Languages, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, text).unwrap();
    let own = format!("{}/", folder.path().display());
    Languages::with(&file).map_err(|error| error.to_string().replace(&own, ""))
}

fn told(languages: &Languages, ending: &str, interpreter: Option<&str>) -> Option<String> {
    let opening = opening(interpreter);
    languages.of_source(ending, &opening, Conventions::Own).map(|told| told.language.name.clone())
}

/// That of a source whose first line names this interpreter.
fn opening(interpreter: Option<&str>) -> Opening {
    let line = interpreter.map_or_else(String::new, |name| format!("#!/usr/bin/env {name}\n"));
    Opening::from(line.as_str())
}

#[test]
fn endings_tell_the_language() {
    let languages = Languages::shipped().unwrap();
    let case = |ending, expected: Option<&str>| {
        assert_eq!(told(&languages, ending, None).as_deref(), expected, "{ending}");
    };
    case("c", Some("c"));
    case("C", Some("cpp"));
    case("CPP", Some("cpp"));
    case("c++", Some("cpp"));
    case("Py", Some("python"));
    case("h", None);
    case("", None);
    let exact = |ending| languages.of_source(ending, &opening(None), Conventions::Kattis).is_some();
    for ending in ["c", "cpp", "cc", "cxx", "c++", "C", "rs", "py", "py3", "java", "go"] {
        assert!(exact(ending), "{ending}");
    }
    assert!(!exact("CPP") && !exact("Py") && !exact("Py2"));
}

#[test]
fn the_shipped_table_is_read_and_has_no_doubles() {
    let languages = Languages::shipped().unwrap();
    let names: BTreeSet<&String> = languages.iter().map(|language| &language.name).collect();
    assert_eq!(names.len(), languages.iter().count());
    assert!(languages.of_executables().is_some());
    for language in languages.iter() {
        assert!(mistakes_in(language).is_empty(), "{}", language.name);
        let needs_none = language.executables || language.scripts || language.answers;
        assert_eq!(language.needs.tools.is_empty(), needs_none, "{}", language.name);
        assert!(language.kattis.iter().all(|code| languages.of_code(code).is_ok()));
        let others = language.kattis_parts.iter().chain(&language.kattis_for);
        assert!(others.into_iter().all(|name| languages.named(name).is_ok()));
    }
}

/// Every key and every kind of probe that a file may hold is told of in the shipped one.
#[test]
fn the_shipped_table_is_its_own_reference() {
    let opening = super::SHIPPED[0].1.split("[[language]]").next().unwrap();
    let keys = with("[[language]]\nkeys = 1").unwrap_err();
    let (_, keys) = keys.split_once("expected one of ").unwrap();
    for key in keys.split(", ").map(|key| key.trim_matches('`')) {
        let explained =
            opening.contains(&format!(" {key} ")) || opening.contains(&format!(" {key},"));
        assert!(explained, "`{key}` is not explained");
    }
    let keys = with("[[language]]\nname = 'a'\nprobes = [{ keys = 1 }]").unwrap_err();
    let (_, keys) = keys.split_once("expected one of ").unwrap();
    for key in keys.split(", ").map(|key| key.trim_matches('`')) {
        assert!(opening.contains(&format!(" {key} = ")), "`{key}` is not explained");
    }
}

const PYPY: &str = "[[language]]\nname = 'pypy'\ntitle = 'PyPy'\nlike = 'python'\n\
                    interpreters = ['pypy3', 'pypy']\n\
                    tools = [{ word = 'python3', names = ['pypy3'], install = 'install it' }]\n";

#[test]
fn the_first_line_decides_among_those_that_claim_an_ending() {
    let languages = with(PYPY).unwrap();
    let case = |interpreter, expected: &str| {
        assert_eq!(told(&languages, "py", interpreter).as_deref(), Some(expected));
    };
    case(None, "python");
    case(Some("python3"), "python");
    case(Some("sh"), "python");
    case(Some("pypy3"), "pypy");
    let told = languages.of_source("py", &opening(Some("pypy3")), Conventions::Own).unwrap();
    let words = "treated as PyPy instead of Python 3, since its first line names `pypy3`";
    assert_eq!(told.why.as_deref(), Some(words));
    assert_eq!(languages.of_source("py", &opening(None), Conventions::Own).unwrap().why, None);
    let cpp17 = languages.named("cpp17").unwrap();
    assert!(cpp17.claims("cpp") && cpp17.claims("CC") && cpp17.claims("C"));
    assert_eq!(super::endings([cpp17.as_ref()]), "`.cpp`, `.cc`, `.cxx`, `.c++`, `.C`");
}

#[test]
fn signs_decide_where_several_claim_an_ending() {
    let languages = Languages::shipped().unwrap();
    let tell = |ending: &str, text: &str, conventions| {
        let told = languages.of_source(ending, &Opening::from(text), conventions).unwrap();
        (told.language.name.clone(), told.why)
    };
    let case = |ending: &str, text: &str, expected: &str| {
        assert_eq!(tell(ending, text, Conventions::Own).0, expected, ".{ending}: {text}");
    };
    case("pl", "use strict;\nprint 1;\n", "perl");
    case("pl", ":- initialization(main).\nmain :- write(42).\n", "prolog");
    case("pl", "% Adds.\nmain :-\n    read(X), write(X).\n", "prolog");
    case("pl", "greeting --> [hello], name.\n", "prolog");
    case("pl", "my $text = <<E;\nmain :- true.\nE\n", "perl");
    case("pl", "#!/usr/bin/perl\nmain :- true.\n", "perl");
    case("pl", "#!/usr/bin/env swipl\n", "prolog");
    case("pl", "print 'a :- b';\n", "perl");
    case("m", "x = input('');\ndisp(x)\n", "octave");
    case("m", "#import <Foundation/Foundation.h>\n", "objective-c");
    case("m", "# include <stdio.h>\nint main() {}\n", "objective-c");
    case("m", "function main()\nend\n", "octave");
    case("fs", "open System\nprintfn \"%d\" 1\n", "fsharp");
    case("fs", ": main 1 . ;\nmain\n", "forth");
    case("fs", "let f x =\n  : int\n", "fsharp");
    case("ml", "let () = print_int 1\n", "ocaml");
    case("ml", "val _ = print \"1\"\n", "sml");
    case("ml", "fun f x = x\n", "sml");
    case("asm", "global main\nsection .text\nmain: ret\n", "nasm");
    case("asm", "    .globl main\n    .text\n", "gas");
    case("s", "", "gas");
    case("scm", "(display 1)\n", "guile");
    case("ss", "#lang racket\n", "racket");
    case("py", "print 1\n", "python");
    case("py", "#!/usr/bin/python2\n", "python2");
    case("py2", "", "python2");
    case("d", "", "d");
    case("js", "", "javascript");
    case("lisp", "", "lisp");
    case("hs", "", "haskell");
    let words =
        "treated as Prolog (SWI) instead of Perl, since it has the line `main :- write(42).`";
    let told = tell("pl", "main :- write(42).\n", Conventions::Own);
    assert_eq!(told.1.as_deref(), Some(words));
    let words =
        "treated as Prolog (SWI) instead of Perl, since packages of this family give it `.pl`";
    let told = tell("pl", "main.\n", Conventions::Kattis);
    assert_eq!((told.0.as_str(), told.1.as_deref()), ("prolog", Some(words)));
    for perl in ["use strict;\n", "# x\nprint \"a\\n\";\n", "$_ = 1;\n"] {
        assert_eq!(tell("pl", perl, Conventions::Kattis).0, "perl", "{perl}");
    }
    assert_eq!(tell("pl", "#!/usr/bin/perl\n", Conventions::Kattis).0, "perl");
    assert_eq!(tell("m", "disp(1)\n", Conventions::Kattis).0, "objective-c");
    assert_eq!(tell("fs", ": main ;\n", Conventions::Kattis).0, "fsharp");
}

#[test]
fn a_variant_is_told_by_signs_of_its_own() {
    let languages = with(
        "[[language]]\nname = 'my-prolog'\nlike = 'prolog'\n\
         [[language]]\nname = 'prolog'\nlike = 'prolog'\ntime_factor = 2\n",
    )
    .unwrap();
    let told = |text: &str| {
        let told = languages.of_source("pl", &Opening::from(text), Conventions::Own);
        told.unwrap().language.name.clone()
    };
    assert_eq!((told("a :- b.").as_str(), told("print 1;").as_str()), ("prolog", "perl"));
}

#[test]
fn what_is_not_said_is_as_in_the_language_that_it_is_like() {
    let languages = with(PYPY).unwrap();
    let [python, pypy] = ["python", "pypy"].map(|name| languages.named(name).unwrap());
    assert_eq!((&pypy.build, &pypy.run), (&python.build, &python.run));
    assert_eq!((pypy.keeps, pypy.time_factor), (python.keeps, 5.0));
    assert_eq!(pypy.needs.tools[0].names, ["pypy3"]);
    assert!(pypy.added_by.is_some() && python.added_by.is_none());
}

#[test]
fn a_known_name_replaces_and_another_comes_last() {
    let names = |languages: &Languages| -> Vec<String> {
        languages.iter().map(|language| language.name.clone()).collect()
    };
    let shipped = names(&Languages::shipped().unwrap());
    let replaced = with("[[language]]\nname = 'c'\nlike = 'c'\ntime_factor = 2").unwrap();
    assert_eq!(names(&replaced), shipped);
    let c = replaced.named("c").unwrap();
    assert!((c.time_factor - 2.0).abs() < f64::EPSILON);
    assert!(c.claims("c") && !c.claims("C"));
    let added = with(&PYPY.replace("'pypy'\n", "'other'\n")).unwrap();
    assert_eq!(names(&added).last().unwrap(), "other");
}

#[test]
fn mistakes_are_told_with_their_place() {
    let case = |text: &str, expected: &str| {
        assert_eq!(with(text).unwrap_err(), expected, "{text}");
    };
    case(
        "[[language]]\nname = 'a'\nrun = ['{main}']\nsingle = 'a'",
        "mine.toml:3:7: `run`: unknown word `main`: did you mean `main_name`?",
    );
    case(
        "[[language]]\nname = 'A'\nsingle = 'a'",
        "mine.toml:2:8: `name`: expected lower-case letters, digits and `-`, such as `cpp17`\n\
         mine.toml:2:8: `run`: expected the command that runs the program",
    );
    case(
        "[[language]]\nname = 'a'\nlike = 'cp'\nrun = ['a']\nsingle = 'a'",
        "mine.toml:3:8: unknown language `cp`: did you mean `c`?",
    );
    let start = "[[language]]\nname = 'a'\nrun = ['a']\nsingle = 'a'\n";
    case(
        &format!("{start}time_factor = 0"),
        "mine.toml:5:15: `time_factor`: expected a number from 1 to 100",
    );
    case(
        &format!("{start}keeps = 'output'"),
        "mine.toml:5:9: `keeps`: there is no `build` that could produce an output",
    );
    case(
        &format!("{start}version = ['sh', '-c', 'x']"),
        "mine.toml:5:11: `version`: expected a tool first, such as `{cc}`, found `sh`",
    );
    case(
        &format!("{start}tools = [{{ word = 'x', names = ['x'], install = 'x' }}]"),
        "mine.toml:2:8: `version`: expected the command that prints the version of the tools, \
         so that a new version does not reuse what an old one built",
    );
    case(
        &format!("{start}probes = [{{ word = 'x', ask = ['/x'] }}]"),
        "mine.toml:5:11: expected a probe: `ask` with `words`, `file` with `words`, `stamp` \
         with `word`, or `word` with `value` and conditions",
    );
    let wrong = with(&format!("{start}signs = ['^a', '(']")).unwrap_err();
    let words = "mine.toml:5:16: `signs`: invalid regular expression: ";
    assert!(wrong.starts_with(words), "{wrong}");
    case(
        &format!("{start}signs = ['!^a']"),
        "mine.toml:2:8: `signs`: expected at least one without `!`",
    );
    case(&format!("{start}{start}"), "mine.toml:6:8: duplicate language `a`");
    assert!(with("[[language]]\nname = ").unwrap_err().starts_with("mine.toml:2:8: "));
    let unknown = with("[[language]]\nnaem = 'a'").unwrap_err();
    assert!(unknown.starts_with("mine.toml:2:1: unknown field `naem`"), "{unknown}");
}

#[test]
fn a_package_changes_what_is_done_with_known_tools_and_brings_none() {
    let shipped = Languages::shipped().unwrap();
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(shipped.of_problem(folder.path()), Ok(Cow::Borrowed(_))));
    let of_problem = |text: &str| {
        std::fs::write(folder.path().join("languages.toml"), text).unwrap();
        let own = format!("{}/", folder.path().display());
        let languages = shipped.of_problem(folder.path()).map(Cow::into_owned);
        languages.map_err(|error| error.to_string().replace(&own, ""))
    };
    let languages = of_problem("[[language]]\nname = 'c'\nlike = 'c'\nrun = ['a']").unwrap();
    let [ours, theirs] = [&shipped, &languages].map(|all| all.named("c").unwrap());
    assert_eq!((&theirs.needs, theirs.run[0].as_str()), (&ours.needs, "a"));
    assert!(theirs.added_by.is_some());
    let start = "[[language]]\nname = 'x'\nlike = 'c'\n";
    for (key, value) in [
        ("tools", "[{ word = 'x', names = ['sh'], install = 'x' }]"),
        ("probes", "[{ word = 'x' }]"),
        ("settings", "[]"),
        ("version", "['/bin/sh', '-c', 'x']"),
        ("visible", "['/home']"),
        ("settings", "['/home']"),
    ] {
        let column = key.len() + 4 + usize::from(key == "probes");
        let words = format!(
            "languages.toml:4:{column}: `{key}`: not allowed in a package, since it runs \
             commands on the judge's machine"
        );
        let error = of_problem(&format!("{start}{key} = {value}")).unwrap_err();
        assert!(error.starts_with(&words), "{error}");
    }
    let words = "languages.toml:2:8: expected `like` with the name of a known language: a \
         package cannot bring tools of its own";
    let own = "[[language]]\nname = 'x'\nsingle = 'x'\nrun = ['/bin/sh']";
    assert_eq!(of_problem(own).unwrap_err(), words);
    std::fs::remove_file(folder.path().join("languages.toml")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("languages.toml")).unwrap();
    assert!(shipped.of_problem(folder.path()).is_err());
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let error = Languages::with(std::path::Path::new("/no/such.toml")).unwrap_err();
    let words = "cannot read languages /no/such.toml: No such file or directory (os error 2)";
    assert_eq!(error.to_string(), words);
}

/// A profile changes commands, never what is asked of the machine, and gives all languages the same time.
#[test]
fn profiles_change_commands_alone() {
    let shipped = Languages::shipped().unwrap();
    for profile in Languages::profiles() {
        let languages = shipped.under(profile).unwrap();
        let mut changed = 0;
        for (before, after) in shipped.iter().zip(languages.iter()) {
            assert_eq!((&before.name, after.time_factor.to_string().as_str()), (&after.name, "1"));
            assert_eq!(before.endings, after.endings, "{profile}: {}", before.name);
            if after.added_by.is_some() {
                let known = |needs| shipped.iter().any(|language| language.needs == needs);
                assert!(known(after.needs.clone()), "{profile}: {}", after.name);
                changed += 1;
            }
        }
        assert!(changed >= 3, "{profile}");
        assert_eq!(shipped.iter().count(), languages.iter().count(), "{profile}");
    }
    let wrong = shipped.under("icp").unwrap_err().to_string();
    assert_eq!(wrong, "unknown profile `icp`: did you mean `icpc`?");
}

#[test]
fn a_file_may_have_a_time_factor_for_all_that_it_does_not_name() {
    let languages =
        with("time_factor = 3\n[[language]]\nname = 'c'\nlike = 'c'\ntime_factor = 2\n");
    let languages = languages.unwrap();
    let factor = |name| languages.named(name).unwrap().time_factor.to_string();
    assert_eq!(["c", "cpp", "python"].map(factor), ["2", "3", "3"]);
    assert_eq!(languages.named("c").unwrap().title, "C");
    let wrong = with("\ntime_factor = 0\n").unwrap_err();
    assert_eq!(wrong, "mine.toml:2:15: `time_factor`: expected a number from 1 to 100");
}
