//! Problems made ready for judging: with the cases that the package lacks, the line ends of this system, the
//! user's headers, and the checker that he asked for.

use std::path::Path;

use jury_checkers::plural::counted;

use crate::judge::complete::Missing;
use crate::judge::line_ends;
use crate::judge::unlisted::Unlisted;
use crate::judge::{JudgeFailure, Tools};
use crate::problem::reading::{Patterns, Reading};
use crate::problem::{Complaint, Problem, load};
use crate::sandbox::Sandbox;
use crate::submission::Cache;

use super::context::Context;
use super::global::{CheckerPlace, Global};
use super::output;
use super::progress::Progress;
use super::status::Failure;

/// When files were made that a package lacks.
const MADE_BEFORE: &str = "were made before";
const MADE_NOW: &str = "are made, and kept in the cache";

/// Tells how many files of each kind a package lacks, and when they were made; nothing, where it lacks none.
fn tell_lacks(slug: &str, counts: &[(usize, &str)], how: &str) -> Result<(), Failure> {
    let lacking = counts.iter().filter(|(count, _)| *count > 0);
    let lacks: Vec<String> = lacking.map(|(count, what)| counted(*count, what)).collect();
    if lacks.is_empty() {
        return Ok(());
    }
    let lacks = lacks.join(" and ");
    output::print_aside(|out| writeln!(out, "{slug}: {lacks} that the package lacks {how}"))
}

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

    /// The problem with copies of its tests that have the line ends of this system, where some or all have others.
    fn without_crlf(&self, problem: Problem) -> Result<Problem, Failure> {
        if !problem.has_crlf || self.global.keep_crlf {
            return Ok(problem);
        }
        let slug = problem.slug.clone();
        let problem = line_ends::without_crlf(problem, &self.cache()?)?;
        output::print_aside(|out| {
            writeln!(
                out,
                "{slug}: tests with the line ends of Windows (CR LF): copies with LF are judged; --keep-crlf \
                 judges them as they are"
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
        let (problem, how) = match missing.known() {
            Ok(problem) => (problem, MADE_BEFORE),
            Err(missing) => {
                let make = |tools: &Tools<'_>, progress: &Progress| {
                    missing.make(tools, &|step| progress.doing(step.to_owned()))
                };
                (self.made(&slug, &cache, make)?, MADE_NOW)
            }
        };
        tell_lacks(&problem.slug, &[(inputs, "input"), (answers, "answer")], how)?;
        Ok(problem)
    }

    /// What is made with all that judging needs, while a terminal shows what is being done.
    fn made<T>(
        &self,
        slug: &str,
        cache: &Cache,
        make: impl FnOnce(&Tools<'_>, &Progress) -> Result<T, JudgeFailure>,
    ) -> Result<T, Failure> {
        let sandbox = Sandbox::probe(self.global.policy())?;
        let progress = Progress::new(0);
        progress.subject(slug.to_owned());
        Ok(make(&self.tools(&sandbox, cache, None), &progress)?)
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
            (made, MADE_BEFORE)
        } else {
            let make = |tools: &Tools<'_>, progress: &Progress| {
                progress.doing("making tests".to_owned());
                unlisted.make(tools)
            };
            (self.made(&problem.slug, &cache, make)?, MADE_NOW)
        };
        let there = problem.cases.len();
        let reading = Reading { made: Some(made.to_owned()), ..self.reading() };
        let problem = self.checked(read(&reading)?);
        tell_lacks(&problem.slug, &[(problem.cases.len() - there, "input")], how)?;
        Ok(problem)
    }

    /// The problem with the checker that the user asked for, and with his headers.
    pub(super) fn checked(&self, mut problem: Problem) -> Problem {
        let warnings = self.unknown_languages(&problem);
        problem.warnings.extend(warnings);
        problem.additions.headers.extend(self.header_folders());
        match self.global.standard_checker {
            Some(CheckerPlace::External) => problem.with_external_checker(),
            Some(CheckerPlace::InProcess) | None => problem,
        }
    }

    /// Warnings of limits that are those of no language.
    fn unknown_languages(&self, problem: &Problem) -> Vec<Complaint> {
        let endings = problem.language_limits.iter().map(|own| own.ending.as_str());
        let is_unknown = |ending: &&str| !self.languages.is_source(&format!("solution.{ending}"));
        let warning = |ending: &str| Complaint {
            path: self.shown(&problem.folder.join(problem.layout.settings)).into(),
            place: None,
            message: format!(
                "limits for `{}`: no language has sources with this ending: they are passed over",
                ending.escape_debug()
            ),
            by_machine: false,
        };
        endings.filter(is_unknown).map(warning).collect()
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
