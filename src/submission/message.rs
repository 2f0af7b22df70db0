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

/// What stands between the name of a file and the number of a line in messages of compilers and runtimes.
const BEFORE_LINE: [&str; 8] =
    [":", "(", "\", line ", ", line ", "\" line ", " line ", " at line ", " on line "];

/// Messages with the names that the user knows in place of those during the build and the run. Some
/// compilers name files from the working directory, `/box`.
pub(super) fn as_known(messages: &str, names: &[(String, String)]) -> String {
    let mut text = ["/box/src/", "/box/out/", "/program/"]
        .iter()
        .fold(messages.to_owned(), |text, folder| text.replace(folder, "src/"));
    for (name, known_as) in names {
        // Maps of what was compiled lead from `/program` to the folder of sources that was beside it.
        text = places_renamed(&text, &format!("/src/{name}"), known_as);
        text = text.replace(&format!("src/{name}"), known_as);
        // Where a build copies its sources to what it leaves.
        text = places_renamed(&text, &format!("out/{name}"), known_as);
        if name != known_as {
            text = places_renamed(&text, name, known_as);
        }
    }
    text
}

/// The text with a file called by another name wherever a line of it is named. Many runtimes name it without
/// its folder.
fn places_renamed(text: &str, name: &str, known_as: &str) -> String {
    let is_of_a_name = |c: char| c.is_alphanumeric() || "_-./$".contains(c);
    let mut renamed = String::with_capacity(text.len());
    let mut rest = 0;
    for (at, _) in text.match_indices(name) {
        let behind = at + name.len();
        if !text[..at].ends_with(is_of_a_name) && line_behind(&text[behind..]).is_some() {
            renamed.push_str(&text[rest..at]);
            renamed.push_str(known_as);
            rest = behind;
        }
    }
    renamed + &text[rest..]
}

/// The number of a line, from 1, that is named right behind the name of a file.
fn line_behind(text: &str) -> Option<usize> {
    let number = |before: &&str| {
        let digits = text.strip_prefix(before)?;
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse().ok().filter(|&line| line > 0)
    };
    BEFORE_LINE.iter().find_map(number)
}

/// The line of this file, from 1, that a message names: the first one of `a.cpp:3:`, or the last one of
/// `"a.py", line 3`, where Python tells the innermost call; of tabs it tells `(a.py, line 3)`.
pub fn named_line(message: &str, name: &str) -> Option<usize> {
    let behind = || message.match_indices(name).map(|(at, _)| &message[at + name.len()..]);
    let is_pythons = |text: &&str| text.starts_with("\", line ") || text.starts_with(", line ");
    let python = behind().filter(is_pythons).filter_map(line_behind).last();
    python.or_else(|| behind().find_map(line_behind))
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
    use super::{LONGEST, as_known, first_error, named_line, shorten};

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
        known("at f (/src/main.py:3:1)", "at f (a b.py:3:1)");
        known("out/main.py:3:1 in /box/out/main.py", "a b.py:3:1 in a b.py");
        known("at f (main.py:3:1) of main.py", "at f (a b.py:3:1) of main.py");
        for other in ["domain.py:3", "my.main.py:3", "lib/main.py:3", "main.py: 3", "main.py:x"] {
            known(other, other);
        }
    }

    #[test]
    fn the_line_of_a_file_is_found_as_each_language_names_it() {
        for (message, line) in [
            ("a.x:3:5: error", 3),
            ("\tat Main.main(a.x:3)\n\tat Main.main(a.x:7)", 3),
            ("a.x(3)   main\nError: x", 3),
            ("  File \"a.x\", line 2, in <module>\n  File \"a.x\", line 3, in f\n", 3),
            ("TabError: inconsistent (a.x, line 3)", 3),
            ("    (file \"a.x\" line 3)", 3),
            ("died at a.x line 3.", 3),
            ("    a.x at line 3 column 1", 3),
            ("Uncaught x in a.x on line 3", 3),
        ] {
            assert_eq!(named_line(message, "a.x"), Some(line), "{message}");
        }
        for message in ["a.x", "a.x:0", "a.x: 3", "b.x:3", ""] {
            assert_eq!(named_line(message, "a.x"), None, "{message}");
        }
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
