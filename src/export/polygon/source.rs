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
    ("java", "java11"),
    ("kt", "kotlin"),
    ("rs", "rust"),
    ("go", "go"),
    ("pas", "pas.fpc"),
    ("cs", "csharp.mono"),
];

/// The element of a source, with its type.
pub(super) fn source(path: &str, package: &mut Package) -> String {
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let kind = TYPES.iter().find(|(own, _)| *own == ending).map_or("", |(_, kind)| *kind);
    if kind.is_empty() {
        package.lose(format!("the language of `{path}`: Polygon has no word for it"));
    }
    format!("<source path=\"{}\" type=\"{kind}\"/>", attribute(path))
}

/// A text within the quotation marks of an attribute.
pub(super) fn attribute(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace(|c: char| c.is_control(), " ")
}
