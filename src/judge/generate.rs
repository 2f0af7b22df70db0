//! Remaking a package's generated cases from its recipes, and answers by its reference: first all
//! that is not as it should be is found and made aside, then it is written. So a part of the
//! package that fails leaves the package as it was. How a case takes its place on disk is
//! [`store`](crate::problem::store)'s.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::checker::{PartFailure, Terms};
use crate::pool;
use crate::problem::group::{group_of, is_sample};
use crate::problem::store::Store;
use crate::problem::{Group, Problem, Recipe, RecipeCase};
use crate::regular::read_case_file;
use crate::sandbox::SandboxError;

use super::answer::{AnswerSource, Answered, Question, answer};
use super::aside::{Aside, read};
use super::open::Open;
use super::recipe::{Made, each_input};
use super::{JudgeFailure, Parts, Tools};

/// Which answers are made anew although nothing is known against them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answers {
    /// None.
    Needed,
    /// Those of all cases but the samples, whose answers are the statement's.
    AllButSamples,
}

/// A case that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stale {
    /// The case's name.
    pub case: String,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A recipe makes it, and it is not there.
    Missing,
    /// Its recipe makes another input.
    OtherInput,
    /// It has no answer, and there is a reference that could give one.
    NoAnswer,
    /// The checker refuses its answer; why.
    BadAnswer(String),
    /// Nothing is known against its answer, but a new one was asked for.
    Asked,
}

impl fmt::Display for Stale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.case)?;
        match &self.fault {
            Fault::Missing => f.write_str("is missing"),
            Fault::OtherInput => f.write_str("differs from what its recipe makes"),
            Fault::NoAnswer => f.write_str("has no answer"),
            Fault::BadAnswer(why) => write!(f, "the checker refuses its answer: {why}"),
            Fault::Asked => f.write_str("its answer is to be made anew"),
        }
    }
}

/// What remaking works on.
#[derive(Clone, Copy)]
pub struct Remaking<'a> {
    /// The tools.
    pub tools: &'a Tools<'a>,
    /// The problem; its answers may be missing.
    pub problem: &'a Problem,
    /// Its parts.
    pub parts: &'a Parts,
    /// Which answers are made anew.
    pub answers: Answers,
    /// Told what is being done.
    pub step: &'a (dyn Fn(&str) + Sync),
}

impl fmt::Debug for Remaking<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Remaking").field("problem", &self.problem.slug).finish_non_exhaustive()
    }
}

/// A case to be written, its input found.
struct Work {
    stale: Stale,
    /// Where the input lies, in its place or aside.
    input: PathBuf,
}

impl Remaking<'_> {
    /// Finds every case that is not as it should be, in order of the recipes and then of the cases,
    /// and changes nothing.
    ///
    /// # Errors
    /// [`JudgeFailure::Package`] when a part of the package fails; else what fails on our side.
    pub fn find(&self) -> Result<Vec<Stale>, JudgeFailure> {
        Ok(self.all(None)?.into_iter().map(|work| work.stale).collect())
    }

    /// Makes and writes every such case; returns the files written.
    ///
    /// # Errors
    /// As [`Remaking::find`]; then nothing was written, unless writing itself failed.
    pub fn mend(&self) -> Result<Vec<PathBuf>, JudgeFailure> {
        let aside = Aside::new()?;
        let work = self.all(Some(&aside))?;
        let answers = self.answer(&work, &aside)?;
        if self.tools.interrupt.is_set() {
            return Err(SandboxError::Interrupted.into());
        }
        self.write(&work, &answers)
    }

    /// Generated cases, then answers of the others. New inputs are put `aside`, if there is such a
    /// folder.
    fn all(&self, aside: Option<&Aside>) -> Result<Vec<Work>, JudgeFailure> {
        let mut work = self.inputs(aside)?;
        let made: BTreeSet<&str> =
            self.problem.recipes.iter().flat_map(|r| &r.cases).map(|c| c.name.as_str()).collect();
        for case in self.problem.cases.iter().filter(|case| !made.contains(case.name.as_str())) {
            if let Some(fault) = self.answer_fault(&case.name, None)? {
                let stale = Stale { case: case.name.clone(), fault };
                work.push(Work { stale, input: case.input.clone() });
            }
        }
        Ok(work)
    }

    /// The cases of all recipes that are not as they should be.
    fn inputs(&self, aside: Option<&Aside>) -> Result<Vec<Work>, JudgeFailure> {
        let recipes = &self.problem.recipes;
        let paths: BTreeSet<&Path> = recipes.iter().map(|r| r.generator.as_path()).collect();
        (self.step)("building generators");
        let mut generators = BTreeMap::new();
        for path in paths {
            let generator = self.tools.languages.identify_part(self.problem, path)?;
            generators.insert(path, self.tools.build_part(generator)?);
        }
        let remade = each_input(
            self.tools,
            recipes,
            &generators,
            self.step,
            |recipe, case, made| match made {
                Made::Input(input) => self.compare(recipe, case, &input, aside),
                Made::Failed(why) => {
                    let generator = recipe.generator.display();
                    let message = format!("{generator} failed on {}: {why}", case.name);
                    Err(JudgeFailure::Package(message))
                }
            },
        )?;
        Ok(remade.into_iter().flatten().collect())
    }

    /// Compares what a recipe makes with what is there.
    fn compare(
        &self,
        recipe: &Recipe,
        case: &RecipeCase,
        made: &[u8],
        aside: Option<&Aside>,
    ) -> Result<Option<Work>, JudgeFailure> {
        let place = self.problem.layout.input_in(&self.problem.folder, &case.name);
        let fault = match read_if_there(&place)? {
            None => Some(Fault::Missing),
            Some(old) if old != made => Some(Fault::OtherInput),
            Some(_) => self.answer_fault(&case.name, Some(made))?,
        };
        let Some(fault) = fault else { return Ok(None) };
        let mut input = place;
        if matches!(fault, Fault::Missing | Fault::OtherInput) {
            self.validate(recipe, case, made)?;
            if let Some(aside) = aside {
                input = aside.write(&case.name, "in", made)?;
            }
        }
        Ok(Some(Work { stale: Stale { case: case.name.clone(), fault }, input }))
    }

    fn validate(
        &self,
        recipe: &Recipe,
        case: &RecipeCase,
        input: &[u8],
    ) -> Result<(), JudgeFailure> {
        let Some(validator) = &self.parts.validator else { return Ok(()) };
        let arguments = &self.group_of(&case.name).validator_arguments;
        match validator.validate_with(input, arguments)? {
            None => Ok(()),
            Some(invalid) => Err(JudgeFailure::Package(format!(
                "{} makes an input for {} that is not valid: {invalid}",
                recipe.generator.display(),
                case.name
            ))),
        }
    }

    /// What is wrong with the answer of a case whose input is as it should be.
    fn answer_fault(
        &self,
        name: &str,
        input: Option<&[u8]>,
    ) -> Result<Option<Fault>, JudgeFailure> {
        let source = AnswerSource::of(self.problem);
        if source == AnswerSource::Nowhere {
            return Ok(None);
        }
        let Some(answer) = read_if_there(&self.answer_place(name))? else {
            return Ok(Some(Fault::NoAnswer));
        };
        if source == AnswerSource::Empty {
            return Ok(None);
        }
        if self.answers == Answers::AllButSamples && !is_sample(group_of(name)) {
            return Ok(Some(Fault::Asked));
        }
        // Hand-made answers are not ours to change: `verify` tells what is wrong with them.
        let Some(input) = input else { return Ok(None) };
        Ok(self.refusal(name, input, &answer)?.map(Fault::BadAnswer))
    }

    /// Why the checker does not accept an answer.
    fn refusal(
        &self,
        case: &str,
        input: &[u8],
        answer: &[u8],
    ) -> Result<Option<String>, JudgeFailure> {
        let terms = Terms::with(&self.group_of(case).checker_arguments);
        match self.parts.refusal(&terms, input, answer) {
            Err(PartFailure::Setter(why)) => Ok(Some(why)),
            refusal => Ok(refusal?),
        }
    }

    /// Answers by the reference, put aside; none where there is no reference.
    fn answer(&self, work: &[Work], aside: &Aside) -> Result<Vec<Option<PathBuf>>, JudgeFailure> {
        match AnswerSource::of(self.problem) {
            AnswerSource::Reference if !work.is_empty() => {}
            AnswerSource::Empty => {
                return work
                    .iter()
                    .map(|work| aside.write(&work.stale.case, "ans", b"").map(Some))
                    .collect();
            }
            AnswerSource::Reference | AnswerSource::Nowhere => {
                return Ok(work.iter().map(|_| None).collect());
            }
        }
        (self.step)("building the reference");
        let reference = self.tools.build_part(self.tools.reference(self.problem)?)?;
        let done = AtomicUsize::new(0);
        pool::map(self.tools.workers, work, Open::default, |open, work| {
            let name = &work.stale.case;
            let number = done.fetch_add(1, Ordering::Relaxed) + 1;
            (self.step)(&format!("answer {number}: {name}"));
            let runner = open.runner_of(self.tools, &reference)?;
            let limits = self.problem.limit_rules.of(name);
            let case = self.problem.cases.iter().find(|case| case.name == *name);
            let settings = case.map(|case| case.settings.clone()).unwrap_or_default();
            let question = Question { input: &work.input, limits: &limits, settings: &settings };
            let interrupt = self.tools.interrupt;
            let failed = |what: &str, why: &str| {
                let path = reference.submission.path.display();
                JudgeFailure::Package(format!("the reference {path} {what} {name}: {why}"))
            };
            let output = match answer(runner, &reference, &question, interrupt)? {
                Answered::Output(output) => output,
                Answered::Failed(why) => return Err(failed("fails on", &why)),
            };
            if let Some(why) = self.refusal(name, &read(&work.input)?, &output)? {
                return Err(failed("is refused by the checker on", &why));
            }
            aside.write(name, "ans", &output).map(Some)
        })
    }

    fn write(
        &self,
        work: &[Work],
        answers: &[Option<PathBuf>],
    ) -> Result<Vec<PathBuf>, JudgeFailure> {
        if work.is_empty() {
            return Ok(Vec::new());
        }
        (self.step)("writing");
        let store = Store::open(&self.problem.folder, self.problem.layout, &|| {
            self.tools.interrupt.is_set()
        })?;
        let mut written = Vec::new();
        for (Work { stale, input }, answer) in work.iter().zip(answers) {
            let answer = answer.as_deref().map(read).transpose()?;
            if matches!(stale.fault, Fault::Missing | Fault::OtherInput) {
                written.extend(store.replace(&stale.case, &read(input)?, answer.as_deref())?);
            } else if let Some(answer) = answer
                && read_if_there(&self.answer_place(&stale.case))?.as_ref() != Some(&answer)
            {
                written.push(store.replace_answer(&stale.case, &answer)?);
            }
        }
        Ok(written)
    }

    fn answer_place(&self, case: &str) -> PathBuf {
        self.problem.layout.answer_in(&self.problem.folder, case)
    }

    /// The group of the case of this name.
    fn group_of(&self, case: &str) -> &Group {
        self.problem.root.innermost(group_of(case))
    }
}

fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, JudgeFailure> {
    match read_case_file(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(JudgeFailure::File { path: path.to_owned(), source }),
    }
}
