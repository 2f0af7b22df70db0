//! Sources and texts as `problem.xml` has them.

use std::path::Path;

use crate::export::file::Package;

/// Types of sources by their endings.
const TYPES: [(&str, &str); 11] = [
    ("cpp", "cpp.g++17"),
    ("cc", "cpp.g++17"),
    ("cxx", "cpp.g++17"),
    ("c", "c.gcc"),
    ("py", "python.3"),
    ("java", "java21"),
    ("kt", "kotlin"),
    ("rs", "rust"),
    ("go", "go"),
    ("pas", "pas.fpc"),
    ("cs", "csharp.mono"),
];

/// Types of sources by the names of the languages that packages state.
const STATED: [(&str, &str); 5] = [
    ("cpp14", "cpp.g++14"),
    ("cpp17", "cpp.g++17"),
    ("cpp23", "cpp.gcc14-64-msys2-g++23"),
    ("python2", "python.2"),
    ("pypy", "python.pypy3-64"),
];

/// The element of a source, with its type.
pub(super) fn source(path: &str, package: &mut Package) -> String {
    source_in(path, None, package)
}

/// The same of one whose language may be stated.
pub(super) fn source_in(path: &str, stated: Option<&str>, package: &mut Package) -> String {
    let known = STATED.iter().find(|(name, _)| Some(*name) == stated);
    if let Some((_, kind)) = known {
        return element(path, kind);
    }
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let kind = TYPES.iter().find(|(own, _)| *own == ending).map_or("", |(_, kind)| *kind);
    if kind.is_empty() {
        package.lose(format!("the language of `{path}`: Polygon has no word for it"));
    }
    element(path, kind)
}

fn element(path: &str, kind: &str) -> String {
    format!("<source path=\"{}\" type=\"{kind}\"/>", attribute(path))
}

/// A text within the quotation marks of an attribute.
pub(super) fn attribute(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace(|c: char| c.is_control(), " ")
}
