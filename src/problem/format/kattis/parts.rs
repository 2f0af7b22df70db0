//! The programs of a package: validators of inputs and of answers, the grader, and the output validator,
//! which is the checker or the interactor.

use std::path::Path;

use super::default_flags;
use super::edition::Edition;
use super::limits::ValidationLimits;
use super::metadata::Metadata;
use super::special;
use super::validator_arguments::Validators;
use crate::problem::complaint::Complaints;
use crate::problem::draft::{CheckerDraft, Found, PartDraft, ValidatorDraft};
use crate::problem::folder::Folder;
use crate::problem::{Points, Protocol};

mod loose;
mod programs;

/// The folder whose contents are one program (2025-09).
const OUTPUT_VALIDATOR: &str = "output_validator";

/// The folder whose entries are programs (legacy).
const OUTPUT_VALIDATORS: &str = "output_validators";

/// The folders of input validators: today's, and the one that was called so before.
const INPUT_VALIDATORS: [&str; 2] = ["input_validators", "input_format_validators"];

/// The folder of answer validators, which only BAPCtools knows.
const ANSWER_VALIDATORS: &str = "answer_validators";

/// The folder of the program that looks at submissions' files (2025-09).
pub(super) const STATIC_VALIDATOR: &str = "static_validator";

/// The folder of the program that grades (legacy).
pub(super) const GRADERS: &str = "graders";

/// Bytes that an interactor may say: they are the submission's input, and no output of validation.
const LONGEST_DIALOGUE: u64 = 1 << 30;

/// The package's programs.
pub(super) struct Parts {
    pub(super) validator: Option<ValidatorDraft>,
    /// How the input validators are called.
    pub(super) validators: Validators,
    pub(super) answer_validators: Vec<PartDraft>,
    pub(super) checker: Option<CheckerDraft>,
    pub(super) interactor: Option<PartDraft>,
    pub(super) grader: Option<PartDraft>,
    pub(super) static_validator: Option<PartDraft>,
}

impl Parts {
    /// Whether the default output validator decides.
    pub(super) fn are_default(&self) -> bool {
        matches!(self.checker, Some(CheckerDraft::Default { .. }))
    }
}

/// Finds them.
pub(super) fn find(
    folder: &Folder,
    metadata: &Metadata,
    is_domjudge: bool,
    complaints: &mut Complaints,
) -> Parts {
    let finder = Finder { folder, metadata };
    let validators = finder.input_validators(complaints);
    let answer_validators = finder.programs(ANSWER_VALIDATORS, complaints);
    let output = finder.output_validators(is_domjudge, complaints);
    finder.expect_together(&output, complaints);
    let own = metadata.validator_flags.clone();
    let flags = own.as_ref().map_or_else(Vec::new, |flags| flags.value.clone());
    let arguments = if replaces_flags(metadata, is_domjudge) { Vec::new() } else { flags.clone() };
    let (checker, interactor) = match output.first().cloned() {
        Some(program) if metadata.kind.interactive => {
            let part = finder.part(program, arguments);
            (None, Some(PartDraft { output: Some(LONGEST_DIALOGUE), ..part }))
        }
        Some(_) => {
            let parts = output.into_iter().map(|program| finder.part(program, arguments.clone()));
            (Some(CheckerDraft::Programs(parts.collect())), None)
        }
        None => {
            let (key, lenient) = ("validator_flags", metadata.edition.has_legacy_groups());
            default_flags::expect(&metadata.sheet, key, &flags, lenient, complaints);
            let origin = own.map_or_else(|| metadata.sheet.origin_of(key), |f| f.origin);
            let flags = Found { value: arguments, origin };
            (Some(CheckerDraft::Default { flags, lenient }), None)
        }
    };
    let grader = finder.grader(is_domjudge, complaints);
    let static_validator = finder.static_validator(complaints);
    Parts {
        static_validator: static_validator.map(|program| finder.part(program, Vec::new())),
        grader: grader.map(|program| finder.part(program, Vec::new())),
        validators: finder.names(&validators),
        validator: (!validators.is_empty()).then(|| {
            let parts = validators.into_iter().map(|program| finder.part(program, Vec::new()));
            ValidatorDraft::Programs(parts.collect())
        }),
        answer_validators: answer_validators
            .into_iter()
            .map(|program| finder.part(program, Vec::new()))
            .collect(),
        checker,
        interactor,
    }
}

/// Whether a group's flags stand in place of the problem's, as in DOMjudge: then groups have both.
pub(super) fn replaces_flags(metadata: &Metadata, is_domjudge: bool) -> bool {
    is_domjudge && metadata.kind.scoring
}

struct Finder<'a> {
    folder: &'a Folder,
    metadata: &'a Metadata,
}

impl Finder<'_> {
    fn part(&self, program: Found<String>, arguments: Vec<String>) -> PartDraft {
        let ValidationLimits { time, memory, output } = self.metadata.validation;
        let origin = program.origin.clone();
        let points = match self.metadata.kind.custom_score {
            Some(score) => Points::Legacy(score),
            None => Points::Bounded,
        };
        PartDraft {
            program: Some(program),
            protocol: Some(Protocol::Icpc),
            arguments,
            call: None,
            time: Some(time),
            memory: Some(memory),
            output: Some(output),
            is_unbuffered: false,
            points: Some(points),
            origin,
        }
    }

    fn input_validators(&self, complaints: &mut Complaints) -> Vec<Found<String>> {
        let [new, old] = INPUT_VALIDATORS.map(|name| self.folder.real.join(name));
        let is_there = |path: &Path| std::fs::symlink_metadata(path).is_ok();
        if is_there(&old) {
            let words = if is_there(&new) {
                "is passed over: there are `input_validators` too"
            } else {
                "is called `input_validators` today"
            };
            complaints.warn_about(self.folder.shown(&old), words);
        }
        let name = INPUT_VALIDATORS[usize::from(!is_there(&new))];
        self.programs(name, complaints)
    }

    /// How these programs are called: as their files or folders, and one that is all of its folder as
    /// each of the files in it.
    fn names(&self, programs: &[Found<String>]) -> Validators {
        let names = |Found { value, .. }: &Found<String>| {
            let own = value.rsplit_once('/').map(|(_, name)| vec![name.to_owned()]);
            let files = || {
                let entries = self.entries(value, &mut Complaints::default());
                entries.into_iter().flat_map(|(_, all)| all).map(|entry| entry.name).collect()
            };
            let names: Vec<String> = own.unwrap_or_else(files);
            names.into_iter().map(|name| (name, value.clone())).collect::<Vec<_>>()
        };
        Validators::new(programs.iter().flat_map(names).collect())
    }

    /// Complains of several output validators where one alone can decide, and warns of them elsewhere:
    /// tools differ, and the text has all run (legacy, "Output Validators").
    fn expect_together(&self, found: &[Found<String>], complaints: &mut Complaints) {
        let [_, second, ..] = found else { return };
        let Metadata { edition, kind, .. } = self.metadata;
        let names: Vec<_> = found.iter().map(|found| format!("`{}`", found.value)).collect();
        let names = names.join(", ");
        let only = if !edition.is_legacy() {
            "this version has"
        } else if kind.interactive {
            "an interactive problem has"
        } else if kind.multi_pass {
            "a multi-pass problem has"
        } else {
            let words = format!("all of {names} must accept; some tools run the first alone");
            return complaints.warn_at(&second.origin, words);
        };
        complaints.at(&second.origin, format!("{only} one output validator, not {names}"));
    }

    /// The program that grades, at most one (legacy, "Graders").
    fn grader(&self, is_domjudge: bool, complaints: &mut Complaints) -> Option<Found<String>> {
        let Metadata { edition, kind, .. } = self.metadata;
        if !edition.has_legacy_groups() {
            return None;
        }
        let mut found = self.programs(GRADERS, complaints);
        let passed_over = if !kind.scoring {
            Some("is passed over: graders are for problems of type `scoring`")
        } else if is_domjudge {
            Some("is passed over, as by DOMjudge")
        } else {
            None
        };
        if let (Some(first), Some(words)) = (found.first(), passed_over) {
            complaints.warn_at(&first.origin, words);
            return None;
        }
        if let Some(second) = found.get(1) {
            complaints.at(&second.origin, "expected one grader at the most");
        }
        (!found.is_empty()).then(|| found.swap_remove(0))
    }

    /// The program that looks at submissions' files; answers in place of a program have none to look at
    /// (2025-09, "Static validation test cases").
    fn static_validator(&self, complaints: &mut Complaints) -> Option<Found<String>> {
        let Metadata { edition, kind, .. } = self.metadata;
        if *edition != Edition::Current {
            return None;
        }
        let found = self.whole_folder(STATIC_VALIDATOR, complaints)?;
        if kind.submit_answer {
            complaints.at(&found.origin, "a problem of type `submit-answer` has none");
        }
        Some(found)
    }

    /// The output validator; several where a package has them.
    fn output_validators(
        &self,
        is_domjudge: bool,
        complaints: &mut Complaints,
    ) -> Vec<Found<String>> {
        let Metadata { edition, is_custom, kind, sheet, .. } = self.metadata;
        let one = self.whole_folder(OUTPUT_VALIDATOR, complaints);
        let several = self.programs(OUTPUT_VALIDATORS, complaints);
        let (found, other) = match (edition.is_legacy(), one) {
            (true, one) if !several.is_empty() => (several, one.map(|_| OUTPUT_VALIDATOR)),
            (_, Some(one)) => (vec![one], (!several.is_empty()).then_some(OUTPUT_VALIDATORS)),
            (_, None) => (several, None),
        };
        if let Some(other) = other {
            let path = self.folder.real.join(other);
            complaints.about(
                self.folder.shown(&path),
                format!("there are both `{OUTPUT_VALIDATOR}` and `{OUTPUT_VALIDATORS}`: keep one"),
            );
        }
        let needs = *is_custom || kind.interactive || kind.multi_pass;
        let named = |name: &str| self.named(name);
        let found = special::instead(&self.metadata.ini, needs, found, named, complaints);
        if found.is_empty() {
            if needs {
                let key = if *is_custom { "validation" } else { "type" };
                let name = if edition.is_legacy() { OUTPUT_VALIDATORS } else { OUTPUT_VALIDATOR };
                sheet.complain(
                    key,
                    format!("needs a program in `{name}`, and there is none"),
                    complaints,
                );
            }
            return found;
        }
        let origin = &found[0].origin;
        if edition.is_legacy() && !needs && !is_domjudge {
            let words = "is passed over: `validation` does not say `custom`";
            complaints.warn_at(origin, words);
            return Vec::new();
        }
        if edition.is_legacy() && !needs {
            complaints.warn_at(
                origin,
                "is used, as by DOMjudge, though `validation` does not say `custom`",
            );
        } else if !edition.is_legacy() && found[0].value.starts_with(OUTPUT_VALIDATORS) {
            complaints.warn_at(origin, format!("is called `{OUTPUT_VALIDATOR}` in this version"));
        }
        found
    }
}
