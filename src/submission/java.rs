//! Reads just enough Java to know which classes a file declares, which of them is public and which
//! can be started. Forgiving: what is no Java is left to the compiler.

use crate::problem::Conventions;

/// A type declared at the top level of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct JavaType {
    /// Its own name.
    pub(super) name: String,
    /// Its name with the package before it, as `java` takes it.
    pub(super) full_name: String,
    /// Whether it is public: then the file must have its name.
    pub(super) public: bool,
    /// Whether it has a method `void main(`.
    pub(super) has_main: bool,
}

/// The types that a source declares at its top level, in order.
pub(super) fn types(source: &[u8]) -> Vec<JavaType> {
    let source = String::from_utf8_lossy(source);
    let mut reader = Reader::default();
    for word in words(&source) {
        reader.take(word);
    }
    reader.types
}

/// A source, and what is known of it.
#[derive(Debug)]
pub(super) struct JavaFile {
    /// What it declares.
    pub(super) types: Vec<JavaType>,
    /// The file's own name, without ending.
    pub(super) stem: String,
    /// Whether the package put it over the submission's own files.
    pub(super) included: bool,
}

/// The class to start, which is `entry` where that is said. Else of those with a `main`: one that the
/// package includes, one called like its file, `Main`, a public one. Where that leaves several, the Kattis family
/// takes the first by name; by our own conventions nobody knows which one was meant.
pub(super) fn main_class<'a>(
    files: &'a [JavaFile],
    entry: Option<&str>,
    conventions: Conventions,
) -> Result<&'a str, String> {
    let types = || files.iter().flat_map(|file| file.types.iter().map(move |t| (file, t)));
    if let Some(entry) = entry {
        let named = types().find(|(_, t)| t.full_name == entry || t.name == entry);
        let none = || format!("no class `{entry}`, which the package names as the entry point");
        return named.map(|(_, t)| t.full_name.as_str()).ok_or_else(none);
    }
    let rank = |(file, t): (&JavaFile, &JavaType)| {
        (!file.included, t.name != file.stem, t.name != "Main", !t.public)
    };
    let best = types().filter(|(_, t)| t.has_main).map(rank).min();
    let all = types().filter(|&(file, t)| t.has_main && Some(rank((file, t))) == best);
    let mut names: Vec<&str> = all.map(|(_, t)| t.full_name.as_str()).collect();
    names.sort_unstable();
    match names.as_slice() {
        [] => Err("no class with `public static void main(String[] args)`".to_owned()),
        [name] => Ok(name),
        [name, ..] if conventions == Conventions::Kattis => Ok(name),
        several => Err(format!(
            "several classes with a method `main` ({}): call the one to start `Main`, or leave only \
             one `main`",
            several.join(", ")
        )),
    }
}

/// Where in a file we are, and what was found.
#[derive(Debug, Default)]
struct Reader<'a> {
    types: Vec<JavaType>,
    package: String,
    in_package: bool,
    braces: usize,
    parentheses: usize,
    public: bool,
    last: [&'a str; 2],
}

impl<'a> Reader<'a> {
    fn take(&mut self, word: &'a str) {
        match word {
            "(" => {
                self.notice_main();
                self.parentheses += 1;
            }
            ")" => self.parentheses = self.parentheses.saturating_sub(1),
            // Braces in parentheses belong to annotations and lambdas, and are balanced there.
            "{" if self.parentheses == 0 => self.braces += 1,
            "}" if self.parentheses == 0 => {
                self.braces = self.braces.saturating_sub(1);
                self.public = false;
            }
            _ if self.braces == 0 && self.parentheses == 0 => self.take_outside(word),
            _ => {}
        }
        self.last = [self.last[1], word];
    }

    fn take_outside(&mut self, word: &str) {
        match word {
            ";" => (self.public, self.in_package) = (false, false),
            "package" => self.in_package = true,
            "public" => self.public = true,
            _ if self.in_package => self.package.push_str(word),
            _ if matches!(self.last[1], "class" | "interface" | "enum" | "record") => {
                let dot = if self.package.is_empty() { "" } else { "." };
                self.types.push(JavaType {
                    name: word.to_owned(),
                    full_name: format!("{}{dot}{word}", self.package),
                    public: self.public,
                    has_main: false,
                });
            }
            _ => {}
        }
    }

    fn notice_main(&mut self) {
        let in_type = self.braces == 1 && self.parentheses == 0;
        if in_type
            && self.last == ["void", "main"]
            && let Some(current) = self.types.last_mut()
        {
            current.has_main = true;
        }
    }
}

/// Words and single signs, without comments, strings and characters.
fn words(mut rest: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start();
            let first = rest.chars().next()?;
            if let Some(length) = skipped(rest) {
                rest = &rest[length..];
                continue;
            }
            let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            let length = match rest.find(|c| !in_word(c)) {
                Some(0) => first.len_utf8(),
                Some(length) => length,
                None => rest.len(),
            };
            let (word, after) = rest.split_at(length);
            rest = after;
            return Some(word);
        }
    })
}

/// Length of the comment, string or character that the text starts with, if it does.
fn skipped(text: &str) -> Option<usize> {
    let to = |end: &str, from: usize| {
        text[from..].find(end).map_or(text.len(), |at| from + at + end.len())
    };
    if text.starts_with("//") {
        Some(to("\n", 2))
    } else if text.starts_with("/*") {
        Some(to("*/", 2))
    } else if text.starts_with("\"\"\"") {
        Some(quoted(text, "\"\"\""))
    } else if text.starts_with('"') {
        Some(quoted(text, "\""))
    } else if text.starts_with('\'') {
        Some(quoted(text, "'"))
    } else {
        None
    }
}

/// Length of the quotation that the text starts with, both marks included.
fn quoted(text: &str, mark: &str) -> usize {
    let mut at = mark.len();
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with(mark) {
            return at + mark.len();
        }
        // A backslash takes the next character with it, whatever it is.
        let mut characters = rest.char_indices().skip(if rest.starts_with('\\') { 2 } else { 1 });
        at += characters.next().map_or(rest.len(), |(length, _)| length);
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{Conventions, JavaFile, main_class, types};

    /// A source, its types (`+` public, `!` with main), and the class to start.
    #[track_caller]
    fn case(source: &str, expected: &str, main: Option<&str>) {
        let types = types(source.as_bytes());
        let shown: Vec<String> = types
            .iter()
            .map(|t| {
                let public = if t.public { "+" } else { "" };
                let main = if t.has_main { "!" } else { "" };
                format!("{public}{}{main}", t.full_name)
            })
            .collect();
        assert_eq!(shown.join(" "), expected, "types of {source}");
        let file = JavaFile { types, stem: "Other".into(), included: false };
        assert_eq!(
            main_class(&[file], None, Conventions::Own).ok(),
            main,
            "main class of {source}"
        );
    }

    /// Files by their stems (`+` included) with the classes in them that have a `main`, and the class to
    /// start.
    #[track_caller]
    fn starts(files: &[(&str, &[&str])], entry: Option<&str>, expected: Result<&str, &str>) {
        let file = |&(stem, classes): &(&str, &[&str])| {
            let sources = classes.iter().map(|class| format!("class {class} {{ {MAIN} }}\n"));
            let types = types(sources.collect::<String>().as_bytes());
            let included = stem.starts_with('+');
            JavaFile { types, stem: stem.trim_start_matches('+').into(), included }
        };
        let files: Vec<JavaFile> = files.iter().map(file).collect();
        let found = main_class(&files, entry, Conventions::Own);
        assert_eq!(found, expected.map_err(str::to_owned));
    }

    #[test]
    fn one_of_several_classes_is_started() {
        let several = "several classes with a method `main` (A, B): call the one to start `Main`, or \
                       leave only one `main`";
        starts(&[("solution", &["B", "A"])], None, Err(several));
        starts(&[("A", &["A"]), ("B", &["B"])], None, Err(several));
        starts(&[("solution", &["B", "A"])], Some("A"), Ok("A"));
        starts(&[("solution", &["B", "Main", "A"])], None, Ok("Main"));
        starts(&[("B", &["A", "Main", "B"])], None, Ok("B"));
        starts(&[("A", &["A"]), ("Main", &["Main"])], None, Ok("Main"));
        starts(&[("Main", &["Main"]), ("+Runner", &["Runner"])], None, Ok("Runner"));
        starts(&[("Main", &["Main", "X"]), ("+Runner", &["Runner"])], Some("X"), Ok("X"));
        let none = "no class `Y`, which the package names as the entry point";
        starts(&[("Main", &["Main"])], Some("Y"), Err(none));
    }

    const MAIN: &str = "public static void main(String[] args) {}";

    #[test]
    fn classes_are_found() {
        case("", "", None);
        case("class A {}", "A", None);
        case(&format!("public class A {{ {MAIN} }}"), "+A!", Some("A"));
        case(&format!("class B {{}} public final class A {{ {MAIN} }}"), "B +A!", Some("A"));
        case(&format!("class A {{ {MAIN} }} class Main {{ {MAIN} }}"), "A! Main!", Some("Main"));
        case(&format!("class A {{ {MAIN} }} public class B {{ {MAIN} }}"), "A! +B!", Some("B"));
        case(&format!("package a.b; public class A {{ {MAIN} }}"), "+a.b.A!", Some("a.b.A"));
        case(
            "import java.util.*; interface I { int f(); } enum E { X } record R(int x) {}",
            "I E R",
            None,
        );
        case("public @interface A {}", "+A", None);
    }

    #[test]
    fn only_what_counts_is_read() {
        case(&format!("class A {{ class B {{ {MAIN} }} }}"), "A", None);
        case("class A { void f() { class C {} } }", "A", None);
        case("// public class B {}\n/* class C {} */ class A {}", "A", None);
        case("class A { String s = \"} class B {\"; char c = '\"'; char d = '\\''; }", "A", None);
        case(
            "class A { String s = \"\"\"\n } \" class B {} \\\"\"\" \"\"\"; } class C {}",
            "A C",
            None,
        );
        case("@X({\"a\", \"b\"}) public class A {}", "+A", None);
        case(&format!("class A {{ Runnable r = f(() -> {{ }}); {MAIN} }}"), "A!", Some("A"));
        case("class A { int main = 1; void maine() {} int main() { return 1; } }", "A", None);
        case("class Größe { static void main(String... a) {} }", "Größe!", Some("Größe"));
    }

    #[test]
    fn broken_sources_do_no_harm() {
        case("class", "", None);
        case("}}}} class A {", "A", None);
        case("\"", "", None);
        case("'\\", "", None);
        case("/*", "", None);
        case("class A { \"\"\" ", "A", None);
    }
}
