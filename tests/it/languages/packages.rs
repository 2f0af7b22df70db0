//! Submissions and programs of packages of the Kattis family: which language, which source leads, what
//! the package adds, and programs made of scripts.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use jury::problem::{Additions, Conventions, KeptSubmission};
use jury::submission::{Built, Package, Program, Submission, SubmissionError};

use super::building::is_here;
use super::workshop::{Workshop, built};

/// A package in the folder `p` of a workshop.
struct Family {
    workshop: Workshop,
    additions: Additions,
    kept: Vec<KeptSubmission>,
}

impl Family {
    /// One with these files; `include` counts where it is there.
    fn new(files: &[(&str, &str)]) -> Self {
        let workshop = Workshop::new();
        for (name, text) in files {
            workshop.write(&format!("p/{name}"), text);
        }
        let include = workshop.path("p/include");
        let additions = Additions {
            include: include.exists().then_some(include),
            conventions: Conventions::Kattis,
            ..Additions::default()
        };
        Self { workshop, additions, kept: Vec::new() }
    }

    fn package<'a>(&'a self, folder: &'a Path) -> Package<'a> {
        Package { folder, additions: &self.additions, submissions: &self.kept }
    }

    /// What is told of a submission.
    fn submission(&self, name: &str) -> Result<Submission, SubmissionError> {
        let (folder, path) = (self.workshop.path("p"), self.workshop.path("p").join(name));
        self.workshop.languages.identify_kept(self.package(&folder), &path, None)
    }

    /// What is told of a validator or grader.
    fn part(&self, name: &str) -> Result<Submission, SubmissionError> {
        let (folder, path) = (self.workshop.path("p"), self.workshop.path("p").join(name));
        self.workshop.languages.identify_part(self.package(&folder), &path)
    }

    /// The language's name, or the message without the folder's own path.
    fn told(&self, found: Result<Submission, SubmissionError>) -> Result<String, String> {
        let own = format!("{}/", self.workshop.path("p").display());
        let name = found.map(|submission| submission.language.name.clone());
        name.map_err(|error| error.to_string().replace(&own, ""))
    }

    #[track_caller]
    fn build(&self, found: Result<Submission, SubmissionError>) -> Program {
        let submission = found.unwrap_or_else(|error| panic!("{error}"));
        built(&submission.path, self.workshop.try_submission(&submission))
    }

    /// What a submission writes.
    #[track_caller]
    fn output(&self, name: &str, input: &str) -> String {
        let program = self.build(self.submission(name));
        self.workshop.output(&program, input)
    }

    /// Why something does not build.
    #[track_caller]
    fn complaint(&self, found: Result<Submission, SubmissionError>) -> String {
        match self.workshop.try_submission(&found.unwrap()).unwrap() {
            Built::Failed { message, .. } => message,
            Built::Program(_) => panic!("it builds"),
        }
    }
}

/// What is told of a submission folder of these empty files.
#[track_caller]
fn case(files: &[&str], expected: &str) {
    let names: Vec<String> = files.iter().map(|name| format!("submissions/x/{name}")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    let family = Family::new(&files);
    let told = family.told(family.submission("submissions/x"));
    assert_eq!(told.unwrap_or_else(|error| error), expected, "{names:?}");
}

#[test]
fn the_language_with_the_most_sources_has_a_folder() {
    case(&["a.cpp", "b.h", "c.h", "d.txt"], "cpp");
    case(&["a.cpp", "b.c", "c.c"], "c");
    case(&["a.java", "b.java", "c.cpp"], "java");
    // As the table has them.
    case(&["a.cpp", "b.c"], "c");
    case(&["a.cc", "b.cpp", "c.c", "d.rs"], "cpp");
    // Letter case counts.
    case(&["a.CPP", "b.CPP", "c.rs"], "rust");
    case(&["a.C"], "cpp");
}

#[test]
fn leftovers_are_no_submissions_and_first_lines_ask_for_python_2() {
    let python2 = "#!/usr/bin/env python2.7\nprint 1\n";
    let family = Family::new(&[
        ("s/a.py", python2),
        ("s/b.py", "#!/usr/bin/python20\n"),
        ("s/folder/a.py", python2),
        ("s/a.kt", ""),
        ("s/a.pl", "main.\n"),
        ("s/b.pl", "print 1;\n"),
        ("s/a.xyz", "#!/usr/bin/env no-such-tool\n"),
        ("s/a.sh", "#!/bin/bash\n"),
        ("s/plain.sh", "echo 1\n"),
        ("s/mixed/a.py", ""),
        ("s/mixed/b.sh", ""),
        ("s/mixed/c.sh", ""),
        ("s/a.out", "\x7fELF\x02\x01\x01"),
        ("s/Upper.CPP", ""),
    ]);
    let told = |name: &str| family.told(family.submission(&format!("s/{name}")));
    assert_eq!(told("a.py").as_deref(), Ok("python2"));
    assert_eq!(told("folder").as_deref(), Ok("python2"));
    assert_ne!(told("b.py").as_deref(), Ok("python2"));
    assert_eq!(told("a.kt").as_deref(), Ok("kotlin"));
    assert_eq!(told("a.pl").as_deref(), Ok("prolog"));
    assert_eq!(told("b.pl").as_deref(), Ok("perl"));
    assert_eq!(told("a.sh").as_deref(), Ok("executable"));
    assert_eq!(told("plain.sh").as_deref(), Ok("bash"));
    assert_ne!(told("mixed").as_deref(), Ok("bash"));
    for name in ["a.xyz", "a.out"] {
        let path = family.workshop.path("p/s").join(name);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    for name in ["a.xyz", "a.out", "Upper.CPP"] {
        let found = family.submission(&format!("s/{name}"));
        assert!(found.is_err_and(|error| error.lacks_language()), "{name}");
    }
}

#[test]
fn what_the_package_says_of_a_submission_counts() {
    if !is_here("java") || !is_here("python") {
        return;
    }
    let class = |name: &str| {
        let main = "public static void main(String[] a)";
        format!("class {name} {{ {main} {{ System.out.print(\"{name}\"); }} }}")
    };
    let mut family = Family::new(&[
        ("s/two.java", &format!("{}\n{}", class("One"), class("Two"))),
        ("s/b/one.py", "print('one', end='')"),
        ("s/b/two.py", "print('two', end='')"),
        ("s/text", "print('text', end='')"),
    ]);
    assert_eq!(family.output("s/two.java", ""), "One");
    assert_eq!(family.output("s/b", ""), "one");
    let mut keep = |name: &str, language: Option<&str>, entry_point: Option<&str>| {
        family.kept.push(KeptSubmission {
            path: family.workshop.path("p").join(name),
            language: language.map(str::to_owned),
            entry_point: entry_point.map(str::to_owned),
            along: Vec::new(),
            expectation: jury::problem::Expected::from(jury::verdict::Verdict::Accepted).into(),
        });
    };
    keep("s/two.java", None, Some("Two"));
    keep("s/b", None, Some("two.py"));
    keep("s/text", Some("python3"), Some("text"));
    assert_eq!(family.output("s/two.java", ""), "Two");
    assert_eq!(family.output("s/b", ""), "two");
    assert_eq!(family.output("s/text", ""), "text");
    for kept in &mut family.kept {
        (kept.language, kept.entry_point) = (Some("python3".into()), Some("no.py".into()));
    }
    let words = "submission s/b has no file `no.py`, which the package names as the entry point";
    assert_eq!(family.told(family.submission("s/b")), Err(words.into()));
    family.kept[1].language = Some("javaalgs4".into());
    let told = family.told(family.submission("s/b")).unwrap_err();
    assert!(told.starts_with("unknown language `javaalgs4`"), "{told}");
    family.kept[0] = KeptSubmission {
        language: None,
        entry_point: Some("Three".into()),
        ..family.kept[0].clone()
    };
    let words = "no class `Three`, which the package names as the entry point";
    assert_eq!(family.complaint(family.submission("s/two.java")), words);
}

#[test]
fn included_files_go_over_the_submission() {
    let mut family = Family::new(&[
        ("include/default/value.h", "#define VALUE 1\n"),
        ("include/default/kind.h", "#define KIND \"default\"\n"),
        ("include/cpp/kind.h", "#define KIND \"cpp\"\n"),
        (
            "include/cpp/runner.cpp",
            "#include <cstdio>\n#include \"kind.h\"\n#include \"value.h\"\nint solve(int);\n\
             int main() { std::printf(\"%s %d {{k}}\", KIND, solve(VALUE)); }\n",
        ),
        ("include/c/kind.h", "#define KIND \"c\"\n"),
        ("s/main.cpp", "int solve(int x) { return x + {{n}}; }\n"),
        ("s/folder/solve.cpp", "#include \"value.h\"\nint solve(int) { return VALUE; }\n"),
        ("s/folder/value.h", "#define VALUE 5\n"),
        ("s/bad.cpp", "int solve(int x) { return y; }\n"),
    ]);
    let constant = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    family.additions.constants = vec![constant("n", "41"), constant("m", "{{n}}")];
    assert_eq!(family.output("s/main.cpp", ""), "cpp 42 {{k}}");
    assert_eq!(
        family.output("s/folder", ""),
        "cpp 1 {{k}}",
        "the package's files are the last word"
    );
    let outside = family.workshop.write("mine.cpp", "int solve(int x) { return 2 * x; }\n");
    assert_eq!(family.output(outside.to_str().unwrap(), ""), "cpp 2 {{k}}");
    let said = family.complaint(family.submission("s/bad.cpp"));
    assert!(
        said.starts_with("bad.cpp: In function") && said.contains("bad.cpp:1:27: error"),
        "{said}"
    );
}

#[test]
fn what_is_added_is_part_of_a_submissions_identity() {
    let mut family = Family::new(&[("include/c/a.h", "1"), ("s/a.c", "{{n}}")]);
    let digest = |family: &Family| family.submission("s/a.c").unwrap().digest().unwrap();
    let first = digest(&family);
    assert_eq!(first, digest(&family));
    family.workshop.write("p/include/c/a.h", "2");
    let second = digest(&family);
    assert_ne!(first, second);
    family.additions.constants = vec![("n".into(), "1".into())];
    let third = digest(&family);
    assert!(third != second && third != first);
    family.workshop.write("p/include/cpp/a.h", "3");
    assert_eq!(third, digest(&family), "another language's");
}

#[test]
fn an_included_main_is_the_program() {
    if is_here("python") {
        let family = Family::new(&[
            ("include/python3/main.py", "import solution\nprint(solution.f(), end='')\n"),
            ("s/solution.py", "def f(): return 'single'\n"),
            ("s/folder/solution.py", "def f(): return 'folder'\n"),
            ("s/folder/__main__.py", "print('not me')\n"),
        ]);
        assert_eq!(family.output("s/solution.py", ""), "single");
        assert_eq!(family.output("s/folder", ""), "folder");
    }
    if is_here("java") {
        let main = "public class Main { public static void main(String[] a) \
                    { System.out.print(new Solution().f()); } }";
        let own = "class Solution { int f() { return 7; } \
                   public static void main(String[] a) { System.out.print(0); } }";
        let family = Family::new(&[("include/java/Main.java", main), ("s/Solution.java", own)]);
        assert_eq!(family.output("s/Solution.java", ""), "7");
    }
    let main = "mod solution;\nfn main() { print!(\"{}\", solution::f()); }\n";
    let own = "pub fn f() -> i32 { 7 }\n";
    let family = Family::new(&[("include/rust/main.rs", main), ("s/solution.rs", own)]);
    assert_eq!(family.output("s/solution.rs", ""), "7");
}

#[test]
fn a_file_in_place_of_a_folder_does_no_harm() {
    let family = Family::new(&[
        ("include/default/x/a.h", "int f(void) { return 3; }\n"),
        ("include/c/y", ""),
        (
            "s/folder/a.c",
            "#include <stdio.h>\n#include \"x/a.h\"\nint main(void) { printf(\"%d\", f()); }\n",
        ),
        ("s/folder/x", ""),
        ("s/folder/y/b.h", ""),
    ]);
    assert_eq!(family.output("s/folder", ""), "3");
}

#[test]
fn what_is_included_lies_in_the_package() {
    let family = Family::new(&[("s/a.c", ""), ("include/x/a.h", ""), ("c/b.h", "")]);
    let workshop = &family.workshop;
    let link = workshop.path("p/include/c");
    symlink("../c", &link).unwrap();
    assert!(family.submission("s/a.c").unwrap().digest().is_ok());
    fs::remove_file(&link).unwrap();
    workshop.write("outside/secret.h", "secret");
    for target in ["../../outside", "/etc", "x/a.h"] {
        symlink(target, &link).unwrap();
        let told = family.told(family.submission("s/a.c"));
        let words = "submission include/c is neither a file nor a folder of files";
        assert_eq!(told, Err(words.into()), "{target}");
        fs::remove_file(&link).unwrap();
    }
    fs::create_dir(&link).unwrap();
    symlink("../../../outside/secret.h", link.join("a.h")).unwrap();
    assert!(family.submission("s/a.c").is_err());
}

/// What a part writes that is called without arguments.
#[track_caller]
fn says(family: &Family, name: &str, expected: &str) -> Program {
    let program = family.build(family.part(name));
    assert_eq!(family.workshop.output(&program, ""), expected, "{name}");
    program
}

#[test]
fn programs_of_the_package_may_be_scripts() {
    let family = Family::new(&[
        ("v/both/build", "#!/bin/sh\nset -e\ntest -w .\ncc -o run lib/x.c\n"),
        ("v/both/lib/x.c", "#include <stdio.h>\nint main(void) { puts(\"{{n}}\"); }\n"),
        ("v/run/run", "#!/bin/sh\ncat \"$(dirname \"$0\")/words\"\n"),
        ("v/run/words", "hello\n"),
        ("v/none/build", "#!/bin/sh\ntrue\n"),
        ("v/fails/build", "#!/bin/sh\necho no such luck >&2\nexit 3\n"),
        ("v/fails/run", "#!/bin/sh\n"),
        ("v/text/run", "echo\n"),
        ("v/script.sh", "#!/bin/sh\necho script\n"),
    ]);
    for name in ["both/build", "run/run", "none/build", "fails/build", "fails/run"] {
        let path = family.workshop.path("p/v").join(name);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    assert_eq!(says(&family, "v/both", "{{n}}\n").messages, "");
    assert_eq!(says(&family, "v/run", "hello\n").argv, ["/program/run"]);
    assert_eq!(family.complaint(family.part("v/none")), "expected an executable file: run");
    assert_eq!(family.complaint(family.part("v/fails")), "no such luck");
    assert_eq!(family.complaint(family.part("v/text")), "expected an executable file: run");
    let words = "is not executable: it is run by the program that its first line names";
    let script = says(&family, "v/script.sh", "script\n");
    assert_eq!(script.messages, format!("`script.sh` {words}"));
    for name in ["run/run", "both/build"] {
        let path = family.workshop.path("p/v").join(name);
        fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
    }
    assert_eq!(says(&family, "v/run", "hello\n").messages, format!("`run` {words}"));
    assert_eq!(says(&family, "v/both", "{{n}}\n").messages, format!("`build` {words}"));
    // Only the package's own programs are built so.
    assert!(family.submission("v/run").is_err());
}

#[test]
fn programs_of_the_package_have_the_headers_around_them() {
    let source =
        "#include <bits/stdc++.h>\n#include \"common.h\"\nint main() { std::cout << f(); }\n";
    let mut family = Family::new(&[
        ("v/alone.cpp", source),
        ("v/common.h", "inline int f() { return {{n}}; }\n"),
        ("v/other.cpp", "int main() {}\n"),
        ("v/folder/a.cpp", source),
        ("lib/common.h", "inline int f() { return 2; }\n"),
        ("v/several/a.cpp", "int g();\nint main() { return g(); }\n"),
        ("v/several/b.cc", "int g() { return 0; }\n"),
    ]);
    family.additions.constants = vec![("n".into(), "1".into())];
    symlink("../../lib/common.h", family.workshop.path("p/v/folder/common.h")).unwrap();
    symlink("/no/such", family.workshop.path("p/v/astray.h")).unwrap();
    says(&family, "v/alone.cpp", "1");
    says(&family, "v/folder", "2");
    says(&family, "v/several", "");
    assert_eq!(family.told(family.part("v/alone.cpp")).as_deref(), Ok("cpp23"));
}

#[test]
fn programs_of_the_package_include_what_lies_around_their_folder() {
    let family = Family::new(&[
        (
            "v/folder/a.cpp",
            "#include \"../common/c.h\"\n#include \"own.h\"\n#include <cstdio>\nint main() { printf(\"%d\", f() + own()); }\n",
        ),
        ("v/folder/own.h", "inline int own() { return 1; }\n"),
        ("v/common/c.h", "#include \"../../lib/d.h\"\ninline int f() { return d(); }\n"),
        ("lib/d.h", "inline int d() { return 41; }\n"),
        (
            "w/alone.cpp",
            "#include \"../lib/d.h\"\n#include <cstdio>\nint main() { printf(\"%d\", d()); }\n",
        ),
        ("w/bad.cpp", "#include \"../../secret.h\"\nint main() {}\n"),
    ]);
    says(&family, "v/folder", "42");
    says(&family, "w/alone.cpp", "41");
    family.workshop.write("secret.h", "");
    let said = family.complaint(family.part("w/bad.cpp"));
    assert!(said.contains("secret.h"), "{said}");
}

#[test]
fn scripts_of_the_package_are_run_by_their_shell() {
    let family = Family::new(&[
        ("v/plain.sh", "[[ a == a ]] && printf bash\n"),
        ("v/named.sh", "#!/bin/sh\nprintf sh\n"),
        ("v/other.bash", "printf bash\n"),
    ]);
    let program = says(&family, "v/plain.sh", "bash");
    let words = "`plain.sh` has no `#!` line: it is run by bash";
    assert!(program.messages.starts_with(words), "{}", program.messages);
    let program = says(&family, "v/named.sh", "sh");
    assert!(!program.messages.contains("bash"), "{}", program.messages);
    says(&family, "v/other.bash", "bash");
}

#[test]
fn a_folder_of_scripts_is_run_by_bash() {
    let family = Family::new(&[
        ("s/two/main.sh", "[[ a == a ]] && . \"${0%/*}/also.sh\"\n"),
        ("s/two/also.sh", "printf both\n"),
    ]);
    let submission = family.submission("s/two").unwrap();
    assert_eq!(submission.language.name, "bash");
    assert_eq!(family.output("s/two", ""), "both");
}

#[test]
fn old_programs_of_the_package_are_built_by_an_older_standard() {
    // Exception specifications went with C++20, to the day; concepts came with it.
    let old = "#include <cstdio>\nvoid f() throw() {}\nint requires = 1;\nint main() { f(); puts(\"old\"); }\n";
    let new = "template <class T> concept Any = true;\nint f(Any auto x) { return x; }\n\
               int main() { return f(0); }\n";
    let family =
        Family::new(&[("v/old.cpp", old), ("v/new.cpp", new), ("v/bad.cpp", "int main() { x; }")]);
    let program = says(&family, "v/old.cpp", "old\n");
    assert_eq!(program.submission.language.name, "cpp17");
    let words = "it does not build as C++23; it was built as C++17";
    assert!(program.messages.starts_with(words), "{}", program.messages);
    assert_eq!(says(&family, "v/new.cpp", "").submission.language.name, "cpp23");
    let said = family.complaint(family.part("v/bad.cpp"));
    assert!(said.contains("bad.cpp:1:14: error"), "{said}");
}

#[test]
fn python_programs_of_the_package_start_by_their_main() {
    if !is_here("python") {
        return;
    }
    let family = Family::new(&[
        ("v/both/__init__.py", ""),
        ("v/both/__main__.py", "import words\nprint(words.WORDS, end='')\n"),
        ("v/both/words.py", "WORDS = 'hello'\n"),
        ("v/alone.py", "print('alone', end='')\n"),
    ]);
    says(&family, "v/both", "hello");
    says(&family, "v/alone.py", "alone");
}

#[test]
fn languages_for_inputs_are_not_supported() {
    let family = Family::new(&[("v/a.ctd", ""), ("v/a.viva", "")]);
    let told = |name: &str| match family.part(name) {
        Err(SubmissionError::Unsupported { tool, .. }) => tool,
        other => panic!("{other:?}"),
    };
    assert_eq!((told("v/a.ctd"), told("v/a.viva")), ("checktestdata", "VIVA"));
    let words = "v/a.ctd: checktestdata is not supported";
    assert_eq!(family.told(family.part("v/a.ctd")), Err(words.into()));
}
