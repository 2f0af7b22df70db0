//! What compilers and programs say, for the user: shortened, and with the names that the user knows.

use crate::cut::middle;

/// Longest message that is kept, in bytes.
const LONGEST: usize = 12 << 10;

/// Longest line that is kept, in bytes: compilers repeat lines of the source.
const LONGEST_LINE: usize = 400;

/// Lines before the first error that are kept with it: they say where in the source it is.
const LINES_BEFORE: usize = 3;

/// The text, with lines and then the whole cut in the middle where they are too long.
pub(super) fn shorten(text: &str) -> String {
    let lines: Vec<String> =
        text.lines().map(|line| cut(line, LONGEST_LINE).replace('\n', " ")).collect();
    let text = lines.join("\n");
    let first = first_error(&text).map_or(0, |(number, _)| number);
    let before: usize =
        lines[..first.saturating_sub(LINES_BEFORE)].iter().map(|l| l.len() + 1).sum();
    if before < LONGEST / 2 {
        return cut(&text, LONGEST);
    }
    // What comes before the first error is noise, such as where templates are instantiated.
    let (before, behind) = text.split_at(before);
    format!("{}{}", cut(before, LONGEST / 4), cut(behind, LONGEST / 4 * 3))
}

/// A text of at most this many bytes, and what says how many were left out.
fn cut(text: &str, longest: usize) -> String {
    let cut = middle(text.as_bytes(), longest / 4 * 3, longest / 4);
    String::from_utf8_lossy(&cut).into_owned()
}

/// Messages with the names that the user knows in place of those during the build and the run. Some
/// compilers name files from the working directory, `/box`.
pub(super) fn as_known(messages: &str, names: &[(String, String)]) -> String {
    let mut text = messages.replace("/box/src/", "src/").replace("/program/", "src/");
    for (name, known_as) in names {
        text = text.replace(&format!("src/{name}"), known_as);
        // Python names a file alone where it speaks of tabs.
        text = text.replace(&format!("({name}, line "), &format!("({known_as}, line "));
    }
    text
}

/// The line in which a compiler names its first error; where none is called so, its first line. Its number,
/// from 0, comes with it.
pub fn first_error(message: &str) -> Option<(usize, &str)> {
    let is_error = |(_, line): &(usize, &str)| {
        let line = line.trim_start();
        // The linker's last line only says that there was one.
        let is_named = line.contains("rror:") || line.starts_with("error[");
        is_named && !line.starts_with("collect2:")
    };
    let mut lines = message.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let first = lines.clone().next();
    lines.find(is_error).or(first)
}

/// Texts that say something, a line each.
pub(super) fn joined<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let texts: Vec<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
    texts.join("\n")
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, as_known, first_error, shorten};

    #[track_caller]
    fn known(message: &str, expected: &str) {
        assert_eq!(as_known(message, &[("main.py".into(), "a b.py".into())]), expected);
    }

    #[test]
    fn files_have_the_names_that_the_user_knows() {
        known("File \"/box/src/main.py\", line 2", "File \"a b.py\", line 2");
        known("File \"/program/main.py\", line 2", "File \"a b.py\", line 2");
        known(
            "TabError: inconsistent (main.py, line 3)",
            "TabError: inconsistent (a b.py, line 3)",
        );
    }

    #[test]
    fn long_lines_do_not_hide_the_others() {
        let text = format!("first\n{}\nlast", "x".repeat(100_000));
        let short = shorten(&text);
        assert!(short.starts_with("first\nxxx") && short.ends_with("xxx\nlast"), "{short}");
        assert!(short.contains("[… 99600 bytes left out …]") && short.len() < 500, "{short}");
        assert!(shorten(&"x\n".repeat(100_000)).len() < 13 << 10);
    }

    #[track_caller]
    fn case_of_first(message: &str, expected: &str) {
        assert_eq!(first_error(message).map(|(_, line)| line), Some(expected));
    }

    #[test]
    fn the_first_error_of_a_compiler_is_found() {
        let gcc = "a.cpp: In function 'int main()':\na.cpp:3:5: error: 'x' was not declared\n";
        case_of_first(gcc, "a.cpp:3:5: error: 'x' was not declared");
        let python =
            "  File \"a.py\", line 2\n    print(x\n         ^\nSyntaxError: '(' was never closed\n";
        case_of_first(python, "SyntaxError: '(' was never closed");
        case_of_first(
            "warning: unused\nerror[E0425]: no `x`\n --> a.rs:2:5\n",
            "error[E0425]: no `x`",
        );
        let linker =
            "a.o: in function `main':\nb.o: multiple definition\ncollect2: error: ld returned 1\n";
        case_of_first(linker, "a.o: in function `main':");
        case_of_first("./a.go:3:5: undefined: x\n", "./a.go:3:5: undefined: x");
        assert_eq!(first_error(""), None);
    }

    #[test]
    fn the_first_error_is_kept_with_its_place_however_late_it_comes() {
        let line = |number: usize| format!("x.h:{number}: required from here\n");
        let noise = |count| (0..count).map(line).collect::<Vec<_>>().concat();
        let text = format!("{}a.cpp:7: in f\nx.h:1: error: no match\n{}", noise(1000), noise(1000));
        let short = shorten(&text);
        assert!(short.starts_with("x.h:0: required"), "{short}");
        assert!(short.contains("\na.cpp:7: in f\nx.h:1: error: no match\n"), "{short}");
        assert!(short.ends_with("x.h:999: required from here"), "{short}");
        assert!(short.len() < LONGEST + 200, "{}", short.len());
    }
}
