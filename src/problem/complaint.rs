//! What is wrong with a problem folder: every complaint with its file and place.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use jury_checkers::Place;

use crate::machine;

/// Longest list of complaints that a [`LoadError`] prints; all are kept in it.
const SHOWN: usize = 50;

/// One thing that is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// The file or folder, below the problem folder as the user named it.
    pub path: PathBuf,
    /// Line and column (both counted from 1, the column in bytes), where the file has them.
    pub place: Option<Place>,
    /// What is wrong, what was expected.
    pub message: String,
    /// Whether the machine is at fault (a failing disk, no descriptors left) and not the package.
    pub by_machine: bool,
}

/// Where something is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Origin {
    /// The file, below the problem folder as the user named it.
    pub(super) file: Rc<Path>,
    /// The place in it, where it is known.
    pub(super) place: Option<Place>,
}

/// What is wrong, before it is known where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wrong {
    message: String,
    by_machine: bool,
}

impl Wrong {
    /// Something cannot be read: `what` says so.
    pub(super) fn unreadable(what: impl fmt::Display, error: &io::Error) -> Self {
        Self { message: format!("{what}: {error}"), by_machine: machine::is_at_fault(error) }
    }

    /// The same, about the value of this key.
    pub(super) fn of_key(self, key: &str) -> Self {
        Self { message: format!("`{key}`: {}", self.message), ..self }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl<T: Into<String>> From<T> for Wrong {
    fn from(message: T) -> Self {
        Self { message: message.into(), by_machine: false }
    }
}

impl fmt::Display for Complaint {
    /// `file:line:column: message`, or `file: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.path.display())?;
        if let Some(Place { line, column }) = self.place {
            write!(f, "{line}:{column}:")?;
        }
        write!(f, " {}", self.message)
    }
}

/// The folder is not a problem that can be judged: the setter's fault, told whole.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", Lines(complaints))]
pub struct LoadError {
    /// The folder as the user named it.
    pub folder: PathBuf,
    /// All that is wrong, never empty: the file of settings first, from top to bottom, then the other
    /// files in byte order of their paths.
    pub complaints: Vec<Complaint>,
}

impl LoadError {
    /// Whether some of it is the machine's fault; then nothing is known of the package.
    pub fn by_machine(&self) -> bool {
        self.complaints.iter().any(|complaint| complaint.by_machine)
    }
}

/// Complaints, one a line.
struct Lines<'a>(&'a [Complaint]);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, complaint) in self.0.iter().take(SHOWN).enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{complaint}")?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

/// Complaints being collected, and warnings and remarks.
#[derive(Debug, Default)]
pub(super) struct Complaints {
    errors: Vec<Complaint>,
    warnings: Vec<Complaint>,
    remarks: Vec<Complaint>,
}

impl Complaints {
    /// Remarks on a whole file or folder, on which no verdict depends.
    pub(super) fn remark_about(&mut self, path: impl Into<PathBuf>, message: impl Into<String>) {
        let (path, message) = (path.into(), message.into());
        self.remarks.push(Complaint { path, place: None, message, by_machine: false });
    }

    /// Remarks on what is written there.
    pub(super) fn remark_at(&mut self, origin: &Origin, message: impl Into<String>) {
        let (path, place) = (origin.file.as_ref().into(), origin.place);
        self.remarks.push(Complaint { path, place, message: message.into(), by_machine: false });
    }

    /// The remarks so far, the file of settings first; none are left.
    pub(super) fn take_remarks(&mut self, settings: &str) -> Vec<Complaint> {
        in_order(std::mem::take(&mut self.remarks), settings)
    }

    /// Warns of a whole file or folder, which can be judged by all the same.
    pub(super) fn warn_about(&mut self, path: impl Into<PathBuf>, message: impl Into<String>) {
        self.warn(path.into(), None, message.into());
    }

    /// Warns of what is written there.
    pub(super) fn warn_at(&mut self, origin: &Origin, message: impl Into<String>) {
        self.warn(origin.file.as_ref().into(), origin.place, message.into());
    }

    fn warn(&mut self, path: PathBuf, place: Option<Place>, message: String) {
        self.warnings.push(Complaint { path, place, message, by_machine: false });
    }

    /// Adds what was found elsewhere.
    pub(super) fn take(&mut self, others: Self) {
        self.errors.extend(others.errors);
        self.warnings.extend(others.warnings);
        self.remarks.extend(others.remarks);
    }

    /// Adds what was found where nothing is that a verdict depends on: what is wrong there is a warning. What
    /// the machine could not read is wrong all the same.
    pub(super) fn take_lightly(&mut self, others: Self) {
        let (by_machine, by_setter): (Vec<_>, Vec<_>) =
            others.errors.into_iter().partition(|complaint| complaint.by_machine);
        self.errors.extend(by_machine);
        self.warnings.extend(by_setter);
        self.warnings.extend(others.warnings);
        self.remarks.extend(others.remarks);
    }

    /// The warnings so far, the file of settings first; none are left.
    pub(super) fn take_warnings(&mut self, settings: &str) -> Vec<Complaint> {
        in_order(std::mem::take(&mut self.warnings), settings)
    }

    /// Adds one about a whole file or folder.
    pub(super) fn about(&mut self, path: impl Into<PathBuf>, wrong: impl Into<Wrong>) {
        self.add(path.into(), None, wrong.into());
    }

    /// Adds one about what is written there.
    pub(super) fn at(&mut self, origin: &Origin, wrong: impl Into<Wrong>) {
        self.add(origin.file.as_ref().into(), origin.place, wrong.into());
    }

    fn add(&mut self, path: PathBuf, place: Option<Place>, wrong: Wrong) {
        let Wrong { message, by_machine } = wrong;
        self.errors.push(Complaint { path, place, message, by_machine });
    }

    /// `value` if there was nothing to complain of; else what there was, the file of settings first.
    pub(super) fn or<T>(
        self,
        folder: &Path,
        settings: &str,
        value: Option<T>,
    ) -> Result<T, LoadError> {
        match value {
            Some(value) if self.errors.is_empty() => Ok(value),
            _ => {
                let complaints = in_order(self.errors, settings);
                Err(LoadError { folder: folder.into(), complaints })
            }
        }
    }
}

/// The file of settings first, from top to bottom, then the other files in byte order.
fn in_order(mut complaints: Vec<Complaint>, settings: &str) -> Vec<Complaint> {
    complaints.sort_by_cached_key(|complaint| {
        let first = complaint.path.file_name().is_some_and(|name| name == settings);
        let place = complaint.place.map(|place| (place.line, place.column));
        (!first, complaint.path.clone(), place)
    });
    complaints.dedup();
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_fault_of_the_machine_is_enough_to_know_nothing() {
        let error = |by_machine: &[bool]| {
            let complaint = |&by_machine| Complaint {
                path: "p".into(),
                place: None,
                message: String::new(),
                by_machine,
            };
            let complaints = by_machine.iter().map(complaint).collect();
            LoadError { folder: "p".into(), complaints }
        };
        assert!(!error(&[false, false]).by_machine());
        assert!(error(&[false, true]).by_machine());
    }
}
