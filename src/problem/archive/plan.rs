//! What an archive says it holds: which names stand for what, and where links lead. Pure: decided
//! before anything is written.

use std::collections::BTreeMap;

use super::error::Fault;

/// Most bytes of a name or target: systems allow 4096, with all the folders that it is in.
pub(super) const LONGEST: usize = 1000;

/// Most bytes of a part of a name: file systems allow no more.
const LONGEST_PART: usize = 255;

/// Most parts of a name or target.
const MOST_PARTS: usize = 64;

/// The fault of what is longer.
pub(super) const TOO_LONG: Fault = Fault::TooLong { most_bytes: LONGEST, most_parts: MOST_PARTS };

/// The folder that macOS puts beside what it archives: nothing of the package's.
const BESIDE: &str = "__MACOSX";

/// Files in which macOS and Windows keep how they show a folder.
const LITTER: [&str; 3] = [".ds_store", "thumbs.db", "desktop.ini"];

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A folder.
    Folder,
    /// A regular file.
    File,
    /// A symbolic link.
    Link,
}

/// All paths of an archive, the folders in them included.
#[derive(Debug, Default)]
pub(super) struct Plan {
    kinds: BTreeMap<String, Kind>,
}

impl Plan {
    /// Adds an entry. Its path is its name without what means nothing (`./`, `//`); empty for the
    /// archive's top itself.
    pub(super) fn add(&mut self, name: &str, kind: Kind) -> Result<String, Fault> {
        let parts = parts(name)?;
        let path = parts.join("/");
        for end in 1..parts.len() {
            self.put(&parts[..end].join("/"), Kind::Folder)?;
        }
        if !path.is_empty() {
            self.put(&path, kind)?;
        } else if kind != Kind::Folder {
            return Err(Fault::FileAndFolder);
        }
        Ok(path)
    }

    fn put(&mut self, path: &str, kind: Kind) -> Result<(), Fault> {
        match self.kinds.get(path) {
            None => {
                self.kinds.insert(path.to_owned(), kind);
                Ok(())
            }
            Some(Kind::Folder) if kind == Kind::Folder => Ok(()),
            Some(Kind::Folder) => Err(Fault::FileAndFolder),
            Some(_) if kind == Kind::Folder => Err(Fault::FileAndFolder),
            Some(_) => Err(Fault::Twice),
        }
    }

    /// How many files, folders and links there are.
    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// The folders, each after the one that it is in.
    pub(super) fn folders(&self) -> impl Iterator<Item = &str> {
        let folders = self.kinds.iter().filter(|(_, kind)| **kind == Kind::Folder);
        folders.map(|(path, _)| path.as_str())
    }

    /// The folder that is all of the archive, if there is one.
    pub(super) fn only_folder(&self) -> Option<&str> {
        let mut top = self.kinds.iter().filter(|(path, _)| !path.contains('/'));
        match (top.next(), top.next()) {
            (Some((path, Kind::Folder)), None) => Some(path),
            _ => None,
        }
    }

    /// Checks where the link at this path leads: not out of the package, which is the archive's top
    /// or this folder there. Whether anything is there does not matter. No other link may be on the
    /// way, since what `..` means behind it depends on where it leads.
    pub(super) fn check_target(
        &self,
        link: &str,
        target: &str,
        package: Option<&str>,
    ) -> Result<(), Fault> {
        if target.is_empty() || target.starts_with('/') || target.contains('\0') {
            return Err(Fault::Target);
        }
        if target.split('/').count() > MOST_PARTS {
            return Err(TOO_LONG);
        }
        let inside = |at: &[&str]| package.is_none_or(|package| at.first() == Some(&package));
        let mut at: Vec<&str> = link.split('/').collect();
        at.pop();
        for part in target.split('/').filter(|part| !matches!(*part, "" | ".")) {
            if self.kinds.get(&at.join("/")) == Some(&Kind::Link) {
                return Err(Fault::ThroughLink);
            }
            match part {
                ".." => at.pop().map(drop).ok_or(Fault::LeadsOut)?,
                name => at.push(name),
            }
            if !inside(&at) {
                return Err(Fault::LeadsOut);
            }
        }
        Ok(())
    }
}

/// Whether what is called so is none of the package's, but left by the system that archived it.
pub(super) fn is_litter(name: &str) -> Result<bool, Fault> {
    let parts = parts(name)?;
    let last = parts.last().map(|last| last.to_lowercase()).unwrap_or_default();
    Ok(parts.first() == Some(&BESIDE) || LITTER.contains(&&*last))
}

/// The parts of a name that leads nowhere else.
fn parts(name: &str) -> Result<Vec<&str>, Fault> {
    if name.len() > LONGEST {
        return Err(TOO_LONG);
    }
    let has_drive = matches!(name.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    let leaves = name.split('/').any(|part| part == "..");
    if name.starts_with('/') || name.contains('\\') || has_drive || leaves {
        return Err(Fault::Outside);
    }
    if name.contains('\0') {
        return Err(Fault::ZeroByte);
    }
    let parts: Vec<_> = name.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if parts.len() > MOST_PARTS || parts.iter().any(|part| part.len() > LONGEST_PART) {
        return Err(TOO_LONG);
    }
    Ok(parts)
}
