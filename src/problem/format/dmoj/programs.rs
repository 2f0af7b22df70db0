//! Programs of the package: of which files they are made, and how these are built.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::super::sheet::{Sheet, quoted};
use super::python::is_false;
use crate::problem::ProgramBuild;
use crate::problem::complaint::{Complaints, Wrong};
use crate::problem::folder::Folder;
use crate::yaml::Node;

/// Endings of sources in C and in C++.
const SOURCES: [(&str, Family); 3] = [("c", Family::C), ("cpp", Family::Cpp), ("cc", Family::Cpp)];

/// Endings of headers.
const HEADERS: [&str; 3] = ["h", "hpp", "hh"];

/// DMOJ's names of languages, and ours. Of others the ending tells, and of those in C of their own names, too.
const LANGUAGES: [(&str, &str); 16] = [
    ("C", "c"),
    ("C11", "c"),
    ("CLANG", "c"),
    ("CPP03", "cpp14"),
    ("CPP11", "cpp14"),
    ("CPP14", "cpp14"),
    ("CPP17", "cpp17"),
    ("CPP20", "cpp"),
    ("CPP23", "cpp23"),
    ("CLANGX", "cpp"),
    ("PY2", "python2"),
    ("PYPY", "python2"),
    ("PY3", "python"),
    ("PYPY3", "python"),
    ("RUST", "rust"),
    ("GO", "go"),
];

/// Ours, and the endings that tell the same.
const TOLD: [(&str, &[&str]); 5] = [
    ("c", &["c"]),
    ("cpp", &["cpp", "cc"]),
    ("python", &["py"]),
    ("rust", &["rs"]),
    ("go", &["go"]),
];

/// Languages whose sources are built together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    C,
    Cpp,
}

/// What a package says of a program.
pub(super) struct Said<'n> {
    /// The key of its files, for messages.
    pub(super) key: &'static str,
    /// A file, or a list of files.
    pub(super) files: &'n Node,
    /// In which language, where that is said.
    pub(super) language: Option<&'n Node>,
    /// What its compiler is given.
    pub(super) flags: Option<&'n Node>,
}

/// The files of a program: its source, by its name, and the others.
pub(super) struct Made<'n> {
    pub(super) node: &'n Node,
    pub(super) name: &'n str,
    pub(super) source: PathBuf,
    pub(super) along: Vec<PathBuf>,
}

/// How the programs so far are built.
#[derive(Default)]
pub(super) struct Programs(Vec<ProgramBuild>);

impl Programs {
    /// How they are built.
    pub(super) fn into_builds(self) -> Vec<ProgramBuild> {
        let says_something = |build: &ProgramBuild| {
            build.language.is_some() || !build.along.is_empty() || !build.flags.is_empty()
        };
        self.0.into_iter().filter(says_something).collect()
    }

    /// The files of a program, which all of them stand in one folder when it is built; what is wrong is complained of.
    pub(super) fn read<'n>(
        &mut self,
        folder: &Folder,
        sheet: &Sheet,
        said: &Said<'n>,
        complaints: &mut Complaints,
    ) -> Option<Made<'n>> {
        let key = said.key;
        let one = std::slice::from_ref(said.files);
        let nodes = said.files.as_list().unwrap_or(one);
        let texts: Option<Vec<&str>> = nodes.iter().map(Node::as_text).collect();
        let Some(names) = texts.filter(|texts| !texts.is_empty()) else {
            let words = format!("`{key}`: expected a file, or a list of files");
            complaints.at(&sheet.origin(said.files), words);
            return None;
        };
        let mut paths = Vec::new();
        for (node, name) in nodes.iter().zip(&names) {
            let complain = |wrong: Wrong| complaints.at(&sheet.origin(node), wrong.of_key(key));
            paths.push(folder.inside(name).map_err(complain).ok()?);
        }
        let family = family_of(&names);
        let main = main_of(&names, family);
        if let Err(wrong) = expect_buildable(&names, family) {
            complaints.at(&sheet.origin(said.files), format!("`{key}`: {wrong}"));
            return None;
        }
        let language = said.language.filter(|node| !is_false(node)).and_then(Node::as_text);
        let language = LANGUAGES.iter().find(|(known, _)| language == Some(known));
        let language = language.map(|(_, own)| *own).filter(|own| !is_told(own, names[main]));
        let flags = flags(sheet, said.flags, family, complaints);
        let source = paths.remove(main);
        let build = ProgramBuild { source: source.clone(), along: paths.clone(), language, flags };
        match self.0.iter().find(|known| known.source == source) {
            None => self.0.push(build),
            Some(known) if *known == build => {}
            Some(_) => {
                let words = format!(
                    "`{key}`: {} is built in two ways, and only one is done",
                    quoted(names[main])
                );
                complaints.at(&sheet.origin(said.files), words);
            }
        }
        Some(Made { node: &nodes[main], name: names[main], source, along: paths })
    }
}

/// The family of sources: that of C++ where one is in C++.
fn family_of(names: &[&str]) -> Option<Family> {
    let families = || names.iter().filter_map(|name| family(name));
    families().find(|family| *family == Family::Cpp).or_else(|| families().next())
}

/// Which of them leads: the first source; without any, a program is of one file.
fn main_of(names: &[&str], own: Option<Family>) -> usize {
    names.iter().position(|name| own.is_some() && family(name) == own).unwrap_or(0)
}

/// Whether one program can be made of these files.
fn expect_buildable(names: &[&str], own: Option<Family>) -> Result<(), String> {
    if names.len() > 1 && own.is_none() {
        return Err("DMOJ builds programs of several files in C and C++ alone".to_owned());
    }
    let is_part = |name: &&&str| family(name) == own || is_header(Path::new(name));
    if let Some(other) = names.iter().filter(|_| own.is_some()).find(|name| !is_part(name)) {
        return Err(match family(other) {
            Some(_) => "sources in C and in C++ are not built together".to_owned(),
            None => format!("{} is neither a source in C or C++ nor a header", quoted(other)),
        });
    }
    let mut known = BTreeSet::new();
    let twice = names.iter().find(|name| !known.insert(Path::new(*name).file_name()));
    twice.map_or(Ok(()), |name| {
        Err(format!("two files are called as {}, and DMOJ takes one of them", quoted(name)))
    })
}

/// What the compiler is given behind the sources. DMOJ's own language counts in place of one that is given.
fn flags(
    sheet: &Sheet,
    stated: Option<&Node>,
    family: Option<Family>,
    complaints: &mut Complaints,
) -> Vec<String> {
    let Some(stated) = stated else { return Vec::new() };
    let origin = sheet.origin(stated);
    let listed: Option<Vec<&str>> =
        stated.as_list().and_then(|items| items.iter().map(Node::as_text).collect());
    let Some(mut flags) = listed else {
        complaints.at(&origin, "`flags`: expected a list of arguments of compilers");
        return Vec::new();
    };
    if family.is_none() && !flags.is_empty() {
        let words = "`flags`: passed over: only compilers of C and C++ get them";
        complaints.warn_at(&origin, words);
        return Vec::new();
    }
    let is_standard = |flag: &str| flag.starts_with("-std=");
    if let Some(flag) = flags.iter().find(|flag| is_standard(flag)) {
        let words = format!("`flags`: {} is passed over: `lang` tells it", quoted(flag));
        complaints.warn_at(&origin, words);
        flags.retain(|flag| !is_standard(flag));
    }
    flags.into_iter().map(str::to_owned).collect()
}

fn family(name: &str) -> Option<Family> {
    let ending = Path::new(name).extension()?;
    SOURCES.iter().find(|(known, _)| ending == *known).map(|(_, family)| *family)
}

fn is_header(path: &Path) -> bool {
    path.extension().is_some_and(|ending| HEADERS.iter().any(|known| ending == *known))
}

/// Whether a file's ending tells the language of this name.
fn is_told(language: &str, name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
    let told = TOLD.iter().find(|(known, _)| *known == language);
    told.is_some_and(|(_, endings)| ending.is_some_and(|ending| endings.contains(&ending)))
}
