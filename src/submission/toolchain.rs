//! Finds on this machine what a language's table entry asks for, by asking the tools themselves.
//! Knows nothing of submissions.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::language::{Finding, LANGUAGES, Language, Tool};
use crate::sandbox::host::{Host, HostError};

/// Folders of the host that every sandbox shows.
const ALWAYS_SEEN: &[&str] = &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/// Linkers for Rust, in this order.
const LINKERS: &[&str] = &["cc", "gcc", "clang"];

/// The first Rust release with the 2024 edition.
const EDITION_2024: u32 = 85;

/// What a language's toolchain is on this machine, for showing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolchain {
    /// The language's title.
    pub language: &'static str,
    /// Version, or what is missing and what to do about it.
    pub version: Result<String, String>,
}

/// Why a language cannot be built here: the machine's fault.
#[derive(Debug, thiserror::Error)]
pub enum ToolchainError {
    /// There is no such tool.
    #[error("{language} cannot be built here, as there is no `{tool}`: {advice}")]
    Missing {
        /// The language's title.
        language: &'static str,
        /// The tool looked for first.
        tool: &'static str,
        /// What to do about it.
        advice: String,
    },
    /// The tool does not say what must be known of it.
    #[error("{language} cannot be built here: {source}")]
    Silent {
        /// The language's title.
        language: &'static str,
        /// What went wrong.
        source: HostError,
    },
}

/// All that commands and sandboxes must know of a toolchain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Kit {
    /// What it calls itself, precisely enough to tell one release from the next.
    pub(super) version: String,
    /// Host paths that it needs beside those that every sandbox shows.
    pub(super) mounts: Vec<PathBuf>,
    /// What placeholders of its commands stand for.
    pub(super) words: BTreeMap<&'static str, Vec<String>>,
    /// What was found by the names of its tools, and where links led from there.
    pub(super) found: Vec<PathBuf>,
}

/// Every language and its toolchain on this machine, found by asking.
pub fn toolchains() -> Vec<Toolchain> {
    let host = Host::new([]);
    let languages = LANGUAGES.iter();
    languages
        .map(|language| {
            let version = match (locate(language, &host), &language.tool) {
                (Ok(_), None) => Ok("needs none".into()),
                (Ok(kit), Some(_)) => Ok(kit.version),
                (Err(ToolchainError::Missing { tool, advice, .. }), _) => {
                    Err(format!("no `{tool}`: {advice}"))
                }
                (Err(ToolchainError::Silent { source, .. }), _) => Err(source.to_string()),
            };
            Toolchain { language: language.title, version }
        })
        .collect()
}

/// Finds the toolchain of a language.
pub(super) fn locate(language: &Language, host: &Host) -> Result<Kit, ToolchainError> {
    let Some(Tool { names, finding, install }) = &language.tool else { return Ok(Kit::default()) };
    let find = |names: &[&'static str]| {
        let found = names.iter().find_map(|name| host.find(name));
        found.ok_or_else(|| {
            let passed_over = names.iter().find_map(|name| host.passed_over(name));
            let advice = passed_over.map_or_else(
                || (*install).to_owned(),
                |path| {
                    let path = path.display();
                    format!("{install}; {path} lies in a folder under judgement and does not count")
                },
            );
            ToolchainError::Missing { language: language.title, tool: names[0], advice }
        })
    };
    let tool = find(names)?;
    let linker = (*finding == Finding::Rust).then(|| find(LINKERS)).transpose()?;
    let kit = match (finding, &linker) {
        (Finding::Gcc(libraries), _) => gcc(host, &tool, libraries),
        (Finding::Rust, linker) => rust(host, &tool, linker.as_deref().unwrap_or(&tool)),
        (Finding::Python, _) => python(host, &tool),
        (Finding::Java, _) => java(host, &tool),
        (Finding::Go, _) => go(host, &tool),
    };
    let kit = kit.map_err(|source| ToolchainError::Silent { language: language.title, source })?;
    let found = [tool].into_iter().chain(linker);
    let found = found.flat_map(|path| [fs::canonicalize(&path).ok(), Some(path)]).flatten();
    Ok(Kit { found: found.collect(), ..kit })
}

impl Kit {
    fn new(tool: &Path, version: String) -> Self {
        let mut kit = Self { version, ..Self::default() };
        kit.set("tool", tool);
        kit
    }

    fn set(&mut self, word: &'static str, value: &Path) {
        self.words.insert(word, vec![value.display().to_string()]);
    }

    /// Whether a part of it lies in this folder.
    pub(super) fn lies_in(&self, folder: &Path) -> bool {
        let parts = self.found.iter().chain(&self.mounts).map(PathBuf::as_path);
        let tool = self.words.get("tool").into_iter().flatten().map(Path::new);
        parts.chain(tool).any(|part| part.starts_with(folder))
    }

    /// Makes a host path seen inside, if it is not already.
    fn show(&mut self, path: &Path) {
        let shown = self.mounts.iter().any(|mount| path.starts_with(mount));
        if !shown && !is_always_seen(path) {
            self.mounts.push(path.into());
        }
    }

    /// Makes a tool seen inside, with what was installed beside it: never more than its own folder
    /// where that looks like a collection of tools, such as `~/bin`.
    fn show_tool(&mut self, tool: &Path) {
        let folder = tool.parent().unwrap_or(tool);
        let prefix = prefix(tool);
        let installation = prefix.file_name().is_some() && prefix.join("lib").is_dir();
        self.show(if installation && !is_always_seen(folder) { &prefix } else { folder });
    }
}

fn is_always_seen(path: &Path) -> bool {
    ALWAYS_SEEN.iter().any(|seen| path.starts_with(seen))
}

fn gcc(host: &Host, tool: &Path, libraries: &[&str]) -> Result<Kit, HostError> {
    let version = host.ask(tool, &["--version"])?;
    let mut kit = Kit::new(tool, version.lines().next().unwrap_or_default().into());
    kit.show_tool(tool);
    let mut flags = vec!["-static".to_owned()];
    for library in libraries {
        // The tool answers with a path where it has the library, else with the bare name.
        let answer = host.ask(tool, &[format!("-print-file-name={library}")])?;
        if !Path::new(&answer).is_absolute() {
            flags.clear();
        }
    }
    kit.words.insert("static", flags);
    Ok(kit)
}

fn rust(host: &Host, proxy: &Path, linker: &Path) -> Result<Kit, HostError> {
    let sysroot = host.ask_where(proxy, &["--print", "sysroot"])?;
    let real = sysroot.join("bin/rustc");
    let tool = if real.is_file() { &real } else { proxy };
    let version = host.ask(tool, &["--version"])?;
    // "rustc 1.95.0 (59807616e 2026-04-14)"
    let minor = version.split('.').nth(1).and_then(|minor| minor.parse::<u32>().ok());
    let edition = if minor.is_some_and(|minor| minor >= EDITION_2024) { "2024" } else { "2021" };
    let mut kit = Kit::new(tool, version);
    kit.words.insert("edition", vec![edition.into()]);
    kit.set("linker", linker);
    kit.show(&sysroot);
    kit.show_tool(linker);
    Ok(kit)
}

fn python(host: &Host, shim: &Path) -> Result<Kit, HostError> {
    let question = "import os, sys\n\
                    print(os.path.realpath(sys.executable), sys.base_prefix, sep='\\n')\n\
                    print('Python', sys.version.replace('\\n', ' '))";
    // Isolated (`-I`): no variable and no file of its user's changes what it is.
    let answer = host.ask(shim, &["-I", "-c", question])?;
    let mut lines = answer.lines();
    let mut next = || lines.next().unwrap_or_default();
    let (tool, base) = (PathBuf::from(next()), PathBuf::from(next()));
    host.expect_ours(shim, &tool)?;
    host.expect_ours(shim, &base)?;
    let mut kit = Kit::new(&tool, next().into());
    kit.show(&base);
    kit.show_tool(&tool);
    Ok(kit)
}

fn java(host: &Host, javac: &Path) -> Result<Kit, HostError> {
    let javac = fs::canonicalize(javac).unwrap_or_else(|_| javac.into());
    let home = prefix(&javac);
    let release = fs::read_to_string(home.join("release")).unwrap_or_default();
    let version = release.lines().find_map(|line| line.strip_prefix("JAVA_RUNTIME_VERSION="));
    let version = match version {
        Some(version) => format!("javac {}", version.trim_matches('"')),
        // Asking takes as long as compiling does, so only where the file does not tell.
        None => host.ask(&javac, &["-version"])?,
    };
    let mut kit = Kit::new(&javac, version);
    kit.set("java", &home.join("bin/java"));
    kit.show(&home);
    for folder in ["conf", "lib", "lib/security"] {
        show_settings(&mut kit, &home.join(folder));
    }
    Ok(kit)
}

/// Distributions keep a Java home's settings in `/etc/java-*` and link to them: shows what the
/// links in this folder lead to.
fn show_settings(kit: &mut Kit, folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let links = entries.map(|entry| entry.path()).filter(|path| path.is_symlink());
    for target in links.filter_map(|link| fs::canonicalize(link).ok()) {
        let mut ancestors = target.ancestors().collect::<Vec<_>>();
        ancestors.reverse();
        if let Some(settings) = ancestors.get(2).filter(|path| path.starts_with("/etc")) {
            kit.show(settings);
        }
    }
}

fn go(host: &Host, tool: &Path) -> Result<Kit, HostError> {
    let root = host.ask_where(tool, &["env", "GOROOT"])?;
    let real = root.join("bin/go");
    let tool = if real.is_file() { &real } else { tool };
    let mut kit = Kit::new(tool, host.ask(tool, &["version"])?);
    kit.show(&root);
    kit.show_tool(tool);
    Ok(kit)
}

/// The folder that a tool was installed under: the parent of its `bin`.
fn prefix(tool: &Path) -> PathBuf {
    let folder = tool.parent().unwrap_or(Path::new("/"));
    match folder.file_name() {
        Some(name) if name == "bin" => folder.parent().unwrap_or(folder).into(),
        _ => folder.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Kit, locate, toolchains};
    use crate::sandbox::host::Host;
    use crate::submission::language::{
        FileName, Finding, FolderRule, Keeps, LANGUAGES, Language, Tool,
    };
    use std::path::Path;

    #[test]
    fn every_language_is_told_of() {
        let titles: Vec<&str> = toolchains().iter().map(|toolchain| toolchain.language).collect();
        let expected: Vec<&str> = LANGUAGES.iter().map(|language| language.title).collect();
        assert_eq!(titles, expected);
    }

    #[test]
    fn rust_is_found_where_it_really_is() {
        // Whoever runs this test has a Rust toolchain.
        let kit = locate(Language::named("rust").unwrap(), &Host::new([])).unwrap();
        assert!(kit.version.starts_with("rustc 1."), "{}", kit.version);
        let tool = Path::new(&kit.words["tool"][0]);
        assert!(tool.ends_with("bin/rustc"), "{tool:?}");
        assert_eq!(kit.words["edition"], ["2024"]);
    }

    #[test]
    fn a_missing_tool_is_named_with_what_to_install() {
        let tool = Tool {
            names: &["no-such-compiler-1", "no-such-compiler-2"],
            finding: Finding::Go,
            install: "install it",
        };
        let language = Language {
            name: "none",
            title: "None",
            extensions: &[],
            time_factor: 1.0,
            interpreters: &[],
            file_name: FileName::Fixed("main"),
            folder: FolderRule::Never,
            tool: Some(tool),
            build: &[],
            keeps: Keeps::Output,
            run: &[],
            build_environment: &[],
            run_environment: &[],
        };
        assert_eq!(
            locate(&language, &Host::new([])).unwrap_err().to_string(),
            "None cannot be built here, as there is no `no-such-compiler-1`: install it"
        );
    }

    #[test]
    fn a_tool_shows_no_more_than_it_must() {
        let folder = tempfile::tempdir().unwrap();
        let case = |tool: &Path, expected: &[&Path]| {
            let mut kit = Kit::default();
            kit.show_tool(tool);
            assert_eq!(kit.mounts, expected, "{}", tool.display());
        };
        let home = folder.path().join("home");
        let installed = folder.path().join("gcc-13");
        std::fs::create_dir_all(installed.join("lib")).unwrap();
        case(&home.join("bin/gcc"), &[&home.join("bin")]);
        case(&installed.join("bin/gcc"), &[&installed]);
        case(Path::new("/usr/bin/gcc"), &[]);
        case(Path::new("/bin/gcc"), &[]);
        case(Path::new("/usr/local/bin/gcc"), &[]);
    }

    #[test]
    fn an_executable_needs_nothing() {
        let kit = locate(Language::named("executable").unwrap(), &Host::new([])).unwrap();
        assert!(kit.mounts.is_empty() && kit.words.is_empty());
    }
}
