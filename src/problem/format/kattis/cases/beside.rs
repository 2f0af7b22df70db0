//! What stands beside an input: answer, output, files and settings, and what is said of them.

use std::path::{Path, PathBuf};

use super::super::edition::Edition;
use super::{Answers, CaseFiles, Unusable, Walk, warn_of_settings};
use crate::problem::TestKind;
use crate::problem::complaint::{Complaints, Wrong};
use crate::problem::folder::{Entry, Kind};
use crate::regular::LARGEST_CASE_FILE;

impl Walk<'_> {
    pub(super) fn answer(
        &mut self,
        own: &str,
        input: &Entry,
        beside: &CaseFiles,
        complaints: &mut Complaints,
    ) -> Result<Option<PathBuf>, Unusable> {
        let shown = self.folder.shown(&input.path);
        match (&beside.answer, self.test) {
            (Some(answer), _) => return self.usable(answer, complaints).map(Some),
            (None, Some(TestKind::InvalidInput)) => {}
            (None, None) if self.answers == Answers::MayBeMissing => {
                let words = format!("`{own}.ans` is missing, and counts as empty");
                complaints.warn_about(shown, words);
            }
            (None, Some(_)) => {
                let words = format!("is passed over: there is no `{own}.ans` beside it");
                complaints.warn_about(shown, words);
                return Err(Unusable);
            }
            (None, None) => {
                let message = format!(
                    "input without an answer: expected `{own}.ans`; `jury generate` makes it"
                );
                self.data.unmade.push((shown, message));
            }
        }
        Ok(None)
    }

    pub(super) fn output(
        &self,
        own: &str,
        input: &Entry,
        beside: &CaseFiles,
        complaints: &mut Complaints,
    ) -> Result<Option<PathBuf>, Unusable> {
        if let Some(output) = &beside.output {
            let mut wrong = Complaints::default();
            let found = self.usable(output, &mut wrong);
            complaints.take_lightly(wrong);
            // A case is judged without it.
            return if self.test.is_some() { found.map(Some) } else { Ok(found.ok()) };
        }
        if !self.test.is_some_and(TestKind::has_output) {
            return Ok(None);
        }
        let words = format!("is passed over: there is no `{own}.out` beside it");
        complaints.warn_about(self.folder.shown(&input.path), words);
        Err(Unusable)
    }

    /// Whether a `.out` says something here: beside a case it is shown in place of the answer, which
    /// 2025-09 alone knows.
    pub(super) fn reads_outputs(&self) -> bool {
        match self.test {
            Some(kind) => kind.has_output(),
            None => self.edition == Edition::Current && self.answers == Answers::Needed,
        }
    }

    /// Complains of what has no input beside it.
    pub(super) fn without_input(
        &self,
        own: &str,
        path: &Path,
        beside: &CaseFiles,
        complaints: &mut Complaints,
    ) {
        let shown = |ending: &str| self.folder.shown(&path.join(format!("{own}.{ending}")));
        if self.test.is_some() {
            let ending = if beside.answer.is_some() { "ans" } else { "out" };
            if beside.answer.is_some() || beside.output.is_some() {
                let words = format!("is passed over: there is no `{own}.in` beside it");
                complaints.warn_about(shown(ending), words);
            }
        } else if beside.answer.is_some() && !beside.has_interaction {
            let message = format!("answer without an input: expected `{own}.in` next to it");
            complaints.about(shown("ans"), message);
        } else if beside.output.is_some() {
            complaints.warn_about(shown("out"), "is passed over: no case has this name");
        }
        if let Some(settings) = &beside.settings {
            warn_of_settings(self.folder, self.edition, settings, complaints);
        }
        if beside.files.is_some() {
            complaints.warn_about(shown("files"), "is passed over: no case has this name");
        }
    }

    /// Where a file of a case is without links.
    pub(super) fn usable(
        &self,
        entry: &Entry,
        complaints: &mut Complaints,
    ) -> Result<PathBuf, Unusable> {
        let found = match entry.kind {
            Kind::File => self.folder.readable(&entry.path, LARGEST_CASE_FILE),
            Kind::Folder | Kind::Special => Err("expected a regular file".into()),
            Kind::Astray => Err(self.folder.astray(&entry.path)),
        };
        found.map_err(|wrong: Wrong| {
            complaints.about(self.folder.shown(&entry.path), wrong);
            Unusable
        })
    }

    /// The folder of files that a submission finds beside it.
    pub(super) fn files(&self, entry: &Entry, complaints: &mut Complaints) -> Option<PathBuf> {
        let shown = self.folder.shown(&entry.path);
        match entry.kind {
            _ if self.edition.is_legacy() => {
                complaints.warn_about(shown, "is passed over: `legacy` has no files of cases");
            }
            Kind::Folder => return Some(entry.path.clone()),
            Kind::Astray => complaints.about(shown, self.folder.astray(&entry.path)),
            Kind::File | Kind::Special => complaints.about(shown, "expected a folder"),
        }
        None
    }

    pub(super) fn settings(&mut self, name: &str, entry: Entry, complaints: &mut Complaints) {
        if self.edition.has_legacy_groups() {
            let words = "is passed over: this version has no settings of single cases";
            complaints.warn_about(self.folder.shown(&entry.path), words);
        } else {
            self.data.settings.insert(name.to_owned(), entry.path);
        }
    }
}
