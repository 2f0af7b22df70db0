//! Checks of a package's files by its own programs which found nothing wrong before. They are not made
//! again while files and programs are the same. What was found wrong is not kept: it is found again.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::checker::{Terms, beside};
use crate::digest::Digest;
use crate::problem::{Case, Group, Problem, ValidatorArguments};
use crate::recall::{Aspect, Identity};
use crate::sandbox::BoxFile;

use super::identity;
use super::part_runs::PartRuns;
use super::recall::Recall;

/// What an explanation calls the programs that check.
const CHECKS: &str = "checks";

/// Checks by the programs of one package.
#[derive(Debug)]
pub(super) struct Checks<'a> {
    runs: PartRuns<'a>,
    base: Identity,
    recalled: AtomicUsize,
}

impl<'a> Checks<'a> {
    /// By what this digest tells from other programs.
    pub(super) fn new(recall: &'a Recall, problem: &'a Problem, programs: &Digest) -> Self {
        // All of a problem's are kept in one place.
        let mut place = Digest::default();
        place.field("checks of", &problem.slug);
        let base = Identity::default()
            .with(Aspect::Sources, &place, "")
            .with(Aspect::Checker, programs, "")
            .and(&recall.base);
        Self { runs: PartRuns::new(recall, &problem.slug), base, recalled: AtomicUsize::new(0) }
    }

    /// Whether it is known that a check of these files finds nothing.
    pub(super) fn is_known(&self, subject: &str, files: &Digest) -> bool {
        let is_known = self.runs.known(Path::new(CHECKS), &self.of(files), subject, &[]);
        self.recalled.fetch_add(usize::from(is_known), Ordering::Relaxed);
        is_known
    }

    /// Notes that a check of these files found nothing.
    pub(super) fn found_nothing(&self, subject: &str, files: &Digest) {
        self.runs.note(&self.of(files), subject, String::new(), Vec::new());
    }

    fn of(&self, files: &Digest) -> Identity {
        self.base.clone().with(Aspect::Input, files, "")
    }

    /// Keeps what was noted, and returns how many checks were recalled.
    pub(super) fn keep(self) -> usize {
        self.runs.keep();
        self.recalled.into_inner()
    }
}

/// What a validator and a checker are given for a case.
pub(super) fn of_case(root: &Group, case: &Case, input: &[u8], answer: Option<&[u8]>) -> Digest {
    let mut files = Digest::default();
    files.content("input", input);
    files.field("answered", [u8::from(answer.is_some())]);
    files.content("answer", answer.unwrap_or_default());
    files.field("lacks answer", [u8::from(case.settings.lacks_answer)]);
    let terms = case.validator_terms(root);
    for BoxFile { path, bytes } in
        terms.files.and_then(|files| beside::read(files).ok()).iter().flat_map(|files| files.iter())
    {
        files.field("path", path.as_os_str().as_encoded_bytes());
        files.content("bytes", bytes);
    }
    let none = ValidatorArguments::NONE;
    let of_answers = case.settings.answer_validator_arguments.as_ref().unwrap_or(none);
    for arguments in [terms.arguments, of_answers] {
        match arguments {
            ValidatorArguments::All(arguments) => files.list("arguments", arguments),
            ValidatorArguments::Calls(calls) => {
                files.list("validators", calls.iter().map(|(name, _)| name));
                for (_, arguments) in calls {
                    files.list("arguments", arguments);
                }
            }
        }
    }
    identity::add_terms(&mut files, &Terms::of(root, case));
    files
}
