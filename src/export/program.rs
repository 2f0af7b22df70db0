//! Programs of a package in another judge's protocol: as they are where it is theirs, with a small program
//! around them where they are in C++ or Python.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use jury_checkers::puzzle;

use super::file::{Package, files_in};
use super::points;
use super::words::plain;
use crate::problem::{
    Case, CheckerChoice, Grader, Part, Points, Problem, Processes, ProgramBuild, Protocol,
};
use crate::score::Score;
use crate::submission::headers::{headers, modules};

/// By whose protocol a program of the package that is made is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outer {
    /// The ICPC problem package format's.
    Icpc,
    /// testlib's.
    Testlib,
    /// Those that DMOJ calls.
    Dmoj,
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
    /// Not at all, and a full solution has another number in each case: any is as good as all.
    Any,
    /// As they are, in points.
    Same,
    /// As points of a test that has so many, of which a full solution gets so many from the program.
    OfTest {
        /// The points of every test.
        each: f64,
        /// Those of a full solution.
        full: f64,
    },
}

impl Scores {
    /// Those of a program of this problem.
    pub(super) fn of(problem: &Problem, part: &Part) -> Self {
        match part.points {
            _ if !problem.root.is_scored() => Self::None(part.points.full()),
            Points::OutOf(full) => {
                let scores = match fulls(problem, part).as_slice() {
                    [] => Self::Share(full),
                    [one] => Self::Share(one.to_f64()),
                    _ => Self::Any,
                };
                match scores {
                    Self::Share(full) if !points::parts_count(problem) => Self::None(full),
                    scores => scores,
                }
            }
            Points::Legacy(_) | Points::Bounded => Self::Same,
            Points::Never => Self::None(part.points.full()),
        }
    }
}

impl Scores {
    /// Those of a program of the ICPC package format where a share of the points is asked for.
    pub(super) fn as_share(problem: &Problem, part: &Part, package: &mut Package) -> Self {
        let scores = Self::of(problem, part);
        if matches!(scores, Self::None(_)) || !gives_points(part) {
            return scores;
        }
        let mut counting = problem.cases.iter().filter(|case| !case.is_sample());
        let first = counting.next().map(|case| case.full(&problem.root));
        let is_one = counting.all(|case| Some(case.full(&problem.root)) == first);
        match (part.points, first) {
            (Points::OutOf(full), _) => Self::OfTest { each: 1.0, full },
            (Points::Bounded, Some(full)) if is_one => {
                Self::OfTest { each: 1.0, full: full.to_f64() }
            }
            _ => {
                package.lose(no_parts(part));
                Self::None(part.points.full())
            }
        }
    }
}

/// How many points a full solution gets from the program, where single cases say it: all different numbers.
fn fulls(problem: &Problem, part: &Part) -> Vec<Score> {
    let is_testlib = matches!(part.protocol, Protocol::Testlib | Protocol::DmojTestlib);
    if !is_testlib || problem.root.grader != Grader::Own {
        return Vec::new();
    }
    let own =
        |case: &Case| problem.root.innermost(&case.group).full_by_case.get(&case.name).cloned();
    let all: BTreeSet<Score> = problem.cases.iter().filter_map(own).collect();
    all.into_iter().collect()
}

/// What the sources of checkers hold that give points: functions and results of testlib and what they print, and files
/// of the ICPC package format.
const POINTS: [&str; 8] = [
    "quitp",
    "_points",
    "_pc(",
    "_partially",
    "\"points ",
    "'points ",
    "score.txt",
    "score_multiplier.txt",
];

/// Whether a program may give points: by its protocol, or as far as its source says.
pub(super) fn gives_points(part: &Part) -> bool {
    gives_shares(part.protocol) || mentions(part, &POINTS)
}

/// Whether what decides may give parts of the points, whether they count or not.
pub(super) fn parts_are_given(problem: &Problem) -> bool {
    let own = match &problem.checker {
        CheckerChoice::Default { .. } => false,
        CheckerChoice::Shipped { name, .. } => puzzle(name).is_some(),
        CheckerChoice::Programs(parts) => parts.iter().any(gives_points),
    };
    let mut others = problem.interactor.iter().chain(&problem.dialogue_checker);
    problem.root.is_scored() && (own || others.any(gives_points))
}

/// Whether a source of a program has any of these in it; headers are none.
pub(super) fn mentions(part: &Part, words: &[&str]) -> bool {
    let sources = sources(&part.path);
    let mut mains = sources.iter().filter(|(name, _)| !is_header(name));
    mains.any(|(_, path)| {
        let text = crate::regular::read(path, LONGEST_SOURCE).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        words.iter().any(|word| text.contains(word))
    })
}

/// Longest source that is looked through, in bytes.
const LONGEST_SOURCE: u64 = 4 << 20;

impl Outer {
    /// The exit codes of validators: of a valid input, and of another one.
    pub(super) fn validator_codes(self) -> (i32, i32) {
        match self {
            Self::Icpc => (42, 43),
            Self::Testlib | Self::Dmoj | Self::Cms => (0, 1),
        }
    }

    fn is(self, protocol: Protocol) -> bool {
        match (self, protocol) {
            (Self::Icpc, Protocol::Icpc)
            | (Self::Testlib, Protocol::Testlib | Protocol::DmojTestlib)
            | (Self::Cms, Protocol::Cms | Protocol::CmsManager(_)) => true,
            (Self::Dmoj, own) => matches!(
                own,
                Protocol::Testlib
                    | Protocol::DmojDefault
                    | Protocol::DmojTestlib
                    | Protocol::DmojCoci
                    | Protocol::DmojPeg
            ),
            (Self::Icpc | Self::Testlib | Self::Cms, _) => false,
        }
    }
}

/// Whether a program of the ICPC package format is called by the same protocol, but gives other points than those that
/// are asked for.
fn translates_points(problem: &Problem, part: &Part, role: Role, scores: Scores) -> bool {
    let other = match scores {
        Scores::OfTest { .. } => true,
        Scores::None(_) => problem.root.is_scored() || !problem.is_kattis(),
        Scores::Share(_) | Scores::Any | Scores::Same => false,
    };
    let is_icpc = part.protocol == Protocol::Icpc && role != Role::Validator;
    // What a further pass is to read is no matter of points, and stays where it is written.
    let is_one_pass = problem.passes.is_none();
    other && is_icpc && is_one_pass && gives_points(part) && can_be_wrapped(part)
}

/// Whether a program of the ICPC package format is one that is wrapped.
pub(super) fn can_be_wrapped(part: &Part) -> bool {
    let sources = sources(&part.path);
    let mut mains = sources.iter().filter(|(name, _)| !is_header(name));
    let first = mains.next().and_then(|(name, _)| language(name));
    first == Some(Language::Cpp) && mains.next().is_none()
}

/// Where a program goes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Target<'a> {
    /// A folder of its own, under the names that its files have.
    Folder(&'a str),
    /// A folder with other programs, as a source of this name, without its ending.
    Source(&'a str, &'a str),
}

/// Words on a program that nobody else builds and calls.
const HAS_MORE: &str =
    "it is built of several files, with flags of its own, or called with arguments of its own";

/// Whether a program is made of more than its source and headers beside it, or called otherwise than its protocol says.
fn has_more(problem: &Problem, part: &Part) -> bool {
    let is_beside = |path: &PathBuf, source: &Path| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(is_header) && path.parent() == source.parent()
    };
    let build = problem.additions.build_of(&part.path);
    part.call.is_some()
        || build.is_some_and(|ProgramBuild { source, along, language: _, flags }| {
            !flags.is_empty() || !along.iter().all(|path| is_beside(path, source))
        })
}

/// Adds a program to the package. The name of its main source, where that is known.
pub(super) fn add(
    problem: &Problem,
    part: &Part,
    role: Role,
    outer: Outer,
    scores: Scores,
    target: Target<'_>,
    package: &mut Package,
) -> Option<String> {
    if has_more(problem, part) {
        package.refuse(format!("`{}`: {HAS_MORE}", part.name));
        return None;
    }
    let mut sources = sources(&part.path);
    for (_, path) in &mut sources {
        *path = made(problem, path).unwrap_or_else(|| path.clone());
    }
    sources.extend(beside(problem, part, &sources));
    let mains: Vec<_> = sources.iter().filter(|(name, _)| !is_header(name)).collect();
    let folder = match target {
        Target::Folder(folder) | Target::Source(folder, _) => folder,
    };
    let is_own = outer.is(part.protocol) && !translates_points(problem, part, role, scores);
    // On Polygon, groups are all or nothing, too.
    let gives_parts = outer != Outer::Testlib && (is_own || !matches!(scores, Scores::None(_)));
    if gives_parts && role != Role::Validator && gives_points(part) {
        points::look_at_parts(problem, &part.name, package);
    }
    if is_own {
        let Target::Source(_, stem) = target else {
            for (name, path) in &sources {
                package.copy(format!("{folder}/{name}"), path);
            }
            return None;
        };
        let [(main, path)] = mains.as_slice() else {
            package.refuse(format!("`{}` has several sources: one is taken", part.name));
            return None;
        };
        for (name, path) in sources.iter().filter(|(name, _)| name != main) {
            package.copy_data(format!("{folder}/{name}"), path);
        }
        let ending = Path::new(main).extension().and_then(|ending| ending.to_str()).unwrap_or("");
        let main = format!("{folder}/{stem}.{ending}");
        package.copy_data(main.clone(), path);
        return Some(main);
    }
    let protocol = part.protocol.name();
    let ([(main, path)], Some(language)) =
        (mains.as_slice(), mains.first().and_then(|(name, _)| language(name)))
    else {
        package.refuse(format!(
            "`{}` speaks the protocol {protocol}: only a program of one source in C++ or Python can be wrapped",
            part.name
        ));
        return None;
    };
    let Some(template) = template(language, role, outer, part.protocol) else {
        let why = why_not(part.protocol).unwrap_or("nothing is there to wrap it");
        package.refuse(format!("`{}` speaks the protocol {protocol}, and {why}", part.name));
        return None;
    };
    look_at(part, outer, scores, package);
    let (stem, before) = match target {
        Target::Folder(_) => ("main", String::new()),
        Target::Source(_, stem) => (stem, format!("{stem}_")),
    };
    let settings = settings(language, role, outer, scores, part.protocol);
    let (ending, inner, text) = match language {
        Language::Cpp => {
            let wrap = include_str!("templates/wrap.cpp").replacen("// @SETTINGS@\n", &settings, 1);
            let text = format!("{wrap}{template}\n}}  // namespace outer\n");
            ("cpp", "program.h", around(text, wrappers_in(&sources)))
        }
        Language::Python => ("py", "program.py", template.replacen("# @SETTINGS@\n", &settings, 1)),
    };
    for (name, path) in sources.iter().filter(|(name, _)| name != main) {
        package.copy_data(format!("{folder}/{name}"), path);
    }
    let mut own = format!("{before}{inner}");
    while sources.iter().any(|(name, _)| *name == own) {
        own = format!("of_{own}");
    }
    package.copy_data(format!("{folder}/{own}"), path);
    let main = format!("{folder}/{stem}.{ending}");
    package.text(main.clone(), text.replace(&format!("\"{inner}\""), &format!("\"{own}\"")));
    if language == Language::Python {
        match target {
            // Two sources: which one is started is said by a script.
            Target::Folder(_) => {
                package.script(format!("{folder}/build"), "#!/bin/sh\nchmod +x run\n");
                let run = "#!/bin/sh\nexec python3 \"$(dirname \"$0\")/main.py\" \"$@\"\n";
                package.script(format!("{folder}/run"), run);
            }
            Target::Source(..) => {
                package
                    .refuse(format!("`{}` is in Python: a program there is one source", part.name));
            }
        }
    }
    Some(main)
}

/// Lists what a wrapper does not pass on.
fn look_at(part: &Part, outer: Outer, scores: Scores, package: &mut Package) {
    let is_parted = gives_shares(part.protocol) && !matches!(scores, Scores::None(_));
    if outer == Outer::Testlib && is_parted {
        package.lose(no_parts(part));
    }
    if scores == Scores::Any && gives_points(part) {
        package.lose(format!(
            "parts of the points that `{}` gives: they are out of another number in each case, and any point is as \
             good as all",
            part.name
        ));
    }
    if matches!(part.protocol, Protocol::CmsManager(_)) {
        package.lose(format!(
            "that a submission's own failure counts before what `{}` says: there, a wrong answer may come first",
            part.name
        ));
    }
    if part.protocol == Protocol::SinolManager(1) {
        package.lose(
            "the number of the process, which is an argument of submissions: there, they have none",
        );
    }
}

/// How many wrappers are in these sources already: packages that were made here may be exported again.
fn wrappers_in(sources: &[(String, PathBuf)]) -> usize {
    let texts =
        sources.iter().filter_map(|(_, path)| crate::regular::read(path, LONGEST_SOURCE).ok());
    texts.filter(|text| memchr::memmem::find(text, b"\nnamespace outer").is_some()).count()
}

/// A wrapper in C++ around so many others: it has names of its own, and begins before them.
fn around(text: String, others: usize) -> String {
    if others == 0 {
        return text;
    }
    let text = text.replace("namespace outer", &format!("namespace outer{}", others + 1));
    // Those without a number begin last. Small numbers are for the compiler.
    let first = format!("__attribute__((constructor({})))", 1000 - others.min(800));
    text.replace("__attribute__((constructor))", &first)
}

/// Why nothing can take the place of a manager.
fn why_not(protocol: Protocol) -> Option<&'static str> {
    match protocol {
        Protocol::CmsManager(Processes { count: 2.., .. }) | Protocol::SinolManager(2..) => {
            Some("talks with several processes of a submission: there, it has one")
        }
        Protocol::CmsManager(Processes { by_streams: false, .. }) => {
            Some("its submissions open named pipes: there, they have their standard streams")
        }
        _ => None,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Cpp,
    Python,
}

/// The language of a source that can be wrapped, by its ending.
pub(super) fn language(name: &str) -> Option<Language> {
    match Path::new(name).extension()?.to_str()? {
        "cpp" | "cc" | "cxx" | "c++" | "C" => Some(Language::Cpp),
        "py" | "py3" => Some(Language::Python),
        _ => None,
    }
}

/// The one kind of managers that others can stand in for: for a submission of one process, which reads and writes as
/// any other.
const ALONE: Processes = Processes { count: 1, by_streams: true };

fn template(language: Language, role: Role, outer: Outer, inner: Protocol) -> Option<&'static str> {
    use Language::{Cpp, Python};
    Some(match (role, outer, inner, language) {
        (Role::Validator, _, _, Cpp) => include_str!("templates/validator.cpp"),
        (Role::Validator, _, _, Python) => include_str!("templates/validator.py"),
        (_, Outer::Icpc, Protocol::Testlib | Protocol::DmojTestlib, Cpp) => concat!(
            include_str!("templates/share_in_testlib.cpp"),
            include_str!("templates/testlib_as_icpc.cpp")
        ),
        (_, Outer::Icpc, Protocol::Testlib | Protocol::DmojTestlib, Python) => {
            include_str!("templates/testlib_as_icpc.py")
        }
        (Role::Checker, Outer::Cms, Protocol::Testlib | Protocol::DmojTestlib, Cpp) => concat!(
            include_str!("templates/share_in_testlib.cpp"),
            include_str!("templates/testlib_as_cms.cpp")
        ),
        (_, Outer::Testlib, Protocol::Icpc, Cpp) => include_str!("templates/icpc_as_testlib.cpp"),
        (Role::Checker, Outer::Icpc, Protocol::Cms, Cpp) => concat!(
            include_str!("templates/heard_cms.cpp"),
            include_str!("templates/share_aside.cpp"),
            include_str!("templates/share_as_icpc.cpp")
        ),
        (Role::Checker, Outer::Icpc, Protocol::Sinol, Cpp) => concat!(
            include_str!("templates/heard_sinol.cpp"),
            include_str!("templates/share_aside.cpp"),
            include_str!("templates/share_as_icpc.cpp")
        ),
        (Role::Interactor, Outer::Icpc, Protocol::CmsManager(ALONE), Cpp) => concat!(
            include_str!("templates/heard_cms.cpp"),
            include_str!("templates/manager_cms.cpp"),
            include_str!("templates/share_as_icpc.cpp")
        ),
        (Role::Interactor, Outer::Icpc, Protocol::SinolManager(1), Cpp) => concat!(
            include_str!("templates/heard_sinol.cpp"),
            include_str!("templates/manager_sinol.cpp"),
            include_str!("templates/share_as_icpc.cpp")
        ),
        (Role::Interactor, Outer::Testlib, Protocol::CmsManager(ALONE), Cpp) => concat!(
            include_str!("templates/heard_cms.cpp"),
            include_str!("templates/manager_cms.cpp"),
            include_str!("templates/share_as_testlib.cpp")
        ),
        (Role::Interactor, Outer::Testlib, Protocol::SinolManager(1), Cpp) => concat!(
            include_str!("templates/heard_sinol.cpp"),
            include_str!("templates/manager_sinol.cpp"),
            include_str!("templates/share_as_testlib.cpp")
        ),
        (_, Outer::Icpc, Protocol::Icpc, Cpp) => concat!(
            include_str!("templates/icpc_aside.cpp"),
            include_str!("templates/share_as_icpc.cpp")
        ),
        (Role::Checker, Outer::Cms, Protocol::Icpc, Cpp) => concat!(
            include_str!("templates/icpc_aside.cpp"),
            include_str!("templates/share_as_cms.cpp")
        ),
        (Role::Checker, Outer::Icpc, Protocol::Cms | Protocol::Sinol, Python) => {
            include_str!("templates/share_as_icpc.py")
        }
        (Role::Checker, Outer::Testlib, Protocol::Cms, Cpp) => concat!(
            include_str!("templates/heard_cms.cpp"),
            include_str!("templates/share_aside.cpp"),
            include_str!("templates/share_as_testlib.cpp")
        ),
        (Role::Checker, Outer::Testlib, Protocol::Sinol, Cpp) => concat!(
            include_str!("templates/heard_sinol.cpp"),
            include_str!("templates/share_aside.cpp"),
            include_str!("templates/share_as_testlib.cpp")
        ),
        (Role::Checker, Outer::Cms, Protocol::Sinol, Cpp) => concat!(
            include_str!("templates/heard_sinol.cpp"),
            include_str!("templates/share_aside.cpp"),
            include_str!("templates/share_as_cms.cpp")
        ),
        _ => return None,
    })
}

/// That its shares of the points are lost.
pub(super) fn no_parts(part: &Part) -> String {
    format!("parts of the points that `{}` gives: there, it is all or nothing", part.name)
}

/// Whether checkers of this protocol give a share of the points.
fn gives_shares(protocol: Protocol) -> bool {
    matches!(
        protocol,
        Protocol::Cms | Protocol::Sinol | Protocol::CmsManager(_) | Protocol::SinolManager(_)
    )
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
    let by_file = inner == Protocol::Cms;
    let scores = match scores {
        _ if !gives_shares(inner) => scores,
        Scores::None(_) => Scores::None(1.0),
        Scores::Share(_) | Scores::Any | Scores::Same | Scores::OfTest { .. } => Scores::Share(1.0),
    };
    let (full, file) = match scores {
        Scores::None(full) => (-full, "score.txt"),
        Scores::Any => (0.0, "score.txt"),
        Scores::Share(full) => (full, "score_multiplier.txt"),
        Scores::Same => (1.0, "score.txt"),
        Scores::OfTest { each, .. } => (each, "score_multiplier.txt"),
    };
    let out_of = match scores {
        Scores::OfTest { full, .. } | Scores::None(full) => full,
        Scores::Share(_) | Scores::Any | Scores::Same => 1.0,
    };
    let interactive = role == Role::Interactor;
    let mut text = String::new();
    let _ = match (language, role) {
        (Language::Cpp, Role::Validator) => write!(
            text,
            "enum {{ VALID = {valid}, INVALID = {invalid}, INNER_VALID = {inner_valid} }};\n\
             static const bool BY_FILE = {by_file};\n"
        ),
        (Language::Cpp, _) => write!(
            text,
            "static const bool INTERACTIVE = {interactive};\nstatic const double FULL = {full:?}, OUT_OF = {out_of:?};\n\
             static const char* const SCORE_FILE = {file:?};\n"
        ),
        (Language::Python, Role::Validator) => {
            let by_file = if by_file { "True" } else { "False" };
            writeln!(
                text,
                "VALID, INVALID, INNER_VALID, BY_FILE = {valid}, {invalid}, {inner_valid}, {by_file}"
            )
        }
        (Language::Python, _) => {
            let interactive = if interactive { "True" } else { "False" };
            let inner = inner.name();
            writeln!(
                text,
                "INTERACTIVE, FULL, SCORE_FILE, INNER = {interactive}, {full:?}, {file:?}, {inner:?}"
            )
        }
    };
    text
}

/// What the sources of a program include or import from elsewhere: headers of the package, the user and the
/// machine, among them those that are made for it, and modules.
fn beside(problem: &Problem, part: &Part, sources: &[(String, PathBuf)]) -> Vec<(String, PathBuf)> {
    let is_source = |name: &str| language(name).is_some();
    let mut found = headers(&problem.folder, &part.path, sources, &is_source, &problem.additions);
    if part.path.is_file() && language(&part.name) == Some(Language::Python) {
        found.extend(modules(&problem.folder, &part.path));
    }
    found
}

/// The headers of the package that submissions kept with it include, where its format lets them.
pub(super) fn headers_of_submissions(problem: &Problem) -> BTreeMap<String, PathBuf> {
    // What comes along with graders is there without.
    if !problem.additions.solutions_include || problem.additions.shared.is_some() {
        return BTreeMap::new();
    }
    let is_source = |name: &str| language(name).is_some();
    let all = problem.submissions.iter().filter(|kept| kept.path.is_file()).filter_map(|kept| {
        let name = kept.path.file_name()?.to_str()?;
        let own = [(name.to_owned(), kept.path.clone())];
        includes_headers(name)
            .then(|| headers(&problem.folder, &kept.path, &own, &is_source, &problem.additions))
    });
    all.flatten().collect()
}

/// What is made for the package in place of this file.
fn made(problem: &Problem, path: &Path) -> Option<PathBuf> {
    let folder = std::fs::canonicalize(&problem.folder).ok()?;
    let real = std::fs::canonicalize(path).ok()?;
    let below = real.strip_prefix(folder).ok()?;
    problem.additions.made_at(below).cloned()
}

/// The files of a program by their names: those in its folder, or a source with the headers beside it.
fn sources(path: &Path) -> Vec<(String, PathBuf)> {
    if path.is_dir() {
        return files_in(path);
    }
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("program");
    let mut all = vec![(plain(name), path.to_owned())];
    if let Some(beside) = path.parent().filter(|_| includes_headers(name)) {
        all.extend(
            files_in(beside).into_iter().filter(|(name, _)| !name.contains('/') && is_header(name)),
        );
    }
    all
}

/// Whether a file is a source in C or C++.
fn includes_headers(name: &str) -> bool {
    let ending = Path::new(name).extension();
    language(name) == Some(Language::Cpp) || ending.is_some_and(|ending| ending == "c")
}

/// Whether a file of this name is included, and not started.
pub(super) fn is_header(name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
    matches!(ending, Some("h" | "hpp" | "hh" | "hxx"))
}
