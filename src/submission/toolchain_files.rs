//! What was found of a language's tools on this machine, and what a sandbox must show of the host for
//! them.

use std::fs;
use std::path::{Path, PathBuf};

use super::command::Words;

/// Folders of the host that every sandbox shows.
const ALWAYS_SEEN: &[&str] = &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/// All that commands and sandboxes must know of a toolchain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ToolchainFiles {
    /// What it calls itself, precisely enough to tell one release from the next.
    pub(super) version: String,
    /// Host paths that it needs beside those that every sandbox shows.
    pub(super) mounts: Vec<PathBuf>,
    /// What placeholders of its commands stand for.
    pub(super) words: Words,
    /// The file that says how it is found, where that is not ours.
    pub(super) said_by: Option<PathBuf>,
}

impl ToolchainFiles {
    /// Whether a part of it lies in this folder.
    pub(super) fn lies_in(&self, folder: &Path) -> bool {
        let words = self.words.values().flatten().map(Path::new);
        let parts = self.mounts.iter().chain(&self.said_by).map(PathBuf::as_path);
        parts.chain(words).any(|part| part.starts_with(folder))
    }

    /// Makes a host path seen inside: a folder, or a tool with what was installed beside it, but never
    /// more than its own folder where that looks like a collection of tools, such as `~/bin`. Nothing
    /// of what is not there.
    pub(super) fn show(&mut self, path: &Path) {
        if !path.exists() {
            return;
        }
        // Settings stand beside those of others.
        if path.is_dir() || path.starts_with("/etc") {
            return self.mount(path);
        }
        let folder = path.parent().unwrap_or(path);
        let home = home(path);
        let installation = home.file_name().is_some() && home.join("lib").is_dir();
        self.mount(if installation && !is_always_seen(folder) { &home } else { folder });
    }

    /// Makes seen what links in this folder lead to below `/etc`.
    pub(super) fn show_settings(&mut self, folder: &Path) {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let links = entries.map(|entry| entry.path()).filter(|path| path.is_symlink());
        for target in links.filter_map(|link| fs::canonicalize(link).ok()) {
            let mut ancestors = target.ancestors().collect::<Vec<_>>();
            ancestors.reverse();
            if let Some(settings) = ancestors.get(2).filter(|path| path.starts_with("/etc")) {
                self.mount(settings);
            }
        }
    }

    fn mount(&mut self, path: &Path) {
        let shown = self.mounts.iter().any(|mount| path.starts_with(mount));
        if !shown && !is_always_seen(path) {
            self.mounts.push(path.into());
        }
    }
}

fn is_always_seen(path: &Path) -> bool {
    ALWAYS_SEEN.iter().any(|seen| path.starts_with(seen))
}

/// The folder that a tool was installed in: the parent of its `bin`.
pub(super) fn home(tool: &Path) -> PathBuf {
    let folder = tool.parent().unwrap_or(Path::new("/"));
    match folder.file_name() {
        Some(name) if name == "bin" => folder.parent().unwrap_or(folder).into(),
        _ => folder.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::ToolchainFiles;
    use std::path::Path;

    #[test]
    fn a_tool_shows_no_more_than_it_must() {
        let folder = tempfile::tempdir().unwrap();
        let case = |tool: &Path, expected: &[&Path]| {
            let mut kit = ToolchainFiles::default();
            kit.show(tool);
            assert_eq!(kit.mounts, expected, "{}", tool.display());
        };
        let home = folder.path().join("home");
        let installed = folder.path().join("gcc-13");
        for bin in [home.join("bin"), installed.join("bin"), installed.join("lib")] {
            std::fs::create_dir_all(&bin).unwrap();
            std::fs::write(bin.join("gcc"), "").unwrap();
        }
        case(&home.join("bin/gcc"), &[&home.join("bin")]);
        case(&installed.join("bin/gcc"), &[&installed]);
        case(&installed, &[&installed]);
        case(Path::new("/etc/passwd"), &[Path::new("/etc/passwd")]);
        case(Path::new("/etc/no/such"), &[]);
        case(Path::new("/usr/bin/gcc"), &[]);
        case(Path::new("/bin/gcc"), &[]);
        case(Path::new("/usr/local/bin/gcc"), &[]);
    }
}
