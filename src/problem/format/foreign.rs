//! The marks of formats of other judges and of contests: a file, and what tells it from others of its name.

use std::fs;
use std::path::Path;

use crate::regular;

/// Longest file that is looked into, in bytes.
const LONGEST: u64 = 4 << 20;

/// A format that another judge reads.
#[derive(Debug)]
pub(super) struct ForeignFormat {
    /// Its name, with the article.
    pub(super) name: &'static str,
    /// The file at the top of its packages.
    pub(super) file: &'static str,
    /// What tells that file from others of the name.
    pub(super) sign: Sign,
    /// Folders of which its packages have one: beside them, a file of the name is no other's. Where none are named,
    /// it is no other's anywhere.
    pub(super) folders: &'static [&'static str],
}

/// What tells a format's file from others of the name.
#[derive(Debug)]
pub(super) enum Sign {
    /// A folder beside it.
    FilesBeside(&'static str),
    /// One of these words in it.
    Words(&'static [&'static str]),
}

impl ForeignFormat {
    /// Whether a folder bears the format's marks.
    pub(super) fn marks(&self, folder: &Path) -> bool {
        let file = folder.join(self.file);
        if fs::symlink_metadata(&file).is_err() {
            return false;
        }
        match self.sign {
            Sign::FilesBeside(other) => folder.join(other).is_dir(),
            Sign::Words(words) => {
                let read = fs::canonicalize(&file).and_then(|real| regular::read(&real, LONGEST));
                // What cannot be looked into may be of the format.
                read.map_or(true, |bytes| {
                    let text = String::from_utf8_lossy(&bytes);
                    words.iter().any(|word| text.contains(word))
                })
            }
        }
    }

    /// What its file lacks to be the format's, where a folder has a file of that name without the mark.
    pub(super) fn lacks(&self, folder: &Path) -> Option<String> {
        let Self { name, file, sign: Sign::Words(words), folders } = self else { return None };
        let is_there = fs::symlink_metadata(folder.join(file)).is_ok();
        let is_beside = |name: &&str| folder.join(name).is_dir();
        let is_meant = is_there && (folders.is_empty() || folders.iter().any(is_beside));
        (is_meant && !self.marks(folder)).then(|| {
            let lacks = match words {
                [one] => format!("it lacks `{one}`"),
                several => format!("it has none of `{}`", several.join("`, `")),
            };
            format!("has `{file}`, but not that of {name}: {lacks}")
        })
    }

    /// Its marks in words.
    pub(super) fn sign(&self) -> String {
        match &self.sign {
            Sign::FilesBeside(other) => format!("`{}` beside a folder `{other}`", self.file),
            Sign::Words(words) => format!("`{}` with {}", self.file, one_of(words)),
        }
    }
}

/// Words of which a file must have one.
fn one_of(words: &[&str]) -> String {
    let words: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(" or ")
}
