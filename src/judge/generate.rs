//! Remaking a package's generated cases from its generator rules, and answers by its reference: first all
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
use crate::problem::{Case, CaseSettings, GeneratorRule, Group, Problem, RuleCase, ValidatorTerms};
use crate::sandbox::SandboxError;
use crate::submission::Program;

use super::answer::{AnswerRequest, AnswerSource, Answered};
use super::generator_rule::{Files, Generators, Made, each_case, generators, sources};
use super::listed::{missing_links, other_beside, stale_settings, write_links};
use super::open::Open;
use super::set_aside::{SetAside, read, read_if_there};
use super::unlisted::stale;
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
    /// A generator rule makes it, and it is not there.
    Missing,
    /// Its generator rule makes another input.
    OtherInput,
    /// Another file of it, of this ending, is not as it is listed.
    OtherFile(String),
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
            Fault::OtherInput => f.write_str("differs from what its generator rule generates"),
            Fault::OtherFile(ending) => {
                write!(f, "its `.{ending}` differs from what the package lists")
            }
            Fault::NoAnswer => f.write_str("has no answer"),
            Fault::BadAnswer(why) => write!(f, "the checker rejects its answer: {why}"),
            Fault::Asked => f.write_str("its answer is recomputed, as requested"),
        }
    }
}

/// What remaking works on.
#[derive(Clone, Copy)]
pub struct GenerateRequest<'a> {
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

impl fmt::Debug for GenerateRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GenerateRequest")
            .field("problem", &self.problem.slug)
            .finish_non_exhaustive()
    }
}

/// A case to be written, its input found.
struct PendingCase {
    stale: Stale,
    /// Where the input lies, in its place or aside.
    input: PathBuf,
    /// Where the other files that were made with it lie, by their endings.
    beside: BTreeMap<String, PathBuf>,
    /// What answers in place of the reference.
    solution: Option<PathBuf>,
}

impl PendingCase {
    /// Whether a program is to answer: not where the package lists the answer, nor where another file
    /// alone is not as it is listed.
    fn needs_an_answer(&self) -> bool {
        !self.beside.contains_key("ans") && !matches!(self.stale.fault, Fault::OtherFile(_))
    }

    /// One whose answer alone is to be made.
    fn answer_of(case: &Case, fault: Fault) -> Self {
        let stale = Stale { case: case.name.clone(), fault };
        Self { stale, input: case.input.clone(), beside: BTreeMap::new(), solution: None }
    }
}

impl<'a> GenerateRequest<'a> {
    /// Finds every case that is not as it should be, in order of the generator rules and then of the cases,
    /// and changes nothing.
    ///
    /// # Errors
    /// [`JudgeFailure::Package`] when a part of the package fails; else what fails on our side.
    pub fn find(&self) -> Result<Vec<Stale>, JudgeFailure> {
        self.expect_places()?;
        let missing = |case| Stale { case, fault: Fault::Missing };
        let settings = stale_settings(self.problem)?.into_iter().map(missing);
        let made = self.remaking().all(None)?.into_iter().map(|work| work.stale);
        let links = missing_links(self.problem)?.into_iter().map(missing);
        Ok(settings.chain(made).chain(links).collect())
    }

    /// Makes and writes every such case; returns the files written.
    ///
    /// # Errors
    /// As [`GenerateRequest::find`]; then nothing was written, unless writing itself failed.
    pub fn mend(&self) -> Result<Vec<PathBuf>, JudgeFailure> {
        self.expect_places()?;
        let aside = SetAside::new()?;
        let remaking = self.remaking();
        let work = remaking.all(Some(&aside))?;
        let answers = remaking.answer(&work, &aside)?;
        if self.tools.interrupt.is_set() {
            return Err(SandboxError::Interrupted.into());
        }
        remaking.write(&work, &answers)
    }

    /// Cases that are made must have places in the package.
    fn expect_places(&self) -> Result<(), JudgeFailure> {
        if self.problem.layout.has_places || self.problem.generator_rules.is_empty() {
            return Ok(());
        }
        let words = "cases that generators make have no files in this package: they are made when it is judged, and kept \
                     in the cache";
        Err(JudgeFailure::Package(words.to_owned()))
    }

    /// Makes every such case in a folder, each file where [`SetAside::place`] says, and nothing else.
    ///
    /// # Errors
    /// As [`GenerateRequest::find`].
    pub(super) fn make_in(&self, folder: &Path) -> Result<(), JudgeFailure> {
        let aside = SetAside::within(folder);
        let remaking = self.remaking();
        let work = remaking.all(Some(&aside))?;
        remaking.answer(&work, &aside)?;
        if self.tools.interrupt.is_set() {
            return Err(SandboxError::Interrupted.into());
        }
        Ok(())
    }

    fn remaking(&self) -> Remaking<'a> {
        let rules = self.problem.generator_rules.iter();
        let listed = rules.flat_map(|rule| &rule.cases).rev();
        Remaking {
            tools: self.tools,
            problem: self.problem,
            parts: self.parts,
            answers: self.answers,
            step: self.step,
            there: self.problem.cases_by_name(),
            listed: listed.map(|case| (case.name.as_str(), &case.beside.settings)).collect(),
        }
    }
}

/// The work, with all that is looked up for every case.
struct Remaking<'a> {
    tools: &'a Tools<'a>,
    problem: &'a Problem,
    parts: &'a Parts,
    answers: Answers,
    step: &'a (dyn Fn(&str) + Sync),
    /// The cases that are there, by their names.
    there: BTreeMap<&'a str, &'a Case>,
    /// What is said of the cases that generator rules make, by their names.
    listed: BTreeMap<&'a str, &'a CaseSettings>,
}

impl Remaking<'_> {
    /// Generated cases, then answers of the others. New inputs are put `aside`, if there is such a
    /// folder.
    fn all(&self, aside: Option<&SetAside>) -> Result<Vec<PendingCase>, JudgeFailure> {
        let mut work = self.inputs(aside)?;
        let links = &self.problem.listing.links;
        (self.step)("generating");
        let unlisted = stale(self.tools, self.problem, self.parts.validator.as_deref())?;
        let is_made = |name: &str| {
            self.listed.contains_key(name)
                || links.contains_key(name)
                || unlisted.contains_key(name)
        };
        for case in self.problem.cases.iter().filter(|case| !is_made(&case.name)) {
            if let Some(fault) = self.answer_fault(&case.name, None)? {
                work.push(PendingCase::answer_of(case, fault));
            }
        }
        for (case, input) in &unlisted {
            work.push(self.unlisted(case, input, aside)?);
        }
        Ok(work)
    }

    /// A case that a program makes by a name that only it knows.
    fn unlisted(
        &self,
        case: &str,
        input: &[u8],
        aside: Option<&SetAside>,
    ) -> Result<PendingCase, JudgeFailure> {
        let place = self.problem.layout.input_in(&self.problem.folder, case);
        let fault = if place.exists() { Fault::OtherInput } else { Fault::Missing };
        let stale = Stale { case: case.to_owned(), fault };
        let input = aside.map_or(Ok(place), |aside| aside.write(case, "in", input))?;
        Ok(PendingCase { stale, input, beside: BTreeMap::new(), solution: None })
    }

    /// The cases of all generator rules that are not as they should be.
    fn inputs(&self, aside: Option<&SetAside>) -> Result<Vec<PendingCase>, JudgeFailure> {
        let generator_rules = &self.problem.generator_rules;
        (self.step)("building generators");
        let mut built = Generators::new();
        for generator in generators(generator_rules) {
            let program = self.tools.build_part(self.tools.generator(self.problem, generator)?)?;
            built.insert(sources(generator), program);
        }
        let remade = each_case(
            self.tools,
            generator_rules,
            &built,
            self.step,
            |generator_rule, case, made| match made {
                Made::Files(files) => self.compare(generator_rule, case, &files, aside),
                Made::Failed(why) => {
                    let message =
                        format!("{} failed on {}: {why}", maker(generator_rule), case.name);
                    Err(JudgeFailure::Package(message))
                }
            },
        )?;
        Ok(remade.into_iter().flatten().collect())
    }

    /// Compares what a generator rule makes with what is there.
    fn compare(
        &self,
        generator_rule: &GeneratorRule,
        case: &RuleCase,
        made: &Files,
        aside: Option<&SetAside>,
    ) -> Result<Option<PendingCase>, JudgeFailure> {
        let there = self.there.get(case.name.as_str()).copied();
        let fault = match there.map(|there| read(&there.input)).transpose()? {
            None => Some(Fault::Missing),
            Some(old) if old != made.input => Some(Fault::OtherInput),
            Some(_) => match other_beside(self.problem, (&case.name, there), made)? {
                Some(ending) => Some(Fault::OtherFile(ending)),
                // Answers that the package lists are the setter's.
                None if made.beside.contains_key("ans") => None,
                None => {
                    let input = (!case.beside.keeps_answer).then_some(&*made.input);
                    self.answer_fault(&case.name, input)?
                }
            },
        };
        let Some(fault) = fault else { return Ok(None) };
        let mut input = self.problem.layout.input_in(&self.problem.folder, &case.name);
        if matches!(fault, Fault::Missing | Fault::OtherInput) {
            self.validate(generator_rule, case, &made.input)?;
            if let Some(aside) = aside {
                input = aside.write(&case.name, "in", &made.input)?;
            }
        }
        let mut beside = BTreeMap::new();
        if let Some(aside) = aside {
            for (ending, bytes) in &made.beside {
                beside.insert(ending.clone(), aside.write(&case.name, ending, bytes)?);
            }
        }
        let (stale, solution) =
            (Stale { case: case.name.clone(), fault }, case.beside.solution.clone());
        Ok(Some(PendingCase { stale, input, beside, solution }))
    }

    fn validate(
        &self,
        generator_rule: &GeneratorRule,
        case: &RuleCase,
        input: &[u8],
    ) -> Result<(), JudgeFailure> {
        let Some(validator) = &self.parts.validator else { return Ok(()) };
        let settings = self.settings_of(&case.name);
        let group = self.group_of(&case.name);
        let usual = || ValidatorTerms::with(&group.validator_arguments);
        let terms = settings.map_or_else(usual, |settings| ValidatorTerms::of(settings, group));
        match validator.validate(input, terms)? {
            None => Ok(()),
            Some(invalid) => Err(JudgeFailure::Package(format!(
                "{} generates an invalid input for {}:{invalid}",
                maker(generator_rule),
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
        let there = self.there.get(name);
        let answer = there.and_then(|case| case.answer.as_deref()).map(read).transpose()?;
        let Some(answer) = answer else { return Ok(Some(Fault::NoAnswer)) };
        if source == AnswerSource::Empty {
            return Ok(None);
        }
        if self.answers == Answers::AllButSamples && !is_sample(group_of(name)) {
            return Ok(Some(Fault::Asked));
        }
        if source == AnswerSource::Dialogue {
            return Ok(None);
        }
        // Hand-made answers are not ours to change: `verify` tells what is wrong with them.
        let Some(input) = input else { return Ok(None) };
        Ok(self.refusal(name, input, &answer)?.map(Fault::BadAnswer))
    }

    /// Why the checker does not accept an answer, or how it fails on it.
    fn refusal(
        &self,
        case: &str,
        input: &[u8],
        answer: &[u8],
    ) -> Result<Option<String>, JudgeFailure> {
        match self.checked(case, input, answer) {
            Err(PartFailure::Setter(why)) => Ok(Some(why)),
            refusal => Ok(refusal?),
        }
    }

    /// Why the checker does not accept an answer.
    fn checked(
        &self,
        case: &str,
        input: &[u8],
        answer: &[u8],
    ) -> Result<Option<String>, PartFailure> {
        self.parts.refusal(&self.terms_of(case), input, answer)
    }

    /// On which terms a case is decided.
    fn terms_of(&self, case: &str) -> Terms<'_> {
        let settings = self.settings_of(case);
        let arguments = settings.and_then(|settings| settings.checker_arguments.as_deref());
        let usual = || self.group_of(case).checker_arguments.as_slice();
        Terms::with(arguments.unwrap_or_else(usual))
    }

    /// Answers by the reference, put aside; none where there is no reference.
    fn answer(
        &self,
        work: &[PendingCase],
        aside: &SetAside,
    ) -> Result<Vec<Option<PathBuf>>, JudgeFailure> {
        let source = AnswerSource::of(self.problem);
        if !matches!(source, AnswerSource::Reference | AnswerSource::Dialogue) {
            return work.iter().map(|work| self.listed_answer(work, aside)).collect();
        }
        (self.step)("building the reference");
        let references = self.references(work)?;
        let done = AtomicUsize::new(0);
        pool::map(self.tools.workers, work, Open::default, |open, work| {
            let name = &work.stale.case;
            if !work.needs_an_answer() {
                return Ok(work.beside.get("ans").cloned());
            }
            let reference = &references[&work.solution];
            let number = done.fetch_add(1, Ordering::Relaxed) + 1;
            (self.step)(&format!("answer {number}: {name}"));
            let runner = open.runner_of(self.tools, reference)?;
            let limits = self.problem.limit_rules.of(name);
            let settings = self.settings_of(name).cloned().unwrap_or_default();
            let question =
                AnswerRequest { input: &work.input, name, limits: &limits, settings: &settings };
            let failed = |what: &str, why: &str| {
                let path = reference.submission.path.display();
                JudgeFailure::Package(format!("the reference {path} {what} {name}: {why}"))
            };
            let by_dialogue = self.parts.interactor.as_ref();
            let answered = match by_dialogue.filter(|_| source == AnswerSource::Dialogue) {
                Some(interactor) => {
                    let (own, terms) = ((self.problem, interactor), self.terms_of(name));
                    self.tools.answer_by_dialogue(own, runner, reference, (&question, &terms))?
                }
                None => self.tools.answer(self.problem, runner, reference, &question)?,
            };
            let output = match answered {
                Answered::Output(output) if source == AnswerSource::Dialogue => {
                    return aside.write(name, "ans", &output).map(Some);
                }
                Answered::Output(output) => output,
                Answered::Failed(why) => return Err(failed("fails on", &why)),
            };
            match self.checked(name, &read(&work.input)?, &output) {
                Ok(None) => aside.write(name, "ans", &output).map(Some),
                Ok(Some(why)) => Err(failed("is rejected by the checker on", &why)),
                Err(PartFailure::Setter(why)) => {
                    let message =
                        format!("the checker fails on the reference's output for {name}: {why}");
                    Err(JudgeFailure::Package(message))
                }
                Err(PartFailure::Sandbox(error)) => Err(error.into()),
            }
        })
    }

    /// The answer of a case that no program gives: as it is listed, or empty.
    fn listed_answer(
        &self,
        work: &PendingCase,
        aside: &SetAside,
    ) -> Result<Option<PathBuf>, JudgeFailure> {
        match work.beside.get("ans") {
            Some(answer) => Ok(Some(answer.clone())),
            None if AnswerSource::of(self.problem) == AnswerSource::Nowhere => Ok(None),
            None => aside.write(&work.stale.case, "ans", b"").map(Some),
        }
    }

    /// The programs that answer: the reference, and those that the package names for some cases.
    fn references(
        &self,
        work: &[PendingCase],
    ) -> Result<BTreeMap<Option<PathBuf>, Program>, JudgeFailure> {
        let wanted: BTreeSet<&Option<PathBuf>> =
            work.iter().filter(|work| work.needs_an_answer()).map(|w| &w.solution).collect();
        let build = |wanted: &Option<PathBuf>| {
            let submission = match wanted {
                Some(path) => self.tools.languages.identify_kept(self.problem, path, None)?,
                None => self.tools.reference(self.problem)?,
            };
            Ok((wanted.clone(), self.tools.build_part(submission)?))
        };
        wanted.into_iter().map(build).collect()
    }

    fn write(
        &self,
        work: &[PendingCase],
        answers: &[Option<PathBuf>],
    ) -> Result<Vec<PathBuf>, JudgeFailure> {
        if work.is_empty() && self.problem.listing.links.is_empty() {
            return Ok(Vec::new());
        }
        (self.step)("writing");
        let store = Store::open(&self.problem.folder, self.problem.layout, &|| {
            self.tools.interrupt.is_set()
        })?;
        let mut written = Vec::new();
        for (PendingCase { stale, input, beside, .. }, answer) in work.iter().zip(answers) {
            let answer = answer.as_deref().map(read).transpose()?;
            if matches!(stale.fault, Fault::Missing | Fault::OtherInput) {
                written.extend(store.replace(&stale.case, &read(input)?, answer.as_deref())?);
            } else if let Some(answer) = answer
                && read_if_there(&self.answer_place(&stale.case))?.as_ref() != Some(&answer)
            {
                written.push(store.replace_answer(&stale.case, &answer)?);
            }
            for (ending, file) in beside.iter().filter(|(ending, _)| *ending != "ans") {
                let (path, bytes) = (format!("{}.{ending}", stale.case), read(file)?);
                let place = self.problem.layout.data_in(&self.problem.folder).join(&path);
                if read_if_there(&place)?.as_ref() != Some(&bytes) {
                    written.push(store.put(&path, &bytes)?);
                }
            }
        }
        written.extend(write_links(&store, self.problem)?);
        Ok(written)
    }

    fn answer_place(&self, case: &str) -> PathBuf {
        self.problem.layout.answer_in(&self.problem.folder, case)
    }

    /// What is said of the case of this name alone: as it is there, else as it is listed.
    fn settings_of(&self, name: &str) -> Option<&CaseSettings> {
        let there = self.there.get(name).map(|case| &case.settings);
        there.or_else(|| self.listed.get(name).copied())
    }

    /// The group of the case of this name.
    fn group_of(&self, case: &str) -> &Group {
        let own = self.settings_of(case).and_then(|settings| settings.group.as_deref());
        self.problem.root.innermost(own.unwrap_or_else(|| group_of(case)))
    }
}

/// What makes the inputs of a generator rule, for people.
fn maker(generator_rule: &GeneratorRule) -> String {
    match generator_rule.generator() {
        Some(generator) => generator.source.display().to_string(),
        None => "the package itself".to_owned(),
    }
}
