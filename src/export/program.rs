//! Programs of a package in another judge's protocol: as they are where it is theirs, with a small program
//! around them where they are in C++ or Python.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::file::{Package, files_in};
use super::words::plain;
use crate::problem::{Part, Points, Protocol};

/// By whose protocol a program of the package that is made is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outer {
    /// The ICPC problem package format's.
    Icpc,
    /// testlib's.
    #[expect(dead_code, reason = "no family with it yet")]
    Testlib,
    /// That of CMS.
    Cms,
}

/// What a program decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Outputs.
    Checker,
    /// Inputs.
    Validator,
    /// Dialogues.
    Interactor,
}

/// How the points of a program are passed on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scores {
    /// Not at all: less than this is a wrong answer.
    None(f64),
    /// As a share of a full solution's, which has this many.
    Share(f64),
    /// As they are, in points.
    Same,
}

impl Scores {
    /// Those of a program in a problem that is scored or not.
    pub(super) fn of(part: &Part, is_scored: bool) -> Self {
        match part.points {
            _ if !is_scored => Self::None(part.points.full()),
            Points::OutOf(full) => Self::Share(full),
            Points::Legacy(_) | Points::Bounded => Self::Same,
        }
    }
}

impl Outer {
    /// The exit codes of validators: of a valid input, and of another one.
    pub(super) fn validator_codes(self) -> (i32, i32) {
        match self {
            Self::Icpc => (42, 43),
            Self::Testlib | Self::Cms => (0, 1),
        }
    }

    fn is(self, protocol: Protocol) -> bool {
        match (self, protocol) {
            (Self::Icpc, Protocol::Icpc) | (Self::Testlib, Protocol::Testlib) => true,
            (Self::Icpc | Self::Testlib | Self::Cms, _) => false,
        }
    }
}

/// Adds a program to the package, in this folder of its own.
pub(super) fn add(
    part: &Part,
    role: Role,
    outer: Outer,
    scores: Scores,
    folder: &str,
    package: &mut Package,
) {
    if outer.is(part.protocol) {
        for (name, path) in sources(&part.path) {
            package.copy(format!("{folder}/{name}"), &path);
        }
        return;
    }
    let sources = sources(&part.path);
    let is_main = |(name, _): &&(String, PathBuf)| language(name).is_some();
    let mains: Vec<_> = sources.iter().filter(is_main).collect();
    let ([(main, path)], Some(language)) =
        (mains.as_slice(), mains.first().and_then(|(name, _)| language(name)))
    else {
        package.refuse(format!(
            "`{}` speaks the protocol {}: only a program of one source in C++ or Python can be wrapped",
            part.name,
            part.protocol.name()
        ));
        return;
    };
    let Some(template) = template(language, role, outer, part.protocol) else {
        package.refuse(format!(
            "`{}` speaks the protocol {}, and nothing is there to wrap it",
            part.name,
            part.protocol.name()
        ));
        return;
    };
    let settings = settings(language, role, outer, scores, part.protocol);
    let (own, text) = match language {
        Language::Cpp => {
            let wrap = include_str!("templates/wrap.cpp");
            ("program.h", format!("{settings}{wrap}{template}"))
        }
        Language::Python => ("program.py", template.replacen("# @SETTINGS@\n", &settings, 1)),
    };
    let wrapper = if language == Language::Cpp { "main.cpp" } else { "main.py" };
    for (name, path) in sources.iter().filter(|(name, _)| name != main) {
        package.copy_data(format!("{folder}/{name}"), path);
    }
    package.copy_data(format!("{folder}/{own}"), path);
    package.text(format!("{folder}/{wrapper}"), text);
    if language == Language::Python && outer == Outer::Icpc {
        // Two sources: which one is started is said by a script.
        package.script(format!("{folder}/build"), "#!/bin/sh\nchmod +x run\n");
        let run = "#!/bin/sh\nexec python3 \"$(dirname \"$0\")/main.py\" \"$@\"\n";
        package.script(format!("{folder}/run"), run);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    Cpp,
    Python,
}

/// The language of a source that can be wrapped, by its ending.
fn language(name: &str) -> Option<Language> {
    match Path::new(name).extension()?.to_str()? {
        "cpp" | "cc" | "cxx" | "c++" | "C" => Some(Language::Cpp),
        "py" | "py3" => Some(Language::Python),
        _ => None,
    }
}

fn template(language: Language, role: Role, outer: Outer, inner: Protocol) -> Option<&'static str> {
    use Language::{Cpp, Python};
    Some(match (role, outer, inner, language) {
        (Role::Validator, _, _, Cpp) => include_str!("templates/validator.cpp"),
        (Role::Validator, _, _, Python) => include_str!("templates/validator.py"),
        (_, Outer::Icpc, Protocol::Testlib, Cpp) => include_str!("templates/testlib_as_icpc.cpp"),
        (_, Outer::Icpc, Protocol::Testlib, Python) => include_str!("templates/testlib_as_icpc.py"),
        (_, Outer::Testlib, Protocol::Icpc, Cpp) => include_str!("templates/icpc_as_testlib.cpp"),
        (_, Outer::Testlib, Protocol::Icpc, Python) => include_str!("templates/icpc_as_testlib.py"),
        _ => return None,
    })
}

/// The constants of a wrapper.
fn settings(
    language: Language,
    role: Role,
    outer: Outer,
    scores: Scores,
    inner: Protocol,
) -> String {
    let (valid, invalid) = outer.validator_codes();
    let inner_valid = if inner == Protocol::Icpc { 42 } else { 0 };
    let (full, file) = match scores {
        Scores::None(full) => (-full, "score.txt"),
        Scores::Share(full) => (full, "score_multiplier.txt"),
        Scores::Same => (1.0, "score.txt"),
    };
    let interactive = role == Role::Interactor;
    let mut text = String::new();
    let _ = match (language, role) {
        (Language::Cpp, Role::Validator) => write!(
            text,
            "enum {{ VALID = {valid}, INVALID = {invalid}, INNER_VALID = {inner_valid} }};\n\n"
        ),
        (Language::Cpp, _) => write!(
            text,
            "static const bool INTERACTIVE = {interactive};\nstatic const double FULL = {full:?};\n\
             static const char* const SCORE_FILE = {file:?};\n\n"
        ),
        (Language::Python, Role::Validator) => {
            writeln!(text, "VALID, INVALID, INNER_VALID = {valid}, {invalid}, {inner_valid}")
        }
        (Language::Python, _) => {
            let interactive = if interactive { "True" } else { "False" };
            writeln!(text, "INTERACTIVE, FULL, SCORE_FILE = {interactive}, {full:?}, {file:?}")
        }
    };
    text
}

/// The files of a program by their names: those in its folder, or a source with the headers beside it.
fn sources(path: &Path) -> Vec<(String, PathBuf)> {
    if path.is_dir() {
        return files_in(path);
    }
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("program");
    let mut all = vec![(plain(name), path.to_owned())];
    let is_header = |(name, _): &(String, PathBuf)| {
        let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
        !name.contains('/') && matches!(ending, Some("h" | "hpp" | "hh"))
    };
    let needs_headers = matches!(language(name), Some(Language::Cpp)) || name.ends_with(".c");
    if let Some(beside) = path.parent().filter(|_| needs_headers) {
        all.extend(files_in(beside).into_iter().filter(is_header));
    }
    all
}
