//! The languages: a table of data. Knows nothing of any one machine; where a toolchain lies is
//! found elsewhere.
//!
//! Adding a language: one entry in [`LANGUAGES`]. Its commands are words, never a shell's line, in
//! which these stand for what is only known later:
//!
//! | placeholder | stands for |
//! |---|---|
//! | `{tool}` | the compiler or interpreter |
//! | `{sources}` | all source files of the language, one word each, `/box/src/…` |
//! | `{main}` | the leading source file, `/box/src/main.rs` |
//! | `{main_name}` | the same below its folder, `main.rs` |
//! | `{memory_mib}` | the memory limit of the run in MiB (run commands only) |
//! | others | what the language's [`Finding`] gives |
//!
//! A build finds its sources in `/box/src`, leaves in `/box/out` what is to be kept, and may use
//! `/box/tmp`. A run finds what was kept in `/program`.
//!
//! **Time factors.** A problem's time limits are meant for compiled languages. Python's reference
//! interpreter is slower on loops by far more than 5, but a problem that any Python solution can
//! pass must not let quadratic C++ pass in turn: 5 keeps solutions of the intended order alive on
//! most problems, and is near what other judges give. A Java machine needs 40 to 100 ms of CPU to
//! start and warm up and then runs at about the speed of C++, so 2.

/// A language in which submissions may be written.
#[derive(Debug)]
pub struct Language {
    /// Name, as `--language` takes it and reports give it.
    pub name: &'static str,
    /// Name in prose.
    pub title: &'static str,
    /// Endings of source files, without dot.
    pub extensions: &'static [&'static str],
    /// By how much a problem's time limits are multiplied.
    pub time_factor: f64,
    /// Interpreters by which the first line of a script names it: `#!/usr/bin/env python3`.
    pub(super) interpreters: &'static [&'static str],
    /// What a single source file is called during the build.
    pub(super) file_name: FileName,
    /// How a folder of sources is taken.
    pub(super) folder: FolderRule,
    /// What builds and runs it.
    pub(super) tool: Option<Tool>,
    /// The build's command; empty where there is nothing to build.
    pub(super) build: &'static [&'static str],
    /// What is kept of a build.
    pub(super) keeps: Keeps,
    /// The run's command.
    pub(super) run: &'static [&'static str],
    /// Environment of builds, beside what all builds have.
    pub(super) build_environment: &'static [(&'static str, &'static str)],
    /// Environment of runs, beside what all runs have.
    pub(super) run_environment: &'static [(&'static str, &'static str)],
}

/// What a single source file is called during the build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileName {
    /// This. A fixed name keeps odd names away from compilers, and a Python file called
    /// `random.py` from hiding the library's.
    Fixed(&'static str),
    /// After the public class in it, as Java wants.
    PublicClass,
}

/// How a folder of sources is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FolderRule {
    /// All sources are compiled together.
    Together,
    /// One file leads, the first of these names that is there, else the only source.
    Led(&'static [&'static str]),
    /// Not at all.
    Never,
}

/// What is kept of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keeps {
    /// What it left in `/box/out`.
    Output,
    /// The sources; the build was only a check, or there was none.
    Sources,
}

/// What builds and runs a language.
#[derive(Debug)]
pub(super) struct Tool {
    /// Names by which it is looked for, in this order.
    pub(super) names: &'static [&'static str],
    /// How its parts are found.
    pub(super) finding: Finding,
    /// What to do when it is not there.
    pub(super) install: &'static str,
}

/// How a toolchain's parts are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Finding {
    /// Like GCC: gives `{static}`, which is `-static` if all these libraries are there to link
    /// against, else nothing. Static programs start in half the time.
    Gcc(&'static [&'static str]),
    /// `rustc`, which may be rustup's proxy: the real one lies in the sysroot. Gives `{edition}`
    /// and `{linker}`.
    Rust,
    /// `python3`, which may be a shim or in a virtual environment: asks it where it really is.
    Python,
    /// `javac`: the real one lies in the Java home. Gives `{java}`, and `{class}` as found in the
    /// sources.
    Java,
    /// `go`, whose root it tells itself.
    Go,
}

/// All languages. Where two claim an ending, the first has it.
pub const LANGUAGES: &[Language] = &[C, CPP, RUST, PYTHON, JAVA, GO, EXECUTABLE];

const C: Language = Language {
    name: "c",
    title: "C",
    extensions: &["c"],
    time_factor: 1.0,
    interpreters: &[],
    file_name: FileName::Fixed("main.c"),
    folder: FolderRule::Together,
    tool: Some(Tool {
        names: &["gcc", "cc", "clang"],
        finding: Finding::Gcc(&["libc.a", "libm.a"]),
        install: "install gcc (Debian: apt-get install gcc libc6-dev)",
    }),
    // Overflow of the 8 MiB stack is no worry: the sandbox sets no stack limit below the memory's.
    build: &[
        "{tool}",
        "-std=gnu17",
        "-O2",
        "-DONLINE_JUDGE",
        "{static}",
        "-o",
        "/box/out/program",
        "{sources}",
        "-lm",
    ],
    keeps: Keeps::Output,
    run: &["/program/program"],
    build_environment: &[],
    run_environment: &[],
};

const CPP: Language = Language {
    name: "cpp",
    title: "C++",
    extensions: &["cpp", "cc", "cxx", "c++", "C"],
    time_factor: 1.0,
    interpreters: &[],
    file_name: FileName::Fixed("main.cpp"),
    folder: FolderRule::Together,
    tool: Some(Tool {
        names: &["g++", "c++", "clang++"],
        finding: Finding::Gcc(&["libc.a", "libm.a", "libstdc++.a"]),
        install: "install g++ (Debian: apt-get install g++)",
    }),
    build: &[
        "{tool}",
        "-std=gnu++20",
        "-O2",
        "-DONLINE_JUDGE",
        "{static}",
        "-o",
        "/box/out/program",
        "{sources}",
    ],
    keeps: Keeps::Output,
    run: &["/program/program"],
    build_environment: &[],
    run_environment: &[],
};

const RUST: Language = Language {
    name: "rust",
    title: "Rust",
    extensions: &["rs"],
    time_factor: 1.0,
    interpreters: &[],
    file_name: FileName::Fixed("main.rs"),
    folder: FolderRule::Led(&["main.rs"]),
    tool: Some(Tool {
        names: &["rustc"],
        finding: Finding::Rust,
        install: "install Rust (https://rustup.rs, or Debian: apt-get install rustc)",
    }),
    build: &[
        "{tool}",
        "--edition={edition}",
        "--crate-name=program",
        "--crate-type=bin",
        "-Copt-level=3",
        "-Ccodegen-units=1",
        "-Cstrip=debuginfo",
        "-Clinker={linker}",
        "-o",
        "/box/out/program",
        "{main}",
    ],
    keeps: Keeps::Output,
    run: &["/program/program"],
    build_environment: &[],
    run_environment: &[],
};

const PYTHON: Language = Language {
    name: "python",
    title: "Python 3",
    extensions: &["py", "py3"],
    time_factor: 5.0,
    interpreters: &["python3", "python"],
    file_name: FileName::Fixed("main.py"),
    folder: FolderRule::Led(&["main.py", "__main__.py"]),
    tool: Some(Tool {
        names: &["python3"],
        finding: Finding::Python,
        install: "install Python 3 (Debian: apt-get install python3)",
    }),
    // A check only, so that bad syntax is a compile error.
    build: &["{tool}", "-m", "py_compile", "{sources}"],
    keeps: Keeps::Sources,
    run: &["{tool}", "/program/{main_name}"],
    build_environment: &[("PYTHONPYCACHEPREFIX", "/box/tmp")],
    run_environment: &[
        // The order of sets of strings must not differ from run to run.
        ("PYTHONHASHSEED", "0"),
        ("PYTHONDONTWRITEBYTECODE", "1"),
    ],
};

const JAVA: Language = Language {
    name: "java",
    title: "Java",
    extensions: &["java"],
    time_factor: 2.0,
    interpreters: &[],
    file_name: FileName::PublicClass,
    folder: FolderRule::Together,
    tool: Some(Tool {
        names: &["javac"],
        finding: Finding::Java,
        install: "install a Java development kit (Debian: apt-get install default-jdk-headless)",
    }),
    build: &[
        "{tool}",
        "-J-XX:+UseSerialGC",
        "-J-XX:TieredStopAtLevel=1",
        "-J-XX:-UsePerfData",
        "-encoding",
        "UTF-8",
        "-proc:none",
        "-d",
        "/box/out",
        "{sources}",
    ],
    keeps: Keeps::Output,
    run: &[
        "{java}",
        // One collector thread: CPU time of all threads counts.
        "-XX:+UseSerialGC",
        // No file of counters in /tmp.
        "-XX:-UsePerfData",
        // Deep recursion is as good as in other languages.
        "-Xss64m",
        // The heap starts small, whatever memory the machine has, and may grow to the limit: then
        // it is the limit that speaks, not an OutOfMemoryError at some lower mark.
        "-Xms8m",
        "-Xmx{memory_mib}m",
        "-cp",
        "/program",
        "{class}",
    ],
    build_environment: &[],
    run_environment: &[],
};

const GO: Language = Language {
    name: "go",
    title: "Go",
    extensions: &["go"],
    time_factor: 1.0,
    interpreters: &[],
    file_name: FileName::Fixed("main.go"),
    folder: FolderRule::Together,
    tool: Some(Tool {
        names: &["go"],
        finding: Finding::Go,
        install: "install Go (https://go.dev/dl, or Debian: apt-get install golang-go)",
    }),
    // Not `-trimpath`: it would build the whole standard library anew where a release brings it
    // built (before 1.20).
    build: &["{tool}", "build", "-o", "/box/out/program", "{sources}"],
    keeps: Keeps::Output,
    run: &["/program/program"],
    build_environment: &[
        ("GOCACHE", "/box/tmp/cache"),
        ("GOPATH", "/box/tmp/path"),
        ("GO111MODULE", "off"),
        ("GOPROXY", "off"),
        ("GOTOOLCHAIN", "local"),
        ("GOTELEMETRY", "off"),
        ("GOFLAGS", ""),
        ("CGO_ENABLED", "0"),
    ],
    run_environment: &[],
};

const EXECUTABLE: Language = Language {
    name: "executable",
    title: "executable file",
    extensions: &[],
    time_factor: 1.0,
    interpreters: &[],
    file_name: FileName::Fixed("program"),
    folder: FolderRule::Never,
    tool: None,
    build: &[],
    keeps: Keeps::Sources,
    run: &["/program/program"],
    build_environment: &[],
    run_environment: &[],
};

impl Language {
    /// The language of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        LANGUAGES.iter().find(|language| language.name == name)
    }

    /// The language of source files with this ending; letter case counts only where it must (`.C`
    /// is C++).
    pub(super) fn of_extension(extension: &str) -> Option<&'static Self> {
        let has =
            |ending: &str| LANGUAGES.iter().find(|language| language.extensions.contains(&ending));
        has(extension).or_else(|| has(&extension.to_lowercase()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Keeps, LANGUAGES, Language};

    #[track_caller]
    fn case(extension: &str, expected: Option<&str>) {
        assert_eq!(Language::of_extension(extension).map(|language| language.name), expected);
    }

    #[test]
    fn endings_tell_the_language() {
        case("c", Some("c"));
        case("C", Some("cpp"));
        case("CPP", Some("cpp"));
        case("c++", Some("cpp"));
        case("Py", Some("python"));
        case("h", None);
        case("", None);
    }

    #[test]
    fn the_table_is_complete() {
        for language in LANGUAGES {
            let name = language.name;
            assert!(language.time_factor >= 1.0, "{name}");
            assert!(!language.run.is_empty(), "{name}");
            let claims = language.extensions.iter();
            for extension in claims {
                case(extension, Some(name));
            }
            if language.keeps == Keeps::Output {
                let leaves = language.build.iter().any(|word| word.starts_with("/box/out"));
                assert!(leaves, "{name} must leave something in /box/out");
            }
            assert_eq!(language.tool.is_none(), language.build.is_empty(), "{name}");
        }
    }
}
