//! Problems made ready for judging: with the cases that the package lacks, the line ends of this system, the
//! user's headers, and the checker that he asked for.

use std::path::Path;

use jury_checkers::plural::counted;

use crate::judge::complete::Missing;
use crate::judge::line_ends;
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
        Reading { format: read_as.clone(), patterns }
    }

    /// Loads the problem of this folder, which messages call by the other name. Cases and answers that it
    /// lacks and says how to make are made first, outside the folder.
    pub(super) fn problem_in(&self, folder: &Path, shown: &Path) -> Result<Problem, Failure> {
        // The user's headers are there for what makes cases, too.
        self.complete(self.checked(load::load_as(folder, shown, &self.reading())?))
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

    /// The problem with all cases and answers that it lists.
    pub(super) fn complete(&self, problem: Problem) -> Result<Problem, Failure> {
        let problem = self.without_crlf(problem)?;
        if !problem.is_unmade {
            return Ok(problem);
        }
        let (slug, cache) = (problem.slug.clone(), self.cache()?);
        let missing = Missing::of(problem, &self.languages, self.references(), &cache)?;
        let (inputs, answers) = missing.counts();
        let lacks = format!(
            "{slug}: {} and {} that the package lacks",
            counted(inputs, "input"),
            counted(answers, "answer")
        );
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

    /// The problem with the checker that the user asked for, and with his headers.
    pub(super) fn checked(&self, mut problem: Problem) -> Problem {
        problem.additions.headers.extend(self.header_folders());
        match self.global.standard_checker {
            Some(CheckerPlace::External) => problem.with_external_checker(),
            Some(CheckerPlace::InProcess) | None => problem,
        }
    }

    /// The same for making its answers, which may be missing.
    pub(super) fn problem_to_generate(&self, name: &str) -> Result<Problem, Failure> {
        Ok(self.checked(load::load_unanswered(&self.folder(name)?, &self.reading())?))
    }
}
