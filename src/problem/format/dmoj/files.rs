//! Files of data: in the folder, or in the archive there.

use std::path::{Component, Path, PathBuf};

use super::super::sheet::{Sheet, quoted};
use super::python::is_false;
use crate::problem::complaint::{Complaints, Origin, Wrong};
use crate::problem::copies::Copies;
use crate::problem::folder::Folder;
use crate::problem::line_ends::normal;
use crate::regular::{LARGEST_CASE_FILE, read_case_file};
use crate::yaml::Node;

/// Where files are looked for.
pub(super) struct Files<'a> {
    folder: &'a Folder,
    sheet: &'a Sheet,
    is_binary: bool,
    copies: Option<Copies>,
    /// Where the archive's files are.
    archive: Option<PathBuf>,
}

impl<'a> Files<'a> {
    /// Those of a folder. Unpacks the archive, if there is one.
    pub(super) fn open(folder: &'a Folder, sheet: &'a Sheet, complaints: &mut Complaints) -> Self {
        let is_binary = sheet.get("binary_data").is_some_and(|node| !is_false(node));
        let mut files = Self { folder, sheet, is_binary, copies: None, archive: None };
        files.unpack(complaints);
        files
    }

    /// The folder.
    pub(super) fn folder(&self) -> &'a Folder {
        self.folder
    }

    /// The files of the archive in its order; `None` where none was unpacked.
    pub(super) fn packed(&self) -> Option<&[String]> {
        self.copies.as_ref().and_then(Copies::packed)
    }

    /// Whether there is no archive, though one is named: what is wrong with it was told, and what it holds nobody
    /// knows.
    pub(super) fn is_archive_lost(&self) -> bool {
        self.archive.is_none() && self.sheet.get("archive").is_some()
    }

    /// What was copied.
    pub(super) fn into_copies(self) -> Option<Copies> {
        self.copies
    }

    fn unpack(&mut self, complaints: &mut Complaints) {
        let Some(archive) = self.sheet.text("archive", complaints) else { return };
        let real = match self.folder.inside(&archive.value) {
            Ok(real) => real,
            Err(wrong) => {
                complaints.at(&archive.origin, wrong.of_key("archive"));
                return;
            }
        };
        let Some(copies) = self.copies(complaints) else { return };
        match copies.unpack(&real).map(Path::to_owned) {
            Ok(top) => self.archive = Some(top),
            Err(error) => complaints.at(&archive.origin, format!("`archive`: {error}")),
        }
    }

    fn copies(&mut self, complaints: &mut Complaints) -> Option<&mut Copies> {
        if self.copies.is_none() {
            match Copies::new() {
                Ok(copies) => self.copies = Some(copies),
                Err(error) => {
                    let wrong = Wrong::unreadable("cannot make a temporary folder", &error);
                    complaints.about(&self.folder.shown, wrong);
                }
            }
        }
        self.copies.as_mut()
    }

    /// A file of a case, with the line ends that DMOJ gives it, or an empty one where none is named.
    pub(super) fn of_case(
        &mut self,
        key: &str,
        stated: Option<&Node>,
        complaints: &mut Complaints,
    ) -> Option<PathBuf> {
        let Some(stated) = stated else { return self.put(b"", None, complaints) };
        let origin = self.sheet.origin(stated);
        let Some(name) = stated.as_text() else {
            complaints.at(&origin, format!("`{key}`: expected the name of a file"));
            return None;
        };
        match self.find(name) {
            Ok(path) => self.normalized(path, &origin, complaints),
            Err(_) if self.is_archive_lost() => None,
            Err(wrong) => {
                complaints.at(&origin, wrong.of_key(key));
                None
            }
        }
    }

    /// A file of data, in the folder before the archive.
    pub(super) fn find(&self, name: &str) -> Result<PathBuf, Wrong> {
        let plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if !Path::new(name).components().all(plain) || name.contains('\0') {
            return Err(format!("{} is not inside the problem folder", quoted(name)).into());
        }
        let own = self.folder.real.join(name);
        if own.symlink_metadata().is_ok() {
            return self.folder.readable(&own, LARGEST_CASE_FILE);
        }
        let packed = self.archive.as_ref().map(|top| top.join(name));
        match packed.filter(|path| path.is_file()) {
            // Links of an archive stay in it.
            Some(path) => Ok(path),
            None if self.archive.is_some() => {
                Err(format!("there is no file {} in the folder or its archive", quoted(name))
                    .into())
            }
            None => Err(format!("there is no file {}", quoted(name)).into()),
        }
    }

    /// The file, or a copy of it: every line of texts ends with a newline alone, the last one too.
    fn normalized(
        &mut self,
        path: PathBuf,
        origin: &Origin,
        complaints: &mut Complaints,
    ) -> Option<PathBuf> {
        if self.is_binary {
            return Some(path);
        }
        let bytes = match read_case_file(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                complaints.at(origin, Wrong::unreadable("cannot read", &error));
                return None;
            }
        };
        match normal(&bytes) {
            None => Some(path),
            Some(normal) => self.put(&normal, Some(&path), complaints),
        }
    }

    fn put(
        &mut self,
        bytes: &[u8],
        origin: Option<&Path>,
        complaints: &mut Complaints,
    ) -> Option<PathBuf> {
        match self.copies(complaints)?.put(bytes, origin) {
            Ok(path) => Some(path),
            Err(error) => {
                let wrong = Wrong::unreadable("cannot write a temporary file", &error);
                complaints.about(&self.folder.shown, wrong);
                None
            }
        }
    }
}
