//! Sources that lie side by side in a folder of programs: which of them are programs of their own, and which
//! are parts of another. The texts do not know such parts; DOMjudge takes all of them for one program.

use crate::problem::complaint::Complaints;
use crate::problem::folder::{Entry, Folder};
use crate::problem::format::sheet::bytes;

/// Endings of sources that are compiled together.
const COMPILED: &[&str] = &["c", "cc", "cpp", "cxx", "c++", "C"];

/// The sources, each with its text; one that cannot be read has none.
pub(super) struct Loose {
    /// Names without ending, endings, and texts.
    sources: Vec<(String, String, String)>,
}

impl Loose {
    /// Reads these.
    pub(super) fn read<'a>(folder: &Folder, sources: impl Iterator<Item = &'a Entry>) -> Self {
        let read = |entry: &Entry| {
            let (stem, ending) = entry.name.rsplit_once('.')?;
            let bytes = bytes(folder, &entry.path, &mut Complaints::default());
            let text = String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
            Some((stem.to_owned(), ending.to_owned(), text))
        };
        Self { sources: sources.filter_map(read).collect() }
    }

    /// Whether this is a module in Python that another of these imports, and is no program.
    pub(super) fn is_module(&self, name: &str) -> bool {
        let Some((stem, "py")) = name.rsplit_once('.') else { return false };
        let others = self.sources.iter().filter(|(other, ..)| other != stem);
        others.filter(|(_, ending, _)| ending == "py").any(|(.., text)| imports(text, stem))
    }

    /// Whether these are all the programs that were found, and in C or C++ the parts of one: only one has a
    /// function `main`.
    pub(super) fn is_one_program(&self, found: usize) -> bool {
        let compiled = |(_, ending, _): &(String, String, String)| COMPILED.contains(&&**ending);
        found == self.sources.len()
            && self.sources.iter().all(compiled)
            && self.sources.iter().filter(|(.., text)| has_main(text)).count() == 1
    }
}

/// Whether a source in Python imports a module.
fn imports(text: &str, module: &str) -> bool {
    text.lines().any(|line| {
        let Some((word, rest)) = line.trim_start().split_once(' ') else { return false };
        let names = match word {
            "import" => rest,
            "from" => rest.split(" import").next().unwrap_or_default(),
            _ => return false,
        };
        let mut names = names.split(',').filter_map(|name| name.split_whitespace().next());
        names.any(|name| name == module)
    })
}

/// Whether a source in C or C++ has a function `main`, as far as its text tells.
fn has_main(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices("main").any(|(at, word)| {
        !text[..at].ends_with(is_part) && text[at + word.len()..].trim_start().starts_with('(')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_told_by_their_lines() {
        for text in
            ["import lib", "  from lib import a", "import sys, lib as l", "x\nfrom lib import *\n"]
        {
            assert!(imports(text, "lib"), "{text}");
        }
        for text in
            ["import library", "# import lib", "from sys import lib", "important lib", "import"]
        {
            assert!(!imports(text, "lib"), "{text}");
        }
    }

    #[test]
    fn a_function_main_is_told_by_its_name() {
        for text in ["int main(){}", "int\nmain (int argc)", "auto main()->int"] {
            assert!(has_main(text), "{text}");
        }
        for text in ["int domain(){}", "// the main part", "int main_part(){}", "mainly(1)"] {
            assert!(!has_main(text), "{text}");
        }
    }

    #[test]
    fn sources_are_one_program_where_one_of_them_alone_can_start() {
        let is_one = |sources: &[(&str, &str)], found| {
            let source = |&(ending, text): &(&str, &str)| ("a".into(), ending.into(), text.into());
            Loose { sources: sources.iter().map(source).collect() }.is_one_program(found)
        };
        let [main, other] = [("cpp", "int main() {}"), ("cc", "int f() {}")];
        assert!(is_one(&[main, other], 2) && is_one(&[other, main, other], 3));
        assert!(!is_one(&[main, main], 2) && !is_one(&[other, other], 2));
        assert!(!is_one(&[main, ("py", "")], 2));
        // Beside a program that is no such source they are programs of their own.
        assert!(!is_one(&[main, other], 3));
    }

    #[test]
    fn a_module_is_imported_by_another_source_in_python() {
        let is_module = |name: &str| {
            let source = |(stem, ending, text): (&str, &str, &str)| {
                (stem.to_owned(), ending.to_owned(), text.to_owned())
            };
            let sources = [
                ("lib", "py", "import own"),
                ("own", "py", "import own"),
                ("main", "py", "import lib\nimport sys"),
                ("other", "txt", "import sys"),
            ];
            Loose { sources: sources.map(source).to_vec() }.is_module(name)
        };
        assert!(is_module("lib.py") && is_module("own.py"));
        assert!(!is_module("main.py") && !is_module("lib.cpp") && !is_module("lib"));
        let alone = [("lib".to_owned(), "py".to_owned(), "import lib".to_owned())];
        assert!(!Loose { sources: alone.to_vec() }.is_module("lib.py"));
    }
}
