//! Where the programs of a package are: which files and folders below one folder are programs, and which
//! belong to one.

use std::path::Path;

use super::super::names;
use super::loose::Loose;
use super::{Finder, OUTPUT_VALIDATORS};
use crate::problem::complaint::{Complaints, Origin};
use crate::problem::draft::Found;
use crate::problem::folder::{Entry, Kind};
use crate::problem::surroundings::{is_shared, surroundings};

/// Endings of sources that a program can be made of; what else lies in a folder belongs to one.
const SOURCES: &[&str] = &[
    "c", "cc", "cpp", "cxx", "c++", "C", "py", "py2", "py3", "java", "kt", "rs", "go", "hs", "js",
    "ml", "pas", "rb", "sh", "bash", "pl", "cs",
];

/// Endings of validators in languages of their own, for which no tool is here.
const UNREAD: &[&str] = &["ctd", "viva"];

impl Finder<'_> {
    /// The program of this name: a folder among the output validators, or one beside them.
    pub(super) fn named(&self, name: &str) -> Option<Found<String>> {
        let places = [format!("{OUTPUT_VALIDATORS}/{name}"), name.to_owned()];
        let mut places = places.into_iter().filter(|_| names::counts(name));
        let value = places.find(|place| {
            let path = self.folder.real.join(place);
            self.folder.look(&path) == Ok(Kind::Folder) && self.holds_program(&path)
        })?;
        let origin =
            Origin { file: self.folder.shown(&self.folder.real.join(&value)).into(), place: None };
        Some(Found { value, origin })
    }

    /// A folder that is one program; in drafts its only folder with sources may be that.
    pub(super) fn whole_folder(
        &self,
        name: &str,
        complaints: &mut Complaints,
    ) -> Option<Found<String>> {
        let (path, entries) = self.entries(name, complaints)?;
        let origin = Origin { file: self.folder.shown(&path).into(), place: None };
        if entries.iter().any(is_of_program) {
            self.warn_of_links(&path, complaints);
            return Some(Found { value: name.to_owned(), origin });
        }
        let mut folders = entries.iter().filter(|entry| entry.kind == Kind::Folder);
        match (folders.next(), folders.next()) {
            (Some(only), None) => Some(Found { value: format!("{name}/{}", only.name), origin }),
            (Some(_), Some(_)) => {
                complaints
                    .at(&origin, "holds several folders: expected the sources of one program");
                None
            }
            (None, _) => {
                complaints.warn_at(&origin, "holds no program");
                None
            }
        }
    }

    /// The programs that stand in a folder, in byte order of their names: each folder, and each source
    /// alone; sources with a header beside them are one program each that sees it.
    pub(super) fn programs(&self, name: &str, complaints: &mut Complaints) -> Vec<Found<String>> {
        let Some((path, entries)) = self.entries(name, complaints) else { return Vec::new() };
        let sources =
            entries.iter().filter(|entry| entry.kind == Kind::File && is_source(&entry.name));
        let loose = Loose::read(self.folder, sources);
        let mut programs = Vec::new();
        for entry in &entries {
            let shown = self.folder.shown(&entry.path);
            let origin = Origin { file: shown.clone().into(), place: None };
            if entry.kind == Kind::File && has_ending(&entry.name, UNREAD) {
                complaints.warn_at(&origin, "is not run: there is no tool for this language here");
            } else if entry.kind == Kind::Folder && entry.name != "__pycache__" {
                if self.holds_program(&entry.path) {
                    self.warn_of_links(&entry.path, complaints);
                    programs.push(Found { value: format!("{name}/{}", entry.name), origin });
                } else {
                    complaints.warn_at(&origin, "holds no program");
                }
            } else if entry.kind == Kind::File && is_source(&entry.name) {
                if !loose.is_module(&entry.name) {
                    programs.push(Found { value: format!("{name}/{}", entry.name), origin });
                }
            } else if entry.kind == Kind::Astray && is_source(&entry.name) {
                complaints.about(shown, self.folder.astray(&entry.path));
            } else if entry.kind == Kind::Astray {
                self.warn_of_link(&entry.path, complaints);
            }
        }
        if programs.is_empty() && !entries.iter().any(|entry| has_ending(&entry.name, UNREAD)) {
            complaints.warn_about(self.folder.shown(&path), "holds no program");
        }
        // Loose sources with a script that builds or runs them are one program, as is a source with what
        // it includes beside it.
        let is_file = |kind: Kind| matches!(kind, Kind::File | Kind::Astray);
        let is_with = |entry: &Entry| is_file(entry.kind) && !is_source(&entry.name);
        let whole = entries.iter().any(|entry| is_script(&entry.name))
            || programs.len() == 1 && entries.iter().any(is_with)
            || programs.len() > 1 && loose.is_one_program(programs.len());
        if whole && entries.iter().any(is_of_program) {
            let origin = Origin { file: self.folder.shown(&path).into(), place: None };
            return vec![Found { value: name.to_owned(), origin }];
        }
        programs
    }

    /// Warns of links in the folder of a program that lead nowhere or astray. Whether anybody needs them is
    /// the compiler's to say.
    fn warn_of_links(&self, program: &Path, complaints: &mut Complaints) {
        let files = self.folder.files_below(program, &mut Complaints::default());
        for file in files.iter().filter(|file| file.kind == Kind::Astray) {
            self.warn_of_link(&file.path, complaints);
        }
    }

    fn warn_of_link(&self, link: &Path, complaints: &mut Complaints) {
        if !is_shared(link, &surroundings(&self.folder.real)) {
            let wrong = self.folder.astray(link);
            let words = format!("is passed over: {wrong}");
            complaints.warn_about(self.folder.shown(link), words);
        }
    }

    /// Whether there are sources somewhere in a folder, and not headers alone that programs share.
    fn holds_program(&self, path: &Path) -> bool {
        let files = self.folder.files_below(path, &mut Complaints::default());
        files.iter().any(|file| {
            let name = file.path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            is_source(name) || is_script(name)
        })
    }

    pub(super) fn entries(
        &self,
        name: &str,
        complaints: &mut Complaints,
    ) -> Option<(std::path::PathBuf, Vec<Entry>)> {
        let path = self.folder.real.join(name);
        std::fs::symlink_metadata(&path).ok()?;
        if let Err(wrong) = self.folder.look(&path) {
            complaints.about(self.folder.shown(&path), wrong);
            return None;
        }
        let mut entries = self.folder.entries(&path, complaints);
        entries.retain(|entry| {
            let counts = names::counts(&entry.name);
            if !counts {
                complaints.warn_about(self.folder.shown(&entry.path), names::DOES_NOT_COUNT);
            }
            counts
        });
        Some((path, entries))
    }
}

/// Whether a folder with this in it is a program.
fn is_of_program(entry: &Entry) -> bool {
    entry.kind == Kind::File && (is_source(&entry.name) || is_script(&entry.name))
}

fn is_source(name: &str) -> bool {
    has_ending(name, SOURCES)
}

fn has_ending(name: &str, endings: &[&str]) -> bool {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| endings.contains(&ending))
}

fn is_script(name: &str) -> bool {
    matches!(name, "build" | "run")
}
