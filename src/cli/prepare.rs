//! Problems made ready for judging: with the cases that the package lacks, the line ends of this system, the
//! user's headers, and the checker that he asked for.

use std::path::Path;

use jury_checkers::plural::counted;

use crate::judge::complete::Missing;
use crate::judge::line_ends;
use crate::judge::unlisted::Unlisted;
use crate::problem::reading::{Patterns, Reading};
use crate::problem::{Problem, load};
use crate::sandbox::Sandbox;

use super::context::Context;
use super::global::{CheckerPlace, Global};
use super::output;
use super::progress::Progress;
use super::status::Failure;

impl Context {
    /// How the user wants folders to be read.
    pub(super) fn reading(&self) -> Reading {
        let Global { read_as, input_pattern, answer_pattern, .. } = &self.global;
        let patterns = input_pattern.clone().zip(answer_pattern.clone());
        let patterns = patterns.map(|(input, answer)| Patterns { input, answer });
        Reading { format: read_as.clone(), patterns, made: None }
    }

    /// Loads the problem of this folder, which messages call by the other name. Cases and answers that it
    /// lacks and says how to make are made first, outside the folder.
    pub(super) fn problem_in(&self, folder: &Path, shown: &Path) -> Result<Problem, Failure> {
        // The user's headers are there for what makes cases, too.
        self.complete(self.checked(load::load_as(folder, shown, &self.reading())?), shown)
    }

    /// The problem with copies of its tests that have the line ends of this system, where all have others.
    fn without_crlf(&self, problem: Problem) -> Result<Problem, Failure> {
        if !problem.has_crlf || self.global.keep_crlf {
            return Ok(problem);
        }
        let slug = problem.slug.clone();
        let problem = line_ends::without_crlf(problem, &self.cache()?)?;
        output::print_aside(|out| {
            writeln!(
                out,
                "{slug}: its tests have the line ends of Windows (CR LF): copies with LF are judged; \
                 --keep-crlf judges them as they are"
            )
        })?;
        Ok(problem)
    }

    /// The problem, whose folder messages call by this name, with all cases and answers that it lacks and says how
    /// to make.
    pub(super) fn complete(&self, problem: Problem, shown: &Path) -> Result<Problem, Failure> {
        let problem = self.without_crlf(problem)?;
        if !problem.is_unmade {
            return Ok(problem);
        }
        let folder = problem.folder.clone();
        let problem =
            self.with_unlisted(problem, &|reading| load::load_as(&folder, shown, reading))?;
        if !problem.is_unmade {
            return Ok(problem);
        }
        let (slug, cache) = (problem.slug.clone(), self.cache()?);
        let missing = Missing::of(problem, &self.languages, self.references(), &cache)?;
        let (inputs, answers) = missing.counts();
        let counts = [(inputs, "input"), (answers, "answer")];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts.map(|(count, what)| counted(*count, what)).collect();
        let lacks = format!("{slug}: {} that the package lacks", counts.join(" and "));
        let (problem, how) = match missing.known() {
            Ok(problem) => (problem, "were made before"),
            Err(missing) => {
                let sandbox = Sandbox::probe(self.global.policy())?;
                let progress = Progress::new(0);
                progress.subject(slug);
                let tools = self.tools(&sandbox, &cache, None);
                let made = missing.make(&tools, &|step| progress.doing(step.to_owned()))?;
                (made, "are made, and kept in the cache")
            }
        };
        output::print_aside(|out| writeln!(out, "{lacks} {how}"))?;
        Ok(problem)
    }

    /// The problem with cases that only its own programs know, where it lacks some: groups and limits depend on their
    /// names, so it is read anew.
    fn with_unlisted(
        &self,
        problem: Problem,
        read: &dyn Fn(&Reading) -> Result<Problem, load::LoadError>,
    ) -> Result<Problem, Failure> {
        let cache = self.cache()?;
        let Some(unlisted) = Unlisted::of(&problem, &self.languages, &cache)? else {
            return Ok(problem);
        };
        let (made, how) = if let Some(made) = unlisted.known() {
            (made, "were made before")
        } else {
            let sandbox = Sandbox::probe(self.global.policy())?;
            let progress = Progress::new(0);
            progress.subject(problem.slug.clone());
            progress.doing("making tests".to_owned());
            (unlisted.make(&self.tools(&sandbox, &cache, None))?, "are made, and kept in the cache")
        };
        let there = problem.cases.len();
        let reading = Reading { made: Some(made.to_owned()), ..self.reading() };
        let problem = self.checked(read(&reading)?);
        let (slug, count) = (&problem.slug, problem.cases.len() - there);
        if count > 0 {
            let count = counted(count, "input");
            output::print_aside(|out| {
                writeln!(out, "{slug}: {count} that the package lacks {how}")
            })?;
        }
        Ok(problem)
    }

    /// The problem with the checker that the user asked for, and with his headers.
    pub(super) fn checked(&self, mut problem: Problem) -> Problem {
        problem.additions.headers.extend(self.header_folders());
        match self.global.standard_checker {
            Some(CheckerPlace::External) => problem.with_external_checker(),
            Some(CheckerPlace::InProcess) | None => problem,
        }
    }

    /// The problem of this name for making its cases and answers, which may be missing.
    pub(super) fn problem_to_generate(&self, name: &str) -> Result<Problem, Failure> {
        let folder = self.folder(name)?;
        let problem = self.checked(load::load_unanswered(&folder, &self.reading())?);
        if problem.listing.scripts.is_empty() {
            return Ok(problem);
        }
        self.with_unlisted(problem, &|reading| load::load_unanswered(&folder, reading))
    }
}
