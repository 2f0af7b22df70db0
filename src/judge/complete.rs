//! Cases and answers that a package lacks and says how to make: made once, outside the package, and kept
//! in the cache under a key of all that they are made of.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::digest::Digest;
use crate::problem::{Case, Content, GeneratorRule, Listing, Maker, Newlines, Problem, Reference};
use crate::regular;
use crate::submission::{Cache, Languages};

use super::answer::AnswerSource;
use super::generate::{Answers, GenerateRequest};
use super::kept::{is_whole, keep};
use super::set_aside::SetAside;
use super::tools::reference;
use super::{JudgeFailure, Tools};

/// Raised when other files come of the same package.
const FORMAT: &str = "jury cases 3";

/// By how much the reference may be slower here than a contestant: the package's own judge sets it no limit.
const PATIENCE: u32 = 10;

/// What a problem lacks, and where that is kept.
#[derive(Debug)]
pub struct Missing {
    problem: Problem,
    /// The folder of this package's cases as it is now.
    folder: PathBuf,
    inputs: Vec<Case>,
    answers: Vec<Case>,
}

impl Missing {
    /// What a problem lacks of which [`Problem::is_unmade`] says that it lacks something; nothing is
    /// run.
    ///
    /// # Errors
    /// The setter's mistakes: sources that are not there, or no reference.
    pub fn of(
        problem: Problem,
        languages: &Languages,
        references: &Path,
        cache: &Cache,
    ) -> Result<Self, JudgeFailure> {
        let there: BTreeSet<&str> = problem.cases.iter().map(|case| case.name.as_str()).collect();
        let made = problem.generator_rules.iter();
        let made = made.flat_map(|rule| rule.cases.iter().map(move |case| (rule, case)));
        let made = made.filter(|(_, case)| !there.contains(case.name.as_str()));
        let inputs = made.map(|(rule, case)| {
            // Where they will lie, their key tells.
            let files = (PathBuf::new(), rule.answers(case).then(PathBuf::new));
            let settings = case.beside.settings.clone();
            Case::resolved(case.name.clone(), files, settings, &problem.limit_rules)
        });
        let inputs = inputs.collect();
        let answers = match AnswerSource::of(&problem) {
            AnswerSource::Nowhere => Vec::new(),
            AnswerSource::Reference | AnswerSource::Dialogue | AnswerSource::Empty => {
                problem.cases.iter().filter(|case| case.answer.is_none()).cloned().collect()
            }
        };
        let mut missing = Self { problem, folder: cache.cases_folder(), inputs, answers };
        let key = missing.key(languages, references)?;
        missing.folder.push(key);
        for case in &mut missing.inputs {
            case.input = SetAside::place(&missing.folder, &case.name, "in");
        }
        let has_answers = AnswerSource::of(&missing.problem) != AnswerSource::Nowhere;
        let answered = missing.answers.iter_mut();
        let is_answered = |case: &&mut Case| has_answers || case.answer.is_some();
        for case in answered.chain(missing.inputs.iter_mut().filter(is_answered)) {
            case.answer = Some(SetAside::place(&missing.folder, &case.name, "ans"));
        }
        Ok(missing)
    }

    /// How many inputs and how many answers are missing.
    pub fn counts(&self) -> (usize, usize) {
        let answers = self.inputs.iter().chain(&self.answers);
        (self.inputs.len(), answers.filter(|case| case.answer.is_some()).count())
    }

    /// The problem with what was made before, where all of it is there.
    ///
    /// # Errors
    /// The problem's lack, which is to be made.
    pub fn known(self) -> Result<Problem, Box<Self>> {
        let new = self.inputs.iter().map(|case| &case.input);
        let all = self.inputs.iter().chain(&self.answers);
        let answers = all.filter_map(|case| case.answer.as_ref());
        if !is_whole(&self.folder, new.chain(answers)) {
            return Err(Box::new(self));
        }
        let Self { problem, inputs, answers, .. } = self;
        Ok(problem.completed(inputs.into_iter().chain(answers).collect()))
    }

    /// The problem with what it lacks, which is made now. Inputs are validated, and the checker must accept
    /// the answers. `step` is told what is being done.
    ///
    /// # Errors
    /// [`JudgeFailure::Package`] when a part of the package fails, then nothing is kept; else what fails on
    /// our side.
    pub fn make(
        self,
        tools: &Tools<'_>,
        step: &(dyn Fn(&str) + Sync),
    ) -> Result<Problem, JudgeFailure> {
        let problem = self.to_make();
        step("building what makes them");
        let parts = tools.parts(&problem)?;
        let answers = Answers::Needed;
        let request = GenerateRequest { tools, problem: &problem, parts: &parts, answers, step };
        keep(&self.folder, &mut |new| request.make_in(new))?;
        let known = self.known();
        known.map_err(|missing| {
            let path = missing.folder.display();
            JudgeFailure::Package(format!("{path}: not all cases that are missing were made"))
        })
    }

    /// The problem with rules for just what is missing, and more time for whoever answers.
    fn to_make(&self) -> Problem {
        let problem = self.problem.clone();
        let limit = problem.limits.cpu * PATIENCE;
        let generator_rules = self.rules().collect();
        // Which tests its own program makes was known before, if they are missing.
        let listing = Listing { unlisted: None, ..problem.listing.clone() };
        Problem { generator_rules, listing, ..problem.with_time_limit(limit, String::new()) }
    }

    /// The generator rules with the cases alone that are missing.
    fn rules(&self) -> impl Iterator<Item = GeneratorRule> {
        let missing: BTreeSet<&str> = self.inputs.iter().map(|case| case.name.as_str()).collect();
        self.problem.generator_rules.iter().filter_map(move |rule| {
            let mut rule = rule.clone();
            rule.cases.retain(|case| missing.contains(case.name.as_str()));
            (!rule.cases.is_empty()).then_some(rule)
        })
    }

    /// What tells this from all that other files would come of.
    fn key(&self, languages: &Languages, references: &Path) -> Result<String, JudgeFailure> {
        let problem = &self.problem;
        let mut digest = Digest::default();
        digest.field("format", FORMAT);
        digest.field("version", env!("CARGO_PKG_VERSION"));
        let part =
            |path: &Path| Ok::<_, JudgeFailure>(languages.identify_part(problem, path)?.digest()?);
        for rule in self.rules() {
            add_maker(&mut digest, problem, languages, &rule.maker)?;
            for case in &rule.cases {
                digest.field("case", &case.name);
                digest.list("words", rule.generator().iter().flat_map(|one| one.words(case.seed)));
                for (ending, content) in &case.beside.files {
                    digest.field("ending", ending);
                    add_content(&mut digest, content)?;
                }
                match case.beside.newlines {
                    Newlines::Nowhere => {}
                    Newlines::InInput => digest.field("line ends", "newlines"),
                    Newlines::InBoth => digest.field("line ends", "newlines, of the answer too"),
                }
                for (place, path) in case.beside.around() {
                    digest.field("around", place);
                    add_file(&mut digest, path)?;
                }
                if let Some(path) = &case.beside.solution {
                    let solution = languages.identify_kept(problem, path, None)?;
                    digest.field("solution", solution.digest()?);
                }
            }
        }
        for case in &self.answers {
            digest.field("answered", &case.name);
            add_file(&mut digest, &case.input)?;
        }
        match (AnswerSource::of(problem), &problem.reference) {
            (AnswerSource::Reference | AnswerSource::Dialogue, Some(Reference::Shipped(name))) => {
                digest.field("shipped reference", name);
            }
            (AnswerSource::Reference | AnswerSource::Dialogue, _) => {
                let reference = reference(problem, references, languages)?;
                digest.field("reference", reference.digest()?);
            }
            (AnswerSource::Empty | AnswerSource::Nowhere, _) => digest.field("reference", ""),
        }
        problem.additions.files.add_to(&mut digest);
        digest.field("reads only", [u8::from(problem.additions.reads_only)]);
        digest.field("validators", problem.digest_of_validators(part)?.to_bytes());
        digest.field("deciders", problem.digest_of_deciders(part)?.to_bytes());
        Ok(digest.in_hexadecimal())
    }
}

fn add_maker(
    digest: &mut Digest,
    problem: &Problem,
    languages: &Languages,
    maker: &Maker,
) -> Result<(), JudgeFailure> {
    match maker {
        Maker::Program(generator) => {
            let submission = languages.identify_part(problem, &generator.source)?;
            digest.field("generator", submission.with_files(&generator.along).digest()?);
            digest.list("leaves", generator.leaves.words());
            digest.field("tries", generator.tries.to_le_bytes());
            generator.limits.add_to(digest);
            Ok(())
        }
        Maker::Package(content) => add_content(digest, content),
    }
}

fn add_content(digest: &mut Digest, content: &Content) -> Result<(), JudgeFailure> {
    match content {
        Content::Text(text) => {
            digest.content("bytes", text.as_bytes());
            Ok(())
        }
        Content::File(path) => add_file(digest, path),
    }
}

fn add_file(digest: &mut Digest, path: &Path) -> Result<(), JudgeFailure> {
    let added = regular::open(path).and_then(|file| digest.file("bytes", file));
    added.map_err(|source| JudgeFailure::File { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Else cases of a package would stay as they were made, whatever it says now.
    #[test]
    fn texts_and_files_of_a_case_are_told_from_others() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("1.in");
        let key = |content: &Content| {
            let mut digest = Digest::default();
            add_content(&mut digest, content).unwrap();
            digest.in_hexadecimal()
        };
        let text = |text: &str| key(&Content::Text(text.into()));
        let copied = |text: &str| {
            fs::write(&file, text).unwrap();
            key(&Content::File(file.clone()))
        };
        assert_ne!(text("1\n"), text("2\n"));
        assert_ne!(copied("1\n"), copied("2\n"));
        fs::remove_file(&file).unwrap();
        assert!(add_content(&mut Digest::default(), &Content::File(file)).is_err());
    }
}
