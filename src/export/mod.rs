//! Packages for other judges, made of a loaded problem: what their formats cannot say is told before
//! anything is written.
//!
//! ```text
//! Problem --make--> Package (files, findings) --write--> folder or archive
//! ```
//!
//! A family is one file here. It reads nothing but the [`Problem`], whatever format that was read from;
//! only statements, of which no verdict depends, are looked for in the problem's folder. Programs that
//! another judge cannot run as they are get a small program around them, and checkers that run
//! in process become sources of their own.

use self::graders::Graders;
use self::validators::Calls;
use crate::problem::{Additions, Problem, ValidatorChoice};
use crate::regular;

mod bundle;
mod cases;
mod cms;
mod compare;
mod dmoj;
mod file;
mod finding;
mod graders;
mod icpc;
mod kattis;
mod legacy;
mod limits;
mod plain;
mod points;
mod polygon;
mod program;
mod standard;
mod statement;
mod submissions;
mod subtasks;
mod tex;
mod units;
mod validators;
mod words;
pub mod write;

pub use self::file::{Content, File, Package};
pub use self::finding::{Finding, Weight};

/// The judges that packages are made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// The ICPC problem package format, version 2025-09.
    Icpc,
    /// DOMjudge.
    Domjudge,
    /// Kattis: the problem package format, version `legacy`.
    KattisLegacy,
    /// Polygon.
    Polygon,
    /// CMS, in its Italian format.
    Cms,
    /// DMOJ.
    Dmoj,
    /// A plain folder of inputs and answers.
    Plain,
}

impl Family {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Icpc,
        Self::Domjudge,
        Self::KattisLegacy,
        Self::Polygon,
        Self::Cms,
        Self::Dmoj,
        Self::Plain,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Icpc => "icpc",
            Self::Domjudge => "domjudge",
            Self::KattisLegacy => "kattis-legacy",
            Self::Polygon => "polygon",
            Self::Cms => "cms",
            Self::Dmoj => "dmoj",
            Self::Plain => "plain",
        }
    }

    /// Its name in sentences.
    pub fn title(self) -> &'static str {
        match self {
            Self::Icpc => "the ICPC package format",
            Self::Domjudge => "DOMjudge",
            Self::KattisLegacy => "Kattis",
            Self::Polygon => "Polygon",
            Self::Cms => "CMS",
            Self::Dmoj => "DMOJ",
            Self::Plain => "a plain folder",
        }
    }

    /// Whether its packages need a time limit: others derive it from the submissions.
    pub fn needs_time_limit(self) -> bool {
        !matches!(self, Self::Icpc | Self::KattisLegacy | Self::Dmoj | Self::Plain)
    }

    /// Whether a group of its packages may count only where other groups were solved.
    fn has_needs(self) -> bool {
        matches!(self, Self::Icpc | Self::Polygon | Self::Dmoj)
    }

    /// Whether its archives hold one folder with the package in it.
    pub fn has_folder_in_archives(self) -> bool {
        matches!(self, Self::Icpc | Self::KattisLegacy)
    }
}

/// The package of a problem for a family, with all that is lost or refused.
pub fn package(problem: &Problem, family: Family) -> Package {
    // What takes the place of a program of the package is for us alone.
    let problem = &problem.clone().with_external_checker();
    let mut package = Package::new(problem);
    let mut problem = match family {
        Family::Cms | Family::Plain => problem.clone(),
        _ => subtasks::as_groups(problem, family.has_needs(), &mut package),
    };
    subtasks::need_what_ends_all(&mut problem, &mut package);
    if matches!(family, Family::Icpc | Family::Domjudge | Family::KattisLegacy) {
        subtasks::group_cases_alone(&mut problem);
    }
    let calls = match family {
        Family::Icpc => Some(Calls::WithAny),
        Family::Domjudge | Family::KattisLegacy => Some(Calls::AllTheSame),
        Family::Polygon => Some(Calls::WithNone),
        // There are no validators.
        Family::Cms | Family::Dmoj | Family::Plain => None,
    };
    if let Some(calls) = calls {
        validators::keep_callable(&mut problem, calls, family.title(), &mut package);
    }
    let graders = graders(&mut problem, family, &mut package);
    let problem = &problem;
    match family {
        Family::Icpc => icpc::make(problem, &mut package),
        Family::Domjudge => legacy::make(problem, legacy::Dialect::Domjudge, &mut package),
        Family::KattisLegacy => legacy::make(problem, legacy::Dialect::Kattis, &mut package),
        Family::Polygon => polygon::make(problem, graders.as_ref(), &mut package),
        Family::Cms => cms::make(problem, &mut package),
        Family::Dmoj => dmoj::make(problem, graders.as_ref(), &mut package),
        Family::Plain => plain::make(problem, &mut package),
    }
    if let (Some(graders), Family::Icpc | Family::KattisLegacy) = (&graders, family) {
        graders.include(&mut package);
    }
    if problem.dialogue_checker.is_some() && family != Family::Polygon {
        package.refuse("a checker that decides after the interactor: it is not exported yet");
    }
    if problem.submissions.iter().any(|kept| !kept.along.is_empty()) {
        package.lose(
            "files of the package that single submissions are compiled together with: they are left out",
        );
    }
    if family != Family::Cms
        && let Some((first, _)) = program::headers_of_submissions(problem).first_key_value()
    {
        package.lose(format!("headers that submissions include, such as `{first}`"));
    }
    if !matches!(family, Family::Polygon | Family::Cms) {
        let mut shown = problem.cases.iter().filter(|case| case.is_shown() && !case.is_sample());
        if let Some(first) = shown.next() {
            let more = match shown.count() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            package.lose(format!(
                "samples among the cases of groups with points (`{}`{more}): there, samples give none",
                first.name
            ));
        }
    }
    if !matches!(family, Family::Polygon | Family::Cms) && !problem.additions.files.are_streams() {
        package.lose(format!(
            "the files by which submissions read and write: those of {} use the standard streams",
            family.title()
        ));
    }
    if let Some(name) = read_by_validators(problem) {
        package.lose(format!(
            "files that validators open in their working directory, such as `{name}`"
        ));
    }
    package
}

/// Longest source of a validator that is looked into, in bytes.
const LONGEST_PART: u64 = 1 << 20;

/// The name of a file that validators find in their working directory, and that they speak of.
fn read_by_validators(problem: &Problem) -> Option<&str> {
    let parts = problem.validator.iter().flat_map(ValidatorChoice::programs);
    let texts: Vec<_> =
        parts.filter_map(|part| regular::read(&part.path, LONGEST_PART).ok()).collect();
    let mut names =
        problem.additions.at_hand.iter().filter_map(|(path, _)| path.rsplit('/').next());
    names.find(|name| {
        let is_in = |text: &Vec<u8>| memchr::memmem::find(text, name.as_bytes()).is_some();
        texts.iter().any(is_in)
    })
}

/// What submissions are compiled together with, where the family has a place for it that is the same for all code.
fn graders(problem: &mut Problem, family: Family, package: &mut Package) -> Option<Graders> {
    let Additions { shared, along, .. } = &problem.additions;
    let has_prefaces = shared.as_ref().is_some_and(|shared| shared.prefaces.is_some());
    if shared.is_none() && along.is_empty() {
        return None;
    }
    let why = match family {
        Family::Plain => {
            package.lose("what submissions are compiled together with: a plain folder has none");
            return None;
        }
        Family::Dmoj => return Graders::of(problem, package),
        _ if has_prefaces => "those of DMOJ have lines before both texts, and go to DMOJ alone",
        Family::Domjudge => "DOMjudge compiles submissions alone",
        // Its tasks have a place of their own for graders.
        Family::Cms if along.is_empty() => return None,
        Family::Cms => "CMS has graders and stubs, and no other files",
        _ => return Graders::of(problem, package),
    };
    package.refuse(format!("programs that are compiled together with submissions: {why}"));
    None
}
