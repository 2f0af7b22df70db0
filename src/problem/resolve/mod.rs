//! Turns what a package says into a problem: defaults, names looked up, and the files that it names.

use std::collections::BTreeMap;

use jury_checkers::{CheckerEntry, Options, PUZZLES, Puzzle};

use super::cases::{FoundCase, FoundTest};
use super::complaint::{Complaints, Wrong};
use super::draft::{
    Answers, CheckerDraft, Draft, Found, OverrideDraft, PartDraft, ShippedDraft, StaticCase,
    ValidatorDraft,
};
use super::folder::Folder;
use super::glob::CaseGlob;
use super::group::group_of;
use super::limits::{LanguageLimits, LimitRules, StatedLimits};
use super::needs::cases_in_order;
use super::{
    Case, CaseSettings, CheckerChoice, Part, Problem, Reference, Scoring, StaticValidation,
    ValidatorChoice, ValidatorTest,
};
use crate::limits::Limits;
use crate::nearest::unknown;

mod expectations;
mod generator_rule;
mod groups;
mod part;
mod stress;

/// The checker of a package that names none.
const DEFAULT_CHECKER: &str = "tokens";

/// A pattern that fits the names of all cases.
const EVERY_CASE: &str = "**";

/// The problem; complains of all that cannot be as the draft has it.
pub(super) fn resolve(
    folder: &Folder,
    draft: Draft,
    answers: Answers,
    complaints: &mut Complaints,
) -> Problem {
    Resolver { folder, answers, complaints }.problem(draft)
}

struct Resolver<'a> {
    folder: &'a Folder,
    answers: Answers,
    complaints: &'a mut Complaints,
}

/// What is said of a language: its ending, and the limits of all cases and of some.
type LanguageDraft = (String, StatedLimits, Vec<OverrideDraft>);

/// A checker.
struct FoundChecker {
    choice: CheckerChoice,
    /// Its line in the table, where it was chosen by its name.
    entry: Option<&'static CheckerEntry>,
    /// The program that it takes the place of.
    program: Option<Part>,
}

impl Resolver<'_> {
    fn problem(mut self, mut draft: Draft) -> Problem {
        let (folder, layout) = (self.folder, draft.layout);
        if let (Some(interactor), Some(_)) = (&draft.interactor, &draft.checker) {
            self.complaints.at(
                &interactor.origin,
                "the problem has an `[interactor]`, which decides the verdict: remove `[checker]`",
            );
        }
        let FoundChecker { choice: checker, entry, program } = self.checker(draft.checker.take());
        let validator = self.validator(draft.validator.take());
        let answer_validators = std::mem::take(&mut draft.answer_validators);
        let answer_validators =
            answer_validators.into_iter().filter_map(|part| self.part(part)).collect();
        let grader = draft.grader.take().and_then(|grader| self.part(grader));
        let interactor = draft.interactor.take();
        let entry = entry.filter(|_| interactor.is_none());
        let is_unmade = self.expect_answers(&draft, entry);
        let interactor = interactor.and_then(|interactor| self.part(interactor));
        let dialogue_checker = draft.dialogue_checker.take().and_then(|own| self.part(own));
        let mut generator_rules =
            generator_rule::resolve(folder, &layout, draft.generator_rules, self.complaints);
        generator_rules.append(&mut draft.listed);
        let made = generator_rules
            .iter()
            .flat_map(|generator_rule| &generator_rule.cases)
            .map(|case| &case.name);
        let names: Vec<&str> =
            draft.cases.iter().map(|case| &case.name).chain(made).map(String::as_str).collect();
        let validators = validator.as_ref().map_or(&[][..], ValidatorChoice::programs);
        let decides = groups::Programs {
            decides: interactor.as_ref().or(checker.programs().first()),
            validates: validators.first(),
        };
        let scoring = draft.scoring.unwrap_or(Scoring::PassFail);
        let root = draft.tree.take().unwrap_or_else(|| {
            groups::resolve(scoring, draft.groups, &decides, &names, self.complaints)
        });
        let written = (draft.limits, draft.overrides, draft.language_limits);
        let (limit_rules, language_limits) = self.limits(written, &names);
        let case = |found: FoundCase| resolved(found, &limit_rules);
        let cases = cases_in_order(draft.cases.into_iter().map(case).collect(), &root);
        let test = |FoundTest { kind, case: found, output }: FoundTest| ValidatorTest {
            kind,
            case: case(found),
            output,
        };
        let validator_tests = draft.validator_tests.into_iter().map(test).collect();
        let static_validation = draft.static_validation.take();
        let static_validation = static_validation
            .and_then(|(part, cases)| self.static_validation(part, cases, limit_rules.usual()));
        let slug = slug(folder);
        Problem {
            name: draft.name.unwrap_or_else(|| slug.clone()),
            slug,
            code: self.code(draft.code),
            source: draft.source,
            folder: folder.real.clone(),
            layout,
            format: draft.format,
            warnings: Vec::new(),
            remarks: Vec::new(),
            checker,
            checker_program: program,
            validator,
            interactor,
            dialogue_checker,
            passes: draft.passes,
            answer_validators,
            grader,
            static_validation,
            additions: draft.additions,
            has_time_factors: draft.has_time_factors,
            startup: draft.startup,
            time_limit: draft.time_limit,
            time_rule: draft.time_rule,
            time_place: draft.time_place,
            reference: self.reference(draft.reference),
            root,
            limits: limit_rules.usual(),
            limit_rules,
            language_limits,
            generator_rules,
            listing: draft.listing,
            stress: draft
                .stress
                .and_then(|written| stress::resolve(folder, written, self.complaints)),
            cases,
            is_unmade,
            has_crlf: draft.has_crlf,
            order: draft.order,
            validator_tests,
            copies: draft.copies,
            line_end_copies: BTreeMap::new(),
            submissions: expectations::resolve(
                folder,
                &layout,
                draft.submissions,
                draft.expectations,
                self.complaints,
            ),
        }
    }

    fn checker(&mut self, draft: Option<CheckerDraft>) -> FoundChecker {
        let (choice, entry) = match draft {
            Some(CheckerDraft::Shipped(ShippedDraft { name: Some(name), options })) => {
                self.shipped(name, options)
            }
            Some(CheckerDraft::Programs(parts)) => {
                let parts = parts.into_iter().filter_map(|part| self.part(part)).collect();
                (CheckerChoice::Programs(parts), None)
            }
            // Which answers are missing, the package's format says.
            Some(CheckerDraft::Known { name, program }) => {
                let choice =
                    CheckerChoice::Shipped { name: name.to_owned(), options: Options::new() };
                return FoundChecker { choice, entry: None, program: self.part(program) };
            }
            Some(CheckerDraft::Default { flags, lenient }) => {
                (CheckerChoice::Default { flags: flags.value, lenient }, None)
            }
            Some(CheckerDraft::Shipped(_)) | None => {
                (default_checker(), jury_checkers::checker(DEFAULT_CHECKER))
            }
        };
        FoundChecker { choice, entry, program: None }
    }

    fn shipped(
        &mut self,
        name: Found<String>,
        options: Vec<(String, Found<Option<jury_checkers::OptionValue>>)>,
    ) -> (CheckerChoice, Option<&'static CheckerEntry>) {
        let Found { value: name, origin } = name;
        let Some(entry) = jury_checkers::checker(&name) else {
            let names = jury_checkers::all_checkers().map(|entry| entry.name);
            self.complaints.at(&origin, unknown("checker", &name, names));
            return (CheckerChoice::Shipped { name, options: Options::new() }, None);
        };
        let mut known = Options::new();
        let mut places = Vec::new();
        for (option, Found { value, origin }) in options {
            if !entry.options.contains(&option.as_str()) {
                let what = format!("`{name}` option");
                let message = unknown(&what, &option, entry.options.iter().copied());
                self.complaints.at(&origin, message);
            } else if let Some(value) = value {
                places.push((option.clone(), origin));
                known.insert(option, value);
            }
        }
        if let Err(bad) = (entry.build)(&known) {
            let at = places.iter().find(|(option, _)| *option == bad.option);
            self.complaints.at(at.map_or(&origin, |(_, origin)| origin), bad.to_string());
        }
        (CheckerChoice::Shipped { name, options: known }, Some(entry))
    }

    /// Complains of what is still to be made, and of answers that the checker needs. Whether there is
    /// something to be made by whoever judges.
    fn expect_answers(&mut self, draft: &Draft, checker: Option<&CheckerEntry>) -> bool {
        match self.answers {
            Answers::MayBeMissing => return false,
            Answers::MayBeMade if draft.is_made_aside && !draft.unmade.is_empty() => return true,
            Answers::MayBeMade | Answers::Needed => {}
        }
        for (path, message) in &draft.unmade {
            self.complaints.about(path.clone(), message.as_str());
        }
        // Where something is still to be made, that is told, and not each answer.
        let checker = checker.filter(|checker| checker.needs_answer && draft.unmade.is_empty());
        let Some(checker) = checker else { return false };
        for case in draft.cases.iter().filter(|case| case.answer.is_none()) {
            let layout = &draft.layout;
            let answer = if layout.answer().contains('#') {
                layout.answer_in(&self.folder.real, &case.name)
            } else {
                case.met.with_extension(layout.answer())
            };
            let answer = self.folder.shown(&answer);
            let message = format!("missing answer: checker `{}` needs one", checker.name);
            self.complaints.about(answer, message);
        }
        false
    }

    /// The limits of cases, and those of cases in languages that have their own.
    fn limits(
        &mut self,
        (own, overrides, languages): (StatedLimits, Vec<OverrideDraft>, Vec<LanguageDraft>),
        names: &[&str],
    ) -> (LimitRules, Vec<LanguageLimits>) {
        let usual = LimitRules { own, overrides: self.overrides(overrides, names) };
        let languages =
            languages.into_iter().map(|own| self.language_limits(own, &usual, names)).collect();
        (usual, languages)
    }

    /// What is said of a language stands before all that is said of none.
    fn language_limits(
        &mut self,
        (ending, limits, overrides): LanguageDraft,
        usual: &LimitRules,
        names: &[&str],
    ) -> LanguageLimits {
        let mut rules =
            LimitRules { own: limits.over(usual.own), overrides: usual.overrides.clone() };
        rules.overrides.extend(CaseGlob::new(EVERY_CASE).ok().map(|every| (every, limits)));
        rules.overrides.extend(self.overrides(overrides, names));
        LanguageLimits { ending, rules }
    }

    fn overrides(
        &mut self,
        drafts: Vec<OverrideDraft>,
        names: &[&str],
    ) -> Vec<(CaseGlob, StatedLimits)> {
        let mut overrides = Vec::new();
        for OverrideDraft { cases, limits } in drafts {
            let Some(Found { value: pattern, origin }) = cases else { continue };
            match CaseGlob::new(&pattern) {
                Err(bad) => self.complaints.at(&origin, format!("`cases`: {bad}")),
                Ok(glob) if names.iter().any(|name| glob.matches(name)) => {
                    overrides.push((glob, limits));
                }
                Ok(_) => {
                    self.complaints.at(&origin, format!("`cases`: `{pattern}` matches no case"));
                }
            }
        }
        overrides
    }

    fn code(&mut self, written: Option<Found<String>>) -> Option<String> {
        let Found { value, origin } = written?;
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        if value.starts_with(['.', '-']) || !value.chars().all(plain) {
            let message =
                format!("`code`: expected letters, digits, `-`, `_` or `.`, found `{value}`");
            self.complaints.at(&origin, message);
        }
        Some(value)
    }

    fn part(&mut self, draft: PartDraft) -> Option<Part> {
        part::resolve(self.folder, draft, self.complaints)
    }

    /// The static validator and its cases; these limits are those of submissions, and none of them counts.
    fn static_validation(
        &mut self,
        part: PartDraft,
        cases: Vec<StaticCase>,
        limits: Limits,
    ) -> Option<StaticValidation> {
        let program = self.part(part)?;
        let case = |StaticCase { name, arguments, full }: StaticCase| Case {
            group: group_of(&name).to_owned(),
            name,
            input: program.path.clone(),
            answer: None,
            limits,
            settings: CaseSettings {
                checker_arguments: Some(arguments),
                static_score: Some(full),
                ..CaseSettings::default()
            },
        };
        let cases = cases.into_iter().map(case).collect();
        Some(StaticValidation { program, cases })
    }

    fn validator(&mut self, draft: Option<ValidatorDraft>) -> Option<ValidatorChoice> {
        let Found { value, origin } = match draft? {
            ValidatorDraft::Shipped(name) => name,
            ValidatorDraft::Programs(parts) => {
                let parts: Vec<Part> =
                    parts.into_iter().filter_map(|part| self.part(part)).collect();
                return (!parts.is_empty()).then_some(ValidatorChoice::Programs(parts));
            }
        };
        if jury_checkers::puzzle(&value).is_none() {
            let names = PUZZLES.iter().map(Puzzle::name);
            let mut message = unknown("validator", &value, names);
            if value.contains(['/', '.']) {
                message += "; for a program of the package, set `program` in `[validator]`";
            }
            self.complaints.at(&origin, message);
        }
        Some(ValidatorChoice::Shipped(value))
    }

    /// A word is the name of a shipped program, anything with `/` or `.` a path.
    fn reference(&mut self, written: Option<Found<String>>) -> Option<Reference> {
        let Found { value, origin } = written?;
        if value.contains(['/', '.']) {
            let found = self.folder.inside(&value);
            let complain = |wrong: Wrong| self.complaints.at(&origin, wrong.of_key("reference"));
            return found.map_err(complain).ok().map(Reference::Source);
        }
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !value.chars().all(plain) {
            let message = format!(
                "`reference`: expected the name of a shipped program (lower-case letters, digits \
                 and `-`), or a path such as `submissions/accepted/x.rs`, found `{value}`"
            );
            self.complaints.at(&origin, message);
        }
        Some(Reference::Shipped(value))
    }
}

fn resolved(found: FoundCase, limits: &LimitRules) -> Case {
    let FoundCase { name, input, answer, settings, .. } = found;
    Case::resolved(name, (input, answer), settings, limits)
}

fn default_checker() -> CheckerChoice {
    CheckerChoice::Shipped { name: DEFAULT_CHECKER.into(), options: Options::new() }
}

/// The name of the folder.
fn slug(folder: &Folder) -> String {
    folder.real.file_name().map_or_else(|| "problem".into(), |n| n.to_string_lossy().into_owned())
}
