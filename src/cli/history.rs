//! `jury history`: lists saved grades and compares two of them.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::history::compare::{Comparison, Measure, Measured};
use crate::history::{CaseEntry, GradeFilter, History, Location, Saved};
use crate::nearest::nearest;
use crate::report::{history as words, history_json};
use crate::visible::utf8;

use super::context::Context;
use super::named;
use super::output;
use super::status::{Failure, Status};

/// List saved grades, and compare two
///
/// `jury grade PROBLEM SUBMISSION --save` saves grades in the file `.jury/history.jsonl` in the folder
/// that the problem's folder lies in. A problem that comes with jury has no history: copy it first. A
/// grade is named by its number, or by a submission, of which the newest grade is
/// meant.
///
/// Two grades are compared case by case: by score, else by the CPU time of the cases that both accept.
/// The interval holds the true mean
/// difference with 95 % confidence (paired t test over the cases); where it holds 0, the difference
/// may be chance. Mean CPU times that differ by less than 1 ms or 2 % count as equal, and those of grades
/// that two commands saved by less than 1 ms or 20 %: grade both in one command to compare times.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury history
  jury history ./my-problem solution.rs
  jury history --compare 12 15
  jury history ./my-problem --json grades.json")]
pub(super) struct Arguments {
    /// Only grades of this problem: a folder, slug or alias [default: the one that the working directory
    /// lies in, else all]
    problem: Option<String>,
    /// Only grades of this submission
    submission: Option<PathBuf>,
    /// Compare two grades, each a number or a submission
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    compare: Option<Vec<String>>,
    /// Write JSON instead of text (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Lists or compares.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let (problem, submission) = arguments.named(context)?;
    let problem = problem.map(|name| context.folder(&name)).transpose()?;
    let json = arguments.json.as_deref();
    let saved = SavedGrades::open(context, problem.as_deref(), json)?;
    if let Some(names) = &arguments.compare {
        return saved.compare(names, json);
    }
    let submission = submission.map(|path| saved.submission(&path)).transpose()?;
    let grades = saved.grades(submission.as_deref());
    if let Some(folder) = problem.as_deref().filter(|_| grades.is_empty()) {
        // Grades cannot be saved beside it either.
        context.expect_own(folder)?;
    }
    let nothing = match (&problem, &submission) {
        (None, None) => format!("no grade is saved in {}", saved.location.file.display()),
        (None | Some(_), _) => "no such grade is saved".to_owned(),
    };
    tell(
        json,
        |out| words::list(&grades, &nothing, output::width(), out),
        || history_json::list(&grades),
    )
}

impl Arguments {
    /// The problem that they mean, if they mean one, and the submission.
    fn named(&self, context: &Context) -> Result<(Option<String>, Option<PathBuf>), Failure> {
        let problem = self.problem.as_deref();
        expect_no_number(problem.map(Path::new))?;
        if problem.is_none() && named::here(context).is_none() {
            return Ok((None, None));
        }
        let (problem, mut paths) = named::split(context, problem, self.submission.as_slice())?;
        match paths.len() {
            0 | 1 => {
                let path = paths.pop();
                expect_no_number(path.as_deref())?;
                Ok((Some(problem), path))
            }
            _ => Err(Failure::usage(anyhow!("expected a single submission"))),
        }
    }
}

/// A number of a grade names neither a problem nor a submission, unless something is called so.
fn expect_no_number(path: Option<&Path>) -> Result<(), Failure> {
    let is_number = |path: &Path| path.to_str().is_some_and(|name| name.parse::<u64>().is_ok());
    match path.filter(|path| is_number(path) && !path.exists()) {
        None => Ok(()),
        Some(path) => Err(Failure::usage(anyhow!(
            "`{}`: numbers of grades are for `--compare A B`; expected a problem or a submission",
            path.display()
        ))),
    }
}

/// Prints the words, or writes the JSON text where that was asked for.
pub(super) fn tell(
    json: Option<&Path>,
    words: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    text: impl FnOnce() -> serde_json::Result<String>,
) -> Result<Status, Failure> {
    match json {
        None => output::print(words)?,
        Some(path) => output::write_report(path, &text().map_err(Failure::ours)?)?,
    }
    Ok(Status::Good)
}

/// The history, or what of it is about one problem.
pub(super) struct SavedGrades {
    location: Location,
    history: Option<History>,
    /// The problem's slug.
    pub(super) problem: Option<String>,
}

impl SavedGrades {
    /// That of this problem, else of all in the folder of problems. No report may go over it.
    pub(super) fn open(
        context: &Context,
        problem: Option<&Path>,
        json: Option<&Path>,
    ) -> Result<Self, Failure> {
        let location = match problem {
            Some(folder) => Location::of_problem(folder),
            None => Location::of(&context.problems_folder()),
        };
        output::expect_reports(json.as_slice(), &[&location.file])?;
        let slug = |folder: &Path| {
            let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
            folder.file_name().map(|name| name.to_string_lossy().into_owned())
        };
        Ok(Self {
            history: History::open(&location.file)?,
            location,
            problem: problem.and_then(slug),
        })
    }

    /// Its grades, in the order of saving.
    pub(super) fn grades(&self, submission: Option<&str>) -> Vec<Saved> {
        let wanted = GradeFilter { problem: self.problem.as_deref(), submission };
        self.history.as_ref().map(|history| history.grades(wanted)).unwrap_or_default()
    }

    /// Compares two grades and tells.
    pub(super) fn compare(&self, names: &[String], json: Option<&Path>) -> Result<Status, Failure> {
        let [first, second] = names else {
            return Err(Failure::usage(anyhow!(
                "expected two grades to compare, found {}",
                names.len()
            )));
        };
        let (first, second) = (self.find(first)?, self.find(second)?);
        let (one, other) = (&first.entry.problem, &second.entry.problem);
        if one != other {
            return Err(Failure::usage(anyhow!(
                "grade {} is of {one}, but grade {} is of {other}: only grades of the same problem \
                 can be compared",
                first.number,
                second.number
            )));
        }
        let scored = first.entry.score.is_some() && second.entry.score.is_some();
        let measure = if scored { Measure::Score } else { Measure::CpuSeconds };
        let measured = Measured::of(&first, &second);
        let comparison = Comparison::of(measure, measured, self.cases(&first), self.cases(&second));
        let grades = (&first, &second);
        tell(
            json,
            |out| words::comparison(grades, &comparison, output::width(), out),
            || history_json::comparison(grades, &comparison),
        )
    }

    fn cases(&self, saved: &Saved) -> &[CaseEntry] {
        self.history.as_ref().map_or(&[], |history| history.cases(saved.number))
    }

    /// What a submission is called in the history: its path, or whatever else only one ends with.
    fn submission(&self, path: &Path) -> Result<String, Failure> {
        let grades = self.grades(None);
        let known: BTreeSet<&str> = grades.iter().map(|s| s.entry.submission.as_str()).collect();
        let whole = self.location.name(path);
        let end = utf8(path.as_os_str().as_encoded_bytes());
        let alike: Vec<&str> =
            known.iter().copied().filter(|known| Path::new(known).ends_with(&end)).collect();
        match alike.as_slice() {
            [one] if !known.contains(whole.as_str()) => Ok((*one).to_owned()),
            [_, _, ..] if !known.contains(whole.as_str()) => Err(Failure::usage(anyhow!(
                "`{}` may be {}: name one of them",
                path.display(),
                alike.join(" or ")
            ))),
            [] if !known.contains(whole.as_str()) => match nearest_of(&end, &known) {
                Some(near) => Err(Failure::usage(anyhow!(
                    "no grade of `{}` is saved: did you mean `{near}`?",
                    path.display()
                ))),
                None => Ok(whole),
            },
            _ => Ok(whole),
        }
    }

    /// The grade of this number, or the newest of this submission.
    fn find(&self, name: &str) -> Result<Saved, Failure> {
        let found = match name.parse::<i64>() {
            Ok(number) => self.grades(None).into_iter().find(|saved| saved.number == number),
            Err(_) => self.grades(Some(&self.submission(Path::new(name))?)).pop(),
        };
        found.ok_or_else(|| {
            let what = match &self.problem {
                Some(slug) => format!("grade of {slug}"),
                None => "grade".to_owned(),
            };
            let file = self.location.file.display();
            Failure::usage(anyhow!(
                "no {what} `{name}` in {file}: name a number of `jury history`, or a submission that \
                 was graded with --save"
            ))
        })
    }
}

/// The saved submission that was most likely meant, by its path or its name alone.
fn nearest_of<'a>(given: &str, known: &BTreeSet<&'a str>) -> Option<&'a str> {
    let name = |path: &'a str| path.rsplit_once('/').map_or(path, |(_, name)| name);
    nearest(given, known.iter().copied()).or_else(|| {
        let near = nearest(given, known.iter().map(|path| name(path)))?;
        known.iter().copied().find(|path| name(path) == near)
    })
}
